"""Converts counted odds to the message that publishes them, for tables, clients and replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from carteado.engine.poker.runout import Runout
from carteado.protocol.messages import Odds, PotOdds, SeatOdds

__all__ = ["Counted", "odds_message"]


class Counted(Protocol):
    """Odds of a hand in a pot, as `carteado.odds.runout_odds` counts them."""

    @property
    def win(self) -> int:
        """Ways in which it wins alone."""
        ...

    @property
    def tie(self) -> int:
        """Ways in which it shares the pot."""
        ...

    @property
    def total(self) -> int:
        """All ways in which the board can be completed."""
        ...

    @property
    def equity(self) -> Fraction:
        """Part of the pot won on average."""
        ...


def odds_message(
    table: str, epoch: int, seq: int, runout: Runout, counted: Sequence[Mapping[int, Counted]]
) -> Odds:
    """The message about a position.

    Args:
        table: id of the table.
        epoch: epoch of the event after which the cards lie like this.
        seq: number of that event.
        runout: the open hands and their pots.
        counted: for each pot the odds of its seats.
    """
    return Odds(
        table=table,
        epoch=epoch,
        seq=seq,
        board=runout.board,
        pots=tuple(
            PotOdds(
                amount=pot.amount,
                # All seats of a pot count the same boards, so any of them gives the total.
                total=next(iter(odds.values())).total,
                seats=tuple(_seat(seat, found) for seat, found in odds.items()),
            )
            for pot, odds in zip(runout.pots, counted, strict=True)
        ),
        run=runout.run,
    )


def _seat(seat: int, found: Counted) -> SeatOdds:
    # A reduced fraction of two whole numbers: the wire has no fractions.
    share, whole = found.equity.as_integer_ratio()
    return SeatOdds(seat=seat, win=found.win, tie=found.tie, share=share, whole=whole)
