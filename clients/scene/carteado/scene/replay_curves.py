"""The course of a replay as curves: chips of each player, or points on the table, step by step."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carteado.scene.words import N_

if TYPE_CHECKING:
    from carteado.scene.reader import Reader

__all__ = [
    "LEAD",
    "RAIL_LEAD",
    "STACKS",
    "Measure",
    "ReplayCurves",
    "curves_of",
    "measured",
    "stacks",
]

MOST = 240
"""Maximum number of points of a curve; the strip is hardly wider in pixels."""

STACKS = N_("Stacks")
LEAD = N_("Points on the table, us minus them")
RAIL_LEAD = N_("Points on the table, first pair minus second")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The measure at a step.

    Attributes:
        title: what it is, in English, to be translated.
        values: by seat or place, each with its name; '' where there is only one.
        signed: whether values are written with their sign.
    """

    title: str
    values: tuple[tuple[int, str, int], ...]
    signed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayCurves:
    """The curves of a replay.

    Attributes:
        lines: by seat or place: steps and values at them.
        low: least of all values, at most 0.
        high: greatest of them.
    """

    lines: dict[int, tuple[tuple[int, int], ...]]
    low: int
    high: int


def stacks(names: Sequence[str | None], chips: Sequence[int]) -> Measure:
    """The chips of all who sit."""
    pairs = enumerate(zip(names, chips, strict=True))
    return Measure(
        title=STACKS, values=tuple((seat, name, held) for seat, (name, held) in pairs if name)
    )


def curves_of(steps: tuple[Reader, ...], stretch: tuple[int, int]) -> ReplayCurves | None:
    """The curves of a stretch of a replay; None if its game measures nothing.

    Args:
        steps: of the whole replay.
        stretch: first and last step.
    """
    return _curves(_Steps(steps), *stretch)


class _Steps:
    """Steps of a replay, which are the same where they are the same object."""

    def __init__(self, steps: tuple[Reader, ...]) -> None:
        self.steps = steps

    # Hashing the tuple itself would hash every state of a long film for each frame.
    def __hash__(self) -> int:
        return id(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Steps) and other.steps is self.steps


@functools.lru_cache(maxsize=8)
def _curves(of: _Steps, first: int, last: int) -> ReplayCurves | None:
    lines: dict[int, list[tuple[int, int]]] = {}
    # Evenly spread samples with both ends; a set, since a short stretch has fewer steps.
    parts = [place / (MOST - 1) for place in range(MOST)]
    for at in sorted({first + round((last - first) * part) for part in parts}):
        measure = measured(of.steps[at])
        for key, _, value in measure.values if measure is not None else ():
            lines.setdefault(key, []).append((at, value))
    values = [value for line in lines.values() for _, value in line]
    if not values or first == last:
        return None
    found: dict[int, tuple[tuple[int, int], ...]] = {
        key: tuple(line) for key, line in lines.items()
    }
    low = min(0, *values)
    # At least 1 apart, because painters divide by the difference.
    return ReplayCurves(lines=found, low=low, high=max(low + 1, *values))


def measured(step: Reader) -> Measure | None:
    """The values of the curve at a step."""
    if step.table is None:
        return None
    return step.renderer.measure(step.table, step.seat)
