"""Recorded hands played again by the rules of this game, and hands of this game recorded.

A record knows some of the cards. The deck that deals them is built backwards: every known card is
laid where the dealing reaches it, the rest of the pack fills the gaps. A hand that nobody saw and
that was mucked gets cards that lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from carteado.engine.cards import PACK, UNKNOWN, Card, parse_cards
from carteado.engine.errors import CardError, OptionsError, Refusal
from carteado.engine.game import Act, Action, Deal, Decided, Sit
from carteado.engine.games.holdem.actions import Call, Check, Fold, Raise
from carteado.engine.games.holdem.flow import board_positions
from carteado.engine.games.holdem.legal import call_of
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.phh import HandRecord, PhhError
from carteado.engine.games.holdem.rules import decide
from carteado.engine.games.holdem.state import State, new_state
from carteado.engine.poker.ranking import rank_hand
from carteado.engine.state import changed

__all__ = ["Replayed", "deck_with", "replay_record"]

_CLOSED = (UNKNOWN, UNKNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A recorded hand after it was played again.

    Attributes:
        state: the table after it; seat k is the record's player k + 1.
        ok: whether the hand ended with the recorded stacks, or nothing contradicts the record
            where it has none.
        message: what was found, one sentence.
    """

    state: State
    ok: bool
    message: str


def replay_record(record: HandRecord) -> Replayed:
    """Play a recorded hand again.

    A record whose odd chips were split into fractions is right when the whole-chip result differs
    by nothing else; the message then says what a whole-chip table gives.

    Raises:
        PhhError: an action is not one, or the rules do not allow it; with its line.
    """
    cards = _cards_of(record)
    state = _begin(record, cards)
    seen = 0
    for number, written in enumerate(record.actions):
        words = written.partition("#")[0].split()
        match words:
            case [] | ["d", "dh", _, _] | [_, "sm", *_]:
                pass
            case ["d", "db", text]:
                seen += len(text) // 2
                if len(state.board) < seen:
                    raise _at(record, number, f"the betting is not over: p{_turn(state)} is to act")
            case [player, *move]:
                state = _play(record, number, state, player, move)
    return _compared(record, state)


# The cards


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cards:
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    mucked: frozenset[int]


def _cards_of(record: HandRecord) -> _Cards:
    """All cards that a record names, whenever it does."""
    hands: list[tuple[Card, ...]] = [()] * record.seats
    shown: dict[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    mucked = set()
    for number, written in enumerate(record.actions):
        match written.partition("#")[0].split():
            case ["d", "dh", player, text]:
                seat = _seat(record, number, player)
                hands[seat] += _cards(record, number, text)
            case ["d", "db", text]:
                board += _cards(record, number, text)
            case [player, "sm"]:
                mucked.add(_seat(record, number, player))
            case [player, "sm", text] if text != "-":
                shown[_seat(record, number, player)] = _cards(record, number, text)
    for seat, cards in shown.items():
        known = [card for card in hands[seat] if card != UNKNOWN]
        if len(cards) != 2 or not set(known) <= set(cards):
            raise PhhError(f"p{seat + 1} shows other cards than it was dealt", field="actions")
        hands[seat] = cards
    for seat, cards in enumerate(hands):
        if len(cards) not in (0, 2):
            raise PhhError(f"p{seat + 1} has {len(cards)} cards, not 2", field="actions")
    if len(board) > 5:
        raise PhhError(f"a board of {len(board)} cards", field="actions")
    dealt = [card for cards in (*hands, board) for card in cards if card != UNKNOWN]
    for card in dealt:
        if dealt.count(card) > 1:
            raise PhhError(f"{card} is dealt twice", field="actions")
    return _Cards(
        hands=tuple(cards or _CLOSED for cards in hands),
        board=board,
        mucked=frozenset(mucked),
    )


def _cards(record: HandRecord, number: int, text: str) -> tuple[Card, ...]:
    parts = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple(UNKNOWN if part == UNKNOWN else parse_cards(part)[0] for part in parts)
    except CardError as error:
        raise _at(record, number, str(error)) from None


def deck_with(
    hands: Mapping[int, tuple[Card, ...]], board: tuple[Card, ...], order: tuple[int, ...]
) -> tuple[Card, ...]:
    """A deck that deals known cards; the rest of the pack, in its order, fills the gaps.

    Args:
        hands: hole cards by seat; `UNKNOWN` or no cards where any will do.
        board: up to five common cards, `UNKNOWN` where any will do.
        order: seats dealt in, from the left of the button.

    Raises:
        CardError: a card would be dealt twice.
    """
    places: dict[int, Card] = {}
    for place, seat in enumerate(order):
        places.update((place + len(order) * at, card) for at, card in enumerate(hands.get(seat, ())))
    places.update(zip(board_positions(len(order)), board, strict=False))
    known = {at: card for at, card in places.items() if card != UNKNOWN}
    if len(set(known.values())) != len(known):
        raise CardError("a card is dealt twice")
    taken = set(known.values())
    rest = iter([card for card in PACK if card not in taken])
    return tuple(known[at] if at in known else next(rest) for at in range(len(PACK)))


def _losing(cards: _Cards) -> _Cards:
    """The cards with losing ones for hands that were mucked unseen."""
    hands, board = list(cards.hands), cards.board
    unseen = [seat for seat in sorted(cards.mucked) if UNKNOWN in hands[seat]]
    if not unseen or len(board) < 5 or UNKNOWN in board:
        return cards
    known = [hand for seat, hand in enumerate(hands) if UNKNOWN not in hand]
    best = max((rank_hand(hand + board) for hand in known), default=0)
    for seat in unseen:
        used = {card for hand in hands for card in hand} | set(board)
        free = [card for card in PACK if card not in used]
        pairs = (pair for pair in combinations(free, 2) if rank_hand(pair + board) < best)
        hands[seat] = next(pairs, _CLOSED)
    return _Cards(hands=tuple(hands), board=board, mucked=cards.mucked)


# The table


def _begin(record: HandRecord, cards: _Cards) -> State:
    """The table once the hand is dealt and the forced bets are in."""
    seats = record.seats
    blinds, antes = record.of_player(record.blinds), record.of_player(record.antes)
    if seats == 2 and blinds[0] < blinds[1]:
        blinds = blinds[::-1]  # some files list the two blinds by player
    small, big, posters = _blinds(blinds, seats)
    ante, kind = _ante(record, antes, big)
    if record.min_bet != blinds[big]:
        reason = f"{record.min_bet} is not the big blind, {blinds[big]}"
        raise PhhError(reason, line=record.line, field="min_bet")
    # One seat more stands for a small blind that is dead: nobody sits there.
    dead = int(small is None)
    try:
        options = Options(
            seats=seats + dead,
            format="cash",
            stack=max(record.starting_stacks),
            small_blind=0 if small is None else blinds[small],
            big_blind=blinds[big],
            ante=ante,
            ante_kind=kind,
        )
    except OptionsError as error:
        raise PhhError(error.message, line=record.line, field=error.key) from None
    return options and new_state(options)
