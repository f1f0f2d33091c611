"""The lines of the log at a poker table, in the player's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from carteado.engine.game import Event
from carteado.scene.cards import cards_text, is_known
from carteado.scene.game_types import GameEvent, GameState
from carteado.scene.poker.boards import pot_name
from carteado.scene.poker.hands import win_text
from carteado.scene.story import Line
from carteado.scene.words import N_, Words

__all__ = ["line_of", "won_text"]

_WON = N_("{name} wins the game")
_STREETS = {
    "flop": N_("Flop {cards}"),
    "turn": N_("Turn {cards}"),
    "river": N_("River {cards}"),
}


def line_of(event: Event, before: GameState, words: Words) -> tuple[Line, ...]:
    """The lines about an event of a poker game; none where there is nothing to say.

    Args:
        event: of the game or the table.
        before: the game's state before it.
        words: of the reader.
    """
    write = _LINES.get(event.type)
    return () if write is None else write(event, before, words)


def won_text(state: GameState, seat: int, words: Words) -> str:
    """The sentence about the winner of the game, wherever a client shows it."""
    return words(_WON, name=words.player(state.names, seat))


def _plain(text: str) -> Callable[[GameEvent, GameState, Words], tuple[Line, ...]]:
    """A line about the event's seat ``{name}`` and its whole amount ``{amount}``."""

    def write(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
        amount = getattr(event, "amount", 0)
        found = words(text, name=words.player(state.names, event.seat), amount=words.chips(amount))
        return (Line(text=found, deal=getattr(state, "hand", 0)),)

    return write


def _started(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    note = ""
    # Games without blinds share this line.
    if getattr(event, "big_blind", 0):
        note = words("blinds {small} / {big}", small=event.small_blind, big=event.big_blind)
    heading = words("Hand {number}", number=event.hand)
    return (Line(text=heading, kind="heading", note=note, deal=event.hand),)


def _posted(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    parts = [
        words(
            "{name} posts {amount}", name=words.player(state.names, seat), amount=words.chips(bet)
        )
        # In dealing order: small blind first.
        for seat, bet in ((seat, event.bets[seat]) for seat in state.order)
        if bet
    ]
    antes = sum(event.antes) + event.dead
    if antes:
        parts.append(words("antes {amount}", amount=words.chips(antes)))
    return (Line(text=", ".join(parts), deal=state.hand),)


def _raised(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    # The event is the same; without a bet to match, players call it a bet.
    text = N_("{name} raises to {to}") if state.current_bet else N_("{name} bets {to}")
    if not event.stack:
        text = (
            N_("{name} raises to {to}, all-in")
            if state.current_bet
            else N_("{name} is all-in for {to}")
        )
    said = words(text, name=words.player(state.names, event.seat), to=words.chips(event.to))
    return (Line(text=said, deal=state.hand),)


def _called(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = N_("{name} calls {amount}") if event.stack else N_("{name} calls {amount}, all-in")
    found = words(
        text, name=words.player(state.names, event.seat), amount=words.chips(event.amount)
    )
    return (Line(text=found, deal=state.hand),)


def _board(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words(_STREETS[event.street], cards=cards_text(event.cards))
    note = words("pot {amount}", amount=words.chips(state.pot))
    return (Line(text=text, kind="heading", note=note, deal=state.hand),)


def _turned(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words("Board {cards}", cards=cards_text(event.cards))
    note = words("pot {amount}", amount=words.chips(state.pot))
    return (Line(text=text, kind="heading", note=note, deal=state.hand),)


def _opened(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    return tuple(
        _show(state, seat, cards, words)
        for seat, cards in zip(event.seats, event.hands, strict=True)
    )


def _show(state: GameState, seat: int, cards: tuple[str, ...], words: Words) -> Line:
    text = words(
        "{name} shows {cards}", name=words.player(state.names, seat), cards=cards_text(cards)
    )
    return Line(text=text, deal=state.hand)


def _shown(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    # Cards that only their owner shows to some are closed to this reader.
    if not all(map(is_known, event.cards)):
        return ()
    return (_show(state, event.seat, event.cards, words),)


def _awarded(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    found = []
    # Only a hand that is run twice says which board it awards.
    board = state.house.second if getattr(event, "board", 1) == 2 else state.board
    pot = _pot(event, state, words)
    for seat, chips in zip(event.seats, event.shares, strict=True):
        # If nobody had to show, the line does not mention the winner's cards.
        cards = (*state.shown[seat], *board) if event.hand and state.shown[seat] else ()
        said = win_text(words.player(state.names, seat), chips, cards, words)
        found.append(Line(text=pot + said, kind="result", deal=state.hand))
    return tuple(found)


def _pot(event: GameEvent, state: GameState, words: Words) -> str:
    """The pot of a win, where there are several: ``Main pot: ``; '' for the only one."""
    halved = hasattr(event, "board")
    # Chips that stay in the middle belong to further side pots, or to the other board.
    more = halved or state.pot > event.amount
    if event.pot == 0 and (halved or not more):
        return ""
    return f"{pot_name(event.pot, event.pot + (2 if more else 1), words)}: "


def _second(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words("Second board {cards}", cards=cards_text(event.board))
    return (Line(text=text, kind="heading", deal=state.hand),)


def _answered(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = N_("{name} wants one board")
    if event.twice:
        text = N_("{name} agrees to two boards")
    return (Line(text=words(text, name=words.player(state.names, event.seat)), deal=state.hand),)


def _hunted(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = words("{cards} would have come", cards=cards_text(event.cards))
    return (Line(text=text, deal=state.hand),)


def _bared(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    return (_show(state, event.seat, (event.face,), words),)


def _left(event: GameEvent, state: GameState, words: Words) -> tuple[Line, ...]:
    text = N_("{name} leaves") if event.at_once else N_("{name} leaves after this hand")
    return (Line(text=words(text, name=words.player(state.names, event.seat))),)


_LINES: Mapping[str, Callable[[GameEvent, GameState, Words], tuple[Line, ...]]] = {
    "hand_started": _started,
    "forced_bets_posted": _posted,
    "folded": _plain(N_("{name} folds")),
    "checked": _plain(N_("{name} checks")),
    "called": _called,
    "raised": _raised,
    "board_dealt": _board,
    "all_in_shown": _opened,
    "hand_shown": _shown,
    "cards_shown": _shown,
    "hand_mucked": _plain(N_("{name} mucks")),
    "uncalled_returned": _plain(N_("{amount} goes back to {name}")),
    "pot_awarded": _awarded,
    "run_awarded": _awarded,
    "second_board_dealt": _second,
    "runs_answered": _answered,
    "straddle_posted": _plain(N_("{name} straddles to {amount}")),
    "bomb_pot_voted": _plain(N_("{name} votes for a bomb pot")),
    "bomb_pot_called": lambda event, state, words: (
        Line(text=words("Bomb pot: everybody antes {amount}", amount=words.chips(event.ante))),
    ),
    "bounty_paid": _plain(N_("{name} collects {amount} for seven and deuce")),
    "rabbit_shown": _hunted,
    "card_shown": _bared,
    "knocked_out": _plain(N_("{name} is out")),
    "game_won": _plain(_WON),
    "rematch_agreed": _plain(N_("{name} wants a new game")),
    "game_restarted": lambda event, state, words: (
        Line(text=words("A new game begins"), kind="heading"),
    ),
    "seat_taken": lambda event, state, words: (
        Line(text=words("{name} sits down", name=event.name)),
    ),
    "seat_left": _left,
    "sat_out": _plain(N_("{name} sits out")),
    "returned": _plain(N_("{name} is back")),
    "topped_up": _plain(N_("{name} adds {amount}")),
    "timed_out": _plain(N_("{name} ran out of time")),
    "staked": lambda event, state, words: (
        Line(
            text=words(
                "{name} stakes {stake}",
                name=words.player(state.names, event.seat),
                stake=event.stake,
            ),
            deal=state.hand,
        ),
    ),
    "played": _plain(N_("{name} plays for {amount}")),
    "hand_voided": lambda event, state, words: (
        Line(text=words("Nobody plays: the hand is void"), kind="result", deal=state.hand),
    ),
    "board_turned": _turned,
    "hands_shown": _opened,
}
