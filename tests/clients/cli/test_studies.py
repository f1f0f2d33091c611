"""`carteado phh` and `carteado scenario`."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import between_deals, in_a_deal, segment
from tests.lazy import Lazy

from carteado.clients.cli.main import run
from carteado.clients.cli.studies import MOST_BYTES

pokerkit: Any = Lazy("pokerkit")

GOLDEN = Path(__file__).parents[2] / "golden"
HANDS = sorted((GOLDEN / "phh").glob("*.phh"))
DISPUTES = GOLDEN / "scenarios" / "holdem.yaml"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "table.log"
    path.write_bytes(segment(in_a_deal("holdem:four-player", 41, 120)))
    return path


def shown(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    assert err.count("\n") <= 1
    return out, err


# PHH


def test_a_line_for_every_recorded_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["phh", "check", *map(str, HANDS)]) == 0
    lines = shown(capsys)[0].splitlines()
    assert lines == [f"ok    {path}: the recorded stacks" for path in HANDS]


def test_a_different_hand_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GOLDEN / "phh" / "heads-up-showdown.phh").read_text()
    stacks = text.partition("finishing_stacks = ")[2].splitlines()[0]
    path = tmp_path / "other.phh"
    path.write_text(text.replace(stacks, "[1, 2999]"))
    assert run(["phh", "check", str(HANDS[0]), str(path)]) == 1
    first, second = shown(capsys)[0].splitlines()
    assert first.startswith("ok  ")
    assert second.startswith(f"FAIL  {path}: other stacks: p1 ")
    assert run(["phh", "check", str(path), "--json"]) == 1
    (row,) = json.loads(shown(capsys)[0])
    assert (row["file"], row["ok"]) == (str(path), False)


def test_a_split_chip_is_not_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (GOLDEN / "phh" / "split-pot-odd-chip.phh").read_text()
    path = tmp_path / "half.phh"
    assert "[20, 595, 205]" in text
    path.write_text(text.replace("[20, 595, 205]", "[19.5, 595.0, 205.5]"))
    assert run(["phh", "check", str(path)]) == 0
    found = shown(capsys)[0]
    assert found.endswith(
        "the recorded stacks but for split chips: p1 20 for 19.5, p3 205 for 205.5\n"
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"variant = 'NT'\nantes = [0,\n", "line 2: not TOML"),
        (b"variant = 'NT'\n", "line 1, antes: this field is missing"),
        (b"variant = 'FT'\n", "line 1, variant: 'FT' is fixed-limit Texas Hold'em; only 'NT'"),
        (b"variant = 'PO'\n", "line 1, variant: 'PO' is pot-limit Omaha Hold'em; only 'NT'"),
        (b"variant = 'XY'\n", "line 1, variant: 'XY' is not a variant of PHH; only 'NT'"),
        (b"variant = ['NT']\n", "line 1, variant: ['NT'] is not a variant of PHH; only 'NT'"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        pytest.param(b" " * (MOST_BYTES + 1), "is larger than 64 MiB; split it", id="too large"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_an_unreadable_record_is_reported_with_its_line(
    tmp_path: Path, content: bytes | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.phh"
    if content is not None:
        path.write_bytes(content)
    assert run(["phh", "check", str(HANDS[0]), str(path), str(HANDS[1])]) == 1
    out, err = shown(capsys)
    before, bad, after = out.splitlines()
    assert bad.startswith(f"FAIL  {path}: ")
    assert says in bad
    assert before.startswith(f"ok    {HANDS[0]}: ")
    assert after.startswith(f"ok    {HANDS[1]}: ")
    assert err == ""
    assert run(["phh", "check", str(path), "--json"]) == 1
    (row,) = json.loads(shown(capsys)[0])
    assert (row["file"], row["ok"]) == (str(path), False)
    assert says in row["message"]


def test_a_hand_that_cannot_be_played_does_not_stop_the_next_of_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = HANDS[0].read_text()
    actions = good.partition("actions = [")[2].partition("]")[0]
    path = tmp_path / "some.phhs"
    wrong = good.replace(actions, "'p9 f'")
    path.write_text(f"[1]\n{good}\n[2]\n{wrong}\n[3]\n{good}\n")
    assert run(["phh", "check", str(path)]) == 1
    words = [line.split(": ")[0] for line in shown(capsys)[0].splitlines()]
    assert words == [f"ok    {path}[1]", f"FAIL  {path}[2]", f"ok    {path}[3]"]


def test_hands_are_written_from_the_rail(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["phh", "export", str(log)]) == 0
    text, _ = shown(capsys)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hands = list(pokerkit.HandHistory.loads_all(text))
        for hand in hands:
            *_, last = hand
            assert list(last.stacks) == hand.finishing_stacks
    assert len(hands) > 3
    assert any("????" in action for hand in hands for action in hand.actions)
    together = tmp_path / "all.phhs"
    together.write_text(text)
    assert run(["phh", "check", str(together)]) == 0
    assert shown(capsys)[0].count("ok  ") == len(hands)


def test_hands_are_written_to_a_folder_and_nothing_is_replaced(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "hands"
    assert run(["phh", "export", str(log), "--out", str(out), "--as", "all"]) == 0
    names = shown(capsys)[0].splitlines()
    assert sorted(names) == sorted(map(str, out.iterdir()))
    assert not any("??" in path.read_text() for path in out.iterdir())
    assert run(["phh", "check", *names]) == 0
    shown(capsys)
    before = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    assert run(["phh", "export", str(log), "--out", str(out)]) == 6
    assert "is there already" in shown(capsys)[1]
    assert {path: path.stat().st_mtime_ns for path in out.iterdir()} == before


def test_a_log_without_a_finished_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "young.log"
    path.write_bytes(segment(between_deals("holdem:heads-up", 1, 1)))
    assert run(["phh", "export", str(path)]) == 6
    assert "no hand of this log is finished" in shown(capsys)[1]
    assert run(["phh", "export", str(path), "--as", "7"]) == 2


# Scenarios


def test_every_scenario_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", str(DISPUTES)]) == 0
    lines = shown(capsys)[0].splitlines()
    assert len(lines) >= 20
    assert lines[0] == "ok    short-all-in-does-not-reopen"
    assert run(["scenario", str(DISPUTES), "--json"]) == 0
    found = json.loads(shown(capsys)[0])
    assert found[0] == {"id": "short-all-in-does-not-reopen", "ok": True, "message": ""}


SMALL = """\
- id: first
  game: holdem
  given: {button: 0, stacks: [100, 100]}
- id: second
  game: holdem
  given:
    button: 0
    stacks: [100, 100]
  steps:
    - {do: call}
  then:
    pot: 40
"""


def test_a_failing_scenario_names_the_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL.replace("pot: 40", "pot: 41"))
    assert run(["scenario", str(path)]) == 1
    assert shown(capsys)[0] == "ok    first\nFAIL  second: pot is 40, should be 41\n"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "pot: 40",
            "pott: 40",
            "line 12: then.pott: there is no key 'pott' here; did you mean 'pot'",
        ),
        (
            "{do: call}",
            "{do: cal}",
            "line 10: steps.0.do: there is no move 'cal'; did you mean 'call'",
        ),
        ("{do: call}", "{do: call", "not YAML"),
        ("id: second", "id: first", "line 4: id: the id 'first' is given twice"),
        (
            "    button: 0\n",
            "    button: 0\n    button: 1\n",
            "line 8: not YAML: 'button' is given",
        ),
        ("stacks: [100, 100]}", "stacks: [100, 100], 1.5: 2}", "line 3: not YAML: 1.5 cannot be"),
        (
            "given:\n",
            "rules: {showdown: 1}\n  given:\n",
            "line 6: rules.showdown: '1' is not one of the choices",
        ),
        (
            "game: holdem\n  given:\n",
            "game: chess\n  given:\n",
            "line 5: game: there is no game 'chess'",
        ),
        ("id: first", "id: !!python/name:os.system x", "line 1: not YAML: could not determine"),
    ],
)
def test_an_unreadable_file_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.yaml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new, 1))
    assert run(["scenario", str(path)]) == 2
    out, err = shown(capsys)
    assert out == ""
    assert err.startswith(f"carteado: {path}, line ")
    assert says in err


@pytest.mark.parametrize("text", ["", "id: x", "just words", "- 1"])
def test_a_file_that_holds_no_scenarios(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(text)
    assert run(["scenario", str(path)]) == 2
    assert str(path) in shown(capsys)[1]


def test_aliases_within_aliases_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["- &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    path = tmp_path / "laughs.yaml"
    path.write_text("\n".join(lines))
    assert run(["scenario", str(path)]) == 2
    assert "a scenario is a mapping" in shown(capsys)[1]


@pytest.mark.parametrize("text", ["- &a [*a]", "- id: x\n  given: &a {hands: {0: *a}}"])
def test_an_alias_inside_its_own_value_is_reported(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "snake.yaml"
    path.write_text(text)
    assert run(["scenario", str(path)]) == 2
    assert "not YAML: an alias stands inside what it names" in shown(capsys)[1]


def test_quotes_from_a_file_cannot_control_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "loud.phh"
    path.write_text('"\\u001b[2J" = 1\n')
    assert run(["phh", "check", str(path)]) == 1
    assert shown(capsys)[0].endswith(", \\u001b[2J: no such field\n")


@pytest.mark.parametrize("words", [["scenario"], ["phh", "check"]])
def test_a_command_without_a_file_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    assert "name at least one" in shown(capsys)[1]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["phh", "check"], "antes = " + "[" * 20_000 + "]" * 20_000),
        (["phh", "check"], "author." + ".".join(["a"] * 3000) + " = 1"),
        (["scenario"], "[" * 3000 + "]" * 3000),
    ],
)
def test_deep_nesting_is_answered_with_one_sentence(
    words: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deep"
    path.write_text(text)
    # A record that cannot be read is a failed check, and its sentence the line of the file.
    checked = words == ["phh", "check"]
    assert run([*words, str(path)]) == (1 if checked else 2)
    out, err = capsys.readouterr()
    said = out if checked else err
    assert "nested too deeply" in said
    assert len(said.splitlines()) == 1
    assert not (err if checked else out)
