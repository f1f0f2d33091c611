"""Rules of a table as it is configured, and help, asked in the plain client at a real server."""

from __future__ import annotations

import pytest
from tests.clients.commands import run, typist

from .players import open_table

CASH = {"format": "cash", "seats": 3, "small_blind": 20, "big_blind": 40, "straddle": True}


def sentences(lines: str) -> str:
    """Sentences that were wrapped, as one text."""
    return " ".join(lines.split())


@pytest.mark.parametrize("form", ["--no-plain", "--plain"])
async def test_a_guest_asks_for_the_rules_of_the_table_and_for_help(
    fresh_url: str, form: str
) -> None:
    await open_table(fresh_url, title="Friday night", options=CASH)
    match = {"target": 1500, "jokers": 0}
    await open_table(fresh_url, game="buraco", title="Family", options=match)
    guest = await typist("play", fresh_url, "--name", "Ana", form)
    guest.type("rules", "help moroto")
    guest.type("watch family", "chat watching")
    await guest.until("watching")
    guest.type("rules")
    guest.type("join friday", "chat seated")
    await guest.until("seated")
    guest.type("rules", "help straddle", "help pause", "help buraco", "help morto")
    ended = await guest.end()
    said = sentences("\n".join(guest.read) + ended.out + ended.err)
    for sentence in (
        "you are not at a table",
        "there is no help on 'moroto'; did you mean 'morto'",
        "Friday night: No-limit Texas Hold'em",
        "Texas Hold'em for 3 seats.",
        "It is a cash table: sit down, leave and add chips between hands.",
        "The small blind is 20, the big blind 40.",
        "may straddle: two big blinds before the cards.",
        "stop the clocks and the dealing",
        "morto: A reserve hand of eleven cards.",
        "straddle: ",
        "The match goes to 3,000 points.",  # of Buraco in general
        "Family: Buraco",
        "The game is played with two packs and no jokers.",
        "The match goes to 1,500 points.",  # of this table
    ):
        assert sentence in said, sentence


async def test_the_command_prints_the_rules_of_a_table_of_the_server(fresh_url: str) -> None:
    table = await open_table(fresh_url, title="Friday night", options=CASH)
    result = await run("rules", "--table", "friday", "--url", fresh_url)
    assert result.status == 0, result.err
    assert "The small blind is 20, the big blind 40." in result.out
    unknown = await run("rules", "--table", "monday", "--url", fresh_url)
    assert unknown.status != 0
    assert "monday" in unknown.err
    assert f"there are: Friday night ({table})" in unknown.err
