"""Replays of a file that ``carteado log export`` wrote, or of a table's history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from carteado.engine.errors import EngineError
from carteado.engine.events import event_from_plain
from carteado.engine.game import Event
from carteado.engine.naming import NameOf
from carteado.engine.registry import game_of
from carteado.engine.table import DeckCommitted, Table, open_table
from carteado.protocol.log import LogError
from carteado.protocol.messages import History
from carteado.protocol.player_names import MOST_BYTES, NAMES, names_of
from carteado.protocol.received import folded
from carteado.protocol.segment import read_records
from carteado.scene.control.film_opening import FilmError
from carteado.scene.control.sharing import CannotShare, deal_phh, deal_text, export_name, write_new
from carteado.scene.film import SPEEDS, Film, film_of
from carteado.scene.film_words import no_deal_text
from carteado.scene.game_types import GameEvent
from carteado.scene.shapes import Intent
from carteado.scene.words import Words

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["FilmError", "TableReplay", "drive", "film_seen", "read_film"]

# A replay keeps a reader for each event in memory; this bounds what a hostile file can take.
MOST = 200_000
"""Most events of a log that is shown."""


def read_film(path: Path, eyes: str, words: Words) -> Film:
    """The replay of a log file.

    A deal that is still being played is shown to the rail only. A file of names beside the log
    gives the players' names.

    Args:
        path: of the file.
        eyes: ``rail``, ``all`` or the number of a seat.
        words: of the viewer.

    Raises:
        FilmError: there is no such file, it is damaged, or `eyes` is not one of these.
    """
    if eyes not in ("rail", "all") and not (eyes.isascii() and eyes.isdecimal()):
        raise FilmError(f"{eyes!r:.20} is not a view: type rail, all or the number of a seat")
    try:
        names_file = path.with_name(path.name + NAMES)
        names = None
        if names_file.exists():
            with names_file.open("rb") as source:
                names = source.read(MOST_BYTES + 1)
        # In pieces: what is not a log may be of any size, such as a device.
        with path.open("rb") as file:
            events = _events(file, names_of(names))
        film = film_seen(events, eyes, words)
    except IsADirectoryError:
        sentence = f"{path} is a folder; name a file that `carteado log export` wrote"
        raise FilmError(sentence) from None
    except OSError as error:
        # No traceback: the sentence is all that a user can act on.
        raise FilmError(f"{path} cannot be read: {error.strerror}") from None
    except (LogError, EngineError, ValueError) as error:
        raise FilmError(f"{path}: {error}") from None
    return replace(film, title=path.name)


def film_seen(events: Sequence[Event], eyes: str, words: Words) -> Film:
    """The replay of a whole log from a point of view.

    Args:
        events: of the log from its beginning.
        eyes: a seat's number, ``all`` for every hand, or ``rail`` for a spectator.
        words: of the reader.

    Raises:
        EngineError: the log cannot be folded.
        ValueError: there is no event, or no such seat.
    """
    seat = int(eyes) if eyes.isdecimal() else None
    # The rail sees no hole cards anyway; others must not see those of a running deal.
    shown = events if eyes == "rail" else events[: _open_end(events) - 1]
    # The log itself stays whole, so that another point of view can be chosen later.
    film = film_of(shown[:MOST], words, eyes=seat, open_hands=eyes == "all")
    return replace(film, log=tuple(events), eyes=eyes)


class TableReplay:
    """Reads the history of a table from its server, page by page, and shows it.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._table = ""
        self._events: list[Event] = []

    def start(self, table: str) -> None:
        """Ask for the first page."""
        self._table, self._events = table, []
        self._ask()

    def _ask(self) -> None:
        if self.app.link is not None:
            after = len(self._events)
            # Pages of 1,000 events; the server may send fewer.
            self.app.link.request("film", History, table=self._table, after=after, limit=1000)

    def answered(self, result: Any) -> None:
        """Take a page; after the last one, show the replay."""
        app = self.app
        reader = app.at_table.reader_at(self._table)
        if reader is None or reader.table is None:
            return
        try:
            page = [event_from_plain(reader.table.game, plain) for plain in result["events"]]
            # An empty page ends the reading, too, whatever the server says of more.
            more = bool(result["more"]) and bool(page)
            self._events += page
            if more and len(self._events) < MOST:
                self._ask()
                return
        # A server may be newer, broken or hostile: nothing that it sends may stop the client.
        except (EngineError, KeyError, TypeError, ValueError) as error:
            app.say(_unshown(error, app.words), error=True)
            return
        title = reader.table.opened.title or self._table
        app.film_opening.open(partial(_seated_film, self._events, title, reader.seat, app.words))


def _seated_film(events: Sequence[Event], title: str, seat: int | None, words: Words) -> Film:
    """The replay of a table's history, at its end, where the player has just been."""
    try:
        # The server has redacted these events already; redacting them again changes nothing.
        film = film_of(events, words, eyes=seat, open_hands=False)
    except (EngineError, KeyError, TypeError, ValueError) as error:
        raise FilmError(_unshown(error, words)) from None
    return replace(film, title=title).seek(len(film.steps) - 1)


def _unshown(error: Exception, words: Words) -> str:
    return words("The table cannot be replayed: {reason}", reason=error)


def _events(source: BinaryIO, name_of: NameOf) -> list[Event]:
    header, records = read_records(source)
    # An archived log may lack its beginning, without which nothing can be folded.
    if header.after:
        raise LogError(f"begins behind event {header.after}; a whole log begins with event 1")
    game = None
    found: list[Event] = []
    for commit, _ in records:
        for version, plain in commit.events:
            # The first event opens the table and names its game.
            if game is None:
                game = game_of(str(plain.get("game")))
            found.append(event_from_plain(game, plain, version, name_of))
    return found


def _open_end(events: Sequence[Event]) -> int:
    """Number of the first event of the deal that is being played; behind the last for none."""
    if not events:
        return 1
    first: GameEvent = events[0]
    table: Table = open_table(first)
    for event in events[1:]:
        # Only the whole fold knows whether a deal is being played.
        table = folded(table, event)
    running = table.game.turn(table.state) is not None
    # A deck that is committed and not cut yet belongs to a deal that is being played.
    if table.committed is None or not (running or table.nonces is None):
        return len(events) + 1
    return max(seq for seq, event in enumerate(events, 1) if isinstance(event, DeckCommitted))


def _export(app: App, film: Film, ending: str) -> None:
    """Save the hand that is shown as text or PHH; a picture is saved by its painter."""
    name = export_name(film, ending)
    if ending not in ("txt", "phh"):
        # The picture is of the table alone, and the client that draws it says where it is.
        app.export_as, app.ui = name, replace(app.ui, sheet="", notice=None, hover="", focus="")
        return
    try:
        if ending == "txt":
            write_new(name, deal_text(film))
        else:
            write_new(name, deal_phh(film, app.words))
    except CannotShare as problem:
        app.say(str(problem), error=True)
        return
    app.ui = replace(app.ui, sheet="")
    app.say(app.words("Saved as {file}", file=name))


def _typed_place(app: App) -> tuple[int | None, int]:
    """The hand that was typed, as 3 or with its game as 2.3; hand 0, which is none, else."""
    text = app.ui.texts.get("film-goto", "").strip()
    app.ui = replace(app.ui, editing="")
    game, dot, hand = text.rpartition(".")
    return (_number(game) if dot else None), _number(hand)


def _number(text: str) -> int:
    # No log has hands with longer numbers.
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def drive(app: App, intent: Intent) -> None:
    """Carry out a press on the timeline."""
    film, value = app.film, intent.value
    if film is None:
        return
    match intent.kind:
        case "film-step":
            # Every step by hand pauses the replay.
            film = replace(film.seek(film.at + value, app.now_ms), playing=False)
        case "film-jump":
            # Keys name only a direction, buttons a kind of mark too.
            way, kind = value if isinstance(value, tuple) else (value, "")
            film = replace(film.jump(way, app.now_ms, kind), playing=False)
        case "film-play":
            film = film.toggled(app.now_ms)
        case "film-speed":
            # A press on the button, which has no direction, begins again behind the fastest.
            fastest = value is None and film.speed == SPEEDS[-1]
            film = replace(film, speed=SPEEDS[0]) if fastest else film.faster(value or 1)
        case "seek":
            film = replace(film.seek(value, app.now_ms), playing=False)
        case "film-eyes" if film.log:
            app.film_views.choose(value)
            return
        case "film-deal" | "film-goto":
            if intent.kind == "film-deal":
                # Keys of the terminal name a hand of the shown game, or game and hand.
                game, number = value if isinstance(value, tuple) else (None, value)
            else:
                game, number = _typed_place(app)
            at_deal = film.deal(number, app.now_ms, game=game)
            if at_deal is None:
                text = no_deal_text(film, game)
                if intent.kind == "film-goto" and app.shows("film-goto"):
                    app.refuse("film-goto", text)
                else:
                    app.say(text, error=True)
                return
            film = replace(at_deal, playing=False)
            # The next "go to" begins empty.
            texts = {key: one for key, one in app.ui.texts.items() if key != "film-goto"}
            app.ui = replace(app.ui, texts=texts)
        case "film-whole":
            film = replace(film, whole=not film.whole)
        case "film-odds":
            film = replace(film, odds=not film.odds)
        case "film-export":
            _export(app, film, value or "png")
        case _:
            pass
    app.film = film
    if app.ui.sheet == "film-jump" and intent.kind != "film-odds":
        app.ui = replace(app.ui, sheet="")
