"""A test for each sentence of the rules, on files as they are judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.engine.games.poker_face.books import HIGH, LOW, judged, one_round, output, warned
from tests.golden.scenario_files import golden_scenarios

from carteado.engine.games.poker_face.judge import Judge
from carteado.engine.games.poker_face.scenario import KIND
from carteado.engine.tables.scenario import ScenarioError, run_scenario

ROOT = Path(__file__).parents[4]
PUBLISHED = ROOT.parent / "shared" / "poker-face"
SCENARIOS = golden_scenarios("poker_face")
EXAMPLE: str = SCENARIOS[0]["input"]
STRAIGHT, PAIR = "5P 6E 7C 8O 9P", "1P 1E 3C 4O 6P"


# Published inputs


@pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published inputs, ../shared/poker-face, are not here"
)
@pytest.mark.parametrize("checks", ["standard", "lenient"])
def test_published_inputs_give_the_published_outputs(checks: str) -> None:
    suffix = ".out.txt" if checks == "standard" else ".lenient.out.txt"
    outputs = [
        path
        for path in PUBLISHED.glob(f"*{suffix}")
        if checks == "lenient" or not path.name.endswith(".lenient.out.txt")
    ]
    assert len(outputs) >= 2
    for path in outputs:
        source = path.with_name(path.name.removesuffix(suffix) + ".in.txt")
        assert judged(source.read_text(), checks=checks)[0] == path.read_text(), path.name


# The match


def test_the_players_of_the_first_round_are_those_of_the_match_and_start_alike() -> None:
    assert output(one_round(HIGH, LOW, LOW.replace("9C", "9O"), money=700))[-3:] == [
        "A 900",
        "B 600",
        "C 600",
    ]


@pytest.mark.parametrize("count", [2, 10])
def test_a_round_has_two_to_ten_players(count: int) -> None:
    hands = [f"{2 + at}P {2 + at}E 1C 13O 12P" for at in range(count)]
    assert len(output(one_round(*hands))) == 3 + count


def test_every_player_of_the_match_pays_the_ante_whether_he_takes_part_or_not() -> None:
    text = EXAMPLE.replace("3 1000", "2 1000").partition("3 100")[0]
    assert "Bob 700" in output(text)
    assert "1 800 OP" in output(text)


def test_pot_is_all_antes_and_all_bets() -> None:
    text = f"1 1000\n3 60\nA 100 {HIGH}\nB 150 {LOW}\nC 50 {LOW.replace('2E', '3E')}\n"
    assert output(text)[:2] == ["1 480 HC", "A"]


def test_winners_share_the_pot_in_whole_units_and_the_rest_is_discarded_and_reported() -> None:
    text = one_round(HIGH, HIGH.replace("P", "E"), LOW, ante=51)
    assert output(text) == ["2 151 HC", "A", "B", "#####", "A 1050", "B 1050", "C 899"]
    line, sentence = next(found for found in warned(text) if "discarded" in found[1])
    assert line == 2
    assert sentence == "1 of the pot of 303 cannot be shared and is discarded (round 1)"


def test_odd_chips_first_gives_one_unit_each_in_the_order_of_output() -> None:
    text = one_round(HIGH, HIGH.replace("P", "E"), LOW, ante=51)
    text = text.replace("\nA 50", "\nZ 50")
    assert output(text, odd_chips="first") == [
        *("2 151 HC", "B", "Z", "#####"),
        *("B 1051", "Z 1050", "C 899"),
    ]
    assert not [found for found in warned(text, odd_chips="first") if "discarded" in found[1]]


# Invalid rounds


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (f"2 50\nA 951 {HIGH}\nB 50 {LOW}", "takes part without the money for ante and bet"),
        (f"2 50\nA 1100 {HIGH}\nB 50 {LOW}", "the bet alone is too much"),
        (f"1 950\nA 50 {HIGH}", "a player of the match has not the ante"),
        (f"2 49\nA 50 {HIGH}\nB 50 {LOW}", "the ante is below 50"),
        (f"2 0\nA 50 {HIGH}\nB 50 {LOW}", "no ante"),
        (f"2 -50\nA 50 {HIGH}\nB 50 {LOW}", "an ante below zero"),
        (f"2 50\nA 75 {HIGH}\nB 50 {LOW}", "a bet is not a multiple of 50"),
        (f"2 50\nA 0 {HIGH}\nB 50 {LOW}", "a bet of nothing"),
        (f"2 50\nA -50 {HIGH}\nB 50 {LOW}", "a bet below zero"),
        (f"2 50\nA 50 {HIGH}\nB {10**15} {LOW}", "a bet that nobody has"),
    ],
)
def test_an_invalid_round_moves_no_money_and_prints_0_0_I(second: str, why: str) -> None:
    # A has 1100 after the first round, B 900.
    text = f"2 1000\n2 50\nA 50 {HIGH}\nB 50 {LOW}\n{second}\n"
    assert output(text) == ["1 200 HC", "A", "0 0 I", "#####", "A 1100", "B 900"], why


def test_a_round_of_the_last_money_counts() -> None:
    text = f"2 1000\n2 50\nA 50 {HIGH}\nB 50 {LOW}\n2 50\nA 1050 {HIGH}\nB 850 {LOW}\n"
    assert output(text)[2:] == ["1 2000 HC", "A", "#####", "A 2000", "B 0"]


@pytest.mark.parametrize("ante_and_bet", [(5, 33), (0, 0), (49, 75)])
def test_lenient_tests_the_money_only(ante_and_bet: tuple[int, int]) -> None:
    ante, bet = ante_and_bet
    text = one_round(HIGH, LOW, ante=ante, bet=bet)
    assert output(text, checks="lenient")[0] == f"1 {2 * (ante + bet)} HC"
    assert output(text)[0] == "0 0 I"
    assert output(one_round(HIGH, LOW, bet=951), checks="lenient")[0] == "0 0 I"


@pytest.mark.parametrize("bets", [(-50, 100), (0, 0), (1, -1), (100, -50)])
def test_lenient_counts_amounts_below_zero_too(bets: tuple[int, int]) -> None:
    """Nobody ends with less than nothing, so the money test is passed."""
    text = f"1 1000\n2 10\nA {bets[0]} {HIGH}\nB {bets[1]} {LOW}\n"
    pot, after = 20 + sum(bets), 990 - bets[1]
    found = output(text, checks="lenient")
    assert found[:2] == [f"1 {pot} HC", "A"]
    assert sorted(found[3:]) == sorted([f"A {2000 - after}", f"B {after}"])
    assert output(text)[0] == output(text, checks="strict")[0] == "0 0 I"


def test_lenient_refuses_a_pot_below_zero_that_the_winner_cannot_pay() -> None:
    text = f"2 1000\n2 0\nA 1000 {LOW}\nB 0 {HIGH}\n2 0\nA 0 {HIGH}\nB -1 {LOW}\n"
    assert output(text, checks="lenient") == ["1 1000 HC", "B", "0 0 I", "#####", "B 2000", "A 0"]


def test_a_card_seen_twice_is_a_warning_that_names_line_and_card_and_the_round_counts() -> None:
    assert [(line, sentence.split()[0]) for line, sentence in warned(EXAMPLE)] == [
        *((4, "3P"), (5, "1O"), (5, "13C")),
        *((13, "8C"), (14, "4P")),
    ]
    assert output(EXAMPLE)[0] == "1 1000 S"


def test_strict_invalidates_a_round_in_which_a_card_is_seen_twice() -> None:
    found = output(EXAMPLE, checks="strict")
    assert found[:4] == ["0 0 I", "1 800 OP", "Frank", "0 0 I"]
    assert [line for line, _ in warned(EXAMPLE, checks="strict")] == [4, 5, 5, 13, 14]


def test_lenient_counts_a_round_in_which_a_card_is_seen_twice() -> None:
    assert output(EXAMPLE, checks="lenient") == output(EXAMPLE)


def test_a_card_seen_three_times_is_reported_twice() -> None:
    text = one_round("1P 1P 1P 2P 3E", LOW)
    sentence = "1P was seen before, in this hand (round 1)"
    assert warned(text) == [(3, sentence), (3, sentence)]


def test_an_invalid_first_round_still_registers_its_players() -> None:
    text = f"2 1000\n2 5\nB 50 {LOW}\nA 50 {HIGH}\n1 50\nB 50 {LOW}\n"
    assert output(text) == ["0 0 I", "1 150 HC", "B", "#####", "B 1050", "A 950"]


def test_a_later_round_may_have_one_player() -> None:
    text = f"2 1000\n2 50\nA 50 {HIGH}\nB 50 {LOW}\n1 50\nB 100 {LOW}\n"
    assert output(text)[2:4] == ["1 200 HC", "B"]


def test_n_may_be_0() -> None:
    assert judged("0 1000\n") == ("#####\n", [])


# Output


def test_winners_are_listed_in_the_order_of_code_points() -> None:
    names = ["b", "É", "a", "Z", "Ab"]
    lines = [f"{name} 50 1{suit} 13E 11C 9O 7P" for name, suit in zip(names, "PECOP", strict=True)]
    text = "\n".join(["1 1000", "5 50", *lines])
    assert output(text)[1:6] == ["Ab", "Z", "a", "b", "É"]
    assert output(text)[7:] == ["Ab 1000", "Z 1000", "a 1000", "b 1000", "É 1000"]


def test_money_is_listed_descending_and_equal_amounts_by_name() -> None:
    assert output(EXAMPLE)[-6:] == [
        *("#####", "Eva 2050", "Frank 1350"),
        *("Bob 600", "Alice 550", "Charlie 450"),
    ]


def test_the_output_ends_with_a_line_end() -> None:
    assert judged(EXAMPLE)[0].endswith("Charlie 450\n")


# Scenarios


def changed(**keys: Any) -> dict[str, Any]:
    return {**SCENARIOS[0], **keys}


def test_a_scenario_that_does_not_hold_names_the_first_line_that_differs() -> None:
    wrong = SCENARIOS[0]["expect"].replace("1 800 OP", "1 200 OP")
    reason = "line 3 of expect is 1 800 OP, should be 1 200 OP"
    assert run_scenario(changed(expect=wrong)).message == reason
    more = SCENARIOS[0]["expect"] + "Zoe 5\n"
    assert run_scenario(changed(expect=more)).message.endswith("is (nothing), should be Zoe 5")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"kind": "play"}, "kind: the kind is judge"),
        ({"input": 5}, "input: input is a block of text"),
        ({"expect": None}, "expect: expect is a block of text"),
        ({"checks": "hard"}, "checks: 'hard' is not one of standard, lenient, strict"),
        ({"rules": {"odd_chips": 1}}, "rules.odd_chips: 1 is not one of discard, first"),
        ({"rules": {"odd": 1}}, "rules.odd: there is no key 'odd' here"),
        ({"given": {"a": 1}}, "given: a file that is judged has no given"),
        ({"then": {}}, "then: a file that is judged has no then"),
        ({"steps": [{"seat": 0, "legal": {}}]}, "steps: a file that is judged has no steps"),
        ({"steps": [{"do": "fold"}]}, "steps.0.do: there is no move 'fold'"),
        ({"expected": ""}, "expected: there is no key 'expected' here"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused(keys: dict[str, Any], expected: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        run_scenario(changed(**keys))
    assert str(refused.value).startswith(expected)


def test_nobody_moves_in_a_file_that_is_judged() -> None:
    assert KIND.turn("") is None
    for ask in (lambda: KIND.step("", 0, {}), lambda: KIND.legal("", 0, {})):
        with pytest.raises(ScenarioError, match="has no steps"):
            ask()


def test_rounds_and_end_as_plain_data() -> None:
    judge = Judge(EXAMPLE.splitlines(), checks="standard", odd_chips="discard")
    first, *_ = [ruled.data for ruled in judge]
    assert first == {
        "round": 1,
        "line": 2,
        "valid": True,
        "problem": None,
        "winners": ["Eva"],
        "amount": 1000,
        "code": "S",
        "pot": 1000,
        "odd_chips": [],
        "discarded": 0,
        "seen_twice": ["3P", "1O", "13C"],
        "money": {"Alice": 850, "Bob": 750, "Charlie": 850, "Eva": 1650, "Frank": 900},
    }
    assert judge.data["rounds"] == 3
    assert judge.data["discarded"] == 0
    assert judge.data["players"][0] == {"name": "Eva", "money": 2050}
