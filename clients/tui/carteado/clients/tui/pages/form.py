"""The form of a new table: the game, a preset, and every option of the game's schema."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.top import draw_page_line, draw_top
from carteado.scene.form import Form, Option
from carteado.scene.lobby_words import game_title
from carteado.scene.option_words import option_label, preset_words, value_label, word_label
from carteado.scene.shapes import Intent, Rect

__all__ = ["draw_form", "draw_options"]


def draw_form(grid: Grid, form: Form, games: Sequence[str], name: str) -> None:
    """Draw the form."""
    words = grid.words
    draw_top(grid, words("New table"), name)
    x = max(2, (grid.width - 76) // 2)
    grid.text(x, 2, words("Game"), Ink("textMuted"))
    at = x + 14
    for number, game in enumerate(games, 1):
        at = (
            _choice(
                grid,
                f"game:{game}",
                at,
                2,
                game_title(game),
                Intent("new-game", game),
                on=game == form.game,
                hotkey=f"F{number}",
            )
            + 2
        )
    grid.text(x, 3, words("Start from"), Ink("textMuted"))
    at, y = x + 14, 3
    for preset in form.presets:
        title, note = preset_words(form.game, preset, words)
        # Six are the mark, its brackets and a gap.
        if at + len(title) + 6 > grid.width - 2:
            at, y = x + 14, y + 1
        at = (
            _choice(
                grid,
                f"preset:{preset}",
                at,
                y,
                title,
                Intent("preset", preset),
                on=preset == form.preset,
            )
            + 2
        )
        if preset == form.preset and note:
            note = f"{title}: {note}"
            grid.text(x + 36, grid.height - 5, note, Ink("textMuted"), width=38)
    y += 2
    _options(grid, form, x, y)
    _line(grid, words("Open table"), Intent("open-table"), Intent("sheet", ""))


def draw_options(grid: Grid, form: Form) -> None:
    """The options of a table that is open; a change holds from the next deal on."""
    words = grid.words
    # The page below stays drawn nowhere and takes no keys.
    grid.targets.clear()
    grid.order.clear()
    grid.letters = frozenset()
    grid.clear(0, 0, grid.width, grid.height)
    draw_top(grid, words("Change options"), words("Changes wait for the next deal."))
    x = max(2, (grid.width - 76) // 2)
    _options(grid, form, x, 2, titled=False)
    _line(grid, words("Send the changes"), Intent("options-done"), Intent("sheet", "table"))


def _choice(
    grid: Grid, key: str, x: int, y: int, label: str, intent: Intent, *, on: bool, hotkey: str = ""
) -> int:
    """One of several: chosen with a mark, not by colour alone."""
    focused = grid.ui.focus == key or grid.ui.hover == key
    text = f"({'•' if on else ' '}) {label}"
    end = grid.text(x, y, text, Ink("turn" if on else "text", bold=on, reverse=focused))
    grid.target(
        key, Rect(x, y, end - x, 1), intent, hotkeys=(hotkey,) if hotkey else (), label=label
    )
    grid.order.append(key)
    return end


def _options(grid: Grid, form: Form, x: int, y: int, *, titled: bool = True) -> None:
    """The title, then every option; the common ones first."""
    words = grid.words
    common = [one for key in form.common for one in form.options if one.key == key]
    rest = [one for one in form.options if one.key not in form.common]
    options = [*common, *rest]
    rows = grid.height - 5 - y
    keys = [*(["option-title"] if titled else []), *(f"option:{one.key}" for one in options)]
    last = max(0, len(keys) - rows)
    first = min(grid.ui.scroll.get(grid.ui.sheet, 0), last)
    # The list scrolls with the focus, so no key of its own is needed.
    if grid.ui.focus in keys:
        at = keys.index(grid.ui.focus)
        # The row behind it shows that the list goes on.
        first = min(at, max(first, min(at - rows + 2, last)))
    grid.scrolls(rows, len(keys), first)
    grid.order += keys
    for number, key in enumerate(keys[first : first + rows]):
        row = y + number
        if key == "option-title":
            grid.text(x, row, words("Table name"))
            grid.field(key, x + 36, row, 38, "")
        else:
            # True counts as 1: the title is the first key, but no option.
            option = options[first + number - titled]
            _option(grid, form, option, key, x, row)
    below = len(keys) - first - rows
    more = [words("{n} more above", n=first)] if first else []
    more += [words("{n} more below", n=below)] if below > 0 else []
    grid.text(x, y + rows, " · ".join(more), Ink("textMuted"), width=35)


def _option(grid: Grid, form: Form, option: Option, key: str, x: int, y: int) -> None:
    words = grid.words
    value = form.value(option.key)
    changed = option.key in form.values or grid.ui.texts.get(key, "").strip()
    grid.text(x, y, option_label(option.key, words), Ink("text", bold=bool(changed)), width=34)
    if option.kind not in ("flag", "choice"):
        grid.field(key, x + 36, y, 38, value_label(value, words))
        return
    if option.kind == "flag":
        shown, intent = (
            words("Yes") if value == "yes" else words("No"),
            Intent("toggle", option.key),
        )
    else:
        shown, intent = word_label(value, words), Intent("option", option.key)
    focused = grid.ui.focus == key or grid.ui.hover == key
    end = grid.text(x + 36, y, f"‹ {shown} ›", Ink("text", reverse=focused))
    grid.target(key, Rect(x + 36, y, end - x - 36, 1), intent, label=shown)


def _line(grid: Grid, label: str, intent: Intent, back: Intent) -> None:
    words = grid.words
    y = draw_page_line(grid)
    end = grid.button(intent.kind, 1, y, label, intent, hotkeys=("F10",), strong=True)
    end = grid.button("close", end + 3, y, words("Back"), back, hotkeys=("Escape",), shown="Esc")
    hints = [(words("↑↓ choose"), "Up Down"), (words("Enter change"), "Enter")]
    grid.hints(end + 3, y, hints, grid.width - end - 4)
