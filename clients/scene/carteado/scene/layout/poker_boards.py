"""The common cards of a poker table: one board, or both of a hand that is run twice."""

from __future__ import annotations

from collections.abc import Sequence

from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.poker_places import RISE, PokerPlaces
from carteado.scene.poker.boards import BoardPicture, board_name
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import CardShape, Rect

__all__ = ["draw_board"]


def draw_board(canvas: Canvas, picture: PokerPicture, at: PokerPlaces) -> None:
    """Draw the board, or both."""
    # A hand that is run twice replaces the single board until the next hand.
    if picture.boards:
        _two_boards(canvas, picture, at)
        return
    winning = picture.result.winning if picture.result is not None else frozenset[str]()
    for place, rect in enumerate(at.board):
        name = f"board:{place}"
        canvas.places[name] = rect
        if place < len(picture.board):
            # Cards that did not win are dimmed only once there is a winner, or the whole board
            # would look dead.
            card = picture.board[place]
            won = card in winning
            canvas.add(
                CardShape(
                    key=name,
                    place=name,
                    rect=rect.moved(0, -RISE) if won else rect,
                    card=card,
                    ring="turnLine" if won else "",
                    dim=bool(winning) and not won,
                )
            )
        # Quick Hold'em deals all five face down and turns them together.
        elif place < picture.hidden_board:
            canvas.add(CardShape(key=name, place=name, rect=rect, card="??"))
        elif place - len(picture.board) < len(picture.rabbit):
            # The rabbit hunt: the rest of the board, opened after the hand.
            card = picture.rabbit[place - len(picture.board)]
            canvas.add(CardShape(key=name, place=name, rect=rect, card=card, dim=True, mark="dot"))
        else:
            # The look reserves all five places from the start, so that nothing moves when a card
            # comes.
            canvas.box(rect, line="feltLine", radius=rect.w * 0.08, dashed=True, role="empty")


def _two_boards(canvas: Canvas, picture: PokerPicture, at: PokerPlaces) -> None:
    """Both boards, one below the other: what each decides at its left, for whom at its right."""
    # Two rings of 3 units and a little felt between them.
    gap = 8.0
    height = min(at.boards.h / 2 - gap / 2, at.board[0].h)
    # Whole units: the two rows must have exactly the same width.
    width = float(int(height / card_height(1)))
    height = card_height(width)
    top = at.boards.cy - height - gap / 2
    whole = 5 * width + 4 * gap
    for board in picture.boards:
        y = top if board.number == 1 else at.boards.cy + gap / 2
        row = Rect(at.boards.cx - whole / 2, y, whole, height)
        _cards_of(canvas, board, row, width, gap)
        left = Rect(at.boards.x, y, row.x - 12 - at.boards.x, height)
        right = Rect(row.right + 12, y, at.boards.right - row.right - 12, height)
        _stakes(canvas, board, left)
        _fortunes(canvas, picture, board, right)


def _cards_of(canvas: Canvas, board: BoardPicture, row: Rect, width: float, gap: float) -> None:
    for place in range(5):
        rect = Rect(row.x + place * (width + gap), row.y, width, row.h)
        # The first board keeps the usual names, so that movements of the dealer need no special
        # case.
        name = f"board:{place}" if board.number == 1 else f"second:{place}"
        canvas.places[name] = rect
        if place >= len(board.cards):
            canvas.box(rect, line="feltLine", radius=4, dashed=True, role="empty")
            continue
        card = board.cards[place]
        won = card in board.winning
        ring = "turnLine" if won else ""
        dim = bool(board.winning) and not won
        canvas.add(CardShape(key=name, place=name, rect=rect, card=card, ring=ring, dim=dim))


def _stakes(canvas: Canvas, board: BoardPicture, rect: Rect) -> None:
    """The name of the board, and the chips that it decides."""
    texts = (board_name(board.number, canvas.words), canvas.words.chips(board.amount))
    # Without `bold` the last line, the amount, is the strong one.
    _lines(canvas, rect, texts, "right")


def _fortunes(canvas: Canvas, picture: PokerPicture, board: BoardPicture, rect: Rect) -> None:
    """The winner of the board and the winning hand, or each hand's share of it."""
    words = canvas.words
    if board.winners:
        names = ", ".join(picture.seats[seat].name for seat in board.winners)
        _lines(canvas, rect, (names, board.hand), "left", bold=0)
        return
    parts = sorted(board.parts.items(), key=lambda one: -one[1])
    texts = [f"{picture.seats[seat].name} {words.percent(float(part))}" for seat, part in parts]
    # The second board's chances are counted once the first board is complete.
    if not texts and picture.chances:
        _lines(canvas, rect, (words("after the first board"),), "left", bold=-1)
        return
    _lines(canvas, rect, texts, "left", bold=0)


def _lines(
    canvas: Canvas, rect: Rect, texts: Sequence[str], align: str, bold: int | None = None
) -> None:
    """Lines beside a board, as many as it is high."""
    # Two lines of 1.3 need 2.6 times the size.
    size = min(canvas.s(14), max(11.0, rect.h / 2.6))
    shown = list(texts)[: max(1, int((rect.h + 4) / (size * 1.3)))]
    y = rect.cy - len(shown) * size * 1.3 / 2
    last = len(texts) - 1 if bold is None else bold
    for number, text in enumerate(shown):
        line = Rect(rect.x, y, rect.w, size * 1.3)
        strong = number == last
        canvas.text(
            line,
            text,
            size,
            "bold" if strong else "semibold",
            "textOnFelt" if strong else "textOnFeltMuted",
            "right" if align == "right" else "left",
            shrink=True,
        )
        y += size * 1.3
