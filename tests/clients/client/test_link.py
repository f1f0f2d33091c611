"""The connection on a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from carteado.client import link
from carteado.protocol.messages import Ping


class BrokenClient:
    """A connected client with a bug in every request."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        pass

    async def __aenter__(self) -> BrokenClient:
        return self

    async def __aexit__(self, *error: object) -> None:
        return None

    async def listen(self, heard: Callable[[Any], bool]) -> None:
        await asyncio.Event().wait()

    async def request(self, cls: type[Any], **fields: Any) -> Any:
        raise ZeroDivisionError


def test_a_bug_in_a_request_ends_the_thread_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would wait for an answer that never comes; `running` words the end."""
    bugs: list[BaseException | None] = []
    ended = threading.Event()

    def hook(bug: threading.ExceptHookArgs) -> None:
        bugs.append(bug.exc_value)
        ended.set()

    monkeypatch.setattr(threading, "excepthook", hook)
    monkeypatch.setattr(link, "Client", BrokenClient)
    started = link.Link("ws://127.0.0.1:1", "Ana")
    # What is asked before the connection stands is dropped, so it is asked until it is heard.
    while not ended.wait(0.01):
        started.request("ping", Ping)
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]
