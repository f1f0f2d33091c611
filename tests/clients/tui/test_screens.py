"""Every screen as a picture: `pytest --snapshot-update` draws them again; then look at each one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from rich.color_triplet import ColorTriplet
from syrupy.assertion import SnapshotAssertion
from tests.clients.tui.driver import LARGE, SMALL, Driver
from tests.clients.tui.pictures import SvgExtension, picture_of
from tests.clients.tui.tables import (
    all_in,
    ended,
    lobby,
    my_turn,
    owner,
    owner_of_ten,
    quick,
    start,
    ten_seats,
    waiting,
)
from tests.clients.tui.test_poker_face_page import entered
from tests.clocks import PATIENCE_S

from carteado.clients.tui.app import Terminal
from carteado.clients.tui.grid import Ink
from carteado.clients.tui.look import style_of
from carteado.clients.tui.pages.top import full_title
from carteado.scene.tokens import THEMES
from carteado.scene.ui import Settings


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SvgExtension)


SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
TABLES = {
    "turn": my_turn,
    "waiting": waiting,
    "all-in": all_in,
    "ended": ended,
    "ten": ten_seats,
    "quick": quick,
    "lobby": lobby,
    "start": start,
}


@SIZES
@pytest.mark.parametrize("name", TABLES)
async def test_screen(name: str, size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(TABLES[name](size)) == picture


DIALOGS = {
    "help": ("question_mark",),
    "menu": ("escape",),
    "settings": ("escape", "o"),
    "bots": ("escape", "b"),
    "ledger": ("f7",),
    "coach": ("f6",),
    "log": ("f8",),
    "chat": ("tab", "h", "i"),
    "amount": ("equals_sign", "2", "5", "0"),
    "typed": ("slash", "r", "a", "i", "s", "e", "space", "9"),
    "refused": ("r", "space", "x", "enter"),
}


@pytest.mark.parametrize("name", DIALOGS)
async def test_dialog(name: str, picture: SnapshotAssertion) -> None:
    assert await picture_of(my_turn(SMALL), *DIALOGS[name]) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_owner(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(owner(size)) == picture


def test_the_owner_sees_every_one_of_ten_seats() -> None:
    driver = owner_of_ten(SMALL)
    names = driver.session.at_table.current.reader.table.state.names
    assert [name for name in names if name not in driver.text] == []


def test_the_owner_reaches_seats_that_the_knocks_leave_no_room_for() -> None:
    driver = owner_of_ten(SMALL)
    showing = driver.session.at_table.current
    table = showing.reader.table
    guests = {"knocks": (1, 2, 3), "knock_names": ("Eva", "Ivo", "Lia")}
    knocked = replace(table, controls=replace(table.controls, **guests))
    showing.reader = replace(showing.reader, table=knocked)
    assert "5 more below" in driver.text
    driver.session.ui = replace(driver.session.ui, focus="remove:9")
    assert table.state.names[9] in driver.text


async def test_form(picture: SnapshotAssertion) -> None:
    assert await picture_of(lobby(SMALL), "o") == picture


LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light"},
    "contrast": {"theme": "contrast"},
    "safe": {"deck": "colourBlind"},
    "safe-light": {"deck": "colourBlind", "theme": "light"},
    "de": {"language": "de"},
    "pt": {"language": "pt_BR"},
}


@pytest.mark.parametrize("name", LOOKS)
async def test_look(name: str, picture: SnapshotAssertion) -> None:
    driver = my_turn(SMALL, Settings(name="Ana", reduced=True, **LOOKS[name]))
    assert await picture_of(driver) == picture


PAGES = {
    "start": start,
    "lobby": lobby,
    "waiting": waiting,
    "all-in": all_in,
    "owner": owner,
}


@pytest.mark.parametrize("language", ["de", "pt_BR"])
@pytest.mark.parametrize("name", PAGES)
async def test_language(name: str, language: str, picture: SnapshotAssertion) -> None:
    driver = PAGES[name](SMALL, Settings(name="Ana", reduced=True, language=language))
    assert await picture_of(driver) == picture


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
@pytest.mark.parametrize("name", [*PAGES, "turn"])
def test_no_language_is_cut(name: str, language: str) -> None:
    draw = {**PAGES, "turn": my_turn}[name]
    text = draw(SMALL, Settings(name="Ana", reduced=True, language=language)).text
    # The list has no room for all players; they stand below it.
    assert "…" not in text.replace("Rui Bia Caio Jonas c…", "")
    assert name != "lobby" or "Rui Bia Caio Jonas caller" in " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_every_button_of_the_lobby_has_its_place_in_every_language(language: str) -> None:
    driver = lobby(SMALL, Settings(name="Ana", reduced=True, language=language))
    for key in ("open", "sit", "watch", "replay", "rules"):
        rect = driver.target(key).rect
        assert 0 <= rect.x < rect.right <= SMALL[0], key


async def test_no_colour(picture: SnapshotAssertion) -> None:
    found = await picture_of(my_turn(SMALL), colours=False)
    assert found == picture


async def test_server_gone(picture: SnapshotAssertion) -> None:
    driver: Driver = my_turn(SMALL)
    driver.lose(40_000)
    assert await picture_of(driver) == picture


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
async def test_poker_face(size: tuple[int, int], picture: SnapshotAssertion) -> None:
    assert await picture_of(entered(size)) == picture


async def test_lobby_with_servers(picture: SnapshotAssertion) -> None:
    driver = lobby(SMALL)
    answers = (("ws://127.0.0.1:8765", ()), ("ws://192.168.1.7:8765", None))
    driver.session.connecting.search = SimpleNamespace(
        servers=answers, running=False, problem="", start=lambda: None
    )
    assert await picture_of(driver) == picture


def test_descriptions_of_commands_stay_in_their_column() -> None:
    driver = my_turn(SMALL)
    driver.key("?", "PageDown", "PageDown", "PageDown")
    rows = [row.strip(" ║─") for row in driver.text.splitlines()]
    at = next(number for number, row in enumerate(rows) if row.startswith("unwait TABLE"))
    inside = [row.partition("║")[2] for row in driver.text.splitlines()]
    column = inside[at].index("leave the waiting list")
    assert inside[at + 1].index("is offered") == column


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_the_stake_form_explains_the_stake(size: tuple[int, int]) -> None:
    text = " ".join(quick(size).text.replace("│", " ").split())
    assert "Name the stake, 1 to 1,000. The others match it or fold." in text
    assert "If you fold, it is 100." in text
    assert "F3 Stake 100" in text
    assert "[usual 100]" in text


def test_no_fact_about_a_table_is_broken_over_two_rows() -> None:
    text = lobby(SMALL).text
    assert "1 watching" in text.replace("\u00a0", " ")


def test_an_empty_field_is_seen_without_colours() -> None:
    page = owner(SMALL).page()
    row = next(row for row in page.rows if "Code to sit down" in "".join(text for text, _ in row))
    assert sum(len(text) for text, ink in row if ink.underline) == 30


def test_a_table_of_the_lobby_names_its_rules() -> None:
    assert "mineiro to 3,000" in lobby(SMALL).text


@pytest.mark.parametrize("draw", [start, lobby, entered], ids=["start", "lobby", "poker-face"])
async def test_a_page_on_which_nothing_moves_follows_the_size_of_its_terminal(draw: Any) -> None:
    driver = draw(SMALL)
    terminal = Terminal(driver.session, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=SMALL) as pilot:
        terminal.show()
        for size in (LARGE, (60, 20), SMALL):
            await pilot.resize_terminal(*size)
            async with asyncio.timeout(PATIENCE_S):
                while driver.session.shown.scene.size != size:
                    await pilot.pause(0.02)


def _colours(terminal: Terminal) -> set[str]:
    """The colours of the input line that are not the terminal's own."""
    styles = [one.style for one in terminal.input_line.render_line(0) if one.style is not None]
    found = [colour for style in styles for colour in (style.color, style.bgcolor)]
    return {str(colour) for colour in found if colour is not None and not colour.is_default}


@pytest.mark.parametrize("colours", [True, False])
async def test_the_input_line_has_no_colour_either(colours: bool) -> None:
    driver = my_turn(SMALL)
    terminal = Terminal(driver.session, colours=colours, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=SMALL) as pilot:
        terminal.show()
        await pilot.press("slash", "c")
        await pilot.pause()
        assert bool(_colours(terminal)) is colours


async def test_ctrl_c_names_the_key_that_quits() -> None:
    driver = my_turn(SMALL)
    terminal = Terminal(driver.session, clock=lambda: driver.now_ms)
    async with terminal.run_test(size=SMALL) as pilot:
        terminal.show()
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "Ctrl+Q quits" in driver.text


@pytest.mark.parametrize(
    ("title", "subtitle", "shown"),
    [
        ("Sexta", "Buraco mineiro · deal 1", "Sexta · Buraco mineiro · deal 1"),
        ("Buraco", "Buraco mineiro · deal 1", "Buraco mineiro · deal 1"),
        ("Buraco 2", "Buraco mineiro · deal 1", "Buraco 2 · mineiro · deal 1"),
        ("2024", "Buraco mineiro", "2024 · Buraco mineiro"),
    ],
)
def test_a_table_without_a_name_is_called_by_its_game_once(
    title: str, subtitle: str, shown: str
) -> None:
    assert full_title(SimpleNamespace(title=title, subtitle=subtitle)) == shown


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "token", ["text", "textMuted", "turn", "good", "bad", "info", "warn", "win"]
)
def test_letters_can_be_read_on_the_page_of_every_theme(token: str, theme: str) -> None:
    style = style_of(Ink(token), theme, "fourColour", colours=True)
    assert style.color is not None
    assert style.bgcolor is not None
    light, dark = sorted(
        (_luminance(one.get_truecolor()) for one in (style.color, style.bgcolor)), reverse=True
    )
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def _luminance(triplet: ColorTriplet) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [
        one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4
        for one in triplet.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
