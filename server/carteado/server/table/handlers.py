"""The handler of each message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from carteado.protocol import messages as wire
from carteado.server.table import (
    naming,
    owner_requests,
    ownership,
    play_requests,
    seat_requests,
    seating,
    watch_requests,
)
from carteado.server.table.step import Request, Step

if TYPE_CHECKING:
    from carteado.server.table.host import TableHost

__all__ = ["HANDLERS"]

Handler = Callable[["TableHost", Request, int], Step]
"""Decides a message that arrived at a time, milliseconds; raises `Denied` to refuse it."""

HANDLERS: Mapping[type, Handler] = {
    **dict.fromkeys(seating.OF_A_SEAT, seat_requests.for_seat),
    wire.Act: play_requests.act,
    wire.Ways: play_requests.ways,
    wire.Nonce: play_requests.nonce,
    wire.BindNonce: play_requests.bind_nonce,
    wire.Join: seat_requests.join,
    wire.AddBot: seat_requests.add_bot,
    wire.Remove: seat_requests.remove,
    wire.RemoveBot: seat_requests.remove_bot,
    **dict.fromkeys(ownership.OF_THE_OWNER, owner_requests.for_owner),
    wire.SetCode: owner_requests.set_code,
    wire.Ban: seat_requests.ban,
    wire.HandOver: owner_requests.hand_over,
    wire.Knock: owner_requests.knock,
    seating.Rekey: seat_requests.rekey,
    naming.Called: watch_requests.call,
    wire.Watch: watch_requests.watch,
    wire.Unwatch: watch_requests.unwatch,
    wire.Wait: seat_requests.wait,
    wire.StopWaiting: seat_requests.stop_waiting,
    wire.Mute: owner_requests.mute,
    wire.Block: watch_requests.block,
    wire.Unblock: watch_requests.block,
    **dict.fromkeys((wire.Chat, wire.Phrase, wire.React), watch_requests.chat),
}
