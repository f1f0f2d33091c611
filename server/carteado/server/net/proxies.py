"""Proxies in front of the server, and the client addresses that they report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

__all__ = ["Forwarded", "Proxies"]

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Forwarded:
    """Information from a trusted proxy about a request.

    Attributes:
        address: of the client.
        secure: whether the client came by TLS.
    """

    address: str
    secure: bool


class Proxies:
    """The proxies that are trusted to name the client's address.

    Args:
        networks: their addresses or networks.
    """

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in networks]

    def trusts(self, address: str) -> bool:
        """Whether a connection from an address comes from a trusted proxy."""
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)

    def forwarded(
        self, remote: str, hops: Iterable[str], protos: Iterable[str]
    ) -> Forwarded | None:
        """The client behind a proxy; None if the proxy reports none that can be trusted.

        Each proxy appends the address that it sees. From the right, the first address that is no
        trusted proxy is the client; addresses to its left may be forged.

        Args:
            remote: address of the connection.
            hops: the values of ``X-Forwarded-For``.
            protos: the values of ``X-Forwarded-Proto``.
        """
        if not self.trusts(remote):
            return None
        client = None
        for hop in reversed([one.strip() for value in hops for one in value.split(",")]):
            address = _address(hop)
            if address is None:
                break
            client = address
            if not self.trusts(hop):
                break
        if client is None:
            return None
        schemes = [one.strip().lower() for value in protos for one in value.split(",")]
        # The last value is the nearest proxy's; earlier ones may be forged.
        return Forwarded(address=str(client), secure=bool(schemes) and schemes[-1] == "https")


def _address(text: str) -> Address | None:
    """An address as proxies write it, with or without a port; None for anything else."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    # One colon separates a port; an IPv6 address without brackets has at least two, and no port.
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found: Address = ip_address(bare)
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        return found.ipv4_mapped or found
    return found
