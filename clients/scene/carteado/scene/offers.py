"""The legal actions as buttons: read from the prompt's ``legal`` and nothing else.

A field of ``legal`` that is named like an action, or like an action and ``_to``, offers it: True as
it is, a number with that price, a pair with an amount from the one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carteado.engine.game import Action
from carteado.engine.plain import tag_of, to_plain
from carteado.scene.words import N_, Words

__all__ = ["KEYS", "Offer", "offers_of"]

KEYS = {
    "fold": "F1",
    "muck": "F1",
    "check": "F2",
    "call": "F2",
    "play": "F2",
    "show": "F2",
    "raise": "F3",
    "bet": "F3",
    "stake": "F3",
    "all_in": "F4",
    "run_twice": "F2",
    "run_once": "F3",
    "post_blind": "F3",
}
"""The key of an action; the same in the window, the terminal and the browser."""

# The look's order: from giving up to the highest price.
_ORDER = ("fold", "muck", "check", "call", "play", "show", "raise", "stake", "all_in")

_LABELS = {
    "fold": N_("Fold"),
    "check": N_("Check"),
    "call": N_("Call {amount}"),
    "raise": N_("Raise to {amount}"),
    "bet": N_("Bet {amount}"),
    "all_in": N_("All-in {amount}"),
    "show": N_("Show"),
    "muck": N_("Muck"),
    "play": N_("Play for {amount}"),
    "stake": N_("Stake {amount}"),
    "post_blind": N_("Post the big blind"),
    "run_twice": N_("Run it twice"),
    "run_once": N_("Run it once"),
    "show_card": N_("Show card {amount}"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One thing that may be done.

    Attributes:
        tag: of the action on the wire.
        word: `tag`, but ``bet`` for a raise that opens the street.
        key: name of the key, '' for none.
        price: chips that it adds, None where it has no price.
        span: lowest and highest amount to choose from; None where there is nothing to choose.
        field: of the action that takes the amount.
        card: number of the card that it shows, None for any other action.
    """

    tag: str
    word: str
    key: str = ""
    price: int | None = None
    span: tuple[int, int] | None = None
    field: str = ""
    card: int | None = None

    def action(self, amount: int | None = None) -> dict[str, Any]:
        """Plain data of the action, as `messages.Act` carries it.

        Args:
            amount: where `span` gives a choice; brought into it.
        """
        if self.card is not None:
            return {"type": self.tag, "card": self.card}
        if self.span is None:
            return {"type": self.tag}
        low, high = self.span
        # Clamped, so that a stale amount cannot be sent out of range.
        return {"type": self.tag, self.field: min(max(amount or low, low), high)}

    def label(self, words: Words, amount: int | None = None, *, exact: bool = True) -> str:
        """The label of the button, the amount included.

        Args:
            words: of the player.
            amount: that is chosen, where there is a choice.
            exact: name the chips where the player reads big blinds, if there is room.
        """
        text = _LABELS.get(self.word)
        # An action of another package's game has no translation; its tag is better than nothing.
        if text is None:
            return self.word.replace("_", " ").capitalize()
        # A card's number is not an amount of chips.
        if self.card is not None:
            return words(text, amount=self.card)
        shown = amount if self.span is not None and amount is not None else self.price
        if shown is None and self.span is not None:
            shown = self.span[0]
        if shown is None or "{" not in text:
            return words(text)
        return words(text, amount=words.exact(shown) if exact else words.chips(shown))


def offers_of(legal: object, actions: Sequence[type]) -> tuple[Offer, ...]:
    """The offers of a prompt, in the order of their buttons.

    Args:
        legal: of the prompt, as a dataclass or as plain data.
        actions: the game's action classes.
    """
    offered: dict[str, Any] = legal if isinstance(legal, dict) else to_plain(legal)
    classes: dict[str, type[Action]] = {tag_of(cls): cls for cls in actions}
    found = []
    for name, value in offered.items():
        tag = name if name in classes else name.removesuffix("_to")
        if tag == "show_card" and isinstance(value, tuple | list):
            # Each card is an action of its own, and its number its key.
            cards = range(int(value[0]), int(value[1]) + 1)
            found += [Offer(tag=tag, word=tag, key=str(card), card=card) for card in cards]
        elif tag in classes and value is not None and value is not False:
            # On the wire the first bet of a street is a raise; players call it a bet.
            word = "bet" if tag == "raise" and offered.get("opens") else tag
            found.append(_offer(classes[tag], tag, word, value))
    return tuple(sorted(found, key=_place))


def _place(offer: Offer) -> int:
    return _ORDER.index(offer.tag) if offer.tag in _ORDER else len(_ORDER)


def _offer(cls: type[Action], tag: str, word: str, value: Any) -> Offer:
    key = KEYS.get(tag, "")
    # The first field of an action takes its amount.
    names = [name for name in cls.__dataclass_fields__ if name != "type"]
    if isinstance(value, tuple | list) and len(value) == 2 and names:
        span = (int(value[0]), int(value[1]))
        return Offer(tag=tag, word=word, key=key, span=span, field=names[0])
    # Not `isinstance`: True is an int, too, and offers an action without a price.
    price = value if type(value) is int else None
    return Offer(tag=tag, word=word, key=key, price=price)
