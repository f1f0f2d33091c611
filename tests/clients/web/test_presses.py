"""A press counts where it began, on a busy machine and while the table goes on."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import PHONE, SCREEN, Desk, Player
from tests.clients.web.played import sunday
from tests.clients.web.screens import played

pytestmark = pytest.mark.exhaustive

TAPS = 100

SELECTED = """() => [...document.querySelectorAll('.b-hand li')]
  .filter((one) => one.querySelector('[aria-pressed=true]')).map((one) => one._key).sort()"""

CARD = f"""(number) => {{
  const cards = [...document.querySelectorAll('.b-hand li')];
  const one = cards[number % cards.length];
  const box = one.querySelector('.b-card').getBoundingClientRect();
  // The part of a card that no neighbour covers.
  return {{card: one._key, x: box.x + 12, y: box.y + 14, selected: ({SELECTED})()}};
}}"""

STORM = """([turn]) => {
  // What messages do while a finger is down: the table is drawn again, the hand lies otherwise,
  // a card comes or goes.
  const main = document.querySelector('script[type=module]').src;
  return import(main).then(({app}) => {
    const table = app.tables.get(app.table);
    const {view, seat} = table;
    const whole = (app.ui.whole ??= view.state.hands[seat]);
    const hands = [...view.state.hands];
    hands[seat] = turn % 3 === 0 ? whole.slice(1) : turn % 3 === 1 ? whole : [...whole].reverse();
    const next = {...table, view: {...view, state: {...view.state, hands}}};
    app.tables.set(app.table, next);
    const sort = ['suit', 'rank'][turn % 2];
    app.set({whole, staging: {...(app.ui.staging ?? {selected: [], steps: [], own: [],
      unfolded: [], refused: []}), sort}});
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}"""


async def selected(player: Player) -> set[str]:
    """The selection once the page has handled the press."""
    wait = "new Promise((done) => setTimeout(done, 0))"
    return set(await player.page.evaluate(f"() => {wait}.then({SELECTED})"))


async def slow(player: Player) -> Any:
    """A machine that is four times slower; gives the line to the browser."""
    line = await player.page.context.new_cdp_session(player.page)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return line


async def test_a_finger_selects_the_card_that_it_touched_while_the_hand_is_laid_otherwise(
    desk: Desk,
) -> None:
    player = await desk.player(PHONE)
    await played(player, desk.url, sunday("turn"))
    await expect(player.page.locator(".b-hand .b-card").first).to_be_visible()
    line = await slow(player)
    counted = 0
    for turn in range(TAPS):
        place = await player.page.evaluate(CARD, turn * 5)
        before = set(place["selected"])
        point = {"x": place["x"], "y": place["y"]}
        await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        if turn % 2:
            await player.page.evaluate(STORM, [turn])
        await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        after = await selected(player)
        changed = before ^ after
        assert changed <= {place["card"], *before}, (turn, place)
        # A card that has gone is no longer selected; none is selected that was not touched.
        assert after <= before | {place["card"]}, (turn, place)
        counted += place["card"] in changed
    assert counted >= TAPS // 4, "taps count"
    assert player.problems == []


async def test_a_click_selects_the_card_that_was_pressed_while_the_hand_is_laid_otherwise(
    desk: Desk,
) -> None:
    player = await desk.player(SCREEN)
    await played(player, desk.url, sunday("turn"))
    await expect(player.page.locator(".b-hand .b-card").first).to_be_visible()
    await slow(player)
    counted = 0
    for turn in range(TAPS):
        place = await player.page.evaluate(CARD, turn * 5)
        before = set(place["selected"])
        await player.page.mouse.move(place["x"], place["y"])
        await player.page.mouse.down()
        if turn % 2:
            await player.page.evaluate(STORM, [turn])
        await player.page.mouse.up()
        after = await selected(player)
        assert after <= before | {place["card"]}, (turn, place)
        counted += place["card"] in before ^ after
    assert counted >= TAPS // 4, "clicks count"
    assert player.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_the_focus_stays_on_a_card_that_is_laid_elsewhere(
    desk: Desk, how: dict[str, Any]
) -> None:
    player = await desk.player(how)
    await played(player, desk.url, sunday("turn"))
    cards = player.page.locator(".b-hand .b-card")
    await cards.nth(4).focus()
    card = await player.page.evaluate("document.activeElement.parentElement._key")
    for turn in range(1, 6):
        await player.page.evaluate(STORM, [turn])
        held = await player.page.evaluate("document.activeElement.parentElement?._key ?? null")
        assert held == card
    assert player.problems == []


async def test_space_selects_the_card_with_the_focus_while_the_hand_is_laid_otherwise(
    desk: Desk,
) -> None:
    player = await desk.player(SCREEN)
    await played(player, desk.url, sunday("turn"))
    cards = player.page.locator(".b-hand .b-card")
    await cards.nth(4).focus()
    card = await player.page.evaluate("document.activeElement.parentElement._key")
    await slow(player)
    for turn in range(1, 31):
        if turn % 3 == 0:
            continue  # this storm takes the first card away
        before = await selected(player)
        await player.page.keyboard.down(" ")
        await player.page.keyboard.down(" ")  # a key that is held repeats
        await player.page.evaluate(STORM, [turn])
        await player.page.keyboard.up(" ")
        assert await selected(player) == before ^ {card}, turn
        assert await player.page.evaluate("document.activeElement.parentElement._key") == card
    assert player.problems == []
