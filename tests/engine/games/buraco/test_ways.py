"""The possible places of a wild, for a client without the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.game import Ambiguous
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Discard, Extend, Meld
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.state import State, new_state


def table(profile: str = "italiano") -> State:
    """The first pair has a run of hearts."""
    runs = ((Run(cards=tuple(map(Card, ("6H", "7H", "8H")))),), ())
    state = new_state(PRESETS[profile])
    return replace(state, runs=runs, phase="play", to_act=0)


def ways(state: State, action: Any) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    assert isinstance(GAME, Ambiguous)
    return [(one.cards, made["stands"]) for one, made in GAME.ways(state, 0, action)]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def test_a_wild_that_is_added_may_stand_at_either_end() -> None:
    found = ways(table(), Extend(meld=0, cards=cards("2Sa")))
    assert {named[0] for named, _ in found} >= {"2Sa"}
    assert len(found) == 2, "written out only where it lies elsewhere"
    assert {stands.index("9") if "9" in stands else stands.index("5") for _, stands in found} == {
        0,
        3,
    }


def test_a_wild_in_a_new_run_may_stand_at_either_end() -> None:
    found = ways(table(), Meld(cards=cards("4S 5S JKR")))
    assert len(found) == 2
    assert len({named for named, _ in found}) == 2
    assert any("=" in card for named, _ in found for card in named)


def test_a_wild_that_moves_freely_has_no_place_to_choose() -> None:
    assert len(ways(table("mineiro"), Extend(meld=0, cards=cards("2S")))) == 1


def test_an_illegal_meld_has_no_way() -> None:
    state = table()
    assert ways(state, Meld(cards=cards("4S 9D 2S"))) == []
    assert ways(state, Extend(meld=7, cards=cards("9H"))) == []
    assert ways(state, Meld(cards=cards("XX YY ZZ"))) == []
    assert ways(state, Discard(card=Card("4S"))) == []
