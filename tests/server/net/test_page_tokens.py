"""Scripts and styles without comments and blanks say the same as before."""

from __future__ import annotations

import json
import subprocess

import pytest
from tests.clients.web.test_modules import node

from carteado.clients.web.make_data import PAGE
from carteado.server.net.page_tokens import (
    joined,
    script_tokens,
    small_script,
    small_style,
    with_few_declarations,
)

SCRIPTS = sorted(PAGE.rglob("*.js"))

TREES = """
const {parse} = require('internal/deps/acorn/acorn/dist/acorn');
const tree = (text) => JSON.stringify(
  parse(text, {ecmaVersion: 2022, sourceType: 'module'}),
  (key, value) => (key === 'start' || key === 'end' ? undefined : value),
);
const pairs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(pairs.map(([one, other]) => tree(one) === tree(other))));
"""


def same_trees(*pairs: tuple[str, str]) -> list[bool]:
    """Whether node's own parser reads the same in two texts."""
    done = subprocess.run(
        [node(), "--expose-internals", "-e", TREES],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[bool] = json.loads(done.stdout)
    return found


def test_every_module_of_the_page_is_read_as_before() -> None:
    texts = [path.read_text("utf-8") for path in SCRIPTS]
    assert len(texts) > 50
    for text in texts:
        assert "".join(token.text for token in script_tokens(text)) == text
    same = same_trees(*((text, small_script(text)) for text in texts))
    assert [path.name for path, one in zip(SCRIPTS, same, strict=True) if not one] == []


@pytest.mark.parametrize(
    "text",
    [
        'const a = "// no comment"; // one\n',
        "const b = '/* no comment */' /* one */ + 1;\n",
        "const c = `a  // ${ b /* gone */ + `in  ${ { d: 1 }.d }  ner` } /* stays */  b`;\n",
        "const d = /[/*\"'`]/g.test(x) ? a / b / c : /\\//;\n",
        "const e = (a) / b / (c);\n",
        "const f = [1] / 2 / g;\n",
        "function k() { return /a  b/.exec(x) }\n",
        "const l = a + +b - -c + ++d - --e;\n",
        "let m = 1\nlet n = 2\n;[m, n].forEach(String)\n",
        "let o = m\n++n\n",
        "const p = { get x() { return typeof y }, async *z() { yield* w } };\n",
        "const q = x ?. y ?? (z ? .5 : 1) ** 2;\n",
        "for (const r of `a b`) if (!r) throw new Error('x') \nelse void 0\n",
        "class S { static t = 1; #u = 2; get v() { return this.#u; } }\n",
        "const w = a\n  .b()\n  .c();\n",
    ],
)
def test_a_script_is_read_as_before(text: str) -> None:
    small = small_script(text)
    assert same_trees((text, small)) == [True], small
    assert len(small) <= len(text)
    assert small_script(small) == small


def test_other_scripts_are_not_the_same() -> None:
    assert same_trees(("a + +b;", "a + b;"), ("a; b", "a; c")) == [False, False]


def test_comments_and_blanks_go() -> None:
    text = "// head\n\n/** Doc. */\nexport const a = (b) => {\n  return b + 1; // why\n};\n"
    assert small_script(text) == "export const a=(b)=>{return b+1;};\n"


def test_the_comma_after_a_last_item_goes() -> None:
    assert small_script("f(a, [b, c,], {d,}, );\n") == "f(a,[b,c],{d});\n"
    assert small_script('f(",)", `,]`);\n') == 'f(",)",`,]`);\n'


def test_a_template_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="a template has no end"):
        small_script("const a = `b ${c}")


def test_a_style_loses_comments_and_blanks_and_nothing_else() -> None:
    text = """/* head */
[lang="pt-BR"] [title="a b"] {}
.a > .b:hover, .c :focus { margin: 0 auto; content: "a  ; /* b */"; }
@media (min-width: 30px) and (orientation: portrait) {
  .d::after { width: calc(100% - 2 * var(--gap)); background: url(data:a;b  c) }
}
"""
    assert small_style(text) == (
        '[lang=pt-BR] [title="a b"]{}.a > .b:hover,.c :focus{margin:0 auto;content:"a  ; /* b */"}'
        "@media (min-width:30px) and (orientation:portrait)"
        "{.d::after{width:calc(100% - 2 * var(--gap));background:url(data:a;b  c)}}\n"
    )


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("let a = 1;\nlet b = () => { let c; let d; };\n", "let a=1,b=()=>{let c,d;};\n"),
        ("let a; var b; var c; let d;\n", "let a;var b,c;let d;\n"),
        ("for (let a = 0; a; a--) f(); let b; let c;\n", "for(let a=0;a;a--)f();let b,c;\n"),
        ("let a = `${b}`; let c; d(); let e;\n", "let a=`${b}`,c;d();let e;\n"),
        ("let a;\n", "let a;\n"),
    ],
)
def test_declarations_in_a_row_become_one(text: str, shorter: str) -> None:
    assert joined(with_few_declarations(list(script_tokens(text)))) == shorter
