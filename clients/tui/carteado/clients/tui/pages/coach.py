"""The coach's figures for a decision, in rows: for the side panel and for its dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from carteado.clients.tui.cells import wrapped
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.buraco_coach import buraco_coach_rows
from carteado.clients.tui.view import View
from carteado.scene.buraco.advice import BuracoAdvice
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.cards import card_text
from carteado.scene.poker.advice import Advice, question_of
from carteado.scene.poker.hands import category_name
from carteado.scene.poker.picture import PokerPicture

__all__ = ["coach_rows", "draw_coach", "draw_rows"]

CoachRow = tuple[str, str, str]
"""Name, value, and a note behind it."""

LEAST = 0.005
"""Parts below this are left out."""


def coach_rows(view: View, width: int, room: int | None = None) -> list[CoachRow]:
    """The rows of the coach; one sentence where it has not counted.

    Args:
        view: of the table.
        width: columns.
        room: rows that are shown, None for all.
    """
    words, picture, advice = view.words, view.picture, view.advice
    # The numbers would reveal the covered hand.
    if view.ui.covered:
        return _sentence(words("Your cards are covered: type peek to see them."), width)
    if isinstance(picture, BuracoPicture):
        if isinstance(advice, BuracoAdvice) and picture.advice:
            return buraco_coach_rows(view, advice, width)
        return _sentence(_waiting_buraco(view, picture), width)
    if not isinstance(picture, PokerPicture) or not picture.advice:
        return _sentence(words("This table allows no advice during a deal."), width)
    if not isinstance(advice, Advice):
        counting = question_of(picture) is not None
        text = words("Counting.") if counting else words("The coach counts at your decisions.")
        return _sentence(text, width)
    hands = words("of {n} hands", n=advice.opponents + 1)
    rows: list[CoachRow] = [(words("win chance"), words.percent(advice.share), hands)]
    if picture.price:
        needs = picture.price / (picture.total + picture.price)
        rows.append((words("price of the call"), words.percent(needs), ""))
        gain = round(advice.share * (picture.total + picture.price) - picture.price)
        sign = "+" if gain >= 0 else ""
        rows.append((words("call on average"), f"{sign}{words.chips(gain)}", ""))
    rows.append((words("your hand improves"), words.percent(advice.improves), ""))
    rows += _parts(advice.own, words("you end with"), view)
    if advice.now:
        # One of the two: the panel has no room for both tables.
        rows += _parts(advice.now, words("they may hold now"), view)
    else:
        rows += _parts(advice.theirs, words("they end with"), view)
    if advice.outs:
        cards = " ".join(map(card_text, advice.outs))
        text = words("{outs} of {unseen} next cards:", outs=len(advice.outs), unseen=advice.unseen)
        rows += [(piece, "", "") for piece in wrapped(f"{text} {cards}", width)[:3]]
    if advice.by_board:
        *above, title = wrapped(words("any two cards, with only the board known"), width)
        # Its title alone would say nothing.
        if room is not None and len(rows) + len(above) + 2 > room:
            return rows
        rows += [(piece, "", "") for piece in above]
        rows += _parts(advice.by_board, title, view, most=len(advice.by_board), least=0.0)
    return rows


def _sentence(text: str, width: int) -> list[CoachRow]:
    return [(piece, "", "") for piece in wrapped(text, width)]


def _waiting_buraco(view: View, picture: BuracoPicture) -> str:
    """Why there is no advice about a turn of Buraco."""
    words = view.words
    if not picture.advice:
        return words("This table allows no advice during a deal.")
    if not picture.playing or picture.turn != picture.own:
        return words("The coach counts at your turns.")
    return words("Counting.") if view.ui.coach else words("F6 asks the coach.")


def _parts(
    parts: Mapping[int, float], title: str, view: View, most: int = 4, least: float = LEAST
) -> list[CoachRow]:
    shown = sorted(parts.items(), key=lambda pair: -pair[1])[:most]
    found: list[CoachRow] = [(title, "", "")]
    for category, share in shown:
        if share > least:
            name = category_name(category, view.words)
            found.append((f"  {view.words.inside(name)}", view.words.percent(share), ""))
    return found


def draw_coach(grid: Grid, x: int, y: int, width: int, height: int, view: View) -> None:
    """Draw the rows that fit."""
    draw_rows(grid, x, y, width, coach_rows(view, width, height)[:height])


def draw_rows(grid: Grid, x: int, y: int, width: int, rows: Sequence[CoachRow]) -> None:
    """Draw rows with their values below one another.

    Args:
        grid: to draw on.
        x: first column.
        y: first row.
        width: columns.
        rows: name, value and note of each.
    """
    value_x = x + min(24, max(14, width - 16))
    valued = [row for row in rows if row[1]]
    needed = max((cell_len(f"{value} {note}") for _, value, note in valued), default=0)
    if value_x + needed > x + width:
        # Notes that are longer in another language take what the names leave.
        names = max(cell_len(name) for name, _, _ in valued)
        value_x = min(value_x, max(x + 1 + names, x + width - needed))
    for number, (name, value, note) in enumerate(rows):
        room = (value_x - x - 1) if value else width
        ink = Ink() if value else Ink("textMuted")
        grid.text(x, y + number, name, ink, width=room, suits=True)
        if value:
            end = grid.text(value_x, y + number, value, Ink("info", bold=True))
            grid.text(
                end + 1, y + number, note, Ink("textMuted"), width=max(0, x + width - end - 1)
            )
