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
        ("const state = {}; table.state = state;", "let a={};table.state=a;"),
        ("const amount = 1; add(amount); return { amount };", "let a=1;add(a);return{amount:a};"),
        ("const amount = 1; return { amount };", "let amount=1;return{amount};"),
        ("const amount = 1; return { amount: 2 };", "let a=1;return{amount:2};"),
        ("const amount = 1; return on ? amount : 2;", "let a=1;return on?a:2;"),
        ("const { seat } = view; go(seat, seat);", "let{seat:a}=view;go(a,a);"),
        (
            "const { seat: place = 3, ...rest } = view; go(place, rest);",
            "let{seat:a=3,...b}=view;go(a,b);",
        ),
        (
            "const { seat = view.seat } = view; go(seat, seat);",
            "let{seat:a=view.seat}=view;go(a,a);",
        ),
        ("f(({ tag, rows: [first] }) => tag + tag + first);", "f(({tag:b,rows:[a]})=>b+b+a);"),
        ("f((card, more = { one }) => { card(more, one); });", "f((a,b={one})=>{a(b,one);});"),
        ("const item = { show() { item(); show(); } };", "let a={show(){a();show();}};"),
        ("const first = a.b.first; go(...first, a?.first);", "let c=a.b.first;go(...c,a?.first);"),
        ("const document = 1; use(document);", "let document=1;use(document);"),
        (
            "class Box { value() { return value; } get more() { return 1; } } const value = 1;",
            "class Box{value(){return a;}get more(){return 1;}}let a=1;",
        ),
    ],
)
def test_a_name_is_shortened_where_it_can_mean_one_thing_only(script: str, expected: str) -> None:
    assert short(script) == expected


def test_an_import_gets_its_name_in_the_script() -> None:
    given = {"offers": "aa", "seat": "ab", "all": "{one:ac}"}
    tokens, names = shortened(
        list(script_tokens("const others = offers(all); use({ seat }, others);")), given
    )
    assert joined(tokens).strip() == "let a=aa(all);use({seat:ab},a);"
    assert names == {"offers": "aa", "seat": "ab", "others": "a"}


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
