"""The panel of the reader's hand at a Buraco table: its frame, its clock and the fan of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.sorting import grouped, sorted_hand
from carteado.scene.buraco.staging import Staging
from carteado.scene.buraco.trial import Trial
from carteado.scene.clock import TimeLeft
from carteado.scene.faces import card_height
from carteado.scene.layout.bars import draw_closed, draw_hand_over, draw_offline
from carteado.scene.layout.buraco_bar import draw_bar
from carteado.scene.layout.buraco_coach import advice_of, draw_discard
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.fan import Fan, fan_of, fan_rects
from carteado.scene.layout.frame import Frame
from carteado.scene.reader import Reader
from carteado.scene.shapes import Box, CardShape, Intent, Rect

__all__ = ["draw_hand", "one_row", "panel_height"]


# The look's action bar of 48, and a margin.
BAR = 56.0

RISE = 16.0


def _fan(frame: Frame, count: int, groups: int) -> Fan:
    # By the window: large text takes the layout of a smaller one, but needs no smaller cards.
    desktop = frame.size[0] >= 1280 and frame.size[1] >= 720
    # The look's largest card for each class: 104, 80 and 64.
    largest = 104.0 if desktop and frame.size[0] >= 1400 else 80.0 if desktop else 64.0
    # The hand takes at most a third of the window, whatever its number of cards: the runs need the
    # rest.
    room = min(frame.size[1] * 0.32, 240.0 if desktop else 148.0)
    return fan_of(count, groups, frame.size[0] - 48, room, largest)


def panel_height(
    frame: Frame,
    picture: BuracoPicture,
    staging: Staging,
    *,
    tags: bool = False,
    film: bool = False,
) -> float:
    """Height of the panel: the bar, the hand as it lies, and what the coach says below it.

    Args:
        frame: size of the window.
        picture: the picture of the table.
        staging: the order of the hand and the staged plays.
        tags: whether the coach writes below the cards.
        film: whether it is a replay: its bar has no buttons, and is lower.
    """
    fan = _fan_of_hand(frame, picture, staging)
    bar = _bar_height(frame.metrics.scale, film=film)
    rise = 0.0 if film else RISE  # in a replay no card is selected
    return bar + rise + fan.height + 16 + (_tag_h(frame) if tags and fan.rows == 1 else 0.0)


def _bar_height(scale: float, *, film: bool) -> float:
    return (BAR * 0.6 if film else BAR) * min(scale, 1.3)


def one_row(frame: Frame, picture: BuracoPicture, staging: Staging) -> bool:
    """Whether the hand lies in one row, with room for words below each card."""
    # In several rows the next row lies where the coach would write.
    return _fan_of_hand(frame, picture, staging).rows == 1


def _tag_h(frame: Frame) -> float:
    return 24.0 * min(frame.metrics.scale, 1.3)


def _fan_of_hand(frame: Frame, picture: BuracoPicture, staging: Staging) -> Fan:
    # Staged cards lie on the table already, so the hand closes up without them.
    hand = staging.left(picture.hand)
    order = sorted_hand(hand, staging.sort, staging.own)
    groups = len(set(grouped(order, staging.sort))) or 1
    # An empty hand keeps the height of one card, so the table does not jump.
    return _fan(frame, max(1, len(hand)), groups)


def draw_hand(
    canvas: Canvas,
    panel: Rect,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    trial: Trial | None,
    left: TimeLeft | None,
    now_ms: float,
) -> None:
    """Draw the panel with the bar, the reader's hand and the coach's notes.

    Args:
        canvas: to draw on.
        panel: the room for it, `panel_height` high.
        reader: the reader's table and prompt.
        picture: the picture of that table.
        staging: the order of the hand and the staged plays.
        trial: the result of these plays, None without plays.
        left: time left for the decision, None without a clock.
        now_ms: the client's clock, milliseconds.
    """
    # Offline the frame is not amber: nothing can be sent.
    mine = picture.playing and picture.turn == picture.own and reader.live and not canvas.ui.film
    canvas.box(
        panel,
        "panel",
        line="turnLine" if mine else "panelBorder",
        width=3 if mine else 1,
        radius=10,
        role="hand",
    )
    if mine and left is not None:
        colour = "timerBank" if left.bank else "timerLow" if left.low else "timer"
        track = Rect(panel.x + 8, panel.y, panel.w - 16, 5)
        canvas.box(track, "timerTrack", role="timer")
        canvas.box(Rect(track.x, track.y, track.w * left.share, 5), colour, role="timer")
    high = _bar_height(canvas.frame.metrics.scale, film=bool(canvas.ui.film))
    bar = Rect(panel.x + 8, panel.y + 7, panel.w - 16, high - 10)
    if reader.closed:
        # Inside the border, which stays visible around it.
        top = Rect(panel.x + 3, panel.y + 3, panel.w - 6, high + 10)
        draw_closed(canvas, top, reader.closed)
    elif reader.live and reader.prompt is not None and canvas.ui.shared and canvas.ui.covered:
        top = Rect(panel.x + 3, panel.y + 3, panel.w - 6, high + 10)
        draw_hand_over(canvas, top, picture.seats[picture.own].name, left)
    elif not reader.live:
        draw_offline(canvas, Rect(panel.x + 1, panel.y + 1, panel.w - 2, high), now_ms)
    else:
        coming = reader.coming(now_ms)
        draw_bar(canvas, bar, reader, picture, staging, trial, left, mine, coming)
    lead = high if canvas.ui.film else high + RISE
    cards = Rect(panel.x + 16, panel.y + lead, panel.w - 32, panel.h - lead - 8)
    _cards(canvas, cards, panel, picture, staging)


def _cards(
    canvas: Canvas, area: Rect, panel: Rect, picture: BuracoPicture, staging: Staging
) -> None:
    words = canvas.words
    hand = sorted_hand(staging.left(picture.hand), staging.sort, staging.own)
    if not hand:
        text = words("Your hand is empty.")
        if picture.hand:
            text = words("All your cards are staged.")
        elif picture.aside:
            # An indirect morto lies aside until then, so the hand is empty without being out.
            text = words("You see your morto with your next turn.")
        canvas.text(
            area,
            text if picture.playing and picture.in_deal else "",
            canvas.s(15),
            colour="textMuted",
            align="center",
        )
        return
    groups = grouped(hand, staging.sort)
    if canvas.ui.covered:
        groups = (0,) * len(hand)  # gaps would reveal how many cards of each suit there are
    fan = _fan(canvas.frame, len(hand), len(set(groups)))
    rects = fan_rects(fan, groups, area)
    covered = canvas.ui.covered
    advice = advice_of(canvas)
    for number, (card, rect) in enumerate(zip(hand, rects, strict=True)):
        _card(canvas, card, rect, fan, picture, staging, covered)
        # Only this part is a target: where cards overlap, a press belongs to the upper card.
        visible = _visible(rect, rects[number + 1 :])
        if not covered:
            canvas.target(f"card:{card}", visible, Intent("select", card), label=card, kind="card")
        if advice is not None and fan.rows == 1 and not covered:
            tag = Rect(visible.x + 1, rect.bottom + 4, visible.w - 2, _tag_h(canvas.frame) - 6)
            draw_discard(canvas, card, tag, advice)
    if staging.held and not covered:
        _dragged(canvas, panel, dict(zip(hand, rects, strict=True)), fan, staging)


def _dragged(
    canvas: Canvas, panel: Rect, places: Mapping[str, Rect], fan: Fan, staging: Staging
) -> None:
    """Draw the dragged cards under the pointer, and where they would go within the hand."""
    moving = staging.dragged
    for card in moving:
        canvas.add(Box(rect=places[card], fill="panel", alpha=0.6, role="veil"))
    x, y = staging.at
    last = list(places.values())[-1]
    free = Rect(last.right, last.y, panel.right - last.right, last.h)
    canvas.target("hand:end", free, Intent("none"), kind="place")
    for card, place in places.items():
        seen = next((one for one in canvas.targets if one.key == f"card:{card}"), None)
        over = seen is not None and seen.rect.contains(x, y)
        if over or (free.contains(x, y) and place is last):
            behind = x > (seen.rect.cx if over and seen is not None else place.x)
            at = (place.right if place is last else place.x + fan.step) if behind else place.x
            canvas.box(Rect(at - 4, place.y - 6, 4, place.h + 12), "focus", radius=2, role="gap")
    step = 0.46 * fan.width
    for number, card in enumerate(moving):
        # Drawn last, above everything.
        held = Rect.around(x + number * step, y, fan.width, card_height(fan.width))
        canvas.add(CardShape(rect=held, card=card, role="held", ring="focus"))


def _visible(rect: Rect, following: Sequence[Rect]) -> Rect:
    """The part of a card that no other covers."""
    width, height = rect.w, rect.h
    for other in following:
        if other.y == rect.y and other.x < rect.x + width:
            width = min(width, other.x - rect.x)
        elif other.y > rect.y and other.x < rect.right and other.right > rect.x:
            height = min(height, other.y - rect.y)
    # Never empty: a target without a size could be neither pressed nor focused.
    return Rect(rect.x, rect.y, max(8.0, width), max(8.0, height))


def _card(
    canvas: Canvas,
    card: str,
    rect: Rect,
    fan: Fan,
    picture: BuracoPicture,
    staging: Staging,
    covered: bool,
) -> None:
    chosen = card in staging.selected
    # In several rows a raised card would cover the row above it; there it gets a mark instead.
    rise = RISE - 2 if chosen and fan.rows == 1 else 0.0
    wrong = card in staging.refused
    mark = "!" if wrong else "check" if chosen and fan.rows > 1 else ""
    if not mark and card in picture.new:
        # The look's rule: the word needs 80 units of free width.
        mark = "dot" if fan.overlapping or fan.width < 80 else canvas.words("new")
    place = rect.moved(0, -rise)
    canvas.places[f"card:{card}"] = place
    canvas.add(
        CardShape(
            key=f"card:{card}",
            place=f"card:{card}",
            rect=place,
            card="??" if covered else card,
            role="hand-card",
            ring="danger" if wrong else "focus" if chosen else "",
            tint="focus" if chosen and fan.rows > 1 else "",
            # The covered card must not reveal which face is new or refused either.
            mark="" if covered else mark,
            side=fan.rows > 1,
            # The next card covers the right side, where the mark would stand.
            corner=fan.overlapping and fan.rows == 1,
            alpha=1.0,
        )
    )
