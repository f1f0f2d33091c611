"""The player directory: the names of the players whose ids are in the logs.

Events hold the ids of players, which are the keys of their tokens, and no names (`engine.naming`).
The directory lies in the store beside the logs, as the projection `NAME`, for guests as for
accounts, and for every server that shares the store. Forgetting a player removes the name from it:
then nothing in the store links the id to a name. The directory cannot be rebuilt from the logs; a
backup contains it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from carteado.engine.naming import short_name
from carteado.server.lobby.accounts import Accounts
from carteado.server.lobby.background import BackgroundTasks
from carteado.server.ops.logs import log
from carteado.server.store.base import Place, Store
from carteado.server.store.errors import StoreError
from carteado.server.store.memory import MemoryStore

__all__ = ["NAME", "PlayerDirectory"]

NAME = "players"
"""The projection that holds it."""

TRIES = 8
"""Attempts at a change if another server of this store is quicker."""


class PlayerDirectory:
    """The names of the players of a store.

    Args:
        store: where they lie.
        accounts: of the store, which know who is forgotten.
        background: runs tasks that wait for the store.

    Attributes:
        loaded: whether the store was read.
        changed: called with the id and the new name of a player whose name has changed.
    """

    def __init__(self, store: Store, accounts: Accounts, background: BackgroundTasks) -> None:
        self._store = store
        self._accounts = accounts
        self._background = background
        self._at = 0
        self._names: dict[str, str] = {}
        # Names that the store has not taken yet; `load` must not lose them.
        self._unwritten: dict[str, str] = {}
        self.loaded = False
        self._writing = asyncio.Lock()
        self.changed: Callable[[str, str], None] = lambda player, name: None

    @classmethod
    def of(cls, values: Mapping[str, bytes], accounts: Accounts) -> PlayerDirectory:
        """The directory of a store, for reading."""
        found = cls(MemoryStore(), accounts, BackgroundTasks())
        found._names = {player: name.decode() for player, name in values.items()}
        return found

    @classmethod
    async def learn(cls, store: Store, names: Mapping[str, str]) -> None:
        """Add names, by id, of players whom a store neither knows nor has forgotten.

        Raises:
            StoreError: it cannot be read or written.
        """
        accounts = Accounts(store, lambda: 0)
        await accounts.load()
        found = cls(store, accounts, BackgroundTasks())
        await found.load()
        news = {player: name for player, name in names.items() if not found.known_name(player)}
        if news:
            await found._write(news)

    async def load(self) -> None:
        """Read the names from the store; another server of the store may have changed them.

        Raises:
            StoreError: the store cannot be read.
        """
        for part in await self._store.projection(NAME):
            if part.place.at != self._at:
                self._at = part.place.at
                before, found = self._names, {p: name.decode() for p, name in part.values.items()}
                # Newer names of this server win over what the store has.
                self._names = found | self._unwritten
                for player, name in before.items():
                    if self._names.get(player) != name:  # another server of the store wrote it
                        self.changed(player, self.name_of(player))
        self.loaded = True

    def known_name(self, player: str) -> str | None:
        """Name of a player, None where it is not known."""
        if self._accounts.is_forgotten(player):
            return self._accounts.name_of(player)
        return self._names.get(player) or self._accounts.name_of(player)

    def name_of(self, player: str) -> str:
        """Name of a player, made from the id if it is not known (`engine.naming.NameOf`)."""
        return self.known_name(player) or short_name(player)

    def called(self, name: str) -> list[str]:
        """The ids of the players with a name, in any case, or with an id that begins so."""
        wanted = name.strip().casefold()
        found = {player for player, known in self._names.items() if known.casefold() == wanted}
        if (owner := self._accounts.owner_of(name)) is not None:
            found.add(owner)
        # Fewer digits would match many ids by chance.
        if not found and len(wanted) >= 6:
            found = {player for player in self._names if player.startswith(wanted)}
        # Guests whom an account adopted are one player with it.
        return list({self._accounts.player(player) for player in found})

    def note(self, called: Mapping[str, str], then: Callable[[], None]) -> None:
        """Store names of players, and then call `then`.

        If the store fails, the names are written with the next ones. Only a restart before that
        would show these players by their ids.

        Args:
            called: names by id.
            then: called when they are written, or at once if nothing is new.
        """
        news = {
            player: name
            for player, name in called.items()
            if self._names.get(player) != name and not self._accounts.is_forgotten(player)
        }
        if not news:
            then()
            return
        renamed = [player for player in news if player in self._names]
        # At once: other events of the table already need the name.
        self._names |= news
        self._unwritten |= news
        self._background.start(self._write_and(then))
        for player in renamed:
            self.changed(player, news[player])

    async def _write_and(self, then: Callable[[], None]) -> None:
        try:
            async with self._writing:  # names that others wait for are written with these
                if self._unwritten:
                    await self._write(dict(self._unwritten))
        except StoreError as error:
            log.error("names not written", error=str(error))
        finally:  # even if the server stops meanwhile, so that no decided command is lost
            then()

    async def forget(self, players: Iterable[str]) -> None:
        """Take the names of players out of the store; the accounts know that they are forgotten.

        Raises:
            StoreError: it cannot be written.
        """
        gone = tuple(players)
        for player in gone:
            self._names.pop(player, None)
            self._unwritten.pop(player, None)
        async with self._writing:
            # After a write under way, which may still hold one of these names.
            await self._write(dict.fromkeys(gone))
        for player in gone:
            self.changed(player, self.name_of(player))

    async def _write(self, names: Mapping[str, str | None]) -> None:
        values = {player: None if name is None else name.encode() for player, name in names.items()}
        for _ in range(TRIES):
            if await self._store.project(NAME, Place(at=self._at + 1), values):
                self._at += 1
                for player, name in names.items():
                    # Unless the player got yet another name while this one was written.
                    if self._unwritten.get(player) == name:
                        self._unwritten.pop(player, None)
                return
            await self.load()
        raise StoreError("the player directory is being changed elsewhere")
