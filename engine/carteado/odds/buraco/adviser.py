"""The adviser: a seat's questions about its turn, answered from its own view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from carteado.engine.cards import UNKNOWN
from carteado.engine.games.buraco.actions import Draw, Redraw, TakePile
from carteado.engine.games.buraco.kernel import Knowledge, apply, determinise
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco.arrangements import arrangements
from carteado.odds.buraco.candidates import Plan, candidates, read_plan
from carteado.odds.buraco.givens import Horizon
from carteado.odds.buraco.last_turn import WORK, finished, last_turn
from carteado.odds.buraco.locations import locations_in_turn, locations_of
from carteado.odds.buraco.outs import GoingOut, going_out
from carteado.odds.buraco.trials import Compared, Rated, Weigh, compare
from carteado.odds.buraco.valuing import ChainValues
from carteado.odds.results import OddsError

__all__ = [
    "Arranged",
    "DrawAdvice",
    "rate_arrangements",
    "rate_draw",
    "rate_plays",
    "turns_left",
]

_MOST_PLAYS = 24
"""Plays, or arrangements, that are compared at most; fewer where there are few playouts."""


def rate_plays(
    view: State,
    seat: int,
    *,
    playouts: int = 400,
    seed: int = 0,
    weigh: Weigh | None = None,
    most: int = _MOST_PLAYS,
) -> Compared:
    """The expected point difference of each play that the seat may make next.

    Args:
        view: the seat's own view; the seat is to act.
        seat: 0 to 3.
        playouts: total number of deals to play to their end.
        seed: of the imagined deals.
        weigh: how much each imagined deal counts; see `posterior.reading`.
        most: maximum number of plays to rate.

    Raises:
        OddsError: the view is not as described above, or there are too few playouts.
    """
    known = locations_in_turn(view, seat).knowledge
    # At least four playouts for each play on average.
    found = candidates(known, max(2, min(most, playouts // 4)))
    return _compared(known, found, playouts=playouts, seed=seed, weigh=weigh, halving=True)


def _compared(knowledge: Knowledge, plays: Sequence[Plan], **how: Any) -> Compared:
    """Compare plays; in a last turn each is followed by the best rest of the turn."""
    solved = last_turn(knowledge)
    if solved is None:
        return compare(knowledge, plays, **how)
    first: dict[Plan, Plan] = {}
    for play in plays:
        # Plays that lead to the same turn are compared once, under the first of them.
        # The work limit is shared by all plays, so the answer takes the same time for any number
        # of them.
        first.setdefault(finished(knowledge, play, work=WORK // len(plays)), play)
    found = compare(knowledge, tuple(first), **how)
    rated = [replace(one, plays=first[one.plays]) for one in found.plays]
    return replace(found, plays=tuple(rated), last_turn=solved)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAdvice:
    """Stock or pile.

    Attributes:
        compared: both by playouts, as far as they are legal.
        by_runs: expected points of the pair's runs by the study's method, with all fitting cards
            laid: after drawing, and after taking the pile; None for what is not legal. If the top
            card must be melded at once, it is the best of the compared ways. Runs are valued one
            at a time, so this figure says less than the playouts.
    """

    compared: Compared
    by_runs: tuple[float | None, float | None]


def rate_draw(
    view: State,
    seat: int,
    *,
    playouts: int = 400,
    seed: int = 0,
    weigh: Weigh | None = None,
    horizon: Horizon | None = None,
) -> DrawAdvice:
    """Rate drawing against taking the pile: the study's steps 8 and 9.

    Args:
        view: the seat's own view, before its draw.
        seat: 0 to 3.
        playouts: total number of deals to play to their end.
        seed: of the imagined deals.
        weigh: how much each imagined deal counts.
        horizon: own turns that are left for the runs; those of the playouts when absent.

    Raises:
        OddsError: the view is not as described above, the seat has drawn already, or there are too
            few playouts.
    """
    locations = locations_in_turn(view, seat)
    if view.phase != "draw":
        raise OddsError("the card of this turn is drawn: ask about the plays")
    # No halving below: stock and pile are both shown, so both need a precise value.
    known = locations.knowledge
    plans = candidates(known, max(2, min(_MOST_PLAYS, playouts // 4)))
    found = _compared(known, plans, playouts=playouts, seed=seed, weigh=weigh)
    # The playouts give the distribution of the remaining turns, which the chain takes as its
    # horizon.
    values = ChainValues(locations, found.plays[0].turns if horizon is None else horizon)
    stock, pile = (
        max([values.behind(plan) for plan in plans if isinstance(plan[0], kind)], default=None)
        for kind in (Draw, TakePile)
    )
    return DrawAdvice(compared=found, by_runs=(stock, pile))


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """An arrangement of the hand, its value, and its chance of going out.

    Attributes:
        rated: points, and the chance that the pair goes out, by playouts.
        going_out: cards with which the own hand goes out in its next turn, exactly; None where the
            arrangement brings cards that the seat has not seen: a draw, a morto, a closed pile.
        by_runs: expected points of the pair's runs as the arrangement leaves them, by the chain.
    """

    rated: Rated
    going_out: GoingOut | None
    by_runs: float


def rate_arrangements(
    view: State,
    seat: int,
    proposed: Sequence[str] = (),
    *,
    playouts: int = 400,
    seed: int = 0,
    weigh: Weigh | None = None,
    horizon: Horizon | None = None,
) -> tuple[tuple[Arranged, ...], Compared]:
    """Compare arrangements of the hand: the proposed ones, or the best that a search finds.

    Args:
        view: the seat's own view; the seat is to act.
        seat: 0 to 3.
        proposed: as `candidates.read_plan` reads them; with none, the best play of a last turn,
            what a policy would lay, what a search over all ways to lay the hand finds, parts of it
            and nothing, with the safest discards.
        playouts: total number of deals to play to their end.
        seed: of the imagined deals.
        weigh: how much each imagined deal counts.
        horizon: own turns that are left for the runs; those of the playouts when absent.

    Returns:
        The arrangements, the best first (at most five if none was proposed), and everything that
        was compared, with the work done.

    Raises:
        OddsError: the view is not as described above, an arrangement is not legal, or there are too
            few playouts.
    """
    locations = locations_in_turn(view, seat)
    known = locations.knowledge
    plans: tuple[Plan, ...]
    solved = last_turn(known)
    if proposed:
        plans = tuple(dict.fromkeys([read_plan(text, known) for text in proposed]))
    elif view.phase == "draw":
        raise OddsError("draw first, or propose arrangements that begin with draw or take")
    else:
        most = max(2, min(_MOST_PLAYS, playouts // 4))
        best = () if solved is None else (solved.plan,)
        # The solved plan first, so that the limit never cuts it off.
        plans = tuple(dict.fromkeys((*best, *arrangements(known, most))))[:most]
    # Proposed plans are all compared to the end: the player asked about each of them.
    found = compare(known, plans, playouts=playouts, seed=seed, weigh=weigh, halving=not proposed)
    found = replace(found, last_turn=solved)
    values = ChainValues(locations, found.plays[0].turns if horizon is None else horizon)
    # Each shown arrangement costs a search for outs, hence only five.
    shown = found.plays if proposed else found.plays[:5]
    arranged = [
        Arranged(
            rated=one,
            going_out=going_out(locations, one.plays) if _sees_hand(known, one.plays) else None,
            by_runs=values.left_by(one.plays),
        )
        for one in shown
    ]
    return tuple(arranged), found


def _sees_hand(known: Knowledge, plan: Plan) -> bool:
    """Whether the seat has seen every card that it holds after a plan."""
    closed = Draw | Redraw | TakePile if UNKNOWN in known.pile else Draw | Redraw
    if any(isinstance(action, closed) for action in plan):
        return False
    deal, team = determinise(known, 0), known.seat % 2
    took = deal.took[team]
    for action in plan:
        apply(deal, action)
    return deal.took[team] == took


def turns_left(view: State, seat: int, *, playouts: int = 100, seed: int = 0) -> dict[int, float]:
    """The chance of each number of turns that a seat has left in this deal, after the present one.

    Args:
        view: the seat's own view; any seat may be to act.
        seat: 0 to 3.
        playouts: deals to play to their end.
        seed: of the imagined deals.

    Raises:
        OddsError: the view is not as described above, or there are fewer than two playouts.
    """
    # An empty plan: the policy plays from the current position.
    known = locations_of(view, seat).knowledge
    return dict(compare(known, [()], playouts=playouts, seed=seed).plays[0].turns)
