"""What an experiment is: something to measure, and a section of a document about what was found.

The two halves meet in plain data, the *findings*. They are kept beside the document, so that a
section can be written anew without a match being played, and so that a test can tell whether what
stands in the document is what its findings say.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from carteado.arena.runs import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Experiment", "Findings", "Section", "paragraph", "table"]

Findings = Mapping[str, Any]
"""What a measurement found, as JSON knows it; numbers as `report.plain` cuts them."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """What is said about an experiment.

    Attributes:
        lines: Markdown below the title; headings in it are of the third level. A plot is shown by
            ``![what it shows](experiments/NAME.svg)``.
        drawings: what draws the plot, by the NAME of its file.
    """

    lines: tuple[str, ...]
    drawings: Mapping[str, Callable[[], Figure]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A published experiment that can be played again.

    Attributes:
        name: by which it is asked for; also of its findings' file, and the beginning of the names
            of its journals and plots.
        title: of its section.
        text: one line about it.
        measure: plays it.
        section: writes about it, from the findings alone.
    """

    name: str
    title: str
    text: str
    measure: Callable[[Run], dict[str, Any]]
    section: Callable[[Findings], Section]


def paragraph(text: str) -> list[str]:
    """Lines of a paragraph."""
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """A table in Markdown.

    Args:
        head: names of the columns.
        rows: as many texts each.
        left: so many columns from the left are set to the left, the others to the right.
    """
    marks = ["---" if column < left else "---:" for column in range(len(head))]
    return [f"| {' | '.join(line)} |" for line in (head, marks, *rows)]
