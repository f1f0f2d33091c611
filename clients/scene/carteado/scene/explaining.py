"""Rules, game words and typed commands in the player's language.

The engine and the protocol give them in English (`carteado.engine.tables.explanation`,
`carteado.protocol.verbs`); the catalogues have their templates. Texts of a game from another
package are shown as they are.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from carteado.engine.game import Game
from carteado.engine.registry import games
from carteado.engine.table import TableOptions
from carteado.engine.tables.explanation import (
    action_meaning,
    action_notes,
    action_word,
    entry,
    explain,
    glossary,
    words_of_game,
)
from carteado.protocol.speech_actions import action_usage
from carteado.protocol.verbs import BY_WORD, COMMANDS, Verb
from carteado.protocol.wording import bare
from carteado.scene.game_types import GameOptions
from carteado.scene.words import Words

__all__ = [
    "Rows",
    "action_rows",
    "command_rows",
    "game_words",
    "near_topic",
    "rules_of",
    "topic_rows",
]

Rows = list[tuple[str, str]]
"""Lines in two columns: a head, and what it means; a heading has no meaning."""


def rules_of(
    words: Words, game: Game[Any], options: GameOptions, settings: TableOptions | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """The rules of a table: paragraphs, each with its title and sentences."""
    return [
        (words(one.title), tuple(map(words.said, one.sentences)))
        for one in explain(game, options, settings)
    ]


def game_words(words: Words, game: Game[Any] | None = None) -> Rows:
    """The words of a game with their meanings, of all games when absent, in alphabetical order."""
    found: Mapping[str, str] = glossary() if game is None else words_of_game(game)
    rows = [(entry(words(word)), words(meaning)) for word, meaning in found.items()]
    return sorted(rows, key=lambda row: row[0].casefold())


def command_rows(words: Words) -> Rows:
    """The commands to type, by the role that gives them; a heading has no explanation."""
    rows: Rows = []
    # The list is ordered by who gives the commands, so each section has one heading.
    section = None
    for verb in COMMANDS:
        if verb.whose is not section:
            section = verb.whose
            rows.append((f"{words(section.value)}:", ""))
        rows.append(_command_row(words, verb))
    return rows


def _command_row(words: Words, verb: Verb) -> tuple[str, str]:
    also = ", ".join(verb.words[1:])
    meaning = words(verb.help)
    return verb.usage, words(
        "{meaning} (or: {also})", meaning=meaning, also=also
    ) if also else meaning


def action_rows(words: Words, game: Game[Any]) -> Rows:
    """The actions of a game: how each is typed, and what it does."""
    return [(_usage(cls), words(action_meaning(cls))) for cls in game.actions]


def _usage(action: type) -> str:
    """An action as it is typed: ``run-twice``, ``extend MELD CARDS [TEAM]``."""
    _, _, fields = action_usage(action).partition(" ")
    return f"{action_word(action)} {fields}".rstrip()


def topic_rows(words: Words, topic: str) -> Rows:
    """The help on a word: a typed command, a word or an action of a game, or a game.

    Words of games may be written in English or in the player's language.
    """
    # "side pots", "Side-pot" and "sidepot" are the same question.
    wanted = _bare(topic)
    verb = BY_WORD.get(bare(topic))
    rows = [_command_row(words, verb)] if verb is not None else []
    for word, meaning in glossary().items():
        if wanted in (_bare(word), _bare(words(word))):
            rows.append((entry(words(word)), words(meaning)))
    for game in games().values():
        for action in game.actions:
            if bare(topic) == bare(action_word(action)):
                meaning = words(action_meaning(action))
                rows.append((f"{_usage(action)} ({game.title})", meaning))
                rows += [("", words.said(note)) for note in action_notes(game, action)]
        if wanted in (_bare(game.id), _bare(game.title)):
            rows += _usual_rules(words, game)
    return rows


def near_topic(words: Words, topic: str) -> str:
    """The topic whose name resembles an unknown word most; '' for none."""
    known = list(BY_WORD)
    known += [words(word).casefold() for word in glossary()] + list(games())
    known += [action_word(action) for game in games().values() for action in game.actions]
    return next(iter(difflib.get_close_matches(topic.casefold(), known, n=1)), "")


def _usual_rules(words: Words, game: Game[Any]) -> Rows:
    rows: Rows = []
    # The first preset is the game's default.
    for title, sentences in rules_of(words, game, next(iter(game.presets.values()))):
        rows.append((f"{game.title}: {title}", ""))
        rows += [("", sentence) for sentence in sentences]
    return rows


def _bare(word: str) -> str:
    """A word without capitals, hyphens, blanks and a plural's s."""
    low = "".join(letter for letter in word.casefold() if letter.isalnum())
    # "pass" is not a plural.
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low
