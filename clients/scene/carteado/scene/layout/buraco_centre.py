"""Stock, mortos and pile in the middle of a Buraco table."""

from __future__ import annotations

from dataclasses import dataclass

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.staging import Staging
from carteado.scene.cards import is_known
from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.overlays import dialog
from carteado.scene.reader import Reader
from carteado.scene.shapes import CardShape, Intent, Rect
from carteado.scene.text import common_size, text_width, wrapped

__all__ = ["draw_centre", "draw_pile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sizes:
    """Lengths of the middle, logical pixels.

    Attributes:
        width: of a card.
        height: of a card.
        scale: of the text: smaller where the hand leaves little room, so that the pile is visible.
        small: font size of the labels.
        head: height of a label.
        between: from the stock to the mortos.
    """

    width: float
    height: float
    scale: float
    small: float
    head: float
    between: float


def draw_centre(
    canvas: Canvas, rect: Rect, picture: BuracoPicture, staging: Staging, lowest: float
) -> None:
    """Draw the stock, the mortos, the pile, and what happened in this round.

    Args:
        canvas: to draw on.
        rect: the room between the two areas of runs.
        picture: the picture of the table.
        staging: the staged plays.
        lowest: y that the lines about this round may not pass.
    """
    sizes = _sizes(canvas, rect)
    label = Rect(rect.x, rect.y, sizes.width + sizes.between - 6, sizes.head)
    # Both words have one size.
    size = common_size([canvas.words("Stock")], label.w, sizes.small, "semibold")
    stock = _stock(canvas, label, picture, sizes, size)
    mortos = Rect(stock.right + sizes.between, rect.y, 0, sizes.head + sizes.height)
    _mortos(canvas, mortos._replace(w=rect.right - mortos.x), picture, sizes, size)
    y = stock.bottom + 10 + max(20.0, 18 * sizes.scale)
    room = Rect(rect.x, y, rect.w, rect.bottom - y)
    width = sizes.width
    # The pile decides the turn, so its cards shrink before they are cut.
    while width > 24 and card_height(width + 4) + sizes.head + 2 > room.h:
        width -= 2
    y = _pile(canvas, room, picture, staging, width + 4, sizes.small)
    _round(canvas, Rect(rect.x, y + 10, rect.w, lowest - y - 10), picture)


def _sizes(canvas: Canvas, rect: Rect) -> _Sizes:
    desktop = canvas.frame.metrics.name == "desktop"
    width = 60.0 if desktop else 44.0
    height = card_height(width)
    # 62 units is the height of the labels and counts at scale 1, so this is the scale that still
    # fits.
    fits = (rect.h - height - 10 - card_height(width + 4)) / 62
    scale = max(1.0, min(canvas.frame.metrics.scale, fits))
    small = 12.5 * scale
    if desktop:
        # Three cards in a row: the stock and two mortos.
        between = (rect.w - 3 * width) / 2 - 4
    else:
        # A longer word for the stock moves the mortos to the right, as far as there is room.
        wished = text_width(canvas.words("Stock"), small, "semibold") + 10 - width
        between = min(wished, rect.w - 3 * width - 8)
    return _Sizes(
        width=width,
        height=height,
        scale=scale,
        small=small,
        head=small * 1.7,
        between=max(10.0, between),
    )


def _stock(canvas: Canvas, label: Rect, picture: BuracoPicture, sizes: _Sizes, size: float) -> Rect:
    """Draw the stock below its label, which has a font `size`; where it lies."""
    words = canvas.words
    canvas.text(label, words("Stock"), size, "semibold", "textOnFeltMuted", shrink=True)
    stock = Rect(label.x, label.bottom, sizes.width, sizes.height)
    _stack(canvas, stock, picture.stock, sizes.scale, alternate=False)
    canvas.places["stock"] = stock
    if not canvas.ui.covered:  # somebody else may sit in front of the screen
        # The label and the count belong to the target: the card alone is small for a finger.
        place = Rect(stock.x, label.y, sizes.width, sizes.head + sizes.height + 22)
        canvas.target("stock", place, Intent("draw"), label=words("Draw"), kind="place")
    return stock


def _mortos(canvas: Canvas, rect: Rect, picture: BuracoPicture, sizes: _Sizes, size: float) -> None:
    """Draw both mortos below a label of the font `size`, or who took them."""
    words, width = canvas.words, sizes.width
    label = Rect(rect.x, rect.y, rect.w, sizes.head)
    canvas.text(label, words("Mortos"), size, "semibold", "textOnFeltMuted")
    # Both pairs have an entry; '' means that the pair has taken no morto yet.
    takers = [name for name in picture.took if name]
    taken = 2 - len(picture.mortos)
    for number in range(2):
        place = Rect(rect.x + number * (width + 8), label.bottom, width, sizes.height)
        canvas.places[f"morto:{number}"] = place
        # The mortos that are left stand at the right; the places of taken ones begin at the left.
        if number >= taken:
            cards = picture.mortos[number - taken]
            _stack(canvas, place, cards, sizes.scale, alternate=True)
            continue
        # A morto without a taker became the stock when that ran out.
        name = takers[number] if number < len(takers) else ""
        # Before the first deal there was none.
        stock = words("now the stock") if picture.deal else ""
        _empty(canvas, place, words("by {name}", name=name) if name else stock)


def _empty(canvas: Canvas, place: Rect, text: str) -> None:
    """Draw the place of a morto that is not on the table, with what became of it."""
    canvas.box(place, line="feltLine", radius=5, dashed=True, role="empty")
    width = place.w - 4
    size = common_size(text.split(), width, 12, "semibold")
    lines = wrapped(text, width, size, "semibold", 3)
    for row, line in enumerate(lines):
        rect = Rect(place.x + 2, place.cy - len(lines) * 8 + row * 16, width, 16)
        canvas.text(rect, line, size, "semibold", "textOnFelt", "center", shrink=True)


def _stack(canvas: Canvas, rect: Rect, count: int, scale: float, *, alternate: bool) -> None:
    if count:
        canvas.add(CardShape(rect=rect, card="??", alternate=alternate, role="stack"))
    else:
        canvas.box(rect, line="feltLine", radius=5, dashed=True, role="empty")
    # The look's rule: every count is a number, because nobody counts the edges of a stack.
    under = Rect(rect.x, rect.bottom + 3, rect.w, max(20.0, 18 * scale))
    canvas.text(under, str(count), 15 * scale, "bold", "textOnFelt", "center")


def _pile(
    canvas: Canvas,
    rect: Rect,
    picture: BuracoPicture,
    staging: Staging,
    width: float,
    small: float,
) -> float:
    """Draw the pile below its title; its lower edge.

    Args:
        canvas: to draw on.
        rect: the room for both.
        picture: of the table.
        staging: the turn as far as it is chosen, with its discard.
        width: of a card, logical pixels.
        small: font size of the title.
    """
    title = Rect(rect.x, rect.y, rect.w, small * 1.7)
    _pile_title(canvas, title, picture, small)
    cards = Rect(rect.x, title.bottom + 2, rect.w, card_height(width))
    last = _pile_cards(canvas, cards, picture, staging, width)
    canvas.places["pile"] = last
    # Movements name the pile as a whole or its top card; both are one place.
    canvas.places["pile:top"] = last
    area = Rect(rect.x, rect.y, rect.w, cards.bottom - rect.y)
    # A closed pile has nothing to look through.
    keys = ("p",) if picture.pile and picture.open_pile else ()
    label = canvas.words("Pile")
    if not canvas.ui.covered:
        canvas.target("pile", area, Intent("pile"), hotkeys=keys, label=label, kind="place")
    return cards.bottom


def _pile_title(canvas: Canvas, line: Rect, picture: BuracoPicture, small: float) -> None:
    """Draw the kind and size of the pile; where it lies open, also the key that shows all of it."""
    words = canvas.words
    kind = words("Pile (open)") if picture.open_pile else words("Pile (closed)")
    title = f"{kind} · {len(picture.pile)}"
    marked = picture.pile and picture.open_pile
    named = Rect(line.x, line.y, line.w - (66 if marked else 0), line.h)
    # Everybody sees whether the cards lie open; their number is worth more.
    if text_width(title, small * 0.8, "semibold") > named.w:
        title = f"{words('Pile')} · {len(picture.pile)}"
    size = common_size([title], named.w, small, "semibold")
    canvas.text(named, title, size, "semibold", "textOnFeltMuted", shrink=True)
    if marked:
        key = Rect(line.right - 22, line.cy - 9, 20, 18)
        canvas.box(key, line="link", radius=4, role="key")
        canvas.text(key, "P", 12, "semibold", "link", "center")
        more = Rect(key.x - 40, line.y, 34, line.h)
        canvas.text(more, words("all"), size, "semibold", "link", "right", shrink=True)


def _pile_cards(
    canvas: Canvas, rect: Rect, picture: BuracoPicture, staging: Staging, width: float
) -> Rect:
    """Draw the cards as a fan, oldest left, the newest that fit; the place of the top card."""
    # The closed game sends blanks for the lower cards, and shows only the top one.
    cards = [card for card in picture.pile if is_known(card)] if picture.open_pile else []
    if not picture.open_pile and picture.pile:
        cards = [picture.pile[-1]]
    staged = next((step.cards[0] for step in staging.steps if step.kind == "discard"), "")
    # The look's rule: 46% of the width shows rank and suit.
    step = 0.46 * width + 1
    # The staged discard lies on top and needs a step of its own.
    room = int((rect.w - width) // step) + 1 - (1 if staged else 0)
    # The newest cards are shown: they are the ones on top, and the pile sheet has the rest.
    shown = cards[-max(1, room) :]
    laid: list[str] = [*shown, staged] if staged else [*shown]
    for number, card in enumerate(laid):
        is_staged = staged != "" and number == len(shown)
        wrong = is_staged and staged in staging.refused
        canvas.add(
            CardShape(
                rect=Rect(rect.x + number * step, rect.y, width, rect.h),
                card=card,
                role="pile-card",
                place="pile:top" if number == len(shown) - 1 and not staged else "",
                # One blue in every theme, because a card's face is light in every theme.
                ring="danger" if wrong else "#0B5CAD" if is_staged else "",
                ring_dashed=is_staged and not wrong,
                mark="!" if wrong else "+" if is_staged else "",
            )
        )
    if not laid:
        place = Rect(rect.x, rect.y, width, rect.h)
        canvas.box(place, line="feltLine", radius=5, dashed=True, role="empty")
    return Rect(rect.x + max(0, len(shown) - 1) * step, rect.y, width, rect.h)


def _round(canvas: Canvas, rect: Rect, picture: BuracoPicture) -> None:
    """The last lines that fit."""
    size = canvas.s(13)
    pitch = size * 1.5
    # One line is for the title.
    room = int(rect.h // pitch) - 1
    if room < 1 or not picture.round:
        return
    rows: list[str] = []
    for text in reversed(picture.round):  # whole sentences only
        lines = wrapped(text, rect.w, size)
        if len(rows) + len(lines) > room:
            break
        rows = [*lines, *rows]
    if not rows:
        return
    canvas.text(
        Rect(rect.x, rect.y, rect.w, pitch),
        canvas.words("This round"),
        canvas.s(12.5),
        "semibold",
        "textOnFeltMuted",
    )
    for number, row in enumerate(rows):
        line = Rect(rect.x, rect.y + (number + 1) * pitch, rect.w, pitch)
        canvas.text(line, row, size, colour="textOnFelt", suits=True)


def draw_pile(canvas: Canvas, picture: BuracoPicture, reader: Reader, felt: Rect) -> None:
    """The whole pile, opened by one tap, and the button that takes it.

    Args:
        canvas: of the table.
        picture: with the pile.
        reader: whose offers decide whether the pile may be taken.
        felt: between the bars; the dialog is no larger.
    """
    words = canvas.words
    width = 64.0
    columns = max(4, int((min(760.0, felt.w) - 60) // (width + 6)))
    cards = [card for card in picture.pile if is_known(card)]
    rows = max(1, -(-len(cards) // columns))
    height = card_height(width)
    # More than two rows overlap, so that a pile of forty cards still fits the dialog.
    pitch = height + 8 if rows <= 2 else height * 0.6
    body = min(felt.h * 0.7, (rows - 1) * pitch + height)
    # The server's offers decide; the client does not know when a pile may be taken.
    may_take = any(offer.tag == "take" for offer in reader.offers)
    buttons = [("close", words("Close"), Intent("pile"), "Escape", "neutral")]
    if may_take:
        label = words("Take the pile")
        buttons.append(("take", label, Intent("take"), "2", "primary"))
    count = words.several("{n} card", "{n} cards", len(picture.pile))
    title = f"{words('Pile')} · {count}"
    area = dialog(canvas, title, "", buttons, width=780, body=body)
    for number, card in enumerate(cards):
        row, column = divmod(number, columns)
        rect = Rect(area.x + column * (width + 6), area.y + row * pitch, width, height)
        canvas.add(CardShape(rect=rect, card=card, role="pile-card"))
