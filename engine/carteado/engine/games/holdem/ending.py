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
    """Open the cards if an option says so, find a winner, and release leaving seats."""
    state = play.state
    # Before HandEnded, so that opened cards belong to this hand in the log and in statistics.
    if state.options.reveal == "hand":
        state = play.add(HandsOpened(hands=state.hands))
    if state.options.seven_deuce:
        bounties(play)
    # Bounties are paid before HandEnded, because its stacks are the hand's result.
    state = play.add(_hand_ended(hand=state.hand, stacks=state.stacks))
    if not state.options.is_cash:
        # Only seats of this hand: any others were out before it.
        if 0 in [state.stacks[seat] for seat in state.order]:
            freezeout.knock_out(play)
        end_freezeout(play)
    # Last, because a seat that was knocked out in this hand may leave now.
    if True in state.leaving:
        let_go(play)


def end_freezeout(play: Transition) -> None:
    """End a freezeout if one seat has all chips or all other players have left."""
    # `or 0` is for the type checker: a running freezeout has drawn its button.
    freezeout.crown(play, play.state.button or 0)


def restart_if_agreed(play: Transition, *, at_once: bool = False) -> None:
    """Start a new game if all people at the table have agreed; bots always agree."""
    if at_once or seats.all_agreed(play.state):
        freezeout.restart(play, play.state.options.stack_of)


def let_go(play: Transition) -> None:
    """Release leaving seats with their chips; in a running freezeout only once they are out."""
    freezeout.let_go(play, _is_free)


def _is_free(state: State, seat: int) -> bool:
    return state.options.is_cash or not state.running or not state.stacks[seat]
