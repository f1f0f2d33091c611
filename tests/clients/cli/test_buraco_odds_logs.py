"""`carteado odds buraco` with positions from a log or from a running server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.clients.cli.buraco_odds_tools import odds_json
from tests.clients.logs import between_deals, in_a_deal, segment

from carteado.clients.cli import buraco_positions
from carteado.clients.cli.main import run
from carteado.clients.cli.sources import Remote
from carteado.engine.games.buraco.state import State
from carteado.engine.replay import steps
from carteado.engine.visibility import redact, seat_observer


def decision_in(random_table: Any, phase: str) -> tuple[int, int]:
    """The first event after 40 at which a seat acts in this phase, and the seat."""
    for seq, _, table in steps(_events(random_table)):
        state = table.state
        if isinstance(state, State) and state.in_deal and state.phase == phase and seq > 40:
            assert state.to_act is not None
            return seq, state.to_act
    raise AssertionError("the log has no such position")


def _events(random_table: Any) -> list[Any]:
    return [event for step in random_table.steps for event in step.events]


@pytest.fixture(scope="module")
def finished() -> Any:
    return between_deals("buraco:mineiro", 31, 120)


def log_of(random_table: Any, folder: Path) -> str:
    path = folder / "table.log"
    path.write_bytes(segment(random_table))
    return str(path)


def test_a_position_is_taken_from_a_log(
    finished: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seq, seat = decision_in(finished, "play")
    words = ["--table", log_of(finished, tmp_path), "--at", str(seq), "--seat", str(seat)]
    found = odds_json(capsys, *words, "--playouts", "40")
    assert (found["seat"], found["to_act"], found["plays_read"]) == (seat, seat, False)
    read = odds_json(capsys, *words, "--playouts", "40", "--read-plays")
    assert read["plays_read"] is True
    assert read["work"]["effective"] <= read["work"]["deals"]
    assert read["cards"] == found["cards"]
    words += ["--playouts", "40", "--read-plays", "--seed", "12345678"]
    assert run(["odds", "buraco", *words]) == 0
    out = capsys.readouterr().out
    assert "counted alike" in out
    assert max(map(len, out.splitlines())) <= 80


def test_an_event_between_two_turns_is_refused_with_the_next_step(
    finished: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A discard causes several events; the next turn begins after the last of them."""
    seq, seat = decision_in(finished, "turned")
    words = ["odds", "buraco", "--table", log_of(finished, tmp_path), "--playouts", "40"]
    for observer in (seat, (seat + 1) % 4):
        assert run([*words, "--at", str(seq), "--seat", str(observer)]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert "a turn is over and the next one has not begun: ask one event later" in err
        assert run([*words, "--at", str(seq + 1), "--seat", str(observer)]) == 0
        capsys.readouterr()


def test_a_seat_that_is_not_to_act_has_its_cards_and_runs(
    finished: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seq, seat = decision_in(finished, "draw")
    other = (seat + 2) % 4
    path = log_of(finished, tmp_path)
    found = odds_json(
        capsys, "--table", path, "--at", str(seq), "--seat", str(other), "--playouts", "20"
    )
    assert found["seat"] == other
    assert "plays" not in found
    assert found["cards"]
    for observer in (seat, other):
        words = ["--table", path, "--at", str(seq), "--seat", str(observer), "--playouts", "20"]
        assert run(["odds", "buraco", *words]) == 0
        lines = capsys.readouterr().out.split("\n")
        assert lines[0]
        assert not any(lines[at : at + 2] == ["", ""] for at in range(len(lines)))


def test_a_deal_that_is_being_played_stays_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = log_of(in_a_deal("buraco:mineiro", 5, 60), tmp_path)
    assert run(["odds", "buraco", "--table", path, "--seat", "0"]) == 2
    assert f"{path}: the deal that is being played there stays closed" in capsys.readouterr().err


def served(monkeypatch: pytest.MonkeyPatch, advice: Any, seat: int = 0) -> int:
    """Replace the server by a table in the middle of a deal; the number of its events."""
    table = in_a_deal("buraco:mineiro", 5, 60)
    own = seat_observer(seat, seat % 2)
    first, *events = [redact(event, own) for event in _events(table)]
    opened = replace(first, settings=replace(first.settings, advice=advice))

    def ask_server(url: str, name: Any, *, rail: bool, ask: Any) -> Remote:
        return Remote(table=table.table.id, seat=seat, events=[opened, *events])

    monkeypatch.setattr(buraco_positions, "ask_server", ask_server)
    return len(events) + 1


ASKED = ["--table", "t", "--url", "host", "--playouts", "20"]


def test_a_running_deal_of_a_server_is_advised_if_advice_is_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served(monkeypatch, "everyone")
    assert odds_json(capsys, *ASKED, "--seat", "0")["seat"] == 0


def test_a_running_deal_of_a_server_is_not_advised_if_advice_is_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    last = served(monkeypatch, "off")
    for at in ([], ["--at", str(last)]):
        assert run(["odds", "buraco", *ASKED, "--seat", "0", *at]) == 2
        assert "advice is off" in capsys.readouterr().err


def test_a_server_advises_only_the_players_own_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served(monkeypatch, "everyone")
    assert run(["odds", "buraco", *ASKED, "--seat", "1"]) == 2
    assert "type --seat 0" in capsys.readouterr().err
