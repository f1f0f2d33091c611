"""The page's generated files, and how much a guest downloads."""

from __future__ import annotations

import gzip
import re

import pytest

from carteado.clients.web.make_data import PAGE, data_files, sentences, short
from carteado.server.net.page_files import served_files

MOST = 80 * 1024
"""Bytes of everything that a server sends for the page, each file packed with gzip: all games, in
all languages."""


@pytest.mark.parametrize("name", sorted(data_files()))
def test_a_generated_file_is_current(name: str) -> None:
    found = (PAGE / "data" / name).read_text(encoding="utf-8")
    assert found == data_files()[name], "run python -m carteado.clients.web.make_data"


def test_nothing_else_lies_among_the_generated_files() -> None:
    assert {path.name for path in (PAGE / "data").iterdir()} == set(data_files())


def test_all_games_in_all_languages_are_small() -> None:
    sizes = {name: len(gzip.compress(body)) for name, body in served_files().items()}
    assert {"index.html", "main.js", "main.css", "data/words-de.js"} <= set(sizes)
    assert sum(sizes.values()) <= MOST, sizes


def test_sentences_have_short_names_of_their_own() -> None:
    names = {short(one if isinstance(one, str) else "\0".join(one)) for one in sentences()}
    assert len(names) == len(sentences()) > 200
    assert max(map(len, names)) <= 5


def test_the_page_names_nothing_of_other_hosts() -> None:
    for path in PAGE.rglob("*"):
        if path.is_file():
            hosts = re.findall(r"https?://[^ \"]+", path.read_text(encoding="utf-8"))
            assert set(hosts) <= {"http://www.w3.org/2000/svg"}, path
