"""Commands that are typed into the input line, in the words of the plain client."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from carteado.client import ClientError, InputError
from carteado.client.choices import Unclear, action_typed, choices_of
from carteado.client.lobby import table_named
from carteado.engine.tables.options import did_you_mean
from carteado.protocol.messages import Act, AddBot, Rematch, SitIn, SitOut, TopUp
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["WORDS", "Typed"]

WORDS = (
    "tables",
    "join",
    "watch",
    "open",
    "bot",
    "say",
    "sitout",
    "sitin",
    "topup",
    "rematch",
    "leave",
    "history",
    "help",
    "quit",
)


class Typed:
    """Carries out typed lines.

    Args:
        session: the terminal's state.
    """

    def __init__(self, session: App) -> None:
        self.session = session

    def say(self, line: str) -> None:
        """Carry out a line; what is wrong with it is shown as a sentence."""
        text = line.strip().removeprefix("/").strip()
        if not text:
            return
        try:
            self._carry_out(text)
        except (ClientError, Unclear) as error:
            self.session.say(str(error), error=True)

    def _carry_out(self, text: str) -> None:
        session = self.session
        word, _, rest = text.partition(" ")
        if session.screen == "start":
            session.connect(text)
            return
        if session.screen == "table" and self._is_choice(word):
            self._act(text)
            return
        handler = getattr(self, f"_{word.lower()}", None) if word.lower() in WORDS else None
        if handler is not None:
            handler(rest.strip())
        elif session.screen == "table":
            self._act(text)
        else:
            self._join(text)

    def _is_choice(self, word: str) -> bool:
        showing = self.session.at_table.current
        if showing is None or showing.reader.table is None or showing.reader.prompt is None:
            return False
        choices = choices_of(showing.reader.prompt.legal, showing.reader.table.game.actions)
        return any(word.lower() in (one.letter, one.word, one.tag) for one in choices)

    def _act(self, text: str) -> None:
        showing = self.session.at_table.current
        if showing is None or showing.reader.table is None:
            raise InputError("you are not at a table; type ? for help")
        prompt = showing.reader.prompt
        actions = showing.reader.table.game.actions
        legal = prompt.legal if prompt is not None else {}
        try:
            action = action_typed(text, choices_of(legal, actions), actions)
        except Unclear as unclear:
            if prompt is None:
                hint = did_you_mean(text.split()[0], WORDS)
                raise InputError(f"unknown command {text!r:.40}; {hint}") from None
            raise InputError(str(unclear)) from None
        if prompt is not None:
            self.session.at_table.act(action)
            return
        self._request("act", Act, decision=0, action=action)

    def _request(self, tag: str, cls: type[Any], **fields: Any) -> None:
        session = self.session
        if session.link is None or session.at_table.table_id is None:
            raise InputError("you are not at a table; type ? for help")
        session.link.request(tag, cls, table=session.at_table.table_id, **fields)

    # Words

    def _tables(self, rest: str) -> None:
        self.session.do(Intent("tables"))

    def _join(self, rest: str) -> None:
        words = _words(rest)
        table = self._table(words)
        seat = int(words[1]) if len(words) > 1 and words[1].isdecimal() else None
        self.session.enter(table, seat=seat)

    def _watch(self, rest: str) -> None:
        self.session.enter(self._table(_words(rest)), watch=True)

    def _table(self, words: list[str]) -> str:
        listed = self.session.lobby.listed
        if not words:
            raise InputError("which table? Type: join TABLE")
        if words[0].isdecimal() and 1 <= int(words[0]) <= len(listed):
            return str(listed[int(words[0]) - 1].table)
        return str(table_named(words[0], listed).table)

    def _open(self, rest: str) -> None:
        self.session.screen = "lobby"
        self.session.do(Intent("sheet", "new"))

    def _bot(self, rest: str) -> None:
        words = _words(rest)
        bots = tuple(self.session.welcome.bots) if self.session.welcome is not None else ()
        if not words or words[0] not in bots:
            known = did_you_mean(words[0], bots) if words else f"available: {', '.join(bots)}"
            raise InputError(f"which bot? Type: bot NAME; {known}")
        seat = int(words[1]) if len(words) > 1 and words[1].isdecimal() else None
        self._request("add-bot", AddBot, bot=words[0], seat=seat)

    def _say(self, rest: str) -> None:
        self.session.at_table.chat(rest)

    def _sitout(self, rest: str) -> None:
        self._request("sit_out", SitOut)

    def _sitin(self, rest: str) -> None:
        self._request("sit_in", SitIn)

    def _topup(self, rest: str) -> None:
        if not rest.isdecimal() or len(rest) > 15:
            raise InputError("how much? Type: topup CHIPS")
        self._request("topup", TopUp, amount=int(rest))

    def _rematch(self, rest: str) -> None:
        self._request("rematch", Rematch)

    def _leave(self, rest: str) -> None:
        self.session.do(Intent("leave"))

    def _history(self, rest: str) -> None:
        self.session.do(Intent("sheet", "log"))

    def _help(self, rest: str) -> None:
        self.session.do(Intent("sheet", "help"))

    def _quit(self, rest: str) -> None:
        self.session.quit()


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()
