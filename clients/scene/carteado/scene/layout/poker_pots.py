"""Chips, pots and the result in the middle of a poker table."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.chips import columns_of
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.poker_places import PokerPlaces
from carteado.scene.poker.picture import PokerPicture, PotPicture
from carteado.scene.reader import Reader
from carteado.scene.shapes import Chips, Intent, Rect
from carteado.scene.text import balanced, text_width
from carteado.scene.words import Words

__all__ = [
    "draw_chips",
    "draw_pots",
    "draw_result",
    "draw_stake_rule",
    "stake_rule",
    "under_banner",
]

CHIPS_GAP = 10.0
"""Between the chips of a pot and its name."""


def draw_chips(
    canvas: Canvas, rect: Rect, amount: int, text: str, key: str, align: float = 0.5
) -> None:
    """Draw chips and their amount; columns of chips without room are left out.

    Args:
        canvas: to draw on.
        rect: the room for both.
        amount: in chips.
        text: the amount as it is written.
        key: prefix of the names of the drawables.
        align: 0 for the left end of the room, 1 for the right end.
    """
    radius = canvas.frame.metrics.chip
    size = min(canvas.s(16), rect.h * 0.8)
    words_w = text_width(text, size, "bold")
    # The amount matters and the chips only illustrate it, so chips are left out first.
    columns = len(columns_of(amount))
    pitch = 2 * radius + 2
    chips_w = columns * pitch
    while columns and chips_w + 6 + words_w > rect.w:
        columns -= 1
        chips_w = columns * pitch
    x = rect.x + (rect.w - chips_w - 6 - words_w) * align
    if columns:
        canvas.add(
            Chips(
                key=key,
                place=key,
                rect=Rect(x, rect.cy - radius, chips_w, 2 * radius),
                amount=amount,
                radius=radius,
            )
        )
    # Two units more than measured, so that rounding never cuts a digit.
    line = Rect(x + chips_w + 6, rect.y, words_w + 2, rect.h)
    canvas.text(line, text, size, "bold", "textOnFelt", key=f"{key}:amount")


def draw_pots(canvas: Canvas, picture: PokerPicture, row: Rect) -> None:
    """The total and the pots by name, as many as the row has room for.

    Args:
        canvas: of the table.
        picture: with the pots.
        row: above the board.
    """
    if not picture.total:
        return
    total = PotPicture(name=canvas.words("Total"), amount=picture.total)
    shown = [total]
    # The look's rule: "Total" first. A single pot is shown only if this street's bets are not in
    # it yet.
    # Two boards say at their sides what each decides.
    if (picture.pots and not picture.boards) and (
        len(picture.pots) > 1 or sum(pot.amount for pot in picture.pots) != picture.total
    ):
        shown += picture.pots
    size = min(canvas.s(16), row.h * 0.58)
    small = min(canvas.s(13), row.h * 0.46)

    def width(pot: PotPicture) -> float:
        label = text_width(pot.name, small, "semibold")
        amount = text_width(canvas.words.chips(pot.amount), size, "bold")
        return label + amount + 8 + row.h * 0.7

    hidden = 0
    widths = [width(pot) for pot in shown]
    # The last side pots are left out first, never the total; 70 units are for the words that count
    # them.
    while len(shown) > 1 and sum(widths) + 8 * (len(shown) - 1) + (70 if hidden else 0) > row.w:
        shown.pop()
        widths.pop()
        hidden += 1
    # "Total" has no chips: a reader would count those of the pots twice.
    radius = min(canvas.frame.metrics.chip * 0.8, row.h * 0.3)
    extra = [
        len(columns_of(pot.amount)) * (2 * radius + 1) + CHIPS_GAP if number else 0.0
        for number, pot in enumerate(shown)
    ]
    if sum(widths) + sum(extra) + 8 * len(shown) + (70 if hidden else 0) > row.w:
        # Either every pot has its chips, or none has.
        extra = [0.0] * len(shown)
    more = canvas.words.several("+{n} pot", "+{n} pots", hidden) if hidden else ""
    more_w = text_width(more, small, "semibold") + 8 if more else 0
    x = row.cx - (sum(widths) + sum(extra) + 8 * (len(shown) - 1) + more_w) / 2
    for number, pot in enumerate(shown):
        pill = Rect(x, row.y, widths[number] + extra[number], row.h)
        _pot(canvas, pot, pill, size, small, extra[number], radius, total=number == 0)
        # The look's rule: a tap shows the seats of a side pot.
        canvas.target(f"pot:{number}", pill, Intent("pot", pot.seats), kind="area", label=pot.name)
        x = pill.right + 8
    if more:
        canvas.text(Rect(x, row.y, more_w, row.h), more, small, "semibold", "textOnFeltMuted")


def _pot(
    canvas: Canvas,
    pot: PotPicture,
    pill: Rect,
    size: float,
    small: float,
    chips_w: float,
    radius: float,
    *,
    total: bool,
) -> None:
    canvas.box(
        pill,
        "page",
        line="text" if total else "feltLine",
        width=2 if total else 1,
        radius=pill.h / 2,
        role="pot",
        # The felt shows through, so that pots do not look like buttons.
        alpha=0.45,
    )
    x = pill.x + pill.h * 0.35
    if chips_w:
        place = Rect(x, pill.cy - radius, chips_w - CHIPS_GAP, 2 * radius)
        canvas.add(Chips(rect=place, amount=pot.amount, radius=radius))
        x += chips_w
    label = text_width(pot.name, small, "semibold")
    canvas.text(Rect(x, pill.y, label + 2, pill.h), pot.name, small, "semibold", "textOnFeltMuted")
    text = canvas.words.chips(pot.amount)
    x += label + 8
    amount = Rect(x, pill.y, text_width(text, size, "bold") + 2, pill.h)
    canvas.text(amount, text, size, "bold", "textOnFelt", role="amount")


def stake_rule(reader: Reader, words: Words) -> tuple[str, str]:
    """The meaning of naming a stake, in full and in short; '' each for a seat that names none."""
    # Only the seat that names the stake has this offer.
    offer = next((one for one in reader.offers if one.tag == "stake"), None)
    if offer is None or offer.span is None or reader.table is None:
        return "", ""
    low, high = offer.span
    usual = getattr(reader.table.options, "default_stake", low)
    text = words(
        "Name the stake, {low} to {high}. The others match it or fold. If you fold, it is {usual}.",
        low=low,
        high=high,
        usual=usual,
    )
    return text, words("If you fold, the stake is {usual}.", usual=usual)


def draw_stake_rule(canvas: Canvas, reader: Reader, at: PokerPlaces) -> None:
    """The meaning of naming a stake, on the felt, for the seat that names it."""
    texts = stake_rule(reader, canvas.words)
    if not texts[0]:
        return
    # Below the board; beside the own cards, where nobody has bet yet; and above the board.
    left, board = at.felt.x + 24, at.board
    beside = Rect(left, at.result.y, at.own[0].x - 14 - left, at.result.h)
    above = Rect(board[0].x, at.pots.y, board[-1].right - board[0].x, at.pots.h)
    plates = [one.plate for one in at.seats.values()]
    for room in (at.result, beside, above):
        size = min(canvas.s(14), room.h * 0.7)
        # The full sentence may shrink by a fifth before the short one replaces it.
        for text, least in zip(texts, (0.8, 0.0), strict=True):
            font = size
            while font >= max(12.0, size * least):
                lines = balanced(text, room.w, font, "semibold")
                wide = max(text_width(line, font, "semibold") for line in lines)
                place = Rect.around(room.cx, room.cy, wide, len(lines) * font * 1.3)
                fits = place.w <= room.w and place.h <= room.h + 2
                if fits and not any(map(place.overlaps, plates)):
                    _lines(canvas, room, lines, font)
                    return
                font -= 1.0


def _lines(canvas: Canvas, room: Rect, lines: Sequence[str], size: float) -> None:
    """Draw lines in the middle of a place."""
    for number, line in enumerate(lines):
        y = room.cy + (number - len(lines) / 2) * size * 1.3
        place = Rect(room.x, y, room.w, size * 1.3)
        canvas.text(place, line, size, "semibold", "textOnFelt", "center")


def _banner(canvas: Canvas, text: str, at: PokerPlaces) -> tuple[float, Rect]:
    """The size of the result's letters, and the place of its banner."""
    size = min(canvas.s(20), at.pots.h * 0.55)
    width = min(at.pots.w, text_width(text, size, "bold") + 48)
    # In the place of the pots, which are paid out now.
    return size, Rect.around(at.pots.cx, at.pots.cy - 2, width, at.pots.h)


def under_banner(canvas: Canvas, picture: PokerPicture, at: PokerPlaces, rect: Rect) -> bool:
    """Whether the banner of the result covers a place."""
    if picture.result is None:
        return False
    return _banner(canvas, picture.result.text, at)[1].overlaps(rect)


def draw_result(canvas: Canvas, picture: PokerPicture, at: PokerPlaces) -> None:
    """The banner above the board and the chips below it: the result never covers the board."""
    result = picture.result
    assert result is not None
    size, banner = _banner(canvas, result.text, at)
    canvas.box(banner, "turn", radius=banner.h / 2, role="banner")
    room, lines = banner.inset(20, 0), [result.text]
    if text_width(result.text, 10.5, "bold") > room.w:  # beside the coach in a small window
        size = min(size, banner.h * 0.36)
        lines = [*balanced(result.text, room.w, size, "bold")]
    pitch = banner.h / len(lines) if len(lines) == 1 else size * 1.25
    for number, line in enumerate(lines):
        y = banner.cy + (number - len(lines) / 2) * pitch
        place = Rect(room.x, y, room.w, pitch)
        canvas.text(place, line, size, "bold", "turnText", "center", shrink=True)
    if picture.boards:
        return  # their rows say what each decided
    won = sum(seat.won for seat in picture.seats)
    row = Rect.around(at.result.cx, at.result.cy, at.result.w, min(28.0, at.result.h))
    draw_chips(canvas, row, won, canvas.words.chips(won), "won")
