"""Seats of a table: joining, leaving, pausing, and the server's bots.

Each function adds its events to the step it receives. Nothing here depends on the watchers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from carteado.engine import game as commands
from carteado.engine.controls import OwnerChanged
from carteado.engine.errors import Refusal
from carteado.engine.game import Command, SeatLeft
from carteado.engine.table import ClockSet, NonceCommitted, SeatKeyed, SeatRemoved, Table
from carteado.protocol import messages as wire
from carteado.server.table.clock import rewind, rewind_all
from carteado.server.table.departures import Departure, Departures
from carteado.server.table.owners import Owners
from carteado.server.table.step import Denied, Player, Step, deny
from carteado.server.table.waiting import is_kept_for_another, offered_seat

__all__ = [
    "OF_A_SEAT",
    "Rekey",
    "check_person",
    "for_seat",
    "free_seat",
    "join",
    "keep_for_bot",
    "let_removed_go",
    "rekey",
    "remove",
    "seat_held",
    "seat_of",
    "send_bot_away",
]

OF_A_SEAT: Mapping[type, Callable[[int, Any], Command]] = {
    wire.Leave: lambda seat, message: commands.Leave(seat=seat),
    wire.SitOut: lambda seat, message: commands.SitOut(seat=seat),
    wire.SitIn: lambda seat, message: commands.Return(seat=seat),
    wire.TopUp: lambda seat, message: commands.TopUp(seat=seat, amount=message.amount),
    wire.Rematch: lambda seat, message: commands.Rematch(seat=seat),
}
"""Messages about a player's own seat, and the game command for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rekey:
    """The server's own message: the seat of the player who is named belongs to another key.

    The player is the same person, who has an account now. It never comes over the wire.
    """

    table: str
    key: str
    id: None = None
    type: str = "rekey"


def rekey(step: Step, player: Player, key: str, owners: Owners) -> None:
    """Change the key of a player's seat, and the owner's key if the player owns the table."""
    seat = seat_held(step.table, player)
    # A key holds one seat of a table: an account that sits here already keeps its own.
    if seat is None or key in step.table.keys:
        return
    step.add(SeatKeyed(seat=seat, key=key))
    name = step.table.state.names[seat]
    if owners.opener == player.key and name is not None:
        step.add(OwnerChanged(seat=seat, name=name, key=key, reason="account"))


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
        raise deny("seat/none", f"You have no seat at this table. Type: join {table.id}")
    return seat


def join(step: Step, player: Player, message: wire.Join, departure: Departure | None = None) -> int:
    """A player sits down: the seat.

    Args:
        step: what happens is added to it.
        player: the player who sits down.
        message: what the player asks for.
        departure: the player's recent departure from this table, None for a new player.

    Raises:
        Denied: the seat is not available, or the game refuses the player.
    """
    seat = _free_seat(step.table, player, message.seat)
    # Before the seat is taken: no player inherits the time bank of the one before.
    if departure is None:
        rewind(step, (seat,))
    else:
        step.add(ClockSet(seat=seat, bank_ms=departure.bank_ms))
    # A seat reserved for this player, such as a bot's, has the key already.
    if step.table.keys[seat] is None:
        step.add(SeatKeyed(seat=seat, key=player.key))
    sit = commands.Sit(
        seat=seat,
        name=player.name,
        bot=player.bot,
        credit=message.credit,
        returning=departure.stack if departure is not None else None,
    )
    step.decide(sit)
    if message.commitment is not None:
        step.add(NonceCommitted(seat=seat, commitment=message.commitment))
    return seat


def for_seat(step: Step, player: Player, message: Any) -> None:
    """Carry out one of the messages in `OF_A_SEAT` for the player's own seat.

    Raises:
        Denied: the player has no seat, or the game refuses it.
    """
    seat = seat_of(step.table, player)
    step.decide(OF_A_SEAT[type(message)](seat, message))
    rewind_all(step)
    table = step.table
    # The player is back: earlier time-outs no longer count.
    if table.expiries[seat] and type(message) is wire.SitIn:
        step.add(ClockSet(seat=seat, bank_ms=table.banks[seat]))


def keep_for_bot(step: Step, message: wire.AddBot, seat_key: Callable[[int], str]) -> int:
    """Reserve a seat for one of the host's bots; returns the seat.

    Args:
        step: what happens is added to it.
        message: which bot, and which seat if that matters.
        seat_key: key of a seat that is kept for a bot.

    Raises:
        Denied: the seat is not available, or no bot plays this game.
    """
    if step.table.game.adjudicator:
        raise deny("seat/no_bots", "Bots cannot play this game: it only records what people do.")
    # The empty key is nobody's, so it matches neither a seat nor an offer to a waiting player.
    nobody = Player(key="", name=message.bot, bot=True)
    seat = _free_seat(step.table, nobody, message.seat)
    step.add(SeatKeyed(seat=seat, key=seat_key(seat), label=message.bot))
    return seat


def send_bot_away(step: Step, player: Player, seat: int, owners: Owners) -> None:
    """Remove one of the host's bots.

    Raises:
        Denied: no bot of the host has the seat, or the player may not remove it.
    """
    table = step.table
    _check_seat(table, seat)
    if table.labels[seat] is None:
        name = table.state.names[seat]
        text = (
            f"Seat {seat} is free." if name is None else f"{name} is not one of this server's bots."
        )
        bots = ", ".join(f"{label} ({at})" for at, label in enumerate(table.labels) if label)
        text += f" Bots here, by seat: {bots}." if bots else " There are no bots at this table."
        raise deny("seat/not_a_bot", text, seat=seat)
    if not owners.may_remove(player.key, seat):
        who = "Only the owner of the table or the player who added the bot may remove it."
        raise deny("seat/bot_not_yours", who, seat=seat)
    if table.state.names[seat] is None:  # the bot has not connected yet
        step.add(SeatKeyed(seat=seat, key=None))
        return
    step.decide(commands.Leave(seat=seat))
    rewind_all(step)


def remove(
    step: Step, player: Player, seat: int, owners: Owners, departures: Departures, *, present: bool
) -> None:
    """The owner of the table removes a player or one of the server's bots.

    A present player who takes part in a deal plays it to its end: a fold in a pot that the opener
    may win would not be fair. An absent player's hand is folded as the clock would fold it.

    Args:
        step: what happens is added to it.
        player: the asking player.
        seat: the seat of the removed player.
        owners: of the table.
        departures: of the table.
        present: whether the player on the seat is connected.

    Raises:
        Denied: the player did not open the table, or nobody is there to remove.
    """
    table = step.table
    _check_seat(table, seat)
    if table.labels[seat] is not None:
        send_bot_away(step, player, seat, owners)
        return
    if not owners.rules(player.key):
        raise deny("seat/not_opener", "Only the owner of the table may remove players.")
    if table.state.names[seat] is None:
        raise free_seat(table, seat)
    if seat in departures.removing:
        text = f"{table.state.names[seat]} is already removed and leaves when the deal is over."
        raise deny("seat/leaving", text, seat=seat)
    step.add(SeatRemoved(seat=seat))
    absent = not present or table.state.away[seat]
    if absent or _gets_up_at_once(table, seat):
        step.decide(commands.Leave(seat=seat))
        rewind_all(step)


def let_removed_go(step: Step, seats: Iterable[int]) -> None:
    """Free the seats of removed players that the deal no longer needs.

    Args:
        step: what happens is added to it.
        seats: the seats of removed players.
    """
    for seat in sorted(seats):
        if step.table.state.names[seat] is not None and _gets_up_at_once(step.table, seat):
            step.decide(commands.Leave(seat=seat))
            rewind_all(step)


def _gets_up_at_once(table: Table, seat: int) -> bool:
    """Whether a player who leaves now is in no deal and no running game."""
    if table.cutting:
        return False
    # `decide` changes nothing: this only asks the game for its answer.
    answer = table.game.decide(table.state, commands.Leave(seat=seat))
    return not isinstance(answer, Refusal) and any(
        type(event) is SeatLeft and event.seat == seat and event.at_once for event in answer.events
    )


def _free_seat(table: Table, player: Player, wanted: int | None) -> int:
    free = []
    for seat, key in enumerate(table.keys):
        taken = table.state.names[seat] is not None
        if key == player.key:
            if taken:
                raise deny(
                    "seat/already", f"You already have seat {seat} at this table.", seat=seat
                )
            # A seat that is reserved for this key comes first, whatever seat was asked for.
            return seat
        if key is None and not taken and not is_kept_for_another(table.controls, seat, player.key):
            free.append(seat)
    if wanted is not None:
        _check_seat(table, wanted)
    if not free:
        text = f"No seat is free at this table. To watch it, type: watch {table.id}"
        raise deny("table/full", f"{text}. To wait for a seat, type: wait {table.id}")
    if wanted is None:
        offered = offered_seat(table.controls, player.key)
        return free[0] if offered is None else offered
    if wanted not in free:
        raise _not_free(table, wanted, free)
    return wanted


def _not_free(table: Table, wanted: int, free: list[int]) -> Denied:
    name = table.state.names[wanted]
    why = f"is reserved for {table.labels[wanted] or 'another player'}"
    if name is not None:
        why = f"is taken by {name}"
    return deny(
        "seat/reserved" if name is None else "seat/taken",
        f"Seat {wanted} {why}. Free seats: {', '.join(map(str, free))}."
        f" Type: join {table.id} {free[0]}",
        seat=wanted,
        player=name,
        free=tuple(free),
    )


def check_person(table: Table, seat: int) -> None:
    """Refuse a free seat, or one of a bot of the host.

    Raises:
        Denied: it is free, or one of the host's bots has it.
    """
    _check_seat(table, seat)
    if table.labels[seat] is not None:
        text = f"{table.labels[seat]} is one of this server's bots. Type: removebot {seat}"
        raise deny("seat/bot", text, seat=seat)
    if table.state.names[seat] is None:
        raise free_seat(table, seat)


def free_seat(table: Table, seat: int) -> Denied:
    """The refusal of a command about the player on a free seat."""
    taken = ", ".join(f"{name} ({at})" for at, name in enumerate(table.state.names) if name)
    players = f"The players, by seat: {taken}." if taken else "The table is empty."
    return deny("seat/free", f"Nobody sits on seat {seat}. {players}", seat=seat)


def _check_seat(table: Table, seat: int) -> None:
    if seat >= table.seats:
        last = table.seats - 1
        raise deny(
            "seat/unknown",
            f"There is no seat {seat} at this table. Choose a seat from 0 to {last}.",
            last=last,
        )
