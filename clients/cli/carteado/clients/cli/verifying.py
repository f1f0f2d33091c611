"""``carteado verify``: was a deal arranged, and do the rules give what a log holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from carteado.client import Client, InputError
from carteado.client.commandline import AsJson
from carteado.client.proving import proved
from carteado.clients.cli.receipts import check_receipts, receipts_of
from carteado.clients.cli.sources import WholeLog, ask_server, load_log, read_remote, reading
from carteado.engine.checking import DealCheck, Result, check_deals, deals_of
from carteado.engine.decider import Decider
from carteado.engine.naming import Holders, short_name, with_names
from carteado.engine.replay import replay, state_hash, steps
from carteado.engine.table import Table
from carteado.engine.words import counted
from carteado.protocol.notation import brief

__all__ = ["NOT_CHECKED", "LogCheck", "Strength", "check_log", "verify"]

NOT_CHECKED = 7
"""Exit status where nothing is known to be wrong, and not all could be checked."""

_STATUS: Mapping[Result, int] = {"ok": 0, "cheated": 1, "not_checked": NOT_CHECKED}

_MARKS: Mapping[Result, str] = {"ok": "ok  ", "cheated": "FAIL", "not_checked": "--  "}

_SUMMARY: Mapping[Result, str] = {
    "ok": "everything was checked, and nothing is wrong",
    "cheated": "cheated; an honest server cannot have written this",
    "not_checked": "not checked; nothing is known to be wrong, and not everything is proved",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """One kind of check of a whole log.

    Attributes:
        name: ``bytes``, ``fold``, ``rules`` or ``receipts``.
        result: what it comes to.
        message: what was found, part of a sentence.
    """

    name: str
    result: Result
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogCheck:
    """The result of checking a log, or a view of one.

    Attributes:
        strengths: the checks of the whole log; none for a view.
        deals: the checks of its deals.
    """

    strengths: Sequence[Strength] = ()
    deals: Sequence[DealCheck] = ()

    @property
    def result(self) -> Result:
        """The worst of all; where nothing could be checked it is not checked."""
        results = {found.result for found in self.strengths}
        results.update(found.result for found in self.deals)
        # One proof of cheating counts more than everything that could be checked.
        if "cheated" in results:
            return "cheated"
        return "ok" if results == {"ok"} else "not_checked"


def check_log(log: WholeLog) -> LogCheck:
    """Check a whole log: each deal, and that the rules give what it holds.

    Raises:
        EngineError: it cannot be folded.
        LookupError, TypeError, ValueError: an event does not fit the table before it.
    """
    return LogCheck(strengths=tuple(_strengths(log)), deals=tuple(check_deals(steps(log.events))))


def verify(
    what: str,
    /,
    *,
    deal: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    as_json: AsJson = False,
    url: str | None = None,
    name: str | None = None,
    store: str | None = None,
    receipts: bool | Path = False,
) -> int:
    """Check that no card was arranged, and that a log follows the rules.

    With the log itself (a file or a store) every card of every finished deal is computed again from
    the seed, the nonces and the cut; the bytes, the fold and the decisions are checked as well.
    Over the wire (--url) each card that you saw is checked by its proof.

    The result is one of three. Exit status 0, ok: all was checked, and nothing is wrong. Exit
    status 1, cheated: something could not have happened in an honest game. Exit status 7, not
    checked: nothing is known to be wrong, and something could not be checked, such as a deal that
    is not over, rules that this release does not know, or a deck of an older release.

    Args:
        what: A file that `carteado log export` wrote, or the id of a table.
        deal: Check only this deal (in poker, this hand), numbered from 1.
        as_json: Print a JSON object.
        url: Ask a server: host, host:port or ws://host:port.
        name: The name under which you play there.
        store: The store to read, as in `carteado serve`.
        receipts: Compare the log with the receipts that your client kept while you played: those of
            this machine, or those in a folder or a file.
    """
    if url is not None and receipts is not False:
        raise InputError("--receipts compares a log: name a file or a store instead of --url")
    if url is not None:
        found = LogCheck(deals=_remote_checks(url, what, deal, name))
    else:
        log = load_log(what, store)
        with reading(what, log.events):
            found = check_log(log)
            if receipts is not False:
                found = _with_receipts(found, log, receipts)
        if deal is not None:
            # The other checks concern the whole log, and --deal asks about one deal.
            kept = [one for one in found.strengths if one.name == "receipts"]
            found = LogCheck(
                strengths=kept, deals=[one for one in found.deals if one.played == deal]
            )
    if deal is not None and not found.deals:
        raise InputError(
            f"--deal {deal}: this table has no such deal; leave --deal out to list all deals"
        )
    _print_check(found, as_json=as_json, summary=deal is None)
    return _STATUS[found.result]


def _print_check(found: LogCheck, *, as_json: bool, summary: bool) -> None:
    """Print all results; in lines, the summary only where the whole log was checked."""
    if as_json:
        rows = [_strength_row(one) for one in found.strengths]
        deals = [_deal_row(one) for one in found.deals]
        print(json.dumps({"result": found.result, "checks": rows, "deals": deals}))
        return
    for strength in found.strengths:
        print(brief(f"{_MARKS[strength.result]}  {strength.name}: {strength.message}"))
    for one in found.deals:
        print(brief(_deal_line(one)))
    if summary:
        print(f"{_MARKS[found.result]}  result: {_SUMMARY[found.result]}")


def _with_receipts(found: LogCheck, log: WholeLog, receipts: bool | Path) -> LogCheck:
    """A check, and the comparison with the player's receipts."""
    files = receipts_of(log.table, receipts if isinstance(receipts, Path) else None)
    compared = check_receipts(log.table, log.events, files)
    more = [Strength(name="receipts", result=result, message=text) for result, text in compared]
    return replace(found, strengths=(*found.strengths, *more))


def _strengths(log: WholeLog) -> Iterator[Strength]:
    events = sum(commit.count for commit, _ in log.commits)
    size = f"{counted(events, 'event')} in {counted(len(log.commits), 'commit')}"
    message = f"{size}, checksums and chain hold"
    yield Strength(name="bytes", result="ok", message=message)
    table = replay(log.events)
    # With ids for names, so that the state does not depend on known names.
    state = state_hash(with_names(table, short_name))
    yield Strength(name="fold", result="ok", message=f"state {state}")
    yield _decided_again(log, table)


def _decided_again(log: WholeLog, table: Table) -> Strength:
    name = "rules"
    # Other rules may decide a command differently, so a difference would prove nothing.
    if table.opened.rules != table.game.rules:
        message = f"played by {table.opened.rules}, this release knows {table.game.rules}"
        return Strength(name=name, result="not_checked", message=message)
    decider = Decider()
    holders = Holders()
    for number, (commit, events) in enumerate(log.commits, 1):
        done = commit.cause.do if commit.cause else ()
        # The first difference ends it: later ones may only follow from it.
        problem = decider.check(done, events) or holders.check(commit.events)
        if problem is not None:
            where = f"commit {number}, events {commit.first} to {commit.last}"
            return Strength(name=name, result="cheated", message=f"{where}: {problem}")
    message = f"{table.game.rules} gives the same events for every recorded command"
    return Strength(name=name, result="ok", message=message)


def _remote_checks(url: str, what: str, deal: int | None, name: str | None) -> list[DealCheck]:
    async def ask(client: Client) -> list[DealCheck]:
        remote = await read_remote(client, what)
        found = [part for part in deals_of(steps(remote.events)) if deal in (None, part.played)]
        return [await proved(client, remote.table, part) for part in found]

    # With the player's seat: its own closed cards are proved to nobody else.
    return ask_server(url, name, rail=False, ask=ask)


def _deal_line(found: DealCheck) -> str:
    name = f"deck {found.deal}" if found.played is None else f"deal {found.played}"
    head = f"{_MARKS[found.result]}  {name}"
    if found.result != "ok":
        return f"{head}: {'; '.join(map(str, (*found.problems, *found.doubts)))}"
    if not found.finished:
        return f"{head}: the table was closed before it was dealt"
    cut = f"cut by {', '.join(found.cutters)}" if found.cutters else "no seat cut"
    cards = " ".join(card for _, card in sorted(found.cards.items()))
    shown = f"{len(found.cards)} cards" if len(found.cards) > 20 else cards or "no card seen"
    # The table forgets earlier cards, as at the start of a new game, and proves them no longer.
    unproved = f"; {len(found.unproved)} more are not proved any more" if found.unproved else ""
    return f"{head}: {shown}; {cut}{unproved}"


def _deal_row(found: DealCheck) -> dict[str, Any]:
    return {
        "deal": found.played,
        "deck": found.deal,
        "result": found.result,
        "ok": found.ok,
        "finished": found.finished,
        "cards": {str(at): card for at, card in sorted(found.cards.items())},
        "unproved": {str(at): card for at, card in sorted(found.unproved.items())},
        "nonces": list(found.nonces),
        "problems": [*map(str, found.problems)],
        "doubts": [*map(str, found.doubts)],
    }


def _strength_row(found: Strength) -> dict[str, Any]:
    return {
        "name": found.name,
        "result": found.result,
        "ok": found.result != "cheated",
        "message": found.message,
    }
