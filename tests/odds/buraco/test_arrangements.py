"""Arrangements: reading, comparing and proposing ways to lay out a hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import CLEAN, OUT, position
from tests.odds.buraco.views import arranged_position, seen

from carteado.engine.games.buraco.actions import Discard, Extend, Meld
from carteado.odds.buraco.adviser import rate_arrangements, rate_draw, rate_plays
from carteado.odds.buraco.candidates import candidates, plan_text, read_plan
from carteado.odds.buraco.locations import locations_of
from carteado.odds.results import OddsError


def test_arrangements_are_compared():
    view = seen(arranged_position(), 0)
    advice, compared = rate_arrangements(
        view, 0, ["4S 5S 6S 7S | 0+ 9H | - KD", "- KD"], playouts=100
    )
    assert [len(one.rated.plays) for one in advice] in ([3, 1], [1, 3])
    assert compared.work.playouts == 100
    laid = next(one for one in advice if len(one.rated.plays) == 3)
    kept = next(one for one in advice if len(one.rated.plays) == 1)
    assert laid.by_runs > kept.by_runs


@pytest.mark.parametrize(
    ("given", "text", "expected"),
    [
        ({"hand": "QH KH 4C", "lixo": "9D 8D"}, "take | - 4C", True),
        ({"hand": "QH KH 4C", "lixo": "9D 8D"}, "draw | - 4C", False),
        ({"hand": "QH KH AH", "phase": "play", "mortos": 1}, "QH KH AH", False),
        ({"hand": "QH KH", "phase": "play"}, "- QH", True),
    ],
)
def test_cards_that_go_out_are_named_for_a_visible_hand(
    given: dict[str, Any], text: str, expected: bool
):
    """Drawn cards and those of a morto are imagined, so no exact chance is based on them."""
    took = [False, True] if "mortos" in given else [True, True]
    state = position(**{**OUT, "took": took, "melds": {"A": [CLEAN]}, **given})
    (found,), _ = rate_arrangements(seen(state, 0), 0, [text], playouts=20)
    assert (found.going_out is not None) == expected


def test_the_best_arrangements_are_found():
    advice, compared = rate_arrangements(seen(arranged_position(), 0), 0, playouts=200)
    assert 2 <= len(advice) <= 5
    assert compared.plays[0] == advice[0].rated
    assert all(isinstance(one.rated.plays[-1], Discard) for one in advice)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("4S 5S KD", "one suit"),
        ("0+ KD", "cannot add KD to 8H 2D TH JH: from your hand, 9H fits"),
        ("3+ 9H", "run"),
        ("4S 5S 6S | - 4S", "no 4S"),
        ("- KD | - 9H", "turn is over"),
        ("4S 5S XX", "not a card"),
        ("x+ 9H", "number of a run"),
        ("- KD 9H", "one card"),
        ("4S 5S 6S |  | - KD", "empty"),
        ("take", "take is not legal now, but meld, extend, discard"),
        ("draw | - KD", "draw is not legal now, but meld"),
        ("- QD", "no QD"),
    ],
)
def test_an_arrangement_that_cannot_be_is_refused_in_words(text: str, word: str):
    with pytest.raises(OddsError, match=word):
        rate_arrangements(seen(arranged_position(), 0), 0, [text], playouts=20)


def test_plans_are_read_as_they_are_written():
    known = locations_of(seen(arranged_position(), 0), 0).knowledge
    plan = read_plan("6S 5S 4S, 7S | 0+9H | -KD", known)
    assert plan == (
        Meld(cards=("6S", "5S", "4S", "7S")),
        Extend(meld=0, cards=("9H",)),
        Discard(card="KD"),
    )
    assert plan_text(plan) == "4S 5S 6S 7S | 0+ 9H | - KD"


CLOSED: Any = {
    "rules": {"pile_take": "must_meld_top", "pile_visibility": "top_only", "last_turn": "none"},
    "hand": "4S 5S 7H 2D KC QC",
    "melds": {"A": [["4H", "5H", "6H"]]},
}


@pytest.mark.parametrize(
    ("top", "text", "read"),
    [
        ("6S", "take with 4S 5S | 0+ 7H | - KC", "take with 4S 5S | 0+ 7H | - KC"),
        ("6S", "take 5S 4S", "take with 5S 4S"),
        ("3H", "take with 0+ | - KC", "take with 0+ | - KC"),
        ("8H", "Take with 0+ 7H", "take with 0+ 7H"),
    ],
)
def test_a_pile_is_taken_with_cards_in_an_arrangement(top: str, text: str, read: str):
    """As the plays that are compared are written, too."""
    state = position(lixo=["9C", top], **CLOSED)
    known = locations_of(seen(state, 0), 0).knowledge
    assert plan_text(read_plan(text, known)) == read
    advice, _ = rate_arrangements(seen(state, 0), 0, [read, "draw | - KC"], playouts=20)
    assert len(advice) == 2
    for one in rate_draw(seen(state, 0), 0, playouts=20).compared.plays:
        assert read_plan(plan_text(one.plays), known) == one.plays


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("take", "melded at once: write take with"),
        ("take with 4S 7H", "one suit"),
        ("take with 4S 9S", "no 9S"),
        ("take with 4S 5S | 1+ 6S", "no 6S"),
        ("take with - KC", "cards of a meld"),
        ("take with", "empty"),
    ],
)
def test_a_pile_that_is_not_taken_so_is_refused_in_words(text: str, word: str):
    state = position(lixo=["9C", "6S"], **CLOSED)
    with pytest.raises(OddsError, match=word):
        rate_arrangements(seen(state, 0), 0, [text], playouts=20)


def test_a_pile_that_is_free_is_taken_without_cards():
    state = position(hand="4S 5S KD 9H", lixo="6S")
    with pytest.raises(OddsError, match="write take, and after a bar what is laid"):
        rate_arrangements(seen(state, 0), 0, ["take with 4S 5S"], playouts=20)
    with pytest.raises(OddsError, match="redraw is not legal now, but draw, take"):
        rate_arrangements(seen(state, 0), 0, ["redraw"], playouts=20)
    advice, _ = rate_arrangements(seen(state, 0), 0, ["take | 4S 5S 6S | - KD"], playouts=20)
    assert len(advice) == 1


def test_cards_that_are_drawn_cannot_be_planned_with():
    state = position(hand="4S 5S KD 9H")
    with pytest.raises(OddsError, match="that is known"):
        rate_arrangements(seen(state, 0), 0, ["draw | 4S 5S 6S"], playouts=20)
    advice, _ = rate_arrangements(seen(state, 0), 0, ["draw | - KD", "draw | - 9H"], playouts=20)
    assert len(advice) == 2


def test_a_wild_is_rated_in_each_of_its_places():
    state = position(profile="italiano", phase="play", hand="5S 6S 2H 9D JD KC")
    found = locations_of(seen(state, 0), 0).knowledge
    texts = [plan_text(plan) for plan in candidates(found, 20)]
    assert "5S 6S 2H" in texts
    assert "5S 6S 2H=7S" in texts
    rated = rate_plays(seen(state, 0), 0, playouts=80).plays
    assert {plan_text(one.plays) for one in rated} == set(texts)


def test_a_place_of_a_wild_may_be_proposed():
    state = position(profile="italiano", phase="play", hand="5S 6S 2H 9D JD KC")
    found = locations_of(seen(state, 0), 0).knowledge
    plan = read_plan("5s 6s 2h=7s | - KC", found)
    assert plan_text(plan) == "5S 6S 2H=7S | - KC"
    with pytest.raises(OddsError, match="is not a card"):
        read_plan("5S 6S 2H=ZS", found)
    with pytest.raises(OddsError, match="part 1"):
        read_plan("5S 6S 2H=KS", found)
