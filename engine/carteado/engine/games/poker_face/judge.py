"""Judges a file of rounds from the first to the last, for `carteado judge`.

The program acts as the bookkeeper of such a match: each round of the file is an action at a table
like any other, so its events form a normal log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Command, Decided, Event, Sit
from carteado.engine.games.poker_face.actions import EnterRound
from carteado.engine.games.poker_face.events import RoundJudged
from carteado.engine.games.poker_face.judging import seen_twice
from carteado.engine.games.poker_face.options import Checks, OddChips, Options
from carteado.engine.games.poker_face.poker_face import GAME
from carteado.engine.games.poker_face.reading import MAX_LINE, RoundLines, RoundsError, RoundsReader
from carteado.engine.games.poker_face.state import BOOKKEEPER, State, standings
from carteado.engine.games.poker_face.text import PROBLEMS

__all__ = ["MAX_LINE", "Judge", "RoundsError", "Ruled"]

END = "#####"
"""Line between the last round and everybody's money."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A round of a file, judged.

    Attributes:
        command: the round as it was entered.
        events: what follows from it.
        judged: of these, the verdict.
        lines: numbers of the lines: the round's, then each entry's.
        players: of the match.
    """

    command: Command
    events: tuple[Event, ...]
    judged: RoundJudged
    lines: tuple[int, ...]
    players: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines of the output, their ends included."""
        judged = self.judged
        # Winners are in the order of names already (`judging.judge_round`).
        names = "".join([self.players[place] + "\n" for place in judged.winners])
        return f"{len(judged.winners)} {judged.amount} {judged.code}\n{names}"

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """Remarks for the bookkeeper: number of the line, and a sentence."""
        judged = self.judged
        found = []
        if judged.twice:
            # + 1 because lines[0] is the line of the round itself.
            for place, card, first in seen_twice(judged.hands):
                line, other = self.lines[place + 1], self.lines[first + 1]
                where = "in this hand" if line == other else f"in line {other}"
                found.append((line, f"{card} was seen before, {where} (round {judged.number})"))
        if judged.rest:
            what = f"{judged.rest} of the pot of {judged.pot} cannot be shared and is discarded"
            found.append((self.lines[0], f"{what} (round {judged.number})"))
        return found

    @property
    def data(self) -> dict[str, Any]:
        """The round as plain data, names instead of places."""
        judged, players = self.judged, self.players
        return {
            "round": judged.number,
            "line": self.lines[0],
            "valid": not judged.problem,
            "problem": PROBLEMS.get(judged.problem),
            "winners": [players[place] for place in judged.winners],
            "amount": judged.amount,
            "code": judged.code,
            "pot": judged.pot,
            "odd_chips": [players[place] for place in judged.odd],
            "discarded": judged.rest,
            "seen_twice": list(judged.twice),
            "money": dict(zip(players, judged.money, strict=True)),
        }


class Judge:
    """Judges the rounds of a file.

    Args:
        lines: lines of the file; those longer than `MAX_LINE` may be cut.
        checks: what makes a round invalid.
        odd_chips: how to treat money that cannot be shared.

    Attributes:
        game: whose events these are.
        options: of the match.
        rounds: how many the file announces.
        opening: the command before the first round, and what follows from it.

    Raises:
        RoundsError: the first line is missing or makes no sense.
    """

    game = GAME

    def __init__(self, lines: Iterable[str], *, checks: Checks, odd_chips: OddChips) -> None:
        self._reader = RoundsReader(lines)
        self.rounds = self._reader.rounds
        # Nothing is corrected afterwards, so nothing is kept: the file may have any length.
        self.options = Options(
            money=self._reader.money, checks=checks, odd_chips=odd_chips, history=0
        )
        sit = Sit(seat=BOOKKEEPER, name="judge")
        answer = GAME.decide(GAME.new(self.options), sit)
        assert isinstance(answer, Decided)
        self.opening: tuple[Command, tuple[Event, ...]] = (sit, answer.events)
        self._state: State = answer.state

    def __iter__(self) -> Iterator[Ruled]:
        """The rounds, each as soon as its last line is read.

        Raises:
            RoundsError: the file is cut short, or a line makes no sense.
        """
        return map(self._rule, self._reader)

    def _rule(self, found: RoundLines) -> Ruled:
        ante, entries, lines = found
        command = Act(seat=BOOKKEEPER, action=EnterRound(ante=ante, entries=entries))
        answer = GAME.decide(self._state, command)
        if isinstance(answer, Refusal):
            # -1 + 1 = 0: a refusal without an entry concerns the line of the round.
            at: Any = answer.details.get("entry", -1)
            raise RoundsError(lines[at + 1], answer.message)
        self._state = answer.state
        events = answer.events
        # Exactly one, since without history no round is judged again.
        (judged,) = [event for event in events if isinstance(event, RoundJudged)]
        return Ruled(command, events, judged, lines, answer.state.players)

    @property
    def text(self) -> str:
        """The end of the output: everybody's money, the most first, then by name."""
        rows = [f"{name} {money}\n" for name, money in standings(self._state)]
        return f"{END}\n{''.join(rows)}"

    @property
    def data(self) -> dict[str, Any]:
        """The end of the output as plain data."""
        rows = [{"name": name, "money": money} for name, money in standings(self._state)]
        return {"rounds": self._state.number, "discarded": self._state.discarded, "players": rows}
