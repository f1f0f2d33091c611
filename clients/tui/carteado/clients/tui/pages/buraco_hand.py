"""The reader's hand at a Buraco table, and the plays that are staged and not sent."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.buraco_runs import staging_of
from carteado.clients.tui.pages.buraco_seats import card_cell
from carteado.clients.tui.pages.top import draw_notice
from carteado.clients.tui.view import View
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.buraco.staging import RUN_KEYS, Staging, Step
from carteado.scene.cards import card_text
from carteado.scene.shapes import Intent, Rect

__all__ = ["Hand", "draw_hand", "draw_staged", "hand_of"]

# Three for the card, one at each side for the marks.
CELL = 5
"""Columns of a card in a row."""

BOX = 7
"""Columns of a card in a box."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The hand as it lies.

    Attributes:
        staging: what is selected and staged.
        cards: handles that no staged play uses, in their order.
        cursor: number of the card that the arrows are at.
        boxed: whether each card has a box.
        across: cards in a row.
        staged_rule: row of the line above the staged plays.
        staged: row of the staged plays; that line itself where the hand needs the room.
        rule: row of the line above the hand.
        rows: rows of cards for which there is room.
    """

    staging: Staging
    cards: tuple[str, ...]
    cursor: int
    boxed: bool
    across: int
    staged_rule: int
    staged: int
    rule: int
    rows: int


def hand_of(view: View, frame: Frame) -> Hand:
    """The hand, and where it stands."""
    picture = view.picture
    staging = staging_of(view)
    cards = sorted_hand(staging.left(picture.hand), staging.sort, staging.own)
    # A spectator's picture has seat 0's closed hand.
    cards = cards if picture.playing else ()
    # Cards are played, so the cursor may be behind the last one.
    cursor = max(0, min(view.ui.scroll.get("hand", 0), len(cards) - 1))
    if frame.wide:
        # Two rows of boxes; more cards need plain cells.
        boxed = len(cards) <= 2 * (frame.width // BOX)
        across = (frame.width - 2) // (BOX if boxed else CELL)
        top = frame.rule - 9
        tall, joined = (2 if boxed else 6), False
    else:
        boxed, across, top = False, 15, frame.turn - 5
        # A third row of cards takes the row of the staged plays, which move into the line above.
        joined = len(cards) > 2 * across
        tall = 3 if joined else 2
    return Hand(
        staging=staging,
        cards=cards,
        cursor=cursor,
        boxed=boxed,
        across=across,
        staged_rule=top,
        staged=top if joined else top + 1,
        rule=top + 1 if joined else top + 2,
        rows=tall,
    )


def draw_staged(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    """The staged plays, numbered; without any, what happened in this round; or a refusal."""
    words, steps = view.words, hand.staging.steps
    title = words("Staged, not sent") if steps else words("This round")
    grid.rule(frame.x, hand.staged_rule, frame.width, title)
    joined = hand.staged == hand.staged_rule
    x = frame.x + (len(title) + 6 if joined else 1)
    right = frame.x + frame.width - 1
    notice = view.ui.notice
    # A warning that stays until it is dismissed must not hide what is staged.
    stays = notice is not None and notice.until_ms is None and not joined
    if notice is not None and not (stays and steps):
        draw_notice(grid, hand.staged, frame.x, frame.width)
    elif steps:
        _steps(grid, view, hand, x, right)
        draw_notice(grid, hand.staged_rule, frame.x, frame.width)
    elif not joined:
        text = "  ".join(f"{line}." for line in view.picture.round)
        while len(text) > right - x and ".  " in text:
            # Whole sentences go, the oldest first.
            text = text.partition(".  ")[2]
        grid.text(x, hand.staged, text, Ink("textMuted"), width=right - x, suits=True)


def _steps(grid: Grid, view: View, hand: Hand, x: int, right: int) -> None:
    texts = [f"{n} {_step_text(view, step)}" for n, step in enumerate(hand.staging.steps, 1)]
    first = 0
    # The oldest plays give way, and the sign for them takes two columns.
    while first < len(texts) - 1 and sum(len(one) + 3 for one in texts[first:]) + 2 > right - x:
        first += 1
    if first:
        x = grid.text(x, hand.staged, "… ", Ink("textMuted"))
    for number, text in enumerate(texts[first:], first):
        if x >= right:
            break
        end = grid.text(x, hand.staged, text, Ink("info"), width=right - x, suits=True)
        # The line of the title may run behind the plays.
        grid.clear(x - 1, hand.staged, 1, 1)
        grid.clear(end, hand.staged, 1, 1)
        rect = Rect(x, hand.staged, end - x, 1)
        label = view.words("Remove this play and those after it")
        grid.target(f"step:{number}", rect, Intent("undo", number), label=label)
        x = end + 3


def _step_text(view: View, step: Step) -> str:
    words = view.words
    if step.kind == "discard":
        return words("discard {cards}", cards=step.text())
    if step.kind == "meld":
        return words("new {cards}", cards=step.text())
    ours, number = view.picture.ours, step.run or 0
    if number >= len(ours):
        return words("{cards} to the new run", cards=step.text())
    # Keys follow the visible runs, so they shift when the list is scrolled.
    place = number - view.ui.scroll.get("runs", 0)
    run = RUN_KEYS[place] if 0 <= place < len(RUN_KEYS) else ours[number].title
    return words("{cards} to {run}", cards=step.text(), run=run)


def draw_hand(grid: Grid, frame: Frame, view: View, hand: Hand) -> None:
    """The cards, the cursor and what is selected."""
    words, picture = view.words, view.picture
    sort = {"suit": words("by suit"), "rank": words("by rank"), "own": words("own order")}
    title = words("Hand {count}", count=len(hand.cards)) + " · " + sort[hand.staging.sort]
    signs = words("* new   [ ] selected")
    if not picture.playing:
        title, signs = words("You watch from the rail: you see what everybody sees."), ""
    grid.rule(frame.x, hand.rule, frame.width, title, signs)
    if not hand.cards:
        text = words("Your hand is empty.")
        if picture.hand:
            text = words("All your cards are staged.")
        elif picture.aside:
            text = words("You see your morto with your next turn.")
        if picture.playing and picture.in_deal:
            grid.text(frame.x + 2, hand.rule + 1, text, Ink("textMuted"))
        return
    # Whole rows are scrolled: a cursor below them has its row shown as the last one.
    first = max(0, hand.cursor // hand.across - hand.rows + 1) * hand.across
    shown = hand.cards[first : first + hand.rows * hand.across]
    for place, card in enumerate(shown):
        row, column = divmod(place, hand.across)
        if hand.boxed:
            _box(grid, view, hand, card, (frame.x + 2 + BOX * column, hand.rule + 1 + 3 * row))
        else:
            at = (frame.x + 1 + CELL * column, hand.rule + 1 + row)
            _cell(grid, view, hand, card, at)
    _cursor_keys(grid, hand)


def _cell(grid: Grid, view: View, hand: Hand, card: str, at: tuple[int, int]) -> None:
    (x, y), here = at, hand.cards[hand.cursor] == card
    ink = Ink(reverse=here)
    chosen = card in hand.staging.selected
    grid.clear(x, y, CELL, 1, ink)
    end = grid.cards(x + 1, y, (_seen(view, card),), ink, gap=0)
    if chosen:
        grid.text(x, y, "[", Ink("turn", bold=True, reverse=here))
        grid.text(end, y, "]", Ink("turn", bold=True, reverse=here))
    elif card in view.picture.new:
        grid.text(end, y, "*", Ink("info", bold=True, reverse=here))
    if card in hand.staging.refused:
        grid.text(x, y, "!", Ink("bad", bold=True, reverse=here))
    rect = Rect(x, y, CELL, 1)
    grid.target(f"card:{card}", rect, Intent("select", card), label=card_text(card))


def _box(grid: Grid, view: View, hand: Hand, card: str, at: tuple[int, int]) -> None:
    (x, y), here = at, hand.cards[hand.cursor] == card
    chosen = card in hand.staging.selected
    mark = "!" if card in hand.staging.refused else "*" if card in view.picture.new else ""
    card_cell(grid, x, y, _seen(view, card), mark, strong=chosen)
    if chosen:
        grid.text(x, y + 1, "[", Ink("turn", bold=True))
        grid.text(x + 5, y + 1, "]", Ink("turn", bold=True))
    if here:
        grid.clear(x + 1, y + 1, 4, 1, Ink(reverse=True))
        grid.cards(x + 1, y + 1, (_seen(view, card),), Ink(reverse=True))
        grid.text(x + 4, y + 1, mark, Ink("info", bold=True, reverse=True))
    grid.target(f"card:{card}", Rect(x, y, 6, 3), Intent("select", card), label=card_text(card))


def _seen(view: View, card: str) -> str:
    return "??" if view.ui.covered else card


def _cursor_keys(grid: Grid, hand: Hand) -> None:
    """The arrows move the cursor, Space selects the card there."""
    last, at, nowhere = len(hand.cards) - 1, hand.cursor, Rect(-1, -1, 0, 0)
    for key, place in (
        # Sideways the cursor goes round; upwards and downwards it stops.
        ("Left", at - 1 if at else last),
        ("Right", at + 1 if at < last else 0),
        ("Home", 0),
        ("End", last),
        ("Up", max(0, at - hand.across)),
        ("Down", min(last, at + hand.across)),
    ):
        grid.target(f"go:{key}", nowhere, Intent("page", ("hand", place)), hotkeys=(key,))
    for name, way, keys in (("left", -1, ("Shift+Left", "{")), ("right", 1, ("Shift+Right", "}"))):
        shift = Intent("shift", (hand.cards[at], way))
        grid.target(f"shift:{name}", nowhere, shift, hotkeys=keys)
    chosen = Intent("select", hand.cards[at])
    grid.target("choose", nowhere, chosen, hotkeys=("Space",))
