"""The runs of both pairs: columns, or tiles where there are too many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from carteado.scene.buraco.advice import RunChances
from carteado.scene.buraco.picture import RunPicture
from carteado.scene.buraco.staging import RUN_KEYS, Staging, Step
from carteado.scene.cards import face
from carteado.scene.faces import card_height
from carteado.scene.layout.buraco_coach import chances_at, draw_run_chances, draw_tile_chances
from carteado.scene.layout.canvas import Canvas
from carteado.scene.shapes import CardShape, Icon, Intent, Rect
from carteado.scene.text import common_size, text_width, wrapped

__all__ = ["Area", "draw_runs"]

HEAD = 44.0  # points, mark and a margin above the cards of a column


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The runs of one pair.

    Attributes:
        title: such as ``Our runs``.
        team: 0 for the reader's pair, 1 for the other.
        runs: on the table, with the cards of legal staged plays; new runs follow the others.
        staged: cards that these plays add, by number of the run.
        loose: cards of staged plays that are illegal or not judged, by number of the run.
        selecting: whether selected or dragged cards could be laid here.
        columns: at least so many columns find room, so that both pairs' are equally wide.
        chances: what the coach says of each run.
        refused: staged cards that the last refusal names.
    """

    title: str
    team: int
    runs: tuple[RunPicture, ...]
    staged: Mapping[int, tuple[str, ...]]
    selecting: bool
    loose: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    columns: int = 0
    chances: tuple[RunChances, ...] = ()
    refused: frozenset[str] = frozenset()

    def added(self, number: int) -> tuple[str, ...]:
        """The cards that staged plays add to a run."""
        return (*self.staged.get(number, ()), *self.loose.get(number, ()))


def added_by(steps: Iterable[Step]) -> dict[int, tuple[str, ...]]:
    """The cards that plays add, by number of the run."""
    found: dict[int, tuple[str, ...]] = {}
    for step in steps:
        if step.run is not None:
            found[step.run] = (*found.get(step.run, ()), *step.cards)
    return found


def draw_runs(canvas: Canvas, rect: Rect, area: Area, staging: Staging) -> None:
    """Draw the runs of one pair.

    Args:
        canvas: of the table.
        rect: for the title and all runs.
        area: the runs of the pair.
        staging: with the plays that are not sent yet.
    """
    words = canvas.words
    points = sum(run.points for run in area.runs)
    size = canvas.s(14)
    title_w = text_width(area.title, size, "semibold")
    line = Rect(rect.x, rect.y, rect.w, size * 1.5)
    canvas.text(line, area.title, size, "semibold", "textOnFelt", shrink=True)
    note = words("{runs} · {points} points on the table", runs=len(area.runs), points=points)
    rest = Rect(line.x + title_w + 10, line.y, line.w - title_w - 10, line.h)
    if not area.runs:
        note = words("none yet")
    elif text_width(note, canvas.s(12.5), "semibold") > rest.w:  # beside the coach
        note = f"{len(area.runs)} · {words.number(points)}"
    if text_width(note, 11, "semibold") <= rest.w:
        canvas.text(rest, note, canvas.s(12.5), "semibold", "textOnFeltMuted", shrink=True)
    body = Rect(rect.x, line.bottom + 6, rect.w, rect.bottom - line.bottom - 6)
    # Staged plays may open runs beyond the table's, and their numbers may leave gaps.
    count = max([len(area.runs) - 1, *area.loose], default=-1) + 1
    # The place for a new run takes a column while cards are chosen.
    shown = max(area.columns, count + (1 if area.selecting else 0))
    gap = 8.0 if canvas.frame.metrics.name == "desktop" else 4.0
    # The look's columns are 48 to 72 wide; more than six begin at 60, which leaves room for
    # further runs.
    width = min(72.0, 60.0 if shown > 6 else 72.0, (body.w - gap * (shown - 1)) / max(1, shown))
    below = canvas.s(36) if area.chances else 0.0
    # The longest run decides for all: columns of one pair have one width.
    longest = max((_rows(area, number) for number in range(count)), default=0)
    room = body.h - HEAD - below - (8 if longest else 0)
    while longest and width > 46 and _needs(width, longest) > room:
        width -= 2
    # Below that the rank would be smaller than 13 units.
    if width < 46 or (longest and _needs(width, longest) > room):
        _tiles(canvas, body, area, count, staging)
        return
    for number in range(count):
        column = Rect(body.x + number * (width + gap), body.y, width, body.h)
        _column(canvas, column, area, number, staging)
    if area.selecting:
        column = Rect(body.x + count * (width + gap), body.y + HEAD, width, card_height(width))
        _new_run(canvas, column)


def _needs(width: float, rows: int) -> float:
    """Height of a run whose cards all show their rank."""
    # A third of the width shows rank and suit side by side.
    return card_height(width) + 0.33 * width * (rows - 1)


def _rows(area: Area, number: int) -> int:
    """Number of a run's cards that lie one above the other; 1 while its canastra folds or opens.

    An opened one is drawn as close as its column demands.
    """
    run = area.runs[number] if number < len(area.runs) else None
    if run is not None and run.canastra != "none" and not area.added(number):
        return 1
    return (len(run.cards) if run is not None else 0) + len(area.loose.get(number, ()))


def _new_run(canvas: Canvas, rect: Rect) -> None:
    canvas.box(rect, line="feltLine", radius=5, dashed=True, role="empty")
    label = canvas.words("new run")
    size = common_size(
        label.split(), rect.w - 4, min(canvas.s(13), rect.w * 0.24, rect.h * 0.34), "semibold"
    )
    lines = wrapped(label, rect.w - 4, size, "semibold", lines=2)
    for number, text in enumerate(lines):
        y = rect.cy + (number - len(lines)) * size * 1.3
        line = Rect(rect.x + 2, y, rect.w - 4, size * 1.3)
        canvas.text(line, text, size, "semibold", "textOnFelt", "center", shrink=True)
    key = Rect(rect.cx - 10, rect.cy + 4, 20, 18)
    canvas.box(key, line="textOnFelt", radius=4, role="key")
    canvas.text(key, "N", 12, "semibold", "textOnFelt", "center")
    canvas.target(
        "run:new",
        rect,
        Intent("lay", None),
        hotkeys=("n",),
        label=canvas.words("New run"),
        kind="place",
    )
    canvas.places["run:new"] = rect


def _column(canvas: Canvas, column: Rect, area: Area, number: int, staging: Staging) -> None:
    run = area.runs[number] if number < len(area.runs) else None
    added = area.added(number)
    # A slice, not an index: runs beyond the keys have no key and are tapped.
    hotkey = RUN_KEYS[number : number + 1] if area.team == 0 and area.selecting else ""
    _head(canvas, column, run, len(area.loose.get(number, ())), hotkey)
    chances = chances_at(area.chances, number)
    below = canvas.s(36) if chances is not None else 0.0
    cards = Rect(column.x, column.y + HEAD, column.w, column.h - HEAD - below)
    folded = (
        run is not None
        and run.canastra != "none"
        and not added
        and (area.team, number) not in staging.unfolded
    )
    if folded and run is not None:
        bottom = _folded(canvas, cards, run)
    else:
        bottom = _cards(canvas, cards, area, number)
    if chances is not None:
        draw_run_chances(canvas, Rect(column.x, bottom + 4, column.w, below), chances)
    place = Rect(column.x, column.y, column.w, bottom - column.y)
    key = f"run:{area.team}:{number}"
    label = run.title if run is not None else canvas.words("New run")
    if area.team == 0 and area.selecting:
        intent = Intent("lay", number)
        hotkeys = (hotkey,) if hotkey else ()
        canvas.target(key, place, intent, hotkeys=hotkeys, label=label, kind="place")
        canvas.box(place.inset(-2), line="info", width=2, radius=6, dashed=True, role="hint")
    # Nothing is selected: a press unfolds the canastra, on either side of the table.
    elif run is not None and run.canastra != "none":
        canvas.target(
            key, place, Intent("fold-run", (area.team, number)), label=label, kind="place"
        )
    canvas.places[f"run:{area.team}:{number}"] = place


def _head(canvas: Canvas, column: Rect, run: RunPicture | None, loose: int, hotkey: str) -> None:
    """Points above the mark and the number of cards; the key in place of the points."""
    size = min(canvas.s(16), column.w * 0.3, 20.0)
    if hotkey:
        width = canvas.key_width(hotkey)
        canvas.key_sign(column.cx - width / 2, column.y + 10, hotkey, "textOnFelt")
    if run is None:
        line = Rect(column.x, column.y + (22 if hotkey else 0), column.w, 20)
        text = canvas.words("new")
        canvas.text(line, text, size * 0.9, "semibold", "info", "center")
        return
    line = Rect(column.x, column.y, column.w, 20)
    points = canvas.words.number(run.points)
    if not hotkey:
        canvas.text(line, points, size, "bold", "textOnFelt", "center", shrink=True)
    mark = Rect(column.x, column.y + 22, column.w, 18)
    count = len(run.cards) + loose
    if run.canastra != "none":
        _pill(canvas, mark, run)
        return
    small = min(canvas.s(13), 14)
    text = str(count)
    whole = 16 + 5 + text_width(text, small, "semibold")
    x = mark.cx - whole / 2
    sign = "clean" if run.clean else "half"
    canvas.add(
        Icon(rect=Rect(x, mark.cy - 8, 16, 16), name=sign, colour="textOnFeltMuted", role="mark")
    )
    canvas.text(Rect(x + 21, mark.y, 30, mark.h), text, small, "semibold", "textOnFeltMuted")


def _pill(canvas: Canvas, mark: Rect, run: RunPicture) -> None:
    words = canvas.words
    # The look's marks differ in shape as well as colour: filled, outlined, double outline.
    names = {
        "clean": words("CLEAN"),
        "dirty": words("DIRTY"),
        "real": words("REAL"),
        "half_real": words("HALF REAL"),
        "semi_clean": words("SEMI"),
    }
    # The look's rule: dirty and semi-clean canastras are outlined, the others filled.
    filled = run.canastra not in ("dirty", "semi_clean")
    canvas.box(
        mark,
        "good" if filled else "",
        line="" if filled else "textOnFelt",
        width=2,
        radius=9,
        role="mark",
    )
    if run.canastra in ("real", "half_real"):
        canvas.box(mark.inset(-3), line="good", width=1, radius=12, role="mark")
    ink = "page" if filled else "textOnFelt"
    canvas.text(mark.inset(3, 0), names[run.canastra], 11.5, "bold", ink, "center", shrink=True)


def _folded(canvas: Canvas, cards: Rect, run: RunPicture) -> float:
    """A canastra as one card with its ends; its lower edge."""
    height = card_height(cards.w)
    # Two more edges below say that cards lie under this one.
    for lift in (8.0, 4.0):
        rect = Rect(cards.x, cards.y + lift, cards.w, height)
        canvas.box(rect, "card.face", line="card.border", radius=5, role="under")
    rect = Rect(cards.x, cards.y, cards.w, height)
    canvas.box(rect, "card.face", line="card.border", radius=5, role="folded")
    size = cards.w * 0.3
    first, last = _ends(run)
    for text, y in ((first, rect.y + height * 0.22), (last, rect.y + height * 0.78)):
        _end(canvas, Rect(rect.x, y - size / 2, rect.w, size), text, size)
    for number in range(3):
        dot = Rect(rect.cx - 1.5, rect.cy - 8 + number * 7, 3, 3)
        canvas.box(dot, "card.border", radius=1.5, role="dot")
    return cards.y + height + 8


def _ends(run: RunPicture) -> tuple[tuple[str, str], tuple[str, str]]:
    """Rank and suit of the lowest and the highest card, as they lie."""

    def end(at: int) -> tuple[str, str]:
        card = run.cards[at]
        rank = run.stands[at] or ("★" if card.startswith("JKR") else card[0])
        # A two may be a wild of another suit; any other card has the suit of the run.
        suit = next((one[1].lower() for one in run.cards if len(one) == 2 and one[0] != "2"), "*")
        # A set has no suit of its own: each end shows that of its card.
        if "×" in run.title:
            suit = card[1].lower() if not card.startswith("JKR") else "*"
        return ("10" if rank == "T" else rank), suit

    return end(0), end(-1)


def _end(canvas: Canvas, rect: Rect, end: tuple[str, str], size: float) -> None:
    rank, suit = end
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "*": "joker"}
    ink = f"suit.{names[suit]}"
    width = text_width(rank, size, "bold")
    x = rect.cx - (width + 2 + size * 0.8) / 2
    canvas.text(Rect(x, rect.y, width + 1, rect.h), rank, size, "bold", ink)
    mark = Rect(x + width + 2, rect.cy - size * 0.4, size * 0.8, size * 0.8)
    canvas.add(Icon(rect=mark, name=f"suit:{suit}", colour=ink))


def _cards(canvas: Canvas, cards: Rect, area: Area, number: int) -> float:
    """The cards of a column from the top down, staged ones marked; the lower edge."""
    run = area.runs[number] if number < len(area.runs) else None
    loose = area.loose.get(number, ())
    faces = (*(run.cards if run is not None else ()), *loose)
    handles = (*_staged_in(run, area.staged.get(number, ())), *loose)
    stands = run.stands if run is not None else ()
    height = card_height(cards.w)
    step = 0.46 * cards.w + 2
    if len(faces) > 1:
        # An opened canastra is drawn as close as it must be, with 5 units left of each card.
        step = max(5.0, min(step, (cards.h - height) / (len(faces) - 1)))
    y = cards.y
    for at, (card, handle) in enumerate(zip(faces, handles, strict=True)):
        stand = stands[at] if at < len(stands) else ""
        rank = "10" if stand == "T" else stand
        wrong = handle in area.refused
        canvas.add(
            CardShape(
                rect=Rect(cards.x, y, cards.w, height),
                card=card,
                role="run-card",
                side=True,
                ring="danger" if wrong else "#0B5CAD" if handle else "",
                ring_dashed=bool(handle) and not wrong,
                # The sign would hide what a wild stands for; its dashed frame says the same.
                mark="!" if wrong else "+" if handle and not rank else "",
                note=f"={rank}" if rank else "",
                # The painter leaves out the pips of what the next card covers.
                visible=1.0 if at == len(faces) - 1 else step / height,
            )
        )
        y += step
    return y - step + height


def _staged_in(run: RunPicture | None, staged: Iterable[str]) -> tuple[str, ...]:
    """For each card of a run the handle of the staged card that it is, '' for one on the table."""
    left = list(staged)
    found = []
    for card in run.cards if run is not None else ():
        handle = next((one for one in left if face(one) == card), "")
        if handle:
            left.remove(handle)
        found.append(handle)
    return tuple(found)


def _fit(body: Rect, tiles: int, tenths: int, most: float) -> bool:
    """Whether tiles of so many tenths of the usual size fit, and are not larger than `most`."""
    scale = tenths / 10
    columns = int((body.w + 6) // (82 * scale + 6))
    return scale <= most and columns * int((body.h + 6) // (46 * scale + 6)) >= tiles


def _tiles(canvas: Canvas, body: Rect, area: Area, count: int, staging: Staging) -> None:
    """Small tiles instead of columns: ranks, mark, cards and points; a page of them if needed."""
    tiles = count + (1 if area.selecting else 0)
    # Larger ones where there is room, also at the usual size of text; a notice of one line stands
    # below them.
    most = max(1.3, min(1.6, canvas.frame.metrics.scale)) if not area.chances else 1.0
    room = body._replace(h=body.h - canvas.s(21) - 28)
    scale = next(one / 10 for one in range(16, 9, -1) if one == 10 or _fit(room, tiles, one, most))
    # The look's tile is 82 wide with a gap of 6.
    columns = max(1, int((body.w + 6) // (82 * scale + 6)))
    if -(-tiles // columns) * 52 > body.h + 6:  # rather smaller tiles than hidden ones
        columns = max(columns, int((body.w + 6) // 72))
    width = (body.w - 6 * (columns - 1)) / columns
    rows = -(-tiles // columns)
    roomy = bool(area.chances) and rows * 70 <= body.h + 6
    pitch = 70.0 if roomy else min(46 * scale + 6, max(46.0, (body.h + 6) / max(1, rows)))
    places = [
        Rect(body.x + column * (width + 6), body.y + row * pitch, width, pitch - 6)
        for row in range(max(1, int((body.h + 6.5) // pitch)))
        for column in range(columns)
    ]
    shown = range(count)
    if area.selecting:
        # On every page: a new run is always possible.
        _new_run(canvas, places[min(count, len(places) - 1)])
    if tiles > len(places):
        each = max(1, len(places) - 1 - (1 if area.selecting else 0))
        shown = _page(canvas, places[each], area, count, each)
    for number, place in zip(shown, places, strict=False):
        _tile(canvas, place, area, number, scale, roomy=roomy)
    opened = [number for number in shown if (area.team, number) in staging.unfolded]
    if opened and not area.selecting:
        _opened(canvas, body, area, opened[-1])


def _page(canvas: Canvas, rect: Rect, area: Area, count: int, each: int) -> range:
    """Draw the tile that leads to the runs that have no room; the numbers of those that have."""
    pages = -(-count // each)
    page = canvas.ui.scroll.get(f"runs:{area.team}", 0) % pages
    shown = range(page * each, min(count, (page + 1) * each))
    canvas.box(rect, line="textOnFelt", radius=8, role="tile")
    text = canvas.words("{n} more", n=count - len(shown))
    # The reader's own runs have the key; those of the other pair are only looked at.
    hotkey = "PageDown" if area.team == 0 else ""
    line = Rect(rect.x + 4, rect.y + 2, rect.w - 8, rect.h * (0.5 if hotkey else 1.0))
    size = min(canvas.s(14), rect.h * 0.4)
    canvas.text(line, text, size, "bold", "textOnFelt", "center", shrink=True)
    if hotkey:
        canvas.key_under(rect, hotkey, "textOnFelt")
    canvas.target(
        f"runs:{area.team}",
        rect,
        Intent("page", (f"runs:{area.team}", (page + 1) % pages)),
        hotkeys=(hotkey,) if hotkey else (),
        label=text,
    )
    return shown


def _opened(canvas: Canvas, body: Rect, area: Area, number: int) -> None:
    """Draw all cards of a run over the tiles; a press closes them."""
    run = area.runs[number]
    width = min(46.0, (body.w - 24) / 7 * 1.6)
    step = min(width + 4, (body.w - 24 - width) / max(1, len(run.cards) - 1))
    height = card_height(width) + 44
    panel = Rect(body.x, body.bottom - height, body.w, height)
    canvas.box(panel, "panel", line="panelBorder", radius=10, role="opened")
    sort = canvas.words("clean") if run.clean else canvas.words("dirty")
    points = canvas.words("{points} points", points=run.points)
    line = Rect(panel.x + 12, panel.y + 4, panel.w - 24, 24)
    canvas.text(line, f"{run.title} · {points}, {sort}", 14, "bold", suits=True, shrink=True)
    for at, card in enumerate(run.cards):
        place = Rect(panel.x + 12 + at * step, panel.y + 32, width, card_height(width))
        canvas.add(CardShape(rect=place, card=card, role="run-card", corner=True))
    fold = Intent("fold-run", (area.team, number))
    canvas.target(f"opened:{area.team}", panel, fold, label=canvas.words("Close"), kind="place")


def _tile(
    canvas: Canvas, rect: Rect, area: Area, number: int, scale: float, *, roomy: bool
) -> None:
    """Draw the tile of a run; a `roomy` one has a line for the coach's chances."""
    run = area.runs[number] if number < len(area.runs) else None
    added = area.added(number)
    # A canastra shows by its edge, as its pill has no room here.
    kind = run.canastra if run is not None else "none"
    plain = "feltLine" if kind == "none" else "textOnFelt"
    filled = kind not in ("none", "dirty", "semi_clean")
    edge = "info" if added else "good" if filled else plain
    edge = "bad" if area.refused & set(added) else edge
    thick = 1.0 if edge == "feltLine" else 2.0
    canvas.box(rect, "panel", line=edge, width=thick, radius=8, role="tile")
    title = run.title if run is not None else canvas.words("new run")
    top = Rect(rect.x + 6, rect.y + 4 * scale, rect.w - 12, 18 * scale)
    canvas.text(top, title, 13 * scale, "bold", suits=True, shrink=True)
    loose = len(area.loose.get(number, ()))
    text = str((len(run.cards) if run is not None else 0) + loose)
    under = Rect(rect.x + 6, rect.y + 24 * scale, rect.w - 12, 16 * scale)
    small = 12 * scale
    if run is not None:
        sign = Rect(under.x, under.cy - 7.5 * scale, 15 * scale, 15 * scale)
        canvas.icon(sign, "clean" if run.clean else "half", "textMuted")
        canvas.text(under, canvas.words.number(run.points), small, "semibold", align="right")
    beside = Rect(under.x + 20 * scale, under.y, 24 * scale, under.h)
    canvas.text(beside, text, small, "semibold", "textMuted")
    chances = chances_at(area.chances, number)
    if roomy and chances is not None:
        draw_tile_chances(canvas, Rect(under.x, rect.y + 43, under.w, 16), chances)
    place = f"run:{area.team}:{number}"
    canvas.places[place] = rect
    if area.team == 0 and area.selecting:
        hotkey = RUN_KEYS[number : number + 1]
        if hotkey:
            canvas.key_sign(rect.right - 4 - canvas.key_width(hotkey), top.cy, hotkey)
        hotkeys = (hotkey,) if hotkey else ()
        canvas.target(
            place, rect, Intent("lay", number), hotkeys=hotkeys, label=title, kind="place"
        )
    elif run is not None:
        fold = Intent("fold-run", (area.team, number))
        canvas.target(place, rect, fold, label=title, kind="place")
