"""The fold of a Buraco table's events that its state does not keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from carteado.scene.buraco.lines import line_of
from carteado.scene.cards import cards_text
from carteado.scene.game_types import GameEvent, GameState, ScoreSheet
from carteado.scene.story import Line, Story, event_lines, rewritten
from carteado.scene.words import N_, Words

__all__ = ["BuracoStory", "DealScore", "LastPlay"]

MOST_DEALS = 1000
"""Most deals of a match whose scores are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """A deal that is over: points and score sheet of each team, and which one went out, if any."""

    deal: int
    points: tuple[int, ...]
    sheets: tuple[ScoreSheet, ...]
    out: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The last play of a seat. Its words are chosen when it is shown, in the player's language."""

    words: str
    cards: tuple[str, ...] = ()

    def text(self, words: Words) -> str:
        """A few words for the seat."""
        return words(self.words, cards=cards_text(self.cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoStory(Story):
    """A reader's knowledge of a Buraco table beyond its state.

    Attributes:
        last: what each seat did last.
        took: who took a morto in this deal, by team.
        round: the lines since the reader's last turn.
        deals: deals of this match that are over.
    """

    last: Mapping[int, LastPlay] = field(default_factory=dict)
    took: Mapping[int, str] = field(default_factory=dict)
    round: tuple[Line, ...] = ()
    deals: tuple[DealScore, ...] = ()

    def happened(self, event: GameEvent, before: GameState, words: Words) -> BuracoStory:
        """The story after an event, for the game's state before it."""
        lines = event_lines(partial(line_of, event, before), words)
        story = replace(self, log=self.log.add(*lines)) if lines else self
        match event.type:
            # The log keeps its lines; everything about the deal itself begins again.
            case "deal_started":
                return replace(story, last={}, took={}, round=())
            case "card_discarded":
                last = LastPlay(words=N_("discarded {cards}"), cards=(event.card,))
                story = replace(story, last={**story.last, event.seat: last})
            case "card_drawn":
                last = LastPlay(words=N_("drew a card"))
                story = replace(story, last={**story.last, event.seat: last})
            case "pile_taken":
                last = LastPlay(words=N_("took the pile"))
                story = replace(story, last={**story.last, event.seat: last})
            case "morto_taken":
                # The name now, because the seat may change hands before the deal ends.
                name = before.names[event.seat] or ""
                story = replace(story, took={**story.took, event.team: name})
            case "deal_scored":
                score = DealScore(
                    deal=event.deal,
                    points=tuple(sheet.total for sheet in event.sheets),
                    sheets=event.sheets,
                    out=event.out,
                )
                story = replace(story, deals=(*story.deals, score)[-MOST_DEALS:])
            # The score of the new match must not show deals of the old one.
            case "match_restarted":
                story = replace(story, deals=())
            case _:
                pass
        # A round of four turns has at most about eight lines worth reading.
        return replace(story, round=(*story.round, *lines)[-8:]) if lines else story

    def in_language(self, words: Words) -> BuracoStory:
        """The story with its lines in another language."""
        # Not plain `super()`: `slots=True` makes a new class, which that would not find.
        story = super(BuracoStory, self).in_language(words)
        return replace(story, round=rewritten(self.round, words))
