"""Every screen of the window fits: at two sizes, with large text, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.pygame.driver import Driver
from tests.clients.pygame.films import film
from tests.scene.checks import crowded, cut, faint, parts, shrunken_texts, under_notice
from tests.scene.screens.every import NAMES, restyled, screen
from tests.scene.screens.making import SCREENS, sit
from tests.scene.screens.poker import hand
from tests.scene.tables import SceneTable

from carteado.client.link import ShuffleChecked
from carteado.engine.checking import DealCheck
from carteado.engine.controls import TablePaused
from carteado.scene.film import Mark
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.timeline import film_scene
from carteado.scene.layout.top import paused_text
from carteado.scene.shapes import Box, CardShape, Scene, Text
from carteado.scene.text import text_width
from carteado.scene.tokens import THEMES
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_at_the_smallest_size(name: str) -> None:
    scene = screen(name, (1024, 640))
    assert cut(scene) == []
    assert shrunken_texts(scene) == []
    assert scene.size == logical_size((1024, 640))[0]


def dots(scene: Scene) -> list[str]:
    """Texts that are cut."""
    shown = parts(scene.items)
    return [item.text for item in shown if isinstance(item, Text) and item.text.endswith("…")]


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
@pytest.mark.parametrize("name", NAMES)
def test_no_text_ends_in_dots(name: str, size: tuple[int, int]) -> None:
    assert dots(screen(name, size)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_text_stands_out_from_its_ground(name: str) -> None:
    assert faint(screen(name, (1024, 640))) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
@pytest.mark.parametrize("name", NAMES)
def test_every_text_stands_out_from_its_ground_in_every_theme(
    name: str, size: tuple[int, int]
) -> None:
    scenes = restyled(name, size, [Settings(theme=theme) for theme in THEMES])
    found = {theme: faint(scene, theme) for theme, scene in zip(THEMES, scenes, strict=True)}
    assert found == {theme: [] for theme in THEMES}


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_in_any_language_or_with_large_text(
    name: str, size: tuple[int, int], language: str
) -> None:
    scales = (1.0, 1.25, 1.5, 2.0)
    scenes = restyled(name, size, [Settings(language=language, text=text) for text in scales])
    found = {
        text: cut(scene) + dots(scene) + under_notice(scene)
        for text, scene in zip(scales, scenes, strict=True)
    }
    assert found == {text: [] for text in scales}


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1440, 900), (1920, 1080)])
def test_a_notice_covers_no_part_of_a_poker_table(size: tuple[int, int], text: float) -> None:
    scene = screen("notice-error", size, Settings(text=text))
    notice = next(target.rect for target in scene.targets if target.key == "notice")
    cards = [item for item in parts(scene.items) if isinstance(item, CardShape)]
    assert len(cards) >= 5
    assert [card.key for card in cards if card.rect.overlaps(notice)] == []
    covered = [one for one in parts(scene.items) if one.rect.overlaps(notice)]
    texts = [one.text for one in covered if isinstance(one, Text) and one.role != "notice"]
    assert texts == []
    roles = {getattr(one, "role", "") for one in covered}
    assert roles & {"dealer", "plate", "pill", "pot", "chips", "button"} == set()


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
@pytest.mark.parametrize("name", ["page-notice", "lobby-notice"])
def test_a_notice_covers_nothing_of_a_page(name: str, size: tuple[int, int], text: float) -> None:
    scene = screen(name, size, Settings(text=text))
    notice = next(target.rect for target in scene.targets if target.key == "notice")
    covered = [one for one in parts(scene.items) if one.rect.overlaps(notice)]
    texts = [one.text for one in covered if isinstance(one, Text) and one.role != "notice"]
    assert texts == []
    assert under_notice(scene) == []
    assert cut(scene) == []


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("name", ["quick-result", "quick-over", "poker-result"])
def test_the_banner_of_a_result_covers_no_text(
    name: str, size: tuple[int, int], text: float
) -> None:
    items = parts(screen(name, size, Settings(text=text)).items)
    banner = next(one.rect for one in items if getattr(one, "role", "") == "banner")
    under = [one.text for one in items if isinstance(one, Text) and one.rect.overlaps(banner)]
    assert len(under) == 1


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("name", ["new-quick-holdem", "new-poker-face"])
def test_the_words_of_a_preset_stay_in_its_frame(name: str, text: float) -> None:
    items = parts(screen(name, (1280, 800), Settings(text=text)).items)
    frames = [one.rect for one in items if isinstance(one, Box) and one.key.startswith("preset:")]
    assert frames
    for frame in frames:
        words = [one for one in items if isinstance(one, Text) and one.rect.overlaps(frame)]
        assert len(words) == 2
        assert all(frame.holds(one.rect) for one in words)


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_a_sentence_about_a_result_is_shown_whole_or_not_at_all(language: str, text: float) -> None:
    driver = Driver((1024, 640), Settings(name="Marta", reduced=True, language=language, text=text))
    SCREENS["poker-result"](driver)
    reader = driver.app.at_table.current.shown
    shown = " ".join(driver.scene().texts())
    for note in reader.picture().result.notes:
        assert note in shown or " ".join(note.split()[:2]) not in shown


@pytest.mark.parametrize("text", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_the_advice_at_an_empty_table_is_shown_in_full(language: str, text: float) -> None:
    shown = " ".join(
        screen("poker-free-seats", (1024, 640), Settings(language=language, text=text)).texts()
    )
    advice = "Tell your friends the address of the server, or add a bot."
    assert words_of(language)(advice) in shown


@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_the_pairings_can_be_read_in_large_letters_and_all_are_there(language: str) -> None:
    scene = screen("new-holdem", (1024, 640), Settings(text=2.0, language=language))
    frames = [one.rect for one in scene.targets if one.key.startswith("preset:")]
    assert len(frames) == 13
    assert scene.target("option-title") is not None
    items = parts(scene.items)
    for frame in frames:
        words = [one for one in items if isinstance(one, Text) and one.rect.overlaps(frame)]
        assert words
        assert all(frame.holds(one.rect) and one.size >= 16 for one in words)


SIZES = [(1024, 640), (1920, 1080)]


def labels_in(name: str, size: tuple[int, int], keys: str, settings: Settings) -> list[Text]:
    """The texts inside the places to click whose keys begin so."""
    scene = screen(name, size, settings)
    places = [one.rect for one in scene.targets if one.key.startswith(keys)]
    texts = [item for item in parts(scene.items) if isinstance(item, Text)]
    return [text for text in texts if any(place.holds(text.rect) for place in places)]


@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "keys"), [("sheet-chat", "phrase:"), ("new-holdem", "preset:")])
def test_labels_that_stand_side_by_side_have_one_size(
    name: str, keys: str, size: tuple[int, int], language: str
) -> None:
    found = labels_in(name, size, keys, Settings(language=language))
    assert len(found) >= 3
    assert len({text.size for text in found}) == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_paused_table_says_so_where_the_actions_were(size: tuple[int, int]) -> None:
    scene = screen("poker-paused", size)
    assert "Paused by the owner. The clocks stand still." in scene.texts()
    assert "Rui's turn" not in scene.texts(), "that is the reader's own"
    # The title and the sentence read aloud promise no turn without its buttons.
    assert scene.live == "Paused by the owner. The clocks stand still."
    assert [one.key for one in scene.targets if one.key.startswith("pre:")] == []


def test_a_paused_table_names_the_player_for_whom_it_waits() -> None:
    table = hand(2)
    assert table.turn is not None
    table.note(TablePaused(reason="owner"))
    driver = Driver((1024, 640))
    sit(driver, table, 1 - table.turn)
    name = table.state.names[table.turn]
    assert f"{name} decides when the table goes on." in driver.scene().texts()
    bots = SceneTable(seats=6, people=6, names=("Tight bot",) * 5 + ("Marta",))
    bots.note(TablePaused(reason="away"))
    text = "Paused until Marta is back. The clocks stand still."
    assert paused_text(bots.reader()) == text


@pytest.mark.parametrize("size", SIZES)
def test_every_key_of_a_waiting_seat_is_shown(size: tuple[int, int]) -> None:
    scene = screen("poker-waiting", size)
    assert {"hide", "sit-out"} <= {one.key for one in scene.targets}
    assert "H" in scene.texts()


@pytest.mark.parametrize("size", SIZES)
def test_an_owner_can_lift_a_ban_while_guests_knock(size: tuple[int, int]) -> None:
    keys = [one.key for one in screen("page-table", size).targets]
    assert "unban:Troll" in keys
    assert any(key.startswith("admit:") for key in keys)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
def test_large_text_hides_nothing_that_only_an_owner_can_do(language: str, text: float) -> None:
    scene = screen("page-table", (1024, 640), Settings(language=language, text=text))
    assert {"unban:Troll", "table-options", "close-table"} <= {one.key for one in scene.targets}
    assert crowded(scene, 40.0) == []


@pytest.mark.parametrize("size", SIZES)
def test_at_a_closed_table_nobody_has_the_turn(size: tuple[int, int]) -> None:
    scene = screen("end-closed", size)
    assert [one for one in scene.items if isinstance(one, Box) and one.fill == "turn"] == []
    assert not any("turn" in text for text in scene.texts())


@pytest.mark.parametrize("size", SIZES)
def test_a_problem_with_an_address_stands_near_its_field(size: tuple[int, int]) -> None:
    scene = screen("start-error", size)
    places = {one.key: one.rect for one in scene.targets}
    problem = [one.rect for one in scene.items if getattr(one, "role", "") == "notice"]
    assert problem, "nothing says what is wrong"
    assert 0 <= problem[0].y - places["address"].bottom < 10
    assert problem[-1].bottom <= places["connect"].y


@pytest.mark.parametrize("language", ["en", "pt_BR", "de"])
@pytest.mark.parametrize("name", ["start-error", "start-version", "start-version-tables"])
def test_a_problem_at_the_start_covers_nothing_at_any_text_size(name: str, language: str) -> None:
    scales = (1.0, 1.25, 1.5, 2.0)
    for size in [*SIZES, (1280, 800)]:
        settings = [Settings(language=language, text=text) for text in scales]
        for text, scene in zip(scales, restyled(name, size, settings), strict=True):
            notices = [one.rect for one in scene.items if getattr(one, "role", "") == "notice"]
            covered = [
                one.text
                for one in parts(scene.items)
                if isinstance(one, Text) and one.role != "notice"
                if any(map(one.rect.overlaps, notices))
            ]
            assert notices, (size, text)
            assert [*under_notice(scene), *covered, *cut(scene)] == [], (size, text)


@pytest.mark.parametrize("size", SIZES)
def test_a_replay_of_buraco_says_whose_hand_lies_below(size: tuple[int, int]) -> None:
    assert "Marta · with Bia · 12 cards" in " ".join(screen("film-buraco", size).texts())


def test_no_seat_of_a_replay_can_be_taken() -> None:
    driver = Driver((1024, 640))
    SCREENS["film-buraco"](driver)
    driver.key("<", "<")
    assert "Free seat" in driver.scene().texts()
    assert not [one.key for one in driver.scene().targets if one.key.startswith("sit")]


def test_a_bot_is_chosen_by_how_it_plays() -> None:
    texts = screen("sheet-bots", (1024, 640)).texts()
    assert {"tight", "heads-up: few hands, careful"} <= set(texts)


def test_the_settings_end_above_their_button_with_large_text() -> None:
    scene = screen("sheet-settings", (1024, 640), Settings(text=2.0))
    rows = [one.rect.bottom for one in scene.targets if one.key.startswith("set-")]
    button = next(one.rect for one in scene.targets if one.key == "close")
    assert max(rows) + 4 <= button.y


@pytest.mark.parametrize("size", SIZES)
def test_refused_cards_are_marked_where_they_lie(size: tuple[int, int]) -> None:
    scene = screen("buraco-refused", size)
    shapes = [one for one in parts(scene.items) if isinstance(one, CardShape)]
    assert [one.role for one in shapes if one.mark == "!"] == ["hand-card"] * 3
    assert not [one for one in scene.items if getattr(one, "role", "") == "step"]


@pytest.mark.parametrize("size", SIZES)
def test_an_illegal_play_is_marked_where_its_cards_lie(size: tuple[int, int]) -> None:
    scene = screen("buraco-illegal", size)
    cards = [one for one in parts(scene.items) if isinstance(one, CardShape) and one.mark == "!"]
    tiles = [one for one in scene.items if getattr(one, "role", "") == "tile" and one.line == "bad"]
    assert len(cards) == 3 or len(tiles) == 1
    steps = [one for one in scene.items if getattr(one, "role", "") == "step"]
    assert [one.line for one in steps] == ["bad"]


@pytest.mark.parametrize("name", ["buraco-refused", "buraco-illegal"])
@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_covers_no_tile(name: str, size: tuple[int, int]) -> None:
    scene = screen(name, size, Settings(text=2.0))
    notice = next(one.rect for one in scene.targets if one.key == "notice")
    tiles = [one.rect for one in scene.items if getattr(one, "role", "") == "tile"]
    assert not any(map(notice.overlaps, tiles))


@pytest.mark.parametrize("name", ["buraco-refused", "buraco-illegal"])
@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_covers_no_sentence(name: str, size: tuple[int, int]) -> None:
    scene = screen(name, size)
    notice = next(one.rect for one in scene.targets if one.key == "notice")
    texts = [one for one in parts(scene.items) if isinstance(one, Text)]
    covered = [one.text for one in texts if one.role != "notice" and one.rect.overlaps(notice)]
    assert covered == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("buraco-draw", "Draw from the stock."),
        ("buraco-middle", "Select cards to lay on a run, as a new run, or to discard."),
        ("buraco-waiting", "Prepare your turn: you can select and stage while the others play."),
    ],
)
def test_a_buraco_table_says_what_to_do_next(name: str, expected: str) -> None:
    assert expected in " ".join(screen(name, (1024, 640)).texts())


def test_the_stakes_of_the_lobby_stand_in_one_column() -> None:
    scene = screen("lobby", (1920, 1080))
    shown = [item for item in parts(scene.items) if isinstance(item, Text)]
    assert len({one.rect.x for one in shown if one.text in ("Stakes", "5 / 10")}) == 1
    assert len({one.rect.right for one in shown if " of " in one.text}) == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_letters_of_keys_cover_no_label_of_a_field(size: tuple[int, int]) -> None:
    scene = screen("keys", size)
    badges = [one.rect for one in scene.items if getattr(one, "role", "") == "hint"]
    labels = [
        one
        for one in scene.items
        if isinstance(one, Text) and one.text in ("Table name", "Code to sit down")
    ]
    assert labels
    for label in labels:
        written = label.rect._replace(w=text_width(label.text, label.size, label.weight))
        assert not any(badge.overlaps(written) for badge in badges)


def test_a_timeline_names_mortos_and_canastras_where_there_is_room() -> None:
    shown = film(game="buraco")
    last = len(shown.steps) - 1
    marks = (
        Mark(step=last // 3, kind="morto"),
        Mark(step=last - 1, kind="canastra"),
        Mark(step=last, kind="canastra"),
    )
    scene = film_scene(replace(shown, marks=marks), Ui(), Settings(), (1024.0, 640.0))
    letters = [text for text in scene.texts() if text in ("M", "C")]
    assert letters == ["M", "C"]


def test_the_selected_cards_of_a_hand_are_named_in_its_bar() -> None:
    assert "2 cards selected: K♠ K♥" in screen("buraco-selected", (1920, 1080)).texts()


def test_the_score_sheet_has_a_line_for_going_out_although_nobody_did() -> None:
    scene = screen("buraco-sheet", (1024, 640))
    assert not any("went out" in text for text in scene.texts())
    texts = [one for one in scene.items if isinstance(one, Text)]
    (label,) = [one for one in texts if one.text == "Going out (batida)"]
    values = [one.text for one in texts if one.rect.cy == label.rect.cy and one is not label]
    assert [text for text in values if text] == ["0", "0"]


def test_the_chances_of_a_film_fill_their_row() -> None:
    scene = screen("film", (1024, 640))
    bars = [one.rect.right for one in scene.items if getattr(one, "role", "") == "share"]
    assert max(bars) > 1000


@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
@pytest.mark.parametrize("name", ["poker-6-flop", "poker-waiting", "buraco-middle"])
def test_whose_turn_it_is_stays_the_largest_text_of_its_bar(name: str, language: str) -> None:
    scene = screen(name, (1024, 640), Settings(text=2.0, language=language))
    bar = next(
        one for one in parts(scene.items) if one.role in ("bar", "hand") and one.rect.y > 300
    )
    texts = [
        one
        for one in parts(scene.items)
        if isinstance(one, Text) and one.rect.y >= bar.rect.y and one.rect.x < 230
    ]
    title = min(texts, key=lambda one: (one.rect.y, one.rect.x))
    if name.startswith("buraco"):
        # Its notes stand in the same row.
        title = next(one for one in texts if one.align == "center")
        assert title.size >= max(one.size for one in texts)
    else:
        assert title.size > max(one.size for one in texts if one.rect.y > title.rect.y)


def test_the_felts_edge_is_thin_in_high_contrast() -> None:
    for theme, width in (("dark", 9), ("contrast", 3)):
        scene = screen("poker-6-flop", (1440, 900), Settings(theme=theme))
        edge, felt, _ = [one for one in scene.items if one.role == "felt"]
        assert felt.rect.x - edge.rect.x == width


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_choice_of_a_wilds_place_leaves_our_runs_visible(text: float) -> None:
    scene = screen("buraco-wild", (1024, 640), Settings(text=text))
    panel = next(one.rect for one in scene.items if one.role == "wild")
    for number in range(7):
        run = scene.places[f"run:0:{number}"]
        seen = panel.y - run.y if panel.overlaps(run) else run.h
        assert seen >= 90, "its points, its mark and two cards"


def test_the_result_of_a_check_stands_in_the_score_sheet_and_hides_no_number() -> None:
    for text in (1.0, 2.0):
        driver = Driver((1024, 640), Settings(name="Marta", reduced=True, text=text))
        SCREENS["buraco-sheet"](driver)
        before = driver.scene().texts()
        driver.key("v")
        found = DealCheck(deal=3, played=2, cards={0: "7S"}, cutters=("Ana (seat 0)",))
        driver.tell(ShuffleChecked(check=found))
        scene = driver.scene()
        said = [one for one in scene.items if one.role == "notice"]
        assert "Ana cut the deck." in " ".join(one.text for one in said)
        dialog = next(at for at, one in enumerate(scene.items) if one.role == "dialog")
        shown = scene.items[dialog:]
        numbers = [one for one in shown if isinstance(one, Text) and one.text in before]
        assert len(numbers) > 20
        assert not [one for one in said for other in numbers if one.rect.overlaps(other.rect)]


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_a_notice_hides_no_key_of_the_bookkeepers_form(size: tuple[int, int]) -> None:
    driver = Driver(size, Settings(name="Marta", reduced=True))
    SCREENS["face-form"](driver)
    driver.scene()  # the sentence counts its time from the last frame
    driver.app.say("You own this table now.")
    scene = driver.scene()
    notice = next(one for one in scene.targets if one.key == "notice")
    for one in scene.targets:
        assert one is notice or not one.rect.overlaps(notice.rect), one.key


def test_the_banner_of_a_result_is_never_cut() -> None:
    driver = Driver((1024, 640), Settings(name="Marta", reduced=True))
    table = hand(2, settings={"advice": "everyone"}, names=("caller (seat 2)", "caller (seat 3)"))
    for action in ("call", "check", "check", "check", "check"):
        if table.turn is not None:
            legal = table.table.game.legal(table.state, table.turn)
            table.act(action if action != "call" or legal.call else "check")
    sit(driver, table, 0)
    driver.key("F6")
    scene = driver.scene()
    banner = next(one.rect for one in scene.items if one.role == "banner")
    inside = [
        one
        for one in scene.items
        if isinstance(one, Text) and banner.contains(one.rect.cx, one.rect.cy)
    ]
    assert inside
    assert not any(one.text.endswith("…") for one in inside)


def test_a_game_without_chips_has_no_ledger_and_the_other_pages_keep_their_keys() -> None:
    for name, pages in (("face-results", "1345"), ("poker-6-flop", "12345")):
        driver = Driver()
        SCREENS[name](driver)
        driver.key("F5")
        tabs = [one for one in driver.scene().targets if one.key.startswith("page:")]
        assert "".join(one.hotkeys[0] for one in tabs) == pages
        assert any(one.key == "page:ledger" for one in tabs) == ("2" in pages)
