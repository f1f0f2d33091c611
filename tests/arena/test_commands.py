"""The command ``carteado arena``: what it prints and writes, and how it refuses."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest
from tests.clocks import PATIENCE_S

from carteado.arena.commands import arena
from carteado.client.commandline import run_app

BOTS = ("caller", "random")


def run(*words):
    return run_app(arena, [str(word) for word in words])


def test_a_report_for_people_counts_deals_matches_and_sets(capsys):
    assert run(*BOTS, "--sets", 3) == 0
    out = capsys.readouterr().out
    assert "Cross table" in out
    assert "6 deals in 6 matches of 3 complete sets" in out


def test_one_match_is_in_the_singular(capsys, tmp_path):
    path = tmp_path / "run"
    for words in ((), ("--resume",)):
        assert run(*BOTS, "--sets", 1, "--journal", path, *words) == 0
    printed = capsys.readouterr()
    assert "2 deals in 2 matches of 1 complete set;" in printed.out
    assert f"{path}: 1 set found" in printed.err


def test_help_says_no_default_of_what_is_given_or_not(capsys):
    assert run("--help") == 0
    output = capsys.readouterr().out
    assert "--freezeout: Play each game to its end." in output
    assert "[default: False]" not in output


def test_the_same_seed_gives_the_same_report(capsys, tmp_path):
    results = []
    for words in ((), ("--journal", tmp_path / "run"), ("--journal", tmp_path / "run", "--resume")):
        assert run(*BOTS, "--sets", 4, "--seed", 9, "--json", *words) == 0
        results.append(json.loads(capsys.readouterr().out)["result"])
    assert results[0] == results[1] == results[2]
    assert run(*BOTS, "--sets", 4, "--seed", 10, "--json") == 0
    assert json.loads(capsys.readouterr().out)["result"] != results[0]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_output_of_a_bot_is_not_part_of_the_report(jobs, capfd):
    talker = "tests.arena.strange_bots:talker"
    assert run(talker, "caller", "--sets", 1, "--jobs", jobs, "--json") == 0
    printed = capfd.readouterr()
    assert json.loads(printed.out)["result"]["matches"] == 2
    assert "I think" in printed.err


def test_a_report_is_written_to_a_file_as_json(tmp_path, capsys):
    path = tmp_path / "report.json"
    assert run("caller", "parity", "--hands", 5, "--set", "stack=400", "--report", path) == 0
    result = json.loads(path.read_text())["result"]
    assert (result["matches"], result["entrants"]) == (6, ["caller", "parity"])
    assert capsys.readouterr().out


def test_a_report_that_is_drawn(tmp_path, capsys):
    folder = tmp_path / "plots"
    assert run(*BOTS, "--sets", 4, "--plots", folder, "--plots-as", "png", "--draw") == 0
    assert (folder / "winnings.png").read_bytes().startswith(b"\x89PNG")
    assert "Ratings, points" in capsys.readouterr().out


def test_a_report_that_cannot_be_drawn_is_refused_before_it_is_played(tmp_path, capsys):
    (tmp_path / "file").touch()
    for words in (
        ("--plots", tmp_path / "plots", "--plots-as", "gif"),
        ("--plots", tmp_path / "file"),
        ("--draw", "--json"),
    ):
        assert run(*BOTS, *words) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert len(printed.err.splitlines()) == 1
    assert not (tmp_path / "plots").exists()


def test_a_report_that_cannot_be_drawn_after_all_is_printed(tmp_path, capsys, monkeypatch):
    def full(*arguments, **named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("carteado.arena.reports.plots.save", full)
    assert run(*BOTS, "--sets", 1, "--plots", tmp_path) == 2
    printed = capsys.readouterr()
    assert "Cross table" in printed.out
    assert printed.err.endswith(f"cannot write plots into {tmp_path}: No space left on device\n")


def test_a_run_that_a_wanted_width_ends(capsys):
    assert run("parity", "caller", "--until", 5, "--max", 300, "--json") == 0
    ending = json.loads(capsys.readouterr().out)["result"]["ending"]
    assert ending["reached"] is True
    assert ending["sets"] < 300


def test_games_to_the_end(capsys):
    assert run(*BOTS, "--sets", 1, "--freezeout", "--set", "stack=100", "--json") == 0
    assert json.loads(capsys.readouterr().out)["result"]["matches"] == 2


def test_an_interrupted_run_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    def interrupted(*arguments, **named):
        raise KeyboardInterrupt

    path = tmp_path / "my run.jsonl"
    monkeypatch.setattr("carteado.arena.matches.play.chunk_player", interrupted)
    assert run(*BOTS, "--journal", path) == 130
    said = f"interrupted after 0 sets; continue with --journal '{path}' --resume"
    assert said in capsys.readouterr().err


def test_a_run_that_is_refused_leaves_no_journal_behind(tmp_path, capsys):
    path = tmp_path / "run"
    assert run("tigth", "caller", "--sets", 1, "--journal", path) == 2
    assert not path.exists()
    assert run("tight", "caller", "--sets", 1, "--journal", path) == 0
    held = path.read_bytes()
    assert run("tigth", "caller", "--sets", 1, "--journal", path, "--resume") == 2
    assert path.read_bytes() == held


def test_a_report_is_whole_or_what_it_was_before(tmp_path, capsys, monkeypatch):
    def interrupted(*arguments, **named):
        raise KeyboardInterrupt

    path = tmp_path / "report.json"
    path.write_text("the last one")
    monkeypatch.setattr("carteado.arena.matches.play.chunk_player", interrupted)
    assert run(*BOTS, "--report", path) == 130
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [
        ("report.json", "the last one")
    ]


@pytest.mark.exhaustive  # plays in a process of its own
def test_a_report_is_kept_where_nobody_reads_what_is_printed(tmp_path):
    path = tmp_path / "report.json"
    reading, writing = os.pipe()
    os.close(reading)
    words = (*BOTS, "--sets", "1", "--report", str(path))
    command = [sys.executable, "-m", "carteado.clients.cli.main", "arena", *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE_S)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(path.read_text())["result"]["matches"] == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("calller", "random"), "did you mean 'caller'"),
        (("caller",), "at least 2 entrants"),
        ((), "at least 2 entrants"),
        ((*BOTS, "--sets", "0"), "--sets"),
        ((*BOTS, "--sets", "many"), "--sets"),
        ((*BOTS, "--jobs", "0"), "--jobs"),
        ((*BOTS, "--sets", "3", "--hands", "3"), "give one of them"),
        ((*BOTS, "--max", "3"), "--max goes with --until"),
        ((*BOTS, "--rule", "anytime"), "--rule goes with --until"),
        ((*BOTS, "--freezeout", "--reset-stacks"), "give one of them"),
        ((*BOTS, "--max-deals", "5"), "--max-deals goes with --freezeout"),
        ((*BOTS, "--preset", ""), "no preset ''"),
        ((*BOTS, "--plots", ".", "--plots-as", ""), "--plots-as '': must be svg or png"),
        ((*BOTS, "--plots-as", "png"), "--plots-as goes with --plots"),
        ((*BOTS, "--until", "-1"), "--until -1: must be a number above 0"),
        ((*BOTS, "--until", "inf"), "half-width is positive, not inf"),
        ((*BOTS, "--until", "1", "--max", "1"), "--max 1: must be a whole number from 2 to"),
        ((*BOTS, "--until", "soon"), "--until soon: must be a number above 0"),
        ((*BOTS, "--plots", ""), "--plots '': must be the name of a file"),
        (
            (*BOTS, "--until", "1", "--rule", "anytme"),
            "--rule anytme: must be fixed-width or anytime",
        ),
        ((*BOTS, "--hands", "10", "--freezeout"), "use --sets"),
        ((*BOTS, "--set", "stack"), "key=value"),
        ((*BOTS, "--set", "stack=1k", "--set", "stack=2k"), "given twice"),
        ((*BOTS, "--set", "stak=1k"), "did you mean 'stack'"),
        ((*BOTS, "--resume"), "--journal FILE"),
        ((*BOTS, "--journal", "./run", "--report", "run"), "both the journal and the report"),
        ((*BOTS, "--report", "no/such/folder.json"), "no folder"),
        ((*BOTS, "--report", "."), ". cannot be written"),
        ((*BOTS, "--plots", "/proc"), "cannot write plots into /proc"),
        (("caller", "mfs:variant=as-meant"), "variant"),
        (("caller", "tight", "--game", "buraco"), "tight plays"),
    ],
)
def test_bad_input_is_refused_in_one_line(words, sentence, capsys):
    assert run(*words) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1
