"""Buraco in a real browser, at a real server."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, Player
from tests.clients.web.played import sunday
from tests.clients.web.screens import played

pytestmark = pytest.mark.exhaustive

BOTS = ("buraco-random",) * 3

ENDLESS: dict[str, Any] = {"settings": {**CALM, "pause_ms": 0}, "options": {"last_turn": "none"}}
"""Should a deal bring no run, the next one follows, and every turn can draw from the stock."""


async def seated(desk: Desk, how: dict[str, Any], **fields: Any) -> Player:
    """A player whose turn it is, with three bots."""
    fields = {"settings": CALM, **fields}
    table = await desk.table("buraco", **fields, title="Sunday pairs", bots=BOTS)
    ana = await desk.player(how)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await expect(ana.page.locator(".b-draw")).to_be_visible()
    return ana


def hand(player: Player) -> Any:
    return player.page.locator(".b-hand .b-card")


async def test_a_player_who_waits_for_others_can_invite_them(desk: Desk) -> None:
    table = await desk.table("buraco", settings=CALM)
    ana = await desk.player(PHONE)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await ana.press('.bar button:has-text("Invite")')
    await expect(ana.page.locator(".bigcode")).to_have_text(table)
    assert ana.problems == []


async def test_a_turn_is_drawn_staged_refused_undone_and_sent_with_taps(desk: Desk) -> None:
    ana = await seated(desk, PHONE)
    await expect(hand(ana)).to_have_count(11)
    # All bots of this game are called buraco-something; a phone has room for the rest.
    await expect(ana.page.locator(".b-who b")).to_have_text([re.compile("^random")] * 3)
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
    await sent(ana)
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
    await sent(ana)
    assert await ana.state("table.view.state.hands[table.seat].length") == 11
    assert ana.problems == []


async def test_a_turn_is_played_by_keys_and_by_dragging(desk: Desk) -> None:
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
    await sent(ana, by_key=True)
    assert ana.problems == []


async def held(player: Player) -> list[str]:
    """The cards of the hand as they are shown, in their order."""
    found: list[str] = await player.page.evaluate(
        "[...document.querySelectorAll('.b-hand li')].map((one) => one._key)"
    )
    return found


CHOSEN = (
    "[...document.querySelectorAll('.b-hand li')]"
    ".filter((one) => one.querySelector('[aria-pressed=true]')).map((one) => one._key).sort()"
)


async def select(player: Player, *cards: str) -> None:
    """Select cards of the hand, each pressed once."""
    for card in cards:
        number = (await held(player)).index(card)
        wanted = sorted([*await player.state(CHOSEN), card])
        await player.touch(hand(player).nth(number))
        await player.until(f"String({CHOSEN}) === '{','.join(wanted)}'")


RANKS = "A23456789TJQKA"


def run_in(hand: list[str]) -> tuple[list[str], str, str] | None:
    """Three cards of a run, one that goes on, and one to discard; None without a run."""
    for suit in "SHDC":
        have = {card[0]: card for card in hand if card[1] == suit and not card.startswith("JKR")}
        for low in range(2, 11):
            run = [have.get(rank) for rank in RANKS[low : low + 3]]
            if None in run:
                continue
            natural = (have.get(RANKS[low + 3]), have.get(RANKS[low - 1]) if low > 2 else None)
            wild = (card for card in hand if card.startswith(("JKR", "2")))
            further = next((card for card in (*natural, *wild) if card is not None), None)
            cards = [card for card in run if card is not None]
            if further is not None:
                rest = [card for card in hand if card not in (*cards, further)]
                return cards, further, lonely(rest)
    return None


def lonely(hand: list[str]) -> str:
    """The card that has the fewest neighbours in its suit; a wild one last."""

    def worth(card: str) -> int:
        if card.startswith(("JKR", "2")):
            return 100
        at = RANKS.index(card[0])
        near = RANKS[max(0, at - 2) : at + 3].replace(card[0], "")
        return sum(other[1] == card[1] and other[0] in near for other in hand)

    return min(hand, key=worth)


PLENTY = 8
"""A stock of more cards than this lasts until the player's next turn: the deal goes on so long."""

HAND = "table.view.state.hands[table.seat]"


async def until_a_run(player: Player) -> None:
    """Let turns pass until one begins with a run in the hand, in a deal that goes on after it.

    Which cards come is chance, and this may take some deals: the page plays them by itself.
    """
    while True:
        await player.until("table.prompt !== null && table.view.state.phase === 'draw'")
        lasts = await player.state(f"table.view.state.stock.length > {PLENTY}")
        if lasts and run_in(await player.state(HAND)):
            return
        await act(player, {"type": "draw"})
        await player.until("table.prompt !== null")
        await act(player, {"type": "discard", "card": lonely(await player.state(HAND))})


async def act(player: Player, action: dict[str, Any]) -> None:
    """Do something without a press, and wait until it is done."""
    decision = await player.decision()
    fields = json.dumps({"decision": decision, "action": action})
    await player.state(f"app.ask('act', {{table: app.table, ...{fields}}})")
    await player.until(f"table.prompt?.decision !== {decision}")


async def discard(player: Player, card: str) -> None:
    """Discard and send the turn, without a refusal."""
    await select(player, card)
    await player.press('.b-buttons [data-key="d"]')
    await sent(player)


async def sent(player: Player, *, by_key: bool = False) -> None:
    """Send the turn, and wait until it is over: the bots may have moved by then."""
    decision = await player.decision()
    if by_key:
        await send_by_key(player)
    else:
        await player.press(".b-buttons .primary")
    await player.until(f"table.prompt?.decision !== {decision} || app.ui.refusal")
    assert await player.state("app.ui.refusal?.message ?? null") is None


async def send_by_key(player: Player) -> None:
    """Press the key that sends the turn when it does: before a reply is there it does not."""
    await expect(player.page.locator('.b-buttons [data-key="Enter"]')).to_be_enabled()
    await player.page.keyboard.press("Enter")


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_run_is_laid_extended_taken_back_and_sent_with_a_discard(
    desk: Desk, how: dict[str, Any]
) -> None:
    ana = await seated(desk, how, **ENDLESS)
    await until_a_run(ana)
    await ana.press('.b-buttons .primary:has-text("Draw")')
    await ana.until("table.prompt?.legal.draw === false && !app.ui.sending")
    await ana.until("table.view.state.phase === 'play'")
    cards = await held(ana)
    found = run_in(cards)
    assert found is not None
    run, further, away = found
    before = await ana.state("table.view.state.runs[table.seat % 2].length")
    await select(ana, *run)
    await ana.press(".b-new button")
    steps = ana.page.locator(".b-step")
    await expect(steps).to_have_count(1)
    await expect(hand(ana)).to_have_count(len(cards) - 3)
    await ana.press('.b-buttons [data-key="z"]')
    await expect(steps).to_have_count(0)
    await expect(hand(ana)).to_have_count(len(cards))
    await select(ana, *run)
    await ana.press(".b-new button")
    laid = ana.page.locator("li.staged .b-run")
    await expect(laid).to_have_count(1)
    await select(ana, further)
    await ana.press("li.staged .b-run")
    await expect(steps).to_have_count(2)
    await expect(hand(ana)).to_have_count(len(cards) - 4)
    await discard(ana, away)
    faces = json.dumps([card[:2] for card in run])
    lies = f"{faces}.every((face) => one.cards.some((card) => card.startsWith(face)))"
    assert await ana.state(f"table.view.made.runs[table.seat % 2].some((one) => {lies})")
    assert await ana.state("table.view.state.runs[table.seat % 2].length") > before
    await expect(hand(ana)).to_have_count(len(cards) - 5)
    await expect(ana.page.locator("li.staged")).to_have_count(0)
    assert ana.problems == []


async def play_turn(ana: Player, *, keys: bool) -> None:
    """Draw, discard the last card of the hand, send: with taps, or with keys and the mouse."""
    await ana.until("!app.ui.sending")  # what is asked may come before the reply
    decision = await ana.decision()
    if await ana.page.locator(".b-buttons .primary:not([disabled])").count() == 0:
        await ana.press(".b-buttons button:not([disabled])")  # the stock is empty
    elif keys:
        await ana.page.keyboard.press("1")
    else:
        await ana.press(".b-buttons .primary")
    await ana.until(f"table.prompt?.decision !== {decision}")
    # The reply may come before what is asked next; without a turn the last one was declined.
    await ana.until("table.prompt !== null || table.view.turn !== table.seat")
    if await ana.state("table.prompt === null"):
        return
    decision = await ana.decision()
    for card in reversed(await held(ana)):
        await select(ana, card)
        if keys:
            await ana.page.keyboard.press("d")
            await expect(ana.page.locator(".b-step")).to_have_count(1)
            await send_by_key(ana)
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


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_a_whole_deal_is_played_from_the_first_card_to_the_score_sheet(
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
    await expect(sheet.get_by_text("Going out (batida)")).to_be_visible()
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


async def test_a_watcher_reads_the_names_of_the_pairs(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    for situation in ("turn", "over"):
        await played(player, desk.url, sunday(situation, None))
        text = await player.page.locator("#app").inner_text()
        assert {"Marta & Bia", "Rui & Jonas"} <= set(re.findall(r"\w+ & \w+", text)), situation
        assert not re.search(r"\b(Us|Them|Our|Their|partner|opponent|you lead)\b", text), text
    assert player.problems == []
