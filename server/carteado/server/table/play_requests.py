"""Requests of a seat during a deal: its action, the meanings of an action, its nonces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from carteado.engine.game import Ambiguous
from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of, redact_table
from carteado.protocol import messages as wire
from carteado.protocol.validation import Invalid
from carteado.server.table import seating, unprompted
from carteado.server.table.step import Request, Step, deny

if TYPE_CHECKING:
    from carteado.server.table.host import TableHost

__all__ = ["act", "bind_nonce", "nonce", "ways"]


def act(host: TableHost, request: Request, now_ms: int) -> Step:
    """A seat answers its decision."""
    message: wire.Act = request.message
    seat = seating.seat_of(host.table, request.player)
    clock = host.agenda.clock
    expected = clock.decision if clock is not None and clock.seat == seat else 0
    if message.decision != expected:
        instead = f"Answer decision {expected} instead." if expected else "It is not your turn."
        raise deny(
            "action/stale_decision",
            f"Decision {message.decision} is over. {instead}",
            decision=message.decision,
            open=expected,
        )
    action = _action_of(host, message.action)
    return host.accept(request, host.play(seat, action, now_ms, request))


def ways(host: TableHost, request: Request, now_ms: int) -> Step:
    """The possible meanings of an action, from what the player's seat sees."""
    table, message = host.table, request.message
    seat = seating.seat_of(table, request.player)
    action = _action_of(host, message.action)
    ways: list[dict[str, Any]] = []
    if isinstance(table.game, Ambiguous):
        view = redact_table(table, observer_of(table, seat)).state
        for one, made in table.game.ways(view, seat, action):
            ways.append({"action": to_plain(one), "made": made})
    reply = wire.Ok(id=message.id, table=table.id, result={"ways": ways})
    return Step(table, request, ((request.watcher, reply),))


def nonce(host: TableHost, request: Request, now_ms: int) -> Step:
    """A seat opens its nonce for the deck's cut."""
    table, dealing = host.table, host.dealing
    seat = seating.seat_of(table, request.player)
    taken = dealing.nonce(table, seat, request.message)
    if not taken or dealing.awaited(table, host.audience.connected):
        return Step(host.table, request)
    host.agenda.begun()
    return unprompted.cut(table, dealing, host.refusals)


def bind_nonce(host: TableHost, request: Request, now_ms: int) -> Step:
    """A seat binds itself to a nonce for later cuts, before the deck is committed."""
    seat = seating.seat_of(host.table, request.player)
    bound = host.dealing.bind(host.table, seat, request.message)
    return unprompted.unprompted(host.table, host.refusals, first=bound)


def _action_of(host: TableHost, data: Mapping[str, Any]) -> Any:
    try:
        return host.actions(data)
    except Invalid as invalid:
        problem = repr(str(invalid)[:200])[1:-1]
        raise deny("action/invalid", f"This is not an action of the game: {problem}") from None
