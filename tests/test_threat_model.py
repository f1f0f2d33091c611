"""Every line of the threat model names tests, and they exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROWS = [
    cells
    for line in (ROOT / "docs/threat-model.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| Threat |")
    for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
]


@cache
def names_in(path: str) -> frozenset[str]:
    """Names of the tests in a file, also as Class::test."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        inside = node.body if isinstance(node, ast.ClassDef | ast.Module) else []
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        names = [one.name for one in inside if isinstance(one, _FUNCTIONS)]
        found |= {prefix + name for name in names if name.startswith("test_")}
        found |= {name for name in names if name.startswith("test_")}
    return frozenset(found)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_there_is_a_model() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_threat_names_tests_that_exist(row: list[str]) -> None:
    assert len(row) == 3
    named = re.findall(r"`(tests/[^`]+)`", row[2])
    assert named, f"no test holds: {row[0]}"
    for name in named:
        path, _, test = name.partition("::")
        assert (ROOT / path).is_file(), f"there is no {path}"
        assert test in names_in(path) or (not test and names_in(path)), f"there is no {name}"
