"""The coach's answers, counted on a thread: a decision never waits for it."""

from __future__ import annotations

from collections.abc import Callable

from carteado.client.background import in_background
from carteado.odds.advice import hand_advice
from carteado.odds.buraco.advice import pair_advice
from carteado.scene.buraco.advice import BuracoAdvice, BuracoQuestion
from carteado.scene.poker.advice import Advice, Question

__all__ = ["Coach", "counted"]

# Enough for the decisions of a session; the oldest answers go first.
KEPT = 64

AnyQuestion = Question | BuracoQuestion
AnyAdvice = Advice | BuracoAdvice


def counted(question: AnyQuestion) -> AnyAdvice | None:
    """The answer to a question; None without NumPy, or where the odds have none."""
    try:
        if isinstance(question, BuracoQuestion):
            return pair_advice(question.view, question.seat)
        return hand_advice(question.hand, question.board, question.opponents)
    except (ImportError, ValueError):
        return None


class Coach:
    """Answers questions as soon as they are counted.

    Args:
        wake: called from a thread when an answer is there.
        count: gives the answer, None where there is none.
    """

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        count: Callable[[AnyQuestion], AnyAdvice | None] = counted,
    ) -> None:
        self.wake = wake
        self._count = count
        # A tuple around the answer distinguishes "counted, no answer" from "not counted".
        self._answers: dict[AnyQuestion, tuple[AnyAdvice | None]] = {}
        self._busy: AnyQuestion | None = None

    def advice(self, question: AnyQuestion | None) -> AnyAdvice | None:
        """The answer, or None while it is being counted."""
        if question is None:
            return None
        kept = self._answers.get(question)  # one look: a thread may make room in between
        if kept is not None:
            return kept[0]
        # One count at a time: the frame after it asks for what is current then.
        if self._busy is None:
            self._busy = question
            in_background(lambda: self._work(question))
        return None

    def _work(self, question: AnyQuestion) -> None:
        try:
            found = self._count(question)
        except Exception:  # an error in the odds must not stop the game
            found = None
        # Dicts keep the order of insertion, so the first key is the oldest.
        while len(self._answers) >= KEPT:
            self._answers.pop(next(iter(self._answers)))
        self._answers[question] = (found,)
        # Only now: until the answer is kept, a frame must not ask for the same count again.
        self._busy = None
        self.wake()
