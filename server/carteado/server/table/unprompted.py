"""Automatic steps of a table: deal, cut, play the default action at a time-out, end.

Each function returns a step that no request caused and that has no reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carteado.engine import game as commands
from carteado.engine.cards import Card
from carteado.engine.game import Command, Event
from carteado.engine.generated import maker
from carteado.engine.table import Table, TimedOut
from carteado.server.table.clock import refill, rewind_all
from carteado.server.table.dealing import Dealing
from carteado.server.table.ownership import apply_plan
from carteado.server.table.step import Denied, Step

__all__ = ["Refusals", "cut", "deal", "expire", "restart", "unprompted"]

Refusals = dict[str, int]
"""Number of refusals by code."""


_deal = maker(commands.Deal)


def unprompted(
    table: Table, refusals: Refusals, todo: Iterable[Command] = (), first: Event | None = None
) -> Step:
    """An automatic step of the table; commands that the game refuses are left out.

    Args:
        table: as it stands.
        refusals: what the game refuses is counted here.
        todo: commands for the game, in order.
        first: an event of the table itself, before them.
    """
    step = Step(table)
    if first is not None:
        step.add(first)
    _do(step, refusals, todo)
    return step


def _do(step: Step, refusals: Refusals, todo: Iterable[Command]) -> None:
    for command in todo:
        try:
            step.decide(command)
        except Denied as denied:
            code = denied.refusal.code
            refusals[code] = refusals.get(code, 0) + 1
    rewind_all(step)


def expire(table: Table, seat: int, refusals: Refusals, *, grace: bool = False) -> Step:
    """The clock decides: the default action, and sitting out after too many time-outs in a row.

    Args:
        table: as it stands.
        seat: the seat whose time is up.
        refusals: what the game refuses is counted here.
        grace: whether the seat also used a grace period; it then sits out at once.
    """
    away = table.state.away[seat]
    # The table does not wait for a seat that sits out: its bank stays, and nothing is counted.
    in_a_row = table.expiries[seat] + (0 if away else 1)
    bank = table.banks[seat] if away else 0
    default = commands.Act(seat=seat, action=table.game.default(table.state, seat))
    todo: list[Command] = [default]
    if not away and (grace or in_a_row >= table.settings.expiries):
        todo.append(commands.SitOut(seat=seat, away=True))
    timed_out = TimedOut(seat=seat, bank_ms=bank, in_a_row=in_a_row)
    step = unprompted(table, refusals, todo, timed_out)
    if not step.done:
        # Going on would fill the log with a clock that expires and decides nothing.
        raise RuntimeError(f"{table.game.id} refuses its own default action")
    return step


def restart(table: Table, connected: Callable[[int], bool], refusals: Refusals) -> Step:
    """Start a finished game again, without players who sit out and are not connected.

    Their seats become free; otherwise the table would play on for ever without people. The host's
    own bots are never removed: they reconnect by themselves.

    Args:
        table: its game is over.
        connected: whether somebody is there for a seat.
        refusals: what the game refuses is counted here.
    """
    state = table.state
    absent = [
        commands.Leave(seat=seat)
        for seat, label in enumerate(table.labels)
        if state.away[seat] and label is None and not connected(seat)
    ]
    return unprompted(table, refusals, [*absent, commands.Rematch(seat=None)])


def deal(
    table: Table,
    pack: tuple[Card, ...],
    dealing: Dealing,
    connected: Callable[[int], bool],
    refusals: Refusals,
    minutes: int | None = None,
) -> Step:
    """Deal; the cut waits if a nonce is still missing.

    Args:
        table: it is ready for it.
        pack: what is dealt.
        dealing: of the table.
        connected: whether somebody is there for a seat.
        refusals: what the game refuses is counted here.
        minutes: minutes of the game to record before it, None for none.
    """
    step = Step(table)
    apply_plan(step)
    refill(step)
    if minutes is not None:
        step.decide(commands.Elapse(minutes=minutes))
    step.add(dealing.commit(step.table, pack))
    if not dealing.awaited(step.table, connected):
        _cut(step, dealing, refusals)  # commitment and deal then form one commit
    return step


def cut(table: Table, dealing: Dealing, refusals: Refusals) -> Step:
    """Cut the committed deck and deal it."""
    step = Step(table)
    _cut(step, dealing, refusals)
    return step


def _cut(step: Step, dealing: Dealing, refusals: Refusals) -> None:
    cut_event, deck = dealing.cut(step.table)
    step.add(cut_event)
    _do(step, refusals, [_deal(deck=deck)])
