"""Facts about tables: for the list in the lobby, and for the question that stops a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine.errors import EngineError, UnknownGame
from carteado.engine.plain import from_plain
from carteado.engine.registry import game_of
from carteado.engine.table import TableOptions
from carteado.protocol.messages import TableInfo
from carteado.scene.game_types import GameOptions
from carteado.scene.option_words import word_label
from carteado.scene.words import Words

__all__ = ["blinds_of", "cut_off", "game_title", "records_only", "table_facts", "table_sentences"]

NAMED = 6
"""Players who are named before a server is stopped; the others are counted."""


_SHORT = {"holdem": "Hold'em"}
"""Titles for places with no room for the full one: a segment, or a column of a terminal."""


def game_title(game: str) -> str:
    """The title of a game; its id if it is not installed, as with a newer server."""
    try:
        title: str = game_of(game).title
    except UnknownGame:
        return game
    return _SHORT.get(game, title)


def blinds_of(options: Mapping[str, Any]) -> tuple[int, int] | None:
    """The blinds in a table's options; None without them, or where they are another game's."""
    small, big = options.get("small_blind"), options.get("big_blind")
    return (small, big) if type(small) is int and type(big) is int else None


def records_only(game: str) -> bool:
    """Whether a game only records what people do: it has no clock, no coach and no bots."""
    try:
        return bool(game_of(game).adjudicator)
    # A game that is not installed may still be listed; it is taken for a usual one.
    except UnknownGame:
        return False


def table_facts(info: TableInfo, words: Words) -> list[str]:
    """The obstacles to sitting down, and the number of waiting and watching people, in a few words.

    Args:
        info: the table as the server listed it.
        words: of the reader.
    """
    facts = []
    if info.locked:
        facts.append(words("locked"))
    if info.protected:
        facts.append(words("needs a code"))
    if info.waiting:
        facts.append(words.several("{n} waiting", "{n} waiting", info.waiting))
    if info.watching:
        facts.append(words.several("{n} watching", "{n} watching", info.watching))
    return facts


def table_sentences(info: TableInfo, words: Words) -> list[str]:
    """Facts to know before sitting down: the clock, the coach, a seat, the score.

    Args:
        info: the table as the server listed it.
        words: of the reader.
    """
    try:
        settings = from_plain(TableOptions, info.settings)
    except EngineError:  # of a newer server, which has settings that this program does not know
        settings = TableOptions()
    facts = []
    if not records_only(info.game):
        allowed = word_label(str(info.settings.get("advice", "off")), words)
        # Read from the plain settings, because an unknown setting would make the whole unreadable.
        advice = words("Advice: {whom}.", whom=allowed[:1].lower() + allowed[1:])
        facts += [_clock(settings, words), advice]
    facts.append(_seats(info, words))
    if any(info.score):
        facts.append(_score(info.score, words))
    return [one for one in facts if one]


def _score(score: tuple[int, ...], words: Words) -> str:
    if len(score) == 2:
        return words("Score {first} to {second}.", first=score[0], second=score[1])
    return words("Score {points}.", points=" · ".join(map(words.number, score)))


def _clock(settings: TableOptions, words: Words) -> str:
    turn, bank = (_seconds(ms, words) for ms in (settings.decision_ms, settings.bank_ms))
    if settings.clock == "none":
        return words("No clock.")
    if settings.clock == "total":
        return words("{bank} s for the whole game.", bank=bank)
    if not settings.bank_ms:
        return words("{turn} s a turn.", turn=turn)
    return words("{turn} s a turn, {bank} s bank.", turn=turn, bank=bank)


def _seconds(ms: int, words: Words) -> str:
    whole, rest = divmod(ms, 1000)
    return words.decimal(ms / 1000) if rest else words.number(whole)


def _seats(info: TableInfo, words: Words) -> str:
    """The free seats; of a single one also its partner."""
    free = [at for at, seat in enumerate(info.seats) if seat.name is None and not seat.reserved]
    # With several free seats the partner depends on the choice.
    if len(free) != 1:
        return words.several("{n} seat is free.", "{n} seats are free.", len(free)) if free else ""
    partners = _partners(info, free[0])
    if not partners:
        return words("Seat {seat} is free.", seat=free[0])
    return words("Seat {seat} is free (partner of {name}).", seat=free[0], name=partners)


def _partners(info: TableInfo, seat: int) -> str:
    """The partners of a seat; '' where it has none, or where they cannot be known here."""
    try:
        game = game_of(info.game)
        options: GameOptions = from_plain(game.options_type, info.options)
    except EngineError:
        return ""
    team = game.team(options, seat)
    if team is None:
        return ""
    others = (one.name for at, one in enumerate(info.seats) if game.team(options, at) == team)
    return ", ".join(name for name in others if name is not None)


def cut_off(words: Words, people: Sequence[str] | None) -> str:
    """What happens to the players of a server that is to be stopped.

    Args:
        words: of the reader.
        people: the others at its tables; None where they are unknown.
    """
    text = words("Players at its tables are cut off until it runs again.")
    if people is None:
        return text
    if not people:
        return f"{words('Nobody else sits at its tables now.')} {text}"
    names, more = ", ".join(people[:NAMED]), len(people) - NAMED
    if more > 0:
        names = words("{names} and {n} more", names=names, n=more)
    return f"{text} {words('Now there: {names}.', names=names)}"
