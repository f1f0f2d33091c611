"""A hand that is run twice: both boards on the table, with what each hand has of either."""

from __future__ import annotations

from fractions import Fraction

from tests.scene.checks import cut, overlaps
from tests.scene.screens.poker import run_out, twice
from tests.scene.tables import SceneTable

from carteado.scene.control.showing import HAND_KEPT, Showing
from carteado.scene.layout.tables import table_scene
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import CardShape, Scene
from carteado.scene.ui import Settings, Ui


def table_after(events: int) -> SceneTable:
    """Both players agreed; so many of the events that follow were seen, 0 for all."""
    table = twice()
    table.act("run_twice")
    run_out(table, "run_twice", events)
    return table


def picture(table: SceneTable) -> PokerPicture:
    found = table.reader(0).picture()
    assert isinstance(found, PokerPicture)
    return found


def drawn(table: SceneTable, size: tuple[float, float] = (1024.0, 640.0)) -> Scene:
    return table_scene(table.reader(0), Ui(), Settings(), size, 0.0)


def boards(scene: Scene) -> tuple[list[str], list[str]]:
    cards = [one for one in scene.items if isinstance(one, CardShape)]
    first, second = (
        [one.card for one in cards if one.place.startswith(name)] for name in ("board:", "second:")
    )
    return first, second


def test_both_boards_lie_on_the_table_with_the_cards_that_they_share() -> None:
    table = table_after(1)
    first, second = boards(drawn(table))
    assert first == second == list(table.state.board)
    assert {"First board", "Second board"} <= set(drawn(table).texts())


def test_the_chances_are_those_of_the_board_that_is_being_dealt() -> None:
    (chance,) = picture(table_after(1)).chances
    assert chance.board == 1
    assert sum(chance.parts.values()) == 1
    assert 0 < chance.parts[0] < 1


def test_once_the_first_board_lies_its_winner_stands_beside_the_chances_of_the_second() -> None:
    table = table_after(4)
    first, second = picture(table).chances
    assert first.parts == {0: Fraction(1), 1: Fraction(0)}
    assert second.board == 2
    assert sum(second.parts.values()) == 1
    assert Fraction(0) < second.parts[0] < 1
    shares = [seat.share for seat in picture(table).seats]
    assert abs(sum(share for share in shares if share is not None) - 1) < 1e-9
    texts = drawn(table).texts()
    assert any(text.startswith("First board 800") for text in texts)
    assert any(text.startswith("Second board 800") for text in texts)


def test_the_result_names_the_hand_of_each_board_and_marks_its_cards() -> None:
    table = table_after(0)
    one, two = picture(table).boards
    assert (one.winners, two.winners) == ((0,), (0,))
    assert one.hand != two.hand
    scene = drawn(table)
    assert {one.hand, two.hand} <= set(scene.texts())
    ringed = [
        item.card
        for item in scene.items
        if isinstance(item, CardShape) and item.ring and item.place.startswith("second:")
    ]
    assert set(ringed) == set(two.winning) & set(two.cards)


def test_nothing_overlaps_at_any_size() -> None:
    for events in (1, 2, 4, 0):
        for size in ((1024.0, 640.0), (1280.0, 800.0), (1440.0, 900.0)):
            scene = drawn(table_after(events), size)
            assert overlaps(scene) == []
            assert cut(scene) == []


def test_the_cards_of_the_second_board_come_one_street_after_the_other() -> None:
    table = twice()
    table.act("run_twice")
    before = table.reader(0)
    showing = Showing(reader=before, shown=before)
    table.heard[0].clear()
    run_out(table, "run_twice", 0)
    for happened in table.heard[0]:
        showing.take(happened, 0.0)
    counts, now_ms = [], 0.0
    while now_ms < 20_000:
        showing.advance(now_ms)
        now_ms += 300.0
        both = showing.shown.picture().boards
        if both and len(both[1].cards) not in counts:
            counts.append(len(both[1].cards))
    assert counts == [3, 4, 5]


def test_cards_that_a_server_turns_without_end_are_not_kept() -> None:
    table = twice()
    table.act("run_twice")
    before = table.reader(0)
    table.heard[0].clear()
    run_out(table, "run_twice", 0)
    # Nobody could watch so many one after the other.
    showing = Showing(reader=before, shown=before)
    for happened in table.heard[0] * HAND_KEPT:
        showing.take(happened, 0.0)
        assert len(showing._waiting) <= HAND_KEPT
