"""Finds servers on the local network by zeroconf."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Any

from carteado.client.errors import InputError

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

__all__ = ["LOOK_S", "SERVICE", "find_servers"]

SERVICE = "_carteado._tcp.local."
LOOK_S = 0.5
"""Seconds of collecting answers: a server answers within 0.2, and is asked for its tables
meanwhile, so that a command that starts a Python for it lists all within a second."""
MOST = 32
"""Maximum number of servers: anybody on the network can announce any number."""
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
        self._asked: set[str] = set()
        self.urls: set[str] = set()
        self.unreached: dict[str, str] = {}
        self.jobs: set[asyncio.Task[None]] = set()
        self.enough = asyncio.Event()

    def heard(self, zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        """An announcement came; zeroconf calls this with these names."""
        # One name is asked once, and at most `MOST`: an announcement costs a task and connections.
        if state_change.name == "Removed" or name in self._asked or len(self._asked) >= MOST:
            return
        self._asked.add(name)
        job = asyncio.get_running_loop().create_task(self._resolve(name))
        self.jobs.add(job)
        job.add_done_callback(self.jobs.discard)

    def take(self, url: str) -> None:
        """List a server, once."""
        if url not in self.urls:
            self.urls.add(url)
            self._each(url)

    async def _resolve(self, name: str) -> None:
        from zeroconf import IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        if not await info.async_request(self._network.zeroconf, int(self._seconds * 1000)):
            return
        addresses = near(info.parsed_addresses(IPVersion.V4Only))
        # A server that announces IPv6 only cannot be tried, see `ip_version` above.
        if not addresses or not info.port:
            return
        scheme = "wss" if info.properties.get(b"tls") == b"1" else "ws"
        # Noted before it is tried: when the search ends, a slow server is listed with its first
        # address.
        self.unreached[name] = f"{scheme}://{addresses[0]}:{info.port}"
        self.take(f"{scheme}://{await _reachable(addresses, info.port)}:{info.port}")
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


async def _reachable(addresses: Sequence[str], port: int) -> str:
    """The address that takes a connection first; the first of all where nobody does."""
    if len(addresses) == 1:
        return addresses[0]

    # A connection and no handshake: only whether there is a way matters here.
    async def connect(address: str) -> str:
        _, writer = await asyncio.open_connection(address, port)
        writer.close()
        return address

    # All addresses at once: one that is unreachable may take long to fail.
    attempts = [asyncio.create_task(connect(address)) for address in addresses]
    try:
        for attempt in asyncio.as_completed(attempts):
            with contextlib.suppress(OSError):
                return await attempt
        return addresses[0]
    finally:
        for one in attempts:
            one.cancel()
        await asyncio.gather(*attempts, return_exceptions=True)
