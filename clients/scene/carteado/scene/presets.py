"""Amounts that one press chooses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from carteado.scene.words import Words

__all__ = ["Preset", "bet_presets", "shortened", "stake_presets"]


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
    """Presets of a stake: the usual one, its double, half of the credit, all of it.

    Args:
        span: the least and the most chips of a stake.
        usual: chips of the usual stake.
        words: of the reader.
    """
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
