"""Strict validation of plain data straight into the dataclasses that the program works with.

One validator for a set of tagged dataclasses: unknown tags and fields are refused, and a number, a
text or a boolean must be one: ``"5"``, ``5.0`` and ``true`` are not whole numbers. pydantic's own
strict mode would also refuse a dict for a dataclass and a list for a tuple, which is all that
msgpack and JSON have, so strictness is set on the plain types alone.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, SchemaValidator
from pydantic_core.core_schema import any_schema, is_instance_schema

from carteado.engine.plain import tag_of
from carteado.protocol.errors import Invalid

__all__ = ["Invalid", "adapter", "tags", "validator", "written"]

_ANYTHING = any_schema()
_STRICT = frozenset({"int", "str", "bool", "literal", "none"})
_WORDS = {
    "unexpected_keyword_argument": "There is no such field",
    "missing_keyword_only_argument": "The field is missing",
    "missing": "The field is missing",
    "dict_type": "must be a map",
    "is_instance_of": "must be a map",
    "int_type": "must be a whole number",
}
_SUBJECT = re.compile(r"^[A-Z][a-z]+ should ")
# Filled at import by `written`: pydantic reports only the pattern, people need the words.
_PATTERNS: dict[str, str] = {}


class validator:
    """A validator of plain data into one of `types`, chosen by its ``type`` tag.

    Args:
        types: dataclasses that each have a ``type`` field with its tag as a literal.
        unknown: how to treat fields that a class does not have. A server refuses them; a client
            ignores them, for a server of a later minor version may send more.
        decoded: whether all data comes from a codec, which has checked that the keys of maps are
            texts. A map of arbitrary values is then taken as it is, otherwise checked and copied.
    """

    def __init__(
        self,
        types: tuple[type, ...],
        *,
        unknown: Literal["forbid", "ignore"] = "forbid",
        decoded: bool = False,
    ) -> None:
        schema = _strict(adapter(types).core_schema, unknown, decoded)
        self._validate = SchemaValidator(schema).validate_python
        # Messages without fields are immutable, so one instance serves every sender.
        self._bare: dict[str, Any] = {}
        for tag in tags(types):
            with contextlib.suppress(Invalid, TypeError):
                # Raises for a message with required fields; of the others one serves for all.
                bare = self({"type": tag})
                hash(bare)  # else a part of it could be changed
                self._bare[tag] = bare

    def __call__(self, data: Any) -> Any:
        """The instance that `data` describes.

        Raises:
            Invalid: `data` describes none of them; the error has the first problem found.
        """
        try:
            if type(data) is dict and len(data) == 1 and type(tag := data.get("type")) is str:
                bare = self._bare.get(tag)  # such as a fold, which is made once
                if bare is not None:
                    return bare
            return self._validate(data)
        except ValidationError as error:
            # Without input: a message must not repeat what a client sent, such as a token.
            problem = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise Invalid(where, _said(problem)) from None
        except RecursionError:
            raise Invalid("", "nested too deeply") from None


def written(pattern: str, words: str) -> Any:
    """The declaration of a text field that must match a pattern.

    Args:
        pattern: a regular expression for the whole text.
        words: the same for people, as in "must be WORDS".
    """
    _PATTERNS[pattern] = words
    return Field(pattern=pattern, description=words)


def _said(problem: ErrorDetails) -> str:
    words = _PATTERNS.get(problem.get("ctx", {}).get("pattern", ""))
    if words:
        return f"must be {words}"
    # Callers put the name of the field in front, so pydantic's own subject is left out.
    return _WORDS.get(problem["type"]) or _SUBJECT.sub("must ", problem["msg"])


@functools.cache
def adapter(types: tuple[type, ...]) -> TypeAdapter[Any]:
    """The pydantic adapter of a set of tagged dataclasses, for its schemas."""
    # pydantic refuses a discriminated union of a single type.
    if len(types) == 1:
        return TypeAdapter(types[0])
    tagged: Any = Annotated[Union[types], Field(discriminator="type")]  # noqa: UP007
    return TypeAdapter(tagged)


def tags(types: tuple[type, ...]) -> Mapping[str, type]:
    """The classes of a set of tagged dataclasses, by tag."""
    return {tag_of(cls): cls for cls in types}


def _strict(schema: Any, unknown: str, decoded: bool) -> Any:
    """A core schema with strict plain types and the given treatment of unknown fields and maps."""
    if isinstance(schema, Mapping):
        if decoded and schema.get("type") == "dict" and schema["values_schema"] == _ANYTHING:
            return is_instance_schema(dict)
        copy = {key: _strict(item, unknown, decoded) for key, item in schema.items()}
        # Strict per type: whole-schema strictness would refuse dicts and lists (see above).
        if copy.get("type") in _STRICT:
            copy["strict"] = True
        elif copy.get("type") == "dataclass-args":
            copy["extra_behavior"] = unknown
        return copy
    if isinstance(schema, list | tuple):
        return type(schema)(_strict(item, unknown, decoded) for item in schema)
    return schema
