"""What follows from a run, or from where a pair stands, is kept with it and is no part of it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from tests.engine.games.buraco.positions import cards, position

from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.fitting import fits, fits_lanes
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.position import position_of
from carteado.engine.games.buraco.runs import Run, extended, is_clean, laid
from carteado.engine.games.buraco.state import State
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.state import changed


def test_a_run_that_was_asked_about_is_the_run_that_was_not() -> None:
    rules = Options()
    asked, fresh = (Run(cards=cards("4H 5H 6H")) for _ in range(2))
    assert fits(asked, rules) == {"3H", "7H", "2H", "2S", "2D", "2C", "JKR"}
    assert is_clean(asked)
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert repr(asked) == repr(fresh)
    assert to_plain(asked) == to_plain(fresh)
    assert from_plain(Run, to_plain(asked)) == pickle.loads(pickle.dumps(asked)) == fresh


def test_a_longer_run_is_asked_anew() -> None:
    rules = Options()
    before = Run(cards=cards("4H 5H 6H"))
    assert "7H" in fits(before, rules)
    after = extended(before, cards("7H"), None, rules)
    assert after is not None
    assert "7H" not in fits(after, rules)
    assert "8H" in fits(after, rules)
    assert "8H" not in fits(before, rules)


@pytest.mark.parametrize("relocation", ["on_replacement", "fixed"])
@pytest.mark.parametrize("regularise", [True, False])
def test_what_fits_beside_a_placed_wild_is_what_may_be_added(
    relocation: Any, regularise: bool
) -> None:
    rules = Options(wild_relocation=relocation, wild_regularise=regularise, sets="any")
    rows = ("5H 6H 7H", "5H 6H 2S", "5H 7H JKR", "2H 3H 4H", "2H 5H 6H", "QH KH AH", "9S 9H 2D")
    seen = set()
    for row in rows:
        for place in (None, "8H", "4H", "6H", "2H", "5H"):
            run = laid(cards(row), place, rules)
            if run is not None:
                expected = {face for face in pack(1) if extended(run, (face,), None, rules)}
                assert fits(run, rules) == expected, (row, place)
                assert fits_lanes((run,), rules) == (lanes_of(expected),)
                seen.add(run)
    assert len(seen) > len(rows)


def test_a_state_that_was_asked_about_is_the_state_that_was_not() -> None:
    given = {"phase": "play", "hand": "4H KC QC", "melds": {"A": [["5H", "6H", "7H"]]}}
    asked, fresh = position(**given), position(**given)
    position_of(asked, 0)
    assert asked == fresh
    assert repr(asked) == repr(fresh)
    assert to_plain(asked) == to_plain(fresh)
    assert from_plain(State, to_plain(asked)) == pickle.loads(pickle.dumps(asked)) == fresh


def test_where_a_pair_stands_is_asked_anew_when_it_has_changed() -> None:
    state = position(phase="play", hand="4H KC QC", melds={"A": [["5H", "6H", "7H"]]})
    before = position_of(state, 0)
    assert (before.claim, before.batida) == (True, "no")
    gone = position_of(changed(state, mortos=()), 0)
    assert (gone.claim, gone.batida) == (False, "no")
    took = position_of(changed(state, took=(True, False)), 0)
    assert (took.claim, took.batida) == (False, "clean")
    bare = position_of(changed(state, runs=((), ())), 0)
    assert (bare.runs, bare.wanted, bare.any_wanted) == ((), (), 0)
    strict = position_of(changed(state, options=Options(sets="any")), 0)
    assert (before.sets, strict.sets) == ("none", "any")
    assert position_of(state, 0) == before
