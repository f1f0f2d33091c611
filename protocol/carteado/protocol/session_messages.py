"""Converts session events back to messages and lines, for programs that relay a `ClientSession`.

Session events come in order, without repetition or gap, and each command is answered once. A bot on
a pipe and a transcript receive the same messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.events import event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.table import snapshot
from carteado.protocol.codec import CODECS, SUBPROTOCOLS
from carteado.protocol.errors import FrameError, Invalid, LineError
from carteado.protocol.lines import format_lines
from carteado.protocol.messages import (
    Announced,
    ChatSaid,
    Closing,
    Events,
    Inbound,
    Live,
    Odds,
    Outbound,
    Presence,
    Prompt,
    Reacted,
    Snapshot,
    TableWaiting,
)
from carteado.protocol.notation import escape
from carteado.protocol.session_events import (
    Announcement,
    ChatHeard,
    ClockChanged,
    Closed,
    DealFlawed,
    DealTimed,
    Happened,
    LiveNow,
    OddsReceived,
    PlaceChanged,
    PresenceChanged,
    Prompted,
    PromptGone,
    ReactionSeen,
    Replied,
    SessionEvent,
    Snapped,
    TableStalled,
    TableStarting,
    TableWaits,
    Unreadable,
    Welcomed,
)
from carteado.protocol.validation import validator
from carteado.protocol.validators import inbound, outbound

__all__ = [
    "flaw_line",
    "format_json",
    "message_of",
    "parse_json_inbound",
    "parse_json_outbound",
    "stalled_line",
    "tell",
    "waiting_line",
]


def message_of(session_event: SessionEvent) -> Outbound | None:
    """The message that carries a session event; None if only a session knows it."""
    if isinstance(session_event, Welcomed):
        return session_event.welcome
    if isinstance(session_event, Replied):
        return session_event.reply
    retell = _MESSAGES.get(type(session_event))
    return retell(session_event) if retell is not None else None


def tell(session_event: SessionEvent) -> tuple[str, ...]:
    """A session event as lines of the dialect (`lines`)."""
    if isinstance(session_event, ClockChanged | DealTimed):
        return ()  # a line for each turn or deal would tell a reader nothing new
    message = message_of(session_event)
    if message is not None:
        return format_lines(message)
    if isinstance(session_event, PromptGone):
        return (f"gone {session_event.table} {session_event.decision}",)
    if isinstance(session_event, TableStalled):
        return (f"# {stalled_line(session_event)}",)
    if isinstance(session_event, TableStarting):
        # Only the first attempt: a start may take minutes, and a transcript needs one line of it.
        return (f"# {session_event.message}",) if session_event.attempt == 1 else ()
    if isinstance(session_event, DealFlawed):
        return (f"# {flaw_line(session_event)}",)
    # Every other event has returned above; a new kind fails here and not silently.
    assert isinstance(session_event, Unreadable)
    return (f"# unreadable: {escape(session_event.problem)}",)


def stalled_line(stalled: TableStalled) -> str:
    """A stalled table, in words."""
    if stalled.retry_ms is None:
        return escape(f"table {stalled.table} does not come back: {stalled.message}")
    # `:g` writes whole seconds without a fraction.
    when = f"{stalled.retry_ms / 1000:g} s"
    return escape(f"table {stalled.table} has stopped: {stalled.message}; asking again in {when}")


def flaw_line(flawed: DealFlawed) -> str:
    """A warning about how the server handled a deck, in words."""
    return escape(f"WARNING: table {flawed.table}, deal {flawed.deal}: {flawed.message}")


# The verb of the sentence in `waiting_line`, whose subject is the store.
_REASONS = {
    "store_slow": "does not answer",
    "store_full": "is full",
    "store_unreachable": "cannot be reached",
    "store_unreplicated": "has no replica",
}


def waiting_line(waits: TableWaits) -> str:
    """A table that waits for its server's store, or continues, in words."""
    # A clock that was set back must not give a negative time.
    seconds = f"{max(0, waits.now_ms - waits.since_ms) // 1000} s"
    if waits.reason is None:
        return f"play goes on after {seconds}"
    why = _REASONS.get(waits.reason, "cannot be used")
    return f"the table waits: the server's store {why}, for {seconds} now; nothing is lost"


def _event(happened: Happened) -> Outbound:
    event = happened.event
    return Events(
        table=happened.table,
        epoch=happened.epoch,
        first=happened.seq,
        # An event of an unknown game has stayed plain data.
        events=(event if isinstance(event, Mapping) else event_to_plain(event),),
        # An empty line means that the event has no sentence, which the wire says by none at all.
        lines=(happened.line,) if happened.line else (),
    )


def _snapshot(snapped: Snapped) -> Outbound:
    return Snapshot(
        table=snapped.table,
        epoch=snapped.epoch,
        seq=snapped.seq,
        seat=snapped.seat,
        reason=snapped.reason,
        # Without the game's code there is no table to write down; the lines still go out.
        view=snapshot(snapped.after) if snapped.after is not None else {},
        lines=snapped.lines,
    )


def _prompt(prompted: Prompted) -> Outbound:
    return Prompt(
        table=prompted.table,
        decision=prompted.decision,
        seat=prompted.seat,
        legal=to_plain(prompted.legal),
        default=to_plain(prompted.default),
        time_ms=prompted.time_ms,
        bank_ms=prompted.bank_ms,
        now_ms=prompted.now_ms,
        timed=prompted.timed,
    )


# By exact type: a table is faster than a chain of `isinstance` for the many events of a deal.
_MESSAGES: Mapping[type, Callable[[Any], Outbound]] = {
    Happened: _event,
    Snapped: _snapshot,
    Prompted: _prompt,
    LiveNow: lambda it: Live(
        table=it.table, epoch=it.epoch, seq=it.seq, seat=it.seat, owner=it.owner
    ),
    ClockChanged: lambda it: it.message,
    DealTimed: lambda it: it.message,
    PresenceChanged: lambda it: Presence(
        table=it.table, connected=it.connected, watching=it.watching
    ),
    TableWaits: lambda it: TableWaiting(
        table=it.table, reason=it.reason, since_ms=it.since_ms, now_ms=it.now_ms
    ),
    OddsReceived: lambda it: Odds(
        table=it.table, epoch=it.epoch, seq=it.seq, board=it.board, pots=it.pots, run=it.run
    ),
    ChatHeard: lambda it: ChatSaid(
        table=it.table,
        seat=it.seat,
        name=it.name,
        text=it.text,
        channel=it.channel,
        phrase=it.phrase,
    ),
    ReactionSeen: lambda it: Reacted(
        table=it.table, seat=it.seat, name=it.name, reaction=it.reaction, channel=it.channel
    ),
    PlaceChanged: lambda it: it.message,
    Announcement: lambda it: Announced(text=it.text, now_ms=it.now_ms),
    Closed: lambda it: Closing(code=it.code, message=it.message, retry_ms=it.retry_ms),
}


# One JSON message a line


_JSON = CODECS[SUBPROTOCOLS[1]]


def format_json(message: Inbound | Outbound) -> str:
    """A message as one line of JSON in which everything is printable."""
    # JSON leaves characters such as U+2028 as they are, and some programs end a line there.
    return escape(_JSON.encode_message(message).decode())


def parse_json_inbound(text: str) -> Inbound:
    """The client's message in a line of JSON.

    Raises:
        LineError: it is none.
    """
    message: Inbound = _parsed(text, inbound())
    return message


def parse_json_outbound(text: str) -> Outbound:
    """The server's message in a line of JSON.

    Raises:
        LineError: it is none.
    """
    # A server's frame is a list; a line holds one message of it.
    message: Outbound = _parsed(f"[{text}]", outbound(), listed=True)
    return message


def _parsed(text: str, validate: validator, *, listed: bool = False) -> Any:
    try:
        if not listed:
            return validate(_JSON.decode_inbound(text))
        data = _JSON.decode_outbound(text)
        # Two messages with a comma between them would be a list as well.
        if len(data) != 1:
            raise LineError("a line holds one message", 0)
        return validate(data[0])
    except (FrameError, Invalid) as error:
        raise LineError(str(error), 0) from None
