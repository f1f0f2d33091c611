"""The dealt-in seats, the button and the blinds: the dead-button rule.

The big blind moves one seat on every hand. With three or more players the small blind is where the
last big blind was and the button where the last small blind was, and either stays dead when nobody
plays there. Heads-up the button posts the small blind. Nobody posts the big blind twice running.

At a cash table a seat that was not dealt into the last hand waits for the big blind or posts it.
A posting seat is dealt in once it is not between the button and the big blind; it waits at
a heads-up table, where the big blind is at most two hands away.

With ``missed_blinds=both`` the blinds that passed a seat are kept. A player who missed none is
dealt in at once; one who posts also pays a missed small blind, as dead money.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carteado.engine.games.holdem.house import by_seat
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.freezeout import is_on

__all__ = ["Layout", "is_ready", "is_waiting", "next_layout", "players"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The button, blinds and dealt seats of the next hand.

    Attributes:
        button: position of the button.
        small_at: position of the small blind.
        small: who posts it, None where it is dead.
        big: who posts the big blind.
        order: seats dealt in, from the left of the button.
        posters: of these, the ones that post a big blind to come in.
        owing: of these, the ones that post a small blind that they missed, as dead money.
    """

    button: int
    small_at: int
    small: int | None
    big: int
    order: tuple[int, ...]
    posters: tuple[int, ...] = ()
    owing: tuple[int, ...] = ()


_layout = maker(Layout)


def players(state: State) -> tuple[int, ...]:
    """The seats that can be dealt into the next hand.

    In a freezeout all seats with chips are dealt in and post, even if their players are away.
    """
    with_chips = [seat for seat, stack in enumerate(state.stacks) if stack]
    if not state.options.is_cash:
        return tuple(with_chips)
    return tuple([s for s in with_chips if not state.away[s] and not state.leaving[s]])


def is_waiting(state: State, seat: int) -> bool:
    """Whether a seat of a cash table has to wait for the big blind, or may post it instead."""
    return (
        state.options.is_cash
        # In the very first hand everybody is new, and nobody has to wait.
        and state.hand > 0
        and not state.entered[seat]
        and seat in players(state)
        and not _owes_nothing(state, seat)
    )


def _owes_nothing(state: State, seat: int) -> bool:
    """Whether a seat was dealt in before and has missed no blind since (`missed_blinds=both`)."""
    house = state.house
    return bool(by_seat(house.played, seat)) and not by_seat(house.owed, seat)


def is_ready(state: State) -> bool:
    """Whether a deal may begin.

    A freezeout starts when all its seats are taken, and pauses while everybody is away.
    """
    if state.in_hand or state.winner is not None:
        return False
    return len(players(state)) > 1 if state.options.is_cash else is_on(state)


def next_layout(state: State) -> Layout | None:
    """Button, blinds and players of the next hand; None before the draw or with fewer than two."""
    able = players(state)
    if state.button is None or len(able) < 2:
        return None
    if state.big is None:
        # No big blind yet means no hand yet: only the drawn button is known.
        return _first(state.button, able)
    # The big blind goes to the next player; the positions after it follow from that.
    big = able[bisect_right(able, state.big) % len(able)]
    # The seat in the big blind need not wait any longer: it pays the blind now.
    regular = tuple([seat for seat in able if state.entered[seat] or seat == big])
    # One regular player alone cannot be dealt a hand, so nobody has to wait.
    if len(regular) < 2:
        return _again(big, able)
    if len(regular) == 2:
        # Posting seats wait here although they agreed to post; the module docstring says why.
        return _heads_up(big, regular)
    return _moved(state, big, able, regular)


def _clockwise(after: int, able: Iterable[int]) -> tuple[int, ...]:
    """Seats in turn, from the left of a position to the position itself."""
    # The seats in between may be empty, so positions are compared, not indices.
    around = sorted(able)
    at = bisect_right(around, after)
    return (*around[at:], *around[:at])


def _first(button: int, able: Sequence[int]) -> Layout:
    """The first hand: the blinds follow the button that was drawn."""
    # `order` runs from the left of the button, which is its last seat where anybody sits there.
    order = _clockwise(button, able)
    if len(able) == 2:
        return _heads_up(order[0] if order[1] == button else order[1], able)
    return _layout(button=button, small_at=order[0], small=order[0], big=order[1], order=order)


def _heads_up(big: int, able: Sequence[int]) -> Layout:
    """Two players: the button posts the small blind."""
    # Nobody posts two big blinds in a row, so `big` is fixed and the button is the other seat.
    button = able[0] if able[1] == big else able[1]
    return _layout(button=button, small_at=button, small=button, big=big, order=(big, button))


def _again(big: int, able: Sequence[int]) -> Layout:
    """At most one player is regular: nobody waits, and the positions precede the big blind."""
    if len(able) == 2:
        return _heads_up(big, able)
    *_, button, small, _ = _clockwise(big, able)
    order = _clockwise(button, able)
    return _layout(button=button, small_at=small, small=small, big=big, order=order)


def _moved(state: State, big: int, able: Sequence[int], regular: tuple[int, ...]) -> Layout:
    """Three or more players: small blind and button move to where big and small blind were."""
    seats = len(state.names)
    assert state.big is not None
    assert state.small_at is not None
    small_at, button = state.big, state.small_at
    # Distances are clockwise from the button, so seats up to `between` lie before the big blind.
    between = (big - button) % seats
    coming = [
        seat
        for seat in able
        if seat not in regular
        # As in card rooms, nobody comes in between the button and the big blind.
        and (seat - button) % seats > between
        and (state.posting[seat] or _owes_nothing(state, seat))
    ]
    owed = state.house.owed
    # A seat that missed only the small blind owes that and nothing more.
    posters = [s for s in coming if not _owes_nothing(state, s) and by_seat(owed, s) != 1]
    owing = [seat for seat in coming if by_seat(owed, seat) & 1]
    return _layout(
        button=button,
        small_at=small_at,
        # The small blind is dead if its seat is empty, away or itself waiting.
        small=small_at if small_at in regular else None,
        big=big,
        order=_clockwise(button, (*regular, *coming)),
        posters=tuple(posters),
        owing=tuple(owing),
    )
