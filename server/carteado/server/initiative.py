"""What a table does by itself: deal, cut, decide for a clock that ran out, end.

Each function gives a step of the table's own; nobody asked for it, and nobody is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from carteado.engine import game as commands
from carteado.engine.game import Command, Event
from carteado.engine.table import Table, TimedOut
from carteado.server.agenda import wants_restart
from carteado.server.clock import restarted
from carteado.server.dealing import Dealing
from carteado.server.step import Denied, Step, add, decide

__all__ = ["cut", "deal", "expire", "own"]

Refusals = dict[str, int]
"""How often something was refused, by code."""


def own(table: Table, todo: Iterable[Command], first: Event | None, refusals: Refusals) -> Step:
    """A step that the table takes by itself; what the game refuses is left out.

    Args:
        table: as it stands.
        todo: commands for the game, in order.
        first: an event of the table itself, before them.
        refusals: what the game refuses is counted here.
    """
    before = table
    events: list[Event] = []
    done: list[Command] = []
    if first is not None:
        table = add(table, first, events)
    for command in todo:
        try:
            table = decide(table, command, events, done)
        except Denied as denied:
            code = denied.refusal.code
            refusals[code] = refusals.get(code, 0) + 1
    table = restarted(before, table, events)
    return Step(events=tuple(events), table=table, done=tuple(done))


def expire(table: Table, seat: int, refusals: Refusals) -> Step:
    """The clock decides: the default action, and a pause after too many in a row."""
    away = table.state.away[seat]
    in_a_row = table.expiries[seat] + (0 if away else 1)
    bank = table.banks[seat] if away else 0
    default = commands.Act(seat=seat, action=table.game.default(table.state, seat))
    todo: list[Command] = [default]
    if not away and in_a_row >= table.settings.expiries:
        todo.append(commands.SitOut(seat=seat, away=True))
    timed_out = TimedOut(seat=seat, bank_ms=bank, in_a_row=in_a_row)
    step = own(table, todo, timed_out, refusals)
    if not step.done:
        # Going on would fill the log with a clock that expires and decides nothing.
        raise RuntimeError(f"{table.game.id} refuses its own default action")
    return step


def deal(
    table: Table, dealing: Dealing, connected: Callable[[int], bool], refusals: Refusals
) -> Step:
    """The next deal, or a game that begins anew; the cut waits where a nonce is waited for.

    Args:
        table: it is ready for either.
        dealing: of the table.
        connected: whether somebody is there for a seat.
        refusals: what the game refuses is counted here.
    """
    if wants_restart(table):
        return own(table, [commands.Rematch(seat=None)], None, refusals)
    pack = table.game.pack(table.state)
    if pack is None:
        return Step()
    step = own(table, (), dealing.commit(table, pack), refusals)
    assert step.table is not None
    if dealing.awaited(step.table, connected):
        return step
    cut_step = cut(step.table, dealing, refusals)
    # The commitment is not durable yet: both become one commit.
    return Step(events=(*step.events, *cut_step.events), table=cut_step.table, done=cut_step.done)


def cut(table: Table, dealing: Dealing, refusals: Refusals) -> Step:
    """Cut the committed deck and deal it."""
    cut_event, deck = dealing.cut(table)
    return own(table, [commands.Deal(deck=deck)], cut_event, refusals)
