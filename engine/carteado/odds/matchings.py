"""Matchings of a graph: the number of ways to choose edges so that no two share a vertex.

Vertices of a kind have the same neighbours, so a graph is given by its kinds. Every edge has a
colour, and ways are counted by their number of edges of each colour.

The algorithm takes the vertices one by one. Each vertex stays free, opens an edge to a later
vertex, or closes an edge that an earlier vertex opened. Open edges form one class if their vertices
have the same neighbours among the later vertices; any edge of the class may be closed next. So a
state is the number of closed edges of each colour and of open edges of each class. Kinds are
ordered to keep the number of classes small: for poker hands mostly two or three, rarely over six.

Counts use 64 bits while none can be larger, and Python's integers after that.
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
"""Below this amount of work, another order is not worth the search for it."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph by kinds of vertices: the kinds of two vertices determine their edge and its colour.

    Attributes:
        colours: number of colours.
        vertices: number of vertices of each kind.
        neighbours: for each kind, a bit set of the kinds that it has edges to: bit
            `colour * len(vertices) + kind`. A kind may be its own neighbour.
    """

    colours: int
    vertices: tuple[int, ...]
    neighbours: tuple[int, ...]

    def among(self, kinds: Iterable[int]) -> int:
        """The bits of the given kinds, in all colours."""
        bits = sum(1 << kind for kind in kinds)
        return sum(bits << colour * len(self.vertices) for colour in range(self.colours))

    def colours_between(self, neighbours: int, kind: int) -> list[int]:
        """Colours of the edges from vertices with these neighbours to a kind."""
        size = len(self.vertices)
        return [c for c in range(self.colours) if neighbours >> c * size + kind & 1]


def matchings(graph: Graph, edges: int) -> dict[tuple[int, ...], int]:
    """Ways to choose edges that share no vertex, by the number of edges of each colour.

    The result is correct for any graph, and fast for one that is `merged` and `ordered`.

    Args:
        graph: vertices and edges.
        edges: largest total number of edges.
    """
    tally = _Tally(graph, edges)
    for kind in range(len(graph.vertices)):
        tally.take(kind)
    counts = _states(graph.colours, edges).tolist()
    return {tuple(count): int(ways) for count, ways in zip(counts, tally.ways, strict=True) if ways}


class _Tally:
    """Ways so far by state: closed edges of each colour, then open edges of each class."""

    def __init__(self, graph: Graph, edges: int) -> None:
        self.graph, self.edges = graph, edges
        self.later = graph.among(range(len(graph.vertices)))
        self.classes: list[int] = []
        self.taken = 0
        # State 0 has no edges, closed or open: exactly one way.
        self.ways: Array = np.zeros(len(_states(graph.colours, edges)), dtype=np.uint64)
        self.ways[0] = 1

    def take(self, kind: int) -> None:
        """Take all vertices of the next kind."""
        own = self.graph.neighbours[kind] & self.later
        # Edges opened by this kind need a class of their own unless one with the same neighbours
        # exists.
        if own and own not in self.classes:
            self._regroup([*self.classes, own])
        moves = self._moves(kind, own)
        for _ in range(self.graph.vertices[kind]):
            self.taken += 1
            # NumPy's integers overflow silently, so this switches before a count can be too large.
            if _most(self.taken, self.edges) > _LARGEST:
                self.ways = self.ways.astype(object)
            # The copy holds the case that the vertex stays free. A second array keeps a vertex
            # from closing an edge that it has just opened.
            ways = self.ways.copy()
            for source, times in moves:
                ways += self.ways[source] * times
            self.ways = ways
        # Without this kind some classes have equal neighbours; a merge of them saves states.
        self.later &= ~self.graph.among([kind])
        self._regroup(list(dict.fromkeys(one & self.later for one in self.classes)))

    def _moves(self, kind: int, own: int) -> list[tuple[Array, Array]]:
        """The moves of a vertex: for each, the states before it and the number of ways."""
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
        """Regroup the ways by other classes, and drop states with edges that cannot be closed."""
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
        # Several old states may become one; `ways[places] +=` would add only one of them.
        np.add.at(ways, places, self.ways[kept])
        self.ways, self.classes = ways, classes


@functools.cache
def _most(vertices: int, edges: int) -> int:
    """Upper bound of the ways of a state: their number if all vertices had edges to each other."""
    # The 2c vertices of c closed edges pair up in (2c)! / (c! 2**c) ways; open edges need no pairs.
    return max(
        math.perm(vertices, 2 * closed + opened)
        // (math.factorial(closed) * math.factorial(opened) << closed)
        for closed in range(edges + 1)
        for opened in range(edges + 1 - closed)
        if 2 * closed + opened <= vertices
    )


# A state is a list of numbers with a sum of at most `edges`. Read as distances, the numbers select
# one position each. `_places` numbers these selections in order.


@functools.cache
def _states(size: int, edges: int) -> Array:
    chosen = _choices(size, size + edges)
    return np.diff(chosen, axis=1, prepend=-1) - 1


def _choices(size: int, of: int) -> Array:
    """All selections of positions, ordered by the last position, then the one before, and so on."""
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
        # The binomial coefficient, with a whole number after every step.
        term = np.ones(len(states), dtype=np.int64)
        for step in range(place + 1):
            # Combinatorial number system: the sum of these coefficients numbers all selections
            # without gaps.
            term = term * (chosen[:, place] - step) // (step + 1)
        found += term
    return found


# Graphs of the same size share these index arrays; the bound keeps memory use small.
@functools.lru_cache(256)
def _move(size: int, edges: int, from_: int | None, to: int) -> tuple[Array, Array]:
    """The move that adds an edge to one number and takes one from another.

    Returns:
        For each state, the state before the move, and the number of ways to make it.
    """
    before = _states(size, edges).copy()
    before[:, to] -= 1
    if from_ is not None:
        before[:, from_] += 1
    possible = before[:, to] >= 0
    times = possible if from_ is None else before[:, from_] * possible
    # A state without the move refers to an arbitrary state, 0 times.
    before[~possible] = 0
    return _places(before), times.astype(np.uint64)


@functools.lru_cache(256)
def _regrouping(colours: int, to: tuple[int, ...], classes: int, edges: int) -> tuple[Array, Array]:
    """The states that stay possible, and the states that they become.

    Args:
        colours: number of colours.
        to: new class of each class, -1 if all its edges must be closed.
        classes: number of classes afterwards.
        edges: largest total number of edges.
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
    """The same graph with equal kinds merged and kinds without edges removed.

    Args:
        graph: some kinds may have no vertices.
    """
    kinds = range(len(graph.vertices))
    present = graph.among(kind for kind in kinds if graph.vertices[kind])
    alike: dict[int, list[int]] = {}
    for kind in kinds:
        # Empty kinds are removed first, so that more of the others are equal.
        own = graph.neighbours[kind] & present
        if graph.vertices[kind] == 1:
            # A single vertex has no edge to itself, so it joins kinds with or without inner edges.
            own &= ~graph.among([kind])
            for colour in range(graph.colours):
                inner = own | 1 << colour * len(kinds) + kind
                alike.setdefault(inner, []).append(kind)
        if graph.vertices[kind]:
            alike.setdefault(own, []).append(kind)
    found, first, neighbours, vertices = 0, [], [], []
    # A kind of one vertex is in several groups. Only one of them can have other members, so the
    # largest groups choose first.
    for common, several in sorted(alike.items(), key=lambda item: -len(item[1])):
        if common and not found >> several[0] & 1:
            first.append(several[0])
            neighbours.append(common)
            vertices.append(sum(graph.vertices[kind] for kind in several))
        found |= sum(1 << kind for kind in several if not found >> kind & 1)
    return _renumbered(graph, first, neighbours, vertices)


def ordered(graph: Graph, edges: int) -> Graph:
    """The same graph with its kinds in an order that makes `matchings` fast.

    One order is tried from each first kind. It continues with the kind that leaves the fewest
    classes; among equals, with the kind that has the most neighbours left. The order with the least
    work wins.
    """
    search = _Search(graph, edges)
    # Kinds with few neighbours most often begin the best order.
    # A full search would be exponential; a greedy order from each start is good enough.
    for start in sorted(range(len(graph.vertices)), key=lambda kind: search.degree(kind)):
        search.go_on_from(start)
        if search.least <= _ENOUGH:
            break
    best = search.best
    neighbours = [graph.neighbours[kind] for kind in best]
    return _renumbered(graph, best, neighbours, [graph.vertices[kind] for kind in best])


class _Search:
    """The best of the orders that were tried."""

    def __init__(self, graph: Graph, edges: int) -> None:
        self.graph = graph
        self.others = [~graph.among([kind]) for kind in range(len(graph.vertices))]
        # By number of classes: the number of states, times the moves of a vertex.
        self.work = [
            classes * math.comb(edges + graph.colours + classes, edges)
            for classes in range(len(graph.vertices) + 1)
        ]
        self.best: list[int] = []
        self.least: float = math.inf

    def degree(self, kind: int) -> int:
        return self.graph.neighbours[kind].bit_count()

    def go_on_from(self, kind: int) -> None:
        order: list[int] = []
        classes: set[int] = set()
        # -1 has every bit: all kinds are still to come.
        left, later, work = set(range(len(self.graph.vertices))), -1, 0
        while True:
            order.append(kind)
            left.discard(kind)
            classes.add(self.graph.neighbours[kind] & later)
            work += self.graph.vertices[kind] * self.work[len(classes)]
            # Work only grows, so this order can no longer be the best.
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
        return len(after) - (0 in after), -own.bit_count(), -self.graph.vertices[kind], kind


def _renumbered(
    graph: Graph, kinds: Sequence[int], neighbours: Sequence[int], vertices: Sequence[int]
) -> Graph:
    """A graph of the given kinds in this order; their neighbours have the old numbers."""
    bits = [
        (1 << colour * len(graph.vertices) + kind, 1 << colour * len(kinds) + place)
        for colour in range(graph.colours)
        for place, kind in enumerate(kinds)
    ]
    return Graph(
        graph.colours,
        tuple(vertices),
        tuple(sum(new for old, new in bits if own & old) for own in neighbours),
    )
