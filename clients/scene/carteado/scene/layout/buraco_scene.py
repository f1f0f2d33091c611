"""The screen of a Buraco table."""

from __future__ import annotations

from dataclasses import replace

from carteado.scene.buraco.picture import BuracoPicture, BuracoSeat
from carteado.scene.buraco.staging import Staging
from carteado.scene.clock import TimeLeft
from carteado.scene.faces import card_height
from carteado.scene.layout.bars import draw_replay
from carteado.scene.layout.buraco_centre import draw_centre, draw_pile
from carteado.scene.layout.buraco_coach import advice_of, draw_buraco_coach
from carteado.scene.layout.buraco_hand import draw_hand, one_row, panel_height
from carteado.scene.layout.buraco_open import draw_open_seat, hands_height, shows_hands
from carteado.scene.layout.buraco_runs import Area, draw_runs
from carteado.scene.layout.buraco_sheet import draw_score_sheet
from carteado.scene.layout.buraco_wild import draw_wild
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.coach_panel import coach_width, slim_width
from carteado.scene.layout.drawer import Person, draw_drawer
from carteado.scene.layout.frame import Frame, frame_of
from carteado.scene.layout.overlays import draw_notice, draw_veil, notice_place
from carteado.scene.layout.top import (
    Button,
    draw_top,
    film_buttons,
    paused_text,
    second_button,
)
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Ring, Scene
from carteado.scene.text import text_width
from carteado.scene.ui import Settings, Ui

__all__ = ["buraco_scene"]


def buraco_scene(
    reader: Reader,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    now_ms: float,
    *,
    replaying: bool = False,
) -> Scene:
    """The screen of a Buraco table: a pure function; the arguments are those of `table_scene`."""
    picture: BuracoPicture = reader.picture()
    if reader.closed:  # no decisions are left
        still = tuple(replace(seat, turn=False) for seat in picture.seats)
        picture = replace(picture, turn=None, seats=still)
    staging = ui.more if isinstance(ui.more, Staging) else Staging()
    # Cards that have left the hand meanwhile must not stay selected or staged.
    staging = staging.fresh(picture.hand)
    # Two people at one screen: until the cover is lifted, nothing of the last player's turn is
    # shown.
    hidden = ui.shared and ui.covered
    if hidden:
        staging, picture = Staging(), replace(picture, round=())
    whole = size
    allowed = bool(ui.film) or (picture.advice and picture.playing)
    coach = ui.coach and allowed and not (replaying or ui.covered)
    beside = coach_width(size, settings.text) if coach else 0.0
    # The table is laid out as in a window without the coach's part.
    size = (size[0] - beside, size[1])
    frame = frame_of(size, settings.text, drawer=False)
    if not coach and ui.coach:
        # The layout below asks `ui.coach`; a coach that is not allowed must not move anything
        # aside.
        ui = replace(ui, coach=False)
    canvas = Canvas(frame, reader.words, ui, still=settings.reduced)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    left = reader.clock.left(now_ms, steps=canvas.still) if reader.clock is not None else None
    _top(canvas, reader, picture, settings)
    # In a small window seats and runs move aside for the panel, and in every one for the log and
    # the chat; the hand keeps its width.
    drawer = ui.sheet in ("log", "chat")
    over = slim_width(size, settings.text) if drawer or (coach and not beside) else 0.0
    right = size[0] - over
    seats = Rect(16, frame.top.bottom + 8, right - 32, 56 * min(settings.text, 1.4))
    if shows_hands(canvas, picture):
        # The height depends on the width, so the rectangle is made in two steps.
        seats = seats._replace(
            h=max(seats.h, hands_height(canvas, picture, _plate_width(seats, 1e9)))
        )
    _seats(canvas, picture, seats, left)
    hand_h = panel_height(frame, picture, staging, tags=bool(advice_of(canvas)), film=bool(ui.film))
    panel = Rect(8, size[1] - 8 - hand_h, size[0] - 16, hand_h)
    felt = Rect(8, seats.bottom + 8, right - 16, panel.y - seats.bottom - 16)
    notice = notice_place(canvas, panel.y)
    lowest = notice.y - 4 if notice is not None else felt.bottom
    _felt(canvas, felt, picture, staging, frame, lowest, narrow=bool(over))
    if not reader.live:
        draw_veil(canvas, felt)
    if replaying:
        draw_replay(canvas, panel)
    else:
        draw_hand(canvas, panel, reader, picture, staging, left, now_ms)
    if coach and (beside or not drawer):
        place = Rect(size[0], 0, beside, size[1])
        if not beside:
            # Above the hand: its buttons stay free, since a decision may come at any time.
            place = Rect(right, frame.top.bottom, over, panel.y - frame.top.bottom - 8)
        listed = not one_row(frame, picture, staging)
        draw_buraco_coach(canvas, place, picture, listed=listed)
    if staging.ways and not replaying:
        draw_wild(canvas, staging.ways)
    if staging.pile:
        draw_pile(canvas, picture, reader, felt)
    if drawer:
        _drawer(canvas, reader, picture, over, panel.y - 8)
    # '' opens the score sheet after a deal by itself; `none` says that the player closed it.
    showing = ui.sheet == "score" or (bool(picture.sheets) and ui.sheet == "" and not replaying)
    scored = _scored(canvas, reader)
    if showing and scored is not None:
        coming = reader.coming(now_ms)
        draw_score_sheet(canvas, scored.picture(), scored, coming)
    draw_notice(canvas, panel.y)
    # The canvas knew only the table's part of the window.
    return replace(canvas.scene(live=_now(canvas, reader, picture) or picture.title), size=whole)


def _scored(canvas: Canvas, reader: Reader) -> Reader | None:
    """The table with the newest score sheet: during a deal, as the one before left it."""
    found: Reader | None = reader if reader.picture().sheets else canvas.ui.ended
    return found if found is not None and found.picture().sheets else None


def _top(canvas: Canvas, reader: Reader, picture: BuracoPicture, settings: Settings) -> None:
    words = canvas.words
    coach: tuple[Button, ...] = (second_button(canvas),) if picture.playing else ()
    if picture.advice and picture.playing:
        coach = (*coach, ("coach-open", "bank", words("Coach"), Intent("coach"), "F6"))
    # A press that showed nothing would look broken.
    soon = words("The score sheet opens when the deal is over.")
    score = Intent("sheet", "score") if _scored(canvas, reader) else Intent("notice", soon)
    buttons: tuple[Button, ...] = (
        *coach,
        ("chat", "chat", words("Chat"), Intent("sheet", "chat"), "t"),
        ("score", "log", words("Score sheet"), score, "F2"),
        ("rules", "eye", words("Rules"), Intent("sheet", "rules"), "F3"),
        ("table-page", "menu", words("Table"), Intent("sheet", "table"), "F5"),
        ("pause", "pause", words("Sit out"), Intent("pause"), "F12"),
        ("last-hand", "replay", words("Last deal"), Intent("replay"), "r"),
        (
            "sound",
            "mute" if settings.sound == "off" else "sound",
            words("Sound"),
            Intent("sound"),
            "m",
        ),
    )
    shown = film_buttons(canvas) if canvas.ui.film else buttons
    parts = (
        (words("Us"), picture.totals[0]),
        (words("Them"), picture.totals[1]),
    )
    goal = words("to {target}", target=picture.target)
    size, small = canvas.s(19), canvas.s(13)
    # The totals are measured first, because the bar needs their width before it places the titles.
    wide = sum(
        text_width(label, small, "semibold") + text_width(words.number(points), size, "bold") + 26
        for label, points in parts
    )
    goal_w = text_width(goal, small, "semibold") + 12
    subtitle = paused_text(reader) or picture.subtitle
    room = canvas.frame.top.w * (0.3 if canvas.frame.wide else 0.26)
    scale = min(1.0, room / wide)
    # The target is the first to go; the two totals only shrink.
    with_goal = wide + goal_w <= room
    middle = wide * scale + (goal_w if with_goal else 0)
    place = draw_top(canvas, picture.title, subtitle, shown, middle=middle)
    size, small, x = size * scale, small * scale, place.x
    for label, points in parts:
        label_w = text_width(label, small, "semibold") + 8
        line = Rect(x, place.y, label_w, place.h)
        canvas.text(line, label, small, "semibold", "textMuted")
        text = words.number(points)
        width = text_width(text, size, "bold") + 4
        canvas.text(Rect(x + label_w, place.y, width, place.h), text, size, "bold")
        x += label_w + width + 12 * scale
    if with_goal:
        line = Rect(x, place.y, goal_w, place.h)
        canvas.text(line, goal, small, "semibold", "textMuted")


def _seats(canvas: Canvas, picture: BuracoPicture, rect: Rect, left: TimeLeft | None) -> None:
    """The next player at the left, the partner in the middle, the previous one at the right."""
    hands = shows_hands(canvas, picture)
    widest = 280 * min(canvas.frame.metrics.scale, 1.3)
    width = _plate_width(rect, 1e9 if hands else widest)
    own = picture.own
    # Seats count clockwise, so the next player sits at the left, as in the look.
    for step, x in ((1, rect.x), (2, rect.cx - width / 2), (3, rect.right - width)):
        seat = picture.seats[(own + step) % 4]
        plate = Rect(x, rect.y, width, rect.h)
        if hands:
            draw_open_seat(canvas, seat, plate)
        else:
            _seat(canvas, picture, seat, plate, left if seat.turn else None)
        canvas.places[f"seat:{seat.seat}"] = plate
    # Movements between the reader's hand and the table begin and end here.
    canvas.places["hand"] = Rect(rect.cx - 40, canvas.frame.size[1] - 120, 80, 112)


def _plate_width(rect: Rect, widest: float) -> float:
    return min(widest, (rect.w - 32) / 3)


def _seat(
    canvas: Canvas,
    picture: BuracoPicture,
    seat: BuracoSeat,
    plate: Rect,
    left: TimeLeft | None,
) -> None:
    words = canvas.words
    free = not seat.name
    quiet = free or seat.away
    canvas.box(
        plate,
        "turn" if seat.turn else "page" if quiet else "panel",
        line="panelBorder",
        radius=10,
        dashed=quiet,
        role="plate",
        key=f"plate:{seat.seat}",
    )
    ink = "turnText" if seat.turn else "text"
    soft = "turnText" if seat.turn else "textMuted"
    if free:
        text = words("Free seat") if picture.playing else words("Sit down")
        canvas.text(
            plate,
            text,
            canvas.s(15),
            "semibold",
            "textMuted" if picture.playing else "link",
            "center",
        )
        if not picture.playing:
            canvas.target(f"sit:{seat.seat}", plate, Intent("sit", seat.seat), label=text)
        return
    disc = Rect(plate.x + 8, plate.cy - 18, 36, 36)
    slim = plate.w < 150 + canvas.s(40)  # the name is worth more than its first letter
    if slim and left is None:
        # An empty disc keeps the sums below unchanged.
        disc = Rect(plate.x + 4, plate.cy, 0, 0)
    elif left is not None:
        colour = "timerBank" if left.bank else "timerLow" if left.low else "timer"
        canvas.add(
            # Dark in every theme: the plate of the acting seat is amber, and the seconds on it are
            # light.
            Ring(rect=disc, share=left.share, colour=colour, fill="#12171A", width=4, key="timer")
        )
        canvas.text(disc, left.short, 14, "bold", "#F3F1EA", "center")
    else:
        canvas.box(disc, "neutral", radius=18, role="avatar")
        if seat.connected is False and not seat.bot:
            canvas.icon(disc.inset(8), "offline", "bad")
        else:
            canvas.text(disc, seat.name[:1].upper(), 15, "semibold", "neutralText", "center")
    count_w = min(canvas.s(62), plate.w * 0.36)
    count = Rect(plate.right - count_w - 6, plate.y, count_w, plate.h)
    # The look's warning: this seat may go out soon.
    mark = "!" if seat.cards <= 3 and picture.in_deal else ""
    top = Rect(count.x, plate.cy - canvas.s(19), count.w, canvas.s(18))
    canvas.text(top, f"{seat.cards}{mark}", canvas.s(17), "bold", ink, "center")
    under = Rect(count.x, plate.cy + 1, count.w, canvas.s(15))
    cards = words.several("card", "cards", seat.cards)
    canvas.text(under, cards, canvas.s(12), "semibold", soft, "center", shrink=True)
    x = disc.right + 8
    note = words("Sits out") if seat.away else seat.last
    # Before a seat's first action its name stands beside the middle of the disc.
    lift = canvas.s(20) if note else canvas.s(9.5)
    name = Rect(x, plate.cy - lift, count.x - x - 4, canvas.s(19))
    width = canvas.text(name, seat.name, canvas.s(15), "semibold", ink, shrink=True)
    role = words("partner") if seat.partner else words("opponent")
    rest = Rect(x + width + 8, name.y, name.w - width - 8, name.h)
    # Smaller rather than not at all: it says on whose side the seat plays.
    if rest.w > text_width(role, 11.0):
        canvas.text(rest, role, canvas.s(12.5), colour=soft, shrink=True)
    line = Rect(x, plate.cy + 1, name.w, canvas.s(16))
    canvas.text(line, note, canvas.s(12.5), "semibold", soft, suits=True, shrink=True)


def _felt(
    canvas: Canvas,
    felt: Rect,
    picture: BuracoPicture,
    staging: Staging,
    frame: Frame,
    lowest: float,
    *,
    narrow: bool = False,
) -> None:
    """The runs of both pairs and the middle, whose sentences end above `lowest`."""
    canvas.box(felt, "felt", line="feltEdge", radius=12, role="felt")
    inner = felt.inset(14, 10)
    # The look's width on desktop.
    centre_w = 244.0 if frame.metrics.name == "desktop" else 176.0
    # Both pairs' columns are equally wide (the look's rule) unless a panel takes room.
    half = other = (inner.w - centre_w) / 2 - 8
    staged: dict[int, tuple[str, ...]] = {}
    for step in staging.steps:
        if step.run is not None:
            staged[step.run] = (*staged.get(step.run, ()), *step.cards)
    new = [run for run in staged if run >= len(picture.ours)]
    advice = advice_of(canvas)
    # Room for one more run, so that the columns keep their width while cards are chosen.
    own_columns = len(picture.ours) + len(new) + 1
    columns = their_columns = max(own_columns, len(picture.theirs))
    if narrow:  # both pairs share the room by their runs
        columns, their_columns = own_columns, max(1, len(picture.theirs))
        # Neither pair gets less than about a third, even without a run.
        share = min(0.65, max(0.35, columns / (columns + their_columns)))
        half, other = 2 * half * share, 2 * half * (1 - share)
    ours = Area(
        title=canvas.words("Our runs"),
        team=0,
        runs=picture.ours,
        staged=staged,
        selecting=staging.choosing,
        columns=columns,
        chances=advice.runs if advice is not None else (),
        refused=staging.refused,
    )
    theirs = Area(
        title=canvas.words("Their runs"),
        team=1,
        runs=picture.theirs,
        staged={},
        selecting=False,
        columns=their_columns,
    )
    draw_runs(canvas, Rect(inner.x, inner.y, half, inner.h), ours, staging)
    draw_runs(canvas, Rect(inner.right - other, inner.y, other, inner.h), theirs, staging)
    centre = Rect(inner.x + half + 8, inner.y, centre_w, inner.h)
    draw_centre(canvas, centre, picture, staging, min(centre.bottom, lowest))
    # Movements of all games start at the "deck".
    canvas.places["deck"] = canvas.places.get("stock", Rect(0, 0, 40, card_height(40)))


def _drawer(
    canvas: Canvas, reader: Reader, picture: BuracoPicture, wide: float, bottom: float
) -> None:
    """Log and chat beside the runs; the reader's hand stays free."""
    top = canvas.frame.top.bottom
    rect = Rect(canvas.frame.size[0] - wide, top, wide, bottom - top)
    # A press beside the drawer closes it. 'none', because '' would open the score sheet.
    canvas.target("sheet-close", Rect(0, top, rect.x, rect.h), Intent("sheet", "none"))
    people = [
        Person(name=seat.name, note="", amount=canvas.words.number(seat.cards))
        for seat in picture.seats
        if seat.name
    ]
    log = reader.story.log
    if canvas.ui.shared and canvas.ui.covered:
        # The log may name cards of the player who has just left the screen.
        log = replace(log, lines=())
    draw_drawer(canvas, rect, log, people, _now(canvas, reader, picture))


def _now(canvas: Canvas, reader: Reader, picture: BuracoPicture) -> str:
    """The reason why the table waits, '' for none."""
    words = canvas.words
    if reader.closed:
        return f"{words('This table is closed')}. {reader.closed}"
    if not reader.live:
        return words("Reconnecting")
    if picture.ended:
        return picture.ended
    if picture.sheets:
        return words("Deal {number} is over", number=picture.deal)
    if picture.turn is None:
        return ""
    if picture.playing and picture.turn == picture.own:
        # The turn has changed, but the server's prompt is still under way: say nothing yet.
        if reader.prompt is None:
            return ""
        return words("Your turn: draw") if picture.drawing else words("Your turn: play")
    return words("{name}'s turn", name=picture.seats[picture.turn].name)
