"""The match in words: a line for an event, and the table as everybody sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carteado.engine.game import Event, Returned, SatOut, SeatLeft, SeatTaken
from carteado.engine.games.poker_face.events import (
    MatchStarted,
    RemainderDiscarded,
    RoundCorrected,
    RoundJudged,
)
from carteado.engine.games.poker_face.hands import CODES
from carteado.engine.games.poker_face.state import State, standings
from carteado.engine.state import changed

__all__ = ["PROBLEMS", "line", "show"]

PROBLEMS: Mapping[str, str] = {
    "money": "somebody does not have the money",
    "ante": "the ante is below the minimum of 50",
    "bet": "a bet is not a positive multiple of 50",
    "cards": "a card is seen twice",
}
"""Why a round is invalid."""

_HOW = (
    "The bookkeeper types the ante, then for each player the name, the bet and five cards:",
    "  enter-round 50 Ana 100 6O 3P 10E 11O 1O Bia 200 3P 4E 3E 13C 13O",
    "  correct-round 1 50 Ana 150 6O 3P 10E 11O 1O Bia 200 3P 4E 3E 13C 13O",
    "Ranks: 1 is the ace, 11 the jack, 12 the queen, 13 the king.",
    "Suits: P clubs, E spades, C hearts, O diamonds.",
)
_AGAIN = "The bookkeeper types enter-round or correct-round; help enter-round shows how."

SHOWN = 3
"""Last rounds that are shown with the table."""


def line(event: Event, view: State) -> str:
    """One line about an event, for the view before it; '' for no line."""
    tell = _LINES.get(type(event))
    return "" if tell is None else tell(event, view)


def show(view: State) -> tuple[str, ...]:
    """The table in plain lines: the bookkeeper, the last rounds, everybody's money."""
    keeper = view.names[0] or "nobody"
    away = ", who pauses" if view.away[0] else ""
    head = f"{view.number or 'No'} round{'' if view.number == 1 else 's'} so far. "
    lines = [f"{head}The books: {keeper}{away}."]
    if not view.players:
        return (
            *lines,
            *_HOW,
            f"The first round names the players; each starts with {view.options.money:,}.",
        )
    lines += [_result(one, view.players) for one in view.rounds[-SHOWN:]]
    lines += [f"  {name}: {money:,}" for name, money in standings(view)]
    if view.discarded:
        lines.append(f"  discarded: {view.discarded:,}")
    return (*lines, _AGAIN)


def _result(event: RoundJudged, players: tuple[str, ...]) -> str:
    start = f"Round {event.number}"
    twice = f" Seen twice: {' '.join(event.twice)}." if event.twice else ""
    if event.problem:
        return f"{start} is invalid, {PROBLEMS[event.problem]}: no money moves.{twice}"
    names = _and([players[place] for place in event.winners])
    share = "wins" if len(event.winners) == 1 else "win each"
    odd = _and([players[place] for place in event.odd])
    more = f", {odd} one more" if odd else ""
    return f"{start}: {names} {share} {event.amount:,} with {CODES[event.code]}{more}.{twice}"


def _and(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _money(view: State) -> str:
    return ", ".join(f"{name} {money:,}" for name, money in standings(view))


def _judged(event: RoundJudged, view: State) -> str:
    # The view stands before the event, and the line should show the money after it.
    after = changed(view, money=event.money)
    return f"{_result(event, view.players)} Money: {_money(after)}."


def _corrected(event: RoundCorrected, view: State) -> str:
    if event.last == event.number:
        return f"Round {event.number} was entered wrongly and is judged again."
    span = f"rounds {event.number} to {event.last} are"
    return f"Round {event.number} was entered wrongly: {span} judged again."


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    SeatTaken: lambda event, view: f"{event.name} keeps the books.",
    SeatLeft: lambda event, view: f"{view.names[0]} hands over the books.",
    SatOut: lambda event, view: f"{view.names[0]} pauses.",
    Returned: lambda event, view: f"{view.names[0]} is back.",
    MatchStarted: lambda event, view: (
        f"The match begins: {_and(event.players)}, with {event.money[0]:,} each."
    ),
    RoundJudged: _judged,
    RemainderDiscarded: lambda event, view: (
        f"{event.amount:,} of round {event.number} cannot be shared and is discarded."
    ),
    RoundCorrected: _corrected,
}
