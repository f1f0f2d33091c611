"""Modules as one script: they run in their order, once, and see what the others export."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.clients.web.test_modules import node

from carteado.server.net.page_linking import UnknownForm, linked_script, linked_style

MODULES = {
    "main.js": """
import { ONE, add as plus } from "./core/sums.js";
import * as all from "./core/sums.js";
import named from "./core/named.js";
import { other } from "./core/named.js";
import { N_ } from "./core/marks.js";
import "./core/told.js";

console.log(plus(ONE, 2), all.ONE, named.of, other(), new all.Box(5).get(), named.import);
export const done = true;
export async function end() {
  const same = [ONE].map((add) => ({ add }).add);
  return `end of ${"main"} ${N_("marked")} ${same} ${sums({ ONE: 3 })}`;
}
function sums({ ONE: add }) { return add; }
""",
    "core/sums.js": """
console.log("sums");
export const ONE = 1;
export function add(one, other) { return { sum: one + other }.sum; }
export class Box {
  constructor(value) { this.value = value; }
  get() { return this.value; }
}
""",
    "core/named.js": """
import { ONE } from "./sums.js";
export default { of: `named ${ONE}`, import: 1 };
export const other = () => "other";
""",
    "core/told.js": 'console.log("told");',
    "core/marks.js": """
const other = { add: 5 };
export const N_ = (text) => text;
export const add = other.add;
console.log("marks", add);
""",
    "core/unused.js": "never read(",
}


def run(files: Mapping[str, str], start: Path) -> list[str]:
    for name, text in files.items():
        path = start / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    code = "import('./main.js').then(async ({done, end}) => console.log(done, await end?.()))"
    done = subprocess.run(
        [node(), "-e", code], cwd=start, capture_output=True, text=True, timeout=50, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_modules_behave_the_same_in_one_script(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    apart, together = tmp_path / "apart", tmp_path / "together"
    script = linked_script(MODULES, "main.js")
    assert "unused" not in script
    assert 'N_("' not in script
    result = run(MODULES, apart)
    assert result[:3] == ["sums", "marks 5", "told"]
    assert result[-1] == "true end of main marked 1 3"
    assert run({"main.js": script}, together) == result


def test_words_of_a_language_stay_a_file_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    words = "export default 'words';"
    load = "export const load = (name) => import(`../data/words-${name}.js`);"
    start = """import { load } from "./core/words.js";
export const done = true;
export async function end() { return (await load("de")).default; }
"""
    script = linked_script({"main.js": start, "core/words.js": load}, "main.js")
    assert run({"main.js": script, "data/words-de.js": words}, tmp_path) == ["true words"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export let a = 1;", "main.js: 'export let a = 1;' is in a form that is not read; write"),
        ("export { a } from './b.js';", "is in a form that is not read"),
        ("export const { a } = b;", "is in a form that is not read"),
        ("import(name);", "is in a form that is not read"),
        ('import("./circle.js");', "is in a form that is not read"),
        ("import a, { b } from './circle.js';", "'import a, { b } from'"),
        ("import a from './b.js'\n", "is in a form that is not read"),
        ('import { a } from "./b.js";', "there is no module b.js"),
        ('import { b } from "./apart.js";', "main.js imports b, which apart.js does not export"),
        ('import { a } from "./circle.js";', "circle: main.js -> circle.js -> main.js"),
    ],
)
def test_an_import_that_cannot_be_linked_is_named(text: str, expected: str) -> None:
    files = {
        "main.js": text,
        "apart.js": "export const a = 1;",
        "circle.js": 'import { b } from "./main.js"; export const a = b;',
    }
    with pytest.raises(UnknownForm) as caught:
        linked_script(files, "main.js")
    assert expected in str(caught.value)


def test_a_style_sheet_holds_those_that_it_imports_in_their_order() -> None:
    files = {
        "main.css": '@import "games/a.css";\n@import "b.css";\n.c { d: e; }\n',
        "games/a.css": '@import "deep.css";\n.a { b: c; }\n',
        "games/deep.css": ".deep { b: c; }\n",
        "b.css": ".b { c: d; }\n",
    }
    assert linked_style(files, "main.css").split() == [
        ".deep{b:c}", ".a{b:c}", ".b{c:d}", ".c{d:e}",
    ]  # fmt: skip
    with pytest.raises(UnknownForm, match=r"there is no style sheet games/a\.css"):
        linked_style({"main.css": files["main.css"]}, "main.css")
