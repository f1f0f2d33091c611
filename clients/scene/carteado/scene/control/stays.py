"""Keeps the record of the tables at which the player has sat, for the next run too."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carteado.client.atomic_file import write_atomically
from carteado.client.days import now
from carteado.client.notices import Lost
from carteado.client.tokens import state_folder
from carteado.protocol.session_events import Happened, SessionEvent
from carteado.scene.reader import Reader
from carteado.scene.recent import Stay, stay_at

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Stays", "stays_file"]

MOST = 60
"""Stays that are kept, of all servers; the oldest go first."""

_UNDRAWN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_BYTES = 200_000
_LENGTH = 120
_TEXTS = ("server", "player", "table", "title", "game", "options")
_LAST = 250_000_000_000
"""Seconds since 1970: before the year 9999, the last one that a date can show."""


def stays_file() -> Path:
    """Path of the record."""
    return state_folder() / "recent.json"


class Stays:
    """The record, the last stay first.

    Args:
        app: the client's state.
        clock: seconds since 1970.
    """

    def __init__(self, app: App, clock: Callable[[], float] = now) -> None:
        self.app = app
        self.clock = clock
        self._path: Path | None = None
        self._kept: list[Stay] = []
        # Seats by table: the event that frees one comes after the reader has lost it.
        self._seats: dict[str, int] = {}

    def keep_in(self, path: Path) -> None:
        """Read the record of earlier runs, and write it there from now on."""
        self._path, self._kept = path, _read(path)

    def recent(self) -> list[Stay]:
        """The player's stays at this server, the last first, without tables where they sit."""
        server, player, seats = self.app.ui.server, self.app.settings.name, self.app.lobby.seats
        mine = [one for one in self._kept if (one.server, one.player) == (server, player)]
        # A seat may have been lost while the client did not run.
        return [one for one in mine if not one.open or one.table not in seats]

    def anywhere(self) -> list[Stay]:
        """The player's last stay at each table of any server, the last first."""
        found: dict[tuple[str, str], Stay] = {}
        for one in self._kept:
            if one.player == self.app.settings.name:
                found.setdefault((one.server, one.table), one)
        return list(found.values())

    def take(self, reader: Reader, session_event: SessionEvent | Lost) -> None:
        """Take a session event of a table."""
        table, seat = reader.table, reader.seat
        if table is None or (seat is None and reader.id not in self._seats):
            return
        if seat is not None and reader.id not in self._seats:
            self._seats[reader.id] = seat
            self._begin(reader)
        at, seat = self._at(reader.id), self._seats[reader.id]
        if at is None:
            return
        before = stay = self._kept[at]
        if isinstance(session_event, Happened) and session_event.before is not None:
            event = session_event.event
            # Plain data is an event of a game that is not installed.
            if not isinstance(event, Mapping):
                stay = stay.after_event(session_event.before, event, seat)
        if stay.open:
            stay = stay.updated(table, seat, self.clock())
        else:
            stay = dataclasses.replace(stay, last=self.clock())
            del self._seats[reader.id]
        # Most events change the time alone, which need not be written.
        if stay != dataclasses.replace(before, last=stay.last):
            del self._kept[at]
            self._kept.insert(0, stay)
            self._write()

    def left_server(self) -> None:
        """The session ends; the server may keep the seats."""
        self._seats.clear()

    def _begin(self, reader: Reader) -> None:
        assert reader.table is not None
        held = {one.table for one in self.app.welcome.seats} if self.app.welcome else set()
        at, resumed = self._at(reader.id), reader.id in held
        if resumed and at is not None:
            return
        seat = self._seats[reader.id]
        server, player = self.app.ui.server, self.app.settings.name
        stay = stay_at(reader.table, seat, server=server, player=player, joined=not resumed)
        if at is not None:
            del self._kept[at]
        self._kept.insert(0, dataclasses.replace(stay, last=self.clock()))
        del self._kept[MOST:]
        self._write()

    def _at(self, table: str) -> int | None:
        """Place of the stay that goes on at a table of this server."""
        here = self.app.ui.server, self.app.settings.name, table, True
        for at, one in enumerate(self._kept):
            if (one.server, one.player, one.table, one.open) == here:
                return at
        return None

    def _write(self) -> None:
        if self._path is None:
            return
        data = [dataclasses.asdict(one) for one in self._kept]
        # Where it cannot be written, the next run begins with the old record.
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps(data), private=True)


def _read(path: Path) -> list[Stay]:
    """The record; what is damaged, or was edited into nonsense, is left out."""
    data: Any = None
    with (
        contextlib.suppress(OSError, ValueError, RecursionError),
        path.open(encoding="utf-8") as file,
    ):
        data = json.loads(file.read(_BYTES))
    found = [_stay(one) for one in data[:MOST]] if isinstance(data, list) else []
    return [one for one in found if one is not None]


def _stay(data: object) -> Stay | None:
    if not isinstance(data, dict):
        return None
    texts: dict[str, Any] = {key: data.get(key) for key in _TEXTS}
    if not all(map(_is_line, texts.values())):
        return None
    numbers: dict[str, Any] = {key: data.get(key) for key in ("brought", "won")}
    if not all(one is None or _is_whole(one) for one in numbers.values()):
        return None
    points: Any = data.get("points")
    if points is not None:
        if not (isinstance(points, list) and len(points) == 2 and all(map(_is_whole, points))):
            return None
        points = (points[0], points[1])
    last: Any = data.get("last")
    if type(last) not in (int, float) or not 0 <= last < _LAST:
        return None
    fields: dict[str, Any] = {**texts, **numbers, "points": points, "last": float(last)}
    return Stay(**fields, open=data.get("open") is True)


def _is_line(value: object) -> bool:
    # No font has control characters or half of a pair of surrogates.
    return type(value) is str and len(value) <= _LENGTH and not _UNDRAWN.search(value)


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) < 1 << 53
