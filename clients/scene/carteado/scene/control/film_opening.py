"""A replay is opened on a thread: no frame waits while a long log is read and folded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.scene.film import Film
from carteado.scene.replay_curves import curves_of
from carteado.scene.ui import Notice

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["FilmError", "FilmOpening"]


class FilmError(Exception):
    """A log that cannot be shown; one sentence says why."""

    exit_status = 6


class FilmOpening:
    """Makes the replay that a player asks for, and shows it where the player still waits for it.

    Args:
        app: the window's state.

    Attributes:
        run: does a piece of work, at once or on a thread.
        wake: called when the work is done; may be called from a thread.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.run: Callable[[Callable[[], None]], None] = lambda work: work()
        self.wake: Callable[[], None] = lambda: None
        # The replay that is wanted: its number, and where the player was.
        self._wanted: tuple[int, tuple[str, str | None]] = 0, ("", None)
        self._announced: Notice | None = None
        # Filled by threads.
        self._done: deque[tuple[int, Film | FilmError]] = deque()

    @property
    def _place(self) -> tuple[str, str | None]:
        return self.app.screen, self.app.at_table.table_id

    def open(self, make: Callable[[], Film]) -> None:
        """Make a replay and show it, unless another one is asked for or the player goes on first.

        Args:
            make: reads and folds the log; may raise `FilmError`, which is shown instead.
        """
        number = self._wanted[0] + 1
        self._wanted = number, self._place

        def work() -> None:
            found: Film | FilmError
            try:
                found = make()
                # Kept for the first frame, which would count them otherwise.
                curves_of(found.steps, found.stretch)
            except FilmError as error:
                found = error
            self._done.append((number, found))
            self.wake()

        self.run(work)
        # Work that was done at once shows at once, and is not announced.
        if not self._done:
            self.app.say(self.app.words("The log is being read."))
            self._announced = self.app.ui.notice
        self.tick()

    def tick(self) -> None:
        """Show a replay that is ready."""
        while self._done:
            number, found = self._done.popleft()
            if (number, self._place) != self._wanted:
                continue
            # Other notices, such as that of a flaw in the dealing, stay.
            if self.app.ui.notice is self._announced:
                self.app.ui = replace(self.app.ui, notice=None)
            if isinstance(found, FilmError):
                self.app.say(str(found), error=True)
            else:
                self.app.ui = replace(self.app.ui, sheet="")
                self.app.show(found)
