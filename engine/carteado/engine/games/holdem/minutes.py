"""Blind levels by minutes: the clock of the table says how many were played."""

from __future__ import annotations

from carteado.engine.errors import Refusal
from carteado.engine.game import Decided, Elapse
from carteado.engine.games.holdem.codes import refuse, spell
from carteado.engine.games.holdem.folding import Transition
from carteado.engine.games.holdem.house_events import MinutesPassed
from carteado.engine.games.holdem.options import MAX_CHIPS
from carteado.engine.games.holdem.state import State

__all__ = ["elapse"]


def elapse(state: State, command: Elapse) -> Decided[State] | Refusal:
    """Note the minutes of the game, between two hands; they never go back."""
    minutes = command.minutes
    if state.options.schedule_by != "minutes":
        return refuse("table/no_minutes")
    # A level holds for whole hands, so the engine accepts minutes only between two of them.
    if state.in_hand:
        return refuse("table/hand_running")
    before = state.house.minutes
    # MAX_CHIPS is only a bound on the size of a number in a log.
    if type(minutes) is not int or not before < minutes <= MAX_CHIPS:
        return refuse("table/bad_minutes", minutes=spell(minutes), before=before)
    return Transition(state).answer(MinutesPassed(minutes=minutes))
