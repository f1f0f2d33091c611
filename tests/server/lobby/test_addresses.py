"""What counts as one address, and what may come from it."""

from __future__ import annotations

import pytest

from carteado.server.lobby.addresses import MINUTE_MS, Addresses, source_of

HERE = "192.0.2.1"


@pytest.mark.parametrize(
    ("remote", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        (HERE, None),
    ],
)
def test_an_address_is_a_machine_or_a_network_and_this_machine_has_none(
    remote: str, source: str | None
) -> None:
    assert source_of(remote, HERE) == source


def test_open_connections_are_limited_per_source() -> None:
    addresses = Addresses(2)
    for count in range(1, 6):
        addresses.connected("a")
        assert (addresses.over("a"), addresses.over("a", 2)) == (count > 2, count > 4)
    assert not addresses.over("b")
    for count in range(4, 0, -1):
        addresses.disconnected("a")
        assert addresses.over("a") == (count > 2)


def test_new_players_are_limited_per_source_and_minute() -> None:
    addresses = Addresses(2)
    now = 7 * MINUTE_MS
    assert [addresses.welcomes("a", now) for _ in range(3)] == [True, True, False]
    assert addresses.welcomes("b", now)
    assert not addresses.welcomes("a", now + MINUTE_MS - 1)
    assert addresses.welcomes("a", now + MINUTE_MS)


def test_any_minute_counts_not_only_those_of_the_clock() -> None:
    addresses = Addresses(2)
    late = 8 * MINUTE_MS - 1
    assert addresses.welcomes("a", late - 100)
    assert addresses.welcomes("a", late)
    assert not addresses.welcomes("a", late + 100)
    assert addresses.welcomes("a", late - 100 + MINUTE_MS)
    assert not addresses.welcomes("a", late - 1 + MINUTE_MS)
    assert addresses.welcomes("a", late + MINUTE_MS)


def test_the_own_machine_is_not_bounded() -> None:
    addresses = Addresses(1)
    for _ in range(3):
        addresses.connected(None)
        assert not addresses.over(None)
        assert addresses.welcomes(None, 0)
    addresses.disconnected(None)
