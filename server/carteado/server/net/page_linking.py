"""A page's modules and styles as one script and one style sheet.

Sixty small modules would take sixty requests, each compressed separately. The server puts the
modules into one script, each in its own block after those that it imports. So a phone sends one
request, and common parts are compressed once. ``import()`` of a name made at run time stays an
import of a file.

Inside a module, names that only it uses become short (`page_names`); what modules share has one
short name in all of them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from carteado.server.net.page_names import fresh_names, shortened, usual_names
from carteado.server.net.page_tokens import (
    Token,
    depth,
    joined,
    script_tokens,
    small_style,
    with_few_declarations,
)

__all__ = ["UnknownForm", "linked_script", "linked_style"]

_MARKED = ["mark", "text", "mark"]
"""Kinds of the tokens after ``N_``, which marks a sentence for the catalogues."""


class UnknownForm(ValueError):
    """An import or export in an unsupported form."""


@dataclass(slots=True)
class _Module:
    """A module while it is being linked.

    Attributes:
        name: its path.
        tokens: what is left of it.
        exports: names that others import, with the module's own names for them.
        constants: the module's own names for exported constants.
        imports: the module's names for what it imports, with the path and the name there; the name
            is ``*`` for all that the other one exports.
        needs: paths of modules that run before it.
    """

    name: str
    tokens: list[Token] = field(default_factory=list)
    exports: dict[str, str] = field(default_factory=dict)
    constants: list[str] = field(default_factory=list)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)


_VARIABLE = Token("word", "var")
"""Declares an exported constant as a variable of the whole script; modules do not use ``var``."""

_DEFAULT = "$default"
"""A module's own name for its default export."""


def linked_script(files: Mapping[str, str], start: str) -> str:
    """One module that does the same as a module with all its imports.

    Args:
        files: modules by their paths.
        start: path of the first one; the result exports what it exports.

    Raises:
        UnknownForm: a module imports or exports in an unsupported form, names a missing module or
            export, or modules import one another in a circle.
    """
    modules = _in_order(files, start)
    shared = _shared_names(modules)
    usual = usual_names(module.tokens for module in modules.values())
    blocks = "".join(_block(module, modules, shared, usual) for module in modules.values())
    ends = [f"{shared[start, name]} as {name}" for name in modules[start].exports]
    return blocks + (f"export{{{','.join(ends)}}};\n" if ends else "")


def linked_style(files: Mapping[str, str], start: str) -> str:
    """One style sheet: a file and the files that it imports, in order."""

    def imported(found: re.Match[str]) -> str:
        return linked_style(files, _path(start, found[1]))

    if start not in files:
        raise UnknownForm(f"there is no style sheet {start}; one that is imported must exist")
    return re.sub(r'@import "([^"]+)";', imported, small_style(files[start]))


def _path(module: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), name))


def _in_order(files: Mapping[str, str], start: str) -> dict[str, _Module]:
    """The modules in running order: each after those that it imports."""
    found: dict[str, _Module] = {}

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            # In a circle some modules would run before their imports.
            circle = " -> ".join((*way[way.index(name) :], name))
            raise UnknownForm(f"modules import one another in a circle: {circle}")
        if name in found:
            return
        if name not in files:
            raise UnknownForm(f"there is no module {name}; a module that is imported must exist")
        module = _Reader(name, files[name]).read()
        for other in module.needs:
            visit(other, (*way, name))
        found[name] = module

    visit(start, ())
    return found


def _shared_names(modules: Mapping[str, _Module]) -> dict[tuple[str, str], str]:
    """Names in the script for what modules export, by the module and its export."""
    words = {token.text for one in modules.values() for token in one.tokens if token.kind == "word"}
    # Names of one letter are kept for the modules' own variables.
    fresh = (name for name in fresh_names(words) if len(name) > 1)
    return {(one.name, name): next(fresh) for one in modules.values() for name in one.exports}


def _block(
    module: _Module,
    modules: Mapping[str, _Module],
    shared: Mapping[tuple[str, str], str],
    usual: Mapping[str, str],
) -> str:
    """A module in the script; its exports are variables of the whole script."""
    given: dict[str, str] = {}
    for own, (path, name) in module.imports.items():
        if name == "*":
            members = ",".join(f"{one}:{shared[path, one]}" for one in modules[path].exports)
            given[own] = f"{{{members}}}"
        elif (path, name) in shared:
            given[own] = shared[path, name]
        else:
            raise UnknownForm(f"{module.name} imports {name}, which {path} does not export")
    exported = {own: shared[module.name, name] for name, own in module.exports.items()}
    given |= {own: exported[own] for own in module.constants}
    tokens, renamed = shortened(module.tokens, given, set(exported.values()), usual)
    imports = [f"{own}={given[own]}" for own in module.imports if own not in renamed]
    # A variable where it is declared already, if its name could be changed to that of the script.
    exports = [
        f"{name}={renamed.get(own, own)}"
        for own, name in exported.items()
        if renamed.get(own) != name
    ]
    before = f"let {','.join(imports)};" if imports else ""
    after = f"var {','.join(exports)};" if exports else ""
    return (
        f"{{{before}{joined(with_few_declarations(list(_declaring(tokens, renamed))))}{after}}}\n"
    )


def _declaring(tokens: Sequence[Token], renamed: Mapping[str, str]) -> Iterator[Token]:
    """The tokens with ``let`` for an exported constant that remains one of the module."""
    for at, token in enumerate(tokens):
        constant = token == _VARIABLE and tokens[at + 2].text not in renamed.values()
        yield token._replace(text="let") if constant else token


class _Reader:
    """Reads a module's tokens and turns imports and exports into plain statements."""

    def __init__(self, name: str, text: str) -> None:
        self._module = _Module(name)
        self._tokens = list(script_tokens(text))
        self._at = 0

    def read(self) -> _Module:
        level = 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.text == "import" and token.kind == "word" and self._ahead(2)[-1].text == "(":
                self._import_call()
                level += 1  # up to the closing parenthesis
            elif token.text == "N_" and [one.kind for one in self._ahead(4)[1:]] == _MARKED:
                # The mark of a sentence has no effect at run time.
                self._out(self._ahead(3)[2])
                self._skip(4)
            # Statements of this kind stand only at the top level of a module.
            elif level == 0 and token.kind == "word" and token.text in ("import", "export"):
                statement = self._import if token.text == "import" else self._export
                statement()
            else:
                level += depth(token)
                self._out(token)
                self._at += 1
        return self._module

    def _out(self, *tokens: Token) -> None:
        self._module.tokens.extend(tokens)

    def _write(self, text: str) -> None:
        self._out(*script_tokens(text))

    def _ahead(self, count: int) -> Sequence[Token]:
        """The next tokens, gaps left out."""
        found = (token for token in self._tokens[self._at :] if token.kind != "gap")
        return [token for token, _ in zip(found, range(count), strict=False)]

    def _skip(self, count: int) -> None:
        """Skip a number of tokens, not counting gaps."""
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
        """``import()`` of a template: only its folder is adjusted."""
        _, _, name = self._ahead(3)
        if name.kind != "template":
            raise self._unknown()
        folder, slash, rest = name.text[1:].rpartition("/")
        self._skip(3)
        self._write("import(")
        self._out(Token("template", f"`./{_path(self._module.name, folder)}{slash}{rest}"))

    def _import(self) -> None:
        begin = self._at
        words = [token.text for token in self._statement()]
        path = _path(self._module.name, words[-1][1:-1])
        self._module.needs.append(path)
        match words[1:-2]:
            case []:
                pass
            case ["*", "as", own]:
                self._module.imports[own] = path, "*"
            case [own] if own.isidentifier():
                self._module.imports[own] = path, "default"
            case ["{", *names, "}"]:
                for one in " ".join(names).split(","):
                    name, _, own = one.strip().partition(" as ")
                    if name:
                        self._module.imports[(own or name).strip()] = path, name.strip()
            case _:
                self._at = begin
                raise self._unknown()

    def _statement(self) -> Sequence[Token]:
        """The tokens of an import up to its name; reading continues after the semicolon."""
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
                self._module.exports["default"] = _DEFAULT
                self._module.constants.append(_DEFAULT)
                self._write(f"var {_DEFAULT}=")
            case ["function", name, *_] | ["async", "function", name, *_] if _named(name):
                self._module.exports[name] = name
                self._skip(1)
            case ["function", "*", name, *_] if _named(name):
                self._module.exports[name] = name
                self._skip(1)
            case ["const", name, "=", *_] if _named(name):
                self._module.exports[name] = name
                self._module.constants.append(name)
                self._skip(3)
                self._write(f"var {name}")
            case ["class", name, *_] if _named(name):
                self._module.exports[name] = name
                self._skip(1)
            case _:
                raise self._unknown()


def _named(text: str) -> bool:
    return re.fullmatch(r"[\w$]+", text) is not None
