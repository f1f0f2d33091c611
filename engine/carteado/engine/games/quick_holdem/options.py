"""House rules of a Quick Hold'em table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carteado.engine.errors import OptionsError
from carteado.engine.sentences import said
from carteado.engine.tables.option_checks import MAX_CHIPS, check_stacks, check_whole, check_word
from carteado.engine.visibility import Public

__all__ = ["COMPANIONS", "PRESETS", "Options"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a table, visible to all before they sit down.

    Attributes:
        seats: seats of the table, 2 to 10.
        credit: chips of every seat at the start of a game.
        credits: chips of each seat where they differ; empty for `credit` each. A seat with 0 takes
            no part.
        default_stake: chips to match when the leading seat folds, and what it names by playing.
        max_stake: most chips that may be named; None for no limit but the credit.
        fixed_leader: seat 0 leads every hand, instead of each seat in turn.
        reveal: ``never`` (folded cards and those of a seat that plays alone stay closed for ever)
            or ``hand`` (all hole cards are opened after each hand).

    Raises:
        OptionsError: an option is out of range, of a wrong type, or excludes another.
    """

    seats: Public[int] = 4
    credit: Public[int] = 1000
    credits: Public[tuple[int, ...]] = ()
    default_stake: Public[int] = 100
    max_stake: Public[int | None] = None
    fixed_leader: Public[bool] = False
    reveal: Public[Literal["never", "hand"]] = "never"

    def __post_init__(self) -> None:
        check_whole("seats", self.seats, 2, 10)
        check_stacks(("credit", "credits"), self.credit, self.credits, self.seats)
        check_whole("default_stake", self.default_stake, 1, MAX_CHIPS)
        if self.max_stake is not None:
            check_whole("max_stake", self.max_stake, 1, MAX_CHIPS)
            if self.default_stake > self.max_stake:
                reason = said(
                    "{stake} is above max_stake {most}",
                    stake=self.default_stake,
                    most=self.max_stake,
                )
                raise OptionsError("default_stake", reason)
        if type(self.fixed_leader) is not bool:
            raise OptionsError("fixed_leader", said("must be yes or no"))
        check_word("reveal", self.reveal, ("never", "hand"))

    def credit_of(self, seat: int) -> int:
        """Chips of a seat at the start of a game."""
        return self.credits[seat] if self.credits else self.credit


PRESETS: Mapping[str, Options] = {
    "standard": Options(),
    "family": Options(fixed_leader=True),
}
"""Tables by name, the default first."""

COMPANIONS: Mapping[str, tuple[str, ...]] = {"family": ("parity", "always", "high-card")}
"""Bots that the host seats at a table of a preset, from seat 1 on."""
