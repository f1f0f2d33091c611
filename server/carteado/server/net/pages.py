"""The few HTTP pages that a server shows beside its WebSocket, as plain data."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from carteado.server.net.join_page import JOIN_HEADERS, install_lines, join_page, join_text
from carteado.server.net.wheel import wheel_name
from carteado.server.ops.metrics import CONTENT_TYPE, Metrics, exposition

__all__ = ["Page", "Pages", "text_page"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The answer to a request.

    Attributes:
        status: of the answer.
        kind: media type of the body.
        body: the text or bytes.
        extra: further headers.
    """

    status: HTTPStatus
    kind: str
    body: str | bytes
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        """The body as bytes."""
        return self.body.encode() if isinstance(self.body, str) else self.body

    @property
    def headers(self) -> dict[str, str]:
        """All headers of the answer."""
        # The header would give the length of the file, which "not modified" does not send.
        sent = self.status is not HTTPStatus.NOT_MODIFIED
        return {
            "Content-Type": self.kind,
            **({"Content-Length": str(len(self.content))} if sent else {}),
            "Connection": "close",
            # Browsers must not guess a type: text must not run as a script.
            "X-Content-Type-Options": "nosniff",
            **self.extra,
        }


def text_page(status: HTTPStatus, text: str) -> Page:
    """A page of plain text."""
    return Page(status=status, kind="text/plain; charset=utf-8", body=text)


class Pages:
    """The pages of one server.

    Args:
        metrics: counts of the server.
        healthy: a sentence about a problem of the server, None when all is well.
        starting: progress of the start, None when every table is restored.

    Attributes:
        addresses: URLs under which guests reach the server, the most likely one first.
    """

    def __init__(
        self,
        metrics: Metrics,
        healthy: Callable[[], str | None],
        starting: Callable[[], str | None],
    ) -> None:
        self._metrics = metrics
        self._healthy = healthy
        self._starting = starting
        self.addresses: Sequence[str] = ()

    def get(self, path: str, *, trusted: bool, url: str | None = None) -> Page:
        """The page at a path.

        Args:
            path: without a query.
            trusted: whether the client may see the metrics.
            url: the server as the client addressed it; its first address when absent.
        """
        problem = self._healthy()
        if path == "/healthz":
            status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
            return text_page(status, (problem or "ok") + "\n")
        if path == "/readyz":
            starting = self._starting()
            status = HTTPStatus.SERVICE_UNAVAILABLE if starting else HTTPStatus.OK
            return text_page(status, (starting or "ready") + "\n")
        # Alive as soon as the process answers: a supervisor that restarts on this page must not do
        # so while the store is away, because a restart would not bring it back.
        if path == "/livez":
            return text_page(HTTPStatus.OK, "ok\n")
        # A client without the right gets 404 like any unknown page, not 403.
        if path == "/metrics" and trusted:
            body = exposition(self._metrics, healthy=problem is None)
            return Page(status=HTTPStatus.OK, kind=CONTENT_TYPE, body=body)
        if path == "/schema.json":
            return Page(status=HTTPStatus.OK, kind="application/schema+json", body=_schema())
        here = url or self._first
        if path in ("/", "/join"):
            text = join_page(here, self.addresses, wheel_name())
            kind = "text/html; charset=utf-8"
            return Page(status=HTTPStatus.OK, kind=kind, body=text, extra=JOIN_HEADERS)
        if path == "/install":
            pip, uv = install_lines(here, wheel_name())
            text = f"Install with pip:\n{pip}\n\nor with uv:\n{uv}\n\nThen play:\n"
            return text_page(HTTPStatus.OK, f"{text}carteado play {here}\n")
        return text_page(HTTPStatus.NOT_FOUND, "there is no such page\n")

    def plain(self, url: str | None) -> str:
        """Instructions for joining without the page, as a piece of HTML.

        Args:
            url: the server as the client addressed it; its first address when absent.
        """
        return join_text(url or self._first, self.addresses, wheel_name())

    @property
    def _first(self) -> str:
        return next(iter(self.addresses), "http://127.0.0.1:8765")


@functools.cache
def _schema() -> str:
    from carteado.protocol.schema import message_schema

    return json.dumps(message_schema(), indent=1)
