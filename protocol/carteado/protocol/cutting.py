"""A seat's part in the cut of the deck: the nonces it is bound to, and when to open them.

A seat binds itself to a nonce before a deck is committed. It opens the nonce after the commitment,
and binds itself to the next nonce in the same message. A seat that is bound after the commitment
cuts from the next deck on. A client that does not know the nonce to which its seat is bound,
because another process made it, binds the seat again. What is due is read from the table's own
events and snapshots as plain data, so a client without the game's code also takes part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carteado.engine.deal import nonce_commitment
from carteado.engine.decks import Flaw
from carteado.engine.sentences import Sentence
from carteado.protocol.messages import BindNonce, Nonce

__all__ = ["CUTS", "Cutting"]

CUTS = ("nonce_committed", "deck_committed", "deck_cut")
"""The events about nonces, by tag."""

_KEPT = 8
"""Nonces remembered: more than can be open at once, for a table may lose its last events."""


class Cutting:
    """One table's nonces.

    Args:
        table: id of the table.
        entropy: gives 32 fresh hexadecimal digits.
    """

    def __init__(self, table: str, entropy: Callable[[], str]) -> None:
        self._table = table
        self._entropy = entropy
        self._nonces: dict[str, str] = {}
        self._commitments: list[Any] = []
        # Deal number and root of the current deck; both are needed to recognise a second deck.
        self._deck: tuple[int, Any] = (0, None)
        self._bound: list[Any] = []
        self._cutters: Any = None
        self._seat: int | None = None
        self._open = False
        self._opened: Nonce | None = None
        self._sent = False
        self._bound_again = False

    def commitment(self) -> str:
        """A commitment to a fresh nonce."""
        nonce = self._entropy()
        commitment = nonce_commitment(nonce)
        self._nonces[commitment] = nonce
        while len(self._nonces) > _KEPT:
            # Dictionaries keep insertion order, so the oldest nonce goes first.
            del self._nonces[next(iter(self._nonces))]
        return commitment

    def see_event(self, event: Mapping[str, Any]) -> list[Flaw]:
        """Take note of an event of the table; only `CUTS` matter.

        Returns:
            A flaw if the cut leaves out the nonce that was sent for it.
        """
        found: list[Flaw] = []
        kind = event.get("type")
        if kind == "nonce_committed":
            self._bind(event.get("seat"), event.get("commitment"))
        elif kind == "deck_committed":
            self._deal_begins(event)
        elif kind == "deck_cut":
            # First, while the deck still counts as open.
            found = self._check_cut(event)
            self._open = False
            self._bound_again = False
            self._set_commitments(event.get("commitments"))
        return found

    def see_view(self, view: Mapping[str, Any]) -> None:
        """Take note of a snapshot of the table."""
        self._set_commitments(view.get("commitments"))
        committed = view.get("committed")
        self._open = False
        # A view with nonces shows a deck that is cut already.
        if isinstance(committed, Mapping) and view.get("nonces") is None:
            self._deal_begins(committed)

    def reconnected(self) -> None:
        """Forget what was sent: it may have been lost."""
        self._sent = False
        self._bound_again = False

    def due(self, seat: int | None) -> Nonce | BindNonce | None:
        """The message to send now for `seat`, or None; each message is sent once per connection."""
        if seat is None:
            return None
        return self._opening(seat) if self._open else self._binding(seat)

    def _binding(self, seat: int) -> BindNonce | None:
        # At most once per connection: a server that ignores it must not be asked for ever.
        if self._bound_again or not 0 <= seat < len(self._commitments):
            return None
        bound = self._commitments[seat]
        # Bound to a nonce that this process knows: nothing to do.
        if isinstance(bound, str) and bound in self._nonces:
            return None
        self._bound_again = True
        return BindNonce(table=self._table, commitment=self.commitment())

    def _opening(self, seat: int) -> Nonce | None:
        if self._sent:
            return None
        if self._opened is None:
            # The server names the cutting seats; a nonce of any other seat stays secret.
            if isinstance(self._cutters, list | tuple) and seat not in self._cutters:
                return None
            bound = self._bound[seat] if 0 <= seat < len(self._bound) else None
            # For one deck alone: a table that knows the nonce could make another that fits it.
            nonce = self._nonces.pop(bound, None) if isinstance(bound, str) else None
            if nonce is None:
                return None
            deal, _ = self._deck
            self._opened = Nonce(table=self._table, deal=deal, nonce=nonce, next=self.commitment())
        self._sent = True
        self._seat = seat
        return self._opened

    def _check_cut(self, event: Mapping[str, Any]) -> list[Flaw]:
        """The flaw of a cut that leaves out the nonce given on this connection; else empty."""
        if not self._open or not self._sent or self._opened is None or self._seat is None:
            return []
        nonces = event.get("nonces")
        # A slice instead of an index: a list that is too short gives an empty tuple.
        given = nonces[self._seat :] if isinstance(nonces, list | tuple) else ()
        if given and given[0] == self._opened.nonce:
            return []
        text = "the cut leaves out the nonce of your seat: it came too late, or was dropped"
        return [Flaw(kind="dropped", deal=self._opened.deal, message=Sentence(text=text))]

    def _deal_begins(self, committed: Mapping[str, Any]) -> None:
        deal = committed.get("deal")
        if type(deal) is not int:
            return
        deck = deal, committed.get("root")
        # The same deck again, after a reconnection: the nonce that was opened for it stays.
        if deck != self._deck:
            self._opened = None
            self._sent = False
            # As bound when the deck was committed; a seat bound later cuts from the next deck on.
            self._bound = list(self._commitments)
            self._cutters = committed.get("cutters")
        self._deck = deck
        self._open = True

    def _bind(self, seat: Any, commitment: Any) -> None:
        # Seat numbers come from the server, so they are bounded before a list grows by them.
        if type(seat) is int and 0 <= seat <= 9:
            missing = seat + 1 - len(self._commitments)
            self._commitments += [None] * missing
            self._commitments[seat] = commitment

    def _set_commitments(self, commitments: Any) -> None:
        if isinstance(commitments, list | tuple):
            self._commitments = list(commitments)
