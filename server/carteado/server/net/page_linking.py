"""A page's modules and styles as one script and one style sheet.

A page of sixty small modules is sixty requests, each packed for itself. The server puts each module
into a function of one script, so that a phone asks once, and what modules have in common is packed
once. A module runs when it is imported for the first time, as the language says; ``import()`` of a
fixed name waits until it is called, and one of a name made at run time stays an import of a file.

Inside a module, names that only it uses become short (`page_names`), and modules are called by
numbers.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from carteado.server.net.page_names import shortened
from carteado.server.net.page_tokens import Token, joined, script_tokens, small_style

__all__ = ["UnknownForm", "linked_script", "linked_style"]

RUNTIME = """const $made={};
const $use=(name)=>{if(!(name in $made)){$made[name]={};$modules[name]($made[name]);}
return $made[name];};
const $later=async(name)=>$use(name);
"""
"""Code that runs a module once: its exports become properties of the object that it gets."""


_MARKED = re.compile(r'\bN_\(("(?:[^"\\]|\\.)*")\)')
"""A sentence that is marked for the catalogues: the mark does nothing when the page runs."""


class UnknownForm(ValueError):
    """An import or export in a form that is not read here."""


@dataclass(slots=True)
class _Module:
    """A module on its way into the script.

    Attributes:
        name: its path.
        tokens: what is left of it.
        early: exported functions, which are there before it runs.
        late: exported constants and classes.
        imports: paths of modules that run before it.
        needs: the same, and those that it may import later.
    """

    name: str
    tokens: list[Token] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)


def linked_script(files: Mapping[str, str], start: str) -> str:
    """One module that does what a module with all its imports does.

    Args:
        files: modules by their paths.
        start: path of the first one; the result exports what it exports.

    Raises:
        UnknownForm: a module imports or exports in a form that is not read here, names a module
            that is missing, or modules import one another in a circle.
    """
    modules: dict[str, _Module] = {}
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name in modules:
            continue
        if name not in files:
            raise UnknownForm(f"there is no module {name}; a module that is imported must exist")
        modules[name] = module = _Reader(name, files[name]).read()
        ahead += module.needs
    _without_circle(modules)
    # In the order of names, so that the same files always give the same bytes and the same
    # address.
    bodies = ",\n".join(_body(modules[name]) for name in sorted(modules))
    bodies = _MARKED.sub(r"\1", bodies)
    for number, name in enumerate(sorted(modules)):
        for call in ("$use", "$later"):
            # Only now, because a module's number depends on all the others.
            bodies = bodies.replace(f'{call}("{name}"', f"{call}({number}")
        bodies = bodies.replace(f'"{name}"($out)', f"{number}($out)")
    first = sorted(modules).index(start)
    exports = ",".join([*modules[start].early, *modules[start].late])
    end = f"export const {{{exports}}}=$use({first});" if exports else f"$use({first});"
    return f"{RUNTIME}const $modules={{{bodies}}};\n{end}\n"


def linked_style(files: Mapping[str, str], start: str) -> str:
    """One style sheet: a file and those that it imports, in their order."""

    def imported(found: re.Match[str]) -> str:
        return linked_style(files, _path(start, found[1]))

    if start not in files:
        raise UnknownForm(f"there is no style sheet {start}; one that is imported must exist")
    return re.sub(r'@import "([^"]+)";', imported, small_style(files[start]))


def _path(module: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), name))


def _body(module: _Module) -> str:
    early = f"Object.assign($out,{{{','.join(module.early)}}});" if module.early else ""
    # Functions exist before a module runs; its constants and classes only once it has run.
    late = f"Object.assign($out,{{{','.join(module.late)}}});" if module.late else ""
    kept = {*module.early, *module.late, "$out", "$use", "$later"}
    return f'"{module.name}"($out){{{early}\n{joined(shortened(module.tokens, kept))}{late}}}'


def _without_circle(modules: Mapping[str, _Module]) -> None:
    """Raise when modules import one another: some would see the others unfinished."""
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            circle = " -> ".join((*way[way.index(name) :], name))
            raise UnknownForm(f"modules import one another in a circle: {circle}")
        if name not in done:
            for other in modules[name].imports:
                visit(other, (*way, name))
            done.add(name)

    for name in modules:
        visit(name, ())


class _Reader:
    """Reads a module's tokens and turns imports and exports into plain statements."""

    def __init__(self, name: str, text: str) -> None:
        self._module = _Module(name)
        self._tokens = list(script_tokens(text))
        self._at = 0

    def read(self) -> _Module:
        depth = 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.text == "import" and token.kind == "word" and self._calls():
                self._import_call()
                depth += 1  # its parenthesis
            # Statements of this kind stand only at the top level of a module.
            elif depth == 0 and token.kind == "word" and token.text in ("import", "export"):
                statement = self._import if token.text == "import" else self._export
                statement()
            else:
                depth += _depth(token)
                self._out(token)
                self._at += 1
        return self._module

    def _out(self, *tokens: Token) -> None:
        self._module.tokens.extend(tokens)

    def _write(self, text: str) -> None:
        self._out(*script_tokens(text))

    def _ahead(self, count: int) -> Sequence[Token]:
        """The next tokens that are no gaps."""
        found = (token for token in self._tokens[self._at :] if token.kind != "gap")
        return [token for token, _ in zip(found, range(count), strict=False)]

    def _calls(self) -> bool:
        return self._ahead(2)[-1].text == "("

    def _skip(self, count: int) -> None:
        """Go on behind so many tokens that are no gaps."""
        while count:
            count -= self._tokens[self._at].kind != "gap"
            self._at += 1

    def _unknown(self) -> UnknownForm:
        text = "".join(token.text for token in self._tokens[self._at : self._at + 12])
        return UnknownForm(
            f"{self._module.name}: {text!r} is in a form that is not read; write"
            ' import { a, b as c } from "./module.js", import a from, import * as a from,'
            " export function, export const NAME =, export class or export default VALUE"
        )

    def _import_call(self) -> None:
        """``import("./a.js")`` waits for the module; of a template only the folder is put right."""
        _, _, name = self._ahead(3)
        if name.kind == "text":
            path = _path(self._module.name, name.text[1:-1])
            self._module.needs.append(path)
            self._skip(3)
            self._write(f'$later("{path}"')
        elif name.kind == "template":
            folder, slash, rest = name.text[1:].rpartition("/")
            self._skip(3)
            self._write("import(")
            beginning = f"`./{_path(self._module.name, folder)}{slash}{rest}"
            self._out(Token("template", beginning))
        else:
            raise self._unknown()

    def _import(self) -> None:
        begin = self._at
        words = [token.text for token in self._statement()]
        path = _path(self._module.name, words[-1][1:-1])
        self._module.imports.append(path)
        self._module.needs.append(path)
        used = f'$use("{path}")'
        match words[1:-2]:
            case []:
                self._write(f"{used};")
            case ["*", "as", name]:
                self._write(f"const {name}={used};")
            case [name] if name.isidentifier():
                self._write(f"const {{default:{name}}}={used};")
            case ["{", *names, "}"]:
                self._write(f"const{{{' '.join(names).replace(' as ', ':')}}}={used};")
            case _:
                self._at = begin
                raise self._unknown()

    def _statement(self) -> Sequence[Token]:
        """The tokens of an import up to its name; what follows the semicolon is next."""
        begin = self._at
        found: list[Token] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.text == ";":
                if found and found[-1].kind == "text":
                    return found
                break
            if token.kind != "gap":
                found.append(token)
        self._at = begin
        raise self._unknown()

    def _export(self) -> None:
        words = [token.text for token in self._ahead(5)]
        match words[1:]:
            # A named default function would need both forms at once; the page has none.
            case ["default", word, *_] if word not in ("function", "class", "async"):
                self._skip(2)
                self._write("$out.default=")
            case ["function", name, *_] | ["async", "function", name, *_] if _named(name):
                self._module.early.append(name)
                self._skip(1)
            case ["function", "*", name, *_] if _named(name):
                self._module.early.append(name)
                self._skip(1)
            case ["const", name, "=", *_] | ["class", name, *_] if _named(name):
                self._module.late.append(name)
                self._skip(1)
            case _:
                raise self._unknown()


def _named(text: str) -> bool:
    return re.fullmatch(r"[\w$]+", text) is not None


def _depth(token: Token) -> int:
    if token.kind == "mark":
        return (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
    if token.kind == "template":  # a part that is open counts until its brace
        return token.text.endswith("${") - token.text.startswith("}")
    return 0
