"""The connection on a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from tests.clocks import PATIENCE_S

from carteado.client import CommandRefused, link
from carteado.protocol.messages import Ping, Refused
from carteado.protocol.session_events import Announcement, Replied


class BrokenClient:
    """A connected client with a bug in every request."""

    received = 0

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


class RefusingClient(BrokenClient):
    """A connected client whose server refuses everything."""

    async def listen(self, heard: Callable[[Any], bool]) -> None:
        self.heard = heard
        await asyncio.Event().wait()

    async def request(self, cls: type[Any], **fields: Any) -> Any:
        self.heard(Replied(id=1, reply=REFUSED, command=None))
        raise CommandRefused(REFUSED.code, REFUSED.message, {})

    def command(self, cls: type[Any], **fields: Any) -> Any:
        asyncio.get_running_loop().call_soon(self.heard, Replied(id=2, reply=REFUSED, command=None))
        return cls(id=2, **fields)


REFUSED = Refused(id=1, code="table/locked", message="It is locked.", details={})


def test_a_refused_request_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told twice, a dialog about it would have the same sentence as a notice beside it."""
    monkeypatch.setattr(link, "Client", RefusingClient)
    started = link.Link("ws://127.0.0.1:1", "Ana")
    heard: list[Any] = []

    def asked(item: type[Any], ask: Callable[[], None]) -> bool:
        ask()
        heard.extend(started.take())
        return any(isinstance(one, item) for one in heard)

    _until(lambda: asked(link.Failed, lambda: started.request("sit", Ping)))
    assert {type(one) for one in heard} == {link.Failed}
    heard.clear()
    _until(lambda: asked(Replied, lambda: started.command(Ping)))
    assert {one.id for one in heard if isinstance(one, Replied)} == {2}
    started.close()


class SlowGoodbye(BrokenClient):
    """A client whose server does not answer the goodbye until it may."""

    may_end = threading.Event()
    entered: ClassVar[list[SlowGoodbye]] = []
    left = 0

    async def __aenter__(self) -> SlowGoodbye:
        self.entered.append(self)
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.may_end.wait)
        type(self).left += 1


def test_closing_waits_for_no_server_and_the_next_session_of_the_name_for_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link, "Client", SlowGoodbye)
    first = link.Link("ws://127.0.0.1:1", "Ana")
    _until(lambda: len(SlowGoodbye.entered) == 1)
    first.close()
    # Nobody has let the server answer yet.
    assert SlowGoodbye.left == 0
    second = link.Link("ws://127.0.0.1:1", "Ana")
    other = link.Link("ws://127.0.0.1:1", "Bia")
    _until(lambda: len(SlowGoodbye.entered) == 2)
    # The one of another name did not wait.
    assert SlowGoodbye.left == 0
    SlowGoodbye.may_end.set()
    _until(lambda: len(SlowGoodbye.entered) == 3)
    assert SlowGoodbye.left == 1
    second.close()
    other.close()
    _until(lambda: SlowGoodbye.left == 3)


def _until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.001)


class FloodingClient(BrokenClient):
    """A connected client whose server never stops sending."""

    async def listen(self, heard: Callable[[Any], bool]) -> None:
        self.received += 10
        while not heard(Announcement(text="x", now_ms=0)):
            self.received += 10


@pytest.mark.parametrize("bound", ["MOST", "MOST_BYTES"])
def test_a_server_that_sends_more_than_is_taken_ends_the_session(
    monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(link, "Client", FloodingClient)
    monkeypatch.setattr(link, bound, 100 if bound == "MOST" else 1_000)
    ended: list[bool] = []

    class Watched(link.Link):
        def _tell(self, what: link.LinkItem) -> None:
            super()._tell(what)
            if isinstance(what, link.Ended):
                ended.append(True)

    flooded = Watched("ws://127.0.0.1:1", "Ana")
    _until(lambda: ended)
    found = flooded.take()
    assert len(found) == 102
    (last,) = (one for one in found if isinstance(one, link.Ended))
    assert "more than can be shown" in str(last.error)
