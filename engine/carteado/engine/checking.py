"""Checks of a log from its own contents: were the decks dealt fairly?

A complete log has the seed of every deck. So the commitment, the cut and each card can be computed
again (`check_deals`), and so can the events of every command (`decider`). A player has only the
openings of the cards that the seat saw; they are checked against the same root (`check_opened`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from carteado.engine import deal as chance
from carteado.engine import game as commands
from carteado.engine.cards import Card
from carteado.engine.decks import Decks, Flaw, deals_cards, seat_called
from carteado.engine.errors import DealError
from carteado.engine.game import Event
from carteado.engine.sentences import Sentence, said
from carteado.engine.table import TABLE_EVENTS, DeckCommitted, DeckCut, Table

__all__ = [
    "DealCheck",
    "OpenDeal",
    "Result",
    "check_deals",
    "check_opened",
    "deals_of",
    "is_finished",
    "shuffled",
    "unfinished",
]

_OWN = frozenset(TABLE_EVENTS)

Result = Literal["ok", "cheated", "not_checked"]
"""The result of a check: all is well, something is wrong, or it cannot be decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCheck:
    """The findings of the check of one deal.

    Attributes:
        deal: number of the deck at its table.
        played: number of the deal as players count it, from 1; None for a deck that decides
            something else, such as the draw for the button, or that is not dealt yet.
        finished: False for a deal that is not over; its cards were not checked.
        cards: cards that were checked, by position in the dealt deck.
        unproved: cards that were seen and that the table has forgotten since, as at the start of a
            new game; they have no proof.
        nonces: seats whose nonce took part in the cut.
        cutters: the same seats with the names of their players, for a sentence.
        problems: sentences about what is wrong; empty when all is well.
        doubts: sentences about what cannot be proved although all may be well.
    """

    deal: int
    played: int | None = None
    finished: bool = True
    cards: Mapping[int, Card] = field(default_factory=dict)
    unproved: Mapping[int, Card] = field(default_factory=dict)
    nonces: tuple[int, ...] = ()
    cutters: tuple[str, ...] = ()
    problems: tuple[Sentence | str, ...] = ()
    doubts: tuple[Sentence | str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no problem was found."""
        return not self.problems

    @property
    def result(self) -> Result:
        """The result of the check."""
        if self.problems:
            return "cheated"
        return "not_checked" if self.doubts else "ok"


@dataclass(slots=True)
class OpenDeal:
    """A deal while a log, or a view of a log, is read.

    Attributes:
        number: its number, from 1; 0 where none was committed.
        committed: the table's commitment.
        bound: the nonce commitment of each seat before it, None for none.
        pack: the pack that the game names for it; None where it named none.
        nonces: the nonces that the seats opened, None while the deck is not cut.
        names: of the players in the seats at the cut.
        seen: cards that the log or the view has shown, with their place in the dealt deck; a place
            that showed two cards has both.
        dealt: whether its deck was dealt.
        played: number of the deal as players count it, see `DealCheck`.
        view: the table after the deal's last event so far.
        problems: faults in the handling of its deck, a sentence each.
        doubts: possible faults that an old log cannot decide.
    """

    number: int
    committed: DeckCommitted
    bound: tuple[str | None, ...]
    pack: tuple[Card, ...] | None = None
    nonces: tuple[str | None, ...] | None = None
    names: tuple[str | None, ...] = ()
    seen: set[tuple[int, Card]] = field(default_factory=set)
    dealt: bool = False
    played: int | None = None
    view: Table | None = None
    problems: list[Sentence] = field(default_factory=list)
    doubts: list[Sentence] = field(default_factory=list)

    def note(self, flaws: Iterable[Flaw]) -> None:
        """Add faults in the handling of the deck."""
        for flaw in flaws:
            (self.problems if flaw.proved else self.doubts).append(flaw.message)

    @property
    def known(self) -> dict[int, Card]:
        """The cards that were shown, by place in the dealt deck."""
        return dict(sorted(self.seen))


def deals_of(steps: Iterable[tuple[int, Event, Table]]) -> Iterator[OpenDeal]:
    """The deals of a log or of its view, each with the last table before the next deal."""
    current: OpenDeal | None = None
    # Checks the order of commitment, cut and play; the cards are checked per deal below.
    decks = Decks()
    played = 0
    for _, event, table in steps:
        if isinstance(event, DeckCommitted):
            if current is not None:
                current.note(decks.replaced(event.deal))
                # A table that commits a new deck in mid-deal may have discarded an unfavourable
                # one.
                if current.dealt and not is_finished(current):
                    current.problems.append(said("another deck was committed before it was over"))
                yield current
            # The deck is bound to these; its cut will replace them by those for the next deal.
            bound = table.commitments
            current = OpenDeal(event.deal, event, bound, table.game.pack(table.state))
            current.note(decks.committed(event.deal, event.root, event.cutters, bound))
        elif isinstance(event, DeckCut):
            flaws = decks.cut(event.deal, event.nonces, table.state.names)
            if current is None:
                yield _deckless(event.deal, flaws, table)
            else:
                current.nonces, current.names = event.nonces, table.state.names
                current.note(flaws)
        elif type(event) not in _OWN:
            deals = deals_cards(event)
            flaws = decks.played(deals=deals)
            if current is None and flaws:
                yield _deckless(0, flaws, table)
            elif current is not None:
                current.note(flaws)
                # Counted once for each deck, when it is dealt.
                if deals and current.played is None and _counts(table):
                    current.played = played = played + 1
                current.dealt = current.dealt or deals
                if current.dealt:
                    # A card that was seen stays known, even if its player leaves.
                    current.seen.update(table.game.exposed(table.state).items())
        if current is not None:
            current.view = table
    if current is not None:
        yield current


def _counts(table: Table) -> bool:
    """Whether players count the deal that has just begun: the draw for the button is not a hand."""
    return not isinstance(table.game, commands.Scored) or table.game.deals(table.state) > 0


def _deckless(number: int, flaws: Iterable[Flaw], table: Table) -> OpenDeal:
    """A deal without a committed deck, with its flaws."""
    nothing = DeckCommitted(deal=number, pack=(), root="", seed="")
    deal = OpenDeal(number, nothing, table.commitments, view=table)
    deal.note(flaws)
    return deal


def is_finished(deal: OpenDeal) -> bool:
    """Whether a deal was dealt and nobody has a decision to make in it."""
    view = deal.view
    return deal.dealt and view is not None and view.game.turn(view.state) is None


def unfinished(deal: OpenDeal) -> DealCheck:
    """The findings on a deal that is not over; its cards are not checked."""
    doubts = [*deal.doubts]
    # A table may close between commitment and deal, which is not suspicious.
    closed = deal.view is not None and deal.view.closed and not deal.dealt
    if not doubts and not closed:
        doubts.append(said("it is not over, and its cards stay closed until then"))
    return DealCheck(
        deal=deal.number,
        played=deal.played,
        finished=False,
        problems=tuple(deal.problems),
        doubts=tuple(doubts),
    )


def check_deals(steps: Iterable[tuple[int, Event, Table]]) -> Iterator[DealCheck]:
    """Check every deal of a whole log: root, nonces, cut, and every card that was dealt.

    Args:
        steps: `replay.steps` of the log with nothing redacted.
    """
    for deal in deals_of(steps):
        closed = deal.view is not None and deal.view.closed
        # A closed table never finishes its deal, so the deal is checked as far as it went.
        if not is_finished(deal) and not (deal.dealt and closed):
            yield unfinished(deal)
            continue
        problems = [*deal.problems, *_pack_problems(deal)]
        committed, nonces = deal.committed, deal.nonces or ()
        try:
            # Everything is derived from the log itself: seed, then root, cut and order.
            made = shuffled(committed)
            # The nonces cut the published root; whether the seed gives that one is asked below.
            order = chance.cut(len(committed.pack), committed.root, nonces)
            deck = chance.dealt(made.cards, order)
        except DealError as error:
            problems.append(said("the deck cannot be computed: {error}", error=str(error)))
        else:
            if made.root != committed.root:
                problems.append(said("the seed does not give the root that was published"))
            problems += [
                said(
                    "{card} was dealt at place {place}, the deck has {other} there",
                    card=card,
                    place=at + 1,
                    other=deck[at] if at < len(deck) else "-",
                )
                for at, card in sorted(deal.seen)
                if at >= len(deck) or deck[at] != card
            ]
        yield _found(deal, deal.known, problems)


def shuffled(committed: DeckCommitted) -> chance.Committed:
    """The deck of a commitment, computed again from its seed."""
    try:
        seed = bytes.fromhex(committed.seed)
    except ValueError:
        # `from None` hides the internal error: a log is untrusted input.
        raise DealError("the seed is not hexadecimal") from None
    return chance.commit(committed.pack, seed)


def check_opened(
    deal: OpenDeal,
    root: str,
    size: int,
    nonces: Sequence[str | None],
    proofs: Iterable[tuple[int, chance.Opening]],
) -> DealCheck:
    """Check a deal of a view: that each card its observer saw is proved under the published root.

    Args:
        deal: one of `deals_of` a redacted log.
        root: the root that was sent with the proofs.
        size: the number of cards that was sent with the proofs.
        nonces: the nonces that were sent with the proofs.
        proofs: place in the dealt deck and opening of each proved card.
    """
    committed = deal.committed
    problems = [*deal.problems, *_pack_problems(deal)]
    # `seen` holds pairs of place and card, `known` one card for each place.
    if len(deal.seen) != len(deal.known):
        problems.append(said("two cards were shown at one place of the deck"))
    if root != committed.root or size != len(committed.pack):
        problems.append(said("the proofs are of another commitment than the one before the deal"))
    if tuple(nonces) != deal.nonces:
        problems.append(said("the proofs are of another cut than the one in the log"))
    try:
        order = chance.cut(len(committed.pack), committed.root, deal.nonces or ())
    except DealError as error:
        why = said("the cut cannot be computed: {error}", error=str(error))
        return _found(deal, {}, [*problems, why])
    proved: dict[int, Card] = {}
    # Every place for which a proof came, good or bad.
    wrong: set[int] = set()
    known = deal.known
    for at, opening in proofs:
        card = known.get(at)
        # A bad proof is one problem: its place is not reported as unproved as well.
        wrong.add(at)
        if not 0 <= at < len(order) or order[at] != opening.position:
            problems.append(
                said("the proof of place {place} is of another place of the deck", place=at + 1)
            )
        elif card is not None and opening.card != card:
            problems.append(
                said(
                    "{card} was dealt at place {place}, the proof is of {other}",
                    card=card,
                    place=at + 1,
                    other=opening.card,
                )
            )
        elif not chance.check_opening(committed.root, len(committed.pack), opening):
            problems.append(
                said(
                    "the proof of {card} at place {place} does not hold",
                    card=opening.card,
                    place=at + 1,
                )
            )
        else:
            proved[at] = opening.card
    assert deal.view is not None
    table = deal.view
    still = set(table.game.exposed(table.state))
    missing = {at: card for at, card in known.items() if at not in wrong | set(proved)}
    problems += [
        said("{card} at place {place} has no proof", card=card, place=at + 1)
        for at, card in missing.items()
        if at in still
    ]
    forgotten = {at: card for at, card in missing.items() if at not in still}
    # Cards forgotten by the table cannot be proved, which is not a sign of cheating.
    return replace(_found(deal, proved, problems), unproved=forgotten)


def _found(deal: OpenDeal, cards: Mapping[int, Card], problems: Iterable[Sentence]) -> DealCheck:
    nonces = tuple(seat for seat, nonce in enumerate(deal.nonces or ()) if nonce is not None)
    return DealCheck(
        deal=deal.number,
        played=deal.played,
        cards=dict(cards),
        nonces=nonces,
        cutters=tuple(seat_called(seat, deal.names) for seat in nonces),
        problems=tuple(problems),
        doubts=tuple(deal.doubts),
    )


def _pack_problems(deal: OpenDeal) -> Iterator[Sentence]:
    if deal.pack is not None and Counter(deal.pack) != Counter(deal.committed.pack):
        yield said("the deck was made of another pack than the game's")
    # The commitment binds the table to an order of cards, not to the pack named with it.
    # Counter subtraction finds cards that were shown more often than they exist.
    for card in Counter(deal.known.values()) - Counter(deal.committed.pack):
        yield said("{card} was shown more often than the pack has it", card=card)
