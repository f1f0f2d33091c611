"""The plays that a seat may consider, and those that a player proposes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

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
from carteado.engine.games.buraco.cards import FACE_OF, arranged_hand, split_place
from carteado.engine.games.buraco.kernel import Kernel, Knowledge, apply, determinise, legal
from carteado.engine.games.buraco.kernel.asking import options, position
from carteado.engine.games.buraco.kernel.faces import CARD
from carteado.engine.games.buraco.placing import placements
from carteado.engine.games.buraco.position import discard_of, put_down
from carteado.odds.results import OddsError

__all__ = ["Action", "Plan", "candidates", "elsewhere", "plan_text", "read_plan"]

Action = SingleAction
"""An action of one step; a whole turn (`PlayTurn`) is split into its parts."""

Plan = tuple[Action, ...]
"""Actions of one turn, in order."""


def candidates(knowledge: Knowledge, most: int) -> tuple[Plan, ...]:
    """The plans of the acting seat, one action each; equal cards give one plan.

    If there are more, melds of the most cards come first, and half of the melds are dropped before
    any other play. If there is room, the same plays follow with their wilds in other places.

    Args:
        knowledge: of the seat to act.
        most: maximum number of plans, at least 2.
    """
    # Legal plays depend on known cards only, so one imagined deal stands for all.
    deal = determinise(knowledge, 0)
    actions = legal(deal)
    melds = [action for action in actions if isinstance(action, Meld | TakePile)]
    others = [action for action in actions if not isinstance(action, Meld | TakePile)]
    # The most cards first; the cards themselves break ties, so that the order never depends on
    # chance.
    melds.sort(key=lambda action: (-len(action.cards), action.cards))
    # Draws and discards are few and all matter; melds may be thousands.
    room = max(most - len(others), most // 2)
    chosen = [*melds[:room], *others]
    # Lazy, because placements are expensive and the limit is mostly reached without them.
    placed = chain.from_iterable(elsewhere(deal, action) for action in chosen)
    return tuple([(action,) for action in islice(chain(chosen, placed), most)])


def elsewhere(deal: Kernel, action: object) -> Iterator[Action]:
    """A legal play with its wild in the other places that the house rules let it have.

    Args:
        deal: the deal in which the play would be made.
        action: a play that names no place for its wild.
    """
    if isinstance(action, Meld | Extend | TakePile):
        before, meld = position(deal), None if isinstance(action, Meld) else action.meld
        for cards in placements(before, action.cards, meld):
            if not isinstance(put_down(before, cards, meld), Refusal):
                yield replace(action, cards=cards)


def read_plan(text: str, knowledge: Knowledge) -> Plan:
    """The plan that a player proposes: ``4S 5S 6S | 0+ 7H | - KC``.

    Parts between bars are laid in order. Cards alone are a new meld, ``N+`` and cards are added to
    run N of the own pair, ``-`` and a card are the discard. ``draw``, ``take`` and ``redraw`` may
    stand first, ``take with 4S 5S`` or ``take with 0+ 7H`` where the pile's top card is melded at
    once; the policy plays the rest of the turn.

    Raises:
        OddsError: a part cannot be read, or the rules refuse it; the message says which and why.
    """
    plan = tuple([_part(part) for part in text.split("|")])
    deal, held = determinise(knowledge, 0), Counter(knowledge.known[knowledge.seat])
    for number, action in enumerate(plan, 1):
        where = f"part {number} of {text!r:.80}"
        if deal.over or deal.seat != knowledge.seat:
            raise OddsError(f"{where}: the turn is over before it")
        # The cards of the pile join the hand before what is laid is removed from it.
        if isinstance(action, TakePile):
            held += Counter(knowledge.pile)
        cards = _cards(action)
        if isinstance(action, TakePile) and _tops(deal) and deal.pile:
            top = CARD[deal.pile[-1]]
            # The action names the top card only if it is a wild with a place.
            cards += () if any(card.startswith(f"{top}=") for card in action.cards) else (top,)
        # Counter subtraction keeps only positive counts: the cards that are missing.
        if missing := Counter(cards) - held:
            # A card still to be drawn is unknown, so no plan can use it.
            raise OddsError(f"{where}: the hand has no {' '.join(missing)} that is known")
        held -= Counter(cards)
        if reason := _refused(deal, action):
            raise OddsError(f"{where}: {reason}")
        # Carried out part by part, because a part may use what the one before it laid.
        apply(deal, action)
    return plan


def _cards(action: Action) -> tuple[Card, ...]:
    if isinstance(action, Discard):
        return (action.card,)
    if isinstance(action, Meld | Extend | TakePile):
        return tuple([Card(split_place(card)[0]) for card in action.cards])
    return ()


def _refused(deal: Kernel, action: Action) -> str:
    """The reason why an action is not legal in a deal, '' for a legal one."""
    if isinstance(action, TakePile) and _tops(deal) and not deal.drawn and deal.may_take():
        if not action.cards and action.meld is None:
            return "the top card of the pile is melded at once: write take with 4S 5S"
        taken = put_down(position(deal), action.cards, action.meld)
        return taken.message if isinstance(taken, Refusal) else ""
    # These four have no cards, so membership in the legal list is the whole check.
    if isinstance(action, Draw | TakePile | Redraw | Decline):
        return "" if action in legal(deal) else _not_now(deal, action)
    if not deal.drawn:
        return "a card is drawn or the pile taken first: begin with draw or take"
    before = position(deal)
    if isinstance(action, Discard):
        answer: object = discard_of(before, action.card)
    elif isinstance(action, Extend):
        answer = put_down(before, action.cards, action.meld)
    else:
        assert isinstance(action, Meld)
        answer = put_down(before, action.cards, None)
    return answer.message if isinstance(answer, Refusal) else ""


def _not_now(deal: Kernel, action: Draw | TakePile | Redraw | Decline) -> str:
    now = options(deal)
    # The likely mistake under the free rule: naming a meld with the take.
    if now.take and not _tops(deal) and isinstance(action, TakePile):
        return "the pile is taken as it lies: write take, and after a bar what is laid"
    kinds = ("draw", "take", "redraw", "meld", "extend", "discard", "decline")
    may = ", ".join([kind for kind in kinds if getattr(now, kind)])
    return f"{action.type} is not legal now, but {may}"


def _tops(deal: Kernel) -> bool:
    """Whether the top card of a taken pile has to be melded at once."""
    return deal.rules.pile_take == "must_meld_top"


def plan_text(plan: Plan) -> str:
    """A plan as `read_plan` reads it."""
    return " | ".join([_text(action) for action in plan])


def _text(action: Action) -> str:
    if isinstance(action, Discard):
        return f"- {action.card}"
    if isinstance(action, Extend):
        return f"{action.meld}+ {' '.join(action.cards)}"
    if isinstance(action, Meld):
        return " ".join(arranged_hand(action.cards))
    if isinstance(action, TakePile) and (action.cards or action.meld is not None):
        where = "" if action.meld is None else f"{action.meld}+ "
        return f"take with {where}{' '.join(action.cards)}".strip()
    return str(getattr(action, "type", action))


_WORDS: Mapping[str, Action] = {
    "draw": Draw(),
    "take": TakePile(),
    "redraw": Redraw(),
    "decline": Decline(),
}


def _part(text: str) -> Action:
    said = text.replace(",", " ").split()
    if not said:
        raise OddsError("a part of an arrangement is empty: write cards between the bars")
    if said[0].lower() in _WORDS and len(said) == 1:
        return _WORDS[said[0].lower()]
    first = said[0]
    if first.lower() == "take":
        # The rest of the text is a meld or an extension, so the parser calls itself.
        laid = _part(" ".join(said[2 if said[1].lower() == "with" else 1 :]))
        if isinstance(laid, Meld | Extend):
            return TakePile(cards=laid.cards, meld=getattr(laid, "meld", None))
        raise OddsError(f"the pile is taken with cards of a meld: {text.strip()!r:.40}")
    if first.startswith("-"):
        found = [first[1:], *said[1:]] if first[1:] else said[1:]
        faces = _faces(found)
        if len(faces) != 1:
            raise OddsError(f"a discard is one card: {text.strip()!r:.40}")
        return Discard(card=faces[0])
    number, plus, rest = first.partition("+")
    if plus:
        # `isdecimal` alone accepts digits of other scripts.
        if not number.isascii() or not number.isdecimal():
            raise OddsError(f"write the number of a run before +, such as 0+ 7H: {text!r:.40}")
        return Extend(meld=int(number), cards=_faces([rest, *said[1:]] if rest else said[1:]))
    return Meld(cards=_faces(said))


def _faces(texts: Sequence[str]) -> tuple[Card, ...]:
    faces = []
    for text in texts:
        written, stands_for = split_place(text.upper())
        face, place = _face(written), stands_for and _face(stands_for)
        faces.append(Card(f"{face}={place}") if place else face)
    return tuple(faces)


def _face(text: str) -> Card:
    face = FACE_OF.get(text)
    if face is None:
        raise OddsError(f"{text!r:.20} is not a card: write a face such as 9S, TD, 2C or JKR")
    return face
