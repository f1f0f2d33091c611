"""Amounts as people say them: ``min``, ``half``, ``pot``, ``max`` and ``3bb``.

This module holds no rule of a game. The lowest and highest amount come from the prompt, the pot and
the big blind from the view of the table. The server decides whether an amount is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carteado.engine.plain import to_plain

__all__ = ["NO_AMOUNTS", "WORDS", "Amounts", "amounts_of"]

WORDS = ("min", "half", "pot", "max", "3bb")
"""Examples of each kind, for messages."""

_BLINDS = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?bb")
# Twelve digits: any chip count of a table, and int() on bounded text only.
_NUMBER = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,3}))?([km]?)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """The meaning of the amount words at one decision. All amounts are whole chips.

    Attributes:
        low: the lowest amount that the prompt allows, None where it asks for none.
        high: the highest.
        matched: the street total to match; a part of the pot comes on top of it.
        pot: chips in the middle once the bet is called; None where the game has no such bet.
        big_blind: None where the game has none.
    """

    low: int | None = None
    high: int | None = None
    matched: int = 0
    pot: int | None = None
    big_blind: int | None = None

    def read(self, text: str) -> int | None:
        """The amount that a text means at this decision, None for a text that means no amount."""
        # Thousands may be written with commas; words with a blank, a dash or an underscore.
        said = text.strip().lower().replace(",", "").replace("_", "-")
        if said in ("min", "minimum"):
            return self.low
        if said in ("max", "maximum", "all-in", "allin"):
            return self.high
        if said == "pot":
            # "Pot" raises by the pot after the call, as at the table.
            return None if self.pot is None else self.matched + self.pot
        if said in ("half", "half-pot", "1/2"):
            return self._half()
        if (blinds := _BLINDS.fullmatch(said)) is not None:
            if self.big_blind is None:
                return None
            return _whole(blinds[1], blinds[2], self.big_blind)
        number = _NUMBER.fullmatch(said)
        if number is None:
            return None
        whole, fraction, unit = number.groups()
        return _whole(whole, fraction, {"": 1, "k": 1_000, "m": 1_000_000}[unit])

    def _half(self) -> int | None:
        if self.pot is not None:
            # `round` takes a half to the even number: half of 5 is 2, half of 7 is 4.
            return self.matched + round(self.pot / 2)
        # Without a pot, "half" is half of the highest amount, as for a stake.
        return None if self.high is None else self.high // 2


def _whole(digits: str, fraction: str | None, unit: int) -> int | None:
    """``digits.fraction`` units in chips; None where that is no whole number."""
    scale: int = 10 ** len(fraction or "")
    amount, rest = divmod(int(digits + (fraction or "")) * unit, scale)
    return None if rest else amount


NO_AMOUNTS = Amounts()
"""The meaning of the words where nothing is known of the decision: only numbers are amounts."""


def amounts_of(legal: Any, state: Any) -> Amounts:
    """The meaning of the amount words now.

    Args:
        legal: of the prompt, a dataclass or plain data; an empty mapping without a prompt.
        state: of the game, as the view shows it; None where it is not known.
    """
    offered: Mapping[str, Any] = to_plain(legal)
    spans = [span for span in offered.values() if _is_span(span)]
    low, high = spans[0] if spans else (None, None)
    big_blind = getattr(state, "big_blind", None) or None
    # Read by attribute, so any game with these two fields has pot-sized words.
    matched, pot = getattr(state, "current_bet", None), getattr(state, "pot", None)
    if matched is None or pot is None:
        return Amounts(low=low, high=high, big_blind=big_blind)
    call = offered.get("call") or 0
    return Amounts(low=low, high=high, matched=matched, pot=pot + call, big_blind=big_blind)


def _is_span(value: Any) -> bool:
    pair = isinstance(value, list | tuple) and len(value) == 2
    return pair and all(type(end) is int for end in value)
