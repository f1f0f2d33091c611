"""Receipts: what a client saw of each deal, kept to check a later log against it.

The operator of a server can rewrite a log and compute its chain again. A receipt is a line that
the operator cannot reach: after event N of the table, the deck had this root, these seats cut it
with these nonces, these cards lay on these places, and the seats had these stacks or points.

One file for each server and table in the user's state directory, readable by its owner alone. Its
first line names the server and the table, and each further line is one JSON object that stands for
itself, so a line that was torn by a crash costs only itself. A file holds nothing that the player
was not shown, and no nonce before the table published it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from carteado.client.notices import Heard
from carteado.client.tokens import state_folder
from carteado.engine.decks import deals_cards
from carteado.engine.errors import EngineError
from carteado.engine.game import Event
from carteado.engine.table import Table
from carteado.protocol.session_events import Happened, LiveNow, SessionEvent, Snapped

__all__ = [
    "FILE_BYTES",
    "FOLDER_BYTES",
    "KEPT_S",
    "OFF",
    "ReceiptFile",
    "Receipts",
    "read_receipts",
    "receipts_folder",
]

OFF = "CARTEADO_RECEIPTS"
"""Environment variable: ``off`` keeps no receipts."""

FILE_BYTES = 8 * 2**20
"""Maximum size of one table's file, about 10,000 hands of poker."""

FOLDER_BYTES = 128 * 2**20
"""Largest folder; the oldest files are removed first."""

# Half a year: a dispute about a log comes up soon after the game, or not at all.
KEPT_S = 180 * 86_400
"""Age at which a file is removed, seconds after its last line."""

# A later format gets another number, and files of an unknown one are left alone.
_VERSION = 1
_SUFFIX = ".receipts"
_TABLES = 64
"""Most files open at once."""


def receipts_folder() -> Path:
    """The folder of the receipts, in the platform's state directory."""
    return state_folder() / "receipts"


@dataclass(slots=True)
class _Deal:
    """The receipts kept so far of a table's current deal."""

    seat: int | None = None
    number: int = 0
    root: str = ""
    dealt: bool = False
    cut: bool = False
    cards: dict[int, str] = field(default_factory=dict)
    score: tuple[int, ...] | None = None

    def news(self, view: Table) -> dict[str, Any]:
        """The additions of a view to it."""
        committed, found = view.committed, dict[str, Any]()
        assert committed is not None
        if (committed.deal, committed.root) != (self.number, self.root):
            self.number, self.root = committed.deal, committed.root
            # `dealt` stays: `_follow` sets it, and this batch may have dealt the deck already.
            self.cut, self.cards, self.score = False, {}, None
            found |= {"root": committed.root, "cutters": committed.cutters}
        if view.nonces is not None and not self.cut:
            # Once per deal: the nonces stay in the view until the next deck.
            self.cut, found["nonces"] = True, view.nonces
        # Until the new deck is dealt, the state still shows the cards of the deal before.
        if not self.dealt:
            return found
        shown = view.game.exposed(view.state)
        # Only the new cards, so that a river costs one card and not the whole table again.
        fresh = {at: card for at, card in shown.items() if self.cards.get(at) != card}
        if fresh:
            self.cards |= fresh
            found["cards"] = fresh
        counted = getattr(view.game, "score", None)  # a game need not have one
        if counted is not None and view.game.turn(view.state) is None:
            score = tuple(counted(view.state))
            if score != self.score:
                self.score = found["score"] = score
        return found


class Receipts:
    """Keeps the receipts of one client.

    Each line is one small append without a sync. Whatever fails, such as a full disk, costs the
    receipts and never the game.

    Args:
        url: of the server.
        folder: where the files lie, `receipts_folder` when absent.

    Attributes:
        problem: why receipts are no longer kept, a sentence; None while all is well.
    """

    def __init__(self, url: str, *, folder: Path | None = None) -> None:
        self._url = url
        self._folder = folder or receipts_folder()
        self._deals: dict[str, _Deal] = {}
        self._files: dict[str, tuple[int, int]] = {}
        self.problem: str | None = None
        try:
            # Only at the start: a client that runs for weeks is bounded by its files' sizes.
            _prune(self._folder)
        except OSError as error:
            self._fail(error)

    @classmethod
    def of_player(cls, url: str) -> Receipts | None:
        """The receipts of the player at this machine, None where `OFF` switches them off."""
        return None if os.environ.get(OFF, "").lower() in ("off", "0", "no") else cls(url)

    def see(self, session_events: Iterable[SessionEvent | Heard]) -> None:
        """Record one batch of events that a client received."""
        if self.problem is not None:
            return
        # The newest view of each table: a batch adds one line, and two where it begins a deal.
        last: dict[str, tuple[int, Table]] = {}
        for session_event in session_events:
            if isinstance(session_event, Happened):
                event, after = session_event.event, session_event.after
                # Without the game's code there is no view, and so nothing that was shown.
                if after is None or isinstance(event, Mapping):
                    continue
                if event.type == "deck_committed" and session_event.table in last:
                    # The last view of the deal before.
                    self._note(session_event.table, *last[session_event.table])
                self._follow(session_event.table, event)
                last[session_event.table] = session_event.seq, after
            elif isinstance(session_event, Snapped):
                self._deals[session_event.table] = deal = _Deal(seat=session_event.seat)
                if session_event.after is not None:
                    # A cut deck is dealt at once; before the cut the cards are of the last deal.
                    deal.dealt = session_event.after.nonces is not None
                    last[session_event.table] = session_event.seq, session_event.after
            elif isinstance(session_event, LiveNow) and session_event.table in self._deals:
                # Sitting down or standing up changes what later lines show, and whether there are
                # any.
                self._deals[session_event.table].seat = session_event.seat
        for table, (seq, view) in last.items():
            self._note(table, seq, view)

    def close(self) -> None:
        """Close the files."""
        for file, _ in self._files.values():
            os.close(file)
        self._files.clear()

    def _follow(self, table: str, event: Event) -> None:
        """Follow whether the table's deck is dealt."""
        deal = self._deals.setdefault(table, _Deal())
        if event.type == "deck_committed":
            deal.dealt = False
        elif not deal.dealt and deals_cards(event):
            deal.dealt = True

    def _note(self, table: str, seq: int, view: Table) -> None:
        """Record what is new in a view of a table."""
        deal, committed = self._deals[table], view.committed
        # A viewer has no seat whose cards a log could be compared with.
        if deal.seat is None or committed is None:
            return
        with contextlib.suppress(EngineError, LookupError, TypeError, ValueError):
            # A server may send data that its game cannot handle; the session reports that.
            line = deal.news(view)
            if line:
                about = {"seq": seq, "deal": committed.deal, "seat": deal.seat}
                # An unchanged view writes nothing, or each bet of a hand would grow the file.
                self._append(table, {**about, **line})

    def _append(self, table: str, line: Mapping[str, Any]) -> None:
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        try:
            # The size is counted here and not asked for at each line; a second client only makes
            # it inexact.
            file, size = self._files.get(table) or self._open(table)
            # A full file keeps its old lines, and further deals are not recorded.
            if size + len(data) <= FILE_BYTES:
                os.write(file, data)
                size += len(data)
            self._files[table] = file, size
        except OSError as error:
            self._fail(error)

    def _open(self, table: str) -> tuple[int, int]:
        """A table's file and its size, ready for the next line."""
        if len(self._files) >= _TABLES:
            # The file that was opened first; its next line opens it again.
            oldest, _ = self._files.pop(next(iter(self._files)))
            os.close(oldest)
        # Hashed, because the server chooses the table's id, and the id must not name a path.
        name = hashlib.sha256(f"{self._url}\n{table}".encode()).hexdigest()[:32] + _SUFFIX
        # All clients of this user share a table's file; appending keeps their lines whole.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        # A symbolic link put in this place must not lead the writes elsewhere.
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        file = os.open(self._folder / name, flags | getattr(os, "O_BINARY", 0), 0o600)
        try:
            size = os.fstat(file).st_size
            if not size:
                about = {"receipts": _VERSION, "url": self._url, "table": table}
                size += os.write(file, json.dumps(about).encode() + b"\n")
            else:
                os.lseek(file, size - 1, os.SEEK_SET)
                if os.read(file, 1) != b"\n":  # the last run was killed within a line
                    size += os.write(file, b"\n")
        except OSError:
            os.close(file)
            raise
        return file, size

    def _fail(self, error: OSError) -> None:
        self.problem = f"receipts are not kept: {error.strerror or error}"
        self.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptFile:
    """The receipts of one table at one server.

    Attributes:
        path: of the file.
        url: of the server.
        table: id of the table.
        lines: the receipts in the order in which they were written.
        unreadable: lines that are none, such as one that a crash tore.
    """

    path: Path
    url: str
    table: str
    lines: tuple[Mapping[str, Any], ...]
    unreadable: int


def read_receipts(path: Path) -> list[ReceiptFile]:
    """The receipts of a file, or of every file in a folder.

    Raises:
        OSError: something cannot be read.
    """
    files = sorted(path.glob(f"*{_SUFFIX}")) if path.is_dir() else [path]
    return [found for file in files if (found := _read(file)) is not None]


def _read(path: Path) -> ReceiptFile | None:
    """A file of receipts, None where it is none."""
    with path.open("rb") as file:
        # A bound for files that somebody else made; those of this program are smaller.
        data = file.read(2 * FILE_BYTES)
    head: Mapping[str, Any] | None = None
    lines: list[Mapping[str, Any]] = []
    unreadable = 0
    for text in data.splitlines():
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            # An empty line is left where a torn one was closed; it is not damage.
            unreadable += bool(text.strip())
        elif "receipts" in line:
            # Two clients that create the file at the same time may both write a head.
            head = head or line
        else:
            lines.append(line)
    if head is None or head.get("receipts") != _VERSION:
        return None
    return ReceiptFile(
        path=path,
        url=str(head.get("url")),
        table=str(head.get("table")),
        lines=tuple(lines),
        unreadable=unreadable,
    )


def _prune(folder: Path) -> None:
    """Make the folder, and remove old files from it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found: list[tuple[float, int, Path]] = []
    for path in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            # Not `stat`: a link in the folder is neither followed nor removed.
            about = path.lstat()
            if stat.S_ISREG(about.st_mode):
                found.append((about.st_mtime, about.st_size, path))
    total, now = 0, time.time()
    # Newest first, so that the sum passes the limit at the oldest files.
    for changed, size, path in sorted(found, reverse=True):
        total += size
        if total > FOLDER_BYTES or now - changed > KEPT_S:
            with contextlib.suppress(OSError):
                path.unlink()
