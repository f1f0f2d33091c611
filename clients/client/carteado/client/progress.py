"""The progress of a long job, on a terminal and nowhere else."""

from __future__ import annotations

import contextlib
import sys
import time

from carteado.client.terminal import columns, is_terminal

__all__ = ["Progress"]

# As often as an eye follows; drawing takes longer than many a step of a job.
EVERY_S = 0.1

ROOM = len("^C")
"""Columns that a bar leaves free: the terminal writes this at its end, and in the next line the bar
would not be found again when it is taken away."""


class Progress(contextlib.ExitStack):
    """A bar in the last line of the standard error; lines that are written there go above it.

    The bar is gone when the context is left.

    Args:
        quiet: draw nothing, whatever the standard error is.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__()
        self._job: tuple[str, int] | None = None
        self._drawn = 0.0
        self._stream = sys.stderr
        self._active = not quiet and is_terminal(sys.stderr)
        if self._active:
            # Loaded where a bar is drawn: commands that draw none stay quick.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                BarColumn(bar_width=24),
                TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                auto_refresh=False,  # a thread would go along into the processes that are forked
                transient=True,
            )
            self.enter_context(self._bar)

    def tell(self, what: str, done: int, total: int) -> None:
        """Report the progress of a job; steps before the first report do not count for its speed.

        Args:
            what: what a step of it is, in the plural.
            done: steps that are done.
            total: steps of the whole job, at least one.
        """
        if not self._active:
            return
        # Asked every time, because the terminal may have been resized since.
        self._bar.console.width = max(1, columns(self._stream) - ROOM)
        now = time.monotonic()
        # A new bar for a new job, so that its speed is not mixed with the last one's.
        if self._job != (what, total):
            self._job = (what, total)
            for task in self._bar.task_ids:
                self._bar.remove_task(task)
            self._bar.add_task(what, total=total, completed=done)
        elif now - self._drawn < EVERY_S:
            return
        else:
            self._bar.update(self._bar.task_ids[0], completed=done)
        self._drawn = now
        self._bar.refresh()
