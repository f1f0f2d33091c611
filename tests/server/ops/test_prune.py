"""`carteado log prune`: deleting old finished tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.ops.stored import DONE, OPEN, Capture, archive_files, run

from carteado.server.ops import logtool
from carteado.server.ops.stored_logs import LogToolError, tables_of


def test_prune_deletes_old_finished_tables_and_nothing_else(
    url: str, tmp_path: Path, capsys: Capture
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    assert run("prune", "--older-than", "20000d", "--yes", "--store", url) == 0
    assert "nothing to delete" in capsys.readouterr().out
    assert run("prune", "--older-than", "1d", "--yes", "--store", url) == 0
    assert capsys.readouterr().out == "1 table deleted\n"
    assert tables_of(url) == (OPEN,)
    assert archive_files(tmp_path) == []
    assert run("verify", "--store", url) == 0


def test_a_table_that_is_deleted_while_it_is_verified_is_not_called_damaged(
    url: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("archive", DONE, "--store", url) == 0
    read = logtool.stored_checkpoint

    def pruned_meanwhile(where: str, table: str) -> Any:
        found = read(where, table)
        if table == DONE and DONE in tables_of(url):
            assert run("prune", "--older-than", "1d", "--yes", "--store", url) == 0
        return found

    monkeypatch.setattr(logtool, "stored_checkpoint", pruned_meanwhile)
    capsys.readouterr()
    assert run("verify", "--store", url) == 0
    gone, kept = capsys.readouterr().out.removeprefix("1 table deleted\n").splitlines()
    assert gone == f"gone  {DONE}: the table was deleted while the logs were read"
    assert kept.startswith(f"ok    {OPEN}: ")


def test_a_log_that_changes_while_it_is_read_is_read_again(
    data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, failed = logtool.segment_of, set[str]()

    def changed_meanwhile(store: str | None, table: str) -> bytes:
        if table not in failed:
            failed.add(table)
            raise LogToolError(f"events 1 to 4 of table {table} were archived")
        return read(store, table)

    monkeypatch.setattr(logtool, "segment_of", changed_meanwhile)
    assert run("verify", "--store", f"sqlite:{data}") == 0
    assert len(failed) == capsys.readouterr().out.count("ok    ") == 2


def test_prune_asks_and_needs_an_age(
    data: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:{data}"
    assert run("prune", "--yes", "--store", url) == 2
    assert "--older-than" in capsys.readouterr().err
    assert run("prune", "--older-than", "1d", "--store", url) == 2
    err = capsys.readouterr().err
    assert "1 table would be deleted for ever; --yes deletes without asking" in err
    assert f"{DONE}: " in err
    for answer, status in (("n\n", 1), ("\n", 1), ("y\n", 0)):
        monkeypatch.setattr("sys.stdin", _Terminal(answer))
        assert tables_of(url) == (DONE, OPEN)
        assert run("prune", "--older-than", "1d", "--store", url) == status
        assert "Delete 1 table for ever? [y/N]" in capsys.readouterr().err
    assert tables_of(url) == (OPEN,)


class _Terminal:
    def __init__(self, answer: str) -> None:
        self._answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self._answer
