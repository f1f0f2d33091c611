"""Scenarios of Buraco without play: the results of melds, additions, deals and matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.given import (
    faces_given,
    flag_given,
    lists_given,
    meld_given,
    number_given,
    run_given,
)
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run, canastra, extended, is_clean, laid, points
from carteado.engine.games.buraco.scoring import morto_counts, run_points, score, winner_of
from carteado.engine.tables.scenario import ScenarioError, check_keys

__all__ = ["FINDERS"]

_TEAMS = "AB"
_FLAGS = ("took", "out", "morto_unused")
_SIDE = ("melds", "hands", *_FLAGS, "converted")


def _meld_facts(data: Mapping[str, Any], rules: Options) -> Mapping[str, Any]:
    cards, place = meld_given(data.get("cards"), "cards")
    run = laid(cards, place, rules)
    # The opening minimum applies: the meld of such a scenario is the first one.
    if points(cards, rules) < rules.opening_minimum or not _there(cards, rules):
        run = None
    return _run_facts(run, rules)


def _extend_facts(data: Mapping[str, Any], rules: Options) -> Mapping[str, Any]:
    before = run_given(data.get("meld"), rules, "meld")
    cards, place = meld_given(data.get("add"), "add", moved=before.wild_at is not None)
    there = _there(before.cards + cards, rules)
    return _run_facts(extended(before, cards, place, rules) if there else None, rules)


def _there(cards: Iterable[Card], rules: Options) -> bool:
    """Whether the pack has enough copies of each card."""
    return Counter(cards) <= Counter(pack(rules.jokers))


def _run_facts(run: Run | None, rules: Options) -> Mapping[str, Any]:
    if run is None:
        return {"legal": False}
    return {
        "legal": True,
        "status": "clean" if is_clean(run) else "dirty",
        "canastra": kind if (kind := canastra(run, rules)) != "none" else None,
        "points": run_points(run, rules),
    }


def _score_facts(data: Mapping[str, Any], rules: Options) -> Mapping[str, Any]:
    return {"expect": {team: _side(data.get(team) or {}, rules, team) for team in _TEAMS}}


def _side(side: Any, rules: Options, team: str) -> int:
    """The points of a pair in a deal."""
    check_keys(side, _SIDE, team)
    melds = lists_given(side.get("melds"), "a meld", team, "melds")
    runs = [run_given(cards, rules, team, "melds", at) for at, cards in enumerate(melds)]
    held = lists_given(side.get("hands"), "a hand", team, "hands")
    hands = [faces_given(cards, team, "hands", at) for at, cards in enumerate(held)]
    took, out, unused = [flag_given(side.get(key, False), team, key) for key in _FLAGS]
    lost = side.get("converted", False)
    # `converted` may be a flag or the number of mortos that became stock.
    if type(lost) is not bool:
        lost = number_given(lost, 0, 2, team, "converted") > 0
    morto = morto_counts(rules, took=took, unplayed=unused, lost=lost)
    return score(runs, hands, rules, out=out, morto=morto).total


def _match_facts(data: Mapping[str, Any], rules: Options) -> Mapping[str, Any]:
    before, deal = data.get("before") or {}, data.get("deal") or {}
    target = data.get("target", rules.target)
    numbers = [target]
    for name, values in (("before", before), ("deal", deal)):
        check_keys(values, _TEAMS, name)
        numbers += values.values()
    if any(type(number) is not int for number in numbers):
        raise ScenarioError("points are whole numbers")
    totals = [before.get(team, 0) + deal.get(team, 0) for team in _TEAMS]
    # The decider's own function, so that a scenario tests it.
    winner = winner_of(totals, target)
    return {"winner": None if winner is None else _TEAMS[winner]}


FINDERS: Mapping[str, Callable[[Mapping[str, Any], Options], Mapping[str, Any]]] = {
    "meld": _meld_facts,
    "extend": _extend_facts,
    "score": _score_facts,
    "match": _match_facts,
}
