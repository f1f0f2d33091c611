"""Amounts that one press chooses, and those that are typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from carteado.scene.words import Words

__all__ = ["Preset", "amount_typed", "bet_presets", "shortened", "stake_presets"]

_WHOLE = re.compile(r"[0-9]+|[0-9]{1,3}(?:[., ][0-9]{3})+")
_SCALED = re.compile(r"([0-9]+)(?:[.,]([0-9]{1,3}))?([km])")

_DIGITS = 15
"""A longer number would pass 2^53, the largest on the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """An amount with a name.

    Attributes:
        key: ``min``, ``half``, ``two_thirds``, ``pot``, ``max``.
        label: above the amount.
        to: the street total that it means, inside the legal range.
        hotkey: the key that chooses it: ``1`` to ``5``.
    """

    key: str
    label: str
    to: int
    hotkey: str


def bet_presets(
    span: tuple[int, int], *, pot: int, call: int, current_bet: int, words: Words
) -> tuple[Preset, ...]:
    """Presets of a bet or raise.

    A part of the pot is a part of what lies there after the call, on top of the bet to match.

    Args:
        span: lowest and highest street total, of the prompt.
        pot: chips in the middle, bets of the street included.
        call: chips that a call would add.
        current_bet: street total to match.
        words: for the labels.
    """
    low, high = span
    parts = (
        ("half", words("½ pot"), Fraction(1, 2)),
        ("two_thirds", words("⅔ pot"), Fraction(2, 3)),
        ("pot", words("Pot"), Fraction(1)),
    )
    found = [("min", words("Min"), low)]
    for key, label, part in parts:
        # Pot-sized: match the bet, then add the part of the pot after that call.
        to = current_bet + round((pot + call) * part)
        # The ends of the range have buttons of their own.
        if low < to < high:
            found.append((key, label, to))
    # With a single amount, "all-in" and "min" would be the same button.
    if high > low:
        found.append(("max", words("All-in"), high))
    return _numbered(found)


def stake_presets(span: tuple[int, int], usual: int, words: Words) -> tuple[Preset, ...]:
    """Presets of a stake: the usual one, its double, half of the credit, all of it."""
    low, high = span
    found: list[tuple[str, str, int]] = []
    for key, label, amount in (
        ("usual", words("Usual"), usual),
        ("double", words("Double"), 2 * usual),
        ("half", words("Half"), high // 2),
        ("max", words("All"), high),
    ):
        # Small credits make several of these equal.
        if low <= amount <= high and all(amount != one for _, _, one in found):
            found.append((key, label, amount))
    return _numbered(found)


def amount_typed(text: str) -> int | None:
    """A typed amount of chips: ``1500``, ``1,500``, ``1.500`` or ``1.5k``; None for anything else.

    Points and commas are both read, since each separates thousands in some language.
    """
    # Superscripts, which some keyboards type beside digits, and currency signs are passed over.
    text = text.replace("−", "-").encode("ascii", "ignore").decode().strip().lower()
    if _WHOLE.fullmatch(text):
        # Cut, because Python refuses to read thousands of digits.
        return int(re.sub(r"[., ]", "", text)[:_DIGITS])
    found = _SCALED.fullmatch(text)
    if found is None:
        return None
    whole, part, unit = found.groups()
    thousandths = int((whole + (part or "").ljust(3, "0"))[:_DIGITS])
    return thousandths * (1 if unit == "k" else 1_000)


def shortened(amount: int, words: Words) -> str:
    """An amount for a narrow button: above six digits in millions, ``1.2M``."""
    if amount < 1_000_000 or words.chips(amount) != words.number(amount):
        return words.chips(amount)
    return f"{words.decimal(amount / 1_000_000)}M"


def _numbered(found: list[tuple[str, str, int]]) -> tuple[Preset, ...]:
    return tuple(
        Preset(key=key, label=label, to=to, hotkey=str(number))
        # Keys follow the visible presets, so there is never a gap.
        for number, (key, label, to) in enumerate(found, 1)
    )
