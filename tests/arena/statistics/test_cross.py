"""The cross table: what is measured, by which unit, and that neither order nor names matter."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from tests.arena.measurements import BB, POINTS, STAKES, duel_sets, games, table_sets

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Faults, Match, Unit
from carteado.arena.statistics.cross import Cell, cross_table, entries
from carteado.arena.statistics.intervals import mean
from carteado.arena.statistics.tally import tally


def cells(matches: list[Match], unit: Unit = BB, entrants: int | None = None) -> tuple[Cell, ...]:
    return cross_table(tally(matches, entrants), unit, seed=1, resamples=200)


def test_a_duel_counts_what_the_row_won_a_deal() -> None:
    matches = [
        Match(set=0, seating=0, seats=(0, 1), net=(60, -60)),
        Match(set=0, seating=1, seats=(1, 0), net=(20, -20)),
        Match(set=1, seating=0, seats=(0, 1), net=(-40, 40)),
        Match(set=1, seating=1, seats=(1, 0), net=(-80, 80)),
    ]
    (cell,) = cells(matches)
    assert cell.duel
    assert (cell.sets, cell.matches, cell.deals) == (2, 4, 4)
    # Sets: (60 - 20) / 2 / 20 = 1 and (-40 + 80) / 2 / 20 = 1 big blinds a deal.
    assert cell.naive.value == cell.duplicate.value == 1.0
    assert cell.duplicate.sd == 0.0
    assert cell.naive.sd == pytest.approx(math.sqrt(26 / 3))
    assert cell.adjusted is None


def test_the_set_is_the_unit() -> None:
    matches = duel_sets(300)
    (cell,) = cells(matches)
    sums = [0.0] * 300
    for match in matches:
        sums[match.set] += match.net[match.seats.index(0)] / 2 / BB.size
    known = mean(sums)
    assert cell.duplicate.value == pytest.approx(known.value)
    assert cell.duplicate.half_width == pytest.approx(known.half_width)
    assert cell.gain is not None
    assert cell.gain > 4


def test_adjusted_winnings_are_the_finest() -> None:
    (cell,) = cells(duel_sets(400, late=200))
    assert cell.adjusted is not None
    assert cell.best == cell.adjusted
    widths = [cell.naive.error, cell.duplicate.error, cell.adjusted.error]
    assert widths == sorted(widths, key=lambda error: -(error or 0.0))


def test_a_match_without_adjustment_counts_as_it_ended() -> None:
    matches = duel_sets(10, late=200)
    matches[0] = replace(matches[0], adjusted=None)
    (cell,) = cells(matches)
    plain = [replace(matches[0], adjusted=tuple(map(float, matches[0].net))), *matches[1:]]
    assert cells(plain)[0].adjusted == cell.adjusted


def test_four_seats_are_compared_by_the_difference() -> None:
    matches = table_sets(200, [9, 3, -3, -9])
    found = cells(matches, STAKES)
    assert [(cell.row, cell.column) for cell in found] == [
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3),
    ]  # fmt: skip
    assert not any(cell.duel for cell in found)
    assert all(cell.matches == 4 * cell.sets for cell in found)
    assert found[2].duplicate.value == pytest.approx(0.18, abs=0.03)
    own = entries(tally(matches), STAKES)
    best = own[0].duplicate
    last = own[3].duplicate
    assert best is not None
    assert last is not None
    assert best.value - last.value == pytest.approx(found[2].duplicate.value)
    assert sum(entry.duplicate.value for entry in own if entry.duplicate) == pytest.approx(0)


def test_pairs_share_what_they_win() -> None:
    matches = [
        Match(set=0, seating=0, seats=(0, 1, 0, 1), net=(300, -300, 300, -300)),
        Match(set=0, seating=1, seats=(1, 0, 1, 0), net=(100, -100, 100, -100)),
        Match(set=1, seating=0, seats=(0, 1, 0, 1), net=(500, -500, 500, -500)),
        Match(set=1, seating=1, seats=(1, 0, 1, 0), net=(-100, 100, -100, 100)),
    ]
    (cell,) = cells(matches, POINTS)
    assert cell.duel
    assert cell.duplicate.value == (100 + 300) / 2


def test_the_order_of_the_records_does_not_matter() -> None:
    matches = duel_sets(120, late=50)
    mixed = matches[:]
    random.Random(2).shuffle(mixed)
    assert cells(mixed) == cells(matches)


def test_names_do_not_matter() -> None:
    matches = duel_sets(150, late=50)
    other = [replace(match, seats=tuple(1 - who for who in match.seats)) for match in matches]
    one, two = cells(matches)[0], cells(other)[0].turned()
    assert two.best.value == pytest.approx(one.best.value)
    assert two.best.half_width == pytest.approx(one.best.half_width)
    assert one.bootstrap is not None
    assert two.bootstrap is not None
    assert two.bootstrap.half_width == pytest.approx(one.bootstrap.half_width, rel=0.05)
    assert one.turned().turned() == one


def test_games_are_counted_by_who_came_first() -> None:
    (cell,) = cells(games([(0, 1, 6), (1, 0, 3)], draws=[(0, 1, 1)]))
    assert cell.games is not None
    assert (cell.games.wins, cell.games.draws, cell.games.losses) == (6, 1, 3)
    assert cell.games.share == 0.65
    assert cell.games.share in cell.games.wilson
    other = cell.turned().games
    assert other is not None
    assert (other.wins, other.losses) == (3, 6)
    assert other.wilson.low == pytest.approx(1 - cell.games.wilson.high)


def test_a_game_that_is_always_won_gets_no_false_certainty() -> None:
    (cell,) = cells(games([(0, 1, 30)]))
    assert cell.games is not None
    assert cell.games.by_sets.interval is None
    assert cell.games.wilson.low < 0.9


def test_no_share_lies_outside_of_0_and_1() -> None:
    (cell,) = cells(games([(0, 1, 39), (1, 0, 1)]))
    assert cell.games is not None
    assert cell.games.by_sets.interval is not None
    assert cell.games.by_sets.interval.high == 1.0


def test_the_sets_needed_for_a_wanted_width() -> None:
    (cell,) = cross_table(tally(duel_sets(100)), BB, seed=1, resamples=0, wanted=[0.05])
    (needed,) = cell.needed
    assert cell.duplicate.sd is not None
    assert needed.sets == math.ceil((1.959964 * cell.duplicate.sd / 0.05) ** 2)
    assert needed.matches == needed.deals == 2 * needed.sets
    assert needed.more == needed.matches - 200
    assert cell.bootstrap is None


def test_one_set_has_a_mean_and_no_interval() -> None:
    (cell,) = cells(duel_sets(1))
    assert cell.duplicate.interval is None
    assert cell.bootstrap is None
    assert cell.needed == ()


def test_an_incomplete_set_is_left_out_but_its_faults_count() -> None:
    matches = duel_sets(51)
    lacking = matches[:-1]
    found = tally(lacking, 2)
    assert found.groups[0].incomplete == 1
    assert found.groups[0].sets.size == 50
    assert found.matches == 101
    assert sum(fault.late for fault in found.faults) == 3


def test_two_groups_that_met_add_up() -> None:
    matches = duel_sets(40) + duel_sets(40, pair=(1, 2), first=40) + duel_sets(5, first=80)
    found = cells(matches)
    assert [(cell.row, cell.column, cell.sets) for cell in found] == [(0, 1, 45), (1, 2, 40)]
    assert [entry.sets for entry in entries(tally(matches), BB)] == [45, 85, 40]


class TestBadRecords:
    ONE = Match(set=3, seating=0, seats=(0, 1), net=(1, -1))

    def test_a_record_given_twice_is_refused(self) -> None:
        with pytest.raises(ArenaError, match=r"set 3, seating 0 .* twice"):
            tally([self.ONE, self.ONE])

    def test_an_entrant_that_is_not_there(self) -> None:
        with pytest.raises(ArenaError, match=r"set 3, seating 0 seats .*entrants are 0 to 0"):
            tally([self.ONE], 1)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"net": (1,)},
            {"adjusted": (1.0,)},
            {"place": (1, 2, 3)},
            {"faults": (Faults(),)},
            {"deals": 0},
        ],
    )
    def test_lists_that_do_not_fit_the_seats(self, wrong: dict[str, object]) -> None:
        with pytest.raises(ArenaError, match="set 3, seating 0 does not fit its 2 seats"):
            tally([replace(self.ONE, **wrong)])

    def test_games_among_single_deals(self) -> None:
        with pytest.raises(ArenaError, match="measure them apart"):
            tally([self.ONE, replace(self.ONE, set=4, place=(1, 2))])


def test_its_intervals_cover_as_often_as_they_say() -> None:
    """Of 400 measurements of 25 sets; the naive ones are far too wide, since luck cancels."""
    truth, held, naive = 10 / BB.size, 0, 0
    for seed in range(400):
        cell = cross_table(tally(duel_sets(25, seed=seed)), BB, seed=1, resamples=0)[0]
        assert cell.duplicate.interval is not None
        assert cell.naive.interval is not None
        held += truth in cell.duplicate.interval
        naive += truth in cell.naive.interval
    assert 0.92 < held / 400 < 0.98
    assert naive == 400
