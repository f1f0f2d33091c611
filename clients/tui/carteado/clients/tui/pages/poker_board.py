"""Board and pots in the middle of a poker table."""

from __future__ import annotations

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.view import View
from carteado.scene.cards import card_text
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.words import N_, Words

__all__ = ["draw_board", "draw_large_board"]

_STREETS = {
    "preflop": N_("before the flop"),
    "flop": N_("flop"),
    "turn": N_("turn"),
    "river": N_("river"),
    "showdown": N_("showdown"),
}


def draw_board(grid: Grid, frame: Frame, view: View) -> None:
    """The board of a small page, in a box of seven rows."""
    picture: PokerPicture = view.picture
    x, y, width = frame.x + 23, 6, 34
    grid.box(x, y, width, 7)
    row = y + 1
    for text in _pot_rows(picture, view.words, width - 4):
        grid.text(x + 3, row, text, Ink("text", bold=True), width=width - 5)
        row += 1
    _cards(grid, picture, x + 3, y + 4)
    _street(grid, view, x + 3, y + 5, width - 5)


def _cards(grid: Grid, picture: PokerPicture, x: int, y: int) -> None:
    """Five places; those that make the winning hand stand in brackets."""
    best = picture.result.cards if picture.result is not None else ()
    shown = [*picture.board, *("",) * (5 - len(picture.board))]
    for number, card in enumerate(shown):
        at = x + 6 * number
        if not card:
            # Backs where cards lie already, dots where none is dealt yet.
            text = "▒▒" if number < picture.hidden_board else "··"
            grid.text(at, y, text, Ink("textMuted"))
            continue
        if card in best:
            grid.text(at - 1, y, "[", Ink("win", bold=True))
            grid.text(at + len(card_text(card)), y, "]", Ink("win", bold=True))
        grid.cards(at, y, (card,))


def _pot_rows(picture: PokerPicture, words: Words, width: int) -> list[str]:
    """Named pots, bets of the street, the total; as few rows as there is room for."""
    if not picture.total and not picture.pots:
        return []
    parts = [f"{pot.name} {words.chips(pot.amount)}" for pot in picture.pots]
    in_pots = sum(pot.amount for pot in picture.pots)
    # No pot is closed yet, so the total is the pot.
    if picture.in_hand and not parts:
        parts.append(words("Pot {amount}", amount=words.chips(picture.total)))
        if picture.price and picture.playing and picture.seats[picture.own].state == "playing":
            parts.append(words("to call {amount}", amount=words.chips(picture.price)))
    # While pots are paid, less is in the middle than was in them: they stay, without a total.
    elif picture.in_hand and picture.total >= in_pots:
        if picture.total > in_pots:
            parts.append(words("Bets {amount}", amount=words.chips(picture.total - in_pots)))
        if len(parts) > 1:
            parts.append(words("Total {amount}", amount=words.chips(picture.total)))
    rows: list[str] = []
    for part in parts:
        # Pots share a row where they can, since the box is low.
        if rows and len(rows[-1]) + 2 + len(part) <= width:
            rows[-1] += f"  {part}"
        else:
            rows.append(part)
    # The box has three rows above the cards.
    if len(rows) > 3:
        more = len(picture.pots)
        whole = max(in_pots, picture.total)
        rows = [
            words("{number} pots", number=more),
            words("Total {amount}", amount=words.chips(whole)),
        ]
    return rows


def _street(grid: Grid, view: View, x: int, y: int, width: int) -> None:
    picture: PokerPicture = view.picture
    words = view.words
    if picture.result is not None:
        text, ink = words("the hand is over"), Ink("textMuted")
    elif picture.hidden_board:
        text, ink = words("all five are turned at once"), Ink("textMuted")
    elif picture.in_hand:
        text, ink = words(_STREETS.get(picture.street, picture.street)), Ink("textMuted")
    elif picture.over:
        return  # the bar names the winner
    else:
        sat = sum(seat.state != "free" for seat in picture.seats)
        text = words("{sat} of {seats} seats taken", sat=sat, seats=len(picture.seats))
        ink = Ink("textMuted")
    grid.text(x, y, text, ink, width=width)


def draw_large_board(grid: Grid, frame: Frame, view: View) -> None:
    """The board of a large page: cards eight cells wide."""
    picture: PokerPicture = view.picture
    x, y, width = frame.x + 34, 9, 52
    grid.box(x, y, width, 15)
    row = y + 2
    for text in _pot_rows(picture, view.words, width - 8):
        grid.text(x + 4, row, text, Ink("text", bold=True), width=width - 8)
        row += 1
    best = picture.result.cards if picture.result is not None else ()
    shown = [*picture.board, *(None,) * (5 - len(picture.board))]
    for number, card in enumerate(shown):
        marked = card is not None and card in best
        face = "??" if card is None and number < picture.hidden_board else card
        grid.card_box(x + 4 + 9 * number, y + 6, face if card else None, marked=marked)
        if card is None and number < picture.hidden_board:
            grid.text(x + 6 + 9 * number, y + 8, "▒▒▒▒", Ink("textMuted"))
    if picture.result is not None:
        for number, text in enumerate(wrapped(picture.result.text, width - 8)[:2]):
            grid.text(x + 4, y + 12 + number, text, Ink("win", bold=True), suits=True)
    else:
        _street(grid, view, x + 4, y + 12, width - 8)
