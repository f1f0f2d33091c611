"""What a deal that breaks off is worth, and playouts that break off."""

from __future__ import annotations

import random
import statistics

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import position
from tests.odds.buraco.views import seen

from carteado.engine.games.buraco.kernel import Chance, Kernel, from_state, points
from carteado.engine.games.buraco.options import PRESETS
from carteado.odds.buraco.arrangements import arrangements
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.locations import locations_of
from carteado.odds.buraco.playouts import playout
from carteado.odds.buraco.standing import left, standing, traits
from carteado.odds.buraco.trials import compare


def broken_off(profile: str, count: int) -> list[Kernel]:
    """Deals between greedy players, each after some of its turns."""
    chance, found = random.Random(8), list[Kernel]()
    for _ in range(count):
        deal = from_state(dealt(PRESETS[profile], chance))
        for _ in range(chance.randrange(20, 60)):
            if not deal.over:
                greedy_policy(deal, Chance(0))
        found.append(deal)
    return found


@pytest.mark.parametrize("profile", list(PRESETS))
def test_one_pair_gains_what_the_other_loses(profile: str) -> None:
    for deal in broken_off(profile, 6):
        assert standing(deal, 0) == pytest.approx(-standing(deal, 1))


def test_a_deal_that_is_over_is_worth_its_points() -> None:
    for deal in broken_off("mineiro", 3):
        while not deal.over:
            greedy_policy(deal, Chance(0))
        ours, theirs = points(deal)
        assert standing(deal, 0) == ours - theirs


@pytest.mark.parametrize("profile", list(PRESETS))
def test_standing_predicts_the_end_better_than_points_on_the_table(profile: str) -> None:
    by_points, by_standing = [], []
    for deal in broken_off(profile, 150):
        ours, theirs = playout(deal, greedy_policy, 0)
        now = points(deal)
        by_points.append((ours - theirs - now[0] + now[1]) ** 2)
        by_standing.append((ours - theirs - standing(deal, 0)) ** 2)
    assert statistics.mean(by_standing) < 0.98 * statistics.mean(by_points)


def test_a_pairs_cards_are_counted_for_it() -> None:
    deal = from_state(
        position(
            hand="3S 2H KD", hand_2="2C 2C", took=[True, False], melds={"A": [["4H", "5H", "6H"]]}
        )
    )
    fits, cards, wilds, worth, morto, ready, to_move = traits(deal, 0)
    assert (fits, cards, wilds, morto, ready, to_move) == (2, 5, 3, True, False, True)
    assert worth == 5 + 10 + 3 * 10
    assert traits(deal, 1)[4:] == (False, False, False)
    assert left(deal) == len(deal.stock) + sum(map(len, deal.mortos))


def test_playouts_break_off() -> None:
    state = next(state for state in states_of(PRESETS["mineiro"], 2) if state.phase == "play")
    seat = state.to_act
    assert seat is not None
    knowledge = locations_of(seen(state, seat), seat).knowledge
    plans = arrangements(knowledge, 4)
    short = compare(knowledge, plans, playouts=40, ahead=8).work
    whole = compare(knowledge, plans, playouts=40).work
    assert short.playouts == whole.playouts == 40
    assert short.turns <= 8 * 40 < whole.turns


def test_plays_of_two_rounds_spread_less_than_those_of_a_whole_deal() -> None:
    state = [state for state in states_of(PRESETS["mineiro"], 3) if state.phase == "play"][10]
    seat = state.to_act
    assert seat is not None
    knowledge = locations_of(seen(state, seat), seat).knowledge
    plans = arrangements(knowledge, 2)
    short = compare(knowledge, plans, playouts=120, ahead=8).plays[1].behind
    whole = compare(knowledge, plans, playouts=120).plays[1].behind
    assert short.high - short.low < 0.7 * (whole.high - whole.low)
