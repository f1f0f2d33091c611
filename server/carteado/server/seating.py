"""Who sits where: joining, leaving, pausing, and the host's bots.

What happens is added to the step that each function is given. Nothing here knows who watches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine import game as commands
from carteado.engine.game import Command
from carteado.engine.table import ClockSet, NonceCommitted, SeatKeyed, Table
from carteado.protocol import messages as wire
from carteado.server.clock import rewind, rewind_anew
from carteado.server.owners import Owners
from carteado.server.step import Denied, Player, Step, deny

__all__ = ["OF_A_SEAT", "for_seat", "join", "keep_for_bot", "seat_held", "seat_of", "send_bot_away"]

OF_A_SEAT: Mapping[type, Callable[[int, Any], Command]] = {
    wire.Leave: lambda seat, message: commands.Leave(seat=seat),
    wire.SitOut: lambda seat, message: commands.SitOut(seat=seat),
    wire.SitIn: lambda seat, message: commands.Return(seat=seat),
    wire.TopUp: lambda seat, message: commands.TopUp(seat=seat, amount=message.amount),
    wire.Rematch: lambda seat, message: commands.Rematch(seat=seat),
}
"""The messages with which a player says something for the own seat, and what they ask the game."""


def seat_held(table: Table, player: Player) -> int | None:
    """The seat on which a player sits, None for none."""
    for seat, key in enumerate(table.keys):
        if key == player.key and table.state.names[seat] is not None:
            return seat
    return None


def seat_of(table: Table, player: Player) -> int:
    """The seat on which a player sits.

    Raises:
        Denied: there is none.
    """
    seat = seat_held(table, player)
    if seat is None:
        raise deny("seat/none", "you hold no seat at this table; join it first")
    return seat


def join(step: Step, player: Player, message: wire.Join) -> int:
    """A player sits down: the seat.

    Raises:
        Denied: the seat is not to be had, or the game lets nobody sit down like this.
    """
    seat = _free_seat(step.table, player, message.seat)
    rewind(step, (seat,))
    if step.table.keys[seat] is None:
        step.add(SeatKeyed(seat=seat, key=player.key))
    sit = commands.Sit(seat=seat, name=player.name, bot=player.bot, credit=message.credit)
    step.decide(sit)
    if message.commitment is not None:
        step.add(NonceCommitted(seat=seat, commitment=message.commitment))
    return seat


def for_seat(step: Step, player: Player, message: Any) -> None:
    """A player asks something for the own seat, by one of the messages in `OF_A_SEAT`.

    Raises:
        Denied: the player has no seat, or the game refuses it.
    """
    seat = seat_of(step.table, player)
    step.decide(OF_A_SEAT[type(message)](seat, message))
    rewind_anew(step)
    table = step.table
    if table.expiries[seat] and type(message) is wire.SitIn:
        step.add(ClockSet(seat=seat, bank_ms=table.banks[seat]))


def keep_for_bot(step: Step, message: wire.AddBot, seat_key: Callable[[int], str]) -> int:
    """A seat is kept for one of the host's bots: the seat.

    Args:
        step: what happens is added to it.
        message: which bot, and which seat if that matters.
        seat_key: key of a seat that is kept for a bot.

    Raises:
        Denied: the seat is not to be had, or no bot plays this game.
    """
    if step.table.game.adjudicator:
        raise deny("seat/no_bots", "this game only judges what people do: no bot plays it")
    nobody = Player(key="", name=message.bot, bot=True)
    seat = _free_seat(step.table, nobody, message.seat)
    step.add(SeatKeyed(seat=seat, key=seat_key(seat), label=message.bot))
    return seat


def send_bot_away(step: Step, player: Player, seat: int, owners: Owners) -> None:
    """One of the host's bots gets up.

    Raises:
        Denied: no bot of the host has the seat, or it is not the player's to send away.
    """
    table = step.table
    _check_seat(table, seat)
    if table.labels[seat] is None:
        raise deny("seat/not_a_bot", f"none of the host's bots has seat {seat}", seat=seat)
    if not owners.may_remove(player.key, seat):
        who = "only who opened the table or asked for the bot may send it away"
        raise deny("seat/bot_not_yours", who, seat=seat)
    if table.state.names[seat] is None:  # it has not come yet
        step.add(SeatKeyed(seat=seat, key=None))
        return
    step.decide(commands.Leave(seat=seat))
    rewind_anew(step)


def _free_seat(table: Table, player: Player, wanted: int | None) -> int:
    free = []
    for seat, key in enumerate(table.keys):
        taken = table.state.names[seat] is not None
        if key == player.key:
            if taken:
                raise deny("seat/already", f"you hold seat {seat} already", seat=seat)
            return seat
        if key is None and not taken:
            free.append(seat)
    if wanted is not None:
        _check_seat(table, wanted)
    if not free:
        raise deny("table/full", "no seat is free at this table")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise _not_free(table, wanted, free)
    return wanted


def _not_free(table: Table, wanted: int, free: list[int]) -> Denied:
    kept = table.state.names[wanted] is None
    return deny(
        "seat/reserved" if kept else "seat/taken",
        f"seat {wanted} is not free; free: {', '.join(map(str, free))}",
        seat=wanted,
        free=tuple(free),
    )


def _check_seat(table: Table, seat: int) -> None:
    if seat >= table.seats:
        last = table.seats - 1
        raise deny("seat/unknown", f"the seats are 0 to {last}, not {seat}", last=last)
