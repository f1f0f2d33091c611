"""Texts in cells: names in any script, and what a hostile one must not do to a row."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from carteado.clients.tui.cells import writable
from carteado.clients.tui.grid import Grid
from carteado.scene.ui import Ui
from carteado.scene.words import words_of


def written(text: str, width: int = 12) -> str:
    grid = Grid((width + 1, 1), words_of("en"), Ui())
    grid.text(0, 0, text, width=width)
    # A name next to it shows whether the row has kept its cells.
    grid.text(width, 0, "|")
    (row,) = grid.page().text.splitlines()
    assert cell_len(row) == width + 1
    return row.removesuffix("|").rstrip()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jose\u0301", "Jos\u00e9"),  # as some keyboards write an accent
        ("\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"),  # Thai: a letter, its vowel and its tone
        ("\u0928\u0940\u0924\u0941", "\u0928\u0940\u0924\u0941"),
        ("\u7530\u4e2d\u0301", "\u7530\u4e2d\u0301"),
        ("Bia\x1b[2J", "Bia[2J"),
        ("\u0301Caio", "Caio"),  # nothing in front that it could stand on
        ("\u2764\ufe0f", "\u2764"),
        ("e" + 40 * "\u0323", "\u1eb9\u0323\u0323"),
        ("abcdefghijklmn\u0323", "abcdefghijk\u2026"),
    ],
)
def test_a_name_of_any_script_keeps_its_accents_and_its_row_its_cells(
    name: str, shown: str
) -> None:
    assert written(name) == shown


def test_signs_that_are_joined_stand_alone() -> None:
    family = "\U0001f468\u200d\U0001f469"
    assert writable(family) == "\U0001f468\U0001f469"
    assert cell_len(written(family)) == 4
