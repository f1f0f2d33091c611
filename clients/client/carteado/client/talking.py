"""Chat, reactions and places on a waiting list, each as a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.protocol.messages import Block, Unblock, WaitingPlace
from carteado.protocol.phrases import REACTIONS
from carteado.protocol.session_events import ChatHeard, ReactionSeen

__all__ = ["chat_line", "done_line", "place_line", "reaction_line"]


def done_line(cls: type, fields: Mapping[str, Any]) -> str | None:
    """The confirmation of a command that only its sender sees; None for any other command."""
    if cls is Block:
        return f"You hear nothing more of {fields['name']}. To lift that, type: unblock NAME"
    if cls is Unblock:
        return f"You hear {fields['name']} again."
    return None


def chat_line(chat: ChatHeard) -> str:
    """A line of chat, with the place of its speaker.

    The place comes first: a name may hold any of these characters, and could look like the
    beginning of another line.
    """
    return f"<{_place(chat.seat)}, {chat.name}> {chat.text}"


def reaction_line(seen: ReactionSeen) -> str:
    """A reaction in a line."""
    # A newer server may have reactions for which this client has no sign.
    sign = REACTIONS.get(seen.reaction, "")
    return f"<{_place(seen.seat)}, {seen.name}> {f'{sign} ' if sign else ''}({seen.reaction})"


def _place(seat: int | None) -> str:
    return "rail" if seat is None else f"seat {seat}"


def place_line(place: WaitingPlace) -> str:
    """A change on a waiting list, and the command to type next."""
    where = place.title or place.table
    if place.seat is not None:
        seconds = place.time_ms // 1000
        return (
            f"Seat {place.seat} of {where} is yours for {seconds} s. "
            f"Type: join {place.table} (or: unwait {place.table})"
        )
    if place.place is not None:
        return f"You are number {place.place} of {place.waiting} on the waiting list of {where}."
    # A later release may give a reason that this one does not know.
    return _ENDS.get(place.reason or "", _ENDS["left"]).format(where=where)


_ENDS = {
    "seated": "You are off the waiting list of {where}: you have a seat.",
    "left": "You are off the waiting list of {where}.",
    "expired": "The seat of {where} was offered to the next player: your time was up.",
    "closed": "{where} is closed; its waiting list is gone.",
}
