"""The score sheet of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.faces import card_height
from carteado.scene.game_types import ScoreSheet
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.overlays import dialog
from carteado.scene.layout.surface import Align
from carteado.scene.reader import Reader
from carteado.scene.shapes import CardShape, Intent, Rect
from carteado.scene.text import Weight, text_width
from carteado.scene.words import N_, Words

__all__ = [
    "SHEET_LINES",
    "deal_reason",
    "deal_title",
    "draw_score_sheet",
    "sheet_line",
    "sheet_note",
    "sheet_rows",
]

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
"""Names of the lines of a score sheet, in their order."""

_EACH = ("clean", "dirty", "real", "half_real", "semi_clean")
"""Lines with so many points for each of their canastras."""

_SCALE = 1000
"""Points between two lines across the bars to the target."""

_RIGHTS = (0.68, 1.0)
"""Right ends of the columns of both pairs, in parts of the table's width."""

_COLUMNS: tuple[tuple[float, float, Align], ...] = (
    (0.0, 0.18, "left"),
    (0.18, 0.2, "right"),
    (0.4, 0.2, "right"),
    (0.66, 0.34, "left"),
)
"""Left end, width and side of the columns of the deals, in parts of the list's width."""


def draw_score_sheet(
    canvas: Canvas, picture: BuracoPicture, reader: Reader, coming: str = ""
) -> None:
    """Draw the sheet of the last deal over the table; `coming` says when the next one begins.

    Args:
        canvas: of the table.
        picture: with the sheets of both pairs.
        reader: of the table.
        coming: when the next deal begins, a sentence; '' for none.
    """
    words = canvas.words
    rows = sheet_rows(picture.sheets)
    size = canvas.s(14)
    # The rows share the window: 284 for title and buttons, 8 more rows for heads, totals and bars.
    pitch = min(size * 2.2, (canvas.frame.size[1] - 284) / (len(rows) + 8))
    title = deal_title(words, picture)
    buttons = [("close", words("Close"), Intent("sheet", "none"), "Enter", "primary")]
    if picture.over and picture.playing and not picture.seats[picture.own].agreed:
        again = Intent("rematch")
        buttons.insert(0, ("rematch", words("Play again"), again, "Space", "secondary"))
    if canvas.ui.film is None:
        check = Intent("check-shuffle")
        buttons.insert(0, ("check", words("Check the shuffle"), check, "v", "outline"))
    if canvas.ui.again:
        replay = ("last-hand", words("Replay this deal"), Intent("replay"), "r", "outline")
        buttons.insert(0, replay)
    body = (len(rows) + 5) * pitch + 84
    text = " ".join(filter(None, (deal_reason(words, picture, reader), coming)))
    area = dialog(canvas, title, text, buttons, width=960, body=body, told=True)
    table = Rect(area.x, area.y, area.w * 0.6, area.h)
    _table(canvas, table, picture, rows, pitch, size)
    side = Rect(table.right + 28, area.y, area.right - table.right - 28, area.h)
    _side(canvas, side, picture, reader, size)


def deal_title(words: Words, picture: BuracoPicture) -> str:
    """The pair that leads after a deal, or has won the match."""
    if picture.ended:
        return picture.ended
    lead = picture.totals[0] - picture.totals[1]
    if lead and not picture.playing:
        return words(
            "Deal {number}: {names} lead by {points}",
            number=picture.deal,
            names=picture.pairs[0 if lead > 0 else 1],
            points=abs(lead),
        )
    if lead < 0:
        return words("Deal {number}: they lead by {points}", number=picture.deal, points=-lead)
    if lead == 0:
        return words("Deal {number}: level", number=picture.deal)
    return words("Deal {number}: you lead by {points}", number=picture.deal, points=lead)


def deal_reason(words: Words, picture: BuracoPicture, reader: Reader) -> str:
    """The reason why the last deal ended, '' where no deal did."""
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
    _heads(canvas, Rect(rect.x, rect.y, rect.w, pitch * 1.4), picture, pitch, size)
    y = rect.y + pitch * 1.4
    for name in rows:
        label = words(SHEET_LINES[name]) if name in SHEET_LINES else name
        found = [sheet_line(sheet, name) for sheet in picture.sheets]
        values = [(sheet_note(words, name, *one), words.signed(one[1])) for one in found]
        _row(canvas, Rect(rect.x, y, rect.w, pitch), label, values, size)
        y += pitch
    y = _sums(canvas, Rect(rect.x, y, rect.w, 0), picture, pitch, size)
    _bars(canvas, Rect(rect.x, y, rect.w, 72), picture, min(size, 18.0))


def _heads(canvas: Canvas, rect: Rect, picture: BuracoPicture, pitch: float, size: float) -> None:
    """Draw the names of the pairs, with their players below."""
    own = picture.own
    # Partners sit opposite; the sheets come with the reader's pair first.
    pairs = ((own, (own + 2) % 4), ((own + 1) % 4, (own + 3) % 4))
    for share, label, pair in zip(_RIGHTS, picture.pairs, pairs, strict=True):
        right = rect.x + rect.w * share
        place = Rect(right - rect.w * 0.32, rect.y, rect.w * 0.32, pitch * 0.7)
        names = ", ".join(picture.seats[at].name for at in pair)
        canvas.text(place, label, min(size, pitch * 0.65), "semibold", align="right", shrink=True)
        under = Rect(place.x, place.bottom, place.w, pitch * 0.7)
        small = min(size * 0.86, pitch * 0.55)
        # A watcher reads the names above, where they say who it is.
        if label != " & ".join(picture.seats[at].name for at in pair):
            canvas.text(under, names, small, colour="textMuted", align="right")


def _sums(canvas: Canvas, rect: Rect, picture: BuracoPicture, pitch: float, size: float) -> float:
    """Draw the points of this deal, those before it and the totals; where they end."""
    words, y = canvas.words, rect.y
    won = [("", words.signed(sheet.total)) for sheet in picture.sheets]
    line = Rect(rect.x, y, rect.w, pitch * 1.1)
    _row(canvas, line, words("This deal"), won, size * 1.1, weight="semibold")
    y += line.h
    pairs_of = zip(picture.totals, picture.sheets, strict=True)
    before = [("", words.number(total - sheet.total)) for total, sheet in pairs_of]
    _row(canvas, Rect(rect.x, y, rect.w, pitch), words("Before"), before, size, ink="textMuted")
    y += pitch
    canvas.box(Rect(rect.x, y, rect.w, 1), "panelBorder", role="line")
    line = Rect(rect.x, y, rect.w, pitch * 1.3)
    canvas.text(line, words("Total"), size, "semibold")
    for share, points in zip(_RIGHTS, picture.totals, strict=True):
        right = rect.x + rect.w * share
        place = Rect(right - rect.w * 0.3, y, rect.w * 0.3, pitch * 1.3)
        canvas.text(place, words.number(points), min(size * 1.8, pitch), "bold", align="right")
    return y + pitch * 1.5


def _bars(canvas: Canvas, rect: Rect, picture: BuracoPicture, size: float) -> None:
    """Draw how far each pair is on its way to the target, 24 units apart at any text size."""
    words, y = canvas.words, rect.y
    named = max(56.0, *(text_width(one, size, "semibold") + 8 for one in picture.pairs))
    named = min(named, rect.w * 0.4)
    inks = ("info", "textMuted")
    rests = [
        words("{points} to go", points=max(0, picture.target - points)) for points in picture.totals
    ]
    # Both bars have one length, so that they can be compared.
    rest_w = max(text_width(one, size * 0.9, "semibold") for one in rests) + 12
    bars = zip(picture.pairs, picture.totals, rests, inks, strict=True)
    for label, points, rest, ink in bars:
        track = Rect(rect.x + named + 4, y + 5, rect.w - named - 4 - rest_w, 10)
        # Totals can be negative or pass the target; a bar can do neither.
        share = max(0.0, min(1.0, points / picture.target))
        canvas.text(Rect(rect.x, y, named, 20), label, size, "semibold", shrink=True)
        canvas.box(track, "neutral", line="panelBorder", radius=3, role="track")
        canvas.box(Rect(track.x, track.y, track.w * share, track.h), ink, radius=3, role="track")
        for part in range(_SCALE, picture.target, _SCALE):
            at = track.x + track.w * part / picture.target
            canvas.box(Rect(at - 1, track.y, 2, track.h), "panelRaised", role="line")
        line = Rect(track.right, y, rest_w, 20)
        canvas.text(line, rest, size * 0.9, "semibold", "textMuted", "right")
        y += 24
    if not picture.over:
        target = words.number(picture.target)
        aim = words("The first pair with {points} at the end of a deal wins.", points=target)
        canvas.text(Rect(rect.x, y, rect.w, 20), aim, size * 0.9, colour="textMuted", shrink=True)


def sheet_rows(sheets: Sequence[ScoreSheet]) -> list[str]:
    """The names of the lines of both sheets, in their order.

    Going out is always among them: players look there for who did.
    """
    names = ["out", *(line.name for sheet in sheets for line in sheet.lines)]
    rows = [name for name in SHEET_LINES if name in names]
    # A newer server may score a reason that this client has no word for; it is shown by its tag.
    return rows + [name for name in dict.fromkeys(names) if name not in SHEET_LINES]


def sheet_line(sheet: ScoreSheet, name: str) -> tuple[int, int]:
    """Count and points of a line; zero where the sheet has none."""
    for line in sheet.lines:
        if line.name == name:
            return line.count, line.points
    return 0, 0


def sheet_note(words: Words, name: str, count: int, points: int) -> str:
    """What the points of a line are counted from: cards, or canastras of so many points each.

    Args:
        words: of the player.
        name: tag of the line.
        count: number of cards or canastras.
        points: points of the line.
    """
    if name in ("cards", "hands"):
        return words.several("{n} card", "{n} cards", count) if count else ""
    # A bonus that counts once needs no number: its label is enough.
    if count < 1 or name not in _EACH:
        return ""
    return f"{count} × {words.number(points // count)}"


def _row(
    canvas: Canvas,
    rect: Rect,
    label: str,
    values: Sequence[tuple[str, str]],
    size: float,
    *,
    weight: Weight = "regular",
    ink: str = "text",
) -> None:
    """A line of the table: its label, and for each pair a note and the points."""
    canvas.box(Rect(rect.x, rect.y, rect.w, 1), "panelBorder", role="line")
    # Large text stays clear of the lines above and below.
    most = rect.h * 0.75
    size, large = min(size, most), min(size * 1.1, most)
    name = Rect(rect.x, rect.y, rect.w * 0.36, rect.h)
    # Points are emphasised, except in a line that only leads to the next one.
    strong: Weight = "bold" if ink == "text" else "regular"
    canvas.text(name, label, size, weight, ink, shrink=True)
    for share, (note, points) in zip(_RIGHTS, values, strict=True):
        right = rect.x + rect.w * share
        place = Rect(right - rect.w * 0.16, rect.y, rect.w * 0.16, rect.h)
        canvas.text(place, points, large, strong, ink, "right", shrink=True)
        beside = Rect(place.x - rect.w * 0.15, rect.y, rect.w * 0.15, rect.h)
        canvas.text(beside, note, size * 0.9, colour="textMuted", align="right", shrink=True)


def _side(canvas: Canvas, rect: Rect, picture: BuracoPicture, reader: Reader, size: float) -> None:
    """Cards left in the hands with what they cost, and the deals of the match."""
    words = canvas.words
    if not picture.left:
        _deals(canvas, rect, picture, reader, size)
        return
    y = rect.y
    canvas.text(Rect(rect.x, y, rect.w, size * 1.5), words("Cards left in hands"), size, "semibold")
    y += size * 2
    width = 28.0
    cost_w = text_width("−000", size, "bold") + 4
    # A player may have left since.
    names = [seat.name or words("seat {number}", number=seat.seat) for seat in picture.seats]
    marked = zip(names, picture.seats, strict=True)
    wanted = max(text_width(name + seat.mark, size) for name, seat in marked) + 2
    # Short names leave the room to the cards, but all cards begin at one place.
    name_w = min(max(44.0, wanted), rect.w * 0.36)
    for seat in picture.seats:
        held, points = picture.left[seat.seat]
        cards = sorted_hand(held, "suit")
        line = Rect(rect.x, y, rect.w, card_height(width))
        # A name that is cut keeps the mark that tells it from another one.
        mark_w = text_width(seat.mark, size) + 1 if seat.mark else 0.0
        place = Rect(line.x, y, name_w - mark_w, line.h)
        drawn = canvas.text(place, names[seat.seat], size, "regular")
        canvas.text(Rect(line.x + drawn, y, mark_w, line.h), seat.mark, size, "regular")
        # Many cards overlap instead of leaving the dialog.
        room = rect.w - name_w - 6 - width - cost_w - 6
        step = min(width + 3, room / max(1, len(cards) - 1)) if cards else 0.0
        for number, card in enumerate(cards):
            place = Rect(rect.x + name_w + 6 + number * step, y, width, card_height(width))
            covered = step < width
            canvas.add(CardShape(rect=place, card=card, role="left-card", corner=covered))
        cost = Rect(line.right - cost_w, y, cost_w, line.h)
        canvas.text(cost, words.signed(points), size, "bold", align="right", shrink=True)
        y += card_height(width) + 6
    _deals(canvas, Rect(rect.x, y + 6, rect.w, rect.bottom - y - 6), picture, reader, size)


def _deals(canvas: Canvas, rect: Rect, picture: BuracoPicture, reader: Reader, size: float) -> None:
    """The points of each deal, and how it ended."""
    words, deals = canvas.words, reader.story.deals
    # One deal is the sheet itself.
    if len(deals) < 2:
        return
    # The last deals that fit under a title and the heads of the columns; the log has all. Large
    # text becomes smaller, down to that of the bars, so that the deal before is shown too.
    while (room := int((rect.h - size * 3.4) // (size * 1.6))) < 2 and size > 14:
        size -= 1
    if room < 1:
        return
    pitch = size * 1.6
    title = Rect(rect.x, rect.y, rect.w, size * 1.5)
    canvas.text(title, words("Deals"), size, "semibold")
    # Even seats are one pair, odd seats the other; spectators look from seat 0's side.
    team = picture.own % 2
    rows = [(words("Deal"), *picture.pairs, words("Ended by"))]
    for deal in deals[-room:]:
        ended = words("empty stock")
        if deal.out is not None:
            ended = words("us") if deal.out == team else words("them")
            if not picture.playing:
                ended = picture.pairs[deal.out]
        points = (words.number(deal.points[team]), words.number(deal.points[1 - team]))
        rows.append((str(deal.deal), *points, ended))
    y = title.y + size * 1.8
    for number, row in enumerate(rows):
        ink = "text" if number else "textMuted"
        if number:
            canvas.box(Rect(rect.x, y, rect.w, 1), "panelBorder", role="line")
        for text, (left, wide, align) in zip(row, _COLUMNS, strict=True):
            place = Rect(rect.x + rect.w * left, y, rect.w * wide, pitch)
            colour = "textMuted" if text is row[-1] else ink
            canvas.text(place, text, size * 0.95, colour=colour, align=align, shrink=True)
        y += pitch
