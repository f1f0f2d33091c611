"""Ratings: a published table, the likelihood by brute force, and who cannot be rated."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from tests.arena.measurements import duel_sets, games, table_sets

from carteado.arena.statistics.ratings import (
    ELO,
    Pools,
    Ratings,
    bradley_terry,
    fit,
    ranking_pools,
    rankings,
    skill,
)
from carteado.arena.statistics.tally import tally

# Agresti, Categorical Data Analysis (2002), table 10.10: the American League's east in 1987; how
# often the row's team beat the column's. Milwaukee, Detroit, Toronto, New York, Boston, Cleveland,
# Baltimore.
BEAT = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
# R's BradleyTerry2, countsToBinomial(baseball), against Baltimore: ability and standard error.
KNOWN = ((1.5814, 0.3433), (1.4364, 0.3396), (1.2945, 0.3367), (1.2476, 0.3359))


def points(ratings: Ratings | None) -> dict[int, float | None]:
    assert ratings is not None
    return {rating.entrant: rating.points for rating in ratings.ratings}


def season() -> list[tuple[int, int, int]]:
    return [(row, column, BEAT[row][column]) for row in range(7) for column in range(7)]


class TestBradleyTerry:
    def test_the_baseball_season_of_1987_gives_the_published_abilities(self) -> None:
        found = points(bradley_terry(tally(games(season())).groups, 7))
        base = found[6]
        assert base is not None
        for team, (ability, _) in enumerate(KNOWN):
            assert ((found[team] or 0.0) - base) / ELO == pytest.approx(ability, abs=6e-5)

    def test_the_baseball_season_gives_the_published_standard_errors(self) -> None:
        pools: Pools = {
            frozenset((row, column)): float(BEAT[row][column] + BEAT[column][row])
            for row in range(7)
            for column in range(row)
        }
        _, covariance = fit(np.array(BEAT, dtype=float).sum(axis=1), pools, precision=0.0)
        for team, (_, error) in enumerate(KNOWN):
            variance = covariance[team, team] + covariance[6, 6] - 2 * covariance[team, 6]
            assert math.sqrt(variance) == pytest.approx(error, abs=6e-5)

    def test_two_entrants_stand_as_far_apart_as_their_share(self) -> None:
        found = bradley_terry(tally(games([(0, 1, 60), (1, 0, 30)], draws=[(0, 1, 10)])).groups, 2)
        both = points(found)
        assert (both[0] or 0.0) - (both[1] or 0.0) == pytest.approx(400 * math.log10(65 / 35))
        assert found is not None
        assert found.rated == "games"
        assert found.count == 100

    def test_the_undefeated_gets_the_reason_and_the_others_their_rating(self) -> None:
        results = [(0, 1, 5), (0, 2, 5), (1, 2, 3), (2, 1, 2), (1, 3, 4)]
        found = bradley_terry(tally(games(results), 5).groups, 5)
        assert found is not None
        ratings = {rating.entrant: rating for rating in found.ratings}
        assert ratings[1].points == pytest.approx(200 * math.log10(60 / 40))
        assert "no rating is high enough" in ratings[0].why
        assert "no rating is low enough" in ratings[3].why
        assert ratings[4].why == "it met nobody"
        assert ratings[0].points is ratings[0].interval is ratings[0].league is None

    def test_two_leagues_that_never_met_are_rated_apart(self) -> None:
        results = [(0, 1, 3), (1, 0, 2), (2, 3, 2), (3, 2, 3)]
        found = bradley_terry(tally(games(results)).groups, 4)
        assert found is not None
        assert {rating.entrant: rating.league for rating in found.ratings} == {
            0: 0,
            1: 0,
            2: 1,
            3: 1,
        }

    def test_without_duels_there_is_none(self) -> None:
        assert bradley_terry(tally(table_sets(10, [1, 0, -1])).groups, 3) is None
        assert bradley_terry((), 2) is None


class TestSkill:
    def test_everybody_has_one(self) -> None:
        found = skill(tally(games([(0, 1, 5), (0, 2, 5)]), 4).groups, 4)
        assert found is not None
        result = points(found)
        assert result[0] == max(value for value in result.values() if value is not None)
        assert all(rating.interval is not None for rating in found.ratings)
        assert sum(value or 0.0 for value in result.values()) == pytest.approx(0, abs=1e-6)

    def test_much_play_outweighs_the_prior(self) -> None:
        groups = tally(games([(0, 1, 6000), (1, 0, 4000)])).groups
        known, found = points(bradley_terry(groups, 2)), points(skill(groups, 2))
        assert found[0] == pytest.approx(known[0], rel=0.01)

    def test_strengths_are_found_again(self) -> None:
        draw, strengths = random.Random(9), [0.8, 0.2, -0.3, -0.7]
        orders: dict[tuple[tuple[int, ...], ...], float] = {}
        for _ in range(4000):
            left, order = [0, 1, 2, 3], []
            while left:
                weights = [math.exp(strengths[who]) for who in left]
                order.append(draw.choices(left, weights)[0])
                left.remove(order[-1])
            key = tuple((who,) for who in order)
            orders[key] = orders.get(key, 0) + 1
        x, covariance = fit(*ranking_pools(orders.items(), 4), precision=1e-6)
        for who, strength in enumerate(strengths):
            assert abs(x[who] - x.mean() - strength) < 4 * math.sqrt(1.5 / 4000)
        assert np.all(np.diag(covariance) > 0)

    def test_shared_places_count_as_every_order_alike(self) -> None:
        """The slope of the likelihood, spelt out over all orders, is level at the found top."""
        tied = (((2,), (0, 1, 3)), 2.0)
        plain = (((0,), (3,), (1,), (2,)), 3.0)
        x, _ = fit(*ranking_pools([tied, plain], 4), precision=0.5)

        def height(at: np.ndarray) -> float:
            total = -0.25 * float(at @ at)
            for order in permutations((0, 1, 3)):
                total += 2.0 / 6 * log_chance(at, (2, *order))
            return total + 3.0 * log_chance(at, (0, 3, 1, 2))

        for who in range(4):
            step = np.zeros(4)
            step[who] = 1e-5
            assert (height(x + step) - height(x - step)) / 2e-5 == pytest.approx(0, abs=1e-7)

    def test_a_table_of_four_is_rated_by_its_sets(self) -> None:
        found = skill(tally(table_sets(150, [30, 10, -10, -30])).groups, 4)
        assert found is not None
        assert found.rated == "sets"
        assert found.count == 150
        assert [rating.entrant for rating in found.ratings] == [0, 1, 2, 3]

    def test_neither_order_nor_names_matter(self) -> None:
        matches = table_sets(60, [20, 0, -5, -15])
        turned = [replace(match, seats=tuple(3 - who for who in match.seats)) for match in matches]
        one = points(skill(tally(matches[::-1]).groups, 4))
        other = points(skill(tally(turned).groups, 4))
        for who in range(4):
            assert other[3 - who] == pytest.approx(one[who])

    def test_there_are_no_ratings_without_matches(self) -> None:
        assert skill((), 3) is None


def log_chance(x: np.ndarray, order: tuple[int, ...]) -> float:
    total = 0.0
    for at, who in enumerate(order):
        total += x[who] - math.log(sum(math.exp(x[left]) for left in order[at:]))
    return total


def test_duels_of_single_deals_are_rated_by_who_won_the_set() -> None:
    found = dict(rankings(tally(duel_sets(30)).groups))
    assert sum(found.values()) == 30
    assert set(found) <= {((0,), (1,)), ((1,), (0,)), ((0, 1),)}
