"""The table of all commands: their words, arguments, help, and the players who may give them.

Prompts, the full screen, pipes, bots and completion read lines by this table (`grammar`), and every
help text is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from carteado.engine.plain import tag_of
from carteado.protocol import messages as wire
from carteado.protocol.phrases import PHRASES, REACTIONS
from carteado.protocol.wording import bare

__all__ = ["BY_WORD", "COMMANDS", "VERBS", "Verb", "Whose"]


class Whose(Enum):
    """The section of a command in the help; the value is the heading."""

    LOBBY = "In the lobby"
    TABLE = "At a table"
    OWNER = "If the table is yours (you opened it, or it was handed over to you)"
    TALK = "Talk"
    RECORDS = "What was played"
    HERE = "Answered by the program itself"
    ACCOUNT = "Your account (the program carteado account asks for passwords unseen)"
    PROGRAM = "For programs and the operator"


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    Attributes:
        word: how it is written.
        cls: the message; None for what is answered without the server.
        fields: names of the fields that values without a key fill, in order, separated by blanks.
        usage: how it is written, for help.
        help: what it does, for help.
        also: other words for the command.
        needs: capability of a server that understands it; what its section says when absent, '-'
            where every server does.
        private: whether nobody else may read what follows the word.
        whose: the section of the help, which says who gives the command.
    """

    word: str
    cls: type | None
    # One text instead of a tuple of texts, which keeps the table below readable.
    fields: str
    usage: str
    help: str
    also: tuple[str, ...] = ()
    needs: str = ""
    private: bool = False
    whose: Whose = Whose.HERE

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the fields that values without a key fill, in order."""
        return tuple(self.fields.split())

    @property
    def words(self) -> tuple[str, ...]:
        """The words for the command, the word of its usage first."""
        # A player should see the everyday word ("say"), while the message keeps its tag ("chat").
        shown = self.usage.partition(" ")[0]
        return (shown, *(one for one in (self.word, *self.also) if one != shown))


# The order of sections and commands is the order of every help text.
_SECTIONS: Mapping[Whose, tuple[Verb, ...]] = {
    Whose.LOBBY: (
        Verb("tables", wire.ListTables, "", "tables", "list the tables"),
        Verb(
            "join",
            wire.Join,
            "table seat",
            "join TABLE [SEAT] [credit=CHIPS] [code=CODE]",
            "sit down; TABLE is a title or a part of it, an id, or the number in the "
            "list; in the lobby the number alone will do",
        ),
        Verb("watch", wire.Watch, "table", "watch TABLE [rail=true]", "watch from the rail"),
        Verb(
            "open",
            wire.Open,
            "game",
            'open [GAME [PRESET]] [title="TEXT"] [join=no] [OPTION=VALUE ...]',
            "open a table and sit down, for example: open holdem four-player stack=2000 "
            "blinds=10/20; join=no takes no seat",
        ),
        Verb(
            "knock",
            wire.Knock,
            "table",
            "knock [TABLE]",
            "ask the owner of a locked table to let you in",
            needs="owner",
        ),
        Verb(
            "wait",
            wire.Wait,
            "table",
            "wait TABLE [code=CODE]",
            "join the waiting list of a full table",
            needs="waiting",
        ),
        Verb(
            "unwait",
            wire.StopWaiting,
            "table",
            "unwait TABLE",
            "leave the waiting list, or decline a seat that is offered",
            needs="waiting",
        ),
    ),
    Whose.TABLE: (
        Verb(
            "act",
            wire.Act,
            "",
            "act ACTION [VALUE ...] [FIELD=VALUE ...]",
            "on your turn; act may be left out: type an offered letter or word, then an amount "
            "or cards, such as fold, check, call, raise 60 (to 60 in all), raise min, half, pot, "
            "max or 3bb",
        ),
        Verb("sitout", wire.SitOut, "table", "sitout [TABLE]", "sit out until sitin"),
        Verb("sitin", wire.SitIn, "table", "sitin [TABLE]", "play again after sitout"),
        Verb("topup", wire.TopUp, "amount", "topup AMOUNT", "add chips between hands"),
        Verb("rematch", wire.Rematch, "table", "rematch [TABLE]", "play again after the game"),
        Verb(
            "addbot",
            wire.AddBot,
            "bot seat",
            "bot NAME [SEAT]",
            "add one of the server's bots",
            also=("bot",),
        ),
        Verb(
            "removebot",
            wire.RemoveBot,
            "seat",
            "removebot PLAYER",
            "send away a bot that you added, or any bot at your table",
            needs="remove_bot",
        ),
        Verb(
            "leave",
            wire.Leave,
            "table",
            "leave [TABLE] [yes]",
            "get up; with chips in play a terminal asks for leave yes",
        ),
        Verb("unwatch", wire.Unwatch, "table", "unwatch [TABLE]", "stop following a table"),
        Verb(
            "advice",
            wire.Advice,
            "table",
            "advice [TABLE]",
            "the odds of your position, if the table has advice=everyone",
            also=("coach",),
        ),
    ),
    Whose.OWNER: (
        Verb(
            "remove",
            wire.Remove,
            "seat",
            "kick PLAYER",
            "remove a player or a bot; PLAYER is a name or a seat",
            also=("kick",),
            needs="remove",
        ),
        Verb("ban", wire.Ban, "seat", "ban PLAYER", "remove a player for good"),
        Verb("unban", wire.Unban, "name", "unban NAME", "lift a ban"),
        Verb("rename", wire.Rename, "title", "rename TITLE", "give the table another title"),
        Verb("lock", wire.Lock, "table", "lock [TABLE]", "let guests knock"),
        Verb("unlock", wire.Unlock, "table", "unlock [TABLE]", "let everybody sit down"),
        Verb(
            "admit",
            wire.Admit,
            "knock",
            "admit [KNOCK]",
            "admit a guest who knocked; KNOCK is a number or a name",
        ),
        Verb(
            "turnaway", wire.TurnAway, "knock", "turnaway [KNOCK]", "turn away a guest who knocked"
        ),
        Verb(
            "code",
            wire.SetCode,
            "code",
            "code [CODE]",
            "require a code; code alone removes it",
            private=True,
        ),
        Verb("pause", wire.Pause, "table", "pause [TABLE]", "stop the clocks and the dealing"),
        Verb("resume", wire.Resume, "table", "resume [TABLE]", "end the pause"),
        Verb(
            "set",
            wire.Configure,
            "",
            "set OPTION=VALUE ...",
            "change options from the next deal on, for example: set blinds=20/40 decision=45s",
        ),
        Verb(
            "chips",
            wire.Correct,
            "seat amount reason",
            "chips PLAYER AMOUNT REASON",
            "give chips (a minus sign takes them), with a reason that everyone sees",
        ),
        Verb("handover", wire.HandOver, "seat", "handover PLAYER", "make another person the owner"),
        Verb(
            "mute",
            wire.Mute,
            "name",
            "mute NAME",
            "mute a player for everyone",
            needs="reactions",
        ),
        Verb(
            "unmute",
            wire.Unmute,
            "name",
            "unmute NAME",
            "let a player speak again",
            needs="reactions",
        ),
        Verb("close", wire.CloseTable, "table", "close [TABLE]", "close the table for good"),
    ),
    Whose.TALK: (
        Verb(
            "chat",
            wire.Chat,
            "text",
            "say TEXT",
            "write to the table",
            also=("say",),
            needs="-",
            private=True,
        ),
        Verb(
            "phrase",
            wire.Phrase,
            "phrase",
            "phrase WORD",
            f"say {', '.join(PHRASES)}",
            private=True,
        ),
        Verb(
            "react",
            wire.React,
            "reaction",
            "react WORD",
            f"show {', '.join(REACTIONS)}",
            private=True,
        ),
        Verb(
            "block",
            wire.Block,
            "name",
            "block NAME",
            "ignore a player's chat",
            private=True,
        ),
        Verb("unblock", wire.Unblock, "name", "unblock NAME", "hear a player again", private=True),
    ),
    Whose.RECORDS: (
        Verb(
            "history",
            wire.History,
            "after limit",
            "history [AFTER] [LIMIT] [deal=DEAL] [views=true]",
            "the latest events; with AFTER, those of the log after that number",
            also=("log",),
        ),
        Verb(
            "ledger",
            wire.Ledger,
            "table",
            "ledger [TABLE|evening] [points=true]",
            "who won how many chips here or at all tables of the evening, and who pays whom",
            needs="ledger",
        ),
        Verb(
            "evening",
            wire.Evening,
            "since_ms",
            "evening [SINCE_MS]",
            "the same as ledger evening",
            needs="evening",
        ),
        Verb(
            "stats",
            wire.Statistics,
            "player",
            "stats [PLAYER] [own=true] [game=GAME] [table=TABLE]",
            "statistics of all players; with a name, of one; with own=true, yours",
            needs="statistics",
        ),
    ),
    Whose.HERE: (
        Verb("table", None, "", "table", "show the table", also=("show",)),
        Verb("score", None, "", "score", "show the score sheet"),
        Verb("last", None, "", "last", "show the last hand again"),
        Verb("peek", None, "", "peek [PLAYER]", "show your hand; Enter hides it again"),
        Verb(
            "rules",
            None,
            "",
            "rules [GAME [PRESET]]",
            "explain the rules of this table, or of a game",
        ),
        Verb("help", None, "", "help [WORD]", "explain a command, a game or a word: help straddle"),
        Verb("quit", None, "", "quit", "end the program; your seat is kept"),
    ),
    Whose.ACCOUNT: (
        Verb(
            "createaccount",
            wire.CreateAccount,
            "password",
            'createaccount "PASSWORD"',
            "create an account for your name",
            private=True,
        ),
        Verb(
            "login",
            wire.Login,
            "name password",
            'login "NAME" "PASSWORD" [device=LABEL]',
            "play under your account",
            private=True,
        ),
        Verb("account", wire.Account, "", "account", "show the account"),
        Verb(
            "setpassword",
            wire.SetPassword,
            "password new",
            'setpassword "OLD" "NEW"',
            "change the password",
            private=True,
        ),
        Verb(
            "createtoken",
            wire.CreateToken,
            "label",
            "createtoken LABEL",
            "make a token for a program",
            private=True,
        ),
        Verb(
            "revoke",
            wire.Revoke,
            "credential",
            "revoke CREDENTIAL",
            "end a device or a token",
            private=True,
        ),
        Verb(
            "adopt",
            wire.Adopt,
            "token",
            "adopt TOKEN",
            "take over a guest's seats and history",
            private=True,
        ),
        Verb(
            "forgetme",
            wire.ForgetMe,
            "password",
            'forgetme "PASSWORD"',
            "delete your name from this server",
            needs="-",
            private=True,
        ),
    ),
    Whose.PROGRAM: (
        Verb(
            "ways",
            wire.Ways,
            "action",
            "ways {type=ACTION, FIELD=VALUE ...}",
            "ask in which ways cards may be laid",
        ),
        Verb(
            "proofs",
            wire.Proofs,
            "deal",
            "proofs DEAL",
            "the openings of the cards that you have seen",
        ),
        Verb(
            "hello",
            wire.Hello,
            "name",
            "hello NAME [kind=bot] [token=TOKEN] [claim=CLAIM] [text=true]",
            "the greeting; clients send it by themselves",
            private=True,
        ),
        Verb(
            "nonce",
            wire.Nonce,
            "deal nonce next",
            "nonce DEAL NONCE [NEXT]",
            "a share of the cut; clients send it by themselves",
        ),
        Verb("bind", wire.BindNonce, "commitment", "bind COMMITMENT", "take part in the next cut"),
        Verb(
            "admin",
            wire.Admin,
            "action",
            "admin ACTION [token=TOKEN] [FIELD=VALUE ...]",
            "run a command of the server's operator",
            private=True,
        ),
        Verb("ping", wire.Ping, "", "ping", "ask whether the server answers"),
    ),
}

# Whole sections that depend on one capability; a verb with a `needs` of its own overrides it.
_NEEDS = {Whose.OWNER: "owner", Whose.TALK: "reactions", Whose.ACCOUNT: "accounts"}

COMMANDS: tuple[Verb, ...] = tuple(
    replace(verb, whose=whose, needs=verb.needs or _NEEDS.get(whose, "-"))
    # Filled in here, so that the table above need not repeat the section in every entry.
    for whose, verbs in _SECTIONS.items()
    for verb in verbs
)
"""Every command, in the order of the help."""

VERBS: Mapping[str, Verb] = {tag_of(one.cls): one for one in COMMANDS if one.cls is not None}
"""Those that are messages, by their tags."""

# Words of the table win over tags, should a word be both.
BY_WORD: Mapping[str, Verb] = {
    **{bare(tag): verb for tag, verb in VERBS.items()},
    **{word: verb for verb in COMMANDS for word in verb.words},
}
"""Every command by each of its words, without ``-`` and ``_``."""
