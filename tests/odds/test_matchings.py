"""Matchings of coloured graphs: against choosing edge by edge, and closed forms."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import factorial

import pytest

from carteado.odds.matchings import Graph, matchings, merged, ordered

Edge = tuple[int, int, int]


def single_edges(graph: Graph) -> list[Edge]:
    """Every edge of a graph: its two vertices and its colour."""
    kinds = [kind for kind, vertices in enumerate(graph.vertices) for _ in range(vertices)]
    size = len(graph.vertices)
    return [
        (one, other, colour)
        for one, other in combinations(range(len(kinds)), 2)
        for colour in range(graph.colours)
        if graph.neighbours[kinds[one]] >> colour * size + kinds[other] & 1
    ]


def chosen_one_by_one(edges: list[Edge], most: int) -> Counter[tuple[int, ...]]:
    """Ways to choose some of the edges, none of which share a vertex, by colour."""
    found: Counter[tuple[int, ...]] = Counter()

    def choose(left: list[Edge], colours: tuple[int, ...]) -> None:
        found[colours] += 1
        if sum(colours) == most:
            return
        for place, (one, other, colour) in enumerate(left):
            apart = [edge for edge in left[place + 1 :] if not {one, other} & {*edge[:2]}]
            more = tuple(number + (c == colour) for c, number in enumerate(colours))
            choose(apart, more)

    choose(edges, (0, 0))
    return found


def some_graph(chance: random.Random, kinds: int, most: int) -> Graph:
    """Kinds with up to `most` vertices, any two of them with edges of a colour or with none."""
    neighbours = [0] * kinds
    for one in range(kinds):
        for other in range(one, kinds):
            colour = chance.choice((None, 0, 0, 1))
            if colour is not None:
                neighbours[one] |= 1 << colour * kinds + other
                neighbours[other] |= 1 << colour * kinds + one
    return Graph(2, tuple(chance.randint(0, most) for _ in range(kinds)), tuple(neighbours))


@pytest.mark.parametrize("seed", range(40))
def test_matchings_are_those_chosen_edge_by_edge(seed: int) -> None:
    chance = random.Random(seed)
    graph = some_graph(chance, chance.randint(1, 6), 2)
    for edges in (1, 3, 5):
        assert matchings(graph, edges) == chosen_one_by_one(single_edges(graph), edges)


@pytest.mark.parametrize("seed", range(40))
def test_merging_and_ordering_kinds_changes_no_number(seed: int) -> None:
    chance = random.Random(seed)
    graph = some_graph(chance, chance.randint(1, 7), chance.choice((1, 2, 7)))
    less = merged(graph)
    assert len(less.vertices) <= sum(vertices > 0 for vertices in graph.vertices)
    assert matchings(ordered(less, 4), 4) == matchings(less, 4) == matchings(graph, 4)


def test_kinds_with_the_same_neighbours_are_one() -> None:
    # A star of three kinds of leaves, one of which has no vertex, and a kind without edges.
    leaves = 0b00001
    graph = Graph(1, (2, 1, 3, 0, 4), (0b01110, leaves, leaves, leaves, 0))
    assert sorted(merged(graph).vertices) == [2, 4]


@pytest.mark.parametrize("edges", range(1, 10))
def test_all_ways_to_deal_hands_from_45_cards_are_counted_exactly(edges: int) -> None:
    """Nine hands can be dealt in more ways than 64 bits hold."""
    ways = factorial(45) // (factorial(45 - 2 * edges) * 2**edges * factorial(edges))
    assert matchings(Graph(1, (45,), (1,)), edges)[(edges,)] == ways
    # The same cards in two kinds, edges within them of one colour and between them of another.
    halves = matchings(Graph(2, (20, 25), (0b1001, 0b0110)), edges)
    assert sum(number for counts, number in halves.items() if sum(counts) == edges) == ways


def test_a_graph_without_edges_has_the_empty_choice_only() -> None:
    nothing = merged(Graph(1, (4, 4), (0, 0)))
    assert matchings(ordered(nothing, 3), 3) == {(0,): 1}
