"""Clients in the tests keep their files in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state-home"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder
