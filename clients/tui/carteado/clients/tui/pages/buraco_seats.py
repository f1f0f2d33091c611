"""The three other seats of a Buraco table, and stock, mortos and pile between them."""

from __future__ import annotations

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.buraco_runs import staging_of
from carteado.clients.tui.view import View, seat_mark
from carteado.scene.buraco.picture import BuracoPicture, BuracoSeat
from carteado.scene.buraco.sorting import sorted_hand
from carteado.scene.cards import card_text, is_known
from carteado.scene.shapes import Intent, Rect
from carteado.scene.words import Words

__all__ = [
    "card_cell",
    "draw_centre",
    "draw_first_seat",
    "draw_hands",
    "draw_seats",
    "pile_cards",
]

FEW = 3
"""A hand of at most so many cards is marked."""


def draw_seats(grid: Grid, frame: Frame, view: View) -> None:
    """The next player at the left, the partner in the middle, the previous one at the right."""
    picture: BuracoPicture = view.picture
    for step, (x, width) in enumerate(_places(frame), 1):
        seat = picture.seats[(picture.own + step) % 4]
        if frame.wide:
            ink = Ink("turnLine" if seat.turn else "panelBorder")
            grid.box(x, 1, width, 4, ink, double=seat.turn)
            _seat(grid, view, seat, x + 2, 2, width - 4)
        else:
            _seat(grid, view, seat, x, 1, width)


def draw_first_seat(grid: Grid, frame: Frame, view: View, y: int) -> None:
    """The seat that spectators see from: theirs is not a hand, and it has no other place."""
    picture: BuracoPicture = view.picture
    if not picture.playing:
        _seat(grid, view, picture.seats[picture.own], frame.x + 1, y, 38)


def _places(frame: Frame) -> tuple[tuple[int, int], ...]:
    if frame.wide:
        pitch = frame.width // 3
        return tuple((frame.x + 2 + pitch * number, pitch - 4) for number in range(3))
    # Twenty-five columns fit the longest name of a bot with the number of its seat.
    return tuple((frame.x + 1 + 27 * number, 25) for number in range(3))


def _seat(grid: Grid, view: View, seat: BuracoSeat, x: int, y: int, width: int) -> None:
    words, picture = view.words, view.picture
    if not seat.name:
        grid.text(x, y, words("Free seat"), Ink("textMuted"), width=width)
        return
    cards = words.several("{n} card", "{n} cards", seat.cards)
    # The look's warning: this seat may go out soon.
    if seat.cards <= FEW and picture.in_deal:
        cards = f"{cards} !"
    role = seat.side
    room = width - cell_len(cards) - 1
    mark = "▸" if seat.turn else ""
    ink = Ink("turn" if seat.turn else "text", bold=True, reverse=seat.turn)
    end = grid.text(x, y, mark, Ink("turn", bold=True)) if mark else x
    number = seat_mark(picture, seat.seat)
    end = grid.text(end, y, seat.name, ink, width=room - len(mark) - len(number))
    end = grid.text(end, y, number, ink)
    fits = end + cell_len(role) + 1 <= x + room
    if fits:
        grid.text(end + 1, y, role, Ink("textMuted"))
    few = Ink("warn", bold=True) if cards.endswith("!") else Ink()
    grid.text(x, y, cards, few, width=width, align="right")
    note = words("Sits out") if seat.away else seat.last
    if seat.connected is False and not seat.bot:
        # A lost connection is shown with the last action, because both matter to the partner.
        note = words("sits out") if not note else f"{words('sits out')} · {note}"
    whole = f"{role} · {note}" if note else role
    # The role that found no room beside the name joins the second row.
    if not fits and cell_len(whole) <= width:
        note = whole
    grid.text(x, y + 1, note, Ink("textMuted"), width=width, suits=True)


NAMES = 13
"""Columns of a player's name in a replay: those of the server's bots fit."""


def draw_hands(grid: Grid, frame: Frame, view: View, y: int) -> None:
    """A row for each seat: its pair, how many cards it holds, and which, where they are seen."""
    words, picture = view.words, view.picture
    for number, seat in enumerate(picture.seats):
        row, x = y + number, frame.x + 1
        ink = Ink("turn" if seat.turn else "text", bold=True, reverse=seat.turn)
        grid.text(x, row, "▸" if seat.turn else "", Ink("turn", bold=True))
        twin = seat_mark(picture, seat.seat)
        name = seat.name or words("Free seat")
        end = grid.text(x + 2, row, name, ink, width=NAMES - len(twin))
        grid.text(end, row, twin, ink)
        pair = words("us") if seat.partner else words("them")
        # The runs name the pairs of a view from the rail.
        pair = pair if picture.playing else ""
        at = x + NAMES + 3
        grid.text(at, row, pair, Ink("textMuted"), width=5)
        grid.text(at + 5, row, words.number(seat.cards), width=3, align="right")
        known = sorted_hand([card for card in seat.hand if is_known(card)], "suit")
        at += 10
        room = frame.x + frame.width - at
        # One cell between two cards, and one for the sign that there are more.
        shown = list(known)
        while shown and sum(len(card_text(card)) + 1 for card in shown) > room - 1:
            shown.pop()
        if known:
            end = grid.cards(at, row, shown)
            grid.text(end, row, "…" if len(shown) < len(known) else "", Ink("textMuted"))
        else:
            grid.text(at, row, "▒▒ " * min(seat.cards, room // 3), Ink("textMuted"))


def draw_centre(grid: Grid, frame: Frame, view: View, y: int) -> None:
    """Stock, mortos and pile."""
    if frame.wide:
        _wide_centre(grid, frame, view, y)
    else:
        _one_row(grid, frame, view, y)


def pile_cards(picture: BuracoPicture) -> tuple[str, ...]:
    """The cards of the pile that are seen, the oldest first."""
    if picture.open_pile:
        return tuple(card for card in picture.pile if is_known(card))
    return picture.pile[-1:]


def _mortos(picture: BuracoPicture, words: Words) -> str:
    """The mortos: their cards, and the players who took one."""
    parts = [words.number(count) for count in picture.mortos]
    parts += [words("by {name}", name=name) for name in picture.took if name]
    return ", ".join(parts) or (words("now the stock") if picture.deal else "–")


def _one_row(grid: Grid, frame: Frame, view: View, y: int) -> None:
    words, picture = view.words, view.picture
    muted, strong = Ink("textMuted"), Ink(bold=True)
    x = grid.text(frame.x + 1, y, words("Stock"), muted)
    x = grid.text(x + 1, y, words.number(picture.stock), strong)
    grid.target("stock", Rect(frame.x + 1, y, x - frame.x - 1, 1), Intent("draw"))
    x = grid.text(x + 2, y, words("Mortos"), muted)
    x = grid.text(x + 1, y, _mortos(picture, words), width=26)
    pile = max(x + 2, frame.x + 44)
    x = grid.text(pile, y, words("Pile"), muted)
    x = grid.text(x + 1, y, words.number(len(picture.pile)), strong)
    staged = _discard(view)
    room = frame.x + frame.width - x - 3 - (len(card_text(staged)) + 2 if staged else 0)
    cards = list(pile_cards(picture))
    cut = False
    # The oldest go first; the ellipsis needs two cells.
    while cards and sum(len(card_text(card)) + 1 for card in cards) + 2 * cut > room:
        cards, cut = cards[1:], True
    x = grid.text(x + 2, y, "… " if cut else "")
    x = grid.cards(x, y, cards)
    if staged:
        grid.text(x, y, f"+{card_text(staged)}", Ink("info", bold=True), suits=True)
    rect = Rect(pile, y, frame.x + frame.width - pile, 1)
    grid.target("pile", rect, Intent("sheet", "pile"), label=words("Pile"))


def _discard(view: View) -> str:
    """The card whose discard is staged, '' for none."""
    return next((step.cards[0] for step in staging_of(view).steps if step.kind == "discard"), "")


def _wide_centre(grid: Grid, frame: Frame, view: View, y: int) -> None:
    """A box for each: the stock, the mortos, and the newest cards of the pile."""
    words, picture = view.words, view.picture
    x, muted = frame.x + 2, Ink("textMuted")
    grid.rule(frame.x, y, frame.width, words("Table"))
    grid.text(x, y + 1, words("Stock"), muted)
    _stack(grid, x, y + 2, picture.stock, words)
    grid.target("stock", Rect(x, y + 1, 8, 5), Intent("draw"), label=words("Draw"))
    grid.text(x + 10, y + 1, words("Mortos"), muted)
    for number, count in enumerate(picture.mortos):
        _stack(grid, x + 10 + 7 * number, y + 2, count, words)
    taken = [words("by {name}", name=name) for name in picture.took if name]
    for row, text in enumerate(taken):
        at = x + 10 + 7 * len(picture.mortos)
        grid.text(at, y + 3 + row, text, width=14)
    at = x + 34
    kind = words("Pile (open)") if picture.open_pile else words("Pile (closed)")
    grid.text(at, y + 1, f"{kind} · {words.number(len(picture.pile))}", muted)
    staged = _discard(view)
    cards = [*pile_cards(picture), *([staged] if staged else [])][-((frame.width - 36) // 7) :]
    for number, card in enumerate(cards):
        mark = "+" if staged and number == len(cards) - 1 else ""
        card_cell(grid, at + 7 * number, y + 2, card, mark, strong=bool(mark))
    rect = Rect(at, y + 1, frame.x + frame.width - at, 5)
    grid.target("pile", rect, Intent("sheet", "pile"), label=words("Pile"))


def _stack(grid: Grid, x: int, y: int, count: int, words: Words) -> None:
    grid.box(x, y, 6, 3)
    grid.text(x + 1, y + 1, "▒▒▒▒" if count else "", Ink("textMuted"))
    grid.text(x, y + 3, words.number(count), Ink(bold=True), width=6, align="centre")


def card_cell(
    grid: Grid, x: int, y: int, card: str, mark: str = "", *, strong: bool = False
) -> None:
    """A card in a box of six cells by three, with a mark behind it."""
    grid.box(x, y, 6, 3, Ink("turnLine" if strong else "panelBorder"), double=strong)
    grid.cards(x + 1, y + 1, (card,))
    if mark:
        grid.text(x + 4, y + 1, mark, Ink("info", bold=True))
