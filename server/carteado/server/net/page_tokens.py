"""Scripts and styles without what a browser does not need: comments, and blanks between words.

A reader of tokens, so that strings, templates and regular expressions stay as they are. Line ends
stay where a statement may end at one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = [
    "Token",
    "depth",
    "joined",
    "script_tokens",
    "small_script",
    "small_style",
    "with_few_declarations",
]

_TOKEN = re.compile(
    r"""
    (?P<gap>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<word>[\w$\#@\\]+)
    |(?P<mark>=>|\+\+|--|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?:[^\\`$]|\\.|\$(?!\{))*(`|\$\{)", re.DOTALL)
_REGEX = re.compile(r"/(?:[^\\/\[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+/[a-z]*")

_BEFORE_REGEX = frozenset(
    {
        *("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do"),
        *("await", "yield", "instanceof", "default"),
    }
)
"""Words after which a slash begins a regular expression; after others it divides."""

_TIGHT = frozenset("(){}[],;:?=<>&|*!+-/%^~\"'")
"""Characters that need no blank beside them."""

_TOGETHER = frozenset({"++", "--", "//", "/*", "+-", "-+"})
"""Pairs of characters that would mean something else without the blank between them."""


class Token(NamedTuple):
    """A piece of a script; a page has very many, so they have to be cheap.

    Attributes:
        kind: ``word``, ``mark``, ``text``, ``regex``, ``template`` (a part between ````` or ``${``
            and the next) or ``gap``.
        text: as it is written.
    """

    kind: str
    text: str


def script_tokens(text: str) -> Iterator[Token]:
    """The tokens of a script; joined they are the script again."""
    at, before = 0, Token("mark", ";")
    braces: list[bool] = []  # whether an open brace is one of a template
    while at < len(text):
        token = _next(text, at, before, braces)
        at += len(token.text)
        if token.kind != "gap":
            before = token
        yield token


def _next(text: str, at: int, before: Token, braces: list[bool]) -> Token:
    char = text[at]
    if char == "`" or (char == "}" and braces and braces.pop()):
        return _template(text, at, braces)
    if char == "/" and _may_begin_regex(before) and not text.startswith(("//", "/*"), at):
        regex = _REGEX.match(text, at)
        if regex is not None:
            return Token("regex", regex[0])
    if char == "{":
        braces.append(False)
    found = _TOKEN.match(text, at)
    assert found is not None
    return Token(found.lastgroup or "", found[0])


def _template(text: str, at: int, braces: list[bool]) -> Token:
    found = _TEMPLATE.match(text, at + 1)
    if found is None:
        raise ValueError(f"a template has no end: {text[at : at + 40]!r}")
    if found[1] == "${":
        braces.append(True)
    return Token("template", text[at : found.end()])


def _may_begin_regex(before: Token) -> bool:
    if before.kind == "template":
        return before.text.endswith("${")
    if before.kind == "mark":
        # So a regular expression right after `if (...)` or a block is taken for a division.
        return before.text not in (")", "]", "}", "++", "--")
    return before.kind == "word" and before.text in _BEFORE_REGEX


def joined(tokens: Iterable[Token]) -> str:
    """Tokens as text, with only the necessary gaps."""
    parts: list[str] = []
    last = "\n"
    gap = ""
    for token in _without_last_commas(list(tokens)):
        if token.kind == "gap":
            gap = "\n" if "\n" in token.text else gap or " "
            continue
        parts.append(_needed(gap, last, token.text[0]))
        parts.append(token.text)
        last, gap = token.text[-1], ""
    return "".join(parts).strip() + "\n"


def _without_last_commas(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without the comma after the last item of a list."""
    following = iter([token for token in tokens if token.kind != "gap"][1:])
    for token in tokens:
        after = next(following, token) if token.kind != "gap" else token
        closes = after.kind == "mark" and after.text in (")", "]", "}")
        if not (token.kind == "mark" and token.text == "," and closes):
            yield token


def _needed(gap: str, last: str, first: str) -> str:
    if gap == "\n":
        # Elsewhere a line end may end a statement that has no semicolon.
        return "" if last in "{([,;\n" or first in "})]" else "\n"
    if gap and (last + first in _TOGETHER or not (last in _TIGHT or first in _TIGHT)):
        return " "
    return ""


def with_few_declarations(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with one declaration in place of several ``let`` or ``var`` in a row."""
    visible = [token for token in tokens if token.kind != "gap"]
    following = iter([*visible[1:], Token("gap", "")])
    declaring: list[str] = [""]  # the word of the current declaration, by depth
    skipped = False
    for token in tokens:
        if token.kind == "gap":
            yield token
            continue
        after = next(following)
        if skipped:
            skipped = False
            continue
        if (deeper := depth(token)) > 0:
            declaring.append("")
        elif deeper < 0:
            declaring.pop()
        if token.text in ("let", "var"):
            declaring[-1] = token.text
        elif token.text == ";":
            skipped = declaring[-1] != "" and after.text == declaring[-1]
            declaring[-1] = after.text if skipped else ""
        yield Token("mark", ",") if skipped else token


def depth(token: Token) -> int:
    """1 if the token opens a parenthesis, bracket or brace, -1 if it closes one, else 0."""
    if token.kind == "mark":
        return (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
    if token.kind == "template":  # an open part counts until its brace
        return token.text.endswith("${") - token.text.startswith("}")
    return 0


def small_script(text: str) -> str:
    """A shorter script that does the same."""
    return joined(script_tokens(text))


_STYLE = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\))
    |(?P<gap>(?:\s|/\*.*?\*/)+)|(?P<word>[^\s"'/{};,:]+|.)""",
    re.VERBOSE | re.DOTALL,
)


_PLAIN = re.compile(r'"([A-Za-z][\w-]*)"')
"""The value of an attribute in a selector that needs no quotation marks."""


def small_style(text: str) -> str:
    """A shorter style sheet that does the same."""
    parts: list[str] = []
    pieces: Sequence[re.Match[str]] = list(_STYLE.finditer(text))
    for at, piece in enumerate(pieces):
        if piece.lastgroup != "gap":
            if piece[0] == "}" and parts and parts[-1] == ";":
                parts.pop()
            plain = piece["text"] and parts and parts[-1][-1] == "=" and _PLAIN.fullmatch(piece[0])
            parts.append(plain[1] if plain else piece[0])
            continue
        last = parts[-1] if parts else "{"
        first = pieces[at + 1][0] if at + 1 < len(pieces) else "}"
        # After a colon there is a value; a selector has no blank there. Before one it has.
        if last not in ("{", "}", ";", ",", ":") and first not in ("{", "}", ";", ","):
            parts.append(" ")
    return "".join(parts) + "\n"
