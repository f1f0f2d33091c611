"""The few HTTP pages that a server shows beside its WebSocket, as plain data."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from carteado.server.metrics import CONTENT_TYPE, Figures, exposition

__all__ = ["Page", "Pages", "text_page"]

_WELCOME = "This is a Carteado server. Play with: carteado play ws://HOST:PORT\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What is answered to a request.

    Attributes:
        status: of the answer.
        kind: media type of the body.
        body: the text or bytes.
    """

    status: HTTPStatus
    kind: str
    body: str | bytes

    @property
    def content(self) -> bytes:
        """The body as bytes."""
        return self.body.encode() if isinstance(self.body, str) else self.body

    @property
    def headers(self) -> dict[str, str]:
        """All headers of the answer."""
        return {
            "Content-Type": self.kind,
            "Content-Length": str(len(self.content)),
            "Connection": "close",
            "X-Content-Type-Options": "nosniff",
        }


def text_page(status: HTTPStatus, text: str) -> Page:
    """A page of plain text."""
    return Page(status=status, kind="text/plain; charset=utf-8", body=text)


class Pages:
    """The pages of one server.

    Args:
        figures: counts of the server.
        healthy: a sentence when the server is not well, None when it is.
    """

    def __init__(self, figures: Figures, healthy: Callable[[], str | None]) -> None:
        self._figures = figures
        self._healthy = healthy

    def get(self, path: str, *, trusted: bool) -> Page:
        """The page at a path.

        Args:
            path: without a query.
            trusted: whether who asks may see the figures.
        """
        problem = self._healthy()
        if path == "/healthz":
            status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
            return text_page(status, (problem or "ok") + "\n")
        if path == "/metrics" and trusted:
            body = exposition(self._figures, healthy=problem is None)
            return Page(status=HTTPStatus.OK, kind=CONTENT_TYPE, body=body)
        if path == "/schema.json":
            return Page(status=HTTPStatus.OK, kind="application/schema+json", body=_schema())
        if path == "/":
            return text_page(HTTPStatus.OK, _WELCOME)
        return text_page(HTTPStatus.NOT_FOUND, "there is no such page\n")


@functools.cache
def _schema() -> str:
    from carteado.protocol.schema import message_schema

    return json.dumps(message_schema(), indent=1)
