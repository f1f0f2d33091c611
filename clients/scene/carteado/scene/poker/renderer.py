"""The renderer of Hold'em and Quick Hold'em."""

from __future__ import annotations

from carteado.engine.table import Table
from carteado.scene.moves import Movement
from carteado.scene.poker.moves import movements
from carteado.scene.poker.picture import PokerPicture, picture_of
from carteado.scene.poker.story import PokerStory
from carteado.scene.replay_curves import Measure, stacks
from carteado.scene.words import N_

__all__ = ["RENDERER", "PokerRenderer"]


class PokerRenderer:
    """See `renderers.Renderer`."""

    coming = N_("Next hand in {seconds} s")

    def story(self) -> PokerStory:
        """The story of a table before its first event."""
        return PokerStory()

    picture = staticmethod(picture_of)

    def movements(self, before: PokerPicture, after: PokerPicture) -> tuple[Movement, ...]:
        """The movements between two pictures."""
        return movements(before, after)

    def measure(self, table: Table, seat: int | None) -> Measure | None:
        """The chips of all seats; until a win, chips in the middle count for their seats."""
        state = table.state
        # Once a pot is awarded, its chips stand in a stack again.
        lying = state.in_hand and state.pot >= sum(state.paid)
        paid = state.paid if lying else (0,) * len(state.stacks)
        return stacks(
            state.names, [held + put for held, put in zip(state.stacks, paid, strict=True)]
        )


RENDERER = PokerRenderer()
