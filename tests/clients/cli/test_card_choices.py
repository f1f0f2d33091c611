"""Actions with cards, as people type them at a table."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.clients.cli.choices import action_typed, choices_line, choices_of
from carteado.engine.registry import game_of

GAME = game_of("buraco")
CHOICES = choices_of(GAME.legal_type(take=True, meld=True, extend=True, discard=True), GAME.actions)


def test_what_takes_cards_is_offered_like_everything_else() -> None:
    assert choices_line(CHOICES) == "[t]ake, [m]eld, [e]xtend, [d]iscard"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("meld 5H 6H 7H", {"type": "meld", "cards": ["5H", "6H", "7H"]}),
        ("m 5H 6H 2S=4H", {"type": "meld", "cards": ["5H", "6H", "2S=4H"]}),
        ("meld [5H,6H,7H]", {"type": "meld", "cards": ["5H", "6H", "7H"]}),
        ("extend 0 7H 8H", {"type": "extend", "meld": 0, "cards": ["7H", "8H"]}),
        ("d 9Sa", {"type": "discard", "card": "9Sa"}),
        ("take", {"type": "take"}),
        ("take 5H meld=1", {"type": "take", "cards": ["5H"], "meld": 1}),
    ],
)
def test_cards_are_typed_with_blanks_between(text: str, action: dict[str, Any]) -> None:
    assert action_typed(text, CHOICES, GAME.actions) == action


def test_too_many_cards_are_refused_before_they_are_sent() -> None:
    with pytest.raises(ValueError, match="discard CARD"):
        action_typed("discard 5H 6H", CHOICES, GAME.actions)
