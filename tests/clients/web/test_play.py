"""Hold'em in a real browser, at a real server."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, Player, whose_turn

pytestmark = pytest.mark.exhaustive

WON = re.compile(r"40|Split.* 20.* 20")
"""The result of a pot of 40 chips, which two equal hands share."""

CASH = {"format": "cash", "stack": 1000, "small_blind": 5, "big_blind": 10}


async def seated(desk: Desk, how: dict[str, Any], seats: int = 2, *names: str) -> list[Player]:
    """Players at one new table."""
    table = await desk.table(options={**CASH, "seats": seats}, settings=CALM, title="Friday table")
    found = []
    for name in names:
        player = await desk.player(how)
        await player.enter(f"{desk.url}/#{table}", name)
        await player.sit()
        found.append(player)
    await desk.first_hand(*found)
    return found


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_whole_hand_is_played_from_two_taps_to_the_result(
    desk: Desk, how: dict[str, Any]
) -> None:
    ana, bia = await seated(desk, how, 2, "Ana", "Bia")
    first = await whose_turn(ana, bia)
    other = bia if first is ana else ana
    assert await first.page.locator(".own .card.face").count() == 2
    assert await other.page.locator(".own .card.face").count() == 2
    assert await first.page.locator(".seat .card.back").count() == 2, (
        "only the player's own cards are seen"
    )
    if how is SCREEN:
        await first.page.keyboard.press("1")  # the smallest raise, then the key of the button
        await first.page.keyboard.press("F3")
    else:
        await first.press('.presets [data-preset="min"]')
        await first.press('.buttons [data-key="F3"]')
    await other.turn()
    await expect(other.page.locator(".seat .tag")).to_have_text("Raise")
    await other.do("F2")
    for count in (3, 4, 5):
        for _ in range(2):
            await expect(ana.page.locator(".board .card")).to_have_count(count)
            await (await whose_turn(ana, bia)).do("F2")
            if await ana.page.locator(".banner").count():
                break
    await expect(ana.page.locator(".banner")).to_contain_text(WON)
    await expect(ana.page.locator(".log")).to_have_count(1 if how is SCREEN else 0)
    await expect(ana.page.locator(".flaw")).to_have_count(0)  # the server is honest
    assert ana.problems == bia.problems == []


async def test_amounts_can_be_chosen_by_preset_slider_and_typing(desk: Desk) -> None:
    ana, bia = await seated(desk, PHONE, 2, "Ana", "Bia")
    player = await whose_turn(ana, bia)
    raise_button = player.page.locator('.buttons [data-key="F3"]')
    await player.press('.presets [data-preset="max"]')
    await expect(raise_button).to_contain_text("All-in 1,000")
    await player.page.locator(".typed input").fill("77")
    await expect(raise_button).to_contain_text("Raise to 77")
    await player.press(".step >> nth=1")
    await expect(raise_button).to_contain_text("Raise to 87")
    await player.page.locator(".slider").fill("500")
    await expect(raise_button).to_contain_text("Raise to 500")
    await player.page.locator(".typed input").fill("99999")
    await expect(raise_button).to_contain_text("All-in 1,000")
    assert player.problems == []


async def test_an_action_chosen_in_advance_is_carried_out(desk: Desk) -> None:
    ana, bia = await seated(desk, PHONE, 2, "Ana", "Bia")
    first = await whose_turn(ana, bia)
    other = bia if first is ana else ana
    await other.press('.pre button:has-text("Check")  >> nth=0')
    await first.do("F2")
    await expect(ana.page.locator(".board .card")).to_have_count(3)


async def test_a_raise_cancels_a_check_chosen_in_advance(desk: Desk) -> None:
    ana, bia = await seated(desk, PHONE, 2, "Ana", "Bia")
    first = await whose_turn(ana, bia)
    other = bia if first is ana else ana
    await other.press(".pre button >> nth=1")
    await first.do("F3")
    await other.turn()
    await expect(other.page.locator('.buttons [data-key="F2"]')).to_contain_text("Call 10")


async def test_two_browsers_and_a_bot_play_at_one_table(desk: Desk) -> None:
    table = await desk.table(options={**CASH, "seats": 3}, settings=CALM, bots=("caller",))
    ana, bia = await desk.player(PHONE), await desk.player(SCREEN)
    for player, name in ((ana, "Ana"), (bia, "Bia")):
        await player.enter(f"{desk.url}/t/{table}", name)
        await player.sit()
    # The server answers before the program of the bot has sat down.
    await ana.until("table.view.state.names.filter(Boolean).length === 3")
    await desk.first_hand(ana, bia)
    decided = 0
    # The button draws no second hand: a result stays until the test is over.
    while not await ana.state("table.story.wins.length"):
        for player in (ana, bia):
            if await player.decision() is not None:
                await player.do("F2")
                decided += 1
    assert decided > 0
    assert await ana.state("table.view.state.names.filter(Boolean).length") == 3
    assert await ana.state("table.view.state.hand") >= 1
    assert ana.problems == bia.problems == []


async def test_the_second_tap_of_two_does_nothing(desk: Desk) -> None:
    settings = {**CALM, "pause_ms": 0}
    table = await desk.table(options={**CASH, "seats": 2}, settings=settings, bots=("caller",))
    ana = await desk.player(PHONE)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.sit()
    await ana.turn()
    decision = await ana.decision()
    call = '.buttons [data-key="F2"]:not([disabled])'
    await ana.page.evaluate(
        "window.taken = 0; document.addEventListener('click', () => { window.taken += 1; })"
    )
    await ana.press(call)
    # The caller answers before a finger can be back.
    await ana.until(f"![null, undefined, {decision}].includes(table.prompt?.decision)")
    again = await ana.decision()
    # As if given just now, however long a busy machine takes to tap.
    await ana.state("(app.acted = Date.now() + 60_000, 1)")
    await ana.press(call)
    assert await ana.decision() == again
    assert await ana.page.evaluate("window.taken") == 1, "the second one reaches no button"
    await ana.state("(app.acted = 0, 1)")
    await ana.do("F2")


async def test_chat_reaches_the_other_player(desk: Desk) -> None:
    ana, bia = await seated(desk, PHONE, 3, "Ana", "Bia")
    await ana.press('.top button:has-text("Chat")')
    await ana.press('.phrases button:has-text("Well played!")')
    await expect(bia.page.locator(".badge")).to_have_text("1")
    await bia.press('.top button:has-text("Chat")')
    await expect(bia.page.locator(".said")).to_contain_text("Well played!")
    message = ana.page.get_by_role("textbox", name="Message")
    await message.fill("\U0001f468\u200d\U0001f469 <b>")  # the joiner between them is not text
    await message.press("Enter")
    await expect(bia.page.locator(".said")).to_contain_text("\U0001f468\U0001f469 <b>")
    await ana.state("(app.session.request = async () => { throw {code: 'chat/muted'}; }, 1)")
    await message.fill("Well, well")
    await message.press("Enter")
    await expect(message).to_have_value("Well, well")
    await ana.state("(delete app.session.request, 1)")
    await ana.press('.phrases button:has-text("Thank you!")')
    await expect(bia.page.locator(".said")).to_contain_text("Thank you!")
    await bia.press('.drawer-head button:has-text("Close")')
    await expect(bia.page.locator(".badge")).to_have_count(0)


async def tab_to(player: Player, selector: str) -> None:
    """Press Tab until something has the focus."""
    await expect(player.page.locator(selector).first).to_be_visible()
    for _ in range(60):
        await player.page.keyboard.press("Tab")
        if await player.page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


HEAR = """() => { window.heard = []; new MutationObserver(() => {
  const text = document.querySelector('#live').textContent;
  if (text) window.heard.push(text);
}).observe(document.querySelector('#live'), {childList: true, characterData: true, subtree: true});
}"""


async def test_a_whole_hand_with_the_keyboard_alone_as_a_screen_reader_hears_it(desk: Desk) -> None:
    table = await desk.table(options={**CASH, "seats": 2}, settings=CALM, bots=("caller",))
    ana = await desk.player(SCREEN)
    await ana.page.goto(f"{desk.url}/#{table}")
    await tab_to(ana, "#name")
    await ana.page.keyboard.type("Ana")
    await ana.page.keyboard.press("Enter")
    await tab_to(ana, ".plate.sit")
    await ana.page.evaluate(HEAR)
    await ana.page.keyboard.press("Enter")
    await desk.first_hand(ana)
    await ana.turn()
    # However long the evening is; the log keeps the last 400 lines.
    await ana.state("(table.lines = Array(400).fill({text: 'earlier', kind: 'line'}), 1)")
    seen = await ana.page.locator("body").aria_snapshot()
    for part in ("- main", "- banner", 'button "Fold', " of "):  # a card is a rank of a suit
        assert part in seen, seen
    while not await ana.state("table.story.wins.length"):
        decision = await ana.decision()
        if decision is not None:
            await ana.page.keyboard.press("F2")
        await ana.until(f"table.prompt?.decision !== {json.dumps(decision)} || table.story.wins[0]")
    await ana.until("!app.saying")  # what comes at once is collected for a moment
    heard = " / ".join(await ana.page.evaluate("window.heard"))
    for part in ("Your turn", "Flop", "Turn", "River", "wins"):
        assert part in heard, heard
    assert "earlier" not in heard
    assert ana.problems == []
