"""Plays that are always bad for the partnership, whatever a few playouts suggest.

Playouts see a mean over hidden cards; a partner sees a card thrown to the opponents. (Whitehouse,
Cowling, Powley and Rollason, AIIDE 2013, met the same in Spades, and added knowledge.) A play
counts as a blunder only if the same turn could have ended otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from carteado.engine.games.buraco.actions import Discard, Extend, TakePile
from carteado.engine.games.buraco.kernel import Kernel, Knowledge, apply, determinise
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, CARD, ID, IS_WILD, each_suit
from carteado.engine.games.buraco.scoring import OUT_BONUS
from carteado.engine.games.buraco.shapes import SET_RANKS
from carteado.odds.buraco.candidates import Plan

__all__ = ["Blunder", "blunders", "breaks", "without_blunders"]

_CARD_POINTS = 8.5
"""Average points of a card: 880 points in 104 cards."""


class Blunder(Enum):
    """Mistakes that a partner notices.

    Attributes:
        FEEDS: throws a wild, or a card that fits the opponents' runs.
        SPOILS: lays a wild on a clean canastra.
        BREAKS: throws a card of a run or set in the hand, or one that fits the pair's own melds.
        STRANDS: goes out while the partner's cards cost more than going out brings.
    """

    FEEDS = "feeds"
    SPOILS = "spoils"
    BREAKS = "breaks"
    STRANDS = "strands"


def blunders(knowledge: Knowledge, plan: Plan) -> frozenset[Blunder]:
    """The blunders in the known part of a turn.

    Args:
        knowledge: of the seat to act.
        plan: legal actions, in order, to where something new is seen.
    """
    deal, found = determinise(knowledge, 0), set[Blunder]()
    seat, team = knowledge.seat, knowledge.seat & 1
    for action in plan:
        at = action.meld if isinstance(action, Extend | TakePile) else None
        # Checked before the play; afterwards the canastra may have lost its state.
        good = at is not None and deal.runs[team][at].clean and deal.runs[team][at].canastra
        if isinstance(action, Discard):
            face = ID[action.card]
            if IS_WILD[face] or BIT[face] & deal.wants[1 - team]:
                found.add(Blunder.FEEDS)
            elif breaks(deal, seat, face):
                found.add(Blunder.BREAKS)
        apply(deal, action)
        if good and at is not None and not deal.runs[team][at].clean:
            found.add(Blunder.SPOILS)
    if deal.out == team:
        # From here on nothing is fed or spoiled.
        return frozenset({Blunder.STRANDS} if _strands(deal, seat) else ())
    return frozenset(found)


def without_blunders(knowledge: Knowledge, plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """The plans with the least serious blunders, in their order; all of them if they are equal.

    Feeding is worse than breaking a run: the last safe card is thrown even from a run.

    Args:
        knowledge: of the seat to act.
        plans: the plans to choose from, at least one.
    """
    weighed = [(_weight(blunders(knowledge, plan)), plan) for plan in plans]
    least = min(weight for weight, _ in weighed)
    return tuple([plan for weight, plan in weighed if weight == least])


# Powers of two: each kind outweighs all lesser ones together.
_WEIGHTS = {Blunder.SPOILS: 8, Blunder.STRANDS: 4, Blunder.FEEDS: 2, Blunder.BREAKS: 1}


def _weight(found: frozenset[Blunder]) -> int:
    return sum(_WEIGHTS[one] for one in found)


def breaks(deal: Kernel, seat: int, face: int) -> bool:
    """Whether a natural card is useful to a run or set, in the hand or laid by the own pair.

    A run in the hand has no use for the second of two equal cards; a set has.
    """
    bit, one, two = BIT[face], deal.one[seat], deal.two[seat]
    if CARD[face][0] in SET_RANKS[deal.rules.sets]:
        alike = each_suit(1 << (face & 15))
        if (one & alike).bit_count() + (two & alike).bit_count() >= 3:
            return True
    fitting = [node for node in deal.runs[seat & 1] if node.natural & bit]
    # One copy goes to the discard and one stays, so only a run that takes both suffers.
    if two & bit:
        added = [deal.melds.added(node, face) for node in fitting]
        return any(node is not None and node.natural & bit for node in added)
    ends = one | (one & ACES) << 13
    three = ends & ends >> 1 & ends >> 2
    run = three | three << 1 | three << 2
    return bool(fitting or (run | run >> 13 & ACES) & bit)


# All hidden cards count with the average, because the seat does not see them.
def _strands(deal: Kernel, seat: int) -> bool:
    if not deal.rules.hand_penalty:
        return False
    partner = deal.size[seat ^ 2] + len(deal.aside[seat ^ 2])
    theirs = sum(deal.size[who] + len(deal.aside[who]) for who in (seat ^ 1, seat ^ 3))
    return partner * _CARD_POINTS > OUT_BONUS + theirs * _CARD_POINTS
