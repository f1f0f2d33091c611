"""The form of a new table, and the sheet of all its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carteado.scene.form import Form, Option
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import dialog, draw_notice
from carteado.scene.lobby_words import game_title
from carteado.scene.option_words import option_label, preset_words, value_label, word_label
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.text import common_size, text_width
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["draw_form", "options_sheet"]


def draw_form(canvas: Canvas, box: Rect, form: Form, games: Sequence[str]) -> None:
    """Draw the form of a new table: the game, its presets, the common options and the buttons.

    Args:
        canvas: of the lobby.
        box: of the whole form.
        form: of the chosen game.
        games: ids of all games that may be opened.
    """
    canvas.box(box, "panel", line="panelBorder", radius=12, role="form")
    inner = box.inset(16, 12)
    # The buttons are placed first: however many options there are, the table can be opened.
    buttons = Rect(inner.x, inner.bottom - 52, inner.w, 52)
    y = _game(canvas, Rect(inner.x, inner.y, inner.w, canvas.s(26) + 60), form, games)
    y = _presets(canvas, Rect(inner.x, y, inner.w, buttons.y - y), form)
    # Options without room here are on the page of all options.
    _common(canvas, Rect(inner.x, y, inner.w, buttons.y - y), form)
    _form_buttons(canvas, buttons)


def _game(canvas: Canvas, rect: Rect, form: Form, games: Sequence[str]) -> float:
    """Draw the title and the choice of a game; where they end."""
    title = Rect(rect.x, rect.y, rect.w, canvas.s(26))
    canvas.text(title, canvas.words("New table"), canvas.s(20), "bold")
    choices = [(one, game_title(one)) for one in games]
    place = Rect(rect.x, title.bottom + 8, rect.w, 44)
    canvas.segments("new", place, choices, form.game, "new-game", size=13)
    return place.y + 52


def _common(canvas: Canvas, area: Rect, form: Form) -> None:
    """Draw the name of the table, the common options and the coach, as far as there is room."""
    words, y = canvas.words, area.y
    label_h = canvas.s(18)
    if y + label_h + 52 < area.bottom:
        label = Rect(area.x, y, area.w, label_h)
        canvas.text(label, words("Table name"), canvas.s(14), "semibold")
        canvas.field("option-title", Rect(area.x, y + label_h + 2, area.w, 44))
        y += label_h + 54
    common = [one for key in form.common for one in form.options if one.key == key]
    width = (area.w - 8) / 2
    for number, option in enumerate(common):
        row, column = divmod(number, 2)
        # Two options in a row, each a label over a field of 44.
        top = y + row * (label_h + 54)
        if top + label_h + 54 > area.bottom:
            break
        place = Rect(area.x + column * (width + 8), top, width, label_h + 46)
        _option(canvas, place, option, form)
    rows = -(-len(common) // 2)
    top = y + rows * (label_h + 54)
    if any(one.key == "table.advice" for one in form.options) and top + 40 < area.bottom:
        on = form.value("table.advice") == "everyone"
        text = words("Advice from the coach is allowed")
        intent = Intent("option", "table.advice")
        canvas.switch("advice", Rect(area.x, top, area.w, 36), text, on, intent)


def _form_buttons(canvas: Canvas, rect: Rect) -> None:
    every, opened = canvas.words("All options"), canvas.words("Open table")
    # In proportion to their words, so that both have room for their keys.
    sizes = ((every, 15), (opened, 17))
    widths = [text_width(one, canvas.s(size), "bold") + 60 for one, size in sizes]
    third = (rect.w - 8) * max(0.3, min(0.5, widths[0] / sum(widths)))
    canvas.button(
        "all-options",
        Rect(rect.x, rect.y, third, rect.h),
        every,
        Intent("all-options"),
        kind="outline",
        size=15,
        hotkey="F3",
    )
    canvas.button(
        "open-table",
        Rect(rect.x + third + 8, rect.y, rect.w - third - 8, rect.h),
        opened,
        Intent("open-table"),
        kind="secondary",
        hotkey="F2",
    )


def _presets(canvas: Canvas, area: Rect, form: Form) -> float:
    """The presets, two or three in a row; where they end."""
    words = canvas.words
    height, head = 48.0 * min(canvas.frame.metrics.scale, 1.3), canvas.s(16) + 4
    # Three columns have no room for the second line of each preset.
    columns = 2 if len(form.presets) <= 6 else 3
    width = (area.w - 8 * (columns - 1)) / columns
    titles = [preset_words(form.game, name, words)[0] for name in form.presets]
    size = common_size(titles, width - 8, canvas.s(14), "semibold")
    rows = -(-len(titles) // columns)
    # Long titles take two lines, in rows as high as the name of the table and a first row of
    # options leave them.
    halves, gap = columns == 3 and size < canvas.s(14), 6.0
    if halves:
        gap = 4.0
        room, options = area.h - canvas.s(18) - 62, canvas.s(18) + 54
        # The options give way before the caption of the presets where both find no room.
        for above, below in ((head, options), (0.0, options), (head, 0.0), (0.0, 0.0)):
            head = above
            if (room - head - below) / rows - gap >= 44:
                room -= below
                break
        height = max(40.0, min(height, (room - head) / rows - gap))
        pieces = [piece for title in titles for piece in _halves(title)]
        size = common_size(pieces, width - 8, min(canvas.s(14), height / 2.4), "semibold")
    elif columns == 3:
        height = 44.0
    if head:
        line = Rect(area.x, area.y, area.w, canvas.s(16))
        canvas.text(line, words("Start from"), canvas.s(12), "semibold", "textMuted")
    y = area.y + head
    for number, name in enumerate(form.presets):
        row, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 8), y + row * (height + gap), width, height)
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
            _with_note(canvas, rect, title, note)
        else:
            _centred(canvas, rect, _halves(title) if halves else [title], size)
        canvas.target(f"preset:{name}", rect, Intent("preset", name), label=title)
    fit = min(rows, int((area.bottom - 70 - y) // (height + gap)))
    return y + max(1, fit) * (height + gap) + 8


def _halves(title: str) -> list[str]:
    return title.replace(" · ", " ").split(" ", 1)


def _with_note(canvas: Canvas, rect: Rect, title: str, note: str) -> None:
    # Large text: both lines shrink alike instead of leaving the card.
    fit = min(1.0, (rect.h - 6) / canvas.s(34))
    line = Rect(rect.x + 10, rect.cy - canvas.s(17) * fit, rect.w - 20, canvas.s(18) * fit)
    canvas.text(line, title, canvas.s(14) * fit, "semibold", shrink=True)
    under = Rect(line.x, line.bottom, line.w, canvas.s(16) * fit)
    canvas.text(under, note, canvas.s(12.5) * fit, colour="textMuted", shrink=True)


def _centred(canvas: Canvas, rect: Rect, lines: Sequence[str], size: float) -> None:
    pitch = size * 1.15
    for number, text in enumerate(lines):
        y = rect.cy + (number - len(lines) / 2) * pitch
        line = Rect(rect.x + 3, y, rect.w - 6, pitch)
        canvas.text(line, text, size, "semibold", align="center", shrink=True)


def _option(canvas: Canvas, rect: Rect, option: Option, form: Form) -> None:
    words = canvas.words
    label_h = canvas.s(18)
    _label(canvas, Rect(rect.x, rect.y, rect.w, label_h), option)
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


def _label(canvas: Canvas, rect: Rect, option: Option) -> None:
    """The name of an option, or what is wrong with its value where that fits."""
    notice = canvas.ui.notice
    refused = notice is not None and notice.field == f"option:{option.key}"
    if notice is None or not refused or text_width(notice.text, 11, "semibold") > rect.w:
        label = option_label(option.key, canvas.words)
        canvas.text(rect, label, canvas.s(14), "semibold", shrink=True)
        return
    canvas.text(rect, notice.text, canvas.s(14), "semibold", "bad", role="notice", shrink=True)
    canvas.target("notice", rect, Intent("dismiss"), kind="text", label=notice.text)


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
    title = f"{words('All options')} · {game_title(form.game)}"
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
