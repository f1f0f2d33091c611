"""Fills the templates of the document's sections with the findings."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from carteado.engine.words import counted
from research.words import percent, percents, signed, span

__all__ = ["paragraph", "rendered", "table"]

_KEPT = ("|", "#", "!", "```")
"""Beginnings of blocks that are not paragraphs: tables, headings, plots and commands."""


def rendered(name: str, **values: Any) -> tuple[str, ...]:
    """Lines of a section in Markdown, its paragraphs wrapped to 100 columns.

    A template names what it needs and gets nothing else; blank lines separate its blocks.

    Args:
        name: of the template, ``templates/NAME.md.j2``.
        values: the names that it may use.

    Raises:
        jinja2.UndefinedError: the template names something that is not there.
    """
    text = _templates().get_template(f"{name}.md.j2").render(**values)
    lines: list[str] = []
    # Conditions in a template may leave empty blocks.
    for block in filter(None, (block.strip("\n") for block in text.split("\n\n"))):
        lines += ["", *(block.split("\n") if block.startswith(_KEPT) else paragraph(block))]
    # Without the blank line before the first block.
    return tuple(lines[1:])


def paragraph(text: str) -> list[str]:
    """Lines of a paragraph."""
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """A table in Markdown.

    Args:
        head: names of the columns.
        rows: as many texts each.
        left: number of columns, from the left, that are left-aligned; the others are right-aligned.
    """
    marks = ["---" if column < left else "---:" for column in range(len(head))]
    return [f"| {' | '.join(line)} |" for line in (head, marks, *rows)]


@functools.cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates", encoding="utf-8"),
        # A misspelt name in a template fails instead of printing nothing.
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Markdown is not HTML: escaping would spoil apostrophes and quotes.
        autoescape=False,
    )
    found.filters |= {
        "percent": percent,
        "percents": percents,
        "signed": signed,
        "span": span,
        "thousands": "{:,}".format,
        "short": "{:g}".format,
        "fixed": lambda value, digits: f"{value:.{digits}f}",
    }
    found.globals |= {
        "counted": counted,
        "table": lambda head, rows, left=1: "\n".join(table(head, rows, left=left)),
    }
    return found
