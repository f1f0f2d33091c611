"""The meanings of poker terms."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "all-in": "A seat has put in its whole stack. It can win from each opponent as much as it put "
    "in itself, and is not asked again.",
    "board": "The common cards, five at the end: the flop (three), the turn and the river.",
    "hole cards": "The two cards that only their own seat sees.",
    "muck": "To give a hand up without showing it.",
    "pot": "The chips in the middle.",
    "side pot": "A part of the pot that only some seats can win, because another one was all-in "
    "with less.",
    "showdown": "The comparison of the hands that are left at the end. The best five of seven "
    "cards win; equal hands share the pot.",
    "stack": "The chips in front of a seat.",
}
