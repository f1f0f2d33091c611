"""Bots in processes of their own: what they see, what they can spoil, and what is left of them."""

from __future__ import annotations

import fcntl
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.arena import strange_bots
from tests.clocks import PATIENCE_S

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import Entrant, resolve
from carteado.arena.matches.match import Ring
from carteado.arena.matches.play import play
from carteado.arena.matches.records import Faults
from carteado.arena.sandbox import guard
from carteado.arena.sandbox.bot_view import ORDER, Receiver, Sender
from carteado.arena.sandbox.guard import NoAnswer, UserBot, end_all, lend

STRANGE = "tests.arena.strange_bots"


@pytest.fixture(autouse=True)
def _nothing_left():
    yield
    end_all()


@pytest.mark.parametrize(
    "name",
    [
        "quitter",
        *(
            pytest.param(name, marks=pytest.mark.exhaustive)
            for name in (
                "crasher",
                "interrupter",
                "closer",
                "hoarder",
                "scribbler",
                "rambler",
                "leaver",
            )
        ),
    ],
)
def test_a_bad_bot_fails_alone_and_in_the_same_way_again(name):
    one = contest([f"{STRANGE}:{name}", "caller"], seed=4)
    outcome = play(one, rounds=1)
    for match in outcome.matches:
        mine = match.seats.index(0)
        assert match.faults[mine].failed > 0
        assert match.faults[mine].late == 0
        assert match.faults[1 - mine] == Faults()
    assert play(one, rounds=1).matches == outcome.matches


def test_an_exception_without_a_text_is_reported_by_its_kind(capfd, monkeypatch):
    monkeypatch.setattr("carteado.arena.sandbox.guard._reported", set())
    play(contest([f"{STRANGE}:mumbler", "caller"], seed=4), rounds=1)
    said = capfd.readouterr().err
    assert "mumbler: Unspeakable: (its text cannot be made) at " in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("holdem", 2),
        pytest.param("quick-holdem", 4, marks=pytest.mark.exhaustive),
        pytest.param("buraco", 2, marks=pytest.mark.exhaustive),
        pytest.param("holdem", 3, marks=pytest.mark.exhaustive),
    ],
)
def test_a_bot_plays_as_it_would_in_this_process(game, seats):
    others = ["caller"] * (seats - 1)
    fields = {"game": game, "seed": 5}
    if (game, seats) == ("holdem", 3):
        fields["given"] = {"seats": "3"}
    elif game == "holdem":
        fields |= {"freezeout": True, "max_deals": 20}
    theirs = play(contest([f"{STRANGE}:chancer", *others], **fields), rounds=1)
    ours = play(contest(["random", *others], **fields), rounds=1)
    assert theirs.matches == ours.matches
    assert not theirs.matches[0].faults


def test_a_bot_is_sent_what_its_seat_sees():
    one = contest(["here", "caller"], seed=6)
    here = Entrant(label="here", bot=strange_bots.keeper)
    strange_bots.KEPT.clear()
    Ring(one, [here, *resolve(["caller"], one.game)]).play_sets([0])
    views = tuple(strange_bots.KEPT)
    sender, began = Sender(), time.monotonic()
    sent = [sender.packed(view, 2.5) for view in views]
    receiver = Receiver(io.BytesIO(b"".join(sent)))
    for view in views:
        there, limit_s = receiver.received()
        taken_s = time.monotonic() - began
        assert limit_s == 2.5
        assert strange_bots.seen_cards(there) == strange_bots.seen_cards(view)
        # A whole number of milliseconds is sent, and the way takes part of `taken_s`.
        assert -0.002 < there.deadline - view.deadline <= taken_s
    with pytest.raises(EOFError):
        receiver.received()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import os; os._exit(7)", "its process ended with status 7 while it was loaded"),
        pytest.param(
            "import sys; sys.exit('usage')",
            "cannot be imported: SystemExit: usage",
            marks=pytest.mark.exhaustive,
        ),
        pytest.param("while True: pass", "is not loaded after", marks=pytest.mark.exhaustive),
        (
            "from carteado.bots import bot\n@bot(games=['buraco'])\ndef play(view): ...",
            "plays buraco",
        ),
        (
            "from carteado.bots import bot\n@bot(prepare=lambda: 1 / 0)\ndef play(view): ...",
            "cannot be loaded: ZeroDivisionError",
        ),
    ],
)
def test_a_module_that_cannot_be_loaded(text, sentence, tmp_path, monkeypatch):
    (tmp_path / "loaded_badly.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(guard, "START_S", 2.0)
    with pytest.raises(ArenaError, match=sentence):
        play(contest(["loaded_badly:play", "caller"]), rounds=1)


def test_a_bot_that_cannot_be_loaded_again_is_asked_no_more(tmp_path, monkeypatch):
    module = tmp_path / "loaded_once.py"
    module.write_text(
        "import os\n"
        f"def play(view): os.rename({str(module)!r}, {str(module) + '.gone'!r}); os._exit(1)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    outcome = play(contest(["loaded_once:play", "caller"], seed=4), rounds=1)
    assert [match.faults[match.seats.index(0)].failed > 0 for match in outcome.matches] == [
        True,
        True,
    ]


@pytest.mark.exhaustive
def test_child_processes_of_a_bot_end_with_the_run(tmp_path, monkeypatch):
    lock = tmp_path / "lock"
    lock.touch()
    monkeypatch.setenv("FORKER", str(lock))
    outcome = play(contest([f"{STRANGE}:forker", "caller"], seed=4), rounds=1)
    assert not outcome.matches[0].faults
    with lock.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # waits until no process has it any longer


def test_a_process_that_is_let_go_while_it_thinks_is_ended():
    one = contest(["here", "caller"])
    here = Entrant(label="here", bot=strange_bots.keeper)
    strange_bots.KEPT.clear()
    Ring(one, [here, *resolve(["caller"], one.game)]).play_sets([0])
    lent = lend(UserBot(f"{STRANGE}:stuck", one.game))
    lent.start()
    answers: list[str] = []

    def ask():
        try:
            lent.ask(strange_bots.KEPT[0], 600)
        except NoAnswer as none:
            answers.append(str(none))

    asking = threading.Thread(target=ask)
    asking.start()
    while not lent.thinks:
        time.sleep(0.01)
    lent.let_go()
    asking.join(PATIENCE_S)
    assert answers == ["no answer in time"]


STUCK = """
import sys
from carteado.arena.matches.contest import contest
from carteado.arena.matches.play import play

if __name__ == "__main__":
    jobs, decision = sys.argv[1:]
    one = contest(["tests.arena.strange_bots:stuck", "caller"], given={"decision": decision})
    play(one, rounds=4, jobs=int(jobs))
"""

FORKING = """
from carteado.arena.matches.contest import contest
from carteado.arena.matches.play import play

one = contest(["tests.arena.strange_bots:forker", "caller"])
play(one, rounds=10**6, progress=lambda sets, total: print(sets, flush=True))
"""


@pytest.mark.parametrize(
    ("jobs", "decision", "how"),
    [
        pytest.param(1, "60s", signal.SIGINT, marks=pytest.mark.exhaustive),
        pytest.param(2, "60s", signal.SIGINT, marks=pytest.mark.exhaustive),
        pytest.param(2, "60s", signal.SIGKILL, marks=pytest.mark.exhaustive),
        pytest.param(1, "2s", signal.SIGKILL, marks=pytest.mark.exhaustive),
    ],
)
def test_nobody_is_left_when_a_run_is_ended(jobs, decision, how, tmp_path):
    script = tmp_path / "stuck.py"
    script.write_text(STUCK)
    root = Path(__file__).parents[3]
    main = subprocess.Popen(
        [sys.executable, script, str(jobs), decision],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert main.stderr is not None
    with main.stderr as said:
        try:
            for _ in range(jobs):
                assert said.readline() == "stuck\n"
            main.send_signal(how)
        except BaseException:
            main.kill()
            raise
        finally:
            main.wait()
        rest = said.read()  # the end of it comes when nobody is left who could write
        assert ("KeyboardInterrupt" in rest) is (how == signal.SIGINT)


def test_child_processes_of_a_bot_end_with_a_killed_run(tmp_path):
    lock = tmp_path / "lock"
    lock.touch()
    main = subprocess.Popen(
        [sys.executable, "-c", FORKING],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "FORKER": str(lock)},
    )
    assert main.stderr is not None
    with main.stderr as said, lock.open("r+") as file:
        assert [said.readline() for _ in range(2)] == [b"0\n", b"1\n"]
        main.kill()
        main.wait()
        fcntl.flock(file, fcntl.LOCK_EX)  # waits until no process has it any longer


def test_a_run_killed_while_a_bot_is_loaded_leaves_no_complaints():
    ours, theirs = socket.socketpair()
    fork_server = subprocess.Popen(
        [sys.executable, "-m", "carteado.arena.sandbox.guarded", "holdem"],
        stdin=theirs.fileno(),
        stderr=subprocess.PIPE,
    )
    theirs.close()
    link, there = socket.socketpair()
    with ours, link, there:
        socket.send_fds(ours, [ORDER.pack(0)], [there.fileno()])
    _, complaints = fork_server.communicate(timeout=PATIENCE_S)
    assert (fork_server.returncode, complaints) == (0, b"")
