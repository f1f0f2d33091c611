"""The bookkeeper's form."""

from __future__ import annotations

import pytest
from tests.clients.pygame.driver import Driver
from tests.scene.checks import crowded, cut
from tests.scene.tables import SceneTable

from carteado.protocol.messages import Act
from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker_face.book import Book, Row, face_of
from carteado.scene.ui import Settings, Ui

FIRST = Book(
    rows=(
        Row(name="Alice", bet=100, cards=("6O", "3P", "10E", "11O", "1O")),
        Row(name="Bob", bet=200, cards=("3P", "4E", "3E", "13C", "13O")),
    )
)


def test_cards_are_entered_by_rank_then_suit_player_by_player() -> None:
    book = Book().added("Alice").added("Bob").added("Bob")
    assert [row.name for row in book.rows] == ["Alice", "Bob"]
    from dataclasses import replace

    book = replace(book, active=0)
    for rank, suit in (("6", "O"), ("3", "P"), ("10", "E"), ("11", "O"), ("1", "O")):
        book = replace(book, rank=rank).suit(suit)
    assert book.rows[0].cards == ("6O", "3P", "10E", "11O", "1O")
    assert book.active == 1
    assert not book.complete
    assert book.suit("E") == book
    assert replace(book, active=0).back().rows[0].cards[-1] == "11O"


def test_a_card_that_stands_twice_is_told_and_allowed() -> None:
    assert FIRST.twice == {"3P"}
    assert FIRST.complete
    assert FIRST.pot == 400
    assert [face_of(card) for card in FIRST.rows[0].cards] == ["6d", "3c", "Ts", "Jd", "Ad"]


def test_a_round_is_judged_shown_and_corrected() -> None:
    scene_table = SceneTable("poker-face", people=1, readers=(0, None))
    from carteado.engine import game as commands
    from carteado.protocol.following import action_from_plain

    action = action_from_plain(scene_table.table.game, FIRST.action())
    scene_table.do(commands.Act(seat=0, action=action))
    picture = scene_table.reader(0).picture()
    assert dict(picture.players) == dict(
        zip(("Alice", "Bob"), scene_table.state.money, strict=True)
    )
    assert any("Round 1" in line.text for line in scene_table.reader(None).story.log.lines)
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
    driver.type("200")
    driver.key("Enter")
    driver.link.asked.clear()
    driver.press("decide")
    (sent,) = [one for _, one in driver.link.asked if isinstance(one, Act)]
    assert sent.action == {
        "type": "enter_round",
        "ante": 50,
        "entries": ["Alice 50 6O 3P 10E 11O 1O", "Bob 200 4P 4E 3E 13C 13O"],
    }
