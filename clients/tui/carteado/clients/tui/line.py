"""The input line: typed commands with history and completion, and the fields of a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from textual import events
from textual.widgets import Input

from carteado.clients.tui.history import History
from carteado.clients.tui.session import Session
from carteado.clients.tui.undoing import ScreenState, screen_state, take_back
from carteado.scene.layout.drawer import quick_phrases

__all__ = ["InputLine", "completed"]

_NAMES = {
    "escape": "Escape",
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "shift+left": "Shift+Left",
    "shift+right": "Shift+Right",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "space": "Space",
    "backspace": "Backspace",
    "home": "Home",
    "end": "End",
}


WORD_MS = 2_000.0
"""Time within which a letter continues the word that the letters before it have begun."""


class Terminal(Protocol):
    """The line's interface to its app."""

    session: Session

    @property
    def now_ms(self) -> float:
        """The time of the app's clock."""
        ...

    @property
    def arrows(self) -> bool:
        """Whether the arrows mean something on the page that is shown."""
        ...

    def show(self) -> None:
        """Draw the current page."""
        ...


def completed(text: str, words: Sequence[str]) -> str:
    """The text with its last word completed as far as that is certain."""
    head, blank, last = text.rpartition(" ")
    # Only the first word can have a slash, which belongs to no command.
    slash = "/" if not blank and last.startswith("/") else ""
    begun = last.removeprefix(slash)
    found = [word for word in words if word.lower().startswith(begun.lower())]
    if not begun or not found:
        return text
    common = found[0]
    for word in found[1:]:
        # The longest beginning that all candidates share.
        while not word.lower().startswith(common.lower()):
            common = common[:-1]
    # A single candidate is certain, so the next word can follow.
    end = " " if len(found) == 1 else ""
    return f"{head}{blank}{slash}{common}{end}"


class InputLine(Input):
    """One line at the bottom of every page.

    While it is empty, keys that the page shows do what they say; where such letters turn out to
    begin a command, they are put before it, and what they did is taken back. A dialog to read
    takes no text, only its keys and a slash. What is typed stays when events arrive. While a field
    of the page is edited, the line is that field.

    Args:
        words: gives what the last word of a command may become.
        history: what was typed before; nothing when absent.
    """

    def __init__(
        self, words: Callable[[str], Sequence[str]], history: History | None = None
    ) -> None:
        super().__init__(id="line", compact=True, select_on_focus=False)
        # A blinking cursor would redraw twice a second for ever.
        self.cursor_blink = False
        self._words = words
        self._history = history or History()
        self._at = len(self._earlier)
        self._field = ""
        self._draft = ""
        # The letters that were keys of the page a moment ago, each with the state before and after
        # it, and the time of the last one.
        self._pressed: list[tuple[str, ScreenState, ScreenState]] = []
        self._pressed_ms = 0.0

    @property
    def _earlier(self) -> list[str]:
        return self._history.lines

    @property
    def terminal(self) -> Terminal:
        """The app."""
        return cast(Terminal, self.app)

    def follow(self, field: str, text: str) -> None:
        """Edit a field of the page, or commands again where it is ''."""
        if field == self._field:
            # The page may change its field, for example by clamping an amount.
            if field and text != self.value:
                self.value = text
            return
        if not self._field:
            # A command that was begun comes back when the field is left.
            self._draft = self.value
        self._field = field
        self.value = text if field else self._draft
        self.cursor_position = len(self.value)

    def on_blur(self) -> None:
        """Take the keys back, for which there is no other place.

        Textual takes them away after a mouse event beyond the screen, as while it shrinks.
        """
        self.call_later(self.focus)

    async def _on_key(self, event: events.Key) -> None:
        # Textual's own handler is skipped only for keys that were handled.
        if self._took(event):
            event.stop()
            event.prevent_default()

    def _took(self, event: events.Key) -> bool:
        """Handle a key; False leaves it to Textual."""
        terminal, session = self.terminal, self.terminal.session
        key = event.key
        # Textual's "f1" is this program's "F1".
        name = key.upper() if key[:1] == "f" and key[1:].isdecimal() else _NAMES.get(key, "")
        if name or terminal.now_ms - self._pressed_ms > WORD_MS:
            self._pressed = []
        if self._field:
            if name in ("Enter", "Escape", "Tab", "Shift+Tab"):
                session.key(name)
                terminal.show()
                return True
            # In a field the arrows would bring back commands, which do not belong there.
            if self._field == "chat" and name in ("Up", "Down"):
                self._phrase(-1 if name == "Up" else 1)
            return name in ("Up", "Down")
        if name == "Enter" and self.value:
            self._entered()
            return True
        # A dialog lies over the line: it closes first, and the begun line stays.
        closes = name == "Escape" and bool(session.ui.sheet)
        if name == "Escape" and self.value and not closes:
            self.value = ""
            return True
        if name == "Tab" and self.value:
            self.value = completed(self.value, self._words(self.value))
            self.cursor_position = len(self.value)
            return True
        # On pages where arrows choose something, history needs a begun line.
        if name in ("Up", "Down") and (self.value or (self._earlier and not terminal.arrows)):
            self._recall(-1 if name == "Up" else 1)
            return True
        # While a command is typed, other keys than paging belong to its text.
        if self.value and not name.startswith("F"):
            return (closes or name in ("PageUp", "PageDown")) and self._key(name)
        if event.is_printable and name != "Space":
            assert event.character is not None
            # A slash always begins a command, whatever the page shows.
            return event.character != "/" and self._letter(event.character)
        # Backspace in an empty line must not press anything.
        return bool(name) and name != "Backspace" and self._key(name)

    def _letter(self, letter: str) -> bool:
        """Handle a letter in the empty line; False leaves it to Textual."""
        session = self.terminal.session
        if session.has_key(letter):
            before = screen_state(session)
            self._key(letter)
            self._pressed.append((letter, before, screen_state(session)))
            self._pressed_ms = self.terminal.now_ms
            return True
        # The first of them may have been meant as keys: draw, then type.
        for at in range(len(self._pressed)):
            begun = "".join(one for one, _, _ in self._pressed[at:]) + letter
            if self._begins_word(begun):
                self._come_back(at, begun)
                return True
        page = session.shown
        # A dialog to read takes no text: nobody would notice that the line below fills.
        return page is not None and page.reading

    def _come_back(self, at: int, begun: str) -> None:
        """Move letters from a place on into the line, and undo what they did as keys."""
        for _, before, after in reversed(self._pressed[at:]):
            take_back(self.terminal.session, before, after)
        self._pressed = []
        self.value = begun
        self.cursor_position = len(begun)
        self.terminal.show()

    def _begins_word(self, text: str) -> bool:
        """Whether a command begins with the text."""
        return any(word.startswith(text.lower()) for word in self._words(text))

    def _key(self, name: str) -> bool:
        self.terminal.session.key(name)
        self.terminal.show()
        return True

    def _entered(self) -> None:
        text, self.value = self.value, ""
        showing = self.terminal.session.at_table.current
        offers = showing.reader.offers if showing is not None else ()
        # The current offers: after the command they may be gone.
        self._history.add(text, [offer.word for offer in offers])
        self._at = len(self._earlier)
        self.terminal.session.typed.enter(text)
        self.terminal.show()

    def _phrase(self, step: int) -> None:
        """Put another quick phrase into the field; a text that somebody has begun stays."""
        phrases = ("", *quick_phrases(self.terminal.session.words))
        if self.value in phrases:
            self.value = phrases[(phrases.index(self.value) + step) % len(phrases)]
            self.cursor_position = len(self.value)

    def _recall(self, step: int) -> None:
        self._at = min(max(0, self._at + step), len(self._earlier))
        self.value = self._earlier[self._at] if self._at < len(self._earlier) else ""
        self.cursor_position = len(self.value)

    def watch_value(self, value: str) -> None:
        """Pass text that is typed into a field to the page."""
        # The value also changes while the widget is being built.
        if self._field and self.is_mounted:
            self.terminal.session.write(value)
            self.terminal.show()
