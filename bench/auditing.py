"""A log checked from nothing but itself: export, chain, fold, decisions, decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from carteado.engine import deal as chance
from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.plain import from_plain
from carteado.engine.replay import state_hash
from carteado.engine.table import (
    TABLE_EVENTS,
    DeckCommitted,
    Table,
    evolve,
    open_table,
    redact_table,
)
from carteado.engine.visibility import RAIL
from carteado.protocol.following import action_from_plain
from carteado.protocol.log import Commit
from carteado.protocol.segment import read_segment
from carteado.server.recovery import events_of
from carteado.server.store.base import Store

__all__ = ["Audit", "audit"]

_COMMANDS = {
    cls.__dataclass_fields__["type"].default: cls
    for cls in (
        commands.Sit,
        commands.Leave,
        commands.SitOut,
        commands.Return,
        commands.TopUp,
        commands.Rematch,
    )
}


@dataclass
class Audit:
    """What was found in one table's log."""

    table: str
    commits: int = 0
    events: int = 0
    deals: int = 0
    actions: int = 0
    rail: str = ""
    problems: list[str] = field(default_factory=list)


async def audit(store: Store, table: str, file: Path) -> Audit:
    """Verify a log in its store, export it to a file and check the file again from scratch."""
    verified = await store.verify(table)
    with file.open("wb") as out:
        async for piece in store.export(table):
            out.write(piece)
    with file.open("rb") as source:
        found = check(table, read_segment(source)[1])
    if (found.commits, found.events) != (verified.commits, verified.events):
        found.problems.append(f"{table}: the export is not the log")
    return found


def check(table_id: str, commits: Iterable[Commit]) -> Audit:
    """Fold a log, decide each of its commands again, and derive each of its decks again."""
    found = Audit(table_id)
    table: Table | None = None
    for commit in commits:
        events = events_of(commit, table.game if table else None)
        found.commits += 1
        found.events += len(events)
        if table is not None:
            _decide_again(found, table, commit, events)
        for event in events:
            table = evolve(table, event) if table is not None else open_table(event)
    assert table is not None
    found.rail = state_hash(redact_table(table, RAIL))
    return found


def _decide_again(found: Audit, table: Table, commit: Commit, events: list[Any]) -> None:
    """The commands that a commit tells must lead to the game's events that it holds."""
    decided: list[Any] = []
    state = table.state
    for data in commit.cause["do"] if commit.cause else ():
        command = _command(table, events, data)
        found.deals += type(command) is commands.Deal
        found.actions += type(command) is commands.Act
        answer = table.game.decide(state, command)
        if isinstance(answer, Refusal):
            found.problems.append(f"{table.id}/{commit.first}: {answer.code}")
            return
        decided.extend(answer.events)
        state = answer.state
    told = [event for event in events if type(event) not in TABLE_EVENTS]
    if decided != told:
        found.problems.append(f"{table.id}/{commit.first}: decided anew, other events follow")


def _command(table: Table, events: list[Any], data: Mapping[str, Any]) -> Any:
    if data["type"] == "deal":
        return commands.Deal(deck=_deck(table, events))
    if data["type"] == "act":
        return commands.Act(seat=data["seat"], action=action_from_plain(table.game, data["action"]))
    return from_plain(_COMMANDS[data["type"]], data)


def _deck(table: Table, events: list[Any]) -> tuple[Any, ...]:
    """The deck that the commitment's seed and the seats' nonces give."""
    for event in events:
        if type(event) in TABLE_EVENTS:
            table = evolve(table, event)
    committed = table.committed
    assert isinstance(committed, DeckCommitted)
    assert table.nonces is not None
    made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
    if made.root != committed.root:
        raise ValueError(f"deal {committed.deal}: the seed does not give the root")
    order = chance.cut(len(committed.pack), committed.root, table.nonces)
    return chance.dealt(made.cards, order)
