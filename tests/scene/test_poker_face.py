"""The bookkeeper's form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.checks import crowded, cut
from tests.scene.tables import SceneTable

from carteado.engine import game as commands
from carteado.engine.games.poker_face.hands import CODES as HANDS
from carteado.engine.games.poker_face.text import PROBLEMS as REASONS
from carteado.protocol.messages import Act
from carteado.protocol.received import action_from_plain
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker_face.book import Book, Row, face_of
from carteado.scene.poker_face.lines import CODES, PROBLEMS
from carteado.scene.poker_face.renderer import FaceStory
from carteado.scene.reader import Reader
from carteado.scene.shapes import Scene, Text
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import words_of

FIRST = Book(
    rows=(
        Row(name="Alice", bet=100, cards=("6O", "3P", "10E", "11O", "1O")),
        Row(name="Bob", bet=200, cards=("3P", "4E", "3E", "13C", "13O")),
    )
)


def test_cards_are_entered_by_rank_then_suit_player_by_player() -> None:
    book = Book().added("Alice").added("Bob").added("Bob")
    assert [row.name for row in book.rows] == ["Alice", "Bob"]
    book = replace(book, active=0)
    for rank, suit in (("6", "O"), ("3", "P"), ("10", "E"), ("11", "O"), ("1", "O")):
        book = replace(book, rank=rank).suit(suit)
    assert book.rows[0].cards == ("6O", "3P", "10E", "11O", "1O")
    assert book.active == 1
    assert not book.complete
    assert book.suit("E") == book
    assert replace(book, active=0).back().rows[0].cards[-1] == "11O"


def test_a_repeated_card_is_reported_and_allowed() -> None:
    assert FIRST.twice == {"3P"}
    assert FIRST.complete
    assert FIRST.pot == 400
    assert [face_of(card) for card in FIRST.rows[0].cards] == ["6d", "3c", "Ts", "Jd", "Ad"]


def test_a_round_is_judged_shown_and_corrected() -> None:
    scene_table = SceneTable("poker-face", people=1, readers=(0, None))
    assert scene_table.reader(0).picture().subtitle == "Poker Face · round 1"
    action = action_from_plain(scene_table.table.game, FIRST.action())
    scene_table.do(commands.Act(seat=0, action=action))
    picture = scene_table.reader(0).picture()
    assert picture.subtitle == "Poker Face · round 2"
    assert dict(picture.players) == dict(
        zip(("Alice", "Bob"), scene_table.state.money, strict=True)
    )
    assert any("Round 1" in line.text for line in scene_table.reader(None).story.log.lines)
    assert picture.report == scene_table.reader(0).story.log.lines
    again = Book().correct(picture.rounds[-1], ("Alice", "Bob"))
    assert again.correcting == 1
    assert again.action()["entries"] == FIRST.action()["entries"]


@pytest.mark.parametrize("window", [(1024, 640), (1440, 900)])
@pytest.mark.parametrize("count", [0, 2, 6, 10])
def test_the_form_fits(window: tuple[int, int], count: int) -> None:
    scene_table = SceneTable("poker-face", people=1, readers=(0, None))
    size, _ = logical_size(window)
    book = Book(rows=tuple(Row(name=f"Player {'abcdefghij'[n]}", bet=50) for n in range(count)))
    for seat in (0, None):
        scene = table_scene(scene_table.reader(seat), Ui(more=book), Settings(), size, 0.0)
        assert cut(scene) == []
        assert crowded(scene, 37.0) == []


def test_a_round_is_entered_at_the_window_by_keys() -> None:
    driver = Driver()
    driver.seat_at(SceneTable("poker-face", people=1, readers=(0,)))
    for name in ("Alice", "Bob"):
        driver.press("player")
        driver.type(name)
        driver.press("player-add")
    driver.press("row:0")
    for key in "6d3c0sjdad" + "4c4s3skhkd":
        driver.key(key)
    driver.press("bet:1")
    driver.type("200²")
    driver.key("Enter")
    driver.link.asked.clear()
    driver.press("decide")
    (sent,) = [one for _, one in driver.link.asked if isinstance(one, Act)]
    assert sent.action == {
        "type": "enter_round",
        "ante": 50,
        "entries": ["Alice 50 6O 3P 10E 11O 1O", "Bob 200 4P 4E 3E 13C 13O"],
    }


def judged(*books: Book) -> SceneTable:
    table = SceneTable("poker-face", people=1, readers=(0, None))
    for book in books:
        action = action_from_plain(table.table.game, book.action())
        table.do(commands.Act(seat=0, action=action))
    return table


def panel(reader: Reader, text: float = 1.0) -> Scene:
    return table_scene(reader, Ui(), Settings(text=text), (1024.0, 640.0), 0.0)


def test_results_are_sentences_with_amounts_as_the_language_writes_them() -> None:
    rich = replace(FIRST, ante=500)
    table = judged(rich)
    texts = " ".join(panel(table.reader(0)).texts())
    assert "Alice and Bob begin with 1,000 each." in texts
    assert "Bob wins 1,300 with two pair." in texts
    assert "Entered twice: 3♣." in texts
    assert "Alice −600, Bob +600" in texts
    assert "1300" not in texts
    german = table.reader(0).in_language(words_of("de"))
    texts = " ".join(panel(german).texts())
    assert "Bob gewinnt 1.300 mit zwei Paaren." in texts
    assert "begin with" not in texts


def test_latecomers_see_the_rounds_too() -> None:
    reader = replace(judged(FIRST, FIRST).reader(None), story=FaceStory())
    texts = " ".join(panel(reader).texts())
    assert "Round 1" in texts
    assert texts.index("Round 2") < texts.index("Round 1")
    assert texts.count("Alice −150, Bob +150") == 2


def test_a_round_that_does_not_count_says_why() -> None:
    table = judged(FIRST, replace(FIRST, ante=10))
    texts = " ".join(panel(table.reader(0)).texts())
    assert "Round 2 does not count: the ante is below the minimum of 50." in texts
    table = judged(FIRST, replace(FIRST, ante=2_000))
    texts = " ".join(panel(table.reader(0)).texts())
    assert "Round 2 does not count: Alice has" in texts
    assert "and needs 2," in texts


def test_every_code_of_the_game_has_words() -> None:
    assert set(CODES) == set(HANDS)
    assert set(PROBLEMS) == set(REASONS)


@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
def test_the_money_stands_under_each_name(text: float) -> None:
    scene = panel(judged(FIRST).reader(0), text)
    drawn = [one for one in scene.items if isinstance(one, Text)]
    for name, money in (("Alice", "850"), ("Bob", "1,150")):
        names = [one.rect for one in drawn if one.text == name]
        amounts = [one.rect for one in drawn if one.text == money]
        under = [
            (above, below)
            for above in names
            for below in amounts
            if above.x == below.x and abs(below.y - above.bottom) < 1
        ]
        assert len(under) == 1
    assert cut(scene) == []
