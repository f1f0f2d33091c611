"""The chance of going out: cards with which a hand goes out at once, and how likely they come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Discard, Extend, Meld
from carteado.engine.games.buraco.cards import SUITS, WILD
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise
from carteado.engine.games.buraco.kernel.asking import options, position
from carteado.engine.games.buraco.kernel.faces import CARD, ID
from carteado.engine.games.buraco.legal import plays
from carteado.odds.buraco.candidates import Plan
from carteado.odds.buraco.locations import Locations, somewhere

__all__ = ["GoingOut", "goes_out", "going_out"]

_NODES = 1000
"""Plays that are looked at for one card; the work is bounded, and `unsure` says where it was not
enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOut:
    """Whether and how soon a hand goes out by itself, exactly.

    Attributes:
        right: the pair may go out as the table lies: morto and canastra are there. Where it may
            not, a play may still complete the canastra.
        now: the hand that is held goes out in this turn, before a card is drawn where one is due.
        with_pile: it does with the pile, None where that cannot be taken or is not seen.
        outs: cards of the stock with which it goes out at once, and their unknown copies.
        next_draw: the chance that the next card drawn is one of them.
        unsure: cards of which the search did not find out.
        unknown: unknown cards in all.
        stock: cards of the stock.
    """

    right: bool
    now: bool | None
    with_pile: bool | None
    outs: Mapping[Card, int]
    next_draw: Fraction
    unsure: tuple[Card, ...]
    unknown: int
    stock: int

    def within(self, draws: int) -> Fraction:
        """The chance that one of the outs is among so many own draws, the hand kept as it is."""
        return somewhere(sum(self.outs.values()), max(min(draws, self.stock), 0), self.unknown)


def going_out(locations: Locations, plan: Plan = ()) -> GoingOut:
    """The cards with which a seat goes out at once, when it draws them from the stock.

    Args:
        locations: of the seat to act.
        plan: what it does first in this turn, such as an arrangement of its hand; after a discard
            the cards are those of its next turn, the table taken as it lies then.
    """
    knowledge = locations.knowledge
    deal = determinise(knowledge, 0)
    seat = knowledge.seat
    for action in plan:
        apply(deal, action)
    if deal.over:
        return _over(deal, locations)
    before = not plan and not deal.drawn and deal.seat == seat
    now = deal.copy()
    now.seat, now.drawn = seat, True
    outs: dict[Card, int] = {}
    unsure: list[Card] = []
    for face, copies in locations.copies.items():
        found = _goes_out_with(now, [face])
        if found:
            outs[face] = copies
        elif found is None:
            unsure.append(face)
    pile: bool | None = None
    if before and deal.may_take() and knowledge.state.options.pile_take == "free":
        faces = [CARD[face] for face in deal.pile]
        pile = _goes_out_with(now, faces, barred=faces[0] if len(faces) == 1 else None)
    return GoingOut(
        right=deal.ready[seat % 2] and position(now).batida != "no",
        now=_search(now.copy(), [_NODES], set()) if now.size[seat] else None,
        with_pile=pile,
        outs=outs,
        next_draw=Fraction(sum(outs.values()), locations.total) if deal.stock else Fraction(0),
        unsure=tuple(unsure),
        unknown=locations.total,
        stock=len(deal.stock),
    )


def _over(deal: Kernel, locations: Locations) -> GoingOut:
    """A plan that ends the deal."""
    return GoingOut(
        right=True,
        now=deal.out == locations.seat % 2,
        with_pile=None,
        outs={},
        next_draw=Fraction(0),
        unsure=(),
        unknown=locations.total,
        stock=len(deal.stock),
    )


def _goes_out_with(deal: Kernel, faces: list[Card], barred: Card | None = None) -> bool | None:
    held = deal.copy()
    held.give(held.seat, [ID[face] for face in faces])
    if barred is not None and not held.rules.single_card_return:
        held.barred = ID[barred]
    return goes_out(held)


def goes_out(deal: Kernel, nodes: int = _NODES) -> bool | None:
    """Whether the seat to act can go out with the cards that it holds, in this turn.

    Args:
        deal: in the middle of a turn; the own hand and the table are all that is looked at.
        nodes: plays to look at, at most.

    Returns:
        None where that was not enough to find out.
    """
    return _search(deal.copy(), [nodes], set())


def _search(deal: Kernel, nodes: list[int], seen: set[object]) -> bool | None:
    """Depth first, longest melds first; what takes a morto does not go out."""
    seat = deal.seat
    team = seat & 1
    if position(deal).claim or position(deal).batida == "no" or _stuck(deal):
        return False
    key = (deal.one[seat], deal.two[seat], deal.jokers[seat], tuple(map(id, deal.runs[team])))
    if key in seen:
        return False
    seen.add(key)
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    offered = list(islice(plays(options(deal)), nodes[0] + 1))
    found: bool | None = None if len(offered) > nodes[0] else False
    nodes[0] -= len(offered)
    tried = [one for one in offered if isinstance(one, Meld | Extend | Discard)]
    for action in sorted(tried, key=lambda one: -len(getattr(one, "cards", ()))):
        if isinstance(action, Discard) and deal.size[seat] > 1:
            continue
        if any("=" in card for card in getattr(action, "cards", ())):
            continue  # another place of a wild, which a kernel does not know
        after = deal.copy()
        apply(after, action)
        if after.over:
            return True
        below = _search(after, nodes, seen)
        if below:
            return True
        if below is None:
            found = None
    return found


def _stuck(deal: Kernel) -> bool:
    """Whether two cards or more can be in no meld, whatever is laid."""
    if deal.rules.sets != "none":
        return False
    faces = [CARD[face] for face in deal.hand(deal.seat)]
    wilds = sum(face in WILD for face in faces)
    lone = 0
    for suit in SUITS:
        there = [face for face in faces if face not in WILD and face[1] == suit]
        runs = [node for node in deal.runs[deal.seat & 1] if _of_suit(node.run.cards, suit)]
        if there and not runs and len(there) + wilds < 3:
            lone += len(there)
    return lone > 1


def _of_suit(cards: tuple[Card, ...], suit: str) -> bool:
    return any(card not in WILD and card[1] == suit for card in cards)
