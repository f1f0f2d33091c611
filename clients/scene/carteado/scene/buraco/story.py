"""The fold of a Buraco table's events that its state does not keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from carteado.scene.buraco.lines import line_of
from carteado.scene.cards import cards_text
from carteado.scene.story import Line, Log, Said
from carteado.scene.words import Words

__all__ = ["BuracoStory", "DealScore"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """A deal that is over: points of each team, and which one went out (None for none)."""

    deal: int
    points: tuple[int, ...]
    out: int | None
    left: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoStory:
    """What a reader knows of a Buraco table beyond its state.

    Attributes:
        last: what each seat did last, as a few words.
        took: who took a morto in this deal, by team.
        round: the lines since the reader's last turn.
        deals: deals of this match that are over.
        log: lines and chat.
    """

    last: Mapping[int, str] = field(default_factory=dict)
    took: Mapping[int, str] = field(default_factory=dict)
    round: tuple[str, ...] = ()
    deals: tuple[DealScore, ...] = ()
    log: Log = field(default_factory=Log)

    def happened(self, event: Any, before: Any, words: Words) -> BuracoStory:
        """The story after an event, for the game's state before it."""
        lines = line_of(event, before, words)
        story = replace(self, log=self.log.add(*lines)) if lines else self
        match event.type:
            case "deal_started":
                return replace(story, last={}, took={}, round=())
            case "card_discarded":
                last = words("discarded {cards}", cards=cards_text((event.card,)))
                story = replace(story, last={**story.last, event.seat: last})
            case "card_drawn":
                last = words("drew a card")
                story = replace(story, last={**story.last, event.seat: last})
            case "pile_taken":
                last = words("took the pile")
                story = replace(story, last={**story.last, event.seat: last})
            case "morto_taken":
                name = before.names[event.seat] or ""
                story = replace(story, took={**story.took, event.team: name})
            case "deal_scored":
                score = DealScore(
                    deal=event.deal,
                    points=tuple(sheet.total for sheet in event.sheets),
                    out=event.out,
                    left=event.left,
                )
                story = replace(story, deals=(*story.deals, score))
            case "match_restarted":
                story = replace(story, deals=())
            case _:
                pass
        texts = tuple(line.text for line in lines)
        return replace(story, round=(*story.round, *texts)[-8:]) if texts else story

    def heard(self, said: Said) -> BuracoStory:
        """The story with a chat message."""
        return replace(self, log=self.log.hear(said))

    def with_line(self, text: str) -> BuracoStory:
        """The story with a line of the client's own."""
        return replace(self, log=self.log.add(Line(text=text)))
