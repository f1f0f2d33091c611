"""Commands that are typed into the input line, in the grammar of the plain client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from carteado.client import ClientError, InputError
from carteado.client.choices import Unclear, action_typed, choices_of
from carteado.client.spoken import (
    WORDS,
    Where,
    chips_in_play,
    coded,
    is_choice,
    open_typed,
    request_typed,
    table_and_seat_typed,
    table_typed,
    unknown_command,
    words_typed,
)
from carteado.clients.tui.screening import Screening
from carteado.protocol.amounts import amounts_of
from carteado.protocol.messages import Act, Join, Knock, Open, StopWaiting, Wait, Watch
from carteado.scene.explaining import near_topic, topic_rows
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Typed"]

_NOWHERE = "you are not at a table; type ? for help"


class Typed:
    """Carries out typed lines.

    Args:
        session: the terminal's state.
        screening: takes what is typed while a replay is shown.
    """

    def __init__(self, session: App, screening: Screening) -> None:
        self.session = session
        self.screening = screening

    def say(self, line: str) -> None:
        """Carry out a line; what is wrong with it is shown as a sentence."""
        text = line.strip().removeprefix("/").strip()
        if not text:
            return
        try:
            self._carry_out("help" if text == "?" else text)
        except (ClientError, Unclear) as error:
            self.session.say(str(error), error=True)

    def _carry_out(self, text: str) -> None:
        session = self.session
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if session.screen == "film":
            self.screening.say(text)
            return
        if session.screen == "start" and word not in ("help", "quit"):
            session.connect(text)
            return
        reader = self._reader()
        # What the prompt offers comes first: an action may have the name of a terminal's word.
        if reader is not None and self._is_choice(reader, word):
            self._act(reader, text)
            return
        own = _OWN.get(word)
        if own is not None:
            own(self, rest)
            return
        request = request_typed(word, rest, self._where(reader))
        if request is not None:
            cls, fields = request
            self._request(word, cls, **fields)
        elif reader is not None:
            self._act(reader, text)
        else:
            # After everything else, so that a title such as "fold" cannot hide a command.
            self._join(text)

    def _reader(self) -> Reader | None:
        """What is known of the table at hand, None in the lobby."""
        showing = self.session.at_table.current
        at_table = self.session.screen == "table" and showing is not None
        return showing.reader if at_table and showing is not None else None

    def _where(self, reader: Reader | None) -> Where:
        welcome = self.session.welcome
        return Where(
            table=reader.table if reader is not None else None,
            bots=tuple(welcome.bots) if welcome is not None else (),
            capabilities=tuple(welcome.capabilities) if welcome is not None else (),
        )

    def _is_choice(self, reader: Reader, word: str) -> bool:
        if reader.table is None or reader.prompt is None:
            return False
        return is_choice(word, reader.prompt.legal, reader.table.game.actions)

    def _act(self, reader: Reader, text: str) -> None:
        if reader.table is None:
            raise InputError(_NOWHERE)
        prompt, actions = reader.prompt, reader.table.game.actions
        legal = prompt.legal if prompt is not None else {}
        try:
            amounts = amounts_of(legal, reader.table.state)
            action = action_typed(text, choices_of(legal, actions), actions, amounts)
        except Unclear as unclear:
            if prompt is None:
                raise unknown_command(text, WORDS) from None
            raise InputError(str(unclear)) from None
        if prompt is not None:
            self.session.at_table.act(action)
        else:
            self._request("act", Act, decision=0, action=action)

    def _request(self, tag: str, cls: type[Any], **fields: Any) -> None:
        session = self.session
        if session.link is None or session.screen != "table" or session.at_table.table_id is None:
            raise InputError(_NOWHERE)
        session.link.request(tag, cls, table=session.at_table.table_id, **fields)

    # Words that are carried out here

    def _do(self, kind: str, value: Any = None) -> None:
        self.session.do(Intent(kind, value))

    def _at_table(self, kind: str, value: Any = None) -> None:
        if self._reader() is None:
            raise InputError(_NOWHERE)
        self._do(kind, value)

    def _table_named(self, words: list[str], usage: str) -> str:
        return table_typed(words, self.session.lobby.listed, usage)

    def _join(self, rest: str) -> None:
        words, code = coded(words_typed(rest))
        session = self.session
        usage = "join TABLE [SEAT] [code=CODE]"
        table, seat = table_and_seat_typed(words, session.lobby.listed, usage)
        if session.link is None:
            raise InputError("connect to a server first")
        if table in session.lobby.seats:
            session.at_table.open(table)
            return
        session.at_table.follow(table)
        session.link.request(f"enter:{table}", Join, table=table, seat=seat, code=code)

    def _watch(self, rest: str) -> None:
        self.session.enter(self._table_named(words_typed(rest), "watch TABLE"), watch=True)

    def _open(self, rest: str) -> None:
        words = words_typed(rest)
        session = self.session
        if not words:
            session.screen = "lobby"
            self._do("sheet", "new")
            return
        fields = open_typed(words)
        if session.link is None:
            raise InputError("connect to a server first")
        session.link.request("open", Open, **fields)

    def _knock(self, rest: str) -> None:
        table = self._table_named(words_typed(rest), "knock TABLE")
        session = self.session
        if session.link is None or session.welcome is None:
            raise InputError("connect to a server first")
        self._where(None).needs("owner", "this server has no locked tables")
        session.at_table.follow(table)
        # Watch before knocking: the answer of the owner comes as an event of the table.
        session.link.request(f"enter:{table}", Watch, table=table)
        session.link.request("knock", Knock, table=table)

    def _wait(self, rest: str) -> None:
        self._where(None).needs("waiting", "this server has no waiting lists")
        words, code = coded(words_typed(rest))
        table = self._table_named(words, "wait TABLE [code=CODE]")
        if self.session.link is not None:
            self.session.link.request("wait", Wait, table=table, code=code)

    def _stop_waiting(self, rest: str) -> None:
        table = self._table_named(words_typed(rest), "unwait TABLE")
        if self.session.link is not None:
            self.session.link.request("unwait", StopWaiting, table=table)

    def _help(self, topic: str) -> None:
        if not topic:
            self._do("sheet", "help")
            return
        words, topic = self.session.words, topic[:40]
        if not topic_rows(words, topic):
            text = words("There is no help on {word}. Type help to see all.", word=topic)
            if near := near_topic(words, topic):
                named = {"word": topic, "near": near}
                text = words("There is no help on {word}. Do you mean {near}?", **named)
            raise InputError(text)
        self._do("topic", topic)

    def _leave(self, rest: str) -> None:
        reader = self._reader()
        if reader is None:
            raise InputError(_NOWHERE)
        chips = chips_in_play(reader.table, reader.seat)
        # Ask first: leaving gives up the seat.
        if rest != "yes" and chips:
            raise InputError(f"you have {chips:,} chips in play; type leave yes to leave the table")
        if reader.seat is None:
            self._do("tables")
        else:
            self._do("leave")


_OWN: Mapping[str, Callable[[Typed, str], None]] = {
    "tables": lambda typed, rest: typed._do("tables"),
    "join": Typed._join,
    "watch": Typed._watch,
    "open": Typed._open,
    "table": lambda typed, rest: typed._at_table("sheet", ""),
    "rules": lambda typed, rest: typed._at_table("sheet", "rules"),
    "history": lambda typed, rest: typed._at_table("sheet", "log"),
    "ledger": lambda typed, rest: typed._at_table("sheet", "ledger"),
    "stats": lambda typed, rest: typed._at_table("sheet", "statistics"),
    "knock": Typed._knock,
    "wait": Typed._wait,
    "unwait": Typed._stop_waiting,
    "peek": lambda typed, rest: typed._at_table("cover"),
    "advice": lambda typed, rest: typed._at_table("sheet", "coach"),
    "sitout": lambda typed, rest: typed._at_table("sit_out"),
    "sitin": lambda typed, rest: typed._at_table("sit_in"),
    "rematch": lambda typed, rest: typed._at_table("rematch"),
    "leave": Typed._leave,
    "help": Typed._help,
    "quit": lambda typed, rest: typed._do("close"),
}
"""What the terminal does itself; the other words of the grammar are requests."""
