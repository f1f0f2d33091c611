"""Odds at all-ins as lines of text, counted if NumPy is installed."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Iterator, Sequence

import carteado.odds as counting
from carteado.engine.cards import Card, show_cards
from carteado.engine.game import Event
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import runout_of, runouts
from carteado.engine.table import Table
from carteado.engine.words import seat_name
from carteado.protocol.allin import odds_message
from carteado.protocol.messages import Odds, PotOdds
from carteado.protocol.session_events import OddsReceived

__all__ = ["CannotCount", "can_count", "odds_behind", "odds_lines", "odds_now"]


class CannotCount(Exception):
    """NumPy is not installed; the message says how to have it."""


@functools.cache
def can_count() -> bool:
    """Whether odds can be counted here: whether NumPy is installed."""
    return importlib.util.find_spec("numpy") is not None


def odds_behind(before: Table, event: Event, *, epoch: int, seq: int) -> Odds | None:
    """The odds behind an event that lays hands open or cards on the board; None behind others.

    Args:
        before: the table before it, whole or a view.
        event: the event, whole or redacted.
        epoch: of the event.
        seq: its number.

    Raises:
        CannotCount: there are some, and NumPy is not installed.
    """
    for _, runout in runouts(before.game, before.state, (event,)):
        return _counted(before.id, epoch, seq, runout)
    return None


def odds_now(table: Table, *, epoch: int, seq: int) -> Odds | None:
    """The odds of a table as it stands; None where hands are closed or no cards are to come.

    Raises:
        CannotCount: there are some, and NumPy is not installed.
    """
    find = runout_of(table.game)
    runout = find(table.state) if find is not None else None
    return _counted(table.id, epoch, seq, runout) if runout is not None else None


def _counted(table: str, epoch: int, seq: int, runout: Runout) -> Odds:
    if not can_count():
        raise CannotCount("odds at all-ins need NumPy: pip install 'carteado[odds]'")
    return odds_message(table, epoch, seq, runout, counting.runout_odds(runout))


def odds_lines(odds: Odds | OddsReceived, names: Sequence[str | None]) -> Iterator[str]:
    """Odds as text, a line for each pot.

    Args:
        odds: what was counted.
        names: the players' names by seat; a seat without one is shown by its number.
    """
    where = f"on {show_cards(tuple(map(Card, odds.board)))}" if odds.board else "before the flop"
    if odds.run:
        # A board that is run twice has odds for each run.
        where += f", {'first' if odds.run == 1 else 'second'} board"
    for number, pot in enumerate(odds.pots):
        which = f", {'side' if number else 'main'} pot of {pot.amount:,}"
        yield f"Odds {where}{which if len(odds.pots) > 1 else ''}: {_shares(pot, names)}."


def _shares(pot: PotOdds, names: Sequence[str | None]) -> str:
    return ", ".join(
        f"{seat_name(names, seat.seat)} {seat.share / seat.whole:.2%}" for seat in pot.seats
    )
