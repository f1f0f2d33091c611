"""Lines about a table whose cards a terminal shows: which words in them are cards.

Only the program's own sentences name cards. What a player wrote, such as chat, a name or a title,
stays as it is, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from carteado.clients.cli.event_lines import event_line
from carteado.engine.game import Event
from carteado.engine.table import Table
from carteado.protocol.notation import brief, escape
from carteado.scene.poker_face.book import face_of
from carteado.scene.spoken import cards_words
from carteado.scene.words import Words

__all__ = ["TableLine", "event_table_line", "game_line", "in_words", "replaced"]

_CARD = r"\?\?|JKR[a-d]?|[2-9TJQKA](?:[cdhs]|[SHDC][a-d]?)"
# Poker Face writes cards in the letters that its bookkeeper types, and its lines show what to type,
# which stays; one sentence names cards of a round.
_OWN_LETTERS = {"poker-face": ("(?<=Seen twice: )", "(?:1[0-3]|[1-9])[PECO]")}

LONGEST_NAME = 64
"""Letters of a name: as many as those of Poker Face may have."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line about a table.

    Attributes:
        text: the line.
        names: of players, in which nothing is a card; None if nothing in the line is one.
        game: id of the game, whose cards may have letters of their own.
    """

    text: str
    names: tuple[str, ...] | None = None
    game: str = ""

    @property
    def has_own_letters(self) -> bool:
        """Whether its cards are not in the letters of most games, by which they are painted."""
        return self.game in _OWN_LETTERS


def game_line(text: str, table: Table, *more: str) -> TableLine:
    """A line of a table's game.

    Args:
        text: the line.
        table: that it is about.
        more: further names that stand in it.
    """
    # Some games have a bookkeeper, and the players have no seats.
    players = getattr(table.state, "players", ())
    return TableLine(text, (*filter(None, table.state.names), *players, *more), table.game.id)


def event_table_line(event: Event, before: Table | None) -> TableLine:
    """The line about an event. What an owner wrote, such as a title, has no cards."""
    text = event_line(event, before)
    if before is None or event.__class__ not in before.game.events:
        return TableLine(text)
    # Names that come with the event, which the table before it does not have.
    new = (getattr(event, "name", None), *(getattr(event, "players", None) or ()))
    return game_line(text, before, *(name for name in new if isinstance(name, str)))


def replaced(line: TableLine, show: Callable[[list[str]], str]) -> str:
    """The line, printable, with each row of cards as `show` writes it."""
    text = brief(line.text)
    if line.names is None:
        return text
    after, card = _OWN_LETTERS.get(line.game, ("", _CARD))
    row = rf"(?<![\w?]){after}(?:{card})(?: (?:{card}))*(?![\w?])"
    # The names first: what looks like a card in one of them is none. Longer names first, because
    # one may begin like another.
    # No honest name is longer than `LONGEST_NAME`, and a forged one makes the search slow.
    names = [escape(one) for one in line.names if 0 < len(one) <= LONGEST_NAME]
    names.sort(key=len, reverse=True)
    pattern = "|".join([*(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), f"(?P<row>{row})"])
    return re.sub(
        pattern,
        lambda found: found[0] if found["row"] is None else show(found["row"].split()),
        text,
    )


def in_words(line: TableLine, words: Words) -> str:
    """The line, printable, with its cards in words for players who hear it."""
    read: Callable[[str], str] = face_of if line.has_own_letters else str
    return replaced(line, lambda cards: cards_words([*map(read, cards)], words))
