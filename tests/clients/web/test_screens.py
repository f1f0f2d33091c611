"""The screens as a player sees them: nothing is cut, everything can be reached, and read aloud."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import Route, expect
from tests.clients.web.browser import Desk
from tests.clients.web.checks import CUT, OVERLAP, SIZES, violations
from tests.clients.web.friday import friday, ten_seats
from tests.clients.web.played import RecordedTable, kitchen, one_stake, sunday, two_boards
from tests.clients.web.screens import entered, listed, played, shown
from tests.scene.test_ended import GAMES, finished

from carteado.engine.registry import games

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_cut_and_nothing_overlaps(desk: Desk, size: str) -> None:
    width, height = SIZES[size]
    player = await desk.player({"viewport": {"width": width, "height": height}})
    situations = [friday(situation) for situation in ("turn", "waiting", "allin", "over")]
    for table in (*situations, ten_seats()):
        await shown(player, desk.url, table)
        where = (size, table["view"]["state"]["names"][-1], table["turn_of"])
        assert await player.page.evaluate(CUT) == [], where
        assert await player.page.evaluate(OVERLAP) == [], where
        assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for language in ("en", "de"):
        await shown(player, desk.url, friday("over"), language)
        await player.state(FILM)
        await expect(player.page.locator(".film")).to_be_visible()
        assert await player.page.evaluate(CUT) == [], (size, language, "film")
    assert player.problems == []


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_cut_at_one_stake_and_on_two_boards(desk: Desk, size: str) -> None:
    width, height = SIZES[size]
    player = await desk.player({"viewport": {"width": width, "height": height}})
    situations = ("stake", "answer", "waiting", "over")
    for name, messages in (
        *((one, one_stake(one)) for one in situations),
        ("two boards", two_boards()),
    ):
        await played(player, desk.url, messages)
        assert await player.page.evaluate(CUT) == [], name
        assert await player.page.evaluate(OVERLAP) == [], name
    marked = player.page.locator(".board .card.best")
    assert await marked.count() >= 3 * 2, "a hand of five has at least three cards of its board"
    assert await player.page.locator(".board.twice:last-of-type .card.best").count() >= 3
    assert player.problems == []


async def test_warnings_waits_and_the_rail_are_shown(desk: Desk) -> None:
    """A deck that is dealt again, a store that is full, and who speaks without a seat."""
    player = await desk.player({"viewport": {"width": 390, "height": 844}})
    waits = {"reason": "store_full", "since": 0}
    said = [{"seat": None, "name": "Rui, seat 1", "text": "fold, please", "channel": "rail"}]
    await shown(
        player, desk.url, {**friday(), "warning": "redealt", "waiting": waits, "chat": said}
    )
    page = player.page
    await expect(page.locator(".flaw[role=alert]")).to_contain_text("carteado verify")
    await expect(page.locator(".strip[role=status]")).to_contain_text(
        re.compile(r"The server's disk is full\. .*; nothing is lost\. \(\d+ s\)")
    )
    await player.press(".flaw button")
    await expect(page.locator(".flaw[role=alert]")).to_have_count(0)
    await player.state("app.set({drawer: 'chat'})")
    await expect(page.locator(".said b")).to_have_text("Rui, seat 1 rail")


async def test_a_long_result_is_read_to_its_end_on_a_phone(desk: Desk) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    table = friday("over")
    hand = "full house, queens over eights"
    table["view"]["state"]["names"] = ["Sebastian", "Rui", "Bia", "Jonas", "Ana", "Tight bot"]
    table["story"]["wins"] = [{"pot": 1, "amount": 12685, "hand": hand, "shares": {"0": 12685}}]
    table["view"]["made"]["0"] = {"category": "full_house", "ranks": ["Q", "8"], "cards": ["Qh"]}
    for language in ("en", "de", "pt-BR"):
        await shown(player, desk.url, table, language)
        assert await player.page.evaluate(CUT) == [], language
        assert await player.page.evaluate(OVERLAP) == [], language
        banner = "document.querySelector('.banner')"
        for side in ("Width", "Height"):
            assert await player.page.evaluate(f"{banner}.scroll{side} <= {banner}.client{side}")


async def test_the_own_cards_stay_in_sight_while_the_table_waits_for_its_store(desk: Desk) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    waits = {"reason": "store_full", "since": 0}
    for situation in ("turn", "waiting", "allin"):
        await shown(player, desk.url, {**friday(situation), "waiting": waits})
        await expect(player.page.locator(".strip")).to_be_visible()
        assert await player.page.evaluate(CUT) == [], situation


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_has_the_same_sentence_as_in_the_other_clients(
    desk: Desk, game: str, language: str
) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    table = finished(game, RecordedTable, seat=0, language=language)
    sentence = table.reader(0).picture().ended
    await played(player, desk.url, table.all(), language)
    await expect(player.page.locator(".bar .head")).to_have_text(sentence)
    if game == "buraco":
        await player.press('.bar [data-key="F2"]')
        await expect(player.page.locator("dialog h2, .dialog h2")).to_have_text(sentence)
    assert await player.page.evaluate(CUT) == []


FITS = """() => {
  const found = [];
  const names = 'h1, h2, button, .b-line, .b-title, .f-row, .f-cards, .tables li, .panel, .top > *';
  for (const part of document.querySelectorAll(names)) {
    const box = part.getBoundingClientRect();
    if (box.width < 2 || part.closest('.phrases, .unseen')) continue;  // nothing to see
    const said = `${part.tagName}.${part.className}: ${part.textContent.slice(0, 40)}`;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${said}`);
    if (part.scrollWidth > part.clientWidth + 1) found.push(`cut: ${said}`);
  }
  for (const part of document.querySelectorAll('.bar button, .b-card, .bar .info')) {
    const box = part.getBoundingClientRect();
    if (box.bottom > innerHeight + 1) found.push(`below: ${part.textContent}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls');
  return found;
}"""


@pytest.mark.parametrize("size", SIZES)
async def test_start_lobby_and_the_other_games_fit(desk: Desk, size: str) -> None:
    width, height = SIZES[size]
    player = await desk.player({"viewport": {"width": width, "height": height}})
    await player.page.goto(desk.url)
    await expect(player.page.locator("#name")).to_be_visible()
    assert await player.page.evaluate(FITS) == []
    await listed(player, desk.url)
    assert await player.page.evaluate(FITS) == []
    for situation in ("turn", "draw", "waiting", "over"):
        await played(player, desk.url, sunday(situation))
        assert await player.page.evaluate(FITS) == [], situation
    await played(player, desk.url, kitchen())
    assert await player.page.evaluate(FITS) == []
    assert player.problems == []


@pytest.mark.parametrize("least", [24, 30, 37])
async def test_a_run_can_be_laid_from_many_cards_on_a_phone(desk: Desk, least: int) -> None:
    table = RecordedTable("buraco", 0, seed=5, last_turn="none")
    table.deal()
    while len(table.state.hands[0]) < least or table.turn or table.state.phase != "play":
        if table.turn == 0 and table.state.phase == "draw":
            table.act("take" if len(table.state.pile) > 1 else "draw")
        elif table.state.phase == "play" and table.turn == 0:
            table.act("discard", card=table.state.hands[0][-1])
        else:
            table.random_act()
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    await played(player, desk.url, table.all())
    page = player.page
    assert await page.evaluate(FITS) == []
    for number in (1, 2):
        await player.press(f".b-hand li:nth-child({number}) .b-card")
    await expect(page.locator('.b-buttons [data-key="d"]')).to_have_text("DiscardD")
    await player.press(".b-hand li:nth-child(3) .b-card")
    runs, bar = await page.locator(".b-runs ul").bounding_box(), page.locator(".bar")
    assert runs is not None
    assert runs["y"] + runs["height"] <= (await bar.bounding_box() or {})["y"] + 1
    await player.press('.b-buttons button:has-text("+ new run")')
    await expect(page.locator(".b-step")).to_have_count(1)
    await expect(page.locator(".b-hand li")).to_have_count(len(table.state.hands[0]) - 3)


COVERED = """() => {
  const [row, keys, suits, bar] = ['.f-row.active', '.f-keys', '.f-suits', '.bar']
    .map((one) => document.querySelector(one).getBoundingClientRect());
  return {row: Math.max(0, row.bottom - keys.top - 1), suits: Math.max(0, suits.bottom - bar.top)};
}"""
"""What the bookkeeper's keys hide of the active row, and the action area of the keys."""

NAMES_ON_CARDS = """() => [...document.querySelectorAll('.b-left .row')].filter((row) => {
  const text = document.createRange();
  text.selectNodeContents(row.querySelector('.grow'));
  const [name, cards] = [text, row.querySelector('.b-cards')]
    .map((one) => one.getBoundingClientRect());
  return name.right > cards.left + 1 && name.bottom > cards.top && name.top < cards.bottom;
}).length"""

ONE_MORTO = """(app.tables.set(table.id, {...table, view: {
  ...table.view, state: {...table.view.state, mortos: [Array(11).fill('??')]},
}}), app.draw(), 1)"""

CROWDED = """() => {
  const {top} = document.querySelector('.own .plate').getBoundingClientRect();
  const text = document.createRange();
  return [...document.querySelectorAll('.own .beside > *')].flatMap((one) => {
    text.selectNodeContents(one);
    const full = document.querySelector('[data-dense=true]');
    const above = full && text.getBoundingClientRect().top < top - 2;
    const apart = one.matches('.clock') && [...text.getClientRects()].some(({width}) => width < 12);
    return above || apart ? [one.textContent] : [];
  });
}"""
"""Words beside the own cards that reach into another seat's, and a clock's lonely unit."""


@pytest.mark.parametrize("language", ["de", "pt-BR"])
async def test_longer_languages_fit_on_a_phone(desk: Desk, language: str) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    for situation in ("turn", "waiting"):
        await shown(player, desk.url, friday(situation), language)
        assert await player.page.evaluate(CUT) == [], situation
    for seats in (friday, ten_seats):
        for spent in (0, 125):  # of the two minutes to act, then of the time bank
            table = seats()
            table["clock"] |= {"time": 120_000, "since": -1000 * spent, "bank": 60_000}
            await shown(player, desk.url, table, language)
            assert await player.page.evaluate(CROWDED) == [], (seats, spent)
    deep = friday()
    deep["view"]["state"]["stacks"][0] = 1_360_000
    deep["prompt"]["legal"] |= {"call": 120_000, "raise_to": [240_000, 1_360_000]}
    await shown(player, desk.url, deep, language)
    for part in (".own .stack", ".typed input", ".turn-actions", ".presets button:last-child"):
        inside = f"document.querySelector('{part}')"
        assert await player.page.evaluate(f"{inside}.scrollWidth <= {inside}.clientWidth"), part
        assert await player.page.evaluate(f"{inside}.getBoundingClientRect().right <= 352"), part
    lost = friday("over")
    lost["seat"] = 1
    await shown(player, desk.url, lost, language)
    stack = "document.querySelector('.own .stack')"
    assert await player.page.evaluate(f"{stack}.scrollWidth <= {stack}.clientWidth")
    for messages in (sunday(), sunday("draw"), kitchen()):
        await played(player, desk.url, messages, language)
        assert await player.page.evaluate(FITS) == []
    await player.press(".f-row:last-child .f-name")
    await expect(player.page.locator(".f-row:last-child.active")).to_be_visible()
    assert await player.page.evaluate(COVERED) == {"row": 0, "suits": 0}
    messages = sunday()
    messages[-1]["time_ms"] = 4000  # so that the time bank runs
    await played(player, desk.url, messages, language)
    turn = "document.querySelector('.b-turn b')"
    assert await player.page.evaluate(f"{turn}.scrollWidth <= {turn}.clientWidth")
    await player.state(ONE_MORTO)
    await expect(player.page.locator(".b-mortos b")).to_have_text("1×")
    await player.press(".b-theirs")
    theirs = await player.state("table.view.made.runs[1].flatMap(({cards}) => cards).length")
    await expect(player.page.locator(".dialog .card.face")).to_have_count(theirs)
    named = json.dumps(sunday("over")).replace('"Rui"', '"Bartholomausmaximiliane"')
    await played(player, desk.url, json.loads(named), language)
    await player.press('.bar [data-key="F2"]')
    assert await player.page.evaluate(NAMES_ON_CARDS) == 0
    words = {"de": "Du bist dran", "pt-BR": "Sua vez"}[language]
    await shown(player, desk.url, friday(), language)
    await expect(player.page.locator(".own .name")).to_have_text(words)


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
async def test_axe_finds_nothing_on_any_screen(desk: Desk, theme: str) -> None:
    await desk.table(options={"seats": 3}, title="Friday table")
    player = await desk.player({"viewport": {"width": 390, "height": 844}})
    await player.page.goto(desk.url)
    await expect(player.page.locator("#name")).to_be_visible()
    await player.state(f"app.configure({{theme: '{theme}'}})")
    assert await violations(player) == []
    await player.page.fill("#name", f"Marta {theme}")
    await player.press("button[type=submit]")
    await expect(player.page.locator(".tables li")).to_have_count(1)
    await player.press('button:has-text("New table")')
    await expect(player.page.locator(".fields").first).to_be_visible()
    assert await violations(player) == []
    for table in (friday(), friday("waiting"), friday("over"), friday("allin"), ten_seats()):
        await shown(player, desk.url, table)
        assert await violations(player) == [], table["turn_of"]
    for dialog in ("menu", "settings", "invite", "owner", "bots"):
        await player.state(f"app.set({{dialog: '{dialog}'}})")
        await expect(player.page.locator("[role=dialog]")).to_be_visible()
        assert await violations(player) == [], dialog
    for drawer in ("log", "players", "chat"):
        await player.state(f"app.set({{dialog: null, drawer: '{drawer}'}})")
        await expect(player.page.locator(".drawer")).to_be_visible()
        assert await violations(player) == [], drawer
    await player.page.goto(f"{desk.url}/check")
    await expect(player.page.locator(".steps .good")).to_have_count(4)
    assert await violations(player) == []


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
async def test_axe_finds_nothing_at_other_games_and_where_something_is_wrong(
    desk: Desk, theme: str
) -> None:
    player = await desk.player({"viewport": {"width": 390, "height": 844}})
    await listed(player, desk.url)
    await player.state(f"app.configure({{theme: '{theme}'}})")
    assert await violations(player) == [], "lobby"
    for situation in ("over", "draw", "turn"):
        await played(player, desk.url, sunday(situation))
        assert await violations(player) == [], situation
        if situation == "over":
            await player.press('.bar [data-key="F2"]')
            await expect(player.page.locator(".b-sheet")).to_be_visible()
            assert await violations(player) == [], "score sheet"
    for dialog in ("theirs", "pile"):
        await player.state(f"app.set({{dialog: '{dialog}'}})")
        await expect(player.page.locator("[role=dialog]")).to_be_visible()
        assert await violations(player) == [], dialog
    await player.state("app.set({dialog: null})")
    await player.press(".b-runs .b-run")
    await expect(player.page.locator("[role=dialog]")).to_be_visible()
    assert await violations(player) == [], "a run"
    await player.state("app.set({dialog: null, refusal: {code: 'x', message: 'No.'}})")
    await expect(player.page.locator(".b-refusal")).to_be_visible()
    assert await violations(player) == [], "refusal"
    await played(player, desk.url, kitchen())
    assert await violations(player) == [], "Poker Face"
    for dialog in ("code", "knock", "chips", "ledger"):
        await shown(player, desk.url, friday())
        await player.state(f"app.set({{dialog: '{dialog}', seat: 1}})")
        await expect(player.page.locator("[role=dialog]")).to_be_visible()
        assert await violations(player) == [], dialog
    await shown(player, desk.url, {**friday(), "live": False})
    await player.state("(app.session.socket.restart = () => { window.again = true; }, 1)")
    await player.press(".offline button")
    assert await player.page.evaluate("window.again"), "the page tries again at once"
    assert await violations(player) == [], "reconnecting"
    await player.state("(app.set({dialog: null}), app.lostSince = Date.now() - 60000, app.draw())")
    await expect(player.page.locator("[role=dialog]")).to_be_visible()
    assert await violations(player) == [], "server gone"
    for status, head in (("elsewhere", "You play elsewhere"), ("ended", "was ended")):
        await player.state(f"(app.status = '{status}', app.lostSince = null, app.draw())")
        await expect(player.page.locator("h1")).to_contain_text(head)
        assert await violations(player) == [], status


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
async def test_axe_finds_nothing_where_guests_wait_knock_or_are_banned(
    desk: Desk, theme: str
) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    table = friday("over")
    controls = {"knocks": [4], "knock_names": ["Otto"], "banned": ["Kofi"], "paused": True}
    table["view"]["controls"] = controls
    await shown(player, desk.url, table)
    await player.state(f"(await app.configure({{theme: '{theme}'}}), app.set({{dialog: 'owner'}}))")
    await expect(player.page.locator(".dialog")).to_contain_text("Otto knocks")
    await expect(player.page.locator(".dialog")).to_contain_text("Kofi is banned")
    assert await violations(player) == [], "owner"
    await player.state("app.set({dialog: null})")
    waits = {"reason": "store_full", "since": 0}
    for more, said in (
        ({"waiting": waits}, "disk is full"),
        ({"seat": None, "place": {"place": 2, "seat": None, "until": 0}}, "number 2"),
        ({"seat": None, "place": {"place": 1, "seat": 3, "until": 0}}, "A seat is kept"),
    ):
        await shown(player, desk.url, {**friday("waiting"), **more})
        await expect(player.page.locator(".strip")).to_contain_text(said)
        assert await violations(player) == [], said
    await shown(player, desk.url, {**friday("over"), "closed": "its owner closed it"})
    await expect(player.page.locator(".bar")).to_contain_text("The owner closed the table.")
    assert await violations(player) == [], "closed"
    assert player.problems == []


FILM = """(app.set({dialog: null, drawer: null, replay: 0, playing: false,
  frames: [{board: []}, {}].map((less) => ({story: table.story, view: {...table.view,
    made: 'board' in less ? {runs: [[], []]} : table.view.made,
    state: {...table.view.state, ...less}}}))}), 1)"""
"""A replay of two steps: the cards of the second, or its canastras, are marked at the far end."""


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
async def test_axe_finds_nothing_at_one_stake_two_boards_and_in_a_replay(
    desk: Desk, theme: str
) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    await entered(player, desk.url)
    await player.state(f"app.configure({{theme: '{theme}'}})")
    for situation in ("stake", "answer", "waiting", "over"):
        await played(player, desk.url, one_stake(situation))
        assert await violations(player) == [], situation
    await player.state("app.set({dialog: 'bots'})")
    offered = player.page.locator(".choices button")
    await expect(offered).to_have_text(list(games()["quick-holdem"].bots))
    await player.state("app.set({dialog: null})")
    await player.state(FILM)
    await expect(player.page.locator(".film")).to_be_visible()
    assert await violations(player) == [], "film"
    await played(player, desk.url, two_boards())
    assert await violations(player) == [], "two boards"
    await played(player, desk.url, sunday())
    cards = await player.page.locator(".b-hand li").count()
    await player.state(FILM)
    await expect(player.page.locator(".film")).to_be_visible()
    await expect(player.page.locator(".bar .head")).to_have_text("Last deal")
    await expect(player.page.locator(".b-hand[aria-label] li")).to_have_count(cards)
    assert await violations(player) == [], "film of Buraco"
    assert player.problems == []


@pytest.mark.parametrize("language", ["de", "pt-BR"])
async def test_axe_finds_nothing_in_other_languages(desk: Desk, language: str) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}, "locale": language})
    await player.page.goto(desk.url)
    await expect(player.page.locator("#name")).to_be_visible()
    assert await player.page.evaluate("document.documentElement.lang") == language
    assert await violations(player) == [], "start"
    await listed(player, desk.url)
    await player.press(".lobby button.secondary")
    await expect(player.page.locator(".fields").first).to_be_visible()
    assert await violations(player) == [], "lobby"
    for table in (friday(), friday("over"), friday("allin"), ten_seats()):
        await shown(player, desk.url, table, language)
        assert await violations(player) == [], table["turn_of"]
    for dialog in ("menu", "settings", "invite", "owner", "bots", "code", "knock", "chips"):
        await player.state(f"app.set({{dialog: '{dialog}', seat: 1}})")
        await expect(player.page.locator("[role=dialog]")).to_be_visible()
        assert await violations(player) == [], dialog
    for drawer in ("log", "players", "chat"):
        await player.state(f"app.set({{dialog: null, drawer: '{drawer}'}})")
        await expect(player.page.locator(".drawer")).to_be_visible()
        assert await violations(player) == [], drawer
    await player.state(FILM)
    await expect(player.page.locator(".film")).to_be_visible()
    assert await violations(player) == [], "film"
    states = [sunday(one) for one in ("turn", "draw", "over")]
    for messages in (*states, one_stake("stake"), one_stake("over"), kitchen()):
        await played(player, desk.url, messages, language)
        assert await violations(player) == [], messages[0]
    await player.page.goto(f"{desk.url}/check")
    await expect(player.page.locator(".steps .good")).to_have_count(4)
    assert await violations(player) == [], "check"
    assert player.problems == []


async def test_without_scripts_the_page_says_how_to_play(desk: Desk) -> None:
    player = await desk.player({"java_script_enabled": False})
    await player.page.goto(desk.url)
    await expect(player.page.locator("#plain")).to_contain_text("JavaScript is switched off")
    await expect(player.page.locator("#plain")).to_contain_text("carteado play http://")


async def test_an_older_browser_shows_the_plain_page(desk: Desk) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})

    async def unreadable(route: Route) -> None:
        # What a parser of 2019 makes of today's syntax: an error, and nothing runs.
        await route.fulfill(body="a ?%?= b;", content_type="text/javascript")

    await player.page.route("**/main.js", unreadable)
    await player.page.goto(desk.url)
    await expect(player.page.locator("#plain")).to_be_visible()
    await expect(player.page.locator("#plain")).to_contain_text("use a browser of 2021 or newer")
    await expect(player.page.locator("#plain")).to_contain_text("carteado play http://")
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_an_unknown_code_of_a_table_is_reported(desk: Desk) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    await player.enter(f"{desk.url}/#nowhere", "Ana")
    await expect(player.page.locator("main")).to_contain_text("no table with the code nowhere")
    await player.press("button.primary")
    await player.page.get_by_label("Table code").fill("<b> X")
    await player.press(".code button")
    await expect(player.page.locator("main")).to_contain_text("no table with the code <b> x")


async def test_a_taken_name_is_reported_and_a_free_one_offered(desk: Desk) -> None:
    first, second = await desk.player({}), await desk.player({})
    await first.enter(desk.url, "Ana")
    await expect(first.page.locator(".lobby")).to_be_visible()
    await second.enter(desk.url, "Ana")
    await expect(second.page.locator(".problem")).to_contain_text("That name is taken")
    await second.press("button.outline")
    await expect(second.page.locator(".lobby")).to_be_visible()


async def test_an_impossible_name_is_reported(desk: Desk) -> None:
    player = await desk.player({})
    await player.enter(desk.url, "\u0301na")  # an accent on nothing
    await expect(player.page.locator(".problem")).to_contain_text("1 to 24 visible characters")
    # What nobody sees, such as the end of this emoji, is left out.
    await player.page.fill("#name", "Ana \u2764\ufe0f")
    await player.press("button[type=submit]")
    await expect(player.page.locator("h1")).to_have_text("Tables")
    assert await player.state("app.name") == "Ana \u2764"
    assert player.problems == []


async def test_the_form_opens_a_table_from_the_options_of_its_game(desk: Desk) -> None:
    player = await desk.player({"viewport": {"width": 360, "height": 640}})
    await player.enter(desk.url, "Ana")
    await player.press('button:has-text("New table")')
    await player.page.get_by_label("Table name").fill("Saturday table")
    await player.page.get_by_label("Seats", exact=True).fill("5")
    await player.press('button:has-text("Open table")')
    await expect(player.page.locator(".felt")).to_have_attribute("data-seats", "5")
    assert await player.state("table.view.opened.title") == "Saturday table"
    assert await player.state("table.seat") == 0
