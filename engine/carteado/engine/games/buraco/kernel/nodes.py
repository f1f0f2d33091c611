"""A cache of melds: every run and set that can lie on the table, and its successor for each card.

`runs`, the game's own rules, is asked once for each run, card and set of house rules. Afterwards a
play is one dictionary look-up.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import JOKER, WILD
from carteado.engine.games.buraco.kernel.faces import BIT, CARD, ID, JOKER_ID, mask_of
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.position import Position, fits
from carteado.engine.games.buraco.runs import Run, extended, is_clean, laid, points
from carteado.engine.games.buraco.scoring import run_points

__all__ = ["Melds", "Node", "melds_for"]


class Node:
    """A run or set on the table. Never changed, so positions share it.

    Attributes:
        run: the engine's object.
        size: number of cards.
        clean: whether it has no wild.
        canastra: whether it has seven cards or more.
        points: of its cards.
        value: of its cards and its canastra.
        fits: faces that may be added one at a time, as bits, without jokers.
        fits_joker: whether a joker may be added.
        natural: faces of `fits` that do not make it dirty; of a dirty run, all but the wilds that
            leave it dirty.
        plus: its successor for each face that was looked up; filled by `Melds.added`.
    """

    __slots__ = (
        "canastra",
        "clean",
        "fits",
        "fits_joker",
        "natural",
        "plus",
        "points",
        "run",
        "size",
        "value",
    )

    def __init__(self, run: Run, faces: frozenset[Card], rules: Options) -> None:
        self.run = run
        self.size = len(run.cards)
        self.clean = is_clean(run)
        self.canastra = self.size >= 7
        self.points = points(run.cards, rules)
        self.value = run_points(run, rules)
        self.fits = mask_of([ID[face] for face in faces])
        self.fits_joker = JOKER in faces
        # Keys: one face, or a sorted tuple of faces with an optional place in front.
        self.plus: dict[int | tuple[int | str, ...], Node | None] = {}
        # A card that is not a wild keeps a run as it is, unless a 2 leaves its place for a gap.
        doubtful = faces if self.clean and not WILD.isdisjoint(run.cards) else faces & WILD
        self.natural = self.fits & ~mask_of([ID[face] for face in doubtful])
        for face in doubtful:
            after = extended(run, (face,), None, rules)
            if after is not None and is_clean(after):
                self.natural |= BIT[ID[face]]

    def takes(self, face: int) -> bool:
        """Whether a face may be added."""
        return self.fits_joker if face == JOKER_ID else bool(self.fits & BIT[face])


class Melds:
    """All runs and sets under some house rules."""

    def __init__(self, rules: Options) -> None:
        self._rules = rules
        self._asker = Position(
            seat=0,
            hand=(),
            sets=rules.sets,
            wild_relocation=rules.wild_relocation,
            wild_regularise=rules.wild_regularise,
        )
        # One node for each run, so identity replaces comparison elsewhere.
        self._nodes: dict[Run, Node] = {}
        self._laid: dict[tuple[int | str, ...], Node | None] = {}

    def node(self, run: Run) -> Node:
        """The node of a run on the table."""
        found = self._nodes.get(run)
        if found is None:
            found = self._nodes[run] = Node(run, fits(run, self._asker), self._rules)
        return found

    def laid(self, faces: Iterable[int], place: str | None = None) -> Node | None:
        """The meld that faces make when laid, None for no meld.

        Args:
            faces: of the meld.
            place: the face that its wild stands for, if given.
        """
        # The order of the faces does not matter to a meld, so one key serves all orders.
        rising = tuple(sorted(faces))
        key: tuple[int | str, ...] = rising if place is None else (place, *rising)
        # None is a cached answer too, so the key is tested and not the value.
        if key not in self._laid:
            run = laid(tuple([CARD[face] for face in rising]), place, self._rules)
            self._laid[key] = None if run is None else self.node(run)
        return self._laid[key]

    def added(self, node: Node, face: int) -> Node | None:
        """The run after adding one face, None if it does not fit."""
        if face not in node.plus:
            run = extended(node.run, (CARD[face],), None, self._rules)
            node.plus[face] = None if run is None else self.node(run)
        return node.plus[face]

    def all_added(self, node: Node, faces: Iterable[int], place: str | None = None) -> Node | None:
        """The run after adding several faces at once; `place` as in `laid`."""
        rising = tuple(sorted(faces))
        if len(rising) == 1 and place is None:
            return self.added(node, rising[0])
        key: tuple[int | str, ...] = rising if place is None else (place, *rising)
        if key not in node.plus:
            run = extended(node.run, tuple([CARD[face] for face in rising]), place, self._rules)
            node.plus[key] = None if run is None else self.node(run)
        return node.plus[key]


# Tables with the same values here share one `Melds`, and with it all answers found so far.
_DECIDING = (
    "sets",
    "wild_relocation",
    "wild_regularise",
    "two_value",
    "joker_value",
    "real_bonus",
    "half_real_bonus",
    "special_with_wild",
    "semi_clean_bonus",
)
"""The house rules that decide which melds are legal and their points."""


def melds_for(rules: Options) -> Melds:
    """The melds under the house rules of a table, shared by all tables that have the same."""
    return _melds(tuple([getattr(rules, name) for name in _DECIDING]))


# The bound limits the memory of a host with many different house rules; the tables only grow.
@functools.lru_cache(maxsize=16)
def _melds(values: tuple[Any, ...]) -> Melds:
    return Melds(Options(**dict(zip(_DECIDING, values, strict=True))))
