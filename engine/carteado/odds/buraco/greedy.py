"""The greedy player: it melds what it can, takes a morto early and discards unwanted cards.

Playouts use it, so it works on whole hands as bits. It uses only the knowledge of its seat: its own
hand, the table, the visible pile, and counts.

It is a rollout policy. It belongs to the odds because the adviser values positions by playing them
out, and the odds import no bot. The bot `buraco-greedy` plays this same policy at a table.

* Takes a free pile in which something can be melded, and one of three cards or more while the
  stock lasts; a pile whose top card has to be melded, wherever that costs no wild, and with a wild
  where it has three cards.
* Lays cards by the rules of `laying`.
* Never discards a wild; prefers a card that the opponents cannot add, then the card that its own
  hand needs least.

The limits are those with the largest margin in duplicate deals against the same player with other
limits.
"""

from __future__ import annotations

from carteado.engine.games.buraco.kernel.asking import apply, legal
from carteado.engine.games.buraco.kernel.chance import Chance
from carteado.engine.games.buraco.kernel.ending import may_empty
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, IS_WILD, JOKER_ID, PLAIN, TWOS
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, Kernel
from carteado.odds.buraco.laying import best_run, lay_all, opens, runs_with, set_with, wilds_of

__all__ = ["NothingLegal", "greedy_policy"]

_PILE = 3
"""Size from which a pile is taken even if nothing of it, or only with a wild, can be melded."""

_STOCK = 8
"""Size of the stock from which the end is near and useless cards cost points."""


class NothingLegal(ValueError):
    """The seat to act has nothing to play; legal play never leads to this."""


def greedy_policy(kernel: Kernel, chance: Chance) -> None:
    """Play the rest of the turn greedily and deterministically.

    Raises:
        NothingLegal: the seat to act has nothing to play.
    """
    turns = kernel.turns
    if not kernel.drawn:
        _choose_card(kernel)
    # Declining or going out with the pile may have ended the turn already.
    if kernel.turns == turns:
        # The first player may exchange the first card once (house rule first_turn_redraw).
        if kernel.offer and not _useful(kernel):
            kernel.redraw()
        lay_all(kernel)
        while kernel.turns == turns:
            _discard(kernel)


# The card of the turn


def _choose_card(kernel: Kernel) -> None:
    """Draw, take the pile, or decline the last turn."""
    if kernel.pile and kernel.may_take():
        if kernel.rules.pile_take == "must_meld_top":
            if _take_top(kernel):
                return
        elif _gains(kernel):
            kernel.take()
            return
    if kernel.may_draw():
        kernel.draw()
    elif kernel.last_turn:
        kernel.decline()
    # No card can be drawn, so the pile is the only way to have a turn.
    elif kernel.pile and kernel.rules.pile_take == "free":
        kernel.take()
    else:
        raise NothingLegal("nothing is legal: no stock, no pile to take, no last turn to decline")


def _gains(kernel: Kernel) -> bool:
    """Whether a free pile is worth taking."""
    pile = kernel.pile
    # Three cards or more are worth taking for their number while the game is still long.
    if len(pile) >= _PILE and len(kernel.stock) > _STOCK:
        return True
    lies = 0
    for face in pile:
        if IS_WILD[face]:
            return True
        lies |= BIT[face]
    if lies & kernel.wants[kernel.seat & 1]:
        return True
    # Bit tricks: a run of three is a bit that stays after two shifts. The ace is copied to its
    # high place.
    both = kernel.one[kernel.seat] | lies
    both |= (both & ACES) << 13
    run = both & both >> 1 & both >> 2
    if not run:
        return False
    # Spread back to all three cards of each run, then test whether one of them lies in the pile.
    run |= run << 1 | run << 2
    return bool((run | run >> 13 & ACES) & lies)


def _take_top(kernel: Kernel) -> bool:
    """Take a pile whose top card can be melded, if that costs no wild or the pile is worth one."""
    seat = kernel.seat
    team = seat & 1
    top = kernel.pile[-1]
    # A pile of one card is worth no wild, and what it leaves could not end the turn.
    under = len(kernel.pile) - 1
    # Two cards stay, so that a discard ends the turn without emptying the hand.
    most = kernel.size[seat] + under - 2
    if most < 0:
        return False
    # `wants` has no face that would make a run dirty, so this costs nothing.
    if BIT[top] & kernel.wants[team]:
        kernel.take_with((), best_run(kernel, team, BIT[top]))
        return True
    dear = under + 1 < _PILE
    if IS_WILD[top]:
        return not dear and _take_wild(kernel, team, top)
    ways = [*runs_with(kernel, seat, top), *set_with(kernel, seat, top)]
    if not dear:
        ways += _ways_with_wild(kernel, seat, top)
    for faces in ways:
        if len(faces) <= most and opens(kernel, [*faces, top]):
            kernel.take_with(faces, None)
            return True
    return False


def _take_wild(kernel: Kernel, team: int, top: int) -> bool:
    """Take a pile whose top card is a wild; the wild goes to a run that is not a clean canastra."""
    for at, node in enumerate(kernel.runs[team]):
        if node.takes(top) and not (node.clean and node.canastra):
            kernel.take_with((), at)
            return True
    return False


def _ways_with_wild(kernel: Kernel, seat: int, top: int) -> list[list[int]]:
    """One card of the hand and a wild that make a run with the top card of the pile."""
    hand = kernel.one[seat] & PLAIN
    found = []
    # One kind of wild is enough: the wilds differ only in points.
    for wild in wilds_of(kernel, seat)[:1]:
        for step in (1, -1, 2, -2):
            place = (top & 15) + step
            face = (top & 48) + (1 if place == 14 else place)
            if 1 <= place <= 14 and hand & BIT[face]:
                found.append([face, wild])
    return found


def _useful(kernel: Kernel) -> bool:
    """Whether the first card of the deal is worth keeping: it is a wild or has a neighbour."""
    if IS_WILD[kernel.card]:
        return True
    bit = BIT[kernel.card]
    near = bit << 1 | bit >> 1 | bit << 2 | bit >> 2
    return bool(kernel.one[kernel.seat] & near & PLAIN)


# The discard


def _may_discard_last(kernel: Kernel, seat: int) -> bool:
    if not kernel.size[seat]:
        return False
    last = kernel.hand(seat)[0]
    return last != kernel.barred and may_empty(kernel, kernel.runs[seat & 1], last)


def _discard(kernel: Kernel) -> None:
    """End the turn with the discard that helps the opponents least."""
    seat = kernel.seat
    if kernel.size[seat] < 2 and not _may_discard_last(kernel, seat):
        # The last card was kept because it fits a run; then a morto may go on with the turn.
        # Rare, so the slow list of all legal plays is acceptable here.
        left = legal(kernel)
        if not left:
            raise NothingLegal("nothing is legal: no card of the hand may be laid or discarded")
        apply(kernel, left[0])
        return
    hand, two = kernel.one[seat], kernel.two[seat]
    free = hand
    if kernel.barred != NO_CARD and not two & BIT[kernel.barred]:
        free &= ~BIT[kernel.barred]
    plain = free & PLAIN
    # Only wilds are left. A 2 scores less than a joker in the usual rules, so it goes first.
    if not plain:
        twos = free & TWOS
        kernel.discard(twos.bit_length() - 1 if twos else JOKER_ID)
        return
    safe = plain & ~kernel.wants[1 - (seat & 1)]
    some = safe or plain
    # Second copies first, then cards with nothing near them, then those with no neighbour.
    tier = some & two
    if not tier:
        ends = hand | (hand & ACES) << 13
        near = ends << 1 | ends >> 1
        wide = near | ends << 2 | ends >> 2
        tier = some & ~(wide | wide >> 13 & ACES) or some & ~(near | near >> 13 & ACES) or some
    # The lowest bit, so that equal positions are always played alike.
    kernel.discard((tier & -tier).bit_length() - 1)
