"""The server's messages about a table to all who follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = [
    "ChatSaid",
    "DealClock",
    "Events",
    "Live",
    "Odds",
    "OpeningProof",
    "PotOdds",
    "Presence",
    "Prompt",
    "ProofsOpened",
    "Reacted",
    "SeatOdds",
    "Snapshot",
    "TableWaiting",
    "TurnClock",
    "View",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A table as the client's seat or the rail sees it, at a place in its log.

    Attributes:
        seat: from whose eyes, None for the rail.
        reason: why a snapshot is sent instead of the missed events: ``asked``, ``too_far``,
            ``rewound``, ``reseated`` or ``renamed``.
        view: plain data that `engine.table.restore` reads.
        lines: the table in English lines, for a client that asked for text.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    reason: str
    view: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    type: Literal["snapshot"] = "snapshot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """Events of a table in order; fields that the observer may not see are blanked.

    Attributes:
        epoch: the epoch of the last of them.
        first: number of the first; the others follow without a gap.
        events: tagged by ``type``.
        lines: a line of English for each, for a client that asked for text.
    """

    table: str
    epoch: int
    first: int
    events: tuple[Mapping[str, Any], ...]
    lines: tuple[str, ...] = ()
    type: Literal["events"] = "events"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table as the client's seat or the rail sees it, for a client that asked for views.

    It follows each batch of events and each snapshot. Its content comes from the same redaction.

    Attributes:
        epoch: the epoch of the last event.
        seq: number of the last event that it takes into account.
        seat: the seat whose view this is, None for the rail. complete: whether `view` is all of it;
        else it is an RFC 7396 merge patch against the view
            that came before.
        view: the fields of a snapshot's view, with ``turn`` (the seat that decides), ``show`` (the
            table in English lines), ``may`` (what the seat may do although it is not asked) and in
            some games ``made`` (what the cards that are seen make, such as a hand or the points of
            a run); members without a value are left out.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    complete: bool
    view: Mapping[str, Any]
    type: Literal["view"] = "view"


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """All missed events have been sent; further events are live.

    Attributes:
        seat: from whose eyes, None for the rail.
        owner: whether the client's player owns the table; an `owner_changed` event names the next
            owner.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    owner: bool = False
    type: Literal["live"] = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The table waits for a decision of the client's seat.

    Attributes:
        decision: number of this decision; `Act` names it.
        seat: whose decision.
        legal: what the seat may do, the game's `legal_type`.
        default: the action that the clock takes when time is up.
        time_ms: time left for this decision, milliseconds; the bank comes after it.
        bank_ms: time bank left, milliseconds; with the table's setting ``clock=total`` all the time
            that is left, and `time_ms` is 0.
        now_ms: the server's clock, milliseconds since 1970.
        timed: False where the clock never decides (``clock=none``); `time_ms` is a day then.
    """

    table: str
    decision: int
    seat: int
    legal: Mapping[str, Any]
    default: Mapping[str, Any]
    time_ms: int
    bank_ms: int
    now_ms: int
    timed: bool = True
    type: Literal["prompt"] = "prompt"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClock:
    """The time left to the acting seat, for all other watchers.

    Sent when a decision is opened or its clock changes, such as by a pause, and after each `live`.
    The acting seat has its time from the `Prompt`. From servers with the capability ``turn_clock``.

    Attributes:
        decision: number of the decision.
        seat: whose decision.
        time_ms: as in `Prompt`.
        bank_ms: as in `Prompt`.
        now_ms: as in `Prompt`.
        timed: as in `Prompt`.
        paused: whether the clock stands still; the given time is what is left when it goes on.
    """

    table: str
    decision: int
    seat: int
    time_ms: int
    bank_ms: int
    now_ms: int
    timed: bool = True
    paused: bool = False
    type: Literal["turn_clock"] = "turn_clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealClock:
    """The time until the next deal, or until a new game that begins by itself.

    Sent when a deal is planned for later, when it is not planned any more, such as by a pause or
    because a player leaves, and after each `live` if one is planned. It no longer holds as soon as
    its time is over or a seat decides. From servers with the capability ``deal_clock``.

    Attributes:
        time_ms: time left, milliseconds; None where no deal is planned.
        now_ms: as in `Prompt`.
    """

    table: str
    time_ms: int | None
    now_ms: int
    type: Literal["deal_clock"] = "deal_clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Connected seats of a table, and the number of spectators."""

    table: str
    connected: tuple[bool, ...]
    watching: int
    type: Literal["presence"] = "presence"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWaiting:
    """The table waits for the server's store, or continues after such a wait; nothing is lost.

    Sent to everybody who follows the table, and again in answer to a command. From
    servers with the capability ``table_waiting``.

    Attributes:
        reason: ``store_slow``, ``store_full``, ``store_unreachable`` or ``store_unreplicated``;
            None when the table goes on.
        since_ms: when the wait began, on the server's clock in milliseconds since 1970.
        now_ms: the server's clock.
    """

    table: str
    reason: str | None
    since_ms: int
    now_ms: int
    type: Literal["table_waiting"] = "table_waiting"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOdds:
    """The odds of a hand for a pot, counted over every way in which the board can be completed.

    Attributes:
        seat: whose hand.
        win: ways in which it wins the pot alone.
        tie: ways in which it shares the pot.
        share: with `whole` the part of the pot that it wins on average, a fraction in lowest terms.
        whole: see `share`.
    """

    seat: int
    win: int
    tie: int
    share: int
    whole: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PotOdds:
    """One pot, and the odds of each hand that plays for it; the shares add up to 1.

    Attributes:
        amount: chips in it.
        total: ways in which the board can be completed.
        seats: from the left of the button.
    """

    amount: int
    total: int
    seats: tuple[SeatOdds, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Exact odds at an all-in: all hands lie open, cards are still to come, nobody can act.

    They come after the events of the all-in, one message for each street that was still to be
    dealt, from servers with the capability ``odds``. They are counted from what everybody sees, and
    are not part of the log. After a reconnect the same message may come again.

    Attributes:
        epoch: epoch of that event.
        seq: number of the event after which the cards lay like this.
        board: the common cards then.
        pots: main pot first.
        run: 1 or 2 where the rest of the board is dealt twice: each board decides half of every
            pot, and `pots` are the halves of this one. 0 where it is dealt once.
    """

    table: str
    epoch: int
    seq: int
    board: tuple[str, ...]
    pots: tuple[PotOdds, ...]
    run: int = 0
    type: Literal["odds"] = "odds"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningProof:
    """Proof that a card lay at a place of the committed deck (``docs/fairness.md``)."""

    position: int
    dealt: int
    card: str
    nonce: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofsOpened:
    """Answer to `Proofs`: an opening for each card of the deal that the client's view knows."""

    id: int
    table: str
    deal: int
    root: str
    size: int
    nonces: tuple[str | None, ...]
    proofs: tuple[OpeningProof, ...]
    type: Literal["proofs"] = "proofs"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSaid:
    """Somebody said something at a table.

    Attributes:
        seat: the seat that the speaker holds, as the server knows it, also while watching from the
            rail; None for a speaker who only watches.
        name: the name on that seat, or of the watcher.
        channel: ``seats``, or ``rail`` for what a speaker without a seat says.
        phrase: the word of the phrase that it is, None for a text of the speaker's own.
    """

    table: str
    seat: int | None
    name: str
    text: str
    channel: str = "seats"
    phrase: str | None = None
    type: Literal["chat"] = "chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reacted:
    """Somebody showed a reaction at a table; the fields are those of `ChatSaid`.

    Attributes:
        reaction: its word.
    """

    table: str
    seat: int | None
    name: str
    reaction: str
    channel: str = "seats"
    type: Literal["reacted"] = "reacted"
