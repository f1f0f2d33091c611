"""Which server is meant where nobody names one, or only the code of a table."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import Any

import pytest

from carteado.client import InputError, server_choice
from carteado.client.server_choice import ServerChoice, choose_server, only_server, server_of_table
from carteado.protocol.messages import TableInfo


def info(table: str) -> TableInfo:
    return TableInfo(
        table=table,
        title=table,
        game="holdem",
        options={},
        settings={},
        seats=(),
        deals=0,
        over=False,
        watching=0,
    )


HERE = "ws://127.0.0.1:8765"
ANNA, BERT = "ws://10.0.0.1:8765", "ws://10.0.0.2:8765"


class Network:
    """Servers that answer, with the ids of their tables.

    Attributes:
        servers: ids of tables by the server's URL.
        slow: URLs of those that need more than a second to answer a search.
    """

    def __init__(self) -> None:
        self.servers: dict[str, Sequence[str]] = {}
        self.slow: set[str] = set()

    async def find(self, *, seconds: float) -> tuple[str, ...]:
        found = (url for url in self.servers if seconds > 1 or url not in self.slow)
        return tuple(url for url in found if url != HERE)

    async def tables_of(self, url: str, name: str) -> Any:
        if url not in self.servers:
            return None
        return tuple(info(table) for table in self.servers[url])

    def look_up(self, name: str, port: None) -> list[str]:
        if name != "laptop":
            raise socket.gaierror("unknown")
        return ["10.0.0.9"]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr(server_choice, "find_servers", network.find)
    monkeypatch.setattr(server_choice, "tables_of", network.tables_of)
    monkeypatch.setattr(socket, "getaddrinfo", network.look_up)
    return network


def test_an_address_is_taken_as_it_is_and_asks_nobody() -> None:
    for text in ("10.0.0.1", "cards.example", "localhost", "ws://10.0.0.1:99", "[::1]:7"):
        assert choose_server(text).table is None
    assert choose_server("10.0.0.1") == ServerChoice(url=ANNA)


def test_the_link_of_an_invitation_names_server_and_table() -> None:
    assert choose_server("http://10.0.0.1:8765/#friday") == ServerChoice(url=ANNA, table="friday")


def test_without_an_address_the_server_of_this_machine_is_meant_then_the_only_one_found(
    network: Network,
) -> None:
    assert choose_server(None).url == HERE  # nobody answers: the error names the usual address
    network.servers = {ANNA: []}
    assert choose_server(None).url == ANNA
    network.servers = {HERE: [], ANNA: [], BERT: []}
    assert choose_server(None).url == HERE


def test_among_several_servers_somebody_is_asked(network: Network) -> None:
    network.servers = {ANNA: [], BERT: []}
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return "2"

    assert choose_server(None, ask=ask).url == BERT
    assert ANNA in asked[0]
    with pytest.raises(InputError, match="from 1 to 2"):
        choose_server(None, ask=lambda question: "3")


def test_where_nobody_can_be_asked_the_servers_are_named(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    network.servers = {ANNA: [], BERT: []}
    with pytest.raises(InputError, match=f"{ANNA}, {BERT}"):
        choose_server(None)


def test_the_short_code_of_a_table_finds_its_server(network: Network) -> None:
    network.servers = {HERE: ["heads-up"], ANNA: ["k7mx2qab", "k7zz"], BERT: ["heads-up-2"]}
    assert choose_server("k7mx2qab") == ServerChoice(url=ANNA, table="k7mx2qab")
    assert choose_server("k7mx") == ServerChoice(url=ANNA, table="k7mx2qab")
    assert choose_server("heads-up") == ServerChoice(url=HERE, table="heads-up")
    with pytest.raises(InputError, match="several tables: heads-up at"):
        choose_server("heads")
    assert choose_server("laptop") == ServerChoice(url="ws://laptop:8765")
    with pytest.raises(InputError, match=r"no server .* has a table 'k9k9'.* type the address"):
        choose_server("k9k9")


def test_a_slow_server_is_found_by_the_short_code_of_its_table(network: Network) -> None:
    network.servers = {ANNA: ["k7mx2qab"], BERT: ["heads-up"]}
    network.slow = {ANNA}
    assert choose_server("k7mx") == ServerChoice(url=ANNA, table="k7mx2qab")
    assert server_of_table("k7mx") == ServerChoice(url=ANNA, table="k7mx2qab")
    assert server_of_table("k9k9") is None


def test_a_network_that_cannot_be_searched_leaves_this_machine(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*, seconds: float) -> tuple[str, ...]:
        await asyncio.sleep(0)
        raise InputError("no zeroconf")

    monkeypatch.setattr(server_choice, "find_servers", refuse)
    assert choose_server(None).url == HERE


def test_the_full_screen_goes_to_the_only_server_and_lets_a_player_choose_between_several(
    network: Network,
) -> None:
    assert only_server() is None
    network.servers = {ANNA: ["k7mx2qab"]}
    assert only_server() == ServerChoice(url=ANNA)
    network.servers[BERT] = []
    assert only_server() is None
    network.servers[HERE] = []
    assert only_server() == ServerChoice(url=HERE)
