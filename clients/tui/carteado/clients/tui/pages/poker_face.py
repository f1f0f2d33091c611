"""The bookkeeper of Poker Face: the form of a round, money and results."""

from __future__ import annotations

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame, frame_of
from carteado.clients.tui.grid import KEY, Grid, Ink
from carteado.clients.tui.pages.side import draw_log, draw_side
from carteado.clients.tui.pages.top import draw_line, draw_notice, draw_table_top, reconnecting
from carteado.clients.tui.view import View
from carteado.scene.cards import card_text, cards_text
from carteado.scene.layout.poker_face_scene import book_of
from carteado.scene.poker_face.book import RANKS, Book, Row, face_of, next_step
from carteado.scene.poker_face.renderer import FacePicture
from carteado.scene.shapes import Intent, Rect
from carteado.scene.words import Words

__all__ = ["draw", "key_lines"]

ROWS = 4
"""Row of the first player."""

# One key for each rank, so 0 is ten.
_KEYS = {"1": "A", "10": "0", "11": "J", "12": "Q", "13": "K"}
# Keys of the English names; diamonds also have O, as the paper writes them.
_SUITS = (("E", ("S",)), ("C", ("H",)), ("O", ("O", "D")), ("P", ("C",)))
_NOWHERE = Rect(-1, -1, 0, 0)


def draw(grid: Grid, view: View) -> None:
    """Draw the table."""
    frame = frame_of((grid.width, grid.height))
    words, picture = view.words, view.picture
    draw_table_top(grid, view)
    if frame.wide:
        draw_side(grid, frame, view)
    else:
        # Behind the players, and the row in which one more can be added.
        rows = len(picture.players) or len(book_of(view.ui, picture).rows) + 1
        draw_log(grid, frame, view, ROWS + rows + 1)
    if not view.reader.live:
        text = reconnecting(view)
        grid.text(frame.x + 2, 2, text, Ink("warn", bold=True))
    elif picture.playing:
        _form(grid, frame, view, book_of(view.ui, picture))
    else:
        _watching(grid, frame, view)
    grid.rule(frame.x, frame.rule, frame.width)
    hints = [(words("Tab chat"), "Tab"), (words("? help"), "?"), (words("Esc menu"), "Escape")]
    draw_line(grid, frame, hints)
    grid.target("chat", _NOWHERE, Intent("none"), hotkeys=("Tab",), kind="field")
    grid.target("help", _NOWHERE, Intent("sheet", "help"), hotkeys=("?",))
    grid.target("menu", _NOWHERE, Intent("sheet", "menu"), hotkeys=("Escape",))
    draw_notice(grid, frame.rule, frame.x, frame.width)


def key_lines(words: Words) -> list[str]:
    """The keys of the form, for the help."""
    return [
        words("E writes the ante, N adds a player, B writes the bet of the player marked ▸"),
        words("A, 2 to 9, 0 for a ten, J, Q, K, then S, H, D or C enter a card, Z takes it back"),
        words("↑ and ↓ choose a player, T takes the player out of a round or back in"),
        words("X removes the player before the first round"),
        words("Enter decides the round, R corrects the last one"),
    ]


def _watching(grid: Grid, frame: Frame, view: View) -> None:
    words, picture = view.words, view.picture
    text = words("{name} keeps the books.", name=picture.keeper)
    if not picture.keeper:
        text = words("Nobody keeps the books yet.")
        label, sit = words("Keep the books"), Intent("sit")
        grid.button("sit", frame.x + 2, frame.turn, label, sit, hotkeys=("Enter",), strong=True)
    grid.text(frame.x + 2, 2, text, Ink(bold=True), width=frame.width - 4)
    for number, (name, money) in enumerate(picture.players):
        grid.text(frame.x + 2, ROWS + number, name, width=24)
        amount = words.number(money)
        grid.text(frame.x + 28, ROWS + number, amount, Ink(bold=True), width=12, align="right")


def _form(grid: Grid, frame: Frame, view: View, book: Book) -> None:
    words, picture = view.words, view.picture
    x = grid.text(frame.x + 2, 2, "E ", KEY)
    x = grid.text(x, 2, words("Ante"), Ink(bold=True)) + 1
    grid.field("ante", x, 2, 12, words.number(book.ante), hotkeys=("E",))
    pot = words("Pot {amount}", amount=book.pot)
    grid.text(frame.x, 2, pot, Ink(bold=True), width=frame.width - 2, align="right")
    money = dict(picture.players)
    # The first round decides who plays; later ones only choose among them.
    fresh = not picture.players
    muted = Ink("textMuted")
    for at, title in ((3, words("Player")), (25, words("Bets")), (36, words("Cards"))):
        grid.text(frame.x + at, ROWS - 1, title, muted, width=11)
    if money:
        title = words("Chips")
        grid.text(frame.x, ROWS - 1, title, muted, width=frame.width - 2, align="right")
    for number, row in enumerate(book.rows):
        _row(grid, frame, view, book, (number, row), money.get(row.name))
    if fresh and len(book.rows) < 10:
        y = ROWS + len(book.rows)
        grid.text(frame.x + 2, y, "N", KEY)
        grid.field("player", frame.x + 4, y, 26, "", hotkeys=("N",))
        hint = words("Name of a player")
        grid.text(frame.x + 32, y, hint, Ink("textMuted"), width=frame.width - 34)
    _keys(grid, frame, view, book, fresh=fresh)


def _row(
    grid: Grid, frame: Frame, view: View, book: Book, at: tuple[int, Row], money: int | None
) -> None:
    """A player: name, bet, five cards, whether the round is played, and money."""
    words, (number, row) = view.words, at
    x, y, active = frame.x, ROWS + number, number == book.active
    grid.text(x + 1, y, "▸" if active else " ", Ink("turn", bold=True))
    name = Ink("turn" if active else "text", bold=True, reverse=active)
    grid.text(x + 3, y, row.name, name, width=20)
    grid.target(f"row:{number}", Rect(x, y, 24, 1), Intent("row", number), label=row.name)
    if row.plays:
        keys = ("B",) if active else ()
        grid.field(f"bet:{number}", x + 24, y, 10, words.number(row.bet), hotkeys=keys)
        for slot in range(5):
            shown = card_text(face_of(row.cards[slot])) if slot < len(row.cards) else "·"
            twice = slot < len(row.cards) and row.cards[slot] in book.twice
            text = f"{shown}!" if twice else shown
            ink = Ink("warn", bold=True) if twice else Ink(bold=slot < len(row.cards))
            grid.text(x + 36 + 5 * slot, y, text, ink, width=5, suits=True)
    else:
        grid.text(x + 24, y, words("ante only"), Ink("textMuted"), width=30)
    # Players can be removed only before the first round.
    if money is None and active:
        remove = Intent("player-remove", number)
        label = words("Remove")
        left = frame.x + frame.width - 3 - cell_len(label)
        grid.button("remove", left, y, label, remove, hotkeys=("X",))
    if money is not None:
        amount = words.number(money)
        grid.text(x, y, amount, Ink(bold=True), width=frame.width - 2, align="right")


def _keys(grid: Grid, frame: Frame, view: View, book: Book, *, fresh: bool) -> None:
    """The next input, the keys, and the buttons that send."""
    words = view.words
    # While a field is written, the letters and Enter belong to it.
    writing = grid.ui.editing.partition(":")[0] in ("player", "ante", "bet")
    picture: FacePicture = view.picture
    row = book.rows[book.active] if book.rows else None
    hint = next_step(book, words)
    if grid.ui.editing == "player":
        hint = words("Name of a player")
    elif writing:
        hint = words("Enter a whole number of chips above zero.")
    elif book.twice:
        hint = words(
            "{cards} appears twice. You can enter it; the round then gets a warning.",
            cards=cards_text([face_of(card) for card in sorted(book.twice)]),
        )
    # Any suit does: its sign is cut off again.
    chosen = f"  {card_text(face_of(book.rank + 'E'))[:-1]}?" if book.rank else ""
    ink = Ink("warn" if book.twice else "turn", bold=True)
    grid.text(frame.x + 2, frame.turn, hint + chosen, ink, width=frame.width - 4)
    hints = [(words("↑↓ player"), "Up Down")]
    if writing:
        hints = [(words("Enter go"), "Enter"), (words("Esc back"), "Escape")]
    hidden = row is None or writing
    x = frame.x + 2 if hidden else _card_keys(grid, words, frame.x + 2, frame.presets)
    grid.hints(x, frame.presets, hints, frame.x + frame.width - x - 1)
    label = words("Decide round")
    if book.correcting is not None:
        label = words("Correct round {number}", number=book.correcting)
    x = 4 + grid.button(
        "decide",
        frame.x + 2,
        frame.actions,
        label,
        Intent("decide"),
        hotkeys=("Enter",),
        enabled=book.complete and not writing,
        strong=True,
    )
    if book.correcting is not None:
        clear = Intent("clear-book")
        label = words("Cancel")
        x = 4 + grid.button("clear-book", x, frame.actions, label, clear, hotkeys=("R",))
    elif picture.rounds:
        label, correct = words("Correct last"), Intent("correct")
        x = 4 + grid.button("correct", x, frame.actions, label, correct, hotkeys=("R",))
    if row is not None and not writing:
        # The keys of the active row; those of the cards fill the row below.
        more = [(words("B bet"), "B"), *([] if fresh else [(words("T plays"), "T")])]
        grid.hints(x, frame.actions, more, frame.x + frame.width - x - 1)
    if row is not None:
        _row_keys(grid, book, fresh=fresh)


def _card_keys(grid: Grid, words: Words, x: int, y: int) -> int:
    """The keys of ranks and suits, and the one that takes a card back; the column behind them."""
    for rank in RANKS:
        key = _KEYS.get(rank, rank)
        x = grid.button(f"rank:{rank}", x, y, "", Intent("rank", rank), hotkeys=(key,))
    x += 1
    for suit, keys in _SUITS:
        label = card_text(face_of("1" + suit))[-1]
        x = 1 + grid.button(
            f"suit:{suit}", x, y, label, Intent("suit", suit), hotkeys=keys, shown=keys[-1]
        )
    card_back = Intent("card-back")
    return 2 + grid.button("card-back", x + 1, y, words("back"), card_back, hotkeys=("Z",))


def _row_keys(grid: Grid, book: Book, *, fresh: bool) -> None:
    last, at = len(book.rows) - 1, book.active
    for name, key, intent in (
        ("row-up", "Up", Intent("row", at - 1 if at else last)),
        ("row-down", "Down", Intent("row", at + 1 if at < last else 0)),
    ):
        grid.target(name, _NOWHERE, intent, hotkeys=(key,))
    if not fresh:
        grid.target("plays", _NOWHERE, Intent("plays", at), hotkeys=("T",))
