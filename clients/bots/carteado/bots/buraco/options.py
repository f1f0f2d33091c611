"""Options of the bots of Buraco."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.engine.errors import OptionsError

__all__ = ["MOST_BUDGET", "SearchOptions", "StudyOptions"]

# A bound, so that a slip with the zeros does not become a decision that never ends.
MOST_BUDGET = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Options of the bot that searches.

    Attributes:
        budget: imagined deals played on for a decision, 0 to 100,000; with next to none
            it plays greedily.

    Raises:
        OptionsError: the budget is out of range.
    """

    budget: int = 600

    def __post_init__(self) -> None:
        # Not `isinstance`, for which True would be a number.
        if type(self.budget) is not int or not 0 <= self.budget <= MOST_BUDGET:
            raise OptionsError("budget", f"is a whole number from 0 to {MOST_BUDGET}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions(SearchOptions):
    """The same for the bot that plays by the study: its steps need fewer deals to tell apart."""

    budget: int = 60
