"""No-limit Texas Hold'em. The rules as decided stand in this folder's README."""

from __future__ import annotations

from carteado.engine.games.holdem.holdem import GAME, Holdem

__all__ = ["GAME", "Holdem"]
