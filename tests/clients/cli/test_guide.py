"""``carteado rules``, ``carteado help`` and the completion of the shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.client import InputError
from carteado.client.topics import help_lines, rules_lines, topic_lines
from carteado.clients.cli.guide import help_, rules
from carteado.clients.cli.main import COMPLETION
from carteado.clients.cli.programs import COMMANDS
from carteado.engine.plain import tag_of
from carteado.engine.registry import game_of, games
from carteado.protocol.errors import LineError
from carteado.protocol.grammar import parse_line
from carteado.protocol.speech import Context


def guide(capsys: pytest.CaptureFixture[str], *words: str, **options: object) -> str:
    rules(*words, **options)
    return " ".join(capsys.readouterr().out.split())


def test_rules_are_those_of_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    usual = guide(capsys, "holdem")
    house = guide(capsys, "holdem", settings=("straddle=yes", "seats=4", "blinds=5/10"))
    assert "straddle" not in usual
    assert "may straddle" in house
    assert "The small blind is 5, the big blind 10." in house
    assert "Sets of any rank may be laid." in guide(capsys, "buraco", "italiano")
    assert "buraco" in guide(capsys)
    assert '"paragraphs"' in guide(capsys, "poker-face", as_json=True)


@pytest.mark.parametrize(
    ("words", "options", "hint"),
    [
        (("holdm",), {}, "holdem"),
        (("holdem", "four-playr"), {}, "four-player"),
        (("holdem",), {"settings": ("stradle=yes",)}, "straddle"),
        (("holdem", "straddle=yes"), {}, "--set straddle=yes"),
        (("holdem",), {"settings": ("seats=99",)}, "2 to 10"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(
    words: tuple[str, ...], options: dict, hint: str
) -> None:
    with pytest.raises(InputError, match=hint):
        rules(*words, **options)


def test_help_answers_on_commands_games_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert any("add chips between hands" in line for line in topic_lines("topup"))
    assert topic_lines("canastra")[0].startswith("canastra: ")
    assert topic_lines("buraco")[0] == "Buraco"
    help_("doctor")
    assert capsys.readouterr().out.startswith("carteado doctor: ")
    both = topic_lines("straddle")
    assert any("third blind" in line for line in both)
    with pytest.raises(InputError, match="straddle"):
        topic_lines("stradle")
    help_()
    out = capsys.readouterr().out
    for topic in ("morto", "holdem", "ledger", "handover", "phrase"):
        assert topic in out


def test_help_answers_on_every_action_of_every_game() -> None:
    for game in games().values():
        for action in game.actions:
            assert topic_lines(tag_of(action)), action
    assert topic_lines("discard")[0].startswith("discard (Buraco): Lay a card on the pile")
    assert topic_lines("bomb-pot")
    assert topic_lines("no-straddle") == topic_lines("no_straddle")
    # A word of the glossary is explained there.
    assert topic_lines("fold")[0].startswith("fold: ")


@pytest.mark.exhaustive
def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash is not None, "no bash to try it with"
    home = {"HOME": str(tmp_path), "SHELL": bash, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    subprocess.run(
        [sys.executable, "-m", "carteado.clients.cli.main", COMPLETION, "--shell", "bash"],
        check=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, **home},
    )
    (script,) = tmp_path.rglob("completions/carteado")
    asked = """
        source "$1"
        name=$(complete -p carteado | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        try() {
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
            COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            "$name" carteado "${COMP_WORDS[$COMP_CWORD]}" ""
            echo "${COMPREPLY[@]}"
        }
        try carteado ""
        try carteado stats --pl
        try carteado account rev
    """
    found = subprocess.run(
        [bash, "--norc", "-c", asked, "bash", str(script)],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
        env={**os.environ, "HOME": str(tmp_path)},
    ).stdout.splitlines()
    commands = {name for group in COMMANDS.values() for name in group}
    assert commands <= set(found[0].split())
    assert found[1:] == ["--plot", "revoke"]


def test_help_shows_how_a_round_of_poker_face_is_typed() -> None:
    for words in (
        topic_lines("enter-round"),
        topic_lines("correct_round"),
        rules_lines(["poker-face"]),
    ):
        text = " ".join(" ".join(words).split())
        assert "P for clubs, E for spades, C for hearts, O for diamonds" in text
        assert "13C is the king of hearts" in text
        assert "50 Ana 100 6O 3P 10E 11O 1O" in text
    assert "Type: enter-round ANTE NAME BET CARD" in " ".join(topic_lines("enter-round"))


def test_help_at_a_table_begins_with_the_actions_of_its_game() -> None:
    lines = help_lines(game_of("poker-face"))
    assert lines[0] == "Poker Face:"
    assert lines[1].startswith("  enter-round ANTE NAME BET CARD")
    assert help_lines(game_of("buraco"))[0] == "On your turn, in Buraco:"
    assert help_lines()[0] == "In the lobby:"


def test_a_round_that_lacks_something_is_refused_with_its_form() -> None:
    context = Context(table="t", actions=tuple(game_of("poker-face").actions))
    for line in ("enter-round", "enter-round 50", "correct-round 1 50"):
        with pytest.raises(
            LineError, match=r"missing: write (enter|correct)-round (ROUND )?ANTE NAME BET CARD"
        ):
            parse_line(line, context)
