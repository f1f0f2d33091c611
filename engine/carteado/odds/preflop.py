"""Pre-flop odds by table: every starting hand against every other, over all boards.

There are 47,008 different match-ups of two known hands, up to renaming suits and changing sides.
For each, the table has the number of the 1,712,304 boards that the first hand wins and ties. The
averages of starting hands, against one another or a random hand, are sums over the table.
"""

from __future__ import annotations

import functools
import itertools
import lzma
from fractions import Fraction

import numpy as np

from carteado.engine.package_data import package_data
from carteado.odds.heads_up import counted
from carteado.odds.position import Cards, Hand, read_position
from carteado.odds.ranges import parse_range, starting_hand, starting_hands
from carteado.odds.results import Odds, OddsError
from carteado.odds.tables import Array

__all__ = [
    "BOARDS",
    "MATCH_UPS",
    "against",
    "match_ups",
    "packed",
    "preflop_hand",
    "preflop_matrix",
    "preflop_odds",
    "preflop_random",
]

BOARDS = 1_712_304
"""Boards that can follow two known hands."""

# C(52, 2) * C(50, 2) ordered pairs of hands reduce to these by renaming suits and changing sides.
MATCH_UPS = 47_008

_HANDS = list(itertools.combinations(range(52), 2))
_LOW = np.array([low for low, _ in _HANDS])
_HIGH = np.array([high for _, high in _HANDS])
_NUMBER = np.zeros((52, 52), dtype=np.int32)
_NUMBER[_LOW, _HIGH] = _NUMBER[_HIGH, _LOW] = np.arange(len(_HANDS))


def preflop_hand(hand: Cards, other: Cards) -> Odds:
    """Odds before the flop against one known hand, from the table.

    Raises:
        OddsError: the cards are impossible.
    """
    hands, _ = read_position([hand, other], "")
    # The table covers every pair of hands, so no board is dealt here.
    (win,), (tie,) = against(hands[0], np.array([hands[1]]))
    return counted(int(win), int(tie), BOARDS)


def preflop_random(hand: Cards) -> Odds:
    """Odds before the flop against a random hand, from the table.

    Raises:
        OddsError: the cards are impossible.
    """
    (own,), _ = read_position([hand], "")
    return _random(own)


def _random(own: Hand) -> Odds:
    others = np.array([other for other in _HANDS if not set(own) & set(other)])
    win, tie = against(own, others)
    return counted(int(win.sum()), int(tie.sum()), BOARDS * len(others))


def preflop_odds(name: str, other: str = "random") -> Odds:
    """Odds of a starting hand (``AKs``) against another or a random one, from the table.

    The counts cover all pairs of disjoint hands of the two kinds.

    Raises:
        OddsError: a text is not a starting hand.
    """
    own = _class_named(name)
    if other == "random":
        return _random(own[0])
    win = tie = pairs = 0
    theirs = _class_named(other)
    for hand in own:
        free = np.array([held for held in theirs if not set(hand) & set(held)]).reshape(-1, 2)
        won, tied = against(hand, free)
        win, tie, pairs = win + int(won.sum()), tie + int(tied.sum()), pairs + len(free)
    return counted(win, tie, BOARDS * pairs)


@functools.cache
def preflop_matrix() -> tuple[tuple[Fraction, ...], ...]:
    """Equity of each of the 169 starting hands against each, in the order of `starting_hands`."""
    names = starting_hands()
    place = {name: number for number, name in enumerate(names)}
    held = np.array([place[starting_hand(hand)] for hand in _HANDS])
    rows = []
    for name in names:
        # All hands of a class have the same equity against a class, so one represents them.
        own = _class_named(name)[0]
        free = _free(own)
        win, tie = against(own, np.stack([_LOW[free], _HIGH[free]], axis=1))
        # A win counts 2 and a tie 1, so that the sums stay whole numbers.
        points = np.bincount(held[free], 2 * win + tie, minlength=169)
        number = np.bincount(held[free], minlength=169)
        rows.append(
            tuple(
                Fraction(int(won), 2 * BOARDS * int(times))
                for won, times in zip(points, number, strict=True)
            )
        )
    return tuple(rows)


def against(hand: Hand, others: Array) -> tuple[Array, Array]:
    """Boards won and tied against each of the other hands, which share no card with it."""
    number = np.full(len(others), _NUMBER[hand])
    theirs = _NUMBER[others[:, 0], others[:, 1]]
    codes, swapped = _canonical(number, theirs)
    places = match_ups().searchsorted(codes)
    win, tie = (column[places].astype(np.int64) for column in _table())
    # With swapped sides, the boards that the table's first hand loses are won.
    return np.where(swapped, BOARDS - win - tie, win), tie


@functools.cache
def match_ups() -> Array:
    """Codes of the 47,008 match-ups, in order.

    A code is 1,326 times the number of the first hand plus that of the second, with hands numbered
    in the order of their cards. The code of a match-up is its smallest one over all renamings of
    suits and both orders of the hands.
    """
    codes = []
    # Renaming suits takes every hand to one of these 169, so they reach all match-ups.
    for own in {min(_class_named(name)) for name in starting_hands()}:
        free = _free(own)
        least, _ = _canonical(np.full_like(free, _NUMBER[own]), free)
        codes.append(least)
    return np.unique(np.concatenate(codes))


def packed(win: Array, tie: Array) -> bytes:
    """The content of `preflop_tables.xz`: the columns' bytes, grouped by significance."""
    columns = np.concatenate([win, tie]).astype("<u4").view(np.uint8).reshape(2, -1, 4)
    # No count reaches 2**24, so the fourth byte would always be 0.
    # Bytes of equal significance side by side compress much better than whole numbers.
    planes = np.ascontiguousarray(columns.transpose(0, 2, 1)[:, :3])
    return lzma.compress(planes.tobytes(), preset=9 | lzma.PRESET_EXTREME)


@functools.cache
def _table() -> tuple[Array, Array]:
    """Boards won and tied in each match-up."""
    packed = package_data("carteado.odds", "preflop_tables.xz")
    planes = np.frombuffer(lzma.decompress(packed), dtype=np.uint8)
    columns = planes.reshape(2, 3, MATCH_UPS).astype(np.uint32)
    win, tie = (column[0] | column[1] << 8 | column[2] << 16 for column in columns)
    return win, tie


@functools.cache
def _renamed() -> Array:
    """Number of each hand after each of the 24 ways to rename suits."""
    rows = []
    for suits in itertools.permutations(range(4)):
        to = np.array([card & ~3 | suits[card & 3] for card in range(52)])
        rows.append(_NUMBER[to[_LOW], to[_HIGH]])
    return np.array(rows)


def _canonical(hands: Array, others: Array) -> tuple[Array, Array]:
    """Smallest code of each pair of hands, and whether it swaps the sides."""
    own, theirs = _renamed()[:, hands], _renamed()[:, others]
    # The smallest code over all 24 renamings represents the class; `back` has swapped
    # sides.
    forth = (own * len(_HANDS) + theirs).min(axis=0)
    back = (theirs * len(_HANDS) + own).min(axis=0)
    return np.minimum(forth, back), back < forth


def _free(hand: Hand) -> Array:
    """Numbers of the hands that share no card with one."""
    return (~(np.isin(_LOW, hand) | np.isin(_HIGH, hand))).nonzero()[0]


def _class_named(name: str) -> list[Hand]:
    if name not in starting_hands():
        raise OddsError(f"{name!r:.40} is not one of the 169 starting hands, such as AA, AKs, AKo")
    return list(parse_range(name))
