"""Handles the first message of a connection: admission, the player's name, and the reply."""

from __future__ import annotations

import functools
import secrets
from importlib.metadata import version

from carteado.engine.registry import games
from carteado.protocol import messages as wire
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.server.bots.launcher import BOTS, key_of
from carteado.server.lobby.account_desk import Asking
from carteado.server.lobby.addresses import Addresses
from carteado.server.lobby.bans import Bans
from carteado.server.lobby.session import Connection, Session
from carteado.server.lobby.sessions import Sessions
from carteado.server.lobby.tables import Tables
from carteado.server.ops.config import Settings
from carteado.server.ops.metrics import Metrics
from carteado.server.ops.timing import now_ms

__all__ = ["Greeting"]

_CAPABILITIES = (
    "accounts",
    "claims",
    "deal_clock",
    "evening",
    "films",
    "forget_guest",
    "history",
    "ledger",
    "owner",
    "position_rail",
    "proofs",
    "reactions",
    "remove",
    "remove_bot",
    "statistics",
    "table_waiting",
    "turn_clock",
    "views",
    "waiting",
    "ways",
)
"""Features of this server beyond the first version of the protocol."""


class Greeting:
    """Admits players, or refuses them with a reason.

    Args:
        sessions: of the server.
        tables: of the server.
        bans: the banned players.
        addresses: connections and new players of each address.
        settings: the host's settings.
        metrics: counts of the server.
        has_operator: whether the server takes orders from its operator.
    """

    def __init__(
        self,
        sessions: Sessions,
        tables: Tables,
        bans: Bans,
        addresses: Addresses,
        settings: Settings,
        metrics: Metrics,
        *,
        has_operator: bool,
    ) -> None:
        self._sessions = sessions
        self._tables, self._accounts = tables, tables.accounts
        self._bans = bans
        self._addresses = addresses
        self._settings = settings
        self._metrics = metrics
        self._has_operator = has_operator

    def hello(self, connection: Connection, message: wire.Hello) -> Session | None:
        """Identify the player who connected, and end the player's earlier connection.

        Returns:
            The session; None, and the connection ends, where the player is banned or plays
            elsewhere by now, too many new players come from there or another player has a name
            that looks like this one.
        """
        token = message.token or secrets.token_urlsafe(32)
        key = self._accounts.led_to(key_of(token))
        # By the device and by the account, so that signing in or out does not lift a ban.
        if any(self._bans.forbids(one, connection.source) for one in (key_of(token), key) if one):
            connection.close("session/banned", "the operator of this server banned you")
            return None
        if key is None:  # a device that was signed out is a guest again
            token = secrets.token_urlsafe(32)
            key = key_of(token)
        if self._sessions.is_stale(key, message.claim):
            connection.close("session/replaced", "you connected elsewhere since, and play there")
            return None
        known = self._knows(key, with_token=message.token is not None)
        # Only new players are limited: a restarted server must let everybody back at once.
        if not known and not self._addresses.welcomes(connection.source, now_ms()):
            text = f"{self._addresses.limit} new players came from your address within a minute"
            connection.close("limit/connections", text)
            return None
        if not self._names_clearly(connection, message, key):
            return None
        session = self._sessions.connect(key, connection, message)
        session.asking = Asking(key_of(token), key if self._accounts.knows(key) else None)
        self._metrics.resumed += known
        connection.send(self._welcome(session, token, resumed=known))
        for place in self._tables.places(key):
            connection.send(place)
        return session

    def _knows(self, key: str, *, with_token: bool) -> bool:
        """Whether the server has met a player before, who came with a token or without one."""
        tables = self._tables
        if key in self._sessions or tables.seats_held_by(key) or tables.is_kept(key):
            return True
        # The seats at tables that are not restored yet are unknown, so every returning client
        # counts as known; its next command shows whether its seat is there.
        return self._accounts.knows(key) or (with_token and tables.startup.text() is not None)

    def _welcome(self, session: Session, token: str, *, resumed: bool) -> wire.Welcome:
        rate, burst = self._settings.rate, self._settings.burst
        return wire.Welcome(
            token=token,
            name=session.player.name,
            resumed=resumed,
            seats=self._tables.seats_held_by(session.player.key),
            server=_server_name(),
            time_ms=now_ms(),
            games=tuple(games()),
            bots=BOTS,
            game_bots=_game_bots(),
            limits={"frame": 16_384, "rate": rate, "burst": burst},
            capabilities=(
                *_CAPABILITIES,
                *(("admin",) if self._has_operator else ()),
                # Both need NumPy, which the host may not have.
                *(("advice", "odds") if self._tables.all_ins.able else ()),
            ),
            phrases=PHRASES,
            reactions=REACTIONS,
            claim=session.claim,
        )

    def _names_clearly(self, connection: Connection, message: wire.Hello, key: str) -> bool:
        """Refuse a name that looks like another player's, and offer one that does not.

        A viewer, who neither sits nor speaks, may have any name. So may the host's own bots: those
        of one kind are all called the same.
        """
        if message.kind == "viewer" or self._tables.is_bot(key):
            return True
        names, name = self._tables.names, message.name
        free = names.free_instead(name, key)
        if free is None:
            names.take(name, key)
            return True
        code, text = "session/name", f"{name!r} looks like another player's name. Try {free!r}."
        Metrics.count(self._metrics.refused, code)
        details = {"name": name, "free": free}
        connection.send(wire.Refused(id=None, code=code, message=text, details=details))
        connection.close(code, text)
        return False


@functools.cache
def _server_name() -> str:
    return f"carteado {version('carteado')}"


@functools.cache
def _game_bots() -> dict[str, tuple[str, ...]]:
    """By game, the host's bots that suit it; a game made before they were asked for names none."""
    declared = {name: getattr(game, "bots", None) for name, game in games().items()}
    return {
        name: tuple(bot for bot in bots if bot in BOTS)
        for name, bots in declared.items()
        if bots is not None
    }
