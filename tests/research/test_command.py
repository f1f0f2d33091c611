"""``python -m research``: what it plays and writes, and how it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from carteado.arena.commands import arena
from carteado.arena.matches.runs import Run
from carteado.client.commandline import run_app
from research import experiments
from research.command import papers
from research.section import Experiment, Section

ROOT = Path(__file__).parents[2]


def run(*words):
    return run_app(papers, [str(word) for word in words])


@pytest.fixture
def runs(monkeypatch):
    """The runs of two experiments that only remember how they were run."""
    seen = []

    def make(name):
        def measure(run):
            seen.append((name, run))
            return {"rounds": run.rounds(1000)}

        return Experiment(
            name=name,
            title=name.title(),
            text=f"about {name}",
            measure=measure,
            section=lambda found: Section(lines=(f"{name}: {found['rounds']} rounds",)),
        )

    monkeypatch.setattr(experiments, "EXPERIMENTS", (make("first"), make("second")))
    return seen


def test_all_experiments_run_by_default(runs, tmp_path, capsys):
    out = tmp_path / "found.md"
    assert run("--out", out) == 0
    assert [name for name, _ in runs] == ["first", "second"]
    assert "first: 1000 rounds" in out.read_text()
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "second is renewed" in captured.err


def test_only_what_is_named(runs, tmp_path):
    out = tmp_path / "found.md"
    assert run("--out", out, "--scale", "0.5") == 0
    assert run("second", "--out", out, "--sets", 3) == 0
    assert [name for name, _ in runs] == ["first", "second", "second"]
    text = out.read_text()
    assert "first: 500 rounds" in text
    assert "second: 3 rounds" in text


def test_options_reach_the_experiment(runs, tmp_path):
    out, journals = tmp_path / "found.md", tmp_path / "journals"
    assert run("first", "--out", out, "--journal-dir", journals, "--resume", "--jobs", 2) == 0
    (_, one) = runs[0]
    assert (one.journals, one.resume, one.jobs, one.scale) == (journals, True, 2, 1.0)


def test_rendering_plays_nothing(runs, tmp_path):
    out = tmp_path / "found.md"
    assert run("first", "--out", out) == 0
    text = out.read_text()
    out.unlink()
    assert run("first", "--out", out, "--render") == 0
    assert len(runs) == 1
    assert out.read_text() == text


def test_the_list(runs, capsys):
    assert run("--list") == 0
    assert capsys.readouterr().out == "first: about first\nsecond: about second\n"
    assert not runs


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("firts",), "there is no experiment 'firts'"),
        (("--scale", "0.1", "--sets", "3"), "give one of them"),
        (("--resume",), "--journal-dir"),
        (("--render", "--sets", "3"), "plays nothing"),
        (("--scale", "0"), "--scale"),
        (("--sets", "0"), "--sets"),
        (("--out", "nowhere/found.md"), "no folder nowhere"),
        (("--out", "notes.md"), "not written by"),
        (("--out", "."), ". is a folder: name a file in it"),
    ],
)
def test_wrong_arguments_are_refused_with_a_reason(
    runs, words, reason, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("mine")
    assert run(*words) == 2
    assert reason in capsys.readouterr().err
    assert not runs


def test_an_interrupted_run_says_how_to_go_on(monkeypatch, tmp_path, capsys):
    def interrupted(run):
        raise KeyboardInterrupt

    one = Experiment(
        name="long",
        title="Long",
        text="",
        measure=interrupted,
        section=lambda found: Section(lines=()),
    )
    monkeypatch.setattr(experiments, "EXPERIMENTS", (one,))
    out = tmp_path / "found.md"
    assert run("--out", out) == 130
    assert "--journal-dir DIR" in capsys.readouterr().err
    assert run("--out", out, "--journal-dir", tmp_path) == 130
    assert f"--journal-dir {tmp_path} --resume" in capsys.readouterr().err
    assert not out.exists()


def test_interrupting_while_it_is_loaded():
    program = """if True:
        import signal, sys
        from carteado.client.commandline import run_app
        from research.command import papers

        class Interrupted:
            def find_spec(self, name, *where):
                if name == "research.section":
                    try:
                        signal.raise_signal(signal.SIGINT)
                    except KeyboardInterrupt:
                        raise ValueError("cannot be built") from None

        sys.meta_path.insert(0, Interrupted())
        sys.exit(run_app(papers, ["--list"]))
    """
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_command_runs_from_a_checkout():
    done = subprocess.run(
        [sys.executable, "-m", "research", "--list"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[0].startswith("duels: ")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_old_command_names_the_new_one(capsys):
    assert run_app(arena, ["papers", "duels", "--sets", "3"]) == 2
    assert "run `python -m research duels --sets 3`" in capsys.readouterr().err


def test_the_scale_of_a_run():
    assert Run(scale=0.1).rounds(1000) == 100
    assert Run(scale=0.0001).rounds(1000) == 1
    assert Run(sets=7, scale=0.5).rounds(1000) == 7
