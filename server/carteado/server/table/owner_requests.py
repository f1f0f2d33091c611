"""Requests of a table's owner, and requests to the owner; `ownership` holds the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.protocol import messages as wire
from carteado.server.table import ownership, talking
from carteado.server.table.step import Request, Step, deny

if TYPE_CHECKING:
    from carteado.server.table.host import TableHost

__all__ = ["for_owner", "hand_over", "knock", "mute", "set_code"]


def for_owner(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner changes the table."""
    ownership.check_owner(host.owners, request.player)
    if type(request.message) is wire.Rename:
        host.may_be_called(request.message.title)
    step = Step(host.table, request)
    ownership.OF_THE_OWNER[type(request.message)](step, request.message)
    return host.accept(request, step)


def set_code(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner protects the table with a code, or removes the code."""
    ownership.check_owner(host.owners, request.player)
    step = Step(host.table, request)
    ownership.set_code(step, request.message, host.entropy)
    return host.accept(request, step)


def mute(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner mutes a player."""
    ownership.check_owner(host.owners, request.player)
    step = Step(host.table, request)
    name, key = host.talk.player_named(host.table, request.message.name)
    talking.mute(step, request.player, name, key)
    return host.accept(request, step)


def hand_over(host: TableHost, request: Request, now_ms: int) -> Step:
    """The owner makes another player the owner."""
    ownership.check_owner(host.owners, request.player)
    step, seat = Step(host.table, request), request.message.seat
    if seat == host.seat_held(request.player):
        raise deny("table/unchanged", "the table is yours already")
    ownership.hand_over(step, seat, "handed_over")
    return host.accept(request, step)


def knock(host: TableHost, request: Request, now_ms: int) -> Step:
    """A player asks the owner of a locked table for admission."""
    step = Step(host.table, request)
    step.result = ownership.knock(step, request.player)
    return host.accept(request, step)
