"""The logic of the window: input and events in, scenes out, everything but pygame.

Tests drive it without a window: `press`, `key`, `type`, `tick`, and a link of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from carteado.client import InputError, check_name, server_url
from carteado.client.hosting import Host, HostProcess
from carteado.client.link import Link
from carteado.client.lobby import table_named
from carteado.client.search import Search
from carteado.protocol.messages import Join, TableInfo, Watch
from carteado.protocol.session_events import (
    DealFlawed,
    TableWaits,
    Welcomed,
)
from carteado.scene.control.entering import Entering
from carteado.scene.control.films import FilmError, Reels, drive, read_film
from carteado.scene.control.hearing import Hearing
from carteado.scene.control.hot_seat import HotSeat
from carteado.scene.control.lobby import Lobby
from carteado.scene.control.pressing import Pressing
from carteado.scene.control.screens import GONE_MS, Screens
from carteado.scene.control.stays import Stays
from carteado.scene.control.tables import Tables
from carteado.scene.film import Film
from carteado.scene.layout.hints import draw_hints, hinted
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Scene
from carteado.scene.troubles import flaw_text, waits_text
from carteado.scene.ui import Notice, Settings, Sound, Ui
from carteado.scene.waiting import GUARD_MS
from carteado.scene.words import Words, words_of

__all__ = ["GONE_MS", "App"]

# Long enough to read two lines; errors that must not be missed have no time.
NOTICE_MS = 6_000
SEARCH_MS = 10_000
"""So long after a search the start screen looks for servers again."""

MEASURE_MS = 10_000
"""So long after a ping the way to the server is measured again."""

MakeLink = Callable[[str, str], Link]


_CONFIRMS = {
    "film-goto": "film-goto",
    "join-code": "code",
    "second-name": "second",
    "top-up-amount": "top-up",
}
"""Fields that are alone in their dialog, with the intent of its button: Enter means that."""


class App(Pressing):
    """The window's state and what changes it.

    Args:
        settings: of the player.
        make_link: opens a session, for an address and a name.
        save: keeps changed settings.
        make_host: starts a server on this computer.
        search: looks for servers on the network; None looks for none.

    Attributes:
        screen: ``start``, ``connecting``, ``lobby`` or ``table``.
        running: False once the window is to close.
        sounds: names of sounds to play since they were last taken.
        film: the log that is shown, on the screen ``film``.
        export_as: name of a file to which the next frame is saved; '' for none.
    """

    looking: tuple[str, ...] = ("start",)
    """Screens that show the servers of the network."""

    measuring: tuple[str, ...] = ()
    """Screens that show how long the server takes to answer."""

    def __init__(
        self,
        settings: Settings,
        make_link: MakeLink,
        save: Callable[[Settings], None] = lambda settings: None,
        make_host: Callable[[], Host] = HostProcess,
        search: Search | None = None,
    ) -> None:
        self.at_table = Tables(self)
        self.lobby = Lobby(self)
        self.hot_seat = HotSeat(self)
        self.reels = Reels(self)
        self.entering = Entering(self)
        self.screens = Screens(self)
        self.hearing = Hearing(self)
        self.stays = Stays(self)
        self.settings = settings
        self.ui = Ui(texts={"name": settings.name})
        self.screen = "start"
        self.running = True
        self.film: Film | None = None
        self.export_as = ""
        self.sounds: list[str] = []
        # A front end without a sound device says so here.
        self.silent = False
        self.link: Link | None = None
        self.welcome: Any = None
        self.now_ms = 0.0
        self.wanted: str | None = None
        self.watch_only = False
        # The address of the last attempt, as it was typed.
        self.tried = ""
        # The table that the player named, until the server's list says which one that is.
        self._meant: str | None = None
        # Its title, if the player chose it from the recent tables; errors name it by that.
        self._title = ""
        self.ended: Exception | None = None
        self.host: Host | None = None
        self.search = search
        # Long ago on any clock, so that the first look is due at once.
        self._searched_ms = self._measured_ms = -1e9
        self._url = ""
        self._before_film = "start"
        self._only_film = False
        self._make_host = make_host
        self._make_link = make_link
        self._save = save
        self._scene: Scene | None = None

    @property
    def words(self) -> Words:
        """The player's language."""
        return words_of(self.settings.language, big_blinds=self.settings.big_blinds)

    # Connecting

    def connect(self, address: str, table: str | None = None, *, watch: bool = False) -> None:
        """Open a session; with a table, go on to it."""
        try:
            # An address that makes no sense must not cost the session that still works.
            url = server_url(address)
        except InputError as error:
            self.refuse("address", self.words.said(error.said))
            return
        # Before the new link exists: it closes the current one.
        self.leave_server()
        self.wanted, self.watch_only, self.ended, self._meant = table, watch, None, None
        self._title = ""
        self._url = url
        self.tried = address
        # A new `Ui`: no dialog, text or choice of the old server's screen stays.
        self.screen = "connecting"
        self.ui = Ui(server=url.partition("//")[2])
        self.link = self._make_link(url, self.settings.name or "player")

    def open_link(self, name: str) -> Link:
        """Another session with the same server."""
        return self._make_link(self._url, name)

    def leave_server(self) -> None:
        """Close the session, if there is one."""
        # The second player's session ends with the first one's, or it would play on unseen.
        self.hot_seat.close()
        self.stays.left_server()
        if self.link is not None:
            self.link.close()
        self.link, self.welcome = None, None
        self.at_table.showing.clear()
        self.at_table.table_id = None

    # Input from the server

    def tick(self, now_ms: float) -> None:
        """Take what came, and go on with what moves.

        Args:
            now_ms: the window's clock, milliseconds.
        """
        self.now_ms = now_ms
        if self.link is not None:
            # First what came, then what moves: animation starts from the newest state.
            for item in self.link.take():
                self.hearing.take(item)
        self.hot_seat.tick()
        for showing in self.at_table.showing.values():
            showing.advance(now_ms)
        if self.film is not None:
            self.film = self.film.advance(now_ms)
        self._look_for_servers()
        self._measure()
        notice = self.ui.notice
        # A notice without an end stays until somebody presses something.
        if notice is not None and notice.until_ms is not None and now_ms > notice.until_ms:
            self.ui = replace(self.ui, notice=None)

    def _look_for_servers(self) -> None:
        search = self.search
        # Asking every frame would flood the network with mDNS questions.
        due = self.now_ms - self._searched_ms > SEARCH_MS
        looks = self.screen in self.looking
        if looks and search is not None and not search.running and due:
            self._searched_ms = self.now_ms
            search.start()

    def _ask_to_stop(self, sheet: str) -> None:
        """Open the question about the own server, which names the people who are there now."""
        self.ui = replace(self.ui, sheet=sheet)
        if self.link is not None and self.welcome is not None:
            self.link.list_tables()
        if self.search is not None and not self.search.running:
            self._searched_ms = self.now_ms
            self.search.start()

    def _measure(self) -> None:
        if self.link is None or self.welcome is None or self.screen not in self.measuring:
            return
        if self.now_ms - self._measured_ms > MEASURE_MS:
            self._measured_ms = self.now_ms
            self.link.measure()

    def welcomed(self, item: Welcomed) -> None:
        """The session began, or was resumed: go on to where the player wanted to be."""
        self.welcome = item.welcome
        # A welcome also ends a loss: the session goes on.
        self.ui = replace(self.ui, lost_ms=None)
        self._measured_ms = -1e9
        self._remember_server()
        # After a reconnection the player stays on the screen that is shown.
        if self.screen != "connecting":
            return
        seats = {held.table: held.seat for held in item.welcome.seats}
        assert self.link is not None
        if self.wanted is not None and self.wanted not in seats:
            # The list says which table is meant; the player may have typed a part of its title.
            self.link.list_tables()
            self.screen, self._meant = "lobby", self.wanted
        # The only seat that a player holds is where they want to be.
        elif self.wanted is not None or len(seats) == 1:
            self.at_table.open(self.wanted or next(iter(seats)))
        else:
            self.screen = "lobby"
            self.link.list_tables()

    def listed(self, tables: tuple[TableInfo, ...]) -> None:
        """The tables of the server came: go on to the one that the player wanted."""
        self.lobby.listed = tables
        # Taken once: later lists must not enter the table again.
        meant, self._meant = self._meant, None
        if meant is None:
            return
        try:
            table = table_named(meant, tables).table
        except InputError as error:
            gone = self.words("{table} is no longer open.", table=self._title)
            self.say(gone if self._title else self.words.said(error.said), error=True)
            return
        if table in self.lobby.seats:
            self.at_table.open(table)
        else:
            self.enter(table, watch=self.watch_only)

    def answered(self, tag: str, reply: Any) -> None:
        """A request was accepted."""
        self.lobby.answered(tag, reply)

    def _remember_server(self) -> None:
        address = self.ui.server
        # Saved only when it changes, since every reconnection comes here.
        if address and (not self.settings.recent or self.settings.recent[0] != address):
            others = tuple(one for one in self.settings.recent if one != address)
            self.change(replace(self.settings, recent=(address, *others)[:6]))

    # Drawing

    def scene(self, size: tuple[float, float]) -> Scene:
        """The screen as it is now."""
        scene = self.screens.still(size)
        hosts = self.ui.sheet in ("host", "host-stop") and self.host is not None
        if self.ui.sheet == "quit" or hosts:
            scene = self.screens.hosting(scene)
        showing = self.at_table.current
        if self.screen == "table" and showing is not None:
            # Before `apply`: the motion starts from the places of the still scene.
            showing.drawn(scene.places, self.now_ms, reduced=self.settings.reduced)
            if showing.motion is not None:
                scene = showing.motion.apply(scene, self.now_ms)
        # Presses go to the scene without hints, whose badges take none.
        self._scene = scene
        if self.ui.hints is not None:
            self._codes = hinted(scene, self._codes)
            return draw_hints(scene, self._codes, self.ui.hints, self.settings.text)
        return scene

    def wait_ms(self) -> float:
        """Milliseconds for which the screen may stay as it is."""
        reduced = self.settings.reduced
        if self.ui.lost_ms is not None:
            # The moving dashes of the reconnection, about 30 frames a second.
            return 1_000.0 if reduced else 33.0
        if self.film is not None and self.film.playing:
            return 50.0
        showing = self.at_table.current
        if self.screen == "table" and showing is not None:
            reader = showing.shown
            guard = reader.guard.left(self.now_ms)
            if guard > 0 and reader.prompt is not None:
                # The guard shrinks on its button, so every frame differs; where it does not, the
                # button works again at its end.
                return guard * GUARD_MS if reduced else 0.0
            wait = showing.wait_ms(self.now_ms)
            if reader.clock is None:
                coming = reader.coming_ms(self.now_ms)
                # The next deal is counted down in whole seconds.
                return wait if coming is None else min(wait, coming % 1_000 or 1_000.0)
            # A running clock moves five times a second, with reduced motion once.
            return min(wait, reader.clock.step_ms(self.now_ms) if reduced else 200.0)
        # Seconds in the lobby and on the start screen are the finest that anything shows.
        return 1_000.0

    # Its end

    def quit(self) -> None:
        """The window's cross was pressed: a server of this window is asked about first."""
        host = self.host
        # An earlier window's server was left running on purpose, or by a window that was killed.
        mine = host is not None and host.running and not host.earlier
        if not mine:
            self.running = False
        elif self.ui.sheet != "quit":
            self._ask_to_stop("quit")
        # Closing the question keeps the server running, so that no player is disconnected.
        else:
            self.do(Intent("quit", "keep"))

    def close(self) -> None:
        """The window closes."""
        self.leave_server()
        if self.host is not None and not self.host.earlier:
            self.host.stop()

    # Input

    def do(self, intent: Intent) -> None:
        """Carry out what a press means."""
        match intent.kind:
            case "none":
                pass
            case "dismiss":
                self.ui = replace(self.ui, notice=None)
            case "sheet":
                # Opening the chat reads it.
                unread = 0 if intent.value == "chat" else self.ui.unread
                # These are opened to type, and a letter would be a key of the table otherwise.
                fields = {"second": "second-name", "chat": "chat", "top-up": "top-up-amount"}
                editing = fields.get(intent.value, self.ui.editing)
                self.ui = replace(self.ui, sheet=intent.value, unread=unread, editing=editing)
            case "notice":
                self.say(intent.value)
            case "hints":
                self.ui = replace(self.ui, hints="", editing="")
            case "drawer":
                self.ui = replace(self.ui, drawer=intent.value)
            case "set":
                key, value = intent.value
                self.change(replace(self.settings, **{key: value}))
                if key in ("sound", "volume"):
                    self._heard()
            case "sound":
                order: Mapping[Sound, Sound] = {"all": "turn", "turn": "off", "off": "all"}
                self.change(replace(self.settings, sound=order[self.settings.sound]))
                self._heard()
            case "to-start":
                self.leave_server()
                self.screen, self.ended = "start", None
                self.ui = Ui(texts={"name": self.settings.name})
            case "again":
                table = self.at_table.table_id
                self.connect(self.ui.server, table)
            case "quit":
                # The server becomes independent of this window, and `close` must not stop it.
                if intent.value == "keep" and self.host is not None:
                    self.host.leave()
                    self.host = None
                self.running = False
            case kind if kind == "seek" or kind.startswith("film-"):
                drive(self, intent)
            # First the dialog, then the film: one step out for each press.
            case "back" if self.screen == "film":
                if self.ui.sheet:
                    self.ui = replace(self.ui, sheet="")
                else:
                    self._end_film()
            case "replay-table" if self.at_table.table_id is not None:
                self.reels.start(self.at_table.table_id)
            case "host":
                # An earlier server of this window is kept while it runs; a second one would find
                # the port taken.
                if self.host is None or not self.host.running:
                    self.host = self._make_host()
                self.ui = replace(self.ui, sheet="host")
            # A single key must not cut off all players.
            case "host-stop" if self.host is not None and self.ui.sheet != "host-stop":
                self._ask_to_stop("host-stop")
            case "host-stop" if self.host is not None:
                self.host.stop()
                self.host = None
                self.ui = replace(self.ui, sheet="")
            case "host-open" if self.host is not None and self._named():
                # By the loopback: the address for friends may not be reachable from this machine
                # itself.
                self.connect(f"127.0.0.1:{self.host.url.rpartition(':')[2]}")
            case "page":
                name, number = intent.value
                self.ui = replace(self.ui, scroll={**self.ui.scroll, name: number})
            case "connect":
                self.submit("address" if intent.value is None else "")
                if intent.value is not None and self._named():
                    self.connect(intent.value)
            case "sit-again" if self._named():
                stay = intent.value
                self.connect(stay.server, stay.table)
                self._title = stay.title
            case _:
                # Several parts know intents of their own; the first that does takes it, and the
                # lobby is the last.
                if self.hot_seat.intent(intent) or self.entering.intent(intent):
                    return
                if not self.at_table.intent(intent):
                    self.lobby.intent(intent)

    def focus_lost(self) -> None:
        """Another window came to the front: what two people hide from one another is covered."""
        self.hot_seat.cover()

    def show(self, film: Film, *, alone: bool = False) -> None:
        """Show a log; `alone` where the window was opened for it."""
        self._before_film, self._only_film = self.screen, alone
        self.film, self.screen = film, "film"

    def open_log(self, path: str) -> None:
        """Show a log file that was dropped on the window."""
        try:
            film = read_film(Path(path), "rail", self.words)
        except FilmError as error:
            self.say(str(error), error=True)
            return
        self.show(film)

    def _end_film(self) -> None:
        """Go back to where the film was opened; a window that shows nothing else closes."""
        self.film = None
        if self._only_film:
            self.running = False
        else:
            self.screen = self._before_film

    def submit(self, field: str) -> None:
        """Enter was pressed in a field."""
        if field in ("address", "name"):
            if not self._named():
                return
            address = self.ui.texts.get("address", "").strip()
            if address:
                self.connect(address)
            elif field == "address":
                text = self.words("Type an address, for example 192.168.1.7")
                self.refuse("address", text)
            return
        if field in _CONFIRMS:
            self.do(Intent(_CONFIRMS[field]))
            return
        self.at_table.submit(field)

    def _named(self) -> bool:
        """Take the typed name; False where it can be none, and stays in its field."""
        name = self.ui.texts.get("name", "").strip()
        if name and name != self.settings.name:
            try:
                check_name(name)
            except InputError as error:
                self.refuse("name", self.words.said(error.said))
                return False
            self.change(replace(self.settings, name=name))
        return True

    def change(self, settings: Settings) -> None:
        """Take other settings."""
        self.settings = settings
        self._save(settings)
        # Readers write their lines in one language, so a change of language reaches each of them.
        for showing in (*self.at_table.showing.values(), *self.hot_seat.showing.values()):
            showing.choose(showing.reader.in_language(self.words))

    def _heard(self) -> None:
        """Explain why no sound can be played."""
        if self.silent and self.settings.sound != "off":
            self.say(self.words("No sound device was found, so there are no sounds."))

    def say(self, text: str, *, error: bool = False) -> None:
        """Show a sentence for a while."""
        notice = Notice(
            text=text, kind="error" if error else "info", until_ms=self.now_ms + NOTICE_MS
        )
        self.ui = replace(self.ui, notice=notice)

    def refuse(self, field: str, text: str) -> None:
        """Say beside a field what is wrong with its text, which stays there to be corrected."""
        self.ui = replace(
            self.ui, editing=field, notice=Notice(text=text, kind="error", field=field)
        )

    def warn(self, item: Any) -> None:
        """Show a flaw of a deal until it is dismissed, and for a while that a table waits."""
        match item:
            case DealFlawed():
                text = flaw_text(item, self.words)
                # Without an end: a flaw in the dealing must not disappear unread.
                self.ui = replace(self.ui, notice=Notice(text=text, kind="error"))
            case TableWaits():
                self.say(waits_text(item, self.words))

    def enter(self, table: str, *, watch: bool = False, seat: int | None = None) -> None:
        """Sit down at a table, or watch it."""
        if self.link is None:
            return
        # Before the request: its first messages already need a reader.
        self.at_table.follow(table)
        if watch:
            self.link.request(f"enter:{table}", Watch, table=table)
        elif seat is None:
            self.link.request(f"enter:{table}", Join, table=table)
        else:
            self.link.request(f"enter:{table}", Join, table=table, seat=seat)

    def new_reader(self, table: str) -> Reader:
        """A reader of a table in the player's language."""
        return Reader(id=table, words=self.words)
