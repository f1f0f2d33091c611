"""The family game, at the table and counted without one."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entropy import deck_seed
from carteado.arena.matches.play import play
from carteado.arena.matches.runs import Run
from carteado.engine.cards import PACK, parse_cards
from carteado.engine.deal import shuffle
from research import family
from research.family import FAMILY
from research.family_count import PLAYERS, expected_values, winnings


def places(text):
    return [PACK.index(card) for card in parse_cards(text)]


def counted(text):
    return winnings(np.array([places(text)]))[0]


def test_one_deal_is_decided_as_by_hand():
    # Both aces win against everything; an ace and a king are odd, two aces even, all have a high
    # card but the two and the four, which are even.
    text = "AcAdKhQh2c4d7s8s" + "AhKc9d6h3s"
    found = []
    for one, other in itertools.permutations(range(4), 2):
        plays = [True] * 4
        plays[one] = [True, False, True, False][one]  # 28, 25, 6, 15
        plays[other] = [True, True, False, False][other]
        pot = sum(plays)
        assert plays[0]
        found.append([(pot - 1 if seat == 0 else -plays[seat]) for seat in (one, other)])
    parity, high = np.mean(found, axis=0)
    assert counted(text) == pytest.approx([parity, -(parity + high) / 2, high])


def test_a_board_that_plays_is_shared():
    # Even, high cards everywhere: all four play in every order and share.
    assert counted("AcKcAdKdAhKhAsKs2c3d4h5s7c") == pytest.approx([0] * 3)


def test_the_table_and_the_count_agree_deal_by_deal():
    """All orders at the table win exactly what is counted for the same hands and boards."""
    sets, given = 12, {"default_stake": "120", "credit": "1200"}
    names = [*PLAYERS, "always"]
    one = contest(names, game="quick-holdem", given=given, seed=3, all_orders=True)
    outcome = play(one, rounds=sets)
    for number in range(sets):
        deck = [PACK.index(card) for card in shuffle(PACK, deck_seed(one.seed, number, 0))]
        # One card at a time to four seats, then the board.
        hands = [card for seat in range(4) for card in (deck[seat], deck[seat + 4])]
        expected = winnings(np.array([hands + deck[8:13]]))[0]
        matches = [match for match in outcome.matches if match.set == number]
        assert len(matches) == 24
        net = np.zeros(4)
        for match in matches:
            for seat, who in enumerate(match.seats):
                net[who] += match.net[seat] / one.unit.size / 24
        assert net[[0, 2]] == pytest.approx(expected[[0, 2]])
        assert (net[1] + net[3]) / 2 == pytest.approx(expected[1])


def test_the_same_seed_counts_the_same():
    one, two = (expected_values(60_000, 5) for _ in range(2))
    assert one == two
    assert expected_values(60_000, 6) != one
    assert sum(one[player].value for player in PLAYERS) + one["always"].value == pytest.approx(0)


@pytest.mark.slow
def test_the_published_values_are_met():
    found = expected_values(3_000_000, 1)
    for player, value in family.EARLIER.items():
        interval = found[player].interval
        assert interval is not None
        assert interval.half_width < 0.0005
        assert value - 0.003 < interval.low < interval.high < value + 0.003


def test_the_findings_in_the_document_lie_within_0_003_of_the_earlier_values():
    """At the table as counted: parity +0.002, always -0.039, high cards +0.074 stakes a hand."""
    path = Path(__file__).parents[2] / "docs" / "experiments" / "family.json"
    players = json.loads(path.read_text())["findings"]["players"]
    earlier = {"parity": 0.002, "always": -0.039, "high-card": 0.074, "always-2": -0.039}
    assert {player["name"] for player in players} == set(earlier)
    for player in players:
        value = earlier[player["name"]]
        for how in ("table", "counted"):
            interval = player[how]["interval"]
            assert interval["level"] == 0.95
            assert value - 0.003 <= interval["low"] <= interval["high"] <= value + 0.003


def test_a_small_run_finds_a_section(tmp_path):
    found = FAMILY.measure(Run(sets=3, journals=tmp_path / "journals"))
    assert (found["deals"], found["faults"]) == (12, 0)
    assert FAMILY.measure(Run(sets=3, journals=tmp_path / "journals", resume=True)) == found
    section = FAMILY.section(found)
    text = " ".join(section.lines)
    for word in ("12 hands", "parity", "always-2", "Seed 2017", "python -m research family"):
        assert word in text
    assert section.drawings["family"]().axes
