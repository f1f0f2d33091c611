"""Everything in a hand that happens without a decision: the showdown and the end."""

from __future__ import annotations

from carteado.engine.games.quick_holdem.events import (
    BoardTurned,
    Folded,
    HandEnded,
    HandsOpened,
    HandsShown,
    HandVoided,
)
from carteado.engine.games.quick_holdem.folding import Transition
from carteado.engine.games.quick_holdem.state import State, board_positions
from carteado.engine.poker import freezeout
from carteado.engine.poker.awarding import award, give_back
from carteado.engine.poker.betting import uncalled
from carteado.engine.poker.pots import side_pots
from carteado.engine.poker.ranking import describe_rank, rank_hand
from carteado.engine.tables import seats

__all__ = ["after", "end_game", "fold_of", "restart_if_agreed", "settle"]


def after(state: State, seat: int) -> int | None:
    """The seat that decides after a seat: the leader first, then clockwise; None after the last."""
    at = state.order.index(seat) + 1
    # The leader decides first but is last in `order`, so the seat after it is the first.
    rest = state.order[at % len(state.order) : -1]
    return rest[0] if rest else None


def fold_of(state: State, seat: int) -> Folded:
    """The event of a fold by the seat to act; a leader's fold sets the default stake."""
    # Only the leader can fold before a stake is set; later folds repeat the stake.
    stake = state.options.default_stake if state.stake is None else state.stake
    return Folded(seat=seat, stake=stake, to_act=after(state, seat))


def settle(play: Transition) -> None:
    """Continue until a seat has to decide or the hand is over; leaving seats are folded."""
    while (seat := play.state.to_act) is not None:
        if not play.state.leaving[seat]:
            return
        play.add(fold_of(play.state, seat))
    _finish(play)


def _finish(play: Transition) -> None:
    """Finish the hand once all seats have decided: nobody plays, one seat plays, or a showdown."""
    state = play.state
    if not state.live:
        play.add(HandVoided(hand=state.hand))
    elif len(state.live) == 1:
        # The only live hand takes its own unmatched chips with the pot.
        award(play, side_pots(state.paid, state.live), {})
    else:
        # Only a stack above everybody else's is uncalled, as when the others are all-in for less.
        give_back(play, uncalled(state.paid))
        _show_down(play)
    _end_hand(play)


def _show_down(play: Transition) -> None:
    """Turn the board, show all hands that play, and divide the pots among the winners."""
    state = play.state
    board = tuple([state.deck[at] for at in board_positions(len(state.order))])
    play.add(BoardTurned(cards=board))
    ranks = {seat: rank_hand(state.hands[seat] + board) for seat in state.live}
    # All hands are shown, beaten ones too: there is no muck in this game.
    play.add(
        HandsShown(
            seats=state.live,
            hands=tuple([state.hands[seat] for seat in state.live]),
            made=tuple([describe_rank(ranks[seat]) for seat in state.live]),
        )
    )
    award(play, side_pots(play.state.paid, state.live), ranks)


def _end_hand(play: Transition) -> None:
    state = play.state
    if state.options.reveal == "hand":
        play.add(HandsOpened(hands=state.hands))
    play.add(HandEnded(hand=state.hand, stacks=state.stacks))
    freezeout.knock_out(play)
    end_game(play)
    # Players may agree during a hand; the new game then starts here, once it is over.
    restart_if_agreed(play)


def end_game(play: Transition) -> None:
    """Find a winner, and release the leaving seats that are out of the game."""
    freezeout.crown(play, play.state.leader or 0)
    # A seat with chips in a running game stays in it, although its player has left.
    freezeout.let_go(play, lambda state, seat: not (state.running and state.stacks[seat]))


def restart_if_agreed(play: Transition) -> None:
    """Start a new game if all seated people have agreed and no hand is being played.

    Leaving players go first; their seats have to be taken before the new game's first hand.
    """
    state = play.state
    # Somebody must have asked: a table with only bots would otherwise agree at once.
    wish = any(agreed and not state.leaving[seat] for seat, agreed in enumerate(state.agreed))
    if state.in_hand or not wish or not seats.all_agreed(state):
        return
    # Before the restart, so that leaving players get no chips of the new game.
    freezeout.let_go(play, lambda state, seat: True)
    freezeout.restart(play, state.options.credit_of)
