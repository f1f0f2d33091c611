"""Ages of logs as an operator writes them: a number and a unit."""

from __future__ import annotations

import re

__all__ = ["age_ms"]

_AGE = re.compile(r"(\d{1,6})([mhdw])")
_UNIT_MS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000}


def age_ms(text: str) -> int:
    """An age in milliseconds.

    Args:
        text: minutes, hours, days or weeks, such as ``30d``.

    Raises:
        ValueError: the text is not an age.
    """
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise ValueError(
            f"{text!r:.40} is not an age: write a number and a unit (m, h, d or w), such as 30d"
        )
    return int(found[1]) * _UNIT_MS[found[2]]
