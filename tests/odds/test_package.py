"""What the packages of odds export and import, and when."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tests.clocks import costs_times

import carteado.odds
import carteado.odds.buraco

FOLDER = Path(carteado.odds.__file__).parent
ALLOWED = {
    "carteado.engine.cards",
    "carteado.engine.errors",
    "carteado.engine.lazily",
    "carteado.engine.package_data",
}


def python(text: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def test_the_package_loads_numpy_only_when_a_function_is_used() -> None:
    out = python(
        "import sys, carteado.odds as o; print('numpy' in sys.modules);"
        "o.parse_range('AA'); print('numpy' in sys.modules);"
        "o.versus_random('AsAh'); print('numpy' in sys.modules)"
    )
    assert out.split() == ["False", "False", "True"]


def test_neither_numpy_nor_the_tables_of_poker_are_loaded_with_the_odds_of_buraco() -> None:
    out = python(
        "import sys, carteado.odds.buraco as o; print('numpy' in sys.modules);"
        "o.locations_of; print('numpy' in sys.modules);"
        "o.chain_values; print('carteado.odds.tables' in sys.modules)"
    )
    assert out.split() == ["False", "False", "False"]


@pytest.mark.exhaustive  # measures processes again and again
def test_the_package_with_numpy_and_all_its_tables_loads_within_its_budget() -> None:
    """How long that takes hangs on the machine; what we add to NumPy's own part does not.

    Where NumPy takes 125 ms of CPU, all of it keeps within the budget of 300 ms.
    """
    ours = "import carteado.odds; carteado.odds.versus_several('AsAh', 9)"
    assert costs_times(ours, "import numpy") <= 2.4


def test_the_engine_never_loads_it() -> None:
    out = python(
        "import sys, pkgutil, importlib, carteado.engine as e\n"
        "for m in pkgutil.walk_packages(e.__path__, 'carteado.engine.'):\n"
        "    if not m.name.endswith('make_tables'): importlib.import_module(m.name)\n"
        "print('carteado.odds' in sys.modules, 'numpy' in sys.modules)"
    )
    assert out.split() == ["False", "False"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_module_imports_cards_ranks_and_numpy_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            inside = name in ALLOWED or name.startswith(("carteado.engine.poker.", "carteado.odds"))
            plain = name.partition(".")[0]
            assert inside or plain == "numpy" or plain in sys.stdlib_module_names, name


@pytest.mark.parametrize("package", [carteado.odds, carteado.odds.buraco])
def test_every_public_name_is_there(package: ModuleType) -> None:
    assert all(hasattr(package, name) for name in package.__all__)
    assert dir(package) == sorted(package.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        _ = package.nothing
