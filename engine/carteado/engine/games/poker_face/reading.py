"""Rounds from the lines of a file: a pure iterator that holds no more than one round.

The first line holds the number of rounds and the initial money of every player. A round is a line
``PLAYERS ANTE`` and a line for each player who takes part. Blank lines do not count, and
lines after the last round are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from carteado.engine.errors import EngineError
from carteado.engine.games.poker_face.options import MAX_MONEY, MAX_PLAYERS
from carteado.engine.games.poker_face.rounds import MIN_PLAYERS, whole_number
from carteado.engine.refusals import spell
from carteado.engine.tables.option_checks import MAX_CHIPS

__all__ = ["MAX_LINE", "RoundLines", "RoundsError", "RoundsReader"]

MAX_LINE = 8192
"""Characters of a line, its end included; callers may cut longer lines there."""

LONG_LINE = 128

RoundLines = tuple[int, tuple[str, ...], tuple[int, ...]]
"""The ante of a round, its entries, and the numbers of their lines after that of the round."""


class RoundsError(EngineError):
    """A text that is not a file of rounds.

    Attributes:
        line: number of the line that is wrong, from 1; for an incomplete text the last one.
        reason: what is wrong, without the place.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class RoundsReader:
    """Reads the rounds of a file one after the other; the first line at once.

    Args:
        lines: of the file, with or without their ends.

    Attributes:
        rounds: how many the file announces.
        money: what everybody starts with.

    Raises:
        RoundsError: the first line is missing or makes no sense.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._last = 0
        self._filled = self._without_blanks(lines)
        # In the constructor, so that a wrong file fails before anything is written.
        line, text = self._next("the number of rounds and the money")
        self.rounds, self.money = _two(line, text, "ROUNDS MONEY")
        if self.rounds < 0:
            raise RoundsError(line, f"{self.rounds} is not a number of rounds")
        if not 0 <= self.money <= MAX_MONEY:
            raise RoundsError(line, f"money goes from 0 to {MAX_MONEY}, not {self.money}")

    def __iter__(self) -> Iterator[RoundLines]:
        """The announced rounds.

        Raises:
            RoundsError: a round is missing or its first line is invalid.
        """
        # The number of players of the first round bounds all later ones.
        most = 0
        filled = self._filled
        for number in range(1, self.rounds + 1):
            line, text = self._next(f"round {number} of {self.rounds}")
            players, ante = _two(line, text, "PLAYERS ANTE")
            if not most:
                if not MIN_PLAYERS <= players <= MAX_PLAYERS:
                    reason = f"a match has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}"
                    raise RoundsError(line, reason)
                most = players
            if players < 1:
                raise RoundsError(line, f"a round has at least one player, not {players}")
            # One more than there are is named twice or unknown: no need to read on.
            wanted = min(players, most + 1)
            found = list(islice(filled, wanted))
            if len(found) < wanted:
                raise self._cut_short(f"player {len(found) + 1} of {players} in round {number}")
            numbers, entries = zip(*found, strict=True)
            yield ante, entries, (line, *numbers)

    def _without_blanks(self, lines: Iterable[str]) -> Iterator[tuple[int, str]]:
        # For an empty file: _last is then line 0.
        number = 0
        for number, line in enumerate(lines, 1):
            if text := line.strip():
                if len(line) >= MAX_LINE:
                    raise RoundsError(number, f"a line has less than {MAX_LINE} characters")
                # Blanks in any number between the words would make any log large.
                yield number, text if len(text) < LONG_LINE else " ".join(text.split())
        self._last = number

    def _next(self, wanted: str) -> tuple[int, str]:
        for found in self._filled:
            return found
        raise self._cut_short(wanted)

    def _cut_short(self, wanted: str) -> RoundsError:
        return RoundsError(self._last, f"the file ends here, {wanted} is missing")


def _two(line: int, text: str, wanted: str) -> tuple[int, int]:
    """The two whole numbers of a line."""
    words = text.split()
    if len(words) != 2:
        raise RoundsError(line, f"{spell(text)} is not {wanted}, two whole numbers")
    numbers = [whole_number(word) for word in words]
    for word, number in zip(words, numbers, strict=True):
        if number is None:
            raise RoundsError(line, f"{spell(word)} is not a whole number up to {MAX_CHIPS}")
    one, other = numbers
    assert one is not None
    assert other is not None
    return one, other
