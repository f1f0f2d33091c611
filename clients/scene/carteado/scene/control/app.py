"""The logic of a rich client, without a toolkit: input and session events in, scenes out.

Tests drive it without a window: `press`, `key`, `type`, `tick`, and a link of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self

from carteado.client import InputError, check_name
from carteado.client.background import in_background
from carteado.client.hosting import Host, HostProcess, left_server
from carteado.client.link import Link, LinkItem
from carteado.client.search import Search
from carteado.protocol.messages import Join, Ok, Watch, Welcome
from carteado.protocol.session_events import DealFlawed, TableWaits, Unreadable, Welcomed
from carteado.scene.control.connecting import Connecting, MakeLink
from carteado.scene.control.entering import Entering
from carteado.scene.control.film_opening import FilmOpening
from carteado.scene.control.film_views import FilmViews
from carteado.scene.control.films import TableReplay, drive, film_seen, read_film
from carteado.scene.control.hot_seat import HotSeat
from carteado.scene.control.lobby import Lobby
from carteado.scene.control.own_server import OwnServer
from carteado.scene.control.pressing import Pressing
from carteado.scene.control.screens import GONE_MS, Screens
from carteado.scene.control.session_input import SessionInput
from carteado.scene.control.stays import Stays
from carteado.scene.control.tables import Tables
from carteado.scene.film import Film
from carteado.scene.layout.hints import draw_hints, hinted
from carteado.scene.reader import Reader
from carteado.scene.server_faults import flaw_text, unreadable_text, waits_text
from carteado.scene.shapes import Intent, Scene
from carteado.scene.ui import Notice, Settings, Sound, Ui
from carteado.scene.waiting import GUARD_MS
from carteado.scene.words import Words, words_of

__all__ = ["GONE_MS", "App"]

# Long enough to read two lines; errors that must not be missed have no time.
NOTICE_MS = 6_000

_CONFIRMS = {
    "film-goto": "film-goto",
    "join-code": "code",
    "second-name": "second",
    "top-up-amount": "top-up",
}
"""Fields that are alone in their dialog, with the intent of its button: Enter means that."""


class App(Pressing):
    """The client's state and what changes it.

    Args:
        settings: of the player.
        make_link: opens a session, for an address and a name.
        save: keeps changed settings.
        make_host: starts a server on this computer.
        search: looks for servers on the network; None looks for none.

    Attributes:
        screen: ``start``, ``connecting``, ``lobby`` or ``table``.
        running: False once the window is to close.
        sounds: names of sounds to play; the front end takes them out.
        film: the replay that is shown, on the screen ``film``.
        export_as: name of a file to which the next frame is saved; '' for none.
        silent: whether the front end found no sound device.
        link: the session with the server, None without one.
        welcome: the server's answer to the session; None until it comes.
        ended: the reason why the last session ended, None while it lasts.
        now_ms: the window's clock at the last tick, milliseconds.
    """

    looking: tuple[str, ...] = ("start",)
    """Screens that show the servers of the network."""

    measuring: tuple[str, ...] = ()
    """Screens that show how long the server takes to answer."""

    keeps_sheets: bool = True
    """Whether the score sheet of a deal stays into the next one until somebody closes it."""

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
        self.table_replay = TableReplay(self)
        self.film_views = FilmViews(self, film_seen)
        self.film_opening = FilmOpening(self)
        self.entering = Entering(self)
        self.screens = Screens(self)
        self.connecting = Connecting(self, make_link, search)
        self.own_server = OwnServer(self, make_host)
        self.session_input = SessionInput(self)
        self.stays = Stays(self)
        self.settings = settings
        self.ui = Ui(texts={"name": settings.name})
        self.screen = "start"
        self.running = True
        self.film: Film | None = None
        self.export_as = ""
        self.sounds: list[str] = []
        self.silent = False
        self.link: Link | None = None
        self.welcome: Welcome | None = None
        self.now_ms = 0.0
        self.ended: Exception | None = None
        self._before_film = "start"
        self._only_film = False
        self._save = save
        self._scene: Scene | None = None

    @classmethod
    def on_threads(
        cls, settings: Settings, save: Callable[[Settings], None], wake: Callable[[], None]
    ) -> Self:
        """A client whose sessions, search, server and coach run on threads.

        Args:
            settings: of the player.
            save: keeps changed settings.
            wake: called from a thread when a message waits for the next `tick`.
        """
        app = cls(
            settings,
            lambda address, player: Link(address, player, wake=wake),
            save,
            lambda: left_server() or HostProcess(wake),
            Search(settings.name, wake),
        )
        app.own_server.host = left_server()
        app.at_table.coach.wake = app.film_views.wake = app.film_opening.wake = wake
        app.film_views.run = app.film_opening.run = in_background
        return app

    @property
    def words(self) -> Words:
        """The player's language."""
        return words_of(self.settings.language, big_blinds=self.settings.big_blinds)

    # The session

    def connect(self, address: str, table: str | None = None, *, watch: bool = False) -> None:
        """Open a session; with a table, go on to it; see `Connecting.connect`."""
        self.connecting.connect(address, table, watch=watch)

    def welcomed(self, item: Welcomed) -> None:
        """The session began, or was resumed."""
        self.connecting.welcomed(item)

    def answered(self, tag: str, reply: Ok) -> None:
        """A request was accepted."""
        self.lobby.answered(tag, reply)

    def enter(self, table: str, *, watch: bool = False, seat: int | None = None) -> None:
        """Sit down at a table, or watch it.

        Args:
            table: its id.
            watch: whether only to watch.
            seat: to take; None for the first free one.
        """
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

    def tick(self, now_ms: float) -> None:
        """Handle new messages, and advance what moves.

        Args:
            now_ms: the window's clock, milliseconds.
        """
        self.now_ms = now_ms
        if self.link is not None:
            # Messages first: animations start from the newest state.
            for item in self.link.take():
                self.session_input.take(item)
        self.hot_seat.tick()
        for showing in self.at_table.showing.values():
            showing.advance(now_ms)
        self.film_opening.tick()
        self.film_views.tick()
        if self.film is not None:
            self.film = self.film.advance(now_ms)
        self.connecting.tick()
        notice = self.ui.notice
        # A notice without an end stays until somebody presses something.
        if notice is not None and notice.until_ms is not None and now_ms > notice.until_ms:
            self.ui = replace(self.ui, notice=None)

    # Drawing

    def scene(self, size: tuple[float, float]) -> Scene:
        """The screen as it is now."""
        scene = self.screens.still(size)
        hosts = self.ui.sheet in ("host", "host-stop") and self.own_server.host is not None
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
                # The guard shrinks on its button, so every frame differs. With reduced motion only
                # its end changes the button.
                return guard * GUARD_MS if reduced else 0.0
            wait = showing.wait_ms(self.now_ms)
            if reader.clock is None:
                coming = reader.coming_ms(self.now_ms)
                # The next deal is counted down in whole seconds.
                return wait if coming is None else min(wait, coming % 1_000 or 1_000.0)
            # A running clock moves five times a second, with reduced motion once.
            return min(wait, reader.clock.step_ms(self.now_ms) if reduced else 200.0)
        # The lobby and the start screen show nothing finer than seconds.
        return 1_000.0

    # The end of the client

    def quit(self) -> None:
        """Close the window; first, say what is lost with it, or ask about its server."""
        if not self.at_table.adding.warns():
            self.own_server.quit()

    def close(self) -> None:
        """The window closes."""
        self.connecting.leave()
        self.own_server.close()

    # Input

    def do(self, intent: Intent) -> None:
        """Carry out what a press means: the first part that knows it takes it, the lobby last."""
        known = (
            self._screen_intent(intent)
            or self._settings_intent(intent)
            or self.connecting.intent(intent)
            or self.own_server.intent(intent)
            or self._film_intent(intent)
            or self.hot_seat.intent(intent)
            or self.entering.intent(intent)
            or self.at_table.intent(intent)
        )
        if not known:
            self.lobby.intent(intent)

    def _screen_intent(self, intent: Intent) -> bool:
        """Carry out a press that only changes what is shown; False for any other."""
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
            case "page":
                name, number = intent.value
                self.ui = replace(self.ui, scroll={**self.ui.scroll, name: number})
            case _:
                return False
        return True

    def _settings_intent(self, intent: Intent) -> bool:
        """Carry out a press that changes a setting; False for any other."""
        if intent.kind == "set":
            key, value = intent.value
        elif intent.kind == "sound":
            order: Mapping[Sound, Sound] = {"all": "turn", "turn": "off", "off": "all"}
            key, value = "sound", order[self.settings.sound]
        else:
            return False
        self.change(replace(self.settings, **{key: value}))
        if key in ("sound", "volume"):
            self._warn_if_silent()
        return True

    def _film_intent(self, intent: Intent) -> bool:
        """Carry out a press that opens, drives or closes a replay; False for any other."""
        match intent.kind:
            case kind if kind == "seek" or kind.startswith("film-"):
                drive(self, intent)
            # First the dialog, then the film: one step out for each press.
            case "back" if self.screen == "film":
                if self.ui.sheet:
                    self.ui = replace(self.ui, sheet="")
                else:
                    self._end_film()
            case "replay-table" if self.at_table.table_id is not None:
                self.table_replay.start(self.at_table.table_id)
            case _:
                return False
        return True

    def focus_lost(self) -> None:
        """Another window came to the front: what two people hide from one another is covered."""
        self.hot_seat.cover()

    def show(self, film: Film, *, alone: bool = False) -> None:
        """Show a replay; `alone` if the window was opened only for it."""
        self._before_film, self._only_film = self.screen, alone
        self.film, self.screen = film, "film"

    def open_log(self, path: str) -> None:
        """Show a log file that was dropped on the window."""
        self.film_opening.open(partial(read_film, Path(path), "rail", self.words))

    def _end_film(self) -> None:
        """Go back to the screen before the replay; a window that was opened only for it closes."""
        self.film = None
        if self._only_film:
            self.running = False
        else:
            self.screen = self._before_film

    def submit(self, field: str) -> None:
        """Enter was pressed in a field."""
        if field in ("address", "name"):
            if not self.take_name():
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

    def take_name(self) -> bool:
        """Use the typed name; False where it is not allowed, and stays in its field."""
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
        """Use and save other settings."""
        # The addresses of visited servers change by themselves.
        asked = replace(settings, recent=self.settings.recent) != self.settings
        self.settings = settings
        try:
            self._save(settings)
        except OSError as error:
            if asked:
                # Where the settings are kept says what cannot be done.
                self.say(f"{error.filename}: {error.strerror}", error=True)
        # Readers write their lines in one language, so a change of language reaches each of them.
        for showing in (*self.at_table.showing.values(), *self.hot_seat.showing.values()):
            showing.choose(showing.reader.in_language(self.words))

    def _warn_if_silent(self) -> None:
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

    def warn(self, item: LinkItem) -> None:
        """Show what the server did wrong until it is dismissed, and for a while why it waits."""
        match item:
            # The closed table says so itself.
            case Unreadable() if item.card and not item.final:
                text = unreadable_text(item, self.words)
                self.ui = replace(self.ui, notice=Notice(text=text, kind="error"))
            case DealFlawed():
                text = flaw_text(item, self.words)
                # Without an end: a flaw in the dealing must not disappear unread.
                self.ui = replace(self.ui, notice=Notice(text=text, kind="error"))
            case TableWaits():
                self.say(waits_text(item, self.words))

    def new_reader(self, table: str) -> Reader:
        """A reader of a table in the player's language."""
        return Reader(id=table, words=self.words)
