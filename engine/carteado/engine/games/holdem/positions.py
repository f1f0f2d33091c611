"""The places of a hand's common cards in its deck."""

from __future__ import annotations

__all__ = ["board_positions", "second_positions"]


def board_positions(dealt_in: int) -> tuple[int, ...]:
    """Positions of the five cards of the board in a deck, by the number of hands dealt from it."""
    # Position 2n holds the burnt card before the flop; one more is burnt before turn and river.
    first = 2 * dealt_in + 1
    return (first, first + 1, first + 2, first + 4, first + 6)


def second_positions(dealt_in: int, common: int) -> tuple[int, ...]:
    """Positions of the cards of a second board, after those that both boards share.

    The deck goes on after the river of the first board, and a card is burnt before each street.

    Args:
        dealt_in: hands that were dealt.
        common: cards of the board when it was agreed to deal twice: 0, 3 or 4.
    """
    # 8 = the five cards of the first board and its three burnt cards.
    start = 2 * dealt_in + 8
    # Each street of the second board skips one burnt card, as on the first board.
    steps = {0: (1, 2, 3, 5, 7), 3: (1, 3), 4: (1,)}[common]
    return tuple([start + step for step in steps])
