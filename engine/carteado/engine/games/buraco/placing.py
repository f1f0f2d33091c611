"""The places of wilds, under the house rules that let a player choose one."""

from __future__ import annotations

from collections.abc import Iterator

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import RANKS, WILD
from carteado.engine.games.buraco.position import Position
from carteado.engine.games.buraco.runs import Run, extended, laid

__all__ = ["lies", "placements"]


def placements(
    position: Position, cards: tuple[Card, ...], meld: int | None
) -> Iterator[tuple[Card, ...]]:
    """The ways to write a play of cards with another place of the wild than the default.

    None if wilds move freely. The top card of the pile is written only if it has the place.

    Args:
        position: of the seat.
        cards: faces of the hand that lie with the top card of the pile, if that waits.
        meld: number of the own run that they are added to, None for a new one.
    """
    if position.wild_relocation == "free":
        return
    top, run = position.top, None if meld is None else position.runs[meld]
    written = cards if top is None else (*cards, top)
    moves = run is not None and run.wild_at is not None
    # One card carries the place; where no wild comes it is the one that sets the old wild free.
    at = max((at for at, card in enumerate(cards) if card in WILD), default=None)
    if at is None and top in WILD:
        at = len(cards)
    elif at is None and moves and written:
        at = 0
    unsaid = lies(position, cards, run, None)
    if at is None or unsaid is None:
        return
    if written[at] == top:  # written with a place it is read as the one on the pile
        at = len(cards)
    # The default needs no name, and several names may lead to the same run.
    seen = [unsaid]
    suit = next(card[1] for card in unsaid.cards if card not in WILD)
    # All ranks are tried; the predicate decides, so no rule is repeated here.
    for rank in RANKS:
        found = lies(position, cards, run, rank + suit)
        if found is not None and found not in seen:
            seen.append(found)
            yield (*cards[:at], Card(f"{written[at]}={rank}{suit}"), *cards[at + 1 :])


def lies(
    position: Position, cards: tuple[Card, ...], run: Run | None, place: str | None
) -> Run | None:
    """The run that cards make, None where they make none.

    Args:
        position: of the seat.
        cards: faces; the top card of the pile lies with them, if that waits.
        run: to which they are added, None for a new one.
        place: what their wild stands for, None where that is not said.
    """
    faces = cards if position.top is None else (*cards, position.top)
    if run is None:
        return laid(faces, place, position)
    return extended(run, faces, place, position)
