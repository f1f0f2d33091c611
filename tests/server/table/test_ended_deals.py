"""The server keeps the last state of the 64 most recent deals."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from carteado.server.table.ended_deals import EndedDeals


def test_the_last_states_of_64_deals_are_kept() -> None:
    ends = EndedDeals()
    tables: list[Any] = [SimpleNamespace(committed=SimpleNamespace(deal=n)) for n in range(1, 67)]
    for before, after in pairwise(tables):
        step: Any = SimpleNamespace(before=before, table=after, ends_deal=False)
        ends.note(step, 10 * before.committed.deal)
    assert ends.of(1) is None
    assert ends.of(66) is None
    kept = [ends.of(deal) for deal in range(2, 66)]
    assert kept == [(table, 10 * table.committed.deal) for table in tables[1:65]]
