"""What a seat may do now, from the predicate that decides.

The kinds of action are told at once; the plays of a kind are generated from the position when
somebody asks for them, because a large hand holds thousands. Additions are generated card by card:
more cards at once are legal too, and lead nowhere that single cards do not.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Action
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    Redraw,
    TakePile,
)
from carteado.engine.games.buraco.cards import FACE_OF, WILD, faces_of
from carteado.engine.games.buraco.enumeration import (
    Group,
    groups_of,
    has_meld,
    has_meld_of,
    melds_in,
)
from carteado.engine.games.buraco.fitting import fits, fits_lanes
from carteado.engine.games.buraco.hands import faces_in, holding, lanes_of, one_each
from carteado.engine.games.buraco.placing import placements
from carteado.engine.games.buraco.position import (
    Position,
    discardable,
    position_of,
    put_down,
)
from carteado.engine.games.buraco.runs import Run, extended
from carteado.engine.games.buraco.state import State
from carteado.engine.slots import direct, maker

__all__ = [
    "Legal",
    "corners",
    "discards",
    "extensions",
    "legal",
    "may_draw",
    "may_take",
    "melds",
    "pick",
    "plays",
    "takes",
]


@direct
@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """What a seat may do now.

    Attributes:
        draw: may draw from the stock.
        take: may take the pile.
        redraw: may throw the card just drawn for another.
        meld: has a new run or set to lay.
        extend: has a card for a run of its pair.
        discard: may discard.
        decline: may do without the last turn.
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
    """What `seat` may do now."""
    phase = state.phase
    if seat != state.to_act or phase == "between":
        return _NOTHING
    if phase == "draw":
        take, waits = may_take(state), state.options.pile_take == "must_meld_top"
        if not (take and waits):
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
    once, _ = held = holding(hand)
    return _offer(
        redraw=state.offer,
        meld=has_meld(held, position.sets) and _may_meld(position),
        extend=_any_of(fits_lanes(position.runs, position)) & once != 0 and _may_extend(position),
        discard=len(hand) > 1 or bool(discardable(position)),
        position=position,
    )


_offer = maker(Legal)
_NOTHING = Legal()


@functools.cache
def _before_the_draw(draw: bool, take: bool, decline: bool) -> Legal:
    return Legal(draw=draw, take=take, decline=decline)


def may_draw(state: State) -> bool:
    """Whether the stock has a card for the seat to act."""
    return not state.last_turn and len(state.stock) > state.options.stock_reserve


def may_take(state: State) -> bool:
    """Whether there is a pile, and the table has not been taking it in circles."""
    stalled = len(state.pile) == 1 and state.swaps >= state.options.stall_limit
    return bool(state.pile) and (not stalled or not may_draw(state))


def _any_of(lanes: Iterable[int]) -> int:
    """The faces that are in any of some lanes."""
    return functools.reduce(operator.or_, lanes, 0)


def _any(plays: Iterator[Action]) -> bool:
    return next(plays, None) is not None


def _may_meld(position: Position) -> bool:
    """Whether one of its melds may be laid; one that leaves two cards needs no second look."""
    return _is_free(position, 3) or _any(melds(position))


def _may_extend(position: Position) -> bool:
    """Whether a card that fits may be added; one that leaves two cards needs no second look."""
    return _is_free(position, 1) or _any(extensions(position))


def _may_meld_top(position: Position) -> bool:
    """Whether the pile may be taken; a meld that leaves two cards needs no second look."""
    top = position.top
    if top is None or top in WILD:
        return _any(takes(position))
    each = fits_lanes(position.runs, position)
    if _any_of(each) & lanes_of((top,)) and _any(_onto_runs(position)):
        return True
    if has_meld_of(holding(position.hand), top, position.sets):
        return _is_free(position, 2) or _any(takes(position))
    return _any(_onto_runs_with_another(position))


def melds(position: Position) -> Iterator[Meld]:
    """The new melds that are legal, of equal cards only one each."""
    yield from _checked_melds(position, groups_of(position.hand, position.sets))


def _checked_melds(position: Position, groups: list[Group]) -> Iterator[Meld]:
    for cards in melds_in(groups):
        if _is_free(position, len(cards)) or _lies(position, cards, None):
            yield Meld(cards=cards)


def _is_free(position: Position, size: int) -> bool:
    """Whether so many cards may go down whatever they are, once they are a meld or fit one."""
    return len(position.hand) + position.under - size > 1 and not position.opening


def _lies(position: Position, cards: tuple[Card, ...], meld: int | None) -> bool:
    return not isinstance(put_down(position, cards, meld), Refusal)


def extensions(position: Position) -> Iterator[Extend]:
    """The legal additions of one card to a run of the pair."""
    for at, face in _additions(position):
        yield _extend(meld=at, cards=(face,))


_extend = maker(Extend)


def _additions(position: Position) -> list[tuple[int, Card]]:
    """The same as numbers of runs and faces."""
    found: list[tuple[int, Card]] = []
    faces, free = faces_in(position.hand), _is_free(position, 1)
    for at, run in enumerate(position.runs):
        would = fits(run, position)
        if not would.isdisjoint(faces):
            found += [
                (at, face)
                for face in faces
                if face in would and (free or _lies(position, (face,), at))
            ]
    return found


def discards(position: Position) -> Iterator[Discard]:
    """The legal discards, of equal cards only one."""
    for face in discardable(position):
        yield _discard(face)


@functools.lru_cache(maxsize=128)
def _discard(face: Card) -> Discard:
    """The action, one for all times that it is offered."""
    return Discard(card=face)


def takes(position: Position) -> Iterator[TakePile]:
    """The ways to take a pile whose top card is melded: each meld of that card."""
    yield from _onto_runs(position)
    top = position.top
    for cards in melds_in(groups_of(position.hand, position.sets, top)):
        if top in cards:
            at = cards.index(top)
            rest = (*cards[:at], *cards[at + 1 :])
            if _is_free(position, len(rest)) or _lies(position, rest, None):
                yield TakePile(cards=rest)
    yield from _onto_runs_with_another(position)


def _onto_runs(position: Position) -> Iterator[TakePile]:
    """The top card added to a run."""
    for at, run in enumerate(position.runs):
        if position.top not in fits(run, position):
            continue
        if _is_free(position, 0) or _lies(position, (), at):
            yield TakePile(meld=at)


def _onto_runs_with_another(position: Position) -> Iterator[TakePile]:
    """The top card added to a run together with a card without which it does not fit."""
    top = position.top
    assert top is not None
    each, (once, _) = fits_lanes(position.runs, position), holding(position.hand)
    of_top, free = lanes_of((top,)), _is_free(position, 1)
    for at, run in enumerate(position.runs):
        lanes = each[at]
        if lanes & of_top or not lanes & once or not (top in WILD or _is_of(run, top[1])):
            continue
        would = fits(run, position)
        for face in faces_in(position.hand):
            if face not in would or extended(run, (face, top), None, position) is None:
                continue
            if free or _lies(position, (face,), at):
                yield TakePile(cards=(face,), meld=at)


def _is_of(run: Run, suit: str) -> bool:
    """Whether a run is of a suit; a set is of none."""
    return run.shape is not None and run.shape.suit == suit


def plays(legal: Legal, *, places: bool = True) -> Iterator[Action]:
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
            if places and position is not None and position.wild_relocation != "free":
                yield from _placed(position, action)


def _placed(position: Position, action: Action) -> Iterator[Action]:
    """The same play with the wild in its other places."""
    if isinstance(action, Meld | Extend | TakePile):
        meld = None if isinstance(action, Meld) else action.meld
        for cards in placements(position, action.cards, meld):
            if _lies(position, cards, meld):
                yield replace(action, cards=cards)


def _kinds(legal: Legal) -> list[Iterator[Action]]:
    """The actions of each kind that is offered."""
    position = legal.position
    kinds: list[tuple[bool, Iterator[Action]]] = [
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


def corners(legal: Legal) -> tuple[Action, ...]:
    """The legal actions; of many melds the first and the last of each group of alike ones.

    A wild stands where it does unsaid.
    """
    found: list[Action] = []
    for actions in _kinds(legal):
        found += _ends(actions)
    return tuple(found)


def _ends(actions: Iterable[Action]) -> Iterator[Action]:
    """Actions of one kind; of new melds the first and last for each set of suits and wild."""
    groups: dict[object, list[Action]] = {}
    for action in actions:
        groups.setdefault(_alike(action), []).append(action)
    for group in groups.values():
        yield group[0]
        if len(group) > 1:
            yield group[-1]


def _alike(action: Action) -> object:
    if not isinstance(action, Meld | TakePile):
        return action
    wild = action.cards[-1:] if action.cards and action.cards[-1] in WILD else ()
    first = action.cards[0] if action.cards else None
    return type(action), first and first[1], wild, getattr(action, "meld", None)


def pick(legal: Legal, number: int) -> Action:
    """A legal action by a number from 0: evenly by kind, then evenly among those of the kind.

    Raises:
        ValueError: nothing is legal, or the number is negative.
    """
    kinds = _picks(_offers(legal))
    if not kinds or number < 0:
        raise ValueError("nothing is legal" if not kinds else f"{number} is negative")
    rest, at = divmod(number, len(kinds))
    return kinds[at](legal.position, rest)


def _pick_take(position: Position | None, number: int) -> Action:
    return _FREE_TAKE if position is None else _at(takes(position), number)


def _pick_extend(position: Position, number: int) -> Action:
    """An addition, without listing them all where that can be avoided."""
    if not _is_free(position, 1):
        return _at(extensions(position), number)
    hand, runs = position.hand, position.runs
    faces = one_each(holding(hand)[0])
    counts = [(lanes & faces).bit_count() for lanes in fits_lanes(runs, position)]
    number %= sum(counts)
    at = 0
    while number >= counts[at]:
        number -= counts[at]
        at += 1
    some = list(dict.fromkeys(filter(fits(runs[at], position).__contains__, faces_of(hand))))
    return _extend(meld=at, cards=(some[number],))


def _pick_discard(position: Position, number: int) -> Action:
    hand = position.hand
    if position.barred or len(hand) < 2:
        return _at(discards(position), number)
    different = one_each(holding(hand)[0]).bit_count()
    faces = hand if different == len(hand) else faces_in(hand)
    return _discard(FACE_OF[faces[number % different]])


def _pick_meld(position: Position, number: int) -> Action:
    """A new meld, without listing them all where that can be avoided."""
    groups = groups_of(position.hand, position.sets)
    at = number % sum([len(group.bases) for group in groups])
    for group in groups:
        if at < len(group.bases):
            cards = group.meld(at)
            if _is_free(position, len(cards)):
                return Meld(cards=cards)
            break
        at -= len(group.bases)
    return _at(_checked_melds(position, groups), number)


_DRAW, _FREE_TAKE, _DECLINE, _REDRAW = Draw(), TakePile(), Decline(), Redraw()
_PICKS: Mapping[str, Callable[[Any, int], Action]] = {
    "draw": lambda position, number: _DRAW,
    "take": _pick_take,
    "decline": lambda position, number: _DECLINE,
    "redraw": lambda position, number: _REDRAW,
    "meld": _pick_meld,
    "extend": _pick_extend,
    "discard": _pick_discard,
}
"""How an action of each kind is chosen, in the order in which the kinds are numbered."""

_offers = operator.attrgetter(*_PICKS)


@functools.cache
def _picks(offers: tuple[bool, ...]) -> tuple[Callable[[Any, int], Action], ...]:
    """How an action is chosen of each kind that is offered."""
    return tuple(itertools.compress(_PICKS.values(), offers))


def _at(actions: Iterable[Action], number: int) -> Action:
    every = list(actions)
    return every[number % len(every)]
