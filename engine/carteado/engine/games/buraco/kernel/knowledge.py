"""A seat's knowledge of a deal, from its view alone, and deals that agree with it.

An unknown card lies in one of the hidden slots. These are the stock, the mortos, a morto laid
aside, the covered part of a closed pile, and the unknown cards of the other hands. If the plays of
others are not interpreted, every way of dealing the unknown cards to the slots is equally likely.
`determinise` picks one of them by a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import faces_of, pack
from carteado.engine.games.buraco.kernel.chance import shuffled
from carteado.engine.games.buraco.kernel.ending import can_end
from carteado.engine.games.buraco.kernel.faces import ID, ids_of
from carteado.engine.games.buraco.kernel.kernel import Kernel
from carteado.engine.games.buraco.kernel.loading import public_part
from carteado.engine.games.buraco.state import SEATS, State

__all__ = ["Knowledge", "determinise", "imagined", "knowledge_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """A seat's knowledge of the present deal.

    Attributes:
        seat: the seat.
        state: its view.
        unknown: faces that the seat does not see, sorted; equal ones repeat.
        known: faces known to be in each hand, by seat; the own hand whole.
        hidden: cards of each hand that are not known, by seat; 0 for the own.
        aside: cards of a morto that lies aside, by seat.
        stock: cards of the stock.
        mortos: cards of each morto on the table, the next one first.
        pile: faces of the pile, the oldest first, `UNKNOWN` where they are covered.
    """

    seat: int
    state: State
    unknown: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    aside: tuple[int, ...]
    stock: int
    mortos: tuple[int, ...]
    pile: tuple[Card, ...]

    @property
    def slots(self) -> int:
        """Hidden places for a card; fewer than `unknown` where a scenario leaves cards out."""
        covered = self.pile.count(UNKNOWN)
        return sum(self.hidden) + sum(self.aside) + self.stock + sum(self.mortos) + covered


def knowledge_of(view: State, seat: int) -> Knowledge:
    """The knowledge of a seat.

    Args:
        view: the state as the seat may see it (`visibility.redact`); of a whole state only the part
            that the seat would see is used.
        seat: 0 to 3.

    Raises:
        ValueError: no deal is being played, the seat's own hand is hidden, a card lies there more
            often than the pack has it, or more cards lie hidden than it has left.
    """
    if not view.in_deal:
        raise ValueError("no deal is being played: there is nothing to know")
    own = faces_of(view.hands[seat])
    if UNKNOWN in own:
        raise ValueError(f"the hand of seat {seat} is hidden in this view: take its own view")
    # Cards taken from the open pile and not played since are known to be in that hand.
    known = tuple([own if who == seat else view.known[who] for who in range(SEATS)])
    # The unknown cards are the pack without all visible ones.
    left = Counter(pack(view.options.jokers))
    left.subtract(card for pair in view.runs for run in pair for card in run.cards)
    for cards in (*known, view.pile):
        left.subtract(cards)
    # A Counter, unlike a dict, does not raise for a key that is missing.
    del left[UNKNOWN]
    if more := [face for face, count in left.items() if count < 0]:
        raise ValueError(
            f"these cards lie there more often than the pack has them: {' '.join(more)}"
        )
    found = Knowledge(
        seat=seat,
        state=view,
        # Sorted, so that a seed gives the same deal whatever the order of the cards was.
        unknown=tuple(sorted((+left).elements())),
        known=known,
        hidden=tuple([len(view.hands[who]) - len(known[who]) for who in range(SEATS)]),
        aside=tuple([len(cards) for cards in view.aside]),
        stock=len(view.stock),
        mortos=tuple([len(morto) for morto in view.mortos]),
        pile=view.pile,
    )
    # Fewer slots than cards are possible (scenarios may leave cards out); the opposite is not.
    if found.slots > len(found.unknown):
        raise ValueError(
            f"more cards lie hidden ({found.slots}) than the pack has left "
            f"({len(found.unknown)}): some lie there more often than the pack has them"
        )
    return found


def determinise(knowledge: Knowledge, seed: int) -> Kernel:
    """A deal that the seat can imagine: the unknown cards dealt to the hidden slots by a seed.

    Every deal that agrees with the knowledge, and in which the seat to act can end its turn, is
    equally likely.
    """
    cards = shuffled(knowledge.unknown, seed)
    deal = imagined(knowledge, cards)
    who = deal.seat
    # Legal play never leaves one unplayable card in mid-turn, so such deals contradict what was
    # seen.
    if deal.drawn and deal.size[who] == knowledge.hidden[who] == 1:
        # A seat with one card left in the middle of a turn can lay or discard that card.
        runs = deal.runs[who & 1]
        last = next((card for card in cards if can_end(deal, 1, ID[card], runs)), None)
        if last is not None:
            others = list(knowledge.unknown)
            others.remove(last)
            # The first seed chose the last card, so the others need a seed of their own.
            at, rest = sum(knowledge.hidden[:who]), shuffled(others, ~seed)
            return imagined(knowledge, [*rest[:at], last, *rest[at:]])
    return deal


def imagined(knowledge: Knowledge, cards: Sequence[Card]) -> Kernel:
    """The deal in which the hidden slots hold given cards.

    Args:
        knowledge: of a seat.
        cards: faces, at least as many as there are slots: for the hidden parts of the hands by
            seat, the mortos aside by seat, the mortos, the stock (the next card first), and the
            covered part of the pile (the oldest first). Surplus cards lie nowhere.

    Raises:
        ValueError: there are too few cards.
    """
    if len(cards) < knowledge.slots:
        raise ValueError(f"cards that lie hidden: {knowledge.slots}; given: {len(cards)}")
    # This order of slots is part of the interface: callers that imagine deals rely on it.
    ids, at = ids_of(cards), 0
    kernel = public_part(knowledge.state)
    for seat in range(SEATS):
        end = at + knowledge.hidden[seat]
        kernel.give(seat, ids_of(knowledge.known[seat]) + ids[at:end])
        at = end
    for seat, count in enumerate(knowledge.aside):
        kernel.aside[seat] = tuple(ids[at : at + count])
        at += count
    mortos = []
    for count in knowledge.mortos:
        mortos.append(tuple(ids[at : at + count]))
        at += count
    kernel.mortos = tuple(mortos)
    # The kernel draws from the end of its list.
    kernel.stock = ids[at : at + knowledge.stock][::-1]
    at += knowledge.stock
    for face in knowledge.pile:
        if face == UNKNOWN:
            kernel.pile.append(ids[at])
            at += 1
        else:
            kernel.pile.append(ID[face])
    _own(knowledge, kernel)
    return kernel


def _own(knowledge: Knowledge, kernel: Kernel) -> None:
    """Set the fields of the present turn that depend on the card drawn or taken.

    In another seat's turn the drawn card may be any of its hand. The card that may not be discarded
    is known as long as nothing was melded.
    """
    state, seat = knowledge.state, kernel.seat
    if seat == knowledge.seat:
        if state.offer:
            # The drawn card is the last of the hand in a state.
            kernel.card = ID[state.hands[seat][-1]]
        if state.barred[seat]:
            kernel.barred = ID[state.barred[seat]]
    elif state.offer:
        kernel.card = kernel.hand(seat)[0]
    elif kernel.drawn and state.swaps and state.known[seat] and not kernel.rules.single_card_return:
        kernel.barred = ID[state.known[seat][-1]]
