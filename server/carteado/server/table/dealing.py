"""The dealing of a table: commit to a deck, let the seats cut it, deal.

``docs/fairness.md`` explains the construction and what it proves. The table binds itself to a deck
before it knows the seats' nonces; a seat was bound to its nonce before the deck was made. Between
the commitment and the deal nothing else happens in the game (`Step.decide`), so the deck is dealt
to the players for whom it was committed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from carteado.engine import deal as chance
from carteado.engine.cards import Card
from carteado.engine.generated import maker
from carteado.engine.table import DeckCommitted, DeckCut, NonceCommitted, Table
from carteado.protocol.messages import BindNonce, Nonce

__all__ = ["Dealing"]

# 256 bits: enough for every order of a deck, and impossible to guess.
SEED_BYTES = 32

_committed = maker(DeckCommitted)
_cut = maker(DeckCut)


class _Ahead(NamedTuple):
    """A deck shuffled in advance: its seed, its pack, and the seats' commitments at that time."""

    seed: bytes
    made: chance.Committed
    pack: tuple[Card, ...]
    bound: tuple[str | None, ...]


class Dealing:
    """The deal that a table prepares.

    Args:
        entropy: gives so many fresh random bytes.
        commit: shuffles and commits, as `carteado.engine.deal.commit`; a caller that deals the same
            decks repeatedly may cache its result.
    """

    def __init__(
        self,
        entropy: Callable[[int], bytes],
        commit: Callable[[tuple[Card, ...], bytes], chance.Committed] = chance.commit,
    ) -> None:
        self._entropy = entropy
        self._commit = commit
        self._nonces: dict[int, Nonce] = {}
        self._made: chance.Committed | None = None
        self._ahead: _Ahead | None = None
        # Seats that bound themselves again since the last deck; allowed once each, because it is an
        # event.
        self._bound_again: set[int] = set()

    def prepare(self, table: Table) -> None:
        """Shuffle the next deck in advance; the pack rarely changes."""
        # Before the first deal the pack is not known.
        if self._ahead is None and table.committed is not None:
            self._ahead = self._shuffled(table, table.committed.pack)

    def _shuffled(self, table: Table, pack: tuple[Card, ...]) -> _Ahead:
        seed = self._entropy(SEED_BYTES)
        return _Ahead(seed, self._commit(pack, seed), pack, table.commitments)

    def commit(self, table: Table, pack: tuple[Card, ...]) -> DeckCommitted:
        """Bind the table to a freshly shuffled deck."""
        deck, self._ahead = self._ahead, None
        if deck is None or deck.bound != table.commitments:  # seats are bound before it is made
            deck = self._shuffled(table, pack)
        # Another pack than expected: the seed is still secret, so it is used.
        self._made = deck.made if deck.pack == pack else self._commit(pack, deck.seed)
        self._nonces = {}
        self._bound_again.clear()
        deal = table.committed.deal + 1 if table.committed else 1
        return _committed(
            deal=deal,
            pack=pack,
            root=self._made.root,
            seed=deck.seed.hex(),
            cutters=table.bound,
        )

    def nonce(self, table: Table, seat: int, message: Nonce) -> bool:
        """Accept a seat's nonce.

        False for a nonce that is late or repeated, that does not match the seat's commitment, or
        that comes from a seat bound after the deck was committed.
        """
        bound = table.commitments[seat]
        if (
            not table.cutting
            or table.committed is None
            or message.deal != table.committed.deal
            or seat not in _cutters(table)
            or seat in self._nonces
            or bound is None
            or not chance.check_nonce(bound, message.nonce)
        ):
            return False
        self._nonces[seat] = message
        return True

    def bind(self, table: Table, seat: int, message: BindNonce) -> NonceCommitted | None:
        """Bind a seat again for the next deal; None if it may not now, or has done so already."""
        if table.cutting or seat in self._bound_again:
            return None
        self._bound_again.add(seat)
        return NonceCommitted(seat=seat, commitment=message.commitment)

    def awaited(self, table: Table, connected: Callable[[int], bool]) -> bool:
        """Whether the cut waits for the nonce of a seat that is bound and connected.

        Args:
            table: with a committed deck.
            connected: whether a connection plays the seat.
        """
        return any(seat not in self._nonces and connected(seat) for seat in _cutters(table))

    def cut(self, table: Table) -> tuple[DeckCut, tuple[Card, ...]]:
        """The cut that follows from the nonces, and the deck in dealing order."""
        committed = table.committed
        assert committed is not None
        made = self._made
        if made is None or made.root != committed.root:
            # After a restart: the deck follows from the seed in the log.
            made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
        if not self._nonces:  # nobody cuts: the deck is dealt in committed order
            nobody = (None,) * table.seats
            return _cut(deal=committed.deal, nonces=nobody, commitments=nobody), made.cards
        given = [self._nonces.get(seat) for seat in range(table.seats)]
        nonces = tuple([message.nonce if message else None for message in given])
        # A seat that kept its nonce back, or lost it, has to bind itself again.
        bound = tuple([message.next if message else None for message in given])
        order = chance.cut(len(committed.pack), committed.root, nonces)
        event = _cut(deal=committed.deal, nonces=nonces, commitments=bound)
        return event, chance.dealt(made.cards, order)


def _cutters(table: Table) -> tuple[int, ...]:
    """The seats that cut the committed deck."""
    committed = table.committed
    if committed is None or committed.cutters is None:  # committed by an older release
        return table.bound
    return committed.cutters
