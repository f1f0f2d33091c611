"""The reading of the plays: what it reads, how strongly, and that it can be switched off."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt
from tests.engine.games.buraco.positions import DRAW, cards, discard, meld, position
from tests.odds.buraco.views import seen

from carteado.engine.game import Act, Decided, Event
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import TakePile
from carteado.engine.games.buraco.kernel import determinise, from_state, knowledge_of
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco import compare, rate_plays, reading, signs_of
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import turn_of
from carteado.odds.buraco.posterior import Sign, Theta

NOTHING = Theta(discard=0, pile=0, kept=0)


def history(state: State, seat: int, *actions: Any) -> tuple[list[tuple[Event, State]], State]:
    """What a seat saw of some actions, and the state behind them."""
    found = []
    for action in actions:
        assert state.to_act is not None
        answer = GAME.decide(state, Act(seat=state.to_act, action=action))
        assert isinstance(answer, Decided), answer
        for event in answer.events:
            found.append((event, seen(state, seat)))
            state = GAME.evolve(state, event)
    return found, state


def started() -> State:
    return position(
        turn=1,
        hand_1="5S 6S 7S KD 9C TC",
        hand_2="4C 8D JD",
        lixo="3H",
        stock="AH AD AC AS 3C 3D",
    )


def test_discards_and_draws_beside_a_pile_are_signs():
    seen_by_all, _ = history(
        started(), 0, DRAW, meld("5S 6S 7S"), discard("KD"), DRAW, discard("4C")
    )
    signs = signs_of(seen_by_all, 0)
    assert [(sign.seat, sign.card, sign.pile) for sign in signs] == [
        (1, None, ("3H",)),
        (1, "KD", ()),
        (2, None, ("3H", "KD")),
        (2, "4C", ()),
    ]
    assert signs[0].removed == ("5S", "6S", "7S", "KD")
    assert signs[1].removed == ("KD",)
    assert [sign.turns for sign in signs] == [1, 0, 1, 0]


def test_a_top_card_that_is_melded_at_once_came_from_the_pile():
    state = position(
        "internazionale",
        turn=1,
        hand_0="8C 3C QH",
        hand_1="5S KD 9C TC",
        hand_2="4C 8D JD",
        hand_3="4S 9H JH",
        stock="AH AD KC KS 3H 3D QS",
    )
    turns = [one for thrown in ("KD", "4C", "4S", "8C") for one in (DRAW, discard(thrown))]
    taken = TakePile(cards=cards("9C TC"))
    seen_by_all, _ = history(state, 2, *turns, taken)
    thrown = next(sign for sign in signs_of(seen_by_all, 2) if sign.card == "KD")
    assert thrown.removed == ("KD", "9C", "TC", "8C")
    assert thrown.added == ("KD", "4C", "4S", "8C")


def test_own_actions_are_not_evidence():
    seen_by_all, _ = history(started(), 1, DRAW, discard("KD"))
    assert signs_of(seen_by_all, 1) == ()


def hand_of_one(*faces: str) -> Any:
    """An imagined deal in which seat 1 holds some cards."""
    state = position(turn=2, hand_1=list(faces), hand_0="3C", hand_2="3C", hand_3="4D")
    return from_state(state)


def test_a_card_is_seldom_discarded_beside_its_neighbours():
    weigh = reading((Sign(seat=1, card="KD", removed=("KD",)),), 0)
    near, far = hand_of_one("QD", "JD", "5S"), hand_of_one("9H", "4C", "5S")
    assert weigh(near) < weigh(far)


def test_a_useful_pile_is_seldom_left():
    weigh = reading((Sign(seat=1, pile=("KD", "TD")),), 0)
    assert weigh(hand_of_one("QD", "JD", "5S")) < weigh(hand_of_one("9H", "4C", "5S"))


def test_old_discards_weigh_less():
    def weight(turns: int) -> float:
        sign = Sign(seat=1, card="KD", removed=("KD",), turns=turns)
        weigh = reading((sign,), 0)
        return weigh(hand_of_one("9H", "4C", "5S")) / weigh(hand_of_one("QD", "JD", "5S"))

    assert weight(0) > weight(2) > weight(8) > 1


def test_without_signs_and_with_theta_0_all_deals_count_alike():
    signs = (Sign(seat=1, card="KD", removed=("KD",)), Sign(seat=3, pile=("TD",)))
    deal = hand_of_one("QD", "JD", "5S")
    assert reading(signs, 0, NOTHING)(deal) == 1
    assert reading((), 0, NOTHING)(deal) == 1


def test_a_new_deal_begins_without_signs():
    table = dealt(PRESETS["mineiro"], random.Random(3))
    answer = GAME.decide(
        table, Act(seat=table.to_act or 0, action=turn_of(from_state(table), greedy_policy)[0])
    )
    assert isinstance(answer, Decided)
    from carteado.engine.games.buraco.events import DealStarted

    began = DealStarted(deal=2, starter=1, hands=((),) * 4, deck=())
    events = [(event, table) for event in answer.events]
    assert signs_of([*events, (began, table)], 3) == ()


def followed(number: int, turns: int) -> tuple[State, list[tuple[Event, State]]]:
    """A deal between greedy players until seat 0 has had some turns, as it saw it."""
    state, events = dealt(PRESETS["mineiro"], random.Random(number)), []
    while state.in_deal:
        if state.to_act == 0 and state.phase == "draw":
            turns -= 1
            if turns < 0:
                break
        action = turn_of(from_state(state), greedy_policy)[0]
        more, state = history(state, 0, action)
        events += more
    return state, events


def test_the_true_hands_of_greedy_players_become_more_likely():
    """The true deal counts more than an imagined one, on average over positions."""
    gains = []
    for number in range(12):
        state, events = followed(number, 8)
        if not state.in_deal:
            continue
        weigh = reading(signs_of(events, 0), 0)
        known = knowledge_of(seen(state, 0), 0)
        weights = [weigh(determinise(known, seed)) for seed in range(40)]
        gains.append(math.log(weigh(from_state(state)) * len(weights) / sum(weights)))
    assert len(gains) > 8
    assert sum(gains) / len(gains) > 0.2


def test_weighted_plays_tell_what_their_deals_are_worth():
    state, events = followed(2, 8)
    assert state.in_deal
    view = seen(state, 0)
    weigh = reading(signs_of(events, 0), 0)
    plain, weighted = (rate_plays(view, 0, playouts=60, weigh=one) for one in (None, weigh))
    assert plain.work.effective == pytest.approx(plain.work.deals)
    assert 1 <= weighted.work.effective < weighted.work.deals


def test_deals_that_do_not_count_leave_the_interval_as_it_is():
    knowledge = knowledge_of(seen(position(phase="play", hand="4S 5S 6S 9D KC 8H"), 0), 0)
    weights = iter([1.0, 1.0, *[0.0] * 10])
    two = compare(knowledge, [()], playouts=2, seed=5).plays[0]
    some = compare(knowledge, [()], playouts=12, seed=5, weigh=lambda _: next(weights)).plays[0]
    assert two.points.low < two.points.mean
    assert some.points.mean == pytest.approx(two.points.mean)
    assert some.points.low == pytest.approx(two.points.low)
