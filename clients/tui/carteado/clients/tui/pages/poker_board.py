"""Board and pots in the middle of a poker table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.view import View
from carteado.scene.cards import card_text
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.words import N_, Words

__all__ = ["BOARD_END", "draw_board", "draw_large_board"]

BOARD_END = 24
"""The row below the board of a large page."""

_STREETS = {
    "preflop": N_("before the flop"),
    "flop": N_("flop"),
    "turn": N_("turn"),
    "river": N_("river"),
    "showdown": N_("showdown"),
}


def draw_board(grid: Grid, frame: Frame, view: View) -> None:
    """The board of a small page, or both boards, in a box of seven rows."""
    picture: PokerPicture = view.picture
    x, y, width = frame.x + 23, 6, 34
    grid.box(x, y, width, 7)
    # The second board takes a row from the pots.
    most = 2 if picture.boards else 3
    for row, text in enumerate(_pot_rows(picture, view.words, width - 4, most), y + 1):
        grid.text(x + 3, row, text, Ink("text", bold=True), width=width - 4)
    for row, board in enumerate(picture.boards, y + 3):
        grid.text(x + 1, row, str(board.number), Ink("textMuted"))
        _cards(grid, board.cards, board.winning, x + 3, row)
    if not picture.boards:
        best = picture.result.winning if picture.result is not None else ()
        _cards(grid, picture.board, best, x + 3, y + 4, picture.hidden_board, picture.rabbit)
    _street(grid, view, x + 3, y + 5, width - 5)


def _cards(
    grid: Grid,
    cards: Sequence[str],
    best: Collection[str],
    x: int,
    y: int,
    hidden: int = 0,
    rabbit: Sequence[str] = (),
) -> None:
    """Five places; the winning cards stand in brackets.

    Args:
        grid: to draw on.
        cards: that lie open.
        best: of them those that have won.
        x: column of the first card.
        y: row.
        hidden: how many lie there face down or open.
        rabbit: cards that would have come, in round brackets.
    """
    for place in range(5):
        at = x + 6 * place
        if place < len(cards):
            card = cards[place]
            if card in best:
                grid.text(at - 1, y, "[", Ink("win", bold=True))
                grid.text(at + len(card_text(card)), y, "]", Ink("win", bold=True))
            grid.cards(at, y, (card,))
        elif place - len(cards) < len(rabbit):
            grid.text(at - 1, y, f"({card_text(rabbit[place - len(cards)])})", Ink("textMuted"))
        else:
            # Backs where cards lie already, dots where none is dealt yet.
            grid.text(at, y, "▒▒" if place < hidden else "··", Ink("textMuted"))


def _pot_rows(picture: PokerPicture, words: Words, width: int, most: int = 3) -> list[str]:
    """Named pots, bets of the street, the total; as few rows as there is room for."""
    # Between two hands a newcomer gets the pots of the last hand, which are already paid.
    paid = not picture.in_hand and picture.result is None
    if paid or (not picture.total and not picture.pots):
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
    if len(rows) > most:
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
    """The board of a large page, or both boards: cards eight cells wide."""
    picture: PokerPicture = view.picture
    y, width = 9, 52
    x = frame.x + (frame.width - width) // 2
    grid.box(x, y, width, BOARD_END - y)
    twice = bool(picture.boards)
    first, most = (y + 1, 2) if twice else (y + 2, 3)
    for row, text in enumerate(_pot_rows(picture, view.words, width - 8, most), first):
        grid.text(x + 4, row, text, Ink("text", bold=True), width=width - 8)
    for row, board in zip((y + 3, y + 8), picture.boards, strict=False):
        grid.text(x + 2, row + 2, str(board.number), Ink("textMuted"))
        _large_cards(grid, board.cards, board.winning, x + 4, row)
    if not twice:
        best = picture.result.winning if picture.result is not None else ()
        cards = (*picture.board, *picture.rabbit)
        _large_cards(grid, cards, best, x + 4, y + 6, picture.hidden_board)
    # Two boards leave one row for words.
    foot, rows = (y + 13, 1) if twice else (y + 12, 2)
    if picture.result is not None:
        for number, text in enumerate(wrapped(picture.result.text, width - 8)[:rows]):
            grid.text(x + 4, foot + number, text, Ink("win", bold=True), suits=True)
    else:
        _street(grid, view, x + 4, foot, width - 8)
    if picture.rabbit:
        at = x + 4 + 9 * len(picture.board)
        text = view.words("would have come")
        grid.text(at, y + 11, text, Ink("textMuted"), width=x + width - 1 - at)


def _large_cards(
    grid: Grid, cards: Sequence[str], best: Collection[str], x: int, y: int, hidden: int = 0
) -> None:
    for place in range(5):
        card = cards[place] if place < len(cards) else None
        face_down = card is None and place < hidden
        face = "??" if face_down else card
        grid.card_box(x + 9 * place, y, face, marked=card is not None and card in best)
