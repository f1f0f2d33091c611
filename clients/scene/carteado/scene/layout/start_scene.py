"""The start screen: find a server, or host one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice, notice_place
from carteado.scene.layout.sheets import draw_sheet
from carteado.scene.layout.top import draw_top
from carteado.scene.recent import Stay, stay_text
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
    stays: Sequence[Stay] = (),
    *,
    now: float = 0.0,
    searching: bool = False,
    hosting: str = "",
    problem: str = "",
) -> Scene:
    """The start screen.

    Args:
        ui: state of the screen.
        settings: of the player.
        words: of the player.
        size: of the window, logical pixels.
        found: servers on the network.
        stays: at tables where the player has sat, the last first.
        now: seconds since 1970.
        searching: whether the search is running.
        hosting: address of the server that this window started, '' for none.
        problem: why the search is impossible, '' if it is possible.
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
    form = _planned(canvas, Rect(lists.right + 24, lists.y, side, lists.h), hosting)
    whole = lists
    notice = None if form.placed else notice_place(canvas, within=whole)
    if notice is not None:
        # Beside the form, whatever its height: neither it nor a list is ever covered.
        below = notice.bottom + 16
        lists = Rect(lists.x, below, lists.w, lists.bottom - below)
    tables, servers = _tables(canvas, stays, now), _servers(canvas, settings.recent)
    _lists(canvas, lists, tables, servers, found, searching, problem)
    _form(canvas, form, settings, hosting)
    if notice is not None:
        draw_notice(canvas, within=whole)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row of a list.

    Attributes:
        name: in the first line.
        address: in the second line.
        note: behind the address, or in its place where both have no room.
        icon: before them.
        label: of the button.
        intent: of the button.
    """

    name: str
    address: str
    note: str
    icon: str
    label: str
    intent: Intent


def _tables(canvas: Canvas, stays: Sequence[Stay], now: float) -> list[_Row]:
    """The tables where the player has sat, with results."""
    words = canvas.words
    return [
        _Row(
            name=one.title,
            address=one.server,
            note=stay_text(one, words, now),
            icon="people",
            label=words("My seat") if one.open else words("Sit down"),
            intent=Intent("sit-again", one),
        )
        for one in stays
    ]


def _servers(canvas: Canvas, addresses: Sequence[str]) -> list[_Row]:
    """The servers to which the player has connected."""
    return [
        _Row(
            # The host stands in place of a name, which only running servers announce.
            name=address.partition(":")[0],
            address=address,
            note="",
            icon="replay",
            label=canvas.words("Open"),
            intent=Intent("connect", address),
        )
        for address in addresses
    ]


def _lists(
    canvas: Canvas,
    area: Rect,
    tables: Sequence[_Row],
    servers: Sequence[_Row],
    found: Sequence[Found],
    searching: bool,
    problem: str,
) -> None:
    words = canvas.words
    note = words("Searching") if searching else ""
    if found:
        note = words.several("{n} server found", "{n} servers found", len(found))
    # Four leave room for the recent tables and servers; others can be typed.
    rows = [
        _Row(
            name=one.name,
            address=one.address,
            note=one.note,
            icon="online",
            label=words("Open"),
            intent=Intent("connect", one.address),
        )
        for one in found[: max(1, min(4, _room(canvas, area.h)))]
    ]
    empty = words("No server answers on this network yet. Type an address on the right.")
    if problem:
        empty = words("Servers cannot be searched for: {reason}", reason=problem)
    title = words("On this network")
    end = _list(canvas, area, title, rows, "found", note=note, empty=empty)
    below = Rect(area.x, end + 16, area.w, area.bottom - end - 16)
    room = _room(canvas, below.h)
    # Half of it at least is for tables, each of which leads to its server, too.
    kept = tables[: max(room - len(servers), (room + 1) // 2)]
    recent = [*kept, *servers[: room - len(kept)]]
    if recent and room > 0:
        # The number keys count on from the servers that were found.
        _list(canvas, below, words("Recent"), recent, "recent", first=len(rows) + 1)


def _pitches(canvas: Canvas) -> tuple[float, float]:
    """Heights of the head of a list and of one of its rows."""
    scale = min(canvas.frame.metrics.scale, 1.4)
    return 52.0 * scale, 64.0 * scale


def _room(canvas: Canvas, height: float) -> int:
    """The number of rows for which a list has room."""
    head, pitch = _pitches(canvas)
    return max(0, int((height - head - 4) // pitch))


def _list(
    canvas: Canvas,
    area: Rect,
    title: str,
    rows: Sequence[_Row],
    key: str,
    *,
    note: str = "",
    empty: str = "",
    first: int = 1,
) -> float:
    """A framed list, its rows with keys from a number on; its lower end."""
    head, pitch = _pitches(canvas)
    scale = min(canvas.frame.metrics.scale, 1.4)
    height = head + (pitch * len(rows) if rows else 56.0 * scale)
    box = Rect(area.x, area.y, area.w, height)
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
    # All buttons of a list are as wide as the widest of them.
    labels = [text_width(one.label, canvas.s(15), "bold") for one in rows]
    width = max(124 * scale, max(labels) + canvas.key_width("9") + 30)
    for number, one in enumerate(rows):
        row = Rect(box.x, box.y + head + number * pitch, box.w, pitch)
        canvas.box(Rect(row.x, row.y, row.w, 1), "panelBorder", role="line")
        button = Rect(row.right - 16 - width, row.cy - 22, width, 44)
        _facts(canvas, row, one, button.x - 8)
        # There are nine number keys.
        hotkey = str(first + number) if first + number < 10 else ""
        canvas.button(f"{key}:{number}", button, one.label, one.intent, size=15, hotkey=hotkey)
    return box.bottom


def _facts(canvas: Canvas, row: Rect, facts: _Row, end: float) -> None:
    """Draw the texts of a row, up to its button."""
    canvas.icon(Rect(row.x + 18, row.cy - 11, 22, 22), facts.icon)
    above = Rect(row.x + 54, row.cy - canvas.s(19), end - row.x - 54, canvas.s(19))
    canvas.text(above, facts.name, canvas.s(15), "semibold")
    under = Rect(above.x, row.cy + 1, above.w, canvas.s(16))
    # Addresses are set in a monospaced font, whose widths the table of the main font does not have.
    used = len(facts.address) * canvas.s(13) * MONO + 12
    if facts.note and used + text_width(f"· {facts.note}", canvas.s(13)) > under.w:
        # A result or free seats are worth more than an address that the button knows.
        canvas.text(under, facts.note, canvas.s(13), colour="textMuted", shrink=True)
        return
    canvas.text(under, facts.address, canvas.s(13), colour="textMuted", mono=True)
    more = Rect(under.x + used, under.y, under.w - used, under.h)
    canvas.text(more, f"· {facts.note}" if facts.note else "", canvas.s(13), colour="textMuted")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """The form, before it is drawn.

    Attributes:
        box: around the name, the address and their button.
        host: around the server of this computer.
        notes: lines below each field.
        wrong: the field with which something is wrong, '' for none.
        placed: whether the error is shown below that field.
    """

    box: Rect
    host: Rect
    notes: Mapping[str, Sequence[str]]
    wrong: str
    placed: bool


def _planned(canvas: Canvas, area: Rect, hosting: str) -> _Form:
    """The sizes of name, address and the server of this computer."""
    words = canvas.words
    font, small, inner_w = canvas.s(14), canvas.s(13), area.w - 32
    notes: dict[str, Sequence[str]] = {
        "name": wrapped(words("Other players see this name."), inner_w, small, lines=2),
        "address": wrapped(words("For example 192.168.1.7:8765"), inner_w, small, lines=2),
    }
    notice = canvas.ui.notice
    wrong = notice.field if notice is not None and notice.field in notes else ""
    if notice is not None and wrong:
        # An error replaces the usual line.
        notes[wrong] = wrapped(notice.text, inner_w, small)

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
    # As high as its sentence needs; 80 are its margins, and the button.
    said = wrapped(_hosted(canvas, hosting), inner_w, font)
    host = Rect(area.x, box.bottom + 16, area.w, 80.0 + canvas.s(24) + len(said) * canvas.s(19))
    # In a low window only the button remains of it.
    if host.bottom > area.bottom + 8:
        host = Rect(area.x, box.bottom + 12, area.w, 68)
    return _Form(box=box, host=host, notes=notes, wrong=wrong, placed=placed)


def _form(canvas: Canvas, form: _Form, settings: Settings, hosting: str) -> None:
    """Name, address and the server of this computer."""
    words, box, notes = canvas.words, form.box, form.notes
    font, inner_w = canvas.s(14), box.w - 32
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    y = box.y + 14
    canvas.text(Rect(box.x + 16, y, inner_w, font * 1.5), words("Your name"), font, "semibold")
    y += font * 1.6
    name = canvas.typed("name", settings.name)
    canvas.field("name", Rect(box.x + 16, y, inner_w, 44), text=name)
    below = Rect(box.x + 16, y + 48, inner_w, 0)
    y = 6 + _notes(canvas, below, notes["name"], form.wrong == "name")
    canvas.text(
        Rect(box.x + 16, y, inner_w, font * 1.5), words("Address of a server"), font, "semibold"
    )
    y += font * 1.6
    canvas.field("address", Rect(box.x + 16, y, inner_w, 44))
    below = Rect(box.x + 16, y + 48, inner_w, 0)
    y = 6 + _notes(canvas, below, notes["address"], form.wrong == "address")
    join = Rect(box.x + 16, y, inner_w, min(56.0, box.bottom - y - 12))
    canvas.button("connect", join, words("Join"), Intent("connect"), kind="primary", hotkey="Enter")
    _host(canvas, form.host, hosting)


def _notes(canvas: Canvas, rect: Rect, lines: Sequence[str], wrong: bool) -> float:
    """The lines below a field; their lower end."""
    small, y = canvas.s(13), rect.y
    for line in lines:
        place = Rect(rect.x, y, rect.w, small * 1.4)
        role, ink = ("notice", "bad") if wrong else ("text", "textMuted")
        canvas.text(place, line, small, "semibold" if wrong else "regular", ink, role=role)
        y += small * 1.5
    return y


def _hosted(canvas: Canvas, hosting: str) -> str:
    """What the server of this computer is for, or where it runs."""
    if hosting:
        return canvas.words("Your server runs at {address}.", address=hosting)
    return canvas.words("Start a server on this computer. Friends join over the network.")


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
        for number, line in enumerate(wrapped(_hosted(canvas, hosting), inner.w, canvas.s(14))):
            y = inner.y + canvas.s(24) + number * canvas.s(19)
            canvas.text(
                Rect(inner.x, y, inner.w, canvas.s(19)), line, canvas.s(14), colour="textMuted"
            )
    button = Rect(inner.x, inner.bottom - 44, inner.w, 44)
    label = words("My server") if hosting else words("Host here")
    canvas.button("host", button, label, Intent("host"), kind="outline", icon="qr", hotkey="F2")
