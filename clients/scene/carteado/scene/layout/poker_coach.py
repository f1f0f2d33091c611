"""The coach at a poker table: win chance, price, what the hands become, and what improves it."""

from __future__ import annotations

from collections.abc import Mapping

from carteado.scene.cards import card_text, cards_text
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.coach_panel import CoachPanel
from carteado.scene.layout.surface import Align
from carteado.scene.poker.advice import Advice
from carteado.scene.poker.boards import chance_name
from carteado.scene.poker.hands import ROYAL_FLUSH, category_name
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import Rect
from carteado.scene.text import wrapped

__all__ = ["draw_poker_coach"]

# Text of 12.5 units needs no less to stay apart from the next row.
_TIGHT = 15.0
"""Least height of a row of the table."""


def draw_poker_coach(canvas: Canvas, rect: Rect, picture: PokerPicture) -> None:
    """Draw the panel; between own decisions it says when it counts."""
    words = canvas.words
    advice = canvas.ui.advice
    if canvas.ui.film and picture.chances:
        _open_hands(canvas, rect, picture)
        return
    if isinstance(advice, str):
        CoachPanel(canvas, rect, advice).finish()
        return
    if not isinstance(advice, Advice):
        # Without chips in the pot the hand has not begun, so nothing is being counted.
        mine = picture.playing and picture.turn == picture.own and bool(picture.total)
        text = words("Counting.") if mine else words("The coach counts at your decisions.")
        CoachPanel(canvas, rect, text).finish()
        return
    basis = words.several(
        "Counted exactly over {runouts} run-outs against a random hand.",
        "Counted exactly against {n} random hands.",
        advice.opponents,
        runouts=advice.counted,
    )
    panel = CoachPanel(canvas, rect, basis)
    tight = canvas.s(_TIGHT)
    # The first pass only measures how much room the tightest form leaves.
    _parts(canvas, panel, advice, picture, tight)
    # The table has at most ten rows, among which the spare room is shared.
    several, spare = panel.free < 0, panel.free / 10
    panel.restart()
    # The rows of the table take what one page leaves; on several it stands on one of its own.
    pitch = tight * 1.1 if several else min(tight * 1.4, tight + spare)
    _parts(canvas, panel, advice, picture, pitch, table_last=several)
    panel.finish()


def _open_hands(canvas: Canvas, rect: Rect, picture: PokerPicture) -> None:
    """The share of each open hand in the pots, on average over all run-outs."""
    words = canvas.words
    panel = CoachPanel(canvas, rect, words("Counted exactly from the open hands."))
    for chance in picture.chances:
        panel.part(chance_name(chance, picture.chances, words), words.chips(chance.amount))
        for seat, part in sorted(chance.parts.items(), key=lambda pair: -pair[1]):
            share = float(part)
            name = f"{picture.seats[seat].name}  {cards_text(picture.seats[seat].cards)}"
            panel.pair(name, words.percent(share))
            bar = panel.line(canvas.s(8)).inset(0, 1)
            canvas.box(bar, "neutral", line="panelBorder", radius=3, role="track")
            canvas.box(bar._replace(w=bar.w * share), "info", radius=3, role="share")
    panel.finish()


def _parts(
    canvas: Canvas,
    panel: CoachPanel,
    advice: Advice,
    picture: PokerPicture,
    pitch: float,
    *,
    table_last: bool = False,
) -> None:
    _chance(canvas, panel, advice)
    _price(canvas, panel, advice, picture)
    if not table_last:
        _categories(canvas, panel, advice, pitch)
    if advice.outs or advice.improves:
        _improves(canvas, panel, advice)
    if advice.standing is not None:
        _standing(canvas, panel, advice.standing)
    if table_last:
        _categories(canvas, panel, advice, pitch)


def _chance(canvas: Canvas, panel: CoachPanel, advice: Advice) -> None:
    words = canvas.words
    # Rounding can make the difference slightly negative.
    lose = max(0.0, 1 - advice.win - advice.tie)
    note = words("{share} of the pot on average", share=words.percent(advice.share))
    panel.part(words("Win chance"), note)
    bar = panel.line(canvas.s(20))
    canvas.box(bar, "neutral", line="panelBorder", radius=4, role="track")
    canvas.box(Rect(bar.x, bar.y, bar.w * advice.win, bar.h), "info", radius=4, role="share")
    tie = Rect(bar.x + bar.w * advice.win, bar.y, bar.w * advice.tie, bar.h)
    # A part below one unit would only look like a border.
    if tie.w >= 1:
        canvas.box(tie, "text", role="share")
    size = canvas.s(13)
    line = panel.line(size * 1.6)
    texts = (
        words("{share} win", share=words.percent(advice.win)),
        words("{share} tie", share=words.percent(advice.tie)),
        words("{share} lose", share=words.percent(lose)),
    )
    aligns: tuple[Align, ...] = ("left", "center", "right")
    for place, (text, align) in enumerate(zip(texts, aligns, strict=True)):
        third = Rect(line.x + place * line.w / 3, line.y, line.w / 3, line.h)
        canvas.text(third, text, size, "semibold", align=align, shrink=True)


def _price(canvas: Canvas, panel: CoachPanel, advice: Advice, picture: PokerPicture) -> None:
    """The equity that a call needs beside the hand's, on one bar."""
    if not picture.price:
        return
    words = canvas.words
    needs = picture.price / (picture.total + picture.price)
    note = words(
        "{price} to win {pot}", price=words.chips(picture.price), pot=words.chips(picture.total)
    )
    panel.part(words("Price of the call"), note)
    bar = panel.line(canvas.s(11))
    canvas.box(bar, "neutral", line="panelBorder", radius=4, role="track")
    # The two numbers below say the same as the colour.
    fill = "info" if advice.share >= needs else "warn"
    canvas.box(Rect(bar.x, bar.y, bar.w * advice.share, bar.h), fill, radius=4, role="share")
    canvas.box(Rect(bar.x + bar.w * needs - 1, bar.y - 4, 3, bar.h + 8), "text", role="mark")
    size = canvas.s(13)
    panel.y += 4
    line = panel.line(size * 1.5)
    half = line.w / 2
    text = words("needs {share}", share=words.percent(needs))
    canvas.text(Rect(line.x, line.y, half, line.h), text, size, "semibold", shrink=True)
    text = words("has {share}", share=words.percent(advice.share))
    canvas.text(
        Rect(line.x + half, line.y, half, line.h),
        text,
        size,
        "semibold",
        fill,
        "right",
        shrink=True,
    )
    # Expected chips of a call that ends the betting: its part of the final pot less its price.
    gain = round(advice.share * (picture.total + picture.price) - picture.price)
    if gain >= 0:
        text = words("On average the call gains {chips} chips before later bets.", chips=gain)
    else:
        text = words("On average the call loses {chips} chips before later bets.", chips=-gain)
    panel.note(text)


def _categories(canvas: Canvas, panel: CoachPanel, advice: Advice, pitch: float) -> None:
    words = canvas.words
    title = words("Your hand and an opponent's")
    panel.part(title, words("per cent"))
    size = canvas.s(12.5)
    columns = [(words("you"), advice.own), (words("they end"), advice.theirs)]
    if advice.now:
        columns.append((words("now"), advice.now))
    if advice.by_board:
        columns.append((words("board"), advice.by_board))
    name_w = panel.body.w * (0.34 if len(columns) < 4 else 0.29)
    column_w = (panel.body.w - name_w) / len(columns)
    head = panel.line(size * 1.4)
    for place, (label, _) in enumerate(columns):
        rect = Rect(head.x + name_w + place * column_w + 4, head.y, column_w - 6, head.h)
        canvas.text(rect, label, size * 0.92, "semibold", "textMuted", "right", shrink=True)
    # Only by the board alone a royal flush is counted apart from the other straight flushes.
    for category in range(ROYAL_FLUSH if advice.by_board else ROYAL_FLUSH - 1, -1, -1):
        row = panel.line(pitch)
        canvas.box(Rect(row.x, row.y, row.w, 1), "panelBorder", role="line")
        name = Rect(row.x, row.y, name_w - 6, row.h)
        canvas.text(name, category_name(category, words), size, shrink=True)
        # Only columns with a meaning: there is no "now" before the flop.
        for place, (_, shares) in enumerate(columns):
            if category == ROYAL_FLUSH and shares is not advice.by_board:
                continue
            left = row.x + name_w + place * column_w
            rect = Rect(left, row.y, column_w - 2, row.h)
            _share(canvas, rect, shares, category, size, own=place == 0)
    if advice.by_board:
        panel.note(words("Board: any two cards, with only the board known."))


def _share(
    canvas: Canvas,
    rect: Rect,
    shares: Mapping[int, float],
    category: int,
    size: float,
    *,
    own: bool,
) -> None:
    share = shares.get(category, 0.0)
    number_w = canvas.s(36)
    track = Rect(rect.x + 6, rect.cy - 4, max(0.0, rect.w - number_w - 12), 8)
    # In four columns there is no room for bars; the numbers remain.
    if track.w > 24:
        canvas.box(track, "neutral", line="panelBorder", radius=2, role="track")
        fill = "info" if own else "textMuted"
        canvas.box(Rect(track.x, track.y, track.w * share, 8), fill, radius=2, role="share")
    text = canvas.words.decimal(share * 100)
    canvas.text(rect, text, size, "bold" if own else "regular", align="right")


def _improves(canvas: Canvas, panel: CoachPanel, advice: Advice) -> None:
    words = canvas.words
    note = words.percent(advice.improves)
    panel.part(words("Your hand improves"), note)
    # On the river no card comes, so there is only the chance.
    if not advice.unseen:
        return
    text = words(
        "{outs} of {unseen} next cards: {cards}",
        outs=len(advice.outs),
        unseen=advice.unseen,
        cards=" ".join(map(card_text, advice.outs)),
    )
    size = canvas.s(13)
    for line in wrapped(text, panel.body.w, size):
        canvas.text(panel.line(size * 1.45), line, size, suits=True, shrink=True)


def _standing(canvas: Canvas, panel: CoachPanel, standing: tuple[int, int, int]) -> None:
    words = canvas.words
    # From the opponents' side: `behind` counts the hands that this hand beats.
    behind, level, ahead = standing
    note = words("{ahead} of {all} hands", ahead=behind, all=sum(standing))
    panel.part(words("Now ahead of"), note)
    panel.note(words("Behind {behind}, tied with {tied}.", behind=ahead, tied=level))
