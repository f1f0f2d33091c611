"""What the package exports and imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

import carteado.odds.buraco as odds


def test_every_name_is_there():
    for name in odds.__all__:
        assert getattr(odds, name) is not None
    assert dir(odds) == sorted(odds.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        odds.nothing  # noqa: B018


def test_numpy_and_the_tables_of_poker_are_not_loaded_with_it():
    code = (
        "import sys, carteado.odds.buraco as o; print('numpy' in sys.modules);"
        "o.locations_of; print('numpy' in sys.modules);"
        "o.chain_values; print('carteado.odds.tables' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout.split() == ["False", "False", "False"]
