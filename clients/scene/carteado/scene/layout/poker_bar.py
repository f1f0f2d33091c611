"""The action area of a poker table: what can be done now, or what the table waits for."""

from __future__ import annotations

from carteado.scene.clock import TimeLeft
from carteado.scene.layout.bars import (
    action_area,
    draw_closed,
    draw_hand_over,
    draw_offline,
    draw_paused,
    info_area,
    time_text,
    timer_line,
)
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.poker_idle import (
    draw_between,
    draw_chances,
    draw_over,
    draw_waiting,
    made_and_needs,
)
from carteado.scene.layout.top import paused_text
from carteado.scene.offers import KEYS, Offer
from carteado.scene.poker.advice import Advice
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.presets import Preset, bet_presets, shortened, stake_presets
from carteado.scene.reader import Reader
from carteado.scene.shapes import Box, Intent, Rect, Target
from carteado.scene.text import ELLIPSIS, Weight, common_size, text_width, wrapped
from carteado.scene.ui import Ui

__all__ = ["chosen_amount", "draw_bar", "first_amount", "presets_of"]


def draw_bar(
    canvas: Canvas,
    reader: Reader,
    picture: PokerPicture,
    left: TimeLeft | None,
    now_ms: float,
) -> None:
    """Draw the action area.

    Args:
        canvas: to draw on.
        reader: of the table.
        picture: of the table.
        left: time of the seat that decides.
        now_ms: the client's clock.
    """
    bar = canvas.frame.bar
    coming = reader.coming(now_ms)
    canvas.box(bar, "panel", role="bar")
    # The order below is one of precedence: a closed or lost table has no buttons, whatever the
    # last prompt was.
    canvas.box(Rect(bar.x, bar.y, bar.w, 1), "panelBorder", role="line")
    if reader.closed:
        draw_closed(canvas, bar, reader.closed)
    elif not reader.live:
        draw_offline(canvas, bar, now_ms)
    elif picture.in_hand and (why := paused_text(reader)):
        own = picture.seats[picture.own]
        mine = picture.playing and picture.turn == picture.own
        turn = picture.turn
        acting = None if turn is None else "" if mine else picture.seats[turn].name
        # The turn of a seat that sits out waits for its player's return.
        away = picture.playing and own.sits_out
        draw_paused(canvas, bar, why, acting=acting, away=away)
    elif reader.prompt is not None and canvas.ui.shared and canvas.ui.covered:
        draw_hand_over(canvas, bar, picture.seats[picture.own].name, left)
    # The prompt, not the turn in the view: only the server's prompt says what is legal.
    elif reader.prompt is not None:
        _own_turn(canvas, reader, picture, left, now_ms)
    elif picture.result is not None:
        draw_over(canvas, picture, coming)
    elif picture.chances:
        draw_chances(canvas, picture)
    elif picture.in_hand:
        draw_waiting(canvas, reader, picture)
    else:
        draw_between(canvas, picture, coming)


def presets_of(reader: Reader, picture: PokerPicture) -> tuple[Preset, ...]:
    """The amounts that one press chooses, for the offer that takes one; none where none does."""
    offer = next((one for one in reader.offers if one.span is not None), None)
    if offer is None or offer.span is None:
        return ()
    if offer.tag == "stake":
        usual = getattr(reader.table.options, "default_stake", 0) if reader.table else 0
        return stake_presets(offer.span, usual, reader.words)
    return bet_presets(
        offer.span,
        pot=picture.total,
        call=picture.price,
        current_bet=picture.current_bet,
        words=reader.words,
    )


def first_amount(reader: Reader) -> int | None:
    """The amount that stands there before one is chosen: the usual stake, else the lowest."""
    offer = next((one for one in reader.offers if one.tag == "stake"), None)
    if offer is None or offer.span is None or reader.table is None:
        return None
    low, high = offer.span
    return min(max(getattr(reader.table.options, "default_stake", low), low), high)


def chosen_amount(reader: Reader, offer: Offer, ui: Ui) -> int:
    """The amount that a press of the offer's button sends, inside its range.

    Args:
        reader: reads typed amounts, in chips or in big blinds.
        offer: with a range.
        ui: with what was typed or chosen.
    """
    assert offer.span is not None
    low, high = offer.span
    value = reader.amounts.read(ui.texts.get("amount", ""))
    if value is None:
        value = ui.amount if ui.amount is not None else low
    # Clamped here, so that the button never shows an amount that the server would refuse.
    return min(max(value, low), high)


def _own_turn(
    canvas: Canvas,
    reader: Reader,
    picture: PokerPicture,
    left: TimeLeft | None,
    now_ms: float,
) -> None:
    timer_line(canvas, canvas.frame.bar, left)
    _turn_info(canvas, picture, left)
    area = action_area(canvas)
    gap = 8.0
    span = next((one for one in reader.offers if one.span is not None), None)
    # 44 units stay for the presets, the least that a finger needs.
    row2_h = min(60.0 * canvas.frame.metrics.scale, max(area.h - gap - 44, area.h * 0.5))
    row2 = Rect(area.x, area.bottom - row2_h, area.w, row2_h)
    if span is not None:
        row1 = Rect(area.x, area.y, area.w, row2.y - gap - area.y)
        _amount_row(canvas, reader, picture, span, row1)
    _offer_row(canvas, reader, picture, row2, now_ms)


def _turn_info(canvas: Canvas, picture: PokerPicture, left: TimeLeft | None) -> None:
    words, info = canvas.words, info_area(canvas)
    size = canvas.s(20 if canvas.frame.wide else 18)
    line = Rect(info.x, info.y, info.w, size * 1.2)
    title = words("Your turn")
    time = time_text(words, left)
    size = common_size([title], line.w, size, "bold")
    width = canvas.text(line, title, size, "bold", "warn")
    y = line.bottom + 4
    # The turn is the largest text here, also where a long translation makes it smaller.
    small = min(canvas.s(13), size * 0.85)
    # In order of importance: what finds no room at the end is left out.
    lines: list[tuple[str, Weight, str]] = []
    ink = "timerLow" if left is not None and left.low else "text"
    room, beside = line.w - width - 10, 0.0
    if text_width(time, size * 0.85, "bold") <= room:
        rest = Rect(line.x + width + 10, line.y, room, line.h)
        canvas.text(rest, time, size, "bold", ink)
    else:
        # Large text has room for the words only; the time begins the next line.
        beside = text_width(time, small, "bold") + 10
        canvas.text(Rect(info.x, y, beside, small * 1.3), time, small, "bold", ink)
    if left is not None and left.low:
        lines.append((words("Hurry"), "bold", "timerLow"))
    elif left is not None and left.bank:
        lines.append((words("Time bank"), "bold", "timerBank"))
    elif left is not None and left.bank_seconds:
        text = words("Time bank {seconds} s", seconds=left.bank_seconds)
        lines.append((text, "regular", "textMuted"))
    needs: tuple[str, ...] = ()
    if picture.own_hand and not canvas.ui.covered:
        made, needs = made_and_needs(picture, info.w, small)
        lines.append((made, "semibold", "text"))
    advice = canvas.ui.advice
    if isinstance(advice, Advice) and not canvas.ui.covered:
        text = words.several(
            "Coach: {share} against a random hand",
            "Coach: {share} against {n} random hands",
            advice.opponents,
            share=words.percent(advice.share),
        )
        # 11 is the smallest size that `shrink` goes down to.
        if text_width(text, 11, "semibold") > info.w:
            text = words("Coach: {share}", share=words.percent(advice.share))
        lines.append((text, "semibold", "info"))
    if picture.price:
        # The share of the final pot that the call pays, which is the chance that it needs.
        share = picture.price / (picture.total + picture.price)
        text = words(
            "{price} to win {pot} ({share})",
            price=words.chips(picture.price),
            pot=words.chips(picture.total),
            share=words.percent(share),
        )
        lines.append((text, "regular", "textMuted"))
    for text in needs:
        # Not `capitalize`, which would lower the names of suits and ranks behind the first letter.
        lines.append((text[:1].upper() + text[1:], "regular", "textMuted"))
    for text, weight, ink in lines:
        if y + small * 1.3 > info.bottom + 4:
            break
        rect = Rect(info.x + beside, y, info.w - beside, small * 1.3)
        canvas.text(rect, text, small, weight, ink, shrink=True)
        y, beside = y + small * 1.3 + 4, 0.0


def _amount_row(
    canvas: Canvas, reader: Reader, picture: PokerPicture, offer: Offer, row: Rect
) -> None:
    """Presets, slider and typed amount."""
    assert offer.span is not None
    low, high = offer.span
    ui, words = canvas.ui, canvas.words
    amount = chosen_amount(reader, offer, ui)
    presets = presets_of(reader, picture)
    scale = min(canvas.frame.metrics.scale, 1.4)
    width = (92.0 if canvas.frame.wide else 76.0) * scale
    field_w = 112.0 * scale
    room = row.w - field_w - 24
    slider_min = 120.0
    if len(presets) * (width + 8) + slider_min > room:
        # Presets become narrower before the slider loses its shortest useful length.
        width = max(52.0, (room - slider_min) / max(1, len(presets)) - 8)
    x = row.x
    # Two keys can mean the whole stack; the preset of the maximum names both.
    at_once = any(one.tag == "all_in" for one in reader.offers)
    for preset in presets:
        rect = Rect(x, row.y, width, row.h)
        canvas.button(
            f"preset:{preset.key}",
            rect,
            shortened(preset.to, words),
            Intent("amount", preset.to),
            kind="chosen" if preset.to == amount else "neutral",
            hotkey=preset.hotkey,
            above=preset.label,
            also=KEYS["all_in"] if preset.key == "max" and at_once else "",
        )
        x = rect.right + 8
    slider = Rect(x + 12, row.y, row.right - field_w - 24 - x, row.h)
    # A shorter slider cannot be aimed; presets and the typed amount do.
    if not _refused(canvas, slider) and slider.w >= 60:
        _slider(canvas, slider, low, high, amount)
    rect = Rect(row.right - field_w, row.y, field_w, row.h)
    canvas.field(
        "amount",
        rect,
        text=words.number(amount),
        prefix=words("to") if offer.tag == "raise" else "",
        align="right",
    )


def _refused(canvas: Canvas, rect: Rect) -> bool:
    """What is wrong with the typed amount, in place of the slider; False where it has no room."""
    notice = canvas.ui.notice
    if notice is None or notice.field != "amount":
        return False
    size = canvas.s(14)
    floor = max(12.0, size * 0.7)
    lines = wrapped(notice.text, rect.w, size, "semibold")
    while size > floor and len(lines) * size * 1.3 > rect.h:
        size -= 1
        lines = wrapped(notice.text, rect.w, size, "semibold")
    pitch = size * 1.3
    if len(lines) * pitch > rect.h or any(one.endswith(ELLIPSIS) for one in lines):
        return False
    for number, line in enumerate(lines):
        place = Rect(rect.x, rect.cy + (number - len(lines) / 2) * pitch, rect.w, pitch)
        canvas.text(place, line, size, "semibold", "bad", "right", role="notice")
    canvas.target("notice", rect, Intent("dismiss"), kind="text", label=notice.text)
    return True


def _slider(canvas: Canvas, rect: Rect, low: int, high: int, amount: int) -> None:
    # Only one amount is possible: the knob stands at the end.
    share = (amount - low) / (high - low) if high > low else 1.0
    track = Rect(rect.x, rect.cy - 3, rect.w, 6)
    # 14 is the knob's radius: its middle never leaves the track.
    x = rect.x + 14 + (rect.w - 28) * share
    canvas.box(track, "neutral", line="panelBorder", radius=3, role="track")
    canvas.box(Rect(track.x, track.y, x - track.x, 6), "primary", radius=3, role="track")
    canvas.add(Box(rect=Rect(x - 14, rect.cy - 14, 28, 28), fill="text", radius=14, role="knob"))
    canvas.targets.append(
        Target(
            key="slider",
            rect=rect,
            intent=Intent("slider"),
            kind="slider",
            span=(low, high),
            label=canvas.words("Amount"),
        )
    )


# The look's widths of fold, call and raise, 26:36:38.
_PARTS = {1: (1.0,), 2: (0.45, 0.55), 3: (0.26, 0.36, 0.38)}


def _offer_row(
    canvas: Canvas, reader: Reader, picture: PokerPicture, row: Rect, now_ms: float
) -> None:
    """The actions, their amounts on them."""
    words, ui = canvas.words, canvas.ui
    offers = [one for one in reader.offers if one.tag != "all_in"]
    all_in = next((one for one in reader.offers if one.tag == "all_in"), None)
    if all_in is not None and all(one.span is None for one in offers):
        # Without a range the stack is a call, or the only raise there is.
        call = next((one for one in offers if one.tag == "call"), None)
        if call is None or call.price != picture.seats[picture.own].stack:
            offers.append(all_in)
    # More than four buttons would be too narrow to read.
    offers = offers[:4]
    parts = _PARTS.get(len(offers), (1 / max(1, len(offers)),) * len(offers))
    room = row.w - 8 * (len(offers) - 1)
    x = row.x
    guard = reader.guard.left(now_ms)
    # The button would send another amount than the one in the field.
    refused = ui.notice is not None and ui.notice.field == "amount"
    for offer, part in zip(offers, parts, strict=True):
        amount = None
        if offer.span is not None:
            amount = chosen_amount(reader, offer, ui)
        last = offer is offers[-1] and len(offers) > 1
        rect = Rect(x, row.y, room * part, row.h)
        label = offer.label(words, amount)
        # The highest raise is the whole stack here, and the button has to say so.
        if offer.span is not None and amount == offer.span[1] and all_in is not None:
            label = words("All-in {amount}", amount=words.exact(offer.span[1]))
        canvas.button(
            f"act:{offer.tag}{offer.card or ''}",
            rect,
            label,
            Intent("act", offer.action(amount)),
            # The look: one primary button per screen, and Fold is not red.
            kind="neutral" if offer.tag in ("fold", "muck") else "primary" if last else "secondary",
            hotkey=offer.key,
            enabled=offer.span is None or not refused,
            size=20 if canvas.frame.wide else 18,
            # The look's rule: only Call is guarded against a price that rose just before the
            # press.
            guard=guard if offer.tag == "call" else 0.0,
        )
        x = rect.right + 8
    if all_in is not None and all_in not in offers:
        # The key works without a button of its own: the preset and the slider show it.
        canvas.targets.append(
            Target(
                key="act:all_in",
                rect=Rect(-1, -1, 0, 0),
                intent=Intent("act", all_in.action()),
                hotkeys=(all_in.key,),
                label=all_in.label(words),
            )
        )
