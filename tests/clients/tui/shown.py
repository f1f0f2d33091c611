"""The pictures of docs/terminal, each a copy of a snapshot.

`python -m tests.clients.tui.shown` copies them again, after `pytest --snapshot-update`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

__all__ = ["copy", "pairs"]

ROOT = Path(__file__).parents[3]

_FROM = {
    "all-in-80x24": "test_screens/test_screen[all-in-80x24]",
    "buraco-160x50": "test_buraco_screens/test_turn[160x50]",
    "buraco-80x24": "test_buraco_screens/test_turn[80x24]",
    "buraco-coach": "test_buraco_screens/test_coach[80x24]",
    "contrast": "test_screens/test_look[contrast]",
    "ended-80x24": "test_screens/test_screen[ended-80x24]",
    "form": "test_screens/test_form",
    "ledger": "test_figures_page/test_curves",
    "lobby-80x24": "test_screens/test_lobby_with_servers",
    "no-colour": "test_screens/test_no_colour",
    "owner": "test_screens/test_owner[80x24]",
    "poker-face-80x24": "test_screens/test_poker_face[80x24]",
    "quick-80x24": "test_screens/test_screen[quick-80x24]",
    "replay-160x50": "test_film_screens/test_poker[160x50]",
    "replay-80x24": "test_film_screens/test_poker[80x24]",
    "replay-buraco-160x50": "test_film_screens/test_buraco[160x50]",
    "replay-buraco": "test_film_screens/test_buraco[80x24]",
    "start-80x24": "test_screens/test_screen[start-80x24]",
    "statistics": "test_figures_page/test_statistics[80x24]",
    "ten-80x24": "test_screens/test_screen[ten-80x24]",
    "turn-160x50": "test_screens/test_screen[turn-160x50]",
    "turn-80x24": "test_screens/test_screen[turn-80x24]",
    "turn-de-80x24": "test_screens/test_look[de]",
}


def pairs() -> list[tuple[Path, Path]]:
    """Every snapshot that the documentation shows, and its copy there."""
    snapshots, shown = Path(__file__).parent / "__snapshots__", ROOT / "docs/terminal"
    return [(snapshots / f"{one}.svg", shown / f"{name}.svg") for name, one in _FROM.items()]


def copy() -> None:
    """Copy the snapshots into the documentation."""
    for snapshot, shown in pairs():
        shutil.copyfile(snapshot, shown)


if __name__ == "__main__":
    copy()
