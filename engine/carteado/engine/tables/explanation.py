"""The rules of a table in sentences, as its options set them, and what the words of games mean.

A game explains itself in a module that its extra ``explanation`` names (`registry.extra_of`):

- ``explain(options)`` gives its rules as `Paragraph` objects;
- ``WORDS`` has its words, each with what it means.

For a game without the module the options are listed as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from carteado.engine.game import Game
from carteado.engine.registry import extra_of, games
from carteado.engine.table import TableOptions
from carteado.engine.words import counted

__all__ = ["Paragraph", "explain", "glossary", "meaning", "seconds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Sentences under a heading."""

    title: str
    sentences: tuple[str, ...]


_WORDS: Mapping[str, str] = {
    "deal": "Everything from one shuffle to the next. In poker a deal is called a hand.",
    "house rules": "What whoever opens a table chooses: the options of the game. "
    "Type rules at a table to read them.",
    "rail": "Where spectators watch from. They see what is shown to everybody.",
    "time bank": "Extra time of a seat for the whole game, used when the time of a decision is up.",
    "rematch": "A new game at the same table, once everybody there wants one.",
    "bot": "A program that plays. The host seats bots: type bot and a name at a table.",
}
"""Words of every table."""


def explain(
    game: Game[Any], options: Any, settings: TableOptions | None = None
) -> tuple[Paragraph, ...]:
    """The rules of a table in sentences.

    Args:
        game: that is played.
        options: the game's options there.
        settings: the table's own options, None to leave them out.
    """
    module: Any = extra_of(game, "explanation")
    found: tuple[Paragraph, ...] = (
        module.explain(options) if module is not None else (_listed(options),)
    )
    return found if settings is None else (*found, _table(game, options, settings))


def glossary() -> Mapping[str, str]:
    """All words of the installed games with their meanings, in the order of the alphabet."""
    found = dict(_WORDS)
    for game in games().values():
        module: Any = extra_of(game, "explanation")
        if module is not None:
            found |= module.WORDS
    return dict(sorted(found.items()))


def meaning(word: str) -> tuple[str, str] | None:
    """A word of the glossary and what it means; capitals, hyphens and a plural do not count."""
    wanted = _bare(word)
    for one, text in glossary().items():
        if _bare(one) == wanted:
            return one, text
    return None


def _bare(word: str) -> str:
    low = "".join(letter for letter in word.lower() if letter.isalnum())
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def _listed(options: Any) -> Paragraph:
    said = (
        f"{one.name.replace('_', ' ')}: {getattr(options, one.name)}." for one in fields(options)
    )
    return Paragraph(title="Options", sentences=tuple(said))


def _table(game: Game[Any], options: Any, settings: TableOptions) -> Paragraph:
    """What the table itself does, whatever is played."""
    said = [] if game.adjudicator else _clock(settings)
    if getattr(options, "is_cash", False) and settings.absent_ms:
        away = seconds(settings.absent_ms)
        said.append(f"The seat of a player who is away for {away} is released.")
    kept = seconds(settings.offer_ms)
    said.append(f"A free seat is kept {kept} for the first of the waiting list.")
    if settings.delay_ms:
        said.append(f"Spectators see the table {seconds(settings.delay_ms)} later.")
    audience = "to everyone" if settings.advice == "everyone" else "to nobody"
    said.append(f"While a deal is played, clients may tell odds and advice {audience}.")
    return Paragraph(title="Table", sentences=tuple(said))


def _clock(settings: TableOptions) -> list[str]:
    """How decisions are timed, and how deals follow one another."""
    if settings.clock == "none":
        said = ["Nobody is hurried; only seats that sit out are not waited for."]
    elif settings.clock == "total":
        said = [f"Each seat has {seconds(settings.bank_ms)} for the whole game."]
        if settings.increment_ms:
            said.append(f"Each decision adds {seconds(settings.increment_ms)} to that.")
    else:
        said = _each_decision(settings)
    if settings.clock != "none":
        if settings.grace_ms:
            wait = seconds(min(settings.grace_ms, settings.decision_ms))
            said.append(f"Among people a seat is waited for {wait} longer, and then sits out.")
        lost = counted(settings.expiries, "decision")
        said.append(f"A seat sits out when the clock took {lost} in a row.")
    said.append(f"The next deal comes {seconds(settings.pause_ms)} after the last one.")
    said.append(f"A deal waits at most {seconds(settings.nonce_ms)} for the seats to cut the deck.")
    if settings.auto_restart:
        said.append("A finished game starts again by itself, unless several people sit there.")
    return said


def _each_decision(settings: TableOptions) -> list[str]:
    said = [f"A decision has {seconds(settings.decision_ms)}."]
    if settings.bank_ms:
        said.append(f"Behind that each seat has a time bank of {seconds(settings.bank_ms)}.")
    if settings.refill_ms:
        deals = counted(settings.refill_deals, "deal")
        said.append(f"It gets {seconds(settings.refill_ms)} back after {deals}, up to that time.")
    return said


def seconds(ms: int) -> str:
    """A time in words: ``30 seconds``, ``1.5 seconds``, ``20 minutes``."""
    if ms >= 60_000 and ms % 60_000 == 0:
        return counted(ms // 60_000, "minute")
    if ms % 1000 == 0:
        return counted(ms // 1000, "second")
    return f"{ms / 1000:g} seconds"
