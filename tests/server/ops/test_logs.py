"""The server's log and its figures: what happened, and never a card, a token or a key."""

from __future__ import annotations

import errno
import io
import json
import re
from collections.abc import Iterator

import pytest
import structlog
from tests.clocks import until
from tests.server.fakes import LobbyServer

from carteado.engine.cards import PACK
from carteado.engine.deal import nonce_commitment
from carteado.protocol import messages as wire
from carteado.server.ops import logs
from carteado.server.ops.metrics import exposition
from carteado.server.store.memory import MemoryStore


@pytest.fixture(autouse=True)
def _the_log_as_it_was() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.fixture
def written() -> io.StringIO:
    """What is logged, from debug on, as JSON lines."""
    out = io.StringIO()
    logs.configure("json", "debug", out)
    return out


def lines(written: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


async def test_a_hand_leaves_no_secret_in_the_log_or_the_figures(written, monkeypatch):
    server = LobbyServer(MemoryStore())
    guests = [server.guest("Ana"), server.guest("Rui")]
    settings = {"pause_ms": 0, "nonce_ms": 5000}
    table = (await guests[0].ask(wire.Open, game="holdem", settings=settings)).table
    nonces = ["ab" * 16, "cd" * 16]
    for guest, nonce in zip(guests, nonces, strict=True):
        await guest.ask(wire.Join, table=table, commitment=nonce_commitment(nonce))
    host = server.lobby.tables[table].host
    for guest, nonce in zip(guests, nonces, strict=True):
        message = wire.Nonce(table=table, deal=1, nonce=nonce, next=None)
        server.lobby.receive(guest.session, message)
    await until(lambda: host.open_decision is not None)
    await guests[0].ask(wire.Chat, table=table, text="a word in private")
    while host.table.committed.deal == 2 and host.table.state.in_hand:
        seat = host.table.game.turn(host.table.state)
        kind = "check" if host.table.game.legal(host.table.state, seat).check else "call"
        await guests[seat].ask(
            wire.Act, table=table, decision=host.open_decision.decision, action={"type": kind}
        )
    await guests[0].ask(wire.Act, table=table, decision=1, action={"type": "fold"})

    def broken(*_: object) -> None:
        raise KeyError(host.table.state.deck)

    with monkeypatch.context() as patch:
        patch.setattr(host, "receive", broken)
        await guests[0].ask(wire.SitOut, table=table)
    seed = host.table.committed.seed
    keys = list(host.table.keys)
    await server.lobby.tables.close()

    text = written.getvalue()
    metrics = exposition(server.metrics, healthy=True).decode()
    assert '"table opened"' in text
    assert '"command failed"' in text
    secrets = [seed, *nonces, *keys, "a word in private", "Ana"]
    secrets += [guest.welcome.token for guest in guests]
    secrets += [server.launcher.token(table, seat) for seat in range(2)]
    for secret in secrets:
        assert secret not in text
        assert secret not in metrics
    text_without_ids = re.sub(r"[0-9a-z]{8,}|[\w./-]+\.py:\d+", "", text)
    words = set(re.findall(r"\w+", text_without_ids))
    assert not words & set(PACK)
    assert not set(re.findall(r"\b\w\w\b", metrics)) & set(PACK)


def test_fields_that_are_not_on_the_list_are_left_out_and_named(written):
    logs.log.info("dealt", table="t1", hand=["As", "Kd"], token="secret")
    (line,) = lines(written)
    assert line["table"] == "t1"
    assert line["reason"] == "fields left out: hand, token"
    assert "As" not in written.getvalue()
    assert "secret" not in written.getvalue()


def test_a_fault_is_logged_with_its_kind_and_place_but_not_its_text():
    try:
        raise ValueError("As Kd")
    except ValueError as error:
        result = logs.fault(error)
    assert re.fullmatch(r"ValueError at .*test_logs\.py:\d+", result)
    assert logs.fault(ValueError("As")) == "ValueError"


@pytest.mark.parametrize(
    ("level", "count"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)]
)
def test_the_level_is_the_least_that_is_written(level, count):
    out = io.StringIO()
    logs.configure("json", level, out)
    for name in ("debug", "info", "warning", "error"):
        getattr(logs.log, name)("something")
    assert len(out.getvalue().splitlines()) == count


def test_text_is_for_people_and_json_for_machines():
    out = io.StringIO()
    logs.configure("text", "info", out)
    logs.log.info("table opened", table="t1")
    assert "table=t1" in out.getvalue()
    out = io.StringIO()
    logs.configure("auto", "info", out)
    logs.log.info("table opened", table="t1")
    line = json.loads(out.getvalue())
    assert (line["event"], line["level"], line["table"]) == ("table opened", "info", "t1")
    assert line["timestamp"].endswith("Z")


def test_a_log_line_that_cannot_be_written_stops_nothing():
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "the terminal is gone")

    logs.configure("text", "info", Closed())
    logs.log.info("serving", port=8765)
