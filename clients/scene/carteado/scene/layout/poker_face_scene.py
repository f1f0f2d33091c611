"""The screen of the bookkeeper: the form of a round, money and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from carteado.scene.cards import cards_text
from carteado.scene.faces import card_height
from carteado.scene.layout.bars import draw_offline
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.frame import frame_of
from carteado.scene.layout.overlays import draw_notice, notice_place
from carteado.scene.layout.top import Button, draw_top, film_buttons
from carteado.scene.poker_face.book import RANKS, SUITS, Book, face_of, next_step
from carteado.scene.poker_face.renderer import FacePicture
from carteado.scene.reader import Reader
from carteado.scene.shapes import CardShape, Icon, Intent, Rect, Scene
from carteado.scene.story import Line
from carteado.scene.text import Weight, wrapped
from carteado.scene.ui import Settings, Ui

__all__ = ["book_of", "poker_face_scene"]

# The game uses the paper's names of ranks and suits; players read these.
_SIGNS = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_SUITS = {"P": ("c", "clubs"), "E": ("s", "spades"), "C": ("h", "hearts"), "O": ("d", "diamonds")}


def book_of(ui: Ui, picture: FacePicture) -> Book:
    """The form as it is filled in."""
    book = ui.more if isinstance(ui.more, Book) else Book()
    # The rows follow the table's list of players, also after a reconnect.
    return book.with_players(tuple(name for name, _ in picture.players))


def poker_face_scene(
    reader: Reader, ui: Ui, settings: Settings, size: tuple[float, float], now_ms: float
) -> Scene:
    """The screen: a pure function; the arguments are those of `table_scene`."""
    picture: FacePicture = reader.picture()
    words = reader.words
    frame = frame_of(size, settings.text, drawer=False)
    canvas = Canvas(frame, words, ui, still=settings.reduced)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    page: Button = ("table-page", "menu", words("Table"), Intent("sheet", "table"), "F5")
    buttons = film_buttons(canvas.words, ui.film) if ui.film else (page,)
    draw_top(canvas, picture.title, picture.subtitle, buttons)
    top = frame.top.bottom + 12
    bottom = size[1] - 12
    wide = min(340.0 * min(settings.text, 1.3), size[0] * 0.32)
    right = Rect(size[0] - wide - 16, top, wide, bottom - top)
    left = Rect(16, top, right.x - 32, bottom - top)
    _results(canvas, right, picture)
    if not reader.live:
        draw_offline(canvas, Rect(left.x, left.y, left.w, 100), now_ms)
    elif picture.playing:
        _form(canvas, left, book_of(ui, picture), picture)
    else:
        _watching(canvas, left, picture)
    if ui.notice is None or ui.notice.field:
        draw_notice(canvas)
    else:
        # At the bottom of the results, whose newest line is the first: it hides no key of the form.
        inside = right.inset(8, 8)
        place = notice_place(canvas, within=inside)
        high = place.h if place is not None else 0.0
        draw_notice(canvas, within=inside._replace(y=inside.bottom - high))
    return canvas.scene(live=picture.report[-1].text if picture.report else "")


def _watching(canvas: Canvas, rect: Rect, picture: FacePicture) -> None:
    words = canvas.words
    text = words("{name} keeps the books.", name=picture.keeper)
    if not picture.keeper:
        text = words("Nobody keeps the books yet.")
        place = Rect(rect.x, rect.y + 60, 240, 52)
        canvas.button("sit", place, words("Keep the books"), Intent("sit"), kind="primary")
    canvas.text(Rect(rect.x, rect.y, rect.w, 40), text, canvas.s(18), "semibold")


def _form(canvas: Canvas, rect: Rect, book: Book, picture: FacePicture) -> None:
    words = canvas.words
    scale = min(canvas.frame.metrics.scale, 1.3)
    head = Rect(rect.x, rect.y, rect.w, 44)
    canvas.text(Rect(head.x, head.y, 60 * scale, 44), words("Ante"), canvas.s(15), "semibold")
    x = head.x + 64 * scale
    minus, field = Rect(x, head.y, 44, 44), Rect(x + 52, head.y, 90, 44)
    canvas.button("ante:less", minus, "", Intent("ante", -50), icon="minus")
    ante = canvas.typed("ante", words.number(book.ante))
    canvas.field("ante", field, text=ante, align="center")
    plus = Rect(field.right + 8, head.y, 44, 44)
    canvas.button("ante:more", plus, "", Intent("ante", 50), icon="plus")
    pot = words("Pot {amount}", amount=book.pot)
    canvas.text(head, pot, canvas.s(18), "bold", align="right")
    # Two rows of ranks, one of suits, the hint above and the button below.
    keys_h = 3 * 50.0 + canvas.s(20) + 64
    # The keys keep their size; the rows of the players take what is left.
    area = Rect(rect.x, head.bottom + 10, rect.w, rect.h - 54 - keys_h - 8)
    _rows(canvas, area, book, dict(picture.players))
    _keys(canvas, Rect(rect.x, rect.bottom - keys_h, rect.w, keys_h), book, picture)


def _rows(canvas: Canvas, area: Rect, book: Book, money: Mapping[str, int]) -> None:
    # Before the first round nobody has money, and players can still be added.
    words, fresh = canvas.words, not money
    # One row more for the name of the next player.
    count = len(book.rows) + (1 if fresh and len(book.rows) < 10 else 0)
    columns = 1 if count <= 4 else 2
    lines = -(-max(1, count) // columns)
    # Ten players in two columns need five lines of at least a finger's height.
    height = max(40.0, min(64.0, area.h / lines - 6))
    width = (area.w - 10 * (columns - 1)) / columns
    for number in range(count):
        line, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 10), area.y + line * (height + 6), width, height)
        if number < len(book.rows):
            _row(canvas, rect, book, number, money)
            continue
        field = Rect(rect.x, rect.cy - 22, rect.w - 130, 44)
        canvas.field("player", field, hint=words("Name of a player"))
        add = Rect(field.right + 8, field.y, 122, 44)
        canvas.button("player-add", add, words("Add"), Intent("player-add"), kind="secondary")


def _row(canvas: Canvas, rect: Rect, book: Book, number: int, money: Mapping[str, int]) -> None:
    words, row = canvas.words, book.rows[number]
    active = number == book.active
    canvas.box(
        rect,
        "panel",
        line="turnLine" if active else "panelBorder",
        width=3 if active else 1,
        radius=10,
        role="row",
    )
    canvas.target(f"row:{number}", rect, Intent("row", number), label=row.name, kind="place")
    name = Rect(rect.x + 12, rect.y, rect.w * 0.24, rect.h)
    # None before the first round, when there is no money to show.
    _name(canvas, name, row.name, money.get(row.name))
    button = Rect(rect.right - 82, rect.cy - 19, 74, 38)
    if not money:
        canvas.button(f"remove:{number}", button, "", Intent("player-remove", number), icon="cross")
    else:
        text = words("plays") if row.plays else words("ante only")
        intent = Intent("plays", number)
        canvas.button(f"plays:{number}", button, text, intent, kind="outline", size=13)
    # A player who pays only the ante has no bet and no cards.
    if not row.plays:
        return
    field = Rect(name.right + 6, rect.cy - 19, 80, 38)
    bet = canvas.typed(f"bet:{number}", words.number(row.bet))
    canvas.field(f"bet:{number}", field, text=bet, align="center", size=15)
    room = button.x - field.right - 16
    # Five cards with four gaps of 4; 1.4 is the height of a card by its width.
    width = min(40.0, (room - 16) / 5, (rect.h - 8) / 1.4)
    for slot in range(5):
        place = Rect(
            field.right + 10 + slot * (width + 4),
            rect.cy - card_height(width) / 2,
            width,
            card_height(width),
        )
        if slot < len(row.cards):
            card = row.cards[slot]
            again = card in book.twice
            canvas.add(
                CardShape(rect=place, card=face_of(card), role="slot", ring="warn" if again else "")
            )
        else:
            # The next key press fills this slot.
            now = active and slot == len(row.cards)
            canvas.box(
                place,
                line="turnLine" if now else "panelBorder",
                width=2 if now else 1,
                radius=4,
                dashed=not now,
                role="empty",
            )


def _name(canvas: Canvas, place: Rect, name: str, money: int | None) -> None:
    """A name, and below it what the player has."""
    size = canvas.s(16)
    if money is None:
        canvas.text(place, name, size, "semibold", shrink=True)
        return
    fit = min(1.0, place.h * 0.9 / (size * 2.1))
    line = Rect(place.x, place.cy - size * 1.15 * fit, place.w, size * 1.15 * fit)
    canvas.text(line, name, size * fit, "semibold", shrink=True)
    below = Rect(place.x, place.cy, place.w, size * 1.1 * fit)
    amount = canvas.words.number(money)
    canvas.text(below, amount, size * 0.9 * fit, "semibold", "textMuted", shrink=True)


def _keys(canvas: Canvas, rect: Rect, book: Book, picture: FacePicture) -> None:
    """Draw the keys with which the bookkeeper enters a round, and the next step above them."""
    line = Rect(rect.x, rect.y, rect.w, canvas.s(20))
    _hint(canvas, line, book)
    y = line.bottom + 2
    _ranks(canvas, Rect(rect.x, y, rect.w, 94), book)
    _suits(canvas, Rect(rect.x, y + 100, rect.w, 44), book)
    _decide(canvas, Rect(rect.x, rect.bottom - 54, rect.w, 54), book, picture)


def _hint(canvas: Canvas, line: Rect, book: Book) -> None:
    words = canvas.words
    hint, ink = next_step(book, words), "textMuted"
    # A doubled card matters more than the next step.
    if book.twice:
        hint = words(
            "{cards} appears twice. You can enter it; the round then gets a warning.",
            cards=cards_text([face_of(card) for card in sorted(book.twice)]),
        )
        ink = "warn"
    canvas.text(line, hint, canvas.s(14), "semibold", ink, suits=True, shrink=True)


def _ranks(canvas: Canvas, rect: Rect, book: Book) -> None:
    """Draw the ranks and the key that takes a card back, in two rows of seven."""
    width = (rect.w - 6 * 6) / 7
    for at, rank in enumerate((*RANKS, "back")):
        place = Rect(rect.x + (at % 7) * (width + 6), rect.y + (at // 7) * 50, width, 44)
        if rank == "back":
            back = Intent("card-back")
            keys = ("Backspace",)
            canvas.button("card-back", place, "", back, icon="undo", kind="outline", hotkeys=keys)
            continue
        # The chosen rank stays marked until its suit completes the card.
        kind = "primary" if book.rank == rank else "neutral"
        sign = _SIGNS.get(rank, rank)
        # Each rank has a single key, so 0 stands for ten.
        key = "0" if rank == "10" else sign.lower()
        shown = key if rank == "10" else ""
        intent = Intent("rank", rank)
        canvas.button(f"rank:{rank}", place, sign, intent, kind=kind, hotkey=shown, hotkeys=(key,))


def _suits(canvas: Canvas, rect: Rect, book: Book) -> None:
    width = (rect.w - 18) / 4
    for at, suit in enumerate(SUITS):
        letter, name = _SUITS[suit]
        place = Rect(rect.x + at * (width + 6), rect.y, width, rect.h)
        # Suits are dim until a rank is chosen, because the rank comes first.
        canvas.box(place, "card.face" if book.rank else "card.faceDim", radius=8, role="button")
        mark = Rect.around(place.cx, place.cy, 26, 26)
        canvas.add(Icon(rect=mark, name=f"suit:{letter}", colour=f"suit.{name}"))
        # Keys are those of the other games' suits, not the letters of the Portuguese names.
        hotkey = {"E": "s", "C": "h", "O": "d", "P": "c"}[suit]
        canvas.key_sign(place.right - 30, place.cy, hotkey, "suit.spades")
        canvas.target(f"suit:{suit}", place, Intent("suit", suit), hotkeys=(hotkey,), label=name)


def _decide(canvas: Canvas, rect: Rect, book: Book, picture: FacePicture) -> None:
    """Draw the button that enters the round, and the one that corrects the last or cancels."""
    words = canvas.words
    # Nothing to correct and nothing to cancel: one wide button.
    alone = book.correcting is None and not picture.rounds
    width = rect.w if alone else rect.w * 0.55
    label = words("Decide round")
    if book.correcting is not None:
        label = words("Correct round {number}", number=book.correcting)
    canvas.button(
        "decide",
        Rect(rect.right - width, rect.y, width, rect.h),
        label,
        Intent("decide"),
        kind="primary",
        hotkey="Enter",
        enabled=book.complete,
    )
    other = Rect(rect.x, rect.y, rect.w * 0.45 - 8, rect.h)
    if book.correcting is not None:
        cancel, clear = words("Cancel"), Intent("clear-book")
        canvas.button("clear-book", other, cancel, clear, kind="outline", hotkey="F1")
    elif picture.rounds:
        last, correct = words("Correct last"), Intent("correct")
        canvas.button("correct", other, last, correct, kind="outline", hotkey="F2")


def _results(canvas: Canvas, rect: Rect, picture: FacePicture) -> None:
    words = canvas.words
    canvas.box(rect, "panel", line="panelBorder", radius=12, role="list")
    inner = rect.inset(14, 10)
    size = canvas.s(15)
    canvas.text(Rect(inner.x, inner.y, inner.w, size * 1.6), words("Money"), size, "bold")
    y = inner.y + size * 1.8
    # The richest first; equal ones keep the order of the table.
    for name, money in sorted(picture.players, key=lambda one: -one[1]):
        line = Rect(inner.x, y, inner.w, size * 1.5)
        canvas.text(Rect(line.x, y, line.w - 90, line.h), name, size)
        canvas.text(line, words.number(money), size, "bold", align="right")
        y += size * 1.6
    if not picture.players:
        text, small = words("The first round gives each player their money."), canvas.s(13.5)
        for row in wrapped(text, inner.w, small):
            canvas.text(Rect(inner.x, y, inner.w, small * 1.45), row, small, colour="textMuted")
            y += small * 1.45
    y += 8
    canvas.text(Rect(inner.x, y, inner.w, size * 1.6), words("Results"), size, "bold")
    y += size * 1.8
    # Whole rounds, the last one first; the log of the table has those without room here.
    for block in reversed(_blocks(picture.report)):
        y = _draw_lines(canvas, Rect(inner.x, y, inner.w, inner.bottom - y), block) + 6
        if inner.bottom - y < canvas.s(20):
            break


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that belong together: a heading and what follows it."""
    found: list[list[Line]] = []
    for line in lines:
        if line.kind == "heading" or not found:
            # Lines before the first heading form a block of their own.
            found.append([])
        found[-1].append(line)
    return found


def _draw_lines(canvas: Canvas, area: Rect, block: Sequence[Line]) -> float:
    """Draw lines from the top of an area; where they end is returned."""
    size, y = canvas.s(13.5), area.y
    for line in block:
        weight: Weight = "regular" if line.kind == "line" else "semibold"
        ink = "textMuted" if line.kind == "line" else "text"
        for row in wrapped(line.text, area.w, size, weight):
            if y + size * 1.45 > area.bottom:
                return area.bottom
            canvas.text(Rect(area.x, y, area.w, size * 1.45), row, size, weight, ink, suits=True)
            y += size * 1.45
    return y
