"""The plain-line dialect: the messages of the wire as lines that a person or any program can write.

A client sends one command in a line (`parse_line`, `format_line`)::

    command = [ id ], [ "@", table ], [ "!", decision ], verb, { argument }
    argument = value | key, "=", value      (* `notation`; values fill a verb's fields in order *)

The commands, their arguments and their help stand in `verbs.COMMANDS`, and `grammar.parse_line`
reads them for all clients. An action of the game at the table needs no ``act``: ``fold``,
``raise 120``, ``raise to 120``, ``raise to=120``, or the letter of an action that is offered.

The server sends these lines (`format_lines`, `parse_outbound`)::

    welcome NAME token=TOKEN resumed=BOOL seats=[...] server=TEXT time_ms=MS games=[...] ...
    ok ID [table=TABLE] [seq=SEQ] [result=VALUE]
    refused ID|- CODE MESSAGE [DETAIL=VALUE ...]
    snapshot TABLE SEQ/EPOCH SEAT|- REASON view=MAP [lines=LIST]
    view TABLE SEQ/EPOCH SEAT|- complete=true|false view=MAP
    event TABLE SEQ/EPOCH TYPE [FIELD=VALUE ...] [-- LINE]
    live TABLE SEQ/EPOCH SEAT|-
    prompt TABLE DECISION SEAT time=MS bank=MS now=MS default=ACTION legal [FIELD=VALUE ...]
    gone TABLE DECISION
    turn_clock TABLE DECISION SEAT time=MS bank=MS now=MS [timed=BOOL] [paused=BOOL]
    deal_clock TABLE time=MS|null now=MS
    presence TABLE connected=[BOOL,...] watching=COUNT
    table_waiting TABLE REASON|- since=MS now=MS
    odds TABLE SEQ/EPOCH board=LIST pots=LIST run=NUMBER
    proofs ID TABLE DEAL root=HEX size=COUNT nonces=LIST proofs=LIST
    chat TABLE SEAT|- NAME TEXT [channel=seats|rail] [phrase=WORD]
    reacted TABLE SEAT|- NAME WORD [channel=seats|rail]
    waiting_place TABLE PLACE|- title=TEXT waiting=COUNT [seat=SEAT time=MS] [reason=WORD] now=MS
    announced TEXT now=MS
    pong ID now=MS
    closing CODE MESSAGE [retry=MS]

``-`` stands for none: no id, no seat (the rail). A message of several events is several lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from carteado.engine.plain import to_plain
from carteado.protocol.codec import message_to_plain
from carteado.protocol.errors import Invalid, LineError
from carteado.protocol.grammar import parse_line
from carteado.protocol.messages import (
    Act,
    Announced,
    Chat,
    ChatSaid,
    Closing,
    Configure,
    DealClock,
    Events,
    Inbound,
    Live,
    Odds,
    Ok,
    Open,
    Outbound,
    Pong,
    Presence,
    Prompt,
    ProofsOpened,
    Reacted,
    Refused,
    Snapshot,
    TableWaiting,
    TurnClock,
    View,
    WaitingPlace,
    Welcome,
)
from carteado.protocol.notation import Scanner, quote, write_key, write_value
from carteado.protocol.speech import Command, Context, Local
from carteado.protocol.validation import tags
from carteado.protocol.validators import outbound
from carteado.protocol.verbs import VERBS

__all__ = [
    "Command",
    "Context",
    "Local",
    "format_line",
    "format_lines",
    "parse_line",
    "parse_outbound",
]


# Lines of a client


def format_line(message: Inbound) -> str:
    """A client's message as a line; `parse_line` reads it again."""
    data: dict[str, Any] = dict(to_plain(message_to_plain(message)))
    verb = VERBS[data.pop("type")]
    # Some messages, such as a greeting, have no id.
    parts = [str(data.pop("id"))] if "id" in data else []
    if "table" in data and "table" not in verb.places:
        # If the table is not among the verb's fields, it comes first, as people write it.
        parts.append(f"@{data.pop('table')}")
    if type(message) is Act:
        # An action is written as its own words, not as a value of the field "action".
        action = data.pop("action")
        parts += [f"!{data.pop('decision')}", verb.word, *_tagged(action)]
    elif type(message) is Chat:
        # Always in quotes: a text that looks like a number or an option must stay a text.
        parts += [verb.word, quote(data.pop("text"))]
    else:
        parts.append(verb.word)
        for name in verb.places:
            # Values without keys are read in order: after a missing one, the rest need keys.
            # `yes` and `evening` mean something else there.
            if name not in data or (name == "table" and data[name] in ("yes", "evening")):
                break
            parts.append(write_value(data.pop(name)))
    # Groups are flattened to dotted keys, since a line has no maps of options.
    if type(message) in (Open, Configure):
        for group in ("options", "settings"):
            parts += _pairs({f"{group}.{key}": item for key, item in data.pop(group, {}).items()})
    return " ".join(parts + _pairs(data))


def _pairs(data: Mapping[str, Any]) -> list[str]:
    return [f"{write_key(key)}={write_value(value)}" for key, value in data.items()]


def _tagged(data: Mapping[str, Any]) -> list[str]:
    """A tagged map, an action or an event, as its tag and its fields."""
    tag = data.get("type")
    if not isinstance(tag, str):
        # Data without a tag is not allowed, but must survive a transcript.
        return ["-", *_pairs(data)]
    return [write_value(tag), *_pairs({k: v for k, v in data.items() if k != "type"})]


# Messages of the server


_AT = "at"
"""Stands for ``SEQ/EPOCH`` among the places of a line."""

_PLACES: Mapping[type, tuple[str, ...]] = {
    Welcome: ("name",),
    Ok: ("id",),
    Refused: ("id", "code", "message"),
    Snapshot: ("table", _AT, "seat", "reason"),
    View: ("table", _AT, "seat"),
    Live: ("table", _AT, "seat"),
    Prompt: ("table", "decision", "seat"),
    TurnClock: ("table", "decision", "seat"),
    DealClock: ("table",),
    Presence: ("table",),
    TableWaiting: ("table", "reason"),
    Odds: ("table", _AT),
    ProofsOpened: ("id", "table", "deal"),
    ChatSaid: ("table", "seat", "name", "text"),
    Reacted: ("table", "seat", "name", "reaction"),
    WaitingPlace: ("table", "place"),
    Announced: ("text",),
    Pong: ("id",),
    Closing: ("code", "message"),
}
_SHORT = {
    "time_ms": "time",
    "bank_ms": "bank",
    "now_ms": "now",
    "retry_ms": "retry",
    "since_ms": "since",
}
_LONG = {short: name for name, short in _SHORT.items()}
_CLASSES = tags(tuple(_PLACES))
# At most 16 digits, which covers every whole number that JSON holds exactly.
_POSITION = re.compile(r"(-?[0-9]{1,16})/(-?[0-9]{1,16})")
# Only in these messages: elsewhere a key such as ``time`` may be a field of the game itself.
_SHORTENED = (Prompt, TurnClock, DealClock, Pong, Closing, TableWaiting, WaitingPlace, Announced)
_PLACED = (Snapshot, View, Live, Odds)


def format_lines(message: Outbound) -> tuple[str, ...]:
    """A server's message as lines; `parse_outbound` reads each again."""
    if type(message) is Events:
        return tuple(_event(message, at) for at in range(len(message.events)))
    data: dict[str, Any] = dict(to_plain(message_to_plain(message)))
    parts = [data.pop("type")]
    if type(message) in _PLACED:
        data[_AT] = f"{data.pop('seq')}/{data.pop('epoch')}"
    for name in _PLACES[type(message)]:
        parts.append(_place(data.pop(name)))
    # Details and legal actions have fields of their own names, so they come last.
    details, legal = data.pop("details", {}), data.pop("legal", None)
    if type(message) in _SHORTENED:
        data = {_SHORT.get(name, name): value for name, value in data.items()}
    parts += _pairs(data) + _pairs(details)
    if legal is not None:
        parts += ["legal", *_pairs(legal)]
    return (" ".join(parts),)


def _event(message: Events, at: int) -> str:
    position = f"{message.first + at}/{message.epoch}"
    parts = ["event", write_value(message.table), position, *_tagged(message.events[at])]
    # A message may have fewer lines than events, because not every event has a sentence.
    if at < len(message.lines):
        parts += ["--", quote(message.lines[at])]
    return " ".join(parts)


def _place(value: Any) -> str:
    return "-" if value is None else write_value(value)


def parse_outbound(text: str) -> Outbound:
    """The server's message that a line describes; an ``event`` line is a message of one event.

    Raises:
        LineError: the line describes no message.
    """
    scanner = Scanner(text)
    word = _read_place(scanner)
    if word == "event":
        data = _read_event(scanner)
    else:
        cls = _CLASSES.get(word) if isinstance(word, str) else None
        if cls is None:
            raise LineError(f"no line of a server begins with {str(word)[:40]!r}", 0)
        data = _read_message(scanner, cls, str(word))
    try:
        message: Outbound = outbound()(data)
    except Invalid as error:
        raise LineError(str(error), 0) from None
    return message


def _read_place(scanner: Scanner) -> Any:
    """A value without a key; None for a bare ``-``."""
    at = scanner.at
    key, value = scanner.item()
    if key is not None:
        raise LineError(f"{key} does not belong here", at)
    # The bare word only: a quoted "-" is a text, and `word` is None for it.
    return None if scanner.word == "-" else value


def _read_position(scanner: Scanner) -> tuple[int, int]:
    at = scanner.at
    found = _POSITION.fullmatch(str(_read_place(scanner)))
    if found is None:
        raise LineError("a position is SEQ/EPOCH, such as 118/3", at)
    return int(found[1]), int(found[2])


def _read_pair(scanner: Scanner, into: dict[str, Any], names: Mapping[str, str]) -> str | None:
    """Read ``key=value`` into a map; a bare word without a key is handed back instead."""
    at = scanner.at
    key, value = scanner.item()
    if key is None:
        if scanner.word is None:
            raise LineError("a value needs a key here", at)
        return scanner.word
    name = names.get(key, key)
    # After the long name, so that ``time`` and ``time_ms`` count as the same field.
    if name in into:
        raise LineError(f"{key} is given twice", at)
    into[name] = value
    return None


def _read_event(scanner: Scanner) -> dict[str, Any]:
    table = _read_place(scanner)
    seq, epoch = _read_position(scanner)
    tag = _read_place(scanner)
    event: dict[str, Any] = {} if tag is None else {"type": tag}
    lines: list[Any] = []
    while not scanner.done:
        at = scanner.at
        word = _read_pair(scanner, event, {})
        # Event fields cannot be named "--", so the line of English is found unambiguously.
        if word == "--":
            lines.append(_read_place(scanner))
            if not scanner.done:
                raise LineError("nothing follows the line", scanner.at)
        elif word is not None:
            raise LineError("a value needs a key here", at)
    return {
        "type": "events",
        "table": table,
        "epoch": epoch,
        "first": seq,
        "events": [event],
        "lines": lines,
    }


def _read_message(scanner: Scanner, cls: type, tag: str) -> dict[str, Any]:
    data: dict[str, Any] = {"type": tag}
    for name in _PLACES[cls]:
        if name is _AT:
            data["seq"], data["epoch"] = _read_position(scanner)
        else:
            data[name] = _read_place(scanner)
    names = _LONG if cls in _SHORTENED else {}
    into = data
    if cls is Refused:
        # The details follow the sentence of a refusal, under names of their own.
        into, names = data.setdefault("details", {}), {}
    while not scanner.done:
        at = scanner.at
        word = _read_pair(scanner, into, names)
        if word == "legal" and cls is Prompt and "legal" not in data:
            # The fields that follow are the game's; their names are never shortened.
            into, names = data.setdefault("legal", {}), {}
        elif word is not None:
            raise LineError("a value needs a key here", at)
    return data
