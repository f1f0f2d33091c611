"""Hints, switches, phrases and states: read at every size without scrolling sideways."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import PHONE, SCREEN, Desk
from tests.clients.web.checks import CUT, OVERLAP, SIZES
from tests.clients.web.friday import friday, ten_seats
from tests.clients.web.played import one_stake, sunday
from tests.clients.web.screens import played, shown

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize("language", ["en", "de", "pt-BR"])
async def test_the_meaning_of_the_stake_is_shown_at_every_size(desk: Desk, language: str) -> None:
    player = await desk.player(SCREEN)
    for width, height in SIZES.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        await played(player, desk.url, one_stake("stake"), language)
        read = player.page.locator(".naming:visible, .asked:visible")
        await expect(read).to_have_count(1)
        await expect(read).to_contain_text("100.")
        assert await player.page.evaluate(CUT) == [], (width, height)
        assert await player.page.evaluate(OVERLAP) == [], (width, height)
    await played(player, desk.url, one_stake("answer"), language)
    await expect(player.page.locator(".naming")).to_have_count(0)


async def test_switches_stand_beside_each_other_and_phrases_below_each_other(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    for size in ("desktop", "compact", "phone"):
        width, height = SIZES[size]
        await player.page.set_viewport_size({"width": width, "height": height})
        await shown(player, desk.url, friday("waiting"))
        tops = "[...document.querySelectorAll('.switches .toggle')].map((one) => one.offsetTop)"
        assert len(set(await player.page.evaluate(tops))) == 1, size
        await player.state("app.set({drawer: 'chat'})")
        await expect(player.page.locator(".phrases").first).to_be_visible()
        scrolls = "document.querySelector('.phrases')"
        for side in ("Width", "Height"):
            fits = f"{scrolls}.scroll{side} <= {scrolls}.client{side}"
            assert await player.page.evaluate(fits), (size, side)


async def test_a_page_without_a_connection_uses_the_width_of_its_action_area(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    await shown(player, desk.url, {**friday(), "live": False})
    offline = "document.querySelector('.offline')"
    assert await player.page.evaluate(
        f"{offline}.clientWidth > {offline}.parentNode.clientWidth / 2"
    )


async def test_amounts_are_shown_in_big_blinds_on_request(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    await shown(player, desk.url, friday())
    own = player.page.locator(".own .stack")
    await expect(own).not_to_contain_text("bb")
    await player.state("app.set({dialog: 'settings'})")
    await player.press('.dialog button:has-text("Big blinds")')
    await player.page.keyboard.press("Escape")
    await expect(own).to_contain_text(" bb")
    for width, height in SIZES.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        for situation in ("turn", "waiting", "over"):
            await shown(player, desk.url, friday(situation))
            assert await player.page.evaluate(CUT) == [], (width, height, situation)
            assert await player.page.evaluate(OVERLAP) == [], (width, height, situation)
            if situation == "turn":
                # Upright there is no room for the chips as well; they stand in the field.
                chips = r" \([\d,]+\)" if height < width > 800 else "$"
                raising = player.page.locator('.buttons [data-key="F3"] span')
                await expect(raising).to_have_text(re.compile(rf"Raise to [\d.]+ bb{chips}"))


async def test_a_long_name_leaves_the_own_hand_in_its_place(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    centre = (
        "[...document.querySelectorAll('.own .cards, .own .beside')].map((one) =>"
        " [one.getBoundingClientRect().left, one.getBoundingClientRect().right <= innerWidth])"
    )
    for width, height in SIZES.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        await played(player, desk.url, one_stake("over"))
        before = await player.page.evaluate(centre)
        assert all(inside for _, inside in before), (width, height)
        await player.state("(table.view.state.names[0] = 'Maximiliane von Hohe', app.draw(), 1)")
        await expect(player.page.locator(".own .name")).to_contain_text("Maximiliane")
        assert await player.page.evaluate(centre) == before, (width, height)


async def test_a_long_name_leaves_all_seats_on_a_phone(desk: Desk) -> None:
    player = await desk.player(PHONE)
    outside = (
        "[...document.querySelectorAll('.plate, .board .card')].filter((one) =>"
        " one.getBoundingClientRect().right > innerWidth).length"
    )
    for seats in (6, 9, 10):
        await played(player, desk.url, one_stake("over", seats))
        await player.state("(table.view.state.names.fill('Maximiliane von Hohe'), app.paint(), 1)")
        await expect(player.page.locator(".banner")).to_contain_text("Maximiliane")
        assert await player.page.evaluate(outside) == 0, seats


async def test_the_own_cards_are_scrolled_to_on_a_screen_that_is_enlarged_four_times(
    desk: Desk,
) -> None:
    player = await desk.player({"viewport": {"width": 320, "height": 256}})
    await shown(player, desk.url, friday())
    await player.page.mouse.move(100, 60)
    await player.page.mouse.wheel(0, 1000)
    card = player.page.locator(".own .card").first
    await expect(card).to_be_in_viewport()
    # It stands above the actions, which stay.
    top = "(one) => document.querySelector('.bar').getBoundingClientRect().top"
    assert await card.evaluate(f"(one) => one.getBoundingClientRect().top + 20 < ({top})()")
    for key in ("F1", "F2", "F3"):
        button = player.page.locator(f'.buttons [data-key="{key}"]')
        await expect(button).to_be_in_viewport(ratio=1)


async def test_the_text_below_a_name_is_shown_in_full(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    cut = (
        "[...document.querySelectorAll('.felt .stack')].filter((one) =>"
        " one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    )
    for width, height in SIZES.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        await shown(player, desk.url, friday())
        for paid in (85, 980, 1_000, 14_500):
            # Bia is all-in.
            await player.state(f"(table.view.state.paid.fill({paid}), app.paint(), 1)")
            assert await player.page.evaluate(cut) == [], (width, height, paid)
        for language, table in (("en", friday()), ("de", friday()), ("de", ten_seats())):
            table["view"]["state"]["stacks"] = [123_456_789] * 10
            await shown(player, desk.url, table, language)
            assert await player.page.evaluate(cut) == [], (width, height, language)
            # What is shortened for the eye is whole for a screen reader.
            own = re.compile(r"123[,.]456[,.]789")
            await expect(player.page.locator(".own .stack")).to_contain_text(own)


async def test_enlarged_text_cuts_no_action_and_keeps_the_own_cards_in_sight(desk: Desk) -> None:
    player = await desk.player(PHONE)
    for name in ("phone", "landscape"):
        width, height = SIZES[name]
        await player.page.set_viewport_size({"width": width, "height": height})
        for language in ("en", "de"):
            tables = [friday(), friday("waiting")]
            for table in tables:
                await shown(player, desk.url, table, language)
                await player.state("(app.configure({text: 2}), app.paint(), 1)")
                assert await player.page.evaluate(CUT) == [], (name, language)
            for messages in (sunday(), one_stake("stake")):
                await played(player, desk.url, messages, language)
                assert await player.page.evaluate(CUT) == [], (name, language)
    size = "getComputedStyle(document.querySelector('{}')).fontSize".format
    await player.state("(app.set({drawer: 'log'}), 1)")
    assert await player.page.evaluate(size(".log")) == "28px"


async def test_both_mortos_are_seen_beside_a_fanned_pile(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    outside = (
        "[...document.querySelectorAll('.b-mortos *')].filter((one) =>"
        " one.getBoundingClientRect().right"
        " > document.querySelector('.b-centre').getBoundingClientRect().right).length"
    )
    state = "{mortos: [Array(11).fill('??'), Array(11).fill('??')], pile: ['5H', 'QC', 'TD', '2S']}"
    for name in ("small-landscape", "landscape"):
        width, height = SIZES[name]
        await player.page.set_viewport_size({"width": width, "height": height})
        await played(player, desk.url, sunday())
        await player.state(f"(Object.assign(table.view.state, {state}), app.paint(), 1)")
        await expect(player.page.locator(".b-mortos .card:visible")).to_have_count(1)
        await expect(player.page.locator(".b-mortos b:visible")).to_have_text("2×")
        assert await player.page.evaluate(outside) == 0, name


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_longest_names_cut_and_cover_nothing_at_any_size(
    desk: Desk, language: str
) -> None:
    player = await desk.player(SCREEN)
    names = [f"Maximiliane von Hohenfel{letter}" for letter in "ABCDEFGHIJ"]
    for width, height in SIZES.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        for table in (ten_seats(), *map(friday, ("waiting", "allin", "over"))):
            state = table["view"]["state"]
            state["names"] = names[: len(state["names"])]
            await shown(player, desk.url, table, language)
            assert await player.page.evaluate(CUT) == [], (width, height)
            assert await player.page.evaluate(OVERLAP) == [], (width, height)


async def test_the_top_bar_of_a_phone_says_whose_turn_it_is_and_the_score(desk: Desk) -> None:
    player = await desk.player(PHONE)
    names = "table.view.state.names"
    for language, situation, turn in (
        ("en", "turn", "Your turn"),
        ("de", "turn", "Du bist dran"),
        ("en", "waiting", "'s turn"),
    ):
        await played(player, desk.url, sunday(situation), language)
        score = "(table.view.state.totals = [-10_035, 11_970], app.paint(), 1)"
        await player.state(f"({names}.splice(1, 3, ...Array(3).fill('Maximiliane')), {score})")
        top = player.page.locator(".top")
        await expect(top.locator(".b-turn")).to_contain_text(turn)
        await expect(top.locator(".b-score b")).to_have_count(2)
        await expect(player.page.locator(".bar .b-turn")).to_have_count(0)
        covered = (
            "((parts) => parts.some((one, at) => at && one.left < parts[at - 1].right))"
            "([...document.querySelectorAll('.b-turn > *, .b-score, .top button')]"
            ".map((one) => one.getBoundingClientRect()))"
        )
        assert not await player.page.evaluate(covered), (language, situation)
        assert await player.page.evaluate(CUT) == []


async def test_the_score_sheet_has_pictures_of_the_cards_left_in_hands(desk: Desk) -> None:
    player = await desk.player(PHONE)
    await played(player, desk.url, sunday("over"))
    await player.state("(app.set({dialog: 'sheet'}), 1)")
    left = await player.state("table.view.made.left.map(({cards}) => cards.length)")
    assert sum(left) > 0
    await expect(player.page.locator(".b-left .card")).to_have_count(sum(left))


async def test_a_wild_in_a_column_shows_its_place_beside_its_own_index(desk: Desk) -> None:
    player = await desk.player(SCREEN)
    await played(player, desk.url, sunday())
    marks = player.page.locator(".b-column small")
    assert "=10" in await marks.all_inner_texts()
    outside = (
        "[...document.querySelectorAll('.b-column small')].filter((one) =>"
        " one.scrollWidth > one.parentNode.clientWidth / 2).length"
    )
    assert await player.page.evaluate(outside) == 0
