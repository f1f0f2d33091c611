"""Addresses of servers and names of players as people write them."""

from __future__ import annotations

import getpass
import re
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from carteado.client.errors import InputError
from carteado.engine.sentences import said
from carteado.protocol.messages import Name

__all__ = ["DEFAULT_PORT", "check_name", "invited", "login_name", "server_url"]

DEFAULT_PORT = 8765
"""Port of a server without the option for another."""

# People copy the address of the web page from their browser.
_SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
_LABELS = r"(?:[A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}"
# A name with the lengths of DNS (63 per label, 253 in all), or an IPv6 address with a zone.
_HOST = re.compile(rf"(?=.{{1,253}}$){_LABELS}\.?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%{_LABELS})?")

# The page's address at a table; the page takes the same ids.
_INVITATION = re.compile(r"(https?://[^/?#\s]+)/(?:#|t/)([a-z0-9][a-z0-9-]{0,39})", re.IGNORECASE)


def invited(text: str) -> tuple[str, str | None]:
    """The address of a server and the table's id in a link that invites to a browser table.

    Args:
        text: ``http://HOST:PORT/#ID`` or ``http://HOST:PORT/t/ID``; any other text is returned as
            the address, with no table.
    """
    if (found := _INVITATION.fullmatch(text.strip())) is not None:
        return found[1], found[2].lower()
    return text, None


def server_url(text: str) -> str:
    """The WebSocket URL of a server address as a person types it.

    Args:
        text: ``host``, ``host:port``, ``[::1]:port`` or a whole ``ws://`` or ``wss://`` URL. The
            port is 8765 where none is written, 443 for ``wss``; ``http`` and ``https`` are read as
            ``ws`` and ``wss``.

    Raises:
        InputError: the text is not one of these; the sentence says what would be right.
    """
    written = text.strip()
    # An IPv6 address without brackets: `urlsplit` would look for a port in it.
    if written.count(":") > 1 and "/" not in written and "[" not in written:
        written = f"[{written}]"
    if "://" not in written:
        written = f"ws://{written}"
    try:
        parts = urlsplit(written)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _wrong(text) from None
    scheme = _SCHEMES.get(parts.scheme)
    # A query or a fragment would be lost silently, so it is a mistake.
    if scheme is None or not _HOST.fullmatch(host) or parts.query or parts.fragment:
        raise _wrong(text)
    if any(one.isspace() for one in parts.path):
        raise _wrong(text)
    # A password in a URL ends up in logs, and the protocol has its own tokens.
    if parts.username is not None or port == 0:
        raise _wrong(text)
    if port is None:
        port = DEFAULT_PORT if scheme == "ws" else 443
    # `hostname` comes without the brackets of an IPv6 address.
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}{parts.path.rstrip('/')}"


def check_name(name: str) -> str:
    """The name, if it can be one.

    Raises:
        InputError: it cannot.
    """
    try:
        TypeAdapter(Name).validate_python(name, strict=True)
    except ValidationError:
        problem = said(
            "{name} cannot be a name: use 1 to 24 visible characters", name=f"{name!r:.60}"
        )
        raise InputError(problem) from None
    return name


def login_name() -> str:
    """The default name of a player: the user's login name, as far as it can be one."""
    try:
        return check_name(getpass.getuser()[:24])
    # Without a name for the user, `getuser` raises KeyError, from Python 3.13 on OSError.
    except (InputError, OSError, KeyError):
        return "player"


def _wrong(text: str) -> InputError:
    return InputError(
        said(
            "{text} is not an address of a server: write host, host:port or ws://host:port "
            "(port {port} where none is written)",
            text=f"{text!r:.80}",
            # A text, because the digits of a port are not grouped.
            port=str(DEFAULT_PORT),
        )
    )
