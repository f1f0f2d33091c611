"""The message that a bot's process receives for a decision, and the view that it rebuilds.

The message holds what the bot's seat sees and nothing else. Constant parts are sent once: the
opening of the table, and the seat's random source, of which the process then has its own copy.
"""

from __future__ import annotations

import pickle
import random
import struct
import time
from typing import Any, BinaryIO

from carteado.bots.view import View, facts
from carteado.engine.table import Table, TableOpened, open_table

__all__ = ["ORDER", "Receiver", "Sender", "framed", "unframed"]

ORDER = struct.Struct("!q")
"""Orders to the fork server and its answers: 0 with a connection to start a process, and the
process's id; a process's id to wait for its end, and its exit status, negative for a signal."""

_SAME = ("opened", "game", "options")
_PARTS = tuple(name for name in Table.__dataclass_fields__ if name not in _SAME)
"""Fields of a table that change."""


def framed(what: object) -> bytes:
    """A value with its length before it."""
    # Only between processes of one user; a bot's answers come back as JSON, which runs no code.
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(_HEAD) + data


def unframed(source: BinaryIO) -> Any:
    """The next framed value from a source.

    Raises:
        EOFError: the input has ended.
    """
    # Not `pickle.load`, which reads ahead and would wait for data that never comes.
    size = int.from_bytes(source.read(_HEAD))
    data = source.read(size)
    if not size or len(data) < size:
        raise EOFError
    return pickle.loads(data)


_HEAD = 4


class Sender:
    """Packs the views of one process's bot."""

    def __init__(self) -> None:
        self._opened: TableOpened | None = None
        self._chances: dict[int, random.Random] = {}

    def packed(self, view: View, limit_s: float) -> bytes:
        """A view, as `Receiver.received` reads it.

        Args:
            view: at a table whose game is known.
            limit_s: seconds that the bot may take.
        """
        table, seat, chance = view.table, view.seat, view.random
        assert table is not None
        opened = None if table.opened is self._opened else table.opened
        # By identity: a new match has a new source, and the old copy must not be used any more.
        fresh = None if self._chances.get(seat) is chance else chance
        self._opened, self._chances[seat] = table.opened, chance
        parts = [getattr(table, name) for name in _PARTS]
        # In this order on both sides; `Receiver.received` unpacks it.
        rest = (view.decision, view.bank_ms, view.time_left, view.legal_value, view.default)
        return framed((opened, parts, seat, fresh, rest, limit_s))


class Receiver:
    """Rebuilds the views in the bot's process.

    Args:
        source: where they come from.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._table: Table | None = None
        self._chances: dict[int, random.Random] = {}

    def received(self) -> tuple[View, float]:
        """The next view, and how many seconds the bot may take.

        Raises:
            EOFError: the input has ended.
        """
        opened, parts, seat, fresh, rest, limit_s = unframed(self._source)
        if opened is not None:
            self._table = open_table(opened)
        if fresh is not None:
            self._chances[seat] = fresh
        begun = self._table
        assert begun is not None
        table = Table(
            opened=begun.opened,
            game=begun.game,
            options=begun.options,
            **dict(zip(_PARTS, parts, strict=True)),
        )
        decision, bank_ms, left_ms, legal, default = rest
        view = View(
            seat=seat,
            legal=facts(legal),
            default=default,
            state=facts(table.state),
            table=table,
            decision=decision,
            bank_ms=bank_ms,
            # The time left is sent, not the deadline, because two processes may have different
            # clocks.
            deadline=time.monotonic() + left_ms / 1000,
            random=self._chances[seat],
            legal_value=legal,
        )
        return view, limit_s
