"""An evening on the networks of a home: machines with private addresses, containers, strangers.

The host's machine has two real interfaces, one of a container and one on the internet; each leads
to somebody else's machine. All of them run the command line as their users would.
"""

from __future__ import annotations

import asyncio
import functools
import io
import json
import os
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
import segno
from tests.clients.commands import Result
from tests.clocks import PATIENCE_S
from tests.networks import COMMAND, HomeNetwork, Machine, MachineError

pytestmark = pytest.mark.exhaustive

HOME, WIFI, CONTAINER, PUBLIC = "192.168.77.5", "10.9.0.5", "172.17.0.1", "203.0.113.5"
URL = f"ws://{HOME}:8765"


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The host's machine and those at its cables: guests, a container, somebody on the internet."""

    host: Machine
    ana: Machine
    bea: Machine
    container: Machine
    stranger: Machine


@pytest.fixture
def evening(home_network: HomeNetwork) -> Evening:
    host, ana, bea = (
        home_network.machine("host"),
        home_network.machine("ana"),
        home_network.machine("bea"),
    )
    container, stranger = home_network.machine("container"), home_network.machine("stranger")
    host.plug("eth0", f"{HOME}/24", ana, "eth0", "192.168.77.9/24")
    host.plug("wlan0", f"{WIFI}/24", bea, "wlan0", "10.9.0.9/24")
    host.plug("docker0", f"{CONTAINER}/16", container, "eth0", "172.17.0.2/16")
    host.plug("eth1", f"{PUBLIC}/24", stranger, "eth0", "203.0.113.9/24")
    host.ip("route", "add", "default", "via", "10.9.0.9")
    return Evening(host=host, ana=ana, bea=bea, container=container, stranger=stranger)


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """A guest on two networks, each with a host of its own."""

    guest: Machine
    hosts: tuple[Machine, Machine]
    urls: tuple[str, str]


@pytest.fixture
def neighbours(home_network: HomeNetwork) -> Neighbours:
    guest, one, other = (
        home_network.machine("guest"),
        home_network.machine("one"),
        home_network.machine("other"),
    )
    one.plug("eth0", "192.168.77.5/24", guest, "eth0", "192.168.77.9/24")
    other.plug("eth0", "10.20.0.5/24", guest, "eth1", "10.20.0.9/24")
    urls = ("ws://10.20.0.5:8765", "ws://192.168.77.5:8765")
    return Neighbours(guest=guest, hosts=(other, one), urls=urls)


async def find(guest: Machine) -> dict[str, Any]:
    """What `carteado find` lists once, by URL: seats and tables."""
    result = await guest.carteado("find", "--json")
    assert result.err == ""
    listed = {one["url"]: one for one in map(json.loads, result.out.splitlines())}
    assert result.status == (0 if listed else 1)
    return listed


async def found(guest: Machine, *urls: str) -> dict[str, Any]:
    """What is listed as soon as the servers at these URLs have announced themselves and answer."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            listed = await find(guest)
            if all(url in listed and listed[url]["tables"] is not None for url in urls):
                return listed


async def once_heard(run: Callable[[], Awaitable[Result]], heard: Callable[[Result], bool]) -> Any:
    """What a command says when it has heard the servers, for which it listens only a moment.

    A machine that pauses just then misses their answers; the user would try again as well.
    """
    async with asyncio.timeout(PATIENCE_S):
        result = await run()
        while not heard(result):
            result = await run()
    return result


async def without_url(guest: Machine, *words: str, typed: str = "") -> Any:
    """Run a command without a URL, where one server can be found."""
    return await once_heard(
        lambda: guest.carteado(*words, typed=typed), lambda result: "cannot reach" not in result.err
    )


async def open_table(host: Machine, title: str, *words: str) -> str:
    """Open a table on the machine's own server; its id."""
    options = ("--title", title, "--set", "seats=2", "--set", "format=cash", *words)
    result = await host.carteado("open", "holdem", *options)
    assert result.status == 0, result.err
    return result.out.strip()


async def at_a_terminal(machine: Machine, *words: str, typed: str) -> Result:
    """Run a command line whose input is a terminal at which somebody types."""
    ours, theirs = os.openpty()
    try:
        process = await asyncio.create_subprocess_exec(
            *machine.on(*COMMAND, *words),
            stdin=theirs,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=machine.environment,
            cwd=machine.folder,
        )
        os.write(ours, typed.encode())
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode is not None
    return Result(status=process.returncode, out=out.decode(), err=err.decode())


def fetch(guest: Machine, url: str) -> str:
    """A page as the guest's machine gets it."""
    program = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())"
    return guest.run(COMMAND[0], "-c", program, url)


async def watched(guest: Machine, what: str) -> None:
    """Watch a table that its id or title names, without a URL, until the server greets."""

    async def first_words() -> Result:
        process = await guest.start(*COMMAND, "watch", what, "--plain")
        assert process.stdout is not None
        line = await process.stdout.readline()  # empty if it has ended
        if line:
            process.terminate()
        _, err = await process.communicate()
        return Result(status=process.returncode or 0, out=line.decode(), err=err.decode())

    expected = await once_heard(first_words, lambda expected: "cannot reach" not in expected.err)
    assert "welcome" in expected.out, expected.err


async def test_the_host_sees_every_address_for_guests_the_likely_one_first(
    evening: Evening,
) -> None:
    async with evening.host.serving("--no-tables", "--host", "0.0.0.0") as said:
        lines = said.splitlines()
        likely = f"http://{WIFI}:8765"  # traffic to other networks leaves there
        assert lines[0] == f"Carteado is serving at {likely}"
        others = [line.split()[-1] for line in lines if line.startswith("or at ")]
        assert others == [f"http://{HOME}:8765", f"http://{PUBLIC}:8765"]
        assert f"carteado play {likely}" in lines
        assert CONTAINER not in said
        assert "127.0.0.1" not in said
        drawn = io.StringIO()
        segno.make(likely, micro=False).terminal(out=drawn, compact=True, border=2)
        assert drawn.getvalue().strip() in said
        for guest, url in ((evening.bea, likely), (evening.ana, others[0])):
            assert (await guest.carteado("tables", url)).status == 0
            page = fetch(guest, f"{url}/join")
            assert f"<pre>carteado play {url}</pre>" in page


async def test_a_server_is_announced_on_private_addresses_of_real_interfaces_alone(
    evening: Evening,
) -> None:
    async with evening.host.serving("--no-qr", "--no-tables"):
        # Each guest lists the server once, at the address that can be reached from there.
        for guest, url in ((evening.ana, URL), (evening.bea, f"ws://{WIFI}:8765")):
            assert set(await found(guest, url)) == {url}
        announced = json.loads(evening.ana.run(*PYTHON, ANNOUNCED))
        assert set(announced) == {HOME, WIFI}
        assert await find(evening.container) == {}
        assert await find(evening.stranger) == {}
        # They are not kept out: who is told the address may come.
        assert (await evening.container.carteado("tables", CONTAINER)).status == 0
        assert (await evening.stranger.carteado("tables", PUBLIC)).status == 0


PYTHON = (COMMAND[0], "-c")
ANNOUNCED = """
import json, time
from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

network, heard = Zeroconf(), []
ServiceBrowser(network, KIND, handlers=[lambda name, **_: heard.append(name)])
info = None
while info is None or not info.parsed_addresses():
    time.sleep(0.01)
    info = network.get_service_info(KIND, heard[0]) if heard else None
print(json.dumps(info.parsed_addresses()))
network.close()
""".replace("KIND", repr("_carteado._tcp.local."))
"""Prints every address that a server announces."""


async def test_servers_tables_and_free_seats_are_found_over_the_network(evening: Evening) -> None:
    async with evening.host.serving("--no-qr", "--no-tables"):
        friday = await open_table(evening.host, "Friday night")
        listed = (await found(evening.ana, URL))[URL]
        assert [(one["table"], one["title"]) for one in listed["tables"]] == [
            (friday, "Friday night")
        ]
        assert listed["free"] == 2
        output = ""
        while f"{URL}: 1 tables, 2 free seats" not in output:
            output = (await evening.ana.carteado("find")).out
        assert f'{friday} "Friday night": holdem' in output


async def test_a_command_without_a_url_uses_the_one_server_that_is_found(
    evening: Evening,
) -> None:
    ana = evening.ana
    async with evening.host.serving("--no-qr", "--no-tables"):
        await found(ana, URL)
        opened = await without_url(
            ana, "open", "holdem", "--set", "seats=2", "--title", "Ana's night"
        )
        assert opened.status == 0, opened.err
        table = opened.out.strip()
        assert table in (await without_url(ana, "tables")).out
        played = await without_url(ana, "play", "--no-plain", "--name", "Ana", typed="quit\n")
        assert f"{URL} - you are Ana" in played.out, played.err
        for title in ("ana's", "night"):  # no id begins so
            await watched(ana, title)
        bots = await without_url(ana, "bot", "caller", "--count", "2", "--hands", "1", "--json")
        assert [json.loads(line)["hands"] for line in bots.out.splitlines()] == [1, 1], bots.err


async def test_the_code_of_a_table_works_in_place_of_a_url(evening: Evening) -> None:
    ana = evening.ana
    async with evening.host.serving("--no-qr", "--no-tables"):
        friday = await open_table(evening.host, "Friday night")
        robots = await open_table(evening.host, "Robots")
        await found(ana, URL)
        words = ("--no-plain", "--name", "Ana")
        played = await without_url(ana, "play", friday, *words, typed="quit\n")
        assert f"{URL} - you are Ana" in played.out, played.err
        assert "Friday night: holdem" in played.out
        again = await without_url(
            ana, "play", friday[:6], *words, typed="quit\n"
        )  # a part is enough
        assert f"You are back in seat 0 of {friday}." in again.out, again.err
        await watched(ana, friday)
        flags = ("--url", robots, "--count", "2", "--hands", "1", "--json")
        bots = await without_url(ana, "bot", "caller", *flags)
        assert [json.loads(line)["hands"] for line in bots.out.splitlines()] == [1, 1], bots.err


async def test_among_two_servers_somebody_is_asked(neighbours: Neighbours) -> None:
    guest, urls = neighbours.guest, neighbours.urls
    one, other = neighbours.hosts
    flags = ("--no-qr", "--no-tables")
    async with one.serving(*flags), other.serving(*flags):
        assert set(await found(guest, *urls)) == set(urls)  # though both machines have one name
        for words in (
            ("play",),
            ("tables",),
            ("open", "holdem"),
            ("watch", "friday"),
            ("bot", "caller"),
        ):
            given = await once_heard(
                functools.partial(guest.carteado, *words),
                lambda given: "several servers" in given.err,
            )
            assert given.status == 2
            assert all(url in given.err for url in urls), given
        asking = ("open", "holdem", "--title", "Second")
        opened = await once_heard(
            lambda: at_a_terminal(guest, *asking, typed="2\n"),
            lambda given: "Which one?" in given.out,
        )
        assert opened.status == 0, opened.err
        assert all(url in opened.out for url in urls)
        code = opened.out.split()[-1]
        assert f'{code} "Second' in (await guest.carteado("tables", urls[1])).out
        wrong = await once_heard(
            lambda: at_a_terminal(guest, *asking, typed="3\n"),
            lambda given: "Which one?" in given.out,
        )
        assert wrong.status == 2
        assert "is not a number from 1 to 2" in wrong.err
        # The code of a table says which server is meant.
        await watched(guest, code)
        played = await without_url(
            guest, "play", code, "--no-plain", "--name", "Eva", typed="quit\n"
        )
        assert f"{urls[1]} - you are Eva" in played.out, played.err


@pytest.mark.parametrize(
    "words", [("--no-announce",), ("--host", PUBLIC)], ids=["switched off", "public address"]
)
async def test_a_server_is_not_announced_that_is_not_to_be(
    evening: Evening, words: tuple[str, ...]
) -> None:
    quiet = evening.host.serving("--no-qr", "--no-tables", *words)
    heard = evening.host.serving("--no-qr", "--no-tables", "--host", "0.0.0.0", "--port", "8766")
    # Where the second is found, the first would be found as well.
    async with quiet as said, heard:
        for guest, url in ((evening.ana, HOME), (evening.bea, WIFI)):
            assert set(await found(guest, f"ws://{url}:8766")) == {f"ws://{url}:8766"}
        assert await find(evening.stranger) == {}
        address = said.splitlines()[0].split()[-1]
        reached = evening.stranger if PUBLIC in words else evening.bea
        assert (await reached.carteado("tables", address)).status == 0


async def doctor(machine: Machine) -> dict[str, tuple[bool, str]]:
    """What `carteado doctor` finds, by name; its exit status says whether all is well."""
    result = await machine.carteado("doctor", "--json")
    found = {one["what"]: (one["ok"], one["says"]) for one in json.loads(result.out)}
    assert result.status == (0 if all(ok for ok, _ in found.values()) else 1)
    return found


async def test_the_doctor_names_the_addresses_for_guests(evening: Evening) -> None:
    expected = f"guests use {WIFI}; if they cannot reach it, they try {HOME} or {PUBLIC}"
    assert (await doctor(evening.host))["addresses"] == (True, expected)
    assert (await doctor(evening.stranger))["addresses"] == (
        True,
        "guests use 203.0.113.9; it is a public address: everybody on the internet can join",
    )


async def test_the_doctor_knows_our_server_at_the_port_from_another_program(
    home_network: HomeNetwork,
) -> None:
    machine = home_network.machine("host")
    assert (await doctor(machine))["port"] == (True, "0.0.0.0 port 8765 is free")
    ok, says = (await doctor(machine))["addresses"]
    assert not ok
    assert "no address on a network" in says
    async with machine.serving("--no-tables"):
        expected = "0.0.0.0 port 8765 is held by a running Carteado server"
        assert (await doctor(machine))["port"] == (True, expected)
    other = await machine.start(COMMAND[0], "-u", "-m", "http.server", "8765")
    assert other.stdout is not None
    await other.stdout.readline()  # it serves
    ok, says = (await doctor(machine))["port"]
    other.terminate()
    await other.communicate()
    assert not ok
    assert "Address already in use" in says
    assert "Choose another port with --port" in says


KEEPING_OUT = {
    "nft": (
        "add table inet home",
        "add chain inet home input { type filter hook input priority 0 ; }",
        "add rule inet home input iifname lo accept",
        "add rule inet home input tcp dport 8000-9000 drop",
    ),
    "iptables": (
        "-A INPUT -i lo -j ACCEPT",
        "-A INPUT -p udp -j ACCEPT",
        "-P INPUT DROP",
    ),
}
"""Commands that make rules, by program."""


@pytest.mark.parametrize("tool", KEEPING_OUT)
async def test_the_doctor_finds_rules_that_keep_guests_out_and_its_advice_lets_them_in(
    evening: Evening, tool: str
) -> None:
    host = evening.host
    if shutil.which(tool) is None:
        pytest.fail(f"{tool} is missing: sudo apt-get install nftables iptables")
    try:
        for words in KEEPING_OUT[tool]:
            host.run(tool, *words.split())
    except MachineError as error:
        pytest.skip(f"this system has no such packet filter: {error}")
    ok, says = (await doctor(host))["firewall"]
    assert not ok
    assert says.startswith(f"rules of {tool}")
    advice = says.partition("let them in: sudo ")[2].partition(" (")[0]
    host.run(*advice.split())
    expected = "no rule of a firewall keeps guests from port 8765"
    assert (await doctor(host))["firewall"] == (True, expected)
    async with host.serving("--no-tables"):
        answer = fetch(evening.ana, f"http://{HOME}:8765/livez")
        assert answer.strip() == "ok"
