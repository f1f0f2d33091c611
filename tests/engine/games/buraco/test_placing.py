"""Wilds with a place of their own: named by their player, offered place by place."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.buraco.positions import cards, extend, meld, play, position, refused

from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Extend, Meld, TakePile
from carteado.engine.games.buraco.legal import plays
from carteado.engine.games.buraco.runs import is_clean
from carteado.engine.games.buraco.state import State

PLACED = {"wild_relocation": "on_replacement"}
FIXED = {"wild_relocation": "fixed"}


def offered(state: State, kind: type) -> list[Any]:
    """The cards of every play of a kind that is offered; each of them is accepted."""
    assert state.to_act is not None
    found = [
        action for action in plays(GAME.legal(state, state.to_act)) if isinstance(action, kind)
    ]
    for action in found:
        play(state, action)
    return [" ".join(action.cards) for action in found]


@pytest.mark.parametrize("rules", [PLACED, FIXED])
def test_each_place_of_the_wild_of_a_new_meld_is_offered(rules: dict[str, Any]) -> None:
    state = position(rules=rules, phase="play", hand="5H 6H 2S KC QD 9D")
    assert offered(state, Meld) == ["5H 6H 2S", "5H 6H 2S=7H"]
    for text, at in (("5H 6H 2S", 4), ("5H 6H 2S=4H", 4), ("5H 6H 2S=7H", 7)):
        assert play(state, meld(text)).runs[0][0].wild_at == at
    assert refused(state, meld("5H 6H 2S=9H")).code == "buraco/not_a_run"


def test_a_wild_that_moves_freely_is_offered_once() -> None:
    state = position(phase="play", hand="5H 6H 2S KC QD 9D")
    assert offered(state, Meld) == ["5H 6H 2S"]


def test_an_own_2_is_offered_in_its_place_and_as_a_wild() -> None:
    state = position(rules=PLACED, phase="play", hand="2H 3H 4H KC QD 9D")
    assert "2H 3H 4H" in offered(state, Meld)
    assert "2H=5H 3H 4H" in offered(state, Meld)
    assert play(state, meld("2H=5H 3H 4H")).runs[0][0].wild_at == 5


@pytest.mark.parametrize("rules", [PLACED, FIXED])
@pytest.mark.parametrize("own", ["3S 4S 5S 6S", "3S 4S 2S=5S 6S"])
def test_an_own_2_named_for_its_own_place_is_not_a_wild(rules: dict[str, Any], own: str) -> None:
    """Added to a clean run, or set free by the card that it stood for (rules 1.1)."""
    card, said = ("5S", "5S=2S") if "=" in own else ("2S", "2S=2S")
    given = {"phase": "play", "hand": [card, "KC", "QD", "9D"], "melds": {"A": [own.split()]}}
    state = position(rules=rules, **given)
    for text in (card, said):
        assert is_clean(play(state, extend(0, text)).runs[0][0]), text
    assert said not in offered(state, Extend)


def test_each_place_of_a_wild_that_is_added_is_offered() -> None:
    given = {"phase": "play", "hand": "2S KC QD 9D", "melds": {"A": [["5H", "6H", "7H"]]}}
    state = position(rules=PLACED, **given)
    assert offered(state, Extend) == ["2S", "2S=8H"]
    assert play(state, extend(0, "2S=8H")).runs[0][0].cards == cards("5H 6H 7H 2S")


def test_a_player_who_replaces_a_wild_may_choose_its_place() -> None:
    given = {"phase": "play", "hand": "7H KC QD 9D", "melds": {"A": [["5H", "6H", "2S=7H"]]}}
    state = position(rules=PLACED, **given)
    assert offered(state, Extend) == ["7H", "7H=8H"]
    assert play(state, extend(0, "7H")).runs[0][0].wild_at == 4
    assert play(state, extend(0, "7H=8H")).runs[0][0].wild_at == 8
    assert refused(state, extend(0, "7H=9H")).code == "buraco/does_not_fit"
    assert refused(position(rules=FIXED, **given), extend(0, "7H=8H")).code == "buraco/does_not_fit"


def test_a_card_that_moves_no_wild_has_no_place() -> None:
    given = {"phase": "play", "hand": "8H 2H 3H 4H KC QD", "melds": {"A": [["5H", "6H", "7H"]]}}
    state = position(rules=PLACED, **given)
    assert refused(state, extend(0, "8H=9H")).code == "buraco/bad_cards"
    assert refused(state, meld("2H 3H 4H=5H")).code == "buraco/bad_cards"


def test_a_wild_laid_with_the_top_of_the_pile_is_offered_its_places() -> None:
    state = position("internazionale", hand="5H 2S KC QD 9D", lixo="3C 6H")
    assert offered(state, TakePile) == ["5H 2S", "5H 2S=7H"]


def test_the_places_of_a_wild_that_is_the_top_of_the_pile() -> None:
    state = position("internazionale", hand="5H 6H KC QD 9D", lixo="3C 2S")
    assert offered(state, TakePile) == ["5H 6H", "5H 6H 2S=7H"]
    for text, at in (("5H 6H", 4), ("5H 6H 2S=7H", 7), ("2S=4H 5H 6H", 4)):
        assert play(state, TakePile(cards=cards(text))).runs[0][0].wild_at == at
    assert refused(state, TakePile(cards=cards("5H 6H 2S"))).code == "buraco/bad_cards"
    assert refused(state, TakePile(cards=cards("5H 6H 2S=9H"))).code == "buraco/not_a_run"


def test_the_top_of_the_pile_may_set_a_wild_free() -> None:
    given = {"hand": "KC QD 9D", "lixo": "3C 7H", "melds": {"A": [["5H", "6H", "2S=7H"]]}}
    state = position("internazionale", **given)
    assert offered(state, TakePile) == ["", "7H=8H"]
    take = TakePile(cards=cards("7H=8H"), meld=0)
    assert play(state, take).runs[0][0].wild_at == 8


@pytest.mark.parametrize("text", ["5h 6h 2s=7h", "5H 6h 2S=7H", "5ha 6H 2Sa=7h"])
def test_cards_are_named_in_capitals_or_not(text: str) -> None:
    state = position(rules=PLACED, phase="play", hand="5H 6H 2S KC QD 9D")
    assert play(state, meld(text)).runs[0][0].cards == cards("5H 6H 2S")


@pytest.mark.parametrize("text", ["10h JH QH", "10H JH QH", "10Ha JH QH", "th JH QH"])
def test_a_ten_is_written_as_its_card_shows_it(text: str) -> None:
    state = position(rules=PLACED, phase="play", hand="TH JH QH KC QD 9D")
    assert play(state, meld(text)).runs[0][0].cards == cards("TH JH QH")
