"""The bar above the hand at a Buraco table: the turn, the staged plays and the buttons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.staging import Staging, Step
from carteado.scene.buraco.trial import Trial
from carteado.scene.cards import cards_text, suit_of
from carteado.scene.clock import TimeLeft
from carteado.scene.layout.bars import time_text
from carteado.scene.layout.canvas import Canvas
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect
from carteado.scene.text import text_width, wrapped
from carteado.scene.words import Words

__all__ = ["draw_bar"]

TURN = 17.0
"""Size of the words about whose turn it is: the largest of the bar."""


def draw_bar(
    canvas: Canvas,
    bar: Rect,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    trial: Trial | None,
    left: TimeLeft | None,
    mine: bool,
    coming: str,
) -> None:
    """Draw the turn, the sorting, the staged plays or the next step, and the buttons.

    Args:
        canvas: to draw on.
        bar: the room for it.
        reader: the reader's table and prompt.
        picture: the picture of that table.
        staging: the staged plays.
        trial: their result, None without plays.
        left: time left for the decision, None without a clock.
        mine: whether it is the reader's turn.
        coming: between two deals, when the next one begins; '' if that is unknown.
    """
    words = canvas.words
    # The ends first: sorting and steps share what the buttons and the turn leave.
    # A replay shows the bar, but nobody acts in it.
    whole = trial is None or trial.whole
    buttons = [] if canvas.ui.film else _buttons(words, reader, picture, staging, mine, whole=whole)
    taken = _turn_width(canvas) if mine else bar.w * 0.3
    right = _draw_buttons(canvas, bar, buttons, bar.w - taken)
    x = _whose(canvas, bar, picture, left, mine, coming)
    if picture.playing and not canvas.ui.film:
        rect = Rect(
            x,
            bar.y + 1,
            min(250.0 * min(canvas.frame.metrics.scale, 1.3), right - x - 8),
            bar.h - 2,
        )
        # The key works also where the labels would be cut, or leave no room for the staged plays.
        # Without a size no press can hit it.
        canvas.target("sort", Rect(-1, -1, 0, 0), Intent("sort", ""), hotkeys=("s",))
        # The plays matter more than the labels of the sorting.
        if rect.w > 150 and right - rect.right - 28 >= _needed(canvas, staging):
            choices = [("suit", words("Suit")), ("rank", words("Rank")), ("own", words("Own"))]
            canvas.segments("sort", rect, choices, staging.sort, "sort", size=13)
            x = rect.right + 12
            if right - x > 120:
                canvas.key_sign(rect.right + 8, bar.cy, "s")
                x = rect.right + 8 + canvas.key_width("s") + 12
    room = Rect(x, bar.y, right - x - 8, bar.h)
    _steps(canvas, room, staging, trial)
    if canvas.ui.film or not picture.playing:
        _first_seat(canvas, room, picture)
    elif not staging.steps:
        _what_to_do(canvas, room, reader, picture, staging, mine)


def _turn_width(canvas: Canvas) -> float:
    """Width of the words about the reader's turn: its pill and its seconds."""
    pill = text_width(canvas.words("Your turn"), canvas.s(TURN), "bold") + 28
    return 4 + pill + 8 + canvas.s(48) + 10


def _whose(
    canvas: Canvas,
    bar: Rect,
    picture: BuracoPicture,
    left: TimeLeft | None,
    mine: bool,
    coming: str,
) -> float:
    words = canvas.words
    size = canvas.s(TURN)
    if mine:
        text = words("Your turn")
        width = text_width(text, size, "bold") + 28
        high = max(30.0, min(bar.h, size * 1.5))
        pill = Rect(bar.x + 4, bar.cy - high / 2, width, high)
        canvas.box(pill, "turn", radius=high / 2, role="pill")
        canvas.text(pill, text, size, "bold", "turnText", "center")
        ink = "timerLow" if left is not None and left.low else "text"
        rest = Rect(pill.right + 8, bar.y, canvas.s(48), bar.h)
        canvas.text(rest, time_text(words, left), canvas.s(15), "bold", ink, shrink=True)
        return rest.right + 10
    if picture.turn is None:
        full = all(seat.name for seat in picture.seats)
        soon = coming or words("The next deal starts soon")
        text = picture.ended or (soon if full else words("Waiting for players"))
    else:
        acting = picture.seats[picture.turn]
        text = words("{name}'s turn", name=acting.name + acting.mark)
    # A long name must not push the steps out of the bar; between two deals there are none.
    most = bar.w * (0.6 if picture.turn is None else 0.3)
    width = min(text_width(text, size, "bold") + 8, most)
    canvas.text(Rect(bar.x + 8, bar.y, width, bar.h), text, size, "bold")
    return bar.x + width + 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Button:
    """A button of the bar; see `Canvas.button` for the fields."""

    key: str
    label: str
    intent: Intent
    hotkey: str
    kind: str = "neutral"
    enabled: bool = True


def _buttons(
    words: Words,
    reader: Reader,
    picture: BuracoPicture,
    staging: Staging,
    mine: bool,
    *,
    whole: bool,
) -> list[_Button]:
    """The buttons of the turn, from left to right."""
    free = any(not seat.name for seat in picture.seats)
    if not picture.playing:
        if free:
            sit = Intent("sit")
            return [
                _Button(
                    key="sit", label=words("Sit down"), intent=sit, hotkey="Enter", kind="primary"
                )
            ]
        return [
            _Button(key="wait", label=words("Wait for a seat"), intent=Intent("wait"), hotkey="w")
        ]
    # Each button needs its offer: which actions are legal is the server's decision.
    tags = {offer.tag for offer in reader.offers}
    if mine and picture.drawing:
        buttons = _drawing(words, tags)
    elif picture.in_deal:
        buttons = _playing(words, tags, staging, mine, whole=whole)
    else:
        buttons = _between_deals(words, picture, free=free)
    own = picture.seats[picture.own]
    # Only one of the two has the key; a player who agreed to a new match can still come back.
    if own.away and not own.leaving and all(one.key != "rematch" for one in buttons):
        kind = "neutral" if buttons else "primary"
        back = Intent("sit_in")
        buttons.append(
            _Button(key="sit-in", label=words("I'm back"), intent=back, hotkey="Space", kind=kind)
        )
    return buttons


def _drawing(words: Words, tags: Collection[str]) -> list[_Button]:
    """The ways to draw that are legal now."""
    decline = Intent("act", {"type": "decline"})
    take = words("Take the pile")
    buttons = {
        "decline": _Button(key="decline", label=words("Decline"), intent=decline, hotkey="3"),
        "take": _Button(
            key="take", label=take, intent=Intent("take"), hotkey="2", kind="secondary"
        ),
        "draw": _Button(
            key="draw", label=words("Draw"), intent=Intent("draw"), hotkey="1", kind="primary"
        ),
    }
    return [button for tag, button in buttons.items() if tag in tags]


def _playing(
    words: Words, tags: Collection[str], staging: Staging, mine: bool, *, whole: bool
) -> list[_Button]:
    """The buttons that stage a turn and send it.

    `whole` says whether the staged plays are a turn that can be sent.
    """
    buttons: list[_Button] = []
    if "redraw" in tags and not staging.steps:
        redraw = Intent("act", {"type": "redraw"})
        buttons.append(
            _Button(key="redraw", label=words("Throw it for another"), intent=redraw, hotkey="3")
        )
    if staging.selected and not staging.ended:
        # Exactly one card is discarded; with more selected only a meld is possible.
        if len(staging.selected) == 1:
            discard = Intent("discard")
            buttons.append(
                _Button(key="discard", label=words("Discard"), intent=discard, hotkey="d")
            )
        clear = Intent("clear")
        buttons.append(
            _Button(key="clear", label=words("Clear"), intent=clear, hotkey="x", kind="outline")
        )
    elif staging.steps:
        undo = Intent("undo", None)
        buttons.append(
            _Button(key="undo", label=words("Undo"), intent=undo, hotkey="z", kind="outline")
        )
    # Selected cards are an unfinished play, which sending would silently drop.
    ready = mine and bool(staging.steps) and not staging.selected
    buttons.append(
        _Button(
            key="send",
            label=words("Send turn"),
            intent=Intent("send"),
            hotkey="Enter",
            # Amber says "here, now": as long as a discard is missing, the press only says so.
            kind="primary" if whole else "neutral",
            enabled=ready,
        )
    )
    return buttons


def _between_deals(words: Words, picture: BuracoPicture, *, free: bool) -> list[_Button]:
    buttons: list[_Button] = []
    if free:
        bots = Intent("sheet", "bots")
        buttons.append(_Button(key="add-bot", label=words("Add a bot"), intent=bots, hotkey="b"))
    if picture.over and not picture.seats[picture.own].agreed:
        label, again = words("Play again"), Intent("rematch")
        buttons.append(
            _Button(key="rematch", label=label, intent=again, hotkey="Space", kind="primary")
        )
    return buttons


def _draw_buttons(canvas: Canvas, bar: Rect, buttons: Sequence[_Button], room: float) -> float:
    """Draw the buttons from the right, at most as wide as `room`; where they begin."""

    def width_of(one: _Button) -> float:
        key_w = text_width(one.hotkey, 12, "semibold") + 20 if one.hotkey else 0
        return max(96.0, text_width(one.label, canvas.s(15), "bold") + 34 + key_w)

    # Large text has no room for four buttons beside the turn.
    share = min(1.0, (room - 8 * len(buttons)) / max(1.0, sum(map(width_of, buttons))))
    x = bar.right
    for one in reversed(buttons):
        width = width_of(one) * share
        rect = Rect(x - width, bar.y, width, bar.h)
        canvas.button(
            one.key,
            rect,
            one.label,
            one.intent,
            kind=one.kind,
            hotkey=one.hotkey,
            enabled=one.enabled,
            size=15 * share,
        )
        x = rect.x - 8
    return x


def _steps(canvas: Canvas, rect: Rect, staging: Staging, trial: Trial | None) -> None:
    """The staged plays, numbered; a tap removes one and all that follow it."""
    words = canvas.words
    # Below 90 units not even the count of the plays fits.
    if not staging.steps or rect.w < 90:
        return
    size = canvas.s(14)
    texts = [_step_text(canvas, step) for step in staging.steps]
    if _wide(canvas, texts) > rect.w:
        texts = [_short_text(canvas, step) for step in staging.steps]
    hidden, lead = 0, ""
    # The last plays are the ones to undo, so the first ones make room.
    while texts[hidden:] and _wide(canvas, texts[hidden:], lead, hidden) > rect.w:
        hidden += 1
        lead = f"1–{hidden}" if hidden > 1 else "1"
    if not texts[hidden:]:
        text = _count(canvas, staging)
        if text_width(text, 11, "semibold") > rect.w:
            text = words.number(len(staging.steps))
        canvas.text(rect, text, size, "semibold", "textMuted", "center", shrink=True)
        return
    x = rect.cx - _wide(canvas, texts[hidden:], lead, hidden) / 2
    if lead:
        width = text_width(lead, size, "semibold")
        canvas.text(Rect(x, rect.y, width + 1, rect.h), lead, size, "semibold", "textMuted")
        x += width + 8
    for number, text in list(enumerate(texts))[hidden:]:
        width = _chip(canvas, number, text)
        box = Rect(x, rect.y, width, rect.h)
        illegal = trial is not None and trial.refusal is not None and number == trial.legal
        wrong = illegal or bool(staging.refused & set(staging.steps[number].cards))
        line = "bad" if wrong else "info"
        canvas.box(box, line=line, width=2, radius=8, dashed=not wrong, role="step")
        canvas.text(box.inset(10, 0), f"{number + 1}  {text}", size, "semibold", suits=True)
        label = words("Remove this play and those after it")
        # Each staged play may depend on those before it, so one tap undoes all that follow.
        canvas.target(f"step:{number}", box, Intent("undo", number), label=label)
        x = box.right + 8


def _chip(canvas: Canvas, number: int, text: str) -> float:
    """Width of the frame of a staged play."""
    return text_width(f"{number + 1}  {text}", canvas.s(14), "semibold") + 24


def _wide(canvas: Canvas, texts: Sequence[str], lead: str = "", first: int = 0) -> float:
    """Width of staged plays, the first of which has the number `first`, behind `lead`."""
    widths = [_chip(canvas, number, text) for number, text in enumerate(texts, first)]
    if lead:
        widths.append(text_width(lead, canvas.s(14), "semibold"))
    return sum(widths) + 8 * (len(widths) - 1)


def _needed(canvas: Canvas, staging: Staging) -> float:
    """Least width that shows all staged plays."""
    texts = [_short_text(canvas, step) for step in staging.steps]
    return max(90.0, _wide(canvas, texts)) if texts else 0.0


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
    if staging.selected:
        # In a full hand little more than the edges of the cards is seen.
        text = words.several(
            "{n} card selected: {cards}",
            "{n} cards selected: {cards}",
            len(staging.selected),
            cards=cards_text(staging.selected),
        )
    elif picture.turn is None:
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
        place = Rect(rect.x, y, rect.w, size * 1.3)
        canvas.text(place, line, size, colour="textMuted", align="center", suits=True)


def _count(canvas: Canvas, staging: Staging) -> str:
    """The number of staged plays in words, '' for none."""
    if not staging.steps:
        return ""
    return canvas.words.several("{n} play staged", "{n} plays staged", len(staging.steps))


def _first_seat(canvas: Canvas, rect: Rect, picture: BuracoPicture) -> None:
    """Whose hand lies below for a watcher or in a replay: it has no plate."""
    seat, words = picture.seats[picture.own], canvas.words
    if not seat.name:
        return
    cards = words.several("{n} card", "{n} cards", seat.cards)
    side = "" if picture.playing else seat.side
    parts = [one for one in (seat.name + seat.mark, side, cards, seat.last) if one]
    size = canvas.s(13.5)
    # The last action is the first to go, then the partner.
    while len(parts) > 1 and text_width(" · ".join(parts), size) > rect.w:
        parts.pop(1 if len(parts) == 3 else -1)
    text = " · ".join(parts)
    canvas.text(rect, text, size, colour="textMuted", align="center", suits=True, shrink=True)


def _short_text(canvas: Canvas, step: Step) -> str:
    """The cards of a play, the suit once where they share it; only a discard is named."""
    if step.kind == "discard" or len(set(map(suit_of, step.cards))) > 1:
        return _step_text(canvas, step) if step.kind == "discard" else step.text()
    *ranks, last = step.text().split()
    # The dot keeps the first rank apart from the number of the play.
    return "· " + " ".join([*(rank[:-1] for rank in ranks), last])


def _step_text(canvas: Canvas, step: Step) -> str:
    words = canvas.words
    if step.kind == "discard":
        return words("discard {cards}", cards=step.text())
    if step.kind == "meld":
        return words("new {cards}", cards=step.text())
    return words("add {cards}", cards=step.text())
