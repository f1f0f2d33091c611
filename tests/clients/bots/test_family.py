"""The three computer players of the family game: which hands they play, and how they say so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from tests.clients.small_host import SmallHost

from carteado.bots import Bot, Player, View
from carteado.bots.family import always, high_card, parity
from carteado.bots.library import BOTS
from carteado.client import Client
from carteado.engine.cards import PACK, UNKNOWN, Card

LEADING = {"stake": (1, 1000), "play": 100, "fold": True}
ASKED = {"stake": None, "play": 100, "fold": True}


def answer(bot: Bot, cards: tuple[str, ...], legal: Mapping[str, Any]) -> Any:
    """What a bot on seat 1 does that holds these cards and sees no others."""
    hands = ((UNKNOWN, UNKNOWN), cards)
    return bot(View.example(legal=legal, state={"hands": hands}, seat=1, default={"type": "muck"}))


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("2c 4d", True),
        ("2c 3d", False),
        ("Jc Ad", False),  # 11 + 14
        ("Jc Kd", True),  # 11 + 13
        ("Qc Ad", True),  # 12 + 14
        ("Tc Kd", False),
        ("9c 9d", True),
    ],
)
def test_parity_plays_when_the_sum_of_its_two_card_values_is_even(cards: str, plays: bool) -> None:
    assert answer(parity, tuple(cards.split()), ASKED) == ("play" if plays else "fold")


@pytest.mark.parametrize("cards", ["2c 7d", "As Ad"])
def test_always_always_plays(cards: str) -> None:
    assert answer(always, tuple(cards.split()), ASKED) == "play"


@pytest.mark.parametrize(
    ("cards", "plays"),
    [("Tc Td", False), ("2c Jd", True), ("Qc 3d", True), ("9c 8d", False), ("Ac 2d", True)],
)
def test_high_card_plays_when_at_least_one_card_is_above_ten(cards: str, plays: bool) -> None:
    assert answer(high_card, tuple(cards.split()), ASKED) == ("play" if plays else "fold")


def hands_played(bot: Bot) -> int:
    """Of the 1,326 hands of two cards, so many."""
    hands: list[tuple[Card, ...]] = list(combinations(PACK, 2))
    return sum(answer(bot, hand, ASKED) == "play" for hand in hands)


def test_the_number_of_hands_that_each_bot_plays() -> None:
    # Of both cards even (7 ranks) or both odd (6 ranks): C(28, 2) + C(24, 2).
    assert hands_played(parity) == 378 + 276
    assert hands_played(always) == 1326
    # All but those of 36 low cards: 1,326 - C(36, 2).
    assert hands_played(high_card) == 1326 - 630


@pytest.mark.parametrize("bot", [parity, always, high_card], ids=lambda bot: bot.name)
def test_a_leading_bot_that_plays_names_the_default_stake(bot: Bot) -> None:
    assert answer(bot, ("Ac", "Ad"), LEADING) == "play"


@pytest.mark.parametrize("bot", [parity, always, high_card], ids=lambda bot: bot.name)
def test_with_bets_to_play_is_to_call_to_pass_is_to_check_or_fold_and_none_raises(
    bot: Bot,
) -> None:
    free = {"check": True, "call": None, "raise_to": (20, 1500), "fold": True}
    bet = {"check": False, "call": 1500, "raise_to": (3000, 3000), "fold": True}
    for cards in (("2c", "3d"), ("Ac", "Ad")):
        assert answer(bot, cards, free) == "check"
    assert answer(bot, ("Ac", "Ad"), bet) == "call"
    assert answer(bot, ("2c", "3d"), bet) == ("call" if bot is always else "fold")


def test_in_any_other_position_the_default_is_taken() -> None:
    assert answer(always, ("Ac", "Ad"), {"show": True, "muck": True}) == {"type": "muck"}
    assert high_card(View.example(legal=ASKED)) == "fold"


@pytest.mark.parametrize("name", ["parity", "always", "high-card"])
@pytest.mark.parametrize("game", ["quick-holdem", "holdem"])
async def test_they_play_whole_hands_without_a_fault(name: str, game: str) -> None:
    async with SmallHost(game=game, options={"seats": 2}) as host:
        client = Client(host.url, name=name, kind="bot")
        reports: list[str] = []
        playing = Player(client, BOTS[name].brain(), hands=None, report=reports.append)
        task = asyncio.create_task(playing.play())
        await host.until(lambda: host.deals >= 6 or host.table.game.over(host.table.state))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert len(host.acts) > 3
        kinds = {act.action["type"] for act in host.acts}
        assert kinds <= {"play", "call", "check", "fold"}
        assert reports == []
