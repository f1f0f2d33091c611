"""The pots: side pots, their winners, and their division.

All functions are pure; seats are indices, amounts whole chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carteado.engine.generated import maker

__all__ = ["Pot", "share", "side_pots", "winners"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """One pot.

    Attributes:
        amount: chips in it.
        seats: live hands that paid into it, from the left of the button; they play for it.
    """

    amount: int
    seats: tuple[int, ...]


_pot = maker(Pot)


def side_pots(paid: Sequence[int], live: Sequence[int], dead: int = 0) -> tuple[Pot, ...]:
    """The pots that contributions make, the main pot first; empty ones are left out.

    Each pot is decided among the live hands that paid into it. What folded hands paid lies in the
    pots that it reached.

    Args:
        paid: contribution of each seat to the hand, uncalled bets not included.
        live: hands that have not folded, from the left of the button.
        dead: chips that are nobody's contribution and belong to the main pot.
    """
    # Each different total of a live hand closes one pot.
    levels = sorted({paid[seat] for seat in live})
    # Without an all-in everybody has paid the same: by far the commonest case needs no loop.
    if len(levels) == 1:
        total = sum(paid) + dead
        return (_pot(amount=total, seats=tuple(live)),) if total else ()
    pots = []
    below, extra = 0, dead
    for level in levels:
        # Nobody who folded has paid more than the highest live hand once uncalled bets are back.
        amount = sum(min(chips, level) - below for chips in paid if chips > below) + extra
        if amount:
            seats = tuple(seat for seat in live if paid[seat] >= level)
            pots.append(_pot(amount=amount, seats=seats))
            # Only the main pot gets the dead chips.
            extra = 0
        below = level
    return tuple(pots)


def winners(pot: Pot, ranks: Mapping[int, int]) -> tuple[int, ...]:
    """The seats that win a pot, from the left of the button; suits never break a tie.

    Args:
        pot: the pot.
        ranks: rank of each live hand, higher is better; a pot with one live hand needs none.
    """
    if len(pot.seats) == 1:
        return pot.seats
    best = max(map(ranks.__getitem__, pot.seats))
    return tuple([seat for seat in pot.seats if ranks[seat] == best])


def share(amount: int, seats: Sequence[int]) -> tuple[int, ...]:
    """Chips for each of the seats that divide a pot: odd chips go one each to the first of them.

    Args:
        amount: chips in the pot.
        seats: its winners, from the left of the button.
    """
    # Odd chips go one each to the winners from the left of the button (holdem.md, showdown).
    each, odd = divmod(amount, len(seats))
    return (each + 1,) * odd + (each,) * (len(seats) - odd)
