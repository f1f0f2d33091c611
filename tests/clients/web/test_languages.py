"""What the page asks the server for in the player's language, in a real browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import expect
from tests.clients.web.browser import CALM, PHONE, SCREEN, Desk, whose_turn
from tests.clients.web.test_buraco import BOTS
from tests.clients.web.test_features import guest, opened

from carteado.protocol.schema import message_schema
from carteado.server.net.names_page import names_page

pytestmark = pytest.mark.exhaustive

WORDS = {"de": ("Neuer Tisch", "Tisch öffnen"), "pt-BR": ("Nova mesa", "Abrir mesa")}
LABELS = """() => [...document.querySelectorAll('.form .fields .field, .form .fields .toggle')]
  .map((one) => (one.querySelector('.label') ?? one).textContent.trim())"""
CHOICES = "() => [...document.querySelectorAll('.form .fields option')].map((one) => one.text)"


def names(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(names_page(f"/names/{language}").content)
    return found


@pytest.mark.parametrize("how", [PHONE, SCREEN], ids=["phone", "screen"])
@pytest.mark.parametrize("language", ["de", "pt-BR"])
async def test_options_choices_and_presets_of_a_new_table_are_translated(
    desk: Desk, language: str, how: dict[str, Any]
) -> None:
    new, open_it = WORDS[language]
    player = await desk.player({**how, "locale": language})
    await player.enter(desk.url, "Ana")
    if how is PHONE:  # a wide page has the form beside its tables
        await player.press(f'button:has-text("{new}")')
    await player.press('.form button:has-text("Buraco")')
    await player.press(".form summary")
    translated = names(language)
    fields = message_schema()["$defs"]["buraco.options"]["properties"]
    for name in ("going_out_requires", "real_bonus", "jokers"):
        assert translated["options"][name] in await player.page.evaluate(LABELS)
    assert set(await player.page.evaluate(CHOICES)) >= {
        translated["choices"][word] for word in fields["wild_relocation"]["enum"]
    }
    labels = {label.removesuffix(" (s)") for label in await player.page.evaluate(LABELS)}
    assert labels <= set(translated["options"].values())
    assert set(await player.page.evaluate(CHOICES)) <= set(translated["choices"].values())
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    label = translated["options"]["going_out_requires"]
    await player.page.get_by_label(label).select_option(translated["choices"]["any"])
    await player.press(f'.form button:has-text("{open_it}")')
    await expect(player.page.locator(".b-table, .play")).to_be_visible()
    assert await player.state("table.view.opened.options.going_out_requires") == "any"
    assert player.problems == []


RANGES = {
    "en": ("Stack", "Open table", "0 is not from 1 to 9,007,199,254,740,991"),
    "de": ("Stack", "Tisch öffnen", "0 liegt nicht im Bereich von 1 bis 9.007.199.254.740.991"),
    "pt-BR": ("Fichas", "Abrir mesa", "0 não está no intervalo de 1 a 9.007.199.254.740.991"),
}
"""For each language the name of an option, the button, and what is wrong with a value of 0."""


@pytest.mark.parametrize("language", sorted(RANGES))
async def test_an_error_in_a_new_table_stands_beside_its_field(desk: Desk, language: str) -> None:
    name, open_it, wrong = RANGES[language]
    player = await desk.player({**SCREEN, "locale": language})
    await player.enter(desk.url, "Ana")
    await player.page.locator(".form").get_by_label(name, exact=True).fill("0")
    await player.press(f'.form button:has-text("{open_it}")')
    beside = player.page.locator(".field", has_text=name).locator(".problem")
    await expect(beside).to_have_text(wrong)
    other = "de" if language != "de" else "en"
    await player.state(f"app.configure({{language: '{other}'}})")
    named = player.page.locator(".field", has_text=RANGES[other][0])
    await expect(named.locator(".problem")).to_have_text(RANGES[other][2])
    await named.locator("input").fill("2000")
    await expect(named.locator(".problem")).to_have_count(0)
    assert player.problems == []


async def test_an_error_in_a_change_by_the_owner_stands_beside_its_field(desk: Desk) -> None:
    german = {**PHONE, "locale": "de"}
    ana, _ = await opened(desk, german, "Ana", options={"format": "cash", "seats": 3})
    await ana.state("app.set({dialog: 'change'})")
    await ana.page.get_by_label("Bedenkzeit (s)", exact=True).fill("4000")
    await ana.press('.dialog button:has-text("Ändern")')
    beside = ana.page.locator(".dialog .field", has_text="Bedenkzeit").locator(".problem")
    await expect(beside).to_have_text("4.000 liegt nicht im Bereich von 0,05 bis 3.600")
    assert ana.problems == []


@pytest.mark.parametrize(
    ("language", "short", "unreadable", "reload"),
    [
        ("en", "Code, 4 to 32 characters", "The server cannot read that.", "Reload"),
        ("de", "Code, 4 bis 32 Zeichen", "Das versteht der Server nicht.", "Neu laden"),
        ("pt-BR", "Código, 4 a 32 caracteres", "O servidor não consegue ler isso.", "Recarregar"),
    ],
)
async def test_an_unreadable_message_is_reported_without_technical_words(
    desk: Desk, language: str, short: str, unreadable: str, reload: str
) -> None:
    ana, table = await opened(desk, {**PHONE, "locale": language}, "Ana", options={"seats": 3})
    notice = ana.page.locator(".notice")
    await ana.state("app.ask('set_code', {table: app.table, code: 'ab'})")
    await expect(notice).to_have_text(short)
    await ana.state("app.ask('chat', {table: app.table, text: 5})")
    await expect(notice).to_contain_text(unreadable)
    await notice.get_by_role("button", name=reload).click()
    await ana.until(f"table?.id === {table!r} && table.view && app.session.ready")
    assert ana.problems == []


async def test_a_changed_language_renames_the_figures_of_the_statistics(desk: Desk) -> None:
    options = {"format": "cash", "stack": 2000, "seats": 2}
    ana, table = await opened(
        desk, SCREEN, "Ana", options=options, settings={**CALM, "pause_ms": 0}
    )
    bia = await guest(desk, SCREEN, table, "Bia", sit=True)
    await (await whose_turn(ana, bia)).do("F1")
    await ana.until("table.view.state.hand === 2")
    await ana.state("app.set({dialog: 'statistics'})")
    for language in ("de", "pt-BR", "en"):
        await ana.state(f"app.configure({{language: '{language}'}})")
        title = names(language)["figures"]["hands won"]
        await expect(ana.page.locator(".book tr", has_text=title).first).to_be_visible()
    assert ana.problems == bia.problems == []


@pytest.mark.parametrize("language", ["en", "pt-BR", "de"])
async def test_a_refusal_of_buraco_shows_cards_with_the_signs_of_their_suits(
    desk: Desk, language: str
) -> None:
    table = await desk.table("buraco", settings=CALM, title="Sunday pairs", bots=BOTS)
    ana = await desk.player({**PHONE, "locale": language})
    await ana.enter(f"{desk.url}/#{table}", "Ana")
    await ana.press(".bar .primary")
    await ana.press(".b-draw")
    cards = ana.page.locator(".b-hand .b-card")
    await expect(cards).to_have_count(12)
    code = await ana.page.evaluate("document.querySelector('.b-hand li')._key")
    await ana.touch(cards.first)
    await ana.press(".b-new button")
    await ana.press(".b-buttons .primary")
    refusal = ana.page.locator(".b-refusal p")
    face = "★" if code.startswith("JKR") else {"T": "10"}.get(code[0], code[0])
    await expect(refusal).to_contain_text(face)
    assert "a meld" not in await refusal.inner_text() or language == "en"
    assert code[:2] not in await refusal.inner_text()
    assert ana.problems == []
