"""Requests about seats: join, wait, add a bot, remove a player.

`seating` and `waiting` hold the rules of seats. This module makes the checks before them, in order:
a check that reserves something comes last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.server.table import ownership, seating, waiting
from carteado.server.table.step import Player, Request, Step, deny

if TYPE_CHECKING:
    from carteado.server.table.host import TableHost

__all__ = [
    "add_bot",
    "ban",
    "for_seat",
    "join",
    "rekey",
    "remove",
    "remove_bot",
    "stop_waiting",
    "wait",
]


def join(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player sits down."""
    step = Step(host.table, request)
    player = request.player
    _check_removed(host, player, now_ms)
    code = request.message.code
    host.admission.check(host.table, host.owners, player, code, now_ms)
    departure = host.departures.of(player.key, now_ms)
    step.result = seating.join(step, player, request.message, departure)
    request.watcher.owner = host.owners.rules(player.key)
    # The last check, because it reserves a seat of the quota: a later refusal would leak it.
    host.may_sit(request.player)
    waiting.end(step, player.key, "seated")
    return host.accept(request, step)


def wait(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player goes on the waiting list."""
    step, player = Step(host.table, request), request.player
    _check_removed(host, player, now_ms)
    host.admission.check(host.table, host.owners, player, request.message.code, now_ms)
    step.result = waiting.begin(step, player)
    return host.accept(request, step)


def stop_waiting(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player goes off the waiting list."""
    step = Step(host.table, request)
    if not waiting.end(step, request.player.key, "left"):
        raise deny("table/not_waiting", "You are not on the waiting list of this table.")
    return host.accept(request, step)


def for_seat(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player changes something about their own seat."""
    step = Step(host.table, request)
    seating.for_seat(step, request.player, request.message)
    return host.accept(request, step)


def add_bot(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player adds a bot, for which a seat is kept."""
    step = Step(host.table, request)
    step.result = seating.keep_for_bot(step, request.message, host.seat_key)
    # As in `join`: this check reserves the bot, so it comes last.
    host.may_seat_bot(request.player, step.result)
    return host.accept(request, step)


def remove_bot(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player removes a bot."""
    step = Step(host.table, request)
    step.result = request.message.seat
    seating.send_bot_away(step, request.player, step.result, host.owners)
    return host.accept(request, step)


def remove(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner removes a player."""
    step = Step(host.table, request)
    seat = step.result = request.message.seat
    seating.remove(
        step,
        request.player,
        seat,
        host.owners,
        host.departures,
        present=host.audience.connected(seat),
    )
    return host.accept(request, step)


def ban(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner bans a player."""
    ownership.check_owner(host.owners, request.player)
    step, seat = Step(host.table, request), request.message.seat
    seating.check_person(host.table, seat)
    if host.table.keys[seat] == request.player.key:
        raise deny("seat/own", "you cannot ban yourself")
    ownership.ban(step, seat)
    # `remove` refuses a player who is leaving already; the ban holds all the same.
    if seat not in host.departures.removing:
        present = host.audience.connected(seat)
        seating.remove(step, request.player, seat, host.owners, host.departures, present=present)
    return host.accept(request, step)


def rekey(host: TableHost, request: Request, now_ms: int) -> Step:
    """Change a player's key at this table."""
    step = Step(host.table, request)
    seating.rekey(step, request.player, request.message.key, host.owners)
    return step


def _check_removed(host: TableHost, player: Player, now_ms: int) -> None:
    if player.key in host.table.controls.banned_keys:
        return  # the admission refuses with the ban: a waiting time would be wrong
    if wait_ms := host.departures.barred_ms(player.key, now_ms):
        minutes = -(-wait_ms // 60_000)
        text = f"The owner of this table removed you. You can sit down again in {minutes} min."
        raise deny("seat/removed", text, retry_ms=wait_ms, minutes=minutes)
