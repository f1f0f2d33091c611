"""The built-in bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.bots.bot import Bot, bot
from carteado.bots.buraco import BURACO
from carteado.bots.family import always, high_card, parity
from carteado.bots.poker import POKER
from carteado.bots.settings import with_settings
from carteado.bots.view import View
from carteado.client.errors import InputError
from carteado.engine.tables.options import did_you_mean

__all__ = [
    "BOTS",
    "always",
    "bot_named",
    "caller",
    "high_card",
    "parity",
    "random",
]


@bot(quick=True)
def random(view: View) -> Any:
    """Takes any legal action, evenly by kind and then by amount; plays every game."""
    # Far more than there are amounts, so that the remainder is as good as even.
    return view.pick(view.random.getrandbits(48))


@bot(quick=True)
def caller(view: View) -> Any:
    """Checks or calls, whatever it holds; in a game without these it takes the default."""
    default = view.default
    # If staying is free, it mostly is the default; the state is not needed then.
    if default["type"] == "check" or view.legal.check:
        return "check"
    return "call" if view.legal.call else default


BOTS: Mapping[str, Bot] = {
    one.name: one for one in (random, caller, parity, always, high_card, *POKER, *BURACO)
}
"""The bots by name."""


def bot_named(text: str) -> Bot:
    """The bot that a text means: its name, and options behind a colon.

    Args:
        text: such as ``mfs`` or ``mfs:variant=as-coded,extra=400``.

    Raises:
        InputError: there is no such bot or no such option; the sentence says what there is.
    """
    # A comma cannot be part of an option's value here; no bot has such a value.
    name, _, settings = text.strip().partition(":")
    one = BOTS.get(name)
    if one is None:
        raise InputError(f"there is no bot {name!r:.60}; {did_you_mean(name, tuple(BOTS))}")
    return with_settings(one, settings.split(",") if settings else ())
