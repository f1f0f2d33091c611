"""The score sheet of a deal, which opens by itself and closes at the player's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carteado.scene.control.showing import Showing
from carteado.scene.shapes import Intent

if TYPE_CHECKING:
    from carteado.scene.control.app import App

__all__ = ["ScoreSheet"]


class ScoreSheet:
    """Opens the sheet once for each deal, and closes it where the next deal needs the table.

    Args:
        app: whose dialog it is.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._showing: Showing | None = None
        # The last scored deal that is known; whether its sheet has yet to open, and whether it did.
        self._deal = 0
        self._due = self._opened = False

    def tick(self, showing: Showing) -> None:
        """Look at the current table."""
        app, deal = self._app, _scored_deal(showing)
        if showing is not self._showing:
            self._showing, self._due, self._opened = showing, False, False
            # Of the deals before only one that has just ended is new.
            self._deal = 0 if _sheets(showing) else deal
        if deal != self._deal:
            self._deal, self._due = deal, bool(deal)
        # Watchers want to see the next deal; players can read until their turn.
        watched = showing.shown.seat is None and not _sheets(showing)
        over = watched or showing.shown.prompt is not None
        # Shown already, or too late: F2 still shows it.
        if over or app.ui.sheet == "score":
            self._due = False
        if self._opened and over:
            self._opened = False
            # One that the player opened stays.
            if app.ui.sheet == "score":
                app.do(Intent("sheet", ""))
        # Over a dialog or a text that is being written it would be in the way: then it opens later.
        elif self._due and not app.ui.sheet and not app.ui.editing:
            self._due, self._opened = False, True
            app.do(Intent("sheet", "score"))


def _sheets(showing: Showing) -> bool:
    """Whether the last deal was scored and the next one has not begun."""
    table = showing.shown.table
    return table is not None and bool(getattr(table.state, "sheets", ()))


def _scored_deal(showing: Showing) -> int:
    """The number of the last scored deal, 0 for none."""
    table, story = showing.shown.table, showing.shown.story
    if _sheets(showing) and table is not None:
        deal: int = table.state.deal
        return deal
    deals = getattr(story, "deals", ())
    return deals[-1].deal if deals else 0
