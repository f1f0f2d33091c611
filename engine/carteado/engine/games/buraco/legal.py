"""The legal actions of a seat, from the predicates that the rules use.

The kinds of action are computed at once. The plays of a kind are generated on demand from
the position, because a large hand holds thousands. Of the additions to a run only those are
generated that no smaller one leads to (`joins`). More cards at once are legal too, but reach
nothing that single additions do not reach.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    Redraw,
    SingleAction,
    TakePile,
)
from carteado.engine.games.buraco.cards import FACE_OF, WILD
from carteado.engine.games.buraco.enumeration import (
    Group,
    groups_of,
    has_meld,
    has_meld_of,
    melds_in,
)
from carteado.engine.games.buraco.hands import bits_of, faces_among, holding
from carteado.engine.games.buraco.joins import joins, leaps
from carteado.engine.games.buraco.placing import placements
from carteado.engine.games.buraco.position import Position, discardable, position_of, put_down
from carteado.engine.games.buraco.state import State
from carteado.engine.generated import maker

__all__ = [
    "DISCARDS",
    "Legal",
    "checked_melds",
    "corners",
    "discards",
    "extension",
    "extensions",
    "is_free",
    "legal",
    "may_draw",
    "may_take",
    "melding",
    "melds",
    "plays",
    "takes",
    "taking",
    "takings",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """The kinds of action that a seat may take now.

    Attributes:
        draw: may draw from the stock.
        take: may take the pile.
        redraw: may exchange the card just drawn.
        meld: has a new run or set to lay.
        extend: has a card for a run of its pair.
        discard: may discard.
        decline: may decline the last turn.
        position: what decides which plays there are; None where no cards are laid or discarded.
    """

    draw: bool = False
    take: bool = False
    redraw: bool = False
    meld: bool = False
    extend: bool = False
    discard: bool = False
    decline: bool = False
    position: Position | None = None


def legal(state: State, seat: int) -> Legal:
    """The kinds of action that `seat` may take now."""
    phase = state.phase
    if seat != state.to_act or phase == "between":
        return _NOTHING
    if phase == "draw":
        take, waits = may_take(state), state.options.pile_take == "must_meld_top"
        if not (take and waits):
            # No cards are laid with the take, so no position is needed; eight results, all
            # shared.
            return _before_the_draw(may_draw(state), take, state.last_turn)
        before = position_of(state, seat)
        return _offer(
            draw=may_draw(state),
            take=_may_meld_top(before),
            decline=state.last_turn,
            position=before,
        )
    position = position_of(state, seat)
    hand = position.hand
    # Stored where the derived property keeps its value: calling the property is slower.
    once, _, _ = held = position.__dict__["held"] = holding(hand)
    return _offer(
        redraw=state.offer,
        # A cheap bit test first; only a hand short of cards needs the full search.
        meld=has_meld(held, position.sets) and _may_meld(position),
        extend=(position.any_wanted & once != 0 and _may_extend(position))
        or (position.leaping and _any(_together(position))),
        # With two cards or more one of them can always be discarded.
        discard=len(hand) > 1 or bool(discardable(position)),
        position=position,
    )


# Legal is made for every decision of every playout; see `generated`.
_offer = maker(Legal)
_NOTHING = Legal()


@functools.cache
def _before_the_draw(draw: bool, take: bool, decline: bool) -> Legal:
    return Legal(draw=draw, take=take, decline=decline)


def may_draw(state: State) -> bool:
    """Whether the stock has a card for the seat to act."""
    # The extra turn has no stock (buraco.md, 1.4 no. 21); the reserve stays unplayed.
    return not state.last_turn and len(state.stock) > state.options.stock_reserve


def may_take(state: State) -> bool:
    """Whether there is a pile, and the limit of single-card takes in a row is not reached."""
    # Seats could pass one card on for ever; without stock there is nothing else to take.
    stalled = len(state.pile) == 1 and state.swaps >= state.options.stall_limit
    return bool(state.pile) and (not stalled or not may_draw(state))


def _any(plays: Iterator[object]) -> bool:
    return next(plays, None) is not None


def _may_meld(position: Position) -> bool:
    """Whether one of the melds may be laid; one that leaves two cards needs no further check."""
    # 3 cards: if any meld of the smallest size leaves two cards, no ending rule can forbid it.
    return is_free(position, 3) or _any(melds(position))


def _may_extend(position: Position) -> bool:
    """Whether a fitting card may be added; if that leaves two cards, no further check is needed."""
    return is_free(position, 1) or _any(extensions(position))


def _may_meld_top(position: Position) -> bool:
    """Whether the pile may be taken; a meld that leaves two cards needs no further check."""
    top = position.top
    assert top is not None
    # 0 cards of the hand: the top card alone fits, and the hand stays as large as it was.
    if position.any_wanted & bits_of(top) and is_free(position, 0):
        return True
    # `has_meld_of` looks at the neighbours of a card, and a wild has none.
    if top in WILD:
        return _any(takings(position))
    # Two cards of the hand and the top card are the smallest new meld.
    if has_meld_of(position.held, top, position.sets):
        return is_free(position, 2) or _any(takings(position))
    return _any(_onto_runs(position))


def melds(position: Position) -> Iterator[Meld]:
    """The new melds that are legal, of equal cards only one each."""
    yield from checked_melds(position, groups_of(position.held, position.sets))


def checked_melds(position: Position, groups: list[Group]) -> Iterator[Meld]:
    """The legal ones among the melds of some groups."""
    for cards in melds_in(groups):
        # Skips the full check of the ending for all but the last cards of a hand.
        if is_free(position, len(cards)) or _lies(position, cards, None):
            yield melding(cards=cards)


def is_free(position: Position, size: int) -> bool:
    """Whether any cards of this number may be laid, if they form a meld or fit one."""
    # More than one card left: the turn can always end with a discard (buraco.md, 1.3).
    return len(position.hand) + position.under - size > 1 and not position.opening


def _lies(position: Position, cards: tuple[Card, ...], meld: int | None) -> bool:
    return not isinstance(put_down(position, cards, meld), Refusal)


def extensions(position: Position) -> Iterator[Extend]:
    """The legal additions to a run of the pair: of one card, or of cards that fit only together."""
    (once, _, _), free = position.held, is_free(position, 1)
    for at, lanes in enumerate(position.wanted):
        if lanes & once:
            # In the order of the hand, so that equal positions list equal plays.
            for face in faces_among(position.hand, lanes & once):
                if free or _lies(position, (face,), at):
                    yield extension(meld=at, cards=(face,))
    if position.leaping:
        yield from _together(position)


def _together(position: Position) -> Iterator[Extend]:
    """The legal additions of several cards, none of which fits by itself."""
    for at, run in enumerate(position.runs):
        for cards in leaps(run, position.held):
            if _lies(position, cards, at):
                yield extension(meld=at, cards=cards)


melding, extension, taking = maker(Meld), maker(Extend), maker(TakePile)
"""A new meld, an addition and a take of the pile, made without the constructors."""


def discards(position: Position) -> Iterator[Discard]:
    """The legal discards, of equal cards only one."""
    for face in discardable(position):
        yield DISCARDS[face]


DISCARDS = {face: Discard(card=face) for face in FACE_OF.values()}
"""The actions by face, created once."""


def takes(position: Position) -> Iterator[TakePile]:
    """The ways to take a pile whose top card is melded: each meld of that card."""
    for cards, meld in takings(position):
        yield taking(cards=cards, meld=meld)


Taking = tuple[tuple[Card, ...], int | None]
"""Cards of the hand laid with the pile's top card, and the run for them, None for a new one."""


def takings(position: Position) -> Iterator[Taking]:
    """The same as cards and runs, which is faster than making the actions."""
    yield from _onto_runs(position)
    top = position.top
    for cards in melds_in(groups_of(position.held, position.sets, top)):
        if top in cards:
            # The top card is not in the hand, so it is not among the cards that are named.
            at = cards.index(top)
            rest = cards[:at] + cards[at + 1 :]
            if is_free(position, len(rest)) or _lies(position, rest, None):
                yield rest, None


def _onto_runs(position: Position) -> Iterator[Taking]:
    """The top card added to a run, with the cards that it needs there."""
    assert position.top is not None
    fitting = bits_of(position.top) | position.held[0]
    for at, (run, lanes) in enumerate(zip(position.runs, position.wanted, strict=True)):
        # Unless an ace goes over, cards that lead to the top card begin with one that fits.
        if not lanes & fitting and not run.leap:
            continue
        for cards in joins(run, position.top, position.held, position):
            if is_free(position, len(cards)) or _lies(position, cards, at):
                yield cards, at


def plays(legal: Legal, *, places: bool = True) -> Iterator[SingleAction]:
    """Every legal action, generated when it is asked for; of equal cards only one each.

    Args:
        legal: what the seat may do.
        places: whether each place that a wild may be given is an action of its own, where it has
            one; else a wild lies where it does if no place is named.
    """
    position = legal.position
    for kind in _kinds(legal):
        for action in kind:
            yield action
            # Under free movement the place of the wild is derived, so all places are the same
            # play.
            if places and position is not None and position.wild_relocation != "free":
                yield from _placed(position, action)


def _placed(position: Position, action: SingleAction) -> Iterator[SingleAction]:
    """The same play with the wild in its other places."""
    if isinstance(action, Meld | Extend | TakePile):
        meld = None if isinstance(action, Meld) else action.meld
        for cards in placements(position, action.cards, meld):
            if _lies(position, cards, meld):
                yield replace(action, cards=cards)


def _kinds(legal: Legal) -> list[Iterator[SingleAction]]:
    """The actions of each kind that is offered."""
    position = legal.position
    kinds: list[tuple[bool, Iterator[SingleAction]]] = [
        (legal.draw, iter((Draw(),))),
        (legal.take, iter((TakePile(),)) if position is None else takes(position)),
        (legal.decline, iter((Decline(),))),
        (legal.redraw, iter((Redraw(),))),
    ]
    if position is not None:
        kinds += (
            (legal.meld, melds(position)),
            (legal.extend, extensions(position)),
            (legal.discard, discards(position)),
        )
    return [actions for offered, actions in kinds if offered]


def corners(legal: Legal) -> tuple[SingleAction, ...]:
    """The legal actions; of many melds the first and the last of each group of alike ones.

    Wilds have their default place.
    """
    found: list[SingleAction] = []
    for actions in _kinds(legal):
        found += _ends(actions)
    return tuple(found)


def _ends(actions: Iterable[SingleAction]) -> Iterator[SingleAction]:
    """Actions of one kind; of new melds the first and last for each suit and wild."""
    groups: dict[object, list[SingleAction]] = {}
    for action in actions:
        groups.setdefault(_alike(action), []).append(action)
    for group in groups.values():
        yield group[0]
        if len(group) > 1:
            yield group[-1]


def _alike(action: SingleAction) -> object:
    if not isinstance(action, Meld | TakePile):
        return action
    # The wild is the last card of a generated meld (`enumeration.meld_of`).
    wild = action.cards[-1:] if action.cards and action.cards[-1] in WILD else ()
    first = action.cards[0] if action.cards else None
    return type(action), first and first[1], wild, getattr(action, "meld", None)
