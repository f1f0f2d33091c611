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

# Bounded lengths: any chip count of a table, but int() never reads thousands of digits.
_WHOLE = re.compile(r"[0-9]{1,15}|[0-9]{1,3}(?:[., ][0-9]{3}){1,4}")
_BESIDE = re.compile("[²³€£$]")
"""Signs that some keyboards type beside digits; they are passed over."""
_PARTS = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,3}))?(bb|k|m)?")


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
        """The amount that a text means at this decision, None for a text that means no amount.

        Points and commas are both read, since each separates thousands in some language.
        """
        # Every other sign makes it no amount: a minus must not be lost.
        said = _BESIDE.sub("", text).strip().lower().replace("_", "-")
        said = re.sub(r"\s", " ", said)  # some languages group digits with narrow spaces
        if said in ("min", "minimum"):
            return self.low
        if said in ("max", "maximum", "all-in", "allin"):
            return self.high
        if said == "pot":
            # "Pot" raises by the pot after the call, as at the table.
            return None if self.pot is None else self.matched + self.pot
        if said in ("half", "half-pot", "1/2"):
            return self._half()
        if _WHOLE.fullmatch(said) is not None:
            return int(re.sub("[., ]", "", said))
        found = _PARTS.fullmatch(said)
        if found is None:
            return None
        whole, fraction, unit = found.groups()
        chips = {None: 1, "k": 1_000, "m": 1_000_000, "bb": self.big_blind}[unit]
        return None if chips is None else _whole(whole, fraction, chips)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that mean an amount at this decision."""
        return tuple(word for word in WORDS if self.read(word) is not None)

    def _half(self) -> int | None:
        if self.pot is not None:
            # `round` takes a half to the even number: half of 5 is 2, half of 7 is 4.
            return self.matched + round(self.pot / 2)
        # Without a pot, "half" is half of the highest amount, as for a stake.
        return None if self.high is None else self.high // 2


def _whole(digits: str, fraction: str | None, unit: int) -> int | None:
    """``digits.fraction`` units in chips; None where that is not a whole number."""
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
