"""Events as they come about, and the state that they lead to."""

from __future__ import annotations

from carteado.engine import unfolding
from carteado.engine.games.holdem.folding import FOLDS
from carteado.engine.games.holdem.state import State

__all__ = ["Unfolding"]


class Unfolding(unfolding.Unfolding[State]):
    """What follows from a command at a Hold'em table, one event after the other."""

    __slots__ = ()

    folds = FOLDS
