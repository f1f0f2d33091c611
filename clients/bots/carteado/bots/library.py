"""The bots that come along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.bots.bot import Bot, bot
from carteado.bots.family import always, high_card, parity
from carteado.bots.view import View

__all__ = ["BOTS", "always", "caller", "high_card", "parity", "random"]


@bot
def random(view: View) -> Any:
    """Takes any legal action, evenly by kind and then by amount; plays every game."""
    return view.pick(view.random.getrandbits(48))


@bot
def caller(view: View) -> Any:
    """Checks or calls, whatever it holds; in a game without these it takes the default."""
    if view.legal.check:
        return "check"
    return "call" if view.legal.call else view.default


BOTS: Mapping[str, Bot] = {one.name: one for one in (random, caller, parity, always, high_card)}
"""The bots by name."""
