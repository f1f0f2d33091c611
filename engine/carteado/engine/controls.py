"""The owner's control of a table: its events, and their fold.

A table's log holds them with the events of the game. Names and numbers are public; the keys of
players and the hash of a code are sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from carteado.engine.visibility import Public, Sealed
from carteado.engine.waiting import WAITING_EVENTS, WAITING_FOLDS

if TYPE_CHECKING:
    from carteado.engine.game import Event

__all__ = [
    "CONTROL_EVENTS",
    "KEPT",
    "USUAL",
    "ChipsCorrected",
    "CodeSet",
    "Controls",
    "KnockAnswered",
    "Knocked",
    "OptionsChanged",
    "OptionsPlanned",
    "OwnerChanged",
    "PlayerBanned",
    "PlayerMuted",
    "TableLocked",
    "TablePaused",
    "TableRenamed",
    "control",
]

KEPT = 64
"""Admitted guests remembered at one table; the oldest is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRenamed:
    """The owner gave the table another title."""

    title: Public[str]
    type: Literal["table_renamed"] = "table_renamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLocked:
    """The owner locked the table, so that guests have to knock, or unlocked it."""

    locked: Public[bool]
    type: Literal["table_locked"] = "table_locked"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSet:
    """The owner protected the table by a code, or took the code away.

    Attributes:
        protected: whether a code is needed to sit down.
        salt: of the hash, hexadecimal; None without a code.
        digest: PBKDF2 hash of the code, hexadecimal; None without a code.
    """

    protected: Public[bool]
    salt: Sealed[str | None] = None
    digest: Sealed[str | None] = None
    type: Literal["code_set"] = "code_set"


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePaused:
    """Clocks and dealing have stopped or continue.

    Attributes:
        reason: ``owner``, or ``away`` where the only person at a table of bots is away; None where
            the table continues.
    """

    reason: Public[str | None]
    type: Literal["table_paused"] = "table_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Knocked:
    """A guest asked for a seat at a locked table.

    Attributes:
        knock: its number at this table, from 1.
        name: of the guest.
        key: of the guest.
    """

    knock: Public[int]
    name: Public[str]
    key: Sealed[str]
    type: Literal["knocked"] = "knocked"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockAnswered:
    """The owner admitted a guest who knocked, or turned the guest away."""

    knock: Public[int]
    admitted: Public[bool]
    type: Literal["knock_answered"] = "knock_answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBanned:
    """The owner banned a player from the table, or lifted the ban."""

    name: Public[str]
    key: Sealed[str]
    banned: Public[bool] = True
    type: Literal["player_banned"] = "player_banned"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMuted:
    """The owner muted a player, on a seat or on the rail, or lets the player speak again."""

    name: Public[str]
    key: Sealed[str]
    muted: Public[bool] = True
    type: Literal["player_muted"] = "player_muted"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerChanged:
    """The table has another owner.

    Attributes:
        seat: the new owner's seat.
        name: the new owner's name.
        key: of the new owner.
        reason: ``handed_over`` by the owner before, or ``owner_gone``.
    """

    seat: Public[int]
    name: Public[str]
    key: Sealed[str]
    reason: Public[str]
    type: Literal["owner_changed"] = "owner_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsPlanned:
    """The owner changes options; they hold from the next deal on.

    Attributes:
        options: the game's options that change, with their new values.
        settings: the table's own options that change, with their new values.
    """

    options: Public[Mapping[str, Any]]
    settings: Public[Mapping[str, Any]]
    type: Literal["options_planned"] = "options_planned"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsChanged:
    """The planned options hold from here on; the fields are those of `OptionsPlanned`."""

    options: Public[Mapping[str, Any]]
    settings: Public[Mapping[str, Any]]
    type: Literal["options_changed"] = "options_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCorrected:
    """The owner gave chips to a seat, or took some away.

    Attributes:
        seat: whose chips.
        amount: chips given; negative for chips taken away.
        stack: chips of the seat after it.
        reason: one sentence that everybody sees.
    """

    seat: Public[int]
    amount: Public[int]
    stack: Public[int]
    reason: Public[str]
    type: Literal["chips_corrected"] = "chips_corrected"


CONTROL_EVENTS: tuple[type, ...] = (
    TableRenamed,
    TableLocked,
    CodeSet,
    TablePaused,
    Knocked,
    KnockAnswered,
    PlayerBanned,
    OwnerChanged,
    OptionsPlanned,
    OptionsChanged,
    ChipsCorrected,
    PlayerMuted,
    *WAITING_EVENTS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """The owner's settings of the table: the fold of `CONTROL_EVENTS`.

    Attributes:
        locked: whether guests have to knock.
        protected: whether a code is needed to sit down.
        salt: of the code's hash, hexadecimal.
        digest: hash of the code, hexadecimal.
        paused: the reason of the pause, None without one.
        knock: number of the last knock, 0 before the first.
        knocks: numbers of the unanswered knocks.
        knock_names: names of these guests, in the same order.
        knock_keys: their keys.
        admitted: keys of the guests who were admitted.
        banned: names of banned players.
        banned_keys: their keys, in the same order.
        options: planned changes of the game's options.
        settings: planned changes of the table's own options.
        muted: names of muted players.
        muted_keys: their keys, in the same order.
        wait: the last number of a place on the waiting list, 0 before the first.
        waiting: numbers of the places on the waiting list, the first one first.
        waiting_names: names of these players, in the same order.
        waiting_keys: their keys.
        waiting_seats: the seat offered to each of them, None for none.
    """

    locked: Public[bool] = False
    protected: Public[bool] = False
    salt: Sealed[str | None] = None
    digest: Sealed[str | None] = None
    paused: Public[str | None] = None
    knock: Public[int] = 0
    knocks: Public[tuple[int, ...]] = ()
    knock_names: Public[tuple[str, ...]] = ()
    knock_keys: Sealed[tuple[str, ...]] = ()
    admitted: Sealed[tuple[str, ...]] = ()
    banned: Public[tuple[str, ...]] = ()
    banned_keys: Sealed[tuple[str, ...]] = ()
    options: Public[Mapping[str, Any]] = field(default_factory=dict)
    settings: Public[Mapping[str, Any]] = field(default_factory=dict)
    muted: Public[tuple[str, ...]] = ()
    muted_keys: Sealed[tuple[str, ...]] = ()
    wait: Public[int] = 0
    waiting: Public[tuple[int, ...]] = ()
    waiting_names: Public[tuple[str, ...]] = ()
    waiting_keys: Sealed[tuple[str, ...]] = ()
    waiting_seats: Public[tuple[int | None, ...]] = ()


# One shared object: `is USUAL` is a cheap test that nothing has to be redacted or stored.
USUAL = Controls()
"""The controls of a table whose owner has changed nothing."""


def control(controls: Controls, event: Event) -> Controls:
    """Fold one of the control events into a table's controls."""
    fold = _FOLDS.get(type(event))
    # Renaming, options and chips are folded in `table`, because they change more than the
    # controls.
    return controls if fold is None else fold(controls, event)


def _knocked(controls: Controls, event: Knocked) -> Controls:
    return replace(
        controls,
        knock=event.knock,
        knocks=(*controls.knocks, event.knock),
        knock_names=(*controls.knock_names, event.name),
        knock_keys=(*controls.knock_keys, event.key),
    )


def _answered(controls: Controls, event: KnockAnswered) -> Controls:
    # The three lists run parallel, so one index serves all of them.
    at = controls.knocks.index(event.knock)
    admitted = controls.admitted
    if event.admitted:
        # The list is part of every snapshot, so it must not grow with the life of the table.
        admitted = (*admitted, controls.knock_keys[at])[-KEPT:]
    return replace(
        controls,
        knocks=_without(controls.knocks, at),
        knock_names=_without(controls.knock_names, at),
        knock_keys=_without(controls.knock_keys, at),
        admitted=admitted,
    )


def _banned(controls: Controls, event: PlayerBanned) -> Controls:
    names, keys = controls.banned, controls.banned_keys
    if event.banned:
        return replace(controls, banned=(*names, event.name), banned_keys=(*keys, event.key))
    at = _place(names, keys, event)
    return replace(controls, banned=_without(names, at), banned_keys=_without(keys, at))


def _muted(controls: Controls, event: PlayerMuted) -> Controls:
    names, keys = controls.muted, controls.muted_keys
    if event.muted:
        return replace(controls, muted=(*names, event.name), muted_keys=(*keys, event.key))
    at = _place(names, keys, event)
    return replace(controls, muted=_without(names, at), muted_keys=_without(keys, at))


def _place(names: tuple[str, ...], keys: tuple[str, ...], event: PlayerBanned | PlayerMuted) -> int:
    """The place of a player in a list: by key, or by name where the key is hidden."""
    # Keys are sealed: a client folds the event without them.
    if event.key and event.key in keys:
        return keys.index(event.key)
    return names.index(event.name)


# Tuples are copied, since states are never changed in place.
def _without(items: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return items[:at] + items[at + 1 :]


_FOLDS: Mapping[type, Callable[[Controls, Any], Controls]] = {
    TableLocked: lambda controls, event: replace(controls, locked=event.locked),
    CodeSet: lambda controls, event: replace(
        controls, protected=event.protected, salt=event.salt, digest=event.digest
    ),
    TablePaused: lambda controls, event: replace(controls, paused=event.reason),
    Knocked: _knocked,
    KnockAnswered: _answered,
    PlayerBanned: _banned,
    PlayerMuted: _muted,
    **WAITING_FOLDS,
    OptionsPlanned: lambda controls, event: replace(
        controls,
        # A later plan adds to an earlier one; its values win where both name an option.
        options={**controls.options, **event.options},
        settings={**controls.settings, **event.settings},
    ),
    # The options themselves are changed in `table.py`; here only the plan is cleared.
    OptionsChanged: lambda controls, event: replace(controls, options={}, settings={}),
}
