"""The display of a table over time: motion, the pauses of a run-out, and the last hand again.

The newest state is known at once; the shown state may lag behind while cards are turned.
Any input, and any decision of the reader's seat, brings it up to date.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from carteado.client.notices import Lost
from carteado.protocol.session_events import Happened, Prompted, SessionEvent
from carteado.scene.motion import Motion, motion_of
from carteado.scene.moves import Movement
from carteado.scene.reader import Reader
from carteado.scene.shapes import Rect
from carteado.scene.tokens import motion

__all__ = ["Showing"]

# About the time that it takes to read one line of the log.
STEP_MS = 700
"""Time for each event when the last hand is shown again, milliseconds."""

# A run-out pauses only at these events.
_TURNED = ("board_dealt", "second_board_dealt")

_STARTS = ("hand_started", "deal_started")
_ENDS = ("hand_ended", "deal_scored")

HAND_KEPT = 400
"""Most events of a hand that can be shown again, or wait to be shown."""


@dataclass(kw_only=True)
class Showing:
    """The display of one table.

    Attributes:
        reader: what is known.
        shown: what is shown.
        motion: the current movements on the screen, None for none.
        replaying: whether the last hand is being shown again.
        ended: what was known at the end of the hand before the current one.
    """

    reader: Reader
    shown: Reader
    motion: Motion | None = None
    replaying: bool = False
    ended: Reader | None = None
    _waiting: deque[tuple[Reader, float]] = field(default_factory=deque)
    _until_ms: float = 0.0
    _hand: list[Reader] = field(default_factory=list)
    _over: bool = False
    _last_hand: list[Reader] = field(default_factory=list)
    _places: Mapping[str, Rect] = field(default_factory=dict)
    _moved: list[Movement] = field(default_factory=list)

    def take(
        self, session_event: SessionEvent | Lost, now_ms: float, *, reduced: bool = False
    ) -> None:
        """Take a session event.

        Args:
            session_event: of any table.
            now_ms: the client's clock.
            reduced: with reduced motion the event shows at once.
        """
        # Readers never change, so the same object means that nothing happened.
        before, self.reader = self.reader, self.reader.take(session_event, now_ms)
        if self.reader is before:
            return
        self._remember(session_event, before)
        # A decision is taken on the table as it stands, so nothing may lag behind.
        if isinstance(session_event, Prompted):
            self.skip(now_ms)
            return
        pause = 0.0 if reduced else self._pause(session_event)
        # While something waits, everything queues behind it: the order stays right.
        if self.replaying or pause or self._waiting:
            # At the end of a replay `skip` shows the newest state, so nothing has to queue.
            if not self.replaying:
                self._waiting.append((self.reader, pause))
            # Nobody can watch so much one after the other.
            if len(self._waiting) > HAND_KEPT:
                self.skip(now_ms)
            return
        self._show(self.reader)

    def choose(self, reader: Reader) -> None:
        """The player at this window changed something, which shows at once."""
        self.reader = reader
        if not self._waiting and not self.replaying:
            self.shown = reader

    def skip(self, now_ms: float) -> None:
        """Show how the table stands now."""
        self._waiting.clear()
        self.motion = None
        self.replaying = False
        self._moved.clear()
        self._until_ms = now_ms
        self.shown = self.reader

    @property
    def repeatable(self) -> bool:
        """Whether a finished hand can be shown again."""
        return bool(self._finished)

    @property
    def _finished(self) -> list[Reader]:
        """The steps of the last finished hand, none before its end."""
        # A hand under way is not a last hand: until it ends, the one before it is shown.
        return self._hand if self._over and len(self._hand) > 1 else self._last_hand

    def replay(self, now_ms: float) -> bool:
        """Show the last finished hand again; False where there is none."""
        steps = self._finished
        if not steps:
            return False
        self.skip(now_ms)
        self.replaying = True
        self._waiting.extend((step, STEP_MS) for step in steps)
        return True

    def advance(self, now_ms: float) -> None:
        """Show the next queued state when it is due."""
        # Several steps are due at once after the window was hidden.
        while self._waiting and now_ms >= self._until_ms:
            reader, pause = self._waiting.popleft()
            # Odds come in messages of their own, maybe after this step began to wait.
            odds = getattr(self.reader.story, "odds", None)
            if odds and not self.replaying and hasattr(reader.story, "odds"):
                reader = replace(reader, story=replace(reader.story, odds=odds))
            # A replay must not offer the buttons of a decision that is over.
            self._show(replace(reader, prompt=None) if self.replaying else reader)
            self._until_ms = now_ms + pause
        if self.replaying and not self._waiting and now_ms >= self._until_ms:
            self.skip(now_ms)
        if self.motion is not None and self.motion.done(now_ms):
            self.motion = None

    def drawn(self, places: Mapping[str, Rect], now_ms: float, *, reduced: bool) -> None:
        """A scene was made: start the motion of what has moved since the last one.

        Args:
            places: rectangles of the scene's named places.
            now_ms: the client's clock.
            reduced: no motion.
        """
        # Movements collect until a frame is drawn, and are then one motion.
        moved, self._moved = self._moved, []
        if moved:
            found = motion_of(moved, self._places, places, now_ms, reduced=reduced)
            if found is not None:
                self.motion = found
        # The next motion starts from here.
        self._places = places

    @property
    def busy(self) -> bool:
        """Whether the screen changes by itself."""
        return self.motion is not None or bool(self._waiting) or self.replaying

    def wait_ms(self, now_ms: float) -> float:
        """Time for which the screen may stay as it is."""
        if self.motion is not None or self._moved:
            return 0.0
        # A minute stands for "until something comes"; the window also wakes for messages.
        return max(0.0, self._until_ms - now_ms) if self.busy else 60_000.0

    def _show(self, reader: Reader) -> None:
        # Between the two shown pictures, not the two known ones.
        self._moved += reader.moved(self.shown)
        # A window out of sight and a terminal draw no motion.
        del self._moved[:-HAND_KEPT]
        self.shown = reader

    def _pause(self, session_event: SessionEvent | Lost) -> float:
        """Cards of a run-out are turned one after another."""
        # Without the state before it is unknown whether hands lie open.
        if not isinstance(session_event, Happened) or session_event.before is None:
            return 0.0
        if getattr(session_event.event, "type", "") not in _TURNED:
            return 0.0
        state = session_event.before.state
        # Hands lie open before the board is complete only at an all-in.
        return float(motion("runoutPause")) if any(state.shown) else 0.0

    def _remember(self, session_event: SessionEvent | Lost, before: Reader) -> None:
        if not isinstance(session_event, Happened):
            return
        kind = getattr(session_event.event, "type", "")
        if kind in _STARTS:
            # A hand without play, such as a void one, does not replace the last one that was
            # played. Before the first hand players only sit down.
            if self._over and len(self._hand) > 1:
                self._last_hand, self.ended = self._hand, before
            self._hand, self._over = [], False
        self._over = self._over or kind in _ENDS
        # A reader for each event: a hand without end must not fill the memory.
        if len(self._hand) < HAND_KEPT:
            self._hand.append(self.reader)
