"""The report: stable bytes, every kind of game, and plain words where little is known."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.measurements import BB, POINTS, STAKES, Unit, duel_sets, games, table_sets

from carteado.arena.errors import ArenaError
from carteado.arena.matches.records import Clock, Match, Stretch
from carteado.arena.reports.report import Report
from carteado.arena.reports.report_lines import report_lines, written
from carteado.arena.reports.summary import summarise, with_freezeouts
from carteado.arena.statistics.effective import bands, predict, win_chance
from carteado.arena.statistics.intervals import Interval, Mean
from carteado.arena.statistics.rates import scales
from carteado.arena.statistics.stopping import Stop
from carteado.arena.statistics.tally import tally
from carteado.arena.statistics.times import quantile, times

STRETCH = Stretch(depth=40, hands=20, net=(120, -120), squares=(72_000, 72_000))


def clock(*counts: int) -> Clock:
    return Clock(bounds=(10, 20, 40), counts=list(counts))


def test_the_same_records_give_the_same_bytes_in_any_order() -> None:
    matches = duel_sets(80, late=60)
    mixed = matches[:]
    random.Random(3).shuffle(mixed)
    one = summarise(["tight", "mixed"], BB, matches, seed=5)
    other = summarise(["tight", "mixed"], BB, mixed, seed=5)
    assert one == other
    assert one.to_json() == other.to_json()
    assert summarise(["tight", "mixed"], BB, matches, seed=6).to_json() != one.to_json()


def test_the_clocks_stand_apart() -> None:
    matches = duel_sets(30)
    fast = summarise(["a", "b"], BB, matches, [clock(9, 1, 0, 0), clock(1, 0, 0, 0)])
    slow = summarise(["a", "b"], BB, matches, [clock(0, 0, 0, 9), clock(1, 0, 0, 0)])
    assert fast.to_json() != slow.to_json()
    assert json.loads(fast.to_json())["result"] == json.loads(slow.to_json())["result"]
    assert fast.result() == slow.result()


def test_the_format_says_its_name_and_version() -> None:
    found = json.loads(summarise(["a", "b"], BB, duel_sets(30), [clock(1, 0, 0, 0)] * 2).to_json())
    assert found["format"] == "carteado.arena.report"
    assert found["version"] == 1
    assert set(found) == {"format", "version", "result", "timing"}
    assert found["result"]["entrants"] == ["a", "b"]
    (cell,) = found["result"]["cells"]
    assert cell["duplicate"]["interval"]["level"] == 0.95
    assert found["result"]["unit"] == {"name": "chips", "size": 20, "word": "bb"}


def test_a_cell_is_found_from_both_sides() -> None:
    report = summarise(["a", "b", "c"], BB, duel_sets(30))
    one, other = report.cell("a", "b"), report.cell(1, 0)
    assert one is not None
    assert other is not None
    assert other.best.value == -one.best.value
    assert report.cell("a", "c") is None
    with pytest.raises(ArenaError, match="no entrant 'd'; there are a, b, c"):
        report.cell("a", "d")


@pytest.mark.parametrize(
    ("unit", "matches", "entrants", "words"),
    [
        (BB, duel_sets(40, late=30), 2, "bb/100"),
        (BB, duel_sets(40), 2, "In mbb/h: ana - bia"),
        (BB, games([(0, 1, 30), (1, 0, 20)], draws=[(0, 1, 2)]), 2, "games won by the row"),
        (STAKES, table_sets(40, [9, 3, -3, -9]), 4, "stakes/hand"),
        (
            POINTS,
            [
                Match(set=at, seating=turn, seats=seats, net=(at, -at, at, -at))
                for at in range(40)
                for turn, seats in enumerate([(0, 1, 0, 1), (1, 0, 1, 0)])
            ],
            2,
            "points/deal",
        ),
    ],
    ids=["heads-up", "thousandths", "freezeouts", "four seats", "pairs"],
)
def test_every_kind_of_game_has_a_report(
    unit: Unit, matches: list[Match], entrants: int, words: str
) -> None:
    names = ["ana", "bia", "caio", "davi"][:entrants]
    report = summarise(names, unit, matches, [clock(1, 2, 3, 4)] * entrants, stack=1500)
    lines = report_lines(report)
    text = "\n".join(lines)
    assert words in text
    order = [text.index(part) for part in ("Cross table", "Ratings", "Faults", "Decision times")]
    assert order == sorted(order)
    assert json.loads(report.to_json())
    assert max(map(len, lines[:8])) < 120


@pytest.mark.parametrize("part", [-0.4, -0.0, 0.4])
def test_values_rounded_to_zero_have_no_minus_sign(part: float) -> None:
    scale = scales(BB)[0]
    value = part / 10**scale.digits / scale.factor
    zero = f"{0.0:.{scale.digits}f}"
    interval = Interval(low=value, high=value, level=0.95)
    assert written(Mean(value=value, units=9, interval=interval), scale) == f"+{zero} ±{zero}"
    report = six_pairs(to_the_end=False)
    cell = replace(report.cells[0], bootstrap=interval)
    lines = report_lines(replace(report, cells=(cell,)))
    assert any(f"[{zero}, {zero}]" in line for line in lines)


def six_pairs(*, to_the_end: bool) -> Report:
    names = ["tight", "mixed", "aggressive", "high-card"]
    pairs = list(itertools.combinations(range(4), 2))
    if to_the_end:
        results = [result for a, b in pairs for result in ((a, b, 9), (b, a, 7))]
        return summarise(names, BB, games(results), stack=1500)
    sets = [
        duel_sets(40, pair=pair, first=40 * at, luck=3000, late=600)
        for at, pair in enumerate(pairs)
    ]
    return summarise(names, BB, [match for some in sets for match in some], stack=1500)


@pytest.mark.parametrize("to_the_end", [False, True])
def test_six_pairs_fit_a_terminal_of_100_columns(to_the_end: bool) -> None:
    report = six_pairs(to_the_end=to_the_end)
    lines = report_lines(report)
    assert [line for line in lines if len(line) > 100] == []
    # The columns that had no room stand below, beside the pairs again, and no note is cut.
    (head,) = (at for at, line in enumerate(lines) if line.endswith("  bootstrap"))
    assert "naive" not in lines[head]
    assert [line.split("  ")[0] for line in lines[head + 1 : head + 7]] == [
        f"{report.entrants[cell.row]} - {report.entrants[cell.column]}" for cell in report.cells
    ]
    text = " ".join(" ".join(lines).split())
    assert all(f"Note: {note}" in text for note in report.notes)
    at = next(at for at, line in enumerate(lines) if line.startswith("In mbb/h: "))
    listed = " ".join(lines[at : at + 2]).split(";")
    assert len(listed) == 6
    assert all(" ±" in pair for pair in listed)


def test_a_cross_table_of_many_goes_on_below() -> None:
    names = [f"somebody-{letter}" for letter in "abcdefghij"]
    lines = report_lines(summarise(names, STAKES, table_sets(9, [0] * 10)))
    lines = lines[: lines.index("", 2)]
    heads = [at for at, line in enumerate(lines) if line.startswith(" ")]
    assert " ".join(lines[at].strip() for at in heads).split() == names
    for at in heads:
        assert [line.split()[0] for line in lines[at + 1 : at + 11]] == names
        assert max(map(len, lines[at : at + 11])) <= 100


class TestLittleIsKnown:
    def test_a_report_without_matches_says_that_nothing_is_compared(self) -> None:
        report = summarise(["a", "b"], BB, [])
        assert report.cells == ()
        assert report.skill is report.bradley_terry is None
        assert "nothing to compare" in "\n".join(report_lines(report))
        assert json.loads(report.to_json())["result"]["entries"][0]["naive"] is None

    def test_a_single_set_has_no_interval(self) -> None:
        text = "\n".join(report_lines(summarise(["a", "b"], BB, duel_sets(1))))
        assert "one set has no interval" in text
        assert "±?" in text

    def test_an_incomplete_set_is_noted_and_not_counted(self) -> None:
        report = summarise(["a", "b"], BB, duel_sets(2)[:3])
        assert report.incomplete == 1
        assert report.sets == 1
        assert any("incomplete" in note for note in report.notes)

    def test_a_small_number_of_sets_is_noted(self) -> None:
        assert any(
            "12 sets only" in note for note in summarise(["a", "b"], BB, duel_sets(12)).notes
        )

    def test_a_note_that_holds_for_all_pairs_is_given_once(self) -> None:
        notes = summarise(list("abcd"), STAKES, table_sets(4, [1, 1, 1, 1])).notes
        assert [note for note in notes if "sets only" in note] == [
            "All 6 pairs have 4 sets only: few for the intervals of Student."
        ]

    def test_sets_that_ended_alike_are_noted(self) -> None:
        matches = [
            Match(set=at, seating=turn, seats=seats, net=(9, -9))
            for at in range(40)
            for turn, seats in enumerate([(0, 1), (1, 0)])
        ]
        report = summarise(["a", "b"], BB, matches, stack=1500)
        assert any("ended 40 of 40 sets alike" in note for note in report.notes)
        assert (report.cells[0].unlike, report.cells[0].needed) == (0, ())
        assert report.cells[0].duplicate.value == 0
        assert json.loads(report.to_json())

    def test_faults_are_pointed_at(self) -> None:
        report = summarise(["a", "b"], BB, duel_sets(101))
        assert sum(entry.faults.late for entry in report.entries) == 6
        assert any("a made 3 faults" in note for note in report.notes)

    def test_the_chance_that_all_intervals_hold_at_once_is_noted(self) -> None:
        notes = summarise(list("abcd"), STAKES, table_sets(40, [1, 1, 1, 1])).notes
        assert any("all 6 at once" in note and "70%" in note for note in notes)


class TestBadInput:
    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"entrants": ["a", "a"]}, "twice: a"),
            ({"unit": replace(BB, size=0)}, "at least 1"),
            ({"clocks": [Clock()]}, "1 clocks for 2 entrants"),
            ({"level": 95.0}, "between 0 and 1"),
            ({"stack": 0}, "a stack is positive"),
            ({"clocks": [clock(1), clock(1)]}, "bounds rise"),
        ],
    )
    def test_is_named(self, fields: dict[str, object], words: str) -> None:
        whole = {"entrants": ["a", "b"], "unit": BB, "matches": duel_sets(3), **fields}
        with pytest.raises(ArenaError, match=words):
            summarise(**whole)


def test_the_rule_of_the_end_is_reported() -> None:
    rule = Stop(half_width=0.5, unit=BB)
    report = summarise(["a", "b"], BB, duel_sets(400), stop=rule)
    assert report.ending is not None
    assert report.ending.reached
    assert report.cells[0].needed[0].half_width == 0.5
    assert any("fixed-width): reached" in line for line in report_lines(report))
    alike = [
        Match(set=at, seating=turn, seats=seats, net=(9, -9))
        for at in range(400)
        for turn, seats in enumerate([(0, 1), (1, 0)])
    ]
    text = " ".join(" ".join(report_lines(summarise(["a", "b"], BB, alike, stop=rule))).split())
    assert "not reached, 7,543 more sets, since too few ended otherwise than most do; ±0.00" in text
    wide = summarise(["a", "b"], BB, duel_sets(400), stop=Stop(half_width=0.01, unit=BB))
    (text,) = [line for line in report_lines(wide) if "not reached" in line]
    assert "too few" not in text
    early = summarise(["a", "b"], BB, duel_sets(40), stop=rule)
    assert any("too few sets" in line for line in report_lines(early))


class TestCurves:
    def test_run_up_to_what_was_won(self) -> None:
        report = summarise(["a", "b"], BB, duel_sets(500, late=40))
        (curve,) = report.curves
        cell = report.cells[0]
        assert len(curve.deals) == 200
        assert curve.deals[-1] == cell.deals == 1000
        assert curve.raw[-1] == pytest.approx(cell.duplicate.value * 1000)
        assert curve.adjusted is not None
        assert curve.adjusted[-1] == pytest.approx(cell.best.value * 1000)
        assert curve.band[-1] == pytest.approx((cell.best.half_width or 0) * 1000)
        assert list(curve.band) == sorted(curve.band)


class TestFreezeouts:
    def test_a_chance_to_win_follows_from_drift_and_deviation(self) -> None:
        """The example of 75 blinds each: 1 / (1 + exp(-150 m / s^2))."""
        assert win_chance(0.3, 9, 75) == pytest.approx(
            1 / (1 + 2.718281828459045 ** (-150 * 0.3 / 81))
        )
        assert win_chance(0, 9, 75) == 0.5
        assert win_chance(0.3, 9, 75) + win_chance(-0.3, 9, 75) == pytest.approx(1)
        assert win_chance(0, 9, 30, 90) == 0.25
        assert win_chance(0.2, 5, 30, 90) + win_chance(-0.2, 5, 90, 30) == pytest.approx(1)
        assert win_chance(50, 1, 1000) == 1.0
        assert win_chance(-50, 1, 1000) == 0.0
        with pytest.raises(ArenaError, match="positive deviation"):
            win_chance(1, 0, 75)

    def test_a_random_walk_ends_as_predicted(self) -> None:
        draw = random.Random(8)
        won = 0
        for _ in range(1500):
            stack = 20.0
            while 0 < stack < 40:
                stack += draw.choice((1.1, -1.0))
            won += stack >= 40
        sd = 1.05
        assert won / 1500 == pytest.approx(win_chance(0.05, sd, 20), abs=0.04)

    def test_hands_are_grouped_by_effective_stack(self) -> None:
        matches = [
            replace(match, stretches=(STRETCH,)) if at % 2 else match
            for at, match in enumerate(games([(0, 1, 30), (1, 0, 20)]))
        ]
        (band,) = bands(tally(matches), BB)
        assert (band.depth, band.hands, band.sets) == (40, 500, 25)
        # Fifteen games with the row in the first seat, ten in the other: a fifth of 0.3 a hand.
        assert band.rate.value == pytest.approx(0.3 * 5 / 25)
        assert band.sd == pytest.approx((72_000 / 20 / 400 - band.rate.value**2) ** 0.5)
        report = summarise(["a", "b"], BB, matches, stack=1500)
        (prediction,) = report.predictions
        assert prediction.own
        assert prediction.measured == 0.6
        assert any("from 40 bb" in line for line in report_lines(report))

    def test_single_deals_predict_them(self) -> None:
        deals = summarise(["a", "b"], BB, duel_sets(200), stack=1500)
        (alone,) = deals.predictions
        assert alone.measured is None
        assert alone.sd == deals.cells[0].naive.sd
        played = summarise(["b", "a"], BB, games([(0, 1, 30), (1, 0, 20)]))
        both = with_freezeouts(deals, played, 1500)
        (prediction,) = both.predictions
        assert prediction.measured == 0.6
        assert not prediction.own
        assert prediction.chance == pytest.approx(1 - alone.chance)
        assert prediction.interval is not None
        assert prediction.chance in prediction.interval

    def test_games_alone_predict_no_freezeout(self) -> None:
        games_only = summarise(["a", "b"], BB, games([(0, 1, 3)]))
        assert predict(games_only.cells[0], 75) is None
        with pytest.raises(ArenaError, match="the deals count"):
            with_freezeouts(summarise(["a", "b"], STAKES, []), games_only, 1500)


class TestTimes:
    def test_quantiles_are_the_upper_ends_of_bins(self) -> None:
        found = times(0, clock(50, 45, 4, 1))
        assert (found.decisions, found.p50, found.p95, found.p99) == (100, 10, 20, 40)
        assert found.longest is None
        assert quantile(clock(0, 3, 0, 0), 1.0) == 20

    def test_no_decision_has_no_time(self) -> None:
        found = times(0, Clock())
        assert found.decisions == 0
        assert found.p50 is found.longest is None


def test_the_report_is_frozen() -> None:
    report: Report = summarise(["a", "b"], BB, duel_sets(3))
    with pytest.raises(AttributeError):
        report.seed = 3


@pytest.mark.exhaustive
def test_the_python_examples_of_the_arena_document_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    names = {"__name__": "__main__"}
    exec("".join(blocks), names)
    out = capsys.readouterr().out
    assert "Cross table" in out
    assert out.splitlines()[-1].startswith("Mean(")
