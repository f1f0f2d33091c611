"""The bots of a server for each game, with a few words about how they play."""

from __future__ import annotations

from collections.abc import Iterable

from carteado.protocol.messages import Welcome
from carteado.scene.words import N_, Words

__all__ = ["bot_style", "bots_for", "bots_of"]

_ANY = (
    ("random", N_("anything legal")),
    ("caller", N_("checks or calls")),
    ("always", N_("plays every hand")),
    ("parity", N_("by the sum of its cards")),
    ("high-card", N_("with a card above ten")),
)
"""Bots that play every game of poker: they look only at their cards."""

_OF_GAME = {
    "holdem": (
        ("tight", N_("heads-up: few hands, careful")),
        ("aggressive", N_("heads-up: more hands, larger bets")),
        ("mixed", N_("heads-up: tight or aggressive by chance")),
        ("mfs", N_("heads-up: bets by expected gain")),
        ("bully", N_("heads-up: steals with small bets")),
        ("equity", N_("calls by exact pot odds")),
        ("jammer", N_("all-in at every decision")),
    ),
    "buraco": (
        ("buraco-random", N_("anything legal")),
        ("buraco-greedy", N_("melds what it can")),
        ("buraco-study", N_("by expected points")),
        ("buraco-search", N_("compares whole turns")),
    ),
}
"""Bots that play one game only."""

_WHOLE = ("buraco",)
"""Games for which only bots of their own are offered."""

_STYLES = dict(_ANY) | {name: style for bots in _OF_GAME.values() for name, style in bots}


def bot_style(name: str, words: Words) -> str:
    """The style of a bot; '' for one that is not built in."""
    # The bot's options follow a colon.
    text = _STYLES.get(name.partition(":")[0], "")
    return words(text) if text else ""


def bots_of(welcome: Welcome, game: str) -> tuple[str, ...]:
    """A server's bots that fit a game: as the server says, otherwise by their names."""
    offered = welcome.game_bots.get(game)
    return bots_for(game, welcome.bots) if offered is None else tuple(offered)


def bots_for(game: str, bots: Iterable[str]) -> tuple[str, ...]:
    """The bots of a server that fit a game; a bot that is not built in fits every game.

    Args:
        game: its id.
        bots: names, as the server lists them.
    """
    others = {name for other, family in _OF_GAME.items() if other != game for name, _ in family}
    if game in _WHOLE:
        others |= set(dict(_ANY))
    return tuple(name for name in bots if name.partition(":")[0] not in others)
