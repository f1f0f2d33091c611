"""Help on keys and typed words, and the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.engine.game import Game
from carteado.engine.plain import tag_of
from carteado.engine.table import TableOptions
from carteado.scene.explaining import (
    Rows,
    action_rows,
    command_rows,
    game_words,
    rules_of,
    topic_rows,
)
from carteado.scene.game_types import GameOptions
from carteado.scene.words import Words

__all__ = [
    "help_lines",
    "page_keys",
    "poker_keys",
    "rules_lines",
    "topic_lines",
    "word_lines",
]

_COLUMN = 25
"""Cells of a command; what it does stands behind it."""


def help_lines(words: Words, keys: Sequence[str], game: Game[Any] | None = None) -> list[str]:
    """The text of the help, a line each: keys, the game's actions, all commands, the game's words.

    Args:
        words: of the player.
        keys: of the page below.
        game: whose actions and words are explained, None away from tables.
    """
    meanings = word_lines(words, game) if game is not None else []
    actions = _columns(action_rows(words, game)) if game is not None else []
    return [
        words("Keys that are shown work while the input line is empty. Type / to begin a command."),
        "",
        *keys,
        *([words("Tab writes to the table, Esc opens the menu")] if game is not None else ()),
        words("↑ and ↓ bring typed lines back, Tab completes a word"),
        "",
        *([words("Actions of this game:"), *actions, ""] if actions else ()),
        *_columns(command_rows(words)),
        *(["", words("Game words"), *meanings] if meanings else ()),
    ]


def page_keys(words: Words, *, start: bool) -> list[str]:
    """The keys of the menu, or of the lobby."""
    if start:
        return [words("↑ and ↓ choose, Enter goes on, and so does the letter before a line")]
    return [
        words("↑ and ↓ choose a table, Enter sits down there, W watches, B adds a bot, V replays"),
        words("O opens a table, R explains the rules of one, F finds servers, S statistics"),
    ]


def poker_keys(words: Words, game: Game[Any]) -> list[str]:
    """The keys of a poker table, nothing for a game without them."""
    tags = set(map(tag_of, game.actions))
    if "fold" not in tags:
        return []
    # Without raises, as in Quick Hold'em, one seat names a stake.
    if "stake" in tags:
        return [
            words("F1 fold, F2 play for the stake; when you name it: F3, 1 to 5, or = types it"),
            words("F1 and F2 before your turn: fold, or play for any stake"),
            words("Or type: fold, play, stake 250, then Enter"),
            words("F5 last hand again, F7 ledger, F8 log"),
        ]
    return [
        words("F1 fold, F2 check or call, F3 bet or raise, F4 all-in"),
        words("1 to 5 choose an amount, ↑ and ↓ a big blind more or less, = types an amount"),
        words("F1 to F3 before your turn: fold, call or call any, as soon as it is your turn"),
        words("Or type: fold, call, raise 120, f, c, r 120, then Enter"),
        words("F5 last hand again, F6 coach, F7 ledger, F8 log, F9 amounts in big blinds"),
    ]


def rules_lines(
    words: Words, game: Game[Any], options: GameOptions, settings: TableOptions | None
) -> list[str]:
    """The rules of a table in sentences, by paragraphs."""
    found: list[str] = []
    for title, sentences in rules_of(words, game, options, settings):
        found += [title, *(f"  {one}" for one in sentences), ""]
    return found


def word_lines(words: Words, game: Game[Any] | None = None) -> list[str]:
    """Meanings of a game's words, of all games when absent."""
    return [f"{word}: {meaning}" for word, meaning in game_words(words, game)]


def topic_lines(words: Words, topic: str) -> list[str]:
    """The help on a typed command, a word or a game; nothing for another word."""
    return [
        f"{head}: {text}" if head and text else head or f"  {text}"
        for head, text in topic_rows(words, topic)
    ]


def _columns(rows: Rows) -> list[str]:
    """Commands beside what they do; one that is too long has its own line."""
    found = []
    for head, text in rows:
        if not text:
            found.append(head)
        # A blank must stay between the columns.
        elif len(head) > _COLUMN - 1:
            found += [f"  {head}", f"  {'':{_COLUMN}}{text}"]
        else:
            found.append(f"  {head:<{_COLUMN}}{text}")
    return found
