"""The window: pygame's events in, frames out."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import pygame

from carteado.clients.pygame.paint.painter import Painter
from carteado.clients.pygame.sounds import Sounds
from carteado.scene.control.app import App
from carteado.scene.layout.frame import logical_size
from carteado.scene.shapes import Target

__all__ = ["WAKE", "NoDisplay", "Window", "wake"]

WAKE = pygame.event.custom_type()

FRAME_MS = 1000 / 60

_UNSEEN = ("dummy", "offscreen", "evdev")
"""Drivers to which SDL falls back where there is no display: nobody would see the window."""

_KEYS = {
    pygame.K_ESCAPE: "Escape",
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_SPACE: "Space",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_TAB: "Tab",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_PAGEUP: "PageUp",
    pygame.K_PAGEDOWN: "PageDown",
    **{getattr(pygame, f"K_F{number}"): f"F{number}" for number in range(1, 13)},
}


_REPEATED = frozenset({"Backspace", "Up", "Down", "Left", "Right", "PageUp", "PageDown"})
"""Keys that act again while they are held. Any other key could answer two decisions at once."""


class NoDisplay(Exception):
    """There is nowhere to open a window."""

    exit_status = 3


def wake() -> None:
    """Wake the window, so that it looks at its queue; may be called from any thread."""
    # Threads may outlive the window, and `post` raises without a display.
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(WAKE))


class Window:
    """A window that shows an app.

    Args:
        app: what it shows.
        size: in device pixels; the window is no larger than the screen.

    Raises:
        NoDisplay: there is nowhere to open it.
    """

    def __init__(self, app: App, size: tuple[int, int] = (1280, 800)) -> None:
        # SDL reads these hints when the display is initialised.
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        os.environ.setdefault("SDL_IME_SHOW_UI", "1")
        self.app = app
        # Drawing times, which the benchmark and tests read.
        self.times_ms: list[float] = []
        self._dirty = True
        self._pressed = False
        self._held: Target | None = None
        self._down: set[int] = set()
        self._title = ""
        self._bug: Exception | None = None
        try:
            pygame.display.init()
            pygame.font.init()
            # The variable asks for an invisible window, as tests do.
            if "SDL_VIDEODRIVER" not in os.environ and pygame.display.get_driver() in _UNSEEN:
                raise pygame.error("there is no display")
            self._surface = pygame.display.set_mode(_on_screen(size), pygame.RESIZABLE)
        except pygame.error as error:
            raise NoDisplay(
                f"no window can be opened ({error}); play in the terminal with: carteado play"
            ) from None
        pygame.display.set_caption("Carteado")
        # Milliseconds until a held key repeats, and between repetitions.
        pygame.key.set_repeat(350, 40)
        self._painter = Painter(app.settings.theme, app.settings.deck)
        self._sounds = Sounds()
        app.silent = not self._sounds.device

    @property
    def scale(self) -> float:
        """Device pixels per logical pixel."""
        return logical_size(self._surface.get_size())[1]

    @property
    def logical(self) -> tuple[float, float]:
        """Size of the window in logical pixels."""
        return logical_size(self._surface.get_size())[0]

    def run(self) -> None:
        """Show the app until it ends.

        Raises:
            Exception: a bug, also one of another thread, for which the app would wait for ever.
        """
        before, threading.excepthook = threading.excepthook, self._broke
        try:
            while self.app.running:
                self.step()
                if self._bug is not None:
                    raise self._bug
        finally:
            threading.excepthook = before

    def _broke(self, bug: threading.ExceptHookArgs) -> None:
        if isinstance(bug.exc_value, Exception):
            self._bug = bug.exc_value
            wake()

    def close(self) -> None:
        """Close the window and the session."""
        self.app.close()
        pygame.display.quit()

    def step(self) -> None:
        """Wait for something to happen, and draw once."""
        app = self.app
        # At most a second, so that clocks and notices move without events.
        wait = 0 if self._dirty else int(min(1000.0, app.wait_ms()))
        start = time.perf_counter()
        if wait > 0:
            self._event(pygame.event.wait(wait))
        # Handle all waiting events before drawing: a burst of input costs one frame.
        for event in pygame.event.get():
            self._event(event)
        # Monotonic: a corrected system clock must not stop or jump the timers.
        app.tick(time.monotonic() * 1000)
        if app.sounds:
            names, app.sounds = app.sounds, []
            self._sounds.play(names, app.settings.volume)
        drawn = time.perf_counter()
        # Before drawing: events that come during the frame belong to the next one.
        self._dirty = self._pressed = False
        self.draw()
        now = time.perf_counter()
        self.times_ms.append((now - drawn) * 1000)
        # Ten seconds at 60 frames per second.
        del self.times_ms[:-600]
        rest = FRAME_MS - (now - start) * 1000
        # Without a wait for events, nothing else limits the frame rate.
        if wait == 0 and rest > 1:
            pygame.time.wait(int(rest))

    def draw(self) -> None:
        """Draw the app as it is now."""
        app, painter = self.app, self._painter
        settings = app.settings
        if (painter.theme, painter.deck) != (settings.theme, settings.deck):
            painter.theme, painter.deck = settings.theme, settings.deck
            # Cached surfaces hold the old colours.
            painter.forget()
        size, scale = logical_size(self._surface.get_size())
        scene = app.scene(size)
        painter.paint(self._surface, scene, scale)
        if app.export_as:
            # After painting and before the flip: the surface holds exactly this frame.
            name, app.export_as = app.export_as, ""
            self._export(name)
        if scene.live != self._title:
            self._title = scene.live
            pygame.display.set_caption(f"{scene.live} - Carteado" if scene.live else "Carteado")
        pygame.display.flip()
        # Text input only while a field is edited: input methods would otherwise swallow hotkeys.
        if app.ui.editing:
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def _export(self, name: str) -> None:
        """Save the frame as it is shown, into the folder where the window was started."""
        try:
            pygame.image.save(self._surface, name)
        except (OSError, pygame.error) as error:
            self.app.say(f"{name}: {error}", error=True)
        else:
            self.app.say(self.app.words("Saved as {file}", file=name))
        self._dirty = True

    def _event(self, event: pygame.event.Event) -> None:
        app = self.app
        # `event.wait` returns this event when its time is over.
        if event.type == pygame.NOEVENT:
            return
        # Moving the pointer alone redraws nothing; the cases below know what it changes.
        self._dirty = event.type != pygame.MOUSEMOTION or self._dirty
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            if self._pressed:
                app.scene(self.logical)  # what the press before changed, also within one frame
            self._pressed = True
        match event.type:
            case pygame.QUIT:
                app.quit()
            case pygame.DROPFILE:
                app.open_log(event.file)
            case pygame.WINDOWFOCUSLOST:
                app.focus_lost()
                self._down.clear()
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._held = app.press(*self._point(event.pos))
            case pygame.MOUSEBUTTONUP if event.button == 1:
                app.release(*self._point(event.pos))
                self._held = None
            case pygame.MOUSEMOTION:
                x, y = self._point(event.pos)
                if self._held is not None:
                    app.drag(self._held, x, y)
                    self._dirty = True
                elif app.hover(x, y):
                    self._dirty = True
            case pygame.MOUSEWHEEL:
                app.wheel(event.y)
            case pygame.KEYDOWN:
                name = _key_name(event)
                # pygame does not say whether a key repeats.
                again = event.key in self._down
                self._down.add(event.key)
                if name and (not again or name in _REPEATED):
                    app.key(name)
            case pygame.KEYUP:
                self._down.discard(event.key)
            case pygame.TEXTINPUT:
                app.type(event.text)
            case _:
                pass

    def _point(self, place: tuple[int, int]) -> tuple[float, float]:
        _, scale = logical_size(self._surface.get_size())
        return place[0] / scale, place[1] / scale


def _key_name(event: Any) -> str:
    name = _KEYS.get(event.key, "")
    if name == "Tab" and event.mod & pygame.KMOD_SHIFT:
        return "Shift+Tab"
    if not name and event.unicode and event.unicode.isprintable():
        # The character, not the key: hotkeys follow the player's keyboard layout.
        return str(event.unicode)
    return name


def _on_screen(size: tuple[int, int]) -> tuple[int, int]:
    """The size of a window that has to fit the first screen."""
    if pygame.display.get_driver() in _UNSEEN:
        return size
    # SDL centres a window that is too large, so that its bars lie outside on all sides.
    width, height = pygame.display.get_desktop_sizes()[0]
    return min(size[0], width), min(size[1], height)
