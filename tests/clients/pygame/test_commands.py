"""``carteado gui`` where it cannot open a window, and with words that make no sense."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clocks import PATIENCE_S


def gui(*words: str) -> tuple[int, str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-m", "carteado.clients.cli.main", "gui", *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stderr


def test_a_missing_display_is_reported_with_the_next_step() -> None:
    status, said = gui("127.0.0.1:9")
    assert status == 3
    assert "no window can be opened" in said
    assert "carteado play" in said
    assert "Traceback" not in said


BUGS = {
    "this thread": "App.tick = bug",
    "another thread": "App.tick = lambda *words: threading.Thread(target=bug).start()",
}


@pytest.mark.parametrize("where", BUGS)
def test_a_bug_closes_the_window_with_a_sentence_and_a_report(where: str, tmp_path: Path) -> None:
    script = tmp_path / "bug.py"
    script.write_text(
        "import threading\n"
        "from carteado.scene.control.app import App\n"
        "from carteado.clients.cli.main import main\n"
        "def bug(*words):\n"
        "    raise KeyError('Ah' + ' Kd')\n"
        f"{BUGS[where]}\n"
        "main()\n"
    )
    state = {"XDG_STATE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "LANG": "de_DE.UTF-8"}
    done = subprocess.run(
        [sys.executable, str(script), "gui", "--lang", "de"],
        env={**os.environ, **state, "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 70
    assert "Ein Programmfehler hat das Fenster geschlossen." in done.stderr
    assert "Traceback" not in done.stderr
    report = (tmp_path / "carteado" / "bug-report.txt").read_text()
    assert "KeyError" in report
    assert "Ah Kd" not in report


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("--size", "1x1"), 2, "1x1 is not a size"),
        (("--replay", "none.log"), 6, "none.log cannot be read"),
        *(
            pytest.param(*case, marks=pytest.mark.exhaustive)
            for case in (
                (("--size", "big"), 2, "'big' is not a size"),
                (("--lang", "xx"), 2, "'xx' is not a language"),
                (("--name", " "), 2, "cannot be a name"),
                (("--replay", "none.log", "--eyes", "Ana"), 6, "is not a view"),
            )
        ),
    ],
)
def test_invalid_words_get_a_sentence(words: tuple[str, ...], status: int, sentence: str) -> None:
    found, said = gui(*words)
    assert (found, sentence in said) == (status, True), said
    assert said.count("\n") == 1
