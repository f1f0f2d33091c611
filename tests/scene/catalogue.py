"""The strings that the rich clients translate, as the syntax tree has them.

``python -m tests.scene.catalogue`` brings the catalogues up to date: it adds strings that are
missing, untranslated, takes out those that nobody uses, and compiles.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from carteado.clients.web.make_data import sentences
from carteado.engine.registry import games
from carteado.engine.tables.explanation import action_meaning, glossary
from carteado.engine.tables.names import named
from carteado.protocol.verbs import COMMANDS

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "clients/scene/carteado/scene/locale"
FOLDERS = ("clients/scene/carteado", "clients/pygame/carteado", "clients/tui/carteado")
RULES = ("engine/carteado/engine", "protocol/carteado/protocol", "clients/client/carteado/client")
"""Where rules, and what is wrong with a typed line, are arguments of `said` and `several`."""


@functools.cache
def wanted() -> frozenset[str | tuple[str, str]]:
    """Every string that is translated, plural ones as pairs."""
    return explained().union(sentences(), *map(calls_in, FOLDERS))


@functools.cache
def explained() -> frozenset[str | tuple[str, str]]:
    """Names, sentences of rules, game words and typed commands with their meanings."""
    found: set[str | tuple[str, str]] = set(named())
    for verb in COMMANDS:
        found |= {verb.whose.value, verb.help}
    for word, meaning in glossary().items():
        found |= {word, meaning}
    found |= {action_meaning(action) for game in games().values() for action in game.actions}
    return frozenset(found.union(*(calls_in(folder, title=True) for folder in RULES)))


@functools.cache
def calls_in(folder: str, *, title: bool = False) -> frozenset[str | tuple[str, str]]:
    """The strings that the modules of a folder give to a keyword; see `calls`."""
    paths = (ROOT / folder).rglob("*.py")
    return frozenset(text for path in paths for text in calls(path, title=title))


def calls(path: Path, *, title: bool = False) -> Iterator[str | tuple[str, str]]:
    """The strings that a module gives to a keyword, wherever the call stands.

    Args:
        path: of the module.
        title: whether titles of paragraphs count.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        given = [text for text in texts if isinstance(text, str)]
        if name == "several" and len(given) >= 2:
            yield given[0], given[1]
        elif name in ("words", "N_", "said") and given:
            yield given[0]
        elif title and name == "Paragraph":
            yield from (
                one.value.value
                for one in node.keywords
                if one.arg == "title" and isinstance(one.value, ast.Constant)
            )


def _key(found: str | list[str] | tuple[str, ...]) -> str | tuple[str, ...]:
    return found if isinstance(found, str) else tuple(found)


def update() -> None:
    """Write the catalogues with just the strings that are wanted, and say what is missing."""
    want = wanted()
    for path in sorted(LOCALE.rglob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parts[-3])
        for text in sorted(want - {_key(one.id) for one in catalogue}, key=str):
            catalogue.add(text)
        for message in [one for one in catalogue if one.id and _key(one.id) not in want]:
            catalogue.delete(message.id)
        with path.open("wb") as file:
            write_po(file, catalogue, sort_output=False, width=100)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        for message in catalogue:
            # A string that was just added has None.
            found = message.string or ""
            if message.id and not all([found] if isinstance(found, str) else found):
                print(f"{path.parts[-3]}: {message.id!r} has no translation")


if __name__ == "__main__":
    update()
