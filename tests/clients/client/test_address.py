"""Addresses of servers as people write them."""

from __future__ import annotations

import pytest

from carteado.client.address import invited, server_url
from carteado.client.errors import InputError


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("localhost", "ws://localhost:8765"),
        ("192.168.1.7:9000", "ws://192.168.1.7:9000"),
        ("ws://host", "ws://host:8765"),
        ("WS://Host:1/", "ws://host:1"),
        ("wss://cards.example", "wss://cards.example:443"),
        ("http://host:8765/", "ws://host:8765"),
        ("https://cards.example/table", "wss://cards.example:443/table"),
        ("[::1]:9000", "ws://[::1]:9000"),
        ("::1", "ws://[::1]:8765"),
        (" host ", "ws://host:8765"),
        ("my_host.example.:1", "ws://my_host.example.:1"),
        ("fe80::1%eth0.7", "ws://[fe80::1%eth0.7]:8765"),
    ],
)
def test_address_is_completed(text: str, url: str) -> None:
    assert server_url(text) == url


@pytest.mark.parametrize(
    "text",
    ["", "ftp://host", "host:port", "host:99999", "host:0", "ws://", "ws://a b", "http:/a b", "ws://me:pw@host",
     "ws://host/?q=1", "ws://host/#top", "[::1", "a..b", f"{'a' * 64}.example",
     "a." * 127 + "a", "fe80::1%..", f"fe80::1%{'a' * 64}"],
)  # fmt: skip
def test_an_invalid_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputError, match=r"write host, host:port or ws://host:port"):
        server_url(text)


@pytest.mark.parametrize(
    ("text", "address", "table"),
    [
        ("http://192.168.1.7:8765/#friday", "http://192.168.1.7:8765", "friday"),
        (" https://cards.example/t/K7MX2QAB ", "https://cards.example", "k7mx2qab"),
        ("http://[::1]:9000/#a", "http://[::1]:9000", "a"),
    ],
)
def test_a_link_that_invites_names_server_and_table(text: str, address: str, table: str) -> None:
    assert invited(text) == (address, table)


@pytest.mark.parametrize(
    "text", ["host", "ws://host/#friday", "http://host/", "http://host/#", "http://host/#-", "http://host/t/a/b"]
)  # fmt: skip
def test_other_texts_name_no_table(text: str) -> None:
    assert invited(text) == (text, None)
