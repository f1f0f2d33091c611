"""Actions chosen in advance, and the guard against a price that just rose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from carteado.scene.offers import Offer
from carteado.scene.words import Words

__all__ = ["GUARD_MS", "Guard", "PreAction", "PreKind", "answer_of", "pre_actions"]

# The look's rule for a press that was meant for the price before.
GUARD_MS = 600
"""Time for which a call stays off after its price rose."""

PreKind = Literal["check_fold", "check", "call", "call_any"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreAction:
    """An action chosen in advance.

    Attributes:
        kind: ``check_fold``, ``check``, ``call`` (this price only) or ``call_any``.
        price: chips to call when it was chosen.
        hand: number of the hand for which it was chosen.
        street: the street for which it was chosen.
        cancelled: the price changed since; it is shown so, and does nothing.
    """

    kind: PreKind
    price: int
    hand: int
    street: str
    cancelled: bool = False

    def seen(self, *, price: int, hand: int, street: str) -> PreAction | None:
        """The choice after the table went on; None where its street is over.

        A change of the price cancels every choice except ``call_any`` and ``check_fold``, which say
        what happens then.

        Args:
            price: chips to call now.
            hand: number of the hand.
            street: the street that is played now.
        """
        # A choice for one street must never act on the next.
        if hand != self.hand or street != self.street:
            return None
        if price != self.price and self.kind in ("check", "call") and not self.cancelled:
            return PreAction(
                kind=self.kind, price=self.price, hand=hand, street=street, cancelled=True
            )
        return self


def pre_actions(
    price: int, words: Words, *, quick: bool = False
) -> tuple[tuple[PreKind, str], ...]:
    """The choices that make sense at a price, with their labels, in the order of their keys.

    Args:
        price: chips to call, 0 for none yet.
        words: of the player.
        quick: the game has one stake, which a seat plays for or folds.
    """
    if quick:
        label = (
            words("Play for {amount}", amount=words.chips(price))
            if price
            else words("Play for any stake")
        )
        return ("check_fold", words("Fold")), ("call_any", label)
    if price:
        return (
            ("check_fold", words("Fold")),
            ("call", words("Call {amount}", amount=words.chips(price))),
            ("call_any", words("Call any")),
        )
    return (
        ("check_fold", words("Check or fold")),
        ("check", words("Check")),
        ("call_any", words("Call any")),
    )


def answer_of(chosen: PreAction | None, offers: tuple[Offer, ...]) -> dict[str, Any] | None:
    """The action that a choice means for a prompt; None leaves the decision to the player.

    Args:
        chosen: in advance, after `PreAction.seen`.
        offers: of the prompt.
    """
    if chosen is None or chosen.cancelled:
        return None
    by_tag = {offer.tag: offer for offer in offers}
    order: dict[str, tuple[str, ...]] = {
        "check_fold": ("check", "fold"),
        "check": ("check",),
        "call": ("call",),
        # It checks where that is possible; in Quick Hold'em "play" is the call.
        "call_any": ("check", "call", "play"),
    }
    # In order of preference: "check or fold" folds only if it cannot check.
    for tag in order[chosen.kind]:
        offer = by_tag.get(tag)
        if offer is None:
            continue
        # The price changed before the prompt came: the player decides again.
        if chosen.kind == "call" and offer.price != chosen.price:
            return None
        return offer.action()
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Keeps a press that was meant for the old price from paying the new one.

    Attributes:
        price: chips to call as last seen.
        raised_ms: when it last rose while somebody could press; None for never.
    """

    price: int = 0
    raised_ms: float | None = None

    def seen(self, price: int, now_ms: float) -> Guard:
        """The guard after a price was seen at a time."""
        if price == self.price:
            return self
        # A lower price needs no guard, and ends that of an earlier rise.
        rose = price > self.price
        return Guard(price=price, raised_ms=now_ms if rose else None)

    def left(self, now_ms: float) -> float:
        """The part of the guard's time that is left, from 1 to 0; 0 lets presses through."""
        if self.raised_ms is None:
            return 0.0
        return max(0.0, 1 - (now_ms - self.raised_ms) / GUARD_MS)
