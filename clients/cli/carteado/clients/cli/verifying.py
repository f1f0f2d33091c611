"""``carteado verify``: was a deal arranged, and do the rules give what a log holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from carteado.client import Client, CommandRefused, InputError
from carteado.client.commandline import AsJson
from carteado.clients.cli.sources import WholeLog, ask_server, load_log, read_remote, reading
from carteado.engine.checking import (
    DealCheck,
    Decider,
    OpenDeal,
    check_deals,
    check_opened,
    deals_of,
    is_finished,
    unfinished,
)
from carteado.engine.deal import Opening
from carteado.engine.replay import replay, state_hash, steps
from carteado.engine.table import Table
from carteado.engine.words import counted
from carteado.protocol.messages import Proofs
from carteado.protocol.notation import escape

__all__ = ["verify"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Strength:
    """One kind of check of a whole log."""

    name: str
    ok: bool
    message: str


def verify(
    what: str,
    /,
    *,
    deal: int | None = None,
    as_json: AsJson = False,
    url: str | None = None,
    name: str | None = None,
    store: str | None = None,
) -> int:
    """Check that no deal was arranged, and of a log that the rules give what it holds.

    With the log itself (a file or a store) every card of every finished deal is computed again from
    the seed, the nonces and the cut; the bytes, the fold and the decisions are checked as well.
    Over the wire (--url) each card that you saw is checked by its proof.

    Args:
        what: A file that `carteado log export` wrote, or the id of a table.
        deal: Check this deal alone.
        as_json: Print a JSON object.
        url: Ask a server: host, host:port or ws://host:port.
        name: The name under which you play there.
        store: The store to read, as in `carteado serve`.
    """
    strengths: list[_Strength] = []
    if url is not None:
        deals = _remote_checks(url, what, deal, name)
    else:
        log = load_log(what, store)
        with reading(what):
            every = check_deals(steps(log.events))
            deals = [found for found in every if deal in (None, found.deal)]
            strengths += [] if deal is not None else _strengths(log)
    if deal is not None and not deals:
        raise InputError(f"--deal {deal}: there is no such deal at this table")
    if as_json:
        rows = [_strength_row(found) for found in strengths]
        print(json.dumps({"checks": rows, "deals": [_deal_row(found) for found in deals]}))
    else:
        for strength in strengths:
            mark = "ok  " if strength.ok else "FAIL"
            print(escape(f"{mark}  {strength.name}: {strength.message}"))
        for found in deals:
            print(escape(_deal_line(found)))
    fine = all(found.ok for found in deals) and all(found.ok for found in strengths)
    return 0 if fine else 1


def _strengths(log: WholeLog) -> Iterator[_Strength]:
    events = sum(commit.count for commit, _ in log.commits)
    size = f"{counted(events, 'event')} in {counted(len(log.commits), 'commit')}"
    message = f"{size}, checksums and chain hold"
    yield _Strength(name="bytes", ok=True, message=message)
    table = replay(log.events)
    yield _Strength(name="fold", ok=True, message=f"state {state_hash(table)}")
    yield _decided_again(log, table)


def _decided_again(log: WholeLog, table: Table) -> _Strength:
    name = "rules"
    if table.opened.rules != table.game.rules:
        message = f"not checked: played by {table.opened.rules}, here are {table.game.rules}"
        return _Strength(name=name, ok=True, message=message)
    decider = Decider()
    for number, (commit, events) in enumerate(log.commits, 1):
        done = (commit.cause or {}).get("do", ())
        problem = decider.check(done, events)
        if problem is not None:
            where = f"commit {number}, events {commit.first} to {commit.last}"
            return _Strength(name=name, ok=False, message=f"{where}: {problem}")
    message = f"{table.game.rules} gives the same events for every recorded command"
    return _Strength(name=name, ok=True, message=message)


def _remote_checks(url: str, what: str, deal: int | None, name: str | None) -> list[DealCheck]:
    async def ask(client: Client) -> list[DealCheck]:
        remote = await read_remote(client, what)
        found = [
            part for part in deals_of(steps(remote.events)) if deal in (None, part.committed.deal)
        ]
        return [await _proved(client, remote.table, part) for part in found]

    return ask_server(url, name, rail=False, ask=ask)


async def _proved(client: Client, table: str, deal: OpenDeal) -> DealCheck:
    """A deal of a view, checked by the proofs that the server gives for it."""
    if not is_finished(deal):
        return unfinished(deal)
    number = deal.committed.deal
    try:
        reply = await client.request(Proofs, table=table, deal=number)
    except CommandRefused as refused:
        return DealCheck(deal=number, problems=(str(refused),))
    proofs = [
        (
            proof.dealt,
            Opening(
                position=proof.position,
                card=proof.card,
                nonce=proof.nonce,
                path=tuple(proof.path),
            ),
        )
        for proof in reply.proofs
    ]
    return check_opened(deal, reply.root, reply.size, reply.nonces, proofs)


def _deal_line(found: DealCheck) -> str:
    if not found.ok:
        return f"FAIL  deal {found.deal}: {'; '.join(found.problems)}"
    if not found.finished:
        return f"--    deal {found.deal}: is being played, its cards stay closed"
    cutters = "seat" if len(found.nonces) == 1 else "seats"
    cut = f"cut by {cutters} {', '.join(map(str, found.nonces))}" if found.nonces else "no seat cut"
    cards = " ".join(card for _, card in sorted(found.cards.items()))
    shown = f"{len(found.cards)} cards" if len(found.cards) > 20 else cards or "no card seen"
    unproved = f"; {len(found.unproved)} more are not proved any more" if found.unproved else ""
    return f"ok    deal {found.deal}: {shown}; {cut}{unproved}"


def _deal_row(found: DealCheck) -> dict[str, Any]:
    return {
        "deal": found.deal,
        "ok": found.ok,
        "finished": found.finished,
        "cards": {str(at): card for at, card in sorted(found.cards.items())},
        "unproved": {str(at): card for at, card in sorted(found.unproved.items())},
        "nonces": list(found.nonces),
        "problems": list(found.problems),
    }


def _strength_row(found: _Strength) -> dict[str, Any]:
    return {"name": found.name, "ok": found.ok, "message": found.message}
