"""The lines of the log at a table of Poker Face, in the player's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from carteado.engine.game import Event
from carteado.scene.cards import cards_text
from carteado.scene.game_types import GameEvent, GameState
from carteado.scene.poker_face.book import face_of
from carteado.scene.story import Line
from carteado.scene.words import N_, Words

__all__ = ["CODES", "PROBLEMS", "line_of", "round_lines"]

CODES = {
    "RSF": N_("a royal flush"),
    "SF": N_("a straight flush"),
    "FK": N_("four of a kind"),
    "FH": N_("a full house"),
    "F": N_("a flush"),
    "S": N_("a straight"),
    "TK": N_("three of a kind"),
    "TP": N_("two pair"),
    "OP": N_("a pair"),
    "HC": N_("a high card"),
}
"""The winning hand of a round, by the game's codes."""

PROBLEMS = {
    "money": N_("Round {number} does not count: somebody does not have the money."),
    "ante": N_("Round {number} does not count: the ante is below the minimum of 50."),
    "bet": N_("Round {number} does not count: a bet is not a positive multiple of 50."),
    "cards": N_("Round {number} does not count: a card was entered twice."),
}
"""Why a round is invalid, by the game's codes."""


def line_of(event: Event, before: GameState, words: Words) -> tuple[Line, ...]:
    """The lines about an event; none where there is nothing to say."""
    write = _LINES.get(event.type)
    return () if write is None else write(event, before, words)


def _about(text: str) -> Callable[[GameEvent, GameState, Words], tuple[Line, ...]]:
    """A line about the bookkeeper ``{name}``."""

    def write(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
        # When a seat is taken, the state before the event does not have the name yet.
        name = getattr(event, "name", None) or words.player(state.names, event.seat)
        return (Line(text=words(text, name=name), deal=state.number),)

    return write


def _started(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    names = _and(event.players, words)
    text = words("{names} begin with {money} each.", names=names, money=event.money[0])
    return (Line(text=words("The match begins"), kind="heading"), Line(text=text))


def round_lines(
    event: GameEvent, players: Sequence[str], money: Sequence[int], words: Words
) -> tuple[Line, ...]:
    """A round in sentences: who won what, how the money changed, and what was unusual.

    Args:
        event: that judged it.
        players: of the match.
        money: of each of them before it.
        words: of the reader.
    """
    number = event.number
    text = _won(event, players, words)
    # An invalid round has no winner.
    if event.problem:
        text = _broke(event, players, money, words) if event.problem == "money" else ""
        text = text or words(PROBLEMS[event.problem], number=number)
    lines = [
        Line(text=words("Round {number}", number=number), kind="heading", deal=number),
        Line(text=text, kind="result", deal=number),
    ]
    lines += [Line(text=text, deal=number) for text in _more(event, players, money, words)]
    return tuple(lines)


def _broke(event: GameEvent, players: Sequence[str], money: Sequence[int], words: Words) -> str:
    """Who lacks the money of a round, and how much it takes; '' where that is not known."""
    bets = dict(zip(map(int, event.players), event.bets, strict=True))
    for place, (name, have) in enumerate(zip(players, money, strict=True)):
        needed = event.ante + bets.get(place, 0)
        if have < needed:
            text = N_("Round {number} does not count: {name} has {money} and needs {needed}.")
            return words(text, number=event.number, name=name, money=have, needed=needed)
    return ""


def _judged(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    return round_lines(event, state.players, state.money, words)


def _won(event: GameEvent, players: Sequence[str], words: Words) -> str:
    if not event.winners:
        return ""
    names = _and([players[int(place)] for place in event.winners], words)
    text = N_("{names} wins {amount} with {hand}.")
    if len(event.winners) > 1:
        text = N_("{names} win {amount} each with {hand}.")
    return words(text, names=names, amount=event.amount, hand=words(CODES[event.code]))


def _more(
    event: GameEvent, players: Sequence[str], money: Sequence[int], words: Words
) -> list[str]:
    found = [words("{name} gets one more.", name=players[place]) for place in event.odd]
    if event.twice:
        cards = cards_text([face_of(card) for card in event.twice])
        found.append(words("Entered twice: {cards}.", cards=cards))
    moved = []
    for name, before, after in zip(players, money, event.money, strict=True):
        if after != before:
            moved.append(f"{name} {words.signed(after - before)}")
    return [*found, ", ".join(moved)] if moved else found


def _discarded(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words("{amount} cannot be shared and leaves the match.", amount=event.amount)
    return (Line(text=text, deal=event.number),)


def _corrected(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words("Round {number} was entered wrongly and is judged again.", number=event.number)
    if event.last != event.number:
        text = words(
            "Round {number} was entered wrongly: rounds {number} to {last} are judged again.",
            number=event.number,
            last=event.last,
        )
    return (Line(text=text, kind="heading", deal=event.number),)


def _and(names: Sequence[str], words: Words) -> str:
    if len(names) < 2:
        return "".join(names)
    return words("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])


_LINES: Mapping[str, Callable[[GameEvent, GameState, Words], tuple[Line, ...]]] = {
    "seat_taken": _about(N_("{name} keeps the books.")),
    "seat_left": _about(N_("{name} hands over the books.")),
    "sat_out": _about(N_("{name} sits out")),
    "returned": _about(N_("{name} is back")),
    "match_started": _started,
    "round_judged": _judged,
    "remainder_discarded": _discarded,
    "round_corrected": _corrected,
}
