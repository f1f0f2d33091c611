"""Plays that a partner would not forgive, whatever a few imagined deals say of them.

Playouts see a mean over hidden cards; what a partner sees is a card thrown to the opponents.
(Whitehouse, Cowling, Powley and Rollason, AIIDE 2013, met the same in Spades, and added knowledge.)
A play is blamed only where the same turn could have been ended otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from carteado.engine.games.buraco.actions import Discard, Extend
from carteado.engine.games.buraco.kernel import Kernel, Knowledge, apply, determinise
from carteado.engine.games.buraco.kernel.asking import named
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, ID, IS_WILD, PLAIN
from carteado.engine.games.buraco.scoring import OUT_BONUS
from carteado.odds.buraco.candidates import Plan

__all__ = ["Blunder", "blunders", "without_blunders"]

_CARD_POINTS = 8.5
"""Of a card on average: 880 points in 104 cards."""


class Blunder(Enum):
    """What a partner sees and does not forgive.

    Attributes:
        FEEDS: throws a wild, or a card that fits the opponents' runs.
        SPOILS: lays a wild on a clean canastra.
        BREAKS: throws a card of a run in the hand, or one that fits a run of the own pair.
        STRANDS: goes out while the partner's cards cost more than that brings.
    """

    FEEDS = "feeds"
    SPOILS = "spoils"
    BREAKS = "breaks"
    STRANDS = "strands"


def blunders(knowledge: Knowledge, plan: Plan) -> frozenset[Blunder]:
    """What there is to blame in the known part of a turn.

    Args:
        knowledge: of the seat to act.
        plan: legal actions, in order, to where something new is seen.
    """
    deal, found = determinise(knowledge, 0), set[Blunder]()
    seat, team = knowledge.seat, knowledge.seat & 1
    for action in plan:
        if isinstance(action, Extend) and _spoils(deal, action):
            found.add(Blunder.SPOILS)
        if isinstance(action, Discard):
            face = ID[action.card]
            if IS_WILD[face] or BIT[face] & deal.wants[1 - team]:
                found.add(Blunder.FEEDS)
            elif BIT[face] & _needed(deal, seat) and not deal.two[seat] & BIT[face]:
                found.add(Blunder.BREAKS)
        apply(deal, action)
    if deal.out == team:
        # Nothing is fed or spoiled any more.
        return frozenset({Blunder.STRANDS} if _strands(deal, seat) else ())
    return frozenset(found)


def without_blunders(knowledge: Knowledge, plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """The plans with least to blame, in their order; so where all blunder alike, all of them.

    Feeding is worse than breaking a run: the last safe card is thrown even from a run.

    Args:
        knowledge: of the seat to act.
        plans: from which one is chosen, at least one.
    """
    weighed = [(_weight(blunders(knowledge, plan)), plan) for plan in plans]
    least = min(weight for weight, _ in weighed)
    return tuple([plan for weight, plan in weighed if weight == least])


_WEIGHTS = {Blunder.SPOILS: 8, Blunder.STRANDS: 4, Blunder.FEEDS: 2, Blunder.BREAKS: 1}


def _weight(found: frozenset[Blunder]) -> int:
    return sum(_WEIGHTS[one] for one in found)


def _spoils(deal: Kernel, action: Extend) -> bool:
    node = deal.runs[deal.seat & 1][action.meld]
    if not (node.clean and node.canastra):
        return False
    after = deal.melds.all_added(node, *named(action.cards))
    return after is None or not after.clean


def _needed(deal: Kernel, seat: int) -> int:
    """Cards of the hand in three or more that follow one another, or that fit an own run."""
    hand = deal.one[seat] & PLAIN
    ends = hand | (hand & ACES) << 13
    three = ends & ends >> 1 & ends >> 2
    run = three | three << 1 | three << 2
    return (run | run >> 13 & ACES | deal.wants[seat & 1]) & hand


def _strands(deal: Kernel, seat: int) -> bool:
    if not deal.rules.hand_penalty:
        return False
    partner = deal.size[seat ^ 2] + len(deal.aside[seat ^ 2])
    theirs = sum(deal.size[who] + len(deal.aside[who]) for who in (seat ^ 1, seat ^ 3))
    return partner * _CARD_POINTS > OUT_BONUS + theirs * _CARD_POINTS
