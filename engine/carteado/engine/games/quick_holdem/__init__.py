"""Quick Hold'em, a family game. The rules as decided stand in this folder's README."""

from __future__ import annotations

from carteado.engine.games.quick_holdem.quick_holdem import GAME, QuickHoldem

__all__ = ["GAME", "QuickHoldem"]
