"""The pages of a table: the owner's controls, the ledger, the statistics, at every size."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from tests.scene.checks import crowded, cut, overlaps, shrunken_texts
from tests.scene.tables import SceneTable

from carteado.engine.controls import Knocked, PlayerBanned, TablePaused
from carteado.engine.tables.explanation import explain, words_of_game
from carteado.engine.tables.figures import Figure, Section
from carteado.engine.tables.statistics import PlayerStatistics
from carteado.scene.figure_words import figure_title
from carteado.scene.figures import figures_of
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.table_page import PAGES, TablePage, table_page
from carteado.scene.layout.tables import table_scene
from carteado.scene.seats import ledger_names
from carteado.scene.shapes import Box, Intent, Line, Rect, Scene, Text
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

SIZES = [(1024, 640), (1280, 800), (1440, 900), (1920, 1080)]
SCALES = [1.0, 1.5, 2.0]
NAMES = ("Marta", "Rui", "Bia", "Jonas", "Ana", "Tight bot", "Otto", "Sebastião", "Clara", "Kofi")


def ledger(players: int = 10, deals: int = 40) -> dict[str, Any]:
    results = [(-1) ** at * 120 * (at // 2 + 1) for at in range(players)]
    return {
        "table": "t-1",
        "title": "Friday table",
        "players": [
            {
                "name": NAMES[at],
                "buy_ins": 1_000,
                "top_ups": 0,
                "corrections": 0,
                "cash_outs": 0,
                "in_play": 1_000 + results[at],
                "result": results[at],
            }
            for at in range(players)
        ],
        "payments": [{"payer": "Rui", "payee": "Marta", "amount": 120}],
        "points": [
            {
                "deal": deal,
                "results": [result * deal // deals for result in results],
                # The second player brings 500 more after half of the deals.
                "stacks": [
                    1_000 + result * deal // deals + 500 * (at == 1 and deal > deals // 2)
                    for at, result in enumerate(results)
                ],
            }
            for deal in range(1, deals + 1)
        ],
    }


def statistics(players: int = 10) -> tuple[PlayerStatistics, ...]:
    sections = (
        Section(
            name="results",
            title="Results",
            figures=(
                Figure(name="hands", title="hands", kind="count", of=48, count=48),
                Figure(name="chips", title="chips won", kind="amount", of=48, count=-320),
                Figure(name="best", title="best hand", kind="word", of=9, word="Full house"),
            ),
        ),
        Section(
            name="positions",
            title="Big blinds won per 100 hands, by position",
            figures=tuple(
                Figure(name=one, title=one, kind="mean", of=9, milli=milli, error=4_000)
                for one, milli in (("early", -12_500), ("button", 31_000))
            ),
        ),
    )
    return tuple(
        PlayerStatistics(game="holdem", name=NAMES[at], bot=at == 5, own=at == 0, sections=sections)
        for at in range(players)
    )


def evening_statistics(players: int = 10) -> tuple[PlayerStatistics, ...]:
    """Figures as Hold'em counts them, other ones for each player."""

    def rate(name: str, title: str, milli: int, of: int) -> Figure:
        return Figure(
            name=name, title=title, kind="rate", of=of, count=milli * of // 1000, milli=milli
        )

    def sections(at: int) -> tuple[Section, ...]:
        chips = (-320, 1_240, 85, -410, -95, 960, -730, 15, -620, -125)[at]
        results = (
            Figure(name="hands", title="hands", kind="count", of=48, count=48),
            rate("win_rate", "hands won", 140 + 31 * at % 130, 48),
            Figure(name="chips", title="chips won", kind="amount", of=48, count=chips),
            Figure(
                name="bb_100",
                title="big blinds won per 100 hands",
                kind="mean",
                of=48,
                milli=chips * 208,
                error=9_400,
            ),
            Figure(name="best", title="best hand", kind="word", of=9, word="Full house"),
        )
        style = (
            rate("vpip", "VPIP (put chips in by choice)", 310 + 17 * at, 41),
            rate("pfr", "PFR (raised before the flop)", 150 + 11 * at, 41),
            rate("three_bet", "3-bet", 60 + 3 * at, 17),
            Figure(
                name="aggression",
                title="aggression factor (bets and raises to calls)",
                kind="ratio",
                of=13,
                count=27,
                milli=2_077 + 40 * at,
            ),
            rate("wtsd", "WTSD (showdowns of flops)", 270 + 9 * at, 22),
            rate("wsd", "W$SD (showdowns won)", 500 - 12 * at, 6),
        )
        positions = tuple(
            Figure(name=one, title=one, kind="mean", of=9, milli=milli, error=4_000)
            for one, milli in (("early", -12_500), ("button", 31_000))
        )
        return (
            Section(name="results", title="Results", figures=results),
            Section(name="style", title="Play", figures=style),
            Section(
                name="positions",
                title="Big blinds won per 100 hands, by position",
                figures=positions,
            ),
        )

    return tuple(
        PlayerStatistics(
            game="holdem", name=NAMES[at], bot=at == 5, own=at == 0, sections=sections(at)
        )
        for at in range(players)
    )


def page(
    sheet: str,
    window: tuple[int, int] = (1440, 900),
    text: float = 1.0,
    language: str = "en",
    scroll: Mapping[str, int] | None = None,
    **fields: Any,
) -> Scene:
    scene_table = SceneTable(seats=10, readers=(0,), format="cash", language=language)
    for knock, name in enumerate(("Clara", "Zoe"), 1):
        scene_table.note(Knocked(knock=knock, name=name, key="k"))
    scene_table.note(PlayerBanned(name="Troll", key="k"))
    size, _ = logical_size(window)
    reader, ui, settings = (
        scene_table.reader(0),
        Ui(sheet=sheet, scroll=scroll or {}),
        Settings(text=text),
    )
    scene = table_scene(reader, ui, settings, size, 0.0)
    given = TablePage(**{"owner": True, **fields})
    return table_page(scene, reader, given, words_of(language), ui, settings)


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("text", SCALES)
def test_pages_fit(window: tuple[int, int], text: float) -> None:
    for language in ("en", "pt_BR", "de"):
        for sheet in (
            "table",
            "ledger",
            "statistics",
            "rules",
            "words",
            "chips:3",
            "close-table",
            "remove:3:Jonas",
            "ban:1:Rui",
            "hand_over:1:Rui",
        ):
            fields: dict[str, Any] = {"ledger": ledger(), "statistics": evening_statistics()}
            scene = page(sheet, window, text, language, **fields)
            assert cut(scene) == [], (sheet, language)
            if sheet in PAGES:
                assert overlaps(scene) == [], (sheet, language)
            assert crowded(scene, 36.0) == [], (sheet, language)


def test_the_owner_has_all_controls() -> None:
    keys = {one.key for one in page("table").targets if one.enabled}
    assert {"pause-table", "lock", "add-bot", "send:table-title", "send:table-code"} <= keys
    assert {"table-options", "close-table", "admit:1", "turn-away:1", "unban:Troll"} <= keys
    assert {"chips:0", "chips:3", "kick:3", "ban:3", "owner:3", "remove:5"} <= keys
    assert not {"kick:0", "kick:5", "ban:0"} & keys


def test_other_players_than_the_owner_see_the_controls_off() -> None:
    scene = page("table", owner=False)
    assert not any(one.enabled for one in scene.targets if one.key in ("lock", "kick:3"))
    assert "Only the owner of the table may change it." in scene.texts()


def test_the_ledger_has_a_total_payments_and_a_line_for_each_player() -> None:
    scene = page("ledger", ledger=ledger(4))
    texts = scene.texts()
    assert {"Total", "+120", "−120", "Rui pays Marta"} <= set(texts)
    lines = [one for one in scene.items if isinstance(one, Line)]
    assert [one.key for one in lines if one.dash == ()] == ["Marta"]
    assert {one.key for one in lines} == set(NAMES[:4])
    # A ledger changes at a deal, not between two: each piece lies flat or upright.
    for line in lines:
        assert all(a == c or b == d for (a, b), (c, d) in itertools.pairwise(line.points))
    [mark] = [
        one.rect
        for one in scene.items
        if isinstance(one, Box) and (one.role, one.line) == ("bought", "info")
    ]
    [second] = [one for one in lines if one.key == "Rui"]
    assert any(mark.holds(Rect.around(x, y, 2, 2)) for x, y in second.points)
    # Place 21 of 40, after the start at place 0.
    assert mark.cx == pytest.approx(second.rect.x + second.rect.w * 21 / 40)
    assert "Rebuy or added chips" in texts


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("text", SCALES)
def test_the_plot_of_a_ledger_fills_the_page_at_a_press(
    window: tuple[int, int], text: float
) -> None:
    book = ledger(10, deals=64)
    first = page("ledger", window, text, scroll={"ledger": 1}, ledger=book)
    plot = first.target("plot")
    assert plot is not None
    assert plot.hotkeys == ("P",)
    scroll, on = plot.intent.value
    large = page("ledger", window, text, scroll={scroll: on}, ledger=book)
    assert cut(large) == []
    assert shrunken_texts(large) == []
    lines = [one for one in large.items if isinstance(one, Line)]
    assert {one.key for one in lines} == set(NAMES)
    assert lines[0].rect.h > large.size[1] * 0.5
    # At the end of each line its result, and numbers of deals along the axis.
    results = {str(one["name"]): int(one["result"]) for one in book["players"]}
    for name, result in results.items():
        assert f"{name}  {words_of('en').signed(result)}" in large.texts()
    assert {"20", "40"} <= set(large.texts())
    back = large.target("plot")
    assert back is not None
    assert back.intent.value == ("ledger-plot", 0)


def debts(count: int) -> dict[str, Any]:
    """The ledger of an evening at which one player lost to all others."""
    payments = [{"payer": "Rui", "payee": f"Guest {at}", "amount": 10 + at} for at in range(count)]
    return {**ledger(), "payments": payments}


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("text", SCALES)
def test_the_plot_and_all_payments_are_on_one_of_the_pages_of_a_ledger(
    window: tuple[int, int], text: float
) -> None:
    for language in ("en", "pt_BR", "de"):
        first = page("ledger", window, text, language, ledger=debts(9))
        pages = [first]
        if first.target("page-on") is not None:
            scroll = {"ledger": 1}
            pages.append(page("ledger", window, text, language, scroll, ledger=debts(9)))
        assert [cut(one) + crowded(one, 36.0) for one in pages] == [[]] * len(pages)
        texts = [one for scene in pages for one in scene.texts()]
        assert {*(str(10 + at) for at in range(9)), *NAMES} <= set(texts)
        plots = [one for scene in pages for one in scene.items if isinstance(one, Line)]
        assert {one.key for one in plots} == set(NAMES)
        assert min(one.rect.h for one in plots) >= 40


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("text", SCALES)
def test_a_ledger_of_a_long_evening_loses_neither_a_player_nor_a_payment(
    window: tuple[int, int], text: float
) -> None:
    players = [{**ledger()["players"][at % 10], "name": f"Player {at}"} for at in range(45)]
    book = {**debts(44), "players": players, "points": []}
    first = page("ledger", window, text, ledger=book)
    count = next(int(one.split()[-1]) for one in first.texts() if one.startswith("Page 1 of "))
    pages = [page("ledger", window, text, "en", {"ledger": at}, ledger=book) for at in range(count)]
    assert [cut(one) for one in pages] == [[]] * count
    texts = [one for scene in pages for one in scene.texts()]
    names = [one for one in texts if one.startswith("Player ") and one != "Player"]
    assert sorted(names) == sorted(one["name"] for one in players)
    assert {f"Rui pays Guest {at}" for at in range(44)} <= set(texts)
    # Every page of players ends with the same total.
    assert "Total" in first.texts()


def test_a_page_that_is_still_loading_says_so() -> None:
    assert "The ledger is being read." in page("ledger").texts()
    assert (
        "This server keeps no ledger."
        in page("ledger", problem="This server keeps no ledger.").texts()
    )
    assert "The statistics are being read." in page("statistics").texts()


def test_statistics_are_a_table_of_all_players_with_samples_and_plots() -> None:
    scene = page("statistics", statistics=evening_statistics(3))
    texts = scene.texts()
    assert {"Marta (you)", NAMES[1], NAMES[2]} <= set(texts)
    assert {"−320", "+1,240", "31.0%", "of 48", "of 41", "± 9.4 of 48"} <= set(texts)
    assert {"VPIP", "PFR", "3-bet", "WTSD", "best hand"} <= set(texts)
    assert {"Compared: chips won", "Compared: hands won"} <= set(texts)
    rows = [one for one in scene.targets if one.key.startswith("player:")]
    assert [one.intent.value for one in rows] == [0, 1, 2]
    drawn = [one for one in scene.items if isinstance(one, Text)]
    for number, text in ((0, "−320"), (1, "+1,240")):
        assert any(rows[number].rect.holds(one.rect) for one in drawn if one.text == text)


def test_the_figures_of_one_player_are_shown_in_full() -> None:
    scene = page("statistics", statistics=evening_statistics(3), details=True, chosen=1)
    texts = scene.texts()
    assert {"Results", "Play", "VPIP (put chips in by choice)", "32.7%"} <= set(texts)
    assert {"+257.9 ± 9.4", "+31.0 ± 4.0", "Compared: chips won"} <= set(texts)
    back = scene.target("stat-all")
    assert back is not None
    assert back.hotkeys == ("A",)


@pytest.mark.parametrize("details", [False, True])
@pytest.mark.parametrize("text", SCALES)
def test_all_players_and_figures_can_be_reached(text: float, details: bool) -> None:
    """Page by page, whatever does not fit."""
    name = "figures" if details else "statistics"
    found: set[str] = set()
    first, pages = 0, 0
    while True:
        fields = {"statistics": evening_statistics(10), "details": details}
        scene = page(
            "statistics",
            (1024, 640),
            text,
            scroll={name: first},
            **fields,
        )
        assert cut(scene) == []
        assert shrunken_texts(scene) == []
        assert crowded(scene) == []
        found |= set(scene.texts())
        on = scene.target(f"{name}-down")
        pages += 1
        assert pages < 20
        if on is None or not on.enabled:
            break
        assert on.hotkeys == ("PageDown",)
        first = on.intent.value[1]
    if details:
        titles = {
            figure_title(one.title, words_of("en")) for one in figures_of(evening_statistics(1)[0])
        }
        assert titles <= found
        assert "Compared: chips won" in found
    else:
        assert {"Marta (you)", *NAMES[1:10]} <= found


def test_each_game_has_its_own_table() -> None:
    first, second = evening_statistics(2)
    other = replace(second, game="buraco", name="Zoe")
    scene = page("statistics", statistics=(first, other), everywhere=True)
    assert "Zoe" not in scene.texts()
    choice = scene.target("game:1")
    assert choice is not None
    assert choice.intent == Intent("stat-game", "1")
    scene = page("statistics", statistics=(first, other), everywhere=True, chosen=1)
    assert "Zoe" in scene.texts()
    assert "Marta (you)" not in scene.texts()
    scene = page("statistics", statistics=(first, other), chosen=1, details=True)
    assert [one.key for one in scene.targets if one.key.startswith("player:")] == ["player:1"]


def test_a_paused_table_says_so_and_its_clock_stands() -> None:
    scene_table = SceneTable(seats=2, readers=(0,))
    scene_table.deal()
    scene_table.deal()
    scene_table.now_ms = 5_000.0
    scene_table.note(TablePaused(reason="owner"))
    reader = scene_table.reader(0)
    size = (1440.0, 900.0)
    scene = table_scene(reader, Ui(), Settings(), size, 5_000.0)
    assert "Paused by the owner. The clocks stand still." in scene.texts()
    assert reader.clock is not None
    assert reader.clock.left(5_000.0).seconds == reader.clock.left(60_000.0).seconds == 25
    scene_table.now_ms = 60_000.0
    scene_table.note(TablePaused(reason=None))
    clock = scene_table.reader(0).clock
    assert clock is not None
    assert clock.left(61_000.0).seconds == 24


@pytest.mark.parametrize(
    ("language", "stack", "word"),
    [
        ("en", "Everybody starts with 1,500 chips.", "Bomb pot"),
        ("de", "Jeder beginnt mit 1.500 Chips.", "Bomb Pot"),
        ("pt_BR", "Cada um começa com 1.500 fichas.", "Bomb pot"),
    ],
)
def test_rules_and_words_are_in_the_players_language(language: str, stack: str, word: str) -> None:
    assert stack in page("rules", language=language).texts()
    assert word in page("words", language=language).texts()


@pytest.mark.parametrize("sheet", ["rules", "words"])
@pytest.mark.parametrize("text", SCALES)
def test_every_sentence_stands_on_one_of_the_pages(sheet: str, text: float) -> None:
    seen, scroll = "", {sheet: 0}
    while True:
        scene = page(sheet, (1024, 640), text, scroll=scroll)
        seen += " ".join(scene.texts()) + " "
        target = scene.target("page-on")
        if target is None or target.intent.value == (sheet, 0):
            break
        scroll = dict([target.intent.value])
    table = SceneTable(seats=10, readers=(0,), format="cash").table
    lines = [
        rule for one in explain(table.game, table.options, table.settings) for rule in one.texts
    ]
    for sentence in lines if sheet == "rules" else words_of_game(table.game).values():
        assert sentence in seen


def test_the_owners_page_numbers_equal_names_as_the_ledger_does() -> None:
    names = ("Ana", "caller", "caller", None)
    # The bot that sat at seat 1 before has gone, so the one there is the ledger's third.
    players = [
        {"name": "Ana", "seat": 0},
        {"name": "caller", "seat": None},
        {"name": "caller 2", "seat": 2},
        {"name": "caller 3", "seat": 1},
    ]
    assert ledger_names(names, {"players": players}) == ("Ana", "caller 3", "caller 2", "")
    # Not asked yet, an older server, and one whose seats cannot be.
    assert ledger_names(names, None) == ("Ana", "caller", "caller", "")
    old = {"players": [{"name": "caller 2"}, {"name": "x", "seat": 9}, {"name": "x", "seat": "1"}]}
    assert ledger_names(names, old) == ("Ana", "caller", "caller", "")
