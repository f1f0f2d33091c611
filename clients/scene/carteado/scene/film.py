"""A replay (`Film`): the table after each event of a log, and the marks of a timeline.

Every rich client shows the same replay: the window with a timeline, the terminal with a row of
marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from carteado.engine.game import Event
from carteado.engine.table import observer_of, open_table
from carteado.engine.visibility import AUDITOR, redact
from carteado.protocol.received import folded
from carteado.protocol.session_events import Happened, LiveNow
from carteado.scene.game_types import GameEvent
from carteado.scene.reader import Reader
from carteado.scene.words import Words

__all__ = ["SPEEDS", "Film", "Mark", "film_of"]

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Speeds of playing: a step takes `STEP_MS` divided by the speed."""

STEP_MS = 700.0

MarkKind = Literal["game", "deal", "street", "score", "morto", "canastra", "batida"]

_KINDS: Mapping[str, MarkKind] = {
    "hand_started": "deal",
    "deal_started": "deal",
    "game_restarted": "game",
    "match_restarted": "game",
    "board_dealt": "street",
    "second_board_dealt": "street",
    "board_turned": "street",
    "all_in_shown": "street",
    "morto_taken": "morto",
    "pot_awarded": "score",
    "deal_scored": "score",
    "round_judged": "score",
}
"""Kinds of marks of all games' events, by their tags."""

# The client holds no rules: this only says where the timeline gets a mark.
CANASTRA = 7
"""Cards of a run that is marked once it has so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place on the timeline: a deal, something that happened in it, or a new game."""

    step: int
    kind: MarkKind

    @property
    def strong(self) -> bool:
        """Whether a deal or a new game begins here."""
        return self.kind in ("game", "deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A log that is shown.

    Attributes:
        steps: the table after each event, the first one first.
        marks: places to jump to.
        at: the step that is shown.
        playing: whether it goes on by itself.
        speed: of `SPEEDS`.
        since_ms: when the shown step began, on the client's clock.
        title: such as the name of the file.
        log: all events, if another point of view may be chosen; empty otherwise.
        eyes: the point of view: ``rail``, ``all`` or the number of a seat; '' for one's own seat.
        seen: the event of each step, redacted for this point of view.
        odds: whether the chances of the shown step are counted beside it.
        begun: the steps at which a turn begins.
        whole: whether the timeline shows the whole log, and not the shown hand or deal alone.
    """

    steps: tuple[Reader, ...]
    marks: tuple[Mark, ...] = field(default=())
    at: int = 0
    playing: bool = False
    speed: float = 1.0
    since_ms: float = 0.0
    title: str = ""
    log: tuple[Event, ...] = ()
    eyes: str = ""
    seen: tuple[Event, ...] = ()
    odds: bool = False
    begun: tuple[int, ...] = ()
    whole: bool = False

    @property
    def shown(self) -> Reader:
        """The table at the shown step."""
        return self.steps[self.at]

    def seek(self, step: int, now_ms: float = 0.0) -> Film:
        """At another step, inside the film."""
        at = min(max(0, step), len(self.steps) - 1)
        return replace(self, at=at, since_ms=now_ms)

    def jump(self, way: int, now_ms: float = 0.0, kind: str = "") -> Film:
        """At the next mark, or the one before.

        Args:
            way: 1 or -1.
            now_ms: the client's clock.
            kind: of the mark; ``turn`` goes to where another seat is to act; '' for any mark.
        """
        if kind == "turn":
            return self._turned(way, now_ms)
        at = [mark.step for mark in self.marks if kind in ("", mark.kind)]
        places = [step for step in at if (step - self.at) * way > 0]
        # No further mark: to the beginning or the end.
        if not places:
            return self.seek(0 if way < 0 else len(self.steps) - 1, now_ms)
        return self.seek(min(places) if way > 0 else max(places), now_ms)

    def _turned(self, way: int, now_ms: float) -> Film:
        """At the step at which another seat comes to act."""
        if way > 0:
            at = next((step for step in self.begun if step > self.at), len(self.steps) - 1)
        else:
            at = max((step for step in self.begun if step < self.at), default=0)
        return self.seek(at, now_ms)

    @property
    def viewer(self) -> str:
        """The name of the point of view, in the viewer's language."""
        words, table, seat = self.shown.words, self.shown.table, self.shown.seat
        if self.eyes == "all":
            return words("All hands")
        if seat is not None and table is not None:
            names = table.state.names
            # Equal names get the number of their seat, as at the table.
            mark = f" ({seat})" if names.count(names[seat]) > 1 else ""
            name = names[seat]
            return name + mark if name else words("seat {number}", number=seat)
        return words("Rail")

    @property
    def deals(self) -> tuple[int, ...]:
        """The steps at which hands or deals begin."""
        return tuple(mark.step for mark in self.marks if mark.kind == "deal")

    @property
    def games(self) -> tuple[int, ...]:
        """The steps at which games or matches begin; the first one begins with the film."""
        return (0, *(mark.step for mark in self.marks if mark.kind == "game"))

    @property
    def place(self) -> tuple[int, int]:
        """Game and hand or deal that are shown, counted from 1; hand 0 before its first one."""
        first = max(step for step in self.games if step <= self.at)
        game = sum(step <= self.at for step in self.games)
        return game, sum(first <= step <= self.at for step in self.deals)

    @property
    def span(self) -> tuple[int, int]:
        """First and last step of the hand or deal that is shown."""
        # What comes before the first deal of a new game belongs to none of the game before.
        starts = (*self.games, *self.deals)
        first = max(step for step in starts if step <= self.at)
        # The last deal ends with the film.
        behind = min((step for step in starts if step > self.at), default=len(self.steps))
        return first, behind - 1

    @property
    def stretch(self) -> tuple[int, int]:
        """First and last step of the timeline; the first deal has what comes before it too."""
        last = len(self.steps) - 1
        if self.whole:
            return 0, last
        game, number = self.place
        dealt = self.dealt_in(game)
        if number > 1 or not dealt:
            return self.span
        return self.games[game - 1], self.seek(dealt[0]).span[1]

    @property
    def marks_here(self) -> tuple[Mark, ...]:
        """The marks of the hand or deal that is shown."""
        first, last = self.span
        return tuple(mark for mark in self.marks if first <= mark.step <= last)

    @property
    def running(self) -> bool:
        """Whether the hand or deal that is shown is still being played at the end of the film."""
        last = len(self.steps) - 1
        return self.span[1] == last and _turn(self.steps[last]) is not None

    @property
    def turns(self) -> tuple[int, int]:
        """Turns of the hand or deal that is shown: those that had begun at this step, and all."""
        first, last = self.span
        here = [step for step in self.begun if first <= step <= last]
        return sum(step <= self.at for step in here), len(here)

    def dealt_in(self, game: int) -> tuple[int, ...]:
        """The steps at which the hands or deals of a game begin; games count from 1."""
        bounds = (*self.games, len(self.steps))
        if not 1 <= game < len(bounds):
            return ()
        return tuple(step for step in self.deals if bounds[game - 1] <= step < bounds[game])

    def deal(self, number: int, now_ms: float = 0.0, *, game: int | None = None) -> Film | None:
        """At the beginning of a hand or deal, counted from 1; None where there is no such one.

        Args:
            number: of the hand or deal in its game.
            now_ms: the client's clock.
            game: counted from 1; None for the one that is shown.
        """
        deals = self.dealt_in(self.place[0] if game is None else game)
        return self.seek(deals[number - 1], now_ms) if 1 <= number <= len(deals) else None

    def toggled(self, now_ms: float) -> Film:
        """Playing, or paused; at its end it begins again."""
        # Play at the end means play again.
        at = 0 if not self.playing and self.at == len(self.steps) - 1 else self.at
        return replace(self, playing=not self.playing, at=at, since_ms=now_ms)

    def faster(self, way: int) -> Film:
        """At the next speed, or the one before."""
        at = SPEEDS.index(self.speed) + way
        return replace(self, speed=SPEEDS[min(max(0, at), len(SPEEDS) - 1)])

    def advance(self, now_ms: float) -> Film:
        """After the time that has passed."""
        if not self.playing:
            return self
        if self.at == len(self.steps) - 1:
            return replace(self, playing=False)
        if now_ms - self.since_ms < STEP_MS / self.speed:
            return self
        # One step for each call, however long the window was hidden: no event is skipped.
        return self.seek(self.at + 1, now_ms)

    def wait_ms(self, now_ms: float) -> float | None:
        """Milliseconds for which the shown step stays; None where nothing plays."""
        if not self.playing:
            return None
        # A step that is late must not make the caller spin.
        return max(10.0, STEP_MS / self.speed - (now_ms - self.since_ms))


def film_of(events: Iterable[Event], words: Words, *, eyes: int | None, open_hands: bool) -> Film:
    """The film of a whole log.

    Args:
        events: from the opening of the table on.
        words: of the viewer.
        eyes: the seat whose point of view is shown, None for the rail.
        open_hands: whether all hands are seen.

    Raises:
        EngineError: the log cannot be folded.
        ValueError: there is no event, or no such seat.
    """
    found = iter(events)
    # The events may come from a generator, so they are read once.
    first: GameEvent = next(found, None)
    if first is None:
        raise ValueError("the log is empty")
    table = open_table(first)
    if eyes is not None and eyes >= table.seats:
        raise ValueError(f"there is no seat {eyes}: the table has seats 0 to {table.seats - 1}")
    observer = AUDITOR if open_hands else observer_of(table, eyes)
    reader = Reader(id=table.id, words=words)
    # The opening is event 1, so the loop below begins with event 2.
    reader = reader.take(LiveNow(table=table.id, epoch=1, seq=1, seat=eyes), 0.0)
    steps: list[Reader] = []
    marks: list[Mark] = []
    events_seen: list[Event] = []
    begun: list[int] = []
    for seq, event in enumerate(found, 2):
        # Each step is built from redacted events, so nothing hidden can leak into the picture.
        seen = redact(event, observer)
        after = folded(table, seen)
        happened = Happened(table=table.id, epoch=1, seq=seq, event=seen, before=table, after=after)
        # The reader starts a clock at each turn, but a replay has no clock.
        reader = replace(reader.take(happened, 0.0), clock=None)
        kind = _kind(event)
        if kind == "score" and getattr(event, "out", None) is not None and steps:
            # The play before the score emptied the hand.
            marks.append(Mark(step=len(steps) - 1, kind="batida"))
        if kind is not None:
            marks.append(Mark(step=len(steps), kind=kind))
        # Between two turns of one seat nobody is to act, or another one is.
        if (turn := _turn(reader)) is not None and not (steps and turn == _turn(steps[-1])):
            begun.append(len(steps))
        steps.append(reader)
        events_seen.append(seen)
        table = after
    if not steps:
        raise ValueError("nothing has happened at this table yet")
    return Film(steps=tuple(steps), marks=tuple(marks), seen=tuple(events_seen), begun=tuple(begun))


def _kind(event: GameEvent) -> MarkKind | None:
    """The kind of mark of an event, None for none."""
    run = getattr(event, "run", None)
    if event.type in ("meld_laid", "meld_extended") and run is not None:
        # `event.run` is the run after the event.
        before = len(run.cards) - (len(event.cards) if event.type == "meld_extended" else 0)
        # Only when it becomes one, not at each later card.
        made = len(run.cards) >= CANASTRA and (event.type == "meld_laid" or before < CANASTRA)
        return "canastra" if made else None
    return _KINDS.get(event.type)


def _turn(step: Reader) -> int | None:
    return step.table.game.turn(step.table.state) if step.table is not None else None
