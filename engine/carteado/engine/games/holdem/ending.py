"""The end of a hand, and of a freezeout."""

from __future__ import annotations

from carteado.engine.games.holdem.events import HandEnded, HandsOpened
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_rules import bounties
from carteado.engine.games.holdem.state import State
from carteado.engine.generated import maker
from carteado.engine.poker import freezeout

__all__ = ["end_freezeout", "end_hand", "let_go", "restart_if_agreed"]

_hand_ended = maker(HandEnded)


def end_hand(play: Transition) -> None:
    """Open the cards where the table says so, let go who leaves, and see whether somebody won."""
    state = play.state
    if state.options.reveal == "hand":
        state = play.add(HandsOpened(hands=state.hands))
    if state.options.seven_deuce:
        bounties(play)
    state = play.add(_hand_ended(hand=state.hand, stacks=state.stacks))
    if not state.options.is_cash:
        # Only seats of this hand: the others were out before.
        if 0 in [state.stacks[seat] for seat in state.order]:
            freezeout.knock_out(play)
        end_freezeout(play)
    if True in state.leaving:
        let_go(play)


def end_freezeout(play: Transition) -> None:
    """A freezeout ends when one seat has all chips, or when all others have left."""
    freezeout.crown(play, play.state.button or 0)


def restart_if_agreed(play: Transition, *, at_once: bool = False) -> None:
    """A new game begins when all people at the table agreed to it; bots always do."""
    if at_once or freezeout.all_agreed(play.state):
        freezeout.restart(play, play.state.options.stack_of)


def let_go(play: Transition) -> None:
    """Seats that leave go with what they have; those of a running freezeout once they are out."""
    freezeout.let_go(play, _is_free)


def _is_free(state: State, seat: int) -> bool:
    return state.options.is_cash or not state.running or not state.stacks[seat]
