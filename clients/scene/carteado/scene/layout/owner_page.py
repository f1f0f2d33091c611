"""The owner's controls: knocks, pause, lock, code, title, options, seats."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.controls import Controls
from carteado.scene.figures import LedgerData
from carteado.scene.layout.canvas import Canvas
from carteado.scene.questions import question_sheet
from carteado.scene.reader import Reader
from carteado.scene.seats import ledger_names
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width, wrapped

__all__ = ["draw_controls"]


def draw_controls(
    canvas: Canvas,
    body: Rect,
    reader: Reader,
    *,
    owner: bool | None,
    ledger: LedgerData | None = None,
) -> None:
    """Draw the controls; they are disabled at a closed table, and for others than its owner.

    Args:
        canvas: to draw on.
        body: the room for them.
        reader: the reader's table.
        owner: whether the reader owns it; None if the server has not said so yet.
        ledger: the ledger, which numbers players of the same name; None if unknown.
    """
    assert reader.table is not None
    gap = 16.0
    left = Rect(body.x, body.y, (body.w - gap) * 0.42, body.h)
    right = Rect(left.right + gap, body.y, body.right - left.right - gap, body.h)
    # Not yet known counts as owner: the server refuses in any case, and most who open this page
    # own it.
    usable = owner is not False and not reader.closed
    y = left.y
    controls = reader.table.controls
    if reader.closed:
        closed = f"{canvas.words('This table is closed')}. {reader.closed}"
        y = _sentence(canvas, left, y, closed)
    elif not usable:
        y = _sentence(canvas, left, y, canvas.words("Only the owner of the table may change it."))
    # Somebody waits, so this comes above everything else.
    if controls.knocks:
        y = _knocks(canvas, left, y, controls, usable=usable)
    _controls(canvas, Rect(left.x, y, left.w, left.bottom - y), reader, usable=usable)
    names = ledger_names(reader.table.state.names, ledger)
    _seats(canvas, right, reader, names, usable=usable)


def _sentence(canvas: Canvas, rect: Rect, y: float, text: str) -> float:
    size = canvas.s(14)
    for line in wrapped(text, rect.w, size, lines=2):
        canvas.text(Rect(rect.x, y, rect.w, size * 1.4), line, size, colour="textMuted")
        y += size * 1.4
    return y + 8


def _knocks(canvas: Canvas, rect: Rect, y: float, controls: Controls, *, usable: bool) -> float:
    """Guests who wait before a locked table, at most two at a time."""
    words, size = canvas.words, canvas.s(15)
    # Answering one brings up the next; more than two would push the controls out.
    shown = list(zip(controls.knocks, controls.knock_names, strict=True))[:2]
    head = size * 1.8 + 6
    box = Rect(rect.x, y, rect.w, head + 52 * len(shown) + 4)
    canvas.box(box, "panel", line="turnLine", width=3, radius=12, role="list")
    title = words.several("{n} guest knocks", "{n} guests knock", len(controls.knocks))
    canvas.text(Rect(box.x + 14, box.y + 3, box.w - 28, head), title, size, "bold")
    for number, (knock, name) in enumerate(shown):
        row = Rect(box.x + 14, box.y + head + number * 52, box.w - 28, 44)
        each = min(110.0 * min(1.3, canvas.frame.metrics.scale), row.w * 0.32)
        admit = Rect(row.right - each, row.y, each, 44)
        refuse = Rect(admit.x - 8 - each, row.y, each, 44)
        canvas.text(Rect(row.x, row.y, refuse.x - row.x - 8, 44), name, size, "semibold")
        canvas.button(
            f"turn-away:{knock}",
            refuse,
            words("Refuse"),
            Intent("own", ("turn_away", knock)),
            kind="outline",
            enabled=usable,
            size=15,
            # Keys answer the first guest only, so that they are never ambiguous.
            hotkey="D" if number == 0 else "",
        )
        canvas.button(
            f"admit:{knock}",
            admit,
            words("Admit"),
            Intent("own", ("admit", knock)),
            kind="primary" if number == 0 else "neutral",
            enabled=usable,
            size=15,
            hotkey="A" if number == 0 else "",
        )
    return box.bottom + 10


def _controls(canvas: Canvas, box: Rect, reader: Reader, *, usable: bool) -> None:
    words = canvas.words
    assert reader.table is not None
    controls = reader.table.controls
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    inner = box.inset(14, 12)
    _switches(canvas, inner, controls, usable=usable)
    y = inner.y + 58
    title = words("Table name")
    more = {"usable": usable, "banned": bool(controls.banned)}
    # If the last ban has no room above two buttons, they share a row: 58 units are the buttons
    # at the top, 100 the tight fields, 52 the ban and 110 the part below it.
    low = bool(controls.banned) and inner.h < 58 + 100 + 52 + 110
    end = inner.bottom - (56 if low else 110)
    y = _field(canvas, inner, y, ("table-title", title, "rename", words("Rename")), **more)
    code = words("Code to sit down")
    label = words("Set")
    if controls.protected:
        code = words("Code to sit down: it has one")
        # An empty field removes the code; the button says so before it is pressed.
        if not canvas.ui.texts.get("table-code", "").strip():
            label = words("Take away")
    y = _field(canvas, inner, y, ("table-code", code, "set_code", label), **more)
    # The last ban is the one that is most likely a mistake. 110 units are for the two buttons
    # below.
    if controls.banned and y + 44 < end:
        _last_ban(canvas, Rect(inner.x, y, inner.w, 44), controls.banned[-1], usable=usable)
        y += 52
    planned = {**controls.options, **controls.settings}
    if planned and y + canvas.s(20) < end:
        text = words("Changes wait for the next deal.")
        canvas.text(Rect(inner.x, y, inner.w, canvas.s(20)), text, canvas.s(13), colour="info")
    options = Rect(inner.x, inner.bottom - 100, inner.w, 46)
    close = Rect(inner.x, inner.bottom - 46, inner.w, 46)
    if low:
        half = (inner.w - 8) / 2
        options, close = close._replace(w=half), close._replace(x=close.right - half, w=half)

    def button(key: str, rect: Rect, text: str, intent: Intent, kind: str, hotkey: str) -> None:
        canvas.button(key, rect, text, intent, kind=kind, enabled=usable, size=15, hotkey=hotkey)

    text, intent = words("Change options"), Intent("table-options")
    button("table-options", options, text, intent, "secondary", "O")
    text, intent = words("Close the table"), Intent("sheet", "close-table")
    button("close-table", close, text, intent, "warning", "F9")


def _switches(canvas: Canvas, inner: Rect, controls: Controls, *, usable: bool) -> None:
    """The row of buttons at the top."""
    words, paused, locked = canvas.words, controls.paused is not None, controls.locked
    buttons: list[tuple[str, str, Intent, str, str]] = [
        (
            "pause-table",
            words("Continue") if paused else words("Pause"),
            Intent("own", "resume" if paused else "pause"),
            "primary" if paused else "neutral",
            "P",
        ),
        (
            "lock",
            words("Unlock") if locked else words("Lock"),
            Intent("own", "unlock" if locked else "lock"),
            "secondary" if locked else "neutral",
            "L",
        ),
        ("add-bot", words("Add a bot"), Intent("sheet", "bots"), "neutral", "B"),
    ]
    width = (inner.w - 8 * (len(buttons) - 1)) / len(buttons)
    for number, (key, text, intent, kind, hotkey) in enumerate(buttons):
        rect = Rect(inner.x + number * (width + 8), inner.y, width, 48)
        # Bots may be added by every player, not only by the owner.
        free = usable or key == "add-bot"
        canvas.button(key, rect, text, intent, kind=kind, enabled=free, size=15, hotkey=hotkey)


def _last_ban(canvas: Canvas, row: Rect, name: str, *, usable: bool) -> None:
    words = canvas.words
    text = words("{name} is banned", name=name)
    canvas.text(Rect(row.x, row.y, row.w * 0.6, 44), text, canvas.s(14), shrink=True)
    canvas.button(
        f"unban:{name}",
        Rect(row.x + row.w * 0.6, row.y, row.w * 0.4, 44),
        words("Lift the ban"),
        Intent("own", ("unban", name)),
        kind="outline",
        enabled=usable,
        size=15,
        hotkey="U",
    )


def _field(
    canvas: Canvas,
    inner: Rect,
    y: float,
    what: tuple[str, str, str, str],
    *,
    usable: bool,
    banned: bool,
) -> float:
    """A labelled field with the button that sends it; where it ends."""
    key, label, order, button = what
    small = canvas.s(13)
    # In a low window labels become hints inside the fields.
    tight = inner.h < 2 * (small * 1.5 + 54) + 166 + (52 if banned else 0)
    if not tight:
        canvas.text(Rect(inner.x, y, inner.w, small * 1.4), label, small, "semibold", shrink=True)
        y += small * 1.5
    width = min(inner.w * 0.42, text_width(button, canvas.s(15), "bold") + 36)
    canvas.field(
        key, Rect(inner.x, y, inner.w - width - 8, 44), hint=label if tight else "", size=15
    )
    rect = Rect(inner.right - width, y, width, 44)
    canvas.button(
        f"send:{key}", rect, button, Intent("own", order), kind="neutral", enabled=usable, size=15
    )
    return y + (50 if tight else 54)


def _seats(
    canvas: Canvas, box: Rect, reader: Reader, names: Sequence[str], *, usable: bool
) -> None:
    words = canvas.words
    assert reader.table is not None
    state = reader.table.state
    taken = [seat for seat, name in enumerate(state.names) if name]
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    head = canvas.s(16) * 2
    line = Rect(box.x + 14, box.y + 2, box.w - 28, head)
    canvas.text(line, words("Seats"), canvas.s(16), "bold")
    count = words("{sat} of {seats}", sat=len(taken), seats=len(state.names))
    canvas.text(line, count, canvas.s(14), colour="textMuted", align="right")
    pitch = min(56.0, (box.h - head - 8) / max(1, len(taken)))
    for number, seat in enumerate(taken):
        row = Rect(box.x, line.bottom + number * pitch, box.w, pitch)
        canvas.box(Rect(row.x, row.y, row.w, 1), "panelBorder", role="line")
        _seat(canvas, row, reader, seat, names[seat], usable=usable)


def _seat(
    canvas: Canvas, row: Rect, reader: Reader, seat: int, called: str, *, usable: bool
) -> None:
    words = canvas.words
    assert reader.table is not None
    state = reader.table.state
    own, bot = seat == reader.seat, bool(state.bots[seat])
    buttons: list[tuple[str, str, Intent, str]] = []
    # Games without chips, such as Buraco, have nothing to correct.
    chips = hasattr(state, "stacks")
    if chips and not reader.table.game.over(state):
        buttons.append((f"chips:{seat}", words("Chips"), Intent("sheet", f"chips:{seat}"), ""))
    if bot:
        remove = Intent("own", ("remove_bot", seat))
        buttons.append((f"remove:{seat}", words("Remove"), remove, "warning"))
    # Nobody removes or bans themselves; they leave.
    elif own:
        buttons.append((f"leave:{seat}", words("Leave"), Intent("sheet", "leave"), ""))
    else:
        name = state.names[seat]
        for key, label, order, kind in (
            ("owner", words("Hand over"), "hand_over", ""),
            ("kick", words("Kick"), "remove", "warning"),
            ("ban", words("Ban"), "ban", "warning"),
        ):
            ask = Intent("sheet", question_sheet(order, seat, name))
            buttons.append((f"{key}:{seat}", label, ask, kind))
    x = row.right - 10
    height = min(44.0, row.h - 4)
    widths = [
        min(
            row.w * 0.25,
            text_width(label, canvas.s(14), "bold") + (52 if key.startswith("leave:") else 26),
        )
        for key, label, _, _ in buttons
    ]
    # With large text the buttons leave a third of the row to the name.
    part = min(1.0, (row.w * 0.68 - 6 * len(widths)) / max(1.0, sum(widths)))
    for (key, label, intent, kind), wished in zip(reversed(buttons), reversed(widths), strict=True):
        width = max(44.0, wished * part)
        rect = Rect(x - width, row.cy - height / 2, width, height)
        # Leaving needs no right.
        free = usable or key.startswith("leave:")
        hotkey = "Q" if key.startswith("leave:") else ""
        canvas.button(
            key,
            rect,
            label,
            intent,
            kind=kind or "neutral",
            enabled=free,
            size=14,
            hotkey=hotkey,
        )
        x = rect.x - 6
    size = min(canvas.s(14), row.h * 0.36)
    # The name takes what the buttons leave.
    name = Rect(row.x + 14, row.cy - size * 1.35, max(20.0, x - row.x - 20), size * 1.35)
    canvas.text(name, called, size, "semibold", shrink=True)
    note = words.number(state.stacks[seat]) if chips else ""
    sort = words("You") if own else words("Bot") if bot else ""
    text = " · ".join(part for part in (note, sort) if part)
    canvas.text(Rect(name.x, row.cy + 1, name.w, size * 1.2), text, size * 0.9, colour="textMuted")
