"""Positions of Buraco for the tests: as scenarios describe them, played move by move."""

from __future__ import annotations

from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    Redraw,
    TakePile,
)
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.starting import placed
from carteado.engine.games.buraco.state import State

DRAW, TAKE, REDRAW, DECLINE = Draw(), TakePile(), Redraw(), Decline()
CLEAN = ["3S", "4S", "5S", "6S", "7S", "8S", "9S"]
DIRTY = ["3S", "4S", "5S", "6S", "7S", "8S", "2H"]
OUT = {"mortos": 0, "took": [True, True]}


def cards(text: str) -> Any:
    return tuple(text.split())


def meld(text: str) -> Meld:
    return Meld(cards=cards(text))


def extend(at: int, text: str) -> Extend:
    return Extend(meld=at, cards=cards(text))


def discard(card: Any) -> Discard:
    return Discard(card=card)


def position(profile: str = "mineiro", rules: dict[str, Any] | None = None, **given: Any) -> State:
    """A position under a profile with some house rules; card texts are split."""
    options = PRESETS[profile]
    if rules:
        plain = {name: getattr(options, name) for name in options.__dataclass_fields__}
        options = Options(**{**plain, **rules})
    for key, value in given.items():
        if isinstance(value, str) and key != "phase":
            given[key] = value.split()
    return placed(given, options)


def play(state: State, *actions: Any) -> State:
    """The state after actions of the acting seats; each must be legal."""
    for action in actions:
        seat = state.to_act
        assert seat is not None
        answer = GAME.decide(state, Act(seat=seat, action=action))
        assert isinstance(answer, Decided), (action, answer)
        state = answer.state
    return state


def refused(state: State, action: Any, seat: int | None = None) -> Refusal:
    """The refusal of an action; the state stays as it is."""
    before = repr(state)
    actor: Any = state.to_act if seat is None else seat
    answer = GAME.decide(state, Act(seat=actor, action=action))
    assert isinstance(answer, Refusal), f"{action} was accepted"
    assert repr(state) == before
    return answer


def total_of(state: State, team: int) -> int:
    return state.sheets[team].total


def lines_of(state: State, team: int) -> dict[str, int]:
    return {line.name: line.points for line in state.sheets[team].lines}
