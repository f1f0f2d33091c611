"""The score of a deal, line by line (buraco.md, 1.6)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carteado.engine.cards import Card
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Canastra, Run, canastra, is_clean, points
from carteado.engine.generated import maker
from carteado.engine.visibility import Public

__all__ = [
    "NO_MORTO",
    "OUT_BONUS",
    "Line",
    "Sheet",
    "canastra_bonus",
    "deducted",
    "morto_counts",
    "run_points",
    "score",
    "winner_of",
]

OUT_BONUS = 100
"""Points for going out."""

NO_MORTO = -100
"""Points of a pair that took no morto."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a score sheet.

    Attributes:
        name: ``cards``, a kind of canastra, ``out``, ``no_morto``, ``hands`` or ``forfeit``.
        count: cards or canastras, 1 for what happens once.
        points: what the line adds.
    """

    name: Public[str]
    count: Public[int]
    points: Public[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The score of a pair in a deal: its lines and their sum, points."""

    lines: Public[tuple[Line, ...]]
    total: Public[int]


_line = maker(Line)


def canastra_bonus(kind: Canastra, rules: Options) -> int:
    """The points that a canastra adds to those of its cards."""
    # The other kinds are house rules: `real_bonus`, `half_real_bonus`, `semi_clean_bonus`.
    fixed: Mapping[str, int] = {"none": 0, "clean": 200, "dirty": 100}
    return fixed[kind] if kind in fixed else int(getattr(rules, f"{kind}_bonus"))


def run_points(run: Run, rules: Options) -> int:
    """Card points of a run and the bonus of its canastra."""
    return points(run.cards, rules) + canastra_bonus(canastra(run, rules), rules)


def score(
    runs: Sequence[Run],
    hands: Sequence[Sequence[Card]],
    rules: Options,
    *,
    out: bool,
    morto: bool,
) -> Sheet:
    """The score sheet of a pair.

    Args:
        runs: what it laid.
        hands: faces left in the hands of both partners that are deducted.
        rules: of the house.
        out: whether it went out.
        morto: whether it pays nothing for a morto not taken.
    """
    cards = list(itertools.chain.from_iterable([run.cards for run in runs]))
    lines = [_line(name="cards", count=len(cards), points=points(cards, rules))]
    kinds = [canastra(run, rules) for run in runs if len(run.cards) >= 7]
    for kind in _KINDS if kinds else ():
        if count := kinds.count(kind):
            lines.append(_line(name=kind, count=count, points=count * canastra_bonus(kind, rules)))
    laid = sum(line.points for line in lines)
    if rules.no_clean_forfeits and laid and not _has_clean(runs):
        # The lines above stay, and this one takes their points back: players see what was lost.
        lines.append(_line(name="forfeit", count=1, points=-laid))
    if out:
        lines.append(_line(name="out", count=1, points=OUT_BONUS))
    if not morto:
        lines.append(_line(name="no_morto", count=1, points=NO_MORTO))
    # Cards of both partners are deducted (buraco.md, 1.4 no. 22).
    left = [card for hand in hands for card in hand]
    if rules.hand_penalty and left:
        lines.append(_line(name="hands", count=len(left), points=-points(left, rules)))
    return Sheet(lines=tuple(lines), total=sum(line.points for line in lines))


def deducted(
    left: Sequence[Sequence[Card]], unplayed: Sequence[int | None], rules: Options
) -> tuple[Sequence[Card], ...]:
    """The cards of each seat that are deducted from the score of its pair.

    Args:
        left: faces left in the hands, by seat.
        unplayed: the seat that took a morto and never played it, by team.
        rules: of the house.
    """
    if not rules.hand_penalty:
        return ((),) * len(left)
    # Then the pair pays for a morto not taken instead (`morto_counts`).
    spared = unplayed if rules.unused_morto_counts_as_not_taken else ()
    return tuple(() if seat in spared else hand for seat, hand in enumerate(left))


def morto_counts(rules: Options, *, took: bool, unplayed: bool, lost: bool) -> bool:
    """Whether a pair pays nothing for a morto not taken.

    Args:
        rules: of the house.
        took: it has taken one.
        unplayed: the deal ended before that was played.
        lost: a morto became stock, and none is left.
    """
    # Then the pair pays 100, and `deducted` leaves out the cards.
    if unplayed and rules.unused_morto_counts_as_not_taken:
        return False
    return took or (lost and rules.morto_penalty_waived_if_converted)


_KINDS: tuple[Canastra, ...] = ("clean", "dirty", "semi_clean", "half_real", "real")


def _has_clean(runs: Sequence[Run]) -> bool:
    return any(len(run.cards) >= 7 and is_clean(run) for run in runs)


def winner_of(totals: Sequence[int], target: int) -> int | None:
    """The team that has won the match, None while it goes on: the higher one beyond the target."""
    # A tie beyond the target plays another deal (buraco.md, 1.6).
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1
