"""The bookkeeper at the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from carteado.protocol.amounts import NO_AMOUNTS
from carteado.protocol.messages import Act
from carteado.scene.layout.poker_face_scene import book_of
from carteado.scene.poker_face.book import MOST, Book
from carteado.scene.poker_face.renderer import FacePicture
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["Books"]


class Books:
    """The form of the current table; it is kept in `Ui.more`.

    Args:
        app: the window's state.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def intent(self, intent: Intent) -> bool:
        """Carry out a press at a table of Poker Face; False where it is none."""
        picture = self._picture()
        if picture is None:
            return False
        if intent.kind in ("ante", "decide") and self._wrong_amount():
            return True
        # Any press first takes in what was typed, as if each field had been left with Enter.
        book = self._typed(book_of(self.app.ui, picture))
        match intent.kind:
            case "ante":
                # Below zero the ante would be a gift.
                book = replace(book, ante=max(0, book.ante + intent.value))
            case "row":
                book = replace(book, active=intent.value, rank="")
            case "rank":
                book = replace(book, rank=intent.value)
            case "suit":
                book = book.suit(intent.value)
            case "card-back":
                book = book.back()
            case "plays":
                book = book.toggled(intent.value)
            case "player-add":
                # The form checks the name; an empty or doubled one changes nothing.
                more = book.added(self.app.ui.texts.get("player", ""))
                if more is book:
                    self.app.refuse("player", self._no_player(book))
                    return True
                book = more
                self._forget("player")
            case "player-remove":
                book = book.removed(intent.value)
            case "correct" if picture.rounds:
                names = tuple(name for name, _ in picture.players)
                book = book.correct(picture.rounds[-1], names)
            case "clear-book":
                book = book.cleared()
            case "decide":
                self._send(book)
                return True
            case _:
                return False
        self.app.ui = replace(self.app.ui, more=book)
        return True

    def _no_player(self, book: Book) -> str:
        """Why the typed player cannot be added."""
        words, name = self.app.words, self.app.ui.texts.get("player", "").strip()
        if not name:
            return words("Type the name of a player.")
        if len(book.rows) >= MOST:
            return words("A round has {n} players at most.", n=MOST)
        return words("{name} is in the round already.", name=name)

    def _wrong_amount(self) -> bool:
        """Whether a typed amount is wrong; the error then appears beside its field."""
        for field, text in self.app.ui.texts.items():
            amount = field == "ante" or field.startswith("bet:")
            if amount and text.strip() and NO_AMOUNTS.read(text) is None:
                self.app.refuse(field, self.app.words("Type an amount, such as 50."))
                return True
        return False

    def submit(self, field: str) -> bool:
        """Enter was pressed in one of the form's fields."""
        if self._picture() is None:
            return False
        if field == "player":
            return self.intent(Intent("player-add"))
        if field == "ante" or field.startswith("bet:"):
            notice = self.app.ui.notice
            kept = notice if notice is not None and notice.field != field else None
            self.app.ui = replace(self.app.ui, editing="", notice=kept)
            # A step of 0 does nothing but take in the typed amounts.
            return self.intent(Intent("ante", 0))
        return False

    def accepted(self) -> None:
        """The round was judged: the form is empty for the next one."""
        picture = self._picture()
        if picture is not None:
            book = book_of(self.app.ui, picture).cleared()
            self.app.ui = replace(self.app.ui, more=book)

    def _picture(self) -> FacePicture | None:
        return self.app.at_table.picture_of(FacePicture)

    def _typed(self, book: Book) -> Book:
        """The form with the amounts that were typed into its fields."""
        # A copy, because `_forget` replaces the texts during the loop.
        for field, text in list(self.app.ui.texts.items()):
            amount = NO_AMOUNTS.read(text)
            if field == "ante" and amount is not None:
                book = replace(book, ante=amount)
            elif field.startswith("bet:") and amount is not None:
                at = int(field.partition(":")[2])
                # The player of the field may have been removed meanwhile.
                if at < len(book.rows):
                    book = book.bet(at, amount)
            else:
                continue
            # The form has the amount now, and the field shows what the form has.
            self._forget(field)
        return book

    def _forget(self, field: str) -> None:
        texts = {name: text for name, text in self.app.ui.texts.items() if name != field}
        self.app.ui = replace(self.app.ui, texts=texts)

    def _send(self, book: Book) -> None:
        app = self.app
        # The form stays until the server has accepted the round.
        app.ui = replace(app.ui, more=book)
        if app.link is None or app.at_table.table_id is None or not book.complete:
            return
        table = app.at_table.table_id
        # Decision 0 is for actions that answer no prompt.
        app.link.request("round", Act, table=table, decision=0, action=book.action())
