"""The same matches over sockets: the same records from the same seed."""

from __future__ import annotations

import json
import sys

import pytest
import structlog

from carteado.arena.commands import arena
from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest
from carteado.arena.matches.network import network_player
from carteado.arena.matches.play import play
from carteado.client.commandline import run_app
from carteado.client.errors import InputError

STRANGE = "tests.arena.strange_bots"


@pytest.fixture(autouse=True)
def _logs_as_before():
    yield
    structlog.reset_defaults()


@pytest.mark.parametrize(
    ("entrants", "fields"),
    [
        pytest.param((f"{STRANGE}:looker", "random"), {}, marks=pytest.mark.exhaustive),
        pytest.param(
            ("random", f"{STRANGE}:looker"),
            {"freezeout": True, "given": {"stack": "100"}},
            marks=pytest.mark.exhaustive,
        ),
        (("random", "caller", "random", "parity"), {"preset": "four-player"}),
        (
            ("jammer", "caller", "random", "parity"),
            {"preset": "four-player", "freezeout": True, "given": {"stacks": "90/120/75/100"}},
        ),
        (("jammer", "caller"), {"given": {"format": "cash"}}),
        (("parity", "always", "high-card", "random"), {"game": "quick-holdem"}),
        (("caller", "random"), {"game": "buraco"}),
        pytest.param((f"{STRANGE}:raiser", f"{STRANGE}:cheat"), {}, marks=pytest.mark.exhaustive),
        pytest.param(
            (f"{STRANGE}:quitter", f"{STRANGE}:interrupter"), {}, marks=pytest.mark.exhaustive
        ),
    ],
)
def test_the_same_seed_gives_the_same_records(entrants, fields):
    one = contest(entrants, seed=6, **fields)
    assert play(one, rounds=1, player=network_player).matches == play(one, rounds=1).matches


def test_a_table_that_would_not_wait_for_all_is_refused():
    one = contest(["caller"] * 3, given={"format": "cash", "seats": "3"})
    with pytest.raises(ArenaError, match="deals as soon as two sit"):
        play(one, rounds=1, player=network_player)


@pytest.mark.parametrize("name", ["sleeper", pytest.param("stuck", marks=pytest.mark.exhaustive)])
def test_a_bot_that_answers_late_is_counted(name):
    one = contest([f"{STRANGE}:{name}", "caller"], given={"decision": "1s"})
    outcome = play(one, rounds=1, player=network_player)
    assert outcome.matches[0].faults[0].late == 1
    assert outcome.matches[0].faults[1].late == 0
    assert sum(outcome.clocks[0].counts) > 0


def test_asynchronous_functions_and_processes_play_here():
    folder = (
        "import sys\nfor line in sys.stdin:\n line[:6] == 'prompt' and print('fold', flush=True)"
    )
    one = contest([f"{STRANGE}:slow_caller", f'exec:{sys.executable} -c "{folder}"'])
    one, other = play(one, rounds=1, player=network_player).matches
    assert one.net[0] > 0 > one.net[1]
    assert other.net[1] > 0 > other.net[0]
    assert not one.faults


def test_a_process_that_cannot_be_started_or_ends():
    with pytest.raises(InputError, match="no command"):
        play(contest(["exec:no-such-command", "caller"]), rounds=1, player=network_player)
    one, other = play(contest(["exec:true", "caller"]), rounds=1, player=network_player).matches
    assert one.faults[0].failed > 0
    assert other.faults[1].failed > 0


def test_the_command_says_the_same(capsys):
    results = []
    for words in ([], ["--network"]):
        assert run_app(arena, ["caller", "random", "--sets", "2", "--json", *words]) == 0
        results.append(json.loads(capsys.readouterr().out)["result"])
    assert results[0] == results[1]
