"""The paper's bots, decision by decision, against a second reading of their tables."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.clients.bots.papers.second_reading import Facts, second_answer
from tests.clients.bots.papers.test_players import RIVAL, SEAT, view

from carteado.bots import View
from carteado.bots.papers.players import aggressive, mixed, tight
from carteado.bots.preflop import starting_hand
from carteado.engine.cards import PACK, show_cards
from carteado.odds import at_least_as_high, improvement, versus_random

FLOPS = 12
"""Different flops; counting one by its million showdowns takes longest."""


def facts_of(decision: View) -> Facts:
    """The input of the second reading: public numbers, and chances that are counted elsewhere."""
    state: Any = decision.state
    hand, board = state.hands[SEAT], state.board
    win = worse = improve = 0.0
    if board:
        texts = show_cards(hand), show_cards(board)
        odds = versus_random(*texts)
        win = 100 * odds.win / odds.total
        worse = 100 * float(at_least_as_high(*texts).probability)
        improve = 100 * float(improvement(*texts).probability)
    span = decision.legal.raise_to
    return Facts(
        hand=starting_hand(hand),
        street=max(len(board) - 2, 0),
        on_button=state.order[-1] == SEAT,
        own=state.stacks[SEAT],
        rival=state.stacks[RIVAL],
        own_bet=state.bets[SEAT],
        rival_bet=state.bets[RIVAL],
        pot=state.pot,
        blind=state.big_blind,
        least_raise=span[0] if span else 0,
        win=win,
        worse=worse,
        improve=improve,
    )


def decisions(generator: random.Random, number: int, streets: list[int]) -> list[View]:
    """Decisions of every street, stack and price, as they come up between two seats."""
    pack = list(PACK)
    boards: dict[int, list[list[str]]] = {0: [[]]}
    for size in (3, 4, 5):
        boards[size] = [generator.sample(pack, size + 2) for _ in range(FLOPS if size == 3 else 60)]
    found = []
    for chance in range(number):
        size = generator.choice(streets)
        cards = generator.choice(boards[size]) if size else generator.sample(pack, 2)
        hand, board = cards[:2], cards[2:]
        button = generator.random() < 0.5
        own_bet, rival_bet = (10, 20) if button else (20, generator.choice([20, 40]))
        if size:
            own_bet, rival_bet = 0, 0
        if size or generator.random() < 0.6:
            rival_bet += 20 * generator.choice([0, 0, 1, 2, 3, 5, 6, 7, 8, 12, 15, 30, 45])
        deep = generator.choice([60, 100, 180, 260, 320, 700, 1500])
        stacks = (generator.randint(1, deep), generator.choice([0, generator.randint(1, deep)]))
        if not rival_bet > own_bet and not stacks[1]:
            continue  # nobody bets against an opponent without chips
        before = 2 * generator.randint(20, 400) if size else 0
        found.append(
            view(
                show_cards(tuple(hand)),
                show_cards(tuple(board)),
                stacks=stacks,
                bets=(own_bet, rival_bet),
                before=before,
                button=button,
                chance=chance,
            )
        )
    return found


@pytest.mark.parametrize(("streets", "number"), [([0], 2000), ([3], 500), ([4], 500), ([5], 500)])
def test_each_decision_is_that_of_the_second_reading(streets: list[int], number: int) -> None:
    seen: Counter[tuple[bool, str]] = Counter()
    for decision in decisions(random.Random(2017 + streets[0]), number, streets):
        facts = facts_of(decision)
        for bot, is_tight in ((tight, True), (aggressive, False)):
            expected = second_answer(is_tight, facts)
            assert bot(decision) == expected, (is_tight, facts)
            seen[is_tight, expected.split()[0]] += 1
    for is_tight in (True, False):
        assert {word for one, word in seen if one is is_tight} == {"fold", "check", "call", "raise"}


def test_the_mixed_bot_flips_a_fair_coin_at_every_decision() -> None:
    """Its answer is one of the two, and where they differ each is given about half of the time."""
    sides: Counter[bool] = Counter()
    for decision in decisions(random.Random(55), 4000, [0]):
        facts = facts_of(decision)
        one, other = second_answer(True, facts), second_answer(False, facts)
        answer = mixed(decision)
        assert answer in (one, other), facts
        if one != other:
            sides[answer == one] += 1
    games = sum(sides.values())
    assert games > 200
    assert abs(sides[True] / games - 0.5) < 2.5 / games**0.5
