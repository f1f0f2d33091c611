"""Events as the log and the wire hold them: plain data with a ``type`` tag.

A tag is unique within one log: over the table's own events and those of its game. Two games may use
the same tag, so each game owns the versions of its events (`Game.event_versions`) and the functions
that upcast old ones (`Game.upcasters`); the events that every table shares have theirs in
`table.py`. The log stores the version beside each event. An event of an older version is upcast one
version at a time; an event of a newer version, or of an unknown type, is refused by name.

On the wire no version stands beside an event, and a client reads each as version 1. An upcaster
therefore leaves alone the fields that it finds.

The log names players by their ids (`naming`): `versioned` leaves their names out, and
`event_from_plain` puts them back.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from carteado.engine.errors import PlainError, ReplayError
from carteado.engine.game import SEAT_EVENTS, Event, Game, Upcaster
from carteado.engine.naming import (
    NAMED_VERSION,
    NAMING,
    NameOf,
    note_keys,
    short_name,
    stored,
    with_player_name,
)
from carteado.engine.plain import from_plain, tag_of, to_plain
from carteado.engine.table import TABLE_EVENT_VERSIONS, TABLE_EVENTS, TABLE_UPCASTERS, SeatKeyed
from carteado.engine.visibility import Observer, redacted

__all__ = [
    "event_from_plain",
    "event_to_plain",
    "event_types",
    "event_versions",
    "seen_plain",
    "versioned",
]


class _Form(NamedTuple):
    """How the log holds the events of one tag."""

    cls: type
    version: int
    upcasters: Mapping[tuple[str, int], Upcaster]


def event_types(game: Game[Any]) -> Mapping[str, type]:
    """The classes of all events that a log of this game may hold, by tag."""
    return {tag: form.cls for tag, form in _forms(game).items()}


def event_versions(game: Game[Any]) -> Mapping[str, int]:
    """The current version of each event type of this game's logs, by tag."""
    return {tag: form.version for tag, form in _forms(game).items()}


@functools.cache
def _forms(game: Game[Any]) -> Mapping[str, _Form]:
    found: dict[str, _Form] = {}
    for cls in (*TABLE_EVENTS, *game.events):
        tag: str = tag_of(cls)
        versions, upcasters = (
            (TABLE_EVENT_VERSIONS, TABLE_UPCASTERS)
            if cls in _SHARED
            else (game.event_versions, game.upcasters)
        )
        form = _Form(cls, versions.get(tag, 1), upcasters)
        # The log stores the tag alone, so it has to name one class.
        if found.setdefault(tag, form).cls is not cls:
            raise TypeError(f"{game.id}: two events are tagged {tag!r}")
    return found


_SHARED = frozenset((*TABLE_EVENTS, *SEAT_EVENTS))


def event_to_plain(event: Event) -> dict[str, Any]:
    """Plain data of an event, its ``type`` tag included."""
    plain: dict[str, Any] = to_plain(event)
    return plain


def seen_plain(event: Event, plain: dict[str, Any], observer: Observer) -> dict[str, Any]:
    """Plain data of an event as `observer` sees it: that of ``redact(event, observer)``.

    Args:
        event: the whole event.
        plain: its plain data, most of which is reused.
        observer: the recipient.
    """
    # Fields that can be blanked are plain data as they are.
    return plain | redacted(event, observer)


def versioned(
    game: Game[Any], events: Iterable[dict[str, Any]], keys: Sequence[str | None] = ()
) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Plain data of events as the log stores them: each with the version of its type, nameless.

    Args:
        game: the game of the log.
        events: what `event_to_plain` returned for each event.
        keys: the key that holds each seat before them; none at the beginning of a log.
    """
    forms = _forms(game)
    found: list[tuple[int, dict[str, Any]]] = []
    held: dict[int, str | None] | None = None
    for plain in events:  # mostly one or two events: a comprehension would take twice as long
        tag = plain["type"]
        if tag in _OF_PLAYERS:
            if held is None:
                held = dict(enumerate(keys))
            # A key may change within one commit, so the holders are followed event by event.
            note_keys(plain, held)
            if tag in NAMING:
                found.append(stored(plain, held))
                continue
        found.append((forms[tag].version, plain))
    return tuple(found)


_OF_PLAYERS = NAMING | {tag_of(SeatKeyed)}


def event_from_plain(
    game: Game[Any], data: Mapping[str, Any], version: int = 1, name_of: NameOf = short_name
) -> Event:
    """The event that plain data describes.

    Args:
        game: the game of the log.
        data: what `event_to_plain` gave.
        version: version under which the event was written.
        name_of: the name of the player with an id, where the log holds only the id.

    Raises:
        ReplayError: the type is unknown, the version newer than this release, or the data wrong;
            then it is caused by the `PlainError`, and both quote what may be hidden from players.
    """
    tag: Any = data.get("type")
    form = _forms(game).get(tag) if type(tag) is str else None
    if form is None:
        raise ReplayError(f"event {tag!r:.40} is unknown to {game.rules} of this release")
    cls, newest, upcasters = form
    # Reading a newer form wrongly could fold a wrong table, so an older release stops here.
    if version > newest:
        raise ReplayError(f"event {tag!r:.40} has version {version}, this release knows {newest}")
    lifted = data
    if version > NAMED_VERSION and tag in NAMING:
        lifted = with_player_name(data, name_of)
    if version != newest:
        # One version at a time, so that an upcaster never needs to know later forms.
        for step in range(version, newest):
            # The copy keeps an upcaster from changing the caller's data.
            try:
                lifted = upcasters[tag, step](dict(lifted))
            # An upcaster relies on the older form, which data of a stranger need not have.
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise ReplayError(f"event {tag!r} is not of version {step}") from error
    try:
        return from_plain(cls, lifted)
    except PlainError as error:
        raise ReplayError(f"event {tag!r}: {error}") from error
