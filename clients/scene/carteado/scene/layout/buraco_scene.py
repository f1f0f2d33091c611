"""The screen of a Buraco table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.buraco.staging import Staging
from carteado.scene.buraco.trial import Trial, trial_of
from carteado.scene.faces import card_height
from carteado.scene.layout.bars import draw_replay
from carteado.scene.layout.buraco_centre import draw_centre, draw_pile
from carteado.scene.layout.buraco_coach import advice_of, draw_buraco_coach
from carteado.scene.layout.buraco_hand import draw_hand, one_row, panel_height
from carteado.scene.layout.buraco_runs import Area, added_by, draw_runs
from carteado.scene.layout.buraco_seats import draw_seats, seats_row
from carteado.scene.layout.buraco_sheet import draw_score_sheet
from carteado.scene.layout.buraco_wild import draw_wild
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.coach_panel import coach_width, slim_width
from carteado.scene.layout.drawer import Person, draw_drawer
from carteado.scene.layout.frame import Frame, frame_of
from carteado.scene.layout.overlays import draw_notice, draw_veil, notice_place
from carteado.scene.layout.top import Button, draw_top, film_buttons, paused_text, second_button
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Scene
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
    picture, staging = _shown(reader, ui)
    trial = trial_of(reader.table, reader.seat, staging.steps)
    panels = _panels(picture, ui, settings, size, replaying=replaying)
    # The layout asks `ui.coach`; a coach that is not allowed must not move anything aside. Cards
    # that somebody hid at a poker table would have no key here that shows them.
    ui = replace(ui, coach=panels.coach, covered=ui.covered and ui.shared)
    canvas = Canvas(panels.frame, reader.words, ui, still=settings.reduced)
    canvas.box(Rect(0, 0, *panels.frame.size), "page", role="page")
    left = reader.clock.left(now_ms, steps=canvas.still) if reader.clock is not None else None
    _top(canvas, reader, picture, settings)
    rows = _rows(canvas, picture, staging, panels, settings)
    draw_seats(canvas, picture, rows.seats, left)
    notice = notice_place(canvas, rows.hand.y)
    lowest = notice.y - 4 if notice is not None else rows.felt.bottom
    own, theirs = _felt(
        canvas, rows.felt, picture, staging, trial, lowest, narrow=bool(panels.over)
    )
    if not reader.live:
        draw_veil(canvas, rows.felt)
    if replaying:
        draw_replay(canvas, rows.hand)
    else:
        draw_hand(canvas, rows.hand, reader, picture, staging, trial, left, now_ms)
    if panels.coach and (panels.beside or not panels.drawer):
        listed = not one_row(panels.frame, picture, staging)
        draw_buraco_coach(canvas, panels.coach_place(rows.hand.y), picture, listed=listed)
    if staging.ways and not replaying:
        draw_wild(canvas, staging.ways, own, theirs)
    if staging.pile:
        draw_pile(canvas, picture, reader, rows.felt)
    if panels.drawer:
        _drawer(canvas, reader, picture, panels.over, rows.hand.y - 8)
    _score_sheet(canvas, reader, picture, now_ms, replaying=replaying)
    draw_notice(canvas, rows.hand.y)
    # The canvas knew only the table's part of the window.
    return replace(canvas.scene(live=_now(canvas, reader, picture) or picture.title), size=size)


def _shown(reader: Reader, ui: Ui) -> tuple[BuracoPicture, Staging]:
    """The picture and the staged turn, without what the person at the screen must not see."""
    picture: BuracoPicture = reader.picture()
    if reader.closed:  # no decisions are left
        still = tuple(replace(seat, turn=False) for seat in picture.seats)
        picture = replace(picture, turn=None, seats=still)
    # Two people at one screen: until the cover is lifted, nothing of the last player's turn is
    # shown.
    if ui.shared and ui.covered:
        return replace(picture, round=()), Staging()
    staging = ui.more if isinstance(ui.more, Staging) else Staging()
    # Cards that have left the hand meanwhile must not stay selected or staged.
    return picture, staging.fresh(picture.hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panels:
    """The table's part of the window, and the panels that stand beside or over it.

    Attributes:
        frame: of the table's part.
        coach: whether the coach is shown.
        drawer: whether the log or the chat is open.
        beside: width of the coach's panel beside the table; 0 where it lies over the table.
        over: width of a panel over the table; 0 for none.
    """

    frame: Frame
    coach: bool
    drawer: bool
    beside: float
    over: float

    @property
    def right(self) -> float:
        """Where seats and runs end."""
        return self.frame.size[0] - self.over

    def coach_place(self, hand_y: float) -> Rect:
        """The place of the coach's panel, above the hand where it lies over the table."""
        width, height = self.frame.size
        if self.beside:
            return Rect(width, 0, self.beside, height)
        # The buttons of the hand stay free, since a decision may come at any time.
        top = self.frame.top.bottom
        return Rect(self.right, top, self.over, hand_y - top - 8)


def _panels(
    picture: BuracoPicture,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    *,
    replaying: bool,
) -> _Panels:
    allowed = bool(ui.film) or (picture.advice and picture.playing)
    coach = ui.coach and allowed and not (replaying or ui.covered)
    beside = coach_width(size, settings.text) if coach else 0.0
    # The table is laid out as in a window without the coach's part.
    size = (size[0] - beside, size[1])
    # In a small window seats and runs move aside for the panel, and in every one for the log and
    # the chat; the hand keeps its width.
    drawer = ui.sheet in ("log", "chat")
    over = slim_width(size, settings.text) if drawer or (coach and not beside) else 0.0
    frame = frame_of(size, settings.text, drawer=False)
    return _Panels(frame=frame, coach=coach, drawer=drawer, beside=beside, over=over)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """The parts of the table, from the top down."""

    seats: Rect
    felt: Rect
    hand: Rect


def _rows(
    canvas: Canvas, picture: BuracoPicture, staging: Staging, panels: _Panels, settings: Settings
) -> _Rows:
    width, height = panels.frame.size
    seats = seats_row(canvas, picture, panels.right - 32, settings.text)
    tags, film = bool(advice_of(canvas)), bool(canvas.ui.film)
    hand_h = panel_height(panels.frame, picture, staging, tags=tags, film=film)
    hand = Rect(8, height - 8 - hand_h, width - 16, hand_h)
    felt = Rect(8, seats.bottom + 8, panels.right - 16, hand.y - seats.bottom - 16)
    return _Rows(seats=seats, felt=felt, hand=hand)


def _score_sheet(
    canvas: Canvas, reader: Reader, picture: BuracoPicture, now_ms: float, *, replaying: bool
) -> None:
    """Draw the score sheet if it is open."""
    sheet = canvas.ui.sheet
    # '' opens the sheet after a deal by itself; `none` says that the player closed it.
    showing = sheet == "score" or (bool(picture.sheets) and sheet == "" and not replaying)
    scored = _scored(canvas, reader)
    if showing and scored is not None:
        draw_score_sheet(canvas, scored.picture(), scored, reader.coming(now_ms))


def _scored(canvas: Canvas, reader: Reader) -> Reader | None:
    """The table with the newest score sheet: during a deal, as the one before left it."""
    found: Reader | None = reader if reader.picture().sheets else canvas.ui.ended
    return found if found is not None and found.picture().sheets else None


def _top(canvas: Canvas, reader: Reader, picture: BuracoPicture, settings: Settings) -> None:
    words = canvas.words
    film = canvas.ui.film
    shown = film_buttons(words, film) if film else _top_buttons(canvas, reader, picture, settings)
    parts = tuple(zip(picture.pairs, picture.totals, strict=True))
    goal = words("to {target}", target=picture.target)
    size, small = canvas.s(19), canvas.s(13)
    # The totals are measured first, because the bar needs their width before it places the titles.
    figures = sum(text_width(words.number(points), size, "bold") + 26 for _, points in parts)
    room = canvas.frame.top.w * (0.3 if canvas.frame.wide else 0.26)
    # The names that a watcher sees are cut; the points are not.
    longest = max(40.0, (room - figures) / 2)
    widths = [text_width(label, small, "semibold") for label, _ in parts]
    if not picture.playing:
        widths = [min(longest, width) for width in widths]
    wide = sum(widths) + figures
    goal_w = text_width(goal, small, "semibold") + 12
    subtitle = paused_text(reader) or picture.subtitle
    scale = min(1.0, room / wide)
    # The target is the first to go; the two totals only shrink.
    with_goal = wide + goal_w <= room
    middle = wide * scale + (goal_w if with_goal else 0)
    place = draw_top(canvas, picture.title, subtitle, shown, middle=middle)
    size, small, x = size * scale, small * scale, place.x
    for (label, points), label_w in zip(parts, widths, strict=True):
        label_w = label_w * scale + 8
        line = Rect(x, place.y, label_w - (0 if picture.playing else 7), place.h)
        canvas.text(line, label, small, "semibold", "textMuted")
        text = words.number(points)
        width = text_width(text, size, "bold") + 4
        canvas.text(Rect(x + label_w, place.y, width, place.h), text, size, "bold")
        x += label_w + width + 12 * scale
    if with_goal:
        line = Rect(x, place.y, goal_w, place.h)
        canvas.text(line, goal, small, "semibold", "textMuted")


def _top_buttons(
    canvas: Canvas, reader: Reader, picture: BuracoPicture, settings: Settings
) -> tuple[Button, ...]:
    words = canvas.words
    buttons: list[Button] = []
    if picture.playing:
        buttons.append(second_button(canvas))
    if picture.playing and picture.advice:
        buttons.append(("coach-open", "bank", words("Coach"), Intent("coach"), "F6"))
    # A press that showed nothing would look broken.
    soon = words("The score sheet opens when the deal is over.")
    score = Intent("sheet", "score") if _scored(canvas, reader) else Intent("notice", soon)
    sound = "mute" if settings.sound == "off" else "sound"
    last = ("last-hand", "replay", words("Last deal"), Intent("replay"), "r")
    return (
        *buttons,
        ("chat", "chat", words("Chat"), Intent("sheet", "chat"), "t"),
        ("score", "log", words("Score sheet"), score, "F2"),
        ("rules", "eye", words("Rules"), Intent("sheet", "rules"), "F3"),
        ("table-page", "menu", words("Table"), Intent("sheet", "table"), "F5"),
        ("pause", "pause", words("Sit out"), Intent("pause"), "F12"),
        *([last] if canvas.ui.again else []),
        ("sound", sound, words("Sound"), Intent("sound"), "m"),
    )


def _felt(
    canvas: Canvas,
    felt: Rect,
    picture: BuracoPicture,
    staging: Staging,
    trial: Trial | None,
    lowest: float,
    *,
    narrow: bool = False,
) -> tuple[Rect, Rect]:
    """The runs of both pairs and the middle, whose sentences end above `lowest`.

    Returns:
        The places of the runs of the reader's pair and of the other one, down to `lowest`.
    """
    canvas.box(felt, "felt", line="feltEdge", radius=12, role="felt")
    inner = felt.inset(14, 10)
    # The widths of the look.
    centre_w = 244.0 if canvas.frame.metrics.name == "desktop" else 168.0
    # Both pairs' columns are equally wide (the look's rule) unless a panel takes room.
    half = other = (inner.w - centre_w) / 2 - 8
    ours = _own_runs(canvas, picture, staging, trial)
    own_columns = ours.columns
    columns = their_columns = max(own_columns, len(picture.theirs))
    if narrow:  # both pairs share the room by their runs
        columns, their_columns = own_columns, max(1, len(picture.theirs))
        # Neither pair gets less than about a third, even without a run.
        share = min(0.65, max(0.35, columns / (columns + their_columns)))
        half, other = 2 * half * share, 2 * half * (1 - share)
    ours = replace(ours, columns=columns)
    theirs = Area(
        title=picture.areas[1],
        team=1,
        runs=picture.theirs,
        staged={},
        selecting=False,
        columns=their_columns,
    )
    own = Rect(inner.x, inner.y, half, inner.h)
    draw_runs(canvas, own, ours, staging)
    right = Rect(inner.right - other, inner.y, other, inner.h)
    draw_runs(canvas, right, theirs, staging)
    centre = Rect(inner.x + half + 8, inner.y, centre_w, inner.h)
    draw_centre(canvas, centre, picture, staging, min(centre.bottom, lowest))
    # Movements of all games start at the "deck".
    canvas.places["deck"] = canvas.places.get("stock", Rect(0, 0, 40, card_height(40)))
    high = min(inner.bottom, lowest) - inner.y
    return own._replace(h=high), right._replace(h=high)


def _own_runs(
    canvas: Canvas, picture: BuracoPicture, staging: Staging, trial: Trial | None
) -> Area:
    """The runs of the reader's pair with the staged plays."""
    legal = 0 if trial is None else trial.legal
    # What the engine judged lies in its run already; the rest lies below it.
    staged, loose = added_by(staging.steps[:legal]), added_by(staging.steps[legal:])
    wrong = staging.refused
    if trial is not None and trial.refusal is not None:
        wrong |= frozenset(staging.steps[legal].cards)
    new = {run for run in (*staged, *loose) if run >= len(picture.ours)}
    advice = advice_of(canvas)
    return Area(
        title=picture.areas[0],
        team=0,
        runs=picture.ours if trial is None else trial.runs,
        staged=staged,
        loose=loose,
        selecting=staging.choosing,
        # Room for one more run, so that the columns keep their width while cards are chosen.
        columns=len(picture.ours) + len(new) + 1,
        chances=advice.runs if advice is not None else (),
        refused=wrong,
    )


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
    acting = picture.seats[picture.turn]
    return words("{name}'s turn", name=acting.name + acting.mark)
