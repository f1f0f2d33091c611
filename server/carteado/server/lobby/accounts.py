"""Accounts: a name and a password for a player, on all devices.

An account is a player like any guest: it holds seats by a key. The first key is that of the guest
who made it, so the guest's seats and history are the account's. Several tokens lead to the key: one
for each device, and those of programs (API tokens). A revoked token leads to no player. Keys of
other guests can be adopted.

Accounts lie in the store beside the logs, as the projection `NAME`: in the data file of SQLite,
which only its owner may read, or in Redis, for every server that shares it. The store holds only
hashes: of tokens by SHA-256, of passwords by argon2id. Accounts cannot be rebuilt from the logs; a
backup contains them.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from carteado.engine.plain import from_plain, to_plain
from carteado.server.bots.launcher import key_of
from carteado.server.lobby.guesses import Guesses
from carteado.server.lobby.names import skeleton
from carteado.server.store.base import Place, Store
from carteado.server.store.memory import MemoryStore
from carteado.server.table.step import deny

__all__ = ["FORMER", "NAME", "Account", "Accounts", "Credential"]

NAME = "accounts"
"""The projection that holds them."""

FORMER = "former player"
"""Name of a forgotten player in statistics and ledgers."""

CREDENTIALS = 64
"""Maximum number of devices and API tokens of an account, and of guests that it may adopt."""

# Each failure means that another server has just succeeded, so eight in a row are unlikely.
TRIES = 8
"""Attempts at a change if another server of this store writes first."""

# A marker in place of the account: the keys must stay known, so that their tokens lead nowhere.
_FORGOTTEN = b"forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """A token that leads to an account.

    Attributes:
        id: what the account's owner calls it by.
        kind: of a ``device`` or for a program (``api``).
        label: what the owner called it.
        key: hash of the token.
        at_ms: when it was made, milliseconds since 1970.
    """

    id: str
    kind: Literal["device", "api"]
    label: str
    key: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A player with a password.

    Attributes:
        key: the key that holds its seats.
        name: reserved for it.
        password: hash.
        created_ms: milliseconds since 1970.
        credentials: the tokens that lead to it.
        adopted: keys of guests whose history is the account's.
        revoked: hashes of withdrawn tokens.
    """

    key: str
    name: str
    password: str
    created_ms: int
    credentials: tuple[Credential, ...] = ()
    adopted: tuple[str, ...] = ()
    revoked: tuple[str, ...] = ()


class Accounts:
    """The accounts of a store.

    Args:
        store: where they lie.
        now_ms: the clock, milliseconds.
    """

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        # Version of the projection as last read; 0 before the first read.
        self._at = 0
        self._accounts: dict[str, Account] = {}
        # Hash of a token to the key of its account.
        self._leads: dict[str, str] = {}
        # Hashes of revoked tokens.
        self._closed: set[str] = set()
        # Key of an adopted guest to the key of its account.
        self._players: dict[str, str] = {}
        self._forgotten: set[str] = set()
        # Skeleton of a name to the key of its account.
        self._names: dict[str, str] = {}
        self._guesses = Guesses()
        # One password at a time: a flood of logins must not take the server's memory.
        self._hashing = asyncio.Lock()

    @classmethod
    def of(cls, values: Mapping[str, bytes]) -> Accounts:
        """The accounts of a store, for reading."""
        found = cls(MemoryStore(), lambda: 0)
        found._take(0, values)
        return found

    async def load(self) -> None:
        """Read the accounts from the store; another server of the store may have changed them."""
        for part in await self._store.projection(NAME):
            if part.place.at != self._at:
                self._take(part.place.at, part.values)

    def _take(self, at: int, values: Mapping[str, bytes]) -> None:
        self._at = at
        self._forgotten = {key for key, value in values.items() if value == _FORGOTTEN}
        self._accounts = {
            key: from_plain(Account, json.loads(value))
            for key, value in values.items()
            if value != _FORGOTTEN
        }
        self._leads, self._players, self._names = {}, {}, {}
        # Forgotten keys are the hashes of first tokens, which no longer lead anywhere either.
        self._closed = set(self._forgotten)
        for key, account in self._accounts.items():
            self._names[skeleton(account.name)] = key
            self._closed.update(account.revoked)
            self._leads.update({one.key: key for one in account.credentials})
            self._players.update(dict.fromkeys(account.adopted, key))

    # Identity

    def led_to(self, token_key: str) -> str | None:
        """The key of the player whom a token leads to: its own for a guest, None where revoked."""
        # Devices first: the account's own key is among them while its first device is.
        if token_key in self._leads:
            return self._leads[token_key]
        # The key of an account, or of a guest that it adopted, is the hash of that player's first
        # token: revoked, unless it is still a device.
        closed = (self._closed, self._accounts, self._players)
        return None if any(token_key in keys for keys in closed) else token_key

    def knows(self, key: str) -> bool:
        """Whether a key belongs to an account."""
        return key in self._accounts

    def owner_of(self, name: str) -> str | None:
        """The key of the account whose name a name looks like, None where there is none."""
        return self._names.get(skeleton(name))

    def player(self, key: str) -> str:
        """The key under which a key's history is reported."""
        return self._players.get(key, key)

    def adopted(self) -> list[tuple[str, str]]:
        """The keys of all adopted guests, each with that of the account."""
        return list(self._players.items())

    def name_of(self, key: str) -> str | None:
        """The name of a player where it differs from that in the logs."""
        if key in self._forgotten:
            return FORMER
        account = self._accounts.get(self.player(key))
        return account.name if account is not None else None

    def is_forgotten(self, key: str) -> bool:
        """Whether the player of a key is forgotten."""
        return key in self._forgotten

    def describe(self, key: str) -> dict[str, object]:
        """An account as its owner sees it."""
        account = self._accounts[key]
        return {
            "name": account.name,
            "created_ms": account.created_ms,
            "credentials": [
                {"id": one.id, "kind": one.kind, "label": one.label, "at_ms": one.at_ms}
                for one in account.credentials
            ],
            "adopted": len(account.adopted),
        }

    def listed(self) -> list[dict[str, object]]:
        """All accounts as the operator sees them, by name."""
        found: list[dict[str, object]] = [
            {
                "name": one.name,
                "created_ms": one.created_ms,
                "credentials": len(one.credentials),
                "adopted": len(one.adopted),
            }
            for one in self._accounts.values()
        ]
        return sorted(found, key=lambda one: str(one["name"]))

    # Changes

    async def create(self, key: str, token_key: str, name: str, password: str) -> None:
        """Make a guest an account; the guest's own token becomes its first device.

        Raises:
            Denied: the guest has an account, or the name is another one's.
        """
        # Hashed first: it takes long, and the checks below must see the accounts as they are now.
        hashed = await self._hash(password)
        await self.load()
        if key in self._accounts or self.player(key) != key:
            raise deny("account/exists", "You have an account already.")
        if self.owner_of(name) is not None:
            raise deny("account/name", f"{name!r} is the name of an account. Take another name.")
        now = self._now_ms()
        device = Credential(id=_id(), kind="device", label="first", key=token_key, at_ms=now)
        account = Account(
            key=key, name=name, password=hashed, created_ms=now, credentials=(device,)
        )
        await self._write({key: account})

    async def check(self, name: str, password: str, source: str | None) -> str:
        """The key of the account with that name.

        Args:
            name: of the account.
            password: as typed.
            source: the address that asks, None for the server's own machine.

        Raises:
            Denied: there is no such account, the password is wrong, or too many were wrong before.
        """
        owner = self.owner_of(name)
        if owner is None:
            await self.load()
            owner = self.owner_of(name)
        account = self._accounts.get(owner) if owner is not None else None
        # By name, so that many addresses cannot share the guesses at one account; by address, so
        # that one address cannot try many names.
        whose = (f"name {skeleton(name)}", f"address {source}")
        wait_ms = max(self._guesses.wait_ms(who, self._now_ms()) for who in whose)
        if wait_ms:
            text = f"Too many wrong passwords. Try again in {-(-wait_ms // 1000)} s."
            raise deny("account/wait", text, retry_ms=wait_ms)
        # Counted before the result is known, so that guesses sent at the same time all count.
        for who in whose:
            self._guesses.wrong(who, self._now_ms())
        if not await self._verify(account.password if account is not None else None, password):
            raise deny("account/password", "The name or the password is wrong.")
        assert account is not None
        # The address keeps its other wrong guesses: else a guesser could clear them with a login to
        # an account whose password is known.
        self._guesses.right(whose[0])
        self._guesses.undo(whose[1])
        return account.key

    async def set_password(self, key: str, password: str) -> None:
        """Give an account another password."""
        hashed = await self._hash(password)
        await self._change(key, lambda account: replace(account, password=hashed))

    async def add_token(self, key: str, kind: Literal["device", "api"], label: str) -> str:
        """A new token that leads to an account; only its hash is kept.

        Raises:
            Denied: the account has as many as it may.
        """
        # 256 bits, so that a plain hash is enough: nobody can try them all.
        token = secrets.token_urlsafe(32)
        made = Credential(id=_id(), kind=kind, label=label, key=key_of(token), at_ms=self._now_ms())

        def add(account: Account) -> Account:
            if len(account.credentials) >= CREDENTIALS:
                text = f"An account has at most {CREDENTIALS} devices and tokens. Revoke one first."
                raise deny("account/full", text, most=CREDENTIALS)
            return replace(account, credentials=(*account.credentials, made))

        await self._change(key, add)
        return token

    async def revoke(self, key: str, credential: str) -> str:
        """Withdraw a token from its account; its hash.

        Raises:
            Denied: the account has no such token.
        """
        gone = ""

        def drop(account: Account) -> Account:
            nonlocal gone
            found = [one for one in account.credentials if one.id == credential]
            if not found:
                known = ", ".join(one.id for one in account.credentials) or "none"
                text = f"You have no device or token {credential!r}; there are: {known}"
                raise deny("account/unknown_token", text, credential=credential)
            gone = found[0].key
            left = tuple(one for one in account.credentials if one.id != credential)
            # Bounded; a hash that falls out of the list belongs to no device, so it leads to an
            # empty guest.
            revoked = (*account.revoked, gone)[-CREDENTIALS:]
            return replace(account, credentials=left, revoked=revoked)

        await self._change(key, drop)
        return gone

    async def adopt(self, key: str, guest: str) -> None:
        """Make the history of a guest the account's, and the guest's token one of its devices.

        Raises:
            Denied: the guest is an account, or another one's, or it is too many.
        """

        def take(account: Account) -> Account:
            # A history has one owner for good.
            if guest == key or guest in self._accounts or guest in self._players:
                raise deny("account/adopted", "That player belongs to an account already.")
            if len(account.adopted) >= CREDENTIALS or len(account.credentials) >= CREDENTIALS:
                raise deny("account/full", f"An account has at most {CREDENTIALS} of these.")
            device = Credential(
                id=_id(), kind="device", label="adopted", key=guest, at_ms=self._now_ms()
            )
            return replace(
                account,
                adopted=(*account.adopted, guest),
                credentials=(*account.credentials, device),
            )

        await self._change(key, take)

    async def forget(self, key: str) -> tuple[str, ...]:
        """Forget a player, with the account if there is one, and withdraw all tokens.

        Returns:
            The keys that were the player's.
        """
        await self.load()
        account = self._accounts.get(key)
        gone = (key, *account.adopted) if account is not None else (key,)
        await self._write({} if account is None else {key: None}, forgotten=gone)
        return gone

    # Inside

    async def _change(self, key: str, change: Callable[[Account], Account]) -> None:
        for _ in range(TRIES):
            await self.load()
            account = self._accounts.get(key)
            if account is None:
                raise deny("account/none", "You have no account here. Create one first.")
            # The change is made on the newest account in each attempt, so nobody's change is lost.
            if await self._put({key: change(account)}):
                return
        raise deny("account/busy", "The account is being changed elsewhere. Try again.")

    async def _write(
        self, changed: Mapping[str, Account | None], forgotten: tuple[str, ...] = ()
    ) -> None:
        for _ in range(TRIES):
            if await self._put(changed, forgotten):
                return
            await self.load()
            for account in changed.values():
                if account is not None and self.owner_of(account.name) is not None:
                    raise deny("account/name", f"{account.name!r} is the name of an account.")
        raise deny("account/busy", "Accounts are being changed elsewhere. Try again.")

    async def _put(
        self, changed: Mapping[str, Account | None], forgotten: tuple[str, ...] = ()
    ) -> bool:
        """Write to the store; False where another server of the store was ahead."""
        values: dict[str, bytes | None] = {
            key: json.dumps(to_plain(account)).encode() if account is not None else None
            for key, account in changed.items()
        }
        values |= dict.fromkeys(forgotten, _FORGOTTEN)
        # Optimistic: the place is a version number, and the store refuses one that it has already.
        # Readers of the store see the whole change or nothing.
        if not await self._store.project(NAME, Place(at=self._at + 1), values):
            return False
        await self.load()
        return True

    async def _hash(self, password: str) -> str:
        async with self._hashing:  # each hash takes 64 MiB
            return await asyncio.to_thread(_hashed, password)

    async def _verify(self, hashed: str | None, password: str) -> bool:
        """Whether a password is right; a refusal takes as long without an account."""
        async with self._hashing:
            return await asyncio.to_thread(_is_right, hashed, password)


def _id() -> str:
    return secrets.token_hex(4)


def _hashed(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


# With the same cost as real hashes, so that the time of the answer does not reveal which names
# exist.
_NOBODYS = (
    "$argon2id$v=19$m=65536,t=3,p=4$ICIrS+m04N660FP0bljEGQ"
    "$clLOjQ7NIoB0uTxRRPuXDeJFAyOGoD0jdsQOBwKe/PM"
)
"""A hash that no password matches."""


def _is_right(hashed: str | None, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        right = PasswordHasher().verify(hashed or _NOBODYS, password)
    except (Argon2Error, InvalidHashError):
        return False
    return right and hashed is not None
