"""House rules in both directions, where the rows of the ambiguities leave one out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DIRTY,
    DRAW,
    OUT,
    REDRAW,
    TAKE,
    discard,
    extend,
    lines_of,
    meld,
    play,
    position,
    refused,
)

from carteado.engine.deal import shuffle
from carteado.engine.game import Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import TakePile
from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import points

SUIT = [rank + "S" for rank in "A23456789TJQK"]
THIRTEEN, FOURTEEN = SUIT, [*SUIT, "AS"]
WILD_THIRTEEN = [*SUIT[:5], "2H", *SUIT[6:]]
SEMI = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "2H"]


def canastra_line(cards: list[str], **rules: Any) -> dict[str, int]:
    """The line of the canastra on the score sheet of a deal that ends now."""
    state = position(rules=rules, hand="KC QD", stock="4C", melds={"A": [cards]}, lixo=[], **OUT)
    lines = lines_of(play(state, DRAW, discard("4C")), 0)
    return {name: found for name, found in lines.items() if name not in ("cards", "hands")}


@pytest.mark.parametrize("jokers", range(5))
def test_jokers_are_in_the_pack(jokers: int) -> None:
    state = GAME.new(Options(jokers=jokers))
    for seat in range(4):
        answer = GAME.decide(state, Sit(seat=seat, name=f"p{seat}"))
        assert isinstance(answer, Decided)
        state = answer.state
    assert (GAME.pack(state) or ()).count("JKR") == jokers
    dealt = GAME.decide(state, Deal(deck=shuffle(pack(jokers), bytes(32))))
    assert isinstance(dealt, Decided)
    assert len(dealt.state.stock) == 38 + jokers


def test_joker_value_and_two_value_set_the_points_of_wilds() -> None:
    for joker, two in ((20, 10), (30, 20), (0, 0)):
        rules = Options(joker_value=joker, two_value=two)
        assert points(("JKR",), rules) == joker
        assert points(("2H",), rules) == two
        assert points(("AH", "KH", "8H", "7H", "3H"), rules) == 45


def test_real_bonus_and_half_real_bonus_pay_for_clean_runs_of_14_and_13() -> None:
    assert canastra_line(FOURTEEN) == {"clean": 200}
    assert canastra_line(FOURTEEN, real_bonus=1000) == {"real": 1000}
    assert canastra_line(FOURTEEN, half_real_bonus=500) == {"clean": 200}
    assert canastra_line(THIRTEEN) == {"clean": 200}
    assert canastra_line(THIRTEEN, half_real_bonus=500) == {"half_real": 500}
    assert canastra_line(THIRTEEN, real_bonus=1000) == {"clean": 200}


def test_special_with_wild_pays_a_half_real_for_a_run_with_a_wild() -> None:
    assert canastra_line(WILD_THIRTEEN, half_real_bonus=500) == {"dirty": 100}
    special = {"half_real_bonus": 500, "special_with_wild": True}
    assert canastra_line(WILD_THIRTEEN, **special) == {"half_real": 500}


def test_semi_clean_bonus_pays_for_seven_natural_cards_beside_a_wild() -> None:
    assert canastra_line(SEMI) == {"dirty": 100}
    assert canastra_line(SEMI, semi_clean_bonus=150) == {"semi_clean": 150}
    assert canastra_line(DIRTY, semi_clean_bonus=150) == {"dirty": 100}


@pytest.mark.parametrize(("target", "winner"), [(3000, None), (211, None), (210, 0)])
def test_a_match_ends_at_the_target(target: int, winner: int | None) -> None:
    rules = {"target": target}
    given = {"hand": "KC QD", "hand_2": "AH", "stock": "4C", "melds": {"A": [CLEAN]}, **OUT}
    after = play(position(rules=rules, **given), DRAW, discard("4C"))
    # 45 on the table and a clean canastra, less 20 and 15 in the hands.
    assert after.totals[0] == 210
    assert after.winner == winner


@pytest.mark.parametrize(
    ("profile", "hand", "top", "run", "cards"),
    [
        ("stbl", "4H 6H KC QD 9D", "3H", "7H 8H 9H 2S", ("4H", "6H")),
        ("stbl", "KH 8H QC QD 9D", "AH", "7H 2S 9H TH JH", ("8H", "KH")),
        ("internazionale", "8H 6H KC QD 9D", "4H", "7H 2D=8H 9H TH JH", ("6H", "8H")),
        # The card in whose place the wild lies sets it free for another.
        ("internazionale", "4H 8H KC QD 9D", "3H", "6H 7H 2D=8H", ("4H", "8H")),
        # The ace changes its end, and the 2 of the suit its place.
        ("fechado", "QH KC QD 9D", "KH", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH", ("QH",)),
        ("fechado", "3H KC QD 9D", "2H", "5H 6H 7H 8H 9H TH JH QH 2H AH", ("3H",)),
    ],
)
def test_the_top_card_may_be_laid_with_all_that_leads_from_it_to_a_run(
    profile: str, hand: str, top: str, run: str, cards: tuple[str, ...]
) -> None:
    """It fits with none of them alone; they are offered in order, however the hand holds them."""
    state = position(profile, hand=hand, lixo=["3C", top], melds={"A": [run.split()]})
    legal = GAME.legal(state, 0)
    assert legal.take
    (action,) = [one for one in plays(legal, places=False) if isinstance(one, TakePile)]
    assert (action.cards, action.meld) == (cards, 0)
    assert len(play(state, action).runs[0][0].cards) == len(run.split()) + len(cards) + 1


def test_26_threes_are_cards_like_any_other() -> None:
    """They block no pile, are worth 5, and may be melded and discarded."""
    given = {"hand": "5H 6H 3H KC", "lixo": "9D 3C"}
    taken = play(position(**given), TAKE)
    assert "3Ca" in taken.hands[0]
    assert play(taken, discard("3H")).pile == ("3H",)
    left = {"hand": "3H 3C", "hand_2": "3D", "stock": "4C", **OUT}
    assert lines_of(play(position(**left), DRAW, discard("4C")), 0) == {"cards": 0, "hands": -15}


def test_only_the_first_turn_of_a_deal_has_a_redraw() -> None:
    state = position(first=True, stock="KD 3C 4C 5C", hand="5H 6H 7H 9D TD", hand_1="9C JD 4S")
    second = play(state, DRAW, discard("KD"), DRAW)
    assert second.to_act == 1
    assert not second.offer
    assert refused(second, REDRAW).code == "buraco/no_redraw"


def test_a_morto_taken_by_a_meld_is_played_at_once_and_one_by_a_discard_is_not() -> None:
    direct = play(position(phase="play", hand="5H 6H 7H"), meld("5H 6H 7H"))
    assert (direct.to_act, direct.phase, len(direct.hands[0])) == (0, "play", 11)
    indirect = play(position(phase="play", hand="KC"), discard("KC"))
    assert (indirect.to_act, indirect.phase, len(indirect.hands[0])) == (1, "draw", 11)


def test_the_player_of_the_last_turn_may_go_out() -> None:
    given = {"hand": "KC 9D", "stock": "4C", "lixo": "TS", "hand_1": "JS", "melds": {"B": [CLEAN]}}
    last = play(position(**given, **OUT), DRAW, discard("4C"))
    assert (last.to_act, last.last_turn) == (1, True)
    after = play(last, TAKE, extend(0, "TS"), extend(0, "JS"), discard("4C"))
    assert after.out == 1
    assert lines_of(after, 1)["out"] == 100


def test_the_hands_of_all_four_are_deducted() -> None:
    given = {"hand": "KC QD", "hand_1": "AH", "hand_2": "3D", "hand_3": "9C 9H", "stock": "4C"}
    after = play(position(**given, **OUT), DRAW, discard("4C"))
    assert [lines_of(after, team)["hands"] for team in (0, 1)] == [-25, -35]


def test_a_pair_without_a_clean_canastra_forfeits_and_one_with_it_does_not() -> None:
    assert "forfeit" not in canastra_line(CLEAN, no_clean_forfeits=True)
    assert canastra_line(DIRTY, no_clean_forfeits=True)["forfeit"] == -145


def test_morto_exhaustion_end_leaves_the_morto_on_the_table() -> None:
    given = {"hand": "KC QD", "stock": "4C", "mortos": 1, "took": [True, False]}
    rules = {"morto_exhaustion": "end", "last_turn": "none"}
    after = play(position(rules=rules, **given), DRAW, discard("4C"))
    assert (after.in_deal, after.converted, len(after.mortos)) == (False, 0, 1)
    assert lines_of(after, 1)["no_morto"] == -100
    on = play(position(rules={"last_turn": "none"}, **given), DRAW, discard("4C"))
    assert (on.in_deal, on.converted, len(on.stock)) == (True, 1, 11)
