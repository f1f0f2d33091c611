"""Watches the decks of a table: the server must deal each deck it committed to, once.

A log that is checked later shows what its operator kept in it. A client sees each commitment when
it is made, so it notices at once when the server commits to another deck for the same deal, passes
a deck over, or cuts without a nonce that was given. It reads the table's own events and snapshots
as plain data, so a client without the game's code watches as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.engine.decks import Decks, Flaw
from carteado.engine.plain import tag_of
from carteado.engine.sentences import Sentence
from carteado.engine.table import TABLE_EVENTS

__all__ = ["DeckWatch"]

_OWN = frozenset(tag_of(cls) for cls in TABLE_EVENTS)

_ROOTS_KEPT = 1000
"""Decks remembered, for a table whose server says that its log was cut back."""

_SEATS = 10
"""Most seats of a table."""


class DeckWatch:
    """The decks of one table, as its server reports them."""

    def __init__(self) -> None:
        # A client may begin in the middle of a log, so the first deal number is not 1.
        self._decks = Decks(anywhere=True)
        self._roots: dict[int, str] = {}
        self._commitments: list[str | None] = []

    def see_event(self, event: Mapping[str, Any]) -> list[Flaw]:
        """Take note of an event of the table; returns its flaws."""
        kind = event.get("type")
        if kind == "deck_committed":
            return self._committed(event)
        if kind == "deck_cut":
            return self._cut(event)
        if kind == "nonce_committed":
            self._bind(event.get("seat"), event.get("commitment"))
        elif (self._decks.waiting or "deck" in event) and not _is_own(kind):
            return self._decks.played(deals="deck" in event)
        return []

    def see_again(self, event: Mapping[str, Any]) -> list[Flaw]:
        """Compare an event that was sent again; returns its flaws."""
        deal, root = event.get("deal"), event.get("root")
        if event.get("type") != "deck_committed" or type(deal) is not int:
            return []
        # An unknown deal has nothing to contradict: its own root is the default.
        known = self._roots.get(deal, root)
        return [] if known == root else [_redealt(deal)]

    def see_view(self, view: Mapping[str, Any]) -> list[Flaw]:
        """Take note of a snapshot of the table; returns its flaws."""
        # The events before a snapshot are not known, so the order starts over; `_roots` stays.
        self._decks = Decks(anywhere=True)
        self._commitments = _texts(view.get("commitments"))
        committed, nonces = view.get("committed"), view.get("nonces")
        if not isinstance(committed, Mapping):
            return []
        # A cut replaces the commitments, so those of a deck that is cut are not in the view.
        cutters = None if nonces is not None else committed.get("cutters")
        found = self._committed({**committed, "cutters": cutters})
        if nonces is not None:
            self._decks.cut(_number(committed.get("deal")), ())
            self._decks.played(deals=True)
        return found

    def _committed(self, event: Mapping[str, Any]) -> list[Flaw]:
        deal, root = _number(event.get("deal")), event.get("root")
        if type(root) is not str:
            return []
        named = event.get("cutters")
        cutters = None
        if isinstance(named, list | tuple):
            # -1 is not a seat, so an invalid entry differs from every bound seat.
            cutters = tuple([seat if type(seat) is int else -1 for seat in named])
        found = self._decks.replaced(deal)
        found += self._decks.committed(deal, root, cutters, self._commitments)
        known = self._roots.setdefault(deal, root)
        # The memory of roots outlasts a snapshot, after which `_decks` has forgotten the order.
        if known != root and not any(flaw.kind == "redealt" for flaw in found):
            found.append(_redealt(deal))
        self._roots[deal] = root
        while len(self._roots) > _ROOTS_KEPT:
            del self._roots[next(iter(self._roots))]
        return found

    def _cut(self, event: Mapping[str, Any]) -> list[Flaw]:
        found = self._decks.cut(_number(event.get("deal")), _texts(event.get("nonces")))
        self._commitments = _texts(event.get("commitments"))
        return found

    def _bind(self, seat: Any, commitment: Any) -> None:
        if type(seat) is int and 0 <= seat < _SEATS:
            # A negative count adds nothing, so an existing seat is just overwritten.
            self._commitments += [None] * (seat + 1 - len(self._commitments))
            self._commitments[seat] = commitment if type(commitment) is str else None


def _redealt(deal: int) -> Flaw:
    message = Sentence(text="another deck was committed for it before")
    return Flaw(kind="redealt", deal=deal, message=message)


def _is_own(kind: Any) -> bool:
    """Whether an event is the table's own, and not of its game."""
    return type(kind) is not str or kind in _OWN


def _number(value: Any) -> int:
    return value if type(value) is int else 0


def _texts(values: Any) -> list[str | None]:
    if not isinstance(values, list | tuple):
        return []
    return [value if type(value) is str else None for value in values]
