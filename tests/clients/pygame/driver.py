"""The window's app without a window: a link that a test holds in its hands."""

from __future__ import annotations

from typing import Any

from tests.scene.tables import SceneTable

from carteado.protocol.messages import Holding, Welcome
from carteado.protocol.session_events import Welcomed
from carteado.scene.control.app import App
from carteado.scene.layout.frame import logical_size
from carteado.scene.shapes import Scene, Target
from carteado.scene.ui import Settings


class HeldLink:
    """A session whose messages a test supplies and whose requests it reads."""

    def __init__(self, url: str = "", name: str = "") -> None:
        self.url, self.name = url, name
        self.incoming: list[Any] = []
        self.asked: list[tuple[str, Any]] = []
        self.closed = False

    def take(self) -> list[Any]:
        found, self.incoming = self.incoming, []
        return found

    def request(self, tag: str, cls: type[Any], /, **fields: Any) -> None:
        self.asked.append((tag, cls(id=len(self.asked) + 1, **fields)))

    def command(self, cls: type[Any], /, **fields: Any) -> None:
        self.asked.append(("", cls(id=len(self.asked) + 1, **fields)))

    def list_tables(self) -> None:
        self.asked.append(("list", None))

    def hurry(self) -> None:
        self.asked.append(("hurry", None))

    def check_shuffle(self, table: str, game: Any) -> None:
        self.asked.append(("check_shuffle", (table, game.id)))

    def measure(self) -> None:
        self.asked.append(("measure", None))

    def close(self) -> None:
        self.closed = True


class Driver:
    """An app at a window size, driven by keys and presses on named targets."""

    def __init__(
        self, size: tuple[int, int] = (1440, 900), settings: Settings | None = None
    ) -> None:
        self.links: list[HeldLink] = []
        self.saved: list[Settings] = []
        self.app = App(
            settings or Settings(name="Marta", reduced=True), self._link, self.saved.append
        )
        self.size, _ = logical_size(size)
        self.now_ms = 1_000.0

    def _link(self, url: str, name: str) -> Any:
        self.links.append(HeldLink(url, name))
        return self.links[-1]

    @property
    def link(self) -> HeldLink:
        return self.links[-1]

    def scene(self, later_ms: float = 16.0) -> Scene:
        self.now_ms += later_ms
        self.app.tick(self.now_ms)
        return self.app.scene(self.size)

    def press(self, key: str) -> None:
        target = self.scene().target(key)
        assert target is not None, (key, [one.key for one in self.scene().targets])
        self.app.press(target.rect.cx, target.rect.cy)
        self.app.release(target.rect.cx, target.rect.cy)

    def key(self, *names: str) -> None:
        for name in names:
            self.scene()
            self.app.key(name)

    def type(self, text: str) -> None:
        self.scene()
        self.app.type(text)

    def tell(self, *session_events: Any) -> None:
        self.link.incoming += session_events
        self.scene()

    def target(self, key: str) -> Target:
        found = self.scene().target(key)
        assert found is not None, key
        return found

    def connect(self, seats: tuple[Holding, ...] = (), bots: tuple[str, ...] = ("caller",)) -> None:
        self.app.connect("127.0.0.1:8765")
        self.tell(Welcomed(welcome=welcome(seats, bots)))

    def seat_at(self, scene_table: SceneTable, seat: int | None = 0) -> None:
        """Sit at a table of another driver, in its present state."""
        if not self.links:
            self.connect()
        self.app.at_table.open("t-1")
        showing = self.app.at_table.follow("t-1")
        showing.reader = scene_table.reader(seat)
        state = showing.reader.table.state if showing.reader.table is not None else None
        dealt = getattr(state, "hand", getattr(state, "deal", 0))
        if dealt > 1 or (dealt and scene_table.turn is None):
            # A hand has ended before: it can be shown again, though this window has not seen it.
            showing._last_hand = [showing.reader] * 2
        showing.skip(self.now_ms)
        self.scene()


def hand(seats: int = 2, **options: Any) -> SceneTable:
    """A table in its first hand."""
    scene_table = SceneTable(seats=seats, readers=tuple(range(seats)), **options)
    scene_table.deal()
    scene_table.deal()
    return scene_table


def at_turn() -> tuple[Driver, SceneTable]:
    """The acting seat of a hand, which has asked for nothing yet."""
    driver, scene_table = Driver(), hand()
    assert scene_table.turn is not None
    driver.seat_at(scene_table, scene_table.turn)
    driver.link.asked.clear()
    return driver, scene_table


def welcome(
    seats: tuple[Holding, ...] = (),
    bots: tuple[str, ...] = ("caller",),
    name: str = "Marta",
    capabilities: tuple[str, ...] = (),
) -> Welcome:
    return Welcome(
        token="x" * 43,
        name=name,
        resumed=False,
        seats=seats,
        server="carteado 0.1",
        time_ms=0,
        games=("holdem", "quick-holdem", "buraco", "poker-face"),
        bots=bots,
        limits={},
        capabilities=capabilities,
    )
