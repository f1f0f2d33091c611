"""All ways to lay a hand, and the most points for each kind of way.

The final table decides the score, not the order in which cards were laid. So the search is over
what each run and set becomes (`pieces`). Suits compete only for wilds, so each suit has a table of
its own: the best points for the wilds that it uses and for each way in which the turn may then end.
The tables of the four suits are merged; sets, which take cards of several suits, are chosen first.

The work is counted in steps, mostly entries of tables. Beyond the limit the search continues with
only the best entries of each table, and reports that its answer may not be the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from carteado.engine.games.buraco.shapes import SET_RANKS
from carteado.odds.buraco.pieces import NOTHING, Hand, Piece, Pieces, SetPiece, holds, joined

__all__ = ["Key", "Table", "best_of_each_kind"]

_MANY, _NARROW = 8, 2
"""Beyond the limit of the work larger tables are narrowed to the second number for each way in
which the turn may end."""


class Key(NamedTuple):
    """A kind of way to lay some cards.

    Attributes:
        wilds: how many wilds are used: four bits each for the 2s of the suits, and for jokers.
        thrown: one of the natural cards is the discard.
        left: one of them stays in the hand.
        brings: `READY` and the like.
    """

    wilds: int
    thrown: bool
    left: bool
    brings: int


Table = dict[Key, tuple[int, Any]]
"""The most points of each kind of way, and the laid cards as nested pairs."""


# Shared by all callers and never changed: `_suit` returns it without a copy.
_EMPTY: Table = {Key(0, False, False, 0): (0, None)}


def best_of_each_kind(hand: Hand) -> Table:
    """The best way of each kind to lay a hand; `Hand.cut` says whether ways were left out."""
    return _Pack(hand).table()


class _Pack:
    """The search.

    Args:
        hand: the hand to lay.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand, self._pieces = hand, Pieces(hand)
        # Memo by suit, run and remaining cards; the recursion meets the same rest many times.
        self._known: dict[tuple[int, int, int], Table] = {}

    # The whole hand

    def table(self) -> Table:
        """The best way of each kind to lay the whole hand."""
        found: Table = {}
        ranks = [self._pieces.sets_of(rank) for rank in SET_RANKS[self._hand.deal.rules.sets]]
        # Ranks that can make no set only multiply the choices.
        ranks = [pieces for pieces in ranks if len(pieces) > 1 or pieces[0][1].brings]
        for suits, piece in self._chosen(ranks, 0, tuple(self._hand.suits), NOTHING):
            self._merge_all(found, suits, piece)
        return found

    def _chosen(
        self, ranks: list[list[SetPiece]], at: int, suits: tuple[int, ...], sets: Piece
    ) -> Iterator[tuple[tuple[int, ...], Piece]]:
        """Every choice of sets: the cards left in each suit, and the sets as one piece."""
        if at == len(ranks):
            yield suits, sets
            return
        for needs, piece in ranks[at]:
            # Beyond the limit only "no further set" continues, so at least one complete way is
            # found.
            if at and self._hand.count(1) and needs != _NO_CARDS:
                self._hand.cut = True
                continue
            wilds = sets.wilds + piece.wilds
            if not holds(self._hand.wilds, wilds):
                continue
            left = tuple([have - need for have, need in zip(suits, needs, strict=True)])
            yield from self._chosen(ranks, at + 1, left, joined(sets, piece))

    def _merge_all(self, found: Table, suits: tuple[int, ...], sets: Piece) -> None:
        start = Key(sets.wilds, False, False, sets.brings)
        # Suits share only the wilds, so the joint table is a product limited by `holds`.
        merged: Table = {start: (sets.points, (None, sets.lays))}
        for suit in range(4):
            merged = self._merged(merged, self._suit(suit, 0, suits[suit]))
        for key, entry in merged.items():
            if key not in found or found[key][0] < entry[0]:
                found[key] = entry

    def _merged(self, one: Table, other: Table) -> Table:
        """The ways of two parts of the hand together."""
        found: Table = {}
        have = self._hand.wilds
        for (wilds, thrown, left, brings), (worth, way) in self._kept(one).items():
            for (more, throws, leaves, adds), (gains, laid) in self._kept(other).items():
                # A turn ends with one discard.
                if throws and thrown:
                    continue
                used = wilds + more
                if not holds(have, used):
                    continue
                key = Key(used, thrown or throws, left or leaves, brings | adds)
                gain = worth + gains
                if key not in found or found[key][0] < gain:
                    found[key] = (gain, (way, laid))
            self._hand.count(len(other))
        return found

    def _kept(self, table: Table) -> Table:
        """A table, or beyond the limit of the work its best entries of each way to end."""
        if len(table) <= _MANY or not self._hand.count(0):
            return table
        # Entries are dropped from here on, so the answer is a lower bound.
        self._hand.cut = True
        rows = sorted(table.items(), key=lambda row: -row[1][0])
        ends: Counter[tuple[bool, bool, int]] = Counter()
        kept: Table = {}
        for key, entry in rows:
            # All of the key but the wilds: each way to end keeps its best entries.
            ends[key[1:]] += 1
            if ends[key[1:]] <= _NARROW:
                kept[key] = entry
        return kept

    # One suit

    def _suit(self, suit: int, slot: int, cards: int) -> Table:
        """The ways to lay cards of a suit: on its runs from number `slot` on, and as new ones."""
        key = (suit, slot, cards)
        # Runs of the pair first, one slot after another; when all are settled, new runs.
        if key not in self._known:
            slots = self._pieces.of_runs[suit]
            self._known[key] = (
                self._on_run(suit, slot, cards) if slot < len(slots) else self._lowest(suit, cards)
            )
        return self._known[key]

    def _on_run(self, suit: int, slot: int, cards: int) -> Table:
        found: Table = {}
        for piece in self._pieces.of_runs[suit][slot]:
            if holds(cards, piece.need):
                self._add(found, piece, self._suit(suit, slot + 1, cards - piece.need))
        return found

    def _lowest(self, suit: int, cards: int) -> Table:
        """The ways for the lowest card: it stays, is discarded, or begins a new run."""
        if not cards:
            return _EMPTY
        # Four bits a place: the lowest set bit may belong to the second bit of its count.
        bit = cards & -cards
        at = (bit.bit_length() - 1) // 4
        face, one = 16 * suit + at, 1 << 4 * at
        # The runs of the pair have had their turn, so only new runs are left for the other cards.
        rest = self._suit(suit, len(self._pieces.of_runs[suit]), cards - one)
        found: Table = {}
        throws, worth = face not in self._hand.keep, self._hand.worth(face)
        # Case 1: the card stays in the hand.
        for (wilds, thrown, _, brings), (gain, way) in rest.items():
            _better(found, Key(wilds, thrown, True, brings), gain, way)
        # Case 2: it is the discard. Its points no longer count against the hand.
        for (wilds, thrown, left, brings), (gain, way) in rest.items():
            if throws and not thrown:
                _better(found, Key(wilds, True, left, brings), gain + worth, (way, face))
        if self._hand.count(2 * len(rest)):
            self._hand.cut = True
            return self._kept(found)
        # Case 3: it is the lowest card of a new run. Deciding the lowest card first visits each
        # packing once.
        for piece in self._pieces.new_runs[suit].get(at, ()):
            if holds(cards, piece.need):
                after = self._suit(suit, len(self._pieces.of_runs[suit]), cards - piece.need)
                self._add(found, piece, after)
        return found

    def _add(self, found: Table, piece: Piece, others: Table) -> None:
        have = self._hand.wilds
        for (wilds, thrown, left, brings), (gain, way) in self._kept(others).items():
            used = wilds + piece.wilds
            if holds(have, used):
                key = Key(used, thrown, left, brings | piece.brings)
                # Ways are nested pairs: appending shares the tail and copies nothing.
                _better(found, key, gain + piece.points, (way, piece.lays) if piece.lays else way)
        self._hand.count(len(others))


_NO_CARDS = (0, 0, 0, 0)


def _better(found: Table, key: Key, gain: int, way: Any) -> None:
    if key not in found or found[key][0] < gain:
        found[key] = (gain, way)
