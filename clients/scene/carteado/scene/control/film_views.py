"""The point of view of a replay, which is changed on a thread: no frame waits for a long log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.engine.errors import EngineError
from carteado.engine.game import Event
from carteado.scene.film import Film
from carteado.scene.replay_curves import curves_of
from carteado.scene.words import Words

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["FilmViews"]

MakeFilm = Callable[[Sequence[Event], str, Words], Film]


class FilmViews:
    """Folds the log of the shown replay for other eyes.

    Args:
        app: the window's state.
        make: makes the replay of a log, for some eyes and in some language.

    Attributes:
        run: does a piece of work, at once or on a thread.
        wake: called when the work is done; may be called from a thread.
    """

    def __init__(self, app: App, make: MakeFilm) -> None:
        self.app = app
        self.run: Callable[[Callable[[], None]], None] = lambda work: work()
        self.wake: Callable[[], None] = lambda: None
        self._make = make
        # The views that are asked for, the first one wanted most; empty if none is.
        self._wanted: tuple[str, ...] = ()
        self._named = False
        self._busy = False
        self._done: tuple[Film, tuple[str, ...], Film | None] | None = None

    def choose(self, eyes: str | None) -> None:
        """Show other eyes: ``rail``, ``all`` or the number of a seat; None for the next view."""
        film = self.app.film
        if film is None:
            return
        if eyes is None:
            # A press while another view is prepared goes on from that one.
            self._wanted = _following(film, self._wanted[0] if self._wanted else film.eyes)
        else:
            self._wanted = (eyes,)
        self._named = eyes is not None
        if not self._busy:
            self._start(film)

    def tick(self) -> None:
        """Take a view that is ready."""
        if self._done is None:
            return
        (film, wanted, found), self._done = self._done, None
        self._busy = False
        app, shown = self.app, self.app.film
        # The replay was closed meanwhile, or another one was opened.
        if shown is None or shown.log is not film.log:
            self._wanted = ()
            return
        if wanted != self._wanted:
            self._start(shown)
            return
        self._wanted = ()
        if found is not None:
            # Steps are events, so the same number is the same moment for all eyes.
            kept = replace(found, title=shown.title, speed=shown.speed, odds=shown.odds)
            kept = kept.seek(shown.at, shown.since_ms)
            app.film = replace(kept, playing=shown.playing, whole=shown.whole)
        elif self._named:
            app.say(app.words("There is no view {name} here.", name=wanted[0]), error=True)

    def _start(self, film: Film) -> None:
        self._busy = True
        wanted, words = self._wanted, film.shown.words

        def work() -> None:
            self._done = film, wanted, self._first(film, wanted, words)
            self.wake()

        self.run(work)
        # Work that was done at once shows at once.
        self.tick()

    def _first(self, film: Film, wanted: Sequence[str], words: Words) -> Film | None:
        """The first of the wanted views that shows something; None if none does."""
        for eyes in wanted:
            if eyes not in ("rail", "all") and not (eyes.isascii() and eyes.isdecimal()):
                continue
            try:
                found = self._make(film.log, eyes, words)
                # Kept for the first frame, which would count them otherwise.
                curves_of(found.steps, found.stretch)
                return found
            except (EngineError, ValueError):
                continue  # all of this log is a deal that is being played, or nobody sits there
        return None


def _following(film: Film, eyes: str) -> tuple[str, ...]:
    """The views after one, in order: rail, each seat, all hands."""
    table = film.steps[-1].table
    seats = [str(seat) for seat, name in enumerate(table.state.names) if name] if table else []
    order = ["rail", *seats, "all"]
    at = order.index(eyes) if eyes in order else -1
    return tuple(order[(at + step) % len(order)] for step in range(1, len(order) + 1))
