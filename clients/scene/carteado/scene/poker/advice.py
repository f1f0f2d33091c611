"""What the coach says at a poker table that allows advice, from what the own seat can see."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.odds.advice import HandAdvice as Advice
from carteado.scene.cards import is_known
from carteado.scene.poker.picture import PokerPicture

__all__ = ["Advice", "Question", "question_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is to be counted: the own hand and the board against random hands."""

    hand: tuple[str, ...]
    board: tuple[str, ...]
    opponents: int


def question_of(picture: PokerPicture) -> Question | None:
    """What the coach counts for a decision; None where it has nothing to say."""
    own = picture.seats[picture.own]
    if not (picture.advice and picture.playing and picture.turn == picture.own):
        return None
    if len(own.cards) != 2 or not all(map(is_known, own.cards)) or picture.hidden_board:
        return None
    others = [one for one in picture.seats if one.seat != own.seat]
    opponents = sum(one.state in ("playing", "all_in") for one in others)
    if not opponents:
        return None
    return Question(hand=own.cards, board=picture.board, opponents=opponents)
