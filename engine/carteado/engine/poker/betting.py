"""No-limit betting: whose turn it is, and how much may be raised.

All amounts are whole chips and all functions are pure. Seats are indices into the tuples `stacks`
(chips behind), `bets` (chips put in on the current street) and `acted` (whether the seat has acted
on the current street). `live` are the seats that have cards and have not folded.

Two figures rule a street. `current_bet` is the street total that a seat has to match; before the
flop it is never below the big blind, even if the blind posted was short. `last_full` starts every
street at the big blind, and only a bet or a raise by at least `last_full` replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["call_amount", "full_raise", "next_to_act", "raise_range", "uncalled"]


def call_amount(stack: int, bet: int, current_bet: int) -> int:
    """Chips that a call would add now: a call for less than the bet is all-in. 0 without a bet."""
    owed = current_bet - bet
    # Not `min`: this is called for every seat of every decision, and a comparison is faster.
    return stack if stack < owed else owed


def raise_range(
    seat: int,
    live: Sequence[int],
    stacks: Sequence[int],
    bets: Sequence[int],
    acted: Sequence[bool],
    current_bet: int,
    last_full: int,
    largest: int | None = None,
) -> tuple[int, int] | None:
    """The street totals to which `seat` may bet or raise, None without the right to (TDA 2024 47).

    A seat may raise when it has more than it has to call, somebody else can still respond, and it
    has not acted on this street or faces at least a full raise. So a short all-in does not reopen
    the betting to seats that have acted; several that together reach a full raise do.

    Args:
        seat: the seat to act.
        live: seats with cards.
        stacks: chips behind, by seat.
        bets: chips put in on this street, by seat.
        acted: whether a seat has acted on this street.
        current_bet: street total to match.
        last_full: size of the last full bet or raise of this street.
        largest: most by which `current_bet` may be raised, None for no limit; all-ins included.

    Returns:
        Lowest and highest total. The lowest is the stack itself where it is less than a full raise.
    """
    bet, stack = bets[seat], stacks[seat]
    owed = current_bet - bet
    # Short all-ins that together reach a full raise reopen the betting: `owed` is their sum.
    # TDA 2024 rule 47: after acting, a seat may raise again only when it faces at least a full
    # raise.
    if stack <= owed or (acted[seat] and owed < last_full):
        return None
    for other in live:
        # A seat that cannot put in more than the present bet cannot answer a raise.
        if other != seat and stacks[other] and bets[other] + stacks[other] > current_bet:
            break
    else:
        return None
    all_in, lowest = bet + stack, current_bet + last_full
    # Without the cap an all-in could exceed a limit that players agreed on when they sat down.
    # A cap on raises applies to an all-in too.
    highest = all_in if largest is None else min(all_in, current_bet + largest)
    # An all-in for less than a full raise is always allowed.
    return lowest if lowest < all_in else all_in, highest


def full_raise(to: int, current_bet: int, last_full: int) -> int:
    """`last_full` after a raise to the street total `to`: a short all-in does not change it."""
    # A raise below the minimum must not lower it for the next raiser.
    return max(last_full, to - current_bet)


def next_to_act(
    queue: Sequence[int],
    stacks: Sequence[int],
    bets: Sequence[int],
    acted: Sequence[bool],
    current_bet: int,
) -> int | None:
    """The next seat that has a decision on this street, None when the street is closed.

    A seat is not asked for a decision without effect: it is skipped when everybody else is all-in
    and its own bet already covers all of them.

    Args:
        queue: live seats in turn, beginning after the seat that acted last.
        stacks: chips behind, by seat.
        bets: chips put in on this street, by seat.
        acted: whether a seat has acted on this street.
        current_bet: street total to match.
    """
    # One loop instead of two comprehensions: this runs after every action.
    found = None
    able = 0
    # One pass: find the next seat to act and count the seats that still have chips.
    for seat in queue:
        if stacks[seat]:
            able += 1
            if found is None and (not acted[seat] or bets[seat] < current_bet):
                found = seat
    # With two seats that can still bet, the decision matters.
    if found is None or able > 1:
        return found
    # The only seat with chips still decides whether to call a larger bet.
    return found if any(bets[seat] > bets[found] for seat in queue) else None


def uncalled(bets: Sequence[int]) -> tuple[int, int] | None:
    """The seat whose bet nobody matched in full, and by how much; None when all of it is called.

    Args:
        bets: chips put in on a street that is over, by seat, those of folded hands included.
    """
    # At most one seat can have bet more than all others; a tie at the top means all of it is
    # called.
    most = max(bets)
    if not most:
        return None
    # Folded bets count: what a folded hand matched stays in the pot.
    # The 0 stands for a table on which only one seat has bet.
    second = sorted((0, *bets))[-2]
    return (bets.index(most), most - second) if most > second else None
