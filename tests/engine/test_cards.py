"""Cards and their notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine.cards import PACK, RANKS, SUITS, UNKNOWN, Card, parse_cards, show_cards
from carteado.engine.errors import CardError, EngineError


def test_the_pack_has_52_different_cards_by_rank_and_suit() -> None:
    assert len(set(PACK)) == len(PACK) == 52
    assert PACK[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert PACK[-1] == "As"
    assert all(PACK[4 * RANKS.index(c[0]) + SUITS.index(c[1])] == c for c in PACK)
    assert UNKNOWN not in PACK


@pytest.mark.parametrize("text", ["AsKd2c", "As Kd 2c", "As,Kd,2c", " as, kD ,2C ", "A s K d 2 c"])
def test_cards_are_read_with_or_without_separators_in_either_case(text: str) -> None:
    assert parse_cards(text) == ("As", "Kd", "2c")


@pytest.mark.parametrize("text", ["", " ", ","])
def test_an_empty_text_has_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Xd", "'Xd', card 2 of 'As Xd', is not a card"),
        ("AsK", "'K', card 2 of 'AsK', is not a card"),
        ("10s", "'10', card 1 of '10s', is not a card"),
        ("Ax", "'Ax'"),
        ("??", "'??'"),
        ("As\nKd", r"'\\nK', card 2"),
        ("\u212as", "card 1"),
        ("A\u017f", "card 1"),
        ("As Kd As", "As appears twice in 'As Kd As'"),
    ],
)
def test_an_invalid_card_is_named(text: str, expected: str) -> None:
    with pytest.raises(CardError, match=expected.replace("?", r"\?")):
        parse_cards(text)


def test_a_card_error_is_an_engine_error() -> None:
    assert issubclass(CardError, EngineError)


@given(st.lists(st.sampled_from(PACK), unique=True).map(tuple))
def test_cards_that_are_shown_are_read_again(cards: tuple[Card, ...]) -> None:
    assert parse_cards(show_cards(cards)) == cards
