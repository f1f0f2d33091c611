"""The deal: the draw for the first button, then the hands with their antes and blinds."""

from __future__ import annotations

from carteado.engine.cards import PLACES, Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Deal, Decided
from carteado.engine.games.holdem.codes import refuse
from carteado.engine.games.holdem.events import (
    BlindsMissed,
    ButtonDrawn,
    ForcedBetsPosted,
    HandStarted,
)
from carteado.engine.games.holdem.flow import settle
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import (
    call_bomb_pot,
    is_bomb_pot,
    missed,
    post_missed,
    post_straddle,
)
from carteado.engine.games.holdem.seating import Layout, is_ready, next_layout, players
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker.betting import next_to_act
from carteado.engine.poker.dealing import hole_cards, is_deck

__all__ = ["deal"]

_hand_started = maker(HandStarted)
_forced_bets_posted = maker(ForcedBetsPosted)


def deal(state: State, command: Deal) -> Decided[State] | Refusal:
    """Draw for the first button, or deal a hand."""
    if state.in_hand:
        return refuse("table/hand_running")
    if state.winner is not None:
        return refuse("table/over")
    if not is_ready(state):
        return refuse("table/not_ready")
    deck = command.deck
    # The deck is an argument because the engine is pure: the server shuffles and commits to it.
    if not is_deck(deck):
        return refuse("table/bad_deck")
    play = Transition(state)
    if state.button is None:
        play.add(_draw(state, deck))
    else:
        _begin(play, state, deck)
        settle(play)
    return play.decided()


def _draw(state: State, deck: tuple[Card, ...]) -> ButtonDrawn:
    seats = players(state)
    cards = deck[: len(seats)]
    # The highest card by rank, then by suit: spades, hearts, diamonds, clubs.
    button = max(zip(cards, seats, strict=True), key=lambda drawn: PLACES[drawn[0]])[1]
    return ButtonDrawn(seats=seats, cards=cards, button=button, deck=deck)


def _begin(play: Transition, state: State, deck: tuple[Card, ...]) -> None:
    """Deal the hands and post the forced bets; `state` is the table before the hand."""
    layout = next_layout(state)
    assert layout is not None
    start = _start(state, deck, layout)
    # Uses the state before HandStarted, because that event clears the marks of seats dealt in.
    owed = missed(state, layout)
    owing = layout.owing
    bomb = None
    if is_bomb_pot(state, start.hand, layout.order):
        bomb = call_bomb_pot(state, start.hand, state.options.bomb_ante_at(start.big_blind))
    play.add(start)
    if owed is not None:
        play.add(BlindsMissed(owed=owed))
    if bomb is not None:
        play.add(_bomb_antes(play.add(bomb)))
        return
    # Missed blinds and the straddle are paid last, from what the blinds leave of a stack.
    play.add(_forced_bets(play.state, start.posters))
    if owing:
        post_missed(play, owing)
    if state.options.straddle:
        post_straddle(play)


def _start(state: State, deck: tuple[Card, ...], layout: Layout) -> HandStarted:
    # Numbers continue through a game and start again with a rematch (a new state).
    hand = state.hand + 1
    small_blind, big_blind, ante = state.options.blinds_at(hand, state.house.minutes)
    return _hand_started(
        hand=hand,
        button=layout.button,
        small_at=layout.small_at,
        small=layout.small,
        big=layout.big,
        order=layout.order,
        posters=layout.posters,
        small_blind=small_blind,
        big_blind=big_blind,
        ante=ante,
        hands=hole_cards(deck, layout.order, len(state.names)),
        deck=deck,
    )


def _bomb_antes(state: State) -> ForcedBetsPosted:
    """Post everybody's ante for a bomb pot; nobody decides before the flop."""
    stacks, antes = list(state.stacks), [0] * len(state.stacks)
    for seat in state.order:
        antes[seat] = min(state.ante, stacks[seat])
        stacks[seat] -= antes[seat]
    return _forced_bets_posted(
        antes=tuple(antes),
        dead=0,
        bets=(0,) * len(stacks),
        stacks=tuple(stacks),
        pot=sum(antes),
        to_act=None,
    )


def _forced_bets(state: State, posters: tuple[int, ...]) -> ForcedBetsPosted:
    """Antes of all come before the blinds, a big-blind ante after the blind (holdem.md)."""
    stacks = list(state.stacks)
    antes, bets = [0] * len(stacks), [0] * len(stacks)

    def post(seat: int, amount: int, where: list[int]) -> None:
        chips = min(amount, stacks[seat])
        stacks[seat] -= chips
        where[seat] += chips

    assert state.big is not None
    each = state.options.ante_kind == "each"
    # A short stack may be able to pay only the ante, and then posts no blind.
    if state.ante and each:
        for seat in state.order:
            post(seat, state.ante, antes)
    if state.small is not None:
        post(state.small, state.small_blind, bets)
    for seat in (state.big, *posters):
        post(seat, state.big_blind, bets)
    # The blind comes first, so a short big blind may have nothing left for the ante.
    dead = 0 if each else min(state.ante, stacks[state.big])
    stacks[state.big] -= dead
    at = state.order.index(state.big) + 1
    queue = state.order[at:] + state.order[:at]
    return _forced_bets_posted(
        antes=tuple(antes),
        dead=dead,
        bets=tuple(bets),
        stacks=tuple(stacks),
        pot=sum(antes) + sum(bets) + dead,
        to_act=next_to_act(queue, stacks, bets, state.acted, state.current_bet),
    )
