"""Helper of the tests of `carteado odds buraco`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from carteado.clients.cli.main import run


def odds_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The JSON output of `carteado odds buraco` with these arguments."""
    assert run(["odds", "buraco", *words, "--json"]) == 0
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output
