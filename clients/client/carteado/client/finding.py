"""Finds servers on the local network by zeroconf."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from carteado.client.errors import InputError

__all__ = ["SERVICE", "find_servers"]

SERVICE = "_carteado._tcp.local."
LOOK_S = 0.5
"""How long answers are collected, seconds: a server answers within 0.2, and is asked for its tables
meanwhile, so that a command that starts a Python for it lists all within a second."""
MOST = 32
"""Most servers that are taken in: anybody on the network can announce any number."""


async def find_servers(
    *,
    seconds: float = LOOK_S,
    interfaces: Sequence[str] | None = None,
    enough: int = MOST,
    each: Callable[[str], object] = lambda url: None,
) -> tuple[str, ...]:
    """URLs of the servers that answer, one for each address and port, sorted.

    Args:
        seconds: how long to collect answers.
        interfaces: addresses of this machine to ask from; all when absent.
        enough: stop at so many.
        each: called with each URL as soon as it is known, once.

    Raises:
        InputError: the package zeroconf is missing, or the network cannot be asked.
    """
    try:
        from zeroconf import InterfaceChoice, IPVersion
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf
    except ImportError:
        raise InputError(
            "finding servers needs zeroconf: pip install 'carteado[find]', or give the server's URL"
        ) from None
    urls: set[str] = set()
    asked: set[str] = set()
    jobs: set[asyncio.Task[None]] = set()
    found = asyncio.Event()

    async def resolve(name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if await info.async_request(network.zeroconf, int(seconds * 1000)) and info.port:
            scheme = "wss" if info.properties.get(b"tls") == b"1" else "ws"
            # As with MOST, a bound: an announcement may list any number of addresses.
            for address in info.parsed_addresses(IPVersion.V4Only)[:4]:
                url = f"{scheme}://{address}:{info.port}"
                if url not in urls:
                    urls.add(url)
                    each(url)
            if len(urls) >= enough:
                found.set()

    def heard(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        if state_change.name == "Removed" or name in asked or len(asked) >= MOST:
            return
        asked.add(name)
        job = asyncio.get_running_loop().create_task(resolve(name))
        jobs.add(job)
        job.add_done_callback(jobs.discard)

    try:
        network = AsyncZeroconf(
            interfaces=InterfaceChoice.All if interfaces is None else list(interfaces),
            ip_version=IPVersion.V4Only,
        )
    except OSError as error:
        raise InputError(f"the network cannot be asked for servers: {error.strerror}") from None
    browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[heard])
    try:
        async with asyncio.timeout(seconds):
            await found.wait()
    except TimeoutError:
        pass
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await browser.async_cancel()
        await network.async_close()
    return tuple(sorted(urls))
