"""Replies already sent, kept to answer repeated commands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import Any

from carteado.engine.generated import maker
from carteado.protocol.messages import Ok, Refused

__all__ = ["Answers", "Reply"]

Reply = Ok | Refused

_ok = maker(Ok)

# More than the unanswered commands of any client.
ANSWERS_KEPT = 64
"""Replies remembered for each player."""

PLAYERS_KEPT = 512
"""Players whose replies are remembered."""


class Answers:
    """The final reply to each of a player's last commands.

    After a lost connection a client sends unanswered commands again. It gets the first reply again,
    and nothing happens twice.
    """

    def __init__(self) -> None:
        self._players: OrderedDict[str, dict[int, Reply]] = OrderedDict()
        # Replies from a checkpoint to players who have not connected yet: table; number, seq,
        # result.
        self._recalled: dict[str, tuple[str, Sequence[tuple[int, int, Any]]]] = {}

    def get(self, key: str, command: int) -> Reply | None:
        """The earlier reply to a player's command, None for a new command."""
        answers = self._of(key) if self._recalled else self._players.get(key)
        return answers.get(command) if answers else None

    def put(self, key: str, reply: Reply, spare: Collection[str | None] = ()) -> None:
        """Remember the reply to a command; the oldest are forgotten.

        Args:
            key: whose command.
            reply: the answer.
            spare: players whose replies are never dropped.
        """
        if reply.id is None:
            return
        answers = self._of(key) if self._recalled else self._players.get(key)
        if answers is None:
            answers = self._players[key] = {}
            if len(self._players) > PLAYERS_KEPT:
                self._forget(spare)
        self._players.move_to_end(key)
        answers[reply.id] = reply
        if len(answers) > ANSWERS_KEPT:
            del answers[next(iter(answers))]

    def memory(self) -> list[tuple[str, list[tuple[int, int, Any]]]]:
        """The replies to commands in the log, by player, for `recall`."""
        # The next checkpoint needs all replies, also those to players who have not connected yet.
        for key in tuple(self._recalled):
            self._of(key)
        return [
            (key, found)
            for key, replies in self._players.items()
            if (found := [_part(reply) for reply in replies.values() if _is_logged(reply)])
        ]

    def recall(self, table: str, key: str, replies: Sequence[tuple[int, int, Any]]) -> None:
        """Restore the replies that `memory` returned for one player."""
        # The messages are made when the player connects; most never do, and a start must be fast.
        self._players[key] = {}
        self._recalled[key] = table, replies

    def _of(self, key: str) -> dict[int, Reply] | None:
        """A player's replies, with the recalled ones."""
        answers = self._players.get(key)
        recalled = self._recalled.pop(key, None)
        if answers is not None and recalled is not None:
            table, replies = recalled
            for number, seq, result in replies[-ANSWERS_KEPT:]:
                answers[number] = _ok(id=number, table=table, seq=seq, result=result)
        return answers

    def _forget(self, spare: Collection[str | None]) -> None:
        # If all are in `spare`, none is dropped: a table has few seats compared with
        # `PLAYERS_KEPT`.
        for key in self._players:
            if key not in spare:
                del self._players[key]
                self._recalled.pop(key, None)
                return


def _is_logged(reply: Reply) -> bool:
    """Whether a command caused events: others are not in the log."""
    return type(reply) is Ok and reply.seq is not None


def _part(reply: Reply) -> tuple[int, int, Any]:
    assert type(reply) is Ok
    assert reply.seq is not None
    return reply.id, reply.seq, reply.result
