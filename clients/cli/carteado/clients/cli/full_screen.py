"""The full-screen table and the window, where their extras are installed.

The only module of these commands that imports other clients, and only when a player asks for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carteado.engine.game import Event

__all__ = ["full_screen", "full_screen_replay"]


def full_screen(
    url: str | None, names: Sequence[str] | None, table: str | None, *, watch: bool = False
) -> bool:
    """Show the full-screen table until it is closed.

    Args:
        url: of the server; without it the menu is shown.
        names: of the player, the first one counts; None for the name of the player's settings.
        table: to sit down at, or to watch: its id, its title, or a part of either.
        watch: whether the table is only watched.

    Returns:
        Whether the full screen is installed.
    """
    terminal = _terminal()
    if terminal is None:
        return False
    name = names[0] if names else None
    # The menu's choice to play in the window comes back as a word.
    if terminal.full_screen(url, name=name, table=table, watch=watch) == "gui":
        from carteado.clients.pygame.commands import gui

        gui()
    return True


def full_screen_replay(events: Sequence[Event], *, title: str, **how: Any) -> bool:
    """Show a log in the full screen until it is closed.

    Args:
        events: all events of the table.
        title: what the user called the log.
        how: the further arguments of the terminal's `full_screen_replay`.

    Returns:
        Whether the full screen is installed.
    """
    terminal = _terminal()
    if terminal is None:
        return False
    terminal.full_screen_replay(events, title=title, **how)
    return True


def _terminal() -> Any:
    """The module that starts the full screen; None where its extra is not installed."""
    try:
        from carteado.clients.tui import commands
    except ImportError as missing:
        # Any other missing module is a bug of the installation, and must be seen.
        if not (missing.name or "").startswith(("textual", "rich", "platformdirs")):
            raise
        print("Lines, because the full screen is not installed: pip install 'carteado[tui]'")
        return None
    return commands
