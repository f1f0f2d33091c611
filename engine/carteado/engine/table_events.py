"""The options of a table, and its own events: the part of every log that is the same in all games.

They record the holder of a seat's key, the commitment and the cut of each deck, and what the clock
did. `table` folds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from carteado.engine.cards import Card
from carteado.engine.controls import (
    CONTROL_EVENTS,
    Knocked,
    OwnerChanged,
    PlayerBanned,
    PlayerMuted,
)
from carteado.engine.errors import OptionsError
from carteado.engine.game import SeatTaken, Upcaster
from carteado.engine.plain import tag_of
from carteado.engine.sentences import Sentence, said
from carteado.engine.visibility import Public, Sealed
from carteado.engine.waiting import WaitingBegun

__all__ = [
    "ADVICE",
    "CLOCKS",
    "FIXED_SETTINGS",
    "NAMING_EVENTS",
    "NAMING_TAGS",
    "TABLE_EVENTS",
    "TABLE_EVENT_VERSIONS",
    "TABLE_UPCASTERS",
    "Advice",
    "ClockKind",
    "ClockSet",
    "DeckCommitted",
    "DeckCut",
    "NonceCommitted",
    "SeatKeyed",
    "SeatRemoved",
    "TableClosed",
    "TableOpened",
    "TableOptions",
    "TimeBanksRefilled",
    "TimedOut",
]

Advice = Literal["off", "everyone"]
ADVICE: tuple[str, ...] = get_args(Advice)
"""Who may see odds while a deal is played."""

ClockKind = Literal["decision", "total", "none"]
CLOCKS: tuple[str, ...] = get_args(ClockKind)
"""How decisions are timed."""

FIXED_SETTINGS = frozenset({"advice"})
"""Table options that the owner cannot change: every player sees them before sitting down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """The options of a table that do not depend on the game.

    Attributes:
        decision_ms: time for a decision, milliseconds.
        bank_ms: time bank of a seat for the whole game, milliseconds; used when a decision's own
            time is over.
        pause_ms: time between the end of a deal and the next one, milliseconds.
        nonce_ms: how long a deal waits for the seats' nonces, milliseconds.
        auto_restart: a finished game starts again by itself, unless two or more people sit there.
        absent_ms: a seat of a cash table is released when its player sat out or had no connection
            for so long, milliseconds; 0 keeps it for ever.
        expiries: number of decisions in a row taken by the clock after which a seat sits out.
        grace_ms: at a table of several people, how long after its time bank a seat is still waited
            for, milliseconds, and no longer than `decision_ms`; then it sits out.
        advice: whether clients may tell odds and ratings of plays to the seats while a deal is
            played: to nobody (``off``) or to ``everyone``. Every seat sees which before it sits
            down; a modified client can always compute from its own view.
        offer_ms: how long a free seat is kept for the first of the waiting list, milliseconds.
        delay_ms: how much later than the seats spectators see the table, milliseconds.
        clock: how decisions are timed. ``decision``: each has `decision_ms`, and then the seat's
            time bank. ``total``: as in chess, `bank_ms` is the time of a seat for the whole game,
            and `increment_ms` are added for each decision. ``none``: decisions have no deadline;
            the table does not wait for seats that sit out.
        increment_ms: added to the total of a seat for each decision, milliseconds.
        refill_ms: time that a time bank gets back, up to `bank_ms`, milliseconds; 0 for none.
        refill_deals: number of deals after which it gets that time back.
    """

    decision_ms: int = 30_000
    bank_ms: int = 60_000
    pause_ms: int = 1_500
    nonce_ms: int = 1_000
    auto_restart: bool = False
    absent_ms: int = 1_200_000
    expiries: int = 2
    advice: Advice = "off"
    grace_ms: int = 20_000
    offer_ms: int = 60_000
    delay_ms: int = 0
    clock: ClockKind = "decision"
    increment_ms: int = 0
    refill_ms: int = 0
    refill_deals: int = 1

    def __post_init__(self) -> None:
        if self.advice not in ADVICE:
            raise OptionsError("advice", _none_of(self.advice, ADVICE))
        if self.clock not in CLOCKS:
            raise OptionsError("clock", _none_of(self.clock, CLOCKS))
        # An option without effect under the chosen clock is refused, so that nobody relies on it.
        if self.increment_ms and self.clock != "total":
            text = said("belongs to clock=total, and here clock={clock}", clock=self.clock)
            raise OptionsError("increment", text)
        if self.refill_ms and self.clock != "decision":
            text = said("belongs to clock=decision, and here clock={clock}", clock=self.clock)
            raise OptionsError("refill", text)
        # Upper limits keep a typing error from stopping a table for days.
        for key, low, high in (
            ("decision_ms", 50, 3_600_000),
            ("bank_ms", 0, 3_600_000),
            ("pause_ms", 0, 60_000),
            ("nonce_ms", 0, 10_000),
            ("grace_ms", 0, 3_600_000),
            ("absent_ms", 0, 86_400_000),
            ("expiries", 1, 100),
            ("offer_ms", 1_000, 3_600_000),
            ("delay_ms", 0, 600_000),
            ("increment_ms", 0, 600_000),
            ("refill_ms", 0, 3_600_000),
            ("refill_deals", 1, 1_000),
        ):
            value = getattr(self, key)
            if not low <= value <= high:
                text = said("{value} is not from {low} to {high}", value=value, low=low, high=high)
                raise OptionsError(key, text)


def _none_of(value: object, words: tuple[str, ...]) -> Sentence:
    return said("{value} is not one of {words}", value=f"{value!r:.40}", words=", ".join(words))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """First event of every log."""

    table: Public[str]
    title: Public[str]
    game: Public[str]
    rules: Public[str]
    options: Public[Mapping[str, Any]]
    settings: Public[TableOptions]
    type: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """Last event of a log that will not continue."""

    reason: Public[str]
    type: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeyed:
    """A seat's key changed: the hash of the token that holds it, None when nobody does.

    A key on a free seat reserves it for the client with the token.
    """

    seat: Public[int]
    key: Sealed[str | None]
    label: Public[str | None] = None
    type: Literal["seat_keyed"] = "seat_keyed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRemoved:
    """The table's opener removed the player on a seat, who gets up when no deal needs the seat."""

    seat: Public[int]
    type: Literal["seat_removed"] = "seat_removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceCommitted:
    """A seat bound itself to a nonce for the next deal; None takes no further part."""

    seat: Public[int]
    commitment: Public[str | None]
    type: Literal["nonce_committed"] = "nonce_committed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCommitted:
    """The table bound itself to a deck, before anybody's nonce is known.

    Attributes:
        deal: number of the deal at this table, from 1.
        pack: the cards that were shuffled.
        root: Merkle root over the committed positions, hexadecimal (`deal.py`).
        seed: the secret from which the deck and the openings follow; sealed for ever.
        cutters: the seats that cut this deck, in order: those bound to a nonce at this moment.
            None in a log of event version 1, which does not record them.
    """

    deal: Public[int]
    pack: Public[tuple[Card, ...]]
    root: Public[str]
    seed: Sealed[str]
    cutters: Public[tuple[int, ...] | None] = None
    type: Literal["deck_committed"] = "deck_committed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCut:
    """The seats' nonces decided the cut: position k of the deal is committed position cut(k).

    Attributes:
        deal: number of the deal.
        nonces: a seat's nonce, hexadecimal; None for a seat that gave none.
        commitments: what each seat is bound to for the next deal.
    """

    deal: Public[int]
    nonces: Public[tuple[str | None, ...]]
    commitments: Public[tuple[str | None, ...]]
    type: Literal["deck_cut"] = "deck_cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut:
    """The clock decided for a seat; the game's events that follow are its default action.

    Attributes:
        seat: whose time ran out.
        bank_ms: time bank left, milliseconds.
        in_a_row: decisions in a row that the clock took from this seat.
    """

    seat: Public[int]
    bank_ms: Public[int]
    in_a_row: Public[int]
    type: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """A seat decided in time after it used its time bank or after a time-out."""

    seat: Public[int]
    bank_ms: Public[int]
    type: Literal["clock_set"] = "clock_set"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeBanksRefilled:
    """Time banks got time back before a deal; `banks` is what each seat has now, milliseconds."""

    banks: Public[tuple[int, ...]]
    type: Literal["time_banks_refilled"] = "time_banks_refilled"


TABLE_EVENTS: tuple[type, ...] = (
    TableOpened,
    TableClosed,
    SeatKeyed,
    SeatRemoved,
    NonceCommitted,
    DeckCommitted,
    DeckCut,
    TimedOut,
    ClockSet,
    TimeBanksRefilled,
    *CONTROL_EVENTS,
)

NAMING_EVENTS: tuple[type, ...] = (
    SeatTaken,
    Knocked,
    OwnerChanged,
    PlayerBanned,
    PlayerMuted,
    WaitingBegun,
)
"""Events that name a player. The log holds the player's id instead (`naming`)."""

NAMING_TAGS = frozenset(map(tag_of, NAMING_EVENTS))

# Old logs hold the old versions for ever, so a version may only grow.
TABLE_EVENT_VERSIONS: Mapping[str, int] = {
    "deck_committed": 2,
    "table_opened": 2,
    **dict.fromkeys(NAMING_TAGS, 2),
}
"""Current version of each shared event type, by tag, where it is not 1.

Shared are `TABLE_EVENTS` and `game.SEAT_EVENTS`. A game owns the versions of its other events.
"""


def _without_cutters(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 of ``deck_committed`` does not record the cutting seats."""
    # The event's own fields win: on the wire no version stands beside it (`events`).
    return {"cutters": None} | data


def _with_a_name(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 of an event that names a player holds the name; later ones hold the id alone."""
    return data


def _without_grace(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 of ``table_opened`` is of tables without grace periods."""
    # Such tables were played without a grace period, whatever the default is today.
    return data | {"settings": {"grace_ms": 0} | dict(data["settings"])}


TABLE_UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("deck_committed", 1): _without_cutters,
    ("table_opened", 1): _without_grace,
    **dict.fromkeys([(tag, 1) for tag in NAMING_TAGS], _with_a_name),
}
"""By tag and version, what turns plain data of a shared event into that of the next version."""
