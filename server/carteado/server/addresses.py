"""What comes from each address: connections at once, and new players within a minute.

Without a bound one machine could take every connection of a host, and make itself one new player
after the other, each with the seats and tables that one player may have. The setting
``address_connections`` bounds both.
"""

from __future__ import annotations

from collections import Counter, deque
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

__all__ = ["Addresses", "source_of"]

MINUTE_MS = 60_000


def source_of(remote: str, local: str) -> str | None:
    """What counts as one address, None for the server's own machine, which is not bounded.

    On the own machine are the host's bots, and behind a proxy on it everybody. Whoever has an IPv6
    address has its whole network of 64 bits.

    Args:
        remote: IP address of the other end of a connection.
        local: of this end.
    """
    ip: IPv4Address | IPv6Address = ip_address(remote)
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_loopback or remote == local:
        return None
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip)


class Addresses:
    """Counts by source, as `source_of` gives it.

    Args:
        limit: most connections at once, and most new players in any minute.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._open: Counter[str] = Counter()
        self._new: dict[str, deque[int]] = {}  # when they came; who asked last stands last

    def over(self, source: str | None, times: int = 1) -> bool:
        """Whether more connections come from a source than the limit, or so many times that."""
        return source is not None and self._open[source] > times * self.limit

    def came(self, source: str | None) -> None:
        """A connection has begun."""
        if source is not None:
            self._open[source] += 1

    def left(self, source: str | None) -> None:
        """A connection is over."""
        if source is not None:
            self._open[source] -= 1
            if not self._open[source]:
                del self._open[source]

    def welcomes(self, source: str | None, now_ms: int) -> bool:
        """Count a new player; False where no more may come within this minute."""
        if source is None:
            return True
        before = now_ms - MINUTE_MS
        came = self._new.pop(source, deque[int]())
        while came and came[0] <= before:
            came.popleft()
        welcome = len(came) < self.limit
        if welcome:
            came.append(now_ms)
        self._new[source] = came
        while self._new[first := next(iter(self._new))][-1] <= before:
            del self._new[first]
        return welcome
