"""Starting the full-screen table."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from dataclasses import replace

from carteado.client import InputError, check_name
from carteado.client.hosting import HostProcess
from carteado.client.link import Link
from carteado.client.search import Search
from carteado.clients.tui.app import Terminal
from carteado.clients.tui.session import Session
from carteado.scene.control.keeping import load_settings, save_settings
from carteado.scene.ui import Settings

__all__ = ["full_screen", "new_terminal"]


def new_terminal(
    settings: Settings, save: Callable[[Settings], None] = lambda settings: None
) -> Terminal:
    """A terminal with a session of its own; its links run on threads.

    Args:
        settings: of the player.
        save: keeps changed settings.
    """
    terminal: Terminal

    def wake() -> None:
        terminal.wake()

    session = Session(
        settings,
        lambda address, player: Link(address, player, wake=wake),
        save,
        lambda: HostProcess(wake),
        Search(settings.name, wake),
    )
    session.at_table.coach.wake = wake
    terminal = Terminal(session)
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
        ClientError: the session ended before anything was shown.
    """
    settings = load_settings()
    settings = replace(settings, name=check_name(name or settings.name or _own_name()))
    terminal = new_terminal(settings, save_settings)
    session = terminal.session
    if url is not None:
        session.connect(url, table, watch=watch)
    try:
        terminal.run()
    finally:
        session.close()
    return session.after


def _own_name() -> str:
    try:
        return check_name(getpass.getuser()[:24])
    except (InputError, OSError, KeyError):
        return "player"
