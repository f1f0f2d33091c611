"""Starting the full-screen table."""

from __future__ import annotations

import getpass
from dataclasses import replace

from carteado.client import InputError, check_name

__all__ = ["full_screen"]


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
        table: to sit down at, or to watch.
        watch: whether it is only watched.

    Returns:
        The name of a command to run next, '' for none.
    """
    from carteado.client.hosting import HostProcess
    from carteado.client.link import Link
    from carteado.client.search import Search
    from carteado.clients.tui.app import Terminal
    from carteado.clients.tui.session import Session
    from carteado.scene.control.keeping import load_settings, save_settings

    settings = load_settings()
    settings = replace(settings, name=check_name(name or settings.name or _own_name()))
    terminal: Terminal

    def wake() -> None:
        terminal.wake()

    session = Session(
        settings,
        lambda address, player: Link(address, player, wake=wake),
        save_settings,
        lambda: HostProcess(wake),
        Search(settings.name, wake),
    )
    session.at_table.coach.wake = wake
    terminal = Terminal(session)
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
