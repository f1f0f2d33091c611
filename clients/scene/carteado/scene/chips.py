"""Chips for an amount, seen from above."""

from __future__ import annotations

import functools

from carteado.scene.tokens import TOKENS

__all__ = ["COLUMN", "COLUMNS", "columns_of"]

COLUMNS = 3
"""Most columns of discs beside an amount."""

COLUMN = 5
"""Most discs in a column."""

_VALUES = sorted((chip["value"] for chip in TOKENS["chips"]), reverse=True)


@functools.lru_cache(maxsize=1024)
def columns_of(amount: int) -> tuple[tuple[int, int], ...]:
    """Values of discs and how many of each, from left to right, the highest value first.

    At most three columns of five are shown. The discs only illustrate the exact amount beside them.
    """
    found = []
    for value in _VALUES:
        # Greedy from the highest value, as a dealer pays out.
        count, amount = divmod(amount, value)
        if count:
            found.append((value, min(count, COLUMN)))
        # The rest is below the value of a visible column; the written amount has it.
        if len(found) == COLUMNS:
            break
    return tuple(found)
