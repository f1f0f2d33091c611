"""A test table that checks everything it sends for cards that the receiver may not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from carteado.engine.cards import PACK
from carteado.engine.events import event_from_plain, event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.table import (
    Table,
    evolve,
    observer_of,
    open_table,
    redact_table,
    restore,
    snapshot,
)
from carteado.engine.visibility import redact
from carteado.protocol import messages as wire
from carteado.protocol.views import merged, view_of
from carteado.server.table.step import Step

from .host_driver import Client, HostDriver

CARDS = frozenset(PACK)

Keys = tuple[str | None, ...]


def cards_in(value: Any) -> Iterator[str]:
    """Every card that stands anywhere in plain data, the pack as it is before the shuffle aside."""
    if isinstance(value, str):
        if value in CARDS:
            yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key != "pack":
                yield from cards_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from cards_in(item)


def known_to(table: Table, seat: int | None) -> set[str]:
    """The cards of the current deal that a seat or the rail may know."""
    state = table.state
    known = {*state.board, *state.drawn}
    for shown in state.shown:
        known.update(shown)
    if seat is not None:
        known.update(state.hands[seat])
    return known


class Onlooker(Client):
    """A client that folds its messages."""

    def __init__(
        self, driver: HostDriver, name: str, *, bot: bool = False, text: bool = False
    ) -> None:
        super().__init__(driver, name, bot=bot)
        self.watcher.text = text
        self.watcher.views = True
        self.view: dict[str, Any] | None = None
        self.viewed = 0
        self.fold: Table | None = None
        self.seq = 0
        self.epoch = 0
        self.read = 0
        self.rail = False
        self.view_seat: int | None = None

    @property
    def position(self) -> wire.Position | None:
        if not self.seq:
            return None
        return wire.Position(epoch=self.epoch, seq=self.seq, rail=self.view_seat is None)

    def take_in(self) -> list[Any]:
        """Fold the new messages and return them."""
        news = self.screen.messages[self.read :]
        self.read = len(self.screen.messages)
        for message in news:
            if type(message) is wire.Snapshot:
                self.fold = restore(message.view)
                self.seq, self.epoch = message.seq, message.epoch
                self.view_seat = message.seat
            elif type(message) is wire.Events:
                assert message.first == self.seq + 1
                self._fold(message)
            elif type(message) is wire.View:
                if message.complete:
                    self.view = dict(message.view)
                else:  # a patch fits the view right before it, for the same seat
                    assert self.view is not None
                    self.view = merged(self.view, message.view)
                self.viewed = message.seq
                assert (message.seq, message.epoch) == (self.seq, self.epoch)
            elif type(message) is wire.Live:
                assert (message.seq, message.epoch) == (self.seq, self.epoch)
                assert message.seat == self.view_seat
        return news

    def _fold(self, message: wire.Events) -> None:
        for data in message.events:
            table = self.fold
            assert table is not None or data["type"] == "table_opened"
            if table is None:
                self.fold = open_table(self.driver.opened)
            else:
                self.fold = evolve(table, event_from_plain(table.game, data))
            self.seq += 1
        self.epoch = message.epoch

    def reconnect(self) -> None:
        """A new connection, on which nothing is followed yet."""
        self.driver.gone(self)
        self.take_in()
        text = self.watcher.text
        self.watcher = type(self.watcher)(self.screen, text=text, views=True)
        self.view = None


class WatchedDriver(HostDriver):
    """Checks after every step that each client may know what it was sent, and folds it right."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.onlookers: list[Onlooker] = []
        self.holders: list[tuple[Keys, Keys]] = []
        super().__init__(*args, **kwargs)

    def client(self, name: str, *, bot: bool = False, text: bool = False) -> Onlooker:
        onlooker = Onlooker(self, name, bot=bot, text=text)
        self.onlookers.append(onlooker)
        return onlooker

    def gone(self, client: Client) -> None:
        for watcher, message in self.host.gone(client.watcher):
            watcher.to.send(message)

    def run(self, step: Step) -> None:
        before = self.host.table
        seats_before = {o: self._view_seat(o) for o in self.onlookers}
        super().run(step)
        self._note_holders(before)
        for onlooker in self.onlookers:
            seats = {seats_before[onlooker], self._view_seat(onlooker)} - {None}
            self.check(onlooker, before, seats)

    def _note_holders(self, table: Table) -> None:
        """Who held each seat when an event happened: before it, or just after."""
        for event in self.log[len(self.holders) :]:
            before = table.keys
            table = evolve(table, event) if len(self.holders) else open_table(self.opened)
            self.holders.append((before, table.keys))

    def _view_seat(self, onlooker: Onlooker) -> int | None:
        return self.host.seat_held(onlooker.player)

    def check(self, onlooker: Onlooker, before: Table, seats: set[int | None]) -> None:
        table = self.host.table
        may = known_to(before, None) | known_to(table, None)
        for seat in seats:
            may |= known_to(before, seat) | known_to(table, seat)
        for message in onlooker.take_in():
            plain = to_plain(message)
            self.check_secrets(plain)
            if type(message) is wire.Events:
                self.check_events(onlooker, message)
                continue
            found = set(cards_in(plain))
            assert found <= may, (onlooker.player.name, found - may, message)
            if type(message) is wire.Prompt:
                assert message.seat == onlooker.watcher.seat
        if onlooker.watcher in self.host.audience.watchers:
            assert onlooker.seq == self.host.audience.seq
            assert onlooker.fold is not None
            seen = redact_table(table, observer_of(table, onlooker.watcher.seat))
            assert snapshot(onlooker.fold) == snapshot(seen)
            assert onlooker.view == view_of(seen, onlooker.watcher.seat)
            assert onlooker.viewed == onlooker.seq
            view = onlooker.watcher.view
            assert (view is not None) == onlooker.watcher.text
            assert view is None or snapshot(view) == snapshot(seen)

    def check_events(self, onlooker: Onlooker, message: wire.Events) -> None:
        """Each event is as the rail sees it, or as a seat does that was held at the time."""
        table = self.host.table
        for number, data in enumerate(message.events, message.first - 1):
            event = self.log[number]
            seats = {None}
            for keys in self.holders[number]:
                seats |= {at for at, key in enumerate(keys) if key == onlooker.player.key}
            assert data in [event_to_plain(redact(event, observer_of(table, s))) for s in seats]

    def check_secrets(self, plain: Any) -> None:
        """No observer receives a seed or a key."""
        text = repr(plain)
        table = self.host.table
        assert table.committed is None or table.committed.seed not in text
        for key in table.keys:
            assert key is None or key not in text
