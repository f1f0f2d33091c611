"""How people name a table of the lobby."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from carteado.client import ClientError, InputError, lobby
from carteado.client.lobby import table_named
from carteado.protocol.messages import TableInfo


def info(table: str, title: str) -> TableInfo:
    return TableInfo(
        table=table, title=title, game="holdem", options={}, settings={}, seats=(), deals=0,
        over=False, watching=0,
    )  # fmt: skip


TABLES = (
    info("heads-up", "Heads-up"),
    info("four-player", "Four players"),
    info("k3x9", "Friday"),
    info("p7q2", "Friday, late"),
    info("friday", "Quiet room"),
)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("four-player", "four-player"),
        ("four", "four-player"),
        ("players", "four-player"),
        ("QUIET", "friday"),
        ("late", "p7q2"),
        ("friday", "friday"),  # an id goes before a title
        ("Friday", "k3x9"),  # a whole title goes before a part
        (" Friday, LATE ", "p7q2"),
    ],
)
def test_table_is_named_by_id_or_title_or_part_of_it(text: str, table: str) -> None:
    assert table_named(text, TABLES).table == table


def test_part_of_several_titles_is_refused_with_their_tables() -> None:
    several = r"in the titles of several tables: Friday .k3x9., Friday, late .p7q2."
    with pytest.raises(InputError, match=several):
        table_named("rida", TABLES)


@pytest.mark.parametrize("text", ["", "  ", "thursday"])
def test_unknown_title_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="there is no table"):
        table_named(text, TABLES)


def test_a_list_of_many_tables_is_short_and_says_how_many_more_there_are() -> None:
    tables = [info(f"t-{number}", f"Friday {number}") for number in range(100)]
    with pytest.raises(InputError) as refused:
        table_named("riday", tables)
    text = str(refused.value)
    named = text.count("(t-")
    assert 10 < named < 40
    assert text.endswith(f" and {100 - named} more")
    assert len(text) < 420
    long = [info(f"t-{number}", "x" * 400) for number in range(3)]
    with pytest.raises(InputError, match=r"\(t-0\) and 2 more$"):
        table_named("xx", long)


async def test_a_server_that_lists_no_tables_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent:
        async def request(self, cls: type) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(lobby, "ANSWER_S", 0)
    client: Any = Silent()
    with pytest.raises(ClientError, match="does not say which tables it has"):
        await lobby.list_tables(client)
