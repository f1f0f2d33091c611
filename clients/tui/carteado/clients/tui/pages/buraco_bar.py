"""The rows below a Buraco hand: the turn and its clock, the buttons, the input line, the keys."""

from __future__ import annotations

from dataclasses import replace

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Hint, Ink
from carteado.clients.tui.pages.buraco_hand import Hand
from carteado.clients.tui.pages.buraco_runs import staging_of
from carteado.clients.tui.pages.clock import draw_clock
from carteado.clients.tui.pages.top import draw_line, field_hints, reconnecting
from carteado.clients.tui.view import View, seat_mark
from carteado.scene.buraco.staging import Staging
from carteado.scene.layout.buraco_sheet import deal_title
from carteado.scene.layout.top import paused_text
from carteado.scene.shapes import Intent, Rect

__all__ = ["draw_bar", "key_rows"]

Button = tuple[str, str, Intent, str, bool]
"""Name, label, meaning, key, and whether it can be pressed."""


def draw_bar(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    """Draw what can be done now, or what the table waits for, and the keys."""
    buttons = _buttons(view, hand)
    names = {"Space": view.words("Space")}
    width = sum(cell_len(f"{names.get(key, key)} {label}") + 3 for _, label, _, key, _ in buttons)
    x = frame.x + frame.width - width
    _turn(grid, frame, view, x)
    # A long name of the acting seat must not show between the buttons.
    grid.clear(x, frame.turn, width, 1)
    for name, label, intent, key, enabled in buttons:
        fill = "primary" if name == "send" else "neutral"
        x = 1 + grid.button(
            name,
            x,
            frame.turn,
            label,
            intent,
            hotkeys=(key,),
            enabled=enabled,
            shown=names.get(key, key),
            fill=fill,
        )
    _keys(grid, frame, view, hand)


def _turn(grid: Grid, frame: Frame, view: View, right: int) -> None:
    """Draw the seat to act, in the columns before the buttons."""
    words, picture, reader = view.words, view.picture, view.reader
    room = right - frame.x - 3
    muted = Ink("textMuted")
    if view.replaying:
        text, ink = words("The last hand again"), Ink("info", bold=True)
    elif reader.closed:
        text, ink = reader.closed, Ink("warn", bold=True)
    elif not reader.live:
        text, ink = reconnecting(view), Ink("warn", bold=True)
    elif why := paused_text(reader):
        text, ink = why, Ink("warn", bold=True)
    elif picture.turn == picture.own and picture.playing and picture.seats[picture.own].away:
        # Its clock has run out, and says nothing: the table may wait until the player is back.
        text = words("{name} sits out", name=picture.seats[picture.own].name)
        ink = Ink("warn", bold=True)
    elif picture.turn is not None:
        mine = picture.playing and picture.turn == picture.own
        name = f"{picture.seats[picture.turn].name}{seat_mark(picture, picture.turn)}"
        text = words("Your turn") if mine else words("{name}'s turn", name=name)
        left = reader.clock.left(view.now_ms) if reader.clock is not None else None
        # The clock leaves thirty columns free at the right of its frame, the buttons need others.
        narrow = replace(frame, width=right + 13 - frame.x)
        draw_clock(grid, narrow, text, left, words, own=mine)
        return
    elif picture.sheets or picture.ended:
        text, ink = deal_title(words, picture), Ink("win", bold=True)
        # The result is never cut for the time until the next deal.
        if view.coming and cell_len(both := f"{text} · {view.coming}") <= room:
            text = both
    else:
        full = all(seat.name for seat in picture.seats)
        soon = view.coming or words("The next deal starts soon")
        text = soon if full else words("Waiting for players")
        ink = muted
    grid.text(frame.x + 2, frame.turn, text, ink, width=room)


def _buttons(view: View, hand: Hand) -> list[Button]:
    words, picture, reader, staging = view.words, view.picture, view.reader, hand.staging
    tags = {offer.tag for offer in reader.offers}
    if view.replaying:
        return [("replay", words("Back to the table"), Intent("replay"), "R", True)]
    if not reader.live or reader.closed:
        return []
    free = any(not seat.name for seat in picture.seats)
    if not picture.playing:
        return [("sit", words("Sit down"), Intent("sit"), "Enter", True)] if free else []
    own = picture.seats[picture.own]
    if own.away and not own.leaving:
        return [("sit-in", words("I'm back"), Intent("sit_in"), "Space", True)]
    if not picture.in_deal:
        found: list[Button] = []
        if picture.sheets:
            sheet = Intent("sheet", "score")
            found.append(("score-sheet", words("Score sheet"), sheet, "F2", True))
        if free:
            found.append(("add-bot", words("Add a bot"), Intent("sheet", "bots"), "B", True))
        if picture.over:
            found.append(("rematch", words("Play again"), Intent("rematch"), "Enter", True))
        return found
    mine = picture.turn == picture.own and reader.prompt is not None
    if mine and picture.drawing:
        drawn: list[tuple[str, str, Intent, str]] = [
            ("draw", words("Draw"), Intent("draw"), "1"),
            ("take", words("Take the pile"), Intent("take"), "2"),
            ("decline", words("Decline"), Intent("act", {"type": "decline"}), "3"),
        ]
        # Only what the prompt offers.
        return [(*one, True) for one in drawn if one[0] in tags]
    found = []
    if "redraw" in tags and not staging.steps:
        label = words("Throw it for another")
        found.append(("redraw", label, Intent("act", {"type": "redraw"}), "3", True))
    if staging.steps:
        found.append(("undo", words("Undo"), Intent("undo", None), "Z", True))
    # Selected cards are an unfinished play, which sending would drop.
    ready = mine and bool(staging.steps) and not staging.selected
    found.append(("send", words("Send turn"), Intent("send"), "Enter", ready))
    return found


def _keys(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    """The input line, the other keys in two rows, and their places."""
    words, picture = view.words, view.picture
    plays = picture.playing and picture.in_deal
    # Buraco has two rows of keys, so its input line stands higher.
    line = frame if frame.wide else replace(frame, line=frame.height - 3)
    hint = words("/ draw · meld 7s 8s 9s · extend a 10s · discard kd")
    draw_line(grid, line, [(hint, "")] if plays else [])
    if frame.wide:
        grid.rule(0, frame.line - 1, frame.side or frame.width)
        grid.rule(0, frame.line + 1, frame.side or frame.width)
    keys = field_hints(grid)
    for row, hints in enumerate((keys, []) if keys else key_rows(view, wide=frame.wide)):
        grid.hints(frame.x + 1, frame.height - 2 + row, hints, frame.width - 2)
    # A large terminal has the coach beside the table, where a dialog would only cover the cards.
    beside = frame.wide and picture.advice
    coach = Intent("coach") if beside else Intent("sheet", "coach")
    nowhere = Rect(-1, -1, 0, 0)
    grid.target("chat", nowhere, Intent("none"), hotkeys=("Tab",), kind="field")
    for key, intent, hotkeys in (
        ("help", Intent("sheet", "help"), ("?",)),
        ("menu", Intent("sheet", "menu"), ("Escape",)),
        ("score", Intent("sheet", "score"), ("F2",)),
        ("rules", Intent("sheet", "rules"), ("F3",)),
        ("words", Intent("sheet", "words"), ("W",)),
        ("coach", coach, ("F6",)),
        ("log", Intent("sheet", "log"), ("F8",)),
        ("last-hand", Intent("replay"), ("F5",)),
        ("pile-key", Intent("sheet", "pile"), ("P",)),
    ):
        grid.target(key, nowhere, intent, hotkeys=hotkeys)
    if plays:
        _playing_keys(grid, view, hand)


def key_rows(view: View, *, wide: bool = False) -> tuple[list[Hint], list[Hint]]:
    """The other keys, in two rows."""
    words = view.words
    chat = words("Tab chat ({n} new)", n=view.ui.unread) if view.ui.unread else words("Tab chat")
    own = staging_of(view).sort == "own"
    hints: list[Hint] = [(chat, "Tab"), (words("? help"), "?"), (words("Esc menu"), "Escape")]
    if not view.picture.playing:
        first = [
            (words("P pile"), "P"),
            (words("1-6 open their run"), ""),
            (words("F2 score"), "F2"),
        ]
        return [*first, (words("F3 rules"), "F3"), (words("W words"), "W")], hints
    first = [(words("←→ move"), "Left Right"), (words("Space select"), "Space")]
    first += [(words("a-j lay on run"), ""), (words("N new run"), "N")]
    first += [(words("D discard"), "D"), (words("P pile"), "P"), (words("F3 rules"), "F3")]
    first += [(words("1-6 open their run"), "")] if wide else []
    second = [(words("S sort"), "S")]
    second += [(words("{ } move"), "{ }")] if own or wide else []
    second += [(words("F6 coach"), "F6"), (words("F2 score"), "F2"), (words("W words"), "W")]
    # In a small terminal there is room for one of the two.
    second += [(words("U undo all"), "U")] if wide or not own else []
    return first, [*second, *hints]


def _playing_keys(grid: Grid, view: View, hand: Hand) -> None:
    staging, nowhere = hand.staging, Rect(-1, -1, 0, 0)
    ready = bool(staging.selected) and not staging.ended
    grid.target("sort", nowhere, Intent("sort", ""), hotkeys=("S",))
    grid.target("undo-all", nowhere, Intent("undo", 0), hotkeys=("U",))
    one = ready and len(staging.selected) == 1
    # After the draw the letters stay keys, and say what they need; before it they begin a command.
    plays = view.picture.turn == view.picture.own and not view.picture.drawing
    if plays and (staging.selected or not staging.steps):
        # Its button is off then, and the key says why.
        grid.target("send-key", nowhere, _unready(view, staging), hotkeys=("Enter",))
    missing = _missing(view, staging)
    for key, can, intent, letter in (
        ("run:new", ready, Intent("lay", None), "N"),
        ("discard", one, Intent("discard"), "D"),
    ):
        does = intent if can else missing
        grid.target(key, nowhere, does, hotkeys=(letter,), enabled=can or plays)


def _missing(view: View, staging: Staging) -> Intent:
    """The reason why the selected cards cannot be laid or discarded."""
    words = view.words
    if staging.ended:
        return Intent("explain", words("The discard ends the turn. Enter sends it, Z undoes it."))
    if not staging.selected:
        return Intent("explain", words("Select cards with the space bar first."))
    return Intent("explain", words("Only one card is discarded."))


def _unready(view: View, staging: Staging) -> Intent:
    """The reason why there is no turn to send."""
    words = view.words
    if staging.selected:
        text = words("Lay or discard the selected cards first, or take them back with Space.")
        return Intent("explain", text)
    return Intent("explain", words("Select the card to discard with the space bar, then press D."))
