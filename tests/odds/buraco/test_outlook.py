"""What the runs on the table will be worth, against the game's own scores and plain counting."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.engine.games.buraco.positions import position
from tests.odds.buraco.views import seen

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.runs import Run, is_clean, laid
from carteado.engine.games.buraco.scoring import run_points
from carteado.odds.buraco.locations import Locations, locations_of, somewhere
from carteado.odds.buraco.outlook import outlooks, suit_chances
from carteado.odds.buraco.run_states import STATES, RunState

EVERY_WAY: Any = [(profile, {}) for profile in PRESETS] + [("aberto", {"wild_regularise": False})]


def law(profile: str = "mineiro", rules: Any = None, **given: Any) -> Locations:
    """The law of the hidden cards as seat 0 sees a position."""
    return locations_of(seen(position(profile, rules, **given), 0), 0)


def places_of(state: RunState) -> list[int]:
    return [place for place in range(state.low, state.high + 1) if place != state.wild]


def some_runs(found: Locations, count: int) -> Iterator[Run]:
    """Runs of all lengths: clean ones, with jokers, 2s of another suit and of their own.

    Where a wild has a place, it is given any.
    """
    rules, chance = found.knowledge.state.options, random.Random(4)
    wilds = ["2H", "2S", "JKR"] if rules.jokers else ["2H", "2S"]
    while count:
        state = chance.choice(STATES)
        cards = [Card(RANKS[(place - 1) % 13] + "S") for place in places_of(state)]
        wild = [Card(chance.choice(wilds))] if state.wild else []
        place = Card(chance.choice(RANKS) + "S")
        run = laid((*cards, *wild), place, rules) or laid((*cards, *wild), None, rules)
        if run is not None:
            yield run
            count -= 1


@pytest.mark.parametrize(("profile", "rules"), EVERY_WAY)
def test_with_no_turns_left_a_run_is_worth_what_it_is_worth_now(profile: str, rules: Any) -> None:
    found = law(profile, rules)
    runs = tuple(some_runs(found, 400))
    assert {wild for run in runs for wild in run.cards} >= {Card("2H"), Card("2S")}
    assert any("JKR" in run.cards for run in runs) == (profile != "mineiro")
    for one in outlooks(found, runs, 0):
        canastra = len(one.run.cards) >= 7
        assert one.expected == one.points, one.run
        assert one.canastra == canastra, one.run
        assert one.clean == (canastra and is_clean(one.run)), one.run


def test_it_stays_open_whether_a_2_beside_its_own_place_makes_the_run_clean() -> None:
    found = law("italiano")
    cards = tuple([Card(rank + "S") for rank in "3456782"])
    beside, own = (
        laid(cards, place, found.knowledge.state.options) for place in (Card("9S"), Card("2S"))
    )
    assert beside is not None
    assert own is not None
    one, other = outlooks(found, (beside, own), 0)
    assert (one.expected, one.canastra, one.clean) == (one.points, 1, None)
    assert (other.expected, other.canastra, other.clean) == (other.points, 1, 1)
    assert one.points < other.points


@pytest.mark.parametrize("profile", [name for name in PRESETS if PRESETS[name].jokers])
def test_a_joker_on_the_table_is_worth_its_extra_points(profile: str) -> None:
    rules = PRESETS[profile]
    found = law(profile)
    with_joker, with_two = (
        outlooks(found, [Run(cards=("5S", "6S", "7S", wild))], {2: 0.5, 9: 0.5})[0]
        for wild in ("JKR", "2H")
    )
    assert rules.joker_value > rules.two_value
    assert with_joker.expected is not None
    assert with_two.expected is not None
    more = with_joker.expected - with_two.expected
    assert more == pytest.approx(rules.joker_value - rules.two_value)
    assert (with_joker.canastra, with_joker.clean) == (with_two.canastra, with_two.clean)


def test_a_run_with_its_own_2_as_its_wild_may_become_clean() -> None:
    """With the card in hand that lets the 2 go to its place the next turn does it for sure."""
    run = ["4H", "5H", "6H", "7H", "8H", "2H"]
    for hand, least, most in (("3H 6C KD", 1, 1), ("9C 6C KD", 0.3, 0.9)):
        found = law("aberto", hand=hand, melds={"A": [run]})
        (one,) = outlooks(found, found.knowledge.state.runs[0], 6)
        assert one.clean is not None
        assert least <= one.clean <= most
    other = law("aberto", hand="3H 6C KD", melds={"A": [[*run[:-1], "2C"]]})
    assert outlooks(other, other.knowledge.state.runs[0], 6)[0].clean == 0


def test_a_run_with_a_fixed_wild_2_never_becomes_clean() -> None:
    run = ["4H", "5H", "6H", "7H", "8H", "2H"]
    found = law("aberto", {"wild_regularise": False}, hand="3H 6C KD", melds={"A": [run]})
    assert outlooks(found, found.knowledge.state.runs[0], 6)[0].clean == 0


@pytest.mark.parametrize(
    ("cards", "canastra", "clean"),
    [
        ("QS QH QD QC QS QH", None, None),
        ("QS QH QD QC QS 2H", None, 0),
        ("QS QH QD QC QS QH QD", 1, 1),
        ("QS QH QD QC QS QH 2H", 1, 0),
    ],
)
def test_a_set_has_only_its_settled_values(
    cards: str, canastra: float | None, clean: float | None
) -> None:
    found = law("fechado", melds={"A": [cards.split()]})
    (one,) = outlooks(found, found.knowledge.state.runs[0], 6)
    assert (one.expected, one.canastra, one.clean) == (None, canastra, clean)


@pytest.mark.parametrize("profile", ["mineiro", "aberto", "italiano"])
@pytest.mark.parametrize(
    ("hand", "pile", "sure"), [("AS KD", "", 1), ("KD 9H", "AS", 0), ("AS KD", "AS", 1)]
)
def test_one_ace_is_counted_at_one_end_of_a_run_only(
    profile: str, hand: str, pile: str, sure: int
) -> None:
    """With the ace that is in hand, and with another one only where that comes."""
    cards = tuple([Card(f"{rank}S") for rank in RANKS if rank != "A"])
    found = law(profile, hand=hand, lixo=pile, melds={"A": [cards]})
    rules, ace = PRESETS[profile], Card("AS")
    slots = found.knowledge.hidden[found.partner] + 2
    comes = somewhere(found.copies.get(ace, 0), slots, found.total)
    with_aces = [run_points(Run(cards=cards + (ace,) * aces), rules) for aces in range(3)]
    (outlook,) = outlooks(found, found.knowledge.state.runs[0], 1)
    expected = (1 - comes) * with_aces[sure] + comes * with_aces[sure + 1]
    assert outlook.expected == pytest.approx(float(expected))


# The chances that the chain is given, by every deal of a tiny rest of a pack

REST = tuple([Card(card) for card in ["2S", "2H", "3S", "3S", "5S", "7S", "2C"]])


def tiny(profile: str, known: Sequence[str], rules: Any = None) -> Locations:
    """A law of seven unknown cards: one with the partner, four in the stock, two elsewhere."""
    knowledge = replace(
        law(profile, rules).knowledge,
        unknown=REST,
        known=tuple([tuple([Card(card) for card in cards.split()]) for cards in known]),
        hidden=(0, 1, 1, 0),
        stock=4,
        mortos=(1,),
        aside=(0, 0, 0, 0),
    )
    return Locations(knowledge=knowledge, copies=Counter(REST), total=len(REST))


def counted(found: Locations, faces: set[str], rounds: int) -> list[Fraction | None]:
    """For each round the share of the deals in which a face comes in it, of those where none has.

    None where it has come in every deal before.
    """
    known, first = found.knowledge, Counter[int]()
    every = known.known[0] + known.known[2]
    for order in itertools.permutations(REST):
        partner, stock = order[0], order[1:5][: found.drawable]
        slots = [{partner, *stock[: 2 * (turn + 1)], *every} for turn in range(rounds)]
        first[next((turn for turn in range(rounds) if faces & slots[turn]), rounds)] += 1
    left, shares = first.total(), list[Fraction | None]()
    for turn in range(rounds):
        shares.append(Fraction(first[turn], left) if left else None)
        left -= first[turn]
    return shares


@pytest.mark.parametrize("profile", ["mineiro", "italiano"])
@pytest.mark.parametrize(
    "known",
    [
        ("KD", "", "", ""),
        ("KD", "3S 2D", "", "5S"),  # with the others
        ("KD", "", "3S AS", ""),
        ("KD", "", "2S", ""),
        ("KD", "", "2D", ""),
        ("4S 2S", "", "KS", ""),
        ("JKR", "", "", ""),
    ],
)
def test_chances_are_those_of_every_deal(profile: str, known: Sequence[str]) -> None:
    """The 2 of the run's suit is a natural card, not a wild; the Italian stock keeps two cards."""
    found, rounds = tiny(profile, known), 3
    table = suit_chances(found, "S", rounds)
    asked = [{RANKS[(place - 1) % 13] + "S"} for place in range(1, 15)]
    asked.append({"2H", "2D", "2C", "JKR"})
    for column, faces in enumerate(asked):
        for turn, share in enumerate(counted(found, faces, rounds)):
            if share is None:  # in hand, or with the partner: there at once and in every round
                assert table[turn, column] == 1, (faces, turn)
            else:
                assert table[turn, column] == pytest.approx(float(share)), (faces, turn)


@pytest.mark.parametrize("two_value", [10, 20, 40])
def test_a_wild_that_comes_counts_as_what_it_is(two_value: int) -> None:
    """Of the rest of the pack only a 2 goes with the hearts; in the hand lies a joker, or a 2."""
    run = laid(tuple([Card(f"{rank}H") for rank in "89TJQ"]), None, PRESETS["aberto"])
    assert run is not None
    for own in ("JKR", "2D"):
        found = tiny("aberto", (own, "", "", ""), {"two_value": two_value})
        two = counted(found, {"2S", "2C", "2D"}, 1)[0]
        assert two is not None
        (outlook,) = outlooks(found, [run], 1)
        # Of both what scores more is laid.
        better = max(two_value, 20) * two + 20 * (1 - two)
        wild = better if own == "JKR" else two_value
        assert outlook.expected == pytest.approx(float(50 + wild))
