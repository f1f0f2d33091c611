"""What plays would make, before they are sent."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import CLEAN, OUT, cards, discard, extend, meld, position

from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import PlayTurn
from carteado.engine.games.buraco.staged import staged
from carteado.engine.games.buraco.state import State

HAND = "5H 6H 7H 8H KC 9D"
LAID = {"phase": "play", "hand": HAND, "melds": {"A": [["4S", "5S", "6S"]]}}


def code(state: State, *plays: Any) -> str | None:
    refusal = staged(state, 0, plays).refusal
    return refusal.code if refusal is not None else None


def test_the_runs_lie_as_they_will_after_the_plays() -> None:
    found = staged(position(**LAID), 0, (meld("7H 5H 6H"), extend(1, "8H")))
    assert [run.cards for run in found.runs] == [cards("4S 5S 6S"), cards("5H 6H 7H 8H")]
    assert found.runs[1].points == 25
    assert (found.legal, found.refusal) == (2, None)
    assert found.missing is not None
    assert "end it with a discard" in found.missing.message


def test_the_first_illegal_play_is_refused_and_those_before_it_are_shown() -> None:
    found = staged(position(**LAID), 0, (meld("5H 6H 7H"), extend(1, "KC"), discard("9D")))
    assert found.refusal is not None
    assert (found.legal, found.refusal.code) == (1, "buraco/does_not_fit")
    assert [len(run.cards) for run in found.runs] == [3, 3]


@pytest.mark.parametrize(
    ("given", "plays"),
    [
        (LAID, (meld("5H 6H 8H"),)),
        (LAID, (extend(0, "KC"),)),
        (LAID, (extend(1, "8H"),)),
        (LAID, (meld("5H 6H 7H"), discard("7H"))),
        ({**LAID, "hand": "5H 6H 7H KC", **OUT}, (meld("5H 6H 7H"),)),
        ({**LAID, "hand": "5H 6H 7H KC 9D"}, (meld("5H 6H 7H"), discard("KC"))),
        ({**LAID, "hand": "5H 6H 7H", "melds": {"A": [CLEAN]}, **OUT}, (meld("5H 6H 7H"),)),
        ({**LAID, "hand": "5H 6H 7H KC"}, (meld("5H 6H 7H"), discard("KC"))),
        ({**LAID, "hand": "5H 6H 7H"}, (meld("5H 6H 7H"),)),
    ],
)
def test_plays_are_a_whole_turn_where_the_rules_take_them(
    given: dict[str, Any], plays: tuple[Any, ...]
) -> None:
    state = position(**given)
    answer = GAME.decide(state, Act(seat=0, action=PlayTurn(plays=plays)))
    found = staged(state, 0, plays)
    whole = found.refusal is None and found.missing is None
    assert whole == isinstance(answer, Decided)


def test_nothing_follows_a_discard() -> None:
    assert code(position(**LAID), discard("KC"), discard("9D")) == "buraco/turn_over"


def test_before_the_draw_only_the_form_of_a_play_is_judged() -> None:
    given = {**LAID, "hand": "5H 6H 7H", "phase": "draw", "stock": "2C", **OUT}
    state = position(**given)
    assert code(state, meld("5H 6H 7H")) is None
    assert code(state, meld("5H 7H")) == "buraco/not_a_run"
    assert code(position(**{**given, "phase": "play"}), meld("5H 6H 7H")) is not None


def test_a_pile_that_must_be_melded_does_not_count_among_the_cards() -> None:
    state = position("fechado", hand=HAND, phase="draw", lixo="4C", stock="2C")
    assert code(state, meld("5H 6H 7H")) is None


def test_the_opening_minimum_is_that_of_the_first_meld() -> None:
    state = position(
        rules={"opening_minimum": 15}, hand="5H 6H 7H 3C 4C 5C KD", phase="play", stock="2C"
    )
    assert code(state, meld("5H 6H 7H"), meld("3C 4C 5C")) is None
    state = position(rules={"opening_minimum": 50}, hand=HAND, phase="play", stock="2C")
    assert code(state, meld("5H 6H 7H")) == "buraco/opening_minimum"
