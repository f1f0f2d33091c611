"""The messages to people and programs when a table stops, or its server cheats."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.clients.pygame.driver import welcome

from carteado.clients.cli.desk import Desk
from carteado.clients.cli.dialect import Dialect
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.protocol.session_events import DealFlawed, TableStalled
from carteado.protocol.session_messages import tell


def stalled(attempt: int, retry_ms: int | None) -> TableStalled:
    return TableStalled(
        table="t-1",
        code="table/failed",
        message="it had to stop",
        attempt=attempt,
        retry_ms=retry_ms,
    )


class OnOutcome:
    """A client that only delivers its events."""

    def __init__(self, *session_events: Any) -> None:
        self._session_events = list(session_events)
        self.tables: dict[str, Any] = {}
        self.welcome = welcome()

    def __aiter__(self) -> OnOutcome:
        return self

    async def __anext__(self) -> Any:
        if not self._session_events:
            raise StopAsyncIteration
        return self._session_events.pop(0)


async def test_a_desk_says_it_once_and_when_the_table_is_given_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client: Any = OnOutcome(stalled(1, 500), stalled(2, 1000), stalled(3, None))
    person = Person(name="Ana", client=client)
    desk = Desk(people=[person], screen=Screen(terminal=False, colour=False), watching=True)
    desk.table = "t-1"
    await desk.listen(person)
    assert capsys.readouterr().out.splitlines() == [
        "* table t-1 has stopped: it had to stop; asking again in 0.5 s",
        "* table t-1 does not come back: it had to stop",
    ]
    assert desk.table is None


async def test_a_listener_stops_when_the_table_is_given_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client: Any = OnOutcome(stalled(1, 500), stalled(2, None), stalled(3, None))
    await Dialect(client, as_json=False).run(None)
    err = capsys.readouterr().err
    assert err.count("t-1") == 2
    assert "does not come back" in err


def test_a_bot_on_a_pipe_reads_a_comment() -> None:
    assert tell(stalled(1, 500)) == (
        "# table t-1 has stopped: it had to stop; asking again in 0.5 s",
    )


async def test_a_desk_warns_at_once_and_once_of_a_deck_that_is_dealt_again_and_of_a_dropped_nonce(
    capsys: pytest.CaptureFixture[str],
) -> None:
    again = DealFlawed(table="t-1", deal=3, kind="redealt", message="another deck was committed")
    dropped = DealFlawed(table="t-1", deal=4, kind="dropped", message="your nonce is left out")
    people = [
        Person(name=name, client=cast("Any", OnOutcome(again, dropped))) for name in ("Ana", "Bia")
    ]
    desk = Desk(people=people, screen=Screen(terminal=False, colour=False))
    desk.table = "t-1"
    for person in people:
        await desk.listen(person)
    assert capsys.readouterr().out.splitlines() == [
        "* WARNING: table t-1, deal 3: another deck was committed",
        "* WARNING: table t-1, deal 4: your nonce is left out",
    ]
