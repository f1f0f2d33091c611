"""The paper's nine groups of starting hands."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator, Mapping

from carteado.engine.cards import RANKS

__all__ = ["LAST", "groups", "hands_meant"]

LAST = 9
"""The group of all hands that stand in no other."""


@functools.cache
def groups(*, slips: bool) -> Mapping[str, int]:
    """Group of each of the 169 starting hands that is not in the last one, by name.

    Args:
        slips: whether the hands that the paper's program forgets are left in the last group.
    """
    found: dict[str, int] = {}
    path = importlib.resources.files("carteado.bots.papers") / "groups.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        head, *names = line.partition("#")[0].split() or [""]
        hands = {hand for name in names for hand in hands_meant(name)}
        if head == "slips" and slips:
            found = {hand: group for hand, group in found.items() if hand not in hands}
        # A later line wins, so that the file can correct what a range includes.
        elif head.isdecimal():
            found.update((hand, int(head)) for hand in hands)
    return found


def hands_meant(text: str) -> Iterator[str]:
    """The starting hands of ``KQs``, or of ``A9s-A2s``: the lower card goes down."""
    first, _, last = text.partition("-")
    if not last:
        yield first
        return
    # The range includes its lower end, and goes down as the paper writes it.
    for value in range(RANKS.index(first[1]), RANKS.index(last[1]) - 1, -1):
        yield first[0] + RANKS[value] + first[2]
