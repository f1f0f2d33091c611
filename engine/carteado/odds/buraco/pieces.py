"""All melds that a hand can make: additions to the runs of the pair, new runs, and sets.

Each is a piece: its cards and its effects. `kernel.nodes` and the engine's list of additions decide
which melds cards make, so no rule of melds is repeated here.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carteado.engine.cards import Card
from carteado.engine.games.buraco.actions import Extend
from carteado.engine.games.buraco.cards import PLACE, RANKS, SUITS, handled
from carteado.engine.games.buraco.kernel import Kernel
from carteado.engine.games.buraco.kernel.asking import named, position
from carteado.engine.games.buraco.kernel.faces import CARD, IS_WILD, JOKER_ID
from carteado.engine.games.buraco.kernel.nodes import Node
from carteado.engine.games.buraco.legal import Legal, plays
from carteado.engine.games.buraco.position import Position
from carteado.engine.games.buraco.runs import points

__all__ = [
    "CLEAN",
    "MELDED",
    "NOTHING",
    "OPENS",
    "READY",
    "Hand",
    "Lay",
    "Piece",
    "Pieces",
    "SetPiece",
    "holds",
    "joined",
    "wilds_in",
]

READY, CLEAN, OPENS, MELDED = 1, 2, 4, 8
"""Effects of a piece: the canastra that going out needs, a clean canastra if the table's points
depend on one, a new meld that meets the opening minimum, and any other new meld before the
opening."""

# A pack has two copies of each card, and no player holds 8 equal cards, so bit 3 of every count
# is free.
_TOPS = sum([8 << 4 * at for at in range(16)])
"""The highest bit of each count, which no count reaches."""


def holds(have: int, need: int) -> bool:
    """Whether counts (four bits each) are all at least as large as other counts."""
    # A count that is too small borrows the highest bit of its own four, and of no others.
    return ((have | _TOPS) - need) & _TOPS == _TOPS


class Lay(NamedTuple):
    """Cards that are laid in one action.

    Attributes:
        at: number of the run of the pair that they are added to, -1 for a new meld.
        faces: the cards.
        place: the face that the wild stands for, if the action names it.
    """

    at: int
    faces: tuple[int, ...]
    place: str | None


class Piece(NamedTuple):
    """A run or set after cards are laid: a new one, or one of the pair's.

    Attributes:
        need: natural cards of a suit that it uses: four bits for each place.
        wilds: that it uses: four bits for the 2s of each suit, and for jokers.
        brings: `READY` and the like.
        points: that the pair gains, including the cards that leave the hand.
        lays: the actions that lay it.
    """

    need: int
    wilds: int
    brings: int
    points: int
    lays: tuple[Lay, ...]


NOTHING = Piece(0, 0, 0, 0, ())

SetPiece = tuple[tuple[int, ...], Piece]
"""Cards of each suit that sets of a rank take, counted as in `Piece.need`, and the sets as one."""

# Order of the four-bit counts in `Piece.wilds`: spades, hearts, diamonds, clubs, jokers.
_WILDS = (*(16 * at + 2 for at in range(4)), JOKER_ID)


def wilds_in(counts: int) -> list[int]:
    """The different wilds among counts as in `Piece.wilds`, as faces."""
    return [_WILDS[at] for at in range(5) if counts >> 4 * at & 15]


def _kind(face: int) -> int:
    """One wild, as wilds are counted."""
    return 1 << 16 if face == JOKER_ID else 1 << 4 * (face >> 4)


class _Grown(NamedTuple):
    """A run of the pair with cards of the hand, and the cards that are left for it."""

    node: Node
    left: tuple[int, ...]
    laid: tuple[int, ...]
    lays: tuple[Lay, ...]


@dataclass(slots=True)
class Hand:
    """The hand to lay, its scoring, and the limit of the search.

    Attributes:
        deal: the deal; its acting seat has drawn.
        keep: faces that may not be discarded.
        laid_counts: whether the cards on the table and their bonuses count.
        work: maximum number of search steps.
        made: steps made so far.
        cut: whether ways were left out.
        suits: natural cards of the hand by suit, counted as in `Piece.need`.
        wilds: wilds of the hand, counted as in `Piece.wilds`.
    """

    deal: Kernel
    keep: frozenset[int] = frozenset()
    laid_counts: bool = True
    work: int = 1 << 62
    made: int = 0
    cut: bool = False
    suits: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    wilds: int = 0

    # Counts instead of faces make "enough cards left" one subtraction; see `holds`.
    def __post_init__(self) -> None:
        for face in self.deal.hand(self.deal.seat):
            if IS_WILD[face]:
                self.wilds += _kind(face)
            else:
                self.suits[face >> 4] += 1 << 4 * (face & 15)

    def worth(self, face: int) -> int:
        """Points that a hand pays for a card that it keeps."""
        rules = self.deal.rules
        return points((CARD[face],), rules) if rules.hand_penalty else 0

    def count(self, steps: int) -> bool:
        """Count steps; returns whether the limit is exceeded."""
        self.made += steps
        return self.made > self.work


class Pieces:
    """All pieces of a hand.

    Args:
        hand: the hand to lay.

    Attributes:
        of_runs: for each suit, for each run of it on the table, all that it can become.
        new_runs: for each suit the new runs, by the lowest place of their natural cards but 2s; an
            ace is the lowest.
    """

    def __init__(self, hand: Hand) -> None:
        self._hand, self._deal = hand, hand.deal
        self._rules, self._melds = hand.deal.rules, hand.deal.melds
        self._runs = hand.deal.runs[hand.deal.seat & 1]
        self._free = self._rules.wild_relocation == "free"
        self._opening = position(hand.deal).opening
        self._sets: dict[str, list[tuple[int, Node]]] = {}
        self.of_runs: list[list[list[Piece]]] = [[], [], [], []]
        for at, node in enumerate(self._runs):
            shape = node.run.shape
            assert shape is not None
            if shape.rank:
                self._sets.setdefault(shape.rank, []).append((at, node))
            else:
                suit = SUITS.index(shape.suit)
                self.of_runs[suit].append(self._grown(at, node, suit))
        self.new_runs = [self._new_runs(suit) for suit in range(4)]

    def _brings(self, node: Node) -> int:
        if not node.canastra:
            return 0
        ready = node.clean or self._rules.going_out_requires == "any"
        clean = CLEAN if node.clean and self._rules.no_clean_forfeits else 0
        # CLEAN is tracked only under the rule that a pair without a clean canastra loses its
        # table points.
        return READY | clean if ready else clean

    def _piece(self, need: int, faces: Sequence[int], node: Node, lays: tuple[Lay, ...]) -> Piece:
        """The piece of cards that make a new meld, or lengthen a run of the pair."""
        wilds = sum([_kind(face) for face in faces if IS_WILD[face]])
        worth, brings = sum([self._hand.worth(face) for face in faces]), self._brings(node)
        # The opening minimum applies to one meld, not to the sum of a turn's melds, so each new
        # meld is judged by itself.
        new = bool(lays) and lays[0].at < 0
        if new and self._opening:
            brings |= MELDED | (OPENS if node.points >= self._opening else 0)
        # Only the gain counts: the cards already on the table are worth their points in any case.
        if lays and self._hand.laid_counts:
            worth += node.value - (0 if new else self._runs[lays[0].at].value)
        return Piece(need, wilds, brings, worth, lays)

    # Runs

    def _grown(self, at: int, start: Node, suit: int) -> list[Piece]:
        """All runs that a run of the pair can become with cards of the hand."""
        hand = self._deal.hand(self._deal.seat)
        held = tuple([face for face in hand if IS_WILD[face] or face >> 4 == suit])
        found = [NOTHING._replace(brings=self._brings(start))]
        # Breadth first, so the first way found to a run uses the fewest actions.
        known, waiting = {start.run}, deque([_Grown(start, held, (), ())])
        while waiting:
            now = waiting.popleft()
            for faces, place in self._steps(now.node, now.left):
                after = self._melds.all_added(now.node, faces, place)
                if after is None or after.run in known:
                    continue
                # Too much work ends the search with what was found so far; `cut` makes the answer
                # inexact.
                if self._hand.count(1):
                    self._hand.cut = True
                    return found
                known.add(after.run)
                left, laid = list(now.left), (*now.laid, *faces)
                for face in faces:
                    left.remove(face)
                lays = (*now.lays, Lay(at, tuple(faces), place))
                # Every run has one node, so `is` decides whether one action gives the same run.
                if self._melds.all_added(start, laid) is after:
                    lays = (Lay(at, laid, None),)
                need = sum([1 << 4 * (face & 15) for face in laid if not IS_WILD[face]])
                found.append(self._piece(need, laid, after, lays))
                waiting.append(_Grown(after, tuple(left), laid, lays))
        return found

    def _steps(self, node: Node, left: tuple[int, ...]) -> Iterator[tuple[list[int], str | None]]:
        """The additions of the fewest cards to a run, as the engine lists them."""
        # Under free relocation only single cards matter: a longer addition reaches the same run
        # one by one.
        if self._free and not node.run.leap:
            for face in dict.fromkeys(left):
                if node.takes(face):
                    yield [face], None
            return
        asked = Position(
            seat=self._deal.seat,
            hand=handled((), [CARD[face] for face in left]),
            runs=(node.run,),
            claim=True,  # whether the turn can be ended is checked after all that is laid
            sets=self._rules.sets,
            wild_relocation=self._rules.wild_relocation,
            wild_regularise=self._rules.wild_regularise,
        )
        for action in plays(Legal(extend=True, position=asked)):
            assert isinstance(action, Extend)
            yield named(action.cards)

    def _new_runs(self, suit: int) -> dict[int, list[Piece]]:
        """The new runs of a suit, by the lowest place of their cards; an ace is the lowest."""
        cards, wilds = self._hand.suits[suit], wilds_in(self._hand.wilds)
        # Index 14 is the ace once more, above the king.
        have = [cards >> 4 * (at % 13 or 13) & 15 for at in range(15)]
        # The 2 of the suit is counted among the wilds; in its own place it is a natural card.
        have[2] = self._hand.wilds >> 4 * suit & 15
        found: dict[tuple[int, int, int, int], Piece] = {}
        # A new run needs three places, so the lowest start is the ace (1) and the highest the
        # queen (12).
        for low in range(1, 13):
            places, missing = list[int](), list[int]()
            for high in range(low, 15):
                both_aces = low == 1 and high == 14
                place = (high - 1) % 13 + 1
                places.append(place)
                # A run from ace to ace needs two aces.
                if have[place] < 1 + both_aces:
                    missing.append(place)
                    if len(missing) > (1 if wilds else 0):
                        break
                if len(places) < 3:
                    continue
                # If nothing is missing, a wild may still save any one of the cards.
                for hole in missing or (0, *(places if wilds else ())):
                    natural = list(places)
                    if hole:
                        natural.remove(hole)
                    for wild in wilds if hole else (None,):
                        for piece in self._new_run(suit, natural, wild):
                            if holds(self._hand.wilds, piece.wilds):
                                # The first of the pieces that differ only in how they are laid.
                                found.setdefault(piece[:4], piece)
        # Grouped by lowest card, because the packing decides the fate of the lowest card first.
        by_place: dict[int, list[Piece]] = {}
        for piece in found.values():
            lowest = ((piece.need & -piece.need).bit_length() - 1) // 4
            by_place.setdefault(lowest, []).append(piece)
            self._hand.count(1)
        return by_place

    def _new_run(self, suit: int, natural: list[int], wild: int | None) -> Iterator[Piece]:
        """A new run; with a wild that has a place of its own once for each place."""
        need = sum([1 << 4 * at for at in natural if at != 2])
        faces = [16 * suit + at for at in natural] + ([] if wild is None else [wild])
        node = self._melds.laid(faces) if need else None
        if node is None:
            return
        yield self._piece(need, faces, node, (Lay(-1, tuple(faces), None),))
        shape = node.run.shape
        if wild is None or self._free or shape is None:
            return
        # If the house fixes a wild in its place, each place is a different run and a different
        # piece.
        for at in shape.spots:
            place = Card(RANKS[(at - 1) % 13] + SUITS[suit])
            other = self._melds.laid(faces, place)
            if other is not None and other is not node:
                yield self._piece(need, faces, other, (Lay(-1, tuple(faces), place),))

    # Sets

    def sets_of(self, rank: str) -> list[SetPiece]:
        """Every way to lay cards of a rank on its sets and as new ones."""
        one = 4 * PLACE[rank]
        have = tuple([cards >> one & 15 for cards in self._hand.suits])
        ways: list[SetPiece] = [((0, 0, 0, 0), NOTHING)]
        for at, node in self._sets.get(rank, ()):
            # Existing sets first. Pruned after each of them, since the combinations multiply.
            ways = _best_of(self._with_set(ways, have, rank, at, node))
        found = more = ways
        # A new set needs two natural cards and a wild, or three natural cards.
        while more and sum(have) >= 2:
            more = _best_of(self._with_set(more, have, rank, -1, None))
            found = found + more
        found = sorted(_best_of(found), key=lambda way: -way[1].points)
        return [(tuple([count << one for count in counts]), piece) for counts, piece in found]

    def _with_set(
        self,
        ways: list[SetPiece],
        have: tuple[int, ...],
        rank: str,
        at: int,
        start: Node | None,
    ) -> Iterator[SetPiece]:
        """Ways to lay cards of a rank with one more set, or with more or nothing on set `at`."""
        for (taken, piece), (cards, more) in itertools.product(
            ways, list(self._sets_with(have, rank, at, start))
        ):
            counts = tuple([one + two for one, two in zip(taken, cards, strict=True)])
            wilds = piece.wilds + more.wilds
            if any(one > two for one, two in zip(counts, have, strict=True)):
                continue
            if holds(self._hand.wilds, wilds):
                yield counts, joined(piece, more)
            if self._hand.count(1) and start is None:
                self._hand.cut = True
                return

    def _sets_with(
        self, have: tuple[int, ...], rank: str, at: int, start: Node | None
    ) -> Iterator[SetPiece]:
        """The sets that cards of a rank make, alone or with a set of the pair."""
        place = PLACE[rank]
        if start is not None:
            yield (0, 0, 0, 0), NOTHING._replace(brings=self._brings(start))
        # With two copies of each card this is at most 3 ** 4 = 81 choices.
        for cards in itertools.product(*[range(count + 1) for count in have]):
            natural = [16 * suit + place for suit in range(4) for _ in range(cards[suit])]
            for wild in (None, *wilds_in(self._hand.wilds)):
                faces = natural if wild is None else [*natural, wild]
                if start is None:
                    node = self._melds.laid(faces) if len(faces) > 2 else None
                else:
                    node = self._melds.all_added(start, faces) if faces else None
                if node is None:
                    continue
                if self._hand.count(1):
                    self._hand.cut = True
                    return
                yield cards, self._piece(0, faces, node, (Lay(at, tuple(faces), None),))


def joined(one: Piece, other: Piece) -> Piece:
    """Two pieces of sets as one."""
    return Piece(
        need=0,
        wilds=one.wilds + other.wilds,
        brings=one.brings | other.brings,
        points=one.points + other.points,
        lays=one.lays + other.lays,
    )


def _best_of(ways: Iterable[SetPiece]) -> list[SetPiece]:
    """The best of the ways with the same cards and effects."""
    best: dict[tuple[tuple[int, ...], int, int], SetPiece] = {}
    for counts, piece in ways:
        key = (counts, piece.wilds, piece.brings)
        if key not in best or best[key][1].points < piece.points:
            best[key] = (counts, piece)
    return list(best.values())
