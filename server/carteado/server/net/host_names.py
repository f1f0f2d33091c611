"""The names under which a server is reached, against DNS rebinding.

A hostile web page can point its own name at the server's address; the browser then treats pages of
the server as that page's own. The request still names the page's host, so a server answers only
requests that name one of its own hosts. An IP address is never rebound, because no DNS answer
stands behind it: every address literal is accepted, also those of a router or container host that
forwards its port.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from ipaddress import ip_address

__all__ = ["HostNames", "host_name"]

_HOST = re.compile(r"(\[[0-9a-f:.%]+\]|[^\[\]:/\s]+)(?::[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")


def host_name(text: str) -> str | None:
    """A host name in the form in which names are compared; None if the text is not a name."""
    name = text.strip().lower().removesuffix(".")
    return name if len(name) <= 253 and _NAME.fullmatch(name) else None


class HostNames:
    """The names that a ``Host`` header may hold.

    Allowed are ``localhost``, the name of this machine, alone and with ``.local``, and `others`.

    Args:
        others: more names: the one on which the server listens, and those that the operator allows.
    """

    def __init__(self, others: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower().removesuffix(".")
        short = machine.partition(".")[0]
        # `.local` is the name by which mDNS finds the machine.
        names = {"localhost", machine, short, f"{short}.local"}
        names.update(name for one in others if (name := host_name(one)))
        self._names = frozenset(names)

    def admits(self, headers: Sequence[str]) -> bool:
        """Whether a request may be answered.

        Args:
            headers: all its ``Host`` headers. Only programs leave the header out, never browsers.
        """
        if not headers:
            return True
        found = _HOST.fullmatch(headers[0].strip())
        # RFC 9112, section 3.2: a request with more than one Host header is invalid.
        if found is None or len(headers) > 1:
            return False
        host = found[1]
        return _is_address(host.strip("[]")) or host_name(host) in self._names


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
