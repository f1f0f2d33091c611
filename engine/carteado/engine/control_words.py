"""The actions of a table's owner, as English lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carteado.engine import controls as ev
from carteado.engine import waiting
from carteado.engine.game import Event
from carteado.engine.words import seat_name

__all__ = ["control_line"]

Names = Sequence[str | None]

_PAUSES = {
    "owner": "The owner paused the table.",
    "away": "The table pauses until its player is back.",
    None: "The table continues.",
}


def control_line(event: Event, names: Names, controls: ev.Controls) -> str:
    """A control event in words; empty for any other event.

    Args:
        event: what happened.
        names: of the players before it, by seat.
        controls: of the table before it.
    """
    line = _LINES.get(type(event))
    return "" if line is None else line(event, names, controls)


def _answered(event: ev.KnockAnswered, names: Names, controls: ev.Controls) -> str:
    # The names are those before the event: its fold removes the guest from the lists.
    guest = controls.knock_names[controls.knocks.index(event.knock)]
    return f"The owner {'admits' if event.admitted else 'turns away'} {guest}."


def _owner(event: ev.OwnerChanged, names: Names, controls: ev.Controls) -> str:
    why = "the owner is gone: " if event.reason == "owner_gone" else ""
    text = f"{why}{event.name} is the owner of the table now."
    return text[0].upper() + text[1:]


def _options(event: ev.OptionsPlanned | ev.OptionsChanged, when: str) -> str:
    changes = {**event.options, **event.settings}
    said = ", ".join(_option(name, value) for name, value in changes.items())
    return f"{when}: {said}."


def _option(name: str, value: Any) -> str:
    """An option as people say it: ``big blind 40``, ``decision 45 s``, ``straddle yes``."""
    words = name.removesuffix("_ms").replace("_", " ")
    if name.endswith("_ms") and type(value) is int:
        return f"{words} {value / 1000:g} s"
    if type(value) is bool:
        return f"{words} {'yes' if value else 'no'}"
    return f"{words} {_short(value)}"


# Option values may be long lists, such as a blind schedule; a line shows their beginning.
def _short(value: Any) -> str:
    return f"{value:,}" if type(value) is int else f"{value}"[:60]


def _waiter(controls: ev.Controls, number: int) -> str:
    return controls.waiting_names[controls.waiting.index(number)]


def _begun(event: waiting.WaitingBegun, names: Names, controls: ev.Controls) -> str:
    return f"{event.name} waits for a seat, as number {len(controls.waiting) + 1} of the list."


def _offered(event: waiting.SeatOffered, names: Names, controls: ev.Controls) -> str:
    return f"Seat {event.seat} is offered to {_waiter(controls, event.number)}, who waited for it."


def _ended(event: waiting.WaitingEnded, names: Names, controls: ev.Controls) -> str:
    who = _waiter(controls, event.number)
    if event.reason == "expired":
        return f"{who} did not take the offered seat in time."
    # A seated player gets a line from the game, so none is needed here.
    return f"{who} leaves the waiting list." if event.reason == "left" else ""


def _corrected(event: ev.ChipsCorrected, names: Names, controls: ev.Controls) -> str:
    who = seat_name(names, event.seat)
    what = (
        f"gives {who} {event.amount:,}"
        if event.amount > 0
        else f"takes {-event.amount:,} from {who}"
    )
    return f"The owner {what}, who now has {event.stack:,}: {event.reason}"


_LINES: Mapping[type, Callable[[Any, Names, ev.Controls], str]] = {
    ev.TableRenamed: lambda event, names, controls: f"The table is called {event.title!r} now.",
    ev.TableLocked: lambda event, names, controls: (
        "The table is locked: guests knock." if event.locked else "The table is unlocked."
    ),
    ev.CodeSet: lambda event, names, controls: (
        "A code is needed to sit down." if event.protected else "No code is needed to sit down."
    ),
    ev.TablePaused: lambda event, names, controls: _PAUSES.get(event.reason, "The table pauses."),
    ev.Knocked: lambda event, names, controls: (
        f"{event.name} knocks: the owner types admit {event.knock} or turnaway {event.knock}."
    ),
    ev.KnockAnswered: _answered,
    ev.PlayerBanned: lambda event, names, controls: (
        f"The owner {'bans' if event.banned else 'lifts the ban of'} {event.name}."
    ),
    ev.OwnerChanged: _owner,
    ev.OptionsPlanned: lambda event, names, controls: _options(event, "From the next deal on"),
    ev.OptionsChanged: lambda event, names, controls: _options(event, "From now on"),
    ev.ChipsCorrected: _corrected,
    ev.PlayerMuted: lambda event, names, controls: (
        f"The owner {'mutes' if event.muted else 'lets'} {event.name}"
        f"{'' if event.muted else ' speak again'}."
    ),
    waiting.WaitingBegun: _begun,
    waiting.SeatOffered: _offered,
    waiting.WaitingEnded: _ended,
}
