"""The screens of the window: which one is shown, and those that belong to no table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from carteado.client.hosting import qr_rows
from carteado.client.search import free_seats
from carteado.scene.control.chances import with_chances
from carteado.scene.layout.message_scene import message_scene
from carteado.scene.layout.sheets import draw_host, draw_sheet
from carteado.scene.layout.start_scene import Found, start_scene
from carteado.scene.layout.timeline import film_scene
from carteado.scene.shapes import Intent, Scene

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["GONE_MS", "Screens"]

GONE_MS = 30_000
"""So long without a connection, and a dialog says so."""


class Screens:
    """What the window shows.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def still(self, size: tuple[float, float]) -> Scene:
        """The screen without what moves."""
        if self.app.screen == "film" and self.app.film is not None:
            film = self.app.film
            shown = with_chances(film.shown)
            scene = film_scene(film, self.app.ui, self.app.settings, size, shown)
            return (
                scene
                if not self.app.ui.sheet
                else draw_sheet(scene, self.app.words, self.app.ui, self.app.settings)
            )
        if self.app.ended is not None and self.app.screen != "start":
            return self._gone(size, self.app.hearing.why(self.app.ended))
        lost = self.app.ui.lost_ms
        if lost is not None and self.app.now_ms - lost > GONE_MS:
            return self._gone(size, "")
        if self.app.screen == "table":
            return self.app.at_table.scene(size)
        if self.app.screen == "lobby":
            return self.app.lobby.scene(size)
        if self.app.screen == "connecting":
            words = self.app.words
            title = words("Connecting to {server}", server=self.app.ui.server)
            buttons = (("cancel", words("Cancel"), Intent("to-start"), "Escape", "neutral"),)
            return message_scene(title, "", buttons, words, self.app.ui, self.app.settings, size)
        hosting = self.app.host.url.partition("//")[2] if self.app.host is not None else ""
        search = self.app.search
        return start_scene(
            self.app.ui,
            self.app.settings,
            self.app.words,
            size,
            tuple(self.servers()),
            searching=search is not None and search.running and not search.servers,
            hosting=hosting,
            problem=search.problem if search is not None else "",
        )

    def servers(self) -> Iterator[Found]:
        """The servers that were found, with what is free at them."""
        words = self.app.words
        for url, tables in self.app.search.servers if self.app.search is not None else ():
            address = url.partition("//")[2]
            note = words("does not answer")
            if tables is not None:
                free = sum(map(free_seats, tables))
                open_ = words.several("{n} table", "{n} tables", len(tables))
                seats = words.several("{n} free seat", "{n} free seats", free)
                note = f"{open_}, {seats}"
            yield Found(name=address.rpartition(":")[0], address=address, note=note)

    def hosting(self, scene: Scene) -> Scene:
        """The dialog about the server of this window, over a screen."""
        host = self.app.host
        url, problem = (host.url, host.problem) if host is not None else ("", "")
        # The code is read by phones, whose browsers need an address with http.
        code = qr_rows(url.replace("ws://", "http://", 1)) if url else ()
        return draw_host(scene, self.app.words, self.app.ui, self.app.settings, url, problem, code)

    def _gone(self, size: tuple[float, float], text: str) -> Scene:
        words = self.app.words
        if not text:
            seconds = int((self.app.now_ms - (self.app.ui.lost_ms or 0)) // 1000)
            text = words(
                "{server} has not answered for {seconds} s. Your seat is kept, and this window "
                "connects again by itself as soon as the server is back.",
                server=self.app.ui.server,
                seconds=seconds,
            )
            title = words("The server is gone")
        else:
            title = words("The session has ended")
        buttons = (
            ("to-start", words("Leave"), Intent("to-start"), "Escape", "neutral"),
            ("again", words("Connect again"), Intent("again"), "Enter", "primary"),
        )
        behind = None
        if self.app.screen == "table":
            behind = self.app.at_table.scene(size)
        return message_scene(
            title, text, buttons, words, self.app.ui, self.app.settings, size, behind
        )
