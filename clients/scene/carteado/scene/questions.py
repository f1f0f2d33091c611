"""What a client asks before a table's owner does something to another player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carteado.scene.words import N_, Words

__all__ = ["ASKED", "Question", "question_sheet", "question_shown", "question_words"]

ASKED: Mapping[str, tuple[str, str, str]] = {
    "remove": (
        N_("Remove {name} from the table?"),
        N_("A hand in play is played to its end first. {name} may sit down again in an hour."),
        N_("Remove"),
    ),
    "ban": (
        N_("Ban {name} from the table?"),
        N_(
            "A hand in play is played to its end first. {name} cannot sit down again until you "
            "lift the ban."
        ),
        N_("Ban"),
    ),
    "hand_over": (
        N_("Make {name} the owner of the table?"),
        N_("You keep your seat. Only {name} can make you the owner again."),
        N_("Hand over"),
    ),
}
"""Title, text and button of the question before each order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The question before an order.

    Attributes:
        order: ``remove``, ``ban`` or ``hand_over``.
        seat: of the player concerned.
        title: the question.
        text: what follows from it.
        yes: the label of the button that carries it out.
    """

    order: str
    seat: int
    title: str
    text: str
    yes: str


def question_sheet(order: str, seat: int, name: str) -> str:
    """The sheet that asks before an order; it names the player, since others may take the seat.

    Args:
        order: of the owner, such as ``ban``.
        seat: of the player.
        name: of the player, as the question shows it.
    """
    return f"{order}:{seat}:{name}"


def question_words(order: str, name: str, words: Words) -> tuple[str, str, str]:
    """Title, text and button of the question before an order.

    Args:
        order: ``remove``, ``ban`` or ``hand_over``.
        name: of the player concerned.
        words: of the player's language.
    """
    title, text, yes = ASKED[order]
    return words(title, name=name), words(text, name=name), words(yes, name=name)


def question_shown(sheet: str, names: Sequence[str | None], words: Words) -> Question | None:
    """The question of an open sheet; None where it asks nothing, or its player has left the seat.

    Args:
        sheet: the open sheet.
        names: of the players, by seat.
        words: of the player's language.
    """
    order, _, rest = sheet.partition(":")
    seat, _, name = rest.partition(":")
    if order not in ASKED or not seat.isdecimal() or int(seat) >= len(names):
        return None
    if names[int(seat)] != name:
        return None
    called = words.player(names, int(seat))
    title, text, yes = question_words(order, called, words)
    return Question(order=order, seat=int(seat), title=title, text=text, yes=yes)
