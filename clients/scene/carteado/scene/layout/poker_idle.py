"""The action area of a poker table while there is nothing to decide."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.cards import card_text, cards_text
from carteado.scene.layout.bars import action_area, headline, info_area
from carteado.scene.layout.canvas import Canvas
from carteado.scene.poker.boards import Chance, chance_name
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width, wrapped
from carteado.scene.waiting import pre_actions
from carteado.scene.words import Words

__all__ = [
    "draw_between",
    "draw_chances",
    "draw_over",
    "draw_waiting",
    "made_and_needs",
    "wanted_text",
]


def draw_waiting(canvas: Canvas, reader: Reader, picture: PokerPicture) -> None:
    """Another seat decides: whose turn it is, and actions in advance."""
    words, info = canvas.words, info_area(canvas)
    acting = picture.seats[picture.turn] if picture.turn is not None else None
    title = words("{name}'s turn", name=acting.name) if acting else words("The cards are dealt")
    notes: list[tuple[str, bool]] = []
    if canvas.ui.adding is not None:
        notes += [(line, False) for line in adding_lines(canvas, info.w)]
    own = picture.seats[picture.own]
    # With nobody to bet against, the rest of the board is dealt without decisions.
    facing = sum(seat.state == "playing" for seat in picture.seats) > 1
    decides = facing or picture.turn is not None
    plays = picture.playing and own.state == "playing" and bool(own.cards) and decides
    after = picture.next_after
    # From the second place on: the first is the acting seat.
    if plays and own.seat in after[1:]:
        before = picture.seats[after[after.index(own.seat) - 1]]
        notes.append((words("You act after {name}", name=before.name), False))
    if picture.playing and own.state == "folded":
        notes.append((words("You folded"), False))
    needs: tuple[str, ...] = ()
    if picture.own_hand and own.cards and not canvas.ui.covered:
        made, needs = made_and_needs(picture, info.w, canvas.s(14))
        notes.append((made, True))
    if wanted := wanted_text(canvas.words, picture):
        notes.append((wanted, False))
    notes += [(text[:1].upper() + text[1:], False) for text in needs]
    headline(canvas, info, title, notes)
    area = action_area(canvas)
    if canvas.ui.film:
        return
    if plays:
        _choices(canvas, reader, area, picture)
    else:
        _quiet(canvas, picture, area)


def made_and_needs(picture: PokerPicture, width: float, size: float) -> tuple[str, tuple[str, ...]]:
    """The reader's hand and its missing cards, as far as one line holds, and the rest.

    Args:
        picture: with the reader's hand.
        width: of the line, logical pixels.
        size: font size of the hand, logical pixels.
    """
    # As many draws join the line of the made hand as it holds; the others get lines of their own.
    made, needs = picture.own_hand, list(picture.own_needs)
    small = min(size, max(11.0, size * 0.85))
    while needs and text_width(f"{made}, {needs[0]}", small, "semibold") <= width:
        made = f"{made}, {needs.pop(0)}"
    return made, tuple(needs)


def adding_lines(canvas: Canvas, width: float) -> tuple[str, ...]:
    """The player's wish to add chips, which waits for the end of the hand."""
    words, amount = canvas.words, canvas.words.number(canvas.ui.adding or 0)
    # Short, because large text leaves room for few words beside the choices.
    text = words("+{amount} after this hand", amount=amount)
    return wrapped(text, width, canvas.s(14), lines=2)


def _choices(canvas: Canvas, reader: Reader, area: Rect, picture: PokerPicture) -> None:
    """Actions in advance, in the places of their buttons."""
    words = canvas.words
    small = canvas.s(12.5)
    y = area.y - 4
    caption = Rect(area.x, y, area.w * 0.5, small * 1.4)
    canvas.text(caption, words("Act as soon as it is my turn"), small, "semibold", "textMuted")
    right = Rect(area.x + area.w * 0.5, y, area.w * 0.5, small * 1.4)
    text = words("A choice is cancelled when the price changes.")
    if not picture.quick:  # the one stake does not change
        canvas.text(right, text, small, colour="textMuted", align="right", shrink=True)
    choices = pre_actions(picture.price, words, quick=picture.quick)
    width = (area.w - 16) / 3
    top = caption.bottom + 4
    room = area.bottom + 8 - top
    # The switches give way before the choices do; the top bar can pause too.
    switches = 44.0 + 4 if room >= 44.0 + 4 + 44.0 else 0.0
    height = max(44.0, min(48.0 * canvas.frame.metrics.scale, room - switches - 2))
    for number, (kind, label) in enumerate(choices):
        rect = Rect(area.x + number * (width + 8), top, width, height)
        _choice(canvas, reader, rect, kind, label, f"F{number + 1}")
    if switches:
        row = Rect(area.x, top + height + 4, width, 44)
        _toggles(canvas, picture, row, width)


def _choice(canvas: Canvas, reader: Reader, rect: Rect, kind: str, label: str, hotkey: str) -> None:
    chosen = reader.chosen is not None and reader.chosen.kind == kind
    cancelled = chosen and reader.chosen is not None and reader.chosen.cancelled
    canvas.box(
        rect,
        "panelRaised",
        line="turnLine" if chosen and not cancelled else "inputBorder",
        width=3 if chosen and not cancelled else 1,
        radius=8,
        dashed=cancelled,
        role="button",
        key=f"pre:{kind}",
    )
    # The look's rule: after a change of the price the choice is dashed and says "cancelled"; it
    # does not just vanish.
    box = Rect(rect.x + 14, rect.cy - 11, 22, 22)
    canvas.box(box, "primary" if chosen and not cancelled else "", line="inputBorder", radius=5)
    if chosen and not cancelled:
        canvas.icon(box.inset(3), "check", "primaryText")
    if cancelled:
        label = f"{label} · {canvas.words('cancelled')}"
    key_w = canvas.key_width(hotkey)
    text = Rect(box.right + 10, rect.y, rect.w - 36 - 10 - 20 - key_w, rect.h)
    canvas.text(text, label, canvas.s(16), "semibold", shrink=True)
    canvas.key_sign(rect.right - 12 - key_w, rect.cy, hotkey)
    canvas.target(f"pre:{kind}", rect, Intent("pre", kind), hotkeys=(hotkey,), label=label)


def _toggles(canvas: Canvas, picture: PokerPicture, row: Rect, width: float) -> None:
    words, room = canvas.words, min(width, 260 * canvas.frame.metrics.scale)
    canvas.switch(
        "sit-out",
        Rect(row.x, row.y, room, row.h),
        words("Sit out"),
        picture.seats[picture.own].sits_out,
        Intent("pause"),
        "F12",
    )
    # The wish on offer is the opposite of the current state: "no_straddle" while one is promised.
    straddle = next((one for one in picture.wishes if one.endswith("straddle")), "")
    if "post_blind" in picture.wishes:
        rect = Rect(row.x + 2 * (width + 8), row.y, width, row.h)
        post = words("Post the big blind")
        canvas.button("post_blind", rect, post, Intent("wish", "post_blind"), hotkey="F3")
    elif straddle:
        canvas.switch(
            "straddle",
            Rect(row.x + 2 * (width + 8), row.y, room, row.h),
            words("Straddle"),
            straddle == "no_straddle",
            Intent("wish", straddle),
            "W",
        )
    canvas.switch(
        "hide",
        Rect(row.x + width + 8, row.y, room, row.h),
        words("Hide my cards"),
        canvas.ui.covered,
        Intent("cover"),
        "H",
    )


def _quiet(canvas: Canvas, picture: PokerPicture, area: Rect) -> None:
    """Nothing to decide: the choices of a seat without a hand, or of a spectator."""
    words = canvas.words
    if not picture.playing:
        _watching(canvas, area, picture)
        return
    own = picture.seats[picture.own]
    if own.state == "away" and not own.leaving:
        back = words("I'm back")
        width = min(area.w, max(240.0, text_width(back, canvas.s(17), "bold") + 110))
        rect = Rect(area.right - width, area.cy - 28, width, 56)
        canvas.button("sit-in", rect, back, Intent("sit_in"), kind="primary", hotkey="Space")
        return
    if picture.rebuy:
        label, again = _rebuy_label(canvas, picture), Intent("rebuy", picture.rebuy)
        width = min(area.w, max(240.0, text_width(label, canvas.s(17), "bold") + 110))
        rect = Rect(area.right - width, area.cy - 28, width, 56)
        canvas.button("rebuy", rect, label, again, kind="primary", hotkey="Space")
        return
    row = Rect(area.x, area.cy - 22, area.w, 44)
    _toggles(canvas, picture, row, (area.w - 16) / 3)


def _rebuy_label(canvas: Canvas, picture: PokerPicture) -> str:
    return canvas.words("Buy in: {amount}", amount=canvas.words.chips(picture.rebuy))


def _watching(canvas: Canvas, area: Rect, picture: PokerPicture) -> None:
    words = canvas.words
    if any(seat.state == "free" for seat in picture.seats):
        key, label, intent, kind = "sit", words("Sit down"), Intent("sit"), "primary"
    else:
        key, label, intent, kind = "wait", words("Wait for a seat"), Intent("wait"), "neutral"
    # As wide as the label with its key, which large text needs.
    width = min(area.w * 0.6, max(220.0, text_width(label, canvas.s(17), "bold") + 90))
    rect = Rect(area.right - width, area.cy - 28, width, 56)
    canvas.button(key, rect, label, intent, kind=kind, hotkey="Enter")
    text = words("You watch from the rail: you see what everybody sees.")
    size, room = canvas.s(14), rect.x - 20 - area.x
    while size > 13 and len(wrapped(text, room, size)) > 2:
        size -= 1
    lines = wrapped(text, room, size, lines=2)
    y = area.cy - len(lines) * size * 0.7
    for line in lines:
        canvas.text(Rect(area.x, y, room, size * 1.4), line, size, colour="textMuted")
        y += size * 1.4


def draw_over(canvas: Canvas, picture: PokerPicture, coming: str) -> None:
    """The result in words, and what can be done until the next hand.

    Args:
        canvas: to draw on.
        picture: of the table.
        coming: the sentence about the next hand, '' for none.
    """
    result = picture.result
    assert result is not None
    words, bar = canvas.words, canvas.frame.bar
    pad = canvas.frame.metrics.pad + 4
    buttons: list[tuple[str, str, Intent, str, str]] = []
    own = picture.seats[picture.own]
    # Open cards need no showing, and after the last hand nobody can act on them.
    if picture.playing and own.cards and not own.open and not picture.over:
        show = Intent("show")
        buttons.append(("show", words("Show cards"), show, "S", "neutral"))
    labels = {
        "rabbit": (words("Rabbit hunt"), "H"),
        "bomb_pot": (words("Bomb pot next"), "B"),
        "post_blind": (words("Post the big blind"), "F3"),
    }
    for number, card in enumerate(own.cards, start=1):
        label = words("Show {cards}", cards=card_text(card))
        labels[f"show_card:{number}"] = (label, str(number))
    for wish in picture.wishes:
        if wish in labels:
            label, key = labels[wish]
            buttons.append((wish, label, Intent("wish", wish), key, "neutral"))
    if canvas.ui.again:
        buttons.append(("replay", words("Replay hand"), Intent("replay"), "R", "neutral"))
    # One of the two at most has Space, so a press is never ambiguous.
    if picture.over and picture.playing:
        buttons.append(("rematch", words("Play again"), Intent("rematch"), "Space", "primary"))
    elif picture.playing and own.state == "away" and not own.leaving:
        buttons.append(("sit-in", words("I'm back"), Intent("sit_in"), "Space", "primary"))
    elif picture.rebuy:
        again = Intent("rebuy", picture.rebuy)
        buttons.append(("rebuy", _rebuy_label(canvas, picture), again, "Space", "primary"))
    if canvas.ui.film:
        buttons.clear()
    # The house rules' buttons need more room; the result is then cut rather than they.
    share = 0.56 if len(buttons) <= 4 else 0.72
    each = (bar.w * share) / max(1, len(buttons)) - 8
    width = min(190.0 * min(1.3, canvas.frame.metrics.scale), each)
    height = min(56.0, bar.h - 32)
    x = bar.right - pad - len(buttons) * (width + 8) + 8
    for key, label, intent, hotkey, kind in buttons:
        rect = Rect(x, bar.cy - height / 2, width, height)
        canvas.button(key, rect, label, intent, kind=kind, hotkey=hotkey)
        x = rect.right + 8
    # The words take the room that the buttons leave, and are cut there.
    first = bar.right - pad - len(buttons) * (width + 8)
    info = Rect(bar.x + pad, bar.y + 14, first - bar.x - pad - 16, bar.h - 20)
    notes = [(coming, False)] if coming else []
    if result.cards and not picture.boards:
        notes.append((cards_text(result.cards), True))
    notes += [
        (line, False)
        for line in _sentences((*result.notes, *picture.credits), info.w, canvas.s(14))
    ]
    if wanted := wanted_text(canvas.words, picture):
        notes.append((wanted, False))
    headline(canvas, info, picture.ended or result.text, notes)


def _sentences(notes: Sequence[str], width: float, size: float) -> list[str]:
    """Lines of sentences, which break between sentences: what has no room is left out whole."""
    lines: list[str] = []
    for note in notes:
        joined = f"{lines[-1]}. {note}" if lines else note
        if lines and text_width(joined, size) <= width:
            lines[-1] = joined
        else:
            lines += wrapped(note, width, size, lines=2)
    return lines


def wanted_text(words: Words, picture: PokerPicture) -> str:
    """The players who want a new game, which begins when all do; '' while nobody does."""
    names = ", ".join(picture.seats[seat].name for seat in picture.agreed)
    if not names:
        return ""
    return words.several(
        "{names} wants a new game", "{names} want a new game", len(picture.agreed), names=names
    )


def draw_chances(canvas: Canvas, picture: PokerPicture) -> None:
    """An all-in that is dealt out: each hand's share of the pots."""
    words, bar = canvas.words, canvas.frame.bar
    pad = canvas.frame.metrics.pad + 4
    info = Rect(bar.x + pad, bar.y + 10, bar.w - 2 * pad - 160, canvas.s(44) + 8)
    left = 5 - len(picture.board)
    # Run twice: cards come to the first board, then to the second.
    for board in picture.boards:
        left = left or 5 - len(board.cards)
    note = words.several("One card comes.", "{n} cards come.", left)
    # A replay with open hands also has chances while somebody decides.
    acting = picture.seats[picture.turn] if picture.turn is not None else None
    title = words("{name}'s turn", name=acting.name) if acting else words("All-in.")
    headline(canvas, info, title, [(note, False)])
    rect = Rect(bar.right - pad - 140, bar.cy - 26, 140, 52)
    if not canvas.ui.film:
        canvas.button("skip", rect, words("Skip"), Intent("skip"), hotkey="Space")
    # Many side pots share the height; below 16 units a number could not be read.
    y = info.bottom + 6
    row_h = max(16.0, min(24.0, (bar.bottom - 8 - y) / max(1, len(picture.chances)) - 4))
    for chance in picture.chances:
        if y + row_h > bar.bottom - 4:
            break
        # The button to skip stands at the right.
        beside = 0 if canvas.ui.film else 160
        row = Rect(bar.x + pad, y, bar.w - 2 * pad - beside, row_h)
        _chance_row(canvas, picture, chance, row)
        y += row_h + 4


def _chance_row(canvas: Canvas, picture: PokerPicture, chance: Chance, row: Rect) -> None:
    words = canvas.words
    name = chance_name(chance, picture.chances, words)
    size = min(canvas.s(13), row.h * 0.72)
    label_w = canvas.s(130)
    label = Rect(row.x, row.y, label_w, row.h)
    canvas.text(
        label, f"{name} {words.chips(chance.amount)}", size, "semibold", "textMuted", shrink=True
    )
    x, room = row.x + label_w + 8, row.w - label_w - 8
    fills = ("text", "textMuted", "inputBorder", "neutral")
    inks = ("page", "page", "inputBg", "neutralText")
    for place, (seat, part) in enumerate(chance.parts.items()):
        share = float(part)
        width = room * share
        rect = Rect(x, row.y, max(0.0, width - 2), row.h)
        # The neighbours leave gaps of 2, so a narrower share would be nothing but a gap.
        if width > 3:
            canvas.box(rect, fills[place % 4], radius=4, role="share")
        text = f"{picture.seats[seat].name} {words.percent(share)}"
        if text_width(text, size, "bold") + 12 > rect.w:
            # Name and number, the number alone, or nothing: whatever fits into the share.
            text = words.percent(share)
        if text_width(text, size, "bold") + 12 <= rect.w:
            canvas.text(rect.inset(6, 0), text, size, "bold", inks[place % 4])
        x += width


def draw_between(canvas: Canvas, picture: PokerPicture, coming: str) -> None:
    """No hand is played: the missing players, and what can be done about it.

    Args:
        canvas: to draw on.
        picture: of the table.
        coming: the sentence about the next hand, '' for none.
    """
    words, info = canvas.words, info_area(canvas)
    # Away seats count: their players come back.
    sat = sum(seat.state != "free" for seat in picture.seats)
    notes: list[tuple[str, bool]] = []
    if picture.over:
        title = picture.ended
    elif picture.hand and picture.enough:
        title = coming or words("The next hand is dealt")
    else:
        title = words("Waiting for players")
        notes.append(
            (words("{sat} of {seats} seats taken", sat=sat, seats=len(picture.seats)), False)
        )
        if picture.playing and sat < len(picture.seats):
            # The way on takes the room that the buttons leave.
            info = Rect(info.x, info.y, canvas.frame.bar.w * 0.6, info.h)
            text = words("Tell your friends the address of the server, or add a bot.")
            lines = wrapped(text, info.w, canvas.s(14), lines=2)
            # Large text has no room for all: the seats are seen on the table anyway.
            if canvas.s(20) * 1.25 + 4 + (1 + len(lines)) * (canvas.s(14) * 1.3 + 4) > info.h:
                notes.clear()
            notes += [(line, False) for line in lines]
    headline(canvas, info, title, notes)
    if canvas.ui.film:
        return
    area = action_area(canvas)
    if not picture.playing:
        _watching(canvas, area, picture)
        return
    buttons: list[tuple[str, str, Intent, str, str]] = []
    if sat < len(picture.seats):
        buttons.append(("add-bot", words("Add a bot"), Intent("sheet", "bots"), "B", "neutral"))
    own = picture.seats[picture.own]
    if picture.over:
        buttons.append(("rematch", words("Play again"), Intent("rematch"), "Space", "primary"))
    elif own.state == "away" and not own.leaving:
        buttons.append(("sit-in", words("I'm back"), Intent("sit_in"), "Space", "primary"))
    x = area.right
    for key, label, intent, hotkey, kind in reversed(buttons):
        # Large text needs wider buttons for its labels and their keys.
        width = min(area.w * 0.45, max(200.0, text_width(label, canvas.s(17), "bold") + 90))
        rect = Rect(x - width, area.cy - 28, width, 56)
        canvas.button(key, rect, label, intent, kind=kind, hotkey=hotkey)
        x = rect.x - 8
