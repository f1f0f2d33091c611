"""The legal plays of a kernel and their effects, in the actions of the engine.

Legality comes from the engine's own predicate and list, so the two cannot differ.
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
    """The position of the seat to act, as `position.position_of` gives it for a state."""
    rules, seat, team = kernel.rules, kernel.seat, kernel.seat & 1
    took, mortos, converted = kernel.took[team], bool(kernel.mortos), kernel.converted
    # A kernel has no handles, so they are assigned here; the order among equal cards does not
    # matter.
    hand = handled((), [CARD[face] for face in kernel.hand(seat)])
    top, under, below = None, 0, None
    # These fields matter only to a take that melds the top card.
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
    """The handle that may not be discarded; any one of equal cards."""
    if kernel.barred == NO_CARD:
        return ""
    return [card for card in hand if ID[card] == kernel.barred][-1]


def options(kernel: Kernel) -> Legal:
    """The legal plays of the seat to act, as `legal.legal` gives them for a state."""
    if kernel.over:
        return Legal()
    if not kernel.drawn:
        # Under "must_meld_top" a take is legal only if some meld uses the top card.
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
        # The generators are lazy: the first element answers whether there is any.
        meld=next(melds(now), None) is not None,
        extend=next(extensions(now), None) is not None,
        discard=next(discards(now), None) is not None,
        position=now,
    )


def legal(kernel: Kernel) -> list[SingleAction]:
    """Every legal action, one for equal cards; none once the deal is over.

    The actions name no places of wilds; the rules choose each.
    """
    return list(plays(options(kernel), places=False))


def apply(kernel: Kernel, action: Action) -> None:
    """Apply a legal action of the seat to act; its cards are faces, a wild's with its place.

    Raises:
        ValueError: the action is not one of Buraco's, or a card is not named by its face.
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
        raise ValueError(f"{action!r:.80} is not an action of Buraco")


def named(cards: Iterable[Card]) -> tuple[list[int], str | None]:
    """The faces of a play, and the named place of its wild, if any.

    Raises:
        ValueError: a card is neither a face nor a face with a place.
    """
    faces, place = list[int](), None
    for card in cards:
        face, sign, stands_for = card.partition("=")
        if face not in ID or (sign and stands_for not in ID):
            raise ValueError(f"{card!r:.20} is not a card that a kernel can play: name its face")
        faces.append(ID[face])
        place = stands_for if sign else place
    return faces, place
