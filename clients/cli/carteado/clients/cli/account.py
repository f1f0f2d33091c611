"""``carteado account``: an account on a server, its devices and its tokens."""

from __future__ import annotations

import asyncio
import getpass
import json
import socket
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from cyclopts import App

from carteado.client import Client, InputError, KeptToken, server_url
from carteado.client.address import login_name
from carteado.client.commandline import AsJson
from carteado.engine.words import counted
from carteado.protocol.messages import (
    Account,
    Adopt,
    CreateAccount,
    CreateToken,
    ForgetMe,
    Login,
    Revoke,
    SetPassword,
)
from carteado.protocol.notation import escape

__all__ = ["account"]

account = App(
    name="account",
    help="Manage your account on a server.\n\nA password is asked for, or read from the standard "
    "input if that is not a terminal. Guests need no account.",
)


@account.command(name="create")
def create(*, url: str = "127.0.0.1", name: str | None = None) -> None:
    """Turn the guest of your name into an account that keeps its seats and history.

    Args:
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """
    address, called = server_url(url), name or login_name()
    with KeptToken(address, called) as kept:
        if kept.in_use:
            raise InputError(
                f"another program on this machine plays as {called} there; end it first, your "
                "seats are kept"
            )
        # Asked before connecting, so that no connection waits while a person types.
        password = _new_password()

        async def run() -> None:
            async with Client(address, name=called, token=kept.read()) as client:
                _check(client)
                # Before the account is made, so that a crash in between does not lose its token.
                kept.keep(client.welcome.token)
                await client.request(CreateAccount, password=password)

        asyncio.run(run())
    print(f"{escape(called)} has an account now. On another device: carteado account login")


@account.command(name="login")
def login(*, url: str = "127.0.0.1", name: str | None = None, device: str | None = None) -> None:
    """Sign this device in to an account.

    Args:
        device: What to call this device; the name of the machine by default.
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """
    address, called = server_url(url), name or login_name()
    # The server's limit; a long host name should not make the login fail.
    label = (device or socket.gethostname() or "device")[:40]
    with KeptToken(address, called) as kept:
        if not kept.kept:
            raise InputError(f"end the other program that plays as {called} there first")
        answer = _managing(address, called, _password(), None, device=label)
        kept.keep(answer["token"])
    print(f"This device is signed in as {escape(answer['name'])}.")


@account.command(name="devices")
def devices(*, url: str = "127.0.0.1", name: str | None = None, as_json: AsJson = False) -> None:
    """List the devices and API tokens of your account.

    Args:
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
        as_json: Print JSON.
    """

    async def ask(client: Client) -> Any:
        return (await client.request(Account)).result

    answer = _managing(server_url(url), name or login_name(), _password(), ask)
    if as_json:
        print(json.dumps(answer))
        return
    made = _date(answer["created_ms"])
    print(f"{escape(answer['name'])}, since {made}, {counted(answer['adopted'], 'adopted guest')}")
    for one in answer["credentials"]:
        kind = "API token" if one["kind"] == "api" else "device"
        print(
            f"  {escape(str(one['id']))}  {kind:9}  {_date(one['at_ms'])}  {escape(one['label'])}"
        )


@account.command(name="password")
def password(*, url: str = "127.0.0.1", name: str | None = None) -> None:
    """Change the password of your account.

    Args:
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """
    before = _password()
    after = _new_password("New password: ")

    async def ask(client: Client) -> None:
        await client.request(SetPassword, password=before, new=after)

    _managing(server_url(url), name or login_name(), before, ask)
    print("The password is changed. Devices stay signed in; revoke those that should not.")


@account.command(name="token")
def token(label: str, /, *, url: str = "127.0.0.1", name: str | None = None) -> None:
    """Create an API token for a program that plays as you. It is printed only once.

    Args:
        label: What it is for.
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """

    async def ask(client: Client) -> Any:
        return (await client.request(CreateToken, label=label)).result

    answer = _managing(server_url(url), name or login_name(), _password(), ask)
    print(escape(str(answer["token"])))


@account.command(name="revoke")
def revoke(credential: str, /, *, url: str = "127.0.0.1", name: str | None = None) -> None:
    """Sign out a device, or revoke an API token.

    Args:
        credential: Its id, as `carteado account devices` lists it.
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """

    async def ask(client: Client) -> None:
        await client.request(Revoke, credential=credential)

    _managing(server_url(url), name or login_name(), _password(), ask)
    print(f"{escape(credential)} is revoked.")


@account.command(name="adopt")
def adopt(guest: str, /, *, url: str = "127.0.0.1", name: str | None = None) -> None:
    """Add the seats and history of a guest from this machine to your account.

    Args:
        guest: The name under which the guest played.
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
    """
    address = server_url(url)
    with KeptToken(address, guest) as kept:
        found = kept.read()
    if found is None:
        why = f"another program plays as {guest}" if kept.in_use else "there is no such guest"
        raise InputError(f"cannot adopt {guest!r:.40} from this machine: {why} there")
    taken = found

    async def ask(client: Client) -> None:
        await client.request(Adopt, token=taken)

    _managing(address, name or login_name(), _password(), ask)
    print(f"The seats and the history of {escape(guest)} are yours.")


@account.command(name="forget")
def forget(*, url: str = "127.0.0.1", name: str | None = None, guest: bool = False) -> None:
    """Delete your name and your account, with its devices, from the server.

    The logs hold no names, so nothing there says who you were. You leave your seats.

    Args:
        url: The server: host, host:port or ws://host:port.
        name: Name of the account; the one you play under by default.
        guest: Forget the guest who plays under that name on this machine, without an account.
    """
    if guest:
        _forget_guest(server_url(url), name or login_name())
        return
    # Typed once: the login and the deletion both need it.
    typed = _password()

    async def ask(client: Client) -> None:
        await client.request(ForgetMe, password=typed)

    _managing(server_url(url), name or login_name(), typed, ask)
    print("The account is deleted, and its name no longer appears anywhere.")


def _forget_guest(url: str, name: str) -> None:
    with KeptToken(url, name) as kept:
        token = kept.read()
        if kept.in_use:
            raise InputError(f"another program on this machine plays as {name} there; end it first")
        if token is None:
            raise InputError(f"nobody played as {name} there from this machine")

        async def run() -> None:
            # A viewer: forgetting needs the token and no seat.
            async with Client(url, name=name, token=token, kind="viewer") as client:
                if "forget_guest" not in client.welcome.capabilities:
                    raise InputError("this server cannot forget guests")
                await client.request(ForgetMe)

        asyncio.run(run())
    print(f"The server has forgotten {escape(name)}.")


def _managing(
    url: str,
    name: str,
    password: str,
    ask: Callable[[Client], Awaitable[Any]] | None,
    *,
    device: str | None = None,
) -> Any:
    """Log in on a connection that disturbs none that plays, and ask something there.

    Returns:
        The answer, or that of the login where nothing is asked.
    """

    async def run() -> Any:
        # A viewer with its own session: logging in must not replace the connection that plays.
        async with Client(url, name=login_name(), kind="viewer") as client:
            _check(client)
            reply = await client.request(Login, name=name, password=password, device=device)
            return reply.result if ask is None else await ask(client)

    return asyncio.run(run())


def _check(client: Client) -> None:
    if "accounts" not in client.welcome.capabilities:
        raise InputError("this server has no accounts")


def _password(prompt: str = "Password: ") -> str:
    if sys.stdin.isatty():
        # Typed without an echo; a password is never an argument, which other users could read.
        return getpass.getpass(prompt)
    line = sys.stdin.readline()
    if not line.strip():
        raise InputError("a password is needed: one line on the standard input")
    # Only the end of the line goes: blanks may belong to the password.
    return line.rstrip("\r\n")


def _new_password(prompt: str = "Password (8 or more characters): ") -> str:
    typed = _password(prompt)
    if not 8 <= len(typed) <= 128:
        raise InputError("a password has 8 to 128 characters")
    if sys.stdin.isatty() and _password("Once more: ") != typed:
        raise InputError("the two passwords differ; nothing was changed")
    return typed


def _date(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d")
