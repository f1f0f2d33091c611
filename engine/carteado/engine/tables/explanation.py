"""The rules of a table in sentences, as its options set them, and what the words of games mean.

A game explains itself in a module that its extra ``explanation`` names (`registry.extra_of`):

- ``explain(options)`` gives its rules as `Paragraph` objects;
- ``WORDS`` has its words, each with what it means;
- ``ACTIONS``, where it is there, has further sentences about how actions are typed, by their tags.

For a game without the module the options are listed as they are. Titles, sentences, words and
meanings are English; clients translate them (`sentences`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from carteado.engine.game import Game
from carteado.engine.plain import tag_of
from carteado.engine.registry import extra_of, games
from carteado.engine.sentences import Sentence, said, seconds, several
from carteado.engine.table import TableOptions

__all__ = [
    "Paragraph",
    "action_meaning",
    "action_notes",
    "action_word",
    "entry",
    "explain",
    "glossary",
    "meaning",
    "words_of_game",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Sentences under a heading; a text is a sentence without values."""

    title: str
    sentences: tuple[Sentence | str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences in English."""
        return tuple(map(str, self.sentences))


_WORDS: Mapping[str, str] = {
    "deal": "Everything from one shuffle to the next. In poker a deal is called a hand.",
    "house rules": "The options of the game, as the player who opened the table chose them.",
    "rail": "Where spectators watch from. They see what is shown to everybody.",
    "time bank": "Extra time of a seat for the whole game, used when the time of a decision is up.",
    "rematch": "A new game at the same table, once everybody there wants one.",
    "bot": "A program that plays. A player at the table can add the server's bots.",
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
            # A later game may redefine a word, so every definition has to hold for all games.
            found |= module.WORDS
    return dict(sorted(found.items()))


def words_of_game(game: Game[Any]) -> Mapping[str, str]:
    """The words of a game with their meanings, in alphabetical order; empty without the module."""
    module: Any = extra_of(game, "explanation")
    return dict(sorted(module.WORDS.items())) if module is not None else {}


def entry(word: str) -> str:
    """A word as it begins an entry: with a capital letter, but a unit such as bb/100."""
    # Units such as bb/100 are written small everywhere.
    return word if "/" in word else word[:1].upper() + word[1:]


def meaning(word: str) -> tuple[str, str] | None:
    """A word of the glossary and what it means; capitals, hyphens and a plural do not count."""
    wanted = _bare(word)
    for one, text in glossary().items():
        if _bare(one) == wanted:
            return one, text
    return None


def action_word(action: type) -> str:
    """The word to type for an action."""
    return tag_of(action).replace("_", "-")


def action_meaning(action: type) -> str:
    """What an action does: the first sentence of its documentation."""
    return (action.__doc__ or "").split("\n")[0].replace("`", "")


def action_notes(game: Game[Any], action: type) -> tuple[Sentence, ...]:
    """Further sentences about how an action of a game is typed; none for most."""
    module: Any = extra_of(game, "explanation")
    notes: Mapping[str, tuple[Sentence, ...]] = getattr(module, "ACTIONS", {})
    return notes.get(tag_of(action), ())


def _bare(word: str) -> str:
    low = "".join(letter for letter in word.lower() if letter.isalnum())
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def _listed(options: Any) -> Paragraph:
    sentences = (
        f"{one.name.replace('_', ' ')}: {getattr(options, one.name)}." for one in fields(options)
    )
    return Paragraph(title="Options", sentences=tuple(sentences))


def _table(game: Game[Any], options: Any, settings: TableOptions) -> Paragraph:
    """The rules of the table itself, whatever game is played."""
    rules = [] if game.adjudicator else _clock(settings)
    # Only poker games have this property, so its absence means no buying in.
    if getattr(options, "is_cash", False) and settings.absent_ms:
        away = seconds(settings.absent_ms)
        rules.append(said("The seat of a player who is away for {time} is released.", time=away))
    kept = seconds(settings.offer_ms)
    rules.append(said("A free seat is kept {time} for the first of the waiting list.", time=kept))
    if settings.delay_ms:
        delay = seconds(settings.delay_ms)
        rules.append(said("Spectators see the table {time} later.", time=delay))
    if settings.advice == "everyone":
        rules.append(said("While a deal is played, clients may tell odds and advice to everyone."))
    else:
        rules.append(said("While a deal is played, clients may tell odds and advice to nobody."))
    return Paragraph(title="Table", sentences=tuple(rules))


def _clock(settings: TableOptions) -> list[Sentence]:
    """The sentences about the clock and about the time between deals."""
    if settings.clock == "none":
        rules = [said("There is no clock: the table waits for every seat that does not sit out.")]
    elif settings.clock == "total":
        whole = seconds(settings.bank_ms)
        rules = [said("Each seat has {time} for the whole game.", time=whole)]
        if settings.increment_ms:
            more = seconds(settings.increment_ms)
            rules.append(said("Each decision adds {time} to that.", time=more))
    else:
        rules = _each_decision(settings)
    if settings.clock != "none":
        if settings.grace_ms:
            # The grace period never exceeds one decision: a table of people must not stall twice
            # as long.
            wait = seconds(min(settings.grace_ms, settings.decision_ms))
            rules.append(
                said(
                    "Among people a seat is waited for {time} longer, and then sits out.", time=wait
                )
            )
        rules.append(
            several(
                "A seat sits out when the clock took {n} decision in a row.",
                "A seat sits out when the clock took {n} decisions in a row.",
                settings.expiries,
            )
        )
    pause, cut = seconds(settings.pause_ms), seconds(settings.nonce_ms)
    rules.append(said("The next deal comes {time} after the last one.", time=pause))
    rules.append(said("A deal waits at most {time} for the seats to cut the deck.", time=cut))
    if settings.auto_restart:
        rules.append(
            said("A finished game starts again by itself, unless several people sit there.")
        )
    return rules


def _each_decision(settings: TableOptions) -> list[Sentence]:
    rules = [said("A decision has {time}.", time=seconds(settings.decision_ms))]
    if settings.bank_ms:
        bank = seconds(settings.bank_ms)
        rules.append(said("After that each seat has a time bank of {time}.", time=bank))
    if settings.refill_ms:
        rules.append(
            several(
                "It gets {time} back after {n} deal, up to that time.",
                "It gets {time} back after {n} deals, up to that time.",
                settings.refill_deals,
                time=seconds(settings.refill_ms),
            )
        )
    return rules
