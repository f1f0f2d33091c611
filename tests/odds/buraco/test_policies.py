"""The players of playouts: what they know, what they never do, and how playouts count."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import CLEAN, OUT, cards, discard, extend, meld, position

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Decline, Discard, Draw, Extend, TakePile
from carteado.engine.games.buraco.kernel import (
    Chance,
    Kernel,
    apply,
    determinise,
    from_state,
    knowledge_of,
    legal,
    points,
    score_sheets,
)
from carteado.engine.games.buraco.kernel.ending import can_end
from carteado.engine.games.buraco.kernel.faces import BIT, ID, IS_WILD
from carteado.engine.games.buraco.options import PRESETS
from carteado.odds.buraco.greedy import greedy_policy
from carteado.odds.buraco.playouts import Policy, playout, random_policy, turn_of

POLICIES: dict[str, Policy] = {"greedy": greedy_policy, "random": random_policy}


def greedy(profile: str = "mineiro", rules: dict[str, Any] | None = None, **given: Any) -> Any:
    """What the greedy player plays in the rest of a turn."""
    given.setdefault("phase", "play")
    return turn_of(from_state(position(profile, rules, **given)), greedy_policy)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("profile", PRESETS)
def test_a_player_acts_on_what_its_seat_may_know(name: str, profile: str) -> None:
    """Whatever the hidden cards are, the turn is the same until one of them comes up."""
    compared = 0
    for state in islice(states_of(PRESETS[profile], 3), 0, None, 3):
        assert state.to_act is not None
        known = knowledge_of(state, state.to_act)
        deals = [from_state(state), *(determinise(known, seed) for seed in range(3))]
        took = [deal.took[:] for deal in deals]
        turns = [turn_of(deal, POLICIES[name], 1) for deal in deals]
        assert [deal.took for deal in deals] == took
        until = 1 if state.phase == "draw" else 2
        if state.phase == "play" and not state.mortos:
            until = 99
        if not state.offer and not (profile in ("fechado", "stbl") and until == 99):
            assert len({turn[:until] for turn in turns}) == 1
            compared += 1
    assert compared > 20


def test_fitting_cards_are_laid_and_the_turn_ends_with_a_discard() -> None:
    turn = greedy(hand="5H 6H 7H 8H QS KS 4C JD", melds={"A": [["4S", "5S", "6S"]]})
    assert turn[0] == meld("5H 6H 7H 8H")
    assert isinstance(turn[-1], Discard)


def test_a_wild_never_dirties_a_clean_canastra() -> None:
    turn = greedy(hand="2H 4H", melds={"A": [CLEAN]}, **OUT)
    assert turn == (discard("4H"),)


def test_a_wild_completes_a_canastra_and_empties_the_hand_for_the_morto() -> None:
    short = ["4H", "5H", "6H", "7H", "8H", "9H"]
    turn = greedy(hand="2S QC", melds={"A": [short]})
    assert turn == (extend(0, "2S"), discard("QC"))


def test_the_hand_that_may_go_out_goes_out() -> None:
    kernel = from_state(position(phase="play", hand="TS JS", melds={"A": [CLEAN]}, **OUT))
    apply(kernel, turn_of(kernel, greedy_policy)[0])
    assert not kernel.over
    deal = kernel.copy()
    greedy_policy(deal, Chance(0))
    assert (deal.over, deal.out) == (True, 0)


def test_a_hand_that_may_not_be_emptied_keeps_a_card() -> None:
    turn = greedy(hand="5H 6H 7H 9H", mortos=0, took=[True, True])
    assert [type(play) for play in turn] == [Discard]


def test_the_discard_is_not_what_the_opponents_can_add() -> None:
    theirs = {"B": [["4H", "5H", "6H"], ["TC", "JC", "QC"]]}
    (only,) = greedy(hand="3H 7H KC 9C QD 2S", melds=theirs)
    assert only == discard("QD")


def test_a_pile_that_can_be_melded_is_taken() -> None:
    assert greedy(phase="draw", hand="5H 6H QS 9C", lixo="7H")[0] == TakePile()
    assert greedy(phase="draw", hand="5H 6H QS 9C", lixo="KD")[0] == Draw()


def test_the_top_of_a_closed_pile_is_melded_with_it() -> None:
    turn = greedy("stbl", phase="draw", hand="5H 6H QS 9C KD", lixo="4C 7H")
    assert turn[0] == TakePile(cards=cards("5H 6H"))
    turn = greedy(
        "stbl", phase="draw", hand="QS 9C KD", lixo="4C 7H", melds={"A": [cards("8H 9H TH")]}
    )
    assert turn[0] == TakePile(meld=0)


def test_the_first_meld_has_its_points() -> None:
    rules = {"opening_minimum": 40}
    assert isinstance(greedy(rules=rules, hand="5H 6H 7H QS 9C")[0], Discard)
    assert greedy(rules=rules, hand="QH KH AH JH QS 9C")[0] == meld("JH QH KH AH")


def test_a_last_turn_without_use_is_declined() -> None:
    state = position(phase="draw", hand="QS 9C", lixo="4H", stock=[], mortos=0)
    kernel = from_state(state)
    kernel.last_turn = True
    assert turn_of(kernel, greedy_policy) == (Decline(),)


def test_the_card_of_the_pile_that_may_not_go_back_is_kept() -> None:
    state = position(phase="draw", hand="5S 6S 7S", lixo="9H", mortos=1)
    kernel = from_state(state)
    kernel.take()
    runs = [kernel.melds.laid([ID["5S"], ID["6S"], ID["7S"]])]
    assert runs[0] is not None
    assert not can_end(kernel, 1, ID["9H"], [runs[0]])
    assert can_end(kernel, 1, ID["8S"], [runs[0]])
    assert all(len(getattr(play, "cards", ())) != 3 for play in legal(kernel))


def test_a_playout_leaves_its_kernel_alone_and_repeats_itself() -> None:
    kernel = from_state(dealt(PRESETS["aberto"], random.Random(1)))
    before = [kernel.one[:], kernel.stock[:], kernel.pile[:], kernel.turns]
    for policy in (greedy_policy, random_policy, [greedy_policy, random_policy] * 2):
        assert playout(kernel, policy, 3) == playout(kernel, policy, 3)
    assert [kernel.one, kernel.stock, kernel.pile, kernel.turns] == before
    assert playout(kernel, random_policy, 3) != playout(kernel, random_policy, 4)
    with pytest.raises(ValueError, match="2 policies"):
        playout(kernel, [greedy_policy, random_policy], 0)


def test_a_playout_may_be_cut_off() -> None:
    kernel = from_state(dealt(PRESETS["mineiro"], random.Random(1)))
    assert playout(kernel, greedy_policy, 0, max_turns=0) == points(kernel)
    deal = kernel.copy()
    for _ in range(5):
        greedy_policy(deal, Chance(0))
    assert playout(kernel, greedy_policy, 0, max_turns=5) == points(deal)
    assert points(deal) == tuple(sheet.total for sheet in score_sheets(deal))


def test_an_invalid_action_of_a_kernel_is_refused() -> None:
    kernel = from_state(position(phase="play"))
    with pytest.raises(ValueError, match="not an action of Buraco"):
        apply(kernel, "draw")
    with pytest.raises(ValueError, match="'2S=XX' is not a card"):
        apply(kernel, meld("2S=XX 5H 6H"))
    with pytest.raises(ValueError, match="is not a card"):
        apply(kernel, Discard(card=Card("")))


@pytest.mark.parametrize("profile", PRESETS)
def test_greedy_beats_random(profile: str) -> None:
    """Over duplicate deals, the pairs swapped; the bench says by how much."""
    chance = random.Random(profile)
    lead = 0
    for number in range(6):
        kernel = from_state(dealt(PRESETS[profile], chance))
        for first in (0, 1):
            order = [greedy_policy, random_policy, greedy_policy, random_policy]
            result = playout(kernel, order[first:] + order[:first], number)
            lead += result[first] - result[1 - first]
    assert lead / 12 > 150


def test_the_policy_never_does_what_harms_its_partner() -> None:
    """In whole deals: no clean canastra spoilt, no wild or fitting card thrown without need."""
    for profile in PRESETS:
        for number in range(4):
            kernel = from_state(dealt(PRESETS[profile], random.Random(number)))
            while not kernel.over:
                for action in turn_of(kernel, greedy_policy):
                    _check(kernel, action)
                    apply(kernel, action)


def _check(kernel: Kernel, action: Any) -> None:
    team = kernel.seat % 2
    if isinstance(action, Extend):
        node = kernel.runs[team][action.meld]
        after = kernel.melds.all_added(node, [ID[card] for card in action.cards])
        assert after is not None
        assert after.clean or not (node.clean and node.canastra)
    if isinstance(action, Discard):
        hand = [face for face in kernel.hand(kernel.seat) if face != kernel.barred]
        plain = [face for face in hand if not IS_WILD[face]]
        fits = [node.natural for node in kernel.runs[1 - team]]
        safe = [face for face in plain if not any(mask & BIT[face] for mask in fits)]
        assert ID[action.card] in (safe or plain or hand)


def test_the_last_card_is_laid_where_it_may_not_be_discarded() -> None:
    rules = {"final_discard_wild": False}
    hearts = [face.replace("S", "H") for face in CLEAN]
    given = {"phase": "play", "hand": "2D", **OUT}
    kernel = from_state(position(rules=rules, melds={"A": [CLEAN, hearts]}, **given))
    assert turn_of(kernel, greedy_policy) == (extend(0, "2D"),)
    dead = from_state(position(rules=rules, melds={"A": [CLEAN]}, **given))
    with pytest.raises(ValueError, match="nothing is legal"):
        turn_of(dead, greedy_policy)


def test_a_card_that_pulls_the_two_into_a_gap_is_not_added() -> None:
    """TS fits 2S to 8S only with the 2 as a wild for the 9, which spoils the canastra."""
    kernel = from_state(position(phase="play", hand="TS KD 4H", melds={"A": [["2S", *CLEAN[:-1]]]}))
    assert kernel.runs[0][0].takes(ID["TS"])
    assert [type(play) for play in turn_of(kernel, greedy_policy)] == [Discard]


def test_a_scenario_without_a_legal_play_is_refused() -> None:
    kernel = from_state(position(phase="draw", stock=[], lixo=[], mortos=0))
    with pytest.raises(ValueError, match="nothing is legal"):
        greedy_policy(kernel, Chance(0))
    with pytest.raises(ValueError, match="nothing is legal"):
        random_policy(kernel, Chance(0))
