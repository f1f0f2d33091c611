"""The strings that the rich clients translate, as Babel and the syntax tree find them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
        for path in (ROOT / folder).rglob("*.py"):
            found.update(_calls(path))  # Babel does not look into f-strings
    return found | sentences()


def _calls(path: Path) -> Iterator[str | tuple[str, str]]:
    """The strings that a module gives to a keyword, wherever the call stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        given = [text for text in texts if isinstance(text, str)]
        if name == "several" and len(given) >= 2:
            yield given[0], given[1]
        elif name in ("words", "N_") and given:
            yield given[0]
