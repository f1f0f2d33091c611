"""A replay at the terminal: its page, its dialogs, and the commands typed during it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from carteado.client import InputError
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.film import chance_rows, draw_film
from carteado.clients.tui.pages.sheets import Choice, draw_choices, draw_text
from carteado.clients.tui.view import View
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.control.chances import counted_at, with_chances
from carteado.scene.control.films import FilmError, read_film
from carteado.scene.film import Film
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import Intent
from carteado.scene.words import Words

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["ReplayScreen"]

_SHARED = {"text": "txt", "phh": "phh", "svg": "svg"}
"""Forms in which a hand is shared, and the endings of their files."""

_GAME_AND_HAND = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")

_WORDS = ("hand", "deal", "event", "view", "share", "play", "help", "close", "quit")

_CHANCES_WIDTH = 60


class ReplayScreen:
    """The replay that the session shows.

    Args:
        session: the terminal's state.

    Attributes:
        words: the commands of a replay.
    """

    words = _WORDS

    def __init__(self, session: App) -> None:
        self.session = session
        self._course: tuple[object, int, int, list[float]] = (None, 0, 0, [])

    def course(self, film: Film, width: int) -> list[float]:
        """Points on the table over the shown deal, ours minus theirs, in so many columns."""
        first, last = film.span
        steps, start, columns, values = self._course
        # Every column needs the picture of a step, so the values are kept for the next frames.
        # Identity, because comparing long films would cost more than drawing.
        if steps is film.steps and (start, columns) == (first, width):
            return values
        values = []
        for column in range(width):
            step = first + round((last - first) * column / max(1, width - 1))
            picture = film.steps[step].picture()
            ours = theirs = 0
            if isinstance(picture, BuracoPicture):
                ours = sum(run.points for run in picture.ours)
                theirs = sum(run.points for run in picture.theirs)
            values.append(float(ours - theirs))
        self._course = (film.steps, first, width, values)
        return values

    def draw(self, grid: Grid, film: Film) -> None:
        """Draw the step, and the dialog over it that is open."""
        view = self._view(film)
        draw_film(grid, film, view, self.course)
        self._waits(grid)
        words, sheet = self.session.words, self.session.ui.sheet
        scroll = self.session.ui.scroll.get(sheet, 0)
        match sheet:
            case "chances":
                rows = chance_rows(film, view, _CHANCES_WIDTH)
                lines = [f"{name:<26}{value:>8} {note}".rstrip() for name, value, note in rows]
                draw_text(grid, words("Chances"), lines, scroll=scroll)
            case "share":
                self._share(grid, film)
            case "film-help":
                draw_text(grid, words("Help"), self._help(), scroll=scroll)
            case _:
                pass

    def _waits(self, grid: Grid) -> None:
        """The table at which the replay was opened waits for the player.

        It is said at the end of the input line, where it covers nothing of the replay.
        """
        showing = self.session.at_table.current
        if showing is None or showing.reader.prompt is None:
            return
        text = f" {self.session.words('Your turn: Esc goes back to the table')} "
        line, cells = grid.line, cell_len(text)
        right = line.x + line.width
        grid.text(right - cells, line.y, text, Ink("turn", bold=True, reverse=True))
        grid.line = replace(line, width=line.width - cells - 1)

    def _view(self, film: Film) -> View:
        """The step with its chances: those of the open hands, or what the coach counts."""
        session = self.session
        ui, advice, question = session.ui, None, None
        reader = with_chances(film.shown)
        # Of Buraco only while somebody looks, as that takes a while.
        if ui.sheet == "chances" or not isinstance(reader.picture(), BuracoPicture):
            reader, question = counted_at(film)
        picture = reader.picture()
        if question is not None:
            advice = session.at_table.coach.advice(question)
            picture = replace(picture, advice=True)
        # A replay has no covers and no chat.
        ui = replace(ui, coach=question is not None, covered=False, unread=0)
        return View(
            reader=reader,
            picture=picture,
            ui=ui,
            settings=session.settings,
            now_ms=session.now_ms,
            replaying=True,
            advice=advice,
        )

    def _share(self, grid: Grid, film: Film) -> None:
        words = self.session.words
        picture = film.shown.picture()
        buraco = isinstance(picture, BuracoPicture)
        text = words("Text of this deal") if buraco else words("Text of this hand")
        kinds = [("txt", text), ("svg", words("SVG picture of this screen"))]
        if isinstance(picture, PokerPicture) and not picture.quick:
            # Only Hold'em hands can be written as PHH.
            kinds.insert(1, ("phh", words("PHH of this hand")))
        choices: list[Choice] = [
            (f"share:{kind}", label, Intent("film-export", kind), (str(number),))
            for number, (kind, label) in enumerate(kinds, 1)
        ]
        note = words(
            "Seen by {eyes}. The file is written where this program was started.",
            eyes=film.viewer,
        )
        draw_choices(grid, words("Share"), choices, (note,))

    def _help(self) -> list[str]:
        words = self.session.words
        return [
            words("← and → one event; [ and ] street or turn; < and > hand or deal"),
            words("Space plays and pauses; + and − change the speed; Home and End"),
            words("R result, M morto, C canastra: the next one"),
            words("V changes whose cards are seen, if the whole log is available"),
            words("O exact chances at this step; X shares the hand as text, PHH or SVG"),
            words("G goes to a hand or event; a click on the time line does, too"),
            "",
            words("Or type: 12, hand 12, event 120, view all, view Ana, share phh, close"),
        ]

    # Typing

    def enter(self, text: str) -> None:
        """Carry out a typed line.

        Raises:
            InputError: it means nothing; the sentence says what would.
        """
        do, (word, _, rest) = self.session.do, text.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word.isdecimal() and not rest:
            # No log has deals with longer numbers.
            do(Intent("film-deal", int(word[:9])))
        elif (place := _GAME_AND_HAND.fullmatch(text.strip())) is not None:
            do(Intent("film-deal", (int(place[1]), int(place[2]))))
        elif word in ("hand", "deal", "h"):
            do(Intent("film-deal", _number(rest, self.session.words)))
        # People count events from 1.
        elif word in ("event", "e"):
            self._seek(_number(rest, self.session.words))
        elif word == "view" and rest:
            self._look(rest)
        elif word == "share":
            form = rest.lower() or "text"
            if form not in _SHARED:
                raise InputError(
                    self.session.words("Type share text, phh or svg; not {form}.", form=form[:20])
                )
            do(Intent("film-export", _SHARED[form]))
        elif word in ("play", "pause"):
            do(Intent("film-play"))
        elif word in ("help", "?"):
            do(Intent("sheet", "film-help"))
        elif word in ("close", "back"):
            do(Intent("back"))
        elif word == "quit":
            do(Intent("close"))
        else:
            raise InputError(
                self.session.words(
                    "There is no command {text} here. Available: {known}",
                    text=text[:40],
                    known=", ".join(_WORDS),
                )
            )

    def _seek(self, number: int) -> None:
        film = self.session.film
        count = len(film.steps) if film is not None else 0
        if not 1 <= number <= count:
            raise InputError(self.session.words("The replay has events 1 to {count}.", count=count))
        self.session.do(Intent("seek", number - 1))

    def _look(self, who: str) -> None:
        film = self.session.film
        # Without the log the replay holds only what one seat received; other views are not in it.
        if film is None or not film.log:
            raise InputError(
                self.session.words(
                    "This replay is seen by one seat only: open its log file to see more."
                )
            )
        table = film.shown.table
        names: Sequence[str | None] = table.state.names if table is not None else ()
        eyes = who.lower()
        for seat, name in enumerate(names):
            if name is not None and name.casefold() == who.casefold():
                eyes = str(seat)
        self.session.do(Intent("film-eyes", {"open": "all"}.get(eyes, eyes)))

    def open_file(self, path: Path) -> bool:
        """Replay a log file; False, after a sentence about the reason, if that is impossible."""
        session = self.session
        try:
            film = read_film(path, "rail", session.words)
        except FilmError as error:
            session.say(str(error), error=True)
            return False
        session.show(film)
        return True


def _number(text: str, words: Words) -> int:
    """A whole number that somebody typed, with or without commas."""
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 17):
        raise InputError(words("Type a whole number; {text} is not one.", text=text[:40] or "–"))
    return int(digits)
