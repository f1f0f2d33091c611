"""Counts for the coach, on a thread: a decision never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carteado.client.background import in_background
from carteado.scene.poker.advice import Advice, Question

__all__ = ["Coach"]

KEPT = 64


def _share(question: Question) -> float | None:
    """The part of the pot that the hand wins on average; None without NumPy."""
    try:
        from carteado.odds import versus_several
    except ImportError:
        return None
    hand: Any = question.hand
    board: Any = question.board
    try:
        return float(versus_several(hand, question.opponents, board).equity)
    except (ImportError, ValueError):
        return None


class Coach:
    """Answers questions as soon as they are counted.

    Args:
        wake: called from a thread when an answer is there.
        count: gives the share.
    """

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        count: Callable[[Question], float | None] = _share,
    ) -> None:
        self.wake = wake
        self._count = count
        self._answers: dict[Question, Advice | None] = {}
        self._busy: Question | None = None

    def advice(self, question: Question | None) -> Advice | None:
        """The answer, or None while it is being counted."""
        if question is None:
            return None
        if question in self._answers:
            return self._answers[question]
        if self._busy is None:
            self._busy = question
            in_background(lambda: self._work(question))
        return None

    def _work(self, question: Question) -> None:
        share = self._count(question)
        found = None if share is None else Advice(share=share, opponents=question.opponents)
        while len(self._answers) >= KEPT:
            self._answers.pop(next(iter(self._answers)))
        self._answers[question] = found
        self._busy = None
        self.wake()
