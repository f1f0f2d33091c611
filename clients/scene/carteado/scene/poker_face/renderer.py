"""The renderer of Poker Face, and what it remembers of a table: its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from carteado.engine.game import Event
from carteado.engine.table import Table
from carteado.scene.game_types import GameState, JudgedRound
from carteado.scene.moves import Movement
from carteado.scene.poker_face.lines import line_of, round_lines
from carteado.scene.replay_curves import Measure, stacks
from carteado.scene.story import Line, Story
from carteado.scene.words import N_, Words

__all__ = ["RENDERER", "FacePicture", "FaceRenderer", "FaceStory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceStory(Story):
    """The rounds in sentences, and the chat."""

    def happened(self, event: Event, before: GameState, words: Words) -> FaceStory:
        """The story after an event, for the game's state before it."""
        return replace(self, log=self.log.add_event(partial(line_of, event, before), words))


@dataclass(frozen=True, slots=True, kw_only=True)
class FacePicture:
    """The match.

    Attributes:
        title: name of the table.
        subtitle: rounds so far.
        keeper: who keeps the books, '' for nobody.
        playing: whether the reader does.
        players: of the match with their money, in the order of the first round.
        rounds: the last rounds, which can be corrected, the oldest first.
        report: the match in sentences: the log, before it the rounds that it does not have.
    """

    title: str
    subtitle: str
    keeper: str
    playing: bool
    players: tuple[tuple[str, int], ...]
    rounds: tuple[JudgedRound, ...]
    report: tuple[Line, ...] = ()


class FaceRenderer:
    """See `renderers.Renderer`."""

    coming = N_("Next deal in {seconds} s")

    def story(self) -> FaceStory:
        """The story of a table before its first event."""
        return FaceStory()

    def picture(
        self,
        table: Table,
        seat: int | None,
        story: FaceStory,
        words: Words,
        connected: Sequence[bool] = (),
    ) -> FacePicture:
        """The match as everybody sees it."""
        state = table.state
        subtitle = str(table.game.title)
        # The round that is being played and entered, not the last one that was judged.
        subtitle = words("{title} · round {number}", title=subtitle, number=state.number + 1)
        return FacePicture(
            title=table.opened.title or table.id,
            subtitle=subtitle,
            # The only seat of this game is the bookkeeper's.
            keeper=state.names[0] or "",
            playing=seat is not None,
            players=tuple(zip(state.players, state.money, strict=True)),
            rounds=tuple(state.rounds),
            report=(*_earlier(state, story, words), *story.log.lines),
        )

    def movements(self, before: FacePicture, after: FacePicture) -> tuple[Movement, ...]:
        """None: the cards lie on a real table."""
        return ()

    def measure(self, table: Table, seat: int | None) -> Measure | None:
        """The money of the match's players."""
        return stacks(table.state.players, table.state.money)


def _earlier(state: GameState, story: FaceStory, words: Words) -> list[Line]:
    """The rounds that were judged before the reader came."""
    # The state keeps the last rounds; those that the log has must not appear twice.
    heard = {line.deal for line in story.log.lines}
    lines: list[Line] = []
    # The money before the oldest kept round: each round's gains are the difference to it.
    money = state.base
    for one in state.rounds:
        if one.number not in heard:
            lines += round_lines(one, state.players, money, words)
        money = one.money
    return lines


RENDERER = FaceRenderer()
