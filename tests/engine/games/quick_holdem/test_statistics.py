"""The statistics of Quick Hold'em, against a count of the events alone."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.contract.play import VARIANTS, play

from carteado.engine.tables.statistics import TableStatistics


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("quick")])
def test_hands_are_counted_as_the_events_tell_them(variant: str) -> None:
    for seed in range(3):
        events = play(variant, seed, 200).events
        statistics = TableStatistics()
        names: dict[int, str] = {}
        counts: dict[str, Counter[str]] = {}
        here: dict[int, str] = {}
        pending: Counter[tuple[str, str]] = Counter()
        stacks: dict[int, int] = {}
        for event in events:
            statistics.note(event)
            if event.type == "seat_taken":
                names[event.seat], stacks[event.seat] = event.name, event.stack
            elif event.type == "game_restarted":
                stacks = dict(enumerate(event.stacks))
            elif event.type == "game_won":
                counts[names[event.seat]]["games_won"] += 1
            elif event.type == "hand_started":
                here = {seat: names[seat] for seat in event.order}
                pending = Counter({(here[event.leader], "led"): 1})
            elif event.type in ("staked", "played"):
                pending[here[event.seat], "played"] += 1
            elif event.type == "hands_shown":
                pending.update((here[seat], "showdowns") for seat in event.seats)
            elif event.type == "hand_ended":
                for seat, name in here.items():
                    mine = counts.setdefault(name, Counter())
                    mine["hands"] += 1
                    mine["chips"] += event.stacks[seat] - stacks[seat]
                for (name, what), count in pending.items():
                    counts[name][what] += count
                stacks = dict(enumerate(event.stacks))
        found = {
            statistics.book.names[key]: tally.counts
            for key, tally in statistics.book.tallies.items()
        }
        assert found.keys() >= counts.keys()
        for name, wanted in counts.items():
            for what in ("hands", "chips", "led", "played", "showdowns", "games_won"):
                assert found[name][what] == wanted[what], (name, what)
