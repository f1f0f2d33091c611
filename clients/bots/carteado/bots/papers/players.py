"""The four bots of Bicho and Shirley (2017), each as intended or as coded.

They are heads-up players; what they do at larger tables stands in this package's docstring. A
showdown that asks them to show is left to the default.
"""

from __future__ import annotations

from typing import Any

from carteado.bots.betting import bets_here
from carteado.bots.bot import bot
from carteado.bots.chances import prepare
from carteado.bots.papers.options import FormulaOptions, RuleOptions
from carteado.bots.papers.rulebook import decide, rules_of
from carteado.bots.papers.spot import Spot
from carteado.bots.view import View

__all__ = ["aggressive", "by_rules", "mfs", "mixed", "tight"]

_GAMES = ("holdem",)


@bot(options=RuleOptions(), games=_GAMES, prepare=prepare)
def tight(view: View, options: RuleOptions) -> Any:
    """Heads-up: plays few hands with large bets (certo, 2017)."""
    return by_rules("tight", view, options)


@bot(options=RuleOptions(), games=_GAMES, prepare=prepare)
def aggressive(view: View, options: RuleOptions) -> Any:
    """Heads-up: more hands, larger bets (agressivo, 2017)."""
    return by_rules("aggressive", view, options)


@bot(options=RuleOptions(), games=_GAMES, prepare=prepare)
def mixed(view: View, options: RuleOptions) -> Any:
    """Heads-up: tight or aggressive, by a coin each time (misto, 2017)."""
    # A coin for every decision, as the paper has it, not one for the whole hand.
    return by_rules("tight" if view.random.random() < 0.5 else "aggressive", view, options)


@bot(options=FormulaOptions(), games=_GAMES, prepare=prepare)
def mfs(view: View, options: FormulaOptions) -> Any:
    """Heads-up: bets by a formula for the expected gain (MFS, 2017)."""
    if not bets_here(view):
        return view.default
    spot = Spot(view, options.variant)
    section = "only fold or call" if spot.only_calls else "bet"
    rules = rules_of("mfs")[section if spot.price else "no bet"]
    return decide(rules, spot).answer(spot, options.extra_blinds * spot.blind)


def by_rules(book: str, view: View, options: RuleOptions) -> Any:
    """The move of the rulebook of that name; the default where there is nothing to bet."""
    if not bets_here(view):
        return view.default
    spot = Spot(view, options.variant)
    return decide(rules_of(book)[_situation(spot)], spot).answer(spot)


def _situation(spot: Spot) -> str:
    """The section of the rules."""
    if spot.board:
        # The paper plays the flop and the turn by one table.
        street = "river" if len(spot.board) == 5 else "flop and turn"
        return f"{street}, {'bet' if spot.faces_bet else 'no bet'}"
    if spot.faces_bet:
        return "preflop, raised"
    return "preflop, big blind" if spot.view.seat == spot.view.state.big else "preflop, button"
