"""Answers to ``help`` and ``rules``, from the table of commands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from carteado.client.errors import InputError
from carteado.client.options import key_values
from carteado.engine.errors import EngineError, UnknownGame
from carteado.engine.game import Game
from carteado.engine.registry import game_of, games
from carteado.engine.sentences import said
from carteado.engine.tables.explanation import (
    Paragraph,
    action_meaning,
    action_notes,
    action_word,
    explain,
    glossary,
    meaning,
)
from carteado.engine.tables.options import did_you_mean, meant, options_from_text
from carteado.protocol.speech_actions import action_usage
from carteado.protocol.verbs import BY_WORD, COMMANDS, Verb
from carteado.protocol.wording import bare

__all__ = [
    "game_options",
    "game_rules",
    "help_lines",
    "paragraph_lines",
    "rules_lines",
    "topic_lines",
]

WIDTH = 74
"""Columns that a dialog of the smallest terminal has, too."""
_COLUMN = 27
"""Column of the explanations of commands."""


def help_lines(game: Game[Any] | None = None) -> list[str]:
    """All commands, by who gives them.

    Args:
        game: at whose table they are asked for; its actions come first. None in the lobby.
    """
    lines: list[str] = []
    if game is not None:
        lines.append(
            f"On your turn, in {game.title}:" if not game.adjudicator else f"{game.title}:"
        )
        for cls in game.actions:
            lines += _rows(_typed(cls), action_meaning(cls))
    section = None
    for verb in COMMANDS:
        if verb.whose is not section:
            section = verb.whose
            lines.append(f"{section.value}:")
        lines += _verb_lines(verb)
    return lines


def _verb_lines(verb: Verb) -> list[str]:
    """The usage of a command, and its explanation."""
    others = ", ".join(verb.words[1:])
    return _rows(verb.usage, f"{verb.help} (or: {others})" if others else verb.help)


def _typed(action: type) -> str:
    """An action as it is typed: ``run-twice``, ``discard CARD``."""
    _, _, fields = action_usage(action).partition(" ")
    return f"{action_word(action)} {fields}".rstrip()


def _rows(usage: str, does: str) -> list[str]:
    """What is typed in one column, and what it does in another."""
    usage = f"  {usage}"
    rows = textwrap.wrap(does, WIDTH - _COLUMN, break_on_hyphens=False)
    if len(usage) < _COLUMN - 1:
        usage = usage.ljust(_COLUMN) + rows.pop(0)
    return [usage, *(" " * _COLUMN + line for line in rows)]


def topic_lines(topic: str, programs: Mapping[str, str] | None = None) -> list[str]:
    """The help on a topic; all topics where it is empty.

    Args:
        topic: a command, a game, a word, or the name of a program.
        programs: what each command of the shell does, where there are some.

    Raises:
        InputError: there is no such topic; the sentence names similar ones.
    """
    programs = programs or {}
    if not topic:
        return list(_topics(programs))
    lines = []
    verb = BY_WORD.get(bare(topic))
    if verb is not None:
        lines += _verb_lines(verb)
    if topic.lower() in programs:
        name = topic.lower()
        lines.append(f"carteado {name}: {programs[name]} More: carteado {name} --help")
    for game in games().values():
        if topic.lower().replace("_", "-") == game.id:
            options = next(iter(game.presets.values()))
            lines += [game.title, *paragraph_lines(explain(game, options))]
    found = meaning(topic)
    if found is not None:
        word, text = found
        lines += textwrap.wrap(f"{word}: {text}", WIDTH, subsequent_indent="  ")
    else:
        lines += _action_lines(topic)
    if not lines:
        actions = [action_word(cls) for game in games().values() for cls in game.actions]
        known = (*games(), *programs, *glossary(), *BY_WORD, *actions)
        hint = did_you_mean(topic.lower(), tuple(dict.fromkeys(known)))
        raise InputError(f"there is no help on {topic!r:.40}; {hint}")
    return lines


def _action_lines(topic: str) -> list[str]:
    """What an action does in each game that has it."""
    lines = []
    for game in games().values():
        for cls in game.actions:
            word = action_word(cls)
            if bare(word) == bare(topic):
                text = f"{word} ({game.title}): {action_meaning(cls)}"
                lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ")
                if " " in _typed(cls):
                    lines += textwrap.wrap(
                        f"  Type: {_typed(cls)}", WIDTH, subsequent_indent="    "
                    )
                for note in action_notes(game, cls):
                    lines += textwrap.wrap(
                        str(note), WIDTH, initial_indent="  ", subsequent_indent="    "
                    )
    return lines


def _topics(programs: Mapping[str, str]) -> Iterator[str]:
    yield "Games: " + ", ".join(games())
    if programs:
        yield from textwrap.wrap("Programs: " + ", ".join(programs), WIDTH, subsequent_indent="  ")
    yield from textwrap.wrap(
        "Words: " + ", ".join(glossary()), WIDTH, subsequent_indent="  ", break_on_hyphens=False
    )
    yield from ("Commands at a table:", *help_lines())


def paragraph_lines(paragraphs: Sequence[Paragraph]) -> list[str]:
    """Paragraphs as lines of text, each sentence at the beginning of a line."""
    lines = []
    for one in paragraphs:
        lines.append(f"  {one.title}")
        for sentence in one.texts:
            lines += textwrap.wrap(
                sentence, WIDTH, initial_indent="    ", subsequent_indent="      "
            )
    return lines


def game_options(name: str, preset: str | None, settings: Sequence[str] = ()) -> tuple[Any, Any]:
    """A game and a preset's options with some that differ.

    Raises:
        InputError: there is no such game, preset or option; the sentence says what there is.
    """
    try:
        game = game_of(name)
    except UnknownGame as error:
        raise InputError(error.said) from None
    called = preset or next(iter(game.presets))
    if "=" in called:
        raise InputError(f"write options as --set {called:.40}")
    if called not in game.presets:
        raise InputError(
            said(
                "{game} has no preset {word}; {hint}",
                game=game.id,
                word=f"{called!r:.40}",
                hint=meant(called, tuple(game.presets)),
            )
        )
    try:
        options = options_from_text(game.options_type, game.presets[called], key_values(settings))
    except EngineError as error:
        raise InputError(str(error)) from None
    return game, options


def game_rules(words: Sequence[str]) -> tuple[Any, Any]:
    """The game and the options that ``rules GAME [PRESET]`` is about.

    Raises:
        InputError: there is no such game or preset, or there are more words.
    """
    if len(words) > 2:
        raise InputError(said("write rules for this table, or rules GAME [PRESET]"))
    return game_options(words[0], words[1] if len(words) > 1 else None)


def rules_lines(words: Sequence[str]) -> list[str]:
    """The answer to ``rules GAME [PRESET]``.

    Raises:
        InputError: there is no such game or preset, or there are more words.
    """
    game, options = game_rules(words)
    return [game.title, *paragraph_lines(explain(game, options))]
