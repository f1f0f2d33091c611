"""The coach's panels: what they say, and that they fit beside the cards at every size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.checks import APART, cut, overlaps, shrunken_texts
from tests.scene.screens import every
from tests.scene.screens.making import SCREENS
from tests.scene.tables import SceneTable

from carteado.scene.buraco.advice import BuracoAdvice, buraco_question
from carteado.scene.control.coach import counted
from carteado.scene.layout.buraco_coach import way_text
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.advice import Advice, Question, question_of
from carteado.scene.reader import Reader
from carteado.scene.shapes import Box, Scene, Text
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

SIZES = [(1024, 640), (1280, 800), (1440, 900), (1920, 1080)]
SCALES = [1.0, 1.5, 2.0]
OPEN = {"advice": "everyone"}


@cache
def poker(advice: str = "everyone") -> tuple[Reader, Advice | None]:
    scene_table = SceneTable(seats=3, readers=(0, 1, 2), settings={"advice": advice}, seed=4)
    scene_table.deal()
    scene_table.deal()
    for action in ("call", "call", "check"):
        scene_table.act(action)
    scene_table.act("raise", to=60)
    reader = scene_table.reader(scene_table.turn)
    question = question_of(reader.picture())
    found = None if question is None else counted(question)
    assert found is None or isinstance(found, Advice)
    return reader, found


@cache
def buraco(phase: str, advice: str = "everyone") -> tuple[Reader, BuracoAdvice | None]:
    scene_table = SceneTable("buraco", readers=(0, 1, 2, 3), seed=5, settings={"advice": advice})
    scene_table.deal()
    for _ in range(60):
        scene_table.random_act()
    while scene_table.turn != 0 or scene_table.state.phase != phase:
        scene_table.random_act()
    reader = scene_table.reader(0)
    question = buraco_question(reader, reader.picture())
    found = None if question is None else counted(question)
    assert found is None or isinstance(found, BuracoAdvice)
    return reader, found


def screen(
    reader: Reader,
    advice: object,
    window: tuple[int, int] = (1440, 900),
    text: float = 1.0,
    page: int = 0,
) -> Scene:
    size, _ = logical_size(window)
    ui = Ui(coach=True, advice=advice, scroll={"coach": page})
    return table_scene(reader, ui, Settings(text=text), size, 0.0)


def pages(
    reader: Reader, advice: object, window: tuple[int, int], text: float = 1.0
) -> list[Scene]:
    """All pages of the panel, as `PageDown` shows them."""
    found = [screen(reader, advice, window, text)]
    while (on := found[-1].target("coach-down")) is not None and on.enabled:
        assert on.hotkeys == ("PageDown",)
        name, number = on.intent.value
        assert (name, number) == ("coach", len(found))
        found.append(screen(reader, advice, window, text, number))
    return found


def test_the_coach_knows_what_any_two_cards_are_by_the_board_alone() -> None:
    found = counted(Question(hand=("9s", "9d"), board=("Ah", "Kh", "Qh"), opponents=1))
    assert isinstance(found, Advice)
    assert found.by_board[9] == 1 / 1176  # JhTh alone
    assert sum(found.by_board.values()) == pytest.approx(1)
    assert found.by_board != found.now
    before = counted(Question(hand=("9s", "9d"), board=(), opponents=1))
    assert isinstance(before, Advice)
    assert before.by_board == {}


def test_there_is_no_coach_when_advice_is_off() -> None:
    for reader, advice in (poker("off"), buraco("play", "off")):
        assert advice is None
        scene = screen(reader, advice)
        assert scene.target("coach-open") is None
        assert "Coach" not in scene.texts()


def test_the_coach_of_holdem_tells_chance_price_categories_and_outs() -> None:
    reader, advice = poker()
    assert advice is not None
    assert abs(sum(advice.own.values()) - 1) < 1e-9
    assert abs(sum(advice.theirs.values()) - 1) < 1e-9
    assert sum(advice.standing or ()) == 1081
    texts = screen(reader, advice).texts()
    assert "Win chance" in texts
    assert "needs 33.3%" in texts
    assert any(text.startswith("has ") for text in texts)
    assert any(text.startswith(f"{len(advice.outs)} of 47 next cards") for text in texts)
    assert {"Straight flush", "Two pair", "High card"} <= set(texts)


def column(scene: Scene, head: str) -> dict[str, str]:
    """The numbers of a column of the table of categories, by the category of their row."""
    texts = [one for one in scene.items if isinstance(one, Text)]
    top = next(one for one in texts if one.text == head)
    numbers = {
        one.rect.cy: one.text
        for one in texts
        if one.text.replace(".", "").isdigit() and abs(one.rect.right - top.rect.right) < 1
    }
    return {
        one.text: numbers[one.rect.cy]
        for one in texts
        if one.rect.cy in numbers and not one.text.replace(".", "").isdigit()
    }


@pytest.mark.parametrize("window", SIZES)
def test_the_coach_shows_the_categories_by_the_board_alone_with_a_royal_flush(
    window: tuple[int, int],
) -> None:
    """The fourth probability: of the 1,176 holdings of any two cards, JhTh alone is the royal."""
    reader, advice = poker()
    assert advice is not None
    board = replace(advice, by_board={9: 1 / 1176, 8: 0.25, 0: 0.5})
    page = next(one for one in pages(reader, board, window) if "board" in one.texts())
    shown = column(page, "board")
    assert (shown["Royal flush"], shown["Straight flush"]) == ("0.1", "25.0")
    assert shown["High card"] == "50.0"
    assert "Royal flush" not in column(page, "now")
    assert "Straight flush" in column(page, "now")
    for before in pages(reader, replace(advice, by_board={}), window):
        assert not {"board", "Royal flush"} & set(before.texts())


def said_by_the_coach(scenes: list[Scene]) -> set[str]:
    """The words of the panel, wherever its lines are broken."""
    found: set[str] = set()
    for scene in scenes:
        roles = [getattr(item, "role", "") for item in scene.items]
        panel = scene.items[roles.index("drawer")].rect
        texts = [one for one in scene.items if isinstance(one, Text) and panel.holds(one.rect)]
        found |= {word for one in texts for word in one.text.split()}
    return found


@pytest.mark.parametrize("window", [(1024, 640), (1280, 800)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_pages_of_the_panel_leave_nothing_out(window: tuple[int, int], text: float) -> None:
    for reader, advice in (poker(), buraco("draw"), buraco("play")):
        whole = said_by_the_coach(pages(reader, advice, (1920, 1400)))
        shown = pages(reader, advice, window, text)
        assert whole - said_by_the_coach(shown) == set()
        for page, scene in enumerate(shown):
            assert cut(scene) == []
            assert shrunken_texts(scene) == []
            assert under_the_panel(scene) == []
            assert overlaps(scene) == []
            if len(shown) > 1:
                assert f"Page {page + 1} of {len(shown)}" in scene.texts()


def test_the_coach_says_how_well_stock_and_pile_fit_the_runs() -> None:
    reader, advice = buraco("draw")
    assert advice is not None
    picture = reader.picture()
    pile = f"/{len(picture.pile)}"
    stock, taken = (
        next(replace(way, fits=fits) for way in advice.ways if way.plan[0][0] == kind)
        for kind, fits in (("draw", 0.314), ("take", 2.0))
    )
    words = words_of("en")
    assert way_text(words, stock, picture) == "Draw from the stock · fits a run 31.4%"
    assert way_text(words, taken, picture).endswith(f" · fits a run 2{pile}")
    assert way_text(words, replace(stock, fits=None), picture) == "Draw from the stock"


def test_a_page_that_is_gone_shows_the_last_one() -> None:
    reader, advice = poker()
    shown = pages(reader, advice, (1024, 640), 2.0)
    beyond = screen(reader, advice, (1024, 640), 2.0, page=99)
    assert beyond.texts() == shown[-1].texts()


def test_keys_and_wheel_turn_the_pages_of_the_panel() -> None:
    driver = Driver((1024, 640), Settings(name="Marta", reduced=True))
    SCREENS["poker-coach"](driver)
    assert "Page 1 of 2" in driver.scene().texts()
    driver.key("PageDown")
    assert "Page 2 of 2" in driver.scene().texts()
    area = driver.scene().target("coach-area")
    assert area is not None
    driver.app.hover(area.rect.cx, area.rect.cy)
    driver.app.wheel(1)
    assert "Page 1 of 2" in driver.scene().texts()
    driver.app.wheel(1)
    assert "Page 1 of 2" in driver.scene().texts()


def test_the_coach_of_buraco_rates_arrangements_discards_runs_and_cards() -> None:
    reader, advice = buraco("play")
    assert advice is not None
    assert not advice.drawing
    assert advice.ways[0].behind == 0
    # Sorted by the loss against the best in the same deals, from which the points follow.
    losses = [way.behind for way in advice.ways]
    assert losses == sorted(losses)
    best_mean = advice.ways[0].mean
    assert [best_mean - way.mean for way in advice.ways] == pytest.approx(losses)
    assert all(way.low <= way.mean <= way.high for way in advice.ways)
    assert min(advice.discards.values()) == 0
    assert len(advice.runs) == len(reader.picture().ours)
    assert all(0 <= chance <= 1 for chance in advice.comes.values())
    scene = screen(reader, advice)
    assert "Arrangements" in scene.texts()
    assert "A card comes to us within 2 draws" in scene.texts()
    wild = f"Any wild {words_of('en').percent(advice.any_wild)}"
    assert {wild, "· cannot come"} <= set(scene.texts())
    assert "We take a morto within 2 turns" in scene.texts()
    (taken,) = [replace(way, morto=None) for way in advice.ways[:1]]
    without = screen(reader, replace(advice, ways=(taken, *advice.ways[1:])))
    assert "We take a morto within 2 turns" not in without.texts()
    best = next(one for one in scene.items if getattr(one, "text", "") == "best")
    assert best is not None


def test_before_the_draw_it_compares_stock_and_pile() -> None:
    reader, advice = buraco("draw")
    assert advice is not None
    assert advice.drawing
    assert {way.plan[0][0] for way in advice.ways} <= {"draw", "take"}
    assert "Stock or pile" in screen(reader, advice).texts()


@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize("text", SCALES)
def test_panels_fit(window: tuple[int, int], text: float) -> None:
    for reader, advice in (poker(), buraco("draw"), buraco("play")):
        for shown in (advice, None):
            assert cut(screen(reader, shown, window, text)) == []


def test_beside_the_panel_nothing_overlaps() -> None:
    for reader, advice in (poker(), buraco("play")):
        assert overlaps(screen(reader, advice, (1440, 900))) == []
        assert overlaps(screen(reader, advice, (1920, 1080))) == []


def test_a_full_table_fits_beside_the_panel() -> None:
    scene_table = SceneTable(seats=10, readers=tuple(range(10)), settings=OPEN)
    scene_table.deal()
    scene_table.deal()
    scene_table.act("raise", to=60)
    _, advice = poker()
    scene = screen(scene_table.reader(scene_table.turn), advice)
    assert overlaps(scene) == []
    assert cut(scene) == []


@cache
def full_table(seats: int) -> Reader:
    scene_table = SceneTable(seats=seats, readers=tuple(range(seats)), settings=OPEN)
    scene_table.deal()
    scene_table.deal()
    scene_table.act("raise", to=60)
    if seats > 3:
        scene_table.act("call")
    return scene_table.reader(scene_table.turn)


def under_the_panel(scene: Scene) -> list[str]:
    """Seats, cards, bets, pots and buttons of the table that the coach's panel lies over."""
    roles = [getattr(item, "role", "") for item in scene.items]
    at = roles.index("drawer")
    panel = scene.items[at].rect
    return [
        f"{role} {item.rect}"
        for item, role in zip(scene.items[:at], roles, strict=False)
        if role in APART and item.rect.overlaps(panel)
    ]


@pytest.mark.parametrize("window", [(1024, 640), (1280, 760), (1366, 768), (1440, 900)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_panel_hides_nothing_of_a_poker_table(
    seats: int, text: float, window: tuple[int, int]
) -> None:
    _, advice = poker()
    scene = screen(full_table(seats), advice, window, text)
    assert under_the_panel(scene) == []
    assert overlaps(scene) == []
    assert cut(scene) == []
    assert shrunken_texts(scene) == []


def out_of_the_felt(scene: Scene) -> list[str]:
    """Runs, stock, mortos and pile that the hand or the panel would hide."""
    roles = {"run-card", "folded", "tile", "stack", "pile-card", "empty"}
    felt = next(item.rect for item in scene.items if getattr(item, "role", "") == "felt")
    return [
        f"{item.role} {item.rect}"
        for item in scene.items
        if getattr(item, "role", "") in roles and not felt.holds(item.rect)
    ]


@pytest.mark.parametrize("window", [(1024, 640), (1280, 760), (1366, 768), (1440, 900)])
@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_the_panel_hides_nothing_of_a_buraco_table(
    phase: str, text: float, window: tuple[int, int]
) -> None:
    reader, advice = buraco(phase)
    names = [seat.name for seat in reader.picture().seats if seat.seat != reader.seat]
    for scene in (screen(reader, advice, window, text), screen(reader, None, window, text)):
        assert under_the_panel(scene) == []
        assert out_of_the_felt(scene) == []
        assert cut(scene) == []
        assert shrunken_texts(scene) == []
        assert set(names) <= set(scene.texts())


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(
    "name", ["buraco-11", "buraco-40", "buraco-middle", "buraco-staged", "film-buraco"]
)
def test_the_hand_hides_nothing_of_the_runs(name: str, text: float) -> None:
    assert out_of_the_felt(every.screen(name, (1024, 640), Settings(text=text))) == []


def test_a_canastra_is_marked_where_runs_are_tiles() -> None:
    scene = every.screen("buraco-illegal", (1024, 640))
    lines = [one.line for one in scene.items if isinstance(one, Box) and one.role == "tile"]
    assert {"good", "textOnFelt", "feltLine"} <= set(lines)


def chat(reader: Reader, window: tuple[int, int], text: float) -> Scene:
    size, _ = logical_size(window)
    return table_scene(reader, Ui(sheet="chat"), Settings(text=text), size, 0.0)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_chat_hides_nothing_of_a_poker_table(seats: int, text: float) -> None:
    scene = chat(full_table(seats), (1024, 640), text)
    assert under_the_panel(scene) == []
    assert overlaps(scene) == []
    assert cut(scene) == []


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("window", [(1024, 640), (1440, 900)])
def test_the_chat_hides_nothing_of_a_buraco_table(window: tuple[int, int], text: float) -> None:
    scene = chat(buraco("play")[0], window, text)
    assert under_the_panel(scene) == []
    assert out_of_the_felt(scene) == []
    assert cut(scene) == []


def test_a_large_window_has_room_for_the_chat_and_the_coach() -> None:
    reader, advice = buraco("play")
    ui = Ui(coach=True, advice=advice, sheet="chat")
    scene = table_scene(reader, ui, Settings(), (1440.0, 900.0), 0.0)
    first, second = (one.rect for one in scene.items if getattr(one, "role", "") == "drawer")
    assert not first.overlaps(second)
    assert {"Coach", "Chat"} <= set(scene.texts())
    assert under_the_panel(scene) == []
    assert out_of_the_felt(scene) == []
    assert cut(scene) == []
