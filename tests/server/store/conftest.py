"""Fixtures of the store tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test keeps its SQLite file."""
    return tmp_path / "c.db"
