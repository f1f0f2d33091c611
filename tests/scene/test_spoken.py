"""Cards in words, in the three languages."""

from __future__ import annotations

import pytest

from carteado.engine.cards import PACK
from carteado.scene.spoken import card_words, cards_words
from carteado.scene.words import words_of


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("en", "king of hearts, 2 cards face down, two of clubs, nine of spades b, joker"),
        ("de", "Herz König, 2 Karten verdeckt, Kreuz Zwei, Pik Neun b, Joker"),
        ("pt_BR", "rei de copas, 2 cartas fechadas, dois de paus, nove de espadas b, joker"),
    ],
)
def test_cards_in_words(language: str, spoken: str) -> None:
    assert cards_words(["Kh", "??", "??", "2c", "9Sb", "JKR"], words_of(language)) == spoken


@pytest.mark.parametrize(
    ("language", "hidden"), [("en", "face down"), ("de", "verdeckt"), ("pt_BR", "fechada")]
)
def test_a_hidden_card_says_so(language: str, hidden: str) -> None:
    words = words_of(language)
    assert card_words("??", words) == hidden == cards_words(["??"], words)


def test_every_card_has_words_of_its_own() -> None:
    for language in ("en", "de", "pt_BR"):
        assert len({card_words(card, words_of(language)) for card in PACK}) == 52
