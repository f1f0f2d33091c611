"""What is typed to talk with one word and to wait for a seat, and how both are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.client.errors import InputError
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.protocol.corrections import unquoted
from carteado.protocol.messages import WaitingPlace
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.protocol.session_events import ChatHeard, ReactionSeen

__all__ = ["HELP", "TALKING", "chat_line", "place_line", "reaction_line"]

HELP = f"""\
With one word:
  phrase WORD              say {", ".join(PHRASES)}
  react WORD               show {", ".join(REACTIONS)}
  block NAME, unblock NAME hear nothing more of a player; hear the player again
  mute NAME, unmute NAME   the owner: let a player say nothing more; lift that
At a full table:
  wait TABLE, unwait TABLE join its waiting list; leave it, or decline an offered seat
"""


def _word(
    cls: type, name: str, words: Mapping[str, str]
) -> Callable[[str], tuple[type, dict[str, Any]]]:
    def read(text: str) -> tuple[type, dict[str, Any]]:
        word = text.strip().lower().replace("-", "_").replace(" ", "_")
        if word not in words:
            raise InputError(f"type: {name} WORD; {did_you_mean(word, tuple(words))}")
        return cls, {name if name == "phrase" else "reaction": word}

    return read


def _name(cls: type, usage: str) -> Callable[[str], tuple[type, dict[str, Any]]]:
    def read(text: str) -> tuple[type, dict[str, Any]]:
        if not text:
            raise InputError(f"whom? Type: {usage} NAME")
        return cls, {"name": unquoted(text)}

    return read


TALKING: Mapping[str, Callable[[str], tuple[type, dict[str, Any]]]] = {
    "phrase": _word(wire.Phrase, "phrase", PHRASES),
    "react": _word(wire.React, "react", REACTIONS),
    "mute": _name(wire.Mute, "mute"),
    "unmute": _name(wire.Unmute, "unmute"),
    "block": _name(wire.Block, "block"),
    "unblock": _name(wire.Unblock, "unblock"),
}
"""For each word, what makes a message of the rest of the line."""


def chat_line(chat: ChatHeard) -> str:
    """A line of chat, with the place of its speaker.

    The place comes first: a name may hold any of these characters, and could look like the
    beginning of another line.
    """
    return f"<{_place(chat.seat)}, {chat.name}> {chat.text}"


def reaction_line(seen: ReactionSeen) -> str:
    """A reaction in a line."""
    sign = REACTIONS.get(seen.reaction, "")
    return f"<{_place(seen.seat)}, {seen.name}> {f'{sign} ' if sign else ''}({seen.reaction})"


def _place(seat: int | None) -> str:
    return "rail" if seat is None else f"seat {seat}"


def place_line(told: WaitingPlace) -> str:
    """What changed on a waiting list, and what to type."""
    where = told.title or told.table
    if told.seat is not None:
        seconds = told.time_ms // 1000
        return (
            f"Seat {told.seat} of {where} is yours for {seconds} s. "
            f"Type: join {told.table} (or: unwait {told.table})"
        )
    if told.place is not None:
        return f"You are number {told.place} of {told.waiting} on the waiting list of {where}."
    # A later release may give a reason that this one does not know.
    return _ENDS.get(told.reason or "", _ENDS["left"]).format(where=where)


_ENDS = {
    "seated": "You are off the waiting list of {where}: you have a seat.",
    "left": "You are off the waiting list of {where}.",
    "expired": "The seat of {where} was offered to the next player: your time was up.",
    "closed": "{where} is closed; its waiting list is gone.",
}
