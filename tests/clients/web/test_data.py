"""The page's generated files, and how much a guest downloads."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from carteado.clients.web.make_data import PAGE, data_files

MOST = 80 * 1024
"""Bytes that a browser loads, packed with gzip, for a table of one game in one language."""

INDEX = PAGE / "index.html"


@pytest.mark.parametrize("name", sorted(data_files()))
def test_a_generated_file_is_current(name: str) -> None:
    found = (PAGE / "data" / name).read_text(encoding="utf-8")
    assert found == data_files()[name], "run python -m carteado.clients.web.make_data"


def test_nothing_else_lies_among_the_generated_files() -> None:
    assert {path.name for path in (PAGE / "data").iterdir()} == set(data_files())


def loaded(start: Path) -> set[Path]:
    """A module and all that it imports before it runs."""
    found, ahead = set(), [start.resolve()]
    while ahead:
        module = ahead.pop()
        if module not in found:
            found.add(module)
            names = re.findall(r'^import .*?"(\..*?)";', module.read_text("utf-8"), re.MULTILINE)
            ahead += [(module.parent / name).resolve() for name in names]
    return found


@pytest.mark.parametrize("game", sorted(path.parent.name for path in PAGE.glob("games/*/index.js")))
def test_what_a_browser_loads_for_a_table_is_small(game: str) -> None:
    styles = {PAGE / name for name in re.findall(r"\{\{base\}\}(\S+?)\"", INDEX.read_text("utf-8"))}
    assert len(styles) > 4
    languages = PAGE.glob("data/words-*.js")
    files = loaded(PAGE / "main.js") | loaded(PAGE / "games" / game / "index.js")
    files |= {path.resolve() for path in styles} | {INDEX.resolve()}
    total = sum(len(gzip.compress(path.read_bytes())) for path in files)
    words = max(len(gzip.compress(path.read_bytes())) for path in languages)
    assert total + words <= MOST


def test_the_page_names_nothing_of_other_hosts() -> None:
    for path in PAGE.rglob("*"):
        if path.is_file():
            hosts = re.findall(r"https?://[^ \"]+", path.read_text(encoding="utf-8"))
            assert set(hosts) <= {"http://www.w3.org/2000/svg"}, path
