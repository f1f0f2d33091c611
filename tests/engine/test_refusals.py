"""Refusals: sentences that name the player and state the allowed range."""

from __future__ import annotations

import pytest

from carteado.engine.refusals import COMMON, refusal


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(40, 1500, "40 to 1,500"), (40, 40, "exactly 40"), (1, 0, "none"), (None, None, "none")],
)
def test_a_range_is_written_in_words_and_travels_as_numbers(
    low: int | None, high: int | None, words: str
) -> None:
    details = {"min": low, "max": high}
    found = refusal({"a/b": "Raise to {range}."}, "a/b", details)
    assert (found.message, found.details) == (f"Raise to {words}.", details)


@pytest.mark.parametrize(
    ("details", "message"),
    [
        ({"turn": 1, "player": "Bia"}, "It is Bia's turn, not yours."),
        ({"turn": 1}, "It is seat 1's turn, not yours."),  # a game that does not give names
        ({"turn": None, "player": None}, "It is the other player's turn, not yours."),
        ({"turn": 0, "player": "{x}"}, "It is {x}'s turn, not yours."),
    ],
)
def test_a_player_is_named_where_the_game_gives_the_name(
    details: dict[str, object], message: str
) -> None:
    assert refusal(COMMON, "action/not_your_turn", details).message == message
