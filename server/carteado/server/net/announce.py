"""Announces the server on the local network by zeroconf, so that clients find it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from carteado.server.ops.logs import fault, log

if TYPE_CHECKING:
    from zeroconf import ServiceInfo

__all__ = ["SERVICE", "announced"]

SERVICE = "_carteado._tcp.local."
"""Type of the service; `carteado.client.finding` looks for the same."""
_WITHDRAW_S = 1.0
"""Longest wait for the withdrawal at stop, seconds."""


@contextlib.asynccontextmanager
async def announced(
    addresses: Sequence[str], port: int, *, secure: bool = False
) -> AsyncIterator[None]:
    """Announce a server for as long as the context lasts, and withdraw it at the end.

    The context begins at once; a background task announces. A network that refuses multicast is
    logged and does not disturb the server.

    Args:
        addresses: IPv4 addresses to announce, each on its own interface; none announces nothing.
        port: where the server listens.
        secure: whether it speaks TLS.
    """
    # For example a server that listens on the loopback alone.
    if not addresses:
        yield
        return
    try:
        import zeroconf  # noqa: F401
    except ImportError:
        log.info("not announced", reason="zeroconf is not installed: pip install zeroconf")
        yield
        return
    task = asyncio.create_task(_announce(addresses, port, secure))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _announce(addresses: Sequence[str], port: int, secure: bool) -> None:
    """Announce until cancelled, then withdraw."""
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    try:
        responder = AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
    except Exception as error:
        log.warning("not announced", error=fault(error))
        return
    try:
        service = _service(addresses, port, secure)
        await (await responder.async_register_service(service, allow_name_change=True))
        log.info("announced", port=port)
        await asyncio.get_running_loop().create_future()
    except Exception as error:
        log.warning("not announced", error=fault(error))
    finally:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(_WITHDRAW_S):
                await responder.async_unregister_all_services()
        await responder.async_close()


def _service(addresses: Sequence[str], port: int, secure: bool) -> ServiceInfo:
    from zeroconf import ServiceInfo

    # Most machine names are valid labels; other characters become hyphens.
    machine = socket.gethostname().partition(".")[0]
    label = "".join(c if c.isascii() and c.isalnum() else "-" for c in machine)[:40] or "server"
    # Machines may have the same name, on one network or on two that share a guest.
    label = f"{label}-{secrets.token_hex(3)}"
    return ServiceInfo(
        SERVICE,
        f"{label}-{port}.{SERVICE}",
        port=port,
        server=f"{label}-carteado-{port}.local.",
        parsed_addresses=list(addresses),
        properties={"tls": "1"} if secure else {},
    )
