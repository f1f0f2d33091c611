"""The coach's answers, by the odds that are installed with the extra ``odds``."""

from __future__ import annotations

from carteado.odds.advice import hand_advice
from carteado.odds.buraco.advice import pair_advice
from carteado.scene.buraco.advice import BuracoAdvice, BuracoQuestion
from carteado.scene.poker.advice import Advice, Question

__all__ = ["counted"]


def counted(question: Question | BuracoQuestion) -> Advice | BuracoAdvice | None:
    """The answer to a question; None without NumPy, or where the odds have none."""
    try:
        if isinstance(question, BuracoQuestion):
            return pair_advice(question.view, question.seat)
        return hand_advice(question.hand, question.board, question.opponents)
    except (ImportError, ValueError):
        return None
