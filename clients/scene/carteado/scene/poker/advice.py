"""The coach's advice at a poker table, from the view of the reader's seat."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.odds.advice import HandAdvice as Advice
from carteado.scene.cards import is_known
from carteado.scene.poker.picture import PokerPicture

__all__ = ["Advice", "Question", "question_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The position to be counted: the reader's hand and the board against random hands."""

    hand: tuple[str, ...]
    board: tuple[str, ...]
    opponents: int


def question_of(picture: PokerPicture) -> Question | None:
    """The coach's figures for a decision; None where it has nothing to say."""
    own = picture.seats[picture.own]
    if not (picture.advice and picture.playing and picture.turn == picture.own):
        return None
    # The hands of an all-in lie open, and their exact chances stand beside them.
    if any(one.share is not None for one in picture.seats):
        return None
    # Face-down common cards (Quick Hold'em) leave nothing to count from.
    if len(own.cards) != 2 or not all(map(is_known, own.cards)) or picture.hidden_board:
        return None
    others = [one for one in picture.seats if one.seat != own.seat]
    # All-in seats can still win, so they count as opponents.
    opponents = sum(one.state in ("playing", "all_in") for one in others)
    if not opponents:
        return None
    return Question(hand=own.cards, board=picture.board, opponents=opponents)
