"""Chips that a player wants to add: at once, or as soon as the current hand is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client.top_ups import TopUps
from carteado.protocol.messages import TopUp
from carteado.scene.reader import Reader

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["ADDED", "Adding"]

ADDED = "own:top-up-amount"
"""Tag of a request whose refusal belongs beside the field of its dialog."""

_LATER = "added-later"


class Adding:
    """Adds chips to the player's own, and keeps a wish that the server refuses during a hand.

    The pause between two hands is too short to type an amount.

    Args:
        app: the client's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        # Table and amount by tag, because a refusal names neither.
        self._asked: dict[str, tuple[str, int]] = {}
        self._wishes = TopUps()
        self._warned: dict[str, int] = {}

    def waiting(self, table: str) -> int | None:
        """The chips that are added when the hand at a table is over; None for none."""
        return self._wishes.waiting.get(table)

    def ask(self, table: str, amount: int, tag: str = ADDED) -> None:
        """Add chips now; if a hand is played, as soon as it is over.

        Args:
            table: id of the table.
            amount: chips to add.
            tag: of the request.
        """
        if self.app.link is None:
            return
        # The new amount replaces one that waits.
        self._wishes.forget(table)
        self._asked[tag] = table, amount
        self.app.link.request(tag, TopUp, table=table, amount=amount)

    def refused(self, tag: str, code: str) -> bool:
        """Keep the wish if only the hand is in its way; False for any other refusal."""
        asked = self._asked.pop(tag, None)
        if asked is None or not self._wishes.refused(*asked, code):
            return False
        _, amount = asked
        app = self.app
        # What was typed is accepted, so its field is empty again.
        texts = {key: text for key, text in app.ui.texts.items() if key != "top-up-amount"}
        app.ui = replace(app.ui, texts=texts)
        # A wish that came a moment too late for the pause says nothing new.
        if tag != _LATER:
            chips = app.words.number(amount)
            app.say(app.words("{amount} chips are added when this hand is over.", amount=chips))
        return True

    def take_back(self, table: str) -> None:
        """Forget the wish at a table."""
        if self._wishes.forget(table):
            self.app.say(self.app.words("No chips are added."))

    def happened(self, reader: Reader) -> None:
        """Something happened at a table: carry out its wish if no hand is played any more."""
        # The lost connection comes back with a view of the table, which may be between hands.
        if reader.table is None or self.app.ui.lost_ms is not None:
            return
        amount = self._wishes.due(reader.table, reader.seat, closed=bool(reader.closed))
        if amount is not None:
            self.ask(reader.id, amount, _LATER)

    def warns(self) -> bool:
        """Say that leaving now forgets the wishes; False where that was said, or none waits."""
        if self._warned == self._wishes.waiting:
            return False
        self._warned = dict(self._wishes.waiting)
        words = self.app.words
        for amount in self._warned.values():
            self.app.say(
                words(
                    "If you leave now, {amount} chips will not be added after this hand. "
                    "Leave again to go.",
                    amount=words.number(amount),
                ),
                error=True,
            )
        return bool(self._warned)

    def left_server(self) -> None:
        """The session ends, and its wishes with it."""
        self._asked.clear()
        self._wishes.clear()
