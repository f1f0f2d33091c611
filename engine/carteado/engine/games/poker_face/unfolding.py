"""Events as they come about at a match."""

from __future__ import annotations

from carteado.engine import unfolding
from carteado.engine.games.poker_face.folding import FOLDS
from carteado.engine.games.poker_face.state import State

__all__ = ["Unfolding"]


class Unfolding(unfolding.Unfolding[State]):
    """What follows from a command, one event after the other."""

    __slots__ = ()

    folds = FOLDS
