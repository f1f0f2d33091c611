"""Actions with cards, as people type them at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco.starting import placed
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.protocol.choices import Choice, choices_line, choices_of
from carteado.protocol.errors import LineError
from carteado.protocol.grammar import parse_line
from carteado.protocol.speech import Command, Context
from carteado.protocol.validation import tags

GAME = game_of("buraco")
CHOICES = choices_of(GAME.legal_type(take=True, meld=True, extend=True, discard=True), GAME.actions)


def typed(text: str, choices: Sequence[Choice] = CHOICES) -> dict[str, Any]:
    """The action that a line is."""
    context = Context(table="t", actions=GAME.actions, choices=tuple(choices))
    said = parse_line(text, context)
    assert isinstance(said, Command)
    action: dict[str, Any] = said.fields["action"]
    return action


def test_actions_with_cards_are_offered_like_all_others() -> None:
    assert choices_line(CHOICES) == "[t]ake, [m]eld, [e]xtend, [d]iscard"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("meld 5H 6H 7H", {"type": "meld", "cards": ["5H", "6H", "7H"]}),
        ("m 5H 6H 2S=4H", {"type": "meld", "cards": ["5H", "6H", "2S=4H"]}),
        ("meld [5H,6H,7H]", {"type": "meld", "cards": ["5H", "6H", "7H"]}),
        ("m 5H, 6H,7H", {"type": "meld", "cards": ["5H", "6H", "7H"]}),
        ("extend 0 7H 8H", {"type": "extend", "meld": 0, "cards": ["7H", "8H"]}),
        ("e meld=0 7H 8H", {"type": "extend", "meld": 0, "cards": ["7H", "8H"]}),
        ("e 7H meld=0", {"type": "extend", "meld": 0, "cards": ["7H"]}),
        ("d 9Sa", {"type": "discard", "card": "9Sa"}),
        ("take", {"type": "take"}),
        ("take 5H meld=1", {"type": "take", "cards": ["5H"], "meld": 1}),
    ],
)
def test_cards_are_typed_with_blanks_or_commas_between(text: str, action: dict[str, Any]) -> None:
    assert typed(text) == action


def test_cards_may_be_typed_without_capitals() -> None:
    """What is typed is sent as it is, and the game reads it."""
    given = {"phase": "play", "hand": ["5H", "6H", "7H", "9S", "9S", "KC"]}
    state = placed(given, GAME.presets["mineiro"])
    for text in ("meld 5h 6h 7h", "d 9sa", "discard 9s", "D KC"):
        said = typed(text)
        action = from_plain(tags(GAME.actions)[said["type"]], said)
        assert isinstance(GAME.decide(state, Act(seat=0, action=action)), Decided), text


def test_too_many_cards_are_refused_before_they_are_sent() -> None:
    with pytest.raises(LineError, match="discard CARD"):
        typed("discard 5H 6H")


@pytest.mark.parametrize(
    ("text", "usage"),
    [("d", "write discard CARD"), ("discard", "write discard CARD"), ("m", "write meld CARDS")],
)
def test_an_action_without_cards_is_answered_with_its_usage(text: str, usage: str) -> None:
    with pytest.raises(LineError, match=usage):
        typed(text)


@pytest.mark.parametrize("text", ["t", "take"])
def test_a_pile_is_taken_without_naming_cards(text: str) -> None:
    assert typed(text) == {"type": "take"}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("m 5H 6H 2S=4H", {"type": "meld", "cards": ["5H", "6H", "2S=4H"]}),
        ("meld 5H 6H 2S=4H", {"type": "meld", "cards": ["5H", "6H", "2S=4H"]}),
        ("e 0 7H", {"type": "extend", "meld": 0, "cards": ["7H"]}),
        ("d", {"type": "draw"}),
    ],
)
def test_an_action_that_is_not_offered_is_parsed_like_one_that_is(
    text: str, action: dict[str, Any]
) -> None:
    """The server says by which rule it cannot be done; a list of what can be says no rule."""
    assert typed(text, ()) == action


def test_a_letter_with_a_card_is_a_discard_also_before_the_draw() -> None:
    """The server then says that a turn begins with a card."""
    choices = choices_of(GAME.legal_type(draw=True, decline=True), GAME.actions)
    assert choices_line(choices) == "[d]raw, decline"
    assert typed("d", choices) == {"type": "draw"}
    assert typed("d QS", choices) == {"type": "discard", "card": "QS"}
    with pytest.raises(LineError, match="write draw alone, without an amount"):
        typed("draw QS", choices)


def test_a_letter_with_a_card_is_a_discard_also_out_of_turn() -> None:
    """The server says whose turn it is, where it would be of no use to say how to write a draw."""
    assert typed("d", ()) == {"type": "draw"}
    assert typed("d QS", ()) == {"type": "discard", "card": "QS"}


def test_a_whole_turn_is_typed_with_bars_between_its_plays() -> None:
    given = {"phase": "play", "hand": ["5H", "6H", "7H", "8H", "KC", "9S"]}
    state = placed(given, GAME.presets["mineiro"])
    said = typed("turn meld 5H 6H 7H | e 0 8h | d KC")
    action = from_plain(tags(GAME.actions)["turn"], said)
    decided = GAME.decide(state, Act(seat=0, action=action))
    assert isinstance(decided, Decided)
    exact = (
        "turn [{type:meld,cards:[5H,6H,7H]},{type:extend,meld:0,cards:[8h]},{type:discard,card:KC}]"
    )
    assert typed(exact)["plays"] == said["plays"]


@pytest.mark.parametrize("text", ["turn", "turn 5H 6H 7H | KC", "turn meld 5H 6H 7H | draw"])
def test_an_incomplete_turn_is_answered_with_its_usage(text: str) -> None:
    with pytest.raises(
        LineError, match=r"write turn meld CARDS \| extend MELD CARDS .* discard CARD"
    ):
        typed(text)
