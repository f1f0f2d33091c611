"""The winners of a round, the money that it moves, and why it may not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carteado.engine.cards import Card
from carteado.engine.games.poker_face.events import Problem, RoundJudged
from carteado.engine.games.poker_face.hands import strengths
from carteado.engine.games.poker_face.options import Options
from carteado.engine.games.poker_face.rounds import Round

__all__ = ["INVALID", "UNIT", "judge_round", "seen_twice"]

UNIT = 50
"""Minimum ante; every bet is a multiple of it."""

INVALID = "I"
"""Code of an invalid round."""


def judge_round(
    options: Options,
    number: int,
    players: tuple[str, ...],
    money: tuple[int, ...],
    entered: Round,
) -> RoundJudged:
    """Decide a round.

    Args:
        options: house rules.
        number: of the round.
        players: of the match.
        money: by player, before the round.
        entered: the round; all who take part are players of the match.
    """
    places = tuple([players.index(name) for name in entered.names])
    hands = entered.hands
    # A set first: most rounds have no card twice and skip the ordered search.
    twice = _twice(hands) if len(set().union(*hands)) < 5 * len(hands) else ()
    problem = _problem(options, money, places, entered, twice)
    if problem:
        return _invalid(number, entered, places, twice, problem, money)
    best = max(entered.strengths)
    winners = [place for place, one in zip(places, entered.strengths, strict=True) if one == best]
    # The output lists winners by name; the order also decides who gets odd units.
    winners.sort(key=players.__getitem__)
    pot = entered.ante * len(players) + sum(entered.bets)
    amount, rest = divmod(pot, len(winners))
    odd = winners[:rest] if options.odd_chips == "first" else []
    # Every player of the match pays the ante, taking part or not (poker-face.md, Rules).
    after = [have - entered.ante for have in money]
    for place, bet in zip(places, entered.bets, strict=True):
        after[place] -= bet
    for place in winners:
        after[place] += amount
    for place in odd:
        after[place] += 1
    if min(after) < 0:
        # Only lenient checks take amounts below zero, and so a pot that its winners have to pay.
        return _invalid(number, entered, places, twice, "money", money)
    return RoundJudged(
        number=number,
        ante=entered.ante,
        players=places,
        bets=entered.bets,
        hands=entered.hands,
        twice=twice,
        problem="",
        winners=tuple(winners),
        code=strengths()[1][best],
        pot=pot,
        amount=amount,
        odd=tuple(odd),
        rest=rest - len(odd),
        money=tuple(after),
    )


def seen_twice(hands: Sequence[Sequence[Card]]) -> Iterator[tuple[int, Card, int]]:
    """The cards that were seen before.

    Args:
        hands: of a round, in the order in which they were entered.

    Yields:
        Place of the hand, the card, and place of the hand in which it was seen first.
    """
    first: dict[Card, int] = {}
    for place, hand in enumerate(hands):
        for card in hand:
            if card in first:
                yield place, card, first[card]
            else:
                first[card] = place


def _twice(hands: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """Each repeated card, in order of the second appearance."""
    return tuple(dict.fromkeys([card for _, card, _ in seen_twice(hands)]))


def _problem(
    options: Options,
    money: tuple[int, ...],
    places: tuple[int, ...],
    entered: Round,
    twice: tuple[Card, ...],
) -> Problem:
    """The reason why a round is invalid, '' for a valid one."""
    ante, bets = entered.ante, entered.bets
    # The order of the tests decides which reason is reported for a round with several.
    if options.checks != "lenient":
        if ante < UNIT:
            return "ante"
        if min(bets) < UNIT or any(bet % UNIT for bet in bets):
            return "bet"
    if min(money) < ante:
        return "money"
    for place, bet in zip(places, bets, strict=True):
        if money[place] < ante + bet:
            return "money"
    return "cards" if twice and options.checks == "strict" else ""


def _invalid(
    number: int,
    entered: Round,
    places: tuple[int, ...],
    twice: tuple[Card, ...],
    problem: Problem,
    money: tuple[int, ...],
) -> RoundJudged:
    return RoundJudged(
        number=number,
        ante=entered.ante,
        players=places,
        bets=entered.bets,
        hands=entered.hands,
        twice=twice,
        problem=problem,
        winners=(),
        code=INVALID,
        pot=0,
        amount=0,
        odd=(),
        rest=0,
        money=money,
    )
