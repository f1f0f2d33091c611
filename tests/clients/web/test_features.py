"""What a table offers beside the play, in a real browser at a real server."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, Player, whose_turn
from tests.clients.web.checks import violations
from tests.clients.web.test_play import CASH

pytestmark = pytest.mark.exhaustive


async def opened(desk: Desk, how: dict[str, Any], name: str, **fields: Any) -> tuple[Player, str]:
    """A player who opens a table from the page, sits there, and so owns it."""
    player = await desk.player(how)
    await player.enter(desk.url, name)
    await expect(player.page.locator(".lobby")).to_be_visible()
    fields = {"game": "holdem", "settings": CALM, "title": "Friday table", **fields}
    table = await player.page.evaluate(
        "async (fields) => {const {app} = await import(document.querySelector("
        "'script[type=module]').src); const reply = await app.ask('open', fields);"
        "await app.sitAt(reply.table); return reply.table;}",
        fields,
    )
    await expect(player.page.locator(".own .name")).to_be_visible()
    return player, table


async def guest(desk: Desk, how: dict[str, Any], table: str, name: str, *, sit: bool) -> Player:
    """A player with an invitation."""
    player = await desk.player(how)
    await player.enter(f"{desk.url}/#{table}", name)
    await expect(player.page.locator(".felt")).to_be_visible()
    if sit:
        await player.sit()
    return player


async def menu(player: Player, entry: str) -> None:
    """Open the menu and choose."""
    await player.press('.top button:has-text("Menu")')
    await player.press(f'.dialog button:has-text("{entry}")')


async def test_only_the_owner_is_offered_to_run_the_table(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 3})
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    await bia.press('.top button:has-text("Menu")')
    await expect(bia.page.locator(".dialog .menu")).to_be_visible()
    await expect(bia.page.locator('.dialog button:has-text("Run the table")')).to_have_count(0)
    await bia.page.keyboard.press("Escape")
    await menu(ana, "Run the table")
    await ana.press('[aria-label="Hand over: Bia"]')
    await expect(ana.page.get_by_role("dialog")).to_contain_text("Make Bia the owner of the table?")
    await ana.press('.dialog button:has-text("Cancel")')
    assert await ana.state("table.owner")
    await ana.press('[aria-label="Hand over: Bia"]')
    await ana.press('.dialog .primary:has-text("Hand over")')
    await ana.until("table.owner === false")
    await menu(bia, "Run the table")
    await expect(bia.page.locator('.dialog button:has-text("Ban")')).to_be_visible()
    assert ana.problems == bia.problems == []


async def test_the_owner_changes_options_gives_chips_bans_and_closes(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 3})
    bia = await guest(desk, PHONE, table, "Bia", sit=False)
    await menu(ana, "Run the table")
    await ana.press('.dialog button:has-text("Options")')
    await expect(ana.page.get_by_label("Stack", exact=True)).to_have_count(0)
    await ana.page.get_by_label("Big blind", exact=True).fill("20")
    await ana.press('.dialog button:has-text("Change")')
    await ana.until("table.view.opened.options.big_blind === 20")
    await ana.press('[aria-label="Chips: Ana"]')
    await ana.page.get_by_label("Chips, such as 500 or −500").fill("-250")
    await ana.page.get_by_label("Reason").fill("counted wrong")
    await ana.press('.dialog button:has-text("Correct")')
    await ana.until("table.view.state.stacks[0] === 750")
    await bia.sit()
    await ana.press('[aria-label="Ban: Bia"]')
    await expect(ana.page.get_by_role("dialog")).to_contain_text("until you lift the ban")
    assert await bia.state("table.seat") is not None
    await ana.press('.dialog .danger:has-text("Ban")')
    await bia.until("table.seat === null")
    await expect(ana.page.locator(".dialog")).to_contain_text("Bia is banned")
    await ana.press('.dialog button:has-text("Let back in")')
    await ana.until("!table.view.controls?.banned?.length")
    await ana.press('.dialog button:has-text("Close the table")')
    await ana.press('.dialog button:has-text("Press again")')
    await expect(ana.page.locator(".bar .head")).to_have_text("This table is closed")
    await expect(ana.page.locator(".bar")).to_contain_text("The owner closed the table.")
    await ana.press('.bar button:has-text("All tables")')
    await expect(ana.page.locator(".lobby")).to_be_visible()
    assert ana.problems == bia.problems == []


async def test_a_full_table_has_a_waiting_list_that_offers_a_seat(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2})
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    caio = await guest(desk, PHONE, table, "Caio", sit=False)
    await caio.press('.strip button:has-text("Wait for a seat")')
    await expect(caio.page.locator(".strip")).to_contain_text("number 1 on the waiting list")
    await bia.state("app.ask('leave', {table: app.table})")
    await expect(caio.page.locator(".strip")).to_contain_text("A seat is kept for you")
    await caio.press('.strip button:has-text("Take the seat")')
    await caio.until("table.seat !== null")
    assert await ana.state("table.view.state.names.includes('Caio')")
    assert caio.problems == []


async def test_a_guest_who_knocks_sits_down_once_the_owner_agrees(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 3})
    await ana.state("app.ask('lock', {table: app.table})")
    bia = await guest(desk, PHONE, table, "Bia", sit=False)
    caio = await guest(desk, PHONE, table, "Caio", sit=False)
    for one in (bia, caio):
        await one.press('.plate.sit[aria-label$=" 2"]')
        await one.press('.dialog button:has-text("Knock")')
        await expect(one.page.locator(".dialog")).to_contain_text("You sit down as soon as")
    await bia.page.reload()
    await expect(bia.page.locator(".felt")).to_be_visible()
    await menu(ana, "Run the table")
    await ana.press('.row:has-text("Caio knocks") button:has-text("Turn away")')
    await expect(caio.page.locator("#live")).to_contain_text("The owner did not let you in.")
    await ana.press('.row:has-text("Bia knocks") button:has-text("Let in")')
    await bia.until("table.seat !== null")
    await expect(bia.page.locator("[role=dialog]")).to_have_count(0)
    assert await caio.state("table.seat") is None
    assert ana.problems == bia.problems == caio.problems == []


async def test_phrases_and_reactions_reach_everybody_who_does_not_block_them(desk: Desk) -> None:
    ana, table = await opened(desk, SCREEN, "Ana", options={**CASH, "seats": 3})
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    await ana.stop_time()
    await ana.press('.phrases button:has-text("Good luck!")')
    await bia.press('.top button:has-text("Chat")')
    await expect(bia.page.locator(".said")).to_contain_text("Good luck!")
    await bia.press('.reactions [aria-label="Applaud"]')
    await expect(ana.page.locator(".reaction")).to_have_text("👏")
    await ana.press('.drawer button:has-text("Players")')
    await ana.press('[aria-label="Block: Bia"]')
    await expect(ana.page.locator('[aria-label="Unblock: Bia"]')).to_be_visible()
    await bia.press('.phrases button:has-text("Sorry!")')
    await expect(bia.page.locator(".said")).to_contain_text("Sorry!")
    assert "Sorry" not in await ana.page.locator(".said").inner_text()
    assert ana.problems == bia.problems == []


async def test_house_rules_are_buttons(desk: Desk) -> None:
    rules = {"rabbit_hunt": True, "bomb_vote": True, "straddle": True, "show_one": True}
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2, **rules})
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    await desk.first_hand(ana, bia)
    first = await whose_turn(ana, bia)
    other = bia if first is ana else ana
    await other.press('.switches label:has-text("Straddle")')
    await other.until("table.view.state.house.straddling?.[table.seat] === true")
    await other.press('.switches label:has-text("Hide my cards")')
    await expect(other.page.locator(".own .card.face")).to_have_count(0)
    await first.do("F1")
    await expect(other.page.locator('.bar button:has-text("Bomb pot next")')).to_be_visible()
    await other.press('.bar button:has-text("Rabbit hunt")')
    await expect(first.page.locator(".board .card.face")).to_have_count(5)
    await other.press('.bar button:has-text("Show ") >> nth=1')
    await other.until("(table.view.state.house.bared ?? []).some((one) => one.length)")
    await other.press('.bar button:has-text("Bomb pot next")')
    await other.until("table.view.state.house.votes?.[table.seat] === true")
    assert ana.problems == bia.problems == []


async def test_both_boards_are_shown_when_an_all_in_is_run_twice(desk: Desk) -> None:
    ana, table = await opened(
        desk, PHONE, "Ana", options={**CASH, "seats": 2, "run_it_twice": True}
    )
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    await desk.first_hand(ana, bia)
    first = await whose_turn(ana, bia)
    await first.press('.presets [data-preset="max"]')
    await first.do("F3")
    await (await whose_turn(ana, bia)).do("F2")
    await (await whose_turn(ana, bia)).answer('.buttons button:has-text("Run it twice")')
    last = await whose_turn(ana, bia)
    other = bia if last is ana else ana
    await other.stop_time()
    await last.answer('.buttons button:has-text("Run it twice")')
    # The cards are turned street by street, with the chances of both.
    await expect(other.page.locator(".chances li")).not_to_have_count(0)
    await expect(other.page.locator(".banner")).to_have_count(0)
    await other.until("app.ui.frames === null || (app.set({stepped: 0}), false)")
    await expect(other.page.locator(".banner")).to_be_visible()
    await expect(ana.page.locator(".board.twice")).to_have_count(2)
    await expect(ana.page.locator(".board.twice .card.face")).to_have_count(10)
    # The replay goes event by event, though the server told of all streets at once.
    await ana.press('.bar button:has-text("Replay")')
    await expect(ana.page.locator(".film")).to_be_visible()
    boards = await ana.state("app.ui.frames.map(({view}) => view.state.board.length)")
    assert {0, 3, 4, 5} <= set(boards)
    assert ana.problems == bia.problems == []


async def test_a_table_that_waits_for_its_store_says_so(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2})
    start_of_message = (
        f"{{type: 'table_waiting', table: '{table}', since_ms: 1, now_ms: 9001, reason: "
    )
    await ana.stop_time()
    await ana.state(f"app.told({start_of_message}'store_full'}})")
    await expect(ana.page.locator(".strip")).to_contain_text("disk is full")
    await ana.state(f"app.told({start_of_message}null}})")
    await expect(ana.page.locator(".strip")).to_have_count(0)
    await expect(ana.page.locator(".notice")).to_have_text("Play goes on after 9 s.")
    await menu(ana, "Invite")
    boxes = [await ana.page.locator(one).bounding_box() for one in (".notice", ".dialog")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "a notice covers no dialog"


async def test_chips_asked_for_during_a_hand_are_added_when_it_is_over(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2}, settings=CALM)
    bia = await guest(desk, SCREEN, table, "Bia", sit=True)

    async def wish(amount: str) -> None:
        await menu(ana, "Add chips")
        await ana.page.locator(".dialog input").fill(amount)
        await ana.press(".dialog .primary")

    await desk.first_hand(ana, bia)
    await whose_turn(ana, bia)
    added = "table.lines.filter(({text}) => text === 'Ana adds 70').length"
    await wish("90")
    await expect(ana.page.locator(".notice")).to_contain_text(
        "90 chips are added when this hand is over."
    )
    await menu(ana, "Add chips")
    await ana.press('.dialog button:has-text("Do not add 90")')
    await (await whose_turn(ana, bia)).do("F1")
    await desk.first_hand(ana, bia)  # the pause passes, and the next hand is dealt
    await ana.until("table.view.state.hand === 2 && table.view.turn !== undefined")
    assert await ana.state("table.lines.some(({text}) => text.startsWith('Ana adds'))") is False
    await wish("70")
    await ana.until("table.adding === 70")
    assert await ana.state(added) == 0
    await (await whose_turn(ana, bia)).do("F1")
    await ana.until(f"{added} === 1")
    await desk.first_hand(ana, bia)
    await ana.until("table.view.state.hand === 3")
    assert await ana.state(added) == 1
    assert ana.problems == bia.problems == []


async def test_a_game_that_waits_for_its_seats_says_so_and_has_no_last_hand(desk: Desk) -> None:
    ana, table = await opened(desk, PHONE, "Ana", options={"seats": 3}, settings=CALM)
    bia = await guest(desk, SCREEN, table, "Bia", sit=True)
    for player in (ana, bia):
        await expect(player.page.locator(".bar .head")).to_have_text("Waiting for players")
        await expect(player.page.locator(".bar").get_by_text("Add a bot")).to_be_visible()
    await expect(bia.page.locator(".top").get_by_text("Last hand")).to_have_count(0)
    await ana.press('.top button:has-text("Menu")')
    await expect(ana.page.locator(".menu").get_by_text("House rules")).to_be_visible()
    await expect(ana.page.locator(".menu").get_by_text("Last hand")).to_have_count(0)
    assert ana.problems == bia.problems == []


async def test_ledger_statistics_and_an_earlier_hand_are_shown(desk: Desk) -> None:
    settings = {**CALM, "pause_ms": 0}
    ana, table = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2}, settings=settings)
    bia = await guest(desk, SCREEN, table, "constructor", sit=True)  # a name in JavaScript too
    await ana.until("table.view.state.hands[table.seat]?.length === 2")
    cards = await ana.state("table.view.state.hands[table.seat]")
    for _ in range(2):
        await (await whose_turn(ana, bia)).do("F1")
    await ana.until("table.view.state.hand === 3")
    await menu(ana, "Ledger")
    await expect(ana.page.locator(".book tbody tr")).to_have_count(3)
    lines = ana.page.locator(".plot svg[role=img] path[class^=line]")
    await expect(lines).to_have_count(2)
    # A result changes at a deal, not between two.
    await expect(lines.first).to_have_attribute("d", re.compile(r"^M0 \d+(H\d+V\d+)+$"))
    await ana.page.keyboard.press("Escape")
    await menu(ana, "Statistics")
    row = ana.page.locator(".book tr", has_text="hands won")
    await expect(row).to_contain_text("50.0%")
    # One small blind lost and one won, in spans of a round width.
    await expect(ana.page.locator(".spans b").get_by_text("1", exact=True)).to_have_count(2)
    await ana.press('.dialog button:has-text("constructor")')
    await expect(row).to_contain_text("50.0%")
    await ana.page.keyboard.press("Escape")
    await menu(ana, "Earlier hands")
    # The cards that drew the button were a deal and no hand.
    await expect(ana.page.locator(".book li span.grow")).to_have_text(["Hand 2", "Hand 1"])
    await ana.press('.book button:has-text("Check the shuffle")')
    await expect(ana.page.locator(".book [role=status]")).to_have_text(
        re.compile(r"^Deal 3: the 2 cards .* before the deal\. Ana, constructor cut the deck\.$")
    )
    await ana.press('.book button:has-text("Hand 1")')
    await expect(ana.page.locator(".bar .head")).to_have_text("Hand 1")
    frames = "app.ui.frames.map(({view}) => view.state.hands)"
    assert cards in [hands[0] for hands in await ana.state(frames)]
    assert all(set(hands[1]) <= {"??"} for hands in await ana.state(frames))
    await ana.press('.film [aria-label="Next"]')
    await ana.press('.film button:has-text("Close")')
    await expect(ana.page.locator(".film")).to_have_count(0)
    assert ana.problems == bia.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_the_coach_of_a_hand_is_shown_at_a_table_with_advice(
    desk: Desk, how: dict[str, Any]
) -> None:
    settings = {**CALM, "advice": "everyone"}
    ana, table = await opened(desk, how, "Ana", options={**CASH, "seats": 2}, settings=settings)
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    await desk.first_hand(ana, bia)
    first = await whose_turn(ana, bia)
    other = bia if first is ana else ana
    for player in (first, other):
        await player.press('.top [data-key="F6"]')
    await expect(first.page.locator(".coach")).to_contain_text("of the pot on average")
    await expect(first.page.locator(".coach tbody tr")).to_have_count(9)
    await expect(first.page.locator(".coach")).not_to_contain_text("Royal flush")
    await expect(other.page.locator(".coach")).to_have_text("The coach counts at your decisions.")
    # The figures need the room of the phrases.
    await expect(first.page.locator(".phrases:visible")).to_have_count(0)
    assert ana.problems == bia.problems == []


async def test_earlier_lines_and_what_is_read_aloud_follow_the_language_and_the_log(
    desk: Desk,
) -> None:
    ana, _ = await opened(desk, SCREEN, "Ana", options={**CASH, "seats": 2})
    await expect(ana.page.locator(".log li").first).to_have_text("Ana sits down")
    await ana.state("app.configure({language: 'de'})")
    await expect(ana.page.locator(".log li").first).to_have_text("Ana setzt sich")
    happened = """(one, times) => app.told({type: 'events', table: table.id, epoch: 1, first: 9,
      events: Array.from({length: times}, () => ({type: 'seat_taken', name: one}))})"""
    await ana.state(f"(({happened})('Eva', 500), ({happened})('Rui', 1), 1)")
    # The log keeps no more than 400 lines; the newest one is read aloud all the same.
    await expect(ana.page.locator("#live")).to_contain_text("Rui setzt sich")
    await ana.state("app.configure({language: 'en'})")
    await expect(ana.page.locator(".log li").last).to_have_text("Rui sits down")
    assert ana.problems == []


async def test_the_coach_of_a_buraco_turn_is_shown(desk: Desk) -> None:
    settings = {**CALM, "advice": "everyone"}
    table = await desk.table("buraco", settings=settings, bots=("buraco-random",) * 3)
    ana = await desk.player(PHONE)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await expect(ana.page.locator(".b-draw")).to_be_visible()
    await ana.press('.top [data-key="F6"]')
    await expect(ana.page.locator(".coach")).to_contain_text("Stock or pile")
    await expect(ana.page.locator(".coach .best")).to_contain_text("best")
    await expect(ana.page.locator(".coach .best")).to_contain_text("goes out")
    await expect(ana.page.locator(".coach .best .b-interval")).to_be_visible()
    soon = ana.page.locator(".coach p", has_text="We take a morto within 2 turns")
    await expect(soon.locator("b")).to_have_text(re.compile(r"^[\d.]+%$"))
    fits = """(app.advice.answer.ways = [
      {...app.advice.answer.ways[0], plan: [['draw', null, []]], fits: 314000},
      {...app.advice.answer.ways[0], plan: [['take', null, []]], fits: 2000000}], app.draw(), 1)"""
    await ana.state(fits)
    first, second = (
        ana.page.locator(".b-ways li .grow").nth(0),
        ana.page.locator(".b-ways li").nth(1),
    )
    await expect(first).to_have_text("Draw from the stock · fits a run 31.4%")
    await expect(second).to_contain_text(re.compile(r"^Take the pile · fits a run 2/\d+"))
    await expect(ana.page.locator(".comes")).to_have_count(0)
    await ana.press('.coach button:has-text("Each card")')
    await expect(ana.page.locator(".comes th[scope=row]").get_by_text("♠")).to_be_visible()
    await expect(ana.page.locator(".coach .best")).to_have_count(0)
    below = re.compile(r"Any wild [\d.]+%\u2003· cannot come$")
    await expect(ana.page.locator(".coach .of", has_text="Any wild")).to_have_text(below)
    await ana.press('.coach button:has-text("Stock or pile")')
    await ana.page.keyboard.press("Escape")
    await ana.press(".b-draw")
    await ana.press('.top [data-key="F6"]')
    await expect(ana.page.locator(".coach")).to_contain_text("Arrangements")
    # A card and its figure stay together.
    await ana.press('.coach button:has-text("Each card")')
    figures = "document.querySelector('.coach')?.textContent"
    await ana.until(f"/[♠♥♦♣]\\ufe0e\\u00a0[0-9]+ · /.test({figures})")
    await expect(ana.page.locator(".b-figure")).to_have_count(0)
    await ana.page.set_viewport_size({"width": 1440, "height": 900})
    await expect(ana.page.locator(".b-figure.best").first).to_have_text("best")
    assert await violations(ana) == []
    assert ana.problems == []


async def test_a_table_without_advice_has_no_coach(desk: Desk) -> None:
    ana, _ = await opened(desk, PHONE, "Ana", options={**CASH, "seats": 2})
    await expect(ana.page.locator('.top [data-key="F6"]')).to_have_count(0)


async def test_everybody_can_read_the_house_rules(desk: Desk) -> None:
    options = {**CASH, "seats": 2, "straddle": True}
    settings = {**CALM, "decision_ms": 60_000}
    _, table = await opened(desk, PHONE, "Ana", options=options, settings=settings)
    bia = await guest(desk, PHONE, table, "Bia", sit=False)
    await menu(bia, "House rules")
    book = bia.page.locator(".book")
    await expect(book).to_contain_text("The seat left of the big blind may straddle")
    await expect(book).to_contain_text("A decision has 1 minute.")
    await expect(book).to_contain_text("Bomb pot: A hand without blinds")
    await bia.state("app.set({dialog: null})")
    await bia.state("app.configure({language: 'de'})")
    await bia.state("app.set({dialog: 'rules'})")
    await expect(book).to_contain_text("Für jede Entscheidung gibt es 1 Minute.")
    await expect(book).to_contain_text("Bomb Pot: Eine Hand ohne Blinds")
    assert bia.problems == []


async def _no_violation(player: Player, page: str) -> None:
    for theme in ("light", "contrast", "dark"):
        await player.state(f"app.configure({{theme: '{theme}'}})")
        assert await violations(player) == [], (page, theme)


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_axe_finds_nothing_on_rare_pages(desk: Desk, how: dict[str, Any]) -> None:
    settings = {**CALM, "advice": "everyone"}
    ana, table = await opened(desk, how, "Ana", options={**CASH, "seats": 2}, settings=settings)
    bia = await guest(desk, PHONE, table, "Bia", sit=True)
    caio = await guest(desk, how, table, "Caio", sit=False)
    await expect(caio.page.locator(".strip")).to_be_visible()
    assert await violations(caio) == []
    await desk.first_hand(ana, bia)
    first = await whose_turn(ana, bia)
    await first.do("F1")
    for dialog in ("ledger", "statistics", "hands", "rules", "owner", "change", "correct"):
        await ana.state(f"app.set({{dialog: '{dialog}', target: 0}})")
        shown = ana.page.locator("[role=dialog]:not(.drawer)")
        await expect(shown).to_be_visible()
        await expect(shown).not_to_contain_text("Loading")
        await _no_violation(ana, dialog)
    for drawer in ("coach", "chat", "players"):
        await ana.state(f"app.set({{dialog: null, drawer: '{drawer}'}})")
        await expect(ana.page.locator(".drawer")).to_be_visible()
        await _no_violation(ana, drawer)
    assert ana.problems == []


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
async def test_the_place_of_a_wild_is_chosen_where_two_are_legal(
    desk: Desk, how: dict[str, Any]
) -> None:
    table = await desk.table(
        "buraco", preset="italiano", settings=CALM, bots=("buraco-random",) * 3
    )
    ana = await desk.player(how)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await expect(ana.page.locator(".b-hand .b-card").first).to_be_visible()
    # Which cards come is chance: the server is asked about a run that nobody need hold.
    action = "{type: 'meld', cards: ['4S', '5S', 'JKR']}"
    ask = f"app.ask('ways', {{table: app.table, action: {action}}})"
    ways = await ana.state(f"(await {ask}).result.ways")
    assert len(ways) == 2
    step = "{kind: 'meld', cards: ['4S', '5S', 'JKR'], run: 0}"
    next_ = f"{{selected: [], steps: [{step}], sort: 'suit', own: [], unfolded: [], refused: []}}"
    await ana.state(
        f"app.set({{dialog: 'wild', wild: {{next: {next_}, ways: {json.dumps(ways)}}}}})"
    )
    await expect(ana.page.locator(".b-way")).to_have_count(2)
    await expect(ana.page.locator(".b-way .wild")).to_have_count(2)
    assert await violations(ana) == []
    await ana.press(".b-way >> nth=1")
    await expect(ana.page.locator("[role=dialog]:not(.drawer)")).to_have_count(0)
    assert "=" in "".join(await ana.state("app.ui.staging.steps[0].cards"))
    assert ana.problems == []
