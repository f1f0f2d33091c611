"""Coming back: the same seat at the same decision, never twice."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, Player
from tests.e2e.processes import Server
from tests.faults.proxy import Proxy
from tests.ports import HeldPort

from carteado.server.app import Running, running
from carteado.server.ops.config import Settings

pytestmark = pytest.mark.exhaustive

AT_ONCE = {**CALM, "pause_ms": 0}
"""A table that deals at once."""

HEADS_UP = {"format": "cash", "stack": 1000, "small_blind": 5, "big_blind": 10, "seats": 2}


async def at_turn(desk: Desk) -> Player:
    """A player with an open decision, against a bot."""
    table = await desk.table(options=HEADS_UP, settings=AT_ONCE, bots=("caller",))
    ana = await desk.player(PHONE)
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.sit()
    await ana.turn()
    return ana


async def known_to_page(ana: Player) -> list[object]:
    """What has to be the same afterwards."""
    found: list[object] = await ana.state(
        "[table.seat, table.view.state.hands[table.seat], table.prompt?.decision]"
    )
    return found


async def test_a_cut_socket_is_opened_again_at_the_same_decision(desk: Desk) -> None:
    ana = await at_turn(desk)
    before = await known_to_page(ana)
    await ana.state("(table.mark = 1, app.session.socket.socket.onclose({code: 1006, reason: ''}))")
    await expect(ana.page.locator(".turn-actions")).to_be_visible()
    assert await known_to_page(ana) == before
    await ana.do("F2")
    assert ana.problems == []


async def test_a_reload_comes_back_to_the_seat_without_a_tap(desk: Desk) -> None:
    ana = await at_turn(desk)
    before = await known_to_page(ana)
    await ana.page.reload()
    await ana.turn()
    assert await known_to_page(ana) == before
    await ana.do("F2")


async def test_an_action_without_a_reply_is_carried_out_once(desk: Desk) -> None:
    ana = await at_turn(desk)
    # The action goes out, and the connection breaks before anything comes back.
    await ana.state("(app.session.socket.socket.onmessage = null, 1)")
    await ana.press('.buttons [data-key="F2"]:not([aria-disabled])')
    await ana.state("app.session.socket.gone({code: 1006, reason: ''})")
    await ana.until("app.session.ready && app.session.pending.size === 0")
    # The reply may come before the events that were missed.
    acted = "table.lines.filter(({text}) => /^Ana (calls|checks)/.test(text)).length"
    await ana.until(f"{acted} > 0")
    assert await ana.state(acted) == 1


async def test_another_invitation_leads_to_its_table_before_and_after_the_name(desk: Desk) -> None:
    friday, sunday = await desk.table(), await desk.table()
    ana = await desk.player(PHONE)
    words = asyncio.Event()

    async def slow(route: Route) -> None:
        await words.wait()
        await route.continue_()

    await ana.page.route("**/words-*.js", slow)
    await ana.page.goto(f"{desk.url}/#{friday}")
    await ana.page.evaluate(f"location.hash = {sunday!r}")
    words.set()  # a slow phone has only now all of the page
    await ana.page.fill("#name", "Ana")
    await ana.press("button[type=submit]")
    await ana.until(f"app.session?.ready && table?.id === {sunday!r}")
    await ana.state("(app.session.socket.stop(), app.wentAway())")
    await ana.page.go_back()
    await ana.until(f"app.table === {friday!r}")
    await ana.state("app.session.start()")
    await ana.until(f"app.session.ready && table?.view && table.id === {friday!r}")
    assert ana.problems == []


async def test_a_spectator_comes_back_to_a_server_that_forgot_them(browser: Browser) -> None:
    port = HeldPort()
    settings = Settings(
        host="127.0.0.1", port=port.number, store="memory:", announce=False, tables=False,
        stop_seconds=1,
    )  # fmt: skip
    desk = Desk(f"http://127.0.0.1:{port.number}", browser)
    try:
        ana = await desk.player(PHONE)
        async with running(settings):
            await ana.enter(desk.url, "Ana")
            await ana.until("app.session?.ready")
            await ana.page.goto("about:blank")
        async with running(settings):
            await ana.page.goto(f"{desk.url}/#{await desk.table()}")
            await expect(ana.page.locator(".plate.sit").first).to_be_visible()
    finally:
        await desk.close()
        port.let_go()


async def test_a_second_tab_offers_to_take_over(desk: Desk) -> None:
    ana = await at_turn(desk)
    context = ana.page.context
    second = Player(await context.new_page(), touch=True)
    await second.page.goto(ana.page.url)
    await expect(second.page.locator("h1")).to_have_text("You play elsewhere now")
    await second.press("button.primary")
    await second.turn()
    await expect(ana.page.locator("h1")).to_have_text("You play elsewhere now")
    assert ana.problems == second.problems == []


async def test_a_second_tab_that_asks_for_a_name_learns_that_the_first_one_plays(
    desk: Desk,
) -> None:
    table = await desk.table(options=HEADS_UP, settings=AT_ONCE, bots=("caller",))
    ana = await desk.player(PHONE)
    second = Player(await ana.page.context.new_page(), touch=True)
    await second.page.goto(f"{desk.url}/#{table}")
    await expect(second.page.locator("#name")).to_be_visible()
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await expect(second.page.locator("h1")).to_have_text("You play elsewhere now")
    await ana.sit()
    await second.press("button.primary")
    await second.turn()
    await expect(ana.page.locator("h1")).to_have_text("You play elsewhere now")
    assert ana.problems == second.problems == []


async def test_a_tab_that_was_frozen_does_not_take_the_seat_back(desk: Desk) -> None:
    ana = await at_turn(desk)
    second = Player(await ana.page.context.new_page(), touch=True)
    await second.page.goto(ana.page.url)
    await expect(second.page.locator("h1")).to_have_text("You play elsewhere now")
    devtools = await ana.page.context.new_cdp_session(ana.page)
    # A frozen page runs nothing: it hears neither the other tab nor the end of its connection.
    await ana.state("(app.session.socket.socket.onclose = null, 1)")
    await devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    await second.press("button.primary")
    await second.turn()
    await devtools.send("Page.setWebLifecycleState", {"state": "active"})
    await expect(ana.page.locator("h1")).to_have_text("You play elsewhere now")
    assert await second.state("app.status") == "ready"
    await ana.press("button.primary")
    await ana.turn()
    await expect(second.page.locator("h1")).to_have_text("You play elsewhere now")
    assert ana.problems == second.problems == []


async def test_a_tab_that_heard_nothing_asks_before_it_takes_the_seat_back(desk: Desk) -> None:
    ana = await at_turn(desk)
    second = Player(await ana.page.context.new_page(), touch=True)
    await second.page.goto(ana.page.url)
    await ana.state("(app.session.socket.socket.onclose = null, app.status = 'lost', 1)")
    # The browser dropped what the second tab says of itself.
    await second.state("(app.tabs.tell = () => null, 1)")
    await second.press("button.primary")
    await second.turn()
    await ana.state("(app.session.socket.restart(), 1)")
    await expect(ana.page.locator("h1")).to_have_text("You play elsewhere now")
    assert await second.state("app.status") == "ready"
    assert ana.problems == second.problems == []


async def test_a_page_that_wakes_on_another_device_does_not_take_the_seat_back(desk: Desk) -> None:
    phone = await at_turn(desk)
    before = await known_to_page(phone)
    kept = await phone.page.context.storage_state()
    # The same player on another device, as after a login.
    laptop = await desk.player(SCREEN, storage_state=kept)
    # The phone sleeps: it does not hear that its connection ends.
    await phone.state("(app.session.socket.socket.onclose = null, 1)")
    await laptop.page.goto(phone.page.url)
    await laptop.turn()
    for wakes in ("app.session.socket.restart()", "location.reload()"):
        await phone.state(f"({wakes}, 1)")
        await expect(phone.page.locator("h1")).to_have_text("You play elsewhere now")
        assert await laptop.state("app.status") == "ready"
    # A short loss of its own does not cost the laptop its seat.
    await laptop.state("(app.session.socket.socket.onclose({code: 1006, reason: ''}), 1)")
    await laptop.until("app.session.ready && table.prompt !== null")
    await phone.press("button.primary")
    await phone.turn()
    assert await known_to_page(phone) == before
    await expect(laptop.page.locator("h1")).to_have_text("You play elsewhere now")
    await phone.do("F2")
    assert phone.problems == laptop.problems == []


async def resumed(ana: Player, before: list[object]) -> None:
    """Wait for a connection in place of `window.old`, with the same decision, and answer it."""
    await ana.until("app.session.socket.socket !== window.old && app.session.ready")
    await ana.until("table.prompt !== null")
    assert await known_to_page(ana) == before
    await ana.do("F2")
    assert ana.problems == []


async def test_a_change_of_network_in_the_foreground_keeps_the_decision(
    server: Running, browser: Browser
) -> None:
    """The phone is locked and gets another Wi-Fi, and its page was never told to be hidden."""
    async with Proxy(server.port) as line:
        desk = Desk(f"http://127.0.0.1:{line.port}", browser)
        ana = await at_turn(desk)
        before = await known_to_page(ana)
        await ana.page.context.set_offline(True)
        line.forget()
        await ana.state("(window.old = app.session.socket.socket, 1)")
        await ana.page.context.set_offline(False)
        await resumed(ana, before)
        await desk.close()


async def test_a_page_that_is_older_than_its_server_offers_to_reload(desk: Desk) -> None:
    ana = await at_turn(desk)
    strip = ana.page.locator(".strip", has_text="This server has a newer page.")
    await ana.page.route(
        desk.url + "/",
        lambda route: route.fulfill(body='<script src="/-/0123456789abcdef/main.js">'),
    )
    await ana.state("(app.session.socket.socket.onclose({code: 1006, reason: ''}), 1)")
    await expect(strip).to_be_visible()
    await ana.page.unroute(desk.url + "/")
    await strip.get_by_role("button", name="Reload").click()
    await ana.turn()
    await ana.until("app.outdated === false")
    await expect(strip).to_have_count(0)
    assert ana.problems == []


async def test_a_tab_that_was_frozen_has_the_same_decision(
    server: Running, browser: Browser
) -> None:
    """The page's process sleeps while its connection dies, and no event tells of it."""
    async with Proxy(server.port) as line:
        desk = Desk(f"http://127.0.0.1:{line.port}", browser)
        ana = await at_turn(desk)
        before = await known_to_page(ana)
        await ana.state("(window.old = app.session.socket.socket, 1)")
        devtools = await browser.new_browser_cdp_session()
        processes = (await devtools.send("SystemInfo.getProcessInfo"))["processInfo"]
        renderers = [one["id"] for one in processes if one["type"] == "renderer"]
        assert renderers
        for pid in renderers:
            os.kill(pid, signal.SIGSTOP)
        line.forget()
        for pid in renderers:
            os.kill(pid, signal.SIGCONT)
        assert await ana.page.evaluate("window.old.readyState") == 1, "the socket says OPEN"
        await resumed(ana, before)
        await desk.close()


async def test_a_server_that_stopped_and_comes_back_has_the_same_decision(
    browser: Browser, tmp_path: object
) -> None:
    port = HeldPort()
    settings = Settings(
        host="127.0.0.1", port=port.number, store=f"sqlite:{tmp_path}/tables.db", announce=False,
        tables=False, stop_seconds=1,
    )  # fmt: skip
    desk = Desk(f"http://127.0.0.1:{port.number}", browser)
    try:
        async with running(settings):
            ana = await at_turn(desk)
            before = await known_to_page(ana)
        await expect(ana.page.locator(".offline")).to_be_visible()
        assert await ana.page.locator(".own .card.face").count() == 2, "the table stays readable"
        async with running(settings):
            await ana.turn()
            assert await known_to_page(ana) == before
            await ana.do("F2")
        assert ana.problems == []
    finally:
        await desk.close()
        port.let_go()


async def test_a_killed_server_that_comes_back_has_the_same_decision(
    browser: Browser, tmp_path: Path
) -> None:
    async with Server(tmp_path, f"sqlite:{tmp_path}/tables.db") as server:
        desk = Desk(f"http://127.0.0.1:{server.port}", browser)
        ana = await at_turn(desk)
        before = await known_to_page(ana)
        await server.kill()  # SIGKILL: nothing is said and nothing written
        await expect(ana.page.locator(".offline")).to_be_visible()
        assert await ana.page.locator(".own .card.face").count() == 2, "the table stays readable"
        await ana.state("(app.lostSince -= 30_000, app.draw(), 1)")
        dialog = ana.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("The server does not answer")
        await expect(dialog).to_contain_text("Your seat and your chips are kept.")
        await server.start()
        await expect(dialog).to_have_count(0)
        await ana.turn()
        assert await known_to_page(ana) == before
        await ana.do("F2")
        assert ana.problems == []
        await desk.close()


async def test_an_action_that_a_killed_server_had_taken_is_carried_out_once(
    browser: Browser, tmp_path: Path
) -> None:
    async with Server(tmp_path, f"sqlite:{tmp_path}/tables.db") as server:
        desk = Desk(f"http://127.0.0.1:{server.port}", browser)
        ana = await at_turn(desk)
        await ana.state("(app.session.socket.socket.onmessage = null, 1)")  # no reply arrives
        pending = "app.session.pending.size"
        await ana.press('.buttons [data-key="F2"]:not([aria-disabled])')
        assert await ana.state(pending) == 1
        await server.kill()
        await server.start()
        await ana.until(f"app.session.ready && {pending} === 0")
        acted = "table.lines.filter(({text}) => /^Ana (calls|checks)/.test(text)).length"
        await ana.until(f"{acted} > 0")
        assert await ana.state(acted) == 1
        assert ana.problems == []
        await desk.close()
