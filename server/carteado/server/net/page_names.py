"""Short names for what a module of the page declares for itself.

Contributors write whole words; a phone need not load them. A name is shortened where it can mean
one thing only: the module declares it with ``const``, ``let``, ``function`` or as a parameter, and
it never stands as a property, as a key or in a pair of braces where it would be one. Everything
else stays: what is taken apart with braces, and the names of the browser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from carteado.server.net.page_tokens import Token

__all__ = ["fresh_names", "shortened"]

_WORDS = frozenset(
    (
        *(
            "arguments",
            "as",
            "async",
            "await",
            "break",
            "case",
            "catch",
            "class",
            "const",
            "continue",
        ),
        *("debugger", "default", "delete", "do", "else", "export", "extends", "false", "finally"),
        *(
            "for",
            "from",
            "function",
            "get",
            "if",
            "import",
            "in",
            "instanceof",
            "let",
            "new",
            "null",
        ),
        *("of", "return", "set", "static", "super", "switch", "this", "throw", "true", "try"),
        *("typeof", "undefined", "var", "void", "while", "with", "yield"),
    )
)

# Names that mean something without a declaration; a short name must not hide one of them.
_BROWSER = frozenset(
    (
        *(
            "Array",
            "AudioContext",
            "Boolean",
            "BroadcastChannel",
            "CSS",
            "Date",
            "Infinity",
            "Intl",
        ),
        *("JSON", "Map", "Math", "NaN", "Number", "Object", "Promise", "RegExp", "Set", "String"),
        *("URL", "WebSocket", "clearInterval", "clearTimeout", "console", "crypto", "document"),
        *("event", "fetch", "globalThis", "history", "innerHeight", "innerWidth", "isNaN"),
        *("localStorage", "location", "name", "navigator", "parseInt", "performance"),
        *("queueMicrotask", "requestAnimationFrame", "self", "setInterval", "setTimeout", "status"),
        *("structuredClone", "window"),
    )
)

_OPEN = {"(": ")", "[": "]", "{": "}"}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def shortened(
    tokens: Sequence[Token], given: Mapping[str, str] | None = None, taken: Set[str] = frozenset()
) -> tuple[list[Token], Mapping[str, str]]:
    """The tokens of a module with short names, and ``let`` for ``const``, which do the same.

    Args:
        tokens: of the module.
        given: what its imports are called in the whole script; a text that is no name stays out.
        taken: further names of the script that the module must not use for anything else.

    Returns:
        The tokens, and the new names of all words that have one.
    """
    given = given or {}
    visible = [token for token in tokens if token.kind != "gap"]
    counts = Counter(token.text for token in visible if token.kind == "word")
    single = set(counts) - _properties(visible) - _WORDS - _BROWSER
    names = {word: name for word, name in given.items() if word in single and name.isidentifier()}
    own = (_declared(visible) & single) - set(given)
    # No word of the module is fresh, so a short name hides none, whatever its scope.
    fresh = fresh_names(set(counts) | set(given.values()) | taken)
    # The most frequent words get the names of one letter.
    # Two letters are not worth it: the new name may be as long.
    names |= {
        word: next(fresh) for word, _ in counts.most_common() if word in own and len(word) > 2
    }
    # `let` is shorter, and harmless: nothing assigns to a constant.
    words = {**names, "const": "let"}
    return [
        token._replace(text=words.get(token.text, token.text)) if token.kind == "word" else token
        for token in tokens
    ], names


def _properties(visible: Sequence[Token]) -> set[str]:
    """Words that stand somewhere as a property or a key, or may do so."""
    found: set[str] = set()
    inside: list[str] = []
    for at, token in enumerate(visible):
        before = visible[at - 1].text if at else ";"
        after = visible[at + 1].text if at + 1 < len(visible) else ";"
        if token.kind == "mark" and token.text in _OPEN:
            inside.append(token.text)
        elif token.kind == "mark" and token.text in _OPEN.values():
            inside.pop()
        elif token.kind == "template":
            if token.text.startswith("}"):
                inside.pop()
            if token.text.endswith("${"):
                inside.append("$")
        elif token.kind == "word":
            braces = bool(inside) and inside[-1] == "{"
            # As in `{name}` and `{name = 1}`, where a variable's name is its key as well.
            key = before in ("{", ",") and after in (",", "}", "=")
            method = after == "(" and before in (
                "{",
                "}",
                ";",
                ",",
                "async",
                "get",
                "set",
                "static",
            )
            if before in (".", "#") or after in (":", "as") or (braces and (key or method)):
                found.add(token.text)
    return found


def _declared(visible: Sequence[Token]) -> set[str]:
    """Words that the module declares, apart from those that it takes out of objects."""
    found: set[str] = set()
    for at, token in enumerate(visible):
        if token.kind == "word" and token.text in ("const", "let", "function"):
            after = visible[at + 1]
            if after.text == "[":
                found |= _listed(visible, at + 1)
            elif after.kind == "word":
                found.add(after.text)
            if token.text == "function":
                begin = next(n for n in range(at, len(visible)) if visible[n].text == "(")
                found |= _listed(visible, begin)
        elif token.text == "=>" and token.kind == "mark":
            if visible[at - 1].kind == "word":
                found.add(visible[at - 1].text)
            else:
                found |= _listed(visible, _beginning(visible, at - 1))
    return found


def _beginning(visible: Sequence[Token], end: int) -> int:
    """Index of the bracket that the one at `end` closes."""
    depth = 0
    for at in range(end, -1, -1):
        if visible[at].kind == "mark":
            depth += (visible[at].text in _OPEN.values()) - (visible[at].text in _OPEN)
        if depth == 0:
            return at
    return end


def _listed(visible: Sequence[Token], begin: int) -> set[str]:
    """Names in a list of parameters or of what is taken out of a list; not those in braces."""
    found: set[str] = set()
    depth = 0
    braces = 0
    for at in range(begin, len(visible)):
        text, mark = visible[at].text, visible[at].kind == "mark"
        depth += mark and text in _OPEN
        depth -= mark and text in _OPEN.values()
        braces += (mark and text == "{") - (mark and text == "}")
        if depth == 0:
            break
        first = visible[at - 1].text in ("(", "[", ",", ".")
        if visible[at].kind == "word" and first and not braces:
            found.add(text)
    return found


def fresh_names(used: Set[str]) -> Iterator[str]:
    """Names of one letter, then of two, that are not used and mean nothing."""
    for first in ("", *_LETTERS):
        for letter in _LETTERS:
            if first + letter not in used | _WORDS | _BROWSER:
                yield first + letter
