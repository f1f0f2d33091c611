"""The screen of a poker table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carteado.scene.layout.bars import draw_replay
from carteado.scene.layout.canvas import Canvas
from carteado.scene.layout.coach_panel import coach_width, over_rect
from carteado.scene.layout.drawer import Person, draw_drawer
from carteado.scene.layout.frame import Frame, frame_of
from carteado.scene.layout.overlays import draw_notice, draw_veil, notice_place
from carteado.scene.layout.poker_bar import draw_bar
from carteado.scene.layout.poker_coach import draw_poker_coach
from carteado.scene.layout.poker_idle import wanted_text
from carteado.scene.layout.poker_places import PokerPlaces, poker_places
from carteado.scene.layout.poker_pots import draw_stake_rule
from carteado.scene.layout.poker_table import draw_table
from carteado.scene.layout.top import Button, draw_top, film_buttons, paused_text, second_button
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.reader import Reader
from carteado.scene.shapes import Intent, Rect, Scene
from carteado.scene.ui import Settings, Ui
from carteado.scene.words import Words

__all__ = ["poker_scene", "table_buttons"]

ROOMY = 6
"""Above so many seats, or with large text, the panel is narrower in a small window."""


def poker_scene(
    reader: Reader,
    ui: Ui,
    settings: Settings,
    size: tuple[float, float],
    now_ms: float,
    *,
    replaying: bool = False,
) -> Scene:
    """The screen of a poker table: a pure function.

    Args:
        reader: what is known of the table.
        ui: state of the screen.
        settings: of the player.
        size: of the window, logical pixels.
        now_ms: the client's clock.
        replaying: the last hand is being shown again.
    """
    picture = _picture(reader)
    panels = _panels(picture, ui, settings, size, replaying=replaying)
    frame = panels.frame
    canvas = Canvas(frame, reader.words, ui, still=settings.reduced)
    canvas.box(Rect(0, 0, *size), "page", role="page")
    left = reader.clock.left(now_ms, steps=canvas.still) if reader.clock is not None else None
    at = poker_places(frame, picture.own, len(picture.seats))
    # The table first: sheets, the veil and notices are drawn over it.
    draw_table(canvas, picture, at, left, contrast=settings.theme == "contrast")
    if not ui.covered:
        draw_stake_rule(canvas, reader, at)
    if not reader.live:
        draw_veil(canvas, frame.table)
    if replaying:
        draw_replay(canvas, frame.bar)
    else:
        draw_bar(canvas, reader, picture, left, now_ms)
    buttons = table_buttons(canvas, settings, reader, coach=picture.advice and picture.playing)
    board = _middle(at)
    end, taken = _notice_room(at, picture)
    place = notice_place(canvas, end, gap=4, clear=board, titles=frame.top, avoid=taken)
    titles = draw_top(
        canvas,
        picture.title,
        _subtitle(reader, picture),
        (*_game_buttons(canvas, picture), *buttons),
        notice=place is not None and place.y <= frame.top.y,
    )
    _draw_panels(canvas, reader, picture, panels)
    draw_notice(canvas, end, gap=4, clear=board, titles=titles, avoid=taken)
    return canvas.scene(live=_live(reader, picture) or picture.title)


def _picture(reader: Reader) -> PokerPicture:
    """The table's picture; nobody decides at a closed table."""
    picture: PokerPicture = reader.picture()
    if not reader.closed:
        return picture
    still = tuple(replace(seat, turn=False) for seat in picture.seats)
    return replace(picture, turn=None, seats=still)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panels:
    """The frame of the window, and the panels that take room from the table.

    Attributes:
        frame: of the window, with the table as narrow as the panels leave it.
        coach: the coach's panel, None while it is closed.
        lists: the log or the chat, None where neither is shown.
        sheet: whether `lists` is a sheet, which a press beside it closes.
    """

    frame: Frame
    coach: Rect | None
    lists: Rect | None
    sheet: bool


def _panels(
    picture: PokerPicture, ui: Ui, settings: Settings, size: tuple[float, float], *, replaying: bool
) -> _Panels:
    # A covered hand must not be given away by the numbers counted from it.
    allowed = picture.advice and picture.playing and not (replaying or ui.covered)
    coach = ui.coach and (bool(ui.film) or allowed)
    beside = coach_width(size, settings.text) if coach else 0.0
    # 0 would mean "no drawer at all", hence the None.
    frame = frame_of(size, settings.text, side=beside or None, film=bool(ui.film))
    # From the whole table, before it is narrowed below.
    over = over_rect(frame, narrow=len(picture.seats) > ROOMY or settings.text > 1.2)
    lists = ui.sheet in ("log", "chat")
    sheet = not frame.wide and lists
    if (coach and not beside) or sheet:
        # The table moves aside for the panel; the action area keeps its width.
        table = frame.table
        frame = replace(frame, table=Rect(table.x, table.y, table.w - over.w, table.h))
    if beside:
        # The coach takes the drawer's place; on desktop one of the two is always there.
        return _Panels(frame=frame, coach=frame.drawer, lists=None, sheet=False)
    return _Panels(
        frame=frame,
        coach=over if coach and not lists else None,
        lists=frame.drawer if frame.wide else over if sheet else None,
        sheet=sheet,
    )


def _draw_panels(canvas: Canvas, reader: Reader, picture: PokerPicture, panels: _Panels) -> None:
    if panels.lists is not None:
        if panels.sheet:
            # The action area stays free: a decision may come while somebody writes.
            top, rect = canvas.frame.top.bottom, panels.lists
            canvas.target("sheet-close", Rect(0, top, rect.x, rect.h), Intent("sheet", ""))
        _drawer(canvas, reader, picture, panels.lists)
    if panels.coach is not None:
        draw_poker_coach(canvas, panels.coach, picture)


def _middle(at: PokerPlaces) -> Rect:
    """The board and its pots, which no notice covers."""
    first, last = at.board[0], at.board[-1]
    return Rect(first.x, at.pots.y, last.right - first.x, first.bottom - at.pots.y)


def _notice_room(at: PokerPlaces, picture: PokerPicture) -> tuple[float, Sequence[Rect]]:
    """Where a notice over the table ends, and the plates, bets and dealer's button beside it."""
    # The own plate stands beside the own cards, below a notice.
    taken = [one.plate for seat, one in at.seats.items() if seat != picture.own]
    bets = {seat.seat: at.seats[seat.seat].bet for seat in picture.seats if seat.bet}
    own = bets.pop(picture.own, None)
    end = at.own[0].y
    taken += [at.seats[seat.seat].button for seat in picture.seats if seat.button]
    return end if own is None else min(end, own.y), [*taken, *bets.values()]


def table_buttons(
    canvas: Canvas, settings: Settings, reader: Reader, *, coach: bool = False
) -> tuple[Button, ...]:
    """The buttons at the top of every table."""
    words = canvas.words
    silent = settings.sound == "off"
    buttons: list[Button] = []
    if canvas.ui.film:
        return film_buttons(words, canvas.ui.film)
    # On desktop both stand in the drawer.
    if not canvas.frame.wide:
        buttons.append(("chat", "chat", words("Chat"), Intent("sheet", "chat"), "T"))
        buttons.append(("log", "log", words("Log"), Intent("sheet", "log"), "L"))
    if coach:
        buttons.append(("coach-open", "eye", words("Coach"), Intent("coach"), "F6"))
    if reader.seat is not None:
        buttons.append(second_button(canvas))
    buttons.append(("table-page", "menu", words("Table"), Intent("sheet", "table"), "F5"))
    if reader.seat is not None:
        buttons.append(("pause", "pause", words("Sit out"), Intent("pause"), "F12"))
    if canvas.ui.again:
        buttons.append(("last-hand", "replay", words("Last hand"), Intent("replay"), "R"))
    mute = "mute" if silent else "sound"
    buttons.append(("sound", mute, words("Sound"), Intent("sound"), "M"))
    return tuple(buttons)


def _game_buttons(canvas: Canvas, picture: PokerPicture) -> tuple[Button, ...]:
    """A new game and the way out, as in the paper's Quick Hold'em."""
    words = canvas.words
    if not picture.quick or not picture.playing or canvas.ui.film:
        return ()
    return (
        ("new-game", "play", words("New game"), Intent("rematch"), "F9"),
        ("quit", "exit", words("Quit"), Intent("sheet", "leave"), "Q"),
    )


def _subtitle(reader: Reader, picture: PokerPicture) -> str:
    if (text := paused_text(reader)) and not picture.in_hand:
        return text  # in a hand the action area says it
    subtitle = picture.subtitle
    # On own turn the action area has no line for it.
    if picture.turn == picture.own and (wanted := wanted_text(reader.words, picture)):
        subtitle = f"{subtitle} · {wanted}"
    if not reader.watching:
        return subtitle
    # Equal in English, but other languages have two forms.
    watching = reader.words.several("{n} watching", "{n} watching", reader.watching)
    return f"{subtitle} · {watching}"


def _drawer(canvas: Canvas, reader: Reader, picture: PokerPicture, rect: Rect) -> None:
    words = canvas.words
    people = [
        Person(
            name=seat.name,
            note=_note(words, seat.connected, seat.bot, seat.state),
            amount=words.chips(seat.stack),
        )
        for seat in picture.seats
        if seat.state != "free"
    ]
    log = reader.story.log
    if canvas.ui.shared and canvas.ui.covered:
        # The log shows the last player's cards.
        log = replace(log, lines=())
    # Large text in a small window has no room for both; T opens the chat.
    alone = canvas.ui.sheet == "log" and canvas.frame.metrics.scale > 1.25
    chat = not canvas.ui.film and not alone
    draw_drawer(canvas, rect, log, people, _now(picture, words), chat=chat)


def _note(words: Words, connected: bool | None, bot: bool, state: str) -> str:
    # Sitting out matters to the others even if the connection is good.
    if state == "away":
        return words("Sits out")
    if state == "out":
        return words("Out")
    if bot:
        return words("Bot")
    # None means that the server does not say, which is no reason to alarm anybody.
    return words("Not connected") if connected is False else words("Connected")


def _now(picture: PokerPicture, words: Words) -> str:
    if picture.ended:
        return picture.ended
    # The result comes first: between hands there is no turn.
    if picture.result is not None:
        return picture.result.text
    if picture.turn is None:
        return ""
    if picture.playing and picture.turn == picture.own:
        return words("Your turn")
    return words("{name}'s turn", name=picture.seats[picture.turn].name)


def _live(reader: Reader, picture: PokerPicture) -> str:
    """The sentence that is read aloud, '' for none."""
    words = reader.words
    if reader.closed:
        return f"{words('This table is closed')}. {reader.closed}"
    if not reader.live:
        return words("Reconnecting")
    # A decision of a paused table waits, and the bar has no buttons for it.
    if picture.in_hand and (why := paused_text(reader)):
        return why
    if picture.playing and picture.turn == picture.own:
        if reader.prompt is None:
            return ""  # the server asks in a moment
        if picture.price:
            price = words("{price} to call", price=words.exact(picture.price))
            return f"{_now(picture, words)}. {price}"
    return _now(picture, words)
