"""The view that each watcher has of a table, and the events that change it."""

from __future__ import annotations

from carteado.engine.table import SeatKeyed, Table, observer_of
from carteado.protocol import messages as wire
from carteado.server.table.audience import Audience
from carteado.server.table.seating import seat_held
from carteado.server.table.step import Player, Request, Step, deny
from carteado.server.table.watcher import Outgoing, Watcher

__all__ = ["deserted", "follow", "gone", "reseat", "seat_to_follow"]


def follow(
    audience: Audience,
    table: Table,
    request: Request,
    after: wire.Position | None,
    *,
    rail: bool = False,
) -> Outgoing:
    """Let a player watch from the own seat or the rail; returns messages that bring it up to date.

    Args:
        audience: of the table.
        table: as it stands.
        request: what asked for it, with the watcher.
        after: the last event that the watcher has, None for none.
        rail: whether to watch from the rail, whatever seat the player has.

    Raises:
        Denied: a seated player asks for the rail of a table with an open rail.
    """
    watcher = request.watcher
    seat = seat_to_follow(table, request.player, rail=rail)
    known = watcher in audience.watchers
    turned = known and seat != watcher.seat
    if after is not None and after.rail is not None:
        # A client that saw the events as another observer must not continue from them.
        turned = turned or after.rail != (seat is None)
    watcher.seat = seat
    return audience.follow(watcher, table, after, turned=turned)


def seat_to_follow(table: Table, player: Player, *, rail: bool) -> int | None:
    """The seat from which a player watches, None for the rail.

    Raises:
        Denied: a seated player asks for the rail of a table with an open rail.
    """
    seat = seat_held(table, player)
    if rail and seat is not None:
        if observer_of(table, None).every_seat:
            raise deny(
                "table/open_hands",
                "The rail of this table sees every hand, so seated players cannot watch it.",
            )
        return None
    return seat


def gone(audience: Audience, table: Table, watcher: Watcher) -> Outgoing:
    """Remove a watcher that has disconnected or unsubscribed."""
    if watcher not in audience.watchers:
        return []
    audience.drop(watcher)
    return audience.presence(table.seats)


def reseat(audience: Audience, table: Table, step: Step, out: Outgoing) -> None:
    """From here on new players see as their seats, and players who left as the rail.

    Args:
        audience: of the table.
        table: after the step.
        step: in which a player took or left a seat.
        out: the messages are added to it.
    """
    moved = [w for w in audience.watchers if w.seat is not None and _lost(w, step)]
    for watcher in moved:
        watcher.seat = None
        out.extend(audience.show(watcher, table, "reseated"))
    request = step.request
    if request is not None and type(request.message) is wire.Join:
        request.watcher.seat = seat_held(table, request.player)
        # A player who sits down follows the table without a `watch`.
        audience.watchers[request.watcher] = None
        out.extend(audience.show(request.watcher, table, "reseated"))
        moved.append(request.watcher)
    if moved:
        out.extend(audience.presence(table.seats))


def _lost(watcher: Watcher, step: Step) -> bool:
    return any(
        type(event) is SeatKeyed and event.seat == watcher.seat and event.key is None
        for event in step.events
    )


def deserted(audience: Audience, table: Table) -> bool:
    """Whether nobody sits at the table, no seat is kept, and nobody watches.

    Where every seat is kept for a bot of the host, the bots alone are nobody.
    """
    watchers = audience.watchers
    if None not in table.labels:
        return all(watcher.seat is not None for watcher in watchers)
    return not watchers and not any(table.keys) and not any(table.state.names)
