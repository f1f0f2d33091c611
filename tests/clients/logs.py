"""Logs of random tables as segment files, for tests of the commands that read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.contract.play import RandomTable, play

from carteado.engine.events import event_to_plain
from carteado.engine.game import Deal, Event
from carteado.engine.plain import to_plain
from carteado.protocol.log import Cause, Commit, chain_hash, encode_commit
from carteado.protocol.segment import SegmentHeader, write_segment

__all__ = ["between_deals", "chained", "in_a_deal", "recorded", "segment"]

Recorded = list[tuple[list[Any], list[Event]]]


def between_deals(name: str, seed: int, steps: int) -> RandomTable:
    """A random table that stands between two deals."""
    table = play(name, seed, steps)
    while table.game.turn(table.table.state) is not None:
        table.go_on()
    return table


def in_a_deal(name: str, seed: int, steps: int) -> RandomTable:
    """A random table that waits for a decision."""
    table = play(name, seed, steps)
    while table.game.turn(table.table.state) is None:
        table.go_on()
    return table


def recorded(table: RandomTable) -> Recorded:
    """A random table's log as a server records it: commands without the deck, and events."""
    found: Recorded = []
    for step in table.steps:
        plain = [] if step.command is None else [to_plain(step.command)]
        done = [{"type": "deal"} if isinstance(step.command, Deal) else item for item in plain]
        found.append((done, list(step.events)))
    return found


def segment(table: RandomTable, log: Recorded | None = None, *, after: int = 0) -> bytes:
    """The segment file of a random table's log, or of a changed one."""
    commits = [
        {"epoch": 1, "cause": Cause(do=done), "events": _with_versions(events)}
        for done, events in (recorded(table) if log is None else log)
    ]
    return chained(table.table.id, commits, game=table.game.id, after=after)


def chained(
    table: str,
    commits: Iterable[Mapping[str, Any]],
    *,
    game: str | None = None,
    after: int = 0,
) -> bytes:
    """A segment file of commits, given by their fields; the rest follows from their order."""
    first, previous = after + 1, "0" * 64 if after else ""
    head, bodies = previous, []
    for fields in commits:
        usual = {
            "table": table,
            "first": first,
            "epoch": 2,
            "owner": "00" * 8,
            "batch": f"{first:032x}",
            "at": 1_700_000_000_000,
            "previous": previous,
            "salt": "11" * 16,
        }
        body = encode_commit(Commit(**{**usual, **fields}))
        bodies.append(body)
        first, previous = first + len(fields["events"]), chain_hash(body)
    header = SegmentHeader(table=table, game=game, after=after, last=first - 1, head=head)
    return b"".join(write_segment(header, bodies))


def _with_versions(events: Sequence[Event]) -> tuple[tuple[int, dict[str, Any]], ...]:
    return tuple((1, event_to_plain(event)) for event in events)
