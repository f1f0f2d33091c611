"""What the coach says at a poker table that allows advice, from what the own seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from carteado.scene.cards import is_known
from carteado.scene.poker.picture import PokerPicture

__all__ = ["Advice", "Question", "question_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is to be counted: the own hand and the board against random hands."""

    hand: tuple[str, ...]
    board: tuple[str, ...]
    opponents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The answer. Parts are from 0 to 1; categories are numbered from the high card, 0, up.

    Attributes:
        share: part of the pot that the hand wins on average.
        opponents: random hands that it meets.
        win: part of the run-outs that it wins alone.
        tie: part that it shares.
        own: part of the run-outs on which the own hand ends in each category.
        theirs: the same of one opponent's hand.
        now: part of the hands that an opponent may hold, by their category with the board as it
            lies; empty before the flop.
        by_board: part of any two cards that are not on the board, the own ones among them, by their
            category with the board as it lies; a royal flush is category 9. Empty before the flop.
        improves: part of the run-outs on which the own category rises.
        outs: the next cards that raise it.
        unseen: cards of which the next one is one.
        standing: how many of the hands that an opponent may hold are behind, level and ahead; None
            before the flop.
        counted: how many run-outs were counted.
    """

    share: float
    opponents: int
    win: float = 0.0
    tie: float = 0.0
    own: Mapping[int, float] = field(default_factory=dict)
    theirs: Mapping[int, float] = field(default_factory=dict)
    now: Mapping[int, float] = field(default_factory=dict)
    by_board: Mapping[int, float] = field(default_factory=dict)
    improves: float = 0.0
    outs: tuple[str, ...] = ()
    unseen: int = 0
    standing: tuple[int, int, int] | None = None
    counted: int = 0


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
