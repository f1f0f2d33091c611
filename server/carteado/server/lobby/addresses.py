"""Limits per address: open connections, and new players per minute.

Without them one machine could take all connections of a server. It could also create one player
after another, each with a full quota of seats and tables. The setting ``address_connections`` is
the limit of both.
"""

from __future__ import annotations

from collections import Counter, deque
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

__all__ = ["Addresses", "source_of"]

MINUTE_MS = 60_000


def source_of(remote: str, local: str) -> str | None:
    """The key under which an address is counted; None for this machine, which has no limit.

    The server's own bots connect from this machine, and so does everybody behind a local proxy.
    The 64-bit network of an IPv6 address counts as one, because its owner controls all of it.

    Args:
        remote: IP address of the client.
        local: IP address of the server in this connection.
    """
    ip: IPv4Address | IPv6Address = ip_address(remote)
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_loopback or remote == local:
        return None
    if isinstance(ip, IPv6Address):
        # The shifts clear the lower 64 bits, which a network address must not have.
        return str(IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip)


class Addresses:
    """Counts connections and new players by source (see `source_of`).

    Args:
        limit: maximum number of open connections, and of new players in any minute.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._open: Counter[str] = Counter()
        # Times of new players, in milliseconds; ordered by the last attempt, oldest first.
        self._new: dict[str, deque[int]] = {}

    def over(self, source: str | None, times: int = 1) -> bool:
        """Whether a source has more open connections than `times` times the limit."""
        return source is not None and self._open[source] > times * self.limit

    def connected(self, source: str | None) -> None:
        """Count a new connection."""
        if source is not None:
            self._open[source] += 1

    def disconnected(self, source: str | None) -> None:
        """Count the end of a connection."""
        if source is not None:
            self._open[source] -= 1
            if not self._open[source]:
                del self._open[source]

    def welcomes(self, source: str | None, now_ms: int) -> bool:
        """Count a new player; False if the source has reached its limit for this minute."""
        if source is None:
            return True
        before = now_ms - MINUTE_MS
        times = self._new.pop(source, deque[int]())
        while times and times[0] <= before:
            times.popleft()
        welcome = len(times) < self.limit
        if welcome:
            times.append(now_ms)
        self._new[source] = times
        # Forget sources without a recent attempt, so that the dictionary stays small.
        while self._new[first := next(iter(self._new))][-1] <= before:
            del self._new[first]
        return welcome
