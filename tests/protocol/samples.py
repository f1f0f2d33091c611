"""Every message of the wire, made at random by the types of its fields."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from carteado.protocol import messages
from carteado.protocol.messages import INBOUND, LARGEST, OUTBOUND

HEX = "0123456789abcdef"
# The categories that names, titles and chat exclude.
PRINTABLE = st.characters(exclude_categories=("C", "Zl", "Zp"))
# What has no ink of its own and is in none of these categories: fillers, variation selectors (the
# property Default_Ignorable_Code_Point), and the Braille blank.
INVISIBLE = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
IN_NAME = st.characters(exclude_categories=("C", "Zl", "Zp"), exclude_characters=INVISIBLE)
LAST = st.characters(exclude_categories=("C", "Z"), exclude_characters=INVISIBLE)
FIRST = st.characters(exclude_categories=("C", "M", "Z"), exclude_characters=INVISIBLE)
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NUMBERS = st.integers(-LARGEST, LARGEST)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)
MAPS: st.SearchStrategy[Any] = st.dictionaries(ANY_TEXT, PLAIN, max_size=3)

_TEXTS: Mapping[Any, st.SearchStrategy[str]] = {
    messages.TableId: st.from_regex(r"[a-z0-9][a-z0-9-]{0,39}", fullmatch=True),
    messages.Name: st.builds(
        lambda first, middle, last: first + middle + last,
        FIRST,
        st.text(IN_NAME, max_size=5),
        LAST,
    ),
    messages.Title: st.text(PRINTABLE, max_size=20),
    messages.Text: st.text(PRINTABLE, min_size=1, max_size=30),
    messages.Password: st.text(PRINTABLE, min_size=8, max_size=20),
    messages.Label: st.text(PRINTABLE, min_size=1, max_size=12),
    messages.Code: st.text(HEX, min_size=4, max_size=32),
    messages.Word: st.from_regex(r"[a-z0-9][a-z0-9_-]{0,39}", fullmatch=True),
    messages.Token: st.text(HEX + "XYZ-_", min_size=22, max_size=64),
    messages.OperatorToken: st.text(HEX + "XYZ-_!", min_size=1, max_size=64),
    messages.Hex16: st.text(HEX, min_size=32, max_size=32),
    messages.Hex32: st.text(HEX, min_size=64, max_size=64),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    if hint in _TEXTS:
        return _TEXTS[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return st.integers(*_bounds(args[1]))
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, types.UnionType):
        return st.one_of([values(arg) for arg in args])
    if origin is tuple:
        return st.lists(values(args[0]), max_size=3).map(tuple)
    if origin is not None and issubclass(origin, Mapping):
        return MAPS if args[1] is Any else st.dictionaries(ANY_TEXT, values(args[1]), max_size=3)
    if dataclasses.is_dataclass(hint):
        return built(hint)
    return {str: ANY_TEXT, int: NUMBERS, bool: st.booleans(), type(None): st.none(), Any: PLAIN}[
        hint
    ]


def _bounds(info: FieldInfo) -> tuple[int, int]:
    found = {
        name: getattr(mark, name)
        for mark in info.metadata
        for name in ("ge", "le")
        if hasattr(mark, name)
    }
    return found["ge"], found["le"]


def built(cls: Any) -> st.SearchStrategy[Any]:
    """Instances of a dataclass, fields with defaults sometimes left out."""
    hints = get_type_hints(cls, include_extras=True)
    required: dict[str, Any] = {}
    optional: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        if field.name == "type":
            continue
        needed = field.default is dataclasses.MISSING
        needed = needed and field.default_factory is dataclasses.MISSING
        (required if needed else optional)[field.name] = values(hints[field.name])
    return st.fixed_dictionaries(required, optional=optional).map(lambda fields: cls(**fields))


INBOUND_MESSAGES: st.SearchStrategy[Any] = st.one_of([built(cls) for cls in INBOUND])
OUTBOUND_MESSAGES: st.SearchStrategy[Any] = st.one_of([built(cls) for cls in OUTBOUND])
