"""The coach's answers, by the odds that are installed with the extra ``odds``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carteado.engine.game import Action
from carteado.engine.registry import extra_of, game_of
from carteado.scene.buraco.advice import BuracoAdvice, BuracoQuestion, RunChances, Way
from carteado.scene.cards import face
from carteado.scene.poker.advice import Advice, Question

__all__ = ["counted"]

PLAYOUTS = 400
"""Imagined deals behind the advice of a turn."""

DRAWS = 2
"""Number of the own pair's draws for which the chances of cards are shown."""


def counted(question: Question | BuracoQuestion) -> Advice | BuracoAdvice | None:
    """The answer to a question; None without NumPy, or where the odds have none."""
    try:
        if isinstance(question, BuracoQuestion):
            return _buraco(question)
        return _poker(question)
    except (ImportError, ValueError):
        return None


def _parts(counts: Mapping[Any, int]) -> dict[int, float]:
    whole = sum(counts.values())
    return {int(category): count / whole for category, count in counts.items()} if whole else {}


def _poker(question: Question) -> Advice:
    from carteado import odds

    hand: Any = question.hand
    board: Any = question.board
    found = odds.versus_several(hand, question.opponents, board)
    own = odds.own_categories(hand, board)
    now: Mapping[Any, int] = {}
    by_board: Mapping[Any, int] = {}
    outs: tuple[str, ...] = ()
    unseen, standing = 0, None
    if len(board) >= 3:
        now = odds.holdings_now(hand, board)
        by_board = odds.board_holdings(board)
        held = odds.standing(hand, board)
        standing = (held.win, held.tie, held.lose)
    if len(board) in (3, 4):
        better = odds.outs(hand, board)
        outs, unseen = tuple(map(str, better.cards)), better.unseen
    return Advice(
        share=float(found.equity),
        opponents=question.opponents,
        win=found.win / found.total,
        tie=found.tie / found.total,
        own=_parts(own),
        theirs=_parts(odds.opponent_categories(hand, board)),
        now=_parts(now),
        by_board=_parts(by_board),
        improves=float(odds.improvement(hand, board, final=own).probability),
        outs=outs,
        unseen=unseen,
        standing=standing,
        counted=found.total,
    )


def _buraco(question: BuracoQuestion) -> BuracoAdvice:
    import carteado.odds.buraco as odds

    view, seat = question.view, question.seat
    found = odds.locations_of(view, seat)
    drawing = view.phase == "draw"
    if drawing:
        compared = odds.rate_draw(view, seat, playouts=PLAYOUTS).compared
        rated = compared.plays
        out = odds.going_out(found)
    else:
        arranged, compared = odds.rate_arrangements(view, seat, playouts=PLAYOUTS)
        rated = tuple(one.rated for one in arranged)
        out = arranged[0].going_out or odds.going_out(found)
    chances = {one.face: float(found.to_pair([one.face], DRAWS)) for one in found.every()}
    return BuracoAdvice(
        deals=compared.work.playouts,
        ways=tuple(_way(one) for one in rated[:4]),
        drawing=drawing,
        discards={} if drawing else _discards(odds, found, rated[0].plays),
        runs=_runs(odds, found, question, chances, rated[0].turns),
        comes={str(card): chance for card, chance in chances.items()},
        own_out=out.now,
        outs=tuple(map(str, out.outs)),
        out_within=float(out.within(3)),
        may_go_out=out.right,
    )


def _way(rated: Any) -> Way:
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
        mean=rated.points.mean,
        low=rated.points.low,
        high=rated.points.high,
        behind=rated.behind.mean,
        out=rated.out.mean,
        out_against=rated.out_against.mean,
    )


def _discards_one(action: Action) -> bool:
    return action.type == "discard"


def _discards(odds: Any, found: Any, best: Any) -> dict[str, float]:
    """How much each discard costs beside that of the best arrangement, in the same deals."""
    plays = tuple(action for action in best if not _discards_one(action))
    laid = [face(card) for action in plays for card in getattr(action, "cards", ())]
    left = [face(str(card)) for card in found.knowledge.known[found.seat]]
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
    compared = odds.compare(found.knowledge, [plan for _, plan in plans], playouts=2 * PLAYOUTS)
    behind = {one.plays: one.behind.mean for one in compared.plays}
    # The best arrangement was compared in more deals: its discard is the measure of the others.
    least = behind.get(best, 0.0)
    return {card: max(0.0, behind[plan] - least) for card, plan in plans if plan in behind}


def _runs(
    odds: Any, found: Any, question: BuracoQuestion, chances: Mapping[Any, float], turns: Any
) -> tuple[RunChances, ...]:
    """What fits each run of the own pair, and how likely it comes."""
    view, team = question.view, question.seat % 2
    shown = extra_of(game_of(question.game), "shown")
    fitting = shown.fits_shown(view, team) if shown is not None else ()
    own = {face(str(card)) for card in view.hands[question.seat]}
    told = odds.outlooks(found, view.runs[team], turns)
    result = []
    for cards, outlook in zip(fitting, told, strict=False):
        likely = [(card, 1.0 if card in own else chances.get(card, 0.0)) for card in sorted(cards)]
        likely.sort(key=lambda pair: -pair[1])
        canastra = outlook.canastra if len(outlook.run.cards) < 7 else None
        result.append(RunChances(cards=tuple(likely), canastra=canastra))
    return tuple(result)
