"""The study of Buraco played again: what is counted, what is compared, and what is said."""

from __future__ import annotations

import json

import numpy as np
import pytest

from carteado.arena.contest import contest
from carteado.arena.papers import buraco
from carteado.arena.papers.buraco import BURACO
from carteado.arena.papers.buraco_deals import played
from carteado.arena.papers.section import Run
from carteado.arena.play import play

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


def test_what_is_needed_follows_from_the_spread(found):
    difference = found["difference"]
    needed = [row["deals_of_each_arm"] for row in difference["needed"]]
    assert needed == sorted(needed, reverse=True)
    sd = difference["sd_of_a_deal"]
    # The usual rule: 16 times the square of sd / effect, in each arm, for 80%.
    assert needed[0] == pytest.approx(15.7 * (sd / 50) ** 2, rel=0.02)
    power = [row["power"] for row in difference["power_of_the_study"]]
    assert power == sorted(power)
    assert all(0.05 < one < 1 for one in power)


def test_the_section_says_what_was_found(found):
    text = "\n".join(BURACO.section(found).lines)
    assert "| the study, people | 30 | 13.1 ±1.0 | 2.77 |" in text
    assert f"| greedy only | 5 | {found['rounds']['without']['mean']['value']:.1f}" in text
    assert "p = 0.10 and p = 0.92" in text.replace("\n", " ")
    assert "By the point difference advice helps." in text.replace("\n", " ")


def test_what_is_open_is_said_to_be(found):
    open_ = json.loads(json.dumps(found))
    open_["difference"]["gain"]["interval"]["low"] = -1
    assert "is open with so few deals" in " ".join(BURACO.section(open_).lines)


def test_the_plots_are_drawn(found):
    drawings = BURACO.section(found).drawings
    assert set(drawings) == {"buraco-rounds", "buraco-advice"}
    for name, draw in drawings.items():
        assert draw().axes
        assert f"experiments/{name}.svg" in "\n".join(BURACO.section(found).lines)
