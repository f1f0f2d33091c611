"""Buraco in a real browser, at a real server."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import PHONE, SCREEN, Desk, Player

pytestmark = [pytest.mark.exhaustive, pytest.mark.timeout(180)]

CALM = {"pause_ms": 10_000, "decision_ms": 60_000}
BOTS = ("buraco-random",) * 3


async def seated(desk: Desk, how: dict[str, Any]) -> Player:
    """A player whose turn it is, with three bots."""
    table = await desk.table("buraco", settings=CALM, title="Sunday pairs", bots=BOTS)
    ana = await desk.player(how)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await expect(ana.page.locator(".b-draw")).to_be_visible()
    return ana


def hand(player: Player) -> Any:
    return player.page.locator(".b-hand .b-card")


async def test_a_turn_is_drawn_staged_refused_undone_and_sent_with_taps(desk: Desk) -> None:
    ana = await seated(desk, PHONE)
    await expect(hand(ana)).to_have_count(11)
    await ana.press(".b-draw")
    await expect(hand(ana)).to_have_count(12)
    await expect(ana.page.locator(".b-fresh")).to_have_count(1)
    await ana.press(".b-hand li:nth-child(1) .b-card")
    await ana.press(".b-new button")
    await expect(ana.page.locator(".b-step")).to_have_count(1)
    await ana.press(".b-buttons .primary")
    await expect(ana.page.locator(".b-refusal")).to_contain_text(
        "a meld needs at least three cards"
    )
    await ana.press('.b-buttons [data-key="z"]')
    await expect(ana.page.locator(".b-refusal")).to_have_count(0)
    await expect(hand(ana)).to_have_count(12)
    await ana.press(".b-hand li:nth-child(12) .b-card")
    await ana.press('.b-buttons [data-key="d"]')
    await expect(hand(ana)).to_have_count(11)
    await ana.press(".b-buttons .primary")
    await expect(ana.page.locator(".b-turn.mine")).to_have_count(0)
    assert await ana.state("table.view.state.hands[table.seat].length") == 11
    assert ana.problems == []


async def test_a_staged_turn_stays_when_the_connection_is_lost_for_a_moment(desk: Desk) -> None:
    ana = await seated(desk, PHONE)
    await ana.press(".b-draw")
    await expect(hand(ana)).to_have_count(12)
    await ana.press(".b-hand li:nth-child(12) .b-card")
    await ana.press('.b-buttons [data-key="d"]')
    await ana.press(".b-hand li:nth-child(11) .b-card")
    await ana.state("app.session.socket.gone({code: 1006, reason: ''})")
    await ana.until("app.session.ready && table.prompt !== null")
    await expect(ana.page.locator(".b-step")).to_have_count(1)
    await expect(ana.page.locator('.b-hand [aria-pressed="true"]')).to_have_count(1)
    await ana.press(".b-buttons .primary")
    await expect(ana.page.locator(".b-turn.mine")).to_have_count(0)
    assert await ana.state("table.view.state.hands[table.seat].length") == 11
    assert ana.problems == []


async def test_a_turn_by_keys_and_by_dragging(desk: Desk) -> None:
    ana = await seated(desk, SCREEN)
    await ana.page.keyboard.press("1")
    await expect(hand(ana)).to_have_count(12)
    await ana.press('.b-sorts button:has-text("Rank")')
    await hand(ana).first.drag_to(ana.page.locator(".b-pile"))
    await expect(ana.page.locator(".b-step")).to_have_count(1)
    await ana.page.keyboard.press("z")
    await expect(hand(ana)).to_have_count(12)
    await hand(ana).nth(3).drag_to(hand(ana).first)
    await expect(ana.page.locator('.b-sorts [aria-pressed="true"]')).to_have_text("Own")
    await hand(ana).first.drag_to(ana.page.locator(".b-pile"))
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator(".b-turn.mine")).to_have_count(0)
    assert ana.problems == []


async def play_turn(ana: Player, *, keys: bool) -> None:
    """Draw, discard the last card of the hand, send: with taps, or with keys and the mouse."""
    decision = await ana.decision()
    if await ana.page.locator(".b-buttons .primary:not([disabled])").count() == 0:
        await ana.press(".b-buttons button:not([disabled])")  # the stock is empty
    elif keys:
        await ana.page.keyboard.press("1")
    else:
        await ana.press(".b-buttons .primary")
    await ana.until(f"table.prompt?.decision !== {decision}")
    if await ana.state("table.prompt === null"):
        return  # the last turn was declined
    decision = await ana.decision()
    for number in range(await hand(ana).count(), 0, -1):
        await ana.press(f".b-hand li:nth-child({number}) .b-card")
        if keys:
            await ana.page.keyboard.press("d")
            await expect(ana.page.locator(".b-step")).to_have_count(1)
            await ana.page.keyboard.press("Enter")
        else:
            await ana.press('.b-buttons [data-key="d"]')
            await ana.press(".b-buttons .primary")
        await ana.until(f"table.prompt?.decision !== {decision} || app.ui.refusal")
        if not await ana.state("app.ui.refusal"):
            return
        # The card may not be discarded now: back, and another one.
        if keys:
            await ana.page.keyboard.press("z")
        else:
            await ana.press('.b-buttons [data-key="z"]')
        await expect(ana.page.locator(".b-step")).to_have_count(0)
    raise AssertionError("no card can be discarded")


@pytest.mark.timeout(420)
@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_whole_deal_from_the_first_card_to_the_score_sheet(
    desk: Desk, how: dict[str, Any]
) -> None:
    ana = await seated(desk, how)
    turns = 0
    while True:
        await ana.until("table.prompt !== null || table.view.state.sheets.length > 0")
        if await ana.state("table.view.state.sheets.length > 0"):
            break
        await play_turn(ana, keys=how is SCREEN)
        turns += 1
    assert turns > 3
    if how is SCREEN:
        await ana.page.keyboard.press("F2")
    else:
        await ana.press('.bar [data-key="F2"]')
    sheet = ana.page.locator(".b-sheet")
    await expect(sheet.locator("tbody tr.total")).to_have_count(2)
    ours = await ana.state("table.view.state.sheets[table.seat % 2].total")
    said = await sheet.locator("tr.total td").first.inner_text()
    assert int(said.replace(",", "").replace("\N{MINUS SIGN}", "-")) == ours
    assert ana.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_nothing_of_the_hand_is_cut_off(desk: Desk, how: dict[str, Any]) -> None:
    ana = await seated(desk, how)
    size = ana.page.viewport_size
    assert size is not None
    for number in range(await hand(ana).count()):
        box = await hand(ana).nth(number).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
