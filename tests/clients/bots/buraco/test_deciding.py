"""Whole decisions: the compared turns, plays that are never made, and the amount of work."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import CLEAN, position
from tests.odds.buraco.views import seen, view

from carteado.bots.buraco import deciding
from carteado.bots.buraco.deciding import greedy_play, plans_of, searched_play, studied_play
from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import (
    Discard,
    Draw,
    Extend,
    Meld,
    PlayTurn,
    Redraw,
    TakePile,
)
from carteado.engine.games.buraco.kernel import determinise
from carteado.odds.buraco.arrangements import (
    arrangements,
    discards_in_order,
    known_part,
    policy_turn,
)
from carteado.odds.buraco.candidates import candidates
from carteado.odds.buraco.locations import locations_of
from carteado.odds.buraco.partnership import Blunder, blunders, without_blunders
from carteado.odds.results import OddsError

PLAY: Any = {"phase": "play", "took": [True, True]}
GONE: Any = {**PLAY, "mortos": 0}
OURS: Any = {"A": [CLEAN]}
THEIRS: Any = {"B": [CLEAN]}


def known(seat: int = 0, **given: Any) -> Any:
    return locations_of(view(seat, **given), seat).knowledge


def thrown(card: str) -> tuple[Any, ...]:
    return (Discard(card=card),)


# The turns that are compared


def test_the_policys_turn_comes_first_and_each_turn_once() -> None:
    found = known(hand="4S 5S 6S 9D JD KC", phase="play")
    plans = arrangements(found, 20)
    assert plans[0] == policy_turn(found)
    assert len(set(plans)) == len(plans) > 3
    assert len(arrangements(found, 3)) == 3


def test_a_search_looks_at_more_turns_than_are_looked_at_first() -> None:
    found = known(hand="4S 5S 6S 9D TD KC 8H 3C 6C JH QS AS 2H", phase="play")
    near, further = arrangements(found, 60), arrangements(found, 60, further=True)
    assert further[: len(near)] == near
    assert len(further) > len(near)


def test_every_turn_that_is_compared_is_accepted() -> None:
    state = position(hand="4S 5S 6S 2H 9D JD QD KD KC", phase="play", melds={"A": [CLEAN[:4]]})
    found = locations_of(seen(state, 0), 0).knowledge
    for plan in arrangements(found, 60, further=True):
        answer = GAME.decide(state, Act(seat=0, action=PlayTurn(plays=plan)))
        assert isinstance(answer, Decided), (plan, answer)


def test_melds_may_be_held_back_and_wilds_laid() -> None:
    plans = arrangements(known(hand="4S 5S 6S 9D TD KC 8H 3C 6C JH QS AS 2H", phase="play"), 60)
    bodies = {tuple(one for one in plan if not isinstance(one, Discard)) for plan in plans}
    assert () in bodies
    assert any(len(body) == 1 for body in bodies)
    assert any("2H" in one.cards for body in bodies for one in body if isinstance(one, Meld))


def test_an_addition_to_a_meld_that_is_held_back_is_left_out_too() -> None:
    hand = "3S 4S 5S 9H TH JH JH 2D KC"
    for plan in arrangements(known(hand=hand, phase="play"), 60):
        number = 0
        for one in plan:
            number += isinstance(one, Meld)
            assert not isinstance(one, Extend) or one.meld < number


def test_a_meld_is_held_back_behind_one_that_opens() -> None:
    """Tens to ace are 55 points; behind them the runs of 15 and 30 need no minimum."""
    hand = "TD JD QD KD AD 4S 5S 6S 8H 9H TH 3C KC 7C"
    state = position(rules={"opening_minimum": 50}, hand=hand, phase="play")
    found = locations_of(seen(state, 0), 0).knowledge
    bodies = set()
    for plan in arrangements(found, 60, further=True):
        answer = GAME.decide(state, Act(seat=0, action=PlayTurn(plays=plan)))
        assert isinstance(answer, Decided), (plan, answer)
        bodies.add(frozenset(one.cards[0] for one in plan if isinstance(one, Meld)))
    assert bodies >= {frozenset(), *map(frozenset, (["TD", "4S"], ["TD", "8H"]))}
    assert all("TD" in body for body in bodies if body)


def test_a_wild_in_a_place_that_leaves_no_room_for_a_later_run_is_left_out() -> None:
    """Laid cards that lie fixed, a first meld with a minimum, and runs that grow after it."""
    rules = {"wild_relocation": "fixed", "sets": "aces_threes", "opening_minimum": 50}
    hand = "2D 3D 3H 2S 9H 9S 2H 2H 3S 8S TH 4H 3C JH 3C 3D JS 9C 4D 7C TS 6S 8C 5S JH"
    others: Any = {"hand_1": "QD QS", "hand_2": "QC 5C", "hand_3": "5D 6D", "lixo": ""}
    runs = [["AC", "AH", "AS", "AS"], ["5H", "6H", "7H", "8H"], ["2C=2S", "3S", "4S"]]
    given: Any = {"phase": "play", "hand": hand, "melds": {"A": runs}, **others}
    state = position(rules={**rules, "going_out_requires": "any"}, **given)
    found = locations_of(seen(state, 0), 0).knowledge
    for plan in arrangements(found, 60, further=True):
        answer = GAME.decide(state, Act(seat=0, action=PlayTurn(plays=plan)))
        assert isinstance(answer, Decided), (plan, answer)


def test_a_plan_ends_where_a_new_card_is_seen() -> None:
    before = known()
    assert known_part(before, (Draw(),)) == (Draw(),)
    full = known(hand="4S 5S 6S", phase="play")
    laid = policy_turn(full)
    assert laid == (Meld(cards=("4S", "5S", "6S")),)


def test_wilds_are_laid_in_other_places_where_they_have_one() -> None:
    shown: Any = {"profile": "italiano", "phase": "play", "hand": "5S 6S JKR 9D JD KC 3C"}
    state = position(**shown, melds={"A": [["8H", "9H", "TH", "JH", "QH", "KH"]]}, stock="4D")
    found = locations_of(seen(state, 0), 0).knowledge
    own, plans = policy_turn(found), arrangements(found, 60, further=True)
    written = {" ".join(one.cards) for plan in plans for one in plan if isinstance(one, Extend)}
    assert own[0] == Extend(meld=0, cards=("JKR",))
    assert any("JKR=AH" in text for text in written)
    for plan in plans:
        answer = GAME.decide(state, Act(seat=0, action=PlayTurn(plays=plan)))
        assert isinstance(answer, Decided), (plan, answer)


# What a partner would not forgive


def test_feeding_the_opponents_is_a_blunder() -> None:
    found = known(hand="TS 4D 2C 8H", phase="play", melds=THEIRS)
    assert blunders(found, thrown("TS")) == {Blunder.FEEDS}
    assert blunders(found, thrown("2C")) == {Blunder.FEEDS}
    assert not blunders(found, thrown("4D"))
    assert without_blunders(found, [thrown("TS"), thrown("4D")]) == (thrown("4D"),)


def test_a_wild_on_a_clean_canastra_is_a_blunder() -> None:
    found = known(hand="2H 4D 9D", melds=OURS, **PLAY)
    spoils = (Extend(meld=0, cards=("2H",)), Discard(card="4D"))
    assert Blunder.SPOILS in blunders(found, spoils)
    own = known(hand="2S 4D 9D", melds=OURS, **PLAY)
    natural = (Extend(meld=0, cards=("2S",)), Discard(card="4D"))
    assert not blunders(own, natural)


def test_breaking_a_run_is_a_blunder_while_another_card_is_safe() -> None:
    found = known(hand="4D 5D 6D 9C", phase="play", melds=THEIRS)
    assert blunders(found, thrown("5D")) == {Blunder.BREAKS}
    assert without_blunders(found, [thrown("5D"), thrown("9C")]) == (thrown("9C"),)


@pytest.mark.parametrize("card", ["AD", "3D"])
def test_a_run_with_a_natural_2_is_not_broken_either(card: str) -> None:
    found = known(hand="AD 2D 3D 9C", phase="play")
    assert blunders(found, thrown(card)) == {Blunder.BREAKS}
    assert not blunders(known(hand="AD 2C 3D 9C", phase="play"), thrown(card))


@pytest.mark.parametrize(
    ("sets", "hand", "card", "blamed"),
    [
        ("any", "9D 9C 9H KD", "9D", True),
        ("any", "9D 9D 9H KD", "9D", True),
        ("any", "9D 9H KD QC", "9D", False),
        ("aces_threes", "9D 9C 9H KD", "9D", False),
        ("aces_threes", "3D 3C 3H KD", "3D", True),
        ("none", "9D 9C 9H KD", "9D", False),
    ],
)
def test_breaking_a_set_is_a_blunder_where_there_are_sets(
    sets: str, hand: str, card: str, blamed: bool
) -> None:
    found = known(rules={"sets": sets}, hand=hand, phase="play")
    assert (Blunder.BREAKS in blunders(found, thrown(card))) == blamed


def test_cards_of_a_set_are_the_last_plain_ones_to_be_thought_of() -> None:
    given: Any = {"rules": {"sets": "any"}, "phase": "play", "hand": "3D 3C 3H 7S 8S TC JC 2D"}
    found = known(melds={"A": [["4C", "5C", "6C"]]}, **given)
    order = [one.card for one in discards_in_order(determinise(found, 0))]
    assert {*order[4:7]} == {"3D", "3C", "3H"}
    assert order[7] == "2D"


def test_a_laid_set_has_use_for_every_copy_and_a_run_for_one() -> None:
    given: Any = {"rules": {"sets": "any"}, "phase": "play"}
    laid_set: Any = {"A": [["9S", "9C", "9H"]]}
    found = known(hand="9D 9D KD", melds=laid_set, **given)
    assert blunders(found, thrown("9D")) == {Blunder.BREAKS}
    laid_run: Any = {"A": [["6D", "7D", "8D"]]}
    assert blunders(known(hand="9D KD", melds=laid_run, **given), thrown("9D")) == {Blunder.BREAKS}
    assert not blunders(known(hand="9D 9D KD", melds=laid_run, **given), thrown("9D"))


def test_a_pile_taken_with_its_wild_on_a_clean_canastra_is_a_blunder() -> None:
    found = known(profile="internazionale", hand="4D 9D KC", lixo="5C 2H", melds=OURS)
    take = TakePile(meld=0)
    assert blunders(found, (take, *thrown("4D"))) == {Blunder.SPOILS}
    natural = known(profile="internazionale", hand="4D 9D KC", lixo="5C TS", melds=OURS)
    assert not blunders(natural, (take, *thrown("4D")))


def test_the_last_safe_card_is_thrown_even_from_a_run() -> None:
    found = known(hand="4D 5D 6D TS", phase="play", melds=THEIRS)
    assert without_blunders(found, [thrown("TS"), thrown("5D")]) == (thrown("5D"),)


@pytest.mark.parametrize(
    ("partner", "blamed"),
    [
        ("QH QC QD", False),
        (" ".join(f"{rank}{suit}" for suit in "CD" for rank in "3456789TJQK"), True),
    ],
)
def test_going_out_on_a_partner_with_a_big_hand_is_a_blunder(partner: str, blamed: bool) -> None:
    found = known(
        hand="TS 4D", hand_1="3H 4H 5H", hand_2=partner, hand_3="6H 7H 9H", melds=OURS, **GONE
    )
    out = (Extend(meld=0, cards=("TS",)), Discard(card="4D"))
    assert (Blunder.STRANDS in blunders(found, out)) == blamed


def test_all_plays_are_kept_when_every_one_is_a_blunder() -> None:
    found = known(hand="2H 2C", melds=THEIRS, **PLAY)
    plans = [thrown("2H"), thrown("2C")]
    assert without_blunders(found, plans) == tuple(plans)


DEAR: Any = {"opening_minimum": 100}
TO_SPOIL: Any = {"hand": "4D 9D KC", "lixo": "5C 6C 7C 8C 9H TH JH 2H", "melds": OURS}


@pytest.mark.parametrize("profile", ["stbl", "fechado", "internazionale"])
def test_no_pile_is_compared_whose_wild_would_spoil_a_clean_canastra(profile: str) -> None:
    found = known(profile=profile, **TO_SPOIL)
    take = (TakePile(meld=0),)
    assert take in candidates(found, 10)
    assert blunders(found, take) == {Blunder.SPOILS}
    assert plans_of(found, 20) == ((Draw(),),)


@pytest.mark.parametrize("ask", [searched_play, studied_play])
def test_a_pile_whose_wild_would_spoil_a_clean_canastra_is_left(ask: Any) -> None:
    shown = view(profile="internazionale", **TO_SPOIL)
    assert ask(shown, 0, playouts=60, seed=1) == Draw()


@pytest.mark.parametrize(
    ("given", "blunder"),
    [
        ({"hand": "TS 4D 2C 8H", "melds": THEIRS, "phase": "play"}, Blunder.FEEDS),
        ({"hand": "4D 5D 6D 9C JC", "rules": DEAR, "phase": "play"}, Blunder.BREAKS),
    ],
)
def test_no_turn_is_compared_that_a_partner_would_not_forgive(given: Any, blunder: Blunder) -> None:
    found = known(**given)
    tried = arrangements(found, 32, further=True)
    assert any(blunder in blunders(found, plan) for plan in tried)
    kept = plans_of(found, 32, further=True)
    assert kept
    assert not any(blunders(found, plan) for plan in kept)


# Decisions


@pytest.mark.parametrize("ask", [searched_play, studied_play])
def test_the_same_seed_and_work_decide_alike(ask: Any) -> None:
    shown = view(hand="4S 5S 6S 9D JD QD KC", phase="play")
    assert ask(shown, 0, playouts=40, seed=3) == ask(shown, 0, playouts=40, seed=3)


@pytest.mark.parametrize("ask", [searched_play, studied_play])
def test_without_a_budget_the_play_is_greedy(ask: Any) -> None:
    shown = view(hand="4S 5S 6S 9D JD QD KC", phase="play")
    assert ask(shown, 0, playouts=0) == greedy_play(shown, 0)


def test_the_work_never_exceeds_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = []

    def counted(*args: Any, **given: Any) -> Any:
        found = compare(*args, **given)
        spent.append(found.work.playouts)
        return found

    compare = deciding.compare
    monkeypatch.setattr(deciding, "compare", counted)
    shown = view(hand="4S 5S 6S 9D JD QD KC 2H 8H 7C 3D", phase="play")
    for budget in (20, 30, 100):
        searched_play(shown, 0, playouts=budget)
        studied_play(shown, 0, playouts=budget)
    assert all(
        work <= budget for work, budget in zip(spent, (20, 20, 30, 30, 100, 100), strict=True)
    )


def test_a_pile_that_makes_a_clean_canastra_is_taken() -> None:
    pile = "9S 4D 5D 6D"
    shown = view(hand="7D 8D KC", melds={"A": [CLEAN[:6]]}, lixo=pile)
    for ask in (searched_play, studied_play):
        assert ask(shown, 0, playouts=60) == TakePile()


def test_a_clean_canastra_is_laid_and_goes_out() -> None:
    shown = view(hand="9S", melds={"A": [CLEAN[:6]]}, **GONE)
    for ask in (greedy_play, searched_play, studied_play):
        given = {} if ask is greedy_play else {"playouts": 60}
        answer = ask(shown, 0, **given)
        assert answer in (
            Extend(meld=0, cards=("9S",)),
            PlayTurn(plays=(Extend(meld=0, cards=("9S",)),)),
        )


def test_the_first_card_may_be_thrown() -> None:
    plans = plans_of(known(hand="4S 5S 6S 9D JD QD KC", phase="play", first=True), 20)
    assert (Redraw(),) in plans


@pytest.mark.parametrize("ask", [greedy_play, searched_play, studied_play])
def test_a_seat_out_of_turn_or_one_that_sees_too_much_is_refused(ask: Any) -> None:
    given: Any = {} if ask is greedy_play else {"playouts": 20}
    state = position()
    with pytest.raises(OddsError, match="seat 0 is to act, not seat 1"):
        ask(seen(state, 1), 1, **given)
    with pytest.raises(OddsError, match="does not see"):
        ask(state, 0, **given)
