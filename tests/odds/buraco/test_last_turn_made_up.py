"""Last turns that nobody played: every subset of the hand is tried on the engine itself.

`test_last_turn` takes its positions from played deals and its plays from the engine's list. Here
the positions are made up, and what is legal is found by asking the engine about everything.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.engine.games.buraco.positions import position
from tests.odds.buraco.views import seen

from carteado.bots.buraco.deciding import searched_play, studied_play
from carteado.engine.game import Act, Decided
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import Discard, Extend, Meld
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.state import State
from carteado.engine.state import changed
from carteado.odds.buraco.adviser import rate_arrangements
from carteado.odds.buraco.last_turn import last_turn
from carteado.odds.buraco.locations import locations_of

LINE, SUITS = "A23456789TJQKA", "CDHS"
MOST_STATES = 300


class TooMany(Exception):
    """A position has more states than the test looks at."""


def a_run(chance: random.Random, left: Counter[str], *, places: bool) -> list[str] | None:
    """A run of cards that are left, with a wild in two of five; None where they do not allow it."""
    suit, size = chance.choice(SUITS), chance.randint(3, 8)
    first = chance.randint(0, 14 - size)
    cards = [rank + suit for rank in LINE[first : first + size]]
    shown = cards.copy()
    if chance.random() < 0.4 and not any(card[0] == "2" for card in cards):
        at, wild = chance.randrange(size), "2" + chance.choice(SUITS)
        shown[at] = f"{wild}={cards[at]}" if places else wild
        cards[at] = wild
    needed = Counter(cards)
    if any(left[card] < count for card, count in needed.items()):
        return None
    left.subtract(needed)
    return shown


def a_last_turn(number: int) -> State:
    """A position in the last turn of a deal, after the draw."""
    chance = random.Random(f"made up {number}")
    profile = chance.choice(list(PRESETS))
    places = PRESETS[profile].wild_relocation != "free"
    left = Counter({rank + suit: 2 for rank in LINE[:13] for suit in SUITS})
    pairs = [
        [run for _ in range(most) if (run := a_run(chance, left, places=places))] for most in (4, 3)
    ]
    suit = chance.choice(SUITS)
    pack = sorted(left.elements(), key=lambda card: chance.random() - (card[1] == suit) / 2)
    hand, lixo = pack[: chance.randint(3, 7)], pack[-2:]
    rules: dict[str, Any] = {"stock_reserve": 0}
    extra = chance.random() < 0.5
    if not extra:
        rules["last_turn"] = "none"
    took = [chance.random() < 0.85, chance.random() < 0.7]
    given: dict[str, Any] = {"phase": "play", "stock": "", "mortos": 0, "took": took}
    melds = {"A": pairs[0], "B": pairs[1]}
    state = position(profile, rules, **given, hand=hand, lixo=lixo, melds=melds)
    return changed(state, last_turn=True) if extra else state


def everything(state: State, seat: int) -> Iterator[Any]:
    """Whatever could be a play: each subset of the hand, each wild in each place."""
    hand = sorted(map(str, state.hands[seat]))
    subsets = {s for size in range(1, len(hand) + 1) for s in itertools.combinations(hand, size)}
    for subset in subsets:
        forms = {subset}
        if state.options.wild_relocation != "free":
            for at, card in enumerate(subset):
                if card[0] == "2":
                    ways = [f"{card}={rank}{suit}" for rank in LINE[:13] for suit in SUITS]
                    forms |= {(*subset[:at], way, *subset[at + 1 :]) for way in ways}
        for form in forms:
            cards: Any = form
            if len(form) >= 3:
                yield Meld(cards=cards)
            for run in range(len(state.runs[seat % 2])):
                yield Extend(meld=run, cards=cards)
    for card in set(hand):
        found: Any = card
        yield Discard(card=found)


def best_end(state: State, team: int, known: dict[str, int]) -> int:
    """The most points, own less theirs, with which the turn can end the deal."""
    if not state.in_deal:
        return state.sheets[team].total - state.sheets[1 - team].total
    seat = state.to_act
    assert seat is not None
    key = repr((state.hands[seat], state.runs))
    if key not in known:
        if len(known) >= MOST_STATES or seat % 2 != team:
            raise TooMany
        known[key] = -10_000
        answers = [
            GAME.decide(state, Act(seat=seat, action=one)) for one in everything(state, seat)
        ]
        after = [one.state for one in answers if isinstance(one, Decided)]
        known[key] = max(best_end(one, team, known) for one in after)
    return known[key]


def ended(state: State, seat: int, *plays: Any, think: Any = None) -> int:
    """Points with which given plays, or a player, end the deal."""
    rest = iter(plays)
    while state.in_deal:
        action = think(seen(state, seat), seat, playouts=20) if think else next(rest)
        answer = GAME.decide(state, Act(seat=seat, action=action))
        assert isinstance(answer, Decided), action
        state = answer.state
    return state.sheets[seat % 2].total - state.sheets[1 - seat % 2].total


@pytest.mark.exhaustive
def test_made_up_last_turns_are_played_to_the_best_end() -> None:
    count = 0
    for number in range(24):
        state = a_last_turn(number)
        seat = state.to_act
        assert seat is not None
        known: dict[str, int] = {}
        try:
            best = best_end(state, seat % 2, known)
        except TooMany:
            continue
        if len(known) < 4:
            continue  # nothing to choose
        view = seen(state, seat)
        found = last_turn(locations_of(view, seat).knowledge)
        assert found is not None, number
        assert found.exact, number
        advice, _ = rate_arrangements(view, seat, playouts=8)
        values = {
            "solved": ended(state, seat, *found.plan),
            "advice": ended(state, seat, *advice[0].rated.plays),
            "search": ended(state, seat, think=searched_play),
            "study": ended(state, seat, think=studied_play),
        }
        assert values == dict.fromkeys(values, best), number
        count += 1
    assert count >= 8
