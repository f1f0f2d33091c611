"""The lobby: the server's tables and the form of a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from carteado.engine.errors import UnknownGame
from carteado.engine.registry import game_of
from carteado.scene.form import Form, Option
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import dialog, draw_notice
from carteado.scene.layout.sheets import draw_sheet
from carteado.scene.layout.top import draw_top
from carteado.scene.lobby_words import table_facts
from carteado.scene.option_words import option_label, preset_words, value_label, word_label
from carteado.scene.shapes import Icon, Intent, Rect, Scene
from carteado.scene.text import common_size, text_width, wrapped
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["lobby_scene", "options_sheet"]

_SUITS = {"holdem": "s", "buraco": "h", "quick-holdem": "d", "poker-face": "c"}
_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def lobby_scene(
    tables: Sequence[Any],
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
    draw_top(canvas, words("Tables"), ui.server)
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
        _form(canvas, right, form, games)
    draw_notice(canvas)
    scene = draw_sheet(canvas.scene(live=words("Tables")), words, ui, settings)
    return options_sheet(scene, form, words, ui, settings)


def _title(game: str) -> str:
    try:
        title: str = game_of(game).title
    except UnknownGame:
        # A newer server may have games that this client does not know.
        return game
    # The full title does not fit into a segment beside three others.
    return {"holdem": "Hold'em"}.get(game, title)


def _filter(canvas: Canvas, rect: Rect, games: Sequence[str], game: str) -> None:
    choices = [("", canvas.words("All")), *((one, _title(one)) for one in games)]
    canvas.segments("filter", rect, choices, game, "game")


def _tables(canvas: Canvas, area: Rect, tables: Sequence[Any], seats: frozenset[str]) -> None:
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


def _table(canvas: Canvas, row: Rect, info: Any, mine: bool, number: int, seats_w: float) -> None:
    words = canvas.words
    place, seats, button = _columns(canvas, row, seats_w)
    canvas.box(Rect(row.x, row.bottom - 1, row.w, 1), "panelBorder", role="line")
    suit = _SUITS.get(info.game, "s")
    mark = Rect(row.x + 16, row.cy - 11, 22, 22)
    canvas.add(Icon(rect=mark, name=f"suit:{suit}", colour=f"ink.{_NAMES[suit]}"))
    taken = [seat for seat in info.seats if seat.name is not None]
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
    title = f"{_title(info.game)} {stakes}".strip()
    facts = [part for part in (title, *table_facts(info, words)) if part]
    under = Rect(name.x, row.cy + 2, name.w, canvas.s(17))
    people = [seat.name for seat in taken]
    # As many names as fit in full, behind what stands between a guest and a seat.
    notes = [
        " · ".join((*facts, *_people(people, named, words)))
        # Fewer and fewer names, down to none, until the line fits.
        for named in range(min(3, len(people)), -1, -1)
    ]
    notes += [" · ".join(facts[:known]) for known in range(len(facts) - 1, 0, -1)]
    note = next((one for one in notes if text_width(one, canvas.s(14)) <= under.w), notes[-1])
    canvas.text(under, note, canvas.s(14), colour="textMuted", shrink=True)


def _people(people: Sequence[str], named: int, words: Words) -> tuple[str, ...]:
    """The first players by name and how many more there are."""
    names, rest = ", ".join(people[:named]), len(people) - named
    if not names or not rest:
        return (names,) if names else ()
    return (words("{names} and {n} more", names=names, n=rest),)


def _seats(canvas: Canvas, rect: Rect, info: Any, taken: int) -> None:
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


def _stakes(info: Any, words: Words) -> str:
    options = info.options
    # By the options and not by the game's name, so that games with blinds share the line.
    if "small_blind" in options:
        return f"{words.number(options['small_blind'])} / {words.number(options['big_blind'])}"
    if "target" in options:
        return words("to {target}", target=options["target"])
    if "credit" in options:
        return words("{credit} credits", credit=options["credit"])
    return ""


def _form(canvas: Canvas, box: Rect, form: Form, games: Sequence[str]) -> None:
    words = canvas.words
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    inner = box.inset(16, 12)
    y = inner.y
    canvas.text(Rect(inner.x, y, inner.w, canvas.s(26)), words("New table"), canvas.s(20), "bold")
    y += canvas.s(26) + 8
    choices = [(one, _title(one)) for one in games]
    canvas.segments("new", Rect(inner.x, y, inner.w, 44), choices, form.game, "new-game", size=13)
    y += 52
    # The buttons are placed first: however many options there are, the table can be opened.
    buttons_y = inner.bottom - 52
    y = _presets(canvas, Rect(inner.x, y, inner.w, buttons_y - y), form)
    label_h = canvas.s(18)
    # Options without room here are on the page of all options.
    if y + label_h + 52 < buttons_y:
        canvas.text(
            Rect(inner.x, y, inner.w, label_h), words("Table name"), canvas.s(14), "semibold"
        )
        canvas.field("option-title", Rect(inner.x, y + label_h + 2, inner.w, 44))
        y += label_h + 54
    common = [one for key in form.common for one in form.options if one.key == key]
    width = (inner.w - 8) / 2
    for number, option in enumerate(common):
        row, column = divmod(number, 2)
        # Two options in a row, each a label over a field of 44.
        top = y + row * (label_h + 54)
        if top + label_h + 54 > buttons_y:
            break
        place = Rect(inner.x + column * (width + 8), top, width, label_h + 46)
        _option(canvas, place, option, form)
    advice = next((one for one in form.options if one.key == "table.advice"), None)
    rows = -(-len(common) // 2)
    top = y + rows * (label_h + 54)
    if advice is not None and top + 40 < buttons_y:
        on = form.value("table.advice") == "everyone"
        rect = Rect(inner.x, top, inner.w, 36)
        canvas.switch(
            "advice",
            rect,
            words("Advice from the coach is allowed"),
            on,
            Intent("option", "table.advice"),
        )
    third = (inner.w - 8) * 0.36
    canvas.button(
        "all-options",
        Rect(inner.x, buttons_y, third, 52),
        words("All options"),
        Intent("all-options"),
        kind="outline",
        size=15,
        hotkey="F3",
    )
    rect = Rect(inner.x + third + 8, buttons_y, inner.w - third - 8, 52)
    canvas.button(
        "open-table",
        rect,
        words("Open table"),
        Intent("open-table"),
        kind="secondary",
        hotkey="F2",
    )


def _presets(canvas: Canvas, area: Rect, form: Form) -> float:
    """The presets, two in a row; where they end."""
    words = canvas.words
    height, y = 48.0 * min(canvas.frame.metrics.scale, 1.3), area.y
    canvas.text(
        Rect(area.x, y, area.w, canvas.s(16)),
        words("Start from"),
        canvas.s(12),
        "semibold",
        "textMuted",
    )
    y += canvas.s(16) + 4
    # Three columns have no room for the second line of each preset.
    columns = 2 if len(form.presets) <= 6 else 3
    height = height if columns == 2 else 40.0
    width = (area.w - 8 * (columns - 1)) / columns
    titles = [preset_words(form.game, name, words)[0] for name in form.presets]
    size = common_size(titles, width - 8, canvas.s(13), "semibold")
    for number, name in enumerate(form.presets):
        row, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 8), y + row * (height + 6), width, height)
        # 70 units stay for the name of the table, which everybody should see.
        if rect.bottom > area.bottom - 70:
            break
        title, note = preset_words(form.game, name, words)
        on = name == form.preset
        canvas.box(
            rect,
            "panelRaised",
            line="turnLine" if on else "inputBorder",
            width=3 if on else 1,
            radius=8,
            role="button",
            key=f"preset:{name}",
        )
        if note and columns == 2:
            # Large text: both lines shrink alike instead of leaving the card.
            fit = min(1.0, (rect.h - 6) / canvas.s(34))
            line = Rect(rect.x + 10, rect.cy - canvas.s(17) * fit, rect.w - 20, canvas.s(18) * fit)
            canvas.text(line, title, canvas.s(14) * fit, "semibold", shrink=True)
            under = Rect(line.x, line.bottom, line.w, canvas.s(16) * fit)
            canvas.text(under, note, canvas.s(12.5) * fit, colour="textMuted", shrink=True)
        else:
            canvas.text(rect.inset(3, 0), title, size, "semibold", align="center", shrink=True)
        canvas.target(f"preset:{name}", rect, Intent("preset", name), label=title)
    rows = -(-len(form.presets) // columns)
    fit = min(rows, int((area.bottom - 70 - y) // (height + 6)))
    return y + max(1, fit) * (height + 6) + 8


def _option(canvas: Canvas, rect: Rect, option: Option, form: Form) -> None:
    words = canvas.words
    label_h = canvas.s(18)
    label = option_label(option.key, words)
    canvas.text(Rect(rect.x, rect.y, rect.w, label_h), label, canvas.s(14), "semibold", shrink=True)
    field = Rect(rect.x, rect.y + label_h + 2, rect.w, rect.h - label_h - 2)
    value = form.value(option.key)
    if option.kind == "flag":
        on = value == "yes"
        text = words("Yes") if on else words("No")
        kind = "secondary" if on else "outline"
        intent = Intent("toggle", option.key)
        canvas.button(f"flag:{option.key}", field, text, intent, kind=kind, size=15)
    elif option.kind == "choice":
        text = word_label(value, words)
        intent = Intent("option", option.key)
        canvas.button(f"choice:{option.key}", field, text, intent, kind="outline", size=15)
    else:
        key = f"option:{option.key}"
        canvas.field(key, field, text=canvas.typed(key, value_label(value, words)))


def options_sheet(
    scene: Scene, form: Form | None, words: Words, ui: Ui, settings: Settings
) -> Scene:
    """All options of the game and the table, a page at a time."""
    if ui.sheet != "options" or form is None:
        return scene
    canvas = Canvas(frame_of(scene.size, settings.text), words, ui)
    columns = 3 if scene.size[0] > 1100 else 2
    pitch = canvas.s(18) + 56
    # 190 units are the dialog's title, its buttons and the margins.
    rows = max(1, int((scene.size[1] - 190) // pitch))
    page = ui.scroll.get("options", 0)
    each = rows * columns
    pages = max(1, -(-len(form.options) // each))
    # Another game may have fewer pages than the one before it.
    page = min(page, pages - 1)
    shown = form.options[page * each : (page + 1) * each]
    used = -(-len(shown) // columns)
    # Without a preset it is the form of an open table, whose changes have to be sent.
    done = Intent("sheet", "") if form.preset else Intent("options-done")
    buttons = [("close", words("Done"), done, "Escape" if form.preset else "Enter", "primary")]
    if pages > 1:
        # One button turns the pages round and round, so no second one is needed.
        following = (page + 1) % pages
        label = words("Page {page} of {pages}", page=page + 1, pages=pages)
        page_on = Intent("page", ("options", following))
        buttons.insert(0, ("page", label, page_on, "PageDown", "neutral"))
    title = f"{words('All options')} · {_title(form.game)}"
    area = dialog(canvas, title, "", buttons, width=960, body=used * pitch)
    width = (area.w - 12 * (columns - 1)) / columns
    for number, option in enumerate(shown):
        row, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 12), area.y + row * pitch, width, pitch - 8)
        _option(canvas, rect, option, form)
    draw_notice(canvas, over=True)
    over = canvas.scene()
    # Only the dialog's targets: what lies under it must not take presses.
    return replace(scene, items=(*scene.items, *over.items), targets=over.targets)
