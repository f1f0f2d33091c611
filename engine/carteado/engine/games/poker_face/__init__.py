"""Poker Face: adjudicates rounds played with real cards. Its README holds the rules as decided."""

from __future__ import annotations

from carteado.engine.games.poker_face.poker_face import GAME, PokerFace

__all__ = ["GAME", "PokerFace"]
