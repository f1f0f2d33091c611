"""Illegal plays: refused in words, for all four ways to be illegal, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import (
    CLEAN,
    DECLINE,
    DRAW,
    OUT,
    REDRAW,
    TAKE,
    discard,
    extend,
    meld,
    position,
    refused,
)

from carteado.engine.games.buraco.actions import Discard, Extend, Meld, PlayTurn, TakePile

HAND = "5H 6H 7H 9D KC"


@pytest.mark.parametrize(
    ("phase", "action", "code", "words"),
    [
        ("draw", meld("5H 6H 7H"), "buraco/draw_first", "draw from the stock"),
        ("draw", discard("KC"), "buraco/draw_first", "take the pile"),
        ("draw", REDRAW, "buraco/no_redraw", "first player"),
        ("draw", DECLINE, "buraco/no_last_turn", "draw or take the pile"),
        ("draw", TAKE, "buraco/no_pile", "draw from the stock"),
        ("play", DRAW, "buraco/already_drawn", "discard"),
        ("play", TAKE, "buraco/already_drawn", "meld"),
        ("play", meld("5H 6H"), "buraco/not_a_run", "at least three"),
        ("play", meld("5H 6H 9D"), "buraco/not_a_run", "one suit"),
        ("play", meld("5H 6H KH"), "buraco/not_held", "KH"),
        ("play", meld("5H 6H 7H 7H"), "buraco/not_held", "not so often"),
        ("play", discard("AS"), "buraco/not_held", "AS"),
        ("play", extend(0, "KC"), "buraco/does_not_fit", "7H would"),
        ("play", extend(3, "7H"), "buraco/no_such_run", "run 0 alone"),
        ("play", Extend(meld=0, cards=("7H",), team=1), "buraco/not_your_run", "own pair"),  # type: ignore[arg-type]
    ],
)
def test_the_reason_names_what_would_be_legal(
    phase: str, action: Any, code: str, words: str
) -> None:
    state = position(phase=phase, hand=HAND, melds={"A": [["4H", "5H", "6H"]]})
    refusal = refused(state, action)
    assert refusal.code == code
    assert words in refusal.message


def test_an_unfinishable_turn_says_why() -> None:
    state = position(phase="play", hand="5H 6H 7H", mortos=0)
    assert "no morto" in refused(state, meld("5H 6H 7H")).message
    state = position(phase="play", hand="5H 6H 7H", **OUT)
    assert "clean canastra" in refused(state, meld("5H 6H 7H")).message
    rules = {"final_discard": "required"}
    state = position(rules=rules, phase="play", hand="5H 6H 7H", melds={"A": [CLEAN]}, **OUT)
    assert "discard" in refused(state, meld("5H 6H 7H")).message


WRONG: list[Any] = [0, -1, True, 1.5, "5", None, 2**80, [], {}, "?", "??", (), ("??",), ([],)]


@pytest.mark.parametrize("value", [*WRONG, ("5H",) * 200, ("5H=", "6H"), ("2S=2S=2S",)], ids=repr)
def test_nonsense_is_refused(value: Any) -> None:
    state = position(phase="play", hand=HAND, melds={"A": [["4H", "5H", "6H"]]})
    refused(state, Meld(cards=value))
    refused(state, Discard(card=value))
    refused(state, Extend(meld=0, cards=value))
    refused(state, PlayTurn(plays=value))
    if value is not None and not (type(value) is int and value == 0):
        refused(state, Extend(meld=value, cards=("7H",)))  # type: ignore[arg-type]
        refused(state, Extend(meld=0, cards=("7H",), team=value))  # type: ignore[arg-type]
    closed = position("stbl", hand=HAND, lixo="3C 8H")
    refused(closed, TakePile(cards=value))
    refused(closed, TakePile(meld=value))
