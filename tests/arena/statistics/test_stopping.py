"""The end of a measurement: at the wanted width, with the promised coverage, in any order."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import numpy as np
import pytest
from tests.arena.measurements import BB, duel_sets, games, table_sets

from carteado.arena.errors import ArenaError
from carteado.arena.reports.summary import summarise
from carteado.arena.statistics.stopping import Rule, Stop, sequence_half_width
from carteado.arena.statistics.tally import Group


def stop(half_width: float, **fields: object) -> Stop:
    return Stop(half_width=half_width, unit=BB, **fields)


def test_a_run_stops_at_the_first_look_that_is_fine_enough() -> None:
    matches = duel_sets(400)
    rule = stop(0.5)
    found = rule.standing(matches)
    assert found.enough
    assert found.reached
    assert found.half_width is not None
    assert found.half_width <= 0.5
    assert found.remaining == 0
    assert found.sets in itertools.takewhile(lambda look: look <= 400, rule.looks())
    for look in itertools.takewhile(lambda look: look < found.sets, rule.looks()):
        assert not rule.enough([match for match in matches if match.set < look])


def test_before_it_says_what_is_missing() -> None:
    matches, rule = duel_sets(250, noise=400), stop(0.5)
    found = rule.standing(matches)
    assert not found.enough
    assert found.remaining is not None
    assert found.half_width is not None
    # The half-width falls with the root of the sets.
    whole = found.sets * (found.half_width / 0.5) ** 2
    assert found.sets + found.remaining == pytest.approx(whole, rel=0.02)


def test_more_records_do_not_change_a_decision() -> None:
    matches, rule = duel_sets(900), stop(0.5)
    early = rule.standing(matches)
    assert rule.standing([match for match in matches if match.set < early.sets]) == early


def test_the_order_of_the_records_does_not_matter() -> None:
    matches, rule = duel_sets(300), stop(0.4)
    mixed = matches[:]
    random.Random(1).shuffle(mixed)
    assert rule.standing(mixed) == rule.standing(matches)


def test_too_few_sets_are_never_enough() -> None:
    none = stop(5.0).standing([])
    assert (none.enough, none.sets, none.half_width, none.remaining) == (False, 0, None, None)
    assert not stop(1000.0).enough(duel_sets(99))
    assert stop(1000.0).standing(duel_sets(99)).remaining is None
    assert stop(1000.0).enough(duel_sets(100))


def test_a_run_ends_at_its_maximum() -> None:
    rule = stop(0.0001, most=130)
    found = rule.standing(duel_sets(150))
    assert found.enough
    assert not found.reached
    assert found.sets == 130
    assert list(rule.looks()) == [100, 111, 123, 130]
    assert rule.next_look(0) == 100
    assert rule.next_look(111) == 123
    assert rule.next_look(130) is None
    assert list(stop(1.0, most=50).looks()) == [50]


def test_the_pair_that_is_known_worst_decides() -> None:
    fine, coarse = duel_sets(200), duel_sets(200, pair=(0, 2), first=200, noise=900)
    together = stop(0.5).standing([*fine, *coarse])
    assert not together.enough
    assert together == stop(0.5).standing(coarse)
    assert stop(0.5).enough(fine)


def test_tables_of_four_are_judged_as_well() -> None:
    assert stop(0.5).enough(table_sets(150, [9, 3, -3, -9]))


def test_a_pair_that_meets_in_several_groups_is_judged_by_all_of_them() -> None:
    """Five entrants at four seats: as fine as the table of the report, not as each group alone."""
    matches = []
    for number, group in enumerate(itertools.combinations(range(5), 4)):
        for match in table_sets(120, [0, 0, 0, 0], seed=number):
            seats = tuple(group[who] for who in match.seats)
            matches.append(replace(match, set=5 * match.set + number, seats=seats))
    found = stop(0.01, most=120).standing(matches)
    widths = [cell.best.half_width for cell in summarise(list("abcde"), BB, matches).cells]
    assert found.half_width == pytest.approx(max(width or 0.0 for width in widths), rel=0.02)


def test_sets_that_end_alike_say_nothing_about_those_that_do_not() -> None:
    """Two versions of one bot: a width of 0 is not knowledge."""
    alike = [replace(match, net=(0, 0)) for match in duel_sets(400)]
    found = stop(0.5).standing(alike)
    assert (found.reached, found.half_width) == (False, 0.0)
    assert found.remaining == 19 * found.sets
    for unlike, enough in ((19, False), (20, True)):
        some = [
            replace(m, net=(9, -9) if m.seats == (0, 1) and m.set < unlike else m.net)
            for m in alike
        ]
        assert stop(0.5).standing(some).reached is enough


def test_rare_differences_are_covered_nearly_as_the_rule_says() -> None:
    """Of winnings that one set in fifty makes; without a least number of these 80% are covered."""
    draw, rule, held = np.random.RandomState(8), stop(0.44), 0
    for _ in range(200):
        lost = np.where(draw.random_sample(6000) < 0.02, -1000.0, 0.0)
        net = np.repeat(np.stack([lost, -lost], axis=1)[:, None], 2, axis=1)
        group = Group(
            entrants=(0, 1),
            seats=(1, 1),
            sets=np.arange(6000),
            seatings=2,
            net=net,
            adjusted=None,
            place=None,
            deals=np.ones((6000, 2)),
            incomplete=0,
        )
        found = rule.of([group])
        assert found.reached
        assert found.half_width is not None
        held += abs(float(lost[: found.sets].mean()) / BB.size + 1.0) <= found.half_width
    assert held / 200 >= 0.9


def test_games_are_judged_by_their_share() -> None:
    even = [
        replace(match, set=number, seats=(number % 2, 1 - number % 2))
        for number, match in enumerate(games([(0, 1, 2500)]))
    ]
    judged = stop(0.02).standing(even)
    assert judged.reached
    assert judged.sets == pytest.approx((1.96 * 0.5 / 0.02) ** 2, rel=0.11)


def test_a_winner_of_every_game_so_far_is_not_known_for_certain() -> None:
    found = stop(0.01).standing(games([(0, 1, 120)]))
    assert not found.enough
    assert found.half_width is not None
    assert found.half_width > 0.02


def test_a_watched_sequence_takes_more_sets() -> None:
    matches = duel_sets(1500)
    plain, watched = stop(0.4), stop(0.4, rule=Rule.ANYTIME)
    assert 1.5 < watched.standing(matches).sets / plain.standing(matches).sets < 5


def test_a_sequence_is_narrowest_where_it_was_tuned() -> None:
    """At its best it is about one and a half times Student's interval, and wider elsewhere."""
    ratios = {
        units: sequence_half_width(1.0, units, first=100) * math.sqrt(units) / 1.96
        for units in (10, 1000, 100_000)
    }
    assert ratios[1000] == pytest.approx(1.55, abs=0.02)
    assert ratios[10] > ratios[1000] < ratios[100_000]


def test_a_sequence_holds_at_all_looks_at_once() -> None:
    draw = np.random.RandomState(5)
    values = draw.exponential(size=(400, 3000)) - 1
    units = np.arange(1, 3001)
    means = values.cumsum(axis=1) / units
    spread = np.sqrt(np.maximum((values**2).cumsum(axis=1) / units - means**2, 0))
    reach = np.array([sequence_half_width(1.0, int(count), first=50) for count in units])
    missed = (np.abs(means) > spread * reach)[:, 49:].any(axis=1)
    assert missed.mean() <= 0.07
    naive = (np.abs(means) > spread * 1.96 / np.sqrt(units))[:, 49:].any(axis=1)
    assert naive.mean() > 0.25


def test_the_fixed_width_rule_covers_nearly_as_it_says() -> None:
    """Of skewed winnings, stopped by width: at least 93 of a hundred intervals hold the truth."""
    draw, rule = np.random.RandomState(6), stop(0.1)
    looks = list(itertools.takewhile(lambda look: look < 1200, rule.looks()))
    held = 0
    for row in draw.exponential(size=(1000, 1200)):
        for look in looks:
            part = row[:look]
            reach = rule.reach(float(part.std(ddof=1)), look)
            if reach <= rule.half_width:
                held += abs(part.mean() - 1) <= reach
                break
        else:
            pytest.fail("1,200 units of deviation 1 are far more than a half-width of 0.1 takes")
    assert held / 1000 >= 0.925


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"half_width": 0.0}, "half-width is positive"),
        ({"half_width": 1e-300}, "nobody can play"),
        ({"half_width": math.inf}, "half-width is positive"),
        ({"half_width": 1.0, "level": 95}, "between 0 and 1"),
        ({"half_width": 1.0, "least": 1}, "fewer than two sets"),
        ({"half_width": 1.0, "most": 1}, "fewer than two sets"),
        ({"half_width": 1.0, "growth": 1.0}, "a factor above 1"),
    ],
)
def test_rules_that_cannot_be(fields: dict[str, float], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        Stop(unit=BB, **fields)
