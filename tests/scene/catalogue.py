"""The strings that the rich clients translate, as Babel finds them in their code."""

from __future__ import annotations

from pathlib import Path

from babel.messages.extract import extract_from_dir

from carteado.clients.web.make_data import sentences

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "clients/scene/carteado/scene/locale"
FOLDERS = ("clients/scene/carteado", "clients/pygame/carteado", "clients/tui/carteado")
KEYWORDS = {"words": None, "N_": None, "several": (1, 2)}


def wanted() -> set[str | tuple[str, str]]:
    """Every string that is translated, plural ones as pairs."""
    found: set[str | tuple[str, str]] = set()
    for folder in FOLDERS:
        for _, _, message, _, _ in extract_from_dir(
            str(ROOT / folder), [("**.py", "python")], keywords=KEYWORDS
        ):
            if message:
                found.add(tuple(message) if isinstance(message, list | tuple) else message)
    return found | sentences()
