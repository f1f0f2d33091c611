"""The drawer: log, hands, players, and the chat below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Box, Drawable, Intent, Rect, Text
from carteado.scene.story import Line, Log
from carteado.scene.text import ELLIPSIS, common_size, text_width, wrapped
from carteado.scene.words import Words

__all__ = ["Person", "draw_drawer", "quick_phrases"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A line of the list of players."""

    name: str
    note: str
    amount: str


def quick_phrases(words: Words) -> tuple[str, ...]:
    """What a player can say with one key or press."""
    return words("Nice hand"), words("Well played"), words("One moment")


def draw_drawer(
    canvas: Canvas,
    rect: Rect,
    log: Log,
    people: Sequence[Person],
    now: str,
    *,
    chat: bool = True,
) -> None:
    """Draw the drawer.

    Args:
        canvas: to draw on.
        rect: where.
        log: of the table.
        people: players and spectators.
        now: what the table waits for, at the end of the log.
        chat: whether there is a chat.
    """
    words, ui = canvas.words, canvas.ui
    canvas.box(rect, "panel", role="drawer")
    canvas.box(Rect(rect.x, rect.y, 1, rect.h), "panelBorder", role="line")
    # Below all targets of the drawer: a press between them must not reach the table.
    canvas.target("drawer", rect, Intent("none"), kind="area")
    tab_h = 40 * min(canvas.frame.metrics.scale, 1.4) + 8
    pages = (("log", words("Log")), ("hands", words("Hands")), ("players", words("Players")))
    # '' is the state before the player has chosen a tab.
    page = ui.drawer or "log"
    for number, (name, label) in enumerate(pages):
        tab = Rect(rect.x + number * rect.w / 3, rect.y, rect.w / 3, tab_h)
        on = name == page
        ink = "text" if on else "textMuted"
        canvas.text(tab, label, canvas.s(14), "semibold", ink, "center", shrink=True)
        if on:
            canvas.box(Rect(tab.x + 14, tab.bottom - 3, tab.w - 28, 3), "primary", role="line")
        canvas.target(f"tab:{name}", tab, Intent("drawer", name), label=label)
    canvas.box(Rect(rect.x, rect.y + tab_h, rect.w, 1), "panelBorder", role="line")
    # The chat is built from the bottom up, and the pages take the rest.
    bottom = _chat(canvas, rect, log) if chat else rect.bottom
    body = Rect(rect.x + 16, rect.y + tab_h + 10, rect.w - 32, bottom - rect.y - tab_h - 20)
    if page == "players":
        _people(canvas, body, people)
    else:
        lines = [line for line in log.lines if page == "log" or line.kind == "result"]
        _lines(canvas, body, lines, now if page == "log" else "", page)


def _lines(canvas: Canvas, body: Rect, lines: Sequence[Line], now: str, page: str) -> None:
    """The last lines that fit, older ones by scrolling."""
    size = canvas.s(14)
    pitch = size * 1.7
    items: list[Drawable] = []
    # From the newest line upwards, until there is no more room.
    y = body.bottom
    shown = wrapped(now, body.w - 16, size * 0.95, "semibold", lines=2) if now else ()
    # The current state is the one line that may not be missing, so it is placed first.
    if shown and pitch * len(shown) + 2 <= body.h:
        box = Rect(body.x, y - pitch * len(shown) - 2, body.w, pitch * len(shown) + 2)
        items.append(Box(rect=box, fill="turn", radius=4, role="now"))
        for number, text in enumerate(shown):
            row = Rect(box.x + 8, box.y + 1 + number * pitch, box.w - 16, pitch)
            items.append(
                Text(rect=row, text=text, size=size * 0.95, weight="semibold", colour="turnText")
            )
        y = box.y - 4
    scroll = canvas.ui.scroll.get(page, 0)
    # Scrolling counts lines back from the newest one.
    for line in reversed(lines[: len(lines) - scroll] if scroll else lines):
        rows = wrapped(line.text, body.w, size, "semibold" if line.kind != "line" else "regular")
        if y - pitch * len(rows) < body.y:
            break
        # A sentence is shown whole or not at all.
        y -= pitch * len(rows)
        items += _line(line, rows, Rect(body.x, y, body.w, pitch), size)
        if line.kind == "heading":
            y -= 4
    # Few lines stand at the top, many end at the bottom.
    top = min((one.rect.y for one in items), default=body.y)
    lift = body.y - top if not scroll and top > body.y else 0.0
    # Scrolled lists stay where they are, or they would jump at the first line.
    if lift and y > body.y:
        items = [_moved(one, lift) for one in items]
    # Letters on whole pixels may be 4% wider than measured, which the margin takes.
    canvas.clip(body._replace(w=body.w + 12), items)
    canvas.target(f"list:{page}", body, Intent("none"), kind="area")


def _line(line: Line, rows: Sequence[str], first: Rect, size: float) -> list[Drawable]:
    found: list[Drawable] = []
    strong = line.kind != "line"
    for number, row in enumerate(rows):
        found.append(
            Text(
                rect=first.moved(0, number * first.h),
                text=row,
                size=size,
                weight="semibold" if strong else "regular",
                colour="win" if line.kind == "result" else "text",
                suits=True,
                # A single word may be wider than the drawer, such as a long name in large letters.
                whole=line.text if row.endswith(ELLIPSIS) and row not in line.text else "",
            )
        )
    # 90 units are the longest note; where it does not fit beside the line it is left out.
    if line.note and text_width(rows[0], size, "semibold") + 90 < first.w:
        found.append(
            Text(
                rect=first,
                text=line.note,
                size=size * 0.88,
                weight="semibold",
                colour="textMuted",
                align="right",
            )
        )
    return found


def _moved(item: Drawable, dy: float) -> Drawable:
    return replace(item, rect=item.rect.moved(0, dy))


def _people(canvas: Canvas, body: Rect, people: Sequence[Person]) -> None:
    size = canvas.s(14)
    pitch = size * 2.5
    y = body.y
    for person in people:
        if y + pitch > body.bottom:
            break
        line = Rect(body.x, y, body.w, size * 1.3)
        amount_w = text_width(person.amount, size, "bold") + 4
        canvas.text(Rect(line.x, y, line.w - amount_w - 8, line.h), person.name, size, "semibold")
        canvas.text(line, person.amount, size, "bold", align="right")
        note = Rect(body.x, line.bottom, body.w, size * 1.1)
        canvas.text(note, person.note, size * 0.86, colour="textMuted")
        y += pitch + 4


def _chat(canvas: Canvas, rect: Rect, log: Log) -> float:
    """The last messages, quick phrases and the input; where the block begins."""
    words = canvas.words
    size, pad = canvas.s(14), 16.0
    field = Rect(rect.x + pad, rect.bottom - pad - 44, rect.w - 2 * pad - 52, 44)
    # Where a button at the top opens the chat, that button has the key.
    hotkey = "" if any(one.key == "chat" for one in canvas.targets) else "t"
    canvas.field("chat", field, hint=words("Message"), size=15, hotkey=hotkey)
    send = Rect(field.right + 8, field.y, 44, 44)
    canvas.button("chat-send", send, "", Intent("chat-send"), icon="send", hotkey="")
    phrases = quick_phrases(words)
    y = field.y - 8 - 44
    width = (rect.w - 2 * pad - 16) / 3
    one_size = common_size(phrases, width - 16, canvas.s(13), "bold") / canvas.s(1)
    for number, phrase in enumerate(phrases):
        place = Rect(rect.x + pad + number * (width + 8), y, width, 44)
        canvas.button(
            f"phrase:{number}", place, phrase, Intent("say", phrase), kind="outline", size=one_size
        )
    pitch = size * 1.75
    shown = log.chat[-3:]
    y -= 8
    name_w = min(canvas.s(64), rect.w * 0.3)
    said_w = rect.w - 2 * pad - name_w
    # The last messages may take four rows in all.
    room = 4
    for said in reversed(shown):
        rows = wrapped(said.text, said_w, size, lines=3)
        room -= len(rows)
        if room < 0:
            break
        y -= pitch + (len(rows) - 1) * size * 1.4
        line = Rect(rect.x + pad, y, name_w - 6, pitch)
        name = words("rail, {name}", name=said.name) if said.rail else said.name
        canvas.text(line, name, size, "semibold", "textMuted", shrink=said.rail)
        for number, row in enumerate(rows):
            place = Rect(line.right + 6, y + number * size * 1.4, said_w, pitch)
            canvas.text(place, row, size)
    y -= pitch + 4
    title = Rect(rect.x + pad, y, rect.w - 2 * pad, pitch)
    canvas.text(title, words("Chat"), size, "semibold")
    canvas.box(Rect(rect.x + pad, y - 6, rect.w - 2 * pad, 1), "panelBorder", role="line")
    return y - 6
