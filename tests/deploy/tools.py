"""Programs that read the files of deploy/; where one is missing, its tests fail with a hint."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["DEPLOY", "needed", "passes"]

DEPLOY = Path(__file__).parents[2] / "deploy"

PACKAGES = {
    "caddy": "caddy",
    "docker-compose": "docker-compose",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
}
"""The Debian package of each program; `make test-all`, which runs these tests, installs them."""


def needed(program: str) -> str:
    """The path of a program that a test runs."""
    found = shutil.which(program)
    if found is None:
        pytest.fail(f"{program} is missing: sudo apt-get install {PACKAGES[program]}")
    return found


def passes(*words: str, typed: str = "", **environment: str) -> str:
    """Run a program that has to end well; what it said."""
    done = subprocess.run(
        words,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said
