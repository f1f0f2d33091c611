"""What a stream shows: whether it is a terminal that can be drawn on, its colours, its width."""

from __future__ import annotations

import contextlib
import os
from typing import TextIO

__all__ = ["columns", "has_colours", "is_terminal"]

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
        return os.get_terminal_size(stream.fileno()).columns or USUAL_COLUMNS
    return USUAL_COLUMNS
