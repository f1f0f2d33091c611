"""Random deals under every profile: never a dead state, never a lost card."""

from __future__ import annotations

import random

import pytest
from tests.engine.games.buraco.kernel.deals import accepted

from carteado.engine.deal import shuffle
from carteado.engine.game import Act, Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.cards import FACE_OF
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.state import State, total
from carteado.engine.state import changed

MOST = 1500
"""Decisions of a deal: far more than any has."""


def dealt(profile: str, chance: random.Random) -> State:
    state = GAME.new(PRESETS[profile])
    for seat in range(4):
        state = accepted(state, Sit(seat=seat, name=f"p{seat}"))
    deck = shuffle(GAME.pack(state) or (), chance.randbytes(32))
    return accepted(state, Deal(deck=deck))


def without_mortos(state: State, number: int) -> State:
    """The deal with no morto left: both pairs took one, or neither did."""
    return changed(state, mortos=(), took=((number % 4 == 1),) * 2)


def lying(state: State) -> list[str]:
    """Every card of the pack but those of mortos that this test has taken away."""
    found = [state.deck[at] for pile in (state.stock, *state.mortos, *state.aside) for at in pile]
    found += [FACE_OF[card] for hand in state.hands for card in hand]
    found += [card for runs in state.runs for run in runs for card in run.cards]
    return sorted([*found, *(state.buried or state.pile)])


def play_out(state: State, chance: random.Random) -> None:
    want, pack = total(state), lying(state)
    for number in range(MOST):
        seat = GAME.turn(state)
        if seat is None:
            assert len(state.sheets) == 2
            return
        legal = GAME.legal(state, seat)
        action = GAME.default(state, seat)
        if chance.random() < 0.9:
            action = GAME.pick(legal, chance.randrange(1 << 30))
        state = accepted(state, Act(seat=seat, action=action))
        if state.in_deal:
            assert total(state) == want
            if number % 16 == 0:
                assert lying(state) == pack
    pytest.fail("a deal without an end")


def deals(profile: str, count: int) -> None:
    chance = random.Random(f"buraco {profile}")
    for number in range(count):
        state = dealt(profile, chance)
        if number % 2:
            state = without_mortos(state, number)
        play_out(state, chance)


@pytest.mark.parametrize("profile", PRESETS)
def test_random_deals_reach_no_dead_state_and_lose_no_card(profile: str) -> None:
    deals(profile, 20)


@pytest.mark.exhaustive
@pytest.mark.parametrize("profile", PRESETS)
def test_no_dead_state_and_no_lost_card_in_200_deals(profile: str) -> None:
    deals(profile, 200)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("profile", PRESETS)
def test_no_dead_state_and_no_lost_card_in_many_deals(profile: str) -> None:
    deals(profile, 2000)


@pytest.mark.parametrize("profile", PRESETS)
def test_every_offered_action_is_accepted(profile: str) -> None:
    """Every action that is generated, not only those that random play happens to choose."""
    chance = random.Random(f"offers {profile}")
    state = dealt(profile, chance)
    for _ in range(60):
        seat = GAME.turn(state)
        if seat is None:
            break
        offered = list(plays(GAME.legal(state, seat)))
        assert len(set(offered)) == len(offered)
        for action in offered[:150]:
            accepted(state, Act(seat=seat, action=action))
        state = accepted(state, Act(seat=seat, action=chance.choice(offered)))


def test_a_deal_goes_on_between_two_turns() -> None:
    """Whoever folds event by event never sees a deal ended before it is scored, or a card lost."""
    chance = random.Random("between turns")
    state = dealt("mineiro", chance)
    pack, turned = lying(state), 0
    while state.in_deal:
        seat = GAME.turn(state)
        assert seat is not None
        answer = GAME.decide(
            state, Act(seat=seat, action=GAME.pick(GAME.legal(state, seat), chance.randrange(9**9)))
        )
        assert isinstance(answer, Decided)
        for event in answer.events:
            state = GAME.evolve(state, event)
            if event.type == "deal_scored":
                break
            assert state.in_deal
            assert GAME.pack(state) is None
            assert lying(state) == pack
            turned += event.type == "card_discarded" and GAME.turn(state) is None
    assert turned > 10
