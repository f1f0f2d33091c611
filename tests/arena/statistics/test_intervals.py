"""Intervals: published figures, the coverage that they promise, and what they refuse to say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.arena.errors import ArenaError
from carteado.arena.statistics.intervals import (
    bootstrap,
    mean,
    normal_cdf,
    ratio,
    student_quantile,
    units_needed,
    wilson,
)

# Student's own data, as in R's `sleep`: hours gained by ten patients with two drugs.
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
WAITED = [
    0.6012, 1.2326, 1.5027, 0.6829, 0.7519, 0.1634, 0.4611, 0.1534, 1.2979, 0.6482,
    0.5958, 2.1715, 0.75, 0.5261, 0.3132, 0.0747, 0.5415, 0.0261, 0.3441, 0.7002,
    3.3794, 0.1158, 1.1179, 0.693, 1.501, 0.155, 0.0869, 0.5095, 1.5944, 0.2128,
    1.4601, 0.3429, 0.2445, 0.0169, 0.5086, 0.4798, 1.0769, 0.0736, 0.1656, 0.0167,
]  # fmt: skip


class TestDistributions:
    # Student's t by SciPy 1.17.1, scipy.stats.t.ppf.
    @pytest.mark.parametrize(
        ("chance", "freedom", "value"),
        [
            (0.975, 1, 12.706204736174694),
            (0.975, 10, 2.228138851986274),
            (0.995, 29, 2.756385903670605),
            (0.9, 999, 1.2823995700373971),
            (0.975, 1001, 1.9623367052808798),
            (0.975, 100_000, 1.9599877075346095),
        ],
    )
    def test_the_quantiles_of_students_t_match_published_values(
        self, chance: float, freedom: int, value: float
    ) -> None:
        assert student_quantile(chance, freedom) == pytest.approx(value, rel=1e-9)
        assert student_quantile(1 - chance, freedom) == pytest.approx(-value, rel=1e-9)

    def test_the_normal_distribution_is_exact_far_out(self) -> None:
        assert normal_cdf(-10) == pytest.approx(7.619853024160525e-24, rel=1e-12)


class TestMeans:
    def test_the_mean_of_students_pairs_matches_r(self) -> None:
        """R: t.test(paired = TRUE) on `sleep` gives -1.58 and -2.4598858 to -0.7001142."""
        found = mean(np.subtract(FIRST, SECOND))
        assert found.value == pytest.approx(-1.58)
        assert found.interval is not None
        assert found.interval.low == pytest.approx(-2.4598858, abs=1e-7)
        assert found.interval.high == pytest.approx(-0.7001142, abs=1e-7)

    def test_one_value_has_no_interval(self) -> None:
        found = mean([3.0])
        assert found.value == 3.0
        assert found.sd is found.error is found.interval is found.half_width is None

    def test_a_ratio_of_equal_sizes_is_a_mean(self) -> None:
        one, other = mean(FIRST), ratio([4 * value for value in FIRST], [4.0] * 10)
        assert other.value == pytest.approx(one.value)
        assert other.error == pytest.approx(one.error)

    def test_a_ratio_weighs_long_units_more(self) -> None:
        assert ratio([10.0, 0.0], [30.0, 10.0]).value == pytest.approx(0.25)

    @given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
    def test_the_other_way_round_is_the_mirror(self, values: list[float]) -> None:
        one, other = mean(values), mean([-value for value in values])
        assert other.value == pytest.approx(-one.value, abs=1e-6)
        assert one.half_width == pytest.approx(other.half_width)

    def test_its_interval_covers_as_often_as_it_says(self) -> None:
        draw = np.random.RandomState(3)
        sample = draw.exponential(size=(1500, 60))
        held = sum(1.0 in (mean(row).interval or ()) for row in sample)
        assert 0.92 < held / 1500 < 0.96

    def test_an_invalid_sample_is_refused(self) -> None:
        with pytest.raises(ArenaError, match="at least one finite number"):
            mean([])
        with pytest.raises(ArenaError, match="finite"):
            mean([1.0, float("nan")])
        with pytest.raises(ArenaError, match="one positive size"):
            ratio([1.0], [0.0])
        with pytest.raises(ArenaError, match="between 0 and 1"):
            mean([1.0, 2.0], level=95)


class TestWilson:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    @pytest.mark.parametrize(
        ("wins", "games", "low", "high"),
        [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ],
    )
    def test_the_interval_matches_newcombes_table(
        self, wins: int, games: int, low: float, high: float
    ) -> None:
        found = wilson(wins, games)
        assert found is not None
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)

    def test_wilson_covers_nearly_as_often_as_promised(self) -> None:
        """Exactly, over all outcomes of 60 games: about 95% of them, and never far below."""
        found = [wilson(wins, 60) for wins in range(61)]
        shares = [0.05 + 0.01 * step for step in range(91)]
        covered = [
            sum(
                math.comb(60, wins) * share**wins * (1 - share) ** (60 - wins)
                for wins, interval in enumerate(found)
                if share in (interval or ())
            )
            for share in shares
        ]
        assert 0.945 < sum(covered) / len(covered) < 0.96
        assert min(covered) > 0.91

    def test_of_no_games_it_says_nothing(self) -> None:
        assert wilson(0, 0) is None

    def test_more_wins_than_games_are_refused(self) -> None:
        with pytest.raises(ArenaError, match="0 to 3 of 3 trials, not 4"):
            wilson(4, 3)

    @given(st.integers(1, 500), st.data())
    def test_the_loser_sees_the_mirror(self, games: int, data: st.DataObject) -> None:
        wins = data.draw(st.integers(0, games))
        one, other = wilson(wins, games), wilson(games - wins, games)
        assert one is not None
        assert other is not None
        assert one.low == pytest.approx(1 - other.high)
        assert wins / games in one


class TestUnitsNeeded:
    def test_the_usual_plans_need_as_many_units_as_computed_by_hand(self) -> None:
        """(1.96 s / h)^2 at s = 9 big blinds: 50 mbb a hand takes about 124 thousand hands."""
        assert units_needed(9, 0.05) == pytest.approx(124_500, rel=0.001)
        assert units_needed(16, 0.1) == pytest.approx(98_300, rel=0.001)
        assert units_needed(0, 0.1) == 2

    def test_no_width_is_refused(self) -> None:
        with pytest.raises(ArenaError, match="positive, not 0"):
            units_needed(9, 0)


class TestBootstrap:
    def test_the_bootstrap_agrees_with_scipy(self) -> None:
        """scipy.stats.bootstrap of SciPy 1.17.1, 20,000 resamples, BCa."""
        found = bootstrap(WAITED, seed=1, resamples=20_000)
        assert found is not None
        assert found.low == pytest.approx(0.51359, abs=0.012)
        assert found.high == pytest.approx(0.95186, abs=0.012)

    def test_the_same_seed_gives_the_same_interval(self) -> None:
        assert bootstrap(WAITED, seed=7) == bootstrap(WAITED, seed=7)
        assert bootstrap(WAITED, seed=7) != bootstrap(WAITED, seed=8)

    def test_the_bootstrap_agrees_with_student_on_many_units(self) -> None:
        values = np.random.RandomState(5).normal(2, 3, size=5000)
        found, known = bootstrap(values, seed=1), mean(values).interval
        assert found is not None
        assert known is not None
        assert found.half_width == pytest.approx(known.half_width, rel=0.08)

    def test_the_bootstrap_covers_as_often_as_promised(self) -> None:
        draw = np.random.RandomState(11)
        held = 0
        for row in draw.exponential(size=(300, 40)):
            found = bootstrap(row, seed=2, resamples=400)
            assert found is not None
            held += 1.0 in found
        assert 0.89 < held / 300 < 0.98

    def test_one_unit_has_no_interval_and_equal_ones_have_an_empty_one(self) -> None:
        assert bootstrap([1.0], seed=1) is None
        alike = bootstrap([2.0, 2.0, 2.0], seed=1)
        assert alike is not None
        assert (alike.low, alike.high) == (2.0, 2.0)
