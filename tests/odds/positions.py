"""Positions of every texture, and showdowns counted one by one with another project's ranking."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pkrbot

from carteado.engine.cards import PACK, Card

Cards = tuple[Card, ...]

TEXTURES = ("any", "rainbow", "two-tone", "monotone", "paired", "suited hand")
_PKRBOT = {card: pkrbot.Card(card) for card in PACK}


def positions(size: int, number: int, seed: int = 7) -> list[tuple[Cards, Cards]]:
    """Hands and boards of `size` cards, the same number of each texture."""
    chance = random.Random(f"{size} {seed}")
    return [_position(chance, size, texture) for texture in TEXTURES for _ in range(number)]


def _position(chance: random.Random, size: int, texture: str) -> tuple[Cards, Cards]:
    while True:
        cards = tuple(chance.sample(PACK, 2 + size))
        hand, board = cards[:2], cards[2:]
        suits = sorted((sum(c[1] == suit for c in board[:3]) for suit in "cdhs"), reverse=True)
        most = max(sum(card[1] == suit for card in board) for suit in "cdhs")
        fits = {
            "any": True,
            "rainbow": suits[0] == 1 and most <= 2,
            "two-tone": suits[0] == 2,
            "monotone": suits[0] == 3,
            "paired": len({card[0] for card in board}) < size,
            "suited hand": hand[0][1] == hand[1][1] and most >= 2,
        }
        if fits[texture]:
            return hand, board


def showdowns(hand: Cards, board: Cards) -> tuple[int, int, int]:
    """Showdowns against a random hand won, tied and all, by pkrbot."""
    win = tie = total = 0
    for run, rest in run_outs((*hand, *board), 5 - len(board)):
        common = [_PKRBOT[card] for card in (*board, *run)]
        hero = pkrbot.evaluate([*common, *(_PKRBOT[card] for card in hand)])
        for other in combinations(rest, 2):
            theirs = pkrbot.evaluate([*common, _PKRBOT[other[0]], _PKRBOT[other[1]]])
            win += theirs < hero
            tie += theirs == hero
            total += 1
    return win, tie, total


def run_outs(seen: Cards, size: int) -> Iterator[tuple[Cards, list[Card]]]:
    """Every run-out, and the cards that are then left."""
    unseen = [card for card in PACK if card not in seen]
    for run in combinations(unseen, size):
        yield run, [card for card in unseen if card not in run]
