"""Matchings of a graph: the number of ways to choose edges of which no two share a corner.

Corners of a kind have the same neighbours, so a graph is given by its kinds. Every edge has a
colour, and ways are distinguished by their numbers of edges of each colour.

The corners are taken one by one. Each stays free, opens an edge to a later corner, or closes one
that an earlier corner opened. Of the open edges only some numbers matter: those whose corners have
the same neighbours among the corners still to come are one class, and any of them may be the one
that is closed. So the ways so far are counted by the number of closed edges of each colour and of
open edges of each class. Kinds are ordered so that there are few classes at any time: in the graphs
that hands of poker make two or three mostly, and rarely more than six.

Numbers are kept in 64 bits as long as no count can be larger, and in Python's integers after that.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from carteado.odds.tables import Array

__all__ = ["Graph", "matchings", "merged", "ordered"]

# Counts use unsigned 64-bit integers.
_LARGEST = 2**64 - 1

_ENOUGH = 100_000
"""Work that takes no longer than the search for another order."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Corners in kinds; whether two corners have an edge, and its colour, depends on their kinds.

    Attributes:
        colours: number of colours.
        corners: number of corners of each kind.
        neighbours: for each kind the kinds that it has edges to, its own among them where its
            corners have edges to one another: bit `colour * len(corners) + kind`.
    """

    colours: int
    corners: tuple[int, ...]
    neighbours: tuple[int, ...]

    def among(self, kinds: Iterable[int]) -> int:
        """The bits of some kinds, in all colours."""
        bits = sum(1 << kind for kind in kinds)
        return sum(bits << colour * len(self.corners) for colour in range(self.colours))

    def colours_between(self, neighbours: int, kind: int) -> list[int]:
        """Colours of the edges that corners with these neighbours have to a kind."""
        size = len(self.corners)
        return [c for c in range(self.colours) if neighbours >> c * size + kind & 1]


def matchings(graph: Graph, edges: int) -> dict[tuple[int, ...], int]:
    """Ways to choose edges that share no corner, by the number of edges of each colour.

    Any graph gives the right numbers; one that is `merged` and `ordered` gives them quickly.

    Args:
        graph: corners and edges.
        edges: the most edges chosen, in all colours together.
    """
    tally = _Tally(graph, edges)
    for kind in range(len(graph.corners)):
        tally.take(kind)
    counts = _states(graph.colours, edges).tolist()
    return {tuple(count): int(ways) for count, ways in zip(counts, tally.ways, strict=True) if ways}


class _Tally:
    """Ways so far by state: closed edges of each colour, then open edges of each class."""

    def __init__(self, graph: Graph, edges: int) -> None:
        self.graph, self.edges = graph, edges
        self.later = graph.among(range(len(graph.corners)))
        self.classes: list[int] = []
        self.taken = 0
        # State 0 has no edges, closed or open: exactly one way.
        self.ways: Array = np.zeros(len(_states(graph.colours, edges)), dtype=np.uint64)
        self.ways[0] = 1

    def take(self, kind: int) -> None:
        """Take all corners of the next kind."""
        own = self.graph.neighbours[kind] & self.later
        # Edges opened by this kind need a class of their own unless one with the same neighbours
        # exists.
        if own and own not in self.classes:
            self._regroup([*self.classes, own])
        moves = self._moves(kind, own)
        for _ in range(self.graph.corners[kind]):
            self.taken += 1
            # NumPy's integers overflow silently, so this switches before a count can be too large.
            if _most(self.taken, self.edges) > _LARGEST:
                self.ways = self.ways.astype(object)
            # The copy is the case in which the corner stays free. A second array keeps a corner
            # from using an edge that it has just opened.
            ways = self.ways.copy()
            for source, times in moves:
                ways += self.ways[source] * times
            self.ways = ways
        # Without this kind, classes may have equal neighbours; merging them saves states.
        self.later &= ~self.graph.among([kind])
        self._regroup(list(dict.fromkeys(one & self.later for one in self.classes)))

    def _moves(self, kind: int, own: int) -> list[tuple[Array, Array]]:
        """The moves of a corner: for each the states before it, and the number of ways."""
        colours = self.graph.colours
        size = colours + len(self.classes)
        moves = []
        if own:
            moves.append(_move(size, self.edges, None, colours + self.classes.index(own)))
        for place, neighbours in enumerate(self.classes):
            for colour in self.graph.colours_between(neighbours, kind):
                moves.append(_move(size, self.edges, colours + place, colour))
        return moves

    def _regroup(self, classes: list[int]) -> None:
        """Count by other classes; states with edges that can no longer be closed are dropped."""
        # A class without later neighbours can never be closed.
        classes = [one for one in classes if one]
        if classes == self.classes:
            return
        to = tuple(
            classes.index(one & self.later) if one & self.later else -1 for one in self.classes
        )
        kept, places = _regrouping(self.graph.colours, to, len(classes), self.edges)
        size = len(_states(self.graph.colours + len(classes), self.edges))
        ways = np.zeros(size, dtype=self.ways.dtype)
        # Several old states may become the same one; `ways[places] +=` would add only one of them.
        np.add.at(ways, places, self.ways[kept])
        self.ways, self.classes = ways, classes


@functools.cache
def _most(corners: int, edges: int) -> int:
    """Upper bound of the ways of a state: their number if all corners had edges to each other."""
    # The 2c corners of closed edges pair up in (2c)! / (c! 2**c) ways, those of open ones do not.
    return max(
        math.perm(corners, 2 * closed + opened)
        // (math.factorial(closed) * math.factorial(opened) << closed)
        for closed in range(edges + 1)
        for opened in range(edges + 1 - closed)
        if 2 * closed + opened <= corners
    )


# States: all ways to have some numbers that are `edges` together at most. Numbers one after the
# other, each the next one's distance from the last, are a choice of as many places; `_places` is
# the number of that choice in order.


@functools.cache
def _states(size: int, edges: int) -> Array:
    chosen = _choices(size, size + edges)
    return np.diff(chosen, axis=1, prepend=-1) - 1


def _choices(size: int, of: int) -> Array:
    """All ways to choose places, by the last, then the one before it, and so on."""
    if not size:
        return np.zeros((1, 0), dtype=np.int64)
    fewer = _choices(size - 1, of - 1)
    parts = [fewer[: math.comb(last, size - 1)] for last in range(size - 1, of)]
    lasts = np.repeat(np.arange(size - 1, of), [len(part) for part in parts])
    return np.column_stack([np.concatenate(parts), lasts])


def _places(states: Array) -> Array:
    chosen = np.cumsum(states + 1, axis=1) - 1
    found = np.zeros(len(states), dtype=np.int64)
    for place in range(states.shape[1]):
        # The binomial coefficient, built up so that every step is a whole number.
        term = np.ones(len(states), dtype=np.int64)
        for step in range(place + 1):
            # Combinatorial number system: the sum of these coefficients numbers all choices
            # without gaps.
            term = term * (chosen[:, place] - step) // (step + 1)
        found += term
    return found


# Many graphs share sizes, so these index arrays are reused; the bound keeps the memory small.
@functools.lru_cache(256)
def _move(size: int, edges: int, from_: int | None, to: int) -> tuple[Array, Array]:
    """One edge more in one number and one less in another, from any of those in it.

    Returns:
        For each state the one before the move, and in how many ways it is made.
    """
    before = _states(size, edges).copy()
    before[:, to] -= 1
    if from_ is not None:
        before[:, from_] += 1
    possible = before[:, to] >= 0
    times = possible if from_ is None else before[:, from_] * possible
    # Any existing state will do where there is no move: it is taken 0 times.
    before[~possible] = 0
    return _places(before), times.astype(np.uint64)


@functools.lru_cache(256)
def _regrouping(colours: int, to: tuple[int, ...], classes: int, edges: int) -> tuple[Array, Array]:
    """The states that stay, and the states that they become.

    Args:
        colours: number of colours.
        to: for each class the one that it becomes, -1 where its edges must all be closed.
        classes: number of classes afterwards.
        edges: the most edges.
    """
    states = _states(colours + len(to), edges)
    after = np.zeros((len(states), colours + classes), dtype=np.int64)
    after[:, :colours] = states[:, :colours]
    kept = np.ones(len(states), dtype=bool)
    for place, becomes in enumerate(to):
        number = states[:, colours + place]
        if becomes < 0:
            kept &= number == 0
        else:
            after[:, colours + becomes] += number
    return kept.nonzero()[0], _places(after[kept])


def merged(graph: Graph) -> Graph:
    """The same edges, kinds with the same neighbours merged, and none that has no edges.

    Args:
        graph: some kinds may have no corners.
    """
    kinds = range(len(graph.corners))
    present = graph.among(kind for kind in kinds if graph.corners[kind])
    alike: dict[int, list[int]] = {}
    for kind in kinds:
        # Kinds are compared after empty ones are removed, so that more of them are equal.
        own = graph.neighbours[kind] & present
        if graph.corners[kind] == 1:
            # Its one corner has no edge to itself, so it joins kinds with inner edges or without.
            own &= ~graph.among([kind])
            for colour in range(graph.colours):
                inner = own | 1 << colour * len(kinds) + kind
                alike.setdefault(inner, []).append(kind)
        if graph.corners[kind]:
            alike.setdefault(own, []).append(kind)
    found, first, neighbours, corners = 0, [], [], []
    # A kind of one corner stands in several groups. Only one of them can have other members, so
    # the largest groups choose first.
    for common, several in sorted(alike.items(), key=lambda item: -len(item[1])):
        if common and not found >> several[0] & 1:
            first.append(several[0])
            neighbours.append(common)
            corners.append(sum(graph.corners[kind] for kind in several))
        found |= sum(1 << kind for kind in several if not found >> kind & 1)
    return _renumbered(graph, first, neighbours, corners)


def ordered(graph: Graph, edges: int) -> Graph:
    """The same edges, kinds in an order that makes `matchings` with this number of edges fast.

    Orders start with each kind in turn and go on with the kind that leaves the fewest classes; of
    those with the one that has the most neighbours left. The order that is least work is kept.
    """
    search = _Search(graph, edges)
    # Kinds with few neighbours most often begin the best order.
    # A full search over orders would be exponential; a greedy order from each start is good
    # enough.
    for start in sorted(range(len(graph.corners)), key=lambda kind: search.degree(kind)):
        search.go_on_from(start)
        if search.least <= _ENOUGH:
            break
    best = search.best
    neighbours = [graph.neighbours[kind] for kind in best]
    return _renumbered(graph, best, neighbours, [graph.corners[kind] for kind in best])


class _Search:
    """The best of some orders of a graph's kinds."""

    def __init__(self, graph: Graph, edges: int) -> None:
        self.graph = graph
        self.others = [~graph.among([kind]) for kind in range(len(graph.corners))]
        # By number of classes: how many states there are, times the moves that a corner may make.
        self.work = [
            classes * math.comb(edges + graph.colours + classes, edges)
            for classes in range(len(graph.corners) + 1)
        ]
        self.best: list[int] = []
        self.least: float = math.inf

    def degree(self, kind: int) -> int:
        return self.graph.neighbours[kind].bit_count()

    def go_on_from(self, kind: int) -> None:
        order: list[int] = []
        classes: set[int] = set()
        # -1 has every bit: all kinds are still to come.
        left, later, work = set(range(len(self.graph.corners))), -1, 0
        while True:
            order.append(kind)
            left.discard(kind)
            classes.add(self.graph.neighbours[kind] & later)
            work += self.graph.corners[kind] * self.work[len(classes)]
            # Work only grows, so this order can no longer become the best one.
            if work >= self.least:
                return
            later &= self.others[kind]
            classes = {one & later for one in classes} - {0}
            if not left:
                break
            kind = min(left, key=lambda one: self._rank(one, classes, later))
        self.best, self.least = order, work

    def _rank(self, kind: int, classes: set[int], later: int) -> tuple[int, int, int, int]:
        own = self.graph.neighbours[kind] & later
        still = later & self.others[kind]
        after = {one & still for one in classes}
        after.add(own & still)
        # An empty class costs nothing, so it does not count.
        return len(after) - (0 in after), -own.bit_count(), -self.graph.corners[kind], kind


def _renumbered(
    graph: Graph, kinds: Sequence[int], neighbours: Sequence[int], corners: Sequence[int]
) -> Graph:
    """A graph of some kinds in this order, each with its neighbours by the old numbers."""
    bits = [
        (1 << colour * len(graph.corners) + kind, 1 << colour * len(kinds) + place)
        for colour in range(graph.colours)
        for place, kind in enumerate(kinds)
    ]
    return Graph(
        graph.colours,
        tuple(corners),
        tuple(sum(new for old, new in bits if own & old) for own in neighbours),
    )
