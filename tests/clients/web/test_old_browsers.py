"""The page asks for nothing that browsers of 2021 lack: Chrome 90, Firefox 90, Safari 15.

Older ones show the plain page, as those without scripts do: their parser stops at the module.
"""

from __future__ import annotations

import re
import subprocess

import pytest
from tests.clients.web.test_modules import node

from carteado.server.net.page_files import served_files

PARSE = """
const {parse} = require('internal/deps/acorn/acorn/dist/acorn');
parse(require('fs').readFileSync(0, 'utf8'), {ecmaVersion: 2021, sourceType: 'module'});
"""

LATER_SCRIPT = {
    "list.at()": r"\.at\(",
    "Object.hasOwn": r"\bhasOwn\(",
    "structuredClone": r"\bstructuredClone\(",
    "findLast": r"\.findLast(Index)?\(",
    "sorted copies": r"\.to(Sorted|Reversed|Spliced)\(",
    "groupBy": r"\.groupBy\(",
    "withResolvers": r"\bwithResolvers\(",
    "a secure context": r"\bcrypto\.(subtle|randomUUID)|\bserviceWorker\b",
}
LATER_STYLE = {
    ":has": r":has\(",
    "container queries": r"@container|\bcq[wh]\b",
    "layers": r"@layer",
    "color-mix": r"color-mix\(",
    "nesting": r"\{[^{}@]*&[^{}]*\{",
    "own transforms": r"[;{](translate|rotate|scale):",
    "text-wrap": r"text-wrap:",
}


@pytest.fixture(scope="module")
def served() -> dict[str, str]:
    return {name: body.decode() for name, body in served_files().items()}


def test_the_syntax_of_scripts_is_that_of_2021(served: dict[str, str]) -> None:
    for name in ("main.js", "data/words-en.js", "data/words-de.js", "data/words-pt-BR.js"):
        done = subprocess.run(
            [node(), "--expose-internals", "-e", PARSE],
            input=served[name],
            capture_output=True,
            text=True,
            timeout=50,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", LATER_SCRIPT)
def test_scripts_use_nothing_later(served: dict[str, str], name: str) -> None:
    assert re.findall(f".{{30}}(?:{LATER_SCRIPT[name]})", served["main.js"]) == []


@pytest.mark.parametrize("name", LATER_STYLE)
def test_styles_use_nothing_later(served: dict[str, str], name: str) -> None:
    assert re.findall(f".{{0,30}}(?:{LATER_STYLE[name]})", served["main.css"]) == []


def test_a_later_unit_stands_behind_one_that_all_know(served: dict[str, str]) -> None:
    for rule in re.findall(r"\{([^{}]*\d[dsl]v[hw][^{}]*)\}", served["main.css"]):
        for part in re.findall(r"([\w-]+):[^;]*\d[dsl]v[hw]", rule):
            first = rule[: rule.index(re.search(rf"{part}:[^;]*\d[dsl]v[hw]", rule)[0])]
            assert f"{part}:" in first, rule
