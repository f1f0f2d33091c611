"""Deals in the middle of play, for the tests of the kernel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from carteado.engine.deal import shuffle
from carteado.engine.game import Act, Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.kernel import from_state
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import turn_of

__all__ = ["RULES", "accepted", "dealt", "states_of"]

ODD_RULES: dict[str, dict[str, Any]] = {
    "fixed wilds, minimum": {
        "wild_relocation": "fixed",
        "opening_minimum": 60,
        "sets": "aces_kings_threes",
        "jokers": 2,
    },
    "marred, forfeits": {
        "wild_regularise": False,
        "no_clean_forfeits": True,
        "hand_penalty": False,
        "special_with_wild": True,
        "real_bonus": 900,
        "single_card_return": True,
        "stall_limit": 1,
    },
    "converted without": {
        "batida_without_morto_if_converted": True,
        "morto_penalty_waived_if_converted": True,
        "final_discard": "required",
        "stock_reserve": 3,
        "last_turn": "always",
    },
    "reserve, closed, top": {
        "pile_visibility": "top_only",
        "encartada_scope": "top",
        "unused_morto_counts_as_not_taken": True,
        "indirect_morto_hidden": True,
        "jokers": 1,
    },
}
RULES: dict[str, Options] = {
    **PRESETS,
    **{name: Options(**rules) for name, rules in ODD_RULES.items()},
}


def accepted(state: State, command: Any) -> State:
    """The state after a command that is legal."""
    answer = GAME.decide(state, command)
    assert isinstance(answer, Decided), (command, answer)
    return answer.state


def dealt(rules: Options, chance: random.Random) -> State:
    """A deal just dealt."""
    state = GAME.new(rules)
    for seat in range(4):
        state = accepted(state, Sit(seat=seat, name=f"p{seat}"))
    return accepted(state, Deal(deck=shuffle(GAME.pack(state) or (), chance.randbytes(32))))


def states_of(rules: Options, number: int) -> Iterator[State]:
    """Every state of a deal between greedy players."""
    state = dealt(rules, random.Random(number))
    while state.in_deal:
        yield state
        assert state.to_act is not None
        action = turn_of(from_state(state), greedy_policy)[0]
        state = accepted(state, Act(seat=state.to_act, action=action))
