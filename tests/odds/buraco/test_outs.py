"""Outs: the cards with which a hand goes out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import states_of
from tests.engine.games.buraco.positions import CLEAN, DIRTY, OUT, TAKE, play, position
from tests.odds.buraco.views import seen

from carteado.engine.games.buraco.actions import Discard
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise, legal
from carteado.engine.games.buraco.kernel.faces import ID
from carteado.engine.games.buraco.options import PRESETS
from carteado.odds.buraco import outs
from carteado.odds.buraco.candidates import read_plan
from carteado.odds.buraco.locations import locations_of
from carteado.odds.buraco.outs import going_out


def test_outs_are_the_cards_with_which_the_hand_goes_out():
    state = position(**OUT, melds={"A": [CLEAN]}, hand="QH KH")
    found = locations_of(seen(state, 0), 0)
    advice = going_out(found)
    assert advice.right
    assert advice.now is False
    # JH or AH make a run; TS and 2S fit the canastra, but leave a card that fits nothing.
    assert {"JH", "AH"} <= set(advice.outs)
    assert "TS" not in advice.outs
    assert not advice.unsure
    copies = sum(found.copies[face] for face in advice.outs)
    assert advice.next_draw * found.total == copies
    assert advice.within(1) == advice.next_draw
    assert advice.within(3) > advice.within(2) > advice.within(1)


def test_one_card_goes_out_with_any_other_by_its_discard():
    """One card that fits and one to discard."""
    state = position(**OUT, melds={"A": [CLEAN]}, hand="TS")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert advice.next_draw == 1


def test_a_card_goes_out_where_a_wild_is_given_another_place():
    """With the king of hearts: the 2 laid for the queen, the king behind it, 6S discarded."""
    run = ["6H", "7H", "8H", "9H", "TH", "JH"]
    state = position("italiano", **OUT, melds={"A": [run, ["4C", "5C", "6C"]]}, hand="6S 2H")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert "KH" in advice.outs


def test_nothing_goes_out_before_the_card_of_the_turn():
    """The last card could be discarded now, but a turn begins with another one."""
    given = {**OUT, "melds": {"A": [CLEAN]}, "hand": "TS"}
    assert going_out(locations_of(seen(position(**given), 0), 0)).now is False
    assert going_out(locations_of(seen(position(phase="play", **given), 0), 0)).now is True
    kept = position(phase="play", **{**given, "hand": "TS KD"})
    found = locations_of(seen(kept, 0), 0)
    assert going_out(found).now is True
    assert going_out(found, read_plan("- KD", found.knowledge)).now is False


def test_without_a_clean_canastra_nothing_goes_out():
    state = position(**OUT, melds={"A": [DIRTY]}, hand="QH KH")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert not advice.right
    assert not advice.outs


def test_without_a_morto_taken_nothing_goes_out():
    state = position(mortos=0, took=[False, False], melds={"A": [CLEAN]}, hand="TS")
    assert going_out(locations_of(seen(state, 0), 0)).next_draw == 0


def test_the_pile_may_bring_the_end():
    state = position(**OUT, melds={"A": [CLEAN]}, hand="QH KH", lixo="JH")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert advice.with_pile is True


@pytest.mark.parametrize(
    ("rules", "pile", "out"),
    [
        # JH is laid with QH KH, and one card below it thrown; 9H on top fits nothing.
        ({"pile_take": "must_meld_top"}, "JH", True),
        ({"pile_take": "must_meld_top"}, "5D JH", True),
        ({"pile_take": "must_meld_top"}, "5D 6C JH", False),
        ({"pile_take": "must_meld_top"}, "JH 9H", None),
        # Only the top card of a closed pile is seen, so nothing follows about the others.
        ({"pile_visibility": "top_only", "last_turn": "none"}, "JH", True),
        ({"pile_visibility": "top_only", "last_turn": "none"}, "5D JH", None),
        ({"pile_visibility": "top_only", "last_turn": "none"}, "5D 6C JH", None),
    ],
)
def test_the_pile_brings_the_end_where_it_is_seen(rules: Any, pile: str, out: bool | None):
    state = position(rules=rules, **OUT, melds={"A": [CLEAN]}, hand="QH KH", lixo=pile)
    assert going_out(locations_of(seen(state, 0), 0)).with_pile is out


def test_a_pile_that_brings_a_morto_does_not_bring_the_end():
    rules = {"pile_take": "must_meld_top"}
    state = position(rules=rules, mortos=1, melds={"A": [CLEAN]}, hand="QH KH", lixo="JH")
    assert going_out(locations_of(seen(state, 0), 0)).with_pile is False


@pytest.mark.parametrize(("hand", "out"), [("TS", "8D"), ("8D", "TS")])
def test_a_pile_that_another_seat_took_bars_nobody_else(hand: str, out: Any):
    """Seat 1 may not throw the card back that it took; seat 0 may throw its own copy."""
    given: Any = {**OUT, "melds": {"A": [CLEAN]}, "hand_0": hand, "hand_1": "JH 6D 5D"}
    state = play(position(**given, turn=1, lixo="8D"), TAKE)
    for seat in (0, 2, 3):
        assert going_out(locations_of(seen(state, seat), seat)).now is False
    assert out in going_out(locations_of(seen(state, 0), 0)).outs


def test_no_card_goes_out_while_a_morto_is_set_aside():
    """The hand is empty, but its eleven cards are taken up before the next card is drawn."""
    given: Any = {"hand": "KC", "melds": {"A": [CLEAN]}, "mortos": 1, "took": [False, True]}
    before = position("italiano", phase="play", **given)
    after = play(before, Discard(card="KC"))
    assert after.aside[0]
    advice = going_out(locations_of(seen(after, 0), 0))
    assert advice.right
    assert not advice.outs
    assert advice.next_draw == 0
    planned = locations_of(seen(before, 0), 0)
    assert going_out(planned, read_plan("- KC", planned.knowledge)).next_draw == 0


SETS: Any = {
    "profile": "italiano",
    "phase": "play",
    "mortos": 0,
    "took": [True, True],
    "hand": "AS 3S 4S 5S JS AH AH 5H 7H QH KH 3D 7D 5C 6C 9C QC",
    "melds": {
        "A": [
            ["2C", "JD", "JD", "JH"],
            ["2D", "QD", "QH", "QS", "QS"],
            ["2S", "6C", "6D", "6S"],
            ["JKR", "TC", "TD", "TH"],
            CLEAN,
        ]
    },
}


WILDS: Any = {
    "profile": "fechado",
    "phase": "play",
    "mortos": 0,
    "took": [True, True],
    "hand": "2S 4S 5S QS 2H 2H 3H 4H 7H TH JH AD 2D 8D 4C 4C 8C",
    "melds": {"A": [CLEAN, ["2C", "AC", "AS", "AH", "AH"], ["4H", "JKR", "6H"]]},
}


def test_a_hand_with_many_sets_is_searched_to_the_end():
    advice = going_out(locations_of(seen(position(**SETS), 0), 0))
    assert advice.now is False
    assert not advice.unsure


@pytest.mark.parametrize("given", [SETS, WILDS])
def test_the_search_for_outs_is_bounded(given: Any, monkeypatch: pytest.MonkeyPatch):
    looked = 0

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal looked
        for action in plays(*args, **options):
            looked += 1
            yield action

    plays = outs.plays
    monkeypatch.setattr(outs, "plays", counted)
    going_out(locations_of(seen(position(**given), 0), 0))
    assert 0 < looked < 12_000


@pytest.mark.parametrize("profile", ["mineiro", "italiano", "fechado"])
def test_outs_are_those_that_trying_everything_finds(profile: str):
    """Small hands of deals between greedy players, with each card that may come."""
    tried = found = 0
    for number in range(6):
        for state in states_of(PRESETS[profile], number):
            seat = state.to_act
            assert seat is not None
            if state.phase != "draw" or not state.took[seat % 2] or len(state.hands[seat]) > 4:
                continue
            locations = locations_of(seen(state, seat), seat)
            advice = going_out(locations)
            deal = determinise(locations.knowledge, 0)
            deal.drawn = True
            for face in list(locations.copies)[:: 1 + number]:
                held = deal.copy()
                held.give(seat, [ID[face]])
                assert face not in advice.unsure
                assert (face in advice.outs) == ends(held, set())
                tried, found = tried + 1, found + (face in advice.outs)
    assert tried > found > 5


def ends(deal: Kernel, seen_before: set[Any]) -> bool:
    """Whether some way of playing on ends the deal in this turn, by trying all."""
    seat = deal.seat
    key = (deal.one[seat], deal.two[seat], deal.jokers[seat], *map(id, deal.runs[seat % 2]))
    if key in seen_before:
        return False
    seen_before.add(key)
    for action in legal(deal):
        if isinstance(action, Discard) and deal.size[seat] > 1:
            continue
        after = deal.copy()
        apply(after, action)
        if after.over or (after.drawn and ends(after, seen_before)):
            return True
    return False
