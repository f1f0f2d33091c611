"""Checks of a log by what stands in it: was a deal arranged, and do the rules give these events.

A log that is held whole has the seed of every deck, so the commitment, the cut and each card can
be computed again (`check_deals`), and so can what every command caused (`Decider`). Who played
has only what their seat saw: openings of its cards, checked against the same root (`check_opened`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from carteado.engine import deal as chance
from carteado.engine import game as commands
from carteado.engine.cards import Card
from carteado.engine.decks import Decks, Flaw, deals_cards
from carteado.engine.errors import DealError, EngineError, PlainError, Refusal, ReplayError
from carteado.engine.game import Act, Command, Deal, Event, SeatTaken
from carteado.engine.plain import from_plain, tag_of
from carteado.engine.table import (
    TABLE_EVENTS,
    DeckCommitted,
    DeckCut,
    Table,
    TableOpened,
    evolve,
    open_table,
)
from carteado.engine.words import counted

__all__ = [
    "DealCheck",
    "Decider",
    "OpenDeal",
    "Result",
    "check_deals",
    "check_opened",
    "command_from_plain",
    "deals_of",
    "is_finished",
    "unfinished",
]

_COMMANDS: Mapping[str, Any] = {tag_of(cls): cls for cls in commands.Command.__args__}
_OWN = frozenset(TABLE_EVENTS)

Result = Literal["ok", "cheated", "not_checked"]
"""What a check comes to: all is well, something is wrong, or it cannot be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCheck:
    """What the check of one deal found.

    Attributes:
        deal: number of the deck at its table.
        played: number of the deal as players count it, from 1; None for a deck that decides
            something else, such as the draw for the button, or that is not dealt yet.
        finished: False for a deal that is not over; its cards were not looked at.
        cards: cards that were checked, by position in the dealt deck.
        unproved: cards that were seen once and that the table has forgotten since, as it does when
            a game starts again; nobody proves them any more.
        nonces: seats whose nonce took part in the cut.
        problems: what is wrong, a sentence each; empty when all is well.
        doubts: why all may be well and cannot be proved, a sentence each.
    """

    deal: int
    played: int | None = None
    finished: bool = True
    cards: Mapping[int, Card] = field(default_factory=dict)
    unproved: Mapping[int, Card] = field(default_factory=dict)
    nonces: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is known to be wrong."""
        return not self.problems

    @property
    def result(self) -> Result:
        """What the check comes to."""
        if self.problems:
            return "cheated"
        return "not_checked" if self.doubts else "ok"


@dataclass(slots=True)
class OpenDeal:
    """A deal on its way through a log or a view of one.

    Attributes:
        number: its number, from 1; 0 where none was committed.
        committed: what the table bound itself to.
        bound: what each seat was bound to before it.
        pack: the pack that the game names for it; None where it named none.
        nonces: what the seats opened, None while the deck is not cut.
        seen: cards that the log or the view has shown, with their place in the dealt deck; all of
            them, should one place have shown two.
        dealt: whether its deck was dealt.
        played: number of the deal as players count it, see `DealCheck`.
        view: the table after the deal's last event so far.
        problems: what is wrong with how its deck was handled, a sentence each.
        doubts: what may be wrong with that, where the log is too old to tell.
    """

    number: int
    committed: DeckCommitted
    bound: tuple[str | None, ...]
    pack: tuple[Card, ...] | None = None
    nonces: tuple[str | None, ...] | None = None
    seen: set[tuple[int, Card]] = field(default_factory=set)
    dealt: bool = False
    played: int | None = None
    view: Table | None = None
    problems: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def note(self, flaws: Iterable[Flaw]) -> None:
        """Add what is wrong with how the deck was handled."""
        for flaw in flaws:
            (self.problems if flaw.proved else self.doubts).append(flaw.message)

    @property
    def known(self) -> dict[int, Card]:
        """The cards that were shown, by place in the dealt deck."""
        return dict(sorted(self.seen))


def deals_of(steps: Iterable[tuple[int, Event, Table]]) -> Iterator[OpenDeal]:
    """The deals of a log or of a view of one, each with the last table before the next."""
    current: OpenDeal | None = None
    decks = Decks()
    played = 0
    for _, event, table in steps:
        if isinstance(event, DeckCommitted):
            if current is not None:
                current.note(decks.replaced(event.deal))
                if current.dealt and not is_finished(current):
                    current.problems.append("another deck was committed before it was over")
                yield current
            # The deck is bound to these; its cut will replace them by those for the next deal.
            bound = table.commitments
            current = OpenDeal(event.deal, event, bound, table.game.pack(table.state))
            current.note(decks.committed(event.deal, event.root, event.cutters, bound))
        elif isinstance(event, DeckCut):
            flaws = decks.cut(event.deal, event.nonces)
            if current is None:
                yield _deckless(event.deal, flaws, table)
            else:
                current.nonces = event.nonces
                current.note(flaws)
        elif type(event) not in _OWN:
            deals = deals_cards(event)
            flaws = decks.played(deals=deals)
            if current is None and flaws:
                yield _deckless(0, flaws, table)
            elif current is not None:
                current.note(flaws)
                if deals and current.played is None and _counts(table):
                    current.played = played = played + 1
                current.dealt = current.dealt or deals
                if current.dealt:
                    # A card that was known stays known, also if its player leaves.
                    current.seen.update(table.game.exposed(table.state).items())
        if current is not None:
            current.view = table
    if current is not None:
        yield current


def _counts(table: Table) -> bool:
    """Whether players count what was just dealt: the draw for the button is no hand."""
    return not isinstance(table.game, commands.Scored) or table.game.deals(table.state) > 0


def _deckless(number: int, flaws: Iterable[Flaw], table: Table) -> OpenDeal:
    """Something of a deal for which no deck was ever committed."""
    nothing = DeckCommitted(deal=number, pack=(), root="", seed="")
    deal = OpenDeal(number, nothing, table.commitments, view=table)
    deal.note(flaws)
    return deal


def is_finished(deal: OpenDeal) -> bool:
    """Whether a deal was dealt and nobody has a decision to make in it."""
    view = deal.view
    return deal.dealt and view is not None and view.game.turn(view.state) is None


def unfinished(deal: OpenDeal) -> DealCheck:
    """What is found of a deal that is not over: its cards are not looked at."""
    doubts = [*deal.doubts]
    closed = deal.view is not None and deal.view.closed and not deal.dealt
    if not doubts and not closed:
        doubts.append("it is not over, and its cards stay closed until then")
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
        # A closed table never finishes its deal, so that is checked as far as it went.
        if not is_finished(deal) and not (deal.dealt and closed):
            yield unfinished(deal)
            continue
        problems = [*deal.problems, *_pack_problems(deal)]
        committed, nonces = deal.committed, deal.nonces or ()
        try:
            made = _shuffled(committed)
            # The nonces cut the published root; whether the seed gives that one is asked below.
            order = chance.cut(len(committed.pack), committed.root, nonces)
            deck = chance.dealt(made.cards, order)
        except DealError as error:
            problems.append(f"the deck cannot be computed: {error}")
        else:
            if made.root != committed.root:
                problems.append("the seed does not give the root that was published")
            problems += [
                f"{card} was dealt at place {at + 1}, the deck has {deck[at]} there"
                for at, card in sorted(deal.seen)
                if at >= len(deck) or deck[at] != card
            ]
        yield _found(deal, deal.known, problems)


def _shuffled(committed: DeckCommitted) -> chance.Committed:
    """The deck of a commitment, computed again from its seed."""
    try:
        seed = bytes.fromhex(committed.seed)
    except ValueError:
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
        root: the root that the proofs came with.
        size: the number of cards that the proofs came with.
        nonces: the nonces that the proofs came with.
        proofs: place in the dealt deck and opening of each proved card.
    """
    committed = deal.committed
    problems = [*deal.problems, *_pack_problems(deal)]
    # `seen` holds pairs of place and card, `known` one card for each place.
    if len(deal.seen) != len(deal.known):
        problems.append("two cards were shown at one place of the deck")
    if root != committed.root or size != len(committed.pack):
        problems.append("the proofs are of another commitment than the one before the deal")
    if tuple(nonces) != deal.nonces:
        problems.append("the proofs are of another cut than the one in the log")
    try:
        order = chance.cut(len(committed.pack), committed.root, deal.nonces or ())
    except DealError as error:
        return _found(deal, {}, [*problems, f"the cut cannot be computed: {error}"])
    proved: dict[int, Card] = {}
    wrong: set[int] = set()
    known = deal.known
    for at, opening in proofs:
        card = known.get(at)
        # A bad proof is one problem: its place is not reported as unproved as well.
        wrong.add(at)
        if not 0 <= at < len(order) or order[at] != opening.position:
            problems.append(f"the proof of place {at + 1} is of another place of the deck")
        elif card is not None and opening.card != card:
            problems.append(f"{card} was dealt at place {at + 1}, the proof is of {opening.card}")
        elif not chance.check_opening(committed.root, len(committed.pack), opening):
            problems.append(f"the proof of {opening.card} at place {at + 1} does not hold")
        else:
            proved[at] = opening.card
    assert deal.view is not None
    table = deal.view
    still = set(table.game.exposed(table.state))
    missing = {at: card for at, card in known.items() if at not in wrong | set(proved)}
    problems += [
        f"{card} at place {at + 1} has no proof" for at, card in missing.items() if at in still
    ]
    forgotten = {at: card for at, card in missing.items() if at not in still}
    return replace(_found(deal, proved, problems), unproved=forgotten)


def _found(deal: OpenDeal, cards: Mapping[int, Card], problems: Iterable[str]) -> DealCheck:
    return DealCheck(
        deal=deal.number,
        played=deal.played,
        cards=dict(cards),
        nonces=tuple(seat for seat, nonce in enumerate(deal.nonces or ()) if nonce is not None),
        problems=tuple(problems),
        doubts=tuple(deal.doubts),
    )


def _pack_problems(deal: OpenDeal) -> Iterator[str]:
    if deal.pack is not None and Counter(deal.pack) != Counter(deal.committed.pack):
        yield "the deck was made of another pack than the game's"
    # The commitment binds to an order of cards, not to the pack that was named beside it.
    for card in Counter(deal.known.values()) - Counter(deal.committed.pack):
        yield f"{card} was shown more often than the pack has it"


# What the rules say


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordedAct:
    """An `Act` whose action is still plain data: only the game knows its class."""

    seat: int
    action: Mapping[str, Any]
    type: Literal["act"] = "act"


def command_from_plain(
    game: commands.Game[Any], data: Mapping[str, Any], deck: tuple[Card, ...] | None
) -> Command:
    """The command that a log recorded; a deal gets its deck, which the log leaves out.

    Raises:
        PlainError: it is not one.
    """
    kind = _COMMANDS.get(str(data.get("type")))
    if kind is None:
        raise PlainError(f"{data.get('type')!r:.40} is no command")
    if kind is Deal:
        if deck is None:
            raise PlainError("a deal without a deck")
        return Deal(deck=deck)
    if kind is not Act:
        command: Command = from_plain(kind, data)
        return command
    act: _RecordedAct = from_plain(_RecordedAct, data)
    tag = act.action.get("type")
    for cls in game.actions:
        if tag_of(cls) == tag:
            return Act(seat=act.seat, action=from_plain(cls, act.action))
    raise PlainError(f"{tag!r:.40} is no action of {game.id}")


class Decider:
    """Decides a log again, commit by commit: do the recorded commands give the recorded events?

    Attributes:
        table: the table after the commits so far, None before the first.
    """

    def __init__(self) -> None:
        self.table: Table | None = None

    def check(self, done: Sequence[Mapping[str, Any]], events: Sequence[Event]) -> str | None:
        """Why a commit cannot have come about as it says; None when it can.

        Args:
            done: plain data of the commands that the game accepted, in order.
            events: the commit's events, nothing redacted.
        """
        waiting = list(done)
        expected: list[Event] = []
        for event in events:
            if self.table is None:
                if not isinstance(event, TableOpened):
                    return f"the log begins with {event.type}"
                self.table = open_table(event)
            elif type(event) in _OWN:
                self.table = evolve(self.table, event)
            else:
                if not expected:
                    if not waiting:
                        return f"no recorded command causes {event.type}"
                    try:
                        # The table's own events come between, so a command waits for its first one.
                        expected = self._decided(_with_name(waiting.pop(0), event))
                    except EngineError as error:
                        return str(error)
                # Equality of dataclasses compares every field, sealed ones included.
                if expected.pop(0) != event:
                    return f"the rules give another {event.type} than the log holds"
                self.table = evolve(self.table, event)
        if expected:
            given = "that the rules give"
            return counted(
                len(expected), f"event {given} is missing", f"events {given} are missing"
            )
        if waiting:
            return f"the events of {counted(len(waiting), 'recorded command')} are missing"
        return None

    def _decided(self, data: Mapping[str, Any]) -> list[Event]:
        table = self.table
        assert table is not None
        command = command_from_plain(table.game, data, _deck(table))
        answer = table.game.decide(table.state, command)
        if isinstance(answer, Refusal):
            raise ReplayError(f"the rules refuse the recorded {command.type}: {answer.message}")
        return list(answer.events)


def _with_name(command: Mapping[str, Any], event: Event) -> Mapping[str, Any]:
    """A recorded command; who sits down is called as in the event, for the log holds no names."""
    if command.get("type") == _SIT and "name" not in command and type(event) is SeatTaken:
        return {**command, "name": event.name}
    return command


_SIT = tag_of(commands.Sit)


def _deck(table: Table) -> tuple[Card, ...] | None:
    """The deck of the table's deal, from its commitment's seed and its cut."""
    committed, nonces = table.committed, table.nonces
    if committed is None or nonces is None:
        return None
    made = _shuffled(committed)
    return chance.dealt(made.cards, chance.cut(len(committed.pack), committed.root, nonces))
