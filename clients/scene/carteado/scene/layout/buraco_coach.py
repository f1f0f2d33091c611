"""The coach at a Buraco table: its panel, and what it says beside the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carteado.scene.buraco.advice import BuracoAdvice, RunChances, Way
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.cards import card_text, cards_text, face
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.coach_panel import CoachPanel
from carteado.scene.shapes import Box, Icon, Rect
from carteado.scene.text import text_width, wrapped
from carteado.scene.words import Words

__all__ = [
    "advice_of",
    "beside_grid",
    "draw_buraco_coach",
    "draw_discard",
    "draw_run_chances",
    "draw_tile_chances",
    "way_text",
]

_RANKS = "A23456789TJQK"


def advice_of(canvas: Canvas) -> BuracoAdvice | None:
    """The advice that is shown; None while the panel is closed or nothing is counted."""
    advice = canvas.ui.advice
    return advice if canvas.ui.coach and isinstance(advice, BuracoAdvice) else None


def draw_buraco_coach(
    canvas: Canvas, rect: Rect, picture: BuracoPicture, *, listed: bool = False
) -> None:
    """Draw the panel.

    Args:
        canvas: to draw on.
        rect: where.
        picture: of the table.
        listed: whether the discards are listed here, as they find no room below the cards.
    """
    words, advice = canvas.words, canvas.ui.advice
    if isinstance(advice, str):
        CoachPanel(canvas, rect, advice).finish()
        return
    if not isinstance(advice, BuracoAdvice):
        mine = picture.playing and picture.turn == picture.own
        text = words("Counting.") if mine else words("The coach counts at your turns.")
        CoachPanel(canvas, rect, text).finish()
        return
    basis = words.several(
        "Counted from what your seat can see. {n} imagined deal.",
        "Counted from what your seat can see. {n} imagined deals.",
        advice.deals,
    )
    if canvas.ui.film:
        basis = words.several(
            "Counted from what {name} can see. {n} imagined deal.",
            "Counted from what {name} can see. {n} imagined deals.",
            advice.deals,
            name=picture.seats[picture.own].name,
        )
    panel = CoachPanel(canvas, rect, basis)
    _parts(canvas, panel, advice, picture, listed=listed)
    # The first pass only measures. If it overflows, the second one fills pages.
    if panel.free < 0:
        panel.restart()
        _parts(canvas, panel, advice, picture, listed=listed)
    panel.finish()


def _parts(
    canvas: Canvas,
    panel: CoachPanel,
    advice: BuracoAdvice,
    picture: BuracoPicture,
    *,
    listed: bool,
) -> None:
    words = canvas.words
    if advice.ways:
        title = words("Stock or pile") if advice.drawing else words("Arrangements")
        panel.part(title, words("points, us minus them"))
        # All bars share one scale that contains zero, so that they can be compared.
        low = min(0.0, *(way.low for way in advice.ways))
        high = max(0.0, *(way.high for way in advice.ways))
        for number, way in enumerate(advice.ways):
            # At least one point wide: all ways may be worth exactly 0, and the width is a divisor.
            _way(canvas, panel, picture, way, number, (low, max(high, low + 1)))
    if listed and advice.discards:
        _discards(canvas, panel, advice)
    _going_out(canvas, panel, advice)
    _grid(canvas, panel, advice)


def _way(
    canvas: Canvas,
    panel: CoachPanel,
    picture: BuracoPicture,
    way: Way,
    number: int,
    span: tuple[float, float],
) -> None:
    """One arrangement: what it does, its points with their interval, the chance to go out."""
    words, size = canvas.words, canvas.s(13)
    text_w = panel.body.w * 0.56
    text = way_text(words, way, picture)
    lines = wrapped(text, text_w - 26, size, "semibold")
    # The right half needs 3.3 lines whatever the text at the left takes.
    height = max(len(lines) * size * 1.4, size * 3.3) + 10
    box = panel.line(height)
    panel.y += 6
    # The ways arrive with the best first.
    best = number == 0
    line = "info" if best else "panelBorder"
    canvas.box(box, "panelRaised", line=line, width=2 if best else 1, radius=8, role="way")
    mark = Rect(box.x + 6, box.y, 18, box.h)
    canvas.text(mark, str(number + 1), size, "bold", "info" if best else "textMuted", "center")
    for at, one in enumerate(lines):
        place = Rect(box.x + 28, box.y + 5 + at * size * 1.4, text_w - 26, size * 1.4)
        canvas.text(place, one, size, "semibold", suits=True)
    right = Rect(box.x + text_w + 8, box.y + 4, box.w - text_w - 16, size * 1.4)
    canvas.text(right, canvas.words.signed(way.mean), canvas.s(15), "bold")
    note = words("best") if best else canvas.words.signed(-way.behind)
    canvas.text(right, note, size * 0.92, "semibold", "textMuted", "right")
    _interval(canvas, Rect(right.x, right.bottom + 1, right.w, size * 0.7), way, span)
    out = Rect(right.x, right.bottom + size * 0.75, right.w, size * 1.2)
    text = words("goes out {share}", share=words.percent(way.out))
    canvas.text(out, text, size * 0.92, "regular", "textMuted", "right", shrink=True)


def _interval(canvas: Canvas, rect: Rect, way: Way, span: tuple[float, float]) -> None:
    low, high = span

    def place(points: float) -> float:
        return rect.x + rect.w * (points - low) / (high - low)

    canvas.box(Rect(rect.x, rect.cy, rect.w, 1), "panelBorder", role="track")
    canvas.box(Rect(place(0) - 0.5, rect.y, 1, rect.h), "textMuted", role="mark")
    canvas.box(Rect(place(way.low), rect.cy - 1, place(way.high) - place(way.low), 2), "info")
    canvas.add(Box(rect=Rect.around(place(way.mean), rect.cy, 7, 7), fill="info", radius=3.5))


def way_text(words: Words, way: Way, picture: BuracoPicture) -> str:
    """The effect of an arrangement, in words."""
    parts: list[str] = []
    laid = False
    for kind, run, cards in way.plan:
        shown = cards_text(cards)
        if kind == "extend" and run is not None:
            laid = True
            # A number beyond the table's runs is one that this very plan lays.
            if run < len(picture.ours):
                title = picture.ours[run].title
                parts.append(words("{cards} to {run}", cards=shown, run=title))
            else:
                parts.append(words("{cards} to the new run", cards=shown))
        elif kind == "meld":
            laid = True
            parts.append(words("new {cards}", cards=shown))
        elif kind == "discard":
            # A plan that only discards says so; otherwise the line would look incomplete.
            if not laid:
                parts.append(words("lay nothing"))
            parts.append(words("discard {cards}", cards=shown))
        elif kind == "draw":
            # Nothing follows: what comes after the draw depends on the card.
            parts = [words("Draw from the stock"), *_fits(words, words.percent, way.fits)]
            break
        elif kind == "take":
            text = words("Take the pile")
            parts.append(f"{text}: {shown}" if shown else text)
            parts += _fits(words, lambda n: f"{n:.0f}/{len(picture.pile)}", way.fits)
    return " · ".join(parts) or words("lay nothing")


def _fits(words: Words, share: Callable[[float], str], fits: float | None) -> list[str]:
    return [] if fits is None else [words("fits a run {share}", share=share(fits))]


def _discards(canvas: Canvas, panel: CoachPanel, advice: BuracoAdvice) -> None:
    words = canvas.words
    panel.part(words("Discards"), words("points behind the best"))
    ranked = sorted(advice.discards.items(), key=lambda pair: pair[1])
    text = "   ".join(
        f"{card_text(card)} {canvas.words.signed(-behind)}" for card, behind in ranked
    )
    size = canvas.s(13)
    for line in wrapped(text, panel.body.w, size):
        canvas.text(panel.line(size * 1.4), line, size, suits=True)


def _going_out(canvas: Canvas, panel: CoachPanel, advice: BuracoAdvice) -> None:
    words = canvas.words
    panel.part(words("Going out"), words("batida"))
    if advice.own_out:
        panel.note(words("Your hand goes out in this turn."))
    elif not advice.may_go_out:
        panel.note(words("Your pair may not go out as things stand."))
    elif advice.outs:
        text = words("Cards that go out: {cards}", cards=cards_text(advice.outs))
        panel.note(text)
    share = words.percent(advice.out_within)
    panel.pair(words("One of them comes within 3 draws"), share) if advice.outs else None
    if advice.ways:
        best = advice.ways[0]
        if best.morto is not None:
            text = words("We take a morto within 2 turns")
            panel.pair(text, words.percent(best.morto))
        panel.pair(words("Our pair goes out in this deal"), words.percent(best.out))
        panel.pair(words("Their pair goes out in this deal"), words.percent(best.out_against))


def _grid(canvas: Canvas, panel: CoachPanel, advice: BuracoAdvice) -> None:
    """The chance of each card within the pair's next two draws."""
    words, size = canvas.words, canvas.s(11.5)
    pitch = size * 1.75
    panel.part(words("A card comes to us within 2 draws"), "%")
    label_w = 20.0
    # The look's grid of 4 suits by 13 ranks.
    cell_w = (panel.body.w - label_w) / 13
    head = panel.line(size * 1.4)
    for column, rank in enumerate(_RANKS):
        rect = Rect(head.x + label_w + column * cell_w, head.y, cell_w, head.h)
        text = "10" if rank == "T" else rank
        canvas.text(rect, text, size, "semibold", "textMuted", "center")
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    for suit in "shdc":
        row = panel.line(pitch)
        mark = Rect(row.x, row.cy - 6, 12, 12)
        canvas.add(Icon(rect=mark, name=f"suit:{suit}", colour=f"ink.{names[suit]}"))
        for column, rank in enumerate(_RANKS):
            rect = Rect(row.x + label_w + column * cell_w, row.y, cell_w, row.h)
            chance = advice.comes.get(f"{rank}{suit.upper()}", 0.0)
            # A dot instead of 0: the eye finds the possible cards.
            if chance <= 0:
                canvas.text(rect, "·", size, "regular", "textMuted", "center")
                continue
            # Two shades only; the number says the rest.
            fill = "secondary" if chance >= 0.3 else "neutral"
            ink = "secondaryText" if chance >= 0.3 else "neutralText"
            canvas.box(rect.inset(1.5), fill, radius=3, role="cell")
            text = str(round(chance * 100))
            canvas.text(rect, text, size, "semibold", ink, "center", shrink=True)
    place, text_size = Rect(0, 0, 0, 0), canvas.s(13)
    for text in beside_grid(words, advice):
        width = text_width(text, text_size) + 2
        # Side by side, as far as they fit.
        if width > place.w:
            place = panel.line(text_size * 1.6)
        canvas.text(place, text, text_size, colour="textMuted", shrink=True)
        place = Rect(place.x + width + 24, place.y, place.w - width - 24, place.h)


def beside_grid(words: Words, advice: BuracoAdvice) -> list[str]:
    """What the grid of chances has no cells for: jokers have no suit, and a wild is any of several.

    The last text explains the grid's dots.
    """
    joker, found = advice.comes.get("JKR", 0.0), []
    # A chance of 0 is left out, as are jokers where there are none.
    if joker:
        found.append(words("Any joker {share}", share=words.percent(joker)))
    if advice.any_wild:
        found.append(words("Any wild {share}", share=words.percent(advice.any_wild)))
    return [*found, words("· cannot come")]


def _best_discard(advice: BuracoAdvice) -> str:
    """The face that the best arrangement discards, '' for none."""
    for kind, _, cards in advice.ways[0].plan if advice.ways else ():
        if kind == "discard":
            return face(cards[0])
    return ""


def draw_discard(canvas: Canvas, card: str, place: Rect, advice: BuracoAdvice) -> None:
    """Below a card of the hand: what its discard costs beside the best one.

    Args:
        canvas: of the table.
        card: of the hand.
        place: below the card.
        advice: for this turn.
    """
    # By face: equal cards of the two packs cost the same and are counted once.
    behind = advice.discards.get(face(card))
    # No price for this face: it is not a discard of this turn.
    if behind is None:
        return
    best = face(card) == _best_discard(advice)
    text = canvas.words("best") if best else canvas.words.signed(-behind)
    size = min(canvas.s(12), 15)
    # In an overlapping hand the visible strip is narrow, so the number shrinks with it.
    while size > 9.5 and text_width(text, size, "bold") > place.w - 2:
        size -= 0.5
    canvas.box(
        place, "info" if best else "panelRaised", line="" if best else "inputBorder", radius=4
    )
    canvas.text(place, text, size, "bold", "page" if best else "text", "center")


def draw_run_chances(canvas: Canvas, place: Rect, chances: RunChances) -> None:
    """Below a run: the cards that fit it, and how likely they come.

    Args:
        canvas: of the table.
        place: below the run.
        chances: of the run, each from 0 to 1.
    """
    words = canvas.words
    size = min(canvas.s(12), place.w * 0.22)
    # A card that can no longer come would only take the place of one that can.
    likely = [pair for pair in chances.cards if pair[1] > 0]
    y = place.y
    for card, chance in likely[: int(place.h // (size * 1.35))]:
        text = _chance_text(words, card, chance)
        line = Rect(place.x - 2, y, place.w + 4, size * 1.35)
        canvas.text(line, text, size, "semibold", "textOnFelt", "center", suits=True, shrink=True)
        y += size * 1.35


def draw_tile_chances(canvas: Canvas, line: Rect, chances: RunChances) -> None:
    """In the tile of a run: as many of the cards that fit it as the line holds.

    Args:
        canvas: of the table.
        line: of the tile.
        chances: of the run, each from 0 to 1.
    """
    words = canvas.words
    shown = ""
    for card, chance in chances.cards:
        text = f"{shown}  {_chance_text(words, card, chance)}".strip()
        if chance <= 0 or (shown and text_width(text, 11.5, "semibold") > line.w):
            break
        shown = text
    canvas.text(line, shown, 11.5, "semibold", suits=True, shrink=True)


def chances_at(chances: Sequence[RunChances], number: int) -> RunChances | None:
    """The chances of a run; None if they are unknown."""
    return chances[number] if number < len(chances) else None


def _chance_text(words: Words, card: str, chance: float) -> str:
    # Certain means that the card is already in the player's hand.
    share = words("own") if chance == 1 else f"{round(chance * 100)}%"
    return f"{card_text(card)} {share}"
