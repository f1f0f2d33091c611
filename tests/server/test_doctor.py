"""What ``carteado doctor`` finds."""

from __future__ import annotations

import importlib.util

import pytest

from carteado.server.config import Settings
from carteado.server.doctor import checkup

MISSING = "not installed; carteado[speed] makes the server faster"


@pytest.mark.parametrize(("found", "says"), [(None, MISSING), (object(), "installed")])
async def test_packages_that_make_the_server_faster_are_named_and_not_needed(
    monkeypatch: pytest.MonkeyPatch, found: object, says: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found)
    findings = await checkup(Settings(host="127.0.0.1", port=0, store="memory:"))
    told = {what: sentence for ok, what, sentence in findings if ok}
    assert {"python", "uvloop", "ormsgpack", "port", "store"} == set(told)
    assert told["uvloop"] == told["ormsgpack"] == says
