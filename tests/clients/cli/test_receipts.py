"""Receipts that a client kept, and later logs from the operator."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.clients.cli.test_forgeries import Forgery, written
from tests.clients.honest_logs import Commits, honest_game

from carteado.client import receipts as keeping
from carteado.client.receipts import Receipts, read_receipts
from carteado.clients.cli.main import run
from carteado.engine.registry import games
from carteado.protocol.session_events import Snapped

URL = "ws://127.0.0.1:8765"
DEALING = [name for name, game in games().items() if not game.adjudicator]


def receipts_of(folder: Path, game: str, player: int = 0) -> Path:
    """The file of the receipts of a player of an honest game."""
    receipts = Receipts(URL, folder=folder)
    for shown in honest_game(game)[1][player].session_events:
        receipts.see([shown])
    assert receipts.problem is None
    receipts.close()
    [file] = folder.iterdir()
    return file


def verified(
    commits: Commits, tmp_path: Path, receipts: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, Any]]]:
    """Exit status, and the findings about the receipts."""
    log = written(Forgery("", commits), tmp_path / "later.carteado")
    status = run(["verify", str(log), "--json", "--receipts", str(receipts)])
    found = json.loads(capsys.readouterr().out)
    return status, [one for one in found["checks"] if one["name"] == "receipts"]


@pytest.mark.parametrize("game", DEALING)
def test_an_honest_log_holds_every_card_shown_to_a_player(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commits, players = honest_game(game)
    decks = {one["deal"] for _, es in commits for one in es if one["type"] == "deck_committed"}
    seated = [
        number
        for number, player in enumerate(players)
        if any(
            isinstance(shown, Snapped) and shown.seat is not None for shown in player.session_events
        )
    ]
    assert len(seated) >= 2
    for number in seated:
        folder = tmp_path / str(number)
        file = receipts_of(folder, game, number)
        [found] = read_receipts(file)
        ended = {line["deal"] for line in found.lines if "score" in line}
        assert ended
        assert ended <= decks
        assert any(line.get("cards") for line in found.lines)
        status, compared = verified(commits, tmp_path, folder, capsys)
        assert status == 0
        assert [one["result"] for one in compared] == ["ok"]


@pytest.mark.parametrize("game", DEALING)
def test_another_log_that_is_honest_in_itself_is_found(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = receipts_of(tmp_path / "kept", game)
    other, _ = honest_game(game, seed=2)
    log = written(Forgery("", other), tmp_path / "other.carteado")
    assert run(["verify", str(log)]) == 0, "the log alone gives nothing away"
    capsys.readouterr()
    status, compared = verified(other, tmp_path, file, capsys)
    assert status == 1
    assert compared[0]["result"] == "cheated"
    assert compared[0]["message"].startswith("table rig, deal 1: ")
    assert "the committed root is another" in compared[0]["message"]


def changed(file: Path, key: str, value: Any) -> int:
    """Receipts of a server that showed something else in one deal; the number of the deal."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    line = [line for line in lines if line.get(key)][-1]
    line[key] = value(line[key])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return int(line["deal"])


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("root", lambda root: "0" * 64, "the committed root is another"),
        ("cutters", lambda seats: [9], "the seats that cut are others"),
        ("nonces", lambda nonces: [None, *nonces[1:]][::-1], "the nonces of the cut are others"),
        ("cards", lambda cards: dict.fromkeys(cards, "2x"), "you were shown 2x at place"),
        ("score", lambda score: [score[0] + 1, *score[1:]], "the result is"),
    ],
)
def test_differences_are_named_with_their_deal(
    key: str, value: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = receipts_of(tmp_path / "kept", "holdem")
    deal = changed(file, key, value)
    status, compared = verified(honest_game("holdem")[0], tmp_path, file, capsys)
    assert status == 1
    [found] = compared
    assert found["message"].startswith(f"table rig, deal {deal}: ")
    assert says in found["message"]


def test_a_deal_that_the_log_lacks_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = receipts_of(tmp_path / "kept", "holdem")
    commits, _ = honest_game("holdem")
    starts = [
        number
        for number, (_, events) in enumerate(commits)
        if any(event["type"] == "deck_committed" for event in events)
    ]
    status, compared = verified(commits[: starts[-1]], tmp_path, file, capsys)
    assert status == 1
    assert f"deal {len(starts)}: the log does not have it" in compared[-1]["message"]


def test_a_client_that_is_killed_and_resumed_goes_on_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commits, players = honest_game("holdem")
    shown = players[0].session_events
    for part in (shown[: len(shown) // 2], shown[:1], shown[len(shown) // 2 :]):
        receipts = Receipts(URL, folder=tmp_path / "kept")  # never closed, as if it was killed
        for one in shown[: 0 if part is shown else 40]:  # its seat comes with the first snapshot
            receipts.see([one])
        for one in part:
            receipts.see([one])
        [file] = (tmp_path / "kept").iterdir()
        with file.open("ab") as torn:
            torn.write(b"[" * 5_000 + b'\n{"seq": 12, "deal": 1, "ro')
    status, compared = verified(commits, tmp_path, file, capsys)
    assert status == 0
    assert compared[0]["message"].endswith("6 lines of the receipts cannot be read")


def test_a_table_without_receipts_is_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, compared = verified(honest_game("holdem")[0], tmp_path, tmp_path, capsys)
    assert status == 7
    assert compared[0]["message"] == "there are none of table rig"


def test_receipts_of_two_servers_with_one_table_id_are_distinguished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = receipts_of(tmp_path / "kept", "holdem")
    log = written(Forgery("", honest_game("holdem")[0]), tmp_path / "later.carteado")
    other = file.with_name("other.receipts")
    other.write_text(file.read_text().replace(URL, "ws://127.0.0.1:9000"))
    assert run(["verify", str(log), "--receipts", str(file.parent)]) == 2
    assert "two servers have a table rig" in capsys.readouterr().err
    assert run(["verify", str(log), "--receipts", str(file)]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_player_can_read_the_file(tmp_path: Path) -> None:
    file = receipts_of(tmp_path / "kept", "holdem")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_size_and_age_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FILE_BYTES", 2000)
    file = receipts_of(tmp_path, "holdem")
    assert 1000 < file.stat().st_size <= 2000
    monkeypatch.setattr(keeping, "KEPT_S", -1)
    Receipts(URL, folder=tmp_path)
    assert not file.exists()


def test_a_folder_that_cannot_be_written_costs_the_receipts_only(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    receipts = Receipts(URL, folder=tmp_path / "file")
    receipts.see(honest_game("holdem")[1][0].session_events)
    assert receipts.problem is not None


def test_they_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Receipts.of_player(URL) is not None
    monkeypatch.setenv(keeping.OFF, "off")
    assert Receipts.of_player(URL) is None
