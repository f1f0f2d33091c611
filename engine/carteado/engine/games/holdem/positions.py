"""Where the common cards of a hand lie in its deck."""

from __future__ import annotations

__all__ = ["board_positions", "second_positions"]


def board_positions(dealt_in: int) -> tuple[int, ...]:
    """Where the five cards of the board lie in a deck from which so many hands were dealt."""
    first = 2 * dealt_in + 1
    return (first, first + 1, first + 2, first + 4, first + 6)


def second_positions(dealt_in: int, common: int) -> tuple[int, ...]:
    """Where the cards of a second board lie, behind those that both boards share.

    The deck goes on behind the river of the first board, and a card is burnt before each street.

    Args:
        dealt_in: hands that were dealt.
        common: cards of the board when it was agreed to deal twice: 0, 3 or 4.
    """
    start = 2 * dealt_in + 8
    steps = {0: (1, 2, 3, 5, 7), 3: (1, 3), 4: (1,)}[common]
    return tuple([start + step for step in steps])
