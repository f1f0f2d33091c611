"""A screen of its own for real windows: Xvfb, and xdotool as the player's hands."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from tests.clocks import PATIENCE_S

HINT = "the window's tests need Xvfb and xdotool: sudo apt-get install xvfb xdotool"


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a display that nothing else uses."""
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.fail(HINT, pytrace=False)
    read, write = os.pipe()
    # Without -noreset it restarts when its last client disconnects, and refuses clients meanwhile.
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "1280x800x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=(write,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(PATIENCE_S)
