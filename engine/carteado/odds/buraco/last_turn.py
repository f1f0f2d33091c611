"""The last turn of a deal, solved: the most points with which the seat to act can end it.

A turn is the last one where the deal ends with it whatever is played: the extra last turn, the turn
after which neither stock nor morto is left, and every turn in which the hand goes out. No hidden
card matters then, so the best play follows from the own hand and the table, and `packing` finds
it. Three things make the answer inexact, which it then says: a morto that the seat would take up
and play on with, cards below the top of a closed pile, and a discard that gives the others the
extra last turn. That turn can only help, so where the best play gives none away it is the best
against every hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.actions import Decline, Discard, Extend, Meld, TakePile
from carteado.engine.games.buraco.kernel import Kernel, Knowledge, apply, determinise, legal, points
from carteado.engine.games.buraco.kernel.asking import position
from carteado.engine.games.buraco.kernel.faces import CARD, IS_WILD
from carteado.engine.games.buraco.kernel.kernel import NO_CARD
from carteado.engine.games.buraco.kernel.loading import hand_points
from carteado.engine.games.buraco.position import Position
from carteado.engine.games.buraco.runs import points as points_of
from carteado.engine.games.buraco.scoring import OUT_BONUS
from carteado.engine.games.buraco.standing import why_not_out
from carteado.engine.games.buraco.state import SEATS
from carteado.engine.words import counted
from carteado.odds.buraco.candidates import Action, Plan
from carteado.odds.buraco.packing import Key, best_of_each_kind
from carteado.odds.buraco.pieces import CLEAN, MELDED, OPENS, READY, Hand, Lay, wilds_in

__all__ = ["WORK", "LastTurn", "Way", "Ways", "finished", "last_turn", "ways_to_end"]

WORK = 150_000
"""Maximum number of search steps for a turn; counted, not timed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to play the rest of a turn.

    Attributes:
        plan: what is laid, and the discard where there is one.
        gain: points of the own pair, compared with laying and discarding nothing.
        out: the pair goes out with it.
        morto: the hand is emptied and takes a morto; `gain` leaves out its cards.
    """

    plan: Plan
    gain: int
    out: bool
    morto: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTurn:
    """The best play of a last turn.

    Attributes:
        plan: the rest of the turn.
        points: own less theirs at the end of the deal, expected over the hidden hands.
        why: a sentence why another play may be worth more (the work limit or hidden cards ended the
            search); '' if the answer is exact.
        work: steps of the search that were made.
    """

    plan: Plan
    points: Fraction
    why: str
    work: int

    @property
    def exact(self) -> bool:
        """Whether no other play of the turn is worth more."""
        return not self.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """Ways to play the rest of a turn, those with the most points first.

    Attributes:
        ways: the best one of each kind: by the wilds that it uses, and by how the turn ends.
        complete: whether each way is the best of its kind.
        work: steps of the search that were made.
    """

    ways: tuple[Way, ...]
    complete: bool
    work: int


def ways_to_end(deal: Kernel, *, work: int = WORK, keep: frozenset[int] = frozenset()) -> Ways:
    """The best ways to play the rest of a turn, as if the deal ended with it.

    Args:
        deal: the seat to act has drawn; only its hand and the table are used.
        work: maximum number of search steps.
        keep: faces that may not be discarded.
    """
    seat = deal.seat
    barred = deal.barred
    # The second copy of a barred card may be discarded.
    if barred != NO_CARD and deal.hand(seat).count(barred) < 2:
        keep = keep | {barred}
    runs = deal.runs[seat & 1]
    # Without the forfeit rule one search is enough: laid cards always count.
    if not deal.rules.no_clean_forfeits:
        return _ways(deal, Hand(deal=deal, keep=keep, work=work), 0, 0)
    # The melds count with a clean canastra, and are worth nothing without one.
    lying = sum([node.value for node in runs])
    lies = any(node.canastra and node.clean for node in runs)
    # Under the forfeit rule the ways with a clean canastra and those without are scored
    # differently, so they are searched separately.
    clean = _ways(deal, Hand(deal=deal, keep=keep, work=work), CLEAN, 0 if lies else lying)
    spoilt = Hand(deal=deal, keep=keep, work=work, laid_counts=False)
    # Without a clean canastra the table is worth 0: what lay there before is lost as well.
    other = _ways(deal, spoilt, 0, -lying if lies else 0)
    return Ways(
        ways=tuple(sorted(clean.ways + other.ways, key=lambda way: -way.gain)),
        complete=clean.complete and other.complete,
        work=clean.work + other.work,
    )


def _ways(deal: Kernel, hand: Hand, needs: int, before: int) -> Ways:
    """The best ways with the needed canastra; `before` is added to their gain."""
    now, found = position(deal), list[tuple[int, str, object, int]]()
    for key, (gain, way) in best_of_each_kind(hand).items():
        for end, wild in _ends(hand, key, now) if key.brings & needs == needs else ():
            bonus = hand.worth(wild) if wild != NO_CARD else 0
            bonus += OUT_BONUS if end == "out" else 0
            # The score of a way is complete here; the plan is built only afterwards.
            found.append((before + gain + bonus, end, way, wild))
    found.sort(key=lambda one: -one[0])
    ways = []
    for gain, end, way, wild in found:
        lays, discard = _laid(way)
        plan = _plan(deal, lays, discard if wild == NO_CARD else wild)
        ways.append(Way(plan=plan, gain=gain, out=end == "out", morto=end == "morto"))
    return Ways(ways=tuple(ways), complete=not hand.cut, work=hand.made)


def _ends(hand: Hand, key: Key, now: Position) -> Iterator[tuple[str, int]]:
    """The ways to end a turn once cards are laid: the kind of end, and a wild that is discarded."""
    rest = wilds_in(hand.wilds - key.wilds)
    # The first meld of a pair must reach the minimum: no new meld is legal if none does.
    if key.brings & MELDED and not key.brings & OPENS:
        return
    # A natural card is already chosen as the discard.
    if key.thrown:
        if key.left or rest:
            yield "discard", NO_CARD
        elif end := _emptied(key, now, wild=False):
            yield end, NO_CARD
        return
    if not key.left and not rest:
        if end := _emptied(key, now, wild=None):
            yield end, NO_CARD
        return
    # Discarding one of several cards ends the turn normally; discarding the only one empties the
    # hand.
    many = key.left or sum([(hand.wilds - key.wilds) >> 4 * at & 15 for at in range(5)]) > 1
    for wild in rest:
        if wild in hand.keep:
            continue
        if many:
            yield "discard", wild
        elif end := _emptied(key, now, wild=True):
            yield end, wild


def _emptied(key: Key, now: Position, *, wild: bool | None) -> str:
    """The result of emptying the hand, '' if it may not be emptied this way.

    Args:
        key: the laid cards.
        now: the deal before that.
        wild: whether the last card is discarded and a wild; None where it is laid.
    """
    # An emptied hand takes a morto as long as the pair has not taken one (shared rules,
    # buraco.md).
    if now.claim:
        return "morto"
    if now.batida == "no" or not key.brings & READY:
        return ""
    return "" if why_not_out(now.final_discard, now.final_discard_wild, wild) else "out"


def _laid(way: object) -> tuple[list[Lay], int]:
    """The plays in the nested pairs of a table: the laid cards and the discard."""
    lays, discard, waiting = list[Lay](), NO_CARD, [way]
    while waiting:
        now = waiting.pop()
        if isinstance(now, int):
            discard = now
        elif isinstance(now, Lay):
            lays.append(now)
        elif isinstance(now, tuple):
            waiting += reversed(now)
    return lays, discard


def _plan(deal: Kernel, lays: list[Lay], discard: int) -> Plan:
    """The actions, in an order in which each is legal."""
    # The minimum applies only to the first meld of a pair.
    opening = 0 if deal.runs[deal.seat & 1] else deal.rules.opening_minimum
    new = [lay for lay in lays if lay.at < 0]
    old = [lay for lay in lays if lay.at >= 0]
    if opening:
        # The meld that reaches the minimum comes first; only after it are the others legal.
        new.sort(key=lambda lay: -_points(deal, lay))
    # A turn that ends without a discard must never pass through a position with one card that
    # cannot be laid.
    elif discard == NO_CARD and new and len(old) and all(len(lay.faces) == 1 for lay in old[-1:]):
        old, new = [*old, *new], []  # The last play lays several cards, so that one never waits.
    plan: list[Action] = []
    for lay in (*old, *new):
        cards = [CARD[face] for face in lay.faces]
        if lay.place is not None:
            at = next((at for at, face in enumerate(lay.faces) if IS_WILD[face]), 0)
            cards[at] = type(cards[at])(f"{cards[at]}={lay.place}")
        if lay.at < 0:
            plan.append(Meld(cards=tuple(cards)))
        else:
            plan.append(Extend(meld=lay.at, cards=tuple(cards)))
    if discard != NO_CARD:
        plan.append(Discard(card=CARD[discard]))
    return tuple(plan)


def _points(deal: Kernel, lay: Lay) -> int:
    node = deal.melds.laid(lay.faces)
    return 0 if node is None else node.points


# The end of the deal


def last_turn(knowledge: Knowledge, *, work: int = WORK) -> LastTurn | None:
    """The best play of a turn with which the deal ends; None in a turn that is not the last.

    Args:
        knowledge: of the seat to act.
        work: maximum number of search steps.
    """
    # A last turn depends on visible cards only, so any imagined deal gives the same answer.
    deal = determinise(knowledge, 0)
    if deal.drawn:
        return _best(knowledge, deal, (), work) if _may_end_here(deal) else None
    if not deal.last_turn or UNKNOWN in knowledge.pile:
        return None
    plan: Plan = (Decline(),)
    found = [_exactly(knowledge, deal, plan)]
    # On the extra last turn the player may take the pile or decline; each way to take it is
    # solved in turn.
    for take in legal(deal):
        if not isinstance(take, TakePile):
            continue
        after = deal.copy()
        apply(after, take)
        # The limit covers the whole turn, so that many ways to take the pile do not multiply the
        # work.
        left = work - sum([one.work for one in found])
        if after.over:
            found.append(_exactly(knowledge, deal, (take,)))
        elif left <= 0:
            found[0] = replace(found[0], why=_limited(work))
        elif best := _best(knowledge, after, (take,), left):
            found.append(best)
    best = max(found, key=lambda one: one.points)
    return replace(
        best,
        why=next((one.why for one in found if one.why), ""),
        work=sum([one.work for one in found]),
    )


def finished(knowledge: Knowledge, plan: Plan, *, work: int = WORK) -> Plan:
    """A plan with the best rest of the last turn; unchanged if it ends the turn already.

    Args:
        knowledge: of the seat to act.
        plan: legal actions, in order, after which no new card is seen.
        work: as in `last_turn`.
    """
    deal = determinise(knowledge, 0)
    took = deal.took[knowledge.seat & 1]
    for action in plan:
        apply(deal, action)
    # After a morto is taken the hand has unknown cards and cannot be solved.
    if deal.over or deal.turns or deal.took[knowledge.seat & 1] != took or not _may_end_here(deal):
        return plan
    best = _best(knowledge, deal, plan, work)
    return plan if best is None else best.plan


def _may_end_here(deal: Kernel) -> bool:
    """Whether the deal ends with this turn, unless a discard gives the others the extra one."""
    if deal.last_turn:
        return True
    # Another card can be drawn, so the deal goes on after this turn.
    if len(deal.stock) > deal.rules.stock_reserve:
        return False
    # With "convert" a remaining morto becomes the new stock.
    return not (deal.mortos and deal.rules.morto_exhaustion == "convert")


def _limited(work: int) -> str:
    return f"the search was limited to {counted(work, 'step')}"


def _best(knowledge: Knowledge, deal: Kernel, begun: Plan, work: int) -> LastTurn | None:
    """The best rest of a turn after the draw; None if the deal continues in any case.

    Args:
        knowledge: before the turn.
        deal: now.
        begun: the plays of the turn so far.
        work: as in `last_turn`.
    """
    giving = _giving(deal)
    every = ways_to_end(deal, work=work)
    safe = every if not giving else ways_to_end(deal, work=work, keep=giving)
    # A morto brings unknown cards, so such a way has no exact value.
    ends = [way for way in safe.ways if not way.morto]
    if not ends:
        return None  # every discard gives the others the extra turn
    best = ends[0]
    why = "" if every.complete and safe.complete else _limited(work)
    if any(way.morto for way in every.ways):
        why = why or "a morto may be taken, whose cards nobody has seen"
    # The best discard overall may be worth more than what the extra turn costs; nobody can tell
    # exactly.
    elif every.ways[0].gain > best.gain:
        why = why or "a discard that is worth more gives the others one more turn"
    found = _exactly(knowledge, determinise(knowledge, 0), (*begun, *best.plan))
    made = every.work + (safe.work if giving else 0)
    return replace(found, why=why, work=made)


def _giving(deal: Kernel) -> frozenset[int]:
    """Faces of the hand whose discard gives the others the extra last turn."""
    rules = deal.rules
    if deal.last_turn or rules.last_turn == "none":
        return frozenset()
    hand, theirs = deal.hand(deal.seat), deal.runs[1 - (deal.seat & 1)]
    under = deal.pile if rules.encartada_scope == "any" else []
    # Then every discard gives the opponents the extra turn.
    if rules.last_turn == "always" or any(one.takes(face) for one in theirs for face in under):
        return frozenset(hand)
    return frozenset([face for face in hand if any(one.takes(face) for one in theirs)])


def _exactly(knowledge: Knowledge, deal: Kernel, plan: Plan) -> LastTurn:
    """A plan that ends the deal, with its points on average over the hidden hands."""
    after = deal.copy()
    for action in plan:
        apply(after, action)
    team, both = knowledge.seat & 1, points(after)
    found = Fraction(both[team] - both[1 - team])
    # The plan was played in one imagined deal. Replace the hidden hands' points there by their
    # expectation.
    if after.rules.hand_penalty:
        for seat in range(SEATS):
            if seat != knowledge.seat and _deducted(after, seat):
                hidden = knowledge.hidden[seat] + knowledge.aside[seat]
                known = sum([_worth(after, card) for card in knowledge.known[seat]])
                expected = known + hidden * _mean(knowledge, after)
                found += (hand_points(after, seat) - expected) * (1 if seat & 1 == team else -1)
    return LastTurn(plan=plan, points=found, why="", work=0)


# A morto taken by discard and not yet played may count as not taken; then its hand is not
# deducted.
def _deducted(deal: Kernel, seat: int) -> bool:
    """Whether the cards of a hand count against its pair."""
    return not deal.rules.unused_morto_counts_as_not_taken or deal.unplayed[seat & 1] != seat


def _mean(knowledge: Knowledge, deal: Kernel) -> Fraction:
    """Mean points of an unknown card."""
    cards = knowledge.unknown
    return Fraction(sum([_worth(deal, card) for card in cards]), max(len(cards), 1))


def _worth(deal: Kernel, card: Card) -> int:
    return points_of((card,), deal.rules)
