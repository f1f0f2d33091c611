"""The statistics of Buraco, against a count of the events alone."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.contract.play import VARIANTS, play

from carteado.engine.games.buraco.statistics import CANASTAS
from carteado.engine.tables.statistics import TableStatistics

SOME = [name for name in VARIANTS if name.startswith("buraco:")]


def count(variant: str, seed: int, steps: int) -> tuple[dict, dict]:
    """The counts of the statistics, and those of the events, by name."""
    statistics = TableStatistics()
    names: dict[int, str] = {}
    counts: dict[str, Counter[str]] = {}
    done: Counter[tuple[int, str]] = Counter()
    mover = None
    for event in play(variant, seed, steps).events:
        statistics.note(event)
        if event.type == "seat_taken":
            names[event.seat] = event.name
        elif event.type == "deal_started":
            done = Counter()
        elif event.type == "pile_taken":
            done[event.seat, "piles"] += 1
        elif event.type == "morto_taken":
            done[event.seat, "mortos"] += 1
        elif event.type == "deal_scored":
            for seat, name in names.items():
                mine = counts.setdefault(name, Counter())
                mine["deals"] += 1
                mine["points"] += event.sheets[seat % 2].total
                mine["out"] += event.out is not None and seat == mover
                mine["piles"] += done[seat, "piles"]
                mine["mortos"] += done[seat, "mortos"]
                for line in event.sheets[seat % 2].lines:
                    if line.name in CANASTAS:
                        mine[line.name] += line.count
        if event.type in ("pile_taken", "card_drawn", "meld_laid", "card_discarded"):
            mover = event.seat
    found = {
        statistics.book.names[key]: tally.counts for key, tally in statistics.book.tallies.items()
    }
    return found, counts


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", SOME)
def test_deals_are_counted_as_the_events_tell_them(variant: str) -> None:
    for seed in range(3):
        found, counts = count(variant, seed, 1200)
        assert counts
        for name, wanted in counts.items():
            for what in ("deals", "points", "out", "piles", "mortos", *CANASTAS):
                assert found[name][what] == wanted[what], (name, what)


def test_a_deal_is_counted_once_it_is_scored() -> None:
    found, counts = count(SOME[0], 1, 400)
    assert {name: c["deals"] for name, c in found.items()} == {
        name: c["deals"] for name, c in counts.items()
    }
