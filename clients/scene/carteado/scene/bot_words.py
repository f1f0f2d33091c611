"""How the built-in bots play, in a few words each."""

from __future__ import annotations

from carteado.scene.words import N_, Words

__all__ = ["bot_style"]

_STYLES = {
    "random": N_("anything legal"),
    "caller": N_("checks or calls"),
    "always": N_("plays every hand"),
    "parity": N_("by the sum of its cards"),
    "high-card": N_("with a card above ten"),
    "tight": N_("heads-up: few hands, careful"),
    "aggressive": N_("heads-up: more hands, larger bets"),
    "mixed": N_("heads-up: tight or aggressive by chance"),
    "mfs": N_("heads-up: bets by expected gain"),
    "bully": N_("heads-up: steals with small bets"),
    "equity": N_("calls by exact pot odds"),
    "jammer": N_("all-in at every decision"),
    "buraco-random": N_("anything legal"),
    "buraco-greedy": N_("melds what it can"),
    "buraco-study": N_("by expected points"),
    "buraco-search": N_("compares whole turns"),
}


def bot_style(name: str, words: Words) -> str:
    """How a bot plays; '' for one that is not built in."""
    text = _STYLES.get(name.partition(":")[0], "")
    return words(text) if text else ""
