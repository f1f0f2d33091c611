"""One hand against several opponents, each with a range of its own.

If it takes at most about a second, everything is counted: every deal of hands from the ranges that
share no card, by weight, with every run-out. Otherwise deals are sampled, and the answer has a
standard error.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from carteado.engine.cards import PACK
from carteado.odds.batch import ranks_of
from carteado.odds.held_ranges import possible_holdings
from carteado.odds.known import showdown_odds
from carteado.odds.position import MOST_OPPONENTS, Cards, Hand, read_position
from carteado.odds.ranges import Range
from carteado.odds.results import OddsError
from carteado.odds.rows import rows_of
from carteado.odds.tables import Array

__all__ = ["RangesOdds", "versus_ranges"]

_MOST_COUNTED = 20_000_000
"""Largest number of showdowns after the flop to count one by one."""

_MOST_DEALS = 2_000_000
"""Largest number of opponents' deals in memory at once."""

_MOST_MATCH_UPS = 60
"""Largest number of opponents' pre-flop deals whose boards are counted, about 10 ms each."""

_RENAMINGS = 6
"""Largest number of renamings of suits that keep two cards, and so of equivalent deals."""

# Samples are drawn in blocks of 65,536. 50 blocks without a possible deal are 3.3 million tries.
_LEAST_SAMPLES, _MOST_SAMPLES = 1_000, 10_000_000
_BLOCK = 1 << 16
_FRUITLESS_BLOCKS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RangesOdds:
    """Showdowns against several ranges, all or a sample.

    Attributes:
        win: showdowns that win everything.
        tie: showdowns that share the pot.
        lose: showdowns that win nothing.
        total: all showdowns; if exact, multiplied by their weights.
        equity: part of the pot won on average.
        standard_error: standard error of the equity, None if everything was counted.
    """

    win: int
    tie: int
    lose: int
    total: int
    equity: Fraction
    standard_error: float | None

    @property
    def exact(self) -> bool:
        """Whether everything was counted."""
        return self.standard_error is None


def versus_ranges(
    hand: Cards,
    ranges: Sequence[str | Range],
    board: Cards = "",
    *,
    samples: int = 200_000,
    seed: int = 0,
) -> RangesOdds:
    """Odds against several opponents, each with a hand from its own range.

    A deal is possible if its hands share no card. Its probability is proportional to the product of
    the hands' weights.

    Args:
        hand: own two cards.
        ranges: of one to nine opponents, as `parse_range` reads them or returned them.
        board: no, three, four or five community cards.
        samples: number of deals to sample if not all can be counted, 1,000 to 10,000,000.
        seed: seed of the samples; the same seed and number give the same answer.

    Raises:
        OddsError: the cards are impossible, a range does not parse, the number of opponents is not
            1 to 9, no deal gives each of them a hand or sampling found none, or the number of
            samples is out of range.
    """
    (own,), common = read_position([hand], board)
    if not 1 <= len(ranges) <= MOST_OPPONENTS:
        raise OddsError(f"there are 1 to {MOST_OPPONENTS} opponents, not {len(ranges)}")
    if not _LEAST_SAMPLES <= samples <= _MOST_SAMPLES:
        raise OddsError(f"samples are {_LEAST_SAMPLES:,} to {_MOST_SAMPLES:,}, not {samples}")
    held = [possible_holdings(own, common, one) for one in ranges]
    runouts = math.comb(50 - len(common), 5 - len(common))
    # An upper bound: deals in which hands share a card are removed only when they are listed.
    most = math.prod(map(len, held))
    if common and most <= _MOST_DEALS and most * runouts <= _MOST_COUNTED:
        return _after_flop(own, common, held, _Deals.of(held))
    # Renaming suits merges at most six deals, so a longer list cannot become short enough.
    if not common and most <= _RENAMINGS * _MOST_MATCH_UPS:
        alike = _alike(own, held, _Deals.of(held))
        if len(alike) <= _MOST_MATCH_UPS:
            return _before_flop(own, alike)
    return _sampled(own, common, held, samples, seed)


@dataclass(frozen=True, slots=True)
class _Deals:
    """All deals of opponents' hands that share no card.

    Attributes:
        places: index of the hand in each range, shape (deals, opponents).
        weights: product of the hands' weights, whole numbers of any size.
    """

    places: Array
    weights: Array

    @classmethod
    def of(cls, held: Sequence[dict[Hand, int]]) -> _Deals:
        # Add one opponent at a time, and keep only deals without a shared card.
        places = np.zeros((1, 0), dtype=np.intp)
        taken = np.zeros(1, dtype=np.uint64)
        # Python integers, because products of nine weights do not fit into 64 bits.
        weights = np.ones(1, dtype=object)
        for one in held:
            masks = _masks(one)
            deal, place = (taken[:, None] & masks == 0).nonzero()
            places = np.column_stack([places[deal], place])
            taken = taken[deal] | masks[place]
            weights = weights[deal] * np.array(list(one.values()), dtype=object)[place]
        if not len(places):
            raise _undealt()
        return cls(places, weights)


def _undealt() -> OddsError:
    return OddsError("the opponents cannot all hold hands of their ranges: they share the cards")


def _masks(held: dict[Hand, int]) -> Array:
    """Each hand as a bit set of its cards."""
    return np.array([1 << one | 1 << two for one, two in held], dtype=np.uint64)


# Counted


def _after_flop(
    own: Hand, board: tuple[int, ...], held: Sequence[dict[Hand, int]], deals: _Deals
) -> RangesOdds:
    won = np.zeros(len(deals.places), dtype=np.int64)
    tied = np.zeros((len(deals.places), len(held)), dtype=np.int64)
    ranks = [rows_of(own, board, np.array(list(one))) for one in held]
    for number, hero in enumerate(ranks[0].hero):
        # `villains` has a row for each run-out and a column for each hand of the range.
        rivals = [rows.villains[number, deals.places[:, at]] for at, rows in enumerate(ranks)]
        # A hand that shares a card with the run-out ranks above all, so it counts as not won.
        best = np.maximum.reduce(rivals)
        won += best < hero
        same = (best == hero).nonzero()[0]
        # The number of tied opponents, if no opponent is better.
        # At least one opponent ties here, hence the index `equals - 1`.
        equals = np.count_nonzero(np.array([one[same] for one in rivals]) == hero, axis=0)
        # Each deal occurs in `same` once, so this `+=` loses no count.
        tied[same, equals - 1] += 1
    # Only run-outs without a card of the opponents count for a deal.
    runouts = math.comb(50 - len(board) - 2 * len(held), 5 - len(board))
    ties = [int(deals.weights @ tied[:, at]) for at in range(len(held))]
    return _of_counts(int(deals.weights @ won), ties, runouts * int(deals.weights.sum()), None)


def _of_counts(win: int, ties: Sequence[int], total: int, error: float | None) -> RangesOdds:
    """The result from the showdowns won, tied with one opponent, tied with two and so on."""
    # A pot tied with n - 1 opponents is shared by n players.
    shares = sum((Fraction(count, n) for n, count in enumerate(ties, 2)), Fraction(win))
    tie = sum(ties)
    return RangesOdds(
        win=win,
        tie=tie,
        lose=total - win - tie,
        total=total,
        equity=shares / total,
        standard_error=error,
    )


def _before_flop(own: Hand, deals: dict[tuple[Hand, ...], int]) -> RangesOdds:
    win = tie = total = 0
    shares = Fraction(0)
    for hands, weight in deals.items():
        odds, *_ = showdown_odds([[PACK[card] for card in one] for one in (own, *hands)])
        win += weight * odds.win
        tie += weight * odds.tie
        total += weight * odds.total
        shares += weight * odds.total * odds.equity
    return RangesOdds(
        win=win,
        tie=tie,
        lose=total - win - tie,
        total=total,
        equity=shares / total,
        standard_error=None,
    )


def _alike(
    own: Hand, held: Sequence[dict[Hand, int]], deals: _Deals
) -> dict[tuple[Hand, ...], int]:
    """Total weight of the deals that differ only by a renaming of suits, by representative."""
    renamings = [
        suits
        for suits in itertools.permutations(range(4))
        if _renamed(own, suits) == _renamed(own, range(4))
    ]
    hands = [list(one) for one in held]
    found: dict[tuple[Hand, ...], int] = {}
    for places, weight in zip(deals.places, deals.weights, strict=True):
        dealt = [hands[at][place] for at, place in enumerate(places)]
        one = min(tuple([_renamed(hand, suits) for hand in dealt]) for suits in renamings)
        found[one] = found.get(one, 0) + weight
    return found


def _renamed(hand: Hand, suits: Sequence[int]) -> Hand:
    one, two = sorted((card & ~3) + suits[card & 3] for card in hand)
    return one, two


# Sampled


def _sampled(
    own: Hand, board: tuple[int, ...], held: Sequence[dict[Hand, int]], samples: int, seed: int
) -> RangesOdds:
    wins = 0
    ties = np.zeros(len(held), dtype=np.int64)
    left = samples
    for hands, boards in _dealt(own, board, held, np.random.default_rng(seed)):
        # The last block is cut to the requested number, so the answer depends only on seed and
        # number.
        hands, boards = hands[:left], boards[:left]
        left -= len(boards)
        hero = ranks_of(np.column_stack([np.tile(own, (len(boards), 1)), boards]))
        rivals = np.array(
            [ranks_of(np.column_stack([hands[:, at], boards])) for at in range(len(held))]
        )
        best = rivals.max(axis=0)
        wins += int(np.count_nonzero(best < hero))
        equals = np.count_nonzero(rivals == hero, axis=0)[best == hero]
        ties += np.bincount(equals - 1, minlength=len(held))
        if not left:
            break
    counts = [int(count) for count in ties]
    parts = [wins, *(count / n for n, count in enumerate(counts, 2))]
    # Second moments of the share per deal: 1, 1/2, 1/3 and so on.
    squares = [wins, *(count / n**2 for n, count in enumerate(counts, 2))]
    mean = sum(parts) / samples
    # Rounding may give a negative number if all showdowns have the same result.
    variance = max(sum(squares) / samples - mean**2, 0.0)
    return _of_counts(wins, counts, samples, math.sqrt(variance / (samples - 1)))


def _dealt(
    own: Hand, board: tuple[int, ...], held: Sequence[dict[Hand, int]], rng: np.random.Generator
) -> Iterator[tuple[Array, Array]]:
    """Blocks of deals: the opponents' hands (deals, opponents, 2) and full boards (deals, 5).

    Hands and cards to come are drawn independently. A deal with a shared card is dropped, so the
    remaining deals keep probabilities proportional to their weights.
    """
    masks = [_masks(one) for one in held]
    cards = [np.array(list(one)) for one in held]
    limits = [np.cumsum([float(weight) for weight in one.values()]) for one in held]
    seen = np.uint64(sum(1 << card for card in (*own, *board)))
    fruitless = 0
    while True:
        taken = np.full(_BLOCK, seen)
        free = np.ones(_BLOCK, dtype=bool)
        places = []
        for limit, mask in zip(limits, masks, strict=True):
            # Inverse transform sampling: a uniform number falls into a hand's interval of the
            # cumulative weights.
            place = np.searchsorted(limit, rng.random(_BLOCK) * limit[-1], side="right")
            # The product may round up to the last limit, which lies beyond all hands.
            place = place.clip(max=len(limit) - 1)
            free &= taken & mask[place] == 0
            taken |= mask[place]
            places.append(place)
        come = rng.integers(0, 52, (_BLOCK, 5 - len(board)))
        for column in range(come.shape[1]):
            card = np.uint64(1) << come[:, column].astype(np.uint64)
            free &= taken & card == 0
            taken |= card
        kept = free.nonzero()[0]
        if not len(kept):
            fruitless += 1
            if fruitless == _FRUITLESS_BLOCKS:
                raise OddsError(
                    f"{fruitless * _BLOCK:,} tries dealt no hands of the opponents' ranges that"
                    " share no card: no such deal is possible, or such deals are too rare to sample"
                )
            continue
        fruitless = 0
        hands = np.stack([one[place[kept]] for one, place in zip(cards, places, strict=True)], 1)
        yield hands, np.column_stack([np.tile(board, (len(kept), 1)).astype(int), come[kept]])
