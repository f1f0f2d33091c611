"""A screen that only says something: connecting, server gone, session ended."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import DialogButton, dialog
from carteado.scene.shapes import Rect, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["message_scene"]


def message_scene(
    title: str,
    text: str,
    buttons: Sequence[DialogButton],
    words: Words,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    behind: Scene | None = None,
) -> Scene:
    """The screen.

    Args:
        title: what is the matter.
        text: what is kept and what to do next.
        buttons: from left to right, the usual choice last.
        words: of the player.
        ui: state of the screen.
        settings: of the player.
        size: of the window, logical pixels.
        behind: what can still be seen, dimmed.
    """
    canvas = Canvas(frame_of(size, settings.text, drawer=False), words, ui)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    if behind is not None:
        # Its drawables only: the screen behind stays visible, but nothing there can be pressed.
        canvas.add(*behind.items)
    dialog(canvas, title, text, buttons)
    # Both sentences are read out, since nothing else on the screen matters.
    return canvas.scene(live=f"{title}. {text}")
