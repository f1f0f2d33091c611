"""House rules of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carteado.engine.tables.option_checks import MAX_CHIPS, check_whole, check_word
from carteado.engine.visibility import Public

__all__ = ["MAX_MONEY", "MAX_PLAYERS", "PRESETS", "Checks", "OddChips", "Options"]

MAX_PLAYERS = 10

MAX_MONEY = MAX_CHIPS // MAX_PLAYERS
"""Maximum initial money of a player; the sum over all players then stays within `MAX_CHIPS`."""

MAX_HISTORY = 500
"""Maximum number of correctable rounds, because judging all of them again is one commit."""

Checks = Literal["standard", "lenient", "strict"]
OddChips = Literal["discard", "first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a match.

    Attributes:
        money: what everybody starts with.
        checks: ``standard``; ``lenient`` tests the money only; ``strict`` also refuses to count a
            round in which one physical card is seen twice.
        odd_chips: the treatment of money that the winners cannot share equally: ``discard`` it, or
            give one unit each to the ``first`` winners in the order of names.
        history: number of rounds, counted from the last one, that can be corrected.

    Raises:
        OptionsError: an option is out of range or of a wrong type.
    """

    money: Public[int] = 1000
    checks: Public[Checks] = "standard"
    odd_chips: Public[OddChips] = "discard"
    history: Public[int] = 200

    def __post_init__(self) -> None:
        check_whole("money", self.money, 0, MAX_MONEY)
        check_word("checks", self.checks, ("standard", "lenient", "strict"))
        check_word("odd_chips", self.odd_chips, ("discard", "first"))
        check_whole("history", self.history, 0, MAX_HISTORY)


PRESETS: Mapping[str, Options] = {
    "standard": Options(),
    "lenient": Options(checks="lenient"),
    "strict": Options(checks="strict"),
}
"""Options by name, the default first."""
