"""Stored statistics that continue equal a fold of the whole log, for every game."""

from __future__ import annotations

import msgpack
import pytest
from tests.contract.play import VARIANTS, play

from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.tables.kept_statistics import kept, recalled
from carteado.engine.tables.statistics import TableStatistics, Totals, players_of

_SEEN: dict[str, str] = {}
FIRST = [_SEEN.setdefault(name.split(":")[0], name) for name in VARIANTS]
ONE_OF_EACH = sorted(set(FIRST))


def figures(statistics: TableStatistics) -> list:
    totals = Totals()
    totals.add(statistics)
    found = players_of(totals, is_own=lambda key: True)
    return [to_plain(fill()) for _, fill in found]


@pytest.mark.parametrize("variant", ONE_OF_EACH)
@pytest.mark.parametrize("seed", [3, 8])
def test_saved_statistics_continue_like_a_full_count(variant: str, seed: int) -> None:
    table = play(variant, seed, 90 if variant.startswith("buraco") else 250)
    events, names = table.events, {}
    whole = TableStatistics()
    for event in events:
        whole.note(event)
    names = dict(whole.book.names)
    for cut in range(7, len(events), max(1, len(events) // 9)):
        begun = TableStatistics()
        for event in events[:cut]:
            begun.note(event)
        before = figures(begun)
        body = msgpack.packb(kept(begun))
        found = recalled(
            msgpack.unpackb(body, use_list=False, strict_map_key=False), None, names.__getitem__
        )
        assert figures(found) == before
        assert found.seq == cut
        for event in events[cut:]:
            found.note(event)
        assert figures(found) == figures(whole)
    assert game_of(whole.game or "").id == variant.split(":")[0]


def test_only_names_that_stand_in_the_log_are_kept() -> None:
    statistics = TableStatistics()
    for event in play("holdem:heads-up", 3, 60).events:
        statistics.note(event)
    names = {name for key, name in statistics.book.names.items() if not key.startswith("bot ")}
    body = msgpack.packb(kept(statistics))
    keyed = {key for key in statistics.book.names if not key.startswith(("name ", "bot "))}
    assert all(name.encode() not in body for name in names) or not keyed


def test_nonsense_is_refused() -> None:
    statistics = TableStatistics()
    for event in play("holdem:heads-up", 3, 60).events:
        statistics.note(event)
    data = kept(statistics)
    for wrong in ({**data, "tallies": ["Popen", "rm"]}, {**data, "game": "whist"}, {"seq": 1}):
        with pytest.raises((ValueError, TypeError, LookupError)):
            recalled(wrong, None, str)


def test_counting_that_cannot_be_written_down_is_refused() -> None:
    statistics = TableStatistics()
    for event in play("holdem:heads-up", 3, 60).events:
        statistics.note(event)
    statistics.own._hand = object()
    with pytest.raises(TypeError, match="object cannot be kept"):
        kept(statistics)
