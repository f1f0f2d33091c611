"""Starting the full-screen table."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from carteado.client import check_name
from carteado.client.address import login_name
from carteado.client.tokens import state_folder
from carteado.clients.tui.app import Terminal
from carteado.clients.tui.history import History
from carteado.clients.tui.running import run
from carteado.clients.tui.session import Session
from carteado.engine.errors import EngineError
from carteado.engine.game import Event
from carteado.scene.control.broken import Broken, sentences
from carteado.scene.control.films import FilmError, film_seen
from carteado.scene.control.settings_file import load_settings, save_settings
from carteado.scene.control.stays import stays_file
from carteado.scene.film import film_of
from carteado.scene.ui import Settings
from carteado.scene.words import language_of, words_of

__all__ = ["full_screen", "full_screen_replay", "new_terminal"]


HISTORY = "terminal.history"


def new_terminal(
    settings: Settings,
    save: Callable[[Settings], None] = lambda settings: None,
    history: History | None = None,
) -> Terminal:
    """A terminal with a session of its own; its links run on threads.

    Args:
        settings: of the player.
        save: keeps changed settings.
        history: of the input line; none is kept when absent.
    """
    terminal: Terminal

    def wake() -> None:
        terminal.wake()

    # `terminal` is bound only below, so `wake` looks it up when it is called.
    session = Session.on_threads(settings, save, wake)
    terminal = Terminal(session, history=history)
    return terminal


def full_screen(
    url: str | None = None,
    *,
    name: str | None = None,
    table: str | None = None,
    watch: bool = False,
) -> str:
    """Run the full-screen table until it is closed.

    Args:
        url: of the server; without it the menu is shown.
        name: of the player.
        table: to sit down at, or to watch: its id, its title, or a part of either.
        watch: whether it is only watched.

    Returns:
        The name of a command to run next, '' for none.

    Raises:
        Broken: a bug has closed it.
        ClientError: the session ended before anything was shown.
    """
    settings = _settings(name)
    terminal = new_terminal(settings, save_settings, History(state_folder() / HISTORY))
    session = terminal.session
    with _closing(session):
        session.stays.keep_in(stays_file())
        if url is not None:
            session.connect(url, table, watch=watch)
        run(terminal)
    if not session.after:
        for line in _of_server(session):
            print(line)
    return session.after


def _of_server(session: Session) -> tuple[str, ...]:
    """What becomes of a server that this terminal has started; nothing without one."""
    if not session.left_at:
        return ()
    words = words_of(session.settings.language)
    return (
        words("Your server still runs at {address}.", address=session.left_at.partition("//")[2]),
        words("To stop it, start carteado again and press H, or type: carteado admin drain"),
    )


def full_screen_replay(
    events: Sequence[Event],
    *,
    title: str,
    eyes: str = "rail",
    seat: int | None = None,
    whole: bool = True,
) -> None:
    """Show a log in the full screen until it is closed.

    Args:
        events: all events of the table.
        title: what the user called the log.
        eyes: whose eyes see a whole log: ``rail``, ``all`` or the number of a seat.
        seat: whose eyes have seen a log that is not whole, None for the rail.
        whole: whether nothing in the log is redacted, so that other eyes may see it too.

    Raises:
        Broken: a bug has closed it.
        FilmError: it cannot be shown.
    """
    settings = _settings(None)
    words = words_of(settings.language, big_blinds=settings.big_blinds)
    try:
        if whole:
            film = film_seen(events, eyes, words)
        else:
            film = film_of(events, words, eyes=seat, open_hands=False)
    except (EngineError, ValueError) as error:
        raise FilmError(f"{title}: {error}") from None
    terminal = new_terminal(settings, save_settings, History(state_folder() / HISTORY))
    terminal.session.show(replace(film, title=title), alone=True)
    with _closing(terminal.session):
        run(terminal)


@contextlib.contextmanager
def _closing(session: Session) -> Iterator[None]:
    """Close a session at the end, and turn a bug into a sentence and a report.

    Raises:
        Broken: there was one.
    """
    try:
        yield
    except Exception as error:
        # Before it is closed, while it knows its seats.
        words = words_of(session.settings.language)
        said = sentences(session, error, words("The terminal table was closed by a bug."))
        session.close()
        raise Broken(" ".join([*said, *_of_server(session)])) from None
    finally:
        session.close()


def _settings(name: str | None) -> Settings:
    settings = load_settings(language=language_of(os.environ))
    return replace(settings, name=check_name(name or settings.name or login_name()))
