"""How many lines of play there are: frozen counts, and PokerKit's on the same positions.

A move is one of `corners`: a raise is to the lowest or the highest total. A line that ends early is
not counted at greater depths.
"""

from __future__ import annotations

import copy
import warnings
from typing import Any

import pytest
from tests.engine.games.holdem.tables import hand
from tests.lazy import Lazy

from carteado.engine.game import Act, Decided
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.state import State

pokerkit: Any = Lazy("pokerkit")

POSITIONS = [
    # By hand, 100 each: fold, call, raise to 40 or 100. Behind a call 4 moves, behind 40 as many,
    # behind 100 fold and call: 10 lines of two moves.
    pytest.param([100, 100], [4, 10, 20, 39, 72], id="heads-up"),
    pytest.param([60, 100], [4, 9, 15, 23, 29], id="heads-up-uneven"),
    pytest.param([100, 100, 100], [4, 14, 42, 103, 236], id="three"),
    pytest.param([60, 100, 140, 100], [4, 14, 40, 131, 352], id="four-uneven"),
]


def perft(state: State, depth: int) -> int:
    seat = GAME.turn(state)
    if seat is None:
        return 0
    moves = GAME.corners(GAME.legal(state, seat))
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        decided = GAME.decide(state, Act(seat=seat, action=move))
        assert isinstance(decided, Decided)
        count += perft(decided.state, depth - 1)
    return count


def pokerkit_perft(game: Any, depth: int) -> int:
    if game.actor_index is None:
        return 0
    raises: set[int] = set()
    if game.can_complete_bet_or_raise_to():
        raises = {
            game.min_completion_betting_or_raising_to_amount,
            game.max_completion_betting_or_raising_to_amount,
        }
    if depth == 1:
        return 2 + len(raises)
    count = 0
    for to in (None, 0, *sorted(raises)):
        then = copy.deepcopy(game)
        if to is None:
            then.fold()
        elif to == 0:
            then.check_or_call()
        else:
            then.complete_bet_or_raise_to(to)
        count += pokerkit_perft(then, depth - 1)
    return count


@pytest.mark.parametrize(("stacks", "counts"), POSITIONS)
def test_positions_have_the_frozen_counts_of_lines(stacks: list[int], counts: list[int]) -> None:
    state = hand(stacks, button=len(stacks) - 1).state
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("stacks", "counts"), POSITIONS)
def test_pokerkit_counts_the_same_lines(stacks: list[int], counts: list[int]) -> None:
    state = hand(stacks, button=len(stacks) - 1).state
    order = state.order
    with warnings.catch_warnings():
        # A cash game of PokerKit lets fold where checking is free, and warns.
        warnings.simplefilter("ignore")
        game = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation),
            False,
            0,
            (10, 20),
            20,
            tuple(stacks[seat] for seat in order),
            len(stacks),
            mode=pokerkit.Mode.CASH_GAME,
        )
        depths = range(1, len(counts) + 1)
        assert [pokerkit_perft(game, depth) for depth in depths] == counts
