"""The commands of the plain-line dialect, and how words are compared."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from carteado.engine.plain import tag_of
from carteado.protocol.messages import (
    Account,
    Act,
    AddBot,
    Admin,
    Admit,
    Adopt,
    Advice,
    Ban,
    BindNonce,
    Block,
    Chat,
    CloseTable,
    Configure,
    Correct,
    CreateAccount,
    CreateToken,
    Evening,
    ForgetMe,
    HandOver,
    Hello,
    History,
    Join,
    Knock,
    Leave,
    Ledger,
    ListTables,
    Lock,
    Login,
    Mute,
    Nonce,
    Open,
    Pause,
    Phrase,
    Ping,
    Proofs,
    React,
    Rematch,
    Remove,
    RemoveBot,
    Rename,
    Resume,
    Revoke,
    SetCode,
    SetPassword,
    SitIn,
    SitOut,
    Statistics,
    StopWaiting,
    TopUp,
    TurnAway,
    Unban,
    Unblock,
    Unlock,
    Unmute,
    Unwatch,
    Wait,
    Watch,
    Ways,
)

__all__ = ["ALIASES", "VERBS", "Verb", "bare", "is_list", "items_of", "near", "text_fields"]


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    Attributes:
        word: how it is written.
        cls: the message.
        places: fields that values without a key fill, in order.
        usage: how it is written, for help.
    """

    word: str
    cls: type
    places: tuple[str, ...]
    usage: str


VERBS: Mapping[str, Verb] = {
    tag_of(verb.cls): verb
    for verb in (
        Verb("hello", Hello, ("name",), "hello NAME [kind=bot] [token=TOKEN] [text=true]"),
        Verb("tables", ListTables, (), "tables"),
        Verb("open", Open, ("game",), "open GAME [PRESET] [title=TEXT] [OPTION=VALUE ...]"),
        Verb("join", Join, ("table", "seat"), "join TABLE [SEAT] [credit=CHIPS] [code=CODE]"),
        Verb("leave", Leave, ("table",), "leave [TABLE]"),
        Verb("sitout", SitOut, ("table",), "sitout [TABLE]"),
        Verb("sitin", SitIn, ("table",), "sitin [TABLE]"),
        Verb("topup", TopUp, ("amount",), "topup AMOUNT"),
        Verb("rematch", Rematch, ("table",), "rematch [TABLE]"),
        Verb("addbot", AddBot, ("bot", "seat"), "addbot NAME [SEAT]"),
        Verb("remove", Remove, ("seat",), "remove SEAT"),
        Verb("removebot", RemoveBot, ("seat",), "removebot SEAT"),
        Verb("rename", Rename, ("title",), "rename TITLE"),
        Verb("lock", Lock, ("table",), "lock [TABLE]"),
        Verb("unlock", Unlock, ("table",), "unlock [TABLE]"),
        Verb("code", SetCode, ("code",), "code [CODE]"),
        Verb("pause", Pause, ("table",), "pause [TABLE]"),
        Verb("resume", Resume, ("table",), "resume [TABLE]"),
        Verb("ban", Ban, ("seat",), "ban SEAT"),
        Verb("unban", Unban, ("name",), "unban NAME"),
        Verb("close", CloseTable, ("table",), "close [TABLE]"),
        Verb("set", Configure, (), "set [options.KEY=VALUE ...] [settings.KEY=VALUE ...]"),
        Verb("chips", Correct, ("seat", "amount", "reason"), "chips SEAT AMOUNT REASON"),
        Verb("handover", HandOver, ("seat",), "handover SEAT"),
        Verb("knock", Knock, ("table",), "knock [TABLE]"),
        Verb("admit", Admit, ("knock",), "admit KNOCK"),
        Verb("turnaway", TurnAway, ("knock",), "turnaway KNOCK"),
        Verb("wait", Wait, ("table",), "wait TABLE [code=CODE]"),
        Verb("unwait", StopWaiting, ("table",), "unwait TABLE"),
        Verb("watch", Watch, ("table",), "watch TABLE [rail=true]"),
        Verb("unwatch", Unwatch, ("table",), "unwatch [TABLE]"),
        Verb("act", Act, (), "act ACTION [VALUE ...] [FIELD=VALUE ...]"),
        Verb("ways", Ways, ("action",), "ways {type=ACTION, FIELD=VALUE ...}"),
        Verb("chat", Chat, ("text",), "chat TEXT"),
        Verb("phrase", Phrase, ("phrase",), "phrase WORD"),
        Verb("react", React, ("reaction",), "react WORD"),
        Verb("mute", Mute, ("name",), "mute NAME"),
        Verb("unmute", Unmute, ("name",), "unmute NAME"),
        Verb("block", Block, ("name",), "block NAME"),
        Verb("unblock", Unblock, ("name",), "unblock NAME"),
        Verb(
            "history",
            History,
            ("after", "limit"),
            "history [AFTER] [LIMIT] [deal=DEAL] [views=true]",
        ),
        Verb("ledger", Ledger, ("table",), "ledger [TABLE] [points=true]"),
        Verb("advice", Advice, ("table",), "advice [TABLE]"),
        Verb("evening", Evening, ("since_ms",), "evening [SINCE_MS]"),
        Verb(
            "stats", Statistics, ("player",), "stats [PLAYER] [own=true] [game=GAME] [table=TABLE]"
        ),
        Verb("createaccount", CreateAccount, ("password",), 'createaccount "PASSWORD"'),
        Verb("login", Login, ("name", "password"), 'login "NAME" "PASSWORD" [device=LABEL]'),
        Verb("account", Account, (), "account"),
        Verb("setpassword", SetPassword, ("password", "new"), 'setpassword "OLD" "NEW"'),
        Verb("createtoken", CreateToken, ("label",), "createtoken LABEL"),
        Verb("revoke", Revoke, ("credential",), "revoke CREDENTIAL"),
        Verb("adopt", Adopt, ("token",), "adopt TOKEN"),
        Verb("forgetme", ForgetMe, ("password",), 'forgetme "PASSWORD"'),
        Verb("proofs", Proofs, ("deal",), "proofs DEAL"),
        Verb("nonce", Nonce, ("deal", "nonce", "next"), "nonce DEAL NONCE [NEXT]"),
        Verb("bind", BindNonce, ("commitment",), "bind COMMITMENT"),
        Verb("admin", Admin, ("action",), "admin ACTION [token=TOKEN] [FIELD=VALUE ...]"),
        Verb("ping", Ping, (), "ping"),
    )
}
"""Every command by the tag of its message."""

ALIASES: Mapping[str, str] = {"say": "chat", "bot": "add_bot", "kick": "remove"}
"""What people type at the terminal, each with the tag of the message that it means here too."""


def bare(word: str) -> str:
    """A word as it is compared: no case, no ``-`` and ``_``."""
    return word.lower().replace("-", "").replace("_", "")


def near(word: str, words: Iterable[str]) -> str | None:
    """The word of a list that was probably meant, None where none is near."""
    near = difflib.get_close_matches(word.lower(), list(words), n=1, cutoff=0.6)
    return near[0] if near else None


@functools.cache
def text_fields(cls: type) -> Mapping[str, bool]:
    """Each field of a dataclass, and whether (the items of) its value can only be texts."""
    return {name: _is_text(hint) for name, hint in _hints(cls).items()}


def is_list(cls: type, name: str) -> bool:
    """Whether a field of a dataclass holds a list."""
    return get_origin(_hints(cls)[name]) is tuple


def items_of(cls: type, name: str) -> tuple[type, ...]:
    """The dataclasses of which a field of a dataclass holds a list; none where it holds another."""
    item = get_args(_hints(cls)[name])[0] if is_list(cls, name) else None
    kinds: tuple[Any, ...] = get_args(item) or (item,)
    return tuple(kind for kind in kinds if hasattr(kind, "__dataclass_fields__"))


@functools.cache
def _hints(cls: type) -> Mapping[str, Any]:
    hints = get_type_hints(cls)
    return {f.name: hints[f.name] for f in dataclasses.fields(cls)}


def _is_text(hint: Any) -> bool:
    # A type named by NewType holds the type below it.
    hint = getattr(hint, "__supertype__", hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return all(isinstance(arg, str) for arg in args)
    if origin in (Union, types.UnionType):
        # An optional text is a text: a bare word never means null.
        return all(_is_text(arg) for arg in args if arg is not types.NoneType)
    if origin is tuple:
        return _is_text(args[0])
    return hint is str
