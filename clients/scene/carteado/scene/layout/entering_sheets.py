"""Dialogs on the way to a seat: a locked table, a code, a full table, a seat that is offered."""

from __future__ import annotations

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.overlays import DialogButton, dialog
from carteado.scene.shapes import Intent, Rect

__all__ = ["ENTERING", "draw_entering"]

ENTERING = ("locked", "code", "full", "offered")
"""Names of these sheets."""


def draw_entering(canvas: Canvas) -> None:
    """Draw the dialog that is open."""
    words = canvas.words
    cancel: DialogButton = ("cancel", words("Cancel"), Intent("sheet", ""), "Escape", "outline")
    watch: DialogButton = ("watch", words("Watch"), Intent("watch-instead"), "F2", "neutral")
    match canvas.ui.sheet:
        case "locked":
            text = words("Its owner lets guests in. You can knock, and watch until then.")
            knock = ("knock", words("Knock"), Intent("knock"), "Enter", "primary")
            dialog(canvas, words("The table is locked"), text, (cancel, watch, knock))
        case "code":
            text = words("Ask the owner for it.")
            join = ("join", words("Sit down"), Intent("code"), "Enter", "primary")
            title = words("The table has a code")
            buttons = (cancel, watch, join)
            area = dialog(canvas, title, text, buttons, body=56, fields=("join-code",))
            canvas.field("join-code", Rect(area.x, area.y, area.w, 44), hint=words("Code"))
        case "full":
            text = words("You can wait for a seat, and watch until then.")
            wait = ("wait", words("Wait for a seat"), Intent("wait"), "Enter", "primary")
            dialog(canvas, words("The table is full"), text, (cancel, watch, wait))
        case _:
            text = words("It is kept for you for a short time.")
            no: DialogButton = (
                "decline",
                words("Decline"),
                Intent("seat-declined"),
                "Escape",
                "outline",
            )
            yes = ("take-seat", words("Sit down"), Intent("seat-taken"), "Enter", "primary")
            dialog(canvas, words("A seat is free for you"), text, (no, yes))
