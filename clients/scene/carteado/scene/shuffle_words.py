"""The result of checking the shuffle of a deal, as a sentence."""

from __future__ import annotations

from carteado.engine.checking import DealCheck
from carteado.scene.words import Words

__all__ = ["shuffle_text"]


def shuffle_text(check: DealCheck | None, words: Words) -> str:
    """What a check found; None stands for a table where no deal is over."""
    if check is None:
        return words("No deal is over yet.")
    number = check.played or 0
    if check.result == "cheated":
        return words(
            "Deal {number} was not dealt honestly: {reason}.",
            number=number,
            reason="; ".join(map(words.said, check.problems)),
        )
    if check.result == "not_checked":
        return words(
            "Deal {number} could not be checked: {reason}.",
            number=number,
            reason="; ".join(map(words.said, check.doubts)),
        )
    seen = words.several(
        "Deal {number}: the {n} card that you saw is the one committed before the deal.",
        "Deal {number}: the {n} cards that you saw are those committed before the deal.",
        len(check.cards),
        number=number,
    )
    if not check.cutters:
        return f"{seen} {words('Nobody cut the deck.')}"
    # Players know each other by name; the numbers of the seats are for the lines.
    names = [one.rpartition(" (seat ")[0] or one for one in check.cutters]
    return f"{seen} {words('{names} cut the deck.', names=', '.join(names))}"
