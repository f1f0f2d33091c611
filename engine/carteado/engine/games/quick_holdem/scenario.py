"""Scenarios of Quick Hold'em: positions, moves and facts in the words of scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.errors import CardError, Refusal
from carteado.engine.game import Act, Action, Deal, Decided, SeatTaken
from carteado.engine.games.quick_holdem.actions import Fold, Play, Stake
from carteado.engine.games.quick_holdem.legal import legal
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.games.quick_holdem.quick_holdem import GAME
from carteado.engine.games.quick_holdem.state import (
    State,
    board_positions,
    new_state,
    next_leader,
    pots_now,
)
from carteado.engine.poker.dealing import arranged, places
from carteado.engine.state import changed
from carteado.engine.tables.scenario import ScenarioError, check_keys
from carteado.engine.tables.scenario_values import (
    as_asked,
    known_cards,
    options_given,
    seat_given,
    stacks_given,
)

__all__ = ["KIND", "QuickHoldemScenarios"]

_FACTS: Mapping[str, Callable[[State], Any]] = {
    "over": lambda state: not state.in_hand,
    "credits": lambda state: state.stacks,
    "to_act": lambda state: state.to_act,
    "leader": lambda state: state.leader,
    "leader_next": lambda state: None if state.winner is not None else next_leader(state),
    "stake": lambda state: state.stake,
    "pot": lambda state: state.pot,
    "pots": pots_now,
    "returned": lambda state: state.returned,
    "won": lambda state: state.won,
    "shown": lambda state: [seat for seat in state.order if state.shown[seat]],
    "board": lambda state: len(state.board),
    "winner": lambda state: state.winner,
}

_ACTIONS: Mapping[str, Callable[[Mapping[str, Any]], Action]] = {
    "stake": lambda step: Stake(amount=step["amount"]),
    "play": lambda step: Play(),
    "fold": lambda step: Fold(),
}


class QuickHoldemScenarios:
    """Quick Hold'em's part of its scenarios; see `scenario.ScenarioKind`."""

    keys: tuple[str, ...] = ()
    verbs: Mapping[str, Mapping[str, bool]] = {
        "stake": {"amount": True},
        "play": {},
        "fold": {},
    }
    facts: tuple[str, ...] = tuple(_FACTS)

    def begin(self, data: Mapping[str, Any]) -> State:
        """The hand once it is dealt.

        Raises:
            ScenarioError: the position makes no sense.
        """
        given: Any = data.get("given")
        check_keys(given, ("leader", "credits", "hands", "board"), "given")
        credits = stacks_given(given, "credits")
        seats = len(credits)
        options = options_given(Options(seats=seats), ("rules", data.get("rules")))
        if options.seats != seats:
            raise ScenarioError(f"{options.seats} seats beside {seats} credits", "rules", "seats")
        leader = seat_given(given.get("leader", 0), seats, "leader")
        state = _seated(options, credits, leader)
        hands, board = known_cards(given, seats)
        # The order of `playing.deal`: known cards have to lie where the deal will find them.
        around = [(leader + step) % seats for step in range(1, seats + 1)]
        order = [seat for seat in around if credits[seat]]
        try:
            deck = arranged(places(order, hands, board_positions(len(order)), board))
        except CardError as error:
            raise ScenarioError(str(error), "given") from None
        answer = GAME.decide(state, Deal(deck=deck))
        if isinstance(answer, Refusal):
            raise ScenarioError(answer.message, "given", "credits")
        # A leader without credit is passed over, which would silently change the scenario.
        if answer.state.leader != leader:
            reason = f"seat {leader} cannot lead: seat {answer.state.leader} does"
            raise ScenarioError(reason, "given", "leader")
        return answer.state

    def turn(self, state: State) -> int | None:
        """The seat to act."""
        return state.to_act

    def step(self, state: State, seat: int | None, data: Mapping[str, Any]) -> State | Refusal:
        """The hand after a step, or why it is refused."""
        # Without a turn every seat gets the same refusal.
        actor = state.order[0] if seat is None else seat
        answer = GAME.decide(state, Act(seat=actor, action=_ACTIONS[data["do"]](data)))
        return answer.state if isinstance(answer, Decided) else answer

    def legal(self, state: State, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """A seat's legal actions; an absent one is written as the type asks: none, false or 0.

        Raises:
            ScenarioError: there is no such seat or key.
        """
        check_keys(asked, ("stake", "play", "fold"), "legal")
        if not 0 <= seat < len(state.names):
            raise ScenarioError(f"there is no seat {seat}", "seat")
        offered = legal(state, seat)
        return {key: as_asked(getattr(offered, key), asked[key]) for key in asked}

    def fact(self, state: State, name: str) -> Any:
        """One of `facts` about a hand."""
        return _FACTS[name](state)


KIND = QuickHoldemScenarios()
"""What `scenario.run_scenario` asks for."""


def _seated(options: Options, credits: tuple[int, ...], leader: int) -> State:
    """A table in its game, at which a seat is about to lead and everybody with credit sits."""
    state = new_state(options)
    for seat, credit in enumerate(credits):
        if credit:
            name = f"p{seat + 1}"
            # As an event and not as a command: a scenario may seat players in a running game.
            state = GAME.evolve(state, SeatTaken(seat=seat, name=name, bot=False, stack=credit))
    # One seat before the wanted leader: the deal moves the lead left.
    return changed(state, running=True, leader=(leader - 1) % len(credits))
