"""Values in the plain-line dialect: JSON that may be written without quotes, on one line.

::

    value   = word | quoted | list | map
    word    = mark, { mark }              (* true, false, null and whole numbers mean themselves *)
    list    = "[", [ value, { ",", value } ], "]"
    map     = "{", [ key, ":", value, { ",", key, ":", value } ], "}"
    key     = word | quoted
    quoted  = a JSON string
    mark    = any printable character but space " = [ ] { } , :

Blanks stand only between the items of a line, and inside quotes. A text is quoted where it would
mean something else without quotes. Unprintable characters are written as escapes, so no control
character ever reaches a terminal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from carteado.engine.sentences import said
from carteado.protocol.errors import LineError
from carteado.protocol.messages import LARGEST

__all__ = ["LONGEST", "Scanner", "brief", "escape", "quote", "write_key", "write_value"]

MAX_DEPTH = 16

LONGEST = 4000
"""Characters of a line for people, which is longer than any that an honest server causes."""

# \s covers every Unicode blank, so a word never hides one.
_WORD = re.compile(r'[^\s"=\[\]{},:\x00-\x1f\x7f]+')
# Only the extent is found here; json.loads checks the escapes.
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_BLANK = re.compile(r"[ \t]*")
_INT = re.compile(r"0|-?[1-9][0-9]*")
# Narrower than `_WORD`: at the start of a word, @ means a table, ! a decision and # a comment.
_SAFE = re.compile(r"[A-Za-z0-9_?][A-Za-z0-9_.?/+-]*")
_NAMED: Mapping[str, Any] = {"true": True, "false": False, "null": None}


def escape(text: str) -> str:
    """`text` with everything that is not printable as a JSON escape."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    if letter.isprintable():
        return letter
    code = ord(letter)
    if code < 0x10000:
        return f"\\u{code:04x}"
    # JSON escapes are UTF-16: a character beyond 16 bits is a pair of surrogates.
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def brief(text: str) -> str:
    """`text` as one line for people: printable, and cut at `LONGEST` with a mark."""
    left = len(text) - LONGEST
    return escape(text if left <= 0 else f"{text[:LONGEST]} ... ({left:,} more characters)")


def quote(text: str) -> str:
    """A text in quotes."""
    return escape(json.dumps(text, ensure_ascii=False))


def write_key(text: str) -> str:
    """A key: as it is where it may be, else in quotes."""
    return text if _SAFE.fullmatch(text) else quote(text)


def write_value(value: Any) -> str:
    """A plain value without blanks outside quotes; `Scanner.value` reads it again."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is int:
        return str(value)
    if isinstance(value, str):
        # "true" or "12" as a text needs quotes, or it would come back as a value.
        means_itself = _SAFE.fullmatch(value) and value not in _NAMED and not _INT.fullmatch(value)
        return value if means_itself else quote(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{write_key(k)}:{write_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(write_value, value)) + "]"
    raise TypeError(f"{type(value).__qualname__} is not plain data")


class Scanner:
    """Reads the items of a line from left to right.

    Attributes:
        text: the line.
        at: the reading position, in characters from 0.
        word: the item read last as it was written, where it was a bare word; else None.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.word: str | None = None
        self._skip()

    @property
    def done(self) -> bool:
        """Whether the line is read to its end."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """The rest of the text, not read yet."""
        return self.text[self.at :]

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """The next item if it is a bare word of this form, else None."""
        found = _WORD.match(self.text, self.at)
        if found is None or not pattern.fullmatch(found.group()):
            return None
        if not self._ends(found.end()):
            return None
        self.at = found.end()
        self._skip()
        return found.group()

    def item(self) -> tuple[str | None, Any]:
        """The next ``value`` or ``key=value``: key (None for none) and value.

        Raises:
            LineError: there is no item at this position.
        """
        start = self.at
        # A key is read like a value first: only the "=" after it makes the difference.
        value, word = self._value(MAX_DEPTH)
        key = None
        if self.text.startswith("=", self.at):
            key = self._key(value, word, start)
            self.at += 1
            value, word = self._value(MAX_DEPTH)
        # Items are separated by blanks, so "a=1b=2" is an error and not two items.
        if not self._ends(self.at):
            raise LineError(
                said("{sign} does not belong here", sign=repr(self.text[self.at])), self.at
            )
        self.word = word
        self._skip()
        return key, value

    def skip(self, count: int) -> None:
        """Skip a number of characters, and the blanks after them."""
        self.at += count
        self._skip()

    def _skip(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def _ends(self, at: int) -> bool:
        return at >= len(self.text) or self.text[at] in " \t"

    def _key(self, value: Any, word: str | None, start: int) -> str:
        if word is not None:
            return word
        if not isinstance(value, str):
            raise LineError(said("a key is a word or a text in quotes"), start)
        return value

    def _value(self, depth: int) -> tuple[Any, str | None]:
        """A value, and the bare word that it was, if it was one."""
        sign = self.text[self.at : self.at + 1]
        if sign == '"':
            return self._text(), None
        if sign in ("[", "{"):
            # Bounds the recursion of a hostile line.
            if depth == 0:
                raise LineError(said("nested too deeply"), self.at)
            self.at += 1
            return (self._list(depth) if sign == "[" else self._map(depth)), None
        found = _WORD.match(self.text, self.at)
        if found is None:
            problem = (
                said(
                    "{sign} cannot start a value; put text that contains it in double quotes",
                    sign=repr(sign),
                )
                if sign
                else said("a value is missing")
            )
            raise LineError(problem, self.at)
        word = found.group()
        value = self._meaning(word)
        self.at = found.end()
        return value, word

    def _meaning(self, word: str) -> Any:
        if word in _NAMED:
            return _NAMED[word]
        if not _INT.fullmatch(word):
            if not word.isprintable():
                raise LineError(
                    said("a character that cannot be printed; write it as \\u"), self.at
                )
            return word
        # At most 16 digits and a sign; the length first, so that no long text is converted.
        if len(word) > 17 or abs(int(word)) > LARGEST:
            raise LineError(said("a number beyond 2^53 - 1"), self.at)
        return int(word)

    def _text(self) -> str:
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            raise LineError(said("the quotes are not closed"), self.at)
        try:
            text: str = json.loads(found.group())
            # JSON can escape half a surrogate pair, which no text on the wire may hold.
            text.encode()
        except ValueError:
            raise LineError(said("an escape in the quotes is wrong"), self.at) from None
        self.at = found.end()
        return text

    def _list(self, depth: int) -> list[Any]:
        items: list[Any] = []
        while not self._closed("]", bool(items)):
            items.append(self._value(depth - 1)[0])
        return items

    def _map(self, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not self._closed("}", bool(items)):
            start = self.at
            value, word = self._value(depth - 1)
            key = self._key(value, word, start)
            if key in items:
                raise LineError(said("{name} is given twice", name=key), start)
            if not self.text.startswith(":", self.at):
                raise LineError(said("a colon is missing"), self.at)
            self.at += 1
            items[key] = self._value(depth - 1)[0]
        return items

    def _closed(self, sign: str, begun: bool) -> bool:
        """Whether a list or map ends here; else step over the comma before the next item."""
        if self.text.startswith(sign, self.at):
            self.at += 1
            return True
        if begun:
            if not self.text.startswith(",", self.at):
                raise LineError(said("a comma or {sign} is missing", sign=sign), self.at)
            self.at += 1
        return False
