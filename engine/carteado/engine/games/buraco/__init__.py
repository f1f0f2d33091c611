"""Buraco in partnerships. The rules as decided stand in this folder's README."""

from __future__ import annotations

from carteado.engine.games.buraco.buraco import GAME, Buraco

__all__ = ["GAME", "Buraco"]
