"""The score sheet of a deal."""

from __future__ import annotations

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.overlays import dialog
from carteado.scene.reader import Reader
from carteado.scene.shapes import CardShape, Intent, Rect
from carteado.scene.text import Weight
from carteado.scene.words import N_, Words

__all__ = ["SHEET_LINES", "deal_reason", "deal_title", "draw_score_sheet", "sheet_line"]

SHEET_LINES = {
    "cards": N_("Cards on the table"),
    "clean": N_("Clean canastras"),
    "dirty": N_("Dirty canastras"),
    "real": N_("Real canastras"),
    "half_real": N_("Half-real canastras"),
    "semi_clean": N_("Semi-clean canastras"),
    "out": N_("Going out (batida)"),
    "no_morto": N_("No morto taken"),
    "hands": N_("Cards left in hands"),
    "forfeit": N_("Forfeit without a clean canastra"),
}
"""What the lines of a score sheet are called, in their order."""


def draw_score_sheet(canvas: Canvas, picture: BuracoPicture, reader: Reader) -> None:
    """Draw the sheet of the last deal over the table."""
    words = canvas.words
    ours, theirs = picture.sheets
    names = [*(line.name for line in ours.lines), *(line.name for line in theirs.lines)]
    rows = [name for name in SHEET_LINES if name in names]
    rows += [name for name in dict.fromkeys(names) if name not in SHEET_LINES]
    size = canvas.s(14)
    pitch = min(size * 2.2, (canvas.frame.size[1] - 260) / (len(rows) + 7))
    title = deal_title(words, picture)
    buttons = [
        ("last-hand", words("Replay this deal"), Intent("replay"), "r", "outline"),
        ("close", words("Close"), Intent("sheet", "none"), "Enter", "primary"),
    ]
    if picture.over and picture.playing:
        buttons.insert(1, ("rematch", words("Play again"), Intent("rematch"), "", "secondary"))
    body = (len(rows) + 4) * pitch + 60
    area = dialog(canvas, title, deal_reason(words, picture, reader), buttons, width=960, body=body)
    table = Rect(area.x, area.y, area.w * 0.6, area.h)
    _table(canvas, table, picture, rows, pitch, size)
    side = Rect(table.right + 28, area.y, area.right - table.right - 28, area.h)
    _hands(canvas, side, picture, reader, size)


def deal_title(words: Words, picture: BuracoPicture) -> str:
    """Who leads after a deal."""
    lead = picture.totals[0] - picture.totals[1]
    if lead < 0:
        return words("Deal {number}: they lead by {points}", number=picture.deal, points=-lead)
    if lead == 0:
        return words("Deal {number}: level", number=picture.deal)
    return words("Deal {number}: you lead by {points}", number=picture.deal, points=lead)


def deal_reason(words: Words, picture: BuracoPicture, reader: Reader) -> str:
    """Why the last deal ended, '' where no deal did."""
    deals = reader.story.deals
    if not deals:
        return ""
    out = deals[-1].out
    if out is None:
        return words("The deal ended because no card was left to draw.")
    # `out` is a team; its players sit at the seats `out` and `out + 2`.
    names = [picture.seats[at].name for at in (out, out + 2)]
    return words("{names} went out.", names=" & ".join(names))


def _table(
    canvas: Canvas,
    rect: Rect,
    picture: BuracoPicture,
    rows: list[str],
    pitch: float,
    size: float,
) -> None:
    words = canvas.words
    y = rect.y
    first, second = rect.x + rect.w * 0.68, rect.right
    own = picture.own
    pairs = ((own, (own + 2) % 4), ((own + 1) % 4, (own + 3) % 4))
    for right, label, pair in ((first, words("Us"), pairs[0]), (second, words("Them"), pairs[1])):
        place = Rect(right - rect.w * 0.32, y, rect.w * 0.32, pitch)
        names = ", ".join(picture.seats[at].name for at in pair)
        canvas.text(place, label, size, "semibold", align="right")
        under = Rect(place.x, y + pitch * 0.62, place.w, pitch * 0.7)
        canvas.text(under, names, size * 0.86, colour="textMuted", align="right")
    y += pitch * 1.4
    for name in rows:
        values = [sheet_line(sheet, name) for sheet in picture.sheets]
        _row(
            canvas,
            rect,
            y,
            pitch,
            words(SHEET_LINES[name]) if name in SHEET_LINES else name,
            values,
            size,
        )
        y += pitch
    totals = [(0, sheet.total) for sheet in picture.sheets]
    _row(canvas, rect, y, pitch, words("This deal"), totals, size * 1.1, strong=True)
    y += pitch * 1.1
    line = Rect(rect.x, y, rect.w, pitch * 1.3)
    canvas.text(line, words("Total"), size, "semibold")
    for right, points in zip((first, second), picture.totals, strict=True):
        place = Rect(right - rect.w * 0.3, y, rect.w * 0.3, pitch * 1.3)
        canvas.text(place, words.number(points), min(size * 1.8, pitch), "bold", align="right")
    y += pitch * 1.5
    for label, points, ink in (
        (words("Us"), picture.totals[0], "info"),
        (words("Them"), picture.totals[1], "textMuted"),
    ):
        track = Rect(rect.x + 60, y + 5, rect.w - 60, 10)
        share = max(0.0, min(1.0, points / picture.target))
        canvas.text(Rect(rect.x, y, 56, 20), label, size, "semibold")
        canvas.box(track, "neutral", radius=3, role="track")
        canvas.box(Rect(track.x, track.y, track.w * share, track.h), ink, radius=3, role="track")
        y += 24


def sheet_line(sheet: object, name: str) -> tuple[int, int]:
    """Count and points of a line; zero where the sheet has none."""
    for line in getattr(sheet, "lines", ()):
        if line.name == name:
            return line.count, line.points
    return 0, 0


def _row(
    canvas: Canvas,
    rect: Rect,
    y: float,
    pitch: float,
    label: str,
    values: list[tuple[int, int]],
    size: float,
    *,
    strong: bool = False,
) -> None:
    words = canvas.words
    canvas.box(Rect(rect.x, y, rect.w, 1), "panelBorder", role="line")
    weight: Weight = "semibold" if strong else "regular"
    canvas.text(Rect(rect.x, y, rect.w * 0.4, pitch), label, size, weight, shrink=True)
    for right, (count, points) in zip((rect.x + rect.w * 0.68, rect.right), values, strict=True):
        text = words.number(points).replace("-", "−")
        text = f"+{text}" if points > 0 else text
        place = Rect(right - rect.w * 0.17, y, rect.w * 0.17, pitch)
        canvas.text(place, text, size * 1.1, "bold", align="right", shrink=True)
        if count > 1:
            note = Rect(place.x - rect.w * 0.12, y, rect.w * 0.12, pitch)
            canvas.text(note, str(count), size * 0.9, colour="textMuted", align="right")


def _hands(canvas: Canvas, rect: Rect, picture: BuracoPicture, reader: Reader, size: float) -> None:
    """Cards left in the hands, and the earlier deals."""
    words = canvas.words
    deals = reader.story.deals
    y = rect.y
    canvas.text(Rect(rect.x, y, rect.w, size * 1.5), words("Cards left in hands"), size, "semibold")
    y += size * 2
    left = deals[-1].left if deals else ((),) * 4
    width = 28.0
    for seat in picture.seats:
        cards = left[seat.seat] if seat.seat < len(left) else ()
        name = Rect(rect.x, y, 70, card_height(width))
        canvas.text(name, seat.name, size, "regular")
        room = rect.w - 76 - width
        step = min(width + 3, room / max(1, len(cards) - 1)) if cards else 0.0
        for number, card in enumerate(cards):
            place = Rect(rect.x + 76 + number * step, y, width, card_height(width))
            canvas.add(CardShape(rect=place, card=card, role="left-card"))
        y += card_height(width) + 6
    if len(deals) < 2 or y + size * 4 > rect.bottom:
        return
    y += 6
    canvas.text(Rect(rect.x, y, rect.w, size * 1.5), words("Deals"), size, "semibold")
    y += size * 1.8
    team = picture.own % 2
    for deal in deals[-4:]:
        if y + size * 1.5 > rect.bottom:
            break
        line = Rect(rect.x, y, rect.w, size * 1.5)
        canvas.text(line, str(deal.deal), size)
        ours = Rect(line.x + rect.w * 0.15, y, rect.w * 0.3, line.h)
        canvas.text(ours, words.number(deal.points[team]), size, align="right")
        theirs = Rect(line.x + rect.w * 0.5, y, rect.w * 0.3, line.h)
        canvas.text(theirs, words.number(deal.points[1 - team]), size, align="right")
        y += size * 1.6
