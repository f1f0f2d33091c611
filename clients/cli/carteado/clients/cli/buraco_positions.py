"""Positions for ``carteado odds buraco``, from a log, a server or a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carteado.client import Client, InputError
from carteado.clients.cli.analysis import open_end, seen_log
from carteado.clients.cli.buraco_options import Position, given
from carteado.clients.cli.sources import Remote, ask_server, folded, load_log, read_remote
from carteado.clients.cli.studies import played_scenario
from carteado.engine.cards import UNKNOWN
from carteado.engine.game import Event
from carteado.engine.replay import replay as fold
from carteado.engine.replay import steps
from carteado.engine.visibility import redact, seat_observer
from carteado.engine.words import seat_name

__all__ = ["Seen", "position_of"]

_SEATS = 4

_History = Iterator[tuple[Any, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A position as one seat sees it.

    Attributes:
        state: the seat's view.
        seat: its number.
        history: the events before the position with the views that they found; None in a scenario.
    """

    state: Any
    seat: int
    history: _History | None


def position_of(position: Position) -> Seen:
    """Read the position that is asked for.

    Raises:
        InputError: the options name none, or the seat may not see it.
        LogProblem: the log cannot be read.
    """
    if (position.table is None) == (position.scenario is None):
        raise InputError("name a position: --table ID --seat N, or --scenario FILE")
    if position.table is not None:
        return _of_table(position, position.table)
    if given(position, "url", "name", "store"):
        raise InputError("--url, --name and --store belong to --table")
    assert position.scenario is not None
    return _of_scenario(position, position.scenario)


def _of_table(position: Position, what: str) -> Seen:
    """A seat's view of a table after an event."""
    seat, at = position.seat, position.at
    if seat is None:
        raise InputError("--table needs --seat: the seat whose view is rated, 0 to 3")
    if not 0 <= seat < _SEATS:
        raise InputError(_no_seat(seat))
    if position.id_ is not None:
        raise InputError("--id belongs to --scenario")
    if position.url is None:
        events = seen_log(load_log(what, position.store), str(seat))
    elif position.store is not None:
        raise InputError("--store is a store of this machine: leave it out with --url")
    else:
        events = _of_server(what, seat, position.url, position.name, at)
    state = folded(what, events, at).state
    _check_deal(state, what)
    # The log hides a running deal even from its own seats, or a player could count it here.
    if UNKNOWN in state.hands[seat]:
        raise InputError(
            f"{what}: the deal that is being played there stays closed; ask about one that is over "
            "with --at"
        )
    return Seen(state=state, seat=seat, history=_with_views(events[:at]))


def _of_server(what: str, seat: int, url: str, name: str | None, at: int | None) -> list[Event]:
    """The log of a server as the player's seat sees it.

    A deal that is being played is included only if the table's advice is on.
    """

    async def ask(client: Client) -> Remote:
        return await read_remote(client, what)

    found = ask_server(url, name, rail=False, ask=ask)
    events = list(found.events)
    if found.seat != seat:
        raise InputError(f"--seat {seat}: {_whose(seat, found.seat, fold(events).state.names)}")
    # The same agreement holds at the table: odds of a running deal are help.
    playing = (len(events) if at is None else at) >= open_end(events)
    if playing and fold(events).settings.advice == "off":
        raise InputError(
            f"advice is off at {found.table}: a deal that is being played there stays unrated; "
            "ask about one that is over with --at"
        )
    return events


def _whose(seat: int, own: int | None, names: Sequence[str | None]) -> str:
    """The reason why a player may not ask a server about a seat."""
    holder = seat_name(names, seat) if seat < len(names) and names[seat] else "nobody"
    says = f"{holder} sits there"
    if own is None:
        return f"{says}, and you have no seat at this table"
    return f"{says}; you are {seat_name(names, own)}: type --seat {own}"


def _with_views(events: list[Event]) -> _History:
    before: Any = None
    for _, event, table in steps(events):
        if before is not None:
            # The state before the event, because a play is judged by what its player knew then.
            yield event, before
        before = table.state


def _check_deal(state: Any, what: str) -> None:
    if not all(hasattr(state, field) for field in ("mortos", "runs", "pile", "stock")):
        raise InputError(f"{what} is not a position of Buraco")
    if not state.in_deal:
        raise InputError(f"{what}: no deal is being played there; choose another place with --at")


def _of_scenario(position: Position, path: Path) -> Seen:
    """The view that a seat has of a scenario after some of its steps."""
    what = "position of Buraco"
    scenario, scene = played_scenario(
        path, position.id_, position.at, what=what, is_one=_is_position
    )
    state = getattr(scene, "state", None)
    _check_deal(state, f"scenario {scenario['id']}")
    assert state is not None
    seat = state.to_act if position.seat is None else position.seat
    if type(seat) is not int or not 0 <= seat < _SEATS:
        raise InputError(_no_seat(seat))
    # A scenario lists every card; the odds may know only what the seat sees.
    return Seen(state=redact(state, seat_observer(seat, seat % 2)), seat=seat, history=None)


def _is_position(scenario: Any) -> bool:
    if not isinstance(scenario, dict):
        return False
    return scenario.get("game") == "buraco" and scenario.get("kind") == "play"


def _no_seat(seat: object) -> str:
    return f"--seat {seat}: there are seats 0 to {_SEATS - 1}"
