"""What the coach says at a Buraco table that allows advice, from what the own seat can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carteado.odds.buraco.advice import PairAdvice as BuracoAdvice
from carteado.odds.buraco.advice import RunChances, Way
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.reader import Reader

__all__ = ["BuracoAdvice", "BuracoQuestion", "RunChances", "Way", "buraco_question"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoQuestion:
    """What is to be counted: the own seat's view of the deal, its turn."""

    game: str
    view: Any
    seat: int


def buraco_question(reader: Reader, picture: BuracoPicture) -> BuracoQuestion | None:
    """What the coach counts for a turn; None where it has nothing to say."""
    if not (picture.advice and picture.playing and picture.in_deal):
        return None
    if picture.turn != picture.own or reader.prompt is None or reader.table is None:
        return None
    return BuracoQuestion(game=reader.table.opened.game, view=reader.table.state, seat=picture.own)
