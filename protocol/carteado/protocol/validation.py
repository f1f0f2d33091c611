"""Strict validation of plain data straight into the dataclasses that the program works with.

One validator for a set of tagged dataclasses: unknown tags and fields are refused, and a number, a
text or a boolean must be one: ``"5"``, ``5.0`` and ``true`` are not whole numbers. pydantic's own
strict mode would also refuse a dict for a dataclass and a list for a tuple, which is all that
msgpack and JSON have, so strictness is set on the plain types alone.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import SchemaValidator

from carteado.protocol.errors import Invalid

__all__ = ["Invalid", "adapter", "tags", "validator"]

_STRICT = frozenset({"int", "str", "bool", "literal", "none"})


class validator:
    """Validates plain data into one of `types`, chosen by its ``type`` tag.

    Args:
        types: dataclasses that each have a ``type`` field with its tag as a literal.
        unknown: what becomes of fields that a class does not have. A server refuses them; a client
            ignores them, for a server of a later minor version may send more.
    """

    def __init__(
        self, types: tuple[type, ...], *, unknown: Literal["forbid", "ignore"] = "forbid"
    ) -> None:
        schema = _strict(adapter(types, unknown).core_schema)
        self._validate = SchemaValidator(schema).validate_python

    def __call__(self, data: Any) -> Any:
        """The instance that `data` describes.

        Raises:
            Invalid: with the first problem found.
        """
        try:
            return self._validate(data)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise Invalid(where, problem["msg"]) from None
        except RecursionError:
            raise Invalid("", "nested too deeply") from None


@functools.cache
def adapter(
    types: tuple[type, ...], unknown: Literal["forbid", "ignore"] = "forbid"
) -> TypeAdapter[Any]:
    """The pydantic adapter of a set of tagged dataclasses; its JSON Schema is the documentation."""
    if len(types) == 1:
        tagged: Any = Annotated[types[0], Field()]
    else:
        tagged = Annotated[Union[types], Field(discriminator="type")]  # noqa: UP007
    return TypeAdapter(tagged, config=ConfigDict(extra=unknown, hide_input_in_errors=True))


def tags(types: tuple[type, ...]) -> Mapping[str, type]:
    """The classes of a set of tagged dataclasses, by tag."""
    return {cls.__dataclass_fields__["type"].default: cls for cls in types}  # type: ignore[attr-defined]


def _strict(schema: Any) -> Any:
    """A core schema with strictness switched on for the plain types."""
    if isinstance(schema, Mapping):
        copy = {key: _strict(item) for key, item in schema.items()}
        if copy.get("type") in _STRICT:
            copy["strict"] = True
        return copy
    if isinstance(schema, list | tuple):
        return type(schema)(_strict(item) for item in schema)
    return schema
