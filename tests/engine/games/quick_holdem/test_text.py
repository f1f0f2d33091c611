"""The game in words, for the view of every seat."""

from __future__ import annotations

import string

import pytest
from tests.engine.games.quick_holdem.tables import Played, hand, table

from carteado.engine.errors import Refusal
from carteado.engine.game import Leave, Rematch, SitOut
from carteado.engine.games.quick_holdem import GAME
from carteado.engine.games.quick_holdem.codes import CODES, refuse
from carteado.engine.games.quick_holdem.legal import Legal, corners, pick
from carteado.engine.games.quick_holdem.options import Options
from carteado.engine.visibility import RAIL, seat_observer

BOARD = "2c 7h 9s Tc 3d"


def test_the_course_of_a_hand_is_described_in_sentences() -> None:
    played = hand((1000, 60, 1000), {0: "AsAd", 1: "KsKd"}, BOARD)
    assert played.event_lines(0) == ["Hand 1: p0 leads. Your cards: As Ad."]
    assert played.event_lines() == ["Hand 1: p0 leads."]
    assert played.act(100).event_lines() == ["p0 stakes 100."]
    assert played.act("play").event_lines() == ["p1 plays for 60 and is all-in."]
    assert played.act("fold").event_lines() == [
        "p2 folds.",
        "40 uncalled goes back to p0.",
        "Board: 2c 7h 9s Tc 3d.",
        "Hands: p1 Ks Kd (pair of kings), p0 As Ad (pair of aces).",
        "p0 wins 120 from the pot with a pair of aces.",
        "p1 has no credit left and is out, place 3.",
    ]


def test_a_leader_that_folds_a_void_hand_and_a_new_game() -> None:
    played = table(bots=3).deal()
    assert played.act("fold").event_lines() == ["p0 folds. The stake is 100."]
    assert played.act("fold", "fold", "fold").event_lines() == [
        "p3 folds.",
        "Nobody plays: the hand is void.",
    ]
    played.send(Rematch(seat=0))
    assert played.event_lines() == ["p0 wants a rematch.", "A new game begins."]
    assert GAME.line(object(), played.state) == ""


def test_the_table_as_each_sees_it() -> None:
    played = hand((1000, 60, 1000, 1000), {0: "AsAd", 1: "KsKd"}, BOARD).act(100, "play", "fold")
    played.send(SitOut(seat=3))
    played.send(Leave(seat=2))
    own = GAME.show(played.views[seat_observer(1)])
    assert own == (
        "Hand 1, p0 leads, stake 100.",
        "Board -   pot 160",
        "  seat 0: p0 (leads), 900 chips, plays for 100, ?? ??",
        "  seat 1: p1, 0 chips, plays for 60, Ks Kd, all-in",
        "  seat 2: p2, 1,000 chips, ?? ??, folded, leaving",
        "> seat 3: p3, 1,000 chips, ?? ??, sits out",
    )
    assert not any("Ks" in line for line in GAME.show(played.views[RAIL]))
    played.act("fold")
    assert "  seat 1: p1, 0 chips, Ks Kd, out" in GAME.show(played.state)


def test_a_table_is_shown_before_and_after_its_game() -> None:
    assert GAME.show(Played(Options(seats=2)).state) == (
        "No hand of this game has been dealt yet.",
        "  seat 0: free",
        "  seat 1: free",
    )
    played = hand((20, 20), {0: "AsAd", 1: "KsKd"}, BOARD)
    assert GAME.show(played.state)[0] == "Hand 1, p0 leads, no stake yet."
    played.act("play", "play")
    assert GAME.show(played.state)[0] == "p0 has won the game."


def test_every_action_is_picked_by_some_number() -> None:
    legal = Legal(stake=(1, 3), play=3, fold=True)
    picked = [pick(legal, number) for number in range(12)]
    assert {action.type for action in picked} == {"stake", "play", "fold"}
    assert {action.amount for action in picked if action.type == "stake"} == {1, 2, 3}
    assert all(action in corners(Legal(stake=(1, 1), play=1)) for action in map(pick_one, range(9)))
    for nothing, number in ((Legal(), 0), (legal, -1)):
        with pytest.raises(ValueError):
            pick(nothing, number)


def pick_one(number: int) -> object:
    return pick(Legal(stake=(1, 1), play=1), number)


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_namespaced_and_its_sentence_takes_its_details(code: str) -> None:
    assert code.partition("/")[0] in ("action", "seat", "table")
    keys = [key for _, key, _, _ in string.Formatter().parse(CODES[code]) if key]
    refusal = refuse(code, **dict.fromkeys(keys, 7))
    assert isinstance(refusal, Refusal)
    assert refusal.message.endswith(".")
    assert "{" not in refusal.message
