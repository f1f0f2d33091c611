"""The shared parts of all games' action areas."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.clock import LONG_S, TimeLeft
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import Weight, common_size, text_width, wrapped
from carteado.scene.words import Words

__all__ = [
    "action_area",
    "draw_closed",
    "draw_hand_over",
    "draw_offline",
    "draw_paused",
    "draw_replay",
    "headline",
    "info_area",
    "time_text",
    "timer_line",
]


def timer_line(canvas: Canvas, bar: Rect, left: TimeLeft | None) -> None:
    """Draw the time left of the reader's decision along the top edge of the action area.

    Args:
        canvas: to draw on.
        bar: the action area.
        left: None draws nothing.
    """
    if left is None:
        return
    colour = "timerBank" if left.bank else "timerLow" if left.low else "timer"
    canvas.box(Rect(bar.x, bar.y, bar.w, 5), "timerTrack", role="timer")
    canvas.box(Rect(bar.x, bar.y, bar.w * left.share, 5), colour, role="timer", key="timer-line")


def time_text(words: Words, left: TimeLeft | None) -> str:
    """The time left of a decision: seconds, or minutes where these would be thousands."""
    if left is None:
        return ""
    if left.seconds >= LONG_S:
        return words("{minutes} min", minutes=left.minutes)
    return words("{seconds} s", seconds=left.seconds)


def headline(canvas: Canvas, rect: Rect, title: str, notes: Sequence[tuple[str, bool]]) -> float:
    """Draw a sentence and as many lines below it as there is room for.

    Args:
        canvas: to draw on.
        rect: the room for all of them.
        title: the sentence.
        notes: the lines, each with whether it is emphasised.

    Returns:
        The lower end of what was drawn, with the gap to a next line.
    """
    wanted = canvas.s(20 if canvas.frame.wide else 18)
    size = common_size([title], rect.w, wanted, "bold")
    line = Rect(rect.x, rect.y, rect.w, size * 1.25)
    canvas.text(line, title, size, "bold", shrink=True)
    # The title stays the largest text, also where a long name makes it smaller.
    y, small = line.bottom + 4, min(canvas.s(14), size * 0.85)
    for text, strong in notes:
        # Six units below the area are still inside the bar, which has a margin.
        if y + small * 1.3 > rect.bottom + 6:
            break
        place = Rect(rect.x, y, rect.w, small * 1.3)
        weight: Weight = "semibold" if strong else "regular"
        ink = "text" if strong else "textMuted"
        canvas.text(place, text, small, weight, ink, suits=True, shrink=True)
        y += small * 1.3 + 4
    return y


def draw_offline(canvas: Canvas, bar: Rect, now_ms: float) -> None:
    """The connection is gone: one sentence in place of the buttons, and dashes that move.

    Args:
        canvas: of the table.
        bar: of the buttons.
        now_ms: time on the clock of `Ui.lost_ms`, milliseconds.
    """
    words, lost = canvas.words, canvas.ui.lost_ms
    pad = canvas.frame.metrics.pad + 4
    seconds = int(max(0.0, now_ms - lost) // 1000) if lost is not None else 0
    moved = 0.0 if canvas.still else now_ms / 20
    for number in range(12):
        # Twelve dashes at equal distances; the remainder brings each back to the left end.
        x = bar.x + ((moved + number * bar.w / 12) % bar.w)
        # The dash at the right end is cut there instead of leaving the bar.
        width = min(bar.w / 24, bar.right - x)
        canvas.box(Rect(x, bar.y, width, 4), "info", role="timer")
    canvas.icon(Rect(bar.x + pad, bar.y + 18, 26, 26), "offline", "info")
    text = Rect(bar.x + pad + 36, bar.y + 14, bar.w - 2 * pad - 36, bar.h - 20)
    # A server that answers again needs no further attempt.
    if lost is not None:
        label = words("Try now")
        width = min(bar.w * 0.35, text_width(label, canvas.s(17), "bold") + 110)
        height = min(56.0, bar.h - 12)
        button = Rect(bar.right - pad - width, bar.cy - height / 2, width, height)
        canvas.button("again", button, label, Intent("again"), kind="neutral", hotkey="Enter")
        text = text._replace(w=button.x - 16 - text.x)
    title = words("Reconnecting to {server}", server=canvas.ui.server)
    note = words(
        "The connection was lost {seconds} s ago. Your seat and your chips are kept; "
        "you continue at the same decision.",
        seconds=seconds,
    )
    if lost is None:
        # The server answers again, but a long log takes it a while.
        note = words("The server is loading this table. You continue at the same decision.")
    small = canvas.s(14)
    # Large text leaves two lines no room for the whole sentence beside the button.
    while small > 11 and len(wrapped(note, text.w, small)) > 2:
        small -= 1
    lines = wrapped(note, text.w, small, lines=2)
    headline(canvas, text, title, [(line, False) for line in lines])


def draw_paused(canvas: Canvas, bar: Rect, why: str, *, acting: str | None, away: bool) -> None:
    """Draw why the table is paused, what becomes of the decision, and how a player comes back.

    Args:
        canvas: to draw on.
        bar: the action area.
        why: a sentence.
        acting: the player whose decision is pending: '' for the reader, None for nobody.
        away: whether the reader sits out.
    """
    words = canvas.words
    pad = canvas.frame.metrics.pad + 4
    canvas.icon(Rect(bar.x + pad, bar.y + 18, 26, 26), "pause")
    text = Rect(bar.x + pad + 36, bar.y + 14, bar.w - 2 * pad - 36, bar.h - 20)
    if away:
        label = words("I'm back")
        width = min(bar.w * 0.35, max(200.0, text_width(label, canvas.s(17), "bold") + 110))
        button = Rect(bar.right - pad - width, bar.cy - 28, width, 56)
        canvas.button("sit-in", button, label, Intent("sit_in"), kind="primary", hotkey="Space")
        text = text._replace(w=button.x - 16 - text.x)
    note = ""
    if acting == "":
        note = words("Your decision waits: it is yours again when the table goes on.")
    elif acting is not None:
        note = words("{name} decides when the table goes on.", name=acting)
    lines = wrapped(note, text.w, canvas.s(14), lines=2)
    headline(canvas, text, why, [(line, False) for line in lines])


def draw_replay(canvas: Canvas, bar: Rect) -> None:
    """The last hand is shown again; the table goes on meanwhile."""
    words = canvas.words
    pad = canvas.frame.metrics.pad + 4
    canvas.box(bar, "panel", role="bar")
    canvas.box(Rect(bar.x, bar.y, bar.w, 4), "info", role="line")
    label = words("Stop")
    width = max(160.0, text_width(label, canvas.s(17), "bold") + 110)
    info = Rect(bar.x + pad, bar.y + 16, bar.w - 2 * pad - width - 20, bar.h - 24)
    # A replay never costs a turn, and the player has to know that before starting one.
    note = words("The table goes on: a decision of yours ends the replay.")
    lines = wrapped(note, info.w, canvas.s(14), lines=2)
    headline(canvas, info, words("The last hand again"), [(line, False) for line in lines])
    rect = Rect(bar.right - pad - width, bar.cy - 28, width, 56)
    canvas.button("skip", rect, label, Intent("skip"), kind="primary", hotkey="Space")


def draw_closed(canvas: Canvas, bar: Rect, reason: str) -> None:
    """The table is closed: why, and the way back.

    Args:
        canvas: of the table.
        bar: of the buttons.
        reason: a sentence.
    """
    words = canvas.words
    pad = canvas.frame.metrics.pad + 4
    canvas.box(bar, "panel", role="bar")
    canvas.box(Rect(bar.x, bar.y, bar.w, 3), "bad", role="line")
    label = words("Back to the lobby")
    width = min(bar.w * 0.4, text_width(label, canvas.s(17), "bold") + 90)
    height = min(56.0, bar.h - 12)
    button = Rect(bar.right - pad - width, bar.cy - height / 2, width, height)
    canvas.button("to-lobby", button, label, Intent("back"), kind="primary", hotkey="Space")
    info = Rect(bar.x + pad, bar.y + 12, button.x - bar.x - pad - 16, bar.h - 16)
    note = words("Its log can still be read.")
    lines = wrapped(reason, info.w, canvas.s(14), lines=2)
    headline(
        canvas,
        info,
        words("This table is closed"),
        [(line, False) for line in (*lines, note)],
    )


def draw_hand_over(canvas: Canvas, bar: Rect, name: str, left: TimeLeft | None) -> None:
    """Draw the cover for two people: both hands are hidden until the acting player asks.

    Args:
        canvas: to draw on.
        bar: the action area.
        name: of the acting player.
        left: time of the decision, None without a clock.
    """
    words = canvas.words
    pad = canvas.frame.metrics.pad + 4
    canvas.box(bar, "panel", role="bar")
    timer_line(canvas, bar, left)
    label = words("I am {name}, show my cards", name=name)
    scale = canvas.frame.metrics.scale
    width = min(bar.w * 0.46, max(260.0, text_width(label, canvas.s(17), "bold") + 90))
    height = min(64.0 * min(scale, 1.3), bar.h - 16)
    button = Rect(bar.right - pad - width, bar.cy - height / 2, width, height)
    canvas.button("reveal", button, label, Intent("reveal"), kind="primary", hotkey="Space")
    info = Rect(bar.x + pad, bar.y + 14, button.x - bar.x - pad - 16, bar.h - 20)
    note = words("Press the button when only you can see the screen. Both hands are covered.")
    notes: list[tuple[str, bool]] = []
    if left is not None:
        # The server's clock cannot wait for the screen to change hands, so the cover says how
        # much time is left, and each player sees it before the cards.
        text = words("{name} has {time} to decide.", name=name, time=time_text(words, left))
        notes.append((text, True))
    title = words("Hand the screen to {name}", name=name)
    y = headline(canvas, info, title, notes)
    # Large text makes the explanation smaller before a part of it is left out.
    size = canvas.s(14)
    lines = wrapped(note, info.w, size, lines=3)
    while size > 14 and y + len(lines) * size * 1.3 > info.bottom + 6:
        size -= 1.0
        lines = wrapped(note, info.w, size, lines=3)
    for line in lines:
        if y + size * 1.3 > info.bottom + 6:
            break
        canvas.text(Rect(info.x, y, info.w, size * 1.3), line, size, colour="textMuted")
        y += size * 1.3


def info_area(canvas: Canvas) -> Rect:
    """The column at the left with whose turn it is."""
    bar, m = canvas.frame.bar, canvas.frame.metrics
    width = (240.0 if m.name == "desktop" else 150.0) * min(1.35, m.scale)
    return Rect(bar.x + m.pad + 4, bar.y + 12, width, bar.h - 20)


def action_area(canvas: Canvas) -> Rect:
    """The rest of the bar."""
    bar, info = canvas.frame.bar, info_area(canvas)
    x = info.right + 12
    pad = canvas.frame.metrics.pad + 4
    return Rect(x, bar.y + 12, bar.right - pad - x, bar.h - 12 - 8)
