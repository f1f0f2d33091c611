"""Short names for the local variables of a module of the page.

Contributors write whole words; a phone need not load them. A name is shortened only if it is
unambiguous: the module declares it with ``const``, ``let``, ``function`` or as a parameter.
Properties and keys stay; where a name is a key as well, as in ``{name}``, it becomes ``{name:a}``.
The names of the browser stay too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from carteado.server.net.page_tokens import Token

__all__ = ["fresh_names", "shortened", "usual_names"]

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
        *("fetch", "globalThis", "history", "innerHeight", "innerWidth", "isNaN"),
        *("localStorage", "location", "navigator", "parseInt", "performance"),
        *("queueMicrotask", "requestAnimationFrame", "self", "setInterval", "setTimeout"),
        *("structuredClone", "window"),
    )
)

_OPEN = {"(": ")", "[": "]", "{": "}"}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def usual_names(modules: Iterable[Sequence[Token]]) -> Mapping[str, str]:
    """Letters for the words that modules use most, so that like code packs to fewer bytes."""
    counts: Counter[str] = Counter()
    for tokens in modules:
        visible = [token for token in tokens if token.kind != "gap"]
        uses = zip(visible, _uses(visible), strict=True)
        counts.update(token.text for token, use in uses if use == "plain" and len(token.text) > 2)
    words = [word for word, _ in counts.most_common() if word not in _WORDS | _BROWSER]
    # From the end: the first letters are left to the words that have no usual name.
    return dict(zip(words, reversed(_LETTERS), strict=False))


def shortened(
    tokens: Sequence[Token],
    given: Mapping[str, str] | None = None,
    taken: Set[str] = frozenset(),
    usual: Mapping[str, str] | None = None,
) -> tuple[list[Token], Mapping[str, str]]:
    """The tokens of a module with short names, and ``let`` for ``const``, which do the same.

    Args:
        tokens: of the module.
        given: names of its imports in the whole script; a text that is not a name stays as it is.
        taken: further names of the script that the module must not use for anything else.
        usual: names that words get where the module does not use them otherwise.

    Returns:
        The tokens, and the new names of all words that have one.
    """
    given = given or {}
    visible = [token for token in tokens if token.kind != "gap"]
    uses = _uses(visible)
    counts = Counter(token.text for token in visible if token.kind == "word")
    plain = Counter(token.text for token, use in zip(visible, uses, strict=True) if use == "plain")
    pairs = Counter(token.text for token, use in zip(visible, uses, strict=True) if use == "pair")
    free = set(counts) - _WORDS - _BROWSER
    names = {word: name for word, name in given.items() if word in free and name.isidentifier()}
    own = (_declared(visible, uses) & free) - set(given)
    # Short names differ from all words of the module, so they hide none, whatever their scope.
    used = set(counts) | set(given.values()) | taken
    # Words of two letters are not worth it, because the new name may be as long; and in a pair the
    # new name stands beside the old one.
    long = [
        word
        for word, count in plain.most_common()
        if word in own and len(word) > 2 and count > pairs[word]
    ]
    familiar = {word: usual[word] for word in long if usual and word in usual}
    names |= {word: name for word, name in familiar.items() if name not in used}
    # The most frequent of the others get the remaining names of one letter.
    fresh = fresh_names(used | set(familiar.values()))
    names |= {word: next(fresh) for word in long if word not in names}
    # `let` is shorter, and harmless: nothing assigns to a constant.
    words = {**names, "const": "let"}
    of_word = iter(uses)
    found: list[Token] = []
    for token in tokens:
        use = next(of_word) if token.kind != "gap" else ""
        new = words.get(token.text) if use in ("plain", "pair") else None
        if new is not None and use == "pair" and new != token.text:
            found += [token, Token("mark", ":")]
        found.append(token if new is None else token._replace(text=new))
    return found, names


def _uses(visible: Sequence[Token]) -> list[str]:
    """The use of each token: a ``plain`` name, a name and key in a ``pair``, or "" for others.

    In ``{name}`` and ``{name = 1}`` a variable's name is its key as well.
    """
    found: list[str] = []
    inside: list[str] = []
    for at, token in enumerate(visible):
        use = ""
        if token.kind == "mark" and token.text in _OPEN:
            inside.append(_kind_of_braces(visible, at) if token.text == "{" else token.text)
        elif token.kind == "mark" and token.text in _OPEN.values():
            inside.pop()
        elif token.kind == "template":
            if token.text.startswith("}"):
                inside.pop()
            if token.text.endswith("${"):
                inside.append("$")
        elif token.kind == "word":
            use = _use(visible, at, inside[-1] if inside else "block")
        found.append(use)
    return found


_BEFORE_BLOCK = frozenset({")", "=>", ";", "{", "}", "else", "try", "catch", "finally", "do"})


def _kind_of_braces(visible: Sequence[Token], at: int) -> str:
    """Whether braces hold statements (``block``), members (``class``), or keys (``object``)."""
    before = visible[at - 1] if at else Token("mark", ";")
    if before.kind in ("mark", "word") and before.text in _BEFORE_BLOCK:
        return "block"
    if any(token.text in ("class", "extends") for token in visible[max(0, at - 2) : at]):
        return "class"
    return "object"


def _use(visible: Sequence[Token], at: int, inside: str) -> str:
    """The use of a word."""
    before = visible[at - 1].text if at else ";"
    after = visible[at + 1].text if at + 1 < len(visible) else ";"
    if before == "." and visible[at - 2].text != ".":  # more than one is a spread
        return ""
    modified = before in ("async", "get", "set", "static")
    if inside == "class":  # what follows a member's name, as in `#at = 0`, is its value
        return "" if modified or before in ("{", "}", ";") else "plain"
    if inside == "object" and modified and after == "(":
        return ""
    if inside == "object" and before in ("{", ","):
        return "" if after in (":", "(") else "pair" if after in (",", "}", "=") else "plain"
    return "plain"


def _declared(visible: Sequence[Token], uses: Sequence[str]) -> set[str]:
    """The words that the module declares."""
    found: set[str] = set()
    for at, token in enumerate(visible):
        if token.kind == "word" and token.text in ("const", "let", "function"):
            after = visible[at + 1]
            if after.text in ("[", "{"):
                found |= _listed(visible, uses, at + 1)
            elif after.kind == "word":
                found.add(after.text)
            if token.text == "function":
                begin = next(n for n in range(at, len(visible)) if visible[n].text == "(")
                found |= _listed(visible, uses, begin)
        elif token.text == "=>" and token.kind == "mark":
            if visible[at - 1].kind == "word":
                found.add(visible[at - 1].text)
            else:
                found |= _listed(visible, uses, _beginning(visible, at - 1))
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


def _listed(visible: Sequence[Token], uses: Sequence[str], begin: int) -> set[str]:
    """Names in a list of parameters or in a destructuring pattern."""
    found: set[str] = set()
    inside: list[str] = []
    default = 0  # brackets around the default value that is read, 0 for none
    for at in range(begin, len(visible)):
        text, kind = visible[at].text, visible[at].kind
        if kind == "mark" and text in _OPEN:
            inside.append(text)
        elif kind == "mark" and text in _OPEN.values():
            inside.pop()
            if len(inside) < default:
                default = 0
            if not inside:
                break
        elif text == "," and len(inside) == default:
            default = 0
        elif text == "=" and not default:
            default = len(inside)
        elif kind == "word" and not default:
            # In braces, the word after a colon is the name for a key.
            named = inside[-1] != "{" or visible[at - 1].text in (":", ".")
            if uses[at] == "pair" or (uses[at] == "plain" and named):
                found.add(text)
    return found


def fresh_names(used: Set[str]) -> Iterator[str]:
    """Unused names of one letter, then of two, that are not keywords."""
    for first in ("", *_LETTERS):
        for letter in _LETTERS:
            if first + letter not in used | _WORDS | _BROWSER:
                yield first + letter
