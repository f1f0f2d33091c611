"""The shipped tables are those that the rules give."""

from __future__ import annotations

import runpy
from importlib import resources
from pathlib import Path

import pytest

from carteado.engine.package_data import package_data
from carteado.engine.poker import make_tables
from carteado.engine.poker.make_tables import packed_tables


def test_the_shipped_tables_are_current() -> None:
    assert package_data("carteado.engine.poker", "ranking_tables.zlib") == packed_tables()


def test_the_command_writes_the_tables_beside_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    runpy.run_path(str(make_tables.__file__), run_name="__main__")
    assert (tmp_path / "ranking_tables.zlib").read_bytes() == packed_tables()
