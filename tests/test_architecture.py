"""The directions of dependency: held by import-linter, and each contract shown to be breakable."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PORTIONS = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]

OFFENCES = [
    ("layers", "carteado/engine/cards.py", "import carteado.protocol.messages"),
    ("layers", "carteado/engine/poker/ranking.py", "import carteado.odds.tables"),
    ("layers", "carteado/protocol/lines.py", "import carteado.client.client"),
    ("layers", "carteado/client/lobby.py", "import carteado.server.table.host"),
    ("layers", "carteado/server/table/host.py", "import carteado.client.client"),
    ("layers", "carteado/clients/cli/main.py", "import carteado.bots.view"),
    ("siblings", "carteado/bots/view.py", "import carteado.server.table.host"),
    ("siblings", "carteado/clients/cli/main.py", "from carteado.server.table import host"),
    ("siblings", "carteado/server/table/host.py", "import carteado.bots.view"),
    ("siblings", "carteado/clients/cli/play.py", "import carteado.clients.tui.commands"),
    ("engine-is-pure", "carteado/engine/deal.py", "import secrets"),
    ("engine-is-pure", "carteado/engine/games/holdem/text.py", "from datetime import datetime"),
    ("engine-is-pure", "carteado/engine/plain.py", "import pydantic"),
    ("engine-is-pure", "carteado/engine/poker/ranking.py", "import pkgutil"),
    ("odds-are-pure", "carteado/odds/ranges.py", "import random"),
    ("odds-are-pure", "carteado/odds/known.py", "from carteado.engine.games.holdem import playing"),
    ("odds-are-pure", "carteado/odds/buraco/trials.py", "import time"),
    ("odds-are-pure", "carteado/odds/buraco/chain.py", "import carteado.engine.visibility"),
    ("protocol-without-io", "carteado/protocol/lines.py", "import asyncio"),
    ("protocol-without-io", "carteado/protocol/log.py", "from pathlib import Path"),
    (
        "rules-by-registry",
        "carteado/bots/view.py",
        "from carteado.engine.games.holdem import playing",
    ),
    (
        "rules-by-registry",
        "carteado/bots/buraco/players.py",
        "import carteado.engine.games.buraco.kernel",
    ),
    ("rules-by-registry", "carteado/protocol/lines.py", "import carteado.engine.games.holdem"),
    ("rules-by-registry", "carteado/engine/cards.py", "import carteado.engine.games.holdem.state"),
    ("rules-by-registry", "carteado/odds/known.py", "import carteado.engine.games.buraco.runs"),
    (
        "rules-by-registry",
        "carteado/odds/buraco/trials.py",
        "from carteado.engine.games.holdem import playing",
    ),
    (
        "games-apart",
        "carteado/engine/games/other/__init__.py",
        "import carteado.engine.games.holdem",
    ),
    (
        "arena-folders",
        "carteado/arena/statistics/intervals.py",
        "import carteado.arena.reports.report",
    ),
    ("arena-folders", "carteado/arena/sandbox/guard.py", "import carteado.arena.matches.play"),
    ("websockets-at-both-ends", "carteado/client/client.py", "import websockets"),
    ("websockets-at-both-ends", "carteado/server/table/host.py", "from websockets import http11"),
    ("redis-behind-one-module", "carteado/server/lobby/lobby.py", "import redis.asyncio"),
    ("table-host-without-io", "carteado/server/table/host.py", "import time"),
    ("server-folders", "carteado/server/table/host.py", "import carteado.server.lobby.tables"),
    ("server-folders", "carteado/server/store/base.py", "import carteado.server.net.pages"),
    ("network-on-top", "carteado/server/lobby/lobby.py", "import carteado.server.net.pages"),
    ("clients-need-the-base-install", "carteado/bots/view.py", "import structlog"),
    ("layers", "carteado/client/lobby.py", "import carteado.scene.words"),
    ("siblings", "carteado/clients/pygame/__init__.py", "import carteado.clients.cli.main"),
    ("rules-by-registry", "carteado/scene/cards.py", "import carteado.engine.games.buraco"),
    ("scene-without-toolkit", "carteado/scene/clock.py", "import time"),
    ("scene-without-toolkit", "carteado/scene/cards.py", "import textual"),
    ("pygame-in-the-window", "carteado/scene/cards.py", "import pygame"),
    ("no-import-cycles", "carteado/bots/program.py", "import carteado.bots.bot"),
    ("no-import-cycles", "carteado/clients/cli/lobby.py", "import carteado.clients.cli.saying"),
]
"""A contract, a module and the line in it that the contract must refuse."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all portions as one tree, where nothing but the copy is importable as carteado."""
    folder = tmp_path_factory.mktemp("tree")
    for portion in PORTIONS:
        shutil.copytree(
            ROOT / portion,
            folder / "carteado",
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def lint(folder: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """Check contracts of the copy; all of them when none is named.

    Without ``site`` (-S) the editable install is not on the path, so that only the copy is seen.
    """
    chosen = [word for contract in contracts for word in ("--contract", contract)]
    program = "from importlinter.cli import lint_imports_command as main; main()"
    packages = sysconfig.get_path("purelib")
    return subprocess.run(
        [sys.executable, "-S", "-c", program, "--no-logo", "--no-cache", *chosen],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{packages}", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_every_contract_is_kept(tree: Path) -> None:
    done = lint(tree)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def _offences() -> Iterator[ParameterSet]:
    """All offences; `make test` tries the first, because each takes a run of the linter."""
    for at, offence in enumerate(OFFENCES):
        yield pytest.param(*offence, marks=[pytest.mark.exhaustive] * (at > 0))


@pytest.mark.parametrize(("contract", "module", "line"), [*_offences()])
def test_a_contract_is_broken_by_what_it_forbids(
    tree: Path, contract: str, module: str, line: str
) -> None:
    path = tree / module
    before = path.read_text() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before or ''}\n{line}\n")
    try:
        done = lint(tree, contract)
    finally:
        if before is None:
            shutil.rmtree(path.parent)
        else:
            path.write_text(before)
    assert done.returncode == 1
    assert "0 kept, 1 broken" in done.stdout, done.stdout + done.stderr


def import_what_strings_load(tree: Path) -> None:
    """Write an import for every module that a module with `import_module` names in a string."""
    for path in sorted(tree.rglob("*.py")):
        text = path.read_text()
        if "import_module" not in text:
            continue
        strings = {
            node.value.partition(":")[0]
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        named = sorted(
            string
            for string in strings
            if re.fullmatch(r"carteado(\.\w+)+", string)
            and (tree / string.replace(".", "/")).with_suffix(".py").exists()
        )
        path.write_text("\n".join([text, *(f"import {module}" for module in named), ""]))


def test_no_module_is_loaded_by_a_string_past_a_contract(tree: Path, tmp_path: Path) -> None:
    # `programs.py`, the list of all commands, is the one exception: the command `carteado` finds
    # its parts there by name and knows nothing else of them.
    shutil.copytree(tree, tmp_path, dirs_exist_ok=True)
    import_what_strings_load(tmp_path)
    done = lint(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_module_that_is_loaded_by_a_string_counts_as_imported(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "carteado/clients/cli/main.py"
    path.write_text(path.read_text() + 'importlib.import_module("carteado.clients.tui.commands")\n')
    import_what_strings_load(tmp_path)
    assert lint(tmp_path, "siblings").returncode == 1


def test_code_is_generated_in_one_module_only(tree: Path) -> None:
    found = {
        str(path.relative_to(tree / "carteado"))
        for path in tree.rglob("*.py")
        for text in [path.read_text()]
        if re.search("exec|eval|compile", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name) and node.id in ("exec", "eval", "compile")
    }
    assert found == {"engine/generated.py"}


def test_every_contract_has_an_offence() -> None:
    contracts = {contract["id"] for contract in PROJECT["tool"]["importlinter"]["contracts"]}
    assert {contract for contract, _, _ in OFFENCES} == contracts


def test_the_engine_imports_the_standard_library_only() -> None:
    """An allow list beside the contract's list of the forbidden: no third party, known or not."""
    strangers = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in (ROOT / "engine/carteado/engine").rglob("*.py")
        for name in _imported(path)
        if name != "carteado" and name not in sys.stdlib_module_names
    }
    assert not strangers


def test_the_namespace_has_no_init_file() -> None:
    """Each folder holds a portion; an ``__init__.py`` in one would hide all the others."""
    assert not [portion for portion in PORTIONS if (ROOT / portion / "__init__.py").exists()]
    assert not (ROOT / "clients/cli/carteado/clients/__init__.py").exists()


def test_every_contract_sees_every_module(tree: Path) -> None:
    """A module outside the named roots would be held by no contract."""
    roots = PROJECT["tool"]["importlinter"]["root_packages"]
    outside = []
    for path in (tree / "carteado").rglob("*.py"):
        name = ".".join(path.relative_to(tree).with_suffix("").parts)
        if not name.startswith(tuple(f"{root}." for root in roots)):
            outside.append(name)
    assert not outside


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]
