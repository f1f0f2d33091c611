"""Takes back what a letter did as a key of a page, where it was the beginning of a command.

A page has letters as keys, and the input line takes the same letters. So `draw` may begin with
presses of its first letters; once the word is recognised, their effects on the screen are undone.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TypeVar

from carteado.scene.control.app import App
from carteado.scene.film import Film
from carteado.scene.shapes import Intent
from carteado.scene.ui import Settings, Ui

__all__ = ["ScreenState", "screen_state", "take_back"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenState:
    """The state that a key of a page may change and `take_back` restores."""

    screen: str
    ui: Ui
    settings: Settings
    film: Film | None
    replaying: bool
    followed: frozenset[str]


def screen_state(app: App) -> ScreenState:
    """The current state."""
    showing = app.at_table.current
    return ScreenState(
        screen=app.screen,
        ui=app.ui,
        settings=app.settings,
        film=app.film,
        replaying=showing is not None and showing.replaying,
        followed=frozenset(app.at_table.showing),
    )


def take_back(app: App, before: ScreenState, after: ScreenState) -> None:
    """Undo what a key has changed.

    A choice in a dialog or a step to another screen stays: the server may know of it. Only a table
    that the lobby began to watch is left again, because `watch NAME` may name another one.

    Args:
        app: the terminal's state.
        before: the state before the key.
        after: the state after it.
    """
    for table in after.followed - before.followed:
        app.lobby.unwatch(table)
    if before.ui.sheet or not before.screen == after.screen == app.screen:
        return
    if after.replaying and not before.replaying and screen_state(app).replaying:
        app.do(Intent("replay"))
    app.ui = _undone(app.ui, before.ui, after.ui)
    settings = _undone(app.settings, before.settings, after.settings)
    if settings != app.settings:
        app.change(settings)
    if app.film is after.film:
        app.film = before.film


State = TypeVar("State", Ui, Settings)


def _undone(now: State, before: State, after: State) -> State:
    """Fields that a key has changed as they were before it, unless something else changed them."""
    changed = {
        one.name: getattr(before, one.name)
        for one in fields(now)
        if getattr(before, one.name) != getattr(after, one.name) == getattr(now, one.name)
    }
    return replace(now, **changed)
