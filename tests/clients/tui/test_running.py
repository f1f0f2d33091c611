"""How the full screen ends with its process."""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.clocks import PATIENCE_S

from carteado.clients.tui import running

STUCK = """
import os, signal, threading
from carteado.clients.tui import running

class Stuck:
    bug = None
    def run(self):
        os.kill(os.getpid(), signal.SIGHUP)
        threading.Event().wait()
    def end(self):
        return True

running.HANGUP_S = 0.01
running.run(Stuck())
"""


def test_a_closed_terminal_ends_a_screen_that_waits_for_it() -> None:
    assert running.HANGUP_S < PATIENCE_S
    ended = subprocess.run([sys.executable, "-c", STUCK], timeout=PATIENCE_S, check=False)
    assert ended.returncode == 128 + signal.SIGHUP
