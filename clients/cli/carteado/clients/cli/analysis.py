"""``carteado replay``: a log shown again, event by event, from the eyes that may see it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from carteado.client import Client, InputError
from carteado.client.commandline import AsJson, Flag
from carteado.client.terminal import is_terminal
from carteado.clients.cli.allins import CannotCount, odds_behind, odds_lines, odds_now
from carteado.clients.cli.card_lines import TableLine, event_table_line, game_line, in_words
from carteado.clients.cli.event_lines import event_line
from carteado.clients.cli.full_screen import full_screen_replay
from carteado.clients.cli.own_settings import Cards, spoken_words
from carteado.clients.cli.sources import (
    Remote,
    WholeLog,
    ask_server,
    folded,
    load_log,
    read_remote,
    reading,
)
from carteado.engine.events import event_to_plain
from carteado.engine.game import Event
from carteado.engine.plain import to_plain
from carteado.engine.replay import replay as fold
from carteado.engine.replay import steps
from carteado.engine.table import DeckCommitted, DeckCut, SeatKeyed, Table, observer_of, snapshot
from carteado.engine.visibility import AUDITOR, RAIL, Observer, redact
from carteado.protocol.messages import Odds
from carteado.protocol.notation import brief
from carteado.scene.words import Words

__all__ = ["open_end", "replay", "seen_by", "seen_log"]

_Eyes = Annotated[str | None, Parameter(name="--as")]


def replay(
    what: str,
    /,
    *,
    eyes: _Eyes = None,
    at: int | None = None,
    step: Flag = False,
    plain: Flag = False,
    cards: Cards | None = None,
    as_json: AsJson = False,
    url: str | None = None,
    name: str | None = None,
    store: str | None = None,
) -> None:
    """Replay a table's log from any seat's view.

    A terminal shows it as a full screen with a timeline. A pipe, --plain, --at, --step and --json
    get lines. At an all-in, the exact share of each hand in every pot follows its street. Over the
    network (--url) you see your own seat or the rail. A hand that is still being played stays
    closed.

    Args:
        what: A file that `carteado log export` wrote, or the id of a table.
        eyes: The view: a seat's number, rail or all. By default the rail, or on a server your own
            seat; all needs a file or a store.
        at: Show the table after this event instead of the events.
        step: Show the table after every event; wait for the Enter key at a terminal.
        plain: Write lines on a terminal too.
        cards: Write such lines, with the cards as letters or words; otherwise as in carteado
            settings.
        as_json: Print one JSON object per line.
        url: Read the log from a server: host, host:port or ws://host:port.
        name: The name under which you play there.
        store: The store to read, as in `carteado serve`.
    """
    whole = not (plain or cards or as_json or step or at is not None) and _shows_tables()
    if url is not None:
        events, seat = _remote_events(url, what, eyes, name)
        if whole and full_screen_replay(events, title=what, seat=seat, whole=False):
            return
    else:
        log = load_log(what, store)
        # Seen before the full screen opens, because a mistyped seat is a sentence on the terminal.
        if whole and eyes is not None:
            seen_log(log, eyes)  # there is such a seat
        # The full screen gets the whole log, because its user may change the view there.
        if whole and full_screen_replay(log.events, title=what, eyes=eyes or "rail"):
            return
        events, seat = seen_log(log, eyes or "rail"), None
        if eyes not in (None, "rail") and open_end(log.events) <= len(log.events):
            print("the hand that is being played stays closed", file=sys.stderr)
    spoken = None if as_json else spoken_words(cards)
    with reading(what, events):
        if at is None:
            _tell(events, step=step, as_json=as_json, spoken=spoken)
        else:
            _tell_table(folded(what, events, at), at, as_json=as_json, spoken=spoken)
    if seat is not None:
        print(f"seen from seat {seat}", file=sys.stderr)


def _shows_tables() -> bool:
    """Whether a person sits at a terminal that shows a full screen."""
    return bool(sys.stdin and sys.stdin.isatty() and is_terminal(sys.stdout))


def open_end(events: Sequence[Event]) -> int:
    """Number of the first event of the deal that is being played; behind the last where none is."""
    table = fold(events)
    # A committed deck without a cut counts as well: its deal is about to begin.
    running = table.game.turn(table.state) is not None
    if table.committed is None or not (running or table.nonces is None):
        return len(events) + 1
    return max(seq for seq, event in enumerate(events, 1) if isinstance(event, DeckCommitted))


def seen_by(events: Sequence[Event], observer: Observer) -> list[Event]:
    """A log as an observer may see it afterwards: a deal that is being played as from the rail.

    The holders of the seats' keys are private, even to the auditor.
    """
    end = open_end(events)
    return [
        redact(event, RAIL if seq >= end or isinstance(event, SeatKeyed) else observer)
        for seq, event in enumerate(events, 1)
    ]


def seen_log(log: WholeLog, eyes: str) -> list[Event]:
    """A whole log as a seat's number, ``rail`` or ``all`` may see it afterwards; see `seen_by`.

    Raises:
        InputError: there is no such seat.
        LogProblem: the log cannot be folded.
    """
    with reading(log.name, log.events):
        return seen_by(log.events, _observer(fold(log.events), eyes))


def _observer(table: Table, eyes: str) -> Observer:
    if eyes == "all":
        return AUDITOR
    if eyes == "rail":
        return observer_of(table, None)
    for seat in range(table.seats):
        if eyes == str(seat):
            return observer_of(table, seat)
    # Numbers only: any other word may be a mistyped name of a view.
    if eyes.removeprefix("-").isdecimal():
        raise InputError(f"there is no seat {eyes:.40}: there are seats 0 to {table.seats - 1}")
    seats = f"a seat from 0 to {table.seats - 1}"
    raise InputError(f"{eyes!r:.40} is not a view: type {seats}, rail or all")


def _remote_events(
    url: str, what: str, eyes: str | None, name: str | None
) -> tuple[Sequence[Event], int | None]:
    if eyes == "all":
        raise InputError("--as all needs the log itself: a file or a store, not a server")

    async def ask(client: Client) -> Remote:
        return await read_remote(client, what, rail=eyes == "rail")

    found = ask_server(url, name, rail=eyes == "rail", ask=ask)
    if eyes not in (None, "rail") and eyes != str(found.seat):
        held = "no seat" if found.seat is None else f"seat {found.seat}"
        raise InputError(f"--as {eyes!r:.40}: you hold {held} at this table")
    return found.events, found.seat


# Telling


def _tell_table(table: Table, seq: int, *, as_json: bool, spoken: Words | None) -> None:
    """Tell a table as it stood after an event."""
    odds = _Counter().now(seq, table)
    if as_json:
        print(json.dumps({"seq": seq, "view": snapshot(table), **_plain(odds)}))
    else:
        _print_table(table, spoken)
        _print_odds(odds, table, spoken)


def _tell(events: Sequence[Event], *, step: bool, as_json: bool, spoken: Words | None) -> None:
    """Tell the events one by one."""
    before: Table | None = None
    dealt = False
    counter = _Counter()
    for seq, event, table in steps(events):
        odds = counter.behind(seq, event, before)
        if as_json:
            _print_json(seq, event, before, table if step else None, odds)
        else:
            _print_event(seq, event, before, spoken)
            _print_odds(odds, table, spoken)
            # The first event behind a cut deals the cards.
            if step or (dealt and not isinstance(event, DeckCut)):
                _print_table(table, spoken)
            if step and sys.stdin.isatty() and seq < len(events):
                sys.stdin.readline()
        dealt = isinstance(event, DeckCut)
        before = table


def _print_event(seq: int, event: Event, before: Table | None, spoken: Words | None) -> None:
    line = event_table_line(event, before)
    if line.text:
        print(f"{seq:>6}  {_written(line, spoken)}")


def _print_json(
    seq: int, event: Event, before: Table | None, table: Table | None, odds: Odds | None
) -> None:
    row: dict[str, Any] = {
        "seq": seq,
        "event": event_to_plain(event),
        "line": event_line(event, before),
        **_plain(odds),
    }
    if table is not None:
        row["view"] = snapshot(table)
    print(json.dumps(row))


class _Counter:
    """Odds at all-ins; where they cannot be counted it says so once."""

    def __init__(self) -> None:
        self._able = True

    def behind(self, seq: int, event: Event, before: Table | None) -> Odds | None:
        """The odds behind an event."""
        if before is None:
            return None
        return self._try(lambda: odds_behind(before, event, epoch=0, seq=seq))

    def now(self, seq: int, table: Table) -> Odds | None:
        """The odds of a table as it stands."""
        return self._try(lambda: odds_now(table, epoch=0, seq=seq))

    def _try(self, count: Callable[[], Odds | None]) -> Odds | None:
        try:
            return count() if self._able else None
        except CannotCount as problem:
            print(problem, file=sys.stderr)
            # Once is enough: every all-in of the log would fail for the same reason.
            self._able = False
            return None


def _plain(odds: Odds | None) -> dict[str, Any]:
    """Odds as in the message of the wire; nothing where there are none."""
    if odds is None:
        return {}
    return {"odds": {"board": list(odds.board), "pots": [to_plain(pot) for pot in odds.pots]}}


def _print_odds(odds: Odds | None, table: Table, spoken: Words | None) -> None:
    if odds is not None:
        for text in odds_lines(odds, table.state.names):
            print(f"        {_written(game_line(text, table), spoken)}")


def _print_table(table: Table, spoken: Words | None) -> None:
    for text in table.game.show(table.state):
        print(f"        {_written(game_line(text, table), spoken)}")


def _written(line: TableLine, spoken: Words | None) -> str:
    return brief(line.text) if spoken is None else in_words(line, spoken)
