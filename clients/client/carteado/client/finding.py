"""Finds servers on the local network by zeroconf."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from carteado.client.errors import InputError

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

__all__ = ["LOOK_S", "SERVICE", "find_servers"]

SERVICE = "_carteado._tcp.local."
LOOK_S = 0.5
"""Seconds of collecting answers: a server answers within 0.2, and is asked for its tables
meanwhile, so that a command that starts a Python for it lists all within a second."""
MOST = 32
"""Maximum number of servers: anybody on the network can announce any number."""
_OF_A_MACHINE = 4
"""Maximum number of servers at one address, and of connections that try it at a time: one machine
that announces thousands hides no other."""
_TRIES = 128
"""Maximum number of connections that try servers at a time."""
_NAMES = 4096
"""Maximum number of announcements that are looked at."""
_REST_S = 0.3
"""Seconds of reading answers after other work that took longer than `LOOK_S`."""
# Servers announce private addresses alone, and this machine's own for a test. A search that tried
# any other would let a peer send all its guests to a machine of the internet.
_NEAR = tuple(
    map(
        IPv4Network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    )
)
_ADDRESSES = 4
"""Most addresses of a server that are tried; as with `MOST`, a bound."""


async def find_servers(
    *,
    seconds: float = LOOK_S,
    interfaces: Sequence[str] | None = None,
    enough: int = MOST,
    each: Callable[[str], object] = lambda url: None,
    work: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> tuple[str, ...]:
    """URLs of the servers that answer, one for each server, sorted.

    A machine on several networks announces several addresses, of which not every guest can reach
    every one: a server's URL has the first of them that takes a connection.

    Args:
        seconds: how long to collect answers.
        interfaces: addresses of this machine to ask from; all when absent.
        enough: stop at so many.
        each: called with each URL as soon as it is known, once.
        work: what else is to be done while servers take their time to answer. A machine that needs
            longer for it than `seconds` listens for a while afterwards.

    Raises:
        InputError: the package zeroconf is missing, or the network cannot be asked.
    """
    try:
        from zeroconf.asyncio import AsyncServiceBrowser
    except ImportError:
        raise InputError(
            "finding servers needs zeroconf: pip install 'carteado[find]', or give the server's URL"
        ) from None
    network = _network(interfaces)
    answers = _Answers(network, seconds, enough, each)
    browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[answers.heard])
    working = None if work is None else asyncio.create_task(work())
    try:
        await _wait(answers.enough, seconds)
        if working is not None:
            # The work blocked this loop or the processor, so answers may wait unread.
            late = not working.done()
            await working
            await _wait(answers.enough, _REST_S if late else 0)
    finally:
        jobs = [*answers.jobs, *([working] if working is not None else [])]
        for job in jobs:
            job.cancel()
        # Cancelled and then awaited: no task may outlive the network that it uses.
        await asyncio.gather(*jobs, return_exceptions=True)
        await browser.async_cancel()
        await network.async_close()
    # Listed all the same: the search may have been too short for a slow network.
    for url in answers.unreached.values():
        answers.take(url)
    return tuple(sorted(answers.urls))


def _network(interfaces: Sequence[str] | None) -> AsyncZeroconf:
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    try:
        return AsyncZeroconf(
            interfaces=InterfaceChoice.All if interfaces is None else list(interfaces),
            # As servers announce themselves, see `server/net/announce.py`.
            ip_version=IPVersion.V4Only,
        )
    except OSError as error:
        raise InputError(f"the network cannot be asked for servers: {error.strerror}") from None


class _Answers:
    """The servers that a search has found.

    Attributes:
        urls: those whose address takes a connection.
        unreached: by name, the first address of those that are still tried.
        jobs: the tasks that try them.
        enough: set when as many were found as the caller wants.
    """

    def __init__(
        self, network: AsyncZeroconf, seconds: float, most: int, each: Callable[[str], object]
    ) -> None:
        self._network, self._seconds, self._most, self._each = network, seconds, most, each
        self._names: set[str] = set()
        # How many announcements came without an address, so that the network is asked for it.
        self._asked = 0
        self._of_a_machine: Counter[str] = Counter()
        self._ways = _Ways()
        self.urls: set[str] = set()
        self.unreached: dict[str, str] = {}
        self.jobs: set[asyncio.Task[None]] = set()
        self.enough = asyncio.Event()

    def heard(self, zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        """An announcement came; zeroconf calls this with these names."""
        if state_change.name == "Removed" or name in self._names or len(self._names) >= _NAMES:
            return
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        # Servers announce everything in one packet. Asking for the rest costs packets.
        known = info.load_from_cache(zeroconf)
        if not known and self._asked >= MOST:
            return
        self._names.add(name)
        self._asked += not known
        job = asyncio.get_running_loop().create_task(self._resolve(name, info, known=known))
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)

    def take(self, url: str) -> None:
        """List a server, once; no more than `MOST`, and few of one machine."""
        machine = urlsplit(url).hostname or ""
        full = len(self.urls) >= MOST or self._of_a_machine[machine] >= _OF_A_MACHINE
        if url not in self.urls and not full:
            self.urls.add(url)
            self._of_a_machine[machine] += 1
            self._each(url)

    async def _resolve(self, name: str, info: AsyncServiceInfo, *, known: bool) -> None:
        from zeroconf import IPVersion

        asked_ms = int(self._seconds * 1000)
        if not (known or await info.async_request(self._network.zeroconf, asked_ms)):
            return
        addresses = near(info.parsed_addresses(IPVersion.V4Only))
        # A server that announces IPv6 only cannot be tried, see `ip_version` above.
        if not addresses or not info.port:
            return
        scheme = "wss" if info.properties.get(b"tls") == b"1" else "ws"
        # Noted before it is tried: when the search ends, a slow server is listed with its first
        # address, after those that took a connection.
        self.unreached[name] = f"{scheme}://{addresses[0]}:{info.port}"
        reached = await self._ways.reachable(addresses, info.port)
        if reached is None:
            return
        self.take(f"{scheme}://{reached}:{info.port}")
        del self.unreached[name]
        if len(self.urls) >= self._most:
            self.enough.set()


def near(addresses: Sequence[str]) -> list[str]:
    """Those of the announced IPv4 addresses that are tried."""
    found = [one for one in addresses if any(IPv4Address(one) in network for network in _NEAR)]
    return found[:_ADDRESSES]


async def _wait(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, up to a number of seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class _Ways:
    """Tries addresses, few at a time, and few of each machine: dead ones keep no other waiting."""

    def __init__(self) -> None:
        self._tries = asyncio.Semaphore(_TRIES)
        self._to_a_machine: defaultdict[str, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(_OF_A_MACHINE)
        )

    async def reachable(self, addresses: Sequence[str], port: int) -> str | None:
        """The address that takes a connection first; None where nobody does."""
        # All addresses at once: one that is unreachable may take long to fail.
        attempts = [asyncio.create_task(self._connect(one, port)) for one in addresses]
        try:
            for attempt in asyncio.as_completed(attempts):
                with contextlib.suppress(OSError):
                    return await attempt
            return None
        finally:
            for one in attempts:
                one.cancel()
            await asyncio.gather(*attempts, return_exceptions=True)

    async def _connect(self, address: str, port: int) -> str:
        # A connection and no handshake: only whether there is a way matters here. The machine's
        # turn first, so that nobody who waits for it keeps others waiting.
        async with self._to_a_machine[address], self._tries:
            _, writer = await asyncio.open_connection(address, port)
            writer.close()
        return address
