"""Higher Card: the smallest game that a package of its own adds to Carteado."""

from __future__ import annotations

from .game import GAME

__all__ = ["GAME"]
