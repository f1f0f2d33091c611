"""Players' names and the log: stored events hold the ids of players, shown ones their names.

A player's id is the key that holds the seat, the hash of a token. In memory and on the wire events
and tables hold names; `stored` puts ids in their place when an event goes to the log, and
`with_player_name` puts names back when it is read. A directory beside the logs holds the names, so
that a player can be forgotten. A player without an entry there is named after the id
(`short_name`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from carteado.engine.controls import Controls
from carteado.engine.game import Event, SeatLeft, SeatTaken
from carteado.engine.plain import tag_of
from carteado.engine.state import changed
from carteado.engine.table import SeatKeyed, Table
from carteado.engine.table_events import NAMING_EVENTS, NAMING_TAGS

__all__ = [
    "NAMED_VERSION",
    "NAMING",
    "Holders",
    "NameOf",
    "called",
    "nameless",
    "note_keys",
    "players_in",
    "short_name",
    "stored",
    "with_names",
    "with_player_name",
]

NameOf = Callable[[str], str]
"""The name of the player with an id."""

NAMING = NAMING_TAGS
"""Tags of the events that name a player."""

NAMED_VERSION = 1
"""Version of these events that holds a name; the next one holds ids only."""

_TAKEN, _LEFT, _KEYED = tag_of(SeatTaken), tag_of(SeatLeft), tag_of(SeatKeyed)

_LISTS = (
    ("knock_names", "knock_keys"),
    ("banned", "banned_keys"),
    ("muted", "muted_keys"),
    ("waiting_names", "waiting_keys"),
)
"""The names in a table's controls, each with the keys in the same order."""


def short_name(player: str) -> str:
    """The name of a player whom the directory does not know: the beginning of the id."""
    # Six hexadecimal digits distinguish the few players of a table.
    return f"player {player[:6]}"


# Events


def stored(plain: dict[str, Any], keys: dict[int, str | None]) -> tuple[int, dict[str, Any]]:
    """A naming event as the log holds it, and the version of that form.

    Args:
        plain: the event as plain data, with a name.
        keys: the key that holds each seat before it.

    Returns:
        The event without the name; as it is, and of the version that holds names, where the log
        does not say whose the seat is, as in the record of a game without a server.
    """
    if plain["type"] == _TAKEN:
        player = keys.get(plain["seat"])
        # A seat without a key has no id in place of the name, so the name stays.
        if player is None:
            return NAMED_VERSION, plain
        kept = {name: value for name, value in plain.items() if name != "name"}
        return NAMED_VERSION + 1, {**kept, "player": player}
    # A view has no keys, so it needs the name.
    if not plain["key"]:
        return NAMED_VERSION, plain
    return NAMED_VERSION + 1, {name: value for name, value in plain.items() if name != "name"}


def note_keys(plain: Mapping[str, Any], keys: dict[int, str | None]) -> None:
    """Note the holder of a seat from here on, for `stored`."""
    if plain["type"] == _KEYED:
        keys[plain["seat"]] = plain["key"]


def with_player_name(data: Mapping[str, Any], name_of: NameOf) -> dict[str, Any]:
    """An event from the log with the name of its player; one that has a name keeps it."""
    plain = dict(data)
    player = plain.pop("player", None) if plain["type"] == _TAKEN else plain.get("key")
    # A blanked key is an empty text or None; such an event keeps the name that it has.
    if type(player) is str:
        plain.setdefault("name", name_of(player))
    return plain


class Holders:
    """Checks commit by commit that every player on a seat holds the seat's key."""

    def __init__(self) -> None:
        self._keys: dict[int, str | None] = {}
        self._seated: set[int] = set()

    def check(self, events: Iterable[tuple[int, Mapping[str, Any]]]) -> str | None:
        """The problem with the events of the next commit, each with its version; None for none.

        Players seated by an older release are not checked.
        """
        left: set[int] = set()
        for version, data in events:
            note_keys(data, self._keys)
            seat = data.get("seat")
            if data["type"] == _TAKEN and version > NAMED_VERSION:
                if self._keys.get(data["seat"]) != data.get("player"):
                    return f"seat {seat} is taken by a player who does not hold its key"
                self._seated.add(data["seat"])
                # Somebody else may take the seat in the same commit, with a key of their own.
                left.discard(data["seat"])
            # The key may be given back later in the commit, so the check waits for its end.
            elif data["type"] == _LEFT and data["at_once"] and seat in self._seated:
                self._seated.discard(data["seat"])
                left.add(data["seat"])
        kept = [seat for seat in sorted(left) if self._keys.get(seat) is not None]
        return f"seat {kept[0]} is left, and its key is not given back" if kept else None


def players_in(events: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[str]:
    """The ids of the players whom events of a log name, each with its version."""
    for _, data in events:
        if data.get("type") in NAMING:
            player = data.get("player") or data.get("key")
            if type(player) is str and player:
                yield player


def called(before: Table, events: Iterable[Event]) -> dict[str, str]:
    """The names of the players that events mention, by id.

    Args:
        before: the table before them.
        events: of one commit.
    """
    keys = list(before.keys)
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, SeatKeyed):
            keys[event.seat] = event.key
        elif isinstance(event, NAMING_EVENTS):
            named: Any = event
            key = keys[named.seat] if isinstance(event, SeatTaken) else named.key
            if key:
                found[key] = named.name
    return found


# Tables


def with_names(table: Table, name_of: Callable[[str], str | None]) -> Table:
    """The table with the names that its players have now.

    Args:
        table: the whole table, with the keys of the players.
        name_of: the name of a player, by id; None leaves it.
    """
    old = table.state.names
    # A name without an entry in the directory stays as it is.
    names = tuple(
        name if name is None or key is None else name_of(key) or name
        for name, key in zip(old, table.keys, strict=True)
    )
    controls = _controls(table.controls, name_of)
    if names != old:
        state = table.state
        alike = changed if hasattr(state, "__dict__") else replace
        table = replace(table, state=alike(state, names=names))
    return table if controls is table.controls else replace(table, controls=controls)


def _controls(controls: Controls, name_of: Callable[[str], str | None]) -> Controls:
    found: dict[str, Any] = {}
    for names, keys in _LISTS:
        old = getattr(controls, names)
        new = tuple(
            name_of(key) or name for name, key in zip(old, getattr(controls, keys), strict=True)
        )
        if new != old:
            found[names] = new
    return replace(controls, **found) if found else controls


def nameless(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A `table.snapshot` without the names that `with_names` puts back."""
    state, keys = snapshot["state"], snapshot["keys"]
    names = [
        name if name is None or key is None else ""
        for name, key in zip(state["names"], keys, strict=True)
    ]
    bare = {**snapshot, "state": {**state, "names": names}}
    # Snapshots leave out untouched controls, so the key may be missing.
    if "controls" in snapshot:
        blank = {names: [""] * len(snapshot["controls"][names]) for names, _ in _LISTS}
        bare["controls"] = {**snapshot["controls"], **blank}
    return bare
