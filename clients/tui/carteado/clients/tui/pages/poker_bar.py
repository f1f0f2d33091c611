"""The rows below a poker table: the present state of the hand, and the keys that work in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.clock import draw_clock, time_left
from carteado.clients.tui.pages.poker_all_in import Places, draw_all_in, draw_wishes
from carteado.clients.tui.pages.poker_turn import amount_label, draw_own_turn
from carteado.clients.tui.pages.top import draw_line, field_hints, reconnecting
from carteado.clients.tui.view import View, seat_mark
from carteado.scene.layout.top import paused_text
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import Intent, Rect
from carteado.scene.waiting import pre_actions

__all__ = ["draw_bar"]


def draw_bar(grid: Grid, frame: Frame, view: View) -> None:
    """Draw what can be done now, or what the table waits for."""
    reader, picture = view.reader, view.picture
    if view.replaying:
        _replaying(grid, frame, view)
    elif reader.closed:
        text = view.words("This table is closed")
        grid.text(frame.x + 2, frame.turn, text, Ink("warn", bold=True))
        grid.text(frame.x + 2, frame.actions, reader.closed, width=frame.width - 4)
        label, tables = view.words("Tables"), Intent("tables")
        grid.button("tables", frame.x + 2, frame.presets, label, tables, hotkeys=("Enter",))
    elif not reader.live:
        text = reconnecting(view)
        grid.text(frame.x + 2, frame.turn, text, Ink("warn", bold=True))
    elif picture.in_hand and (why := paused_text(reader)):
        _paused(grid, frame, view, why)
    elif reader.prompt is not None:
        draw_own_turn(grid, frame, view)
    elif picture.result is not None or picture.over:
        _over(grid, frame, view)
    elif any(seat.share is not None for seat in picture.seats):
        draw_all_in(grid, frame, view)
    elif picture.in_hand:
        _waiting(grid, frame, view)
    else:
        _between(grid, frame, view)
    _keys(grid, frame, view)


def _paused(grid: Grid, frame: Frame, view: View, why: str) -> None:
    """The table stands still during a hand: why, and whose turn it is."""
    words, picture = view.words, view.picture
    grid.text(frame.x + 2, frame.turn, why, Ink("warn", bold=True), width=frame.width - 4)
    own, x = picture.seats[picture.own], frame.x + 2
    if picture.playing and own.sits_out:
        x = 3 + _space_button(grid, "sit-in", x, frame.actions, words("I'm back"), Intent("sit_in"))
    if picture.turn is not None:
        named = f"{picture.seats[picture.turn].name}{seat_mark(picture, picture.turn)}"
        mine = picture.playing and picture.turn == picture.own
        text = words("Your turn") if mine else words("{name}'s turn", name=named)
        grid.text(x, frame.actions, text, Ink("textMuted"), width=frame.x + frame.width - x - 1)


def _waiting(grid: Grid, frame: Frame, view: View) -> None:
    """Another seat decides: its clock, and actions in advance."""
    words, reader = view.words, view.reader
    picture: PokerPicture = view.picture
    acting = picture.seats[picture.turn] if picture.turn is not None else None
    text = words("The cards are dealt")
    if acting is not None:
        named = f"{acting.name}{seat_mark(picture, acting.seat)}"
        text = words("{name}'s turn", name=named)
    own = picture.seats[picture.own]
    plays = picture.playing and own.state == "playing" and bool(own.cards)
    after, note = picture.next_after, ""
    if plays and own.seat in after[1:]:
        before = picture.seats[after[after.index(own.seat) - 1]]
        named = f"{before.name}{seat_mark(picture, before.seat)}"
        note = words("You act after {name}", name=named)
    end = draw_clock(grid, frame, text, time_left(view), words, own=False, note=note)
    if not plays:
        _quiet(grid, frame, view)
        return
    if note:
        room = frame.x + frame.width - end - 3
        grid.text(end + 2, frame.turn, note, Ink("textMuted"), width=room, align="right")
    x = frame.x + 2
    choices = pre_actions(picture.price, words, quick=picture.quick)
    for number, (kind, label) in enumerate(choices, 1):
        chosen = reader.chosen is not None and reader.chosen.kind == kind
        cancelled = chosen and reader.chosen is not None and reader.chosen.cancelled
        mark = "[–]" if cancelled else "[x]" if chosen else "[ ]"
        shown = f"{mark} {label}"
        if cancelled:
            shown = f"{shown} · {words('cancelled')}"
        key = f"F{number}"
        x = grid.button(
            f"pre:{kind}",
            x,
            frame.actions,
            shown,
            Intent("pre", kind),
            hotkeys=(key,),
            strong=chosen,
        )
        x += 3
    at = replace(_places(frame), y=frame.presets, below=None)
    draw_wishes(grid, view, at)
    _aside(grid, at, words("In advance, for your turn; a new price cancels it."))


def _quiet(grid: Grid, frame: Frame, view: View) -> None:
    """Nothing to decide: what a seat without a hand or a spectator can do."""
    words, picture = view.words, view.picture
    own = picture.seats[picture.own]
    x = frame.x + 2
    if not picture.playing:
        if any(seat.state == "free" for seat in picture.seats):
            x = grid.button(
                "sit", x, frame.actions, words("Sit down"), Intent("sit"), hotkeys=("Enter",)
            )
            x += 4
        text = words("You watch from the rail: you see what everybody sees.")
        grid.text(x, frame.actions, text, Ink("textMuted"), width=frame.x + frame.width - x - 1)
    elif own.leaving:
        grid.text(x, frame.actions, words("You are leaving."), Ink("textMuted"))
    elif own.state == "away":
        _space_button(grid, "sit-in", x, frame.actions, words("I'm back"), Intent("sit_in"))
    elif own.state == "folded":
        grid.text(x, frame.actions, words("You folded"), Ink("textMuted"))
    else:
        _without_chips(grid, view, _places(frame))


def _places(frame: Frame) -> Places:
    """Places in the row of the actions, and in the row below it."""
    x, end = frame.x + 2, frame.x + frame.width - 1
    return Places(x=x, y=frame.actions, left=x, end=end, below=frame.presets)


def _aside(grid: Grid, at: Places, text: str) -> None:
    """A muted sentence in the next place; part of it would say nothing."""
    if at.has_room(cell_len(text)):
        at.x = 3 + grid.text(at.x, at.y, text, Ink("textMuted"))


def _without_chips(grid: Grid, view: View, at: Places) -> None:
    """How a seat that has lost everything, or has just come, plays on."""
    words = view.words
    picture: PokerPicture = view.picture
    if picture.rebuy:
        label = words("Buy in: {amount}", amount=words.chips(picture.rebuy))
        again = Intent("rebuy", picture.rebuy)
        if at.has_room(cell_len(f"{words('Space')} {label}")):
            at.x = 3 + _space_button(grid, "rebuy", at.x, at.y, label, again)
        # As a text, since a typed amount has no separators of a language.
        _aside(grid, at, words("or type: topup {amount}", amount=str(picture.rebuy)))
    elif picture.in_hand and picture.seats[picture.own].state == "waiting":
        draw_wishes(grid, view, at)
        _aside(grid, at, words("You play from one of the next hands on."))


def _over(grid: Grid, frame: Frame, view: View) -> None:
    """The result in words, and what can be done until the next hand."""
    words, picture = view.words, view.picture
    own = picture.seats[picture.own]
    title = picture.ended or (picture.result.text if picture.result is not None else "")
    room, ink = frame.width - 4, Ink("win", bold=True)
    grid.text(frame.x + 2, frame.turn, title, ink, width=room, suits=True)
    # The result is never cut for it.
    if cell_len(title) + 2 + cell_len(view.coming) <= room:
        grid.text(frame.x + 2, frame.turn, view.coming, Ink("textMuted"), width=room, align="right")
    x = frame.x + 2
    if picture.over and picture.playing:
        x = 4 + _space_button(
            grid, "rematch", x, frame.actions, words("Play again"), Intent("rematch")
        )
    elif picture.playing and own.state == "away" and not own.leaving:
        x = 4 + _space_button(grid, "sit-in", x, frame.actions, words("I'm back"), Intent("sit_in"))
    if picture.playing and own.cards and not own.open and not picture.over:
        # Typed in full: as a key, the first letter of `say` would show the cards.
        x = 4 + grid.button(
            "show", x, frame.actions, words("Show cards"), Intent("show"), shown="show ⏎"
        )
    label = words("Replay hand")
    x = 4 + grid.button("replay", x, frame.actions, label, Intent("replay"), hotkeys=("R",))
    at = replace(_places(frame), x=x)
    draw_wishes(grid, view, at)
    _without_chips(grid, view, at)
    if picture.result is not None and picture.result.notes:
        _notes(grid, frame, picture.result.notes, below=at.below is None)
    if not picture.playing and any(seat.state == "free" for seat in picture.seats):
        grid.target("sit", Rect(-1, -1, 0, 0), Intent("sit"), hotkeys=("Enter",))


def _space_button(grid: Grid, key: str, x: int, y: int, label: str, intent: Intent) -> int:
    """Draw a button with the key Space, which has a name in each language; the column behind it."""
    shown = grid.words("Space")
    return grid.button(key, x, y, label, intent, hotkeys=("Space",), shown=shown)


def _notes(grid: Grid, frame: Frame, notes: Sequence[str], *, below: bool) -> None:
    """What is to be said about the result, in place of the log if the row below has no room.

    Args:
        grid: to draw on.
        frame: of the table.
        notes: sentences.
        below: whether buttons take the row below.
    """
    rows = wrapped(". ".join(notes), frame.width - 4)
    short = frame.wide or (len(rows) < 2 and not below)
    first = frame.presets if short else frame.rule - len(rows)
    for number, row in enumerate(rows):
        if not short:
            grid.clear(frame.x, first + number, frame.width, 1)
        grid.text(frame.x + 2, first + number, row, Ink("textMuted"), suits=True)


def _between(grid: Grid, frame: Frame, view: View) -> None:
    """No hand is played: who is missing, and what can be done about it."""
    words, picture = view.words, view.picture
    sat = sum(seat.state != "free" for seat in picture.seats)
    dealing = picture.hand and picture.enough
    soon = view.coming or words("The next hand is dealt")
    title = soon if dealing else words("Waiting for players")
    why = paused_text(view.reader)
    ink = Ink("warn" if why else "text", bold=True)
    grid.text(frame.x + 2, frame.turn, why or title, ink, width=frame.width - 4)
    own = picture.seats[picture.own]
    if not picture.playing or own.state in ("away", "out"):
        _quiet(grid, frame, view)
        return
    x = frame.x + 2
    if sat < len(picture.seats):
        label, intent = words("Add a bot"), Intent("sheet", "bots")
        x = 3 + grid.button("add-bot", x, frame.actions, label, intent, hotkeys=("B",))
    draw_wishes(grid, view, replace(_places(frame), x=x))


def _replaying(grid: Grid, frame: Frame, view: View) -> None:
    words = view.words
    text = words("The last hand again")
    grid.text(frame.x + 2, frame.turn, text, Ink("info", bold=True))
    grid.button(
        "replay",
        frame.x + 2,
        frame.actions,
        words("Back to the table"),
        Intent("replay"),
        hotkeys=("R",),
    )


def _keys(grid: Grid, frame: Frame, view: View) -> None:
    """The other keys, in the last row or behind the input line."""
    words = view.words
    chat = words("Tab chat")
    unread = view.ui.unread
    if unread:
        chat = words("Tab chat ({n} new)", n=unread)
    few = [(chat, "Tab"), (words("F5 last hand"), "F5")]
    last = [(words("? help"), "?"), (words("Esc menu"), "Escape")]
    label = amount_label(view)
    if frame.wide:
        more = [
            (words("F6 coach"), "F6"),
            (words("F7 ledger"), "F7"),
            (words("F8 log"), "F8"),
            (words("F9 big blinds"), "F9"),
        ]
        draw_line(grid, frame, label=label)
        keys = field_hints(grid) or [*few, *more, *last]
        grid.hints(frame.x + 1, frame.keys, keys, frame.width - 2)
        grid.rule(0, frame.line - 1, frame.side or frame.width)
        grid.rule(0, frame.line + 1, frame.side or frame.width)
    else:
        draw_line(grid, frame, [*few, *last], label)
    nowhere = Rect(-1, -1, 0, 0)
    grid.target("chat", nowhere, Intent("none"), hotkeys=("Tab",), kind="field")
    blinds = Intent("set", ("big_blinds", not view.settings.big_blinds))
    for key, intent, hotkeys in (
        ("last-hand", Intent("replay"), ("F5", "R")),
        ("coach", Intent("sheet", "coach"), ("F6", "C")),
        ("ledger", Intent("sheet", "ledger"), ("F7", "L")),
        ("log", Intent("sheet", "log"), ("F8", "G")),
        ("blinds", blinds, ("F9", "B")),
    ):
        # A letter that the page uses keeps its meaning; the function key is always free.
        if not any(set(hotkeys) & set(one.hotkeys) for one in grid.targets):
            grid.target(key, nowhere, intent, hotkeys=hotkeys)
        else:
            grid.target(key, nowhere, intent, hotkeys=hotkeys[:1])
    grid.target("help", nowhere, Intent("sheet", "help"), hotkeys=("?",))
    grid.target("menu", nowhere, Intent("sheet", "menu"), hotkeys=("Escape",))
