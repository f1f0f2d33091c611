"""The study's own chain and formulas, unchanged: to reproduce its tables and to criticise them.

"Um estudo probabilístico do jogo de Buraco" (UFMG 2023) writes a run as a text, ``56C8`` for 5 6
wild 8, and lists 598 of them: 78 without a wild, and for each of these one for every card that a
wild may stand for. What follows is rebuilt from a description of its R listing, with its defects:

* The wild replaces a character of the text wherever it stands, so both aces of the 14-card run
  become wilds at once: one label stands there twice, 597 are different.
* A label leads to every label that has its characters. What is added multiplies the chance, and
  taking an ``A`` away takes both: the run from ace to king becomes the one from ace to ace with
  chance 1, and the latter shrinks with (1 - pa)(1 - pc).
* The line for the ace stands in the listing twice, so each ace that is added counts pa * pa.
* What does not come multiplies (1 - p). For a clean run, and for one with the wild in a gap, these
  are the cards next to both ends; for a clean run the wild too. The card of a gap is forgotten.
* Where the wild stands at an end, these are the two cards next to the natural cards on either side.
  The ace above the king is left out on the side of the wild: ``QC`` has (1 - pk) only, ``KC`` none.

The listing itself is not stored here. Its numbers are, and this rebuild gives all of them: labels,
entries, row sums, and the values of 567 and C567 after 13 rounds. They do not decide everything. No
printed value depends on the columns ``CKA`` and ``A2C``, nor on which of two cards a factor belongs
to where only the number of factors matters, because all cards have the same chance.

So the rows of its matrix do not sum to 1, and repeated rounds create points from nothing. Nothing
else uses this module; `chain` and `locations` are the corrected versions.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from carteado.odds.buraco.run_states import Array
from carteado.odds.results import OddsError

__all__ = [
    "BLOCK",
    "LABELS",
    "ROUNDS",
    "Defect",
    "compositions",
    "defect",
    "label_points",
    "played_out",
    "published_gain",
    "published_going_out",
    "published_horizon",
    "published_matrix",
    "published_partner",
    "published_search_years",
    "published_stock",
]

ROUNDS = 13
"""Rounds of a deal, of which the study subtracts the number of the round."""

# The natural cards of the longest run; the ace is at both ends.
_LINE = "A23456789TJQKA"
# The study's fourteen chances: both aces share one, and C is a wild.
_FACES = "A23456789TJQKC"
_SPANS = tuple((first, size) for size in range(3, 15) for first in range(15 - size))

LABELS: tuple[str, ...] = (
    *(_LINE[first : first + size] for first, size in _SPANS),
    *(
        # `replace` without a count, as in the study: in the 14-card run it replaces both aces
        # (defect 7).
        _LINE[first : first + size].replace(_LINE[first + at], "C")
        for first, size in _SPANS
        for at in range(size)
    ),
)
"""The 598 labels: 78 clean runs, 520 with a wild (``C``, curinga); one stands there twice."""

BLOCK: tuple[str, ...] = LABELS[len(_SPANS) - 20 : len(_SPANS)]
"""The 20 longest clean runs. The study prints a table of this size with the 13-card run's row."""

# For every label the clean run it comes from: position of its first card in `_LINE`, and its
# length.
_PARENTS = (*_SPANS, *(span for span in _SPANS for _ in range(span[1])))
# Card points of the study's rules: ace 15, 8 to king and 2 10, 3 to 7 5. The wild counts as a 2.
_POINTS = {"A": 15, **dict.fromkeys("KQJT982C", 10), **dict.fromkeys("76543", 5)}


def label_points(label: str) -> int:
    """Points of a label: its cards, and 200 for a clean canastra or 100 for a dirty one."""
    bonus = 0 if len(label) < 7 else 100 if "C" in label else 200
    return sum(_POINTS[card] for card in label) + bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class _Exponents:
    """The matrix as a product of powers: what comes, what does not."""

    rows: Array
    columns: Array
    comes: Array
    stays_away: Array


@functools.cache
def _exponents() -> _Exponents:
    held = [frozenset(label) for label in LABELS]
    away = np.zeros((len(LABELS), len(_FACES)), dtype=np.int8)
    for at, label in enumerate(LABELS):
        for card in _missing(label, *_PARENTS[at]):
            away[at, _FACES.index(card)] += 1
    # A label leads to every label that contains its characters. Characters are sets here, so
    # removing one ace removes both, as in the study.
    pairs = [(i, j) for i, one in enumerate(held) for j, other in enumerate(held) if one <= other]
    comes = np.zeros((len(pairs), len(_FACES)), dtype=np.int8)
    for row, (i, j) in enumerate(pairs):
        for card in LABELS[j]:
            if card not in held[i]:
                # The listing has the line for the ace twice.
                comes[row, _FACES.index(card)] += 2 if card == "A" else 1
    table = np.array(pairs, dtype=np.intp)
    return _Exponents(rows=table[:, 0], columns=table[:, 1], comes=comes, stays_away=away)


def _missing(label: str, first: int, size: int) -> list[str]:
    """The cards that a label assumes not to come."""
    if "C" in (label[0], label[-1]):
        return _missing_beside_wild(label, first, size)
    below = _LINE[max(first - 1, 0) : first]
    above = _LINE[first + size : first + size + 1]
    return [*below, *above, *("C" if "C" not in label and size < len(_LINE) else "")]


def _missing_beside_wild(label: str, first: int, size: int) -> list[str]:
    """The same for a label with the wild at an end: two cards beyond the natural ones, each way."""
    low = first + (label[0] == "C")
    high = first + size - (label[-1] == "C")
    highest = len(_LINE) - (label[-1] == "C")
    return [*_LINE[max(low - 2, 0) : low], *_LINE[high : min(high + 2, highest)]]


def published_matrix(chances: Mapping[str, float], *, normalised: bool = False) -> Array:
    """The study's matrix, 598 rows of 598.

    Args:
        chances: by rank, ``A`` to ``K``, and ``C`` for a wild; the same for both aces.
        normalised: divide every row by its sum, which is not what the study did.

    Raises:
        OddsError: a chance is missing, or is not from 0 to 1; or a row that is to be divided by
            its sum sums to 0, as with cards that come for sure.
    """
    matrix = np.zeros((len(LABELS), len(LABELS)))
    where, entries = _exponents(), _entries(chances)
    matrix[where.rows, where.columns] = _normalised(entries) if normalised else entries
    return matrix


def _normalised(entries: Array) -> Array:
    """The entries divided by the sums of their rows."""
    rows = _exponents().rows
    sums = np.bincount(rows, entries, len(LABELS))
    if not sums.all():
        raise OddsError("a row of the study's matrix sums to 0: no row can be divided by that")
    found: Array = entries / sums[rows]
    return found


def _entries(chances: Mapping[str, float]) -> Array:
    """The entries of the matrix that are not always 0."""
    if set(chances) != set(_FACES) or not all(0 <= chances[card] <= 1 for card in _FACES):
        raise OddsError(f"chances from 0 to 1 are given for each of {' '.join(_FACES)}")
    where = _exponents()
    p = np.array([chances[card] for card in _FACES], dtype=np.float64)
    # A product of powers over the 14 chances, so one array expression gives all entries at once.
    away = ((1 - p) ** where.stays_away).prod(axis=1)
    entries: Array = (p**where.comes).prod(axis=1) * away[where.columns]
    return entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Defect:
    """How far the rows of the study's matrix are from probabilities.

    Attributes:
        lowest: the smallest sum of a row.
        highest: the largest.
        right: number of rows with a sum of 1 within 1e-9.
        rows: number of rows.
        entries: entries of the matrix that are not 0.
    """

    lowest: float
    highest: float
    right: int
    rows: int
    entries: int


def defect(chances: Mapping[str, float]) -> Defect:
    """The row sums of the study's matrix, and the number of its entries.

    Raises:
        OddsError: as `published_matrix`.
    """
    entries = _entries(chances)
    sums = np.bincount(_exponents().rows, entries, len(LABELS))
    return Defect(
        lowest=float(sums.min()),
        highest=float(sums.max()),
        right=int((abs(sums - 1) < 1e-9).sum()),
        rows=len(sums),
        entries=int(np.count_nonzero(entries)),
    )


def played_out(
    chances: Mapping[str, float], label: str, rounds: int, *, normalised: bool = False
) -> float:
    """The study's value of a run after some rounds.

    Args:
        chances: as in `published_matrix`.
        label: one of `LABELS`.
        rounds: number of times to apply the matrix, 0 to 1000; see `published_horizon`.
        normalised: with rows that are divided by their sums.

    Raises:
        OddsError: there is no such label, or a number is out of range; or as `published_matrix`.
    """
    if label not in LABELS:
        raise OddsError(f"{label!r:.40} is not a label of the study, such as 567 or 56C8")
    if not 0 <= rounds <= 1000:
        raise OddsError(f"rounds are 0 to 1000, not {rounds}")
    where, entries = _exponents(), _entries(chances)
    if normalised:
        entries = _normalised(entries)
    # A row vector times a sparse matrix: `bincount` adds the contributions to each column.
    weight: Array = np.zeros(len(LABELS))
    weight[LABELS.index(label)] = 1
    for _ in range(rounds):
        weight = np.bincount(where.columns, weight[where.rows] * entries, len(LABELS))
    return float(weight @ np.array([label_points(one) for one in LABELS]))


# Its formulas


def published_horizon(round_number: int) -> int:
    """Remaining rounds, 13 - n. There is no lower limit: negative after the thirteenth round."""
    return ROUNDS - round_number


def published_stock(
    copies: int, stock: int, unknown: int, *, as_in_prose: bool = False
) -> Fraction:
    """The chance that a face lies in the stock, as if its copies were dealt with replacement.

    Args:
        copies: unknown copies, 1 or 2.
        stock: number of cards in the stock (or hidden in a hand).
        unknown: total number of unknown cards.
        as_in_prose: the complement as the text writes it, 1 - (b/u)^2, where its mass function
            has 1 - (1 - b/u)^2.
    """
    part = Fraction(stock, unknown)
    return 1 - part**copies if as_in_prose else 1 - (1 - part) ** copies


def published_partner(copies: int, hand: int) -> Fraction:
    """The chance that the partner holds a face, as the study's program has it: copies / hand.

    Its two functions have one name, so this second one replaces `published_stock`. With fewer
    cards than copies it is above 1.

    Args:
        copies: unknown copies, 1 or 2.
        hand: cards of the partner, 1 or more.
    """
    return Fraction(copies, hand)


def published_gain(partner: Fraction, draw: Fraction, unknown: int) -> Fraction:
    """The study's chance to get a face, as if the places were independent.

    It is 1 - (1 - P)(1 - M)(1 - D), although the places exclude one another.

    Args:
        partner: P, that the partner has it.
        draw: M, that it is the next card.
        unknown: unknown cards; D = 1/u is an opponent's discard, taken as evenly spread.
    """
    return 1 - (1 - partner) * (1 - draw) * (1 - Fraction(1, unknown))


def published_going_out(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The study's chances to go out: running products over the needed cards.

    The chances of single cards are multiplied as if they were independent. That a clean canastra
    and a morto are needed too is left out.

    Args:
        chances: for each needed card, the chance that it comes.

    Returns:
        The product of the first chance, of the first two, and so on.
    """
    return tuple(itertools.accumulate(chances, operator.mul))


def compositions(cards: int = 14, least: int = 3) -> int:
    """Ways to cut a row of cards into two or more runs: 40 for 14 cards.

    Args:
        cards: length of the row.
        least: minimum length of a run.
    """
    most = cards // least
    # Without `least - 1` cards of each run, the rest is cut into parts of one card or more.
    return sum(
        math.comb(cards - parts * (least - 1) - 1, parts - 1) for parts in range(2, most + 1)
    )


def published_search_years() -> tuple[float, float]:
    """Years of the study's full search: as printed, and with the units corrected."""
    printed = 1.997e25
    # The study divides seconds by the minutes of a year, so the true figure is 60 times smaller.
    return printed, printed / 60
