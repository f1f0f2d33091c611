"""The study's own chain and formulas: what is right in them, and what is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from carteado.odds.buraco.published import (
    BLOCK,
    LABELS,
    compositions,
    defect,
    label_points,
    played_out,
    published_gain,
    published_going_out,
    published_horizon,
    published_matrix,
    published_partner,
    published_search_years,
    published_stock,
)
from carteado.odds.results import OddsError

QUARTER = dict.fromkeys("A23456789TJQKC", 0.25)
MATRIX = published_matrix(QUARTER)


def entry(one: str, other: str) -> float:
    return float(MATRIX[LABELS.index(one), LABELS.index(other)])


def test_the_numbers_that_are_right():
    clean = [label for label in LABELS if "C" not in label]
    assert (len(clean), len(LABELS) - len(clean), len(LABELS)) == (78, 520, 598)
    assert compositions() == 40
    assert compositions(5) == 0
    assert compositions(7) == 2  # 3 and 4, 4 and 3


def test_one_label_has_two_wilds_and_stands_there_twice():
    assert len(set(LABELS)) == 597
    assert [label for label in LABELS if label.count("C") > 1] == ["C23456789TJQKC"] * 2


def test_rows_do_not_sum_to_one():
    found = defect(QUARTER)
    assert (round(found.lowest, 3), found.highest) == (0.918, 2.8125)
    assert (found.right, found.rows) == (0, 598)
    assert (MATRIX != 0).sum() == 45_301


def test_both_aces_go_together():
    low, both = "A23456789TJQK", "A23456789TJQKA"
    assert entry(low, both) == 1
    assert entry(both, low) == pytest.approx(0.75 * 0.75)
    assert entry(both, both) == 1
    assert entry("23456789TJQK", low) == pytest.approx(0.25**2 * 0.75 * 0.75)


def test_a_gap_forgets_its_own_card():
    assert entry("567", "567C9") == pytest.approx(0.25**2 * 0.75**2)
    assert entry("567", "567") == pytest.approx(0.75**3)


def test_the_values_that_the_listing_gives():
    """The numbers that an execution of the printed listing gives, to their last printed digit."""
    assert round(played_out(QUARTER, "567", 13), 1) == 348_993.7
    assert round(played_out(QUARTER, "C567", 13)) == 858_752
    assert round(played_out(QUARTER, "567", 13, normalised=True), 2) == 204.79


@pytest.mark.parametrize(
    ("label", "away"),
    [
        ("C67", "4589"),
        ("67C", "4589"),
        ("C23", "A45"),
        ("C345", "2A67"),
        ("CJQ", "9TKA"),
        ("CQK", "TJA"),
        ("89TJQKC", "67"),
        ("TJQC", "89K"),
        ("A2C", "34"),
    ],
)
def test_a_wild_at_an_end_counts_two_cards_on_either_side(label: str, away: str):
    """Each of those cards keeps the label as it is only while it does not come."""
    for card in "A23456789TJQKC":
        only = {**dict.fromkeys(QUARTER, 0.0), card: 0.5}
        matrix = published_matrix(only)
        at = LABELS.index(label)
        assert matrix[at, at] == (0.5 if card in away else 1.0), card


def test_the_block_of_the_longest_clean_runs():
    assert len(BLOCK) == 20
    assert BLOCK[-3:] == ("A23456789TJQK", "23456789TJQKA", "A23456789TJQKA")
    assert not any("C" in label for label in BLOCK)


def test_going_out_multiplies_the_needed_cards():
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)]
    assert published_going_out(chances) == (Fraction(1, 2), Fraction(1, 6), Fraction(1, 30))
    assert published_going_out([]) == ()


def test_repeated_it_makes_points_out_of_nothing():
    most = max(map(label_points, LABELS))
    assert most == 325
    assert played_out(QUARTER, "567", 13) > 1000 * most
    assert played_out(QUARTER, "567", 13, normalised=True) < most
    assert played_out(QUARTER, "567", 0) == label_points("567") == 15


def test_normalised_rows_are_chances():
    sums = published_matrix(QUARTER, normalised=True).sum(axis=1)
    assert abs(sums - 1).max() < 1e-12


def test_a_row_that_sums_to_nothing_cannot_be_normalised():
    """Where every card comes, no label has a place for those that do not."""
    sure = dict.fromkeys(QUARTER, 1.0)
    assert defect(sure).lowest == 0
    assert played_out(sure, "567", 13) > 0
    with pytest.raises(OddsError, match="sums to 0"):
        published_matrix(sure, normalised=True)
    with pytest.raises(OddsError, match="sums to 0"):
        played_out(sure, "567", 13, normalised=True)


def test_the_horizon_has_no_floor():
    assert [published_horizon(number) for number in (1, 13, 18)] == [12, 0, -5]


def test_the_studys_formulas_give_its_published_figures():
    assert float(published_stock(2, 38, 93)) == pytest.approx(0.6502, abs=5e-5)
    assert float(published_stock(2, 38, 93, as_in_prose=True)) == pytest.approx(0.833, abs=5e-4)
    assert float(published_stock(2, 4, 20)) == pytest.approx(0.360, abs=5e-4)
    partner = published_stock(2, 11, 93)
    assert float(partner) == pytest.approx(0.22, abs=5e-3)
    as_run = [published_partner(2, 11), published_partner(2, 2), published_partner(2, 1)]
    assert [round(float(one), 2) for one in as_run] == [0.18, 1.0, 2.0]
    assert float(published_gain(partner, Fraction(2, 93), 93)) == pytest.approx(0.2475, abs=5e-5)


def test_the_studys_years_of_search_are_minutes():
    printed, right = published_search_years()
    assert (printed, right) == (1.997e25, pytest.approx(3.328e23, rel=1e-3))


@pytest.mark.parametrize("chances", [{}, {**QUARTER, "A": 1.5}, {**QUARTER, "X": 0.5}])
def test_chances_of_every_rank_are_asked_for(chances):
    with pytest.raises(OddsError, match="each of"):
        published_matrix(chances)


def test_wrong_labels_and_rounds_are_refused():
    with pytest.raises(OddsError, match="'56' is not a label of the study"):
        played_out(QUARTER, "56", 13)
    with pytest.raises(OddsError, match="rounds"):
        played_out(QUARTER, "567", -1)
