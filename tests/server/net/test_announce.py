"""The server announces itself, and a client finds it: on loopback, with real packets."""

import asyncio
import socket
from collections.abc import Sequence

import pytest
from tests.clocks import PATIENCE_S
from zeroconf import DNSOutgoing, ServiceInfo

from carteado.client.finding import LOOK_S, MOST, SERVICE, find_servers, near
from carteado.server.net.announce import announced
from carteado.server.net.interfaces import guest_addresses, is_private

LOOP = "127.0.0.1"


async def is_found(port: int) -> bool:
    """Whether one search finds a server; other tests announce theirs at the same time."""
    return f"ws://{LOOP}:{port}" in await find_servers(interfaces=[LOOP])


async def test_announced_server_is_found_until_it_stops(held_port: int):
    async with announced([LOOP], held_port), asyncio.timeout(PATIENCE_S):
        while not await is_found(held_port):
            pass
    assert not await is_found(held_port)


def forged(count: int, addresses: Sequence[str]) -> list[bytes]:
    """Packets that announce servers, one after the other at these addresses."""
    out = DNSOutgoing(0x8400)
    for number in range(count):
        name = f"forged {number}.{SERVICE}"
        host = f"forged-{number}.local."
        address = socket.inet_aton(addresses[number % len(addresses)])
        info = ServiceInfo(SERVICE, name, 1, server=host, addresses=[address])
        for record in (info.dns_pointer(), info.dns_service(), info.dns_text()):
            out.add_answer_at_time(record, 0)
        for record in info.dns_addresses():
            out.add_answer_at_time(record, 0)
    return out.packets()


@pytest.mark.parametrize("addresses", [[LOOP], [f"127.0.1.{number}" for number in range(1, 60)]])
async def test_hundreds_of_forged_announcements_hide_no_server(addresses: Sequence[str]) -> None:
    packets = forged(600, addresses)

    async def forge() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOP))
            for packet in packets:
                sender.sendto(packet, ("224.0.0.251", 5353))

    real = await asyncio.start_server(lambda reader, writer: writer.close(), LOOP, 0)
    port = real.sockets[0].getsockname()[1]
    async with real, announced([LOOP], port), asyncio.timeout(PATIENCE_S):
        while not await is_found(port):
            pass
        found: Sequence[str] = ()
        seconds = LOOK_S
        # Again if the forged ones came after the real one or, on a busy machine, if the search was
        # too short to read all of them.
        while f"ws://{LOOP}:{port}" not in found or not any(one.endswith(":1") for one in found):
            found = await find_servers(interfaces=[LOOP], work=forge, seconds=seconds)
            assert len(found) <= MOST
            seconds *= 2


async def test_nothing_is_announced_without_an_address(held_port: int):
    async with announced([], held_port):
        assert not await is_found(held_port)


MACHINE = (
    ("lo", "127.0.0.1"),
    ("docker0", "172.17.0.1"),
    ("br-3f2a", "172.18.0.1"),
    ("veth12", "172.18.0.2"),
    ("vEthernet (WSL)", "172.20.0.1"),
    ("eth1", "10.0.0.4"),
    ("wlan0", "192.168.1.7"),
    ("eth2", "203.0.113.9"),
    ("eth3", "169.254.3.4"),
)


def test_guests_get_the_likely_address_first_and_no_container_or_loopback():
    assert guest_addresses("0.0.0.0", MACHINE, route="10.0.0.4") == [
        "10.0.0.4", "192.168.1.7", "203.0.113.9", "169.254.3.4",
    ]  # fmt: skip
    assert guest_addresses("::", MACHINE, route="172.17.0.1")[0] == "192.168.1.7"


def test_a_single_host_is_the_only_address():
    assert guest_addresses("192.168.1.7", MACHINE) == ["192.168.1.7"]


def test_a_search_tries_no_address_beyond_the_own_networks():
    far = ["203.0.113.9", "8.8.8.8", "0.0.0.0", "224.0.0.251", "255.255.255.255"]
    assert near([*far, "192.168.1.7", "127.0.0.1", "10.0.0.4"]) == [
        "192.168.1.7", "127.0.0.1", "10.0.0.4",
    ]  # fmt: skip
    assert near(far) == []
    assert len(near([f"10.0.0.{number}" for number in range(1, 200)])) == 4


@pytest.mark.parametrize(
    ("address", "private"),
    [("192.168.1.7", True), ("10.1.2.3", True), ("172.31.0.1", True), ("172.32.0.1", False),
     ("203.0.113.9", False), ("127.0.0.1", False), ("fd00::1", False)],
)  # fmt: skip
def test_only_private_addresses_are_announced(address, private):
    assert is_private(address) is private
