"""Keyboard and pointer, by the targets of the scene that is shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from carteado.scene.layout.hints import hinted
from carteado.scene.shapes import Intent, Scene, Target
from carteado.scene.ui import Ui

if TYPE_CHECKING:
    from carteado.scene.control.hot_seat import HotSeat
    from carteado.scene.control.tables import Tables

__all__ = ["Pressing"]


class Pressing(ABC):
    """The part of the app that takes input; `do` and `submit` say what it means.

    Attributes:
        ui: state of the screen.
        at_table: the tables.
        hot_seat: the second person at the screen.
        screen: which one is shown.
    """

    ui: Ui
    at_table: Tables
    hot_seat: HotSeat
    screen: str
    _scene: Scene | None
    # The letters of the places to click, as they were shown last.
    _codes: Mapping[str, Target] = MappingProxyType({})
    # The key that opened the field which is being edited, until its own letter has come.
    _opener: str = ""

    @abstractmethod
    def do(self, intent: Intent) -> None:
        """Carry out what a press means."""

    def shows(self, key: str) -> bool:
        """Whether the screen has a place to press of that key."""
        return self._scene is not None and self._scene.target(key) is not None

    @abstractmethod
    def submit(self, field: str) -> None:
        """Enter was pressed in a field."""

    def press(self, x: float, y: float) -> Target | None:
        """A press at a point, logical pixels; the target that took it."""
        self.hot_seat.touched()
        target = self._scene.target_at(x, y) if self._scene is not None else None
        if target is None:
            self.ui = replace(self.ui, editing="", focus="", hints=None)
            return None
        # The pointer needs no focus ring; `Tab` brings it back.
        self.ui = replace(self.ui, focus="", notice=None, hints=None)
        self._skip_motion()
        if target.kind == "card":
            self.at_table.turns.pick(target, x, y)
        else:
            self._take(target, x)
        return target

    def drag(self, target: Target, x: float, y: float) -> None:
        """The pointer moves while it holds a target.

        Args:
            target: what was pressed.
            x: of the pointer, logical pixels.
            y: of the pointer.
        """
        # Other targets are pressed once, however far the pointer moves.
        if target.kind == "slider":
            self._take(target, x)
        elif target.kind == "card":
            self.at_table.turns.drag(target, x, y)

    def release(self, x: float, y: float) -> None:
        """The pointer lets go."""
        found = self._scene.targets_at(x, y) if self._scene is not None else ()
        self.at_table.turns.drop(found, x)

    def wheel(self, lines: int) -> None:
        """The wheel turned by so many notches, upwards positive."""
        step = -1 if lines > 0 else 1
        # Over the coach's panel, and on a page or dialog, it turns the pages.
        if self.ui.hover.startswith("coach"):
            self._turn(step)
            return
        pair = self._runs_under()
        if pair is not None:
            self._turn_runs(pair, step)
            return
        if self.ui.sheet not in ("", "none", "chat", "log"):
            self._turn(step)
            return
        lobby = self.screen == "lobby"
        page = "lobby" if lobby else self.ui.drawer or "log"
        # The lobby counts from its first row, the log from its newest line.
        at = max(0, self.ui.scroll.get(page, 0) + (-lines if lobby else 3 * lines))
        self.ui = replace(self.ui, scroll={**self.ui.scroll, page: at})

    def _runs_under(self) -> Target | None:
        """The place that leads to further runs of the pair under the pointer."""
        kind, _, rest = self.ui.hover.partition(":")
        if kind not in ("run", "runs") or self._scene is None:
            return None
        return self._scene.target(f"runs:{1 if rest.startswith('1') else 0}")

    def _turn_runs(self, place: Target, step: int) -> None:
        """Turn the pages of a pair's runs, round and round in both directions."""
        name, following = place.intent.value
        # The place names the page after the current one; one back from there are two.
        self.do(Intent("page", (name, following if step > 0 else following - 2)))

    def _turn(self, step: int) -> None:
        """Turn to the page before, or to the next one, of what is open."""
        targets = self._scene.targets if self._scene is not None else ()

        def found(key: str) -> Target | None:
            return next((one for one in reversed(targets) if key in one.hotkeys), None)

        target = found("PageUp" if step < 0 else "PageDown")
        if target is None and step < 0:
            # Where one button leads through all pages and round again, the way back has none.
            target = found("PageDown")
            if target is not None and target.intent.kind == "page":
                name, _ = target.intent.value
                before = self.ui.scroll.get(name, 0) - 1
                target = replace(target, enabled=before >= 0, intent=Intent("page", (name, before)))
        elif target is not None and target.intent.kind == "page" and step > 0:
            # A wheel that is turned on stays at the end.
            name, on = target.intent.value
            target = replace(target, enabled=target.enabled and on > self.ui.scroll.get(name, 0))
        if target is not None and target.enabled:
            self.do(target.intent)

    def hover(self, x: float, y: float) -> bool:
        """The pointer is at a point; whether that changes the screen."""
        found = self._scene.target_at(x, y) if self._scene is not None else None
        # Only a change redraws, or every movement of the pointer would.
        key = found.key if found is not None and found.enabled else ""
        if key == self.ui.hover:
            return False
        self.ui = replace(self.ui, hover=key)
        return True

    def key(self, name: str) -> None:
        """A key by its name: ``F1``, ``Escape``, ``Enter``, ``Tab``, ``a``, ``5``."""
        self.hot_seat.touched()
        self._skip_motion()
        self._opener = ""
        # The order matters: a field takes its keys before any hotkey can.
        if self.ui.editing and self._edited(name):
            return
        if self.ui.hints is not None and self._hinted(name, self.ui.hints):
            return
        if name in ("Tab", "Shift+Tab"):
            self._move_focus(1 if name == "Tab" else -1)
            return
        scene = self._scene
        if scene is None:
            return
        if self.ui.notice is not None and name == "Escape":
            self.ui = replace(self.ui, notice=None)
            return
        # Enter means the focused place, not the usual choice; Space does where no button shows it.
        shown = any(name in one.hotkeys and one.enabled for one in scene.targets)
        if (name == "Enter" or (name == "Space" and not shown)) and self.ui.focus:
            focused = scene.target(self.ui.focus)
            # Space selects a card, so that Enter can send the turn meanwhile.
            if focused is not None and not (focused.kind == "card" and name == "Enter" and shown):
                self._take(focused, focused.rect.cx)
                return
        # Later targets lie above earlier ones, and their keys go first.
        for target in reversed(scene.targets):
            # Letters count without capitals.
            if name.upper() in (key.upper() for key in target.hotkeys) and target.enabled:
                self._take(target, target.rect.cx)
                self._opener = name if self.ui.editing else ""
                return
        if name == "PageUp":
            self._turn(-1)
            return
        if name in ("Left", "Right") and self._step_card(1 if name == "Right" else -1):
            return
        # Arrows and a few others work without a place on the screen.
        self.at_table.unused_key(name)

    def _hinted(self, name: str, before: str) -> bool:
        """A key while every place to click shows one; whether it was one of those."""
        if name in ("Escape", "Backspace", "F8") or self._scene is None:
            self.ui = replace(self.ui, hints=None)
            return True
        typed = before + name.lower()
        codes = hinted(self._scene, self._codes)
        # No code begins another, so a whole code is unambiguous.
        target = codes.get(typed)
        if target is None:
            more = len(name) == 1 and any(code.startswith(typed) for code in codes)
            self.ui = replace(self.ui, hints=typed if more else None)
            return more
        self.ui = replace(self.ui, hints=None)
        if target.kind == "card":
            # A press and a release at the same point select the card.
            self.at_table.turns.pick(target, target.rect.cx, target.rect.cy)
            self.at_table.turns.drop()
        else:
            self._take(target, target.rect.cx)
        return True

    def type(self, text: str) -> None:
        """Text as the keyboard gives it, accents composed."""
        opener, self._opener = self._opener, ""
        # A window sends the letter of a pressed key after the key.
        if not self.ui.editing or text.upper() == opener.upper():
            return
        texts = dict(self.ui.texts)
        # A key that is held down types without end.
        texts[self.ui.editing] = (texts.get(self.ui.editing, "") + text)[:200]
        self._write(texts)

    def _write(self, texts: Mapping[str, str]) -> None:
        """The text of a field changed, so its error disappears."""
        notice = self.ui.notice
        kept = notice if notice is not None and notice.field != self.ui.editing else None
        self.ui = replace(self.ui, texts=texts, notice=kept)

    def _edited(self, name: str) -> bool:
        """A key while a field is edited; whether the field took it."""
        field, texts = self.ui.editing, dict(self.ui.texts)
        match name:
            case "Backspace":
                texts[field] = texts.get(field, "")[:-1]
                self._write(texts)
            case "Enter":
                self.submit(field)
            case "Escape":
                # Other fields belong to forms that stay open: they keep their texts. In these two
                # an unfinished text would be sent with the next Enter.
                texts.pop(field, None) if field in ("amount", "chat") else None
                self._write(texts)
                self.ui = replace(self.ui, editing="")
            case "Tab" | "Shift+Tab":
                # The focus goes on from the field that was left.
                self.ui = replace(self.ui, editing="", focus=field)
                self._move_focus(1 if name == "Tab" else -1)
            case _:
                # The letter itself comes by `type`; here it only must not be a hotkey.
                return len(name) == 1 or name == "Space"
        return True

    def _step_card(self, step: int) -> bool:
        """Move the focus within the hand; whether there are cards to choose."""
        found = self._scene.targets if self._scene is not None else ()
        cards = [one.key for one in found if one.kind == "card" and one.enabled]
        self._focus_next(cards, step)
        return bool(cards)

    def _move_focus(self, step: int) -> None:
        if self._scene is None:
            return
        found = [
            one
            for one in self._scene.targets
            # A target without a size only carries a key, and places of the table are too many to
            # step through.
            if one.enabled and one.kind not in ("area", "place") and one.rect.w > 0
        ]
        self._focus_next([one.key for one in found], step)

    def _focus_next(self, keys: list[str], step: int) -> None:
        if not keys:
            return
        # Without a focus, Tab begins at the first target and Shift+Tab at the last.
        at = keys.index(self.ui.focus) if self.ui.focus in keys else (-1 if step > 0 else 0)
        self.ui = replace(self.ui, focus=keys[(at + step) % len(keys)])

    def _take(self, target: Target, x: float) -> None:
        if not target.enabled:
            return
        if target.kind == "slider" and target.span is not None:
            low, high = target.span
            # 14 units at each end stay free, as the layout draws its sliders.
            share = (x - target.rect.x - 14) / max(1.0, target.rect.w - 28)
            # A drag may leave the slider at either end.
            value = low + round((high - low) * min(1.0, max(0.0, share)))
            if target.key == "timeline":
                self.do(Intent("seek", value))
            else:
                self.at_table.set_amount(value)
            return
        if target.kind == "field":
            texts = {**self.ui.texts}
            if target.key == "amount":
                # The first digit begins a new amount.
                texts["amount"] = ""
            self.ui = replace(self.ui, editing=target.key, texts=texts)
            return
        if target.intent.kind != "none":
            self.ui = replace(self.ui, editing="")
        self.do(target.intent)

    def _skip_motion(self) -> None:
        showing = self.at_table.current
        if showing is not None and showing.motion is not None:
            # The look's rule: any input ends the motion.
            showing.motion = None
