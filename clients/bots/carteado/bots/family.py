"""The three computer players of the family game: each looks at its own two cards and nothing else.

They play a hand or pass it. Where a game asks for bets instead, playing is calling any bet, passing
is checking or folding, and none of them ever raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.bots.bot import bot
from carteado.bots.view import View
from carteado.engine.cards import RANKS

__all__ = ["always", "high_card", "parity"]


@bot(quick=True)
def parity(view: View) -> Any:
    """Plays when the sum of its card values is even (J=11, Q=12, K=13, A=14)."""
    return _play(view, sum(_values(view)) % 2 == 0)


@bot(quick=True)
def always(view: View) -> Any:
    """Plays every hand."""
    return _play(view, True)


@bot(name="high-card", quick=True)
def high_card(view: View) -> Any:
    """Plays when at least one of its cards is above ten."""
    return _play(view, max(_values(view), default=0) > 10)


def _values(view: View) -> Sequence[int]:
    """Values of the bot's own cards, from 2 to 14; none in a game without."""
    hands = view.state.hands or ()
    own = hands[view.seat] if view.seat < len(hands) else ()
    # The unknown card `??` has no rank and is left out.
    return [RANKS.index(card[0]) + 2 for card in own if card[0] in RANKS]


def _play(view: View, plays: bool) -> Any:
    """Playing or passing, in the words of whatever game this is."""
    legal = view.legal
    # Passing costs nothing here, so playing means only staying in the hand.
    if legal.check:
        return "check"
    for word, offered in (("play", legal.play), ("call", legal.call)):
        if offered:
            return word if plays else "fold"
    return view.default
