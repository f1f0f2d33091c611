"""Events as the log and the wire hold them: plain data with a ``type`` tag.

The tag is unique over the table's own events and one game's. A version stands beside it in the log:
this release writes version 1 of every event. An event of a newer version, or of a type that is not
known, is refused by name; an older one would be lifted by a pure function, one step each, in
`UPCASTERS`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from carteado.engine.errors import PlainError, ReplayError
from carteado.engine.game import Event, Game
from carteado.engine.plain import from_plain, tag_of, to_plain
from carteado.engine.table import TABLE_EVENTS
from carteado.engine.visibility import Observer, redacted

__all__ = [
    "EVENT_VERSIONS",
    "UPCASTERS",
    "event_from_plain",
    "event_to_plain",
    "event_types",
    "seen_plain",
    "versioned",
]

EVENT_VERSIONS: Mapping[str, int] = {}
"""Version of each event type that is not 1, by tag."""

UPCASTERS: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From (tag, version) to the data of the next version."""


def event_types(game: Game[Any]) -> Mapping[str, type]:
    """The classes of all events that a log of this game may hold, by tag."""
    key: Any = game
    return _types(key)


@functools.cache
def _types(game: Any) -> Mapping[str, type]:
    found: dict[str, type] = {}
    for cls in (*TABLE_EVENTS, *game.events):
        tag: str = tag_of(cls)
        if found.setdefault(tag, cls) is not cls:
            raise TypeError(f"{game.id}: two events are tagged {tag!r}")
    return found


def event_to_plain(event: Event) -> dict[str, Any]:
    """Plain data of an event, its ``type`` tag included."""
    plain: dict[str, Any] = to_plain(event)
    return plain


def seen_plain(event: Event, plain: dict[str, Any], observer: Observer) -> dict[str, Any]:
    """Plain data of what `observer` may see of an event: that of ``redact(event, observer)``.

    Args:
        event: the whole event.
        plain: its plain data, which most of the answer is.
        observer: whose eyes.
    """
    # What can be blanked is plain data as it is.
    return plain | redacted(event, observer)


def versioned(events: Iterable[dict[str, Any]]) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Plain data of events as the log keeps them: each with the version of its type."""
    found: list[tuple[int, dict[str, Any]]] = []
    for plain in events:  # one or two: a comprehension would take twice as long
        found.append((EVENT_VERSIONS.get(plain["type"], 1), plain))
    return tuple(found)


def event_from_plain(game: Game[Any], data: Mapping[str, Any], version: int = 1) -> Event:
    """The event that plain data describes.

    Args:
        game: the game of the log.
        data: what `event_to_plain` gave.
        version: version under which the event was written.

    Raises:
        ReplayError: the type is unknown, the version newer than this release, or the data wrong;
            then it is caused by the `PlainError`, and both quote what may be hidden from players.
    """
    tag: Any = data.get("type")
    cls = event_types(game).get(tag) if type(tag) is str else None
    if cls is None:
        raise ReplayError(f"event {tag!r} is unknown to {game.rules} of this release")
    newest = EVENT_VERSIONS.get(tag, 1)
    if version > newest:
        raise ReplayError(f"event {tag!r} has version {version}, this release knows {newest}")
    lifted = data
    if version < newest:
        for step in range(version, newest):
            lifted = UPCASTERS[tag, step](dict(lifted))
    try:
        return from_plain(cls, lifted)
    except PlainError as error:
        raise ReplayError(f"event {tag!r}: {error}") from error
