"""The last turn of a deal, held against every way to play it."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import RULES, accepted
from tests.engine.games.buraco.positions import CLEAN, DIRTY, position
from tests.odds.buraco.last_turns import (
    CHOSEN,
    PROFILES,
    LastTurn,
    TooMany,
    best_end,
    position_at,
    search,
)
from tests.odds.buraco.views import seen, view

from carteado.bots.buraco.deciding import searched_play, studied_play
from carteado.engine.game import Act
from carteado.engine.games.buraco.actions import Decline, Discard, Extend, Meld, TakePile
from carteado.engine.games.buraco.kernel import apply, determinise, from_state, points
from carteado.engine.games.buraco.state import State
from carteado.engine.state import changed
from carteado.odds.buraco.adviser import rate_arrangements, rate_draw, rate_plays
from carteado.odds.buraco.arrangements import arrangements, policy_turn
from carteado.odds.buraco.candidates import plan_text
from carteado.odds.buraco.last_turn import last_turn, ways_to_end
from carteado.odds.buraco.locations import locations_of

GONE: Any = {"mortos": 0, "took": [True, True], "stock": ""}
PLAY: Any = {"phase": "play", **GONE}
OUT: Any = {"mortos": 0, "took": [True, True]}


def solved(state: State, **how: Any) -> Any:
    """The answer to the seat to act, from its own view."""
    seat = state.to_act
    assert seat is not None
    return last_turn(locations_of(seen(state, seat), seat).knowledge, **how)


def ended(state: State, plan: Any) -> int:
    """Points, own less theirs, with which a plan ends the deal on the engine itself."""
    seat = state.to_act
    assert seat is not None
    for action in plan:
        state = accepted(state, Act(seat=seat, action=action))
    assert not state.in_deal
    return state.sheets[seat % 2].total - state.sheets[1 - seat % 2].total


def played(state: State, think: Any, **how: Any) -> int:
    """The same of a turn that a player plays, decision by decision."""
    seat = state.to_act
    assert seat is not None
    while state.in_deal:
        assert state.to_act == seat
        state = accepted(state, Act(seat=seat, action=think(seen(state, seat), seat, **how)))
    return state.sheets[seat % 2].total - state.sheets[1 - seat % 2].total


# Against the oracle


@pytest.mark.exhaustive
@pytest.mark.parametrize("profile", PROFILES)
def test_last_turns_of_played_deals_are_solved(profile: str) -> None:
    """The adviser's best, both bots and the solver itself lose not one point in ten last turns."""
    for turn in [turn for turn in CHOSEN if turn.rules == profile]:
        state = position_at(turn)
        found = solved(state)
        assert found.exact, turn
        assert ended(state, found.plan) == turn.best, turn
        assert played(state, searched_play, playouts=20) == turn.best, turn
        assert played(state, studied_play, playouts=20) == turn.best, turn
        seat = state.to_act
        assert seat is not None
        if state.phase == "play":
            advice, compared = rate_arrangements(seen(state, seat), seat, playouts=12)
            assert ended(state, advice[0].rated.plays) == turn.best, turn
            assert compared.last_turn == found


SMALL = [turn for turn in CHOSEN if turn.states <= 60][::2]


@pytest.mark.parametrize("turn", SMALL, ids=str)
def test_the_oracle_finds_what_is_written_down(turn: LastTurn) -> None:
    assert best_end(from_state(position_at(turn))) == (turn.best, turn.states)


@pytest.mark.slow
def test_the_oracle_finds_all_that_is_written_down() -> None:
    for turn in CHOSEN:
        assert best_end(from_state(position_at(turn))) == (turn.best, turn.states), turn


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_last_turns_of_many_deals_are_solved(rules: str) -> None:
    """Under every profile, and under house rules that no profile has together."""
    count = 0
    for turn, state in search(rules, range(1000, 1150)):
        try:
            best, _ = best_end(from_state(state), 3000)
        except TooMany:
            continue
        found = solved(state)
        assert found.exact, turn
        assert ended(state, found.plan) == best, turn
        count += 1
    assert count >= 15


# What is certain, and what is not


def test_points_are_expected_over_the_hidden_hands() -> None:
    state = position_at(CHOSEN[0])
    seat = state.to_act
    assert seat is not None
    knowledge = locations_of(seen(state, seat), seat).knowledge
    found = last_turn(knowledge)
    assert found is not None
    values = []
    for number in range(600):
        deal = determinise(knowledge, number)
        for action in found.plan:
            apply(deal, action)
        both = points(deal)
        values.append(both[seat % 2] - both[1 - seat % 2])
    assert fmean(values) == pytest.approx(float(found.points), abs=6)


def test_a_discard_that_gives_no_turn_away_is_exact() -> None:
    """The king costs most and fits nothing; the others have no turn after it."""
    state = position(**PLAY, hand="KD 4C 9H", melds={"A": [DIRTY], "B": [CLEAN]}, lixo="")
    found = solved(state)
    assert plan_text(found.plan) == "- KD"
    assert found.exact


def test_a_discard_that_gives_the_others_a_turn_is_not_certain() -> None:
    """The ten is worth most, and fits the run of the others."""
    state = position(**PLAY, hand="TS 4C 3H", melds={"B": [CLEAN]}, lixo="")
    found = solved(state)
    assert plan_text(found.plan) in ("- 3H", "- 4C")
    assert "one more turn" in found.why
    always = position(rules={"last_turn": "always"}, **PLAY, hand="TS 4C 3H")
    assert solved(always) is None


def test_a_morto_that_nobody_has_seen_is_not_certain() -> None:
    given: Any = {"phase": "play", "stock": "", "mortos": 1, "took": [False, True]}
    rules = {"morto_exhaustion": "end", "last_turn": "none"}
    found = solved(position(rules=rules, **given, hand="4S 5S 6S"))
    assert "morto" in found.why
    assert solved(position(rules=rules, **given, hand="4S 5S 7H KD")).exact


def test_a_turn_before_the_last_card_is_drawn_is_not_the_last() -> None:
    assert solved(position(**{**GONE, "stock": "KD"}, hand="4S 5S 6S")) is None
    assert solved(position(**{**PLAY, "stock": "KD"}, hand="4S 5S 6S")) is None
    converted = position(phase="play", stock="", mortos=1, took=[True, True], hand="4S 5S 6S")
    assert solved(converted) is None


def last(**given: Any) -> State:
    """A position before the extra last turn."""
    return changed(position(**GONE, **given), last_turn=True)


def test_a_pile_that_costs_more_than_it_brings_is_declined() -> None:
    costly = last(hand="KD QC", lixo="AH AC KS 7S", melds={"A": [DIRTY[:6]]})
    assert solved(costly).plan == (Decline(),)
    assert searched_play(seen(costly, 0), 0, playouts=60) == Decline()
    brings = last(hand="5S 6S QC", lixo="7S AH", melds={"B": [CLEAN]})
    assert solved(brings).plan[:2] == (TakePile(), Meld(cards=("5S", "6S", "7S")))
    advice = rate_draw(seen(brings, 0), 0, playouts=20)
    assert advice.compared.plays[0].plays == (TakePile(),)
    assert advice.compared.last_turn == solved(brings)


def test_the_only_clean_canastra_is_not_spoilt_where_all_points_hang_on_it() -> None:
    """A 2 on it would lie there for ten points; without it nothing that lies counts."""
    rules = {"no_clean_forfeits": True, "last_turn": "none", "going_out_requires": "any"}
    state = position(rules=rules, **PLAY, hand="2H KD 4D", melds={"A": [CLEAN]})
    found = solved(state)
    assert found.exact
    assert ended(state, found.plan) == best_end(from_state(state))[0]
    assert not any(isinstance(action, Extend) for action in found.plan)


def test_plays_of_a_last_turn_are_rated_with_the_best_rest_of_it() -> None:
    state = position_at(next(turn for turn in CHOSEN if turn.rules == "aberto"))
    seat = state.to_act
    assert seat is not None
    compared = rate_plays(seen(state, seat), seat, playouts=200)
    found = solved(state)
    assert compared.last_turn == found
    assert compared.plays[0].points.low <= float(found.points) <= compared.plays[0].points.high
    assert all(len(one.plays) == 1 for one in compared.plays)


# Bounded work


@pytest.mark.parametrize("work", [0, 40, 400])
def test_work_that_ends_early_is_reported_and_its_play_is_legal(work: int) -> None:
    for turn in CHOSEN[5::10]:
        state = position_at(turn)
        found = solved(state, work=work)
        value = ended(state, found.plan)
        assert turn.best is not None
        assert value <= turn.best
        if not found.exact:
            assert found.why == f"the search was limited to {work} steps"
    assert not solved(position_at(CHOSEN[5]), work=0).exact


# Turns that are not the last


def test_a_way_out_that_the_policy_does_not_see_is_compared() -> None:
    """The policy keeps its wild off a clean canastra; with it the hand goes out."""
    hand = "JD QD 2C 5C 6C 7C 4H"
    found = locations_of(view(0, phase="play", **OUT, hand=hand, melds={"A": [CLEAN]}), 0)
    knowledge = found.knowledge
    plans = arrangements(knowledge, 24)
    best = ways_to_end(determinise(knowledge, 0)).ways[0]
    assert best.out
    assert best.plan in plans


def test_the_ways_with_the_most_points_are_compared() -> None:
    hand = "4S 5S 6S 7S 7H 7D 8H 9H 2C KD QD"
    knowledge = locations_of(view(0, phase="play", hand=hand), 0).knowledge
    most = ways_to_end(determinise(knowledge, 0)).ways[0]
    body = [action for action in most.plan if not isinstance(action, Discard)]
    plans = arrangements(knowledge, 24)
    assert policy_turn(knowledge) == plans[0]
    assert any(list(plan[: len(body)]) == body for plan in plans)


def test_the_same_position_has_the_same_answer() -> None:
    state = position_at(CHOSEN[3])
    assert solved(state) == solved(state)
