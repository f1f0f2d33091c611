"""Several people at one terminal, each with a client that receives at its own pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.clients.cli.test_stalled import OnOutcome
from tests.engine.games.buraco.positions import DRAW, discard, play, position

from carteado.clients.cli.desk import Desk
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.options import Options
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOpened, TableOptions, open_table
from carteado.engine.visibility import redact, seat_observer
from carteado.protocol.following import Followed
from carteado.protocol.session_events import Happened, Prompted


def client(state: Any, seat: int, *session_events: Any) -> Any:
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
    outcome = OnOutcome(*session_events)
    outcome.tables["t-1"] = Followed(
        id="t-1", seat=seat, table=replace(open_table(opened), state=view)
    )
    return outcome


def prompt(state: Any) -> Prompted:
    return Prompted(
        table="t-1",
        decision=2,
        seat=1,
        legal=GAME.legal(state, 1),
        default=GAME.default(state, 1),
        time_ms=30_000,
        bank_ms=0,
        now_ms=0,
    )


async def test_a_prompt_comes_with_the_table_that_led_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = play(position(hand="3C 9D", hand_1="4H 5H", stock="KC KD KH"), DRAW)
    after = play(before, discard("9D"))
    bob = Person(name="Bob", client=client(after, 1, prompt(after)))
    people = [Person(name="Ana", client=client(before, 0)), bob]
    desk = Desk(people=people, screen=Screen(terminal=False, colour=False), table="t-1")
    await desk.listen(bob)
    assert bob.warning is not None
    bob.warning.cancel()
    out = capsys.readouterr().out
    assert "Pile: 9D" in out
    assert "Bob, your turn" in out
    assert "hearts" not in out


async def test_events_before_a_prompt_are_sent_once_and_before_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = play(position(hand="3C 9D", hand_1="4H 5H", stock="KC KD KH"), DRAW)
    decided = GAME.decide(before, Act(seat=0, action=discard("9D")))
    assert isinstance(decided, Decided)
    after, people = decided.state, []
    for seat, name in enumerate(("Ana", "Bob")):
        table = client(before, seat).tables["t-1"].table
        views = [redact(state, seat_observer(seat, seat % 2)) for state in (before, after)]
        known, then = (replace(table, state=view) for view in views)
        lines = [
            Happened(table="t-1", epoch=1, seq=seq, event=event, before=known, after=then)
            for seq, event in enumerate(decided.events, 9)
        ]
        asked = (prompt(after),) if seat == 1 else ()
        people.append(Person(name=name, client=client(after, seat, *lines, *asked)))
    ana, bob = people
    desk = Desk(people=people, screen=Screen(terminal=False, colour=False), table="t-1")
    await desk.listen(bob)
    assert bob.warning is not None
    bob.warning.cancel()
    await desk.listen(ana)
    out = capsys.readouterr().out
    assert out.count("discards 9D") == 1
    assert out.index("discards 9D") < out.index("Bob, your turn")


@pytest.mark.parametrize(
    ("given", "hand"),
    [
        ({"hand": "3C 9D 9D"}, ("Your hand:", "  diamonds: 9Da 9Db", "  clubs: 3C")),
        ({"hand": "KC", "phase": "play"}, ("Your hand: a morto, seen with your next turn",)),
    ],
)
def test_peek_shows_the_hand_and_nothing_that_all_see(given: Any, hand: tuple[str, ...]) -> None:
    runs = {"A": [["4H", "5H", "6H"]]}
    state = position(rules={"indirect_morto_hidden": True}, melds=runs, **given)
    if state.phase == "play":
        state = play(state, discard("KC"))
    ana = Person(name="Ana", client=client(state, 0))
    desk = Desk(people=[ana], screen=Screen(terminal=False, colour=False), table="t-1")
    assert desk.hand_of(ana) == hand
