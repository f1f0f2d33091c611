"""What follows from a run, or from where a pair stands, is kept with it and is not part of it."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import RULES, accepted, dealt
from tests.engine.games.buraco.positions import cards, position

from carteado.engine.game import Act
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.fitting import fits, fits_lanes
from carteado.engine.games.buraco.hands import lanes_of
from carteado.engine.games.buraco.legal import extensions
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.position import Position, position_of
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


def test_a_longer_run_is_asked_again() -> None:
    rules = Options()
    before = Run(cards=cards("4H 5H 6H"))
    assert "7H" in fits(before, rules)
    after = extended(before, cards("7H"), None, rules)
    assert after is not None
    assert "7H" not in fits(after, rules)
    assert "8H" in fits(after, rules)
    assert "8H" not in fits(before, rules)


@pytest.mark.parametrize("relocation", ["free", "on_replacement", "fixed"])
@pytest.mark.parametrize("regularise", [True, False])
def test_the_cards_that_fit_a_run_are_those_that_may_be_added(
    relocation: Any, regularise: bool
) -> None:
    rules = Options(wild_relocation=relocation, wild_regularise=regularise, sets="any")
    rows = ("5H 6H 7H", "5H 6H 2S", "5H 7H JKR", "2H 3H 4H", "2H 3H 5H", "QH KH AH", "9S 9H 2D")
    places = (None, "8H", "4H", "6H", "2H", "5H")
    left = [run for row in rows for place in places if (run := laid(cards(row), place, rules))]
    seen: set[Run] = set()
    for _ in range(4):
        longer: set[Run] = set()
        for run in {*left} - seen:
            after = {face: extended(run, (face,), None, rules) for face in pack(1)}
            expected = {face for face, found in after.items() if found}
            assert fits(run, rules) == expected, run
            assert fits_lanes((run,), rules) == (lanes_of(expected),)
            longer |= {found for found in after.values() if found}
        seen |= {*left}
        left = sorted(longer, key=repr)
    assert len(seen) > 100


def test_a_state_that_was_asked_about_is_the_state_that_was_not() -> None:
    given = {"phase": "play", "hand": "4H KC QC", "melds": {"A": [["5H", "6H", "7H"]]}}
    asked, fresh = position(**given), position(**given)
    position_of(asked, 0)
    assert asked == fresh
    assert repr(asked) == repr(fresh)
    assert to_plain(asked) == to_plain(fresh)
    assert from_plain(State, to_plain(asked)) == pickle.loads(pickle.dumps(asked)) == fresh


def test_a_changed_standing_is_computed_again() -> None:
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


KEPT: dict[type, tuple[str, ...]] = {
    Run: ("lanes", "leap"),
    Position: ("held", "wanted", "any_wanted", "leaping"),
}
"""What is worked out once, by whose it is."""


def again(one: Any) -> Any:
    """The same with its fields alone, and nothing that was kept with it."""
    return type(one)(**{field.name: getattr(one, field.name) for field in fields(one)})


def same(one: Any, fresh: Any) -> bool:
    names = KEPT[type(one)]
    assert [getattr(one, name) for name in names] == [getattr(fresh, name) for name in names], one
    return bool(one == fresh)


def check_all_that_is_kept(state: State) -> None:
    runs = tuple([tuple([again(run) for run in both]) for both in state.runs])
    for pair, fresh in zip(state.runs, runs, strict=True):
        for run, other in zip(pair, fresh, strict=True):
            assert same(run, other)
    bare = changed(again(state), runs=runs)
    for seat in range(4):
        assert same(position_of(state, seat), again(position_of(bare, seat)))


@pytest.mark.parametrize("name", RULES)
def test_cached_runs_equal_recomputed_runs(name: str) -> None:
    """In deals in which runs grow long, so that an ace may go over to their other end."""
    for number in range(4):
        chance = random.Random(f"kept {name} {number}")
        state = dealt(RULES[name], chance)
        if number % 2:
            state = changed(state, mortos=(), took=(True, True))
        while state.in_deal:
            check_all_that_is_kept(state)
            assert state.to_act is not None
            legal = GAME.legal(state, state.to_act)
            action = GAME.pick(legal, chance.randrange(1 << 30))
            if legal.position is not None and legal.extend and chance.random() < 0.5:
                action = next(extensions(legal.position))
            state = accepted(state, Act(seat=state.to_act, action=action))
