"""Quick Hold'em, Poker Face and an unknown game's lines in a real browser, at a real server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, whose_turn
from tests.clients.web.checks import violations
from tests.clients.web.screens import settled

pytestmark = pytest.mark.exhaustive

WON = re.compile(r"500|Split.* 250.* 250")
"""The result of a pot of 500 chips, which two equal hands share."""


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_deal_of_quick_holdem_is_staked_turned_and_won(
    desk: Desk, how: dict[str, Any]
) -> None:
    options = {"seats": 2, "credit": 1000, "default_stake": 100}
    table = await desk.table("quick-holdem", options=options, settings=CALM)
    ana, bia = await desk.player(how), await desk.player(how)
    for player, name in ((ana, "Ana"), (bia, "Bia")):
        await player.enter(f"{desk.url}/#{table}", name)
        await player.sit()
    leader = await whose_turn(ana, bia)
    other = bia if leader is ana else ana
    await expect(leader.page.locator(".board .card.back")).to_have_count(5)
    await leader.page.locator(".typed input").fill("250")
    if how is SCREEN:
        await leader.page.keyboard.press("F3")
    else:
        await leader.press('.buttons [data-key="F3"]')
    await other.turn()
    await expect(other.page.locator('.buttons [data-key="F2"]')).to_contain_text("Play for 250")
    if how is SCREEN:
        await other.page.keyboard.press("F2")
    else:
        await other.press('.buttons [data-key="F2"]')
    for player in (ana, bia):
        await expect(player.page.locator(".board .card.face")).to_have_count(5)
        await expect(player.page.locator(".banner")).to_contain_text(WON)
        assert player.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_axe_finds_nothing_at_quick_holdem_and_in_a_replay(
    desk: Desk, how: dict[str, Any]
) -> None:
    """The stake, the answer, who has answered, the result, and the deal again as a film."""
    options = {"seats": 3, "credit": 1000, "default_stake": 100}
    table = await desk.table("quick-holdem", options=options, settings=CALM, title="One stake")
    players = [await desk.player(how) for _ in range(3)]
    for player, name in zip(players, ("Ana", "Bia", "Caio"), strict=True):
        await player.enter(f"{desk.url}/#{table}", name)
        await player.sit()
    leader = await whose_turn(*players)
    await settled(leader)
    assert await violations(leader) == [], "stake"
    await leader.do("F3")
    # A player who has paid the stake has no further decision in this deal, and no offer.
    await expect(leader.page.locator(".pre")).to_have_count(0)
    answers = await whose_turn(*(one for one in players if one is not leader))
    last = next(one for one in players if one not in (leader, answers))
    await settled(answers)
    assert await violations(answers) == [], "answer"
    await expect(last.page.locator(".pre")).to_be_visible()
    await settled(last)
    assert await violations(last) == [], "chosen in advance"
    await answers.do("F2")
    await last.do("F1")
    await expect(leader.page.locator(".banner")).to_be_visible()
    await settled(leader)
    assert await violations(leader) == [], "result"
    await leader.press('.bar button:has-text("Replay")')
    await expect(leader.page.locator(".film")).to_be_visible()
    await settled(leader)
    assert await violations(leader) == [], "film"
    assert leader.problems == answers.problems == last.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_round_of_poker_face_is_entered_warned_of_decided_and_corrected(
    desk: Desk, how: dict[str, Any]
) -> None:
    table = await desk.table("poker-face", settings=CALM, title="Kitchen")
    ana = await desk.player(how)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    name = ana.page.get_by_label("Name of a player")
    for player in ("Eva", "Bob"):
        await name.fill(player)
        await name.press("Enter")
    rows = ana.page.locator(".f-row")
    await expect(rows).to_have_count(2)
    # The first round names the players of the match: nobody only pays its ante.
    await expect(ana.page.get_by_role("switch")).to_have_count(0)
    # Each player's five cards by rank and suit; Bob comes last and is active.
    await ana.press(".f-row:nth-child(2) .f-name")  # keys no longer write into the name
    for ranks in ("2 3 4 5 7", "A A K Q J"):
        for number, rank in enumerate(ranks.split()):
            key = ana.page.locator(".f-ranks").get_by_text(rank, exact=True)
            if how is SCREEN:
                await ana.page.keyboard.press(rank.lower())
            else:
                await ana.touch(key)
            await ana.press(f".f-suits button:nth-child({number % 4 + 1})")
    await expect(ana.page.locator(".f-warning")).to_have_count(0)
    await ana.press(".bar .primary")
    money = ana.page.locator(".f-money li")
    await expect(money).to_have_count(2)
    await expect(money.nth(0)).to_contain_text("1,100")
    await expect(ana.page.get_by_role("switch")).to_have_count(2)
    assert await ana.state("table.lines.some(({text}) => text.startsWith('Round 1: Eva wins'))")
    await ana.press(".bar .outline")
    await expect(ana.page.locator(".f-cards .card")).to_have_count(10)
    await ana.page.get_by_label("Bet of Eva").fill("150")
    await ana.page.get_by_label("Bet of Bob").fill("150")
    await ana.press(".bar .primary")
    await expect(money.nth(0)).to_contain_text("1,200")
    assert ana.problems == []
