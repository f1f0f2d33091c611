"""Tables of the designed pictures that the engine plays, as the server would tell of them."""

from __future__ import annotations

from typing import Any

from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.engine.events import event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.table import observer_of, redact_table
from carteado.engine.visibility import redact
from carteado.protocol.received import action_from_plain
from carteado.protocol.views import view_of

__all__ = ["RecordedTable", "kitchen", "one_stake", "sunday", "two_boards"]

CLOCK_MS = 30_000


class RecordedTable(SceneTable):
    """A table that keeps what the server would send to the page of one seat.

    Attributes:
        messages: events and views, in their order.
    """

    def __init__(self, game: str, seat: int | None, **more: Any) -> None:
        self.messages: list[dict[str, Any]] = []
        self._seat = seat
        super().__init__(game, readers=(seat,), **more)

    def _publish(self, event: Any) -> None:
        seen = redact(event, observer_of(self.table, self._seat))
        super()._publish(event)
        place = {"table": "kite", "epoch": 1}
        message = {"type": "events", **place, "first": self.seq, "events": [event_to_plain(seen)]}
        view = {"type": "view", **place, "seq": self.seq, "seat": self._seat, "complete": True}
        self.messages += [message, {**view, "view": self._view()}]

    def _view(self) -> dict[str, Any]:
        seen = redact_table(self.table, observer_of(self.table, self._seat))
        return view_of(seen, self._seat)

    def all(self) -> list[dict[str, Any]]:
        """The messages, with the prompt of the seat where it is asked."""
        seats = self.table.seats
        here = {"type": "presence", "table": "kite", "connected": [True] * seats, "watching": 1}
        views = [one for one in self.messages if one["type"] == "view"]
        kept = {id(one) for one in (*views[:8], *views[-30:])}  # the page needs no others
        messages = [one for one in self.messages if one["type"] != "view" or id(one) in kept]
        found = [*messages, {"type": "live", "table": "kite", "seat": self._seat}, here]
        if self._seat is not None and self.turn == self._seat:
            legal = to_plain(self.table.game.legal(self.state, self._seat))
            asked = {"type": "prompt", "table": "kite", "decision": 9, "seat": self._seat}
            found.append({**asked, "legal": legal, "time_ms": CLOCK_MS, "bank_ms": 60_000})
        return found


def sunday(situation: str = "turn", seat: int | None = 0) -> list[dict[str, Any]]:
    """A deal of Buraco at ``turn`` (some runs lie), ``draw``, ``waiting`` or ``over``.

    `seat` is the reader's, None for a watcher.
    """
    table = RecordedTable("buraco", seat, seed=5)
    table.deal()
    for _ in range(2000):
        if table.turn is None:
            break
        runs, hand = len(table.state.runs[0]), len(table.state.hands[0])
        mine, phase = table.turn == 0, table.state.phase
        late = runs > 2 and hand > 6 and len(table.state.runs[1]) > 1
        if late and (
            (situation == "turn" and mine and phase == "play")
            or (situation == "draw" and mine and phase == "draw")
            or (situation == "waiting" and not mine)
        ):
            break
        table.random_act()
    return table.all()


def kitchen() -> list[dict[str, Any]]:
    """A match of Poker Face after two rounds, one of them invalid."""
    table = RecordedTable("poker-face", 0)
    first = ["Eva 100 2E 3C 4O 5P 7E", "Bob 100 1E 1C 13O 12P 11E", "Ana 50 9E 9C 9O 2P 4E"]
    again = ["Eva 100 10E 10C 4O 5P 7E", "Bob 150 6E 8C 13O 12P 11E", "Ana 50 3E 3O 5O 2P 4E"]
    for entries in (first, again):
        action = {"type": "enter_round", "ante": 50, "entries": entries}
        table.do(commands.Act(seat=0, action=action_from_plain(table.table.game, action)))
    return table.all()


def one_stake(situation: str = "answer", seats: int = 6) -> list[dict[str, Any]]:
    """A deal of Quick Hold'em at ``stake`` (to be said), ``answer``, ``waiting`` or ``over``."""
    table = RecordedTable("quick-holdem", 0, seed=3, seats=seats)
    for _ in range(20):
        table.deal()
        while (turn := table.turn) is not None:
            staked, paid = table.state.stake, table.state.paid
            if (
                (situation == "stake" and turn == 0 and not staked)
                or (situation == "answer" and turn == 0 and staked and sum(map(bool, paid)) > 1)
                or (situation == "waiting" and turn != 0 and staked and not paid[0])
            ):
                return table.all()
            table.act("play")
        if situation == "over":
            break
    return table.all()


def two_boards() -> list[dict[str, Any]]:
    """A hand of Hold'em that was all-in before the flop and run twice."""
    table = RecordedTable("holdem", 0, seed=2, people=2, seats=2, format="cash", run_it_twice=True)
    table.deal()  # the cards that draw the button
    table.deal()
    for tag in ("all_in", "call", "run_twice", "run_twice"):
        table.act(tag)
    return table.all()
