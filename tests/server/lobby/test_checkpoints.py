"""A start continues from checkpoints, or from the log if a checkpoint does not fit."""

from __future__ import annotations

import hmac
import json
from collections.abc import AsyncGenerator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgpack
import pytest
from structlog.testing import capture_logs
from tests.server.fakes import Guest, LobbyServer
from tests.server.ops.log_contract import run

from carteado.engine.replay import state_hash
from carteado.protocol import messages as wire
from carteado.protocol.log import Commit
from carteado.protocol.packing import packer
from carteado.server.app import SECRET
from carteado.server.lobby.checkpoint import (
    checkpoint_key,
    code_digest,
    pack_checkpoint,
    read_checkpoint,
)
from carteado.server.lobby.checkpoints import EVERY
from carteado.server.lobby.runner import TableRunner
from carteado.server.store.base import Place, Store
from carteado.server.store.memory import MemoryStore
from carteado.server.store.sqlite import SqliteStore

SECRET_VALUE = b"secret" * 6  # the fakes' own
KEY = checkpoint_key(SECRET_VALUE)


class Counting(MemoryStore):
    """A store that notes from where its logs are read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_from: list[int] = []

    async def read(
        self, table: str, after: int = 0, limit: int | None = None, digest: str | None = None
    ) -> AsyncGenerator[Commit, None]:
        self.read_from.append(after)
        async for commit in super().read(table, after, limit, digest):
            yield commit


async def pause(guest: Guest, table: str, times: int) -> None:
    """Make events: two for each time."""
    for _ in range(times):
        await guest.ask(wire.SitOut, table=table)
        await guest.ask(wire.SitIn, table=table)


async def played(store: Store, pauses: int = 4) -> tuple[str, Guest, LobbyServer]:
    """A table with some events, and a player there."""
    server = LobbyServer(store)
    ana = server.guest("Ana")
    rules = {"options": {"format": "cash", "stack": 200}, "settings": {"pause_ms": 60_000}}
    table = (await ana.ask(wire.Open, game="holdem", **rules)).table
    await ana.ask(wire.Join, table=table)
    await pause(ana, table, pauses)
    for player in ("Rui", "Eva"):
        guest = server.guest(player)
        await guest.ask(wire.Join, table=table)
        await guest.ask(wire.Leave, table=table)
    return table, ana, server


def facts(runner: TableRunner) -> Any:
    """All that a start has to bring back of a table."""
    host = runner.host
    audience, clock = host.audience, host.open_decision
    return (
        state_hash(host.table),
        audience.seq,
        audience.memory(),
        host.answers.memory(),
        host.owners,
        [one[:3] for one in host.departures.memory()["left"]],
        host.departures.removing,
        clock and clock.decision,
    )


async def began(store: Store) -> LobbyServer:
    server = LobbyServer(store)
    assert await server.lobby.tables.recover("later") == []
    return server


async def test_a_stop_writes_checkpoints_and_a_start_goes_on_from_them() -> None:
    store = Counting()
    table, ana, server = await played(store)
    before = facts(server.lobby.tables[table])
    await server.lobby.tables.close()
    later = await began(store)
    seq = before[1]
    assert store.read_from == [seq]
    assert facts(later.lobby.tables[table]) == before
    back = later.guest("Ana", token=ana.welcome.token)
    assert (await back.ask(wire.SitIn, again=ana.ids, table=table)).id == ana.ids
    back.ids = ana.ids
    # A returning client receives the missed events, also from before the checkpoint.
    epoch = later.lobby.tables[table].host.audience.recent.epoch_at(seq - 3)
    await back.ask(wire.Watch, table=table, after=wire.Position(epoch=epoch, seq=seq - 3))
    assert back.of(wire.Snapshot) == []
    numbers = [m.first + at for m in back.of(wire.Events) for at in range(len(m.events))]
    assert numbers == [seq - 2, seq - 1, seq]
    await pause(back, table, 1)
    await later.lobby.tables.close()


async def test_names_that_only_an_old_log_knows_are_not_lost_with_a_checkpoint() -> None:
    store = Counting()
    table, ana, server = await played(store, pauses=0)
    tables = server.lobby.tables
    known = dict(tables.players._names)
    tables.players._names.clear()  # as after a start with the log of an older release
    await pause(ana, table, EVERY)
    await tables.keep_house()
    assert await store.checkpoint(table) is None
    tables.players._names.update(known)
    await tables.keep_house()
    assert await store.checkpoint(table) is not None
    await tables.close()


async def test_a_table_that_goes_on_gets_its_next_checkpoint_in_time() -> None:
    store = Counting()
    table, ana, server = await played(store, pauses=0)
    tables = server.lobby.tables
    await tables.keep_house()
    assert await store.checkpoint(table) is None  # too little has happened
    await pause(ana, table, EVERY // 2)
    await tables.keep_house()
    first = await store.checkpoint(table)
    assert first is not None
    await pause(ana, table, 3)
    await tables.keep_house()
    assert await store.checkpoint(table) == first
    before = facts(tables[table])
    # The server is killed here: the start folds what came after the checkpoint.
    await store.release(tables[table].lease)
    later = await began(store)
    (after,) = store.read_from
    assert 0 < after < before[1]
    found = facts(later.lobby.tables[table])
    assert found[0] == before[0]
    assert (found[1], found[2]) == (before[1], before[2])
    assert found[3:] == before[3:]
    await later.lobby.tables.close()


def other_release(body: bytes) -> bytes:
    return resigned(body, release="0.0.1")


def other_code(body: bytes) -> bytes:
    """Of the same version, but of a checkout that has changed since."""
    return resigned(body, release=version("carteado"))


def other_format(body: bytes) -> bytes:
    return resigned(body, format=99)


def other_rules(body: bytes) -> bytes:
    return resigned(body, rules="holdem/0")


def another_table(body: bytes) -> bytes:
    return resigned(body, table="elsewhere")


def another_head(body: bytes) -> bytes:
    return resigned(body, head="ab" * 32)


def beyond_the_log(body: bytes) -> bytes:
    return resigned(body, at=9_999)


def before_its_place(body: bytes) -> bytes:
    return resigned(body, at=msgpack.unpackb(body[32:])["at"] - 1)


def without_a_state(body: bytes) -> bytes:
    return resigned(body, data={})


def flipped(body: bytes) -> bytes:
    return body[:-1] + bytes((body[-1] ^ 1,))


def cut(body: bytes) -> bytes:
    return body[:40]


def empty(body: bytes) -> bytes:
    return b""


def forged(body: bytes) -> bytes:
    """Signed without the server's secret."""
    return resigned(body, key=checkpoint_key(b"a guess"))


def resigned(body: bytes, key: bytes = KEY, **changes: Any) -> bytes:
    content = packer()({**msgpack.unpackb(body[32:]), **changes})
    return hmac.digest(key, content, "sha256") + content


def test_a_checkout_that_changes_under_one_version_is_another_release(tmp_path: Path) -> None:
    (tmp_path / "folds.py").write_text("a = 1")
    first = code_digest([tmp_path])
    assert code_digest([tmp_path]) == first
    (tmp_path / "folds.py").write_text("a = 2")
    second = code_digest([tmp_path])
    (tmp_path / "folds.py").rename(tmp_path / "rules.py")
    assert len({first, second, code_digest([tmp_path])}) == 3


@pytest.mark.parametrize(
    "harm",
    [
        other_release,
        other_code,
        other_format,
        other_rules,
        another_table,
        another_head,
        beyond_the_log,
        before_its_place,
        without_a_state,
        flipped,
        cut,
        empty,
        forged,
    ],
)
async def test_a_checkpoint_that_does_not_fit_is_ignored_and_the_log_folded(harm: Any) -> None:
    store = Counting()
    table, _, server = await played(store)
    before = facts(server.lobby.tables[table])
    await server.lobby.tables.close()
    body = await store.checkpoint(table)
    assert body is not None
    await store.put_checkpoints({table: harm(body)})
    with capture_logs() as logs:
        later = await began(store)
    assert store.read_from == [0]
    assert [entry["table"] for entry in logs if entry["event"] == "checkpoint ignored"] == [table]
    assert facts(later.lobby.tables[table]) == before
    await later.lobby.tables.close()
    assert await store.checkpoint(table) != harm(body)


async def test_log_verify_compares_the_checkpoint_with_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.db"

    def verified(status: int) -> Any:
        found = run("verify", "--store", f"sqlite:{path}", "--json")
        (row,) = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert found == status, row
        return row

    async with await SqliteStore.open(path) as store:
        await store.project(SECRET, Place(at=1), {"secret": SECRET_VALUE})
        table, _, server = await played(store)
        seq = server.lobby.tables[table].host.audience.seq
        await server.lobby.tables.close()
        body = await store.checkpoint(table)
        assert body is not None
        found = read_checkpoint(body, table, KEY)
        assert not isinstance(found, str)
        # A forger with the secret: only the opener of the table differs.
        fold = found.fold
        fold.owners.opener = "somebody else"
        lie = pack_checkpoint(fold, found.head, KEY)
        assert lie is not None
    assert verified(0)["checkpoint"] == f"the same at event {seq}"
    async with await SqliteStore.open(path) as store:
        await store.put_checkpoints({table: lie})
    assert f"at event {seq} it differs from the log: opener" in verified(6)["message"]
    async with await SqliteStore.open(path) as store:
        await store.put_checkpoints({table: flipped(body)})
    assert verified(0)["checkpoint"] == "ignored: it is damaged, or another server wrote it"
    async with await SqliteStore.open(path) as store:
        await store.put_checkpoints({table: another_head(body)})
    assert "no commit of the log ends with event" in verified(6)["message"]
