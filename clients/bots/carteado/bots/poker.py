"""The bots that play no-limit Hold'em with bets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from carteado.bots.betting import all_in, bets_here, call, fold, put_in
from carteado.bots.bot import Bot, bot
from carteado.bots.chances import prepare, share
from carteado.bots.papers.options import RuleOptions
from carteado.bots.papers.players import aggressive, by_rules, mfs, mixed, tight
from carteado.bots.view import View

__all__ = ["POKER", "bully", "equity", "jammer"]

_GAMES = ("holdem",)


@bot(games=_GAMES, quick=True)
def jammer(view: View) -> Any:
    """Puts in the whole stack at every decision."""
    return all_in(view) if bets_here(view) else view.default


@bot(games=_GAMES, prepare=prepare)
def equity(view: View) -> Any:
    """Calls by pot odds on its exact equity; tables of any size.

    It meets as many random hands as are left. It bets or raises by half the pot where its equity is
    more than half way from its fair share to all of the pot.
    """
    if not bets_here(view):
        return view.default
    state, seat = view.state, view.seat
    opponents = len(state.live) - 1
    part = share(state.hands[seat], state.board, opponents)
    # A check costs nothing and reads as None.
    price = view.legal.call or 0
    # Of a bet beyond its stack the seat meets, and can win, a part.
    reach = state.bets[seat] + price
    pot = price + state.pot - sum(max(0, bet - reach) for bet in state.bets)
    # The mean of a fair share and 1: against one opponent, more than three quarters.
    if part > (1 + Fraction(1, opponents + 1)) / 2:
        return put_in(view, price + pot // 2)
    # Exact fractions, so that a call at the very limit is not decided by rounding.
    return call(view) if part * pot >= price else fold(view)


@bot(games=_GAMES, prepare=prepare)
def bully(view: View) -> Any:
    """Heads-up small ball: steals with small bets.

    Made against opponents who fold too much. At larger tables it plays like the paper's bots.
    """
    return by_rules("bully", view, RuleOptions())


POKER: tuple[Bot, ...] = (tight, aggressive, mixed, mfs, jammer, equity, bully)
"""The built-in ones."""
