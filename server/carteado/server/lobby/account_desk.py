"""Requests of players about their accounts, and their effects on seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from carteado.protocol import messages as wire
from carteado.server.bots.launcher import key_of
from carteado.server.lobby.accounts import FORMER, Accounts
from carteado.server.lobby.delivery import NOBODY
from carteado.server.lobby.player_directory import PlayerDirectory
from carteado.server.lobby.tables import Tables
from carteado.server.table.naming import Called
from carteado.server.table.seating import Rekey
from carteado.server.table.step import Player, Request, deny
from carteado.server.table.watcher import Watcher

__all__ = ["ABOUT_ACCOUNTS", "AccountDesk", "Asking"]


class Asking:
    """The account of an asking session.

    Attributes:
        token_key: hash of the token with which it connected.
        account: key of the account that the session has logged in to, None before a login.
    """

    __slots__ = ("account", "token_key")

    def __init__(self, token_key: str, account: str | None) -> None:
        self.token_key = token_key
        self.account = account


class AccountDesk:
    """Answers messages about accounts.

    Args:
        accounts: of the store.
        players: names of all players of the store.
        tables: where their players sit.
        end: ends the connection of a player if it was made with the token of the given hash; with
            None it ends any connection.
        forget: forgets the player of a key everywhere; `forget` does the part of the accounts.
    """

    def __init__(
        self,
        accounts: Accounts,
        players: PlayerDirectory,
        tables: Tables,
        end: Callable[[str, str | None], None],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._forget_player = forget
        self._accounts = accounts
        self._players = players
        self._tables = tables
        self._end = end

    async def answer(self, player: Player, asking: Asking, source: str | None, message: Any) -> Any:
        """The result of a message.

        Args:
            player: the asking player.
            asking: the account of the session; a login changes it.
            source: the address that asks.
            message: one of `ABOUT_ACCOUNTS`.

        Raises:
            Denied: it is refused, and nothing has changed.
        """
        return await _ANSWERS[type(message)](self, player, asking, source, message)

    async def settle(self) -> None:
        """Give the seats of adopted guests to their accounts; completes an interrupted adoption."""
        for guest, account in self._accounts.adopted():
            for seat in self._tables.seats_held_by(guest):
                runner = self._tables.get(seat.table)
                # An account has at most one seat at a table; a second key there could not be
                # merged.
                if runner is not None and account not in runner.host.table.keys:
                    player = Player(key=guest, name="")
                    rekey = Rekey(table=seat.table, key=account)
                    runner.submit(Request(player, Watcher(NOBODY), rekey))
                    name = self._players.name_of(account)
                    called = Called(table=seat.table, player=account, name=name)
                    runner.submit(Request(player, Watcher(NOBODY), called))

    def _own(self, asking: Asking) -> str:
        account = asking.account
        if account is None or not self._accounts.knows(account):
            text = "You have no account here. Create one, or log in with its name and password."
            raise deny("account/none", text)
        return account

    async def _create(
        self, player: Player, asking: Asking, source: str | None, message: wire.CreateAccount
    ) -> Any:
        await self._accounts.create(player.key, asking.token_key, player.name, message.password)
        asking.account = player.key
        return self._accounts.describe(player.key)

    async def _login(
        self, player: Player, asking: Asking, source: str | None, message: wire.Login
    ) -> Any:
        key = await self._accounts.check(message.name, message.password, source)
        made = {}
        if message.device is not None:
            made["token"] = await self._accounts.add_token(key, "device", message.device)
        asking.account = key
        return {**self._accounts.describe(key), **made}

    async def _describe(
        self, player: Player, asking: Asking, source: str | None, message: wire.Account
    ) -> Any:
        return self._accounts.describe(self._own(asking))

    async def _set_password(
        self, player: Player, asking: Asking, source: str | None, message: wire.SetPassword
    ) -> Any:
        key = self._own(asking)
        # A session alone must not change the password: somebody may have left a screen open.
        await self._prove(key, source, message.password)
        await self._accounts.set_password(key, message.new)
        return None

    async def _create_token(
        self, player: Player, asking: Asking, source: str | None, message: wire.CreateToken
    ) -> Any:
        token = await self._accounts.add_token(self._own(asking), "api", message.label)
        return {"token": token}

    async def _revoke(
        self, player: Player, asking: Asking, source: str | None, message: wire.Revoke
    ) -> Any:
        key = self._own(asking)
        token_key = await self._accounts.revoke(key, message.credential)
        # Otherwise the revoked device would play on until its connection ends.
        self._end(key, token_key)
        return self._accounts.describe(key)

    async def _adopt(
        self, player: Player, asking: Asking, source: str | None, message: wire.Adopt
    ) -> Any:
        key, guest = self._own(asking), key_of(message.token)
        own = {seat.table for seat in self._tables.seats_held_by(key)}
        both = own & {seat.table for seat in self._tables.seats_held_by(guest)}
        if both:
            text = f"Both of you sit at {min(both)}. One of you has to leave that table first."
            raise deny("account/seated", text, table=min(both))
        await self._accounts.adopt(key, guest)
        # The guest's connection holds a key that is about to lose its seats.
        self._end(guest, None)
        # After the adoption is durable: if the server stops in between, the next start completes
        # it.
        await self.settle()
        return self._accounts.describe(key)

    async def _forget(
        self, player: Player, asking: Asking, source: str | None, message: wire.ForgetMe
    ) -> Any:
        if message.password is None and asking.account is None:
            key = player.key  # a guest, who proves to be one by the token of the session
            if self._players.known_name(key) is None:
                raise deny("account/none", "This server knows no name of you.")
        else:
            key = self._own(asking)
            await self._prove(key, source, message.password or "")
        await self._forget_player(key)
        asking.account = None
        if key != player.key:
            self._end(key, None)
        return None

    async def forget(self, key: str) -> tuple[str, ...]:
        """Forget a player: free the seats, and remove the name everywhere.

        Returns:
            The ids that were the player's.

        Raises:
            Denied: the accounts are being changed elsewhere.
            StoreError: it cannot be written.
        """
        # Accounts first: the directory then refuses new names of the forgotten player.
        gone = await self._accounts.forget(key)
        await self._players.forget(gone)
        for one in gone:
            for seat in self._tables.seats_held_by(one):
                if (runner := self._tables.get(seat.table)) is not None:
                    player = Player(key=one, name=FORMER)
                    leave = wire.Leave(id=_LAST_ID, table=seat.table)
                    runner.submit(Request(player, Watcher(NOBODY), leave))
        return gone

    async def _prove(self, key: str, source: str | None, password: str) -> None:
        name = self._accounts.describe(key)["name"]
        await self._accounts.check(str(name), password, source)


# The largest whole number of the wire.
_LAST_ID = (1 << 53) - 1
"""Number of a command that no client uses."""

_Answer = Callable[[AccountDesk, Player, Asking, "str | None", Any], Awaitable[Any]]

_ANSWERS: Mapping[type, _Answer] = {
    wire.CreateAccount: AccountDesk._create,
    wire.Login: AccountDesk._login,
    wire.Account: AccountDesk._describe,
    wire.SetPassword: AccountDesk._set_password,
    wire.CreateToken: AccountDesk._create_token,
    wire.Revoke: AccountDesk._revoke,
    wire.Adopt: AccountDesk._adopt,
    wire.ForgetMe: AccountDesk._forget,
}

ABOUT_ACCOUNTS: frozenset[type] = frozenset(_ANSWERS)
"""The messages about accounts."""
