"""Logs of older releases open for ever, and are checked as far as they can tell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from carteado.clients.cli.main import run

LOGS = Path(__file__).parents[2] / "golden" / "logs"


@pytest.mark.parametrize(
    ("name", "status", "results"),
    [
        ("deck-committed-1-dealt", 0, ["ok"] * 3),
        # A player had left before the cut of the third deck, and it was passed over.
        ("deck-committed-1-passed-over", 7, ["ok", "ok", "not_checked", "ok"]),
    ],
)
def test_a_log_without_the_cutting_seats_is_read_and_checked(
    name: str, status: int, results: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(LOGS / f"{name}.carteado")
    assert run(["verify", log, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert [check["result"] for check in found["checks"]] == ["ok"] * 3
    assert [deal["result"] for deal in found["deals"]] == results
    assert run(["replay", log, "--as", "all", "--json"]) == 0
    events = [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]
    decks = [event for event in events if event["type"] == "deck_committed"]
    assert len(decks) == len(results)
    assert {event["cutters"] for event in decks} == {None}
