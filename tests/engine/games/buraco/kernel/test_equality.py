"""The kernel is the engine, action for action: both play the same deals, and all is compared."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import RULES, accepted, dealt
from tests.engine.games.buraco.positions import cards, discard, extend, meld, position

from carteado.engine.game import Act
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Extend, PlayTurn, Redraw
from carteado.engine.games.buraco.cards import FACE_OF, faces_of
from carteado.engine.games.buraco.kernel import (
    Chance,
    Kernel,
    apply,
    from_state,
    legal,
    points,
    score_sheets,
)
from carteado.engine.games.buraco.kernel.faces import CARD
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.state import State
from carteado.engine.state import changed
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import turn_of

MOST = 3000
"""Decisions of a deal: far more than any has."""


def of_engine(state: State) -> dict[str, Any]:
    """All that a kernel holds, read from a state."""
    deck = state.deck
    facts: dict[str, Any] = {
        "hands": [Counter(faces_of(hand)) for hand in state.hands],
        "aside": [[deck[at] for at in cards] for cards in state.aside],
        "stock": [deck[at] for at in state.stock],
        "mortos": [[deck[at] for at in morto] for morto in state.mortos],
        "pile": list(state.buried or state.pile),
        "runs": [list(runs) for runs in state.runs],
        "took": list(state.took),
        "converted": state.converted,
        "unplayed": [-1 if seat is None else seat for seat in state.unplayed],
        "swaps": state.swaps,
        "first": state.first,
        "over": not state.in_deal,
        "out": -1 if state.out is None else state.out,
        "barred": [FACE_OF[card] for card in state.barred if card],
        "offer": state.offer,
        "last_turn": state.last_turn,
    }
    if state.in_deal:
        assert state.to_act is not None
        facts["turn"] = (state.to_act, state.phase == "play")
        if state.offer:
            facts["offered"] = FACE_OF[state.hands[state.to_act][-1]]
    else:
        facts["sheets"] = tuple(state.sheets)
    return facts


def of_kernel(kernel: Kernel) -> dict[str, Any]:
    """The same of a kernel, its counts and summaries checked on the way."""
    hands = [[CARD[face] for face in kernel.hand(seat)] for seat in range(4)]
    assert kernel.size == [len(hand) for hand in hands]
    again = kernel.copy()
    for team in (0, 1):
        again.look(team)
    assert (kernel.wants, kernel.ready) == (again.wants, again.ready)
    facts: dict[str, Any] = {
        "hands": [Counter(hand) for hand in hands],
        "aside": [[CARD[face] for face in cards] for cards in kernel.aside],
        "stock": [CARD[face] for face in reversed(kernel.stock)],
        "mortos": [[CARD[face] for face in morto] for morto in kernel.mortos],
        "pile": [CARD[face] for face in kernel.pile],
        "runs": [[node.run for node in runs] for runs in kernel.runs],
        "took": kernel.took,
        "converted": kernel.converted,
        "unplayed": kernel.unplayed,
        "swaps": kernel.swaps,
        "first": kernel.first,
        "over": kernel.over,
        "out": kernel.out,
        "barred": [] if kernel.barred < 0 else [CARD[kernel.barred]],
        "offer": kernel.offer,
        "last_turn": kernel.last_turn,
    }
    if not kernel.over:
        facts["turn"] = (kernel.seat, kernel.drawn)
        if kernel.offer:
            facts["offered"] = CARD[kernel.card]
    else:
        facts["sheets"] = score_sheets(kernel)
        assert points(kernel) == tuple(sheet.total for sheet in facts["sheets"])
    return facts


def step(state: State, kernel: Kernel, action: Any) -> State:
    """Both after an action; they have to be the same."""
    assert state.to_act is not None
    state = accepted(state, Act(seat=state.to_act, action=action))
    apply(kernel, action)
    assert of_kernel(kernel) == of_engine(state), action
    return state


def play_at_random(rules: Options, number: int, *, listed: float) -> None:
    """A deal of the engine's random actions; of some decisions all legal actions are compared."""
    chance = random.Random(number)
    state = dealt(rules, chance)
    if number % 5 == 0:
        state = changed(state, mortos=(), took=((number % 10 == 0),) * 2)
    kernel = from_state(state)
    for _ in range(MOST):
        if not state.in_deal:
            return
        assert state.to_act is not None
        options = GAME.legal(state, state.to_act)
        if chance.random() < listed:
            found = legal(kernel)
            assert sorted(map(repr, found)) == sorted(map(repr, plays(options, places=False)))
            for action in found:
                apply(kernel.copy(), action)
        if chance.random() < 0.02:
            kernel = from_state(state)
        state = step(state, kernel, GAME.pick(options, chance.randrange(1 << 30)))
    pytest.fail("the deal does not end")


def play_greedily(rules: Options, number: int) -> None:
    """A deal of the greedy policy: its turns are taken by the engine, and end where it ended."""
    chance = random.Random(number)
    state = dealt(rules, chance)
    kernel, fast = from_state(state), from_state(state)
    while state.in_deal:
        turns = kernel.turns
        actions = turn_of(kernel, greedy_policy)
        assert actions
        for action in actions:
            state = step(state, kernel, action)
        assert kernel.turns == turns + 1
        while fast.turns == turns:
            greedy_policy(fast, Chance(0))
        assert of_kernel(fast) == of_engine(state)


@pytest.mark.parametrize("name", RULES)
def test_random_deals_are_the_same(name: str) -> None:
    for number in range(4):
        play_at_random(RULES[name], number, listed=0.05)


@pytest.mark.parametrize("name", RULES)
def test_greedy_deals_are_the_same(name: str) -> None:
    for number in range(3):
        play_greedily(RULES[name], number)


def test_a_run_that_grows_until_cards_fit_it_only_together_is_the_same() -> None:
    play_at_random(PRESETS["stbl"], 1384, listed=0.01)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PRESETS)
def test_ten_thousand_random_deals_are_the_same(name: str) -> None:
    for number in range(1700):
        play_at_random(PRESETS[name], 1000 + number, listed=0.01)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", RULES)
def test_two_thousand_greedy_deals_are_the_same(name: str) -> None:
    for number in range(200):
        play_greedily(RULES[name], 1000 + number)


@pytest.mark.parametrize("relocation", ["on_replacement", "fixed"])
def test_wilds_in_places_of_their_players_choice_are_the_same(relocation: Any) -> None:
    placed = 0
    for number in range(12):
        chance = random.Random(number)
        profile = ("italiano", "internazionale")[number % 2]
        state = dealt(replace(PRESETS[profile], wild_relocation=relocation), chance)
        kernel = from_state(state)
        for _ in range(120):
            if not state.in_deal:
                break
            assert state.to_act is not None
            options = GAME.legal(state, state.to_act)
            every = list(islice(plays(options), 400))
            named = [one for one in every if any("=" in card for card in getattr(one, "cards", ()))]
            placed += bool(named)
            action = GAME.pick(options, chance.randrange(1 << 30))
            state = step(state, kernel, chance.choice(named) if named else action)
    assert placed > 20


def test_a_whole_turn_and_several_cards_at_once_are_the_same() -> None:
    for profile in ("mineiro", "italiano"):
        for hand, *laid in (
            ("7H 8H 9C KD", Extend(meld=0, cards=cards("7H 8H"))),
            ("8H 2C 9C KD", Extend(meld=0, cards=cards("8H 2C"))),
            ("3H 2H AH KD", Extend(meld=0, cards=cards("AH 2H 3H"))),
            ("9S TS JS 7H KD", meld("9S TS JS"), extend(0, "7H")),
        ):
            given = {"phase": "play", "hand": hand, "melds": {"A": [["4H", "5H", "6H"]]}}
            state = position(profile, **given)
            step(state, from_state(state), PlayTurn(plays=(*laid, discard("KD"))))


@pytest.mark.parametrize("name", RULES)
def test_greedy_turns_are_accepted_whole(name: str) -> None:
    state = dealt(RULES[name], random.Random(11))
    while state.in_deal:
        kernel = from_state(state)
        first, *rest = turn_of(kernel, greedy_policy)
        state = step(state, kernel, first)
        if rest and kernel.drawn and kernel.took == list(state.took):
            redraw = [play for play in rest if isinstance(play, Redraw)]
            for play in redraw:
                state = step(state, kernel, play)
            state = step(state, kernel, PlayTurn(plays=tuple(rest[len(redraw) :])))
