"""A turn that is put together before it is sent: select, lay, undo freely, send all at once.

Nothing here knows what is legal: `trial` asks the engine what the plays would make, and the server
judges the whole turn. Until then the plays are the client's alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from carteado.scene.buraco.sorting import Sort
from carteado.scene.buraco.ways import Way
from carteado.scene.cards import cards_text

__all__ = ["RUN_KEYS", "Staging", "Step"]

# D discards, so the list leaves it out and ends with J.
RUN_KEYS = "abcefghij"
"""Keys of the reader's runs, in order, wherever runs have keys; D discards the selected card."""

StepKind = Literal["meld", "extend", "discard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One staged play.

    Attributes:
        kind: of play.
        cards: handles of the hand.
        run: number of the run that is extended, or that a new run will have.
        written: the cards as the wire carries them where the place of a wild was chosen.
    """

    kind: StepKind
    cards: tuple[str, ...]
    run: int | None = None
    written: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The play as the wire carries it."""
        if self.kind == "discard":
            return {"type": "discard", "card": self.cards[0]}
        cards = list(self.written or self.cards)
        if self.kind == "extend":
            # None for the team means the reader's pair.
            return {"type": "extend", "meld": self.run, "cards": cards, "team": None}
        return {"type": "meld", "cards": cards}

    def text(self) -> str:
        """Its cards in a sentence."""
        return cards_text(self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Staging:
    """A player's plays before the turn is sent.

    Attributes:
        selected: handles of the selected cards, in the order of selection.
        steps: staged plays, in order.
        sort: order of the hand.
        own: the player's own arrangement.
        pile: whether the whole pile is shown.
        unfolded: runs shown in full, by team and number.
        refused: cards that the last refusal names.
        ways: in which the last play can be meant, while the player has to choose one.
        held: the card that is being dragged, '' for none.
        at: where the pointer holds it, logical pixels.
    """

    selected: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    sort: Sort = "suit"
    own: tuple[str, ...] = ()
    pile: bool = False
    unfolded: frozenset[tuple[int, int]] = frozenset()
    refused: frozenset[str] = frozenset()
    ways: tuple[Way, ...] = ()
    held: str = ""
    at: tuple[float, float] = (0.0, 0.0)

    @property
    def used(self) -> frozenset[str]:
        """Handles that staged plays use."""
        return frozenset(card for step in self.steps for card in step.cards)

    @property
    def ended(self) -> bool:
        """Whether a discard is staged: nothing follows it."""
        return bool(self.steps) and self.steps[-1].kind == "discard"

    @property
    def choosing(self) -> bool:
        """Whether cards are selected, or one is dragged, that could be laid."""
        return bool(self.selected or self.held) and not self.ended

    @property
    def dragged(self) -> tuple[str, ...]:
        """The cards under the pointer: the selection, where the held card is part of it."""
        return self.selected if self.held in self.selected else (self.held,) if self.held else ()

    def left(self, hand: Sequence[str]) -> tuple[str, ...]:
        """The cards of a hand that no staged play uses."""
        return tuple(card for card in hand if card not in self.used)

    def toggled(self, card: str) -> Staging:
        """A copy in which the selection of one card is switched."""
        if card in self.selected:
            kept = tuple(one for one in self.selected if one != card)
        else:
            # At the end: plays send their cards in the order of selection.
            kept = (*self.selected, card)
        return replace(self, selected=kept, refused=frozenset(), ways=())

    def lay(self, kind: StepKind, run: int | None = None) -> Staging:
        """With the selected cards as a further play; unchanged where that cannot be one."""
        cards = self.selected
        # Not rules but form: nothing can follow a discard, and it is one card.
        if not cards or self.ended or (kind == "discard" and len(cards) != 1):
            return self
        step = Step(kind=kind, cards=cards, run=run)
        return replace(self, steps=(*self.steps, step), selected=(), refused=frozenset(), ways=())

    def undone(self, number: int | None = None) -> Staging:
        """Without the last play, or without one and all that follow it."""
        at = len(self.steps) - 1 if number is None else number
        # Later plays may extend a run that this one lays, so they go too.
        return replace(self, steps=self.steps[: max(0, at)], refused=frozenset(), ways=())

    def meant(self, number: int) -> Staging:
        """With the last play in one of its ways."""
        if not self.steps or not 0 <= number < len(self.ways):
            return self
        step = replace(self.steps[-1], written=self.ways[number].cards)
        return replace(self, steps=(*self.steps[:-1], step), ways=())

    def fresh(self, hand: Sequence[str]) -> Staging:
        """After the hand changed: plays whose cards are gone, and what follows them, are left out.

        Args:
            hand: handles of the reader's hand now.
        """
        held = set(hand)
        steps = self.steps
        for number, step in enumerate(steps):
            if not held.issuperset(step.cards):
                # The plays before it are still possible; those after it may rest on it.
                steps = steps[:number]
                break
        selected = tuple(card for card in self.selected if card in held)
        own = tuple(card for card in self.own if card in held)
        ways = self.ways if len(steps) == len(self.steps) else ()
        return replace(self, steps=steps, selected=selected, own=own, ways=ways)

    def turn(self) -> dict[str, Any]:
        """The action that sends all plays."""
        return {"type": "turn", "plays": [step.plain() for step in self.steps]}

    def shifted(self, shown: Sequence[str], hand: Sequence[str], card: str, way: int) -> Staging:
        """With a card one place further to the left or the right in the reader's order.

        Args:
            shown: the cards that no staged play uses, as they lie.
            hand: all cards of the hand in the same order.
            card: the one that moves.
            way: 1 to the right, -1 to the left.
        """
        at = shown.index(card) + way
        if not 0 <= at < len(shown):
            return self
        # One place to the right is in front of the card after the neighbour.
        behind = shown[at] if way < 0 else (shown[at + 1] if at + 1 < len(shown) else "")
        return self.moved(hand, card, behind)

    def moved(self, hand: Sequence[str], card: str, before: str) -> Staging:
        """With a card put before another one in the reader's order.

        Args:
            hand: the cards in their present order.
            card: the card to move.
            before: the card that follows it; '' to put it last.
        """
        order = [one for one in hand if one != card]
        # '' stands for "behind the last one".
        at = order.index(before) if before in order else len(order)
        order.insert(at, card)
        return replace(self, own=tuple(order), sort="own")
