"""The heads-up paper's duels and its statistics of hands."""

from __future__ import annotations

import json

import pytest

from carteado.arena.matches.contest import contest
from carteado.arena.matches.runs import Run
from research import duels, duels_text, hands
from research.heads_up import BOTS, PAIRS, VARIANTS, pair_contest
from research.words import percents, signed, span, within

pytestmark = pytest.mark.exhaustive


def shallow(variant, *, freezeout, seed=2017):
    """The same duels from ten big blinds, which end soon."""
    names = [f"{name}:variant={variant}" for name in BOTS]
    return contest(names, given={"stack": "200"}, seed=seed, freezeout=freezeout)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """The findings, and the contests in which they were played."""
    played = []

    def recorded(*args, **given):
        played.append(shallow(*args, **given))
        return played[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duels, "pair_contest", recorded)
        folder = tmp_path_factory.mktemp("journals")
        first = duels.measure(Run(sets=4, journals=folder))
        contests = tuple(played)
        for sets in (4, 2):  # what is recorded counts, also where less is asked for
            assert duels.measure(Run(sets=sets, journals=folder, resume=True)) == first
    return json.loads(json.dumps(first)), contests


@pytest.fixture
def found(measured):
    return measured[0]


def test_the_contest_is_that_of_the_paper():
    one = pair_contest("as-coded", freezeout=True)
    assert (one.house.stack, one.house.small_blind, one.house.big_blind) == (1500, 10, 20)
    assert one.freezeout
    assert [tuple(BOTS[who] for who in group) for group in one.plan.groups] == list(PAIRS)
    assert all(entrant.endswith(":variant=as-coded") for entrant in one.entrants)


def test_all_pairs_are_measured_and_predicted(found):
    assert [variant["variant"] for variant in found["variants"]] == list(VARIANTS)
    for variant in found["variants"]:
        assert [(pair["row"], pair["column"]) for pair in variant["pairs"]] == list(PAIRS)
        assert all(pair["games"] == 8 for pair in variant["pairs"])
        assert all(pair["wins"] + pair["losses"] == 8 for pair in variant["pairs"])
        assert all(pair["adjusted"]["units"] == 4 for pair in variant["pairs"])
        assert all(prediction["deals"] == 8 for prediction in variant["predictions"])
        assert not any(prediction["own"] for prediction in variant["predictions"])
        assert variant["faults"] == [0, 0, 0, 0]


def test_freezeouts_and_deals_have_other_cards(measured):
    _, contests = measured
    seeds = {True: set(), False: set()}
    for one in contests:
        seeds[one.freezeout].add(one.seed)
    assert seeds[True]
    assert seeds[False]
    assert not seeds[True] & seeds[False]


def test_the_section_says_what_was_found(found):
    section = duels_text.section(found)
    text = " ".join(section.lines)
    for row, column in PAIRS:
        assert text.count(f"| {row} - {column} |") >= 4
    assert "No bot made a fault" in text
    assert "open" in text
    assert section.drawings["duels-prediction"]().axes


def test_agreement_follows_from_the_figures(found):
    def with_share(share, games):
        copy = json.loads(json.dumps(found))
        for variant in copy["variants"]:
            for pair in variant["pairs"]:
                half = 0.98 / games**0.5
                pair |= {"share": share, "games": games, "adjusted": None, "saves": None}
                pair["wilson"] |= {"low": share - half, "high": share + half}
        return " ".join(duels_text.section(copy).lines)

    assert "no advantage is shown, which agrees" in with_share(0.5, 20_000)
    assert "are more than luck" in with_share(0.5, 20_000)
    assert "They fit neither." in with_share(0.5, 20_000)
    assert "They fit both." in with_share(0.57, 200)
    clear = with_share(0.6, 20_000)
    assert "3 of 3 pairs have an advantage" in clear
    assert "All three beat `mfs`" in clear
    assert "0 of 3 are shown to beat `mfs`" in with_share(0.4, 20_000)


def test_the_adjusted_share_is_what_is_judged(found):
    def row(adjusted):
        copy = json.loads(json.dumps(found))
        for variant in copy["variants"]:
            for pair in variant["pairs"]:
                pair |= {"share": 0.541, "games": 100, "wilson": {"low": 0.44, "high": 0.63}}
                pair["wilson"] |= {"level": 0.95}
                del pair["adjusted"], pair["saves"]
                if adjusted:
                    finer = {"low": 0.525, "high": 0.545, "level": 0.95}
                    pair["adjusted"] = {"value": 0.535, "error": 0.005, "interval": finer}
                    pair["saves"] = 2.25
        lines = duels_text.section(copy).lines
        return next(line for line in lines if line.startswith("| tight - aggressive |"))

    before, after = row(adjusted=False), row(adjusted=True)
    assert before.endswith("| open |")
    assert "| - | - |" in before
    assert after.endswith("| -0.6 ±2.4 | yes |")
    assert "| 53.5 [52.5, 54.5] | 2.2x |" in after


def test_the_tail_of_chi_squared_matches_tables():
    # Quantiles of chi-squared, from tables.
    assert duels_text.chi_squared_tail(12.592, 6) == pytest.approx(0.05, abs=1e-5)
    assert duels_text.chi_squared_tail(4.605, 2) == pytest.approx(0.10, abs=1e-4)
    assert duels_text.chi_squared_tail(0, 6) == 1


def test_within_is_open_for_an_unknown_or_overlapping_interval():
    def of(low, high):
        return within({"low": low, "high": high}, 0.5, 0.03)

    assert of(0.48, 0.52) == "yes"
    assert of(0.54, 0.56) == of(0.40, 0.46) == "no"
    assert of(0.50, 0.56) == of(0.40, 0.60) == "open"
    assert within(None, 0.5, 0.03) == "open"


def test_figures_are_written_in_words():
    interval = {"low": -0.0125, "high": 0.5}
    assert percents(interval) == "[-1.2, 50.0]"
    assert span(interval, 2) == "[-0.01, +0.50]"
    assert (percents(None), span(None, 2), signed(1, 1)) == ("-", "-", "+1.0")


def test_hands_are_counted_in_the_same_games(monkeypatch, tmp_path):
    monkeypatch.setattr(hands, "pair_contest", shallow)
    monkeypatch.setattr(hands, "ROUNDS", 1)
    hands._ring.cache_clear()
    try:
        found = hands.measure(Run(sets=2, journals=tmp_path))
        assert hands.measure(Run(sets=2, journals=tmp_path, resume=True)) == found
    finally:
        hands._ring.cache_clear()
    for variant in found["variants"]:
        assert variant["games"] == 4
        net = [sum(hand[3] for hand in of_bot) for of_bot in variant["counts"]]
        assert sum(net) == 0
        assert all(value % 200 == 0 for value in net)  # games to their end
    section = hands.HANDS.section(json.loads(json.dumps(found)))
    text = "\n".join(section.lines)
    assert "4 freezeouts of each pair" in text
    for bot in BOTS:
        assert text.count(f"| {bot} |") == 2
    assert section.drawings["hands-played"]().axes
