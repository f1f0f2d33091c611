"""Runs: several processes, journals, and a rule that ends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest
from carteado.arena.matches.journal import Journal, JournalError
from carteado.arena.matches.network import network_player
from carteado.arena.matches.play import chunk_player, play, workers

STRANGE = "tests.arena.strange_bots"
ENTRANTS = (f"{STRANGE}:looker", "random", "caller")


@pytest.fixture(scope="module")
def tournament():
    return contest(ENTRANTS, seed=7)


@pytest.fixture(scope="module")
def outcome(tournament):
    return play(tournament, rounds=12)


@pytest.fixture(scope="module")
def journal_lines(tournament, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "run.jsonl"
    with Journal(path, tournament) as journal:
        play(tournament, rounds=1, journal=journal)
    return path.read_text().splitlines()


class After:
    """Stops at a look, once it has come often enough."""

    def __init__(self, every, least):
        self.every, self.least, self.asked = every, least, []

    def next_look(self, sets):
        return sets + self.every

    def enough(self, matches):
        self.asked.append(len(matches))
        return len(matches) >= self.least


def test_sets_come_in_order(outcome):
    assert outcome.sets == 36
    assert [match.set for match in outcome.matches] == [n // 2 for n in range(72)]


@pytest.mark.exhaustive  # starts two processes that load the arena
def test_several_processes_give_the_same_records(tournament, outcome):
    assert play(tournament, rounds=12, jobs=2).matches == outcome.matches


def test_a_rule_ends_the_run_at_its_own_looks(tournament, outcome):
    rule = After(every=4, least=30)
    ended = play(tournament, rounds=12, stop=rule)
    assert rule.asked == [24, 48]
    assert (ended.sets, ended.stopped) == (24, True)
    assert ended.matches == outcome.matches[:48]


def test_an_interrupted_run_goes_on(tournament, outcome, tmp_path):
    path = tmp_path / "run.jsonl"

    def until(contest, first, end):
        if end > 9:  # how many sets the chunks before hold depends on how long the first took
            raise KeyboardInterrupt
        return chunk_player(contest, first, end)

    with Journal(path, tournament) as journal, pytest.raises(KeyboardInterrupt):
        play(tournament, rounds=12, journal=journal, player=until)
    with path.open("ab") as file:
        file.write(b'{"set":17,"matches":[[0,[0,1],[')  # a crash in the middle of a line
    with Journal(path, tournament, resume=True) as journal:
        assert journal.dropped > 0
        assert 0 < journal.sets < 36
        assert play(tournament, rounds=12, journal=journal).matches == outcome.matches
    with Journal(path, tournament, resume=True) as journal:
        assert journal.matches == outcome.matches
        assert play(tournament, rounds=4, journal=journal).matches == outcome.matches[:24]
        counted = sum(sum(clock.counts) for clock in journal.clocks)
    assert counted == sum(match.decisions for match in outcome.matches)


def test_freezeouts_and_faults_come_back_from_a_journal(tmp_path):
    bots = ["tests.arena.strange_bots:raiser", "caller"]
    one = contest(bots, freezeout=True, max_deals=30, seed=3)
    path = tmp_path / "run.jsonl"
    with Journal(path, one) as journal:
        played = play(one, rounds=2, journal=journal)
    assert any(match.faults for match in played.matches)
    with Journal(path, one, resume=True) as journal:
        assert journal.matches == played.matches


def test_a_journal_is_not_overwritten_or_mixed(tournament, tmp_path):
    path = tmp_path / "run.jsonl"
    with Journal(path, tournament) as journal:
        play(tournament, rounds=1, journal=journal)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is there already"):
        Journal(path, tournament)
    with pytest.raises(JournalError, match="--seed is 7 there and 8 here"):
        Journal(path, contest(ENTRANTS, seed=8), resume=True)
    other = contest(ENTRANTS, seed=7, given={"decision": "9s", "stack": "2k"})
    differences = "stack is 1500 there and 2000 here; decision_ms is 5000 there and 9000 here"
    with pytest.raises(JournalError, match=f"another measurement: {differences}$"):
        Journal(path, other, resume=True)
    assert path.read_bytes() == before


def _with_net(line: str, net: object) -> str:
    """A line of a journal with other winnings in its first match."""
    data = json.loads(line)
    data["matches"][0][2] = net
    return json.dumps(data)


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda lines: ["hello", *lines[1:]], "line 1: this is not JSON"),
        (lambda lines: ["{}", *lines[1:]], "not a journal of an arena"),
        (lambda lines: [lines[0], *lines[2:]], "line 2: .*set 0 should come here"),
        (lambda lines: [lines[0], '{"set":0,"matches":[[0]]}'], "line 2: .*1 matches, not 2"),
        (lambda lines: [lines[0], "[]"], "line 2: no line"),
        (
            lambda lines: [lines[0], lines[1].replace("[0,[0,1],[", '[0,[0,1],["x",')],
            "not a number",
        ),
        (lambda lines: [lines[0], lines[1].replace("[0,[0,1],[", "[0,[0,1],[5,")], "its 2 seats"),
        (lambda lines: [lines[0], _with_net(lines[1], [None, None])], "line 2: .*whole numbers"),
        (lambda lines: [lines[0], _with_net(lines[1], [10**400, 0])], "line 2: .*whole numbers"),
        (lambda lines: [lines[0], _with_net(lines[1], None)], "line 2: no line"),
        (lambda lines: [lines[0], "[" * 10**5 + "]" * 10**5], "line 2: this is not JSON"),
    ],
)
def test_an_invalid_journal_is_refused_with_its_line(
    tournament, journal_lines, tmp_path, edit, sentence
):
    path = tmp_path / "run.jsonl"
    lines = [line for line in journal_lines if "clocks" not in json.loads(line)]
    path.write_text("".join(f"{line}\n" for line in edit(lines)))
    with pytest.raises(JournalError, match=sentence):
        Journal(path, tournament, resume=True)


def test_a_journal_where_none_can_be(tournament, tmp_path):
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "no" / "folder.jsonl", tournament)


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_of_something_else_is_left_alone(tournament, tmp_path, resume):
    path = tmp_path / "notes.txt"
    path.write_text("milk, bread")  # one line, and no end of it: not torn, but no journal's
    with pytest.raises(JournalError, match="not a journal" if resume else "is there already"):
        Journal(path, tournament, resume=resume)
    assert path.read_text() == "milk, bread"


def test_a_journal_that_ended_in_its_first_line_starts_again(tournament, tmp_path):
    path = tmp_path / "run.jsonl"
    with Journal(path, tournament):
        pass
    whole = path.read_bytes()
    path.write_bytes(whole[:40])
    with Journal(path, tournament, resume=True) as journal:
        assert (journal.sets, journal.dropped) == (0, 40)
    assert path.read_bytes() == whole


def test_two_runs_do_not_write_one_journal(tournament, tmp_path):
    path = tmp_path / "run.jsonl"
    with Journal(path, tournament) as journal:
        with pytest.raises(ArenaError, match="is being written by another run"):
            Journal(path, tournament, resume=True)
        played = play(tournament, rounds=1, journal=journal)
    with Journal(path, tournament, resume=True) as journal:
        assert journal.matches == played.matches


@pytest.mark.parametrize("path", ["/dev/full", "/dev/null", "."])
def test_a_journal_is_a_file(tournament, path):
    with pytest.raises(JournalError, match="cannot hold a journal"):
        Journal(Path(path), tournament)


def test_a_journal_on_a_full_disk_says_so(tournament, tmp_path):
    path = tmp_path / "run.jsonl"
    with open("/dev/full", "wb") as full, Journal(path, tournament) as journal:
        os.dup2(full.fileno(), journal._file.fileno())
        with pytest.raises(JournalError, match="cannot be written: No space left"):
            play(tournament, rounds=1, journal=journal)


@pytest.mark.exhaustive
def test_a_bot_that_ends_its_process_ends_nothing_else():
    one = contest([f"{STRANGE}:quitter", "caller"], seed=2)
    alone, together = play(one, rounds=2), play(one, rounds=2, jobs=2)
    assert alone.matches == together.matches
    assert len(alone.matches) == 4
    assert all(match.faults[match.seats.index(0)].failed for match in alone.matches)


SLEEPERS = """
from carteado.arena.matches.contest import contest
from carteado.arena.matches.play import play
from tests.arena.strange_bots import sleep_through

if __name__ == "__main__":
    play(contest(["random", "caller"]), rounds=4, jobs=2, player=sleep_through)
"""


@pytest.mark.parametrize("player", [None, network_player])
def test_errors_of_a_bots_answers_are_reported_once(player, capsys, monkeypatch):
    monkeypatch.setattr("carteado.arena.sandbox.guard._reported", set())
    wrong = [f"{STRANGE}:babbler", f"{STRANGE}:cheat"]
    play(contest(wrong, seed=4), rounds=2, player=player)
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith(STRANGE)]
    babbler, cheat = sorted(said)
    assert "babbler: 3.5 is not an action; the actions of holdem are" in babbler
    assert "cheat: raise 1000000" in cheat
    assert "You asked for 1,000,000" in cheat


@pytest.mark.exhaustive  # starts three processes that load the arena
def test_playing_processes_end_when_the_main_one_is_killed(tmp_path):
    script = tmp_path / "sleepers.py"
    script.write_text(SLEEPERS)
    root = Path(__file__).parents[3]
    main = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert main.stdout is not None
    with main.stdout as said:
        assert {said.readline(), said.readline()} == {"playing\n"}
        main.kill()
        main.wait()
        assert said.read() == ""  # the end of it comes when nobody is left who could write


def overlook_one_signal():
    """As a process that is about to wait for a lock when the signal comes."""
    heard = []

    def handle(number, frame):
        heard.append(number)
        if len(heard) == 2:
            os._exit(0)

    signal.signal(signal.SIGTERM, handle)
    return os.getpid()


@pytest.mark.exhaustive  # starts a process that loads the arena
def test_a_process_that_overlooks_a_signal_is_ended_too():
    with workers(1) as submit:
        process = submit(overlook_one_signal).result()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_nothing_to_play(tournament):
    with pytest.raises(ArenaError, match="at least one set"):
        play(tournament, rounds=0)
