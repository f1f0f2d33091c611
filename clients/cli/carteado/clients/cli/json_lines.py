"""Commands as lines of JSON: a message each, or a word that the program answers by itself."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

from carteado.engine.plain import tag_of
from carteado.engine.tables.options import did_you_mean
from carteado.protocol.errors import LineError
from carteado.protocol.messages import Open
from carteado.protocol.speech import Command, Local
from carteado.protocol.speech_options import SITS
from carteado.protocol.verbs import BY_WORD, COMMANDS, VERBS, Verb
from carteado.protocol.wording import bare

__all__ = ["lacking", "number_of", "read_json"]

_TYPES: Mapping[str, Verb] = {**VERBS, **{one.word: one for one in COMMANDS if one.cls is None}}
"""What a line of JSON may be: a message, or a word that the program answers by itself."""


def read_json(line: str) -> Command | Local | None:
    """A command as JSON: a message whose ``id`` may be left out; None for an empty line.

    Raises:
        LineError: the line is none.
    """
    if not line.strip():
        return None
    try:
        data = json.loads(line, parse_float=_fraction, parse_constant=_fraction)
        # JSON can escape half a surrogate pair, which no text on the wire may hold.
        json.dumps(data, ensure_ascii=False).encode()
    except LineError:
        raise
    except UnicodeEncodeError:
        raise LineError("half a surrogate pair; write a whole character", 0) from None
    except (ValueError, RecursionError):
        raise LineError("the line is not JSON", 0) from None
    tag = data.get("type") if isinstance(data, dict) else None
    verb = _TYPES.get(tag) if isinstance(tag, str) else None
    if verb is None:
        raise LineError(f"no message has the type {tag!r:.40}{_instead(tag)}", 0)
    fields = {name: value for name, value in data.items() if name not in ("type", "id")}
    sits = fields.pop(SITS, True) if verb.cls is Open else True
    if not isinstance(sits, bool):
        raise LineError(f"{SITS} must be true or false", 0)
    number = data.get("id")
    # Not `isinstance`, for which true would be a number.
    if number is not None and type(number) is not int:
        raise LineError("an id is a whole number", 0)
    # The client finds a table by it; the server checks all other fields.
    if not isinstance(fields.get("table", ""), str | None):
        raise LineError(f"{tag}.table must be a text", 0)
    unknown = set(fields) - (_fields(verb.cls) if verb.cls is not None else {"text"})
    if unknown:
        raise LineError(f"{tag} has no field {', '.join(sorted(unknown))[:80]}", 0)
    if verb.cls is not None:
        return Command(cls=verb.cls, fields=fields, id=number, sits=sits)
    text = fields.get("text", "")
    if not isinstance(text, str):
        raise LineError("text is a text: what would follow the word in a line", 0)
    return Local(word=verb.word, rest=text, id=number)


def _fraction(text: str) -> Any:
    raise LineError(f"{text:.40} is not a whole number, as all numbers of the protocol are", 0)


def number_of(line: str) -> int | None:
    """The id of a line that is not a command, if it has one."""
    try:
        number = json.loads(line)["id"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    return number if type(number) is int else None


def _tag(cls: Any) -> str:
    tag: str = tag_of(cls)
    return tag


def _instead(tag: Any) -> str:
    """What may have been meant by a type that no message has."""
    if not isinstance(tag, str):
        return ""
    # A word of the lines: its message is called otherwise.
    verb = BY_WORD.get(bare(tag))
    if verb is not None and verb.cls is not None:
        return f"; in JSON {verb.word} is {_tag(verb.cls)!r}"
    return f"; {did_you_mean(tag, tuple(_TYPES))}"


def _fields(cls: Any) -> set[str]:
    return {one.name for one in dataclasses.fields(cls)}


def lacking(command: Command) -> LineError:
    """The problem of a command that lacks fields."""
    needed = {
        one.name
        for one in dataclasses.fields(command.cls)
        if one.name != "id" and MISSING is one.default is one.default_factory
    }
    # JSON has no words in order, so the usage of a line would not say what to write.
    missing = ", ".join(sorted(needed - command.fields.keys()))
    return LineError(f"{_tag(command.cls)} lacks {missing}", 0)
