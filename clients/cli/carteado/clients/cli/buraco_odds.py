"""``carteado odds buraco``: where the cards are, what plays are worth, what the study printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import carteado.odds.buraco as odds
from carteado.client import Client, InputError
from carteado.client.commandline import AsJson, Flag
from carteado.clients.cli.analysis import open_end, seen_log
from carteado.clients.cli.buraco_published import published_lines
from carteado.clients.cli.buraco_telling import advice_lines, advice_of
from carteado.clients.cli.sources import (
    Remote,
    ask_server,
    folded,
    load_log,
    read_remote,
)
from carteado.clients.cli.studies import played_scenario
from carteado.engine.cards import UNKNOWN
from carteado.engine.errors import CardError
from carteado.engine.game import Event
from carteado.engine.replay import replay as fold
from carteado.engine.replay import steps
from carteado.engine.visibility import redact, seat_observer

__all__ = ["buraco"]


def buraco(
    *,
    table: str | None = None,
    at: int | None = None,
    seat: int | None = None,
    scenario: Path | None = None,
    id_: Annotated[str | None, Parameter(name="--id")] = None,
    arrange: Annotated[list[str] | None, Parameter(negative=(), allow_leading_hyphen=True)] = None,
    read_plays: Flag = False,
    playouts: int | None = None,
    seed: int | None = None,
    turns: int | None = None,
    draws: int | None = None,
    published: Flag = False,
    run: str | None = None,
    chance: float | None = None,
    round_: Annotated[int | None, Parameter(name="--round")] = None,
    matrix: Flag = False,
    url: str | None = None,
    name: str | None = None,
    store: str | None = None,
    as_json: AsJson = False,
) -> None:
    """Count the odds of a Buraco position, as one seat sees it.

    Where the cards are and which of them go out is counted exactly. Plays, draws and arrangements
    are compared by imagined deals played to their end, with 95% intervals.

    Args:
        table: Take the position from this table's log: its id, or a file that `carteado log
            export` wrote. A deal that is still being played stays closed.
        at: The event after which the position is taken, or of a scenario the number of steps; the
            last one when absent.
        seat: Whose view: what this seat saw, and nothing else. Of a scenario the seat to act when
            absent.
        scenario: Take the position from this file of scenarios instead.
        id_: Which scenario of the file; the only position of Buraco when absent.
        arrange: An arrangement of the hand to compare, such as "4S 5S 6S | 0+ 7H | - KC"; may be
            given again for the next one.
        read_plays: Count imagined deals by how well the others' plays fit them.
        playouts: Deals to play to their end: the work that is done; 400 when absent.
        seed: Of the imagined deals; the same seed gives the same answer; 0 when absent.
        turns: Own turns that are left, for the values of the runs; from the playouts when absent.
        draws: Number of draws to count the chance that the pair gets a card, 2 when absent,
            and that the hand goes out, 3 when absent.
        published: Show the study's own chain and formulas with their defects instead.
        run: With --published: the run, such as 56C8; 567 when absent.
        chance: With --published: the chance of every card in a round; 0.25 when absent.
        round_: With --published: the number n of the round, with 13 - n left; 0 when absent.
        matrix: With --published: also show the study's matrix for the 20 longest clean runs.
        url: Read the log from a server: host, host:port or ws://host:port. A deal that is being
            played there is shown only if the table's advice is on.
        name: The name under which you play there.
        store: The store to read, as in `carteado serve`.
        as_json: Print JSON.
    """
    try:
        if published:
            place = (table, at, seat, scenario, id_, arrange, turns, draws, url, name, store)
            if read_plays or any(one is not None for one in place):
                raise InputError(
                    "--published is about the study: it takes no position; leave out one of the two"
                )
            if playouts is not None or seed is not None:
                raise InputError(
                    "--published plays no deals: leave out --playouts and --seed, or name a "
                    "position instead: --table ID --seat N, or --scenario FILE"
                )
            lines_and_data = published_lines(
                "567" if run is None else run,
                0.25 if chance is None else chance,
                0 if round_ is None else round_,
                matrix=matrix,
            )
            print(json.dumps(lines_and_data[0]) if as_json else "\n".join(lines_and_data[1]))
            return
        if matrix or any(one is not None for one in (run, chance, round_)):
            raise InputError(
                "--run, --chance, --round and --matrix belong to --published: "
                "add it, or leave them out"
            )
        if (table is None) == (scenario is None):
            raise InputError("name a position: --table ID --seat N, or --scenario FILE")
        if table is not None:
            if seat is None:
                raise InputError("--table needs --seat: whose view")
            if not 0 <= seat < _SEATS:
                raise InputError(_no_seat(seat))
            if id_ is not None:
                raise InputError("--id belongs to --scenario")
            state, history = _of_table(table, at, seat, url, name, store)
        else:
            assert scenario is not None
            if url or name or store:
                raise InputError("--url, --name and --store belong to --table")
            state, seat = _of_scenario(scenario, id_, at, seat)
            history = None
        weigh = _weigh(history, seat) if read_plays else None
        found = advice_of(
            state,
            seat,
            proposed=tuple(arrange or ()),
            playouts=_PLAYOUTS if playouts is None else playouts,
            seed=0 if seed is None else seed,
            turns=turns,
            draws=draws,
            weigh=weigh,
        )
    except CardError as error:
        raise InputError(str(error)) from None
    print(json.dumps(found) if as_json else "\n".join(advice_lines(found)))


_SEATS = 4
_PLAYOUTS = 400


def _no_seat(seat: object) -> str:
    return f"--seat {seat}: there are seats 0 to {_SEATS - 1}"


_History = Iterator[tuple[Any, Any]]


def _weigh(history: _History | None, seat: int) -> Any:
    if history is None:
        raise InputError("--read-plays needs the plays: a log, not a scenario")
    return odds.reading(odds.signs_of(history, seat), seat)


# Positions


def _of_table(
    what: str, at: int | None, seat: int, url: str | None, name: str | None, store: str | None
) -> tuple[Any, _History]:
    """A seat's view of a table after an event, and the events before it with their views."""
    if url is not None:
        if store is not None:
            raise InputError("--store is a store of this machine: leave it out with --url")
        events = _of_server(what, seat, url, name, at)
    else:
        events = seen_log(load_log(what, store), str(seat))
    state = folded(what, events, at).state
    _check_deal(state, what)
    if UNKNOWN in state.hands[seat]:
        raise InputError(
            f"{what}: the deal that is being played there stays closed; ask about one that is over "
            "with --at"
        )
    return state, _with_views(events[:at])


def _of_server(what: str, seat: int, url: str, name: str | None, at: int | None) -> list[Event]:
    """What a server tells the own seat; a deal that is being played only where advice is on."""

    async def ask(client: Client) -> Remote:
        return await read_remote(client, what)

    found = ask_server(url, name, rail=False, ask=ask)
    if found.seat != seat:
        held = "no seat" if found.seat is None else f"seat {found.seat}"
        raise InputError(f"--seat {seat}: you hold {held} at this table")
    events = list(found.events)
    playing = (len(events) if at is None else at) >= open_end(events)
    if playing and fold(events).settings.advice == "off":
        raise InputError(
            f"advice is off at {found.table}: a deal that is being played there stays unrated; "
            "ask about one that is over with --at"
        )
    return events


def _with_views(events: list[Event]) -> _History:
    before: Any = None
    for _, event, table in steps(events):
        if before is not None:
            yield event, before
        before = table.state


def _check_deal(state: Any, what: str) -> None:
    if not all(hasattr(state, field) for field in ("mortos", "runs", "pile", "stock")):
        raise InputError(f"{what} is no position of Buraco")
    if not state.in_deal:
        raise InputError(f"{what}: no deal is being played there; choose another place with --at")


def _of_scenario(path: Path, name: str | None, at: int | None, seat: int | None) -> tuple[Any, int]:
    """The view that a seat has of a scenario after some of its steps."""
    what = "position of Buraco"
    scenario, scene = played_scenario(path, name, at, what=what, is_one=_is_position)
    state = getattr(scene, "state", None)
    _check_deal(state, f"scenario {scenario['id']}")
    assert state is not None
    who = state.to_act if seat is None else seat
    if type(who) is not int or not 0 <= who < _SEATS:
        raise InputError(_no_seat(who))
    return redact(state, seat_observer(who, who % 2)), who


def _is_position(scenario: Any) -> bool:
    if not isinstance(scenario, dict):
        return False
    return scenario.get("game") == "buraco" and scenario.get("kind") == "play"
