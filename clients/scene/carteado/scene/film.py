"""A log as a film: the table after each event, and the marks of a timeline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from carteado.engine.table import evolve, observer_of, open_table
from carteado.engine.visibility import AUDITOR, redact
from carteado.protocol.session_events import Happened, LiveNow
from carteado.scene.reader import Reader
from carteado.scene.words import Words

__all__ = ["SPEEDS", "Film", "Mark", "film_of"]

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Paces of playing, in parts of `STEP_MS`."""

STEP_MS = 700.0

_STRONG = ("hand_started", "deal_started", "game_restarted", "match_restarted")
_WEAK = ("board_dealt", "board_turned", "all_in_shown", "morto_taken", "pot_awarded", "deal_scored")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place on the timeline: a deal, or something that happened in it."""

    step: int
    strong: bool


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
        log: the events, where other eyes may see it too; empty where they may not.
        eyes: whose eyes see it: ``rail``, ``all`` or the number of a seat; '' for one's own.
    """

    steps: tuple[Reader, ...]
    marks: tuple[Mark, ...] = field(default=())
    at: int = 0
    playing: bool = False
    speed: float = 1.0
    since_ms: float = 0.0
    title: str = ""
    log: tuple[Any, ...] = ()
    eyes: str = ""

    @property
    def shown(self) -> Reader:
        """The table at the shown step."""
        return self.steps[self.at]

    def seek(self, step: int, now_ms: float = 0.0) -> Film:
        """At another step, inside the film."""
        at = min(max(0, step), len(self.steps) - 1)
        return replace(self, at=at, since_ms=now_ms)

    def jump(self, way: int, now_ms: float = 0.0) -> Film:
        """At the next mark, or the one before (`way` is 1 or -1)."""
        places = [mark.step for mark in self.marks if (mark.step - self.at) * way > 0]
        if not places:
            return self.seek(0 if way < 0 else len(self.steps) - 1, now_ms)
        return self.seek(min(places) if way > 0 else max(places), now_ms)

    def toggled(self, now_ms: float) -> Film:
        """Playing, or paused; at its end it begins again."""
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
        return self.seek(self.at + 1, now_ms)


def film_of(events: Iterable[Any], words: Words, *, eyes: int | None, open_hands: bool) -> Film:
    """The film of a whole log.

    Args:
        events: from the opening of the table on.
        words: of the viewer.
        eyes: the seat from which it is seen, None for the rail.
        open_hands: everything is seen, as with the log in hand.

    Raises:
        EngineError: the log cannot be folded.
        ValueError: there is no event, or no such seat.
    """
    found = iter(events)
    first = next(found, None)
    if first is None:
        raise ValueError("the log is empty")
    table = open_table(first)
    if eyes is not None and eyes >= table.seats:
        raise ValueError(f"there is no seat {eyes}: the table has seats 0 to {table.seats - 1}")
    observer = AUDITOR if open_hands else observer_of(table, eyes)
    reader = Reader(id=table.id, words=words)
    reader = reader.take(LiveNow(table=table.id, epoch=1, seq=1, seat=eyes), 0.0)
    steps: list[Reader] = []
    marks: list[Mark] = []
    for seq, event in enumerate(found, 2):
        seen = redact(event, observer)
        after = evolve(table, seen)
        happened = Happened(table=table.id, epoch=1, seq=seq, event=seen, before=table, after=after)
        reader = replace(reader.take(happened, 0.0), clock=None)
        if event.type in _STRONG or event.type in _WEAK:
            marks.append(Mark(step=len(steps), strong=event.type in _STRONG))
        steps.append(reader)
        table = after
    if not steps:
        raise ValueError("nothing has happened at this table yet")
    return Film(steps=tuple(steps), marks=tuple(marks))
