"""The screen of a table, by the renderer of its game."""

from __future__ import annotations

from carteado.scene.buraco.renderer import BuracoRenderer
from carteado.scene.layout.buraco_scene import buraco_scene
from carteado.scene.layout.generic_scene import generic_scene
from carteado.scene.layout.poker_face_scene import poker_face_scene
from carteado.scene.layout.poker_scene import poker_scene
from carteado.scene.layout.sheets import draw_sheet
from carteado.scene.poker.renderer import PokerRenderer
from carteado.scene.poker_face.renderer import FaceRenderer
from carteado.scene.reader import Reader
from carteado.scene.shapes import Scene
from carteado.scene.ui import Settings, Ui

__all__ = ["table_scene"]


def table_scene(
    reader: Reader,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    now_ms: float,
    *,
    replaying: bool = False,
    bots: tuple[str, ...] = (),
) -> Scene:
    """The screen of a table: a pure function.

    Args:
        reader: what is known of the table.
        ui: state of the screen.
        settings: of the player.
        size: of the window, logical pixels.
        now_ms: the client's clock.
        replaying: the last hand is being shown again.
        bots: names of the bots that the host can seat.
    """
    if isinstance(reader.renderer, PokerRenderer) and reader.table is not None:
        scene = poker_scene(reader, ui, settings, size, now_ms, replaying=replaying)
    elif isinstance(reader.renderer, BuracoRenderer) and reader.table is not None:
        scene = buraco_scene(reader, ui, settings, size, now_ms, replaying=replaying)
    elif isinstance(reader.renderer, FaceRenderer) and reader.table is not None:
        scene = poker_face_scene(reader, ui, settings, size, now_ms)
    else:
        scene = generic_scene(reader, ui, settings, size, now_ms)
    return draw_sheet(scene, reader.words, ui, settings, bots)
