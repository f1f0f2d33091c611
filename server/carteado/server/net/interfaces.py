"""The addresses of this machine under which guests on the local network reach a server."""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Network, ip_address

__all__ = ["ALL", "guest_addresses", "is_private", "machine_addresses"]

ALL = ("0.0.0.0", "::", "")
"""Host settings that mean every address of the machine."""

_VIRTUAL = re.compile(
    r"lo\d*$|docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|VirtualBox|VMware|podman|cni|flannel"
    r"|cali|lxc|lxd|kube|dummy|ifb|utun|awdl|llw|bridge",
    re.IGNORECASE,
)
"""Beginnings of the names of interfaces through which no guests come."""
# In the order in which home routers use them.
_HOME = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
_LINK = IPv4Network("169.254.0.0/16")


def is_private(address: str) -> bool:
    """Whether an IPv4 address belongs to a private network, as in RFC 1918 or RFC 3927."""
    try:
        ip = ip_address(address)
    except ValueError:  # a host name
        return False
    return ip.version == 4 and any(ip in network for network in (*_HOME, _LINK))


def machine_addresses() -> list[tuple[str, str]]:
    """The name and IPv4 address of each interface of this machine.

    Without the package ifaddr, which comes with zeroconf, only the address of the default route.
    """
    try:
        import ifaddr
    except ImportError:
        route = _route()
        return [("", route)] if route else []
    return [
        (adapter.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]


def guest_addresses(
    host: str, machine: Iterable[tuple[str, str]] | None = None, route: str | None = None
) -> list[str]:
    """The addresses that guests can type, the most likely one first.

    Args:
        host: the address that the server listens on.
        machine: name and IPv4 address of each interface; those of this machine when absent.
        route: source address of traffic to other networks; this machine's when absent.

    Returns:
        Only the host where it is a single address. Otherwise the address of the default route,
        then private addresses, then others; never a container's or a loopback address.
    """
    if host not in ALL:
        return [host]
    route = _route() if route is None else route
    found = {
        address
        for name, address in (machine_addresses() if machine is None else machine)
        if not _VIRTUAL.match(name) and not ip_address(address).is_loopback
    }
    return sorted(found, key=lambda address: (address != route, _rank(address), address))


def _rank(address: str) -> int:
    """The place of an address by its network: home networks, others, self-assigned ones."""
    ip = ip_address(address)
    if ip in _LINK:
        return len(_HOME) + 1
    return next((rank for rank, network in enumerate(_HOME) if ip in network), len(_HOME))


def _route() -> str:
    """The source address of traffic to other networks, '' for none."""
    # Nothing is sent: connecting a datagram socket only asks which address would be used.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # An address for documentation (RFC 5737), which nobody has.
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return "" if ip_address(address).is_loopback else address
    return ""
