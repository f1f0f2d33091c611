"""Chat at a table: its listeners, and muted and blocked players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.engine.controls import PlayerMuted
from carteado.engine.table import Table
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.protocol.phrases import PHRASES, REACTIONS, phrase_meant
from carteado.server.table.audience import Audience
from carteado.server.table.seating import seat_held
from carteado.server.table.step import Player, Request, Step, deny
from carteado.server.table.watcher import Outgoing

__all__ = ["Talk", "mute", "unmute"]

SPEAKERS = 64
"""Maximum number of spectators remembered by name as speakers at one table."""

MAX_MUTED = 64
"""Maximum number of muted players at one table."""

MAX_BLOCKED = 256
"""Maximum number of players that one player may block."""


class Talk:
    """The chat of one table.

    Everybody receives the chat of the seats. The rail receives the chat of spectators; the seats
    receive it only between deals, so that spectators cannot coach a hand. At a table with partners
    only phrases are allowed during a deal, because chat could reveal cards to the partner.
    """

    def __init__(self) -> None:
        # By name in lower case: the name as written, and the key.
        self._speakers: dict[str, tuple[str, str]] = {}

    def say(self, audience: Audience, table: Table, request: Request) -> Outgoing:
        """A line of chat, a phrase or a reaction, for all its recipients.

        Raises:
            Denied: the speaker does not follow the table or is muted, or this is not allowed now.
        """
        player, message = request.player, request.message
        if request.watcher not in audience.watchers:
            raise deny(
                "table/not_watching",
                f"Watch the table before you write to it. Type: watch {table.id}",
            )
        if player.key in table.controls.muted_keys:
            raise deny("chat/muted", "The owner of this table muted you.")
        seat = seat_held(table, player)
        # The name on the seat, by which the others know the speaker.
        name = (None if seat is None else table.state.names[seat]) or player.name
        where: dict[str, Any] = {
            "table": table.id,
            "seat": seat,
            "name": name,
            "channel": "rail" if seat is None else "seats",
        }
        said = _reaction(table, message, where) or _line(table, message, where)
        if seat is None:
            # Removed first, so that the latest speaker is forgotten last.
            self._speakers.pop(name.casefold(), None)
            self._speakers[name.casefold()] = (name, player.key)
            if len(self._speakers) > SPEAKERS:
                del self._speakers[next(iter(self._speakers))]
        return audience.say(said, by=player.key, rail_only=seat is None and _is_playing(table))

    def player_named(self, table: Table, name: str) -> tuple[str, str]:
        """Name and key of a player with that name who sits here, or spoke lately.

        Raises:
            Denied: there is none.
        """
        for known, key in zip(table.state.names, table.keys, strict=True):
            if known is not None and key is not None and known.casefold() == name.casefold():
                return known, key
        found = self._speakers.get(name.casefold())
        if found is not None:
            return found
        here = [one for one in table.state.names if one is not None]
        here += [known for known, _ in self._speakers.values()]
        text = f"nobody called {name!r} sits or spoke here; {did_you_mean(name, tuple(here))}"
        raise deny("chat/unknown", text, names=here)

    def block(self, table: Table, request: Request) -> None:
        """Hide another player's chat from this player from now on.

        Raises:
            Denied: there is no such player, or too many are blocked.
        """
        _, key = self.player_named(table, request.message.name)
        if key == request.player.key:
            raise deny("seat/own", "you cannot block yourself")
        # The session's own dict: a block holds at every table that the player watches.
        blocked = request.watcher.blocked
        if len(blocked) >= MAX_BLOCKED:
            raise deny("limit/bans", f"at most {MAX_BLOCKED} players are blocked; unblock one")
        blocked[key] = request.message.name

    def unblock(self, request: Request) -> None:
        """Show another player's chat again.

        Raises:
            Denied: no player with that name is blocked.
        """
        name, blocked = request.message.name, request.watcher.blocked
        for key, known in blocked.items():
            if known.casefold() == name.casefold():
                del blocked[key]
                return
        text = f"nobody called {name!r} is blocked; {did_you_mean(name, tuple(blocked.values()))}"
        raise deny("chat/unknown", text, names=list(blocked.values()))


def mute(step: Step, player: Player, name: str, key: str) -> None:
    """The owner of the table mutes a player.

    Raises:
        Denied: the player is the owner or muted already, or too many are muted.
    """
    controls = step.table.controls
    if key == player.key:
        raise deny("seat/own", "you cannot mute yourself")
    if key in controls.muted_keys:
        raise deny("table/unchanged", f"{name} is muted already")
    if len(controls.muted) >= MAX_MUTED:
        raise deny("limit/bans", f"at most {MAX_MUTED} players are muted; unmute one first")
    step.add(PlayerMuted(name=name, key=key))


def unmute(step: Step, message: wire.Unmute) -> None:
    """The owner of the table lets a muted player speak again.

    Raises:
        Denied: no player with that name is muted.
    """
    muted, keys = step.table.controls.muted, step.table.controls.muted_keys
    for name, key in zip(muted, keys, strict=True):
        if name.casefold() == message.name.casefold():
            step.add(PlayerMuted(name=name, key=key, muted=False))
            return
    text = f"nobody called {message.name!r} is muted; {did_you_mean(message.name, muted)}"
    raise deny("chat/unknown", text, names=muted)


def _is_playing(table: Table) -> bool:
    return table.game.turn(table.state) is not None


def _partners_play(table: Table) -> bool:
    # Seat 0 is enough: a game has partners on every seat or on none.
    return table.game.team(table.options, 0) is not None and _is_playing(table)


def _line(table: Table, message: Any, where: Mapping[str, Any]) -> wire.ChatSaid:
    if isinstance(message, wire.Phrase):
        phrase = _known(message.phrase, PHRASES, "phrase")
        return wire.ChatSaid(**where, text=PHRASES[phrase], phrase=phrase)
    word = phrase_meant(message.text)
    if not _partners_play(table):
        return wire.ChatSaid(**where, text=message.text, phrase=word)
    if word is None:
        raise _phrases_only()
    return wire.ChatSaid(**where, text=PHRASES[word], phrase=word)


def _reaction(table: Table, message: Any, where: Mapping[str, Any]) -> wire.Reacted | None:
    if not isinstance(message, wire.React):
        return None
    if _partners_play(table):
        raise _phrases_only()
    return wire.Reacted(**where, reaction=_known(message.reaction, REACTIONS, "reaction"))


def _known(word: str, words: Mapping[str, str], what: str) -> str:
    meant = word.replace("-", "_")
    if meant not in words:
        text = f"there is no {what} {word!r}; {did_you_mean(word, tuple(words))}"
        raise deny("chat/unknown", text, known=list(words))
    return meant


def _phrases_only() -> Exception:
    return deny(
        "chat/phrases_only",
        f"Partners may not talk during a deal. You can say only: {' '.join(PHRASES.values())}",
        phrases=list(PHRASES.values()),
    )
