"""Converts a bot's intended amount in chips into a legal action of a game with bets."""

from __future__ import annotations

from carteado.bots.view import View

__all__ = ["all_in", "bets_here", "call", "check", "fold", "put_in"]


def bets_here(view: View) -> bool:
    """Whether this is a decision about a bet, and not about showing cards, say."""
    # Fold alone would not do: games without bets may name an action so, too.
    return bool(view.legal.fold and (view.legal.check or view.legal.call))


def fold(view: View) -> str:
    """Give up, unless staying is free."""
    return "check" if view.legal.check else "fold"


def check(view: View) -> str:
    """Check if that is free; otherwise fold."""
    return fold(view)


def call(view: View) -> str:
    """Match the bet, or check where there is none."""
    return "check" if view.legal.check else "call"


def all_in(view: View) -> str:
    """Put in the whole stack, or as much as the table allows."""
    if view.legal.raise_to is None:
        return call(view)
    return f"raise {view.legal.raise_to[1]}"


def put_in(view: View, chips: int) -> str:
    """Add chips to what the seat has bet on this street: a bet or a raise.

    Less than the table's least raise becomes that. All-in where the stack is not larger. Where no
    raise is allowed (everybody else is all-in, or the stack is not larger than the call) it is a
    call.
    """
    span = view.legal.raise_to
    if span is None:
        return call(view)
    # Both are chips that are not bet yet.
    if chips >= view.state.stacks[view.seat]:
        return all_in(view)
    low, high = span
    # The action names the whole bet of the street, not what is added to it.
    return f"raise {min(max(view.state.bets[view.seat] + chips, low), high)}"
