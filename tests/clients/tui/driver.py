"""The terminal without a terminal: a session whose link a test holds in its hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.clients.pygame.driver import HeldLink, welcome
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.clients.tui.grid import Page
from carteado.clients.tui.session import Session
from carteado.protocol.messages import Act, Holding
from carteado.protocol.session_events import Welcomed
from carteado.scene.layout.poker_bar import first_amount
from carteado.scene.shapes import Target
from carteado.scene.ui import Settings

SMALL, LARGE = (80, 24), (160, 50)


class Driver:
    """A session at a size, driven by keys and typed lines."""

    def __init__(self, size: tuple[int, int] = SMALL, settings: Settings | None = None) -> None:
        self.links: list[HeldLink] = []
        self.saved: list[Settings] = []
        self.session = Session(
            settings or Settings(name="Ana", reduced=True),
            self._link,
            self.saved.append,
        )
        self.size = size
        self.now_ms = 1_000.0

    def _link(self, url: str, name: str) -> Any:
        self.links.append(HeldLink(url, name))
        return self.links[-1]

    @property
    def link(self) -> HeldLink:
        return self.links[-1]

    def page(self, later_ms: float = 16.0) -> Page:
        self.now_ms += later_ms
        self.session.tick(self.now_ms)
        return self.session.page(self.size)

    @property
    def text(self) -> str:
        return self.page().text

    def key(self, *names: str) -> None:
        for name in names:
            self.page()
            self.session.key(name)

    def say(self, line: str) -> None:
        self.page()
        self.session.typed.enter(line)

    def tell(self, *session_events: Any) -> None:
        self.link.incoming += session_events
        self.page()

    def target(self, key: str) -> Target:
        found = self.page().scene.target(key)
        assert found is not None, key
        return found

    @property
    def acts(self) -> list[Any]:
        return [one.action for _, one in self.link.asked if isinstance(one, Act)]

    def connect(self, seats: tuple[Holding, ...] = (), bots: tuple[str, ...] = ("caller",)) -> None:
        self.session.connect("127.0.0.1:8765")
        self.tell(Welcomed(welcome=welcome(seats, bots)))

    def seat_at(self, scene_table: SceneTable, seat: int | None = 0) -> None:
        """Sit at a table of another driver, in its present state."""
        if not self.links:
            self.connect()
        self.session.at_table.open("t-1")
        showing = self.session.at_table.follow("t-1")
        showing.reader = scene_table.reader(seat)
        showing.skip(self.now_ms)
        # As its prompt does where it comes to the seat.
        amount = first_amount(showing.reader)
        self.session.ui = replace(self.session.ui, amount=amount)
        self.page()

    def welcome_with(self, *capabilities: str, bots: tuple[str, ...] = ("caller",)) -> Any:
        """The greeting of a server that can do more."""
        return replace(welcome(), capabilities=capabilities, bots=bots)

    def lose(self, later_ms: float) -> None:
        """The connection is lost, and stays so for a while."""
        self.tell(Lost(reason="gone", attempt=1, retry_ms=1_000))
        self.page(later_ms)
