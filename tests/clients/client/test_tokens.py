"""Session tokens kept between runs."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from carteado.client.tokens import KeptToken, state_folder

TOKEN = "a" * 43
URL = "ws://host:8765"


def test_a_token_is_there_again_in_the_next_run(tmp_path: Path) -> None:
    with KeptToken(URL, "ana", folder=tmp_path) as first:
        assert first.read() is None
        first.keep("b" * 60)
        first.keep(TOKEN)
    with KeptToken(URL, "ana", folder=tmp_path) as second:
        assert second.read() == TOKEN


def test_each_server_and_name_has_its_own(tmp_path: Path) -> None:
    with KeptToken(URL, "ana", folder=tmp_path) as kept:
        kept.keep(TOKEN)
    with KeptToken(URL, "bob", folder=tmp_path) as other:
        assert other.read() is None
    with KeptToken("ws://other:8765", "ana", folder=tmp_path) as other:
        assert other.read() is None


def test_a_token_of_this_machine_is_found_by_both_of_its_names(tmp_path: Path) -> None:
    with KeptToken("ws://localhost:8765", "ana", folder=tmp_path) as kept:
        kept.keep(TOKEN)
    with KeptToken("ws://127.0.0.1:8765", "ana", folder=tmp_path) as other:
        assert other.read() == TOKEN


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    with KeptToken(URL, "ana", folder=folder) as kept:
        kept.keep(TOKEN)
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_client_of_the_same_name_gets_no_token(tmp_path: Path) -> None:
    with KeptToken(URL, "ana", folder=tmp_path) as first:
        first.keep(TOKEN)
        with KeptToken(URL, "ana", folder=tmp_path) as second:
            assert not second.kept
            assert second.read() is None
            second.keep("c" * 43)
        assert first.read() == TOKEN


def test_on_windows_too_a_second_client_of_the_same_name_gets_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locking(file: int, mode: int, length: int) -> None:
        """As on Windows: of one byte, at the file's position, refused as a lack of permission."""
        place = os.lseek(file, 0, os.SEEK_CUR)
        assert (mode, length) == (2, 1)
        assert place > 4096  # a locked byte can be neither read nor written by others
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    windows = SimpleNamespace(LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr("sys.platform", "win32")
    with KeptToken(URL, "ana", folder=tmp_path) as first:
        first.keep(TOKEN)
        with KeptToken(URL, "ana", folder=tmp_path) as second:
            assert (second.kept, second.in_use) == (False, True)
        assert first.read() == TOKEN
    with KeptToken(URL, "ana", folder=tmp_path) as third:
        assert third.read() == TOKEN


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"token": 5}',
        b'{"token": "short", "url": "", "name": ""}',
        b"\xff",
        b"[" * 4096,
    ],
)
def test_a_damaged_file_counts_as_missing(tmp_path: Path, content: bytes) -> None:
    with KeptToken(URL, "ana", folder=tmp_path) as kept:
        kept.keep(TOKEN)
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    with KeptToken(URL, "ana", folder=tmp_path) as again:
        assert again.read() is None


def test_a_folder_that_cannot_exist_keeps_no_token(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with KeptToken(URL, "ana", folder=tmp_path / "file" / "sessions") as kept:
        assert kept.keep(TOKEN) == "Not a directory"
        assert kept.keep(TOKEN) == ""  # a reconnection says nothing new
        assert kept.read() is None


def test_a_full_disk_is_reported_and_costs_no_token_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with KeptToken(URL, "ana", folder=tmp_path) as kept:
        assert kept.keep(TOKEN) == ""
    with KeptToken(URL, "ana", folder=tmp_path) as kept:
        monkeypatch.setattr(os, "write", full)
        token = kept.read()
        assert token == TOKEN
        assert kept.keep(token) == ""  # it is in the file already
        assert kept.keep("b" * 43) == "No space left on device"


def test_the_state_folder_follows_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "carteado"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ana")
    assert state_folder() == Path("/home/ana/.local/state/carteado")
