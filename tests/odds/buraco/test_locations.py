"""The exact law of the hidden cards, against published figures and against every deal."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import position
from tests.odds.buraco.views import seen, view

from carteado.engine.cards import UNKNOWN
from carteado.engine.games.buraco.kernel import determinise, knowledge_of
from carteado.engine.games.buraco.kernel.faces import CARD, ID
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.starting import placed
from carteado.odds.buraco.locations import Locations, locations_of, somewhere
from carteado.odds.buraco.outs import going_out
from carteado.odds.results import OddsError


def opening() -> Locations:
    """The first player before the first draw: 93 unknown cards."""
    state = dealt(PRESETS["mineiro"], random.Random(1))
    assert state.to_act is not None
    return locations_of(seen(state, state.to_act), state.to_act)


def unseen_face(found: Locations) -> Any:
    return next(face for face, copies in found.copies.items() if copies == 2)


def test_an_opening_has_the_published_chances():
    found = opening()
    face = unseen_face(found)
    assert (found.total, found.knowledge.stock) == (93, 38)
    assert float(found.face(face).stock) == pytest.approx(0.6529, abs=5e-5)
    assert float(found.to_pair([face], 1)) == pytest.approx(0.2426, abs=5e-5)
    assert float(found.to_pair([face], 2)) == pytest.approx(0.2613, abs=5e-5)
    assert found.face(face).next == Fraction(2, 93)
    assert float(somewhere(2, 4, 20)) == pytest.approx(0.368, abs=5e-4)


def test_expected_places_of_a_face_add_up_to_its_copies():
    """By linearity: the mean numbers of copies in all places together are the unknown copies."""
    found = opening()
    known = found.knowledge
    slots = [known.stock, *known.mortos, *known.hidden]
    assert sum(slots) == found.total
    for copies in (1, 2):
        mean = [
            sum(count * found_ways(found.total, copies, size, count) for count in (1, 2))
            for size in slots
        ]
        assert sum(mean) == copies


def found_ways(total: int, copies: int, slots: int, count: int) -> Fraction:
    """The chance of exactly so many copies in so many slots, from two tails."""
    law = Locations(knowledge=opening().knowledge, copies={"KS": copies}, total=total)
    return law.holds({"KS": count}, slots) - law.holds({"KS": count + 1}, slots)


# Every deal of a tiny rest of a pack


def tiny(cards: str, **sizes: int) -> Locations:
    """A law whose unknown cards and slots are small enough to count every deal."""
    unknown = tuple(cards.split())
    known = replace(
        opening().knowledge,
        unknown=unknown,
        known=((), (), (), ()),
        hidden=(0, sizes.get("left", 0), sizes.get("partner", 0), sizes.get("right", 0)),
        seat=0,
        stock=sizes["stock"],
        mortos=(sizes.get("morto", 0),),
        aside=(0, 0, 0, 0),
    )
    return Locations(knowledge=known, copies=Counter(unknown), total=len(unknown))


def every_deal(found: Locations) -> Iterator[Mapping[str, list[str]]]:
    """The unknown cards dealt to the places in every order."""
    known = found.knowledge
    sizes = {"stock": known.stock, "left": known.hidden[1], "partner": known.hidden[2]}
    sizes |= {"right": known.hidden[3], "morto": known.mortos[0]}
    for order in itertools.permutations(known.unknown):
        rest = list(order)
        deal = {}
        for place, size in sizes.items():
            deal[place], rest = rest[:size], rest[size:]
        yield deal


def share(found: Locations, wanted: Any) -> Fraction:
    deals = list(every_deal(found))
    return Fraction(sum(map(wanted, deals)), len(deals))


TINY = tiny("3S 3S 4H 5D 5D 6C 7C", stock=3, partner=1, left=1, right=1, morto=1)


@pytest.mark.parametrize("face", ["3S", "4H", "7C"])
def test_every_place_has_the_chance_counted_over_every_deal(face: Any):
    chances = TINY.face(face)
    assert chances.stock == share(TINY, lambda deal: face in deal["stock"])
    assert chances.next == share(TINY, lambda deal: deal["stock"][0] == face)
    assert chances.mortos == (share(TINY, lambda deal: face in deal["morto"]),)
    for seat, place in enumerate(("own", "left", "partner", "right")):
        if seat:
            assert chances.hands[seat] == share(TINY, lambda deal: face in deal[place])  # noqa: B023


@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_draws_by_counting_every_deal(draws: int):
    faces: Any = ["3S", "7C"]
    drawn = share(TINY, lambda deal: bool(set(faces) & set(deal["stock"][:draws])))
    assert TINY.drawn(faces, draws) == drawn
    to_pair = share(
        TINY, lambda deal: bool(set(faces) & {*deal["stock"][:draws], *deal["partner"]})
    )
    assert TINY.to_pair(faces, draws) == to_pair


def test_the_joint_law_equals_a_count_of_every_deal():
    wanted: Any = {"3S": 2, "5D": 1}
    counted = share(
        TINY, lambda deal: deal["stock"].count("3S") == 2 and deal["stock"].count("5D") >= 1
    )
    assert TINY.holds(wanted, 3) == counted
    assert TINY.holds({}, 3) == 1
    assert TINY.holds({"3S": 3}, 3) == 0


# Views


@pytest.mark.parametrize(("stock", "drawable"), [(2, 0), (3, 1), (6, 4)])
def test_cards_that_the_house_keeps_back_are_never_drawn(stock: int, drawable: int):
    """In the Italian profiles the last two of the stock stay where they are."""
    given: Any = {"mortos": 0, "took": [True, True], "hand_2": ["JD"], "hand": ["5H", "6H", "9S"]}
    given |= {"melds": {"A": [["5S", "6S", "7S", "8S", "9S", "TS", "JS"]], "B": []}}
    cards = ["8H", "9H", "KC", "QC", "JC", "4D"]
    state = placed(
        {"stock": cards[:stock], **given}, replace(PRESETS["italiano"], final_discard="optional")
    )
    found = locations_of(seen(state, 0), 0)
    face: Any = "7H"
    copies, total = found.copies[face], found.total
    assert found.face(face).next == (Fraction(copies, total) if drawable else 0)
    assert found.face(face).stock == somewhere(copies, stock, total)
    for draws in (1, 3, 5):
        assert found.drawn([face], draws) == somewhere(copies, min(draws, drawable), total)
        assert found.to_pair([face], draws) == somewhere(copies, 1 + min(draws, drawable), total)
    out = going_out(found)
    assert face in out.outs
    assert (out.next_draw > 0) == (drawable > 0)
    assert out.within(5) == somewhere(sum(out.outs.values()), min(5, drawable), total)


def test_cards_taken_from_the_pile_are_known():
    state = next(state for state in states_of(PRESETS["mineiro"], 5) if any(state.known))
    seat = next(who for who in range(4) if state.known[who])
    other = (seat + 1) % 4
    found = locations_of(seen(state, other), other)
    face = state.known[seat][0]
    assert found.face(face).hands[seat] == 1
    assert found.knowledge.hidden[seat] == len(state.hands[seat]) - len(state.known[seat])
    assert found.face(face).unknown == found.copies.get(face, 0) <= 1


def test_a_card_of_the_own_hand_is_with_oneself():
    found = opening()
    face = found.knowledge.known[found.seat][0]
    own = found.seat
    assert found.face(face).hands[own] == 1
    assert all(found.face(face).hands[seat] < 1 for seat in range(4) if seat != own)


def test_the_law_agrees_with_imagined_deals():
    """The place of a face in 2,000 imagined deals, within four standard errors."""
    state = next(itertools.islice(states_of(PRESETS["mineiro"], 3), 40, None))
    seat = 2
    found = locations_of(seen(state, seat), seat)
    face = unseen_face(found)
    deals = [determinise(knowledge_of(seen(state, seat), seat), number) for number in range(2000)]
    for other in (0, 1, 3):
        chance = float(found.face(face).hands[other])
        part = sum(ID[face] in deal.hand(other) for deal in deals) / len(deals)
        assert abs(part - chance) < 4 * (chance * (1 - chance) / len(deals)) ** 0.5 + 1e-9
    next_card = sum(CARD[deal.stock[-1]] == face for deal in deals) / len(deals)
    chance = float(found.face(face).next)
    assert abs(next_card - chance) < 4 * (chance * (1 - chance) / len(deals)) ** 0.5


# One seat's view only


def test_a_whole_state_is_refused():
    state = position()
    with pytest.raises(OddsError, match="cards that seat 0 does not see"):
        locations_of(state, 0)


@pytest.mark.parametrize("hidden", ["deck", "hands", "dealt"])
def test_a_state_with_a_card_that_the_seat_may_not_see_is_refused(hidden: str):
    whole = dealt(PRESETS["mineiro"], random.Random(1))
    state = seen(whole, 0)
    if hidden == "deck":
        shown: Any = (whole.deck[0], *state.deck[1:])
    else:
        cards = getattr(whole, hidden)[1]
        blank = (UNKNOWN,) * (len(cards) - 1)
        shown = (getattr(state, hidden)[0], (*blank, cards[-1]), *getattr(state, hidden)[2:])
    with pytest.raises(OddsError, match="does not see"):
        locations_of(replace(state, **{hidden: shown}), 0)


def test_the_view_of_another_seat_is_refused():
    with pytest.raises(OddsError, match="seat 1"):
        locations_of(view(seat=0), 1)


@pytest.mark.parametrize("seat", [-1, 4, True, "0"])
def test_there_are_four_seats(seat: Any):
    with pytest.raises(OddsError, match="seats 0 to 3"):
        locations_of(view(), seat)


def test_without_a_deal_there_is_nothing_to_know():
    with pytest.raises(OddsError, match="no deal"):
        locations_of(replace(view(), phase="between"), 0)


@pytest.mark.parametrize("face", ["JKR", "1S", "??", ""])
def test_cards_that_the_pack_has_not_are_refused(face: Any):
    with pytest.raises(OddsError, match="not a card of this pack"):
        opening().face(face)
