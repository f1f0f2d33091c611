"""The public names: few, described, and each change of them visible in `docs/api.md`."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest
from tests.public_api import MODULES, PAGE, page


def test_the_page_lists_exactly_the_public_names() -> None:
    assert PAGE.read_text() == page(), "type make docs, and say in the release notes what changed"


def test_there_are_few_names_and_all_are_described() -> None:
    assert page().count("\n| `") <= 100
    assert "|  |" not in page()


@pytest.mark.parametrize("name", MODULES)
def test_every_name_is_there_and_no_other_is_offered(name: str) -> None:
    module = importlib.import_module(name)
    assert all(getattr(module, public) is not None for public in module.__all__)
    assert len(set(module.__all__)) == len(module.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        _ = module.nothing


def test_the_engine_loads_a_module_when_its_name_is_used() -> None:
    code = (
        "import sys, carteado.engine as e; print('carteado.engine.game' in sys.modules);"
        "e.Game; print('carteado.engine.game' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout.split() == ["False", "True"]
