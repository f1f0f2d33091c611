"""A client and a server connected in memory, and a table whose events the test decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.protocol.draw import HandsDealt

from carteado.engine.cards import Card
from carteado.engine.events import event_to_plain
from carteado.engine.game import SeatTaken
from carteado.engine.replay import replay
from carteado.engine.table import (
    DeckCommitted,
    DeckCut,
    NonceCommitted,
    Table,
    TableOpened,
    TableOptions,
    observer_of,
    redact_table,
    snapshot,
)
from carteado.engine.visibility import redact
from carteado.protocol.codec import Codec
from carteado.protocol.messages import (
    Act,
    Events,
    Hello,
    Join,
    Live,
    Nonce,
    Ok,
    Position,
    Snapshot,
    Unwatch,
    Watch,
    Welcome,
)
from carteado.protocol.session import ClientSession, ServerSession, Violation

TOKEN = "t" * 22


def welcome(**fields: Any) -> Welcome:
    given: dict[str, Any] = {
        "token": TOKEN,
        "name": "Ana",
        "resumed": False,
        "seats": (),
        "server": "test",
        "time_ms": 0,
        "games": ("draw",),
        "bots": (),
        "limits": {},
    }
    return Welcome(**{**given, **fields})


def opened(game: str = "draw") -> TableOpened:
    return TableOpened(
        table="t1", title="T", game=game, rules="draw/1", options={}, settings=TableOptions()
    )


def hands(*cards: str, to_act: int = 0) -> HandsDealt:
    return HandsDealt(hands=tuple((Card(card),) for card in cards), to_act=to_act)


class FakeServer:
    """A server with one table, seen by one client from seat 0."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.session = ServerSession(codec)
        self.log: list[Any] = [opened(), SeatTaken(seat=0, name="Ana", bot=False, stack=0)]
        self.epoch = 1
        self.seat: int | None = 0
        self.known = False
        self.watched = False
        self.heard: list[Any] = []
        self.mute = False

    @property
    def table(self) -> Table:
        return replay(self.log)

    def view(self) -> Table:
        return redact_table(self.table, observer_of(self.table, self.seat))

    def events(self, first: int, until: int | None = None) -> Events:
        observer = observer_of(self.table, self.seat)
        events = self.log[first - 1 : until]
        plain = tuple(event_to_plain(redact(event, observer)) for event in events)
        return Events(table="t1", epoch=self.epoch, first=first, events=plain)

    def snapshot(self, reason: str = "asked") -> Snapshot:
        return Snapshot(
            table="t1",
            epoch=self.epoch,
            seq=len(self.log),
            seat=self.seat,
            reason=reason,
            view=snapshot(self.view()),
        )

    def live(self) -> Live:
        return Live(table="t1", epoch=self.epoch, seq=len(self.log), seat=self.seat)

    def happen(self, *events: Any) -> list[Any]:
        """Append events to the log; returns the messages to a live client."""
        first = len(self.log) + 1
        self.log.extend(events)
        return [self.events(first)] if self.watched else []

    def answer(self, message: Any) -> list[Any]:
        match message:
            case Hello(token=token):
                resumed, self.known = self.known and token == TOKEN, True
                return [welcome(resumed=resumed)]
            case Watch(id=number, after=after):
                self.watched = True
                return [Ok(id=number, table="t1"), *self._missed(after)]
            case Join(id=number, commitment=commitment):
                self.watched = True
                if commitment is not None:
                    self.log.append(NonceCommitted(seat=0, commitment=commitment))
                return [Ok(id=number, table="t1", result=0), self.snapshot("reseated"), self.live()]
            case Unwatch(id=number):
                self.watched = False
                return [Ok(id=number, table="t1")]
            case Nonce(deal=deal, nonce=nonce, next=following):
                cut = DeckCut(deal=deal, nonces=(nonce, None), commitments=(following, None))
                return self.happen(cut)
            case Act(id=number):
                return [Ok(id=number, table="t1", seq=len(self.log))]
        return []

    def _missed(self, after: Position | None) -> list[Any]:
        if after is None:
            return [self.snapshot(), self.live()]
        if after.epoch != self.epoch or after.seq > len(self.log):
            return [self.snapshot("rewound"), self.live()]
        missed = [self.events(after.seq + 1)] if after.seq < len(self.log) else []
        return [*missed, self.live()]

    def commit_deck(self, deal: int) -> list[Any]:
        return self.happen(
            DeckCommitted(deal=deal, pack=(Card("As"), Card("Kd")), root="r", seed="s")
        )


class Pair:
    """A client session connected to a server, frame by frame."""

    def __init__(self, codec: Codec, client: ClientSession | None = None) -> None:
        self.codec = codec
        self.server = FakeServer(codec)
        self.client = client or ClientSession("Ana")
        self.session_events: list[Any] = []

    def connect(self) -> list[Any]:
        """Connect again, until neither end has anything left to send."""
        self.server.session = ServerSession(self.codec)
        self.server.watched = False
        return self.say(self.client.connected())

    def command(self, cls: type, **fields: Any) -> list[Any]:
        return self.say([self.client.command(cls, **fields)])

    def say(self, messages: Iterable[Any]) -> list[Any]:
        """The client sends; returns the messages it receives until both are silent."""
        session_events: list[Any] = []
        waiting = list(messages)
        while waiting:
            message = waiting.pop(0)
            received = self.server.session.receive(self.codec.encode_inbound(message), 0)
            assert not isinstance(received, Violation), received
            assert received == message
            self.server.heard.append(received)
            if not self.server.mute:
                session_events += self.tell(self.server.answer(received))
                waiting += self.client.outgoing()
        return session_events

    def tell(self, messages: list[Any]) -> list[Any]:
        """The server sends one frame; the client's session events."""
        if not messages:
            return []
        pieces = [self.codec.encode_message(message) for message in messages]
        session_events = self.client.receive_frame(self.codec, self.codec.join(pieces))
        self.session_events += session_events
        return session_events

    def outgoing(self) -> list[Any]:
        """The messages that the client sends by itself."""
        return list(self.client.outgoing())

    def happen(self, *events: Any) -> list[Any]:
        """Events at the table, sent live, and the client's answers."""
        session_events = self.tell(self.server.happen(*events))
        return session_events + self.say(self.client.outgoing())
