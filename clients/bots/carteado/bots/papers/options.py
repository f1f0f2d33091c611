"""Options of the paper's bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["FormulaOptions", "RuleOptions", "Variant"]

Variant = Literal["as-intended", "as-coded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """Options of the bots that play by rules.

    Attributes:
        variant: ``as-intended`` (as the paper says) or ``as-coded`` (with the slips of the program
            that the paper measured).
    """

    variant: Variant = "as-intended"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaOptions:
    """Options of the bot that plays by a formula.

    Attributes:
        variant: as for the others.
        extra: what it adds to the pot in its second largest bet, chips at blinds of 10 and 20: 200
            (ten blinds, as the paper says), 400 (as its program has it), or None for what the
            variant says.
    """

    variant: Variant = "as-intended"
    extra: Literal[200, 400] | None = None

    @property
    def extra_blinds(self) -> int:
        """The same in big blinds."""
        if self.extra is not None:
            return self.extra // 20
        # The paper's text and its program disagree; both are documented in the package.
        return 20 if self.variant == "as-coded" else 10
