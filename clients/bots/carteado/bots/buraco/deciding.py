"""Whole decisions of a seat, by the policy or by a search with bounded work.

The search imagines deals that agree with what the seat knows, plays each plan in every one of them
(`trials`), leaves the worse half aside and goes on with the better one, until its playouts are
used up. Plans that a partner would not forgive are not looked at (`partnership`). A last turn is
solved instead (`last_turn`); only where that is not exact its answer is compared with the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from carteado.engine.games.buraco.actions import Discard, Extend, Meld, PlayTurn
from carteado.engine.games.buraco.kernel import Knowledge, apply, determinise
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco.arrangements import arrangements, policy_turn
from carteado.odds.buraco.candidates import Action, Plan, candidates
from carteado.odds.buraco.last_turn import LastTurn, last_turn
from carteado.odds.buraco.locations import locations_in_turn
from carteado.odds.buraco.partnership import without_blunders
from carteado.odds.buraco.trials import Z_95, Compared, compare

__all__ = ["committed", "greedy_play", "plans_of", "searched_play", "studied_play"]

_DRAWS = 10
"""Ways to begin a turn that are compared; a closed pile may be taken in thousands."""

_TURNS = 32
"""Whole turns that are compared."""

_AHEAD = 8
"""Turns of all seats after which a search values an imagined deal: two rounds."""

_STUDIED = 8
"""Plays that the study's player compares in each of its steps."""

_LEAST = 10
"""Playouts for each plan: with fewer, fewer plans are compared."""

_SPREAD = 40.0
"""Points by which the plays of a decision differ, one standard deviation."""

_OTHER_CARD, _OTHER_WAY = 5.0, 30.0
"""Points that a play is expected to lose against the policy's own: one that differs in its last
action, such as the discard, and one that lays the hand in another way."""

_TRUST = 0.25
"""Part of a difference by the chain that is expected to come true: it values runs one by one."""


def greedy_play(view: State, seat: int) -> Action | PlayTurn:
    """The greedy player's next action: the rest of its turn at once where nothing new is seen.

    Args:
        view: the seat's own view, it is to act.
        seat: 0 to 3.

    Raises:
        OddsError: it is no such view, or not the seat's turn.
    """
    knowledge = locations_in_turn(view, seat).knowledge
    return committed(knowledge, policy_turn(knowledge))


def searched_play(view: State, seat: int, *, playouts: int, seed: int = 0) -> Action | PlayTurn:
    """The action that does best in imagined deals.

    Args:
        view: the seat's own view, it is to act.
        seat: 0 to 3.
        playouts: deals that may be played on; with fewer than 20 it is the greedy play.
        seed: of the imagined deals.

    Raises:
        OddsError: it is no such view, or not the seat's turn.
    """
    knowledge = locations_in_turn(view, seat).knowledge
    most = max(1, min(_TURNS, playouts // _LEAST))
    solved = last_turn(knowledge) if most > 1 else None
    # An exact solution leaves nothing for imagined deals to decide.
    if solved is not None and solved.exact:
        return committed(knowledge, solved.plan)
    plans = _with_solved(solved, plans_of(knowledge, most, further=True))
    own = plans[0]
    if len(plans) < 2:
        return committed(knowledge, own)
    found = compare(
        knowledge, plans, playouts=playouts, seed=seed, halving=True, keep=1, ahead=_AHEAD
    )
    return committed(knowledge, _settled(found, partial(_doubted, own)))


def studied_play(view: State, seat: int, *, playouts: int, seed: int = 0) -> Action | PlayTurn:
    """The action by the study's steps: stock or pile, then the hand arranged, then the discard.

    Each step takes what has the greatest expected point difference: what the chain expects of the
    own pair's runs, corrected by imagined deals as far as their effect exceeds chance.

    Args:
        view: the seat's own view, it is to act.
        seat: 0 to 3.
        playouts: deals that may be played to their end; with fewer than 20 it is the greedy play.
        seed: of the imagined deals.

    Raises:
        OddsError: it is no such view, or not the seat's turn.
        ImportError: NumPy is not installed.
    """
    from carteado.odds.buraco.valuing import ChainValues

    locations = locations_in_turn(view, seat)
    knowledge = locations.knowledge
    most = max(1, min(_STUDIED, playouts // _LEAST))
    solved = last_turn(knowledge) if most > 1 else None
    if solved is not None and solved.exact:
        return committed(knowledge, solved.plan)
    plans = _with_solved(solved, plans_of(knowledge, most))
    own = plans[0]
    if len(plans) < 2:
        return committed(knowledge, own)
    found = compare(knowledge, plans, playouts=playouts, seed=seed, halving=True, keep=1)
    # The imagined deals also give the number of own turns left, which the chain needs.
    values = ChainValues(locations, found.plays[0].turns)

    def expected(plan: Plan) -> float:
        return _TRUST * values.behind(plan) + _doubted(own, plan)

    return committed(knowledge, _settled(found, expected))


def _with_solved(solved: LastTurn | None, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """Plans to compare, with what is known to be best of the plays that end the deal."""
    if solved is None or solved.plan in plans:
        return plans
    # The last plan makes room, so that every plan keeps its share of the playouts.
    return (plans[0], solved.plan, *plans[1:-1])


def _doubted(own: Plan, plan: Plan) -> float:
    """Points that are expected of a play beforehand, next to the policy's own."""
    if plan == own:
        return 0.0
    return -_OTHER_CARD if plan[:-1] == own[:-1] else -_OTHER_WAY


def _settled(found: Compared, expected: Callable[[Plan], float]) -> Plan:
    """The play that is expected to be best after the deals, given what was expected before.

    Differences of plays are taken as normal: those expected beforehand with the deviation
    `_SPREAD`, those seen with the standard error of paired deals. So few deals change little.
    Only plays that were played in all the deals are asked about.

    Args:
        found: of imagined deals.
        expected: points expected of a play beforehand; only differences count.
    """
    leader = found.plays[0]
    rivals = [one for one in found.plays[1:] if one.deals == leader.deals]
    base = expected(leader.plays) if rivals else 0.0
    best, chosen = 0.0, leader.plays
    for one in rivals:
        # The interval reaches Z_95 standard errors to either side of the mean.
        variance = ((one.behind.mean - one.behind.low) / Z_95) ** 2
        before = expected(one.plays) - base
        # Mean of the posterior: each of the two means is weighted with the variance of the other.
        after = (before * variance - one.behind.mean * _SPREAD**2) / (variance + _SPREAD**2)
        if after > best:
            best, chosen = after, one.plays
    return chosen


def plans_of(knowledge: Knowledge, most: int, *, further: bool = False) -> tuple[Plan, ...]:
    """A seat's next actions that are worth comparing, the policy's choice first.

    A choice that its partner would not forgive is not among it, be it the policy's.

    Args:
        knowledge: of the seat to act.
        most: plans at most; with 1 it is the policy's.
        further: look for more turns, see `arrangements`.
    """
    own = policy_turn(knowledge)
    if most < 2:
        return (own,)
    if knowledge.state.phase != "draw":
        return without_blunders(knowledge, arrangements(knowledge, most, further=further))
    own = own[:1]
    # The draw is decided alone: what follows depends on the card that it brings.
    others = [plan for plan in candidates(knowledge, min(most, _DRAWS)) if plan != own]
    return without_blunders(knowledge, (own, *others[: most - 1]))


def committed(knowledge: Knowledge, plan: Plan) -> Action | PlayTurn:
    """The action with which a plan begins: the rest of the turn in one where the plan ends it.

    Args:
        knowledge: of the seat to act.
        plan: legal actions, in order.
    """
    first = plan[0]
    plays = tuple([one for one in plan if isinstance(one, Meld | Extend | Discard)])
    if len(plays) == len(plan) > 1:
        deal = determinise(knowledge, 0)
        for action in plan:
            apply(deal, action)
        # Played out on a copy to see whether the plan ends the turn, which its last action alone
        # does not tell.
        if deal.turns:
            return PlayTurn(plays=plays)
    return first
