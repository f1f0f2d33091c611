"""The events that a `ClientSession` reports to its program, one frozen dataclass each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carteado.engine.game import Action, Event
from carteado.engine.table import Table
from carteado.protocol.messages import (
    DealClock,
    Inbound,
    Ok,
    Pong,
    PotOdds,
    ProofsOpened,
    Refused,
    TurnClock,
    WaitingPlace,
    Welcome,
)

__all__ = [
    "Announcement",
    "ChatHeard",
    "ClockChanged",
    "Closed",
    "DealFlawed",
    "DealTimed",
    "Happened",
    "LiveNow",
    "OddsReceived",
    "PlaceChanged",
    "PresenceChanged",
    "PromptGone",
    "Prompted",
    "ReactionSeen",
    "Replied",
    "SessionEvent",
    "Snapped",
    "TableStalled",
    "TableStarting",
    "TableWaits",
    "Unreadable",
    "Welcomed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcomed:
    """The server knows the client; commands may go out."""

    welcome: Welcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """The final reply to a command.

    Attributes:
        id: the command's id; None for a frame that the server could not read.
        reply: the answer.
        command: what it answers, None where the session does not know the id.
    """

    id: int | None
    reply: Ok | Refused | Pong | ProofsOpened
    command: Inbound | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event at a followed table.

    Attributes:
        table: id of the table.
        epoch: epoch of the event, if known.
        seq: number of the event.
        event: the event; its plain data where the client lacks the game's code.
        before: the table before it; None where the client lacks the game's code.
        after: the table after it; None where the client lacks the game's code.
        line: the server's line of English about it, '' where none was asked for.
    """

    table: str
    epoch: int
    seq: int
    event: Event | Mapping[str, Any]
    before: Table | None
    after: Table | None
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapped:
    """A snapshot replaced what the session knew of a table.

    Attributes:
        table: id of the table.
        epoch: epoch of the last event in it.
        seq: number of the last event in it.
        seat: the seat whose view this is, None for the rail.
        reason: why: ``asked``, ``too_far``, ``rewound``, ``reseated`` or ``renamed``.
        before: the table as it was known, None for the first snapshot.
        after: the table; None where the client lacks the game's code.
        lines: the table in lines of English, where they were asked for.
    """

    table: str
    epoch: int
    seq: int
    seat: int | None
    reason: str
    before: Table | None
    after: Table | None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveNow:
    """All missed events of a table have arrived; later events happen now."""

    table: str
    epoch: int
    seq: int
    seat: int | None
    owner: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompted:
    """A table waits for a decision of this client's seat.

    Attributes:
        table: id of the table.
        decision: number of the decision, which `messages.Act` names.
        seat: whose decision.
        legal: what the seat may do, the game's `legal_type`; plain data where the client lacks the
            game's code.
        default: what the clock does when time is up, likewise.
        time_ms: time left for this decision, milliseconds; the bank comes after it.
        bank_ms: time bank left, milliseconds.
        now_ms: the server's clock, milliseconds since 1970.
        timed: False where the clock never decides.
    """

    table: str
    decision: int
    seat: int
    legal: Any
    default: Action
    time_ms: int
    bank_ms: int
    now_ms: int
    timed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptGone:
    """A table no longer waits for this decision: the player or the clock made it."""

    table: str
    decision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChanged:
    """The time left to the acting seat, if it is not the client's own.

    Attributes:
        table: id of the table.
        message: the server's message.
    """

    table: str
    message: TurnClock


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTimed:
    """The time until the next deal has changed.

    Attributes:
        table: id of the table.
        message: the server's message.
    """

    table: str
    message: DealClock


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceChanged:
    """Connected seats of a table, and the number of spectators."""

    table: str
    connected: tuple[bool, ...]
    watching: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsReceived:
    """The exact odds of an all-in, published once for each position.

    Attributes:
        table: id of the table.
        epoch: epoch of that event.
        seq: number of the event after which this position stood.
        board: the common cards at that time.
        pots: main pot first.
        run: 1 or 2 where the rest of the board is dealt twice, see `Odds`.
    """

    table: str
    epoch: int
    seq: int
    board: tuple[str, ...]
    pots: tuple[PotOdds, ...]
    run: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatHeard:
    """Somebody said something at a table; `seat` is None for the rail.

    Attributes:
        channel: ``seats`` or ``rail``.
        phrase: the word of a prepared phrase, None for free text.
    """

    table: str
    seat: int | None
    name: str
    text: str
    channel: str = "seats"
    phrase: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionSeen:
    """Somebody showed a reaction at a table; `seat` is None for the rail."""

    table: str
    seat: int | None
    name: str
    reaction: str
    channel: str = "seats"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A message of the server's operator to everybody."""

    text: str
    now_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChanged:
    """The player's place on a waiting list changed, or a seat is offered.

    Attributes:
        message: the server's own.
    """

    message: WaitingPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """The server ends the connection.

    Attributes:
        code: why, namespaced.
        message: one English sentence.
        retry_ms: when to come back, milliseconds; None where that makes no sense.
    """

    code: str
    message: str
    retry_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStalled:
    """A followed table is stalled on the server; the session asks again, and finally gives up.

    After a fault the server folds the table from its log again, so the client's view
    stays true and continues when the table is back.

    Attributes:
        table: id of the table.
        code: why, namespaced.
        message: the server's sentence.
        attempt: number of unsuccessful attempts, from 1.
        retry_ms: when to ask again, by `ClientSession.ask_again`; None when it is given up.
    """

    table: str
    code: str
    message: str
    attempt: int
    retry_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStarting:
    """A command waits for a server that has just started; it is sent again, with the same id.

    Attributes:
        id: the command's id.
        table: id of the table, None where the command is about no table.
        message: the server's sentence.
        attempt: number of unsuccessful attempts, from 1.
        retry_ms: when to send it again, by `ClientSession.send_again`.
    """

    id: int
    table: str | None
    message: str
    attempt: int
    retry_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFlawed:
    """The server handled a deck in a way that no fair server does; warn the player at once.

    Attributes:
        table: id of the table.
        deal: number of the deal.
        kind: what is wrong, one of `engine.decks.FLAWS`.
        message: the same in words, part of a sentence about the deal.
    """

    table: str
    deal: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWaits:
    """A followed table waits for the server's store, or continues after such a wait.

    Attributes:
        table: id of the table.
        reason: as in `messages.TableWaiting`; None when the table continues.
        since_ms: when the wait began, on the server's clock in milliseconds since 1970.
        now_ms: the server's clock.
    """

    table: str
    reason: str | None
    since_ms: int
    now_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """The server sent something invalid; the session continues without it.

    Attributes:
        problem: what is wrong with it, one line.
        table: id of the table that it was about, None where that is not known.
        card: the text in it that should name a card and does not, '' for any other problem.
        final: whether the client no longer follows the table, having asked for it several times.
    """

    problem: str
    table: str | None = None
    card: str = ""
    final: bool = False


SessionEvent = (
    Welcomed
    | Replied
    | Happened
    | Snapped
    | LiveNow
    | Prompted
    | PromptGone
    | ClockChanged
    | DealTimed
    | PresenceChanged
    | OddsReceived
    | ChatHeard
    | ReactionSeen
    | PlaceChanged
    | Announcement
    | TableStalled
    | TableStarting
    | TableWaits
    | Closed
    | DealFlawed
    | Unreadable
)
"""Every event that a session reports."""
