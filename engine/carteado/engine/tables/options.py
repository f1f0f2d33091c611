"""Options from what a person types: ``stack=5k``, ``blinds=10/20``, ``decision=30s``.

One reader for every frozen dataclass of options, a game's and the table's own, by the types of its
fields. A class may name shorthands for fields that people say together::

    SHORTHANDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"blinds": ("small_blind", "big_blind")}

The grammar of a value, by the type of its field:

========================  ==========================================================================
whole number              ``1500``, ``1,500``, ``1_500``, ``5k``, ``1.5k``, ``2m``
time (name ends ``_ms``)  ``30s``, ``500ms``, ``2min``; the key may be written without ``_ms``, and
                          a bare number counts milliseconds only where it is written with it
yes or no                 ``yes``, ``on``, ``true``, ``no``, ``off``, ``false``
choice                    one of its words; of ``off`` and another word, these words too
list                      values between ``/`` or ``,``
list of records           records between ``,``, the fields of each between ``/``; those with
                          defaults may be left out at the end
where it may be absent    ``none``
========================  ==========================================================================
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import re
import types
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from carteado.engine.errors import OptionsError
from carteado.engine.plain import to_plain
from carteado.engine.sentences import Sentence, Value, said

__all__ = [
    "did_you_mean",
    "meant",
    "no_switch",
    "options_difference",
    "options_from_text",
    "options_keys",
    "truth_of",
]

T = TypeVar("T")

# Digits are bounded, and [0-9] leaves out the other digits of Unicode that \d matches.
_NUMBER = re.compile(r"(-?)([0-9]{1,3}(?:[,_][0-9]{3})+|[0-9]{1,16})(?:\.([0-9]{1,6}))?([km]?)")
_TIMES = {"ms": 1, "s": 1_000, "sec": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000}
_TIME = re.compile(r"([0-9]{1,10})(?:\.([0-9]{1,3}))?(ms|sec|s|min|m|h)")
_YES = frozenset({"yes", "y", "on", "true", "1"})
_NO = frozenset({"no", "n", "off", "false", "0"})


def options_from_text(cls: type[T], base: T, given: Mapping[str, str]) -> T:
    """`base` with the options that a person wrote.

    Args:
        cls: a frozen dataclass of options.
        base: what holds where nothing is given.
        given: text of each value by key; in keys ``-`` and ``_`` are alike, case does not matter.

    Raises:
        OptionsError: a key is unknown (with the nearest one and all there are), a value cannot be
            read, or the options refuse the combination.
    """
    fields = _fields(cls)
    values: dict[str, Any] = {}
    for written, text in given.items():
        for name, value in _read(cls, fields, written, text.strip()):
            # A shorthand and one of its fields may name the same option.
            if name in values:
                twice = said("{name} is given twice", name=name.replace("_", "-"))
                raise OptionsError(written, twice)
            values[name] = value
    return dataclasses.replace(base, **values)  # type: ignore[type-var]


def options_difference(base: Any, options: Any) -> dict[str, Any]:
    """Plain data of the fields in which `options` differ from `base`: the content of a command."""
    before, after = to_plain(base), to_plain(options)
    return {name: value for name, value in after.items() if value != before[name]}


def options_keys(cls: type) -> tuple[str, ...]:
    """The keys that `options_from_text` reads for a class, as people write them."""
    names = (field.name.removesuffix("_ms") for field in dataclasses.fields(cls))
    return tuple(name.replace("_", "-") for name in (*_shorthands(cls), *names))


def truth_of(text: str) -> bool | None:
    """The position of a switch that a text means; None where it means none."""
    word = text.strip().lower()
    return word in _YES if word in _YES | _NO else None


def no_switch(text: str) -> Sentence:
    """The sentence about a text that means no position of a switch."""
    return said(
        "{text} is neither yes nor no; write on or off, yes or no, true or false",
        text=_quoted(text),
    )


_LISTED = 40
"""Maximum number of words that a sentence lists."""


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """The end of a sentence about an unknown word: the nearest known word, and all known words."""
    return str(meant(word, known))


def meant(word: str, known: tuple[str, ...]) -> Sentence:
    """The same as `did_you_mean`, for clients that translate it."""
    # 0.6 is difflib's own default: near enough for a typing error, not for another word.
    near = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    listed: Value = ", ".join(known[:_LISTED]) or said("none")
    # An error goes to a terminal line or a chat line, so the list is bounded.
    if len(known) > _LISTED:
        listed = said("{known} and {n} more", known=listed, n=len(known) - _LISTED)
    if near:
        return said("did you mean {near}? there are: {known}", near=repr(near[0]), known=listed)
    return said("there are: {known}", known=listed)


def _fields(cls: Any) -> Mapping[str, Any]:
    # Annotations are strings under `from __future__ import annotations`; this resolves them.
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _shorthands(cls: type) -> Mapping[str, tuple[str, ...]]:
    found: Mapping[str, tuple[str, ...]] = getattr(cls, "SHORTHANDS", {})
    return found


def _read(cls: type, fields: Mapping[str, Any], written: str, text: str) -> list[tuple[str, Any]]:
    """The fields that one key sets, with their values."""
    # Options are written with dashes on the command line and underscores in files.
    key = written.strip().lower().replace("-", "_")
    parts = _shorthands(cls).get(key)
    if parts is not None:
        texts = text.split("/" if "/" in text else ",")
        if len(texts) != len(parts):
            example = "/".join(part.replace("_", "-") for part in parts)
            raise OptionsError(
                written, said("{text} is not {example}", text=repr(text), example=example)
            )
        pairs = zip(parts, texts, strict=True)
        return [(name, _value(written, name, fields[name], part)) for name, part in pairs]
    if key in fields:
        return [(key, _value(written, key, fields[key], text))]
    # Last, so a field named without _ms always wins over the shorter way to write a time.
    if f"{key}_ms" in fields:
        return [(f"{key}_ms", _time(written, text))]
    hint = meant(written, options_keys(cls))
    raise OptionsError(written, said("no such option; {hint}", hint=hint))


def _value(written: str, name: str, kind: Any, text: str) -> Any:
    if name.endswith("_ms") and text.isdecimal():
        return _number(written, text)
    return _time(written, text) if name.endswith("_ms") else _typed(written, kind, text.strip())


def _typed(written: str, kind: Any, text: str) -> Any:
    """The value of type `kind` that a text means."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _typed(written, args[0], text)
    if origin in (Union, types.UnionType):
        return _optional(written, args, text)
    if origin is Literal:
        return _choice(written, {str(word): word for word in args}, text)
    if origin is tuple:
        return _tuple(written, args, text)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(written, {str(item.value): item for item in kind}, text)
    reader = _READERS.get(kind)
    if reader is None:
        raise OptionsError(written, said("cannot be written as a text"))
    return reader(written, text)


def _optional(written: str, args: tuple[Any, ...], text: str) -> Any:
    if types.NoneType in args and text.lower() == "none":
        return None
    *others, last = (arg for arg in args if arg is not types.NoneType)
    for arg in others:
        # The last alternative is read outside the loop, so that its error reaches the user.
        with contextlib.suppress(OptionsError):
            return _typed(written, arg, text)
    return _typed(written, last, text)


def _choice(written: str, words: Mapping[str, Any], text: str) -> Any:
    for word, value in words.items():
        if word.lower().replace("_", "-") == text.lower().replace("_", "-"):
            return value
    # People say "on" for the other word of a choice between it and "off".
    if len(words) == 2 and "off" in words and (on := truth_of(text)) is not None:
        return next(value for word, value in words.items() if (word != "off") == on)
    hint = meant(text, tuple(words))
    raise OptionsError(
        written, said("{text} is not one of the choices; {hint}", text=_quoted(text), hint=hint)
    )


def _tuple(written: str, args: tuple[Any, ...], text: str) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        item = args[0]
        # An empty list can be typed in two ways: "stacks=" and "stacks=none".
        if not text or text.lower() == "none":
            return ()
        if dataclasses.is_dataclass(item):
            # Records use both separators: "," between them and "/" between their fields.
            return tuple(_record(written, item, part) for part in text.split(","))
        # "/" has priority, because "," may also separate thousands in a number.
        parts = text.split("/" if "/" in text else ",")
        return tuple(_typed(written, item, part.strip()) for part in parts)
    parts = text.split("/" if "/" in text else ",")
    if len(parts) != len(args):
        wrong = said("{text} is not {n} values between /", text=_quoted(text), n=len(args))
        raise OptionsError(written, wrong)
    return tuple(
        _typed(written, kind, part.strip()) for kind, part in zip(args, parts, strict=True)
    )


def _record(written: str, cls: Any, text: str) -> Any:
    kinds = _fields(cls)
    parts = text.strip().split("/")
    needed = [f.name for f in dataclasses.fields(cls) if f.default is dataclasses.MISSING]
    if not len(needed) <= len(parts) <= len(kinds):
        quoted = _quoted(text.strip())
        raise OptionsError(
            written, said("{text} is not {example}", text=quoted, example="/".join(kinds))
        )
    # Not strict: trailing fields with defaults may be left out.
    pairs = zip(kinds.items(), parts, strict=False)
    return cls(**{name: _value(written, name, kind, part) for (name, kind), part in pairs})


def _number(written: str, text: str) -> int:
    found = _NUMBER.fullmatch(text.lower())
    if found is None:
        raise OptionsError(
            written,
            said("{text} is not a whole number, such as 1500, 1,500 or 1.5k", text=_quoted(text)),
        )
    sign, digits, fraction, suffix = found.groups()
    scale = {"": 1, "k": 1_000, "m": 1_000_000}[suffix]
    value = _scaled(written, text, digits.replace(",", "").replace("_", ""), fraction, scale)
    return -value if sign else value


def _time(written: str, text: str) -> int:
    # Zero needs no unit; any other bare number would be ambiguous.
    if text == "0":
        return 0
    found = _TIME.fullmatch(text.lower().replace(" ", ""))
    if found is None:
        wrong = said("{text} is not a time, such as 30s, 500ms or 2min", text=_quoted(text))
        raise OptionsError(written, wrong)
    digits, fraction, unit = found.groups()
    return _scaled(written, text, digits, fraction, _TIMES[unit])


def _scaled(written: str, text: str, digits: str, fraction: str | None, scale: int) -> int:
    """``digits.fraction`` times `scale`, where that is a whole number."""
    unit: int = 10 ** len(fraction or "")
    # Whole numbers throughout: as a float, 16.1k would be 16100.000000000002 chips.
    value, rest = divmod(int(digits + (fraction or "")) * scale, unit)
    if rest:
        raise OptionsError(written, said("{value} is not a whole number", value=_quoted(text)))
    return value


def _truth(written: str, text: str) -> bool:
    if (found := truth_of(text)) is not None:
        return found
    raise OptionsError(written, no_switch(text))


def _quoted(text: str) -> str:
    return f"{text!r:.60}"


_READERS: Mapping[Any, Callable[[str, str], Any]] = {
    int: _number,
    bool: _truth,
    str: lambda written, text: text,
}
