"""Plots in files, drawn with matplotlib (extra ``arena``)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from carteado.client import InputError

__all__ = ["plain", "plot_file"]


@contextlib.contextmanager
def plot_file(
    file: Path, count: int, size: tuple[float, float], layout: str | None = None
) -> Iterator[Sequence[Any]]:
    """Axes of some plots, one below the other, which are saved at the end.

    Args:
        file: to write; its ending gives the format.
        count: of plots.
        size: width and height of all together, inches.
        layout: a layout engine of matplotlib.

    Raises:
        InputError: matplotlib is not installed, or the file cannot be written.
    """
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: install carteado[arena]") from None
    # The backend that draws into files and needs no display.
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(count, squeeze=False, figsize=size, layout=layout)
    try:
        yield [axis for (axis,) in axes]
        try:
            figure.savefig(file)
        except (OSError, ValueError) as error:
            raise InputError(f"{file}: {error}") from None
    finally:
        pyplot.close(figure)


def plain(text: str) -> str:
    """A text in which dollar signs do not begin a formula."""
    return text.replace("$", r"\$")
