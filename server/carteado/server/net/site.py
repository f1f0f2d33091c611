"""Answers to HTTP requests: the pages of the server, and refusals.

It does not depend on the WebSocket library; `gateway` calls it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from carteado.server.net.downloads import Downloads
from carteado.server.net.host_names import HostNames
from carteado.server.net.names_page import ROOT as NAMES
from carteado.server.net.names_page import names_page
from carteado.server.net.page_files import PageFiles
from carteado.server.net.pages import Page, Pages, text_page
from carteado.server.net.rules_page import ROOT as RULES
from carteado.server.net.rules_page import rules_page
from carteado.server.ops.config import Settings

__all__ = ["NOT_ALLOWED", "Asked", "Site"]

_WRONG_HOST = (
    "this server is not known by the name in your address; use its IP address, or start the server"
    " with --allowed-host NAME\n"
)

_WRONG_ORIGIN = (
    "this server takes connections of its own page only, not of {}; open the server's address in"
    " the browser, or name the other page's origin in the server's setting origins\n"
)

MAKING_S = 8
"""Seconds that a visitor waits for the browser's page to be made, less than for a handshake."""

# A `Refresh` header loads nothing where the address has a fragment, as every invitation has.
_AGAIN = "setTimeout(function () { location.reload(); }, 1000);"
_AGAIN_HASH = base64.b64encode(hashlib.sha256(_AGAIN.encode()).digest()).decode()

_MAKING = Page(
    status=HTTPStatus.SERVICE_UNAVAILABLE,
    kind="text/html; charset=utf-8",
    body=(
        '<!doctype html>\n<html lang="en">\n<title>Carteado</title>\n<p>The server is preparing its'
        " page. If it does not appear in a moment, reload.</p>\n"
        f"<script>{_AGAIN}</script>\n</html>\n"
    ),
    extra={
        "Content-Security-Policy": (
            f"default-src 'none'; script-src 'sha256-{_AGAIN_HASH}'; base-uri 'none';"
            " form-action 'none'; frame-ancestors 'none'"
        ),
        "Retry-After": "1",
        "Cache-Control": "no-store",
    },
)

NOT_ALLOWED = Page(
    status=HTTPStatus.METHOD_NOT_ALLOWED,
    kind="text/plain; charset=utf-8",
    body="pages can only be read: send GET or HEAD, without a body\n",
    extra={"Allow": "GET, HEAD"},
)
"""The answer to a request that is neither ``GET`` nor ``HEAD``, or that has a body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An HTTP request.

    Attributes:
        path: the path with its query.
        headers: a mapping that also has `get_all`.
        secure: whether the client came by TLS, to the server or to its proxy.
        here: whether the client is on this machine.
    """

    path: str
    headers: Any
    secure: bool
    here: bool

    def header(self, name: str) -> str:
        """A header; one that comes several times is one list (RFC 9110, section 5.3)."""
        return ", ".join(self.headers.get_all(name))

    @property
    def host(self) -> str:
        """The host that the request names, '' for none."""
        return self.header("Host").strip()

    @property
    def url(self) -> str | None:
        """The server's address as the client used it."""
        return f"{'https' if self.secure else 'http'}://{self.host}" if self.host else None


class Site:
    """Answers HTTP requests.

    Args:
        settings: the host's settings.
        pages: about the server.

    Attributes:
        pages: as given.
        downloads: of the wheel.
    """

    def __init__(self, settings: Settings, pages: Pages) -> None:
        self.pages = pages
        self.downloads = Downloads()
        self._files = PageFiles()
        self._making: asyncio.Future[str] | None = None
        self._settings = settings
        self._names = HostNames((settings.host, *settings.allowed_host))

    def misdirected(self, asked: Asked) -> Page | None:
        """The refusal of a request for a name that is not the server's; None for others."""
        # Otherwise any site could let its own name point here, and read the answers.
        if self._names.admits(asked.headers.get_all("Host")):
            return None
        return text_page(HTTPStatus.MISDIRECTED_REQUEST, _WRONG_HOST)

    def foreign(self, asked: Asked) -> Page | None:
        """The refusal of a foreign page that wants to connect; None for others.

        Only browsers send an origin; a client without one is a program. A page is the server's own
        if its origin is the host that the request names, which is one of the server's: see
        `HostNames`. The host's settings may allow other origins.
        """
        origins = asked.headers.get_all("Origin")
        # Command lines and bots send no origin, and have no cookies that another site could misuse.
        if not origins:
            return None
        host = asked.host.lower()
        own = {f"http://{host}", f"https://{host}"} if host else set()
        # A browser sends one origin; a request with several does not come from a browser.
        if len(origins) == 1 and origins[0] in own.union(self._settings.origins):
            return None
        named = ", ".join(origins)[:200]
        return text_page(HTTPStatus.FORBIDDEN, _WRONG_ORIGIN.format(named))

    def page(self, asked: Asked, connection: object) -> Page | Awaitable[Page]:
        """The requested page; may take a while, but does not block the tables.

        Args:
            asked: the request.
            connection: counts as a download until `downloads.done` is called with it.
        """
        path = asked.path.partition("?")[0]
        # The wheel first: it alone is counted and limited, being large.
        if self.downloads.serves(path):
            return self.downloads.get(connection)
        if self._files.serves(path):
            asks = {name: asked.header(name) for name in ("Accept-Encoding", "If-None-Match")}
            request = path, self.pages.plain(asked.url), asked.host, asks
            if not self._files.ready:  # they are read and compressed at the first request
                return self._first(*request)
            return self._files.get(*request)
        if path.startswith(RULES):
            return rules_page(path)
        if path.startswith(NAMES):
            return names_page(path)
        trusted = path == "/metrics" and self._may_see_metrics(asked)
        return self.pages.get(path, trusted=trusted, url=asked.url)

    async def _first(self, *request: Any) -> Page:
        """A file of the page once it is made; a slow machine asks the browser to come again."""
        if self._making is None:
            self._making = asyncio.ensure_future(asyncio.to_thread(lambda: self._files.base))
        done, _ = await asyncio.wait({self._making}, timeout=MAKING_S)
        return self._files.get(*request) if done else _MAKING

    def _may_see_metrics(self, asked: Asked) -> bool:
        if self._settings.metrics == "loopback":
            return asked.here
        return self._settings.metrics == "all"
