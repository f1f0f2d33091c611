"""The end of a hand, and of a freezeout."""

from __future__ import annotations

from carteado.engine.games.holdem.events import HandEnded, HandsOpened
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import bounties
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker import freezeout
from carteado.engine.tables import seats

__all__ = ["end_freezeout", "end_hand", "let_go", "restart_if_agreed"]

_hand_ended = maker(HandEnded)


def end_hand(play: Transition) -> None:
    """Open the cards if the options say so, release leaving seats, and find a winner."""
    state = play.state
    # Before HandEnded, so that opened cards belong to this hand in the log and in statistics.
    if state.options.reveal == "hand":
        state = play.add(HandsOpened(hands=state.hands))
    if state.options.seven_deuce:
        bounties(play)
    # Bounties come before it: its stacks are the result of the hand.
    state = play.add(_hand_ended(hand=state.hand, stacks=state.stacks))
    if not state.options.is_cash:
        # Only seats of this hand: the others were out before.
        if 0 in [state.stacks[seat] for seat in state.order]:
            freezeout.knock_out(play)
        end_freezeout(play)
    # Last: a seat that was knocked out in this hand is free to go now.
    if True in state.leaving:
        let_go(play)


def end_freezeout(play: Transition) -> None:
    """A freezeout ends when one seat has all chips, or when all others have left."""
    # `or 0` is for the type checker: a running freezeout has drawn its button.
    freezeout.crown(play, play.state.button or 0)


def restart_if_agreed(play: Transition, *, at_once: bool = False) -> None:
    """A new game begins when all people at the table agreed to it; bots always do."""
    if at_once or seats.all_agreed(play.state):
        freezeout.restart(play, play.state.options.stack_of)


def let_go(play: Transition) -> None:
    """Seats that leave go with what they have; those of a running freezeout once they are out."""
    freezeout.let_go(play, _is_free)


def _is_free(state: State, seat: int) -> bool:
    return state.options.is_cash or not state.running or not state.stacks[seat]
