"""Replays recorded hands by the rules of this game, from the table of `phh_start`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from carteado.engine.game import Act, Action, Decided
from carteado.engine.games.holdem.actions import Call, Check, Fold, Raise, RunTwice
from carteado.engine.games.holdem.holdem import GAME
from carteado.engine.games.holdem.legal import call_of
from carteado.engine.games.holdem.phh import HandRecord
from carteado.engine.games.holdem.phh_start import at_action, begun, cards_of, is_bomb_pot, seat_of
from carteado.engine.games.holdem.state import State
from carteado.engine.poker.pots import side_pots, winners
from carteado.engine.poker.ranking import rank_hand

__all__ = ["Replayed", "replay_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """The result of replaying a recorded hand.

    Attributes:
        state: the table at the end; seat k is the record's player k + 1.
        ok: whether the hand ended with the recorded stacks; if none are recorded, whether nothing
            contradicts the record.
        message: the finding, in one sentence.
    """

    state: State
    ok: bool
    message: str


def replay_record(record: HandRecord) -> Replayed:
    """Replay a recorded hand.

    Some sites split odd chips into fractions. Such a record is correct if nothing else differs from
    the result in whole chips; the message then gives that result.

    Raises:
        PhhError: an action is unknown or not allowed by the rules; the error has its line.
    """
    cards = cards_of(record)
    state = _run(begun(record, cards))
    seen = 0
    skipping = is_bomb_pot(record)  # Nobody decides before the flop of a bomb pot.
    for number, written in enumerate(record.actions):
        words = written.partition("#")[0].split()
        match words:
            case [] | ["d", "dh", _, _] | [_, "sm", *_]:
                pass
            case ["d", "db", text]:
                seen += len(text) // 2
                skipping = False
                # The board grows by itself when the betting closes; a short board means that it
                # has not.
                if len(state.board) < seen:
                    raise at_action(
                        record, number, f"the betting is not over: p{_turn(state)} is to act"
                    )
            case _ if skipping:
                pass
            case [player, *move]:
                state = _run(_play(record, number, state, player, move))
    return _compared(record, state)


def _run(state: State) -> State:
    """The state after all players agreed to run the board as often as the record says."""
    while state.phase == "asking":
        assert state.to_act is not None
        # The option is set only for records with a second board (`begun`), so the answer is
        # always yes.
        answer = GAME.decide(state, Act(seat=state.to_act, action=RunTwice()))
        assert isinstance(answer, Decided)
        state = answer.state
    return state


# The hand


def _play(record: HandRecord, number: int, state: State, player: str, move: list[str]) -> State:
    """The state after a player's move."""
    seat = seat_of(record, number, player)
    action = _action(record, number, state, seat, move)
    asked = state.to_act == seat or (state.to_act is not None and state.stacks[seat])
    if not asked and isinstance(action, Check | Call) and seat in state.live:
        return state  # A decision that changes nothing is not prompted here.
    answer = GAME.decide(state, Act(seat=seat, action=action))
    if isinstance(answer, Decided):
        return answer.state
    if not state.in_hand:
        raise at_action(record, number, "the hand is over")
    if state.to_act != seat:
        raise at_action(record, number, f"it is the turn of p{_turn(state)}")
    raise at_action(record, number, answer.message)


def _action(record: HandRecord, number: int, state: State, seat: int, move: list[str]) -> Action:
    match move:
        case ["f"]:
            return Fold()
        case ["cc"]:
            return Call() if call_of(state, seat) > 0 else Check()
        case ["cbr", amount] if amount.isascii() and amount.isdecimal():
            return Raise(to=int(amount))
        case ["cbr", amount]:
            raise at_action(record, number, f"{amount!r:.40} is not a whole number of chips")
    raise at_action(record, number, f"{' '.join(move)!r:.40} is not an action of no-limit Hold'em")


def _turn(state: State) -> str:
    return "nobody" if state.to_act is None else str(state.to_act + 1)


# The result


def _compared(record: HandRecord, state: State) -> Replayed:
    found = state.stacks[: record.seats]
    recorded = record.finishing_stacks
    if recorded is None:
        end = "ends" if not state.in_hand else f"is played up to the turn of p{_turn(state)}"
        return Replayed(state=state, ok=True, message=f"the hand {end}; no stacks are recorded")
    if state.in_hand:
        message = f"the record ends while p{_turn(state)} is to act"
        return Replayed(state=state, ok=False, message=message)
    if recorded == found:
        return Replayed(state=state, ok=True, message="the recorded stacks")
    exact = _undivided(state)[: record.seats]
    # Sites that split odd chips record fractions; the rules here award whole chips.
    if recorded == exact:
        odd = [
            f"p{seat + 1} {chips} for {float(exact[seat]):g}"
            for seat, chips in enumerate(found)
            if chips != exact[seat]
        ]
        message = f"the recorded stacks but for split chips: {', '.join(odd)}"
        return Replayed(state=state, ok=True, message=message)
    wrong = [
        f"p{seat + 1} {chips} instead of {float(recorded[seat]):g}"
        for seat, chips in enumerate(found)
        if chips != recorded[seat]
    ]
    return Replayed(state=state, ok=False, message=f"other stacks: {', '.join(wrong)}")


def _undivided(state: State) -> tuple[Fraction, ...]:
    """The final stacks if odd chips are split into fractions."""
    # Start from the stacks without any winnings, then divide the same pots exactly.
    stacks = [Fraction(chips - won) for chips, won in zip(state.stacks, state.won, strict=True)]
    boards = [state.board, state.house.second] if state.house.second else [state.board]
    for board in boards:
        ranks = {
            # An incomplete board means that one hand took the pot, so its rank does not matter.
            seat: rank_hand(state.hands[seat] + board) if len(board) == 5 else 0
            for seat in state.live
        }
        for pot in side_pots(state.paid, state.live, state.dead):
            seats = winners(pot, ranks)
            for seat in seats:
                stacks[seat] += Fraction(pot.amount, len(seats) * len(boards))
    return tuple(stacks)
