"""Scenarios of Hold'em: positions, moves and facts in the words of scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.cards import Card, parse_cards
from carteado.engine.errors import CardError, OptionsError, Refusal
from carteado.engine.game import Act, Action, Decided
from carteado.engine.games.holdem.actions import AllIn, Call, Check, Fold, Muck, Raise, Show
from carteado.engine.games.holdem.legal import call_of, legal
from carteado.engine.games.holdem.options import MAX_CHIPS, Options
from carteado.engine.games.holdem.rules import decide
from carteado.engine.games.holdem.seating import next_layout
from carteado.engine.games.holdem.starting import deal_cards, seated, stand
from carteado.engine.games.holdem.state import State, pots_now
from carteado.engine.options import options_from_text
from carteado.engine.scenario import ScenarioError, as_text, check_keys

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
        for key in ("button", "stacks"):
            if key not in given:
                raise ScenarioError(f"a position says its {key}", "given")
        stacks = _stacks(given["stacks"])
        button = _seat(given["button"], len(stacks), "button")
        state = seated(_options(given, data.get("rules"), len(stacks)), stacks, button)
        if "small" in given:
            state = _standing(state, button, given["small"])
        hands, board = _known(given, len(stacks))
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
        actor = state.order[0] if seat is None else seat
        answer = decide(state, Act(seat=actor, action=_ACTIONS[data["do"]](data)))
        return answer.state if isinstance(answer, Decided) else answer

    def legal(self, state: State, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a seat is offered; nothing is told as it is asked for: none, false or 0.

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
        return {key: _as_asked(found[key], asked[key]) for key in asked}

    def fact(self, state: State, name: str) -> Any:
        """One of `facts` about a hand."""
        return _FACTS[name](state)


KIND = HoldemScenarios()
"""What `scenario.run_scenario` asks for."""


def _run_out(state: State) -> State:
    """Everybody checks or calls to the end, and whoever is asked shows."""
    while state.to_act is not None:
        seat = state.to_act
        action: Action = Show() if state.phase == "showdown" else Check()
        if state.phase != "showdown" and call_of(state, seat):
            action = Call()
        answer = decide(state, Act(seat=seat, action=action))
        assert isinstance(answer, Decided)
        state = answer.state
    return state


def _as_asked(found: Any, asked: Any) -> Any:
    if found is None and asked in (False, 0):
        return asked
    if isinstance(asked, bool) and not isinstance(found, bool):
        return found is not None
    return found


def _stacks(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= 10:
        raise ScenarioError("stacks are a list of 2 to 10", "given", "stacks")
    for chips in value:
        if type(chips) is not int or not 0 <= chips <= MAX_CHIPS:
            raise ScenarioError(f"{chips!r:.40} is not a number of chips", "given", "stacks")
    return tuple(value)


def _options(given: Mapping[str, Any], rules: Any, seats: int) -> Options:
    rules = {} if rules is None else rules
    if not isinstance(rules, Mapping):
        raise ScenarioError("rules are options by name", "rules")
    base = Options(seats=seats)
    own = {key: given[key] for key in ("blinds", "ante", "ante_kind") if key in given}
    for place, values in (("rules", rules), ("given", own)):
        try:
            texts = {str(key): as_text(value) for key, value in values.items()}
            base = options_from_text(Options, base, texts)
        except OptionsError as error:
            raise ScenarioError(error.message, place, error.key) from None
    if base.seats != seats:
        raise ScenarioError(f"{base.seats} seats beside {seats} stacks", "rules", "seats")
    return base


def _standing(state: State, button: int, small: Any) -> State:
    """The table where the small blind is given: a seat, or dead."""
    seats = len(state.names)
    if small is not None and str(small).lower() != "none":
        return stand(state, button=button, small_at=_seat(small, seats, "small"))
    at = (button + 1) % seats
    if state.stacks[at]:
        reason = "a dead small blind is where nobody sits, on the left of the button"
        raise ScenarioError(reason, "given", "small")
    return stand(state, button=button, small_at=at)


def _known(
    given: Mapping[str, Any], seats: int
) -> tuple[Mapping[int, tuple[Card, ...]], tuple[Card, ...]]:
    """The hands and the board that a position names."""
    hands = given.get("hands") or {}
    if not isinstance(hands, Mapping):
        raise ScenarioError("hands are cards by seat", "given", "hands")
    known = {_seat(seat, seats, "hands"): _cards(cards, "hands") for seat, cards in hands.items()}
    if any(len(cards) != 2 for cards in known.values()):
        raise ScenarioError("a hand has two cards", "given", "hands")
    board = _cards(given.get("board") or (), "board")
    if len(board) > 5:
        raise ScenarioError("a board has five cards at most", "given", "board")
    return known, board


def _seat(value: Any, seats: int, key: str) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value)
    if type(value) is not int or not 0 <= value < seats:
        raise ScenarioError(f"there is no seat {value!r:.40}", "given", key)
    return value


def _cards(value: Any, key: str) -> tuple[Card, ...]:
    text = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
    try:
        if not isinstance(text, str):
            raise CardError(f"{text!r:.40} is not cards, such as AsKd")
        return parse_cards(text)
    except CardError as error:
        raise ScenarioError(str(error), "given", key) from None
