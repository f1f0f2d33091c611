"""The rows below a poker table while an all-in is dealt out, and what house rules offer."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from carteado.clients.tui.frame import Frame
from carteado.clients.tui.grid import Grid, Ink
from carteado.clients.tui.pages.clock import draw_clock, time_left
from carteado.clients.tui.view import View, seat_mark
from carteado.scene.cards import card_text
from carteado.scene.poker.boards import chance_name
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.shapes import Intent
from carteado.scene.words import N_

__all__ = ["Places", "draw_all_in", "draw_chances", "draw_wishes"]

_WISHES = {
    "straddle": (N_("Straddle"), "W"),
    "no_straddle": (N_("Straddle"), "W"),
    "rabbit": (N_("Rabbit hunt"), "H"),
    "bomb_pot": (N_("Bomb pot next"), "B"),
    "post_blind": (N_("Post the big blind"), "F3"),
    "show_card:1": (N_("Show {cards}"), "1"),
    "show_card:2": (N_("Show {cards}"), "2"),
}
"""Labels and keys of what house rules let a seat ask for outside its turn."""


def draw_all_in(grid: Grid, frame: Frame, view: View) -> None:
    """An all-in that is dealt out, or about which a seat is asked; and each hand's chances."""
    words = view.words
    picture: PokerPicture = view.picture
    if picture.turn is None:
        _coming(grid, frame, view)
    else:
        acting = picture.seats[picture.turn]
        named = f"{acting.name}{seat_mark(picture, acting.seat)}"
        text = words("{name}'s turn", name=named)
        note = words("All-in: deal the rest once or twice?")
        end = draw_clock(grid, frame, text, time_left(view), words, own=False, note=note)
        room = frame.x + frame.width - end - 3
        grid.text(end + 2, frame.turn, note, Ink("textMuted"), width=room, align="right")
    draw_chances(grid, frame, view, sorted((frame.actions, frame.presets)))


def _coming(grid: Grid, frame: Frame, view: View) -> None:
    """How many cards are still to come, and the key that turns them all at once."""
    words = view.words
    picture: PokerPicture = view.picture
    left = 5 - len(picture.board)
    for board in picture.boards:
        # The first board may be complete while the second one is dealt.
        left = left or 5 - len(board.cards)
    end = grid.text(frame.x + 2, frame.turn, words("All-in."), Ink("warn", bold=True))
    if left:
        note = words.several("One card comes.", "{n} cards come.", left)
        end = grid.text(end + 1, frame.turn, note, Ink("textMuted"))
    key = words("Space")
    skip = Intent("skip")
    grid.button("skip", end + 4, frame.turn, words("Skip"), skip, hotkeys=("Space",), shown=key)


def draw_chances(grid: Grid, frame: Frame, view: View, rows: list[int]) -> None:
    """Draw what each hand has of the pots, main pot first, as far as the rows suffice."""
    words = view.words
    picture: PokerPicture = view.picture
    names = [one.name for one in picture.seats]
    lines: list[str] = []
    for chance in picture.chances:
        name = chance_name(chance, picture.chances, words)
        lines.append(f"{name} {words.chips(chance.amount)}:")
        for seat, part in chance.parts.items():
            text = f"{words.player(names, seat)} {words.percent(float(part))}"
            joined = f"{lines[-1]}{' ' if lines[-1].endswith(':') else '  '}{text}"
            # Many hands take a second row, if no further pot needs it.
            full = cell_len(joined) > frame.width - 4 and len(picture.chances) < len(rows)
            lines[-1:] = [lines[-1], f"  {text}"] if full else [joined]
    for y, text in zip(rows, lines, strict=False):
        grid.text(frame.x + 2, y, text, width=frame.width - 4)


@dataclass(slots=True, kw_only=True)
class Places:
    """Places in a row of buttons, one behind the other, and in a second row if the first is full.

    Attributes:
        x: column of the next one.
        y: its row.
        left: first column of the second row.
        end: column behind the last one.
        below: the second row, None for none or if the next place is in it.
    """

    x: int
    y: int
    left: int
    end: int
    below: int | None = None

    def has_room(self, cells: int) -> bool:
        """Whether the next place has so many cells; it may be in the second row."""
        if self.x + cells > self.end and self.below is not None:
            self.x, self.y, self.below = self.left, self.below, None
        return self.x + cells <= self.end


def draw_wishes(grid: Grid, view: View, at: Places) -> None:
    """Draw what house rules let the seat ask for now, as far as it fits."""
    words, picture = view.words, view.picture
    for wish in picture.wishes:
        label, key = _WISHES[wish]
        name, _, card = wish.partition(":")
        if name == "show_card":
            text = words(label, cards=card_text(picture.seats[picture.own].cards[int(card) - 1]))
        else:
            text = words(label)
        if wish.endswith("straddle"):
            # A wish for one's next turn under the gun, which can be taken back.
            text = f"{'[x]' if wish == 'no_straddle' else '[ ]'} {text}"
        if at.has_room(cell_len(f"{key} {text}")):
            meaning = Intent("wish", wish)
            at.x = 3 + grid.button(wish, at.x, at.y, text, meaning, hotkeys=(key,))
