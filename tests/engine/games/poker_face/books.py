"""Matches of Poker Face for the tests: files that are judged, and tables with a bookkeeper."""

from __future__ import annotations

from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Decided, Sit
from carteado.engine.games.poker_face import GAME
from carteado.engine.games.poker_face.actions import CorrectRound, EnterRound
from carteado.engine.games.poker_face.judge import Judge
from carteado.engine.games.poker_face.options import Options
from carteado.engine.games.poker_face.state import State

__all__ = ["Book", "judged", "one_round", "output", "warned"]

HIGH, LOW = "1P 13E 11C 9O 7P", "2E 4C 5O 7E 9C"
"""Two hands of which the first one wins."""


def judged(text: str, **options: Any) -> tuple[str, list[tuple[int, str]]]:
    """The output for a file, and the warnings by line."""
    chosen: dict[str, Any] = {"checks": "standard", "odd_chips": "discard", **options}
    judge = Judge(text.splitlines(keepends=True), **chosen)
    rounds = list(judge)
    warnings = [warning for ruled in rounds for warning in ruled.warnings]
    return "".join([ruled.text for ruled in rounds]) + judge.text, warnings


def output(text: str, **options: Any) -> list[str]:
    """The lines of the output for a file."""
    return judged(text, **options)[0].splitlines()


def warned(text: str, **options: Any) -> list[tuple[int, str]]:
    """The warnings for a file."""
    return judged(text, **options)[1]


def one_round(*hands: str, ante: int = 50, bet: int = 50, money: int = 1000) -> str:
    """A file of one round in which A, B, C ... have the given hands."""
    lines = [f"{'ABCDEFGHIJ'[at]} {bet} {hand}" for at, hand in enumerate(hands)]
    return "\n".join([f"1 {money}", f"{len(hands)} {ante}", *lines, ""])


class Book:
    """A table at which Rita keeps the books.

    Attributes:
        state: the match.
        events: what happened so far.
    """

    def __init__(self, **options: Any) -> None:
        self.state: State = GAME.new(Options(**options))
        self.events: list[Any] = []
        assert isinstance(self.give(Sit(seat=0, name="Rita")), Decided)

    def give(self, command: Any) -> Decided[State] | Refusal:
        """Give the game a command."""
        answer = GAME.decide(self.state, command)
        if isinstance(answer, Decided):
            self.events += answer.events
            self.state = answer.state
        return answer

    def enter(self, ante: Any, *entries: Any) -> Decided[State] | Refusal:
        """Enter a round."""
        return self.give(Act(seat=0, action=EnterRound(ante=ante, entries=entries)))

    def correct(self, number: Any, ante: Any, *entries: Any) -> Decided[State] | Refusal:
        """Correct a round."""
        action = CorrectRound(number=number, ante=ante, entries=entries)
        return self.give(Act(seat=0, action=action))

    def money(self) -> dict[str, int]:
        """What everybody has."""
        return dict(zip(self.state.players, self.state.money, strict=True))
