"""The bar above the hand at a Buraco table: the turn, the staged plays and the buttons."""

from __future__ import annotations

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.staging import Staging, Step
from carteado.scene.clock import TimeLeft
from carteado.scene.layout.canvas import Canvas
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width, wrapped

__all__ = ["draw_bar"]


def draw_bar(
    canvas: Canvas,
    bar: Rect,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    left: TimeLeft | None,
    mine: bool,
    coming: str,
) -> None:
    """Draw the turn, the sorting, the staged plays or the next step, and the buttons.

    Between two deals `coming` says when the next one begins, '' where that is not known.
    """
    words = canvas.words
    # The ends first: sorting and steps share what the buttons and the turn leave.
    right = _buttons(canvas, bar, reader, picture, staging, mine)
    x = _whose(canvas, bar, picture, left, mine, coming)
    if picture.playing and not canvas.ui.film:
        rect = Rect(
            x,
            bar.y + 1,
            min(250.0 * min(canvas.frame.metrics.scale, 1.3), right - x - 8),
            bar.h - 2,
        )
        # Below that the labels would be cut.
        if rect.w > 150:
            choices = [("suit", words("Suit")), ("rank", words("Rank")), ("own", words("Own"))]
            canvas.segments("sort", rect, choices, staging.sort, "sort", size=13)
            # Without a size: the key works, and no press can hit it.
            canvas.target("sort", Rect(-1, -1, 0, 0), Intent("sort", ""), hotkeys=("s",))
            x = rect.right + 12
            if right - x > 120:
                canvas.key_sign(rect.right + 8, bar.cy, "s")
                x = rect.right + 8 + canvas.key_width("s") + 12
    room = Rect(x, bar.y, right - x - 8, bar.h)
    _steps(canvas, room, staging)
    if not staging.steps and not canvas.ui.film:
        _what_to_do(canvas, room, reader, picture, staging, mine)


def _whose(
    canvas: Canvas,
    bar: Rect,
    picture: BuracoPicture,
    left: TimeLeft | None,
    mine: bool,
    coming: str,
) -> float:
    words = canvas.words
    size = canvas.s(15)
    if mine:
        text = words("Your turn")
        width = text_width(text, size, "bold") + 28
        pill = Rect(bar.x + 4, bar.cy - 15, width, 30)
        canvas.box(pill, "turn", radius=15, role="pill")
        canvas.text(pill, text, size, "bold", "turnText", "center")
        seconds = words("{seconds} s", seconds=left.seconds) if left is not None else ""
        ink = "timerLow" if left is not None and left.low else "text"
        rest = Rect(pill.right + 8, bar.y, canvas.s(52), bar.h)
        canvas.text(rest, seconds, canvas.s(17), "bold", ink)
        return rest.right + 4
    if picture.turn is None:
        full = all(seat.name for seat in picture.seats)
        soon = coming or words("The next deal starts soon")
        text = picture.ended or (soon if full else words("Waiting for players"))
    else:
        text = words("{name}'s turn", name=picture.seats[picture.turn].name)
    # A long name must not push the steps out of the bar; between two deals there are none.
    most = bar.w * (0.6 if picture.turn is None else 0.3)
    width = min(text_width(text, size, "bold") + 8, most)
    canvas.text(Rect(bar.x + 8, bar.y, width, bar.h), text, size, "bold")
    return bar.x + width + 20


def _buttons(
    canvas: Canvas,
    bar: Rect,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    mine: bool,
) -> float:
    """The buttons of the turn, from the right; where they begin."""
    words = canvas.words
    tags = {offer.tag for offer in reader.offers}
    # Key, label, intent, hotkey, kind, enabled.
    buttons: list[tuple[str, str, Intent, str, str, bool]] = []
    if mine and picture.drawing:
        # Each button needs its offer: which draws are legal is the server's decision.
        if "decline" in tags:
            action = {"type": "decline"}
            buttons.append(
                ("decline", words("Decline"), Intent("act", action), "3", "neutral", True)
            )
        if "take" in tags:
            buttons.append(("take", words("Take the pile"), Intent("take"), "2", "secondary", True))
        if "draw" in tags:
            buttons.append(("draw", words("Draw"), Intent("draw"), "1", "primary", True))
    elif picture.playing and picture.in_deal:
        if "redraw" in tags and not staging.steps:
            action = {"type": "redraw"}
            label = words("Throw it for another")
            buttons.append(("redraw", label, Intent("act", action), "3", "neutral", True))
        if staging.selected and not staging.ended:
            # Exactly one card is discarded; with more selected only a meld is possible.
            if len(staging.selected) == 1:
                buttons.append(
                    ("discard", words("Discard"), Intent("discard"), "d", "neutral", True)
                )
            buttons.append(("clear", words("Clear"), Intent("clear"), "x", "outline", True))
        elif staging.steps:
            buttons.append(("undo", words("Undo"), Intent("undo", None), "z", "outline", True))
        # Selected cards are an unfinished play, which sending would silently drop.
        ready = mine and bool(staging.steps) and not staging.selected
        buttons.append(("send", words("Send turn"), Intent("send"), "Enter", "primary", ready))
    elif picture.playing and not picture.in_deal:
        if any(not seat.name for seat in picture.seats):
            buttons.append(
                ("add-bot", words("Add a bot"), Intent("sheet", "bots"), "b", "neutral", True)
            )
        if picture.over and not picture.seats[picture.own].agreed:
            again = Intent("rematch")
            buttons.append(("rematch", words("Play again"), again, "Space", "primary", True))
    elif not picture.playing and any(not seat.name for seat in picture.seats):
        buttons.append(("sit", words("Sit down"), Intent("sit"), "Enter", "primary", True))
    elif not picture.playing:
        buttons.append(("wait", words("Wait for a seat"), Intent("wait"), "w", "neutral", True))
    own = picture.seats[picture.own]
    # Only one of the two has the key; a player who agreed to a new match can still come back.
    back = own.away and not own.leaving
    if picture.playing and back and not any(one[0] == "rematch" for one in buttons):
        kind = "neutral" if buttons else "primary"
        buttons.append(("sit-in", words("I'm back"), Intent("sit_in"), "Space", kind, True))
    if canvas.ui.film:
        # A replay shows the bar, but nobody acts in it.
        buttons.clear()
    x = bar.right
    for key, label, intent, hotkey, kind, enabled in reversed(buttons):
        width = max(
            96.0,
            text_width(label, canvas.s(15), "bold")
            + 34
            + (text_width(hotkey, 12, "semibold") + 20 if hotkey else 0),
        )
        rect = Rect(x - width, bar.y, width, bar.h)
        canvas.button(key, rect, label, intent, kind=kind, hotkey=hotkey, enabled=enabled, size=15)
        x = rect.x - 8
    return x


def _steps(canvas: Canvas, rect: Rect, staging: Staging) -> None:
    """The staged plays, numbered; a tap removes one and all that follow it."""
    words = canvas.words
    # Below 90 units not even the count of the plays fits.
    if not staging.steps or rect.w < 90:
        return
    size = canvas.s(14)
    texts = [_step_text(canvas, step) for step in staging.steps]
    widths = [text_width(f"{n}  {text}", size, "semibold") + 24 for n, text in enumerate(texts, 1)]
    # All steps or only their number: a cut list would hide which one a tap removes.
    if sum(widths) + 8 * len(widths) > rect.w:
        text = words.several("{n} play staged", "{n} plays staged", len(staging.steps))
        if text_width(text, 11, "semibold") > rect.w:
            text = words.number(len(staging.steps))
        canvas.text(rect, text, size, "semibold", "textMuted", "center", shrink=True)
        return
    x = rect.cx - (sum(widths) + 8 * (len(widths) - 1)) / 2
    for number, (text, width) in enumerate(zip(texts, widths, strict=True)):
        box = Rect(x, rect.y, width, rect.h)
        wrong = bool(staging.refused & set(staging.steps[number].cards))
        line = "bad" if wrong else "info"
        canvas.box(box, line=line, width=2, radius=8, dashed=not wrong, role="step")
        canvas.text(box.inset(10, 0), f"{number + 1}  {text}", size, "semibold", suits=True)
        label = words("Remove this play and those after it")
        # Each staged play may depend on those before it, so one tap undoes all that follow.
        canvas.target(f"step:{number}", box, Intent("undo", number), label=label)
        x = box.right + 8


def _what_to_do(
    canvas: Canvas,
    rect: Rect,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    mine: bool,
) -> None:
    """The next step in words, as long as nothing is staged and there is room for the sentence."""
    words = canvas.words
    tags = {offer.tag for offer in reader.offers}
    if not picture.playing or staging.selected:
        return
    if picture.turn is None:
        # A new match begins once all people at the table want one.
        agreed = [seat.name for seat in picture.seats if seat.agreed]
        if not agreed:
            return
        text = words.several(
            "{names} wants a new game",
            "{names} want a new game",
            len(agreed),
            names=", ".join(agreed),
        )
    elif not mine:
        text = words("Prepare your turn: you can select and stage while the others play.")
    elif picture.drawing:
        text = words("Draw from the stock.")
        if "take" in tags:
            text = words("Draw from the stock, or take the pile.")
        if "draw" not in tags and "take" not in tags:
            return
    else:
        text = words("Select cards to lay on a run, as a new run, or to discard.")
    size = canvas.s(13.5)
    lines = wrapped(text, max(1.0, rect.w), size)
    if len(lines) > 2 or len(lines) * size * 1.3 > rect.h or rect.w < 120:
        return
    for number, line in enumerate(lines):
        y = rect.cy + (number - len(lines) / 2) * size * 1.3
        canvas.text(
            Rect(rect.x, y, rect.w, size * 1.3), line, size, colour="textMuted", align="center"
        )


def _step_text(canvas: Canvas, step: Step) -> str:
    words = canvas.words
    if step.kind == "discard":
        return words("discard {cards}", cards=step.text())
    if step.kind == "meld":
        return words("new {cards}", cards=step.text())
    return words("add {cards}", cards=step.text())
