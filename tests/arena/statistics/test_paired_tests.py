"""Tests by sign and rank, and plans for them, against published examples."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.arena.errors import ArenaError
from carteado.arena.statistics.paired_tests import (
    Design,
    Side,
    midranks,
    power,
    rank_sum_test,
    sample_size,
    sign_test,
    signed_rank_test,
)

# Hollander and Wolfe (1973), 29 f.: depression before and after; 69 f.: permeability.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
AT_TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLY = [1.15, 0.88, 0.90, 0.74, 1.21]


class TestSignedRanks:
    def test_the_example_of_hollander_and_wolfe_gives_the_p_of_r(self) -> None:
        """R's example of wilcox.test: V = 40, p-value = 0.01953."""
        found = signed_rank_test(BEFORE, AFTER, side=Side.GREATER)
        assert found.statistic == 40
        assert found.p == pytest.approx(0.01953125)
        assert found.exact

    def test_many_pairs_with_ties_go_by_the_normal_distribution(self) -> None:
        """SciPy 1.17.1, wilcoxon(correction=True, method="asymptotic")."""
        first = [(at * 7) % 11 for at in range(80)]
        second = [(at * 5) % 8 + 1 for at in range(80)]
        found = signed_rank_test(first, second)
        assert not found.exact
        assert found.p == pytest.approx(0.3364740804717272, rel=1e-6)

    def test_the_exact_and_the_approximate_p_are_close(self) -> None:
        draw = np.random.RandomState(1)
        exact = signed_rank_test(draw.normal(0.3, 1, size=50), np.zeros(50))
        more = draw.normal(0.3, 1, size=51)
        near = signed_rank_test(more, np.zeros(51))
        assert exact.exact
        assert not near.exact
        doubled = signed_rank_test(more[:50], np.zeros(50))
        assert doubled.p is not None
        assert near.p is not None
        assert near.p == pytest.approx(doubled.p, abs=0.05)

    def test_equal_pairs_say_nothing(self) -> None:
        found = signed_rank_test([1.0, 2.0], [1.0, 2.0])
        assert found.p is None
        assert found.used == 0

    @given(st.lists(st.integers(-6, 6), min_size=1, max_size=25))
    def test_the_sides_are_mirrors(self, moved: list[int]) -> None:
        none = [0] * len(moved)
        for test in (sign_test, signed_rank_test):
            up, down = test(moved, none, side=Side.GREATER), test(none, moved, side=Side.LESS)
            assert up.p == down.p

    def test_under_no_difference_one_in_twenty_is_significant(self) -> None:
        draw = np.random.RandomState(4)
        found = [
            signed_rank_test(row, np.zeros(20)).p or 1.0 for row in draw.normal(size=(400, 20))
        ]
        assert 0.03 < np.mean(np.array(found) <= 0.05) < 0.07


class TestOthers:
    def test_the_rank_sum_of_hollander_and_wolfe_gives_the_p_of_r(self) -> None:
        """R's example of wilcox.test: W = 35, p-value = 0.1272."""
        found = rank_sum_test(AT_TERM, EARLY, side=Side.GREATER)
        assert found.statistic == 35
        assert found.p == pytest.approx(0.1272, abs=5e-5)

    def test_a_rank_sum_of_many_with_ties_gives_the_p_of_scipy(self) -> None:
        """SciPy 1.17.1, mannwhitneyu(method="asymptotic")."""
        first = [(at * 7) % 11 for at in range(60)]
        second = [(at * 5) % 8 + 2 for at in range(50)]
        found = rank_sum_test(first, second)
        assert not found.exact
        assert found.p == pytest.approx(0.48028294567048735, rel=1e-6)

    def test_the_sign_test_counts_coins(self) -> None:
        found = sign_test([1] * 9 + [0], [0] * 9 + [1])
        assert found.p == pytest.approx(2 * 11 / 1024)

    def test_data_without_a_comparison_have_no_p_or_are_refused(self) -> None:
        assert rank_sum_test([], [1.0]).p is None
        assert rank_sum_test([2.0, 2.0], [2.0]).p == 1.0
        with pytest.raises(ArenaError, match="equally long"):
            sign_test([1.0], [])
        with pytest.raises(ArenaError, match="finite"):
            rank_sum_test([float("inf")], [1.0])

    def test_equal_values_share_their_ranks(self) -> None:
        assert midranks(np.array([5.0, 1.0, 5.0, 9.0])).tolist() == [2.5, 1.0, 2.5, 4.0]


class TestPower:
    def test_power_and_size_match_the_examples_of_r(self) -> None:
        """R's power.t.test: n = 20, delta = 1 gives 0.8689528; power = .90 gives n = 22.02110."""
        found = power(20, delta=1, sd=1, design=Design.TWO)
        assert found == pytest.approx(0.8689528, abs=1e-6)
        assert sample_size(delta=1, sd=1, wanted=0.9, design=Design.TWO) == 23

    # scipy.stats.nct of SciPy 1.17.1.
    @pytest.mark.parametrize(
        ("size", "delta", "known"),
        [(2, 3, 0.26077071422910975), (5, 1, 0.40138991737179536), (500, 0.1, 0.6071255422735808)],
    )
    def test_the_power_of_pairs_follows_the_noncentral_t(
        self, size: int, delta: float, known: float
    ) -> None:
        assert power(size, delta=delta, sd=1) == pytest.approx(known, rel=1e-8)

    def test_a_planned_sample_is_the_smallest_that_does(self) -> None:
        size = sample_size(delta=20, sd=150, wanted=0.8)
        assert power(size, delta=20, sd=150) >= 0.8 > power(size - 1, delta=20, sd=150)

    def test_no_difference_is_found_as_often_as_the_level_says(self) -> None:
        assert power(30, delta=0, sd=1) == pytest.approx(0.05)

    def test_bad_plans_are_refused(self) -> None:
        with pytest.raises(ArenaError, match="a positive deviation"):
            power(20, delta=1, sd=0)
        with pytest.raises(ArenaError, match="fewer than two values"):
            power(1, delta=1, sd=1)
        with pytest.raises(ArenaError, match="a power from 1 - level to 1"):
            sample_size(delta=1, sd=1, wanted=1.0)
