"""A position in the middle of a deal, as scenarios describe it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.cards import FACE_OF, handled, pack
from carteado.engine.games.buraco.given import (
    faces_given,
    flag_given,
    lists_given,
    names_given,
    number_given,
    run_given,
)
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.runs import Run
from carteado.engine.games.buraco.state import HAND, SEATS, State, new_state
from carteado.engine.state import changed
from carteado.engine.tables.scenario import ScenarioError, check_keys

__all__ = ["placed"]

_STOCK = 20
"""Cards of a stock that is not named."""

_GIVEN = (
    *("phase", "turn", "first", "hand", "hand_0", "hand_1", "hand_2", "hand_3"),
    *("stock", "lixo", "mortos", "morto_next", "took", "converted", "melds"),
)


def placed(given: Any, rules: Options) -> State:
    """The position that ``given`` describes; what it does not say is filled with any cards.

    A position that legal play cannot reach is accepted as it is given.

    Raises:
        ScenarioError: a value is of a wrong kind.
    """
    check_keys(given, _GIVEN, "given")
    turn = _number(given, "turn", 0, SEATS - 1)
    phase = given.get("phase", "draw")
    if phase not in ("draw", "play"):
        raise ScenarioError("a phase is draw or play", "given", "phase")
    first = flag_given(given.get("first", False), "given", "first")
    named = {seat: _named_hand(given, seat, turn) for seat in range(SEATS)}
    pile = faces_given(given.get("lixo", ()), "given", "lixo")
    runs = tuple([_runs(given, team, rules) for team in "AB"])
    # Named cards are removed from the pack first, so that what fills the gaps repeats none of
    # them.
    fill = _filler(given, rules, named, pile, runs)
    hands = [
        handled((), [next(fill) for _ in range(HAND)]) if hand is None else hand
        for hand in named.values()
    ]
    stock, mortos, deck = _piles(given, fill)
    closed = rules.pile_visibility == "top_only"
    return changed(
        new_state(rules),
        names=("A1", "B1", "A2", "B2"),
        running=True,
        deal=1,
        phase=phase,
        to_act=turn,
        # If it is not the first turn the starter does not matter; seat 3 keeps the next deal at
        # seat 0.
        starter=turn if first else SEATS - 1,
        first=first,
        offer=first and phase == "play" and _may_redraw(rules, hands[turn], stock),
        deck=deck,
        stock=stock,
        mortos=mortos,
        took=_took(given),
        converted=_number(given, "converted", 0, 2),
        hands=tuple(hands),
        fresh=0,
        pile=(UNKNOWN,) * (len(pile) - 1) + pile[-1:] if closed else pile,
        buried=pile if closed else (),
        runs=runs,
        # The places of a hand's cards in the deck are not given, but the card just drawn may be
        # thrown for another, and then its place is.
        dealt=tuple([(hand[-1:]) and (FACE_OF[hand[-1]],) for hand in hands]),
        # len(deck) is a position beyond the deck: the card is known, its place is not.
        dealt_at=tuple([(len(deck),) if hand else () for hand in hands]),
    )


def _may_redraw(rules: Options, hand: tuple[Card, ...], stock: tuple[int, ...]) -> bool:
    """Whether there is a card to throw, and another one to draw."""
    return rules.first_turn_redraw and bool(hand) and len(stock) > rules.stock_reserve


def _named_hand(given: Mapping[str, Any], seat: int, turn: int) -> tuple[Card, ...] | None:
    """The handles of a hand that is given; copies keep their letters."""
    key = f"hand_{seat}"
    if seat == turn and "hand" in given:
        if key in given:
            raise ScenarioError("the hand of the seat to act is given twice", "given", key)
        key = "hand"
    if key not in given:
        return None
    texts = names_given(given[key], "given", key)
    # Texts with a copy letter, such as 9Sb, keep it; bare faces get the next free letter.
    lettered = [Card(text) for text in texts if FACE_OF[text] != text]
    if len(set(lettered)) < len(lettered):
        raise ScenarioError("a copy of a card stands there twice", "given", key)
    hand: list[Card] = []
    for text in texts:
        if FACE_OF[text] != text:
            hand.append(Card(text))
        else:
            (handle,) = handled((*hand, *lettered), (Card(text),))
            hand.append(handle)
    return tuple(hand)


def _runs(given: Mapping[str, Any], team: str, rules: Options) -> tuple[Run, ...]:
    melds = given.get("melds") or {}
    # Scenarios name the pairs A (seats 0 and 2) and B (seats 1 and 3).
    check_keys(melds, "AB", "given", "melds")
    every = lists_given(melds.get(team), "a meld", "given", "melds", team)
    return tuple([run_given(cards, rules, "given", "melds", team) for cards in every])


def _filler(
    given: Mapping[str, Any],
    rules: Options,
    named: Mapping[int, tuple[Card, ...] | None],
    pile: tuple[Card, ...],
    runs: tuple[tuple[Run, ...], ...],
) -> Iterator[Card]:
    """Cards of the pack that are not named anywhere; then any, where there are too few."""
    left = Counter(pack(rules.jokers))
    left.subtract(pile)
    left.subtract(FACE_OF[card] for hand in named.values() for card in hand or ())
    left.subtract(card for both in runs for run in both for card in run.cards)
    for key in ("stock", "morto_next"):
        left.subtract(faces_given(given.get(key, ()), "given", key))
    # Every seventh card: neighbours in what is filled in are not neighbours in a suit.
    free = list((+left).elements())
    free = [free[at * 7 % len(free)] for at in range(len(free))] if len(free) % 7 else free
    yield from free
    # Positions that no pack allows are accepted, so the filler never runs dry.
    while True:
        yield from pack(0)


def _piles(
    given: Mapping[str, Any], fill: Iterator[Card]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[Card, ...]]:
    """Stock and mortos as positions in a deck, and that deck."""
    # Only mortos and stock need positions in a deck; hands and pile lie as faces.
    piles = []
    for at in range(_number(given, "mortos", 0, 2, default=2)):
        if at == 0 and "morto_next" in given:
            piles.append(faces_given(given["morto_next"], "given", "morto_next"))
        else:
            piles.append(tuple([next(fill) for _ in range(HAND)]))
    if "stock" in given:
        piles.append(faces_given(given["stock"], "given", "stock"))
    else:
        piles.append(tuple([next(fill) for _ in range(_STOCK)]))
    deck: tuple[Card, ...] = ()
    places: list[tuple[int, ...]] = []
    for cards in piles:
        places.append(tuple(range(len(deck), len(deck) + len(cards))))
        deck += cards
    return places[-1], tuple(places[:-1]), deck


def _took(given: Mapping[str, Any]) -> tuple[bool, ...]:
    took = given.get("took", (False, False))
    if not isinstance(took, list | tuple) or len(took) != 2:
        raise ScenarioError("took is true or false for A and for B", "given", "took")
    return tuple([flag_given(item, "given", "took") for item in took])


def _number(given: Mapping[str, Any], key: str, low: int, high: int, *, default: int = 0) -> int:
    return number_given(given.get(key, default), low, high, "given", key)
