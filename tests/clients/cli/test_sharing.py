"""Several people at one terminal, each with a client that is told at its own pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.cli.test_stalled import Told
from tests.engine.games.buraco.positions import DRAW, discard, play, position

from carteado.clients.cli.desk import Desk, Person
from carteado.clients.cli.screen import Screen
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.options import Options
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOpened, TableOptions, open_table
from carteado.engine.visibility import redact, seat_observer
from carteado.protocol.following import Followed
from carteado.protocol.happenings import Prompted


def client(state: Any, seat: int, *happenings: Any) -> Any:
    """Somebody's client, which has followed the table up to a state."""
    opened = TableOpened(
        table="t-1",
        title="",
        game=GAME.id,
        rules=GAME.rules,
        options=to_plain(Options()),
        settings=TableOptions(),
    )
    view = redact(state, seat_observer(seat, seat % 2))
    told = Told(*happenings)
    told.tables["t-1"] = Followed(
        id="t-1", seat=seat, table=replace(open_table(opened), state=view)
    )
    return told


async def test_a_prompt_comes_with_the_table_that_led_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = play(position(hand="3C 9D", hand_1="4H 5H", stock="KC KD KH"), DRAW)
    after = play(before, discard("9D"))
    prompt = Prompted(
        table="t-1",
        decision=2,
        seat=1,
        legal=GAME.legal(after, 1),
        default=GAME.default(after, 1),
        time_ms=30_000,
        bank_ms=0,
        now_ms=0,
    )
    bob = Person(name="Bob", client=client(after, 1, prompt))
    people = [Person(name="Ana", client=client(before, 0)), bob]
    desk = Desk(people=people, screen=Screen(terminal=False, colour=False), table="t-1")
    await desk.listen(bob)
    assert bob.warning is not None
    bob.warning.cancel()
    out = capsys.readouterr().out
    assert "Pile: 9D" in out
    assert "Bob, your turn" in out
    assert "hearts" not in out
