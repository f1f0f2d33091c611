"""What the coach says at a Buraco table that allows advice, from what the own seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.reader import Reader

__all__ = ["BuracoAdvice", "BuracoQuestion", "RunChances", "Way", "buraco_question"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoQuestion:
    """What is to be counted: the own seat's view of the deal, its turn."""

    game: str
    view: Any
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """An arrangement of the hand, or a way to begin the turn.

    Attributes:
        plan: its plays in order: ``draw``, ``take``, ``meld``, ``extend``, ``discard`` ..., the run
            that is extended, and the cards.
        mean: point difference at the end of the deal, us minus them.
        low: lower end of its 95% interval.
        high: upper end.
        behind: how much less than the best that is.
        out: chance that the own pair goes out in this deal.
        out_against: chance that the others do.
    """

    plan: tuple[tuple[str, int | None, tuple[str, ...]], ...]
    mean: float
    low: float
    high: float
    behind: float
    out: float
    out_against: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChances:
    """What may come to a run of the own pair.

    Attributes:
        cards: faces that fit, with the chance that one comes to the pair within two draws; 1 for
            a card in the own hand.
        canastra: chance that the run becomes a canastra, None where it is one or nobody knows.
    """

    cards: tuple[tuple[str, float], ...] = ()
    canastra: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoAdvice:
    """The answer.

    Attributes:
        deals: deals that were played on for it.
        ways: arrangements after the draw, or stock and pile before it; the best first.
        drawing: whether they are stock and pile.
        discards: by face in the hand, how many points its discard is behind the best one.
        runs: of the own pair, by number.
        comes: by face, the chance that one comes to the pair within two draws.
        own_out: whether the own hand goes out in this turn, None where that is not known.
        outs: cards with which it goes out in the next turn.
        out_within: chance that one of them is among the next three own draws.
        may_go_out: whether the pair has what it needs to go out.
    """

    deals: int = 0
    ways: tuple[Way, ...] = ()
    drawing: bool = False
    discards: Mapping[str, float] = field(default_factory=dict)
    runs: tuple[RunChances, ...] = ()
    comes: Mapping[str, float] = field(default_factory=dict)
    own_out: bool | None = None
    outs: tuple[str, ...] = ()
    out_within: float = 0.0
    may_go_out: bool = False


def buraco_question(reader: Reader, picture: BuracoPicture) -> BuracoQuestion | None:
    """What the coach counts for a turn; None where it has nothing to say."""
    if not (picture.advice and picture.playing and picture.in_deal):
        return None
    if picture.turn != picture.own or reader.prompt is None or reader.table is None:
        return None
    return BuracoQuestion(game=reader.table.opened.game, view=reader.table.state, seat=picture.own)
