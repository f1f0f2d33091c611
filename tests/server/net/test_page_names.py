"""Short names in the page's script: it does the same."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.clients.web.test_modules import MODULES, node

from carteado.clients.web.make_data import PAGE
from carteado.server.net.page_names import shortened
from carteado.server.net.page_tokens import joined, script_tokens


def short(text: str, given: Mapping[str, str] | None = None) -> str:
    """A script with short names, without blanks."""
    return joined(shortened(list(script_tokens(text)), given)[0]).strip()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("const amount = 1; show(amount);", "let a=1;show(a);"),
        ("function double(amount) { return 2 * amount; }", "function b(a){return 2*a;}"),
        (
            "const go = (left, [right, more]) => left + right + more;",
            "let go=(a,[b,c])=>a+b+c;",
        ),
        ("items.map((item) => `${item} of ${items}`);", "items.map((a)=>`${a} of ${items}`);"),
        ("const state = {}; table.state = state;", "let state={};table.state=state;"),
        ("const amount = 1; return { amount };", "let amount=1;return{amount};"),
        ("const amount = 1; return { amount: 2 };", "let amount=1;return{amount:2};"),
        ("const { seat } = view; use(seat);", "let{seat}=view;use(seat);"),
        ("const document = 1; use(document);", "let document=1;use(document);"),
        (
            "class Box { value() { return value; } } const value = 1;",
            "class Box{value(){return value;}}let value=1;",
        ),
    ],
)
def test_a_name_is_shortened_where_it_can_mean_one_thing_only(script: str, expected: str) -> None:
    assert short(script) == expected


def test_an_import_gets_its_name_in_the_script_unless_it_may_mean_a_property() -> None:
    given = {"offers": "aa", "seat": "ab", "all": "{one:ac}"}
    tokens, names = shortened(
        list(script_tokens("const others = offers(all); use({ seat }, others);")), given
    )
    assert joined(tokens).strip() == "let a=aa(all);use({seat},a);"
    assert names == {"offers": "aa", "others": "a"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_the_modules_do_the_same_with_short_names(path: Path, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for module in PAGE.rglob("*.js"):
        text = module.read_text(encoding="utf-8")
        exported = {
            line.split()[2 + ("async " in line)].partition("(")[0]
            for line in text.splitlines()
            if line.startswith("export ") and not line.startswith(("export default", "export {"))
        }
        place = tmp_path / module.relative_to(PAGE)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(short(text, {name: name for name in exported}), encoding="utf-8")
    done = subprocess.run(
        [node(), "--test", str(path)],
        env={**os.environ, "CARTEADO_PAGE": f"{tmp_path.as_uri()}/", "NODE_NO_WARNINGS": "1"},
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert done.returncode == 0, done.stdout + done.stderr
