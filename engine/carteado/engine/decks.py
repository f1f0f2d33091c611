"""The order in which a table handles its decks: commit, cut, deal, and then the next one.

A table that could discard a committed deck, or change the dealt-in seats after it has seen the cut,
could choose the cards. `Decks` follows a table event by event and reports every deck that was not
handled in the one permitted order. A check of a log feeds it with the log's events; a client feeds
it with what the server sends, to warn its player at once. The rules stand in ``docs/fairness.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal, get_args

from carteado.engine.deal import check_nonce
from carteado.engine.sentences import Sentence, said

__all__ = ["FLAWS", "Decks", "Flaw", "FlawKind", "deals_cards", "seat_called"]

FlawKind = Literal[
    "redealt",
    "skipped",
    "changed",
    "not_dealt",
    "no_deck",
    "recut",
    "repeated",
    "cutters",
    "nonce",
    "dropped",
]

FLAWS: tuple[str, ...] = get_args(FlawKind)
"""The possible faults in the handling of a deck:

- ``redealt``: another deck was committed under the number of this one.
- ``skipped``: another deck was committed before this one was dealt, or a number was left out.
- ``changed``: something happened in the game between the commitment and the cut.
- ``not_dealt``: the deck was cut, and what followed in the game was not its deal.
- ``no_deck``: cards were dealt without a deck that was committed and cut for them.
- ``recut``: the deck was cut twice, or the cut names another deal.
- ``repeated``: the deck is an earlier one once more.
- ``cutters``: the seats named in the commitment are not those that were bound to a nonce.
- ``nonce``: a nonce is not the one that its seat was bound to before the commitment.
- ``dropped``: the cut leaves out the nonce that this client gave. Only a client can notice that.
"""

_ROOTS = 100_000
"""Roots remembered by one follower; the oldest are forgotten first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A fault in the handling of a deck.

    Attributes:
        kind: one of `FLAWS`.
        deal: number of the deal.
        message: the fault, as a part of a sentence.
        proved: False if an older release wrote the log: there this could happen honestly.
    """

    kind: FlawKind
    deal: int
    message: Sentence
    proved: bool = True


@dataclass(slots=True)
class _Deck:
    deal: int
    root: str
    cutters: tuple[int, ...] | None
    bound: tuple[str | None, ...]
    cut: bool = False
    dealt: bool = False
    changed: bool = False
    passed_over: bool = False


def deals_cards(event: object) -> bool:
    """Whether an event of a game deals a deck: such an event has the field ``deck``.

    Args:
        event: an event of a game, whole or redacted.
    """
    return any(field.name == "deck" for field in fields(event))  # type: ignore[arg-type]


def seat_called(seat: int, names: Sequence[str | None]) -> str:
    """A seat in a sentence, with the name of its player where that is known."""
    name = names[seat] if seat < len(names) else None
    return f"seat {seat}" if name is None else f"{name} (seat {seat})"


def _wrong_nonce(seat: int, names: Sequence[str | None]) -> Sentence:
    name = names[seat] if seat < len(names) else None
    if name is None:
        return said("the nonce of seat {seat} is not the one that it was bound to", seat=seat)
    return said(
        "the nonce of {name} (seat {seat}) is not the one that the seat was bound to",
        name=name,
        seat=seat,
    )


class Decks:
    """A follower of one table's decks. Its methods return the flaws that they find.

    Args:
        anywhere: whether the first deck may have any number, for a follower that joined later.
    """

    def __init__(self, *, anywhere: bool = False) -> None:
        self._deck: _Deck | None = None
        self._anywhere = anywhere
        self._roots: dict[str, int] = {}

    @property
    def waiting(self) -> bool:
        """Whether a deck is committed and not dealt yet."""
        return self._deck is not None and not self._deck.dealt

    def replaced(self, deal: int) -> list[Flaw]:
        """The flaws of the last deck if one with this number is committed now."""
        last = self._deck
        # A deck that was passed over has been reported already.
        if last is None or last.dealt or last.passed_over:
            return []
        kind: FlawKind = "redealt" if deal == last.deal else "skipped"
        # Older releases passed a deck over when its players had left before the cut.
        proved = kind == "redealt" or not last.cut or last.cutters is not None
        message = said("another deck was committed before it was dealt")
        return [Flaw(kind=kind, deal=last.deal, message=message, proved=proved)]

    def committed(
        self,
        deal: int,
        root: str,
        cutters: Sequence[int] | None,
        commitments: Sequence[str | None],
    ) -> list[Flaw]:
        """Note that a deck is committed. Ask `replaced` about the one before it first.

        Args:
            deal: its number.
            root: its root.
            cutters: the seats that cut it; None where an older release does not say.
            commitments: the nonce commitment of each seat at this moment, None for none.
        """
        last, found = self._deck, []
        # Deals are numbered without gaps: a table that discards a deck it dislikes leaves one.
        expected = 1 if last is None else last.deal + 1
        if deal != expected and not (self._anywhere and last is None):
            again = last is not None and deal == last.deal
            if not again or (last is not None and last.dealt):  # else `replaced` reported it
                kind: FlawKind = "redealt" if again else "skipped"
                message = said("it is number {number} of the table's deals", number=expected)
                found.append(Flaw(kind=kind, deal=deal, message=message))
        # A repeated deck is known to everybody who saw it the first time.
        first = self._roots.setdefault(root, deal)
        if first != deal or (last is not None and last.root == root):
            message = said("its deck is that of deal {deal} once more", deal=first)
            found.append(Flaw(kind="repeated", deal=deal, message=message))
        if len(self._roots) > _ROOTS:
            # A dict keeps the order of insertion: the first root is the oldest.
            del self._roots[next(iter(self._roots))]
        # A table that may leave out a bound seat can choose between cuts, so all must be named.
        bound = tuple([seat for seat, one in enumerate(commitments) if one is not None])
        if cutters is not None and tuple(cutters) != bound:
            message = said("the seats named to cut it are not those that were bound to a nonce")
            found.append(Flaw(kind="cutters", deal=deal, message=message))
        frozen = None if cutters is None else tuple(cutters)
        self._deck = _Deck(deal, root, frozen, tuple(commitments))
        return found

    def cut(
        self, deal: int, nonces: Sequence[str | None], names: Sequence[str | None] = ()
    ) -> list[Flaw]:
        """Note that the deck is cut.

        Args:
            deal: the number that the cut names.
            nonces: the nonce of each seat, None where it gave none.
            names: of the players in the seats, as far as they are known, for the sentences.
        """
        # Every flaw is collected, not just the first: one may be an accident, several are not.
        deck = self._deck
        if deck is None:
            message = said("it was cut before it was committed")
            return [Flaw(kind="recut", deal=deal, message=message)]
        found = []
        if deck.cut:
            message = said("its deck was cut twice")
            found.append(Flaw(kind="recut", deal=deck.deal, message=message))
        if deal != deck.deal:
            message = said("its cut says that it is of deal {deal}", deal=deal)
            found.append(Flaw(kind="recut", deal=deck.deal, message=message))
        deck.cut = True
        for seat, nonce in enumerate(nonces):
            # The list of nonces comes from the server and may be longer than the table.
            bound = deck.bound[seat] if seat < len(deck.bound) else None
            if nonce is not None and (bound is None or not check_nonce(bound, nonce)):
                message = _wrong_nonce(seat, names)
                # Older releases took the nonce of a seat that was bound after the commitment.
                proved = bound is not None or deck.cutters is not None
                found.append(Flaw(kind="nonce", deal=deck.deal, message=message, proved=proved))
        return found

    def played(self, *, deals: bool) -> list[Flaw]:
        """Note an event of the game.

        Args:
            deals: whether it deals a deck; see `deals_cards`.
        """
        deck = self._deck
        # A follower that joined in the middle of a deal has missed its commitment.
        if deck is None:
            if not deals or self._anywhere:
                return []
            message = said("it was dealt without a committed deck")
            return [Flaw(kind="no_deck", deal=0, message=message)]
        if deck.dealt:
            if not deals:
                return []
            message = said("its deck was dealt twice")
            return [Flaw(kind="no_deck", deal=deck.deal, message=message)]
        if deals:
            deck.dealt = True
            if deck.cut:
                return []
            message = said("its deck was dealt before it was cut")
            return [Flaw(kind="no_deck", deal=deck.deal, message=message)]
        proved = deck.cutters is not None
        if not deck.cut:
            # One report for each deck is enough; the events that follow would repeat it.
            if deck.changed:
                return []
            deck.changed = True
            message = said("the game went on between the commitment and the cut")
            return [Flaw(kind="changed", deal=deck.deal, message=message, proved=proved)]
        if deck.passed_over:
            return []
        deck.passed_over = True
        message = said("its deck was cut and not dealt")
        return [Flaw(kind="not_dealt", deal=deck.deal, message=message, proved=proved)]
