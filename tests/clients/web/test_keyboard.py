"""The keyboard alone: every game, the lobby, the owner's dialog, chat and the replay."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import SCREEN, Desk, Player
from tests.clients.web.test_buraco import BOTS, ENDLESS, held, run_in, until_a_run
from tests.clients.web.test_play import CALM, whose_turn

pytestmark = pytest.mark.exhaustive

SEEN = """() => {
  const one = document.activeElement;
  const found = [];
  const style = getComputedStyle(one);
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) found.push('no ring');
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height) found.push('no size');
  const [x, y] = [box.x + Math.min(box.width / 2, 16), box.y + Math.min(box.height / 2, 16)];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) found.push('out of sight');
  const top = document.elementFromPoint(x, y);
  const whole = one.closest('label') ?? one;
  if (!whole.contains(top) && !top?.contains(one)) found.push(`under ${top?.className}`);
  return found.length ? `${one.outerHTML.slice(0, 120)}: ${found}` : '';
}"""
"""What is wrong with the place of the focus, '' for nothing."""


STEPS = """(card) => {
  const cards = [...document.querySelectorAll('.b-hand li')];
  return cards.findIndex((one) => one._key === card)
    - cards.findIndex((one) => one.contains(document.activeElement));
}"""
"""How many cards to the right of the one with the focus a card lies."""


async def to(player: Player, selector: str, *, back: bool = False) -> None:
    """Press Tab until something has the focus, and check that it is seen there."""
    await expect(player.page.locator(selector).first).to_be_visible()
    for _ in range(90):
        await player.page.keyboard.press("Shift+Tab" if back else "Tab")
        if await player.page.evaluate("(one) => document.activeElement.matches(one)", selector):
            assert await player.page.evaluate(SEEN) == ""
            return
    raise AssertionError(f"Tab does not reach {selector}")


async def choose(player: Player, selector: str, *, back: bool = False) -> None:
    """Go to a button and press it."""
    await to(player, selector, back=back)
    await player.page.keyboard.press("Enter")


async def write(player: Player, selector: str, text: str) -> None:
    """Go to a field and write into it in place of what it holds."""
    await to(player, selector)
    await player.page.keyboard.press("Control+a")
    await player.page.keyboard.type(text)


async def come(player: Player, url: str, name: str) -> None:
    """Open an address and tell one's name."""
    await player.page.goto(url)
    await write(player, "#name", name)
    await player.page.keyboard.press("Enter")


async def inside(player: Player, label: str) -> None:
    """Wait until a dialog or drawer is open and has the focus."""
    layer = player.page.locator(f'[aria-label="{label}"][tabindex="-1"]')
    await expect(layer).to_be_focused()


async def test_the_lobby_a_new_table_its_owners_dialog_and_chat_need_no_mouse(desk: Desk) -> None:
    ana = await desk.player(SCREEN)
    await come(ana, desk.url, "Ana")
    await write(ana, '.form input[maxlength="60"]', "Keys only")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator(".own .name")).to_be_visible()
    await choose(ana, ".top button:last-child")
    await inside(ana, "Menu")
    for _ in range(40):  # Tab stays inside the dialog
        await ana.page.keyboard.press("Tab")
        assert await ana.page.evaluate("document.activeElement.closest('.dialog') !== null")
    await ana.page.get_by_role("button", name="Run the table").wait_for()
    while await ana.page.evaluate("document.activeElement.textContent") != "Run the table":
        await ana.page.keyboard.press("Tab")
    await ana.page.keyboard.press("Enter")
    await inside(ana, "Run the table")
    await write(ana, '.dialog input[maxlength="60"]', "Keys alone")
    await ana.page.keyboard.press("Enter")
    await ana.until("table.view.opened.title === 'Keys alone'")
    await ana.page.keyboard.press("Escape")
    await expect(ana.page.locator(".dialog")).to_have_count(0)
    await expect(ana.page.locator(".top button:last-child")).to_be_focused()
    await write(ana, ".chat form input", "Good evening")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator(".said")).to_contain_text("Good evening")
    assert ana.problems == []


async def test_a_deal_of_quick_holdem_and_its_replay_need_no_mouse(desk: Desk) -> None:
    options = {"seats": 2, "credit": 1000, "default_stake": 100}
    table = await desk.table("quick-holdem", options=options, settings=CALM)
    ana, bia = await desk.player(SCREEN), await desk.player(SCREEN)
    for player, name in ((ana, "Ana"), (bia, "Bia")):
        await come(player, f"{desk.url}/#{table}", name)
        await choose(player, ".plate.sit")
        await expect(player.page.locator(".own .name")).to_be_visible()
    leader = await whose_turn(ana, bia)
    other = bia if leader is ana else ana
    await write(leader, ".typed input", "250")
    await choose(leader, '.buttons [data-key="F3"]')
    await other.turn()
    await choose(other, '.buttons [data-key="F2"]')
    await expect(leader.page.locator(".banner")).to_be_visible()
    await choose(leader, '.bar [data-key="r"]')
    place = leader.page.locator(".bar .info p").last
    await expect(leader.page.locator(".film")).to_be_visible()
    for key in ("ArrowRight", "ArrowLeft"):  # at either end one of them does nothing
        await leader.page.keyboard.press(key)
    await leader.until("app.ui.playing === false")
    first = await leader.state("app.ui.replay")
    await leader.page.keyboard.press("ArrowRight")
    await leader.until(f"app.ui.replay === {first} + 1")
    await expect(place).to_contain_text(" / ")
    await leader.page.keyboard.press("x")
    await expect(leader.page.locator(".film")).to_have_count(0)
    assert ana.problems == bia.problems == []


async def select(player: Player, *cards: str) -> None:
    """Go to cards of the hand and press Space or Enter on each."""
    if not await player.page.evaluate("document.activeElement.matches('.b-card')"):
        await to(player, ".b-card")
    for number, card in enumerate(cards, 1):
        steps = await player.page.evaluate(STEPS, card)
        for _ in range(abs(steps)):
            await player.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert await player.page.evaluate("document.activeElement.parentElement._key") == card
        assert await player.page.evaluate(SEEN) == ""
        await player.page.keyboard.press(" " if number % 2 else "Enter")
        pressed = player.page.locator('.b-card[aria-pressed="true"]')
        await expect(pressed).to_have_count(number)


async def test_a_turn_of_buraco_draws_lays_a_run_extends_it_and_discards(desk: Desk) -> None:
    table = await desk.table("buraco", **ENDLESS, title="Sunday pairs", bots=BOTS)
    ana = await desk.player(SCREEN)
    await come(ana, f"{desk.url}/#{table}", "Ana")
    await choose(ana, ".bar .primary")
    await until_a_run(ana)
    await ana.page.keyboard.press("1")
    await ana.until("table.prompt?.legal.draw === false && !app.ui.sending")
    await ana.until("table.view.state.phase === 'play'")
    cards = await held(ana)
    found = run_in(cards)
    assert found is not None
    run, further, away = found
    before = await ana.state("table.view.state.runs[table.seat % 2].length")
    await select(ana, *run)
    await ana.page.keyboard.press("n")
    await expect(ana.page.locator("li.staged .b-run")).to_have_count(1)
    await select(ana, further)
    await choose(ana, "li.staged .b-run")
    await expect(ana.page.locator(".b-step")).to_have_count(2)
    await discarded(ana, away)
    faces = json.dumps([card[:2] for card in run])
    lies = f"{faces}.every((face) => one.cards.some((card) => card.startsWith(face)))"
    assert await ana.state(f"table.view.made.runs[table.seat % 2].some((one) => {lies})")
    assert await ana.state("table.view.state.runs[table.seat % 2].length") > before
    assert ana.problems == []


async def discarded(player: Player, card: str) -> None:
    """Discard a card and send the turn, without a refusal."""
    decision = await player.decision()
    await select(player, card)
    await player.page.keyboard.press("d")
    await choose(player, '.b-buttons [data-key="Enter"]')
    await player.until(f"table.prompt?.decision !== {decision} || app.ui.refusal")
    assert await player.state("app.ui.refusal?.message ?? null") is None


async def test_a_round_of_poker_face_is_entered_decided_and_corrected(desk: Desk) -> None:
    table = await desk.table("poker-face", settings=CALM, title="Kitchen")
    ana = await desk.player(SCREEN)
    await come(ana, f"{desk.url}/#{table}", "Ana")
    await choose(ana, ".bar .primary")
    for number, player in enumerate(("Eva", "Bob"), 1):
        await write(ana, ".f-form form input", player)
        await ana.page.keyboard.press("Enter")
        await expect(ana.page.locator(".f-row")).to_have_count(number)
    for row, ranks in ((1, "2 3 4 5 7"), (2, "A A K Q J")):
        await choose(ana, f".f-row:nth-child({row}) .f-name", back=True)
        for number, rank in enumerate(ranks.split()):
            await ana.page.keyboard.press(rank.lower())
            await ana.page.keyboard.press("shdc"[number % 4])
            await expect(ana.page.locator(f".f-row:nth-child({row}) .card")).to_have_count(
                number + 1
            )
    await choose(ana, ".bar .primary")
    money = ana.page.locator(".f-money li")
    await expect(money).to_have_count(2)
    decided = await money.nth(0).inner_text()
    await choose(ana, ".bar .outline", back=True)
    await expect(ana.page.locator(".f-cards .card")).to_have_count(10)
    for row in (1, 2):
        await write(ana, f".f-row:nth-child({row}) .f-bet input", "150")
    await choose(ana, ".bar .primary")
    await expect(money.nth(0)).not_to_have_text(decided)
    assert ana.problems == []
