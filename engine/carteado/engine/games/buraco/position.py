"""The single predicate for laying and discarding, which also ensures that the turn can end.

A play is legal only if the turn can be ended afterwards (rules 1.3). With two cards left it always
can. The last card has to be discardable, or has to fit a run with the effect that the empty hand
needs: a morto to take, or the right to go out. Code that offers plays, decides them or looks for a
hint asks here.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.derived import derived
from carteado.engine.errors import Refusal
from carteado.engine.games.buraco.cards import (
    FACE_OF,
    JOKER,
    RANKS,
    SUITS,
    WILD,
    card_named,
    card_points,
    faces_of,
    meant,
    split_place,
)
from carteado.engine.games.buraco.codes import refuse, spell
from carteado.engine.games.buraco.events import MeldExtended, MeldLaid, meld_extended, meld_laid
from carteado.engine.games.buraco.fitting import fits, fits_lanes
from carteado.engine.games.buraco.hands import Holding, faces_in, holding, without
from carteado.engine.games.buraco.joins import may_leap
from carteado.engine.games.buraco.options import Relocation, Sets
from carteado.engine.games.buraco.runs import Run, extended, is_clean, laid
from carteado.engine.games.buraco.standing import Batida, standing_of, why_not_out
from carteado.engine.games.buraco.state import TEAM_OF, State

__all__ = [
    "Position",
    "discard_from",
    "discard_of",
    "discardable",
    "fits",
    "position_of",
    "put_down",
]

# Two packs with eight jokers; no list of cards can be longer.
MAX_CARDS = 112
_SEVERAL = (tuple, list)
_EVERY = (*(Card(rank + suit) for suit in SUITS for rank in RANKS), JOKER)


@dataclass(frozen=True, kw_only=True)
class Position:
    """Everything that decides what a seat may lay or discard; the seat sees all of it.

    Attributes:
        seat: whose turn it is.
        hand: handles of its cards, in the order in which they came.
        barred: the one that may not be discarded, '' for none.
        runs: of its pair.
        top: the top card of a pile that is taken only by melding that card, None elsewhere.
        under: cards of that pile below the top one.
        below: the card just below it, where it is seen.
        claim: an empty hand takes a morto.
        batida: the canastra with which an empty hand goes out, ``no`` where it cannot.
        opening: card points that the first meld still has to have, 0 for none.
        final_discard: going out ends with a discard.
        final_discard_wild: which may be a wild.
        sets: which sets may be laid.
        wild_relocation: how a wild moves.
        wild_regularise: an own 2 in the 2's place is natural again.
        two_value: points.
        joker_value: points.
    """

    seat: int
    hand: tuple[Card, ...]
    barred: str = ""
    runs: tuple[Run, ...] = ()
    top: Card | None = None
    under: int = 0
    below: Card | None = None
    claim: bool = False
    batida: Batida = "no"
    opening: int = 0
    final_discard: bool = False
    final_discard_wild: bool = True
    sets: Sets = "none"
    wild_relocation: Relocation = "free"
    wild_regularise: bool = True
    two_value: int = 10
    joker_value: int = 20

    @derived
    def held(self) -> Holding:
        """The contents of the hand."""
        return holding(self.hand)

    @derived
    def wanted(self) -> tuple[int, ...]:
        """The faces that may be added to each run, in the lanes of the hand."""
        return fits_lanes(self.runs, self)

    @derived
    def any_wanted(self) -> int:
        """The faces that may be added to any of them."""
        return functools.reduce(operator.or_, self.wanted, 0)

    @derived
    def leaping(self) -> bool:
        """Whether there may be cards that fit a run only together."""
        return any(may_leap(run, self.held) for run in self.runs)


def position_of(state: State, seat: int) -> Position:
    """The position of a seat that is to act."""
    rules = state.options
    position = _bare(Position)
    # Filling its own mapping is faster than setting another one.
    fields = position.__dict__
    fields |= standing_of(state, TEAM_OF[seat])
    fields["seat"] = seat
    fields["hand"] = state.hands[seat]
    fields["barred"] = state.barred[seat]
    if state.phase == "draw" and rules.pile_take == "must_meld_top" and state.pile:
        fields["top"] = state.pile[-1]
        fields["under"] = under = len(state.pile) - 1
        # A covered card is unknown to the player, so the predicate must not use it.
        if under and rules.pile_visibility == "open":
            fields["below"] = state.pile[-2]
    return position


_bare = object.__new__


def put_down(
    position: Position, cards: object, meld: int | None
) -> MeldLaid | MeldExtended | Refusal:
    """The result of laying cards of the hand, with the top card of the pile if it waits.

    Args:
        position: of the seat.
        cards: as its player named them; the top card too where it is a wild that gets a place.
        meld: number of the own run that they are added to, None for a new one.
    """
    named = _named(position, cards, meld)
    if isinstance(named, Refusal):
        return named
    held, faces, place = named
    if position.top is not None:
        faces += (position.top,)
    found = _new(position, faces, place) if meld is None else _more(position, meld, faces, place)
    if isinstance(found, Refusal):
        return found
    at = len(position.runs) if meld is None else meld
    # With two cards left the turn can always be ended: one is discarded, and the other is kept.
    if len(position.hand) - len(held) + position.under < 2:
        rest = without(position.hand, held)
        runs = (*position.runs[:at], found, *position.runs[at + 1 :])
        if problem := _cannot_end(position, faces, rest, runs):
            return problem
    happens = meld_laid if meld is None else meld_extended
    seat = position.seat
    return happens(seat=seat, team=TEAM_OF[seat], meld=at, cards=faces, held=held, run=found)


def _named(
    position: Position, cards: object, meld: object
) -> tuple[tuple[Card, ...], tuple[Card, ...], str | None] | Refusal:
    """The handles of cards as their player named them, their faces, and what a wild stands for."""
    if not isinstance(cards, _SEVERAL) or len(cards) > MAX_CARDS:
        return _bad(cards)
    hand, barred = position.hand, position.barred
    held: list[Card] = []
    faces: list[Card] = []
    place: str | None = None
    # Every part is input from a client: its type, its card and its place are checked in this
    # order.
    for text in cards:
        if type(text) is not str:
            return _bad(text)
        name = card_named(text)
        if name is None:
            written, stands_for = split_place(text)
            name = card_named(written)
            if name is None or stands_for is None:
                return _bad(written)
            named = card_named(stands_for)
            if named not in _EVERY:
                return _bad(stands_for)
            if place is not None or not _may_place(position, name, meld):
                return _bad(text, "only one wild card may stand for a named card, such as 2S=4H")
            place = named
            # A top card that is written with its place lies on the pile and not in the hand.
            if name == position.top:
                continue
        # Of equal cards the one that may not be discarded is laid.
        found = meant((Card(barred), *hand) if barred else hand, name, held)
        if found is None and name == position.top:
            return _bad(name, "you take it with the pile; name only cards from your hand")
        if found is None:
            return _not_held(hand, name)
        held.append(found)
        faces.append(FACE_OF[found])
    return tuple(held), tuple(faces), place


def _bad(cards: object, why: str = "write cards such as 9S, TD, JKR") -> Refusal:
    return refuse("buraco/bad_cards", cards=spell(cards), why=why)


def _not_held(hand: tuple[Card, ...], name: Card) -> Refusal:
    if meant(hand, name) is None:
        return refuse("buraco/not_held", card=name, often="")
    return refuse("buraco/not_held", card=name, often=" that often", case="often")


def _may_place(position: Position, name: Card, meld: object) -> bool:
    """Whether a card may be written with a place: a wild, or what sets the wild of a run free."""
    if FACE_OF[name] in WILD:
        return True
    runs = position.runs
    return type(meld) is int and 0 <= meld < len(runs) and runs[meld].wild_at is not None


def _new(position: Position, faces: tuple[Card, ...], place: str | None) -> Run | Refusal:
    run = laid(faces, place, position)
    if run is None:
        shown = _cards_text(faces)
        if other := _elsewhere(place, lambda card: laid(faces, card, position)):
            return refuse("buraco/not_a_run", cards=shown, **other)
        return refuse("buraco/not_a_run", cards=shown, why=_why_no_run(faces, position))
    if position.opening:
        # Card points only: canastra bonuses do not count towards the opening.
        points = sum(card_points(c, position.two_value, position.joker_value) for c in faces)
        if points < position.opening:
            shown = _cards_text(faces)
            return refuse(
                "buraco/opening_minimum", cards=shown, points=points, minimum=position.opening
            )
    return run


def _more(
    position: Position, meld: object, faces: tuple[Card, ...], place: str | None
) -> Run | Refusal:
    runs = position.runs
    if type(meld) is not int or not 0 <= meld < len(runs):
        return refuse("buraco/no_such_run", meld=spell(meld), last=_numbered_runs(len(runs)))
    if not faces:
        return refuse("buraco/bad_cards", cards="Nothing", why="name the cards to add")
    run = extended(runs[meld], faces, place, position)
    if run is None:
        shown, onto = _cards_text(faces), runs[meld]
        why = _why_no_fit(faces, onto, place, position)
        return refuse("buraco/does_not_fit", cards=shown, run=_cards_text(onto.cards), **why)
    return run


def _numbered_runs(count: int) -> str:
    if count < 2:
        return "it has only run 0" if count else "it has no runs yet"
    return f"choose 0 to {count - 1}"


def _why_no_run(faces: tuple[Card, ...], position: Position) -> str:
    """The reason why cards make no meld, and what would be right."""
    wilds = sum(face in WILD for face in faces)
    plain = [face for face in faces if face not in WILD]
    sets = _SETS[position.sets]
    if len(faces) < 3:
        return "a meld needs at least three cards"
    # An own 2 may be natural, so it can stand beside one other wild.
    if wilds - any(f"2{face[1]}" in faces for face in plain) > 1:
        return "a meld can have only one wild card"
    if len({face[1] for face in plain}) > 1:
        return f"all cards of a run have one suit{sets}"
    if len(faces) > 14:
        return "a run has at most 14 cards, from ace to ace"
    return f"a run follows one by one from A 2 3 up to Q K A, each card once{sets}"


def _why_no_fit(
    faces: tuple[Card, ...], run: Run, place: str | None, position: Position
) -> dict[str, str]:
    """The reason why cards cannot be added to a run, and what would be right: details."""
    if other := _elsewhere(place, lambda card: extended(run, faces, card, position)):
        return {**other, "fits": other["why"]}
    would = fits(run, position)
    mine = [face for face in dict.fromkeys(faces_of(position.hand)) if face in would]
    if not mine:
        return {"fits": "from your hand, no card fits", "case": "nothing"}
    shown = _cards_text(mine)
    verb = "fits" if len(mine) == 1 else "fit"
    return {"fits": f"from your hand, {shown} {verb}", "case": "mine", "mine": shown}


def _elsewhere(place: str | None, lies: Callable[[str], Run | None]) -> dict[str, str]:
    """The cards that a wild may stand for instead of a named card, as details.

    Empty without a named card, and where the wild may stand for none.
    """
    could = [card for card in _EVERY if lies(card)] if place else []
    if not place or not could:
        return {}
    why = f"its wild card cannot stand for {place}, only for {' or '.join(could)}"
    return {"why": why, "case": "place", "place": place, "could": " / ".join(could)}


_SETS: Mapping[Sets, str] = {
    "none": "",
    "aces_kings_threes": ", or a set of aces, of kings or of threes",
    "aces_threes": ", or a set of aces or of threes",
    "any": ", or a set of one rank",
}
"""The sets that a table allows, in words that follow those about its runs."""


def _cannot_end(
    position: Position,
    faces: tuple[Card, ...],
    rest: tuple[Card, ...],
    runs: tuple[Run, ...],
) -> Refusal | None:
    """The refusal if the turn could not be ended with at most one card and these runs."""
    # Nothing is left at all; covered pile cards would still come into the hand.
    if not rest and not position.under:
        why = _cannot_empty(position, runs, None)
        if why is None:
            return None
        return _unfinishable(_cards_text(faces), None, why)
    # A card of the pile that nobody sees has to do whatever it is: a joker is the worst.
    last = rest[0] if rest else position.below or JOKER
    why = _cannot_discard_last(position, runs, last)
    if why is None:
        return None
    seen = bool(rest) or position.below is not None
    # A covered card may be any, so nobody can count on its fitting a run.
    if seen and _can_meld_last(position, runs, FACE_OF[last]):
        return None
    return _unfinishable(_cards_text(faces), FACE_OF[last] if seen else "", why)


def _unfinishable(cards: str, last: str | None, why: str) -> Refusal:
    """After these cards the turn could not be ended.

    Args:
        cards: as text.
        last: the card that would be left, '' for one that nobody has seen, None for no card.
        why: the turn could not be ended then.
    """
    code = "buraco/unfinishable_turn"
    if last is None:
        return refuse(code, cards=cards, left="no card", why=why, case="none")
    if not last:
        return refuse(code, cards=cards, left="one face-down card", why=why, case="hidden")
    return refuse(code, cards=cards, left=f"only {last}", why=why, case="one", kept=last)


def _cannot_discard_last(position: Position, runs: tuple[Run, ...], last: Card) -> str | None:
    if last == position.barred:
        return "that card was the whole pile and may not go back in this turn; keep another card"
    return _cannot_empty(position, runs, FACE_OF[last])


def _can_meld_last(position: Position, runs: tuple[Run, ...], last: Card) -> bool:
    """Whether the last card fits a run and the empty hand may be."""
    for at, run in enumerate(runs):
        if last in fits(run, position):
            after = extended(run, (last,), None, position)
            assert after is not None
            if _cannot_empty(position, (*runs[:at], after, *runs[at + 1 :]), None) is None:
                return True
    return False


def _cannot_empty(position: Position, runs: Sequence[Run], discard: Card | None) -> str | None:
    """The reason why a meld or a discard may not empty the hand; None when it may."""
    # Any emptied hand takes a morto first; going out needs none left to claim.
    if position.claim:
        return None
    if position.batida == "no":
        return "there is no morto to take, and going out needs one taken before; keep a card"
    clean = position.batida == "clean"
    for run in runs:
        # Runs on the table after this play, so the play itself may complete the canastra.
        if len(run.cards) >= 7 and (not clean or is_clean(run)):
            return why_not_out(
                position.final_discard,
                position.final_discard_wild,
                None if discard is None else discard in WILD,
            )
    kind = "clean canastra, seven cards or more without a wild" if clean else "canastra"
    return f"going out needs a {kind}; keep a card"


def discard_of(position: Position, card: object) -> Card | Refusal:
    """The handle of a card that is to be discarded, or why it cannot be."""
    held = _discarded(position.hand, position.barred, card)
    # With a card left over no rule about the empty hand applies.
    if len(position.hand) > 1 or isinstance(held, Refusal):
        return held
    face = FACE_OF[held]
    if why := _cannot_empty(position, position.runs, face):
        return _unfinishable(face, None, why)
    return held


def discard_from(state: State, seat: int, card: object) -> Card | Refusal:
    """The same for a seat that is to act: where it keeps a card, nothing else matters."""
    hand = state.hands[seat]
    # Building a position costs more than the discard itself.
    if len(hand) > 1:
        return _discarded(hand, state.barred[seat], card)
    return discard_of(position_of(state, seat), card)


def _discarded(hand: tuple[Card, ...], barred: str, card: object) -> Card | Refusal:
    """The handle of a card of a hand: of equal ones the first that is not barred."""
    name = card_named(card) if type(card) is str else None
    if name is None:
        return _bad(card)
    found = meant(hand, name, (barred,))
    if found is not None:
        return found
    if meant(hand, name) is not None:
        return refuse("buraco/returned", card=FACE_OF[name])
    return _not_held(hand, name)


def discardable(position: Position) -> tuple[Card, ...]:
    """The faces that may be discarded, in the order in which they came."""
    hand = position.hand
    if len(hand) > 1:
        return faces_in(without(hand, (Card(position.barred),)) if position.barred else hand)
    return tuple([c for c in faces_in(hand) if not isinstance(discard_of(position, c), Refusal)])


def _cards_text(cards: Sequence[Card]) -> str:
    return " ".join(cards) if cards else "nothing"
