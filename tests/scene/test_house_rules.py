"""House rules of Hold'em on the screen: two boards, a rabbit hunt, wishes."""

from __future__ import annotations

from tests.scene.checks import cut, overlaps
from tests.scene.tables import SceneTable

from carteado.scene.layout.frame import logical_size
from carteado.scene.layout.tables import table_scene
from carteado.scene.shapes import CardShape, Scene
from carteado.scene.ui import Settings, Ui


def screen(table: SceneTable, window: tuple[int, int] = (1024, 640), text: float = 1.0) -> Scene:
    size, _ = logical_size(window)
    return table_scene(table.reader(0), Ui(), Settings(text=text), size, 0.0)


def dealt(**options: object) -> SceneTable:
    table = SceneTable(seats=2, readers=(0,), **options)
    table.deal()
    table.deal()
    return table


def test_a_hand_that_is_run_twice_shows_both_boards() -> None:
    table = dealt(run_it_twice=True)
    table.act("all_in")
    table.act("call")
    while table.turn is not None:
        table.act("run_twice")
    second = table.state.house.second
    assert len(second) == 5
    for window in ((1024, 640), (1440, 900)):
        for text in (1.0, 2.0):
            scene = screen(table, window, text)
            shown = [one for one in scene.items if isinstance(one, CardShape)]
            assert [one.card for one in shown if one.key.startswith("second:")] == list(second)
            assert [one.card for one in shown if one.key.startswith("board:")] == list(
                table.state.board
            )
            assert overlaps(scene) == []
            assert cut(scene) == []


def test_after_a_hand_somebody_may_ask_for_the_cards_that_would_have_come() -> None:
    table = dealt(rabbit_hunt=True)
    table.act("fold")
    scene = screen(table)
    target = scene.target("rabbit")
    assert target is not None
    assert target.intent.value == "rabbit"


def test_a_straddle_is_a_switch() -> None:
    table = SceneTable(seats=3, readers=(0,), straddle=True, format="cash")
    table.deal()
    table.deal()
    for _ in range(3):
        if table.turn == 0:
            table.default()
    assert table.reader(0).picture().wishes == ("straddle",)
