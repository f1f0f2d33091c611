"""The table of a game that no renderer knows: its lines, and its actions from the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.game import Event
from carteado.engine.table import Table
from carteado.scene.game_types import GameState
from carteado.scene.moves import Movement
from carteado.scene.replay_curves import Measure
from carteado.scene.story import Story
from carteado.scene.words import N_, Words

__all__ = ["RENDERER", "GenericPicture", "GenericRenderer", "GenericStory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericStory(Story):
    """The lines of a game."""

    def happened(self, event: Event, before: GameState, words: Words) -> GenericStory:
        """The story after an event; its line is the game's own, through `with_line`."""
        return self


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericPicture:
    """Any table.

    Attributes:
        title: name of the table.
        subtitle: name of the game.
        names: the players' names by seat, None for a free seat.
        turn: the seat that decides.
        own: the reader's seat, None for the rail.
        lines: the table in the game's own lines.
    """

    title: str
    subtitle: str
    names: tuple[str | None, ...]
    turn: int | None
    own: int | None
    lines: tuple[str, ...]


class GenericRenderer:
    """See `renderers.Renderer`."""

    coming = N_("Next deal in {seconds} s")

    def story(self) -> GenericStory:
        """The story of a table before its first event."""
        return GenericStory()

    def picture(
        self,
        table: Table,
        seat: int | None,
        story: GenericStory,
        words: Words,
        connected: Sequence[bool] = (),
    ) -> GenericPicture:
        """The table in lines."""
        game, state = table.game, table.state
        return GenericPicture(
            title=table.opened.title or table.id,
            subtitle=game.title,
            names=tuple(state.names),
            turn=game.turn(state),
            own=seat,
            # Every game can show itself as text, which is all that is known of this one.
            lines=tuple(game.show(state)),
        )

    def movements(self, before: GenericPicture, after: GenericPicture) -> tuple[Movement, ...]:
        """None: what an unknown game moves is not known."""
        return ()

    def measure(self, table: Table, seat: int | None) -> Measure | None:
        """None: what an unknown game counts is not known."""
        return None


RENDERER = GenericRenderer()
