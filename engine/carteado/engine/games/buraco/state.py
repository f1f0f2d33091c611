"""The table, the match and the deal: the fold of the events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

from carteado.engine.cards import Card
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.scoring import Sheet
from carteado.engine.state import made
from carteado.engine.visibility import PerSeat, Public, Sealed

__all__ = [
    "HAND",
    "NOBODY",
    "SEATS",
    "TEAM_OF",
    "Phase",
    "State",
    "for_seat",
    "for_team",
    "new_state",
    "team_of",
    "total",
]

T = TypeVar("T")

SEATS = 4
HAND = 11
"""Cards of a hand and of a morto."""

NOBODY = (False,) * SEATS
"""A tuple by seat that is true of no seat."""

Phase = Literal["between", "draw", "play", "turned"]


@dataclass(frozen=True, kw_only=True)
class State:
    """A Buraco table. Tuples "by seat" have four elements, "by team" two: seats 0 and 2, 1 and 3.

    The seats:

    Attributes:
        options: house rules.
        names: the players' names by seat, None for a free seat.
        bots: whether a bot does.
        away: seats that sit out.
        leaving: seats that leave at the end of the match; the table plays for them.
        agreed: seats that want a rematch.

    The match:

    Attributes:
        running: the match has begun and no pair has won yet.
        winner: the team that has won it.
        deal: number of the current or last deal, 0 before the first.
        totals: points of all deals, by team.
        sheets: score sheets of the last deal, by team; empty while one is played.

    The deal, kept until the next one starts:

    Attributes:
        phase: ``between`` deals, before the ``draw``, in the ``play`` after it, or ``turned``: the
            turn has ended, and the events of the same command start the next or end the deal.
        to_act: whose turn it is.
        starter: who had the first turn.
        first: whether nobody has ended a turn yet.
        offer: the card just drawn may be thrown for another.
        last_turn: whether this is the extra turn after the end of the stock.
        deck: the pack of the deal.
        stock: positions in the deck of the cards to draw, the next one first.
        mortos: the same of the mortos on the table, the next one first.
        took: whether the pair took a morto, by team.
        converted: mortos that became stock.
        unplayed: who took a morto by a discard and has not had a turn since, by team.
        hands: handles of the cards in hand, in the order in which they came, by seat.
        aside: positions in the deck of a morto that its owner may not see yet, by seat.
        known: faces in hand that everybody knows, by seat: those from an open pile, and all that
            are left once the deal is over.
        fresh: cards that the seat to act has just taken up, the last of its hand.
        barred: handle of the card that may not go back in this turn, '' for none, by seat.
        pile: faces on the pile, the oldest first.
        buried: the same, where the table sees the top one only.
        runs: melds on the table, by team.
        swaps: takes of a pile of one card since somebody melded or drew.
        out: the team that went out.
        dealt: faces that came from the deck, by seat, in the order in which they came.
        dealt_at: their positions in the deck.
        thrown: the first card, where it was thrown for another.
        thrown_at: its position in the deck.
        opened: `dealt` of everybody, once the deal is over.
    """

    options: Public[Options]
    names: Public[tuple[str | None, ...]] = (None,) * SEATS
    bots: Public[tuple[bool, ...]] = NOBODY
    away: Public[tuple[bool, ...]] = NOBODY
    leaving: Public[tuple[bool, ...]] = NOBODY
    agreed: Public[tuple[bool, ...]] = NOBODY

    running: Public[bool] = False
    winner: Public[int | None] = None
    deal: Public[int] = 0
    totals: Public[tuple[int, ...]] = (0, 0)
    sheets: Public[tuple[Sheet, ...]] = ()

    phase: Public[Phase] = "between"
    to_act: Public[int | None] = None
    # The seat before seat 0, so that the first deal begins with seat 0.
    starter: Public[int] = SEATS - 1
    first: Public[bool] = False
    offer: Public[bool] = False
    last_turn: Public[bool] = False
    deck: Sealed[tuple[Card, ...]] = ()
    stock: Public[tuple[int, ...]] = ()
    mortos: Public[tuple[tuple[int, ...], ...]] = ()
    took: Public[tuple[bool, ...]] = (False, False)
    converted: Public[int] = 0
    unplayed: Public[tuple[int | None, ...]] = (None, None)
    hands: PerSeat[tuple[tuple[Card, ...], ...]] = ((),) * SEATS
    aside: Public[tuple[tuple[int, ...], ...]] = ((),) * SEATS
    known: Public[tuple[tuple[Card, ...], ...]] = ((),) * SEATS
    fresh: Public[int] = 0
    barred: PerSeat[tuple[str, ...]] = ("",) * SEATS
    pile: Public[tuple[Card, ...]] = ()
    buried: Sealed[tuple[Card, ...]] = ()
    runs: Public[tuple[tuple[Run, ...], ...]] = ((), ())
    swaps: Public[int] = 0
    out: Public[int | None] = None
    dealt: PerSeat[tuple[tuple[Card, ...], ...]] = ((),) * SEATS
    dealt_at: Public[tuple[tuple[int, ...], ...]] = ((),) * SEATS
    thrown: Public[Card | None] = None
    thrown_at: Public[int | None] = None
    opened: Public[tuple[tuple[Card, ...], ...]] = ()

    @property
    def in_deal(self) -> bool:
        """Whether a deal is being played."""
        return self.phase != "between"


def new_state(options: Options) -> State:
    """The empty table: nobody sits, nothing is dealt."""
    # A dictionary without spare room is copied faster, and so are its copies.
    return made(State, {**vars(State(options=options))})


def team_of(seat: int) -> int:
    """The pair of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return TEAM_OF[seat]


TEAM_OF = (0, 1, 0, 1)
"""The same by seat, for what is asked at every decision."""


def for_seat(each: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """A tuple by seat with another item for one seat."""
    # Unpacking four elements is faster than slicing, and this runs for every event.
    first, second, third, fourth = each
    if seat == 0:
        return item, second, third, fourth
    if seat == 1:
        return first, item, third, fourth
    if seat == 2:
        return first, second, item, fourth
    return first, second, third, item


def for_team(each: tuple[T, ...], team: int, item: T) -> tuple[T, ...]:
    """A tuple by team with another item for one team."""
    first, second = each
    return (first, item) if team else (item, second)


def total(state: State) -> int:
    """Cards of the pack, counted where they lie while a deal is played."""
    # Between deals the cards are not tracked; the total of a full pack stands for them.
    if not state.in_deal:
        return 104 + state.options.jokers
    return (
        len(state.stock)
        + len(state.pile)
        + sum(map(len, state.mortos))
        + sum(map(len, state.hands))
        + sum(map(len, state.aside))
        + sum(len(run.cards) for runs in state.runs for run in runs)
    )
