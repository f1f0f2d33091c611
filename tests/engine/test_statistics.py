"""Statistics of any game: published figures follow from visible events."""

from __future__ import annotations

import itertools

import pytest
from tests.contract.play import VARIANTS, play

from carteado.engine.plain import from_plain, to_plain
from carteado.engine.table import Table, observer_of
from carteado.engine.tables.figures import Figure, Tally, figure_text
from carteado.engine.tables.names import FIGURES
from carteado.engine.tables.statistics import (
    PlayerStatistics,
    TableStatistics,
    Totals,
    has_statistics,
    players_of,
    sections_of,
    unique_names,
)
from carteado.engine.visibility import redact

SOME = [name for name in VARIANTS if name.split(":")[0] != "buraco"]
BURACO = [name for name in VARIANTS if name.split(":")[0] == "buraco"]


def folded(events: list) -> TableStatistics:
    statistics = TableStatistics()
    for event in events:
        statistics.note(event)
    return statistics


def totals(*tables: TableStatistics) -> Totals:
    total = Totals()
    for one in tables:
        total.add(one)
    return total


def figures(statistics: TableStatistics, name: str, *, own: bool) -> tuple:
    """The figures of a player by name, as keys are hidden in views."""
    table, names = statistics.table, statistics.book.names
    assert table is not None
    tally = Tally()
    for key, one in statistics.book.tallies.items():
        if names[key] == name:
            tally.add(one, lambda key: names[key])
    return sections_of(table.game, tally, own=own, name_of=lambda key: key)


def checked(variant: str, seed: int, steps: int) -> int:
    """Compare the figures from the whole log with those from the views."""
    random_table = play(variant, seed, steps)
    table: Table = random_table.table
    whole = folded(random_table.events)
    if not has_statistics(table.game):
        return 0
    rail = folded([redact(event, observer_of(table, None)) for event in random_table.events])
    names = {whole.book.names[key] for key in whole.book.tallies}
    for name in names:
        assert figures(whole, name, own=False) == figures(rail, name, own=False)
    for seat, name in enumerate(table.state.names):
        # A player who kept one seat saw everything that their statistics are computed from.
        taken = [e for e in random_table.events if e.type == "seat_taken"]
        if name not in names or sum(e.seat == seat or e.name == name for e in taken) != 1:
            continue
        seen = folded([redact(event, observer_of(table, seat)) for event in random_table.events])
        assert figures(whole, name, own=True) == figures(seen, name, own=True)
    return len(names)


@pytest.mark.parametrize("variant", SOME)
def test_figures_for_others_follow_from_the_rails_view(variant: str) -> None:
    assert sum(checked(variant, seed, 150) for seed in range(2))


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", BURACO)
def test_long_deals_are_counted_too(variant: str) -> None:
    assert sum(checked(variant, seed, 600) for seed in range(2))


NAMED_BY_DATA = {"most_played", "most_won", "head_to_head", "together", "against"}
"""Sections whose figures are called after players or starting hands."""


@pytest.mark.parametrize("variant", [SOME[0], "quick-holdem:standard", BURACO[0]])
def test_every_title_is_among_those_that_clients_translate(variant: str) -> None:
    statistics = folded(play(variant, 3, 600).events)
    assert statistics.table is not None
    for own, tally in itertools.product((True, False), statistics.book.tallies.values()):
        for section in sections_of(statistics.table.game, tally, own=own, name_of=lambda key: key):
            assert section.title in FIGURES
            if section.name not in NAMED_BY_DATA:
                assert {figure.title for figure in section.figures} <= {*FIGURES}


@pytest.mark.parametrize("variant", ["holdem:heads-up", "quick-holdem:standard"])
def test_statistics_of_two_tables_are_those_of_each_added_up(variant: str) -> None:
    one, two = (folded(play(variant, seed, 120).events) for seed in (1, 2))
    total = totals(one, two).tallies
    for key, tally in next(iter(total.values())).items():
        for name, count in tally.counts.items():
            parts = [part.book.tallies[key].counts[name] for part in (one, two)]
            assert count == sum(parts)
        assert tally.against.keys() == (
            one.book.tallies[key].against.keys() | two.book.tallies[key].against.keys()
        )


def test_players_have_unique_names_and_travel_as_plain_data() -> None:
    found = players_of(totals(folded(play("holdem:four-player", 3, 200).events)))
    filled = [fill() for _, fill in found]
    assert filled
    for one in filled:
        assert from_plain(PlayerStatistics, to_plain(one)) == one
        for section in one.sections:
            assert section.figures
            assert all(figure_text(figure) for figure in section.figures)
    assert unique_names({"a": "Ana", "b": "Ana", "c": "Ana 2"}) == {
        "a": "Ana",
        "b": "Ana 2",
        "c": "Ana 2 2",
    }


def test_each_figure_has_its_sample() -> None:
    rate = Figure(name="x", title="x", kind="rate", of=4, count=1, milli=250)
    assert figure_text(rate) == "25.0 % (1 of 4)"
    assert figure_text(Figure(name="x", title="x", kind="rate", of=0)) == "- (of 0)"
    mean = Figure(name="x", title="x", kind="mean", of=9, milli=-1500, error=250)
    assert figure_text(mean) == "-1.5 ± 0.2 (of 9)"
    assert figure_text(Figure(name="x", title="x", kind="amount", of=9, count=-20)) == "-20 (of 9)"
