"""The bookkeeper's actions: enter a round, correct one."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Decided
from carteado.engine.games.poker_face.actions import CorrectRound, EnterRound
from carteado.engine.games.poker_face.codes import refuse
from carteado.engine.games.poker_face.events import (
    MatchStarted,
    RemainderDiscarded,
    RoundCorrected,
    RoundJudged,
)
from carteado.engine.games.poker_face.folding import Transition
from carteado.engine.games.poker_face.hands import strengths, weigh
from carteado.engine.games.poker_face.judging import judge_round
from carteado.engine.games.poker_face.rounds import Round, read_round
from carteado.engine.games.poker_face.seats import absent
from carteado.engine.games.poker_face.state import State
from carteado.engine.refusals import spell

__all__ = ["act", "correct_round", "correctable", "enter_round"]


def act(state: State, command: Act) -> Decided[State] | Refusal:
    """Enter or correct a round; the bookkeeper can act at any time."""
    problem = absent(state, command.seat)
    if problem is not None:
        return problem
    if type(command.action) is EnterRound:
        return enter_round(state, command.action)
    if type(command.action) is CorrectRound:
        return correct_round(state, command.action)
    return refuse("action/unknown")


def enter_round(state: State, action: EnterRound) -> Decided[State] | Refusal:
    """Judge the next round; the first one names the players."""
    entered = read_round(action.ante, action.entries, state.players)
    if isinstance(entered, Refusal):
        return entered
    play = Transition(state)
    if not state.players:
        money = (state.options.money,) * len(entered.names)
        play.add(MatchStarted(players=entered.names, money=money))
    _judge(play, entered)
    return play.decided()


def correct_round(state: State, action: CorrectRound) -> Decided[State] | Refusal:
    """Judge a round again, and every round after it: with other money their results may differ."""
    span = correctable(state)
    if span is None:
        return refuse("round/nothing_to_correct")
    number = action.number
    if type(number) is not int or not span[0] <= number <= span[1]:
        return refuse("round/not_kept", number=spell(number), min=span[0], max=span[1])
    # A corrected first round may rename the players, so its names are not checked against the
    # match.
    players = state.players if number > 1 else ()
    entered = read_round(action.ante, action.entries, players)
    if isinstance(entered, Refusal):
        return entered
    # Later rounds are judged from their entries, not from their verdicts.
    later = {
        one.number: _entered(one, state.players) for one in state.rounds if one.number > number
    }
    players = players or entered.names
    for at, one in later.items():
        for name in one.names:
            if name not in players:
                # Checked before anything changes: a refusal leaves the state as it was.
                return refuse("round/strands_a_player", name=name, number=at)
    play = Transition(state)
    play.add(_rewound(state, number, players))
    for one in (entered, *later.values()):
        _judge(play, one)
    return play.decided()


def correctable(state: State) -> tuple[int, int] | None:
    """Numbers of the first and the last round that can be corrected; None for none."""
    return (state.rounds[0].number, state.number) if state.rounds else None


def _judge(play: Transition, entered: Round) -> None:
    state = play.state
    number = state.number + 1
    judged = judge_round(state.options, number, state.players, state.money, entered)
    state = play.add(judged)
    # A separate event, so that the log itself shows where the money went (poker-face.md, Rules).
    if judged.rest:
        gone = state.discarded + judged.rest
        play.add(RemainderDiscarded(number=number, amount=judged.rest, discarded=gone))


def _rewound(state: State, number: int, players: tuple[str, ...]) -> RoundCorrected:
    """The match as it was before a round."""
    earlier = [one for one in state.rounds if one.number < number]
    # The money after the previous kept round, or the base before all kept ones.
    money = earlier[-1].money if earlier else state.base
    if number == 1:
        money = (state.options.money,) * len(players)
    return RoundCorrected(
        number=number,
        last=state.number,
        players=players,
        money=money,
        discarded=state.base_discarded + sum([one.rest for one in earlier]),
    )


def _entered(judged: RoundJudged, players: tuple[str, ...]) -> Round:
    """A round as it was entered."""
    # Strengths are not stored: they follow from the cards, and their numbering may change.
    table, _ = strengths()
    return Round(
        ante=judged.ante,
        names=tuple([players[place] for place in judged.players]),
        bets=judged.bets,
        hands=judged.hands,
        strengths=tuple([table[weigh(hand)] for hand in judged.hands]),
    )
