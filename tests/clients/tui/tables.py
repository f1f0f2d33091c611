"""Tables and lobbies in a known state, for pictures."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from tests.clients.tui.driver import Driver
from tests.scene import tables as scene_tables

from carteado.client.link import Listed, Measured
from carteado.protocol.messages import PotOdds, SeatInfo, SeatOdds, TableInfo
from carteado.protocol.session_events import ChatHeard, OddsReceived, PresenceChanged
from carteado.scene.recent import Stay
from carteado.scene.shapes import Intent
from carteado.scene.ui import Settings

__all__ = [
    "all_in",
    "broke",
    "ended",
    "lobby",
    "my_turn",
    "owner",
    "owner_of_ten",
    "quick",
    "start",
    "ten_all_in",
    "ten_seats",
    "waiting",
]

Size = tuple[int, int]


class SceneTable(scene_tables.SceneTable):
    """A table that keeps what its readers knew after each kind of event."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._known: dict[tuple[str, int | None], Any] = {}
        super().__init__(*args, **options)

    def at(self, kind: str, seat: int) -> Any:
        """What a reader knew right after the last event of a kind."""
        return self._known[kind, seat]

    def _publish(self, event: Any) -> None:
        super()._publish(event)
        for seat, reader in self.readers.items():
            self._known[event.type, seat] = reader


BOARD = ("Qh", "8h", "3c", "2d", "7s")


def _table(seats: int, hands: dict[int, str], **options: Any) -> SceneTable:
    """A table in its first hand, with known cards for some seats and a known board."""
    scout = SceneTable(seats=seats, readers=(0,), **options)
    scout.deal()
    pack = list(scout.table.game.pack(scout.state) or ())
    scout.deal(pack)
    table = SceneTable(seats=seats, readers=tuple(range(seats)), **options)
    table.deal()
    chosen = {one for cards in hands.values() for one in cards.split()} | set(BOARD)
    rest = iter(card for card in pack if card not in chosen)
    deck = list(pack)
    for seat, cards in enumerate(scout.state.hands):
        wanted = hands.get(seat, "").split() or [next(rest), next(rest)]
        for was, card in zip(cards, wanted, strict=True):
            deck[pack.index(was)] = card
    burns = [next(rest) for _ in range(3)]
    flop, turn, river = BOARD[:3], BOARD[3], BOARD[4]
    common = [burns[0], *flop, burns[1], turn, burns[2], river]
    table.deal([*deck[: 2 * seats], *common])
    return table


def _seated(
    table: SceneTable, seat: int | None, size: Size, settings: Settings | None = None
) -> Driver:
    driver = Driver(size, settings)
    driver.connect(bots=("caller", "tight", "equity", "jammer"))
    driver.now_ms = 1_000.0
    table.tell(ChatHeard(table="t-1", seat=1, name="Rui", text="last one before pizza"))
    connected = tuple(at != 2 for at in range(table.table.seats))
    table.tell(PresenceChanged(table="t-1", connected=connected, watching=2))
    driver.seat_at(table, seat)
    driver.tell(Measured(latency_ms=4))
    return driver


def _flop(seats: int = 6, **options: Any) -> SceneTable:
    """Six seats on the flop, before the bet is answered."""
    table = _table(seats, {0: "Ah Jh"}, **options)
    table.act("raise", to=60)
    while table.state.street == "preflop":
        table.act("fold" if table.turn in (3, 5) else "call")
    table.act("raise", to=120)
    while table.turn != 0:
        table.act("call")
    return table


def _language(settings: Settings | None) -> str:
    return settings.language if settings is not None else "en"


def my_turn(size: Size, settings: Settings | None = None) -> Driver:
    return _seated(_flop(language=_language(settings)), 0, size, settings)


def waiting(size: Size, settings: Settings | None = None) -> Driver:
    table = _flop(language=_language(settings))
    driver = _seated(table, 2, size, settings)
    driver.key("F3")
    return driver


def ten_seats(size: Size) -> Driver:
    table = _table(10, {})
    table.act("call")
    table.act("raise", to=60)
    table.act("fold")
    return _seated(table, table.turn, size)


def ten_all_in(size: Size) -> Driver:
    """Nine of ten seats are all-in, and the tenth has to answer."""
    table = _table(10, {})
    for _ in range(9):
        table.act("all_in")
    return _seated(table, table.turn, size)


def all_in(size: Size, settings: Settings | None = None, **options: Any) -> Driver:
    """Two hands lie open, and no common card yet."""
    hands = {0: "Ah Jh", 1: "Ks Kd", 2: "4c 4h"}
    table = _table(3, hands, language=_language(settings), **options)
    while table.turn is not None:
        if table.turn == 2:
            table.act("fold")
            continue
        table.act("all_in")
    driver = Driver(size, settings)
    driver.connect()
    driver.seat_at(table, 2)
    showing = driver.session.at_table.follow("t-1")
    showing.shown = showing.reader = table.at("all_in_shown", 2)
    pot = showing.reader.table.state.pot
    shares = {0: 301, 1: 699}
    odds = PotOdds(
        amount=pot,
        total=1000,
        seats=tuple(
            SeatOdds(seat=seat, win=share, tie=0, share=share, whole=1000)
            for seat, share in shares.items()
        ),
    )
    odds_event = OddsReceived(table="t-1", epoch=1, seq=table.seq, board=(), pots=(odds,))
    showing.shown = showing.reader = showing.reader.take(odds_event, 0)
    return driver


def ended(size: Size, own: str = "Ah Jh") -> Driver:
    table = _table(3, {0: own, 1: "Ks Kd", 2: "4c 4h"})
    while table.turn is not None:
        legal = table.table.game.legal(table.state, table.turn)
        table.act("check" if legal.check else "call")
    return _seated(table, 0, size)


def broke(size: Size, **options: Any) -> Driver:
    """A seat that has just lost everything."""
    table = _table(3, {0: "4c 4h", 1: "Ks Kd"}, **options)
    while table.turn is not None:
        table.act("fold" if table.turn == 2 else "all_in")
    return _seated(table, 0, size)


def quick(size: Size) -> Driver:
    table = SceneTable("quick-holdem", seats=4, readers=(0, 1, 2, 3))
    table.deal()
    return _seated(table, table.turn, size)


def start(size: Size, settings: Settings | None = None) -> Driver:
    chosen = settings or Settings(name="Ana", reduced=True)
    return Driver(size, replace(chosen, recent=("192.168.1.20:8765", "10.0.0.7:8765")))


def _info(table: str, title: str, game: str, names: tuple[str | None, ...], **more: Any) -> Any:
    return TableInfo(
        table=table,
        title=title,
        game=game,
        options=more.pop("options", {}),
        settings=more.pop("settings", {"advice": "off"}),
        seats=tuple(
            SeatInfo(name=name, bot=name == "caller", stack=0, connected=True) for name in names
        ),
        deals=more.pop("deals", 0),
        over=False,
        watching=more.pop("watching", 0),
        score=more.pop("score", ()),
    )


def lobby(size: Size, settings: Settings | None = None) -> Driver:
    driver = Driver(size, settings)
    driver.connect(bots=("caller", "tight"))
    tables = (
        _info(
            "t-1",
            "Sexta",
            "holdem",
            ("Rui", "Bia", "Caio", "Jonas", "caller", None),
            options={"seats": 6, "small_blind": 5, "big_blind": 10, "stack": 1000},
            watching=1,
            deals=42,
        ),
        _info(
            "t-2",
            "Quinta",
            "buraco",
            ("Bia", "Rui", "Caio", None),
            options={"target": 3000},
            score=(1035, 1970),
        ),
        _info("t-3", "Família", "quick-holdem", ("Duda", None, None), options={"credit": 1000}),
        _info("t-4", "Domingo", "poker-face", ("Lena",)),
    )
    driver.tell(Listed(tables=tables), Measured(latency_ms=4))
    _recent(driver)
    return driver


def _recent(driver: Driver) -> None:
    """Two evenings of the player before this one."""
    stays = driver.session.stays
    today = datetime.datetime(2026, 11, 27, 20).timestamp()
    stays.clock = lambda: today
    here: dict[str, Any] = {
        "server": driver.session.ui.server,
        "player": driver.session.settings.name,
        "open": False,
    }
    stays._kept = [
        Stay(**here, table="s", title="Sexta", game="holdem", options="5/10", won=340,
             last=today - 86_400),
        Stay(**here, table="q", title="Quinta", game="buraco", points=(2105, 3010),
             last=today - 3 * 86_400),
    ]  # fmt: skip


def owner(size: Size, settings: Settings | None = None) -> Driver:
    return _owning(my_turn(size, settings))


def owner_of_ten(size: Size) -> Driver:
    return _owning(ten_seats(size))


def _owning(driver: Driver) -> Driver:
    driver.session.at_table.pages.owns("t-1", owner=True)
    driver.session.welcome = driver.welcome_with("owner", "ledger")
    driver.session.do(Intent("sheet", "table"))
    return driver
