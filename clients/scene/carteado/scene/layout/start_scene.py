"""The first screen: find a server, or host one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice, notice_place
from carteado.scene.layout.sheets import draw_sheet
from carteado.scene.layout.top import draw_top
from carteado.scene.shapes import Icon, Intent, Rect, Scene
from carteado.scene.text import text_width, wrapped
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["Found", "start_scene"]


MONO = 0.62
"""Width of a letter of the addresses, in parts of its size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A server on the network.

    Attributes:
        name: as it calls itself.
        address: host and port.
        note: such as its number of tables.
    """

    name: str
    address: str
    note: str = ""


def start_scene(
    ui: Ui,
    settings: Settings,
    words: Words,
    size: tuple[float, float],
    found: Sequence[Found] = (),
    *,
    searching: bool = False,
    hosting: str = "",
    problem: str = "",
) -> Scene:
    """The first screen.

    Args:
        ui: state of the screen.
        settings: of the player.
        words: of the player.
        size: of the window, logical pixels.
        found: servers on the network.
        searching: whether servers are being looked for.
        hosting: address of the server that this window started, '' for none.
        problem: why no servers can be found, '' while they can.
    """
    frame = frame_of(size, settings.text, drawer=False)
    canvas = Canvas(frame, words, ui)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    draw_top(canvas, "", "", back=False)
    _brand(canvas)
    width = min(880.0 * min(frame.metrics.scale, 1.4), size[0] - 48)
    left = (size[0] - width) / 2
    top = frame.top.bottom + max(12.0, min(40.0, size[1] * 0.05))
    title = Rect(left, top, width, canvas.s(28) * 1.3)
    canvas.text(title, words("Find a table"), canvas.s(28), "bold")
    side = width * 0.345
    lists = Rect(left, title.bottom + 14, width - side - 24, size[1] - title.bottom - 26)
    form = Rect(lists.right + 24, lists.y, side, lists.h)
    _lists(canvas, lists, settings, found, searching, problem)
    lower, placed = _form(canvas, form, settings, hosting)
    if not placed:
        # Near the form that it is about, and not at the end of a high window.
        place = notice_place(canvas, size[1])
        end = size[1] if place is None else min(size[1], lower + 28 + place.h)
        draw_notice(canvas, end)
    live = ui.notice.text if ui.notice is not None else ""
    return draw_sheet(canvas.scene(live=live), words, ui, settings)


def _brand(canvas: Canvas) -> None:
    top = canvas.frame.top
    x = top.x + 16
    for suit in "shdc":
        name = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}[suit]
        mark = Rect(x, top.cy - 9, 18, 18)
        canvas.add(Icon(rect=mark, name=f"suit:{suit}", colour=f"ink.{name}"))
        x += 26
    canvas.text(Rect(x + 4, top.y, 200, top.h), "Carteado", canvas.s(17), "bold")


def _lists(
    canvas: Canvas,
    area: Rect,
    settings: Settings,
    found: Sequence[Found],
    searching: bool,
    problem: str,
) -> None:
    words = canvas.words
    y = area.y
    note = words("Searching") if searching else ""
    if found:
        note = words.several("{n} server found", "{n} servers found", len(found))
    # Four leave room for the recent servers; others can be typed.
    rows = [(one.name, one.address, one.note) for one in found[:4]]
    empty = words("No server answers on this network yet. Type an address on the right.")
    if problem:
        empty = words("Servers cannot be searched for: {reason}", reason=problem)
    y = _list(canvas, area, y, words("On this network"), note, rows, "online", empty, "found")
    # The host stands in place of a name, which only running servers announce.
    recent = [(address.partition(":")[0], address, "") for address in settings.recent]
    scale = min(canvas.frame.metrics.scale, 1.4)
    # 56 units are the head of the list, 64 each of its rows.
    room = max(0, int((area.bottom - y - 16 - 56 * scale) // (64 * scale)))
    if recent and room:
        shown = recent[:room]
        # The number keys count on from the servers that were found.
        at = len(rows) + 1
        _list(canvas, area, y + 16, words("Recent"), "", shown, "replay", "", "recent", at)


def _list(
    canvas: Canvas,
    area: Rect,
    y: float,
    title: str,
    note: str,
    rows: Sequence[tuple[str, str, str]],
    icon: str,
    empty: str,
    key: str,
    first: int = 1,
) -> float:
    """A framed list, its rows with keys from a number on; its lower end."""
    scale = min(canvas.frame.metrics.scale, 1.4)
    head, pitch = 52.0 * scale, 64.0 * scale
    height = head + (pitch * len(rows) if rows else 56.0 * scale)
    box = Rect(area.x, y, area.w, height)
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    line = Rect(box.x + 16, box.y, box.w - 32, head)
    canvas.text(line, title, canvas.s(16), "bold")
    canvas.text(line, note, canvas.s(14), colour="textMuted", align="right")
    if not rows:
        lines = wrapped(empty, box.w - 32, canvas.s(14), lines=2)
        for number, text in enumerate(lines):
            place = Rect(
                box.x + 16, box.y + head - 6 + number * canvas.s(19), box.w - 32, canvas.s(19)
            )
            canvas.text(place, text, canvas.s(14), colour="textMuted")
        return box.bottom
    for number, (name, address, extra) in enumerate(rows):
        row = Rect(box.x, box.y + head + number * pitch, box.w, pitch)
        canvas.box(Rect(row.x, row.y, row.w, 1), "panelBorder", role="line")
        canvas.icon(Rect(row.x + 18, row.cy - 11, 22, 22), icon)
        width = 108 * scale
        button = Rect(row.right - 16 - width, row.cy - 22, width, 44)
        above = Rect(row.x + 54, row.cy - canvas.s(19), button.x - row.x - 62, canvas.s(19))
        canvas.text(above, name, canvas.s(15), "semibold")
        under = Rect(above.x, row.cy + 1, above.w, canvas.s(16))
        # Addresses are set in a monospaced font, whose widths the table of the main font does not
        # have.
        used = len(address) * canvas.s(13) * MONO + 12
        if extra and used + text_width(f"· {extra}", canvas.s(13)) > under.w:
            # Free seats are worth more than an address that "Open" knows.
            canvas.text(under, extra, canvas.s(13), colour="textMuted", shrink=True)
        else:
            canvas.text(under, address, canvas.s(13), colour="textMuted", mono=True)
            more = Rect(under.x + used, under.y, under.w - used, under.h)
            canvas.text(more, f"· {extra}" if extra else "", canvas.s(13), colour="textMuted")
        # There are nine number keys.
        hotkey = str(first + number) if first + number < 10 else ""
        intent = Intent("connect", address)
        canvas.button(
            f"{key}:{number}", button, canvas.words("Open"), intent, size=15, hotkey=hotkey
        )
    return box.bottom


def _form(canvas: Canvas, area: Rect, settings: Settings, hosting: str) -> tuple[float, bool]:
    """Name, address and the server of this computer.

    Returns:
        The lower end, and whether what is wrong with a field stands below it.
    """
    words = canvas.words
    scale = min(canvas.frame.metrics.scale, 1.4)
    font, small = canvas.s(14), canvas.s(13)
    inner_w = area.w - 32
    notes = {
        "name": wrapped(words("Other players see this name."), inner_w, small, lines=2),
        "address": wrapped(words("For example 192.168.1.7:8765"), inner_w, small, lines=2),
    }
    notice = canvas.ui.notice
    wrong = notice.field if notice is not None and notice.field in notes else ""
    if notice is not None and wrong:
        # What is wrong takes the place of what is usual.
        notes[wrong] = wrapped(notice.text, inner_w, small, lines=4)

    def fits() -> bool:
        # 190 units are the button, the margins and the box for hosting.
        lines = sum(map(len, notes.values()))
        return area.h >= 2 * (font * 1.6 + 46) + lines * small * 1.5 + 190

    if not fits() and wrong != "name":
        notes["name"] = ()  # large text in a small window: what must be typed comes first
    placed = bool(wrong) and fits()
    if wrong and not placed:
        notes[wrong] = ()
    lines = sum(map(len, notes.values()))
    height = 16 + 2 * (font * 1.6 + 46) + lines * small * 1.5 + 12 + 70
    box = Rect(area.x, area.y, area.w, height)
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    y = box.y + 14
    canvas.text(Rect(box.x + 16, y, inner_w, font * 1.5), words("Your name"), font, "semibold")
    y += font * 1.6
    name = canvas.typed("name", settings.name)
    canvas.field("name", Rect(box.x + 16, y, inner_w, 44), text=name)
    y = 6 + _notes(canvas, Rect(box.x + 16, y + 48, inner_w, 0), notes["name"], wrong == "name")
    canvas.text(
        Rect(box.x + 16, y, inner_w, font * 1.5), words("Address of a server"), font, "semibold"
    )
    y += font * 1.6
    canvas.field("address", Rect(box.x + 16, y, inner_w, 44))
    y = _notes(canvas, Rect(box.x + 16, y + 48, inner_w, 0), notes["address"], wrong == "address")
    y += 6
    join = Rect(box.x + 16, y, inner_w, min(56.0, box.bottom - y - 12))
    canvas.button("connect", join, words("Join"), Intent("connect"), kind="primary", hotkey="Enter")
    second = Rect(area.x, box.bottom + 16, area.w, 150.0 * scale)
    # In a low window only the button remains of it.
    if second.bottom > area.bottom + 8:
        second = Rect(area.x, box.bottom + 12, area.w, 68)
    _host(canvas, second, hosting)
    return second.bottom, placed


def _notes(canvas: Canvas, rect: Rect, lines: Sequence[str], wrong: bool) -> float:
    """The lines below a field; their lower end."""
    small, y = canvas.s(13), rect.y
    for line in lines:
        place = Rect(rect.x, y, rect.w, small * 1.4)
        role, ink = ("notice", "bad") if wrong else ("text", "textMuted")
        canvas.text(place, line, small, "semibold" if wrong else "regular", ink, role=role)
        y += small * 1.5
    return y


def _host(canvas: Canvas, box: Rect, hosting: str) -> None:
    words = canvas.words
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    inner = box.inset(16, 12)
    # The low form has no room for words.
    if box.h > 100:
        canvas.text(
            Rect(inner.x, inner.y, inner.w, canvas.s(20)),
            words("Play at home"),
            canvas.s(16),
            "bold",
        )
        text = words("Start a server on this computer. Friends join over the network.")
        if hosting:
            text = words("Your server runs at {address}.", address=hosting)
        room = int((box.h - 24 - 44 - canvas.s(24)) // canvas.s(19))
        lines = wrapped(text, inner.w, canvas.s(14))
        # Half a sentence says less than the button alone.
        lines = lines if len(lines) <= room else ()
        for number, line in enumerate(lines):
            y = inner.y + canvas.s(24) + number * canvas.s(19)
            canvas.text(
                Rect(inner.x, y, inner.w, canvas.s(19)), line, canvas.s(14), colour="textMuted"
            )
    button = Rect(inner.x, inner.bottom - 44, inner.w, 44)
    label = words("My server") if hosting else words("Host here")
    canvas.button("host", button, label, Intent("host"), kind="outline", icon="qr", hotkey="F2")
