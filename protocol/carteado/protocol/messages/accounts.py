"""Accounts, devices and API tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carteado.protocol.messages.fields import CommandId, Label, Name, Password, Token, Word

__all__ = [
    "Account",
    "Adopt",
    "CreateAccount",
    "CreateToken",
    "ForgetMe",
    "Login",
    "Revoke",
    "SetPassword",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAccount:
    """Creates an account for the player: the name is reserved, and a password proves it.

    The seats and the history of the player are the account's, and the session's token is its first
    device. `Ok.result` is the same as that of `Account`. This and the other messages about accounts
    go to servers with the capability ``accounts``.
    """

    id: CommandId
    password: Password
    type: Literal["create_account"] = "create_account"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Logs in to an account. The connection may then ask about it and change it.

    `Ok.result` is the same as that of `Account`, with ``token`` where `device` was given: a client
    that connects with this token in `Hello` is the player of the account, with its seats.

    Attributes:
        device: what to call this device; absent for a connection that needs no token.
    """

    id: CommandId
    name: Name
    password: Password
    device: Label | None = None
    type: Literal["login"] = "login"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Asks for what the server keeps about the player's own account.

    `Ok.result` is ``{"name": text, "created_ms": n, "credentials": [...], "adopted": n}``; a
    credential has ``id``, ``kind`` (``device`` or ``api``), ``label`` and ``at_ms``.
    """

    id: CommandId
    type: Literal["account"] = "account"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassword:
    """Changes the password of the player's own account; needs the old password."""

    id: CommandId
    password: Password
    new: Password
    type: Literal["set_password"] = "set_password"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken:
    """Makes a token for a program, which plays as the account; `Ok.result` is ``{"token": text}``.

    It is sent only once: the server keeps a hash of it.
    """

    id: CommandId
    label: Label
    type: Literal["create_token"] = "create_token"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke:
    """Removes a device or a token from the player's own account, at once.

    Attributes:
        credential: its id.
    """

    id: CommandId
    credential: Word
    type: Literal["revoke"] = "revoke"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopt:
    """Gives the seats and the history of a guest to the player's own account.

    Attributes:
        token: session token of the guest, which proves that the guest is the same person.
    """

    id: CommandId
    token: Token
    type: Literal["adopt"] = "adopt"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetMe:
    """Has the server forget the player: the name, and the account with its devices.

    The logs hold ids of players; afterwards no record links this id to a name. The player's seats
    are freed, and the connection ends.

    Attributes:
        password: of the account; None for a guest, where ``forget_guest`` is announced.
    """

    id: CommandId
    password: Password | None = None
    type: Literal["forget_me"] = "forget_me"
