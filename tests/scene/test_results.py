"""The results of single deals: what the log of a table says of each player."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carteado.engine.table import evolve, open_table
from carteado.engine.tables.ledger import Ledger
from carteado.scene.control.films import read_film
from carteado.scene.figures import MEAN_OF, histogram_of, trend_of
from carteado.scene.results import Results
from carteado.scene.words import words_of

LOGS = Path("tests/golden/logs")
EN = words_of("en")

CHIPS = ("holdem-cash", "holdem-freezeout", "holdem-missed-blinds", "quick-holdem")


@pytest.mark.parametrize("name", CHIPS)
def test_the_results_of_all_deals_add_up_to_the_ledger(name: str) -> None:
    events = read_film(LOGS / f"{name}.carteado", "rail", EN).log
    results, ledger, table = Results(), Ledger(), open_table(events[0])
    # Pages of any size give the same.
    results.take(events[:7])
    results.take(events[7:])
    assert results.seen == len(events)
    for event in events[1:]:
        ledger.note(table, event)
        table = evolve(table, event)
    ledger.look(table)
    assert ledger.points
    for account in ledger.accounts.values():
        deals = results.of(account.name)
        if table.state.in_hand:
            continue  # what is in the pot has no owner yet
        assert sum(won for _, won in deals) == account.result
        assert [deal for deal, _ in deals] == sorted({deal for deal, _ in deals})


@pytest.mark.parametrize("log", CHIPS)
def test_every_deal_of_a_poker_table_adds_up_to_nought(log: str) -> None:
    events = read_film(LOGS / f"{log}.carteado", "rail", EN).log
    results = Results()
    results.take(events)
    by_deal: dict[int, int] = {}
    for name in results.deals:
        for deal, won in results.deals[name]:
            by_deal[deal] = by_deal.get(deal, 0) + won
    assert by_deal
    assert set(by_deal.values()) == {0}


def test_a_deal_of_buraco_is_the_own_pairs_points_minus_the_others() -> None:
    film = read_film(LOGS / "buraco-italiano.carteado", "all", EN)
    results = Results()
    results.take(film.log)
    table = film.steps[-1].table
    assert table is not None
    ours, theirs = table.state.totals
    names = table.state.names
    assert sum(won for _, won in results.of(names[0] or "")) == ours - theirs
    assert sum(won for _, won in results.of(names[1] or "")) == theirs - ours
    assert results.of(names[0] or "") == results.of(names[2] or "")
    assert results.of("nobody") == ()


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=60))
def test_a_histogram_counts_every_value_once_in_round_spans(values: list[int]) -> None:
    found = histogram_of(values)
    assert found is not None
    assert sum(found.counts) == len(values)
    assert 1 <= len(found.counts) <= 12
    assert found.first % found.width == 0
    assert found.first <= min(values)
    assert max(values) < found.first + found.width * len(found.counts)
    assert found.counts[0] > 0
    assert found.counts[-1] > 0


def test_a_trend_is_the_mean_of_the_last_deals() -> None:
    deals = [(deal, deal * 10) for deal in range(1, 21)]
    found = trend_of(deals)
    assert found is not None
    assert found.values == tuple(value for _, value in deals)
    assert found.means[0] == 10
    assert found.means[-1] == sum(found.values[-MEAN_OF:]) / MEAN_OF
    assert trend_of(deals[:1]) is None
    assert histogram_of([5]) is None
