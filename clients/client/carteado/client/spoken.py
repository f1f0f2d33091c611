"""The commands that people type: one grammar for lines and for the full screen.

Actions of a game are read by `choices`, what an owner types by `owning`, talk by `talking`. Here
are the rest: readers that make a message of a word and the rest of the line, and what they share.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.client.choices import choices_of
from carteado.client.errors import InputError
from carteado.client.lobby import table_named
from carteado.client.options import open_fields
from carteado.client.owning import OWNING, number_typed
from carteado.client.talking import TALKING
from carteado.engine.table import Table
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire

__all__ = [
    "ASKING",
    "LOOKING",
    "WORDS",
    "Where",
    "bot_typed",
    "chips_in_play",
    "coded",
    "is_choice",
    "open_typed",
    "request_typed",
    "seat_typed",
    "table_and_seat_typed",
    "table_typed",
    "unknown_command",
    "words_typed",
]

Request = tuple[type[Any], dict[str, Any]]
"""Class of a message to the server, and its fields without the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """What a reader of a line knows.

    Attributes:
        table: the table at hand; None in the lobby, or without the game's code.
        bots: names that the server offers.
        capabilities: of the server.
    """

    table: Table | None = None
    bots: Sequence[str] = ()
    capabilities: Sequence[str] = ()

    def needs(self, capability: str, otherwise: str) -> None:
        """Refuse what the server cannot do."""
        if capability not in self.capabilities:
            raise InputError(otherwise)


Reader = Callable[[str, Where], Request]


def words_typed(text: str) -> list[str]:
    """The words of a line; quotes keep several together."""
    try:
        return shlex.split(text)
    except ValueError:
        # An apostrophe is an open quote to shlex.
        return text.split()


def unknown_command(text: str, words: Sequence[str]) -> InputError:
    """What is said of a line that begins with no known word: the nearest one, and where help is."""
    near = difflib.get_close_matches(text.split()[0].lower(), words, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]!r}? Type ? for help" if near else "type ? for help"
    return InputError(f"unknown command {text!r:.40}; {hint}")


def is_choice(word: str, legal: Any, actions: Sequence[type]) -> bool:
    """Whether a word or letter names an action that is offered."""
    low = word.lower()
    return any(low in (one.letter, one.word, one.tag) for one in choices_of(legal, actions))


def seat_typed(text: str, table: Table | None) -> int:
    """The seat of the player with this name, or the seat with this number.

    Raises:
        InputError: nobody has that name.
    """
    names = table.state.names if table is not None else ()
    # Names go first: a player's name may be a number.
    for seat, name in enumerate(names):
        if name is not None and name.casefold() == text.casefold():
            return seat
    if not text.isdecimal():
        here = tuple(name for name in names if name is not None)
        raise InputError(f"nobody here is called {text!r:.40}; {did_you_mean(text, here)}")
    return number_typed(text)


def table_typed(
    words: Sequence[str],
    listed: Sequence[wire.TableInfo],
    usage: str,
    numbered: Sequence[wire.TableInfo] = (),
) -> str:
    """The table that the words name: its number in the list, id, title, or a part of them.

    Args:
        words: as they were typed; a title of several words needs no quotes.
        listed: the tables of the server.
        usage: how the command is written.
        numbered: the list whose numbers the reader sees, where it is an earlier one.

    Raises:
        InputError: there is no such table, or no word.
    """
    if not words:
        raise InputError(f"which table? Type: {usage}")
    text = " ".join(words)
    for number, info in enumerate(numbered or listed, 1):
        if text == str(number):
            return info.table
    return table_named(text, listed).table


def table_and_seat_typed(
    words: Sequence[str],
    listed: Sequence[wire.TableInfo],
    usage: str,
    numbered: Sequence[wire.TableInfo] = (),
) -> tuple[str, int | None]:
    """The same with the number of a seat behind it, unless that is the end of a title.

    Raises:
        InputError: there is no such table, or no word.
    """
    try:
        return table_typed(words, listed, usage, numbered), None
    except InputError:
        if len(words) < 2 or not words[-1].isdecimal():
            raise
    return table_typed(words[:-1], listed, usage, numbered), number_typed(words[-1])


def open_typed(words: Sequence[str]) -> dict[str, Any]:
    """The fields of `Open`: ``[GAME [PRESET]] [title=TEXT] [OPTION=VALUE ...]``.

    Args:
        words: what follows ``open``; options are written as people write them.

    Raises:
        InputError: an unknown game, preset, key or value; the message says what is valid.
    """
    places = [word for word in words if "=" not in word]
    if len(places) > 2:
        raise InputError("too much: type open GAME [PRESET] [title=TEXT] [OPTION=VALUE ...]")
    named = {"title": "", "preset": None, **dict(zip(("game", "preset"), places, strict=False))}
    options = []
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in ("title", "preset"):
            if named[key]:
                raise InputError(f"{key} is given twice")
            named[key] = value
        elif equals:
            options.append(word)
    fields = open_fields(named.get("game") or "holdem", named["preset"], options)
    return {**fields, "title": named["title"]}


def coded(words: Sequence[str]) -> tuple[list[str], str | None]:
    """The words without ``code=CODE``, and the code."""
    codes = [word[5:] for word in words if word.startswith("code=")]
    return [word for word in words if not word.startswith("code=")], codes[0] if codes else None


def bot_typed(words: Sequence[str], bots: Sequence[str]) -> dict[str, Any]:
    """The fields of `AddBot`.

    Raises:
        InputError: the server has no such bot.
    """
    if not words or words[0] not in bots:
        known = did_you_mean(words[0], tuple(bots)) if words else f"available: {', '.join(bots)}"
        raise InputError(f"which bot? Type: bot NAME; {known}")
    return {"bot": words[0], "seat": number_typed(words[1]) if len(words) > 1 else None}


def chips_in_play(table: Table | None, seat: int | None) -> int:
    """Chips of a seat that would be left behind; 0 where the game is over or has none."""
    if table is None or seat is None or table.game.over(table.state):
        return 0
    stacks = getattr(table.state, "stacks", ())
    return int(stacks[seat]) if seat < len(stacks) else 0


def _bot(text: str, where: Where) -> Request:
    return wire.AddBot, bot_typed(words_typed(text), where.bots)


def _remove_bot(text: str, where: Where) -> Request:
    if not text:
        raise InputError("which bot? removebot SEAT")
    where.needs("remove_bot", "this server cannot send bots away")
    return wire.RemoveBot, {"seat": seat_typed(words_typed(text)[0], where.table)}


def _kick(text: str, where: Where) -> Request:
    if not text:
        raise InputError("whom? kick NAME or kick SEAT")
    where.needs("remove", "this server cannot remove players")
    return wire.Remove, {"seat": seat_typed(" ".join(words_typed(text)), where.table)}


def _say(text: str, where: Where) -> Request:
    return wire.Chat, {"text": text}


def _top_up(text: str, where: Where) -> Request:
    if not text:
        raise InputError("how much? Type: topup CHIPS")
    return wire.TopUp, {"amount": number_typed(text)}


ASKING: Mapping[str, Reader] = {
    "bot": _bot,
    "addbot": _bot,
    "kick": _kick,
    "remove": _kick,
    "removebot": _remove_bot,
    "say": _say,
    "chat": _say,
    "topup": _top_up,
}
"""Requests of a player about the table at hand."""

LOOKING = (
    "tables",
    "join",
    "watch",
    "open",
    "table",
    "rules",
    "history",
    "ledger",
    "stats",
    "knock",
    "wait",
    "unwait",
    "peek",
    "advice",
    "sitout",
    "sitin",
    "rematch",
    "leave",
    "help",
    "quit",
)
"""Words that each client carries out in its own way."""

WORDS = (*LOOKING, *ASKING, *OWNING, *TALKING)
"""Every word that is no action of a game."""


def request_typed(word: str, rest: str, where: Where) -> Request | None:
    """The message that a line about the table at hand means; None where it means something else.

    Raises:
        InputError: the rest of the line is wrong, or the server cannot do it.
    """
    asking = ASKING.get(word)
    if asking is not None:
        return asking(rest, where)
    owning = OWNING.get(word)
    if owning is not None:
        where.needs("owner", "this server does not know owners of tables")
        return owning(rest, where.table, lambda text: seat_typed(text, where.table))
    talking = TALKING.get(word)
    if talking is not None:
        where.needs("reactions", "this server knows neither reactions nor blocked players")
        return talking(rest)
    return None
