"""Clients in the tests keep their files in a folder of their own."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S

from carteado.client import client

_NUMBERS = itertools.count()

client.WELCOME_S = PATIENCE_S  # a busy machine greets late


@pytest.fixture(autouse=True)
def state_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """It is made when a client first writes there: few tests do."""
    folder = tmp_path_factory.getbasetemp() / f"state-home-{next(_NUMBERS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder
