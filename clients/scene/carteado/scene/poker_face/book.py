"""A round that is being entered: who took part, what they bet, which cards they showed.

Nothing here judges: the server decides the round. Cards are written as the game writes them, a
number from 1 to 13 and one of P, E, C, O (clubs, spades, hearts, diamonds).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from carteado.scene.game_types import JudgedRound
from carteado.scene.words import Words

__all__ = ["RANKS", "SUITS", "Book", "Row", "face_of", "next_step"]

# The paper's notation, which logs and typed commands keep.
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13")
SUITS = ("E", "C", "O", "P")

_LETTERS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_SUITS = {"P": "c", "E": "s", "C": "h", "O": "d"}

# Ten hands of five cards leave two of the pack.
MOST = 10
"""Players of a match."""


def face_of(card: str) -> str:
    """The card as other games write it: ``11O`` is ``Jd``."""
    rank, suit = card[:-1], card[-1]
    return _LETTERS.get(rank, rank) + _SUITS.get(suit, "s")


def next_step(book: Book, words: Words) -> str:
    """What the form takes next from the active player."""
    if not book.rows:
        return words("Add the players of the first round.")
    row = book.rows[book.active]
    if not row.plays:
        return words("{name} pays the ante only.", name=row.name)
    if len(row.cards) == 5:
        return words("{name} has five cards.", name=row.name)
    number = len(row.cards) + 1
    return words("{name}, card {number} of 5. Rank, then suit.", name=row.name, number=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player of the round; one who does not play pays the ante only."""

    name: str
    bet: int = 0
    cards: tuple[str, ...] = ()
    plays: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """The form.

    Attributes:
        rows: players, in the order of entry.
        active: row that takes the next card.
        rank: chosen for the next card, '' for none.
        ante: that every player of the match pays.
        correcting: number of the round that is entered again, None for a new one.
    """

    rows: tuple[Row, ...] = ()
    active: int = 0
    rank: str = ""
    ante: int = 50
    correcting: int | None = None

    def with_players(self, names: tuple[str, ...]) -> Book:
        """The form of a match whose players are known."""
        # Before the first round the form decides who plays.
        if not names or tuple(row.name for row in self.rows) == names:
            return self
        known = {row.name: row for row in self.rows}
        return replace(
            self, rows=tuple(known.get(name, Row(name=name, bet=50)) for name in names), active=0
        )

    def added(self, name: str) -> Book:
        """With a further player, who is then active; unchanged for a name that is there."""
        # The line that is sent separates its parts by blanks; several in a row would change the
        # name.
        name = " ".join(name.split())
        if not name or len(self.rows) >= MOST or any(row.name == name for row in self.rows):
            return self
        rows = (*self.rows, Row(name=name, bet=50))
        return replace(self, rows=rows, active=len(rows) - 1, rank="")

    def removed(self, at: int) -> Book:
        """Without a player."""
        rows = self.rows[:at] + self.rows[at + 1 :]
        # The active row may have been the last.
        return replace(self, rows=rows, active=max(0, min(self.active, len(rows) - 1)))

    def toggled(self, at: int) -> Book:
        """With a player in the round, or with the ante only."""
        row = self.rows[at]
        return self._with(at, replace(row, plays=not row.plays))

    def bet(self, at: int, amount: int) -> Book:
        """With another bet of a player."""
        return self._with(at, replace(self.rows[at], bet=max(0, amount)))

    def suit(self, suit: str) -> Book:
        """With the next card of the active player, of the chosen rank."""
        if not self.rank or not self.rows:
            return self
        row = self.rows[self.active]
        # A sixth card has no place.
        if len(row.cards) >= 5 or not row.plays:
            return self
        found = self._with(self.active, replace(row, cards=(*row.cards, self.rank + suit)))
        # That was the fifth card: go on with the next player who lacks cards.
        if len(row.cards) == 4:
            found = replace(found, active=found._next())
        return replace(found, rank="")

    def back(self) -> Book:
        """Without the chosen rank, or without the last card of the active player."""
        # First the rank that was pressed by mistake, then whole cards.
        if self.rank or not self.rows:
            return replace(self, rank="")
        row = self.rows[self.active]
        return self._with(self.active, replace(row, cards=row.cards[:-1]))

    @property
    def twice(self) -> frozenset[str]:
        """Cards that stand in the form more than once."""
        every = [card for row in self.rows if row.plays for card in row.cards]
        # Only a warning: house rules decide whether it counts.
        return frozenset(card for card in every if every.count(card) > 1)

    @property
    def complete(self) -> bool:
        """Whether every player of the round has five cards."""
        playing = [row for row in self.rows if row.plays]
        return bool(playing) and all(len(row.cards) == 5 for row in playing)

    @property
    def pot(self) -> int:
        """All antes and bets."""
        return self.ante * len(self.rows) + sum(row.bet for row in self.rows if row.plays)

    def action(self) -> dict[str, Any]:
        """The messages that the bookkeeper sends."""
        # The same line as a bookkeeper types in the terminal.
        entries = [f"{row.name} {row.bet} {' '.join(row.cards)}" for row in self.rows if row.plays]
        if self.correcting is not None:
            return {
                "type": "correct_round",
                "number": self.correcting,
                "ante": self.ante,
                "entries": entries,
            }
        return {"type": "enter_round", "ante": self.ante, "entries": entries}

    def cleared(self) -> Book:
        """The form for the next round: the players stay."""
        # Bets stay too: most rounds repeat them.
        rows = tuple(replace(row, cards=(), plays=True) for row in self.rows)
        return replace(self, rows=rows, active=0, rank="", correcting=None)

    def correct(self, judged: JudgedRound, players: tuple[str, ...]) -> Book:
        """The form filled with a round that was judged."""
        entered = dict(
            zip(judged.players, zip(judged.bets, judged.hands, strict=True), strict=True)
        )
        rows = tuple(
            Row(name=name, bet=entered[at][0], cards=tuple(entered[at][1]))
            # Players who only paid the ante are not among the entries.
            if at in entered
            else Row(name=name, plays=False)
            for at, name in enumerate(players)
        )
        return Book(rows=rows, ante=judged.ante, correcting=judged.number)

    def _with(self, at: int, row: Row) -> Book:
        return replace(self, rows=(*self.rows[:at], row, *self.rows[at + 1 :]))

    def _next(self) -> int:
        """The next player who still lacks cards, else the active one."""
        count = len(self.rows)
        for step in range(1, count):
            at = (self.active + step) % count
            if self.rows[at].plays and len(self.rows[at].cards) < 5:
                return at
        return self.active
