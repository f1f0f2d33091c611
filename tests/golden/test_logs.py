"""Golden logs: every later release can open the games of an earlier one."""

from __future__ import annotations

import json

import pytest
from tests.golden.evenings import GAMES
from tests.golden.write_logs import EXPECTED, LOGS, expected

from carteado.clients.cli.main import run
from carteado.clients.cli.sources import load_log
from carteado.engine.game import SEAT_EVENTS
from carteado.engine.registry import game_of, games
from carteado.engine.table import TABLE_EVENTS
from carteado.engine.table_events import NAMING_TAGS
from carteado.protocol.log import encode_commit
from carteado.protocol.segment import read_segment, write_segment

NAMES = sorted(json.loads(EXPECTED.read_text()))


def test_every_game_has_a_golden_log() -> None:
    assert set(NAMES) == set(GAMES)
    assert {game for game, _ in GAMES.values()} == set(games())


def test_every_event_is_in_a_golden_log() -> None:
    """A kind of event that a release writes is in the log of a game that it played."""
    found: dict[str, set[type]] = {game: set() for game in games()}
    shared: set[type] = set()
    for name in NAMES:
        events = set(map(type, load_log(str(LOGS / f"{name}.carteado"), None).events))
        found[GAMES[name][0]] |= events
        shared |= events
    for game, seen in found.items():
        own = set(game_of(game).events) - set(SEAT_EVENTS)
        assert own - seen == set(), game
    assert {*TABLE_EVENTS, *SEAT_EVENTS} - shared == set()


def test_every_version_that_names_players_is_in_a_golden_log() -> None:
    """Events with names, and events with the ids of players alone."""
    found: set[tuple[str, int, bool]] = set()
    for name in NAMES:
        _, commits = read_segment((LOGS / f"{name}.carteado").read_bytes())
        found |= {
            (data["type"], version, "name" in data)
            for commit in commits
            for version, data in commit.events
            if data["type"] in NAMING_TAGS
        }
    wanted = {(tag, version, version == 1) for tag in NAMING_TAGS for version in (1, 2)}
    assert found == wanted


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_gives_the_recorded_views_and_check(name: str) -> None:
    log = load_log(str(LOGS / f"{name}.carteado"), None)
    assert expected(log) == json.loads(EXPECTED.read_text())[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_is_verified_and_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(LOGS / f"{name}.carteado")
    result = json.loads(EXPECTED.read_text())[name]["result"]
    assert run(["verify", path]) == {"ok": 0, "not_checked": 7}[result]
    assert run(["replay", path, "--as", "all"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_is_exported_again_byte_for_byte(name: str) -> None:
    data = (LOGS / f"{name}.carteado").read_bytes()
    header, commits = read_segment(data)
    assert b"".join(write_segment(header, map(encode_commit, commits))) == data
