"""The poker table from above: felt, seats, board, pots."""

from __future__ import annotations

from carteado.scene.cards import is_known
from carteado.scene.clock import TimeLeft
from carteado.scene.faces import card_height
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.poker_boards import draw_board
from carteado.scene.layout.poker_places import RISE, PokerPlaces, SeatPlace
from carteado.scene.layout.poker_pots import draw_chips, draw_pots, draw_result, under_banner
from carteado.scene.layout.surface import Align
from carteado.scene.poker.picture import PokerPicture, SeatPicture, action_label
from carteado.scene.shapes import Box, CardShape, Intent, Rect, Ring
from carteado.scene.text import Weight, text_width

__all__ = ["draw_table"]


def draw_table(
    canvas: Canvas,
    picture: PokerPicture,
    at: PokerPlaces,
    left: TimeLeft | None,
    *,
    contrast: bool = False,
) -> None:
    """Draw the table.

    Args:
        canvas: to draw on.
        picture: of the table.
        at: places of all parts.
        left: time of the seat that decides.
        contrast: whether the theme is the one of high contrast.
    """
    # From the bottom up: the reader's cards lie over the felt, the banner of the result over
    # everything.
    # The look's rule: a white edge is thin, or it would be the loudest thing on the table.
    _felt(canvas, at.felt, 3.0 if contrast else 9.0)
    draw_board(canvas, picture, at)
    for seat in picture.seats:
        _seat(canvas, picture, seat, at, left)
    _own_cards(canvas, picture, at)
    if picture.result is not None:
        draw_result(canvas, picture, at)
    else:
        draw_pots(canvas, picture, at.pots)
    # The usual source of cards; `_pack` replaces it where the pack is seen.
    canvas.places["deck"] = at.deck
    if picture.pack and at.pack is not None:
        _pack(canvas, picture, at.pack, at)
    # Chips move to the middle of the row, wherever the single pots stand.
    canvas.places["pot"] = Rect.around(at.pots.cx, at.pots.cy, 80, at.pots.h)


def _pack(canvas: Canvas, picture: PokerPicture, rect: Rect, at: PokerPlaces) -> None:
    """The rest of the pack, face down, and how many cards lie in it."""
    # Three backs suggest a pack; the number says how many cards it has.
    for lift in (4.0, 2.0, 0.0):
        canvas.add(CardShape(rect=rect.moved(-lift, -lift), card="??", role="pack"))
    size = min(canvas.s(12), 16)
    line = Rect(rect.cx - 50, rect.y - 8 - size * 1.4, 100, size * 1.4)
    text = canvas.words("pack · {n}", n=picture.pack)
    # The result may be as wide as the board and the pack; the number can wait for the next hand.
    if not under_banner(canvas, picture, at, line):
        canvas.text(line, text, size, "semibold", "textOnFeltMuted", "center", shrink=True)
    canvas.places["deck"] = rect


def _felt(canvas: Canvas, felt: Rect, edge: float) -> None:
    radius = min(felt.w, felt.h) / 2
    canvas.add(
        Box(rect=felt.inset(-edge), role="felt", fill="feltEdge", radius=radius + edge),
        Box(rect=felt, role="felt", fill="felt", radius=radius),
        Box(rect=felt.inset(12), role="felt", line="feltLine", radius=max(8.0, radius - 12)),
    )


def _own_cards(canvas: Canvas, picture: PokerPicture, at: PokerPlaces) -> None:
    seat = picture.seats[picture.own]
    winning = picture.result.winning if picture.result is not None else frozenset[str]()
    for place, rect in enumerate(at.own):
        # Also without cards: dealt cards need their target before they have arrived.
        canvas.places[f"hand:{seat.seat}:{place}"] = rect
    folded = seat.state == "folded"
    for place, card in enumerate(seat.cards[:2]):
        # Cards that all have seen need no cover.
        covered = canvas.ui.covered and not seat.open
        won = card in winning
        name = f"hand:{seat.seat}:{place}"
        rect = at.own[place]
        canvas.add(
            CardShape(
                key=name,
                place=name,
                rect=rect.moved(0, -RISE) if won else rect,
                card="??" if covered else card,
                ring="turnLine" if won else "",
                dim=folded or (bool(winning) and not won),
            )
        )
    if seat.cards and any(map(is_known, seat.cards)):
        both = Rect(at.own[0].x, at.own[0].y, at.own[1].right - at.own[0].x, at.own[0].h)
        # A press on the reader's cards covers or uncovers them.
        canvas.target("own-cards", both, Intent("cover"), kind="area")


def _seat(
    canvas: Canvas,
    picture: PokerPicture,
    seat: SeatPicture,
    at: PokerPlaces,
    left: TimeLeft | None,
) -> None:
    place = at.seats[seat.seat]
    # Free seats have places too: chips of a player who has just left still move.
    canvas.places[f"stack:{seat.seat}"] = place.plate
    canvas.places[f"bet:{seat.seat}"] = place.bet
    if seat.state == "free":
        _free_seat(canvas, picture, seat, place)
        return
    _plate(canvas, picture, seat, place, at.avatar, left if seat.turn else None)
    # The reader's cards are drawn by `_own_cards`, larger and above the other seats.
    if place.side != "own":
        _cards(canvas, picture, seat, place)
    _tag(canvas, seat, place, at)
    if seat.button:
        _button(canvas, place.button)
    if seat.bet and not picture.boards:  # two boards need the room, and there are no further bets
        _bet(canvas, seat, place)


def _free_seat(canvas: Canvas, picture: PokerPicture, seat: SeatPicture, place: SeatPlace) -> None:
    canvas.box(place.plate, "page", line="panelBorder", radius=12, dashed=True, role="plate")
    if picture.playing or canvas.ui.film:
        canvas.text(
            place.plate.inset(12, 0),
            canvas.words("Free seat"),
            canvas.s(13),
            colour="textMuted",
            align="center",
        )
        return
    canvas.text(
        place.plate.inset(12, 0),
        canvas.words("Sit down"),
        canvas.s(15),
        "semibold",
        "link",
        "center",
    )
    canvas.target(
        f"sit:{seat.seat}",
        place.plate,
        Intent("sit", seat.seat),
        label=canvas.words("Sit down"),
    )


def _plate(
    canvas: Canvas,
    picture: PokerPicture,
    seat: SeatPicture,
    place: SeatPlace,
    avatar: float,
    left: TimeLeft | None,
) -> None:
    plate = place.plate
    quiet = seat.state in ("folded", "away", "out")
    won = seat.won > 0
    canvas.box(
        plate,
        "turn" if seat.turn else "page" if quiet else "panel",
        line="turnLine" if won else "panelBorder",
        width=3 if won else 1,
        radius=12,
        # The look's rule: folded and away have a dashed border; the acting seat is never quiet.
        dashed=quiet and not seat.turn,
        role="plate",
        key=f"plate:{seat.seat}",
    )
    if seat.turn:
        canvas.box(plate.inset(-5), line="turnLine", width=3, radius=17, role="turn")
    ink = "turnText" if seat.turn else "textMuted" if quiet else "text"
    x = plate.x + 8
    if avatar:
        _avatar(canvas, seat, Rect(x, plate.cy - avatar / 2, avatar, avatar), left, quiet)
        x += avatar + 8
    else:
        # Without a disc the text keeps a margin from the rounded corner.
        x += 4
    right = plate.right - 8
    desktop = canvas.frame.metrics.name == "desktop"
    name_size = min(canvas.s(16 if desktop else 14), plate.h * 0.36)
    stack_size = min(canvas.s(20 if desktop else 16), plate.h * 0.42)
    # Name and stack are centred together, at whatever size the plate allows.
    whole = name_size + stack_size + 6
    name = Rect(x, plate.cy - whole / 2 - 1, right - x, name_size + 2)
    if not avatar and left is not None:  # the seconds stand beside the name, not the amount
        canvas.text(name, left.short, name_size, "bold", ink, "right")
        taken = text_width(left.short, name_size, "bold") + 6
        name = Rect(name.x, name.y, name.w - taken, name.h)
    canvas.text(name, seat.name, name_size, "semibold", ink, shrink=not avatar)
    under = Rect(x, name.bottom + 5, right - x, stack_size)
    text = _under_the_name(canvas, picture, seat)
    # A hand's name is longer than an amount, so it is smaller.
    size = stack_size if not seat.hand or seat.won else min(stack_size, canvas.s(15))
    if seat.hand and not seat.won and text_width(text, size, "bold") > under.w:
        text = seat.hand_short or text
    canvas.text(
        under, text, size, "bold", ink, role="amount", key=f"stack:{seat.seat}", shrink=True
    )


def _under_the_name(canvas: Canvas, picture: PokerPicture, seat: SeatPicture) -> str:
    words = canvas.words
    amount = words.chips(seat.stack)
    # The look's order: what was won, then the shown hand, then the state of the seat.
    if seat.won:
        return f"+{words.chips(seat.won)}"
    if seat.hand and not picture.in_hand:
        return seat.hand
    if seat.state == "all_in":
        bet = seat.bet or 0
        return words("All-in {amount}", amount=words.chips(bet)) if bet else words("All-in")
    if seat.state == "out":
        return words("Out, place {place}", place=seat.place) if seat.place else words("Out")
    if seat.state == "away":
        return f"{words('Sits out')} · {amount}"
    return amount


def _avatar(
    canvas: Canvas, seat: SeatPicture, rect: Rect, left: TimeLeft | None, quiet: bool
) -> None:
    if left is not None:
        colour = "timerBank" if left.bank else "timerLow" if left.low else "timer"
        canvas.add(
            Ring(
                key="timer",
                rect=rect,
                share=left.share,
                colour=colour,
                track="timerTrack",
                fill="#12171A",
                width=rect.w * (0.13 if left.low else 0.09),
            )
        )
        inside = rect.inset(rect.w * 0.14)
        size = min(canvas.s(rect.h * 0.38), rect.h * 0.5)
        canvas.text(inside, left.short, size, "bold", "#F3F1EA", "center", shrink=True)
        return
    canvas.box(
        rect, "" if quiet else "neutral", line="panelBorder", radius=rect.w / 2, role="avatar"
    )
    # A bot of the host has no connection that could be lost.
    if seat.connected is False and not seat.bot:
        canvas.icon(rect.inset(rect.w * 0.22), "offline", "bad")
    elif seat.state == "away":
        canvas.icon(rect.inset(rect.w * 0.26), "pause", "textMuted")
    else:
        ink = "textMuted" if quiet else "neutralText"
        canvas.text(rect, seat.name[:1].upper(), rect.h * 0.42, "semibold", ink, "center")


def _cards(canvas: Canvas, picture: PokerPicture, seat: SeatPicture, place: SeatPlace) -> None:
    winning = picture.result.winning if picture.result is not None else frozenset[str]()
    open_ = bool(seat.cards) and all(map(is_known, seat.cards))
    width = place.shown if open_ else place.back
    height = card_height(width)
    # Open cards stand side by side, since both must be read.
    step = width + 4 if open_ else place.step
    y = place.cards.bottom - height
    for number in range(2):
        rect = Rect(place.cards.x + number * step, y, width, height)
        # Before the test: a card that is about to be dealt needs its place.
        canvas.places[f"hand:{seat.seat}:{number}"] = rect
        if number >= len(seat.cards):
            continue
        card = seat.cards[number]
        name = f"hand:{seat.seat}:{number}"
        won = card in winning
        canvas.add(
            CardShape(
                key=name,
                place=name,
                rect=rect,
                card=card,
                ring="turnLine" if won else "",
                dim=open_ and bool(winning) and not won,
            )
        )


def _tag(canvas: Canvas, seat: SeatPicture, place: SeatPlace, at: PokerPlaces) -> None:
    """The last action, or the chance at an all-in."""
    words = canvas.words
    # At an all-in the chance replaces the last action, which everybody knows by then.
    if seat.share is not None:
        _chance(canvas, seat, place, at)
        return
    if seat.won and seat.hand_short and place.side != "own":
        # The plate says what was won; what won it stands beside the cards.
        size = min(canvas.s(13), place.tag.h * 0.68)
        x = place.cards.x + 2 * place.shown + 8
        line = Rect(x, place.tag.y, max(0.0, place.plate.right - x), place.tag.h)
        _on_ground(canvas, line, seat.hand_short, size, "semibold")
        return
    last = seat.last
    # The bet shows a blind, and the plate says "All-in".
    if last is None or last.kind in ("blind", "all_in"):
        return
    if last.kind == "fold":
        text, size = words("Folded"), min(canvas.s(13), place.tag.h * 0.68)
        width = min(place.tag.w, text_width(text, size, "semibold") + 12)
        x = place.tag.x if place.side == "own" else place.tag.right - width
        rect = Rect(x, place.tag.y, width, place.tag.h)
        canvas.box(rect, "page", radius=6, role="tag")  # the edge of the felt may lie behind it
        canvas.text(rect, text, size, "semibold", "textMuted", "center", shrink=True)
        return
    size = min(canvas.s(13), place.tag.h * 0.68)
    text = action_label(last, words)
    if text_width(text, size, "semibold") + 18 > place.tag.w:
        # The look's rule: where there is no room only the verb, because the bet stands next to it.
        text = text.split(" ")[0]
    while size > 11 and text_width(text, size, "semibold") + 10 > place.tag.w:
        size -= 0.5
    width = min(text_width(text, size, "semibold") + 18, max(place.tag.w, 40))
    x = place.tag.x if place.side == "own" else place.tag.right - width
    pill = Rect(x, place.tag.y, width, place.tag.h)
    # The look: filled for actions that raise the price, outlined for check and call.
    strong = last.kind in ("bet", "raise", "stake")
    canvas.box(
        pill,
        "text" if strong else "panel",
        line="" if strong else "text",
        radius=pill.h / 2,
        role="pill",
    )
    canvas.text(pill, text, size, "semibold", "page" if strong else "text", "center")


def _chance(canvas: Canvas, seat: SeatPicture, place: SeatPlace, at: PokerPlaces) -> None:
    assert seat.share is not None
    text = canvas.words.percent(seat.share)
    if place.side == "own":
        rect, size = at.chances, canvas.s(28)
        align: Align = "left" if canvas.frame.metrics.name == "desktop" else "right"
        line = Rect(rect.x, rect.y + 4, rect.w, size)
        note = Rect(rect.x, line.bottom + 6, rect.w, canvas.s(14))
        caption, small = canvas.words("of the pots on average"), canvas.s(12)
        if align == "right":  # in a small window the felt's edge runs beside the cards
            wide = max(text_width(text, size, "bold"), text_width(caption, small, "semibold")) + 12
            wide = min(wide, rect.w + 12)
            ground = Rect(rect.right - wide + 6, rect.y, wide, note.bottom + 4 - rect.y)
            canvas.box(ground, "page", radius=8, role="tag")
        ink = "textMuted" if align == "right" else "textOnFeltMuted"
        canvas.text(line, text, size, "bold", align=align, shrink=True)
        canvas.text(note, caption, small, "semibold", ink, align, shrink=True)
        return
    x = place.cards.x + 2 * place.shown + 12
    rect = Rect(x, place.plate.y - 4 - canvas.s(20), place.plate.right - x, canvas.s(20))
    _on_ground(canvas, rect, text, canvas.s(17), "bold")


def _on_ground(canvas: Canvas, place: Rect, text: str, size: float, weight: Weight) -> None:
    """A text beside cards, on a ground of its own: the edge of the felt may lie behind it."""
    while size > 10.5 and text_width(text, size, weight) + 8 > place.w:
        size -= 0.5
    ground = place._replace(w=min(place.w, text_width(text, size, weight) + 8))
    canvas.box(ground, "page", radius=6, role="tag")
    canvas.text(ground, text, size, weight, align="center", shrink=True)


def _button(canvas: Canvas, rect: Rect) -> None:
    # The button is a real object: ivory with a dark D in every theme.
    canvas.box(rect, "#F4F2EA", line="#12171A", radius=rect.w / 2, role="dealer")
    canvas.text(rect, "D", rect.h * 0.56, "bold", "#1A2124", "center")


def _bet(canvas: Canvas, seat: SeatPicture, place: SeatPlace) -> None:
    align = {"left": 0.0, "right": 1.0}.get(place.side, 0.5)
    text = canvas.words.chips(seat.bet)
    draw_chips(canvas, place.bet, seat.bet, text, f"bet:{seat.seat}", align)
