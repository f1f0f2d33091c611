"""Advice at a table: given where the table allows it, from the player's view, and seen by all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.commands import run, typist
from tests.clients.logs import in_a_deal
from tests.clients.small_host import SmallHost

from carteado.client import InputError
from carteado.clients.cli import buraco_telling
from carteado.clients.cli.advice import advice_for
from carteado.clients.cli.lobby import advice_word
from carteado.engine.table import Table, TableOptions, observer_of, redact_table
from carteado.engine.tables.options import options_from_text


def table_of(name: str, seed: int, advice: Any) -> Table:
    """A table in the middle of a deal."""
    table = in_a_deal(name, seed, 30).table
    settings = replace(table.opened.settings, advice=advice)
    return replace(table, opened=replace(table.opened, settings=settings))


@pytest.mark.parametrize(
    ("name", "word"),
    [("buraco:mineiro", "unknown cards"), ("holdem:heads-up", "equity")],
)
def test_a_seat_is_advised_from_its_own_view(name: str, word: str) -> None:
    table = table_of(name, 3, "everyone")
    seat = table.game.turn(table.state)
    assert seat is not None
    own = redact_table(table, observer_of(table, seat))
    lines = advice_for(own, seat)
    assert any(word in line for line in lines)
    assert advice_for(table, seat) == lines


def test_the_lines_of_buraco_have_the_chance_of_a_morto_and_of_any_wild() -> None:
    table = table_of("buraco:mineiro", 3, "everyone")
    seat = table.game.turn(table.state)
    lines = advice_for(table, seat)
    (morto,) = [line for line in lines if line.startswith("Morto within the pair's next 2 turns")]
    assert morto.endswith("%")
    assert lines[-1].split()[:2] == ["any", "wild"]
    assert lines[-1].endswith("%")


def test_nobody_is_advised_when_advice_is_off() -> None:
    table = table_of("buraco:mineiro", 3, "off")
    with pytest.raises(InputError, match="advice is off"):
        advice_for(table, 0)


def test_the_rail_is_not_advised() -> None:
    with pytest.raises(InputError, match="who sit"):
        advice_for(table_of("buraco:mineiro", 3, "everyone"), None)


def test_a_game_without_an_adviser_says_so() -> None:
    with pytest.raises(InputError, match="no advice for quick-holdem"):
        advice_for(table_of("quick-holdem:standard", 3, "everyone"), 0)


def test_a_folded_seat_gets_no_odds_and_the_reason() -> None:
    table = table_of("holdem:four-player", 1, "everyone")
    assert 2 not in table.state.live
    with pytest.raises(InputError, match=r"^Player 2 has no hand there that it may see$"):
        advice_for(table, 2)


def test_failing_odds_are_refused_with_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Any:
        raise IndexError("list index out of range")

    monkeypatch.setattr(buraco_telling, "advice_of", broken)
    with pytest.raises(InputError, match=r"odds failed.*IndexError: list index out of range"):
        advice_for(table_of("buraco:mineiro", 3, "everyone"), 0)


def test_the_option_is_typed_like_any_other() -> None:
    assert TableOptions().advice == "off"
    on = options_from_text(TableOptions, TableOptions(), {"advice": "everyone"})
    assert on.advice == "everyone"
    assert advice_word({"advice": "everyone"}) == "advice on"
    assert advice_word({}) == advice_word({"advice": "off"}) == "advice off"


async def test_at_a_table_without_advice_the_command_refuses() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        shown = await run("tables", host.url)
        assert "advice off" in shown.out
        user = await typist("play", host.url, "--no-plain", "--name", "Ana", "--table", "t-1")
        await user.until("advice=off")
        await user.until("Your turn")
        user.type("advice")
        await user.until("! advice is off at this table")
        user.type("quit")
        await user.end()
