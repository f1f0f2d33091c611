"""The adviser: its answers about a turn, from the seat's own view alone."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import DIRTY, DRAW, discard, play, position
from tests.odds.buraco.views import arranged_position, seen

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Draw, TakePile
from carteado.engine.games.buraco.kernel import Chance, apply, determinise
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.shown import fits_shown
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco.advice import pair_advice
from carteado.odds.buraco.adviser import rate_arrangements, rate_draw, rate_plays, turns_left
from carteado.odds.buraco.candidates import candidates
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.locations import locations_of
from carteado.odds.buraco.outlook import outlooks, suit_chances
from carteado.odds.buraco.outs import going_out
from carteado.odds.buraco.trials import MOST_PLAYOUTS, compare
from carteado.odds.results import OddsError


def middle(number: int, skip: int = 60, phase: str = "play") -> State:
    """A state during a deal between greedy players."""
    found = [state for state in states_of(PRESETS["mineiro"], number) if state.phase == phase]
    return found[min(skip, len(found) - 1)]


def disturbed(state: State, seat: int) -> State:
    """The same deal for a seat, with all cards that it does not see dealt again."""
    chance = random.Random(5)
    deck = list(state.deck)
    chance.shuffle(deck)
    hands = tuple(
        hand if who == seat else tuple(chance.sample(["3Sa", "4Ha", "KDa", "TCb"] * 8, len(hand)))
        for who, hand in enumerate(state.hands)
    )
    return replace(state, deck=tuple(deck), hands=hands)


@pytest.mark.parametrize("number", [1, 2])
def test_hidden_cards_change_nothing(number: int):
    """The answer to a seat does not depend on the hidden hands or the stock."""
    state = middle(number)
    seat = state.to_act
    assert seat is not None
    other = disturbed(state, seat)
    assert other.hands != state.hands
    assert other.deck != state.deck
    one, two = seen(state, seat), seen(other, seat)
    assert rate_plays(one, seat, playouts=60) == rate_plays(two, seat, playouts=60)
    assert locations_of(one, seat).every() == locations_of(two, seat).every()
    assert going_out(locations_of(one, seat)) == going_out(locations_of(two, seat))


@pytest.mark.parametrize("ask", [rate_plays, rate_draw, rate_arrangements, turns_left])
def test_a_whole_state_is_refused(ask: Any):
    with pytest.raises(OddsError, match="does not see"):
        ask(middle(1), middle(1).to_act)


def test_the_same_seed_and_work_give_the_same_answer():
    state = middle(3)
    seat = state.to_act
    assert seat is not None
    view = seen(state, seat)
    first = rate_plays(view, seat, playouts=80, seed=4)
    assert first == rate_plays(view, seat, playouts=80, seed=4)
    assert first.plays != rate_plays(view, seat, playouts=80, seed=5).plays
    assert first.work.playouts <= 80
    assert first.work.playouts == sum(play.deals for play in first.plays)
    assert first.work.effective == pytest.approx(first.work.deals)


def test_plays_are_the_best_first_and_compared_in_the_same_deals():
    state = middle(4)
    seat = state.to_act
    assert seat is not None
    rated = rate_plays(seen(state, seat), seat, playouts=200).plays
    assert rated[0].behind.mean == rated[0].behind.low == rated[0].behind.high == 0
    for one in rated:
        assert one.points.low <= one.points.mean <= one.points.high
        assert one.out.mean + one.out_against.mean <= 1 + 1e-9
        assert sum(one.turns.values()) == pytest.approx(1)
        assert one.deals <= rated[0].deals


def test_a_seat_is_advised_in_its_turn_only():
    state = middle(1)
    assert state.to_act is not None
    other = (state.to_act + 1) % 4
    with pytest.raises(OddsError, match="is to act"):
        rate_plays(seen(state, other), other, playouts=60)


@pytest.mark.parametrize("playouts", [0, 1, -5, 10**9])
def test_work_has_bounds(playouts: int):
    state = middle(1)
    assert state.to_act is not None
    with pytest.raises(OddsError, match="playouts"):
        rate_plays(seen(state, state.to_act), state.to_act, playouts=playouts)


# Before the draw


def test_stock_or_pile_is_compared_with_all_that_is_legal():
    state = middle(2, skip=30, phase="draw")
    seat = state.to_act
    assert seat is not None
    assert state.pile
    advice = rate_draw(seen(state, seat), seat, playouts=60)
    assert {play.plays for play in advice.compared.plays} == {(Draw(),), (TakePile(),)}
    assert all(play.deals == 30 for play in advice.compared.plays)
    assert all(value is not None and value >= 0 for value in advice.by_runs)


def test_a_pile_that_completes_a_canastra_is_worth_taking():
    state = position(
        lixo="TS KH 4D",
        melds={"A": [["4S", "5S", "6S", "7S", "8S", "9S"]]},
        hand="3D 5D 9H QC 7H 8C JD",
    )
    advice = rate_draw(seen(state, 0), 0, playouts=200)
    assert advice.compared.plays[0].plays == (TakePile(),)
    stock, pile = advice.by_runs
    assert stock is not None
    assert pile is not None
    assert pile > stock


def test_after_the_draw_there_is_no_question_of_stock_or_pile():
    state = play(position(), DRAW)
    with pytest.raises(OddsError, match="is drawn"):
        rate_draw(seen(state, 0), 0, playouts=60)


# Runs


def test_runs_are_worth_more_the_longer_the_deal_lasts():
    state = position(melds={"A": [["5S", "6S", "7S"], DIRTY]})
    found = locations_of(seen(state, 0), 0)
    short, long = (outlooks(found, state.runs[0], rounds) for rounds in (1, 10))
    assert short[0].points == 15
    assert short[0].points < short[0].expected < long[0].expected <= 325
    assert 0 <= long[0].clean < long[0].canastra < 1
    assert long[1].canastra == 1
    assert outlooks(found, state.runs[0], 0)[0].expected == 15


def test_a_held_card_comes_at_once_and_a_gone_one_never():
    state = position(hand="8S 9H", melds={"A": [["5S", "6S", "7S"]], "B": [["4S", "5S", "6S"]]})
    chances = suit_chances(locations_of(seen(state, 0), 0), "S", 4)
    assert chances.shape == (4, 15)
    assert (chances[:, 7] == 1).all()
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (chances[:, 4] == 0).all()  # both fives of spades lie on the table


def test_candidates_are_bounded():
    state = arranged_position()
    known = locations_of(seen(state, 0), 0).knowledge
    assert len(candidates(known, 5)) == 5
    assert len(set(candidates(known, 24))) == len(candidates(known, 24))


def test_the_first_player_may_be_advised_at_once():
    state = dealt(PRESETS["mineiro"], random.Random(2))
    assert state.to_act is not None
    advice = turns_left(seen(state, state.to_act), state.to_act, playouts=50)
    assert 8 < sum(turns * chance for turns, chance in advice.items()) < 22


@pytest.mark.parametrize("profile", PRESETS)
def test_every_profile_is_advised(profile: str):
    for number, state in enumerate(states_of(PRESETS[profile], 11)):
        if number % 40:
            continue
        seat = state.to_act
        assert seat is not None
        view = seen(state, seat)
        advice = rate_plays(view, seat, playouts=20, most=5)
        assert advice.work.playouts <= 20
        found = locations_of(view, seat)
        assert 0 <= going_out(found).next_draw <= 1
        assert len(outlooks(found, state.runs[seat % 2], 3)) == len(state.runs[seat % 2])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_learns_about_its_runs_while_another_one_keeps_one_card(seat: int):
    """Seat 3 may go out with a natural card, so in no imagined deal it is left with a wild."""
    given: Any = {
        "melds": {"B": [["3S", "4S", "5S", "6S", "7S", "8S", "JKR"]]},
        "took": [True, True],
        "hand": "9H",
    }
    state = position("italiano", turn=3, phase="play", **given)
    assert sum(turns_left(seen(state, seat), seat, playouts=100).values()) == pytest.approx(1)


@pytest.mark.parametrize("preset", ["mineiro", "aberto", "fechado"])
def test_the_advice_says_how_well_stock_and_pile_fit_the_runs(preset: str):
    state = next(
        one
        for one in states_of(PRESETS[preset], 1)
        if one.phase == "draw" and one.to_act is not None and one.runs[one.to_act % 2] and one.pile
    )
    seat = state.to_act
    assert seat is not None
    own = seen(state, seat)
    fitting = frozenset[str]().union(*fits_shown(own, seat % 2))
    found = locations_of(own, seat)
    hidden = [Card(face) for face in fitting if face != "JKR" or state.options.jokers]
    copies = sum(found.unknown([face]) for face in hidden)
    fits = {way.plan[0][0]: way.fits for way in pair_advice(own, seat).ways}
    assert fits["draw"] == pytest.approx(copies / found.total)
    if "take" in fits and state.options.pile_visibility == "open":
        assert fits["take"] == sum(card[:2] in fitting for card in map(str, own.pile))


def test_of_equally_likely_cards_for_a_run_those_of_its_own_come_before_wilds():
    hand = "9H KC QD JC 5D 2C"
    state = position(phase="play", hand=hand, melds={"A": [["4S", "5S", "6S"]]})
    (run,) = pair_advice(seen(state, 0), 0).runs
    ranks = [card[0] for card, chance in run.cards if chance < 1]
    naturals = [rank != "2" and rank != "J" for rank in ranks]
    assert run.cards[0] == ("2C", 1.0)
    assert naturals == sorted(naturals, reverse=True)


# Wilds and mortos


def test_any_wild_is_counted_over_the_partners_cards_and_two_draws():
    """Of the wilds of both packs one lies on the table and one is in the own hand."""
    state = position("aberto", hand="9H KC QD 2C", melds={"A": [DIRTY]}, hand_2=["4D"] * 3)
    advice, found = pair_advice(seen(state, 0), 0), locations_of(seen(state, 0), 0)
    wilds = 8 + state.options.jokers - 2
    none = 1.0
    for place in range(3 + 2):
        none *= (found.total - wilds - place) / (found.total - place)
    assert advice.any_wild == pytest.approx(1 - none)
    assert max(advice.comes[f"2{suit}"] for suit in "SHDC") < advice.any_wild < 1


def test_a_wild_that_the_partner_took_with_the_pile_is_certain():
    state = position("aberto", turn=2, lixo="2D 9C", hand="9H KC QD JC")
    state = play(state, TakePile(), discard(state.hands[2][0]), DRAW)
    view = seen(play(state, discard(state.hands[3][0]), DRAW), 0)
    assert pair_advice(view, 0).any_wild == 1


@pytest.mark.parametrize("seed", [0, 7])
def test_the_chance_of_a_morto_is_that_of_the_pairs_turn_and_its_partners(seed: int):
    """Counted here turn by turn, by the mortos that are missing after the turns of the pair."""
    state = position(phase="play", hand="7S 9H KD 4C", melds={"A": [["4S", "5S", "6S"]]})
    view = seen(state, 0)
    known = locations_of(view, 0).knowledge
    plans = candidates(known, 4)
    deals = 60
    for one in compare(known, plans, playouts=deals * len(plans), seed=seed).plays:
        taken = 0
        for at in range(deals):
            number = seed * MOST_PLAYOUTS + at
            deal, chance, mine = determinise(known, number), Chance(number), 0
            for action in one.plays:
                apply(deal, action)
            mine += 2 - len(deal.mortos)
            if deal.seat == 0 and not deal.over:
                left = len(deal.mortos)
                greedy_policy(deal, chance)
                mine += left - len(deal.mortos)
            for seat in (1, 2):
                if not deal.over:
                    assert deal.seat == seat
                    left = len(deal.mortos)
                    greedy_policy(deal, chance)
                    mine += (left - len(deal.mortos)) * (seat == 2)
            taken += bool(mine)
        assert one.morto is not None
        assert one.morto.mean == pytest.approx(taken / deals)
        assert one.morto.low <= one.morto.mean <= one.morto.high


def test_the_chance_of_a_morto_is_1_if_the_turn_takes_it_and_none_without_mortos():
    given: Any = {"phase": "play", "hand": "7S KD", "melds": {"A": [["4S", "5S", "6S"]]}}
    ways = pair_advice(seen(position(**given), 0), 0).ways
    assert ways[0].plan[0][0] == "extend"
    assert ways[0].morto == 1
    for nothing in ({"took": [True, False]}, {"mortos": 0}):
        state = position(**{**given, "hand": "7S KD 9C"}, **nothing)
        assert {way.morto for way in pair_advice(seen(state, 0), 0).ways} == {None}
