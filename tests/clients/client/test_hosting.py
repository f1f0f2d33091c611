"""A server that a window starts on its own computer."""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S

from carteado.client.host_record import HostRecord
from carteado.client.hosting import HostProcess, left_server
from carteado.scene.words import words_of
from carteado.server.store.filelock import FileLock


def test_a_server_whose_port_is_taken_serves_on_a_free_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setenv("CARTEADO_PORT", str(taken))
        words = ("--host", "127.0.0.1", "--store", "memory:")
        host = HostProcess(changed.set, (*words, "--no-tables", "--no-announce"))
        try:
            assert changed.wait(PATIENCE_S)
            assert host.problem == ""
            assert host.running
            port = int(host.url.rpartition(":")[2])
            assert port != taken
            socket.create_connection(("127.0.0.1", port), PATIENCE_S).close()
        finally:
            host.stop()
    assert not host.running


# Windows has no locks that a process inherits; the other way works on every system.
@pytest.mark.parametrize("inherits", [sys.platform != "win32", False])
def test_a_server_that_was_left_running_is_found_and_stopped_by_a_later_client(
    tmp_path: Path, inherits: bool
) -> None:
    path, changed = tmp_path / "hosted.json", threading.Event()
    record = HostRecord(path, inherits=inherits)
    assert left_server(record) is None
    words = ("--host", "127.0.0.1", "--port", "0", "--store", "memory:", "--no-tables")
    host = HostProcess(changed.set, (*words, "--no-announce"), record)
    process = host._process
    try:
        assert changed.wait(PATIENCE_S)
        url = host.url
        host.leave()
        found = left_server(record)
        assert found is not None
        assert (found.url, found.running) == (url, True)
        # Another one beside it cannot take its place.
        with record.claimed() as lock:
            assert lock == ()
        found.stop()
        assert not found.running
        assert left_server(record) is None
        assert path.read_text().strip() == ""
    finally:
        assert process is not None
        process.kill()
        process.wait()


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    changed = threading.Event()
    record = HostRecord(tmp_path / "hosted.json")
    host = HostProcess(changed.set, ("--host", "no such host", "--store", "memory:"), record)
    try:
        assert changed.wait(PATIENCE_S)
        assert host.url == ""
        # It is read beside a button, where the command's name would only puzzle.
        assert str(host.problem).startswith("cannot listen on no such host")
    finally:
        host.stop()


def test_a_data_file_in_use_is_reported_without_terminal_words(
    tmp_path: Path,
) -> None:
    changed, data = threading.Event(), tmp_path / "carteado.db"
    lock = FileLock(data)
    host = HostProcess(
        changed.set,
        ("--port", "0", "--store", f"sqlite:///{data}"),
        HostRecord(tmp_path / "hosted.json"),
    )
    try:
        assert changed.wait(PATIENCE_S)
        assert "has these tables open. Join it from the list of servers" in str(host.problem)
        # A sentence of the client, which the catalogues have in each language.
        assert words_of("de").said(host.problem) != str(host.problem)
    finally:
        host.stop()
        lock.close()


@pytest.mark.parametrize("inherits", [sys.platform != "win32", False])
def test_a_record_whose_server_has_ended_names_nobody(tmp_path: Path, inherits: bool) -> None:
    path = tmp_path / "hosted.json"
    path.write_text('{"pid": 4242, "url": "ws://127.0.0.1:1"}')
    record = HostRecord(path, inherits=inherits)
    assert record.read() == (0, "")
    assert left_server(record) is None
    assert path.read_text() == ""


def test_a_spoiled_record_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hosted.json"
    path.write_text("[" * 100_000)
    monkeypatch.setattr(HostRecord, "held", True)
    assert HostRecord(path).read() == (0, "")
