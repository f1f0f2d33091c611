"""All four ways to be illegal say the rule, the card and what would be legal instead."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DECLINE,
    DIRTY,
    DRAW,
    OUT,
    REDRAW,
    TAKE,
    cards,
    discard,
    extend,
    meld,
    play,
    position,
    refused,
)

from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Extend, PlayTurn, TakePile
from carteado.engine.games.buraco.codes import CODES

RUN = {"melds": {"A": [["4H", "5H", "6H"]]}}
HAND = "5H 6H 7H 9D KC"
LAST: dict[str, Any] = {"hand": "KC 9D", "stock": "4C", "lixo": "9H", "hand_1": "TH KD", **OUT}
LAST_OF_B: dict[str, Any] = {**LAST, "melds": {"B": [["6H", "7H", "8H"]]}}
STALLED: dict[str, Any] = {"rules": {"stall_limit": 1}, "hand": "5H KC", "lixo": "9S"}

WRONG_TIME: list[tuple[str, Any, Any, tuple[str, ...]]] = [
    (
        "draw_first",
        position(hand=HAND, lixo="3C"),
        meld("5H 6H 7H"),
        ("draw from the stock or take the pile.",),
    ),
    ("draw_first", position(hand=HAND), discard("KC"), ("turn first: draw from the stock.",)),
    (
        "draw_first",
        play(position(**LAST_OF_B), DRAW, discard("4C")),
        discard("TH"),
        ("turn first: take the pile or decline the last turn.",),
    ),
    ("already_drawn", position(hand=HAND, phase="play"), DRAW, ("Meld", "add to a run", "discard")),
    ("already_drawn", position(hand=HAND, phase="play"), TAKE, ("Meld", "add to a run", "discard")),
    ("no_redraw", position(hand=HAND, phase="play"), REDRAW, ("meld, add or discard",)),
    ("no_redraw", position(hand=HAND), REDRAW, ("first player", "you can draw from the stock.")),
    (
        "no_redraw",
        play(position("stbl", hand=HAND, first=True), DRAW),
        REDRAW,
        ("At this table no player", "meld, add or discard"),
    ),
    ("no_last_turn", position(hand=HAND), DECLINE, ("Now you can draw from the stock.",)),
    ("no_last_turn", position(hand=HAND, phase="play"), DECLINE, ("meld, add or discard",)),
    (
        "no_last_turn",
        play(position(**LAST_OF_B), DRAW, discard("4C"), TAKE),
        DECLINE,
        ("decline only the last turn of a deal. Now you can meld",),
    ),
    ("no_pile", position(hand=HAND), TAKE, ("empty", "Draw from the stock")),
    (
        "no_stock",
        play(position(**LAST_OF_B), DRAW, discard("4C")),
        DRAW,
        ("Take the pile", "decline"),
    ),
    (
        "stalled",
        play(position(**STALLED, hand_1="4D 6D"), TAKE, discard("5H")),
        TAKE,
        ("the limit is 1.", "Draw from the stock"),
    ),
]

WRONG_CARDS: list[tuple[str, Any, Any, tuple[str, ...]]] = [
    (
        "bad_cards",
        position(hand=HAND, phase="play"),
        meld("5H 6H XX"),
        ("'XX': write cards", "9S, TD, JKR"),
    ),
    ("bad_cards", position(hand=HAND, phase="play"), discard("ZZ"), ("ZZ", "9S, TD, JKR")),
    (
        "bad_cards",
        position(hand=HAND, phase="play"),
        meld("5H 6H=8H 7H"),
        ("6H=8H", "one wild card"),
    ),
    (
        "bad_cards",
        position(hand=HAND, phase="play", melds={"A": [["8H", "9H", "TH"]]}),
        Extend(meld=0, cards=()),
        ("name the cards to add",),
    ),
    (
        "not_held",
        position(hand=HAND, phase="play"),
        meld("5H 6H 8H"),
        ("You do not hold 8H. Name only cards in your hand.",),
    ),
    (
        "not_held",
        position(hand=HAND, phase="play"),
        meld("5H 6H 7H 7H"),
        ("You do not hold 7H that often. Name only",),
    ),
    (
        "not_held",
        position(hand=HAND, phase="play"),
        discard("AS"),
        ("You do not hold AS.",),
    ),
    ("not_a_run", position(hand=HAND, phase="play"), meld("5H 6H"), ("5H 6H", "at least three")),
    (
        "not_a_run",
        position(hand="5H 7H 2S 2C KC 9D", phase="play"),
        meld("5H 7H 2S 2C"),
        ("5H 7H 2S 2C", "only one wild card"),
    ),
    ("not_a_run", position(hand=HAND, phase="play"), meld("5H 6H 9D"), ("9D", "one suit")),
    (
        "not_a_run",
        position(hand="5H 6H 9H KC QD", phase="play"),
        meld("5H 6H 9H"),
        ("5H 6H 9H", "one by one"),
    ),
    (
        "not_a_run",
        position("italiano", hand="5H 6H 2S KC 9D", phase="play"),
        meld("5H 6H 2S=9H"),
        ("5H 6H 2S", "its wild card cannot stand for 9H, only for 4H or 7H."),
    ),
    (
        "not_a_run",
        position("internazionale", hand="KH KS KD 9D", phase="play"),
        meld("KH KS KD"),
        ("one suit", "a set of aces or of threes"),
    ),
    (
        "bad_cards",
        position("stbl", hand="9C TC 4H", lixo="3H 8C"),
        TakePile(cards=cards("8C 9C TC")),
        ("8C", "with the pile", "from your hand"),
    ),
    (
        "opening_minimum",
        position(rules={"opening_minimum": 75}, hand=HAND, phase="play"),
        meld("5H 6H 7H"),
        ("5H 6H 7H", "15 points", "at least 75"),
    ),
    (
        "returned",
        play(position(hand="8S 3H", lixo="9S"), TAKE),
        discard("9S"),
        ("9S", "Meld it, or discard another card"),
    ),
    (
        "nothing_with_pile",
        position(hand=HAND, lixo="3C"),
        TakePile(meld=0),
        ("without melding", "pile first"),
    ),
    (
        "top_not_melded",
        position("stbl", hand=HAND, lixo="3C"),
        TAKE,
        ("3C", "cards from your hand", "a run to add it to", "draw from the stock"),
    ),
    (
        "top_not_melded",
        play(position("stbl", rules={"last_turn": "always"}, **LAST), DRAW, discard("4C")),
        TAKE,
        ("4C", "a run to add it to (meld=0). Or decline the last turn."),
    ),
]

WRONG_RUN: list[tuple[str, Any, Any, tuple[str, ...]]] = [
    (
        "does_not_fit",
        position(hand=HAND, phase="play", **RUN),
        extend(0, "KC"),
        ("You cannot add KC to 4H 5H 6H: from your hand, 7H fits.",),
    ),
    (
        "does_not_fit",
        position(hand="3H 7H KC", phase="play", **RUN),
        extend(0, "KC"),
        ("You cannot add KC to 4H 5H 6H: from your hand, 3H 7H fit.",),
    ),
    (
        "does_not_fit",
        position("italiano", hand="7H KC", phase="play", melds={"A": [["5H", "6H", "2S=7H"]]}),
        extend(0, "7H=9H"),
        ("cannot add 7H", "its wild card cannot stand for 9H, only for 4H or 8H."),
    ),
    (
        "does_not_fit",
        position(hand="9D KC QC", phase="play", **RUN),
        extend(0, "KC"),
        ("KC", "from your hand, no card fits"),
    ),
    ("no_such_run", position(hand=HAND, phase="play", **RUN), extend(2, "7H"), ("2", "only run 0")),
    (
        "no_such_run",
        position(hand=HAND, phase="play", melds={"A": [["4H", "5H", "6H"], ["8S", "9S", "TS"]]}),
        extend(2, "7H"),
        ("choose 0 to 1",),
    ),
    ("no_such_run", position(hand=HAND, phase="play"), extend(0, "7H"), ("no runs yet",)),
    (
        "not_your_run",
        position(hand=HAND, phase="play", melds={"B": [["4H", "5H", "6H"]]}),
        Extend(meld=0, cards=("7H",), team=1),
        ("other pair", "your pair"),
    ),
]

UNFINISHABLE: list[tuple[str, Any, Any, tuple[str, ...]]] = [
    (
        "unfinishable_turn",
        position(hand="5H 6H 7H", phase="play", mortos=0),
        meld("5H 6H 7H"),
        ("5H 6H 7H", "no card", "no morto", "keep a card"),
    ),
    (
        "unfinishable_turn",
        position(hand="5H 6H 7H KC", phase="play", **OUT),
        meld("5H 6H 7H"),
        ("5H 6H 7H", "only KC", "clean canastra", "keep a card"),
    ),
    (
        "unfinishable_turn",
        position(hand="9S", phase="play", melds={"A": [DIRTY, CLEAN[:-1]]}, **OUT),
        discard("9S"),
        ("9S", "clean canastra, seven cards or more without a wild"),
    ),
    (
        "unfinishable_turn",
        position(
            rules={"final_discard": "required"},
            hand="5H 6H 7H",
            phase="play",
            melds={"A": [CLEAN]},
            **OUT,
        ),
        meld("5H 6H 7H"),
        ("ends with a discard", "keep a card"),
    ),
    (
        "unfinishable_turn",
        position(
            rules={"final_discard_wild": False},
            hand="2S",
            phase="play",
            melds={"A": [CLEAN]},
            **OUT,
        ),
        discard("2S"),
        ("2S", "may not be a wild"),
    ),
    (
        "unfinishable_turn",
        play(position(hand="5H 6H 7H", lixo="9S"), TAKE),
        meld("5H 6H 7H"),
        ("only 9S", "may not go back in this turn; keep another card"),
    ),
    (
        "unfinishable_turn",
        position(
            "stbl",
            rules={"final_discard_wild": False},
            hand="5H 6H",
            lixo="3C 7H",
            melds={"A": [CLEAN]},
            **OUT,
        ),
        TakePile(cards=cards("5H 6H")),
        ("5H 6H 7H would leave you with one face-down card", "may not be a wild; keep a card"),
    ),
    (
        "turn_incomplete",
        position(phase="play", hand="9H KC QC JC", melds={"A": [["6H", "7H", "8H"]]}),
        PlayTurn(plays=(extend(0, "9H"), meld("JC QC KC"), discard("9S"))),
        ("do not complete the turn: a play takes a morto that nobody has seen; send the",),
    ),
    (
        "turn_incomplete",
        position(hand=HAND, phase="play"),
        PlayTurn(plays=(meld("5H 6H 7H"),)),
        ("end it with a discard",),
    ),
    (
        "turn_over",
        position(hand=HAND, phase="play"),
        PlayTurn(plays=(discard("KC"), discard("9D"))),
        ("Play 2 of the turn", "over before this play"),
    ),
    ("bad_turn", position(hand=HAND, phase="play"), PlayTurn(plays=()), ("1 to 120",)),
]

EVERY = WRONG_TIME + WRONG_CARDS + WRONG_RUN + UNFINISHABLE


@pytest.mark.parametrize(
    ("code", "state", "action", "words"),
    EVERY,
    ids=[f"{code}-{number}" for number, (code, *_) in enumerate(EVERY)],
)
def test_a_refusal_names_the_rule_the_card_and_the_legal_plays(
    code: str, state: Any, action: Any, words: tuple[str, ...]
) -> None:
    refusal = refused(state, action)
    assert refusal.code == f"buraco/{code}"
    for word in words:
        assert word in refusal.message
    # What the sentence promises is there: some play is legal.
    legal = GAME.legal(state, state.to_act)
    assert GAME.corners(legal)


def test_every_code_of_the_game_is_seen_here() -> None:
    assert {f"buraco/{code}" for code, *_ in EVERY} == {
        code for code in CODES if code.startswith("buraco/")
    }
