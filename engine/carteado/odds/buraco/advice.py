"""The coach's advice on a turn of Buraco: melds, discards, expected cards, going out.

NumPy (the extra ``odds``) is imported with the first advice, not with this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from carteado.engine.cards import UNKNOWN
from carteado.engine.games.buraco.cards import WILD
from carteado.engine.games.buraco.shown import fits_shown
from carteado.engine.games.buraco.state import State

__all__ = ["PairAdvice", "RunChances", "Way", "pair_advice"]

PLAYOUTS = 400
"""Imagined deals behind the advice of a turn."""

DRAWS = 2
"""Number of the own pair's draws for which the chances of cards are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """An arrangement of the hand, or a way to begin the turn.

    Attributes:
        plan: its plays in order: ``draw``, ``take``, ``meld``, ``extend``, ``discard`` ..., the run
            that is extended, and the cards.
        mean: point difference at the end of the deal, own pair minus opponents: the mean of the
            best way, less `behind`. So two ways are compared over the same deals, although some
            ways were played on in more deals than others.
        low: lower end of its 95% interval.
        high: upper end.
        behind: its distance from the best way in the same deals; the ways are sorted by it.
        out: chance that the own pair goes out in this deal.
        out_against: chance that the opponents go out.
        morto: chance that the own pair takes a morto within its next two turns, including this one;
            None if it has one already, or if none is left.
        fits: before the draw. For the stock: the chance that its next card fits a run of the own
            pair. For the pile: the number of its cards that fit one. None if not known.
    """

    plan: tuple[tuple[str, int | None, tuple[str, ...]], ...]
    mean: float
    low: float
    high: float
    behind: float
    out: float
    out_against: float
    morto: float | None = None
    fits: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChances:
    """The chances of a run of the own pair.

    Attributes:
        cards: faces that fit, with the chance that the pair gets one within two draws; 1 for a
            card in the own hand.
        canastra: chance that the run becomes a canastra; None if it is one already, or if the
            chance is unknown.
    """

    cards: tuple[tuple[str, float], ...] = ()
    canastra: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAdvice:
    """All parts of the advice.

    Attributes:
        deals: deals that were played out for it.
        ways: arrangements after the draw, or stock and pile before it; the best first.
        drawing: whether the ways are the stock and the pile.
        discards: by face in the hand, the points that its discard loses against the best one.
        runs: of the own pair, by number.
        comes: by face, the chance that the pair gets one within two draws.
        any_wild: chance that the pair gets any wild within two draws.
        own_out: whether the own hand goes out in this turn, None where that is not known.
        outs: cards with which it goes out in the next turn.
        out_within: chance that one of them is among the next three own draws.
        may_go_out: whether the pair has the canastra and the morto that going out needs.
    """

    deals: int = 0
    ways: tuple[Way, ...] = ()
    drawing: bool = False
    discards: Mapping[str, float] = field(default_factory=dict)
    runs: tuple[RunChances, ...] = ()
    comes: Mapping[str, float] = field(default_factory=dict)
    any_wild: float = 0.0
    own_out: bool | None = None
    outs: tuple[str, ...] = ()
    out_within: float = 0.0
    may_go_out: bool = False


def pair_advice(view: State, seat: int) -> PairAdvice:
    """The advice on a turn.

    Args:
        view: the seat's own view; it is to act.
        seat: 0 to 3.

    Raises:
        OddsError: the view is not as described above.
    """
    # A client without the extra must be able to import this module.
    import carteado.odds.buraco as odds

    found = odds.locations_of(view, seat)
    drawing = view.phase == "draw"
    if drawing:
        compared = odds.rate_draw(view, seat, playouts=PLAYOUTS).compared
        rated = compared.plays
        out = odds.going_out(found)
    else:
        arranged, compared = odds.rate_arrangements(view, seat, playouts=PLAYOUTS)
        rated = tuple(one.rated for one in arranged)
        # None if the best arrangement leads to unknown cards; the present hand is used then.
        out = arranged[0].going_out or odds.going_out(found)
    chances = {one.face: float(found.to_pair([one.face], DRAWS)) for one in found.every()}
    return PairAdvice(
        deals=compared.work.playouts,
        ways=_ways(rated[:4], _fits(found, view, seat) if drawing else {}),
        drawing=drawing,
        discards={} if drawing else _discards(odds, found, rated[0].plays),
        runs=_runs(odds, found, view, seat, chances, rated[0].turns),
        comes={str(card): chance for card, chance in chances.items()},
        any_wild=float(found.to_pair(found.wilds, DRAWS)),
        own_out=out.now,
        outs=tuple(map(str, out.outs)),
        out_within=float(out.within(3)),
        may_go_out=out.right,
    )


def _fits(found: Any, view: State, seat: int) -> dict[str, float]:
    """The chance that the stock's next card fits a run, and how many cards of the pile do."""
    faces = frozenset[str]().union(*fits_shown(view, seat % 2))
    if not faces:
        return {}
    pile = [_face(str(card)) for card in view.pile]
    hidden = [one.face for one in found.every() if one.face in faces]
    fits = {"draw": float(found.drawn(hidden, 1))}
    if UNKNOWN not in pile:
        fits["take"] = float(sum(card in faces for card in pile))
    return fits


def _ways(rated: Sequence[Any], fits: Mapping[str, float]) -> tuple[Way, ...]:
    """The ways that were played on in most deals, sorted by their loss against the best."""
    # Their own means come from different deals, so luck could put a worse way first.
    best = rated[0].points.mean
    ordered = sorted(rated, key=lambda one: float(one.behind.mean))
    return tuple(_way(one, best - one.behind.mean, fits) for one in ordered)


def _way(rated: Any, mean: float, fits: Mapping[str, float]) -> Way:
    plan = tuple(
        (
            str(action.type),
            getattr(action, "meld", None),
            (action.card,) if _discards_one(action) else tuple(getattr(action, "cards", ())),
        )
        for action in rated.plays
    )
    return Way(
        plan=plan,
        mean=mean,
        low=mean - (rated.points.mean - rated.points.low),
        high=mean + (rated.points.high - rated.points.mean),
        behind=rated.behind.mean,
        out=rated.out.mean,
        out_against=rated.out_against.mean,
        morto=None if rated.morto is None else rated.morto.mean,
        fits=fits.get(plan[0][0]) if plan else None,
    )


def _discards_one(action: Any) -> bool:
    return bool(action.type == "discard")


def _discards(odds: Any, found: Any, best: Any) -> dict[str, float]:
    """The loss of each discard against that of the best arrangement, in the same deals."""
    plays = tuple(action for action in best if not _discards_one(action))
    laid = [_face(card) for action in plays for card in getattr(action, "cards", ())]
    left = [_face(str(card)) for card in found.knowledge.known[found.seat]]
    for card in laid:
        if card in left:
            left.remove(card)
    head = odds.plan_text(plays)
    plans = []
    for card in dict.fromkeys(left):
        text = f"{head} | - {card}" if head else f"- {card}"
        try:
            plans.append((card, odds.read_plan(text, found.knowledge)))
        except ValueError:
            continue
    if len(plans) < 2:
        return {card: 0.0 for card, _ in plans}
    # Twice the playouts, because no halving concentrates them on the best discards.
    compared = odds.compare(found.knowledge, [plan for _, plan in plans], playouts=2 * PLAYOUTS)
    behind = {one.plays: one.behind.mean for one in compared.plays}
    # The best arrangement was compared in more deals, so its discard is the reference.
    least = behind.get(best, 0.0)
    # Chance could make a difference negative; a loss is never shown below 0.
    return {card: max(0.0, behind[plan] - least) for card, plan in plans if plan in behind}


def _runs(
    odds: Any, found: Any, view: State, seat: int, chances: Mapping[Any, float], turns: Any
) -> tuple[RunChances, ...]:
    """The faces that fit each run of the own pair, and their chances."""
    team = seat % 2
    fitting = fits_shown(view, team)
    own = {_face(str(card)) for card in view.hands[seat]}
    expected = odds.outlooks(found, view.runs[team], turns)
    result = []
    for cards, outlook in zip(fitting, expected, strict=False):
        likely = [(card, 1.0 if card in own else chances.get(card, 0.0)) for card in sorted(cards)]
        # At equal chances natural cards come first, because wilds fit nearly everywhere.
        likely.sort(key=lambda pair: (-pair[1], pair[0] in WILD))
        # From seven cards on the chance is 1 and would only take space.
        canastra = outlook.canastra if len(outlook.run.cards) < 7 else None
        result.append(RunChances(cards=tuple(likely), canastra=canastra))
    return tuple(result)


def _face(card: str) -> str:
    """The face that a text names, without the handle of a hand: ``9Sa`` is ``9S``."""
    return "JKR" if card.startswith("JKR") else card[:2]
