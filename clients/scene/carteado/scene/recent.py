"""The tables at which a player has sat, with their results, as the client's own record.

A stay is the fold of the events that its player received. It ends when the seat is given up. A stay
without its first events has no result in chips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from carteado.client.days import day_of
from carteado.engine.controls import ChipsCorrected
from carteado.engine.game import Event, SeatLeft, ToppedUp
from carteado.engine.table import Table
from carteado.scene.game_types import GameEvent, GameState
from carteado.scene.words import N_, Words

__all__ = ["Stay", "stay_at", "stay_text"]

_DAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """A player's time at a table, from taking a seat to leaving it.

    Attributes:
        server: its address.
        player: the name there.
        table: its id.
        title: of the table.
        game: its id.
        options: of the game, such as the blinds.
        open: whether the seat is still held.
        last: time of its last event, seconds since 1970.
        brought: chips brought to the table; None where that is not known, or the game has none.
        won: chips won, below zero for chips lost, after the last hand; None before the first one.
        points: of the own pair and of the others; None where the game has no pairs.
    """

    server: str
    player: str
    table: str
    title: str
    game: str
    options: str = ""
    open: bool = True
    last: float = 0.0
    brought: int | None = None
    won: int | None = None
    points: tuple[int, int] | None = None

    def updated(self, table: Table, seat: int, now: float) -> Stay:
        """The stay with the table's current result; results are complete only between two hands.

        Args:
            table: as the player may see it.
            seat: of the player.
            now: seconds since 1970.
        """
        state: GameState = table.state
        found = replace(self, title=table.opened.title or self.table, last=now)
        stacks = getattr(state, "stacks", None)
        if stacks is not None and self.brought is not None and not getattr(state, "in_hand", False):
            won = stacks[seat] - self.brought
            # Before the first hand nothing was won and nothing lost.
            found = replace(found, won=won if won or self.won is not None else None)
        totals = getattr(state, "totals", None)
        if totals is not None and any(totals):
            found = replace(found, points=(totals[seat % 2], totals[1 - seat % 2]))
        return found

    def after_event(self, before: Table, event: Event, seat: int) -> Stay:
        """The stay after an event at the table.

        Args:
            before: the table before the event.
            event: of the game or the table.
            seat: of the player.
        """
        brought, stacks = self.brought, getattr(before.state, "stacks", None)
        if isinstance(event, SeatLeft) and event.seat == seat and event.at_once:
            won = None if brought is None or stacks is None else event.stack - brought
            return replace(self, open=False, won=self.won if won is None else won)
        if brought is None or stacks is None:
            return self
        if isinstance(event, ToppedUp | ChipsCorrected) and event.seat == seat:
            return replace(self, brought=brought + event.amount)
        # A tag, not a class: each poker game has its own class for a new game.
        if event.type == "game_restarted":
            restarted: GameEvent = event
            return replace(self, brought=brought + restarted.stacks[seat] - stacks[seat])
        return self


def stay_at(table: Table, seat: int, *, server: str, player: str, joined: bool) -> Stay:
    """The stay that begins with a seat.

    Args:
        table: as it stands.
        seat: of the player.
        server: its address.
        player: the name there.
        joined: whether the player has just sat down, with all the chips of the seat.
    """
    state: GameState = table.state
    stacks, brought = getattr(state, "stacks", None), None
    if joined and stacks is not None:
        paid = state.paid[seat] if getattr(state, "in_hand", False) else 0
        brought = stacks[seat] + paid
    small, big = (getattr(table.options, f"{name}_blind", None) for name in ("small", "big"))
    return Stay(
        server=server,
        player=player,
        table=table.opened.table,
        title=table.opened.title or table.opened.table,
        game=table.opened.game,
        options=f"{small}/{big}" if small and big else "",
        brought=brought,
    )


def stay_text(stay: Stay, words: Words, now: float) -> str:
    """When a stay ended, and its result: ``yesterday, +340``.

    Args:
        stay: to describe.
        words: of the player.
        now: seconds since 1970.
    """
    when = _day(stay.last, words, now)
    if stay.points is not None:
        ours, theirs = stay.points
        text = N_("{day}, lost {ours} to {theirs}")
        if ours >= theirs:
            text = N_("{day}, {ours} to {theirs}")
        return words(text, day=when, ours=ours, theirs=theirs)
    if stay.won is None:
        return when
    sign = "+" if stay.won > 0 else "−" if stay.won < 0 else ""
    result = f"{sign}{words.number(abs(stay.won))}"
    return words("{day}, {result}", day=when, result=result)


def _day(then: float, words: Words, now: float) -> str:
    day = day_of(then, now)
    # A clock that was put back makes a stay seem to come from tomorrow.
    if day.ago <= 0:
        return words("today")
    if day.ago == 1:
        return words("yesterday")
    return words(_DAYS[day.weekday]) if day.ago < len(_DAYS) else day.date
