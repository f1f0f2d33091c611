"""The chain of a run against a plain walk of its tree, published figures and limits."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.runs import Run, canastra, extended, is_clean, laid
from carteado.engine.games.buraco.scoring import run_points
from carteado.odds.buraco.chain import Jokers, chain_values, own_two_values, transition_matrix
from carteado.odds.buraco.run_states import (
    AT,
    FREE,
    STATES,
    RunState,
    canastra_worth,
    points_worth,
    state_cards,
    states_of,
)
from carteado.odds.results import OddsError

QUARTER = [0.25] * 15
RUN_3_TO_9 = AT[RunState(3, 9)]
RUN_5_TO_7 = AT[RunState(5, 7)]


def some_chances(seed: int) -> list[float]:
    chance = random.Random(seed)
    return [chance.choice((0.0, 1.0, chance.random())) for _ in range(15)]


def test_there_are_532_states():
    kinds = [sum(kind(state.wild) for state in STATES) for kind in (_none, _free, _gap)]
    assert kinds == [78, 90, 364]
    assert len(set(STATES)) == len(STATES) == 532


def _none(wild: int) -> bool:
    return wild == 0


def _free(wild: int) -> bool:
    return wild == FREE


def _gap(wild: int) -> bool:
    return wild > 0


@pytest.mark.parametrize("suit", "SHDC")
def test_every_state_is_a_run_that_the_game_knows(suit: str):
    for at, state in enumerate(STATES):
        cards = state_cards(state, suit)
        assert len(cards) == state.size
        assert at in states_of(cards)


def test_cards_that_are_not_a_run_are_refused():
    with pytest.raises(OddsError, match="is not a run"):
        states_of(("3S", "3H", "3D"))


@pytest.mark.parametrize("seed", range(5))
def test_rows_sum_to_one(seed: int):
    chances = some_chances(seed)
    for wilds in ("option", "forced"):
        matrix = transition_matrix(chances, wilds=wilds)
        assert matrix.min() >= 0
        assert abs(matrix.sum(axis=1) - 1).max() < 1e-12


def test_the_studys_run_from_3_to_9():
    """Forced 224, with the option to keep the wild 307 (thirteen rounds, all chances a quarter)."""
    forced = chain_values(QUARTER, 13, wilds="forced")[RUN_3_TO_9]
    option = chain_values(QUARTER, 13)[RUN_3_TO_9]
    assert int(forced) == 224
    assert round(option) == 307


def test_no_run_is_worth_more_than_the_best_one():
    assert points_worth().max() == 325
    values = chain_values(QUARTER, 13)
    assert (values <= 325).all()
    assert (values >= points_worth()).all()


@pytest.mark.parametrize("wilds", ["option", "forced"])
def test_values_are_the_matrix_applied_to_values(wilds):
    chances = some_chances(7)
    values = points_worth()
    for rounds in range(1, 4):
        values = transition_matrix(chances, values, wilds) @ values
        assert np.allclose(values, chain_values(chances, rounds, wilds=wilds), atol=1e-9)


# A plain walk: every set of cards that may come, and the best that can be made of it.


def brute_value(state: RunState, chances: list[float], free: tuple[int, ...]) -> float:
    """One round, over every set of `free` places and a wild that may come."""
    total = 0.0
    for bits in itertools.product((0, 1), repeat=len(free) + 1):
        come = [place for place, bit in zip(free, bits, strict=False) if bit]
        chance = 1.0
        for place, bit in zip((*free, 15), bits, strict=True):
            chance *= chances[place - 1] if bit else 1 - chances[place - 1]
        total += chance * best(state, come, wild=bool(bits[-1])) if chance else 0.0
    return total


def best(state: RunState, come: list[int], *, wild: bool) -> float:
    """The dearest state that has the cards of one and some of those that came."""
    held = places_of(state)
    found = 0.0
    for other in STATES:
        more = places_of(other) - held
        fits = held <= places_of(other) and more <= set(come)
        wilds = bool(other.wild) == bool(state.wild) or (wild and other.wild and not state.wild)
        if fits and wilds:
            found = max(found, float(points_worth()[AT[other]]))
    return found


def places_of(state: RunState) -> set[int]:
    return set(range(state.low, state.high + 1)) - {state.wild}


@pytest.mark.parametrize(
    "state",
    [
        *(RunState(5, 7), RunState(3, 9), RunState(1, 3), RunState(12, 14), RunState(2, 13)),
        *(RunState(6, 8, FREE), RunState(1, 6, FREE), RunState(2, 13, FREE)),
        *(RunState(1, 12, FREE), RunState(3, 14, FREE), RunState(1, 12, 5)),
        *(RunState(5, 8, 6), RunState(1, 13, 5), RunState(2, 14, 13), RunState(1, 14, 9)),
    ],
)
def test_one_round_is_the_mean_over_all_that_may_come(state: RunState):
    free = tuple(
        place
        for place in range(state.low - 4, state.high + 5)
        if 1 <= place <= 14 and place not in places_of(state)
    )[:9]
    chances = some_chances(3)
    for place in range(1, 15):
        chances[place - 1] = 0.3 if place in free else 0.0
    chances[14] = 0.4
    value = chain_values(chances, 1)[AT[state]]
    assert value == pytest.approx(brute_value(state, chances, free), abs=1e-9)


# The same by the rules of the game: all that may be laid of what comes, for runs whose wild is
# the 2 of their own suit.


ABERTO = PRESETS["aberto"]
WORTH: Any = {
    "points": (points_worth(ABERTO), lambda run: run_points(run, ABERTO)),
    "canastra": (canastra_worth(clean=False), lambda run: len(run.cards) >= 7),
    "clean": (canastra_worth(clean=True), lambda run: len(run.cards) >= 7 and is_clean(run)),
}


def by_the_rules(run: Run, chances: list[float], rounds: int, worth: Any) -> float:
    """The mean over all that may come, laid at best; a wild that comes is the 2 of hearts."""
    if not rounds:
        return float(worth(run))
    free = [at for at in range(15) if chances[at]]
    total = 0.0
    for bits in itertools.product((0, 1), repeat=len(free)):
        chance = math.prod(
            chances[at] if bit else 1 - chances[at] for at, bit in zip(free, bits, strict=True)
        )
        come = [
            Card("2H" if at == 14 else RANKS[at % 13] + "S")
            for at, bit in zip(free, bits, strict=True)
            if bit
        ]
        ways = [
            extended(run, some, None, ABERTO)
            for count in range(1, len(come) + 1)
            for some in itertools.combinations(come, count)
        ]
        after = [run, *[way for way in ways if way is not None]]
        total += chance * max(by_the_rules(way, chances, rounds - 1, worth) for way in after)
    return total


OWN_TWOS = [
    ("4S 5S 6S 7S 8S 2S", "3 9 T"),
    ("4S 5S 6S 7S 8S 2S", "A 3 9"),
    ("5S 6S 8S 2S", "3 4 7"),
    ("4S 5S 7S 8S 9S 2S", "3 6 T"),
    ("9S TS JS QS KS 2S", "8 7 A"),
    ("4S 6S 7S 8S 9S TS JS QS KS AS 2S", "3 5"),
]


def own_two(cards: str, come: str) -> tuple[Run, list[float]]:
    """A run whose 2 is its wild, and chances of some ranks."""
    run = laid(tuple([Card(card) for card in cards.split()]), None, ABERTO)
    assert run is not None
    chances = [0.0] * 15
    for rank in come.split():
        chances[13 if rank == "A" and "KS" in cards else RANKS.index(rank)] = 0.35
    return run, chances


@pytest.mark.parametrize("kind", WORTH)
@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize(("cards", "come"), OWN_TWOS)
def test_the_2_of_a_runs_own_suit_goes_back_to_its_place(
    cards: str, come: str, rounds: int, kind: str
) -> None:
    run, chances = own_two(cards, come)
    states, (worth, lies) = list(states_of(run.cards)), WORTH[kind]
    value = max(own_two_values(chances, rounds, worth=worth)[states])
    assert value == pytest.approx(by_the_rules(run, chances, rounds, lies), abs=1e-9)
    if kind == "clean":
        assert max(chain_values(chances, rounds, worth=worth)[states]) == 0


@pytest.mark.parametrize(("two", "wild"), [(0.3, 0.0), (0.0, 0.4), (0.3, 0.4)])
@pytest.mark.parametrize(("cards", "come"), OWN_TWOS[:4])
def test_the_value_can_be_reached_when_another_wild_comes(
    cards: str, come: str, two: float, wild: float
) -> None:
    """Not every way to lay all of it is looked at, but most of what they are worth is counted."""
    run, chances = own_two(cards, come)
    chances[1], chances[14] = two, wild
    states = list(states_of(run.cards))
    for rounds in (1, 2):
        for kind, (worth, lies) in WORTH.items():
            value = max(own_two_values(chances, rounds, worth=worth)[states])
            most = by_the_rules(run, chances, rounds, lies)
            assert 0.9 * most - 1e-9 <= value <= most + 1e-9, (kind, rounds)


def test_the_2_goes_behind_the_ace_where_another_wild_then_makes_a_canastra() -> None:
    run, chances = own_two("4S 5S 6S 2S", "A 3")
    chances[14] = 0.4
    worth, lies = WORTH["canastra"]
    (value,) = own_two_values(chances, 1, worth=worth)[list(states_of(run.cards))]
    assert value == pytest.approx(0.35 * 0.35 * 0.4)
    assert value == pytest.approx(by_the_rules(run, chances, 1, lies))


# A wild that comes may be a joker.


def two_or_joker(run: Run, chances: list[float], rounds: int, rules: Options) -> float:
    """The mean over all that may come, laid at best; chances 15 and 16 are of a 2 and a joker."""
    if not rounds:
        return float(run_points(run, rules))
    free = [at for at in range(16) if chances[at]]
    total = 0.0
    for bits in itertools.product((0, 1), repeat=len(free)):
        pairs = list(zip(free, bits, strict=True))
        chance = math.prod([chances[at] if bit else 1 - chances[at] for at, bit in pairs])
        names = {14: "2H", 15: "JKR"}
        come = [Card(names.get(at) or RANKS[at % 13] + "S") for at, bit in pairs if bit]
        ways = [
            extended(run, some, None, rules)
            for count in range(1, len(come) + 1)
            for some in itertools.combinations(come, count)
        ]
        after = [run, *[way for way in ways if way is not None]]
        total += chance * max(two_or_joker(way, chances, rounds - 1, rules) for way in after)
    return total


@pytest.mark.parametrize(("joker", "two"), [(20, 10), (30, 20), (200, 10), (5, 20)])
@pytest.mark.parametrize(
    ("cards", "come"),
    [
        *(("4S 5S 6S 7S", "3 8"), ("3S 4S 5S 6S 7S 8S", "9 T")),
        *(("5S 6S 7S 8S 9S TS", "4 J"), ("3S 4S 5S 6S 7S 8S 9S", "T")),
    ],
)
def test_a_joker_that_comes_scores_as_a_joker(cards: str, come: str, joker: int, two: int) -> None:
    rules = replace(ABERTO, joker_value=joker, two_value=two)
    run = laid(tuple([Card(card) for card in cards.split()]), None, rules)
    assert run is not None
    chances = [0.0] * 14 + [0.3, 0.2]
    for rank in come.split():
        chances[RANKS.index(rank)] = 0.35
    either = 1 - 0.7 * 0.8
    jokers = Jokers([0.2 if joker > two else either - 0.3], joker - two)
    (state,) = states_of(run.cards)
    for rounds in (1, 2):
        row, worth = [*chances[:14], either], points_worth(rules)
        most = two_or_joker(run, chances, rounds, rules)
        for values in (chain_values, own_two_values):
            value = values(row, rounds, worth=worth, jokers=jokers)[state]
            assert value == pytest.approx(most, abs=1e-9)


def test_a_run_with_another_wild_or_the_natural_2_besides_is_valued_as_before() -> None:
    plain, own = chain_values(QUARTER, 5), own_two_values(QUARTER, 5)
    for at, state in enumerate(STATES):
        assert own[at] >= plain[at] - 1e-9
        assert own[at] == plain[at] or (state.wild and state.low >= 3)
    assert (own_two_values(QUARTER, {0: 0.5, 5: 0.5}) <= own + 1e-9).all()
    assert own_two_values(QUARTER, 0)[AT[RunState(4, 9, FREE)]] == 150


def test_a_horizon_may_be_uncertain():
    certain = [chain_values(QUARTER, rounds) for rounds in range(8)]
    spread = chain_values(QUARTER, {3: 0.5, 7: 0.5})
    mean = (certain[3] + certain[7]) / 2
    assert (spread <= mean + 1e-9).all()
    assert (spread >= certain[3] - 1e-9).all()
    assert (chain_values(QUARTER, [0.0, 0.0, 0.0, 1.0]) == certain[3]).all()
    assert (chain_values(QUARTER, 0) == points_worth()).all()


def test_an_uncertain_horizon_is_the_mean_when_wilds_are_forced():
    """Nothing is decided then, so nothing is lost by not knowing."""
    certain = [chain_values(QUARTER, rounds, wilds="forced") for rounds in (2, 6)]
    spread = chain_values(QUARTER, {2: 0.25, 6: 0.75}, wilds="forced")
    assert np.allclose(spread, 0.25 * certain[0] + 0.75 * certain[1])


@pytest.mark.parametrize("values", [chain_values, own_two_values])
def test_chances_may_change_from_round_to_round(values):
    none, sure = [0.0] * 15, [1.0] * 15
    late = values([none, none, sure], 3)
    assert np.allclose(late, values(sure, 1))
    assert (values([sure, none], 1) == values(sure, 1)).all()
    assert values(sure, 1)[RUN_5_TO_7] == 325


def test_the_chance_of_a_canastra_is_a_value_too():
    any_, clean = (
        chain_values(QUARTER, 13, worth=canastra_worth(clean=clean)) for clean in (False, True)
    )
    assert (any_ >= clean - 1e-12).all()
    assert 0 < clean[RUN_5_TO_7] < any_[RUN_5_TO_7] < 1
    assert clean[RUN_3_TO_9] == pytest.approx(1)
    assert clean[AT[RunState(5, 8, FREE)]] == 0


@pytest.mark.parametrize("profile", PRESETS)
def test_points_are_those_of_the_game(profile: str):
    rules = PRESETS[profile]
    worth = points_worth(rules)
    for at in (0, 77, 78, 167, 168, 531):
        run = Run(cards=state_cards(STATES[at]))
        assert worth[at] == run_points(run, rules)
        assert (canastra_worth(clean=False)[at] == 1) == (canastra(run, rules) != "none")


@pytest.mark.parametrize(
    ("chances", "horizon", "word"),
    [
        ([0.5] * 14, 1, "fifteen"),
        ([1.5] + [0.5] * 14, 1, "fifteen"),
        ([float("nan")] * 15, 1, "fifteen"),
        ([], 1, "fifteen"),
        (QUARTER, -1, "0 to 1000"),
        (QUARTER, {1: 0.5}, "1 together"),
        (QUARTER, {}, "1 together"),
        (QUARTER, {1: 1.5, 2: -0.5}, "1 together"),
    ],
)
def test_an_invalid_chance_is_refused(chances, horizon, word):
    with pytest.raises(OddsError, match=word):
        chain_values(chances, horizon)


def test_worth_is_a_number_for_each_state():
    with pytest.raises(OddsError, match="532"):
        chain_values(QUARTER, 1, worth=np.zeros(3))
