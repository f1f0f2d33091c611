"""A player's hand in lines."""

from __future__ import annotations

import itertools

from carteado.engine.table import observer_of, redact_table
from carteado.engine.visibility import RAIL
from carteado.protocol.following import Followed

__all__ = ["hand_lines"]


def hand_lines(followed: Followed) -> tuple[str, ...]:
    """The lines that show a seat's hand: the last block that the rail does not see.

    Earlier private blocks may differ only in wording, such as "our runs".
    """
    if followed.table is None or followed.seat is None:
        return ()
    table = followed.table
    # Lines that the rail does not see are the seat's own, so no game has to name the lines of
    # the hand.
    own = table.game.show(redact_table(table, observer_of(table, followed.seat)).state)
    public = table.game.show(redact_table(table, RAIL).state)
    blocks = itertools.groupby(own, lambda line: line not in public)
    mine = [tuple(lines) for private, lines in blocks if private]
    return mine[-1] if mine else ()
