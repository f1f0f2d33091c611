"""The rows of the player's own turn at poker: the price, the actions and the amounts."""

from __future__ import annotations

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink, hint_cells
from carteado.clients.tui.pages.clock import draw_clock, time_left
from carteado.clients.tui.pages.poker_all_in import draw_chances
from carteado.clients.tui.view import View
from carteado.scene.layout.poker_bar import chosen_amount, presets_of
from carteado.scene.layout.poker_pots import stake_rule
from carteado.scene.presets import shortened
from carteado.scene.shapes import Intent, Rect

__all__ = ["amount_label", "draw_own_turn"]


def draw_own_turn(grid: Grid, frame: Frame, view: View) -> None:
    """Draw the clock, the price of a call, the actions and the amounts."""
    words, picture = view.words, view.picture
    text, left = "", time_left(view)
    own, table = picture.seats[picture.own], view.reader.table
    away = table is not None and table.state.away[picture.own]
    if away:
        # Such a seat has no time left: the table may wait until it comes back.
        left = None
    elif picture.price:
        # The pot odds: the call as a part of the pot that it makes.
        share = picture.price / (picture.total + picture.price)
        text = words(
            "call {price} to win {pot}: {share}",
            # Wide buttons name the chips; a narrow terminal has room for them here.
            price=words.chips(picture.price) if frame.wide else words.exact(picture.price),
            pot=words.chips(picture.total),
            share=words.percent(share),
        )
    elif any(one.tag == "run_twice" for one in view.reader.offers):
        text = words("All-in: deal the rest once or twice?")
    end = draw_clock(grid, frame, words("Your turn"), left, words, own=True, note=text)
    if away:
        said = words("{name} sits out", name=own.name)
        end = grid.text(end + 2, frame.turn, said, Ink("warn", bold=True), width=30)
        back, key = words("I'm back"), words("Space")
        grid.button(
            "sit-in", end + 3, frame.turn, back, Intent("sit_in"), hotkeys=("Space",), shown=key
        )
    elif text:
        room = frame.x + frame.width - end - 3
        grid.text(end + 2, frame.turn, text, Ink("textMuted"), width=room, align="right")
    _stake(grid, frame, view)
    _offers(grid, frame, view)
    _amounts(grid, frame, view)
    if any(one.tag == "run_twice" for one in view.reader.offers):
        draw_chances(grid, frame, view, [frame.presets])
    _letters(grid, view)


def _stake(grid: Grid, frame: Frame, view: View) -> None:
    """The meaning of naming a stake: below the turn, or instead of the log in a small terminal."""
    text, _ = stake_rule(view.reader, view.words)
    room = frame.width - 2
    rows = wrapped(text, room) if text else []
    first = frame.turn + 1 if frame.wide else frame.rule - len(rows)
    for number, row in enumerate(rows):
        grid.clear(frame.x, first + number, frame.width, 1)
        grid.text(frame.x + 1, first + number, row, Ink("info"), width=room)


def _offers(grid: Grid, frame: Frame, view: View) -> None:
    """The actions on their keys, with their amounts."""
    words, reader, ui = view.words, view.reader, view.ui
    guard = reader.guard.left(view.now_ms)
    x = frame.x + 1
    # Five filled buttons fit 80 columns.
    for offer in reader.offers[:5]:
        amount = None
        if offer.span is not None:
            amount = chosen_amount(reader, offer, ui)
        # The price has just risen: a key that was meant for the old one must not call.
        blocked = offer.tag == "call" and guard > 0
        label = offer.label(words, amount, exact=frame.wide)
        if blocked:
            label = words("{label} (price rose)", label=label)
        x = grid.button(
            f"act:{offer.tag}{offer.card or ''}",
            x,
            frame.actions,
            label,
            Intent("act", offer.action(amount)),
            hotkeys=(offer.key,) if offer.key else (),
            enabled=not blocked,
            fill="primary" if offer.span is not None else "neutral",
        )
        x += 2


def _amounts(grid: Grid, frame: Frame, view: View) -> None:
    """Amounts that one key chooses, and how to type another."""
    words, picture, ui = view.words, view.picture, view.ui
    offer = next((one for one in view.reader.offers if one.span is not None), None)
    if offer is None or offer.span is None:
        return
    amount = chosen_amount(view.reader, offer, ui)
    x = frame.x + 1
    for preset in presets_of(view.reader, picture):
        # All-in has a key of its own already.
        if preset.key == "max" and any(one.tag == "all_in" for one in view.reader.offers):
            continue
        label = f"{words.inside(preset.label)} {shortened(preset.to, words)}"
        x = grid.button(
            f"preset:{preset.key}",
            x,
            frame.presets,
            f"[{label}]" if preset.to == amount else label,
            Intent("amount", preset.to),
            hotkeys=(preset.hotkey,),
        )
        x += 2
    hints = [(words("↑↓ amount"), "Up Down"), (words("= type it"), "=")]
    room = frame.x + frame.width - x
    if room > hint_cells(hints):
        grid.hints(x, frame.presets, hints, room)
    # It has no place on the page; the key = opens it.
    grid.target("amount", Rect(-1, -1, 0, 0), Intent("none"), kind="field")


def amount_label(view: View) -> str:
    """The label of the field for a typed amount; '' while it is closed."""
    if view.ui.editing != "amount":
        return ""
    spans = (one.span for one in view.reader.offers if one.span is not None)
    low, high = next(spans, (0, 0))
    return view.words("Amount, {low} to {high}", low=low, high=high)


def _letters(grid: Grid, view: View) -> None:
    """Letters that begin a typed action: they are not keys while it is the reader's turn."""
    found = set()
    for offer in view.reader.offers:
        # "b" and "r" both raise, since a bet is a raise on the wire.
        found |= {offer.tag[0], offer.word[0]}
    grid.letters = frozenset(found)
