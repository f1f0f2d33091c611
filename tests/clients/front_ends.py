"""The three places into which people and programs write lines, each at the same table.

A front end is given one line and says which messages it sent and what it refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.clients.pygame.driver import welcome
from tests.clients.tui.driver import Driver
from tests.scene.tables import SceneTable

from carteado.client import ClientError, CommandRefused, Heard, Lost
from carteado.clients.cli.desk import Desk
from carteado.clients.cli.dialect import Dialect
from carteado.clients.cli.saying import Sayings
from carteado.clients.cli.screen import Screen
from carteado.clients.cli.views import Person
from carteado.engine.controls import Controls
from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.codec import message_to_plain
from carteado.protocol.following import Followed
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.protocol.session_events import Welcomed
from carteado.protocol.verbs import COMMANDS
from carteado.scene.questions import ASKED
from carteado.scene.reader import Reader
from carteado.scene.ui import Settings

TITLES = {"t-1": "Friday table", "t-2": "Friday night", "t-3": "Friday night 3", "t-9": "Kitchen"}
WELCOME = replace(
    welcome(bots=("caller", "equity")),
    capabilities=tuple({one.needs for one in COMMANDS}),
    phrases=PHRASES,
    reactions=REACTIONS,
)


@dataclass(frozen=True, kw_only=True)
class Said:
    """What came of a line: the messages with the id 1, and the sentence of a refusal."""

    sent: tuple[Any, ...] = ()
    refused: str = ""


def at_turn() -> Reader:
    """A hand of Hold'em in which the reader is to act, with two guests at the door."""
    settings = {"advice": "everyone"}
    scene_table = SceneTable("holdem", seats=2, readers=(0, 1), settings=settings, format="cash")
    scene_table.deal()
    scene_table.deal()
    reader = scene_table.reader(scene_table.turn)
    assert reader.table is not None
    controls = Controls(knock=2, knocks=(1, 2), knock_names=("Dan", "Eve"), knock_keys=("", ""))
    return replace(reader, table=replace(reader.table, controls=controls))


def listed() -> tuple[wire.TableInfo, ...]:
    seats = tuple(wire.SeatInfo(name=None, bot=False, stack=0, connected=False) for _ in range(2))
    return tuple(
        wire.TableInfo(
            table=table,
            title=title,
            game="holdem",
            options={},
            settings={},
            seats=seats,
            deals=0,
            over=False,
            watching=0,
        )
        for table, title in TITLES.items()
    )


class Lines:
    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    async def next(self) -> str | None:
        return self._lines.pop(0) if self._lines else None


class HeldClient:
    """A client whose commands are kept, and answered at once."""

    def __init__(self, reader: Reader | None, *, online: bool = True) -> None:
        self.online = online
        self.welcome = WELCOME
        self.sent: list[Any] = []
        self.tables: dict[str, Followed] = {}
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        if reader is not None:
            self.tables["t-1"] = Followed(
                id="t-1", table=reader.table, prompt=reader.prompt, seat=reader.seat, live=True
            )

    def command(self, cls: type[Any], /, **fields: Any) -> Any:
        message = cls(id=len(self.sent) + 1, **fields)
        self.sent.append(message)
        data = dict(to_plain(message_to_plain(_reply(message, message.id))))
        self._heard.put_nowait(Heard(message=data))
        return message

    async def request(self, cls: type[Any], /, **fields: Any) -> Any:
        message = cls(id=1, **fields)
        # The list that a client asks for by itself, in order to know the titles, does not count.
        if cls is not wire.ListTables:
            self.sent.append(message)
        return _reply(message, 1)

    async def __aiter__(self) -> AsyncIterator[Any]:
        while True:
            yield await self._heard.get()


def _reply(message: Any, number: int) -> Any:
    if isinstance(message, wire.Ping):
        return wire.Pong(id=number, now_ms=0)
    results: dict[type, Any] = {
        wire.ListTables: [to_plain(one) for one in listed()],
        wire.History: {"first": 1, "events": [], "more": False},
        wire.Ledger: {"title": "Friday table", "players": [], "payments": []},
        wire.Evening: {"players": [], "payments": []},
        wire.Statistics: {"players": [], "first": 0, "total": 0, "more": False},
    }
    table = "t-9" if isinstance(message, wire.Open) else None
    return wire.Ok(id=number, table=table, result=results.get(type(message)))


def _numbered(messages: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(replace(one, id=1) for one in messages)


async def by_pipe(line: str, reader: Reader | None, *, online: bool = True) -> Said:
    """What ``carteado play --plain`` does with a line, after the tables were listed."""
    client, out = HeldClient(reader, online=online), []
    talk: Any = client
    dialect = Dialect(talk, as_json=False, out=out.append)
    dialect._table = "t-1" if reader is not None else None
    await dialect.run(Lines("tables"))
    del client.sent[:]
    await dialect.run(Lines(line))
    refused = [one for one in out if one.startswith("refused - line/invalid ")]
    sentence = refused[0].removeprefix("refused - line/invalid ") if refused else ""
    return Said(sent=_numbered(client.sent), refused=sentence)


async def at_the_prompt(line: str, reader: Reader | None, *, online: bool = True) -> Said:
    """What the plain client does with a typed line."""
    client = HeldClient(reader, online=online)
    talk: Any = client
    screen = Screen(terminal=False, colour=False)
    desk = Desk(people=[Person(name="Marta", client=talk)], screen=screen)
    desk.table = "t-1" if reader is not None else None
    desk.listed = listed()
    try:
        await Sayings(desk, Lines("")).say(line)
    except (ClientError, CommandRefused) as error:
        return Said(sent=_numbered(client.sent), refused=str(error))
    return Said(sent=_numbered(client.sent))


async def on_the_full_screen(
    line: str, reader: Reader | None, language: str = "en", *, online: bool = True
) -> Said:
    """What the input line of the full screen does with a typed line."""
    driver = Driver(settings=Settings(name="Ana", reduced=True, language=language))
    driver.session.connect("127.0.0.1:8765")
    driver.link.incoming.append(Welcomed(welcome=WELCOME))
    driver.session.tick(driver.now_ms)
    if reader is not None:
        driver.session.at_table.open("t-1")
        driver.session.at_table.follow("t-1").reader = reader
    driver.session.lobby.listed = listed()
    if not online:
        driver.link.incoming.append(Lost(reason="the connection broke", retry_ms=1000, attempt=1))
    driver.page()
    driver.link.asked.clear()
    driver.session.typed.enter(line)
    # What is asked about first is sent by the answer.
    if driver.session.ui.sheet.partition(":")[0] in (*ASKED, "close-table"):
        driver.page()
        assert driver.link.asked == []
        driver.key("1")
    notice = driver.session.ui.notice
    sent = [wire.ListTables(id=1) if one is None else one for _, one in driver.link.asked]
    refused = notice.text if notice is not None and notice.kind == "error" else ""
    title, lines = driver.session.typed.answer
    # A refusal that names much is read in a dialog.
    if not sent and driver.session.ui.sheet == "answer" and title == line and len(lines) == 1:
        refused = lines[0]
    return Said(sent=_numbered(sent), refused=refused)
