"""The screens of the window: which one is shown, and those that belong to no table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.client.hosting import qr_rows
from carteado.client.search import free_seats
from carteado.protocol.messages import TableInfo
from carteado.scene.control.chances import counted_at, with_chances
from carteado.scene.film import Film
from carteado.scene.layout.film_jump import draw_jump
from carteado.scene.layout.message_scene import message_scene
from carteado.scene.layout.sheets import draw_host, draw_sheet
from carteado.scene.layout.start_scene import Found, start_scene
from carteado.scene.layout.timeline import film_scene
from carteado.scene.shapes import Intent, Scene

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["GONE_MS", "Screens"]

GONE_MS = 30_000
"""Time without a connection after which a dialog says so."""


class Screens:
    """The screen of the window.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def still(self, size: tuple[float, float]) -> Scene:
        """The screen without moving items."""
        # A replay needs no server, so a lost connection does not interrupt it.
        if self.app.screen == "film" and self.app.film is not None:
            return self._film(self.app.film, size)
        if self.app.ended is not None and self.app.screen != "start":
            return self._gone(size, self.app.session_input.reason(self.app.ended))
        lost = self.app.ui.lost_ms
        # The look's rule: the dialog comes after 30 s, the veil before that.
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
            text = words("The tables appear as soon as the server answers.")
            return message_scene(title, text, buttons, words, self.app.ui, self.app.settings, size)
        host = self.app.own_server.host
        # It may have ended by itself, or another program of this user has stopped it.
        hosting = host.url.partition("//")[2] if host is not None and host.running else ""
        search = self.app.connecting.search
        return start_scene(
            self.app.ui,
            self.app.settings,
            self.app.words,
            size,
            tuple(self.servers()),
            self.app.stays.anywhere(),
            now=self.app.stays.clock(),
            # Later searches go on silently behind the servers that are known.
            searching=search is not None and search.running and not search.servers,
            hosting=hosting,
            problem=search.problem if search is not None else "",
        )

    def _film(self, film: Film, size: tuple[float, float]) -> Scene:
        """A replay, with the dialog over it that is open."""
        app = self.app
        shown, ui = with_chances(film.shown), app.ui
        if film.odds:
            shown, question = counted_at(film)
            advice = app.at_table.coach.advice(question)
            ui = replace(ui, advice=advice or self._uncounted(film, counting=question is not None))
        scene = film_scene(film, ui, app.settings, size, shown)
        if ui.sheet == "film-jump":
            return draw_jump(scene, film, ui, app.settings)
        return draw_sheet(scene, app.words, ui, app.settings) if ui.sheet else scene

    def _uncounted(self, film: Film, *, counting: bool) -> str:
        """The reason why no chances are shown of a step."""
        words, table = self.app.words, film.shown.table
        if counting:
            return words("Counting.")
        if film.running and table is not None and table.settings.advice == "off":
            return words("This table allows no advice while a hand is played.")
        if film.log:
            return words("There is nothing to count here. V changes whose cards are seen.")
        return words("Nothing is to be counted here.")

    def servers(self) -> Iterator[Found]:
        """The servers that were found, with what is free at them."""
        words = self.app.words
        for url, tables in (
            self.app.connecting.search.servers if self.app.connecting.search is not None else ()
        ):
            address = url.partition("//")[2]
            note = words("does not answer")
            if tables is not None:
                free = sum(map(free_seats, tables))
                open_ = words.several("{n} table", "{n} tables", len(tables))
                seats = words.several("{n} free seat", "{n} free seats", free)
                note = f"{open_}, {seats}"
            # The last colon: an IPv6 address has several.
            host = address.rpartition(":")[0]
            # Announced servers have addresses that others can reach.
            name = words("This computer") if host == "127.0.0.1" else host
            yield Found(name=name, address=address, note=note)

    def hosting(self, scene: Scene) -> Scene:
        """The dialog about the server of this window, over a screen."""
        host = self.app.own_server.host
        url, problem = (host.url, host.problem) if host is not None else ("", "")
        # The code is read by phones, whose browsers need an address with http.
        code = qr_rows(url.replace("ws://", "http://", 1)) if url else ()
        people = None if host is None else self.players_at(url)
        app = self.app
        return draw_host(scene, app.words, app.ui, app.settings, url, problem, code, people)

    def players_at(self, url: str) -> list[str] | None:
        """The other people at the tables of a server of this computer; None if they are unknown."""
        app = self.app
        # This window joins it by the loopback, friends and the search by its other address.
        here = {url.partition("//")[2], f"127.0.0.1:{url.rpartition(':')[2]}"}
        known: list[TableInfo] | None = None
        for found, tables in (
            app.connecting.search.servers if app.connecting.search is not None else ()
        ):
            if found.partition("//")[2] in here and tables is not None:
                known = list(tables)
        if app.link is not None and app.welcome is not None and app.ui.server in here:
            known = list(app.lobby.listed) or known
        if known is None:
            return None
        names = [
            seat.name
            for info in known
            for seat in info.seats
            if seat.name is not None and not seat.bot and not seat.reserved
        ]
        # Once each, in the order of the tables.
        return [name for name in dict.fromkeys(names) if name != app.settings.name]

    def _gone(self, size: tuple[float, float], text: str) -> Scene:
        words = self.app.words
        if not text:
            seconds = int((self.app.now_ms - (self.app.ui.lost_ms or 0)) // 1000)
            text = words(
                "{server} has not answered for {seconds} s. Check that its computer is awake and "
                "on the same network. Your seat is kept, and this window connects again by itself.",
                server=self.app.ui.server,
                seconds=seconds,
            )
            title = words("The server is gone")
        else:
            title = words("The session has ended")
        # The address of a server at home changes, for instance when its computer was restarted.
        other = ("address", words("Change address"), Intent("to-start", "address"), "F2", "outline")
        buttons = (
            ("to-start", words("Leave"), Intent("to-start"), "Escape", "neutral"),
            *([other] if self.app.ui.lost_ms is not None else []),
            ("again", words("Connect again"), Intent("again"), "Enter", "primary"),
        )
        behind = None
        if self.app.screen == "table":
            # The last known state stays visible behind the dialog.
            behind = self.app.at_table.scene(size)
        return message_scene(
            title, text, buttons, words, self.app.ui, self.app.settings, size, behind
        )
