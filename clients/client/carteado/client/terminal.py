"""Properties of an output stream: whether it is a terminal to draw on, its colours, its width."""

from __future__ import annotations

import contextlib
import os
from typing import TextIO

__all__ = ["columns", "has_colours", "is_terminal"]

# By old convention the size of a terminal that reports none.
USUAL_COLUMNS = 80


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which lines can be taken away and drawn again."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colours(stream: TextIO) -> bool:
    """Whether a stream is such a terminal, and its user wants colours (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def columns(stream: TextIO) -> int:
    """Characters in a line of a terminal; the usual 80 where it does not know."""
    with contextlib.suppress(OSError, ValueError):
        # Some terminals report 0 columns instead of failing, such as a fresh pseudo-terminal.
        return os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    return USUAL_COLUMNS
