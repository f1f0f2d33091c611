"""What may be played in a kernel and what a play does, in the actions of the engine.

What is legal is asked of the engine's own predicate and list, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable

from carteado.engine.cards import Card
from carteado.engine.game import Action
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    PlayTurn,
    Redraw,
    SingleAction,
    TakePile,
)
from carteado.engine.games.buraco.cards import handled
from carteado.engine.games.buraco.kernel.faces import CARD, ID
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, Kernel
from carteado.engine.games.buraco.legal import Legal, discards, extensions, melds, plays, takes
from carteado.engine.games.buraco.position import Position
from carteado.engine.games.buraco.standing import batida_with, claims

__all__ = ["apply", "legal", "named", "options", "position"]


def position(kernel: Kernel) -> Position:
    """The position of the seat to act, as `position.position_of` has it of a state."""
    rules, seat, team = kernel.rules, kernel.seat, kernel.seat & 1
    took, mortos, converted = kernel.took[team], bool(kernel.mortos), kernel.converted
    hand = handled((), [CARD[face] for face in kernel.hand(seat)])
    top, under, below = None, 0, None
    if not kernel.drawn and rules.pile_take == "must_meld_top" and kernel.pile:
        top, under = CARD[kernel.pile[-1]], len(kernel.pile) - 1
        if under and rules.pile_visibility == "open":
            below = CARD[kernel.pile[-2]]
    return Position(
        seat=seat,
        hand=hand,
        barred=_barred(kernel, hand),
        runs=tuple([node.run for node in kernel.runs[team]]),
        top=top,
        under=under,
        below=below,
        claim=claims(took=took, mortos=mortos),
        batida=batida_with(rules, took=took, mortos=mortos, converted=converted),
        opening=0 if kernel.runs[team] else rules.opening_minimum,
        final_discard=rules.final_discard == "required",
        final_discard_wild=rules.final_discard_wild,
        sets=rules.sets,
        wild_relocation=rules.wild_relocation,
        wild_regularise=rules.wild_regularise,
        two_value=rules.two_value,
        joker_value=rules.joker_value,
    )


def _barred(kernel: Kernel, hand: tuple[Card, ...]) -> str:
    """Of equal cards the last one is the one that may not go back: which does not matter."""
    if kernel.barred == NO_CARD:
        return ""
    return [card for card in hand if ID[card] == kernel.barred][-1]


def options(kernel: Kernel) -> Legal:
    """What the seat to act may do now, as `legal.legal` tells it of a state."""
    if kernel.over:
        return Legal()
    if not kernel.drawn:
        take, waits = kernel.may_take(), kernel.rules.pile_take == "must_meld_top"
        before = position(kernel) if waits and take else None
        return Legal(
            draw=kernel.may_draw(),
            take=take and (before is None or next(takes(before), None) is not None),
            decline=kernel.last_turn,
            position=before,
        )
    now = position(kernel)
    return Legal(
        redraw=kernel.offer,
        meld=next(melds(now), None) is not None,
        extend=next(extensions(now), None) is not None,
        discard=next(discards(now), None) is not None,
        position=now,
    )


def legal(kernel: Kernel) -> list[SingleAction]:
    """Every legal action, of equal cards only one each; none once the deal is over.

    No places of wilds are named: each lies where it does if nobody names one.
    """
    return list(plays(options(kernel), places=False))


def apply(kernel: Kernel, action: Action) -> None:
    """Let a legal action of the seat to act happen; its cards are faces, a wild's with its place.

    Raises:
        ValueError: the action is of another kind, or names a card that no hand has as a face.
    """
    if isinstance(action, Draw):
        kernel.draw()
    elif isinstance(action, Discard):
        kernel.discard(named((action.card,))[0][0])
    elif isinstance(action, Extend):
        faces, place = named(action.cards)
        kernel.lay(faces, action.meld, place)
    elif isinstance(action, Meld):
        faces, place = named(action.cards)
        kernel.lay(faces, None, place)
    elif isinstance(action, TakePile):
        if kernel.rules.pile_take == "free":
            kernel.take()
        else:
            faces, place = named(action.cards)
            # The top card is written only with a place.
            top = f"{CARD[kernel.pile[-1]]}="
            held = [face for face, card in zip(faces, action.cards, strict=True) if top not in card]
            kernel.take_with(held, action.meld, place)
    elif isinstance(action, Redraw):
        kernel.redraw()
    elif isinstance(action, Decline):
        kernel.decline()
    elif isinstance(action, PlayTurn):
        for play in action.plays:
            apply(kernel, play)
    else:
        raise ValueError(f"{action!r:.80} is no action of Buraco")


def named(cards: Iterable[Card]) -> tuple[list[int], str | None]:
    """The faces that a play names, and the place that it gives a wild, if any.

    Raises:
        ValueError: a card is neither a face nor a face with a place.
    """
    faces, place = list[int](), None
    for card in cards:
        face, sign, stands_for = card.partition("=")
        if face not in ID or (sign and stands_for not in ID):
            raise ValueError(f"{card!r:.20} is no card that a kernel can play: name its face")
        faces.append(ID[face])
        place = stands_for if sign else place
    return faces, place
