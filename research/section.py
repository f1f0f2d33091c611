"""The two halves of an experiment: a measurement, and a section of a document about its findings.

They meet in plain data, the *findings*. These are stored beside the document, so that a
section can be written again without playing, and so that a test can check whether the
document agrees with its findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from carteado.arena.matches.runs import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Experiment", "Findings", "Section"]

Findings = Mapping[str, Any]
"""The results of a measurement as plain JSON data; numbers are rounded by `report.plain`."""


@dataclass(frozen=True, kw_only=True)
class Section:
    """The text and the plots about an experiment.

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
        name: its name on the command line, in the file of its findings, and at the beginning of the
            names of its journals and plots.
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
