"""Logs outside their store: players are called after their ids unless a file says more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.server.fakes import LobbyServer
from tests.server.lobby.guests import CASH

from carteado.client.commandline import new_app, run_app
from carteado.clients.cli.sources import LogProblem, load_log
from carteado.clients.cli.verifying import check_log
from carteado.protocol import messages as wire
from carteado.protocol.player_names import MOST_BYTES
from carteado.scene.control.films import FilmError, read_film
from carteado.scene.words import Words
from carteado.server.ops.backuptool import _copy_store
from carteado.server.ops.logtool import log
from carteado.server.ops.stored_logs import players_of
from carteado.server.store import open_store


def run(*words: str) -> int:
    app = new_app("carteado", "Only the logs.")
    app.command(log)
    return run_app(app, ["log", *words])


@pytest.fixture
def played(tmp_path: Path) -> tuple[str, str]:
    """A store and a table, at which Ana and Rui sat; Eva sat there and is forgotten."""
    url = f"sqlite:{tmp_path / 'data.db'}"

    async def play() -> str:
        async with await open_store(url) as store:
            server = LobbyServer(store)
            guests = [server.guest(name) for name in ("Ana", "Rui", "Eva")]
            options = {**CASH, "seats": 3}
            table: str = (await guests[0].ask(wire.Open, game="holdem", options=options)).table
            for guest in guests:
                await guest.ask(wire.Join, table=table)
            await guests[2].ask(wire.ForgetMe)
            await server.lobby.tables.close()
            return table

    return url, asyncio.run(play())


def names(what: str, store: str | None = None) -> list[str]:
    return [e.name for e in load_log(what, store).events if e.type == "seat_taken"]


def test_a_file_alone_contains_no_names(played: tuple[str, str], tmp_path: Path) -> None:
    url, table = played
    file = tmp_path / "friday.log"
    assert run("export", table, str(file), "--store", url) == 0
    ids = names(str(file))
    assert len(set(ids)) == 3
    assert all(one.startswith("player ") and len(one) == len("player ") + 6 for one in ids)
    assert not file.with_name("friday.log.names").exists()
    assert names(table, url) == ["Ana", "Rui", "former player"]


def test_a_file_of_names_is_written_read_and_imported(
    played: tuple[str, str], tmp_path: Path
) -> None:
    url, table = played
    file = tmp_path / "friday.log"
    assert run("export", table, str(file), "--store", url, "--names") == 0
    beside = file.with_name("friday.log.names")
    assert beside.stat().st_mode & 0o777 == 0o600
    assert sorted(json.loads(beside.read_bytes()).values()) == ["Ana", "Rui", "former player"]
    assert names(str(file)) == ["Ana", "Rui", "former player"]
    film = read_film(file, "all", Words("en"))
    seated = [step.table.state.names for step in film.steps if step.table is not None]
    assert ("Ana", "Rui", "former player") in seated
    other = f"sqlite:{tmp_path / 'other.db'}"
    assert run("import", str(file), "--store", other) == 0
    assert names(table, other) == ["Ana", "Rui", "former player"]


def test_an_import_brings_no_forgotten_name_back(played: tuple[str, str], tmp_path: Path) -> None:
    url, table = played
    file = tmp_path / "friday.log"
    assert run("export", table, str(file), "--store", url, "--names") == 0
    log_ = load_log(table, url)
    taken = [data for commit, _ in log_.commits for _, data in commit.events if "player" in data]
    beside = file.with_name("friday.log.names")
    beside.write_text(json.dumps({data["player"]: "Somebody" for data in taken}))
    file.write_bytes(file.read_bytes())
    from carteado.server.lobby.player_directory import PlayerDirectory

    async def learn() -> None:
        async with await open_store(url) as store:
            await PlayerDirectory.learn(store, json.loads(beside.read_bytes()))

    asyncio.run(learn())
    assert names(table, url) == ["Ana", "Rui", "former player"]


def test_verify_finds_the_same_with_and_without_names(
    played: tuple[str, str], tmp_path: Path
) -> None:
    url, table = played
    file = tmp_path / "friday.log"
    assert run("export", table, str(file), "--store", url) == 0
    bare, named = check_log(load_log(str(file), None)), check_log(load_log(table, url))
    assert bare == named
    assert {one.result for one in bare.strengths} == {"ok"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1]",
        b'{"a": 1}',
        b"\xff",
        pytest.param(b"{" + b" " * MOST_BYTES + b"}", id="too large"),
    ],
)
def test_an_invalid_file_of_names_is_refused(
    content: bytes, played: tuple[str, str], tmp_path: Path
) -> None:
    url, table = played
    file = tmp_path / "friday.log"
    assert run("export", table, str(file), "--store", url) == 0
    file.with_name("friday.log.names").write_bytes(content)
    with pytest.raises(LogProblem, match="not a file of names"):
        load_log(str(file), None)
    with pytest.raises(FilmError, match="not a file of names"):
        read_film(file, "all", Words("en"))
    other = f"sqlite:{tmp_path / 'other.db'}"
    assert run("import", str(file), "--store", other) == 6
    assert not (tmp_path / "other.db").exists()


def test_names_cannot_go_to_the_standard_output(
    played: tuple[str, str], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    url, table = played
    assert run("export", table, "-", "--store", url, "--names") == 2
    out, err = capsysbinary.readouterr()
    assert not out
    assert b"--names needs a file" in err


def test_a_backup_takes_the_directory_along(played: tuple[str, str], tmp_path: Path) -> None:
    url, table = played
    backup = tmp_path / "backup.db"
    assert run("backup", str(backup), "--store", url) == 0
    assert names(table, f"sqlite:{backup}") == ["Ana", "Rui", "former player"]
    # A backup of another kind of store copies log by log.
    copied = tmp_path / "copied.db"
    asyncio.run(_copy_store(url, copied))
    assert names(table, f"sqlite:{copied}") == ["Ana", "Rui", "former player"]
    assert players_of(f"sqlite:{copied}").known_name("nobody") is None
