"""The lobby: the list of the server's tables, beside the form of a new one."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.protocol.messages import TableInfo
from carteado.scene.form import Form
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.lobby_form import draw_form, options_sheet
from carteado.scene.layout.overlays import draw_notice
from carteado.scene.layout.sheets import draw_sheet
from carteado.scene.layout.top import draw_top
from carteado.scene.lobby_words import blinds_of, game_title, table_facts
from carteado.scene.shapes import Icon, Intent, Rect, Scene
from carteado.scene.text import text_width, wrapped
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["lobby_scene"]


_SUITS = {"holdem": "s", "buraco": "h", "quick-holdem": "d", "poker-face": "c"}

_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def lobby_scene(
    tables: Sequence[TableInfo],
    seats: frozenset[str],
    games: Sequence[str],
    game: str,
    form: Form | None,
    ui: Ui,
    settings: Settings,
    words: Words,
    size: tuple[float, float],
) -> Scene:
    """The lobby.

    Args:
        tables: as the server listed them.
        seats: ids of the tables at which the player has a seat.
        games: that can be opened.
        game: whose tables are shown, '' for all.
        form: the new table.
        ui: state of the screen.
        settings: of the player.
        words: of the player.
        size: of the window, logical pixels.
    """
    frame = frame_of(size, settings.text, drawer=False)
    canvas = Canvas(frame, words, ui)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    told = ui.notice is not None and not ui.notice.field
    titles = draw_top(canvas, words("Tables"), ui.server, notice=told)
    pad = 24.0 if frame.metrics.name == "desktop" else 16.0
    # The list gets the larger part, whatever the text scale.
    form_w = min(400.0 * min(settings.text, 1.3), size[0] * 0.4)
    top = frame.top.bottom + 16
    left = Rect(pad, top, size[0] - form_w - 3 * pad, size[1] - top - 16)
    right = Rect(left.right + pad, top, form_w, size[1] - top - 16)
    shown = [one for one in tables if not game or one.game == game]
    _filter(canvas, Rect(left.x, left.y, left.w, 44), games, game)
    _tables(canvas, Rect(left.x, left.y + 56, left.w, left.h - 56), shown, seats)
    if form is not None:
        draw_form(canvas, right, form, games)
    draw_notice(canvas, clear=Rect(0, top, size[0], size[1] - top), titles=titles)
    scene = draw_sheet(canvas.scene(live=words("Tables")), words, ui, settings)
    return options_sheet(scene, form, words, ui, settings)


def _filter(canvas: Canvas, rect: Rect, games: Sequence[str], game: str) -> None:
    choices = [("", canvas.words("All")), *((one, game_title(one)) for one in games)]
    canvas.segments("filter", rect, choices, game, "game")


def _tables(canvas: Canvas, area: Rect, tables: Sequence[TableInfo], seats: frozenset[str]) -> None:
    words = canvas.words
    scale = min(canvas.frame.metrics.scale, 1.5)
    pitch = 64.0 * scale
    head = canvas.s(12) * 2.4 if tables and _has_stakes_column(canvas, area.w) else 0.0
    fits = max(1, int((area.h - 40 - head) // pitch))
    # Tables close while somebody scrolls, so the position is bounded when it is drawn.
    first = min(canvas.ui.scroll.get("lobby", 0), max(0, len(tables) - fits))
    shown = list(tables)[first : first + fits]
    height = head + max(1, len(shown)) * pitch + 36
    box = Rect(area.x, area.y, area.w, min(area.h, height))
    canvas.box(box, "panel", line="panelBorder", radius=12, role="list")
    if not shown:
        text = words("There is no table yet. Open one on the right.")
        size = canvas.s(15)
        lines = wrapped(text, box.w - 40, size)
        y = box.cy - len(lines) * size * 0.7
        for line in lines:
            place = Rect(box.x + 20, y, box.w - 40, size * 1.4)
            canvas.text(place, line, size, colour="textMuted", align="center")
            y += size * 1.4
        return
    # As wide for all tables, so that columns line up; a seat's dot takes 11 units.
    seats_w = max(56.0 * scale, 11.0 * max(len(one.seats) for one in tables))
    if head:
        _heading(canvas, Rect(box.x, box.y, box.w, head), seats_w)
    for number, info in enumerate(shown):
        row = Rect(box.x, box.y + head + number * pitch, box.w, pitch)
        _table(canvas, row, info, info.table in seats, number, seats_w)
    note = Rect(box.x + 16, box.bottom - 32, box.w - 32, 28)
    text = words("Seats: disc = person, square = bot, ring = free")
    if len(tables) > len(shown):
        text = words(
            "{first} to {last} of {all} tables",
            first=first + 1,
            last=first + len(shown),
            all=len(tables),
        )
        _scroll(canvas, note, first, len(tables) - fits)
    canvas.text(note, text, canvas.s(12), "semibold", "textMuted")


def _scroll(canvas: Canvas, note: Rect, first: int, last: int) -> None:
    """Steps through a list that is longer than the window."""
    for number, (key, icon, to) in enumerate(
        (("lobby-down", "down", min(last, first + 1)), ("lobby-up", "up", max(0, first - 1)))
    ):
        rect = Rect(note.right - 44 - number * 52, note.cy - 22, 44, 44)
        hotkey = "PageDown" if icon == "down" else "PageUp"
        intent = Intent("page", ("lobby", to))
        canvas.button(key, rect, "", intent, kind="plain", icon=icon, hotkeys=(hotkey,))


def _has_stakes_column(canvas: Canvas, width: float) -> bool:
    return width > 640 * min(canvas.frame.metrics.scale, 1.5)


def _columns(canvas: Canvas, row: Rect, seats_w: float) -> tuple[Rect, Rect, Rect]:
    """Stakes (without width where they have no column of their own), seats and the button."""
    scale = min(canvas.frame.metrics.scale, 1.5)
    width = 124 * scale
    button = Rect(row.right - 16 - width, row.cy - 22, width, 44)
    seats = Rect(button.x - 60 - seats_w, row.y, seats_w, row.h)
    stakes_w = 120.0 * scale if _has_stakes_column(canvas, row.w) else 0.0
    gap = 8 if stakes_w else 0
    return Rect(seats.x - stakes_w - gap, row.y, stakes_w, row.h), seats, button


def _heading(canvas: Canvas, row: Rect, seats_w: float) -> None:
    words, size = canvas.words, canvas.s(12)
    stakes, seats, _ = _columns(canvas, row, seats_w)
    first = Rect(row.x + 16, row.y, stakes.x - row.x - 16, row.h)
    canvas.text(first, words("Table"), size, "semibold", "textMuted")
    canvas.text(stakes, words("Stakes"), size, "semibold", "textMuted")
    canvas.text(seats, words("Seats"), size, "semibold", "textMuted", "right")
    canvas.box(Rect(row.x, row.bottom - 1, row.w, 1), "panelBorder", role="line")


def _table(
    canvas: Canvas, row: Rect, info: TableInfo, mine: bool, number: int, seats_w: float
) -> None:
    words = canvas.words
    place, seats, button = _columns(canvas, row, seats_w)
    canvas.box(Rect(row.x, row.bottom - 1, row.w, 1), "panelBorder", role="line")
    suit = _SUITS.get(info.game, "s")
    mark = Rect(row.x + 16, row.cy - 11, 22, 22)
    canvas.add(Icon(rect=mark, name=f"suit:{suit}", colour=f"ink.{_NAMES[suit]}"))
    taken = [seat.name for seat in info.seats if seat.name is not None]
    # A reserved seat is kept for a guest on the waiting list or for a returning player.
    free = any(seat.name is None and not seat.reserved for seat in info.seats)
    # By position on the screen, not in the list: the keys are those that are seen.
    hotkey = str(number + 1) if number < 9 else ""
    if mine:
        label, intent, kind = words("My seat"), Intent("resume", info.table), "primary"
    elif free:
        # One primary button per screen: that of the first row.
        kind = "outline" if number else "primary"
        label, intent = words("Sit down"), Intent("enter", info.table)
    else:
        label, intent, kind = words("Watch"), Intent("watch", info.table), "neutral"
    canvas.button(f"table:{info.table}", button, label, intent, kind=kind, size=15, hotkey=hotkey)
    # Without a free seat the large button already says "Watch".
    if free and not mine and row.w > 560:
        watch = Rect(button.x - 52, button.y, 44, 44)
        canvas.button(
            f"watch:{info.table}", watch, "", Intent("watch", info.table), kind="plain", icon="eye"
        )
    _seats(canvas, seats, info, len(taken))
    stakes = _stakes(info, words)
    if place.w:  # in narrow rows the stakes join the second line
        canvas.text(place, stakes, canvas.s(14), shrink=True)
        stakes = ""
    name = Rect(row.x + 52, row.cy - canvas.s(19), place.x - row.x - 60, canvas.s(19))
    canvas.text(name, info.title or info.table, canvas.s(16), "semibold", shrink=True)
    title = f"{game_title(info.game)} {stakes}".strip()
    facts = [part for part in (title, *table_facts(info, words)) if part]
    under = Rect(name.x, row.cy + 2, name.w, canvas.s(17))
    # As many names as fit in full, behind what stands between a guest and a seat.
    notes = [
        " · ".join((*facts, *_people(taken, named, words)))
        # Fewer and fewer names, down to none, until the line fits.
        for named in range(min(3, len(taken)), -1, -1)
    ]
    notes += [" · ".join(facts[:known]) for known in range(len(facts) - 1, 0, -1)]
    note = next((one for one in notes if text_width(one, canvas.s(14)) <= under.w), notes[-1])
    # Before the line is hard to read: the stakes alone, whose game the sign at the left shows.
    if stakes and text_width(note, canvas.s(10)) > under.w:
        note = stakes
    canvas.text(under, note, canvas.s(14), colour="textMuted", shrink=True)


def _people(people: Sequence[str], named: int, words: Words) -> tuple[str, ...]:
    """The first players by name and how many more there are."""
    names, rest = ", ".join(people[:named]), len(people) - named
    if not names or not rest:
        return (names,) if names else ()
    return (words("{names} and {n} more", names=names, n=rest),)


def _seats(canvas: Canvas, rect: Rect, info: TableInfo, taken: int) -> None:
    words = canvas.words
    text = words("{taken} of {seats}", taken=taken, seats=len(info.seats))
    line = Rect(rect.x, rect.cy - canvas.s(18), rect.w, canvas.s(17))
    canvas.text(line, text, canvas.s(14), "semibold", align="right")
    x = rect.right - len(info.seats) * 11 + 3
    for seat in info.seats:
        # Person, bot and free seat differ in shape, not only in colour.
        dot = Rect(x, rect.cy + 5, 8, 8)
        if seat.name is None:
            canvas.box(dot, "", line="textMuted", radius=4, role="dot")
        elif seat.bot:
            canvas.box(dot, "textMuted", radius=1, role="dot")
        else:
            canvas.box(dot, "text", radius=4, role="dot")
        x += 11


def _stakes(info: TableInfo, words: Words) -> str:
    options = info.options
    # By the options and not by the game's name, so that games with blinds share the line.
    if blinds := blinds_of(options):
        return " / ".join(map(words.number, blinds))
    if "target" in options:
        return words("to {target}", target=options["target"])
    if "credit" in options:
        return words("{credit} credits", credit=options["credit"])
    return ""
