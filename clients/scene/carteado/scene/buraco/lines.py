"""The lines of the log at a Buraco table, in the player's language; game words stay Portuguese."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from carteado.engine.game import Event
from carteado.scene.cards import cards_text, is_known
from carteado.scene.game_types import GameEvent, GameState
from carteado.scene.story import Line, LineKind
from carteado.scene.words import N_, Words

__all__ = ["line_of", "won_text"]


def line_of(event: Event, before: GameState, words: Words) -> tuple[Line, ...]:
    """The lines about an event; none where there is nothing to say."""
    write = _LINES.get(event.type)
    return () if write is None else write(event, before, words)


def won_text(state: GameState, team: int, words: Words) -> str:
    """The sentence about the pair that has won the match, wherever a client shows it."""
    # A team's number is that of its first seat.
    names = " & ".join(words.player(state.names, seat) for seat in (team, team + 2))
    return words("{names} win the match", names=names)


def _about(
    text: str, kind: LineKind = "line"
) -> Callable[[GameEvent, GameState, Words], tuple[Line, ...]]:
    """A line about the event's seat ``{name}`` and its cards ``{cards}``."""

    def write(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
        # Events about one card have another field than those about several.
        cards = getattr(event, "cards", None) or (getattr(event, "card", "??"),)
        name = words.player(state.names, event.seat)
        found = words(text, name=name, cards=cards_text(cards), count=len(cards))
        return (Line(text=found, kind=kind, deal=state.deal),)

    return write


def _drawn(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    name = words.player(state.names, event.seat)
    # Only the reader's seat and open hands see the drawn card.
    if is_known(event.held):
        text = words("{name} drew {cards}", name=name, cards=cards_text((event.held,)))
    else:
        text = words("{name} drew a card", name=name)
    return (Line(text=text, deal=state.deal),)


def _pile(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    # The top card is apart where it is melded at once.
    count = len(event.cards) + (event.top is not None)
    name = words.player(state.names, event.seat)
    text = words.several(
        "{name} took the pile of one card", "{name} took the pile of {n} cards", count, name=name
    )
    return (Line(text=text, deal=state.deal),)


def _scored(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    first, second = event.totals
    text = words(
        "Deal {number}: {first} to {second}", number=event.deal, first=first, second=second
    )
    return (Line(text=text, kind="result", deal=event.deal),)


_LINES: Mapping[str, Callable[[GameEvent, GameState, Words], tuple[Line, ...]]] = {
    "deal_started": lambda event, state, words: (
        Line(text=words("Deal {number}", number=event.deal), kind="heading", deal=event.deal),
    ),
    "card_drawn": _drawn,
    "card_redrawn": _about(N_("{name} exchanged {cards} for another card")),
    "pile_taken": _pile,
    "meld_laid": _about(N_("{name} laid {cards}")),
    "meld_extended": _about(N_("{name} added {cards}")),
    "card_discarded": _about(N_("{name} discarded {cards}")),
    "turn_declined": _about(N_("{name} declined the last turn")),
    "morto_taken": _about(N_("{name} took a morto")),
    "morto_converted": lambda event, state, words: (
        Line(text=words("The stock is used up: a morto becomes the stock"), deal=state.deal),
    ),
    "deal_scored": _scored,
    "match_won": lambda event, state, words: (
        Line(text=won_text(state, event.team, words), kind="result"),
    ),
    "seat_taken": lambda event, state, words: (
        Line(text=words("{name} sits down", name=event.name)),
    ),
    "seat_left": _about(N_("{name} leaves")),
    "sat_out": _about(N_("{name} sits out")),
    "returned": _about(N_("{name} is back")),
    "timed_out": _about(N_("{name} ran out of time")),
}
