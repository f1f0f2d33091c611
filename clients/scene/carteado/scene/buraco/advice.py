"""The coach's advice at a Buraco table, from the view of the reader's seat."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.odds.buraco.advice import PairAdvice as BuracoAdvice
from carteado.odds.buraco.advice import RunChances, Way
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.game_types import GameState
from carteado.scene.reader import Reader

__all__ = ["BuracoAdvice", "BuracoQuestion", "RunChances", "Way", "buraco_question"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoQuestion:
    """The position to be counted: the reader's view of the deal, and their turn."""

    game: str
    view: GameState
    seat: int


def buraco_question(reader: Reader, picture: BuracoPicture) -> BuracoQuestion | None:
    """The coach's figures for a turn; None where it has nothing to say."""
    if not (picture.advice and picture.playing and picture.in_deal):
        return None
    # Nothing is counted for a turn that the player cannot act on.
    if picture.turn != picture.own or reader.prompt is None or reader.table is None:
        return None
    # The reader's state is already redacted: the coach never sees more than the seat.
    return BuracoQuestion(game=reader.table.opened.game, view=reader.table.state, seat=picture.own)
