"""The page's generated files, and how much a guest downloads."""

from __future__ import annotations

import gzip

import pytest

from carteado.clients.web.make_data import PAGE, data_files

MOST = 80 * 1024
"""Bytes of the whole page, packed with gzip, in all languages."""


@pytest.mark.parametrize("name", sorted(data_files()))
def test_a_generated_file_is_current(name: str) -> None:
    found = (PAGE / "data" / name).read_text(encoding="utf-8")
    assert found == data_files()[name], "run python -m carteado.clients.web.make_data"


def test_nothing_else_lies_among_the_generated_files() -> None:
    assert {path.name for path in (PAGE / "data").iterdir()} == set(data_files())


def test_the_page_is_small() -> None:
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= MOST


def test_the_page_names_nothing_of_other_hosts() -> None:
    for path in PAGE.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
