"""The study of Buraco played again: what is counted, what is compared, and what is said."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import pytest

from carteado.arena.matches.contest import contest
from carteado.arena.matches.play import play
from carteado.arena.matches.runs import Run
from carteado.arena.statistics.paired_tests import power
from research import buraco
from research.buraco import BURACO
from research.buraco_deals import Dealt, played

pytestmark = pytest.mark.exhaustive

CHEAP = ("buraco-greedy", "buraco-random")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Findings with greedy in the adviser's place and random without advice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(buraco, "WITHOUT", ("buraco-random", "buraco-greedy"))
        patch.setattr(buraco, "WITH", ("buraco-greedy", "buraco-greedy"))
        folder = tmp_path_factory.mktemp("journals")
        first = buraco.measure(Run(sets=5, journals=folder))
        assert buraco.measure(Run(sets=5, journals=folder, resume=True)) == first
    return json.loads(json.dumps(first))


def test_the_deals_are_those_of_the_arena():
    measured = contest(CHEAP, game="buraco", seed=8)
    deals = played(Run(sets=3), "deals", measured, 3)
    records = play(measured, rounds=3).matches
    assert [deal.points[0] - deal.points[1] for pair in deals for deal in pair] == [
        match.net[match.seats.index(0)] for match in records
    ]
    for pair in deals:
        assert len(pair) == 2
        for deal in pair:
            assert 1 <= deal.rounds <= 60
            assert not deal.faults


def test_both_arms_get_the_same_cards():
    twice = ("buraco-greedy", "buraco-greedy")
    one = played(Run(sets=2), "a", contest(twice, game="buraco", seed=8), 2)
    assert [pair[0].points for pair in one] == [pair[1].points[::-1] for pair in one]


def test_a_better_player_gains(found):
    difference = found["difference"]
    assert difference["gain"]["value"] > 400
    assert difference["gain"]["interval"]["low"] > 0
    assert difference["with"]["value"] == 0
    assert difference["gain"]["value"] == pytest.approx(np.mean(difference["gains"]))
    low, high = difference["bootstrap"]["low"], difference["bootstrap"]["high"]
    assert low < difference["gain"]["value"] < high
    assert difference["signed_rank"]["p"] == 0.0625
    assert found["faults"] == 0


WITHOUT = [(100, -150), (-150, 100), (100, -150), (-150, 100), (-25, -25), (-25, -25)]
"""Leads of the pair without advice, made up: the first deal and the second of six sets."""

WITH = [(40, 140), (270, -70), (165, 235), (-165, 125), (25, 35), (85, -55)]


def measured(monkeypatch, without, advised):
    """What is measured of deals with these leads."""
    arms = {
        f"buraco-{name}": [
            [Dealt(points=(lead, 0), rounds=17, faults=0) for lead in pair] for pair in arm
        ]
        for name, arm in (("without", without), ("with", advised))
    }
    monkeypatch.setattr(buraco, "played", lambda run, name, contest, full: arms[name])
    return json.loads(json.dumps(buraco.measure(Run())))


def test_pairs_are_tested_by_signed_ranks_and_the_studys_arms_by_rank_sums(monkeypatch):
    found = measured(monkeypatch, WITHOUT, WITH)["difference"]
    assert found["gains"] == [115, 125, 225, 5, 55, 40]
    # All six gains are positive: one way in 64 to each side.
    assert found["signed_rank"]["p"] == 2 / 64
    one, other = [pair[0] for pair in WITH], [pair[0] for pair in WITHOUT]
    alike = found["as_the_study"]
    assert alike["gain"] == pytest.approx((sum(one) - sum(other)) / 6)

    def larger(first, second):
        return sum((a > b) + (a == b) / 2 for a in first for b in second)

    # Every way to part the twelve deals, six to each arm.
    both, seen = one + other, larger(one, other)
    counts = [
        larger([both[at] for at in chosen], [both[at] for at in range(12) if at not in chosen])
        for chosen in itertools.combinations(range(12), 6)
    ]
    more = sum(count >= seen for count in counts) / len(counts)
    less = sum(count <= seen for count in counts) / len(counts)
    assert alike["rank_sum"]["p"] == pytest.approx(min(1, 2 * min(more, less)), rel=1e-6)


def test_needed_sets_follow_from_the_deviation(monkeypatch):
    """A gain of 0.2 deviations takes 394 deals of each arm, one of 0.5 takes 34 pairs (Cohen)."""
    # Patterns of four sets without correlation; the variance of each is 4 / 3 of its square.
    deal, gain = (57_500 * 3 / 4) ** 0.5, (10_000 * 3 / 4) ** 0.5
    without = [(deal, deal), (deal, -deal), (-deal, -deal), (-deal, deal)]
    gains = [gain, -gain, gain, -gain]
    advised = [(a + more, b + more) for (a, b), more in zip(without, gains, strict=True)]
    found = measured(monkeypatch, without, advised)["difference"]
    assert found["gain"]["sd"] == pytest.approx(100)
    # Half way between 57,500 without advice and 10,000 more with it.
    assert found["sd_of_a_deal"] == pytest.approx(250)
    assert found["needed"] == [
        {"points": 50, "deals_of_each_arm": 394, "sets": 34},
        {"points": 100, "deals_of_each_arm": 100, "sets": 10},
        {"points": 200, "deals_of_each_arm": 26, "sets": 5},
    ]
    chances = [row["power"] for row in found["power_of_the_study"]]
    assert chances == pytest.approx([0.1187, 0.3316, 0.8614], abs=2e-4)


def test_the_full_number_of_sets_finds_the_gain_that_is_asked_for(monkeypatch):
    asked = []

    def nothing(run, name, contest, full):
        asked.append(full)
        return [[Dealt(points=(at, 0), rounds=17, faults=0)] * 2 for at in range(3)]

    monkeypatch.setattr(buraco, "played", nothing)
    plan = buraco.measure(Run())["plan"]
    # By the normal distribution (1.960 + 0.842)^2 (301 / 50)^2 = 284.4, and Student's takes more.
    assert asked == [plan["sets"]] * 2 == [287] * 2
    assert (plan["points"], plan["power"]) == (50, 0.8)
    assert power(287, delta=50, sd=plan["sd"]) >= 0.8 > power(286, delta=50, sd=plan["sd"])


@pytest.mark.parametrize(("sets", "said"), [(1, None), (20, "11%"), (287, None), (600, "98%")])
def test_the_section_says_how_many_shuffles_were_planned(monkeypatch, sets, said):
    without = [(at % 7 * 100, at % 5 * 100) for at in range(sets)]
    text = " ".join(
        BURACO.section(measured(monkeypatch, without, [(b, a + 30) for a, b in without])).lines
    )
    assert "Full scale is 287 shuffles" in text
    assert "a true gain of 50 points a deal" in text
    assert "with a chance of 80%" in text
    command = "`python -m research buraco" + ("`" if sets == 287 else f" --sets {sets}`")
    assert command in text
    found = re.findall(r"played here find it with (\d+%)", text)
    assert found == ([] if said is None else [said])


def test_one_shuffle_says_nothing_about_spreads(monkeypatch):
    found = measured(monkeypatch, [(100, 50)], [(150, 70)])
    assert found["difference"]["sd_of_a_deal"] is None
    assert found["difference"]["needed"] == []
    section = BURACO.section(found)
    assert "sides of the table: 1 shuffle, 2 deals" in " ".join(section.lines)
    assert "One shuffle does not show how far deals spread." in " ".join(section.lines)
    assert all(draw().axes for draw in section.drawings.values())


def test_half_widths_are_rounded_like_what_they_belong_to(monkeypatch):
    text = "\n".join(BURACO.section(measured(monkeypatch, WITHOUT, WITH)).lines)
    # Gains of mean 94 and deviation 79.0; Student's quantile with 5 degrees of freedom is 2.571.
    assert "| +94 ±83 |" in text


def test_the_reason_for_longer_deals_is_linked_where_they_are_longer(found):
    link = "(buraco-odds.md#the-study-as-published)"
    longer, alike = (json.loads(json.dumps(found)) for _ in range(2))
    longer["rounds"]["without"]["mean"]["interval"] = {"low": 16.0, "high": 18.0}
    alike["rounds"]["without"]["mean"]["interval"] = {"low": 13.5, "high": 14.5}
    assert link in " ".join(BURACO.section(longer).lines)
    assert link not in " ".join(BURACO.section(alike).lines)


def test_the_section_says_what_was_found(found):
    text = "\n".join(BURACO.section(found).lines)
    assert "| the study, people | 30 | 13.1 ±1.0 | 2.77 |" in text
    assert f"| greedy only | 5 | {found['rounds']['without']['mean']['value']:.1f}" in text
    assert "p = 0.10 and p = 0.92" in text.replace("\n", " ")
    assert "By the point difference advice helps." in text.replace("\n", " ")
    assert "The same trial with the first 5 deals of each arm" in text.replace("\n", " ")


def test_an_open_question_is_reported_as_open(found):
    open_ = json.loads(json.dumps(found))
    open_["difference"]["gain"]["interval"]["low"] = -1
    assert "is open with so few deals" in " ".join(BURACO.section(open_).lines)


def test_the_plots_are_drawn(found):
    drawings = BURACO.section(found).drawings
    assert set(drawings) == {"buraco-rounds", "buraco-advice"}
    for name, draw in drawings.items():
        assert draw().axes
        assert f"experiments/{name}.svg" in "\n".join(BURACO.section(found).lines)
