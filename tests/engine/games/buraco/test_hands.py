"""What a hand holds, asked at once, is what listing its melds finds."""

from __future__ import annotations

import itertools
import random

import pytest
from tests.engine.games.buraco.positions import cards

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS, WILD, faces_of, handled, meant, pack
from carteado.engine.games.buraco.enumeration import groups_of, has_meld, has_meld_of, melds_in
from carteado.engine.games.buraco.hands import faces_among, faces_in, holding, lanes_of
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import laid
from carteado.engine.games.buraco.shapes import shape_of


@pytest.mark.parametrize("sets", ["none", "aces_kings_threes", "aces_threes", "any"])
def test_a_hand_has_a_meld_where_some_of_its_cards_are_one(sets: str) -> None:
    chance, rules, seen = random.Random(f"hands {sets}"), Options(sets=sets, jokers=4), set()
    for _ in range(400):
        hand = handled((), chance.sample(pack(4), chance.randrange(3, 11)))
        found = set(melds_in(groups_of(holding(hand), sets)))
        assert has_meld(holding(hand), sets) is bool(found)
        triples = itertools.combinations(sorted(faces_of(hand)), 3)
        want = {triple for triple in triples if laid(triple, None, rules) is not None}
        threes = {tuple(sorted(cards)) for cards in found if len(cards) == 3}
        assert threes <= want
        # What is not offered is a wild in a gap for which the hand has the card itself.
        for triple in want - threes:
            shape = shape_of(triple)
            assert shape is not None
            gaps = {RANKS[(at - 1) % 13] + shape.suit for at in shape.spots}
            assert gaps <= set(faces_of(hand))
        assert all(laid(cards, None, rules) is not None for cards in found)
        seen.add(bool(found))
    assert seen == {True, False}


@pytest.mark.parametrize("sets", ["none", "aces_kings_threes", "aces_threes", "any"])
def test_a_card_more_has_a_meld_where_one_of_those_listed_holds_it(sets: str) -> None:
    chance, seen = random.Random(f"a card more {sets}"), set()
    for _ in range(1500):
        top, *faces = chance.sample(pack(4), chance.randrange(3, 10))
        if top not in WILD:
            hand = handled((), faces)
            listed = any(top in cards for cards in melds_in(groups_of(holding(hand), sets, top)))
            assert has_meld_of(holding(hand), top, sets) is listed, (top, hand)
            seen.add(listed)
    assert seen == {True, False}


def test_a_name_means_the_first_of_the_cards_of_a_hand_that_it_fits() -> None:
    hand = cards("9Sb JKRa 9Sa 3Ca")
    for name, but, want in [
        ("9S", (), "9Sb"),
        ("9S", ("9Sb",), "9Sa"),
        ("9S", ("9Sa", "9Sb"), None),
        ("9Sa", (), "9Sa"),
        ("9Sa", ("9Sa",), None),
        ("JKR", (), "JKRa"),
        ("3Cb", (), None),
    ]:
        assert meant(hand, Card(name), but) == want


def test_the_faces_of_a_hand_stand_in_the_order_in_which_they_came() -> None:
    hand = handled((), cards("9S JKR 9S 3C"))
    assert faces_in(hand) == ("9S", "JKR", "3C")
    for some in map(cards, ("9S 3C", "9S JKR", "3C", "JKR", "")):
        assert faces_among(hand, lanes_of(some)) == some
