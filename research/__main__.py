"""``python -m research``: play the experiments again and write their results."""

from __future__ import annotations

from carteado.client.commandline import run_app
from research.command import papers

if __name__ == "__main__":  # processes that play beside this one import this module
    raise SystemExit(run_app(papers))
