"""The games that are installed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest

from carteado.engine import registry
from carteado.engine.errors import ReplayError, UnknownGame
from carteado.engine.events import event_from_plain
from carteado.engine.registry import extra_of, game_of, games
from carteado.engine.tables.base_game import BaseGame
from carteado.engine.visibility import Public


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Every test, and the next one elsewhere, finds the games again."""
    games.cache_clear()
    yield
    games.cache_clear()


def installed(monkeypatch: pytest.MonkeyPatch, game: Any) -> None:
    entry = SimpleNamespace(load=lambda: game, value="package:GAME")
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])


def test_every_game_is_found_by_its_id_in_both_spellings() -> None:
    for name, game in games().items():
        assert game.id == name
        assert game_of(name) is game
        assert game_of(name.replace("-", "_")) is game


def test_a_game_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are: holdem"):
        game_of("chess")


def test_another_package_adds_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    whist: Any = SimpleNamespace(id="whist", events=(), event_versions={}, upcasters={})
    installed(monkeypatch, whist)
    assert game_of("whist") is whist
    assert list(games())[-1] == "whist"


def test_an_id_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, SimpleNamespace(id="holdem"))
    with pytest.raises(UnknownGame, match="the game 'holdem' of package:GAME is registered"):
        games()


def test_a_game_whose_log_could_not_be_read_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Bid:
        share: Public[float]

    Bid.__annotations__["share"] = Public[float]
    installed(monkeypatch, SimpleNamespace(id="whist", events=(Bid,)))
    with pytest.raises(UnknownGame, match="'whist' of package:GAME cannot be played") as caught:
        games()
    assert "Bid.share: no plain form for <class 'float'>" in str(caught.value)


def test_a_game_of_another_package_versions_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Bid:
        amount: Public[int]
        type: Literal["hand_started"] = "hand_started"  # a tag that Hold'em uses too

    Bid.__annotations__.update(amount=Public[int], type=Literal["hand_started"])

    def in_chips(data: dict[str, Any]) -> dict[str, Any]:
        return {"type": data["type"], "amount": data["units"] * 10}

    class Whist(BaseGame[Any]):
        id = "whist"
        rules = "whist/1"
        events = (Bid,)
        event_versions: ClassVar = {"hand_started": 2}
        upcasters: ClassVar = {("hand_started", 1): in_chips}

    installed(monkeypatch, Whist())
    whist = game_of("whist")
    old = {"type": "hand_started", "units": 3}
    assert event_from_plain(whist, old, 1) == Bid(amount=30)
    with pytest.raises(ReplayError, match="'hand_started'"):
        event_from_plain(game_of("holdem"), old, 1)


def test_a_game_that_could_not_read_its_old_logs_is_not_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = SimpleNamespace(id="whist", events=(), event_versions={"bid": 2}, upcasters={})
    installed(monkeypatch, game)
    with pytest.raises(UnknownGame, match="cannot be played: event_versions names 'bid'"):
        games()


def test_a_part_that_a_game_does_not_have() -> None:
    whist: Any = SimpleNamespace(id="whist", extras={})
    assert extra_of(whist, "scenario") is None
    assert extra_of(game_of("holdem"), "nothing") is None
    assert extra_of(game_of("holdem"), "scenario") is not None
