"""Scenarios of Hold'em: positions, moves and facts in the words of scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.errors import CardError, Refusal
from carteado.engine.game import Act, Action, Decided
from carteado.engine.games.holdem.actions import (
    AllIn,
    Call,
    Check,
    Fold,
    Muck,
    Raise,
    RunOnce,
    RunTwice,
    Show,
)
from carteado.engine.games.holdem.holdem import GAME
from carteado.engine.games.holdem.legal import call_of, legal
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.seating import next_layout
from carteado.engine.games.holdem.starting import deal_cards, seated, stand
from carteado.engine.games.holdem.state import State, pots_now
from carteado.engine.tables.scenario import ScenarioError, check_keys
from carteado.engine.tables.scenario_values import (
    as_asked,
    known_cards,
    options_given,
    seat_given,
    stacks_given,
)

__all__ = ["KIND", "HoldemScenarios"]

_GIVEN = ("button", "small", "stacks", "blinds", "ante", "ante_kind", "hands", "board")
_LEGAL = ("fold", "check", "call", "raise", "all_in", "show", "muck")


def _blinds_next(state: State) -> Mapping[str, int | None] | None:
    layout = next_layout(state)
    if layout is None:
        return None
    return {"button": layout.button, "small": layout.small, "big": layout.big}


_FACTS: Mapping[str, Callable[[State], Any]] = {
    "street": lambda state: state.street,
    "to_act": lambda state: state.to_act,
    "pot": lambda state: state.pot,
    "pots": pots_now,
    "stacks": lambda state: state.stacks,
    "returned": lambda state: state.returned,
    "won": lambda state: state.won,
    "shown": lambda state: state.shows,
    "over": lambda state: not state.in_hand,
    "button": lambda state: state.button,
    "blinds_next": _blinds_next,
}

_ACTIONS: Mapping[str, Callable[[Mapping[str, Any]], Action]] = {
    "fold": lambda step: Fold(),
    "check": lambda step: Check(),
    "call": lambda step: Call(),
    "bet": lambda step: Raise(to=step["to"]),
    "raise": lambda step: Raise(to=step["to"]),
    "all_in": lambda step: AllIn(),
    "show": lambda step: Show(),
    "muck": lambda step: Muck(),
    "run_twice": lambda step: RunTwice(),
    "run_once": lambda step: RunOnce(),
}


class HoldemScenarios:
    """Hold'em's part of its scenarios; see `scenario.ScenarioKind`."""

    keys: tuple[str, ...] = ()
    verbs: Mapping[str, Mapping[str, bool]] = {
        **{verb: {} for verb in (*_ACTIONS, "run_out")},
        "bet": {"to": True},
        "raise": {"to": True},
    }
    facts: tuple[str, ...] = tuple(_FACTS)

    def begin(self, data: Mapping[str, Any]) -> State:
        """The hand once it is dealt and the forced bets are in.

        Raises:
            ScenarioError: the position makes no sense.
        """
        given: Any = data.get("given")
        check_keys(given, _GIVEN, "given")
        # Without a default: who posts and who acts first follows from the button, so a guess
        # would hide errors.
        if "button" not in given:
            raise ScenarioError("a position says its button", "given")
        stacks = stacks_given(given, "stacks")
        button = seat_given(given["button"], len(stacks), "button")
        state = seated(_options(given, data.get("rules"), len(stacks)), stacks, button)
        # Only where it is said; otherwise the blinds are where a new game has them.
        if "small" in given:
            state = _standing(state, button, given["small"])
        hands, board = known_cards(given, len(stacks))
        try:
            dealt = deal_cards(state, hands, board)
        except CardError as error:
            raise ScenarioError(str(error), "given") from None
        if isinstance(dealt, Refusal):
            raise ScenarioError(dealt.message, "given", "stacks")
        return dealt

    def turn(self, state: State) -> int | None:
        """The seat to act."""
        return state.to_act

    def step(self, state: State, seat: int | None, data: Mapping[str, Any]) -> State | Refusal:
        """The hand after a step, or why it is refused."""
        if data["do"] == "run_out":
            return _run_out(state)
        # Without a turn every seat gets the same refusal, so any seat will do.
        actor = state.order[0] if seat is None else seat
        # The step goes through the real decider, so a scenario tests the rules and not a copy of
        # them.
        answer = GAME.decide(state, Act(seat=actor, action=_ACTIONS[data["do"]](data)))
        return answer.state if isinstance(answer, Decided) else answer

    def legal(self, state: State, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """A seat's legal actions; an absent one is written as the type asks: none, false or 0.

        Raises:
            ScenarioError: there is no such seat or key.
        """
        check_keys(asked, _LEGAL, "legal")
        if not 0 <= seat < len(state.names):
            raise ScenarioError(f"there is no seat {seat}", "seat")
        offered = legal(state, seat)
        found = {
            "fold": offered.fold,
            "check": offered.check,
            "call": offered.call,
            "raise": offered.raise_to,
            "all_in": offered.all_in,
            "show": offered.show,
            "muck": offered.muck,
        }
        return {key: as_asked(found[key], asked[key]) for key in asked}

    def fact(self, state: State, name: str) -> Any:
        """One of `facts` about a hand."""
        return _FACTS[name](state)


KIND = HoldemScenarios()
"""What `scenario.run_scenario` asks for."""


def _run_out(state: State) -> State:
    """Everybody checks or calls to the end, and shows when asked."""
    while state.to_act is not None:
        seat = state.to_act
        action: Action = Show() if state.phase == "showdown" else Check()
        if state.phase == "asking":
            # Agreeing to two runs would need a second board, which a scenario can ask for in
            # steps of its own.
            action = RunOnce()
        # A call where there is something to call, since checking would be refused.
        elif state.phase != "showdown" and call_of(state, seat):
            action = Call()
        answer = GAME.decide(state, Act(seat=seat, action=action))
        assert isinstance(answer, Decided)
        state = answer.state
    return state


def _options(given: Mapping[str, Any], rules: Any, seats: int) -> Options:
    # Options inside "given" are the common ones, so that a short scenario needs no "rules".
    own = {key: given[key] for key in ("blinds", "ante", "ante_kind") if key in given}
    base = options_given(Options(seats=seats), ("rules", rules), ("given", own))
    # The number of stacks decides; rules that say another one contradict it.
    if base.seats != seats:
        raise ScenarioError(f"{base.seats} seats beside {seats} stacks", "rules", "seats")
    return base


def _standing(state: State, button: int, small: Any) -> State:
    """The table where the small blind is given: a seat, or dead."""
    seats = len(state.names)
    # YAML writes none as null or as a word, depending on who writes the file.
    if small is not None and str(small).lower() != "none":
        return stand(state, button=button, small_at=seat_given(small, seats, "small"))
    at = (button + 1) % seats
    if state.stacks[at]:
        reason = "a dead small blind is where nobody sits, on the left of the button"
        raise ScenarioError(reason, "given", "small")
    return stand(state, button=button, small_at=at)
