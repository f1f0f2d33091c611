"""Requests of watchers: follow the table, chat, block a player.

A new watcher also gets the prompt of its seat, or the clock of the open decision.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from carteado.protocol import messages as wire
from carteado.server.table import naming
from carteado.server.table.step import Request, Step, deny
from carteado.server.table.watcher import Outgoing, Watcher
from carteado.server.table.watching import follow, seat_to_follow

if TYPE_CHECKING:
    from carteado.server.table.host import TableHost

__all__ = [
    "block",
    "bring_up_to_date",
    "call",
    "chat",
    "clock_changes",
    "prompt",
    "unwatch",
    "watch",
]


def watch(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player follows the table."""
    message: wire.Watch = request.message
    closed_ms = host.audience.delay.closed_until - now_ms
    seat = seat_to_follow(host.table, request.player, rail=message.rail)
    if closed_ms > 0 and seat is None:
        text = f"Spectators see this table {-(-closed_ms // 1000)} s after its restart."
        raise deny("table/starting", text, retry_ms=closed_ms)
    reply = wire.Ok(id=message.id, table=host.table.id, seq=host.audience.seq)
    out: Outgoing = [(request.watcher, reply)]
    out.extend(bring_up_to_date(host, request, message.after, now_ms, rail=message.rail))
    return Step(host.table, request, tuple(out))


def unwatch(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player stops following the table."""
    reply = wire.Ok(id=request.message.id, table=host.table.id)
    gone = host.gone(request.watcher)
    return Step(host.table, request, ((request.watcher, reply), *gone))


def call(host: TableHost, request: Request, now_ms: int) -> Step:
    """Rename a player; the log of the table does not change."""
    table = naming.with_name(host.table, request.message)
    if table is host.table:
        return Step(table, request)
    # The only change of a table without an event, because names are not in the log.
    host.table = table
    out = host.audience.call(table, lambda seen: naming.with_name(seen, request.message))
    asked = None if host.agenda.clock is None else host.agenda.clock.seat
    if asked is not None:  # a snapshot removes the prompt
        prompt(host, asked, now_ms, out)
    for watcher in host.audience.watchers:
        if asked is None or watcher.seat != asked:
            out += _clock_for(host, watcher, now_ms)
    return Step(table, request, tuple(out))


def bring_up_to_date(
    host: TableHost,
    request: Request,
    after: wire.Position | None,
    now_ms: int,
    *,
    rail: bool = False,
) -> Outgoing:
    """Bring a watcher up to date: missed events, the open decision or its clock, the presence.

    Args:
        host: of the table.
        request: what asked for it, with the watcher.
        after: the last event that the watcher has, None for none.
        now_ms: the time.
        rail: whether to watch from the rail, whatever seat the player has.
    """
    watcher, clock = request.watcher, host.agenda.clock
    known = watcher in host.audience.watchers
    watcher.owner = host.owners.rules(request.player.key)
    out = follow(host.audience, host.table, request, after, rail=rail)
    if clock is not None and watcher.seat == clock.seat:
        out.append((watcher, host.agenda.prompt(host.table, now_ms)))
    else:
        out += _clock_for(host, watcher, now_ms)
    if not known:
        out.extend(host.audience.presence(host.table.seats))
    return out


def prompt(host: TableHost, seat: int, now_ms: int, out: Outgoing) -> None:
    """Prompt the connections of a seat for its decision.

    Args:
        host: of the table.
        seat: whose decision is open.
        now_ms: the time.
        out: the messages; the seat's come first in it.
    """
    message = None
    for watcher in host.audience.watchers:
        if watcher.seat == seat:
            message = message or host.agenda.prompt(host.table, now_ms)
            out.append((watcher, message))
    # The table waits for the acting player, so that player's prompt goes out first.
    out.sort(key=lambda addressed: addressed[0].seat != seat)


def clock_changes(
    host: TableHost, step: Step, planned: int | None, now_ms: int, *, asked: bool
) -> Outgoing:
    """Messages about the clock of the decision or of the next deal, if a step changed it.

    Args:
        host: of the table, with the step applied.
        step: the applied step.
        planned: when the next deal was to begin before it, milliseconds; None for none.
        now_ms: the time.
        asked: whether the seat in turn is prompted.
    """
    agenda, table, bots = host.agenda, step.table, step.table.state.bots
    clock, deal_at = agenda.clock, agenda.deal_at
    # Messages are made only for receivers, and bots do not receive clocks.
    if clock is not None:
        paused = step.before.controls.paused != table.controls.paused
        if not asked and not step.seats and not paused:
            return []
        turn = functools.partial(agenda.turn_clock, table, now_ms)
        return host.audience.tell_clock(clock.seat, bots, turn)
    shows = planned is not None and step.seats
    if deal_at == now_ms or not (shows or deal_at != planned):  # a deal at once needs no clock
        return []
    deal = functools.partial(agenda.deal_clock, table, now_ms)
    return host.audience.tell_clock(None, bots, deal)


def _clock_for(host: TableHost, watcher: Watcher, now_ms: int) -> Outgoing:
    """The running clock for a watcher on the rail or on another seat than the acting one."""
    agenda, table = host.agenda, host.table
    clock: wire.TurnClock | wire.DealClock | None = None
    if watcher.seat is None and host.audience.delay.seen is not None:
        clock = host.audience.delay.clock_now(now_ms)
    elif watcher.seat is not None and table.state.bots[watcher.seat]:
        return []
    elif agenda.clock is not None:
        clock = agenda.turn_clock(table, now_ms)
    elif agenda.deal_at is not None:
        clock = agenda.deal_clock(table, now_ms)
    return [] if clock is None else [(watcher, clock)]


def chat(host: TableHost, request: Request, now_ms: int) -> Step:
    """A line of chat, a phrase or a reaction."""
    heard = host.talk.say(host.audience, host.table, request)
    return host.done(request, heard)


def block(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player blocks another player, or lifts the block."""
    if type(request.message) is wire.Block:
        host.talk.block(host.table, request)
    else:
        host.talk.unblock(request)
    return host.done(request)
