"""The data for a page of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from carteado.scene.control.coach import AnyAdvice
from carteado.scene.game_types import GamePicture
from carteado.scene.reader import Reader
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["View", "seat_mark", "view_of", "written"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A table, and what its reader chose.

    Attributes:
        reader: what is shown of the table.
        picture: the game's picture of it.
        ui: state of the screen.
        settings: of the player.
        now_ms: the client's clock, milliseconds.
        replaying: the last hand is being shown again.
        bots: of the server that fit the game.
        advice: of the coach about the current decision, None for none.
    """

    reader: Reader
    picture: GamePicture
    ui: Ui
    settings: Settings
    now_ms: float
    replaying: bool = False
    bots: tuple[str, ...] = ()
    advice: AnyAdvice | str | None = None

    @property
    def words(self) -> Words:
        """The player's language."""
        return self.reader.words

    @property
    def coming(self) -> str:
        """The sentence about the next deal, '' where none is counted down to."""
        return "" if self.replaying else self.reader.coming(self.now_ms)


def seat_mark(picture: GamePicture, seat: int) -> str:
    """The number of a seat behind a name that other seats have too, as in the log; else ''."""
    name = picture.seats[seat].name
    same = [one for one in picture.seats if one.name == name]
    return f" ({seat})" if name and len(same) > 1 else ""


def view_of(app: App, reader: Reader) -> View:
    """The data for a page of a table that the app follows."""
    showing = app.at_table.current
    return View(
        reader=reader,
        picture=reader.picture(),
        ui=replace(app.ui, ended=showing.ended if showing is not None else None),
        settings=app.settings,
        now_ms=app.now_ms,
        replaying=showing is not None and showing.replaying,
        bots=app.at_table.bots,
        advice=app.at_table.advice(),
    )


def written(app: App) -> Iterator[str]:
    """What people wrote and the app shows in sentences: names and titles, in which is no card."""
    for info in app.lobby.listed:
        yield from filter(None, (info.title, *(seat.name for seat in info.seats)))
    showing = app.at_table.current
    readers = [showing.shown] if showing is not None else []
    readers += [app.film.shown] if app.film is not None else []
    for reader in readers:
        if reader.table is not None:
            state = reader.table.state
            # Some games have a bookkeeper, and the players have no seats.
            players = getattr(state, "players", ())
            yield from filter(None, (reader.table.opened.title, *state.names, *players))
        if reader.story is not None:
            yield from (message.name for message in reader.story.log.chat)
