"""The chance of going out: the cards with which a hand goes out at once, and their chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.actions import Discard, Extend, Meld, TakePile
from carteado.engine.games.buraco.cards import split_place
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise
from carteado.engine.games.buraco.kernel.asking import options, position
from carteado.engine.games.buraco.kernel.faces import ACES, BIT, CARD, ID, PLAIN, TWOS, mask_of
from carteado.engine.games.buraco.kernel.kernel import NO_CARD
from carteado.engine.games.buraco.legal import plays
from carteado.odds.buraco.candidates import Plan
from carteado.odds.buraco.locations import Locations, somewhere

__all__ = ["GoingOut", "goes_out", "going_out"]

_NODES = 1000
"""Maximum number of plays searched for one hand."""

_ALL_NODES = 10_000
"""Maximum number of plays searched for all drawable cards together.

A card may use what the others leave over. `GoingOut.unsure` counts the cards for which the search
stopped at this limit.
"""

# Bits 1 to 13 of each suit's 16 bits.
_SUITS = tuple([0x3FFE << shift for shift in (0, 16, 32, 48)])


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOut:
    """Whether and how soon a hand goes out on its own cards, computed exactly.

    Attributes:
        right: whether the pair has the morto and the canastra that going out needs. If not, a play
            may still complete the canastra.
        now: the hand goes out with the cards that it holds. False before the seat has drawn; None
            if the search reached no answer.
        with_pile: it goes out with the pile. None if the pile cannot be taken or is not visible, or
            if the search reached no answer.
        outs: cards of the stock with which it goes out at once, and their unknown copies; none
            while a morto is set aside for the seat, because its hand then changes.
        next_draw: the chance that the next card drawn is one of them.
        unsure: cards for which the search was inconclusive.
        unknown: unknown cards in all.
        stock: cards of the stock that can be drawn.
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
        """The chance that one of the outs is among the next own draws, with the hand unchanged."""
        return somewhere(sum(self.outs.values()), max(min(draws, self.stock), 0), self.unknown)


def going_out(locations: Locations, plan: Plan = ()) -> GoingOut:
    """The cards with which a seat goes out at once if it draws them from the stock.

    Args:
        locations: of the seat to act.
        plan: its first actions in this turn, such as an arrangement of its hand. After a discard
            the cards are those of its next turn, with the table as it is then.
    """
    knowledge = locations.knowledge
    # Only the own hand and the table matter below, so one imagined deal is enough.
    deal = determinise(knowledge, 0)
    seat = knowledge.seat
    for action in plan:
        apply(deal, action)
    if deal.over:
        return _over(deal, locations)
    stock = max(0, len(deal.stock) - deal.rules.stock_reserve)
    # Before the draw a hand cannot go out by itself: the turn's card is due first.
    before = not plan and not deal.drawn and deal.seat == seat
    in_turn = deal.drawn and deal.seat == seat
    # The position as if the seat had just drawn: it may be another seat's turn now.
    now = deal.copy()
    if deal.seat != seat:
        # The card taken by the seat to act restricts that seat alone.
        now.card = now.barred = NO_CARD
        now.offer = False
    now.seat, now.drawn = seat, True
    outs: dict[Card, int] = {}
    unsure: list[Card] = []
    # With a morto laid aside the next turn starts with eleven unknown cards, so no single card
    # decides.
    tried = {} if deal.aside[seat] else locations.copies
    left, waiting = _ALL_NODES, len(tried)
    for face, copies in tried.items():
        # A one-element list, so that the recursive search can count down the caller's budget.
        nodes = [min(_NODES, left // waiting)]
        left -= nodes[0]
        held = now.copy()
        held.give(seat, [ID[face]])
        found = goes_out(held, nodes)
        left, waiting = left + max(nodes[0], 0), waiting - 1
        if found:
            outs[face] = copies
        elif found is None:
            unsure.append(face)
    pile: bool | None = None
    if before and UNKNOWN not in knowledge.pile:
        pile = _goes_out_with_pile(deal)
    return GoingOut(
        right=deal.ready[seat % 2] and position(now).batida != "no",
        now=in_turn and goes_out(now, [_NODES]),
        with_pile=pile,
        outs=outs,
        next_draw=Fraction(sum(outs.values()), locations.total) if stock else Fraction(0),
        unsure=tuple(unsure),
        unknown=locations.total,
        stock=stock,
    )


def _over(deal: Kernel, locations: Locations) -> GoingOut:
    """The answer for a plan that ends the deal."""
    # The deal has ended, so no later draw exists.
    return GoingOut(
        right=True,
        now=deal.out == locations.seat % 2,
        with_pile=None,
        outs={},
        next_draw=Fraction(0),
        unsure=(),
        unknown=locations.total,
        stock=0,
    )


def _goes_out_with_pile(deal: Kernel) -> bool | None:
    """Whether the seat to act goes out with a pile that it sees; None where it cannot take it."""
    team, nodes = deal.seat & 1, [_NODES]
    found: list[bool | None] = []
    # A large pile can be taken in very many ways (over 100,000 were counted in one position),
    # hence the limit.
    for action in islice(plays(options(deal)), _NODES):
        if isinstance(action, TakePile):
            after = deal.copy()
            apply(after, action)
            if after.over:
                return True
            # A seat that empties its hand with it and takes a morto continues with unknown cards.
            found.append(after.took[team] == deal.took[team] and goes_out(after, nodes))
            if found[-1]:
                return True
    return None if None in found or not found else False


def goes_out(deal: Kernel, nodes: list[int]) -> bool | None:
    """Whether the seat to act can go out with the cards that it holds, in this turn.

    Args:
        deal: in the middle of a turn; only the own hand and the table are used.
        nodes: one number, the remaining plays to search; the search decreases it.

    Returns:
        None if the search used up its plays without an answer.
    """
    return _search(deal, None, nodes, set())


def _search(deal: Kernel, kept: Card | None, nodes: list[int], seen: set[object]) -> bool | None:
    """Search depth first, longest melds first; a play that takes a morto is not going out.

    Every card but the last has to be laid, in any order. So of the cards that will never fit
    anywhere else, the one with the fewest ways is laid first, and no other play is tried.

    Args:
        deal: in the middle of a turn.
        kept: the last card, if already decided.
        nodes: the remaining plays to search; decreased by the search.
        seen: positions that were searched without success.
    """
    seat = deal.seat
    team = seat & 1
    # `Melds` keeps one node for each run, so the same run always has the same id.
    runs = sorted(map(id, deal.runs[team]))
    key = (kept, deal.one[seat], deal.two[seat], deal.jokers[seat], *runs)
    if key in seen:
        return False
    # A position failed or is being searched; in both cases a second visit finds nothing new.
    seen.add(key)
    now = position(deal)
    # With a morto still due an empty hand takes it, so the hand cannot go out.
    if now.claim or now.batida == "no":
        return False
    offered = list(islice(plays(options(deal)), max(nodes[0], 0)))
    # Listing the plays is the expensive part, so each one listed counts.
    nodes[0] -= len(offered) + 1
    if nodes[0] < 0:
        return None
    tried = [one for one in offered if isinstance(one, Meld | Extend)]
    if deal.size[seat] == 1 and any(isinstance(one, Discard) for one in offered):
        return True
    below: list[bool | None] = []
    # Before the opening meld a card that fits nothing may still fit what comes down.
    settled = [] if now.opening or deal.size[seat] == 1 else _settled(deal, kept)
    if settled:
        laid = [(one, {split_place(card)[0] for card in one.cards}) for one in tried]
        ways = [[one for one, faces in laid if face in faces] for face in settled]
        tried = min(ways, key=len)
        # Or the settled card is the one that stays for the final discard.
        if kept is None:
            below.append(_search(deal, settled[ways.index(tried)], nodes, seen))
    # Long melds empty the hand sooner, so most searches end after a few plays.
    for action in sorted(tried, key=lambda one: -len(getattr(one, "cards", ()))):
        if True in below:
            break
        after = deal.copy()
        apply(after, action)
        below.append(after.over or _search(after, kept, nodes, seen))
    return True if True in below else None if None in below else False


def _settled(deal: Kernel, kept: Card | None) -> list[Card]:
    """Cards of the hand that no run on the table can take later, except where they fit already."""
    seat = deal.seat
    hand = deal.one[seat]
    later = TWOS
    for node in deal.runs[seat & 1]:
        laid = mask_of([ID[card] for card in node.run.cards])
        suits = [suit for suit in _SUITS if laid & suit & PLAIN]
        if len(suits) == 1 and (laid & PLAIN).bit_count() > 1:
            # A run has one wild, so it grows over one place that the hand does not fill.
            laid, held = laid & suits[0], hand & suits[0]
            reach = _grown(laid, held)
            reach = _grown(reach | _neighbours(reach) & suits[0], held)
            # The faces that a run can still reach beyond those that fit now. Aces stay in, since
            # both ends accept one.
            later |= reach & ~node.fits & ~(laid & ~ACES)
    faces = [CARD[face] for face in deal.hand(seat) if BIT[face] & ~later]
    if kept is not None and kept in faces:
        faces.remove(kept)
    return faces


def _grown(places: int, hand: int) -> int:
    """Places of a run with all that the hand adds to them one by one."""
    before = 0
    while places != before:
        before = places
        places |= _neighbours(places) & hand
    return places


def _neighbours(places: int) -> int:
    """The places next to given ones; an ace is next to the 2 and to the king."""
    # Bit 14 is the ace's high place. Bits 14 and 15 of each suit are free, so suits cannot run
    # into each other.
    high = places | (places & ACES) << 13
    near = high << 1 | high >> 1
    return near | near >> 13 & ACES
