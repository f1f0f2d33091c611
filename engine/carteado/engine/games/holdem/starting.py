"""Start a hand from given stacks, positions and cards, without the hands before it.

Recorded hands and scenarios use this. Each known card is placed where the deal reaches it, so the
ordinary deal produces the hand and no rule is bypassed.
"""

from __future__ import annotations

from collections.abc import Mapping

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Deal, Decided, SeatTaken
from carteado.engine.games.holdem.events import ButtonDrawn
from carteado.engine.games.holdem.holdem import GAME
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.positions import board_positions, second_positions
from carteado.engine.games.holdem.seating import Layout, next_layout
from carteado.engine.games.holdem.state import State, new_state
from carteado.engine.poker.dealing import arranged, places
from carteado.engine.state import changed

__all__ = ["deal_cards", "deck_with", "seated", "stand"]


def seated(
    options: Options,
    stacks: tuple[int, ...],
    button: int,
    names: Mapping[int, str] | None = None,
) -> State:
    """A table at which everybody with chips sits and the button is drawn; blinds follow from it.

    Args:
        options: house rules; `options.seats` is the number of stacks.
        stacks: chips by seat, 0 for a free seat.
        button: position of the button.
        names: names by seat where they are known.
    """
    state = new_state(options)
    for seat, stack in enumerate(stacks):
        if stack:
            name = (names or {}).get(seat, f"p{seat + 1}")
            state = GAME.evolve(state, SeatTaken(seat=seat, name=name, bot=False, stack=stack))
    # Only the fold is used: the rules would draw for a button of their own.
    return GAME.evolve(state, ButtonDrawn(seats=(), cards=(), button=button, deck=()))


def stand(state: State, *, button: int, small_at: int, posters: tuple[int, ...] = ()) -> State:
    """The table before a hand in which button and blinds move to given positions.

    The big blind comes to the next player on the left of `small_at`, as it always does.

    Args:
        state: a table from `seated`.
        button: position that the button moves to.
        small_at: position that the small blind moves to; dead when nobody plays there.
        posters: seats that come in by posting the big blind.
    """
    return changed(
        state,
        hand=1,
        button=button,
        # The layout moves the button to the last small blind, and that to the last big blind.
        small_at=button,
        # A known big blind makes `next_layout` move the blinds instead of placing them first.
        big=small_at,
        entered=tuple(bool(s) and seat not in posters for seat, s in enumerate(state.stacks)),
        posting=tuple(seat in posters for seat in range(len(state.stacks))),
    )


def deal_cards(
    state: State,
    hands: Mapping[int, tuple[Card, ...]],
    board: tuple[Card, ...],
    second: tuple[Card, ...] = (),
) -> State | Refusal:
    """Deal a hand with known cards.

    Args:
        state: a table that is ready for a deal.
        hands: hole cards by seat, `UNKNOWN` where any card will do.
        board: up to five common cards, `UNKNOWN` where any card will do.
        second: the cards of a second board after those that both share.

    Raises:
        CardError: a card would be dealt twice.
    """
    # The order of dealing decides where each known card has to lie.
    layout: Layout | None = next_layout(state)
    order = layout.order if layout else ()
    answer = GAME.decide(state, Deal(deck=deck_with(hands, board, order, second)))
    return answer.state if isinstance(answer, Decided) else answer


def deck_with(
    hands: Mapping[int, tuple[Card, ...]],
    board: tuple[Card, ...],
    order: tuple[int, ...],
    second: tuple[Card, ...] = (),
) -> tuple[Card, ...]:
    """A deck that deals known cards; the rest of the pack, in its order, fills the gaps.

    Args:
        hands: hole cards by seat, `UNKNOWN` where any card will do.
        board: up to five common cards, `UNKNOWN` where any card will do.
        order: seats dealt in, from the left of the button.
        second: the cards of a second board after those that both share: 1, 2 or 5.

    Raises:
        CardError: a card would be dealt twice.
    """
    known = places(order, hands, board_positions(len(order)), board)
    if second:
        at = second_positions(len(order), 5 - len(second))
        known |= places((), {}, at, second)
    return arranged(known)
