"""`carteado odds buraco` with positions from scenarios, and its refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.clients.cli.buraco_odds_tools import odds_json

from carteado.clients.cli.main import run

SCENARIOS = """
- id: opening
  game: buraco
  kind: play
  given: {hand: [4S, 5S, 6S, KD, 9H], lixo: [7S, QC], melds: {A: [[8H, TH, JH, 2D]]}}
  steps: [{do: draw}]
- id: other
  game: holdem
  given: {button: 0, stacks: [100, 100], blinds: [1, 2]}
"""


OVER = """
- id: over
  game: buraco
  kind: play
  given: {hand: [KC, QD], stock: [4C], mortos: 0, lixo: []}
  steps: [{do: draw}, {do: discard, cards: [4C]}]
- id: over-too
  like: over
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "positions.yaml"
    path.write_text(SCENARIOS)
    return str(path)


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A file with several positions."""
    path = tmp_path / "many.yaml"
    path.write_text(SCENARIOS + OVER)
    return str(path)


def test_before_the_draw(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = odds_json(capsys, "--scenario", file, "--at", "0", "--playouts", "40")
    assert (found["seat"], found["phase"]) == (0, "draw")
    assert {one["play"] for one in found["plays"]} == {"draw", "take"}
    assert set(found["draw"]) == {"runs_with_stock", "runs_with_pile"}
    assert found["work"]["playouts"] == 40
    nine = next(one for one in found["cards"] if one["card"] == "9H")
    assert nine["unknown"] == 1
    numerator, denominator = nine["next"]["exact"]
    assert nine["next"]["chance"] == pytest.approx(numerator / denominator)
    assert 0 < nine["partner"]["chance"] < nine["to_pair"]["2"]["chance"] < 1
    assert set(nine["opponents"]) == {"1", "3"}
    assert found["runs"][0]["points"] < found["runs"][0]["expected"]


def test_after_the_draw(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = odds_json(capsys, "--scenario", file, "--playouts", "60", "--turns", "5")
    assert found["phase"] == "play"
    assert found["turns_left"] == 5
    assert "draw" not in found
    assert found["plays"][0]["behind"] == [0, 0, 0]
    assert found["arrangements"]


LAST = """
- id: last
  game: buraco
  kind: play
  given:
    phase: play
    hand: [4S, 5S, 6S, 2H, KD, 3C]
    stock: []
    mortos: 0
    took: [true, true]
    lixo: []
    melds: {A: [[9H, TH, JH, QH, KH, AH]]}
"""


def test_the_last_turn_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The 2 makes a canastra; a proposal that is worse does not hide that."""
    path = tmp_path / "last.yaml"
    path.write_text(LAST)
    words = ("--scenario", str(path), "--playouts", "40")
    found = odds_json(capsys, *words)
    assert set(found["last_turn"]) == {"play", "points", "exact", "why", "work"}
    assert found["last_turn"]["exact"]
    assert found["last_turn"]["play"] == "0+ 2H | 4S 5S 6S | - KD"
    assert found["arrangements"][0]["play"] == found["last_turn"]["play"]
    proposed = odds_json(capsys, *words, "--arrange", "- KD")
    assert proposed["last_turn"] == found["last_turn"]
    assert run(["odds", "buraco", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("Last turn")
    assert "0+ 2H | 4S 5S 6S | - KD" in lines[at + 1]
    assert "exact: no play of it is worth more" in lines[at + 2]


def test_other_turns_have_no_last_turn(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert odds_json(capsys, "--scenario", file, "--playouts", "40")["last_turn"] is None


def test_the_lines_fit_a_terminal_of_80_columns(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the two blanks that a table prints before them."""
    assert run(["odds", "buraco", "--scenario", file, "--playouts", "60"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > 78] == []
    assert any(line.startswith("then ") for line in lines)


def test_long_rows_fit_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of many outs and long plays; the numbers of a play stand below it then."""
    low = [[f"{rank}{suit}" for rank in "34567"] for suit in "HDC"]
    high = [[f"{rank}{suit}" for rank in "TJQ"] for suit in "SHDC"]
    clean = [f"{rank}S" for rank in "3456789"]
    given = {"took": [True, True], "mortos": 0, "melds": {"A": [clean, *low, *high], "B": []}}
    many = given | {"phase": "draw", "hand": ["4S"]}
    long = given | {"phase": "play", "hand": ["AC", "2S", "KC", "KD", "KH", "KS", "3D"]}
    plan = "7+ KC AC | 6+ KD | 5+ KH | 4+ KS | - 2S"
    path = tmp_path / "position.yaml"
    for position, more, found in ((many, [], "  with 2"), (long, ["--arrange", plan], f"  {plan}")):
        scenario = {"id": "p", "game": "buraco", "kind": "play", "given": position, "steps": []}
        path.write_text(json.dumps([scenario]))
        words = ["--scenario", str(path), "--playouts", "10", *more]
        assert run(["odds", "buraco", *words]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if len(line) > 78] == []
        assert any(line.startswith(found) for line in lines)


def test_no_card_goes_out_when_none_can_be_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"phase": "draw", "hand": ["KD"], "stock": ["8H", "QC"], "lixo": ["4C"]}
    given |= {"mortos": 0, "took": [True, True]}
    given |= {"melds": {"A": [[f"{rank}S" for rank in "3456789"]], "B": []}}
    position = {"id": "end", "game": "buraco", "kind": "play", "given": given, "steps": []}
    path = tmp_path / "end.yaml"
    for reserve, shown in ((0, "Going out with the next draw: 4.2%"), (2, "no card to draw)")):
        path.write_text(json.dumps([position | {"rules": {"stock_reserve": reserve}}]))
        assert run(["odds", "buraco", "--scenario", str(path), "--playouts", "10"]) == 0
        assert shown in capsys.readouterr().out


def test_unknown_values_of_a_set_are_not_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queens, run_of_2 = ["QS", "QH", "QD", "QC"], ["4H", "5H", "6H", "7H", "8H", "2H"]
    given = {"phase": "play", "hand": ["3H", "6C", "KD"]}
    scenario = {"id": "p", "game": "buraco", "kind": "play", "rules": {"profile": "fechado"}}
    path = tmp_path / "position.yaml"
    for melds, notes in (([queens, run_of_2], 1), ([run_of_2], 0)):
        path.write_text(json.dumps([scenario | {"given": given | {"melds": {"A": melds}}}]))
        words = ["--scenario", str(path), "--playouts", "10", "--turns", "3"]
        assert run(["odds", "buraco", *words]) == 0
        out = capsys.readouterr().out
        assert re.search(r"2H 4H 5H 6H 7H 8H +40 +\d+ +100% +100%\n", out)
        assert len(re.findall(r"QC QD QH QS +40 +- +- +-\n", out)) == notes
        assert out.count("  -: not known; sets") == notes
        assert odds_json(capsys, *words)["runs"][-1]["clean"] == 1
        assert [one["expected"] for one in odds_json(capsys, *words)["runs"][:notes]] == [
            None
        ] * notes


@pytest.mark.parametrize(
    ("lixo", "shown"),
    [
        (["9C", "6D"], r"stock \d+, pile \d+ points\n"),
        (["9C", "TH"], r"stock \d+ points \(no pile to take\)\n"),
    ],
)
def test_runs_with_the_pile_are_shown_if_its_top_card_is_melded(
    lixo: list[str], shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"phase": "draw", "hand": ["4D", "5D", "KC"], "lixo": lixo}
    scenario = {"id": "p", "game": "buraco", "kind": "play", "rules": {"profile": "stbl"}}
    path = tmp_path / "position.yaml"
    path.write_text(json.dumps([scenario | {"given": given}]))
    assert run(["odds", "buraco", "--scenario", str(path), "--playouts", "20"]) == 0
    assert re.search(f"all that fits laid: {shown}", capsys.readouterr().out)


def test_arrangements_that_are_proposed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--arrange", "4S 5S 6S | 0+ 9H | - KD", "--arrange", "- KD", "--playouts", "20"]
    found = odds_json(capsys, "--scenario", file, "--id", "opening", *words)
    plays = {one["play"] for one in found["arrangements"]}
    assert plays == {"4S 5S 6S | 0+ 9H | - KD", "- KD"}
    assert "plays" not in found


def test_chances_are_shown_for_the_requested_number_of_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"phase": "draw", "hand": ["KD"], "lixo": ["4C"], "mortos": 0, "took": [True, True]}
    given |= {"melds": {"A": [[f"{rank}S" for rank in "3456789"]], "B": []}, "stock": ["8H"] * 2}
    scenario = {"id": "p", "game": "buraco", "kind": "play", "given": given}
    path = tmp_path / "position.yaml"
    path.write_text(json.dumps([scenario]))
    words = ["--scenario", str(path), "--playouts", "10"]
    usual, asked = (odds_json(capsys, *words, *more) for more in ([], ["--draws", "4"]))
    assert [one["to_pair"] | {"4": None} for one in usual["cards"]] == [
        one["to_pair"] | {"4": None} for one in asked["cards"]
    ]
    for more, head, out in (
        ([], "pair, 2 draws", "within three draws"),
        (["--draws", "4"], "pair, 4 draws", "within 4 draws"),
        (["--draws", "1"], "pair, 1 draw", "within 1 draw"),
    ):
        assert run(["odds", "buraco", *words, *more]) == 0
        lines = capsys.readouterr().out
        assert re.search(rf"{head}\n", lines)
        assert out in lines
    chance = asked["cards"][0]["to_pair"]
    assert set(chance) == {"1", "2", "3", "4", "5"}
    assert chance["3"]["chance"] <= chance["4"]["chance"] <= chance["5"]["chance"]


def test_the_same_question_has_the_same_answer(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--scenario", file, "--playouts", "40", "--seed", "7"]
    assert odds_json(capsys, *words) == odds_json(capsys, *words)


def test_the_odds_are_printed_in_words(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "buraco", "--scenario", file, "--playouts", "40"]) == 0
    out = capsys.readouterr().out
    assert "95% interval" in out
    assert "playouts of" in out
    assert "Going out with the next draw" in out
    assert "unknown cards" in out


def test_turns_that_are_left_count_for_the_runs_of_every_answer(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With none left the runs stay what they will be once all that fits is laid."""
    for at, of in (("0", "draw"), ("1", "arrangements")):
        words = ["--scenario", file, "--at", at, "--playouts", "40", "--turns"]
        none, many = (odds_json(capsys, *words, turns)[of] for turns in ("0", "12"))
        if of == "draw":
            assert none["runs_with_pile"] < many["runs_with_pile"]
            assert none["runs_with_stock"] < many["runs_with_stock"]
        else:
            values = [{one["play"]: one["runs"] for one in rows} for rows in (none, many)]
            assert all(values[0][play] < values[1][play] for play in values[0])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "name a position"),
        ("--table t", "--table needs --seat"),
        ("--scenario FILE --table t", "name a position"),
        ("--scenario FILE --id nothing", "does not have the scenario 'nothing'"),
        ("--scenario FILE --id other", "is not a position of Buraco"),
        (
            "--scenario MANY --id over",
            "no deal is being played there; choose another place with --at",
        ),
        ("--scenario MANY", "name one with --id; there are: opening, over, over-too"),
        ("--scenario MANY --id opning", "did you mean 'opening'? there are: opening, over"),
        ("--scenario FILE --at 9", "has 1 step, not 9"),
        ("--scenario FILE --seat 7", "seats 0 to 3"),
        ("--scenario FILE --read-plays", "a log, not a scenario"),
        ("--scenario FILE --playouts 1", "playouts"),
        ("--scenario FILE --turns 101", "0 to 100"),
        ("--scenario FILE --draws 0", "--draws 0: draws within which a card comes are 1 to 99"),
        ("--scenario FILE --draws 100", "--draws 100: draws"),
        ("--published --draws 2", "takes no position"),
        ("--scenario FILE --store x", "belong to --table"),
        ("--scenario FILE --arrange QD", "no QD"),
        ("--scenario FILE --seat 1 --arrange QD", "only the acting player arranges cards"),
        ("--scenario nowhere.yaml", "cannot be read"),
        ("--published --run 999", "not a label of the study"),
        ("--published --chance 2", "--chance 2: a chance is from 0 to 1"),
        ("--published --chance nan", "--chance nan: a chance is from 0 to 1"),
        ("--published --round 14", "rounds 0 to 13"),
        ("--published --table t", "takes no position"),
        ("--published --seat 0", "takes no position"),
        ("--published --store x", "takes no position"),
        ("--published --playouts 50", "plays no deals: leave out --playouts and --seed"),
        ("--published --seed 0", "or name a position instead: --table ID --seat N"),
        ("--run 567", "belong to --published: add it, or leave them out"),
        ("--scenario FILE --matrix", "belong to --published"),
        ("--scenario FILE --run 567", "belong to --published"),
        ("--scenario FILE --chance 0", "belong to --published"),
        ("--scenario FILE --round 0", "belong to --published"),
        ("--table t --seat 4", "seats 0 to 3"),
        ("--table t --seat=-1", "seats 0 to 3"),
        ("--scenario FILE --seat 1 --playouts=-5", "--playouts -5"),
    ],
)
def test_impossible_input_is_one_sentence(
    words: str, sentence: str, file: str, many: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = words.replace("FILE", file).replace("MANY", many)
    assert run(["odds", "buraco", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "seat", "sentence"),
    [
        ("{hand: [4H, QH], hand_3: [], mortos: 1, took: [true, true]}", 0, "seat 3 cannot go on"),
        ("{phase: play, hand: []}", 0, "seat 0 cannot go on: nothing is legal"),
        ("{turn: 2, phase: play, hand: [], mortos: 0}", 1, "seat 2 cannot go on: nothing is legal"),
        ("{turn: 1, hand: [KD], stock: [], lixo: []}", 0, "no stock, no pile to take"),
        ("{phase: play, hand: [KD, KD, KD, 4S]}", 0, "than the pack has them: KD"),
    ],
)
def test_a_position_without_a_legal_action_is_refused_in_words(
    given: str, seat: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dead.yaml"
    path.write_text(f"- id: dead\n  game: buraco\n  kind: play\n  given: {given}\n")
    assert run(["odds", "buraco", "--scenario", str(path), "--seat", str(seat)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert err.count("\n") == 1


def test_errors_of_a_scenario_are_reported_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "- {id: other, game: holdem}\n"
        "- id: wrong\n"
        "  game: buraco\n"
        "  kind: play\n"
        "  given:\n"
        "    hand: [4S, 5X]\n"
        "  steps: [{do: draw}]\n"
    )
    assert run(["odds", "buraco", "--scenario", str(path)]) == 2
    assert f"{path}, line 6: given.hand: '5X' is not a card" in capsys.readouterr().err
    path.write_text(path.read_text().replace("5X", "5S").replace("draw", "decline"))
    assert run(["odds", "buraco", "--scenario", str(path)]) == 2
    assert f"{path}, line 7: steps.0: refused" in capsys.readouterr().err
