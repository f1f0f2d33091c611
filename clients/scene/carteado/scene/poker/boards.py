"""Chances at an all-in, and the two boards of a hand that is run twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from carteado.engine.cards import Card
from carteado.engine.poker.pots import Pot, side_pots
from carteado.engine.poker.ranking import rank_hand
from carteado.protocol.messages import PotOdds
from carteado.scene.cards import is_known
from carteado.scene.game_types import GameState
from carteado.scene.poker.hands import best_cards, hand_name
from carteado.scene.words import Words

if TYPE_CHECKING:
    from carteado.scene.poker.story import PokerStory

__all__ = [
    "BoardPicture",
    "Chance",
    "board_name",
    "boards_of",
    "chance_name",
    "chances_of",
    "pot_name",
    "shares_of",
]

_WHOLE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Each hand's share of a pot, or of the half that one of two boards decides.

    Attributes:
        pot: its number, 0 the main pot.
        amount: chips.
        parts: of each seat that plays for it, 1 together.
        board: 1 or 2 where the hand is run twice, 0 where there is one board.
    """

    pot: int
    amount: int
    parts: Mapping[int, Fraction]
    board: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """One of two boards.

    Attributes:
        number: 1 or 2.
        cards: that lie open.
        amount: chips that it decides.
        parts: what each hand has of them on average; empty before that is known.
        winners: seats that won on it, once it lies complete.
        hand: what won.
        winning: the five cards of that hand.
    """

    number: int
    cards: tuple[str, ...]
    amount: int
    parts: Mapping[int, Fraction]
    winners: tuple[int, ...] = ()
    hand: str = ""
    winning: tuple[str, ...] = ()


def chances_of(state: GameState, story: PokerStory) -> tuple[Chance, ...]:
    """The chances at an all-in, as far as they are known; none in any other state."""
    if not state.in_hand:
        return ()
    if not _twice(state):
        # Odds are kept by their board: those of an earlier board must never be shown beside a
        # later one.
        odds = story.odds.get((0, tuple(state.board)), ())
        return tuple(_chance(number, pot, 0) for number, pot in enumerate(odds))
    return tuple(
        chance
        for number, cards in enumerate(_boards(state), 1)
        for chance in _on_board(state, story, number, cards)
    )


def shares_of(chances: Sequence[Chance]) -> dict[int, float]:
    """Each open hand's average share of all pots."""
    whole = sum(chance.amount for chance in chances)
    found: dict[int, float] = {}
    for chance in chances:
        for seat, part in chance.parts.items():
            # Weighted by the pots' sizes, because a small side pot counts little.
            share = float(part) * chance.amount / whole if whole else 0.0
            found[seat] = found.get(seat, 0.0) + share
    return found


def boards_of(
    state: GameState, story: PokerStory, chances: Sequence[Chance], words: Words
) -> tuple[BoardPicture, ...]:
    """Both boards of a hand that is run twice, in play and until the next hand; none otherwise."""
    if not _twice(state):
        return ()
    return tuple(
        _playing(state, number, cards, chances, words)
        if state.in_hand
        else _ended(state, story, number, cards, words)
        for number, cards in enumerate(_boards(state), 1)
    )


def pot_name(number: int, count: int, words: Words) -> str:
    """The name of a pot, of so many.

    Args:
        number: of the pot; 0 is the main pot.
        count: number of pots.
        words: of the reader.
    """
    if number == 0:
        return words("Main pot") if count > 1 else words("Pot")
    return words("Side pot") if count == 2 else words("Side pot {number}", number=number)


def board_name(number: int, words: Words) -> str:
    """The name of one of two boards."""
    return words("First board") if number == 1 else words("Second board")


def chance_name(chance: Chance, chances: Sequence[Chance], words: Words) -> str:
    """A stake: a pot, or one board's half of it."""
    count = sum(one.board == chance.board for one in chances)
    if not chance.board:
        return pot_name(chance.pot, count, words)
    board = board_name(chance.board, words)
    return board if count == 1 else f"{board}, {pot_name(chance.pot, count, words)}"


def _twice(state: GameState) -> bool:
    house = getattr(state, "house", None)
    if house is None:
        return False
    # After the hand the agreement is gone from the state, but the second board still lies there.
    return house.runs == 2 if state.in_hand else bool(house.second)


def _boards(state: GameState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first = tuple(state.board)
    # Until the second board is dealt it holds only the cards that both share.
    return first, tuple(state.house.second) or first[: state.house.shared]


def _on_board(
    state: GameState, story: PokerStory, number: int, cards: tuple[str, ...]
) -> tuple[Chance, ...]:
    # An incomplete board needs the server's odds; a complete one is decided, below.
    if len(cards) < _WHOLE:
        odds = story.odds.get((number, cards), ())
        return tuple(_chance(place, pot, number) for place, pot in enumerate(odds))
    pots = side_pots(state.paid, state.live, state.dead)
    return tuple(
        Chance(pot=place, amount=_half(pot, number), parts=_won(state, pot, cards), board=number)
        for place, pot in enumerate(pots)
    )


def _chance(number: int, pot: PotOdds, board: int) -> Chance:
    # `or 1`: the numbers come from the server, and a zero must not end the client.
    parts = {one.seat: Fraction(one.share, one.whole or 1) for one in pot.seats}
    return Chance(pot=number, amount=pot.amount, parts=parts, board=board)


def _half(pot: Pot, board: int) -> int:
    """The odd chip belongs to the first board."""
    return (pot.amount + (board == 1)) // 2


def _won(state: GameState, pot: Pot, cards: tuple[str, ...]) -> dict[int, Fraction]:
    """The winners of a pot on a complete board, when all cards that decide it are open."""
    # This judges nothing: the server has awarded the pot, and the client only names the winners
    # sooner.
    ranks = {
        seat: rank_hand([*map(Card, state.shown[seat]), *map(Card, cards)])
        for seat in pot.seats
        if state.shown[seat] and all(map(is_known, state.shown[seat]))
    }
    best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    # 1 or 0 over the number of winners: an even share, or nothing.
    return {seat: Fraction(seat in best, len(best)) for seat in ranks}


def _playing(
    state: GameState, number: int, cards: tuple[str, ...], chances: Sequence[Chance], words: Words
) -> BoardPicture:
    mine = [chance for chance in chances if chance.board == number]
    amount = sum(chance.amount for chance in mine)
    if not mine:  # the second board, while the first is being dealt
        pots = side_pots(state.paid, state.live, state.dead)
        amount = sum(_half(pot, number) for pot in pots)
    parts: dict[int, Fraction] = {}
    for chance in mine:
        for seat, part in chance.parts.items():
            parts[seat] = parts.get(seat, Fraction()) + part * chance.amount / (amount or 1)
    won = mine[0].parts if mine and len(cards) == _WHOLE else {}
    winners = tuple(seat for seat, part in won.items() if part)
    return _board(state, number, cards, amount, parts, winners, words)


def _ended(
    state: GameState, story: PokerStory, number: int, cards: tuple[str, ...], words: Words
) -> BoardPicture:
    wins = [win for win in story.wins if win.board == number]
    # The first win is the main pot's, whose winner names the board.
    winners = tuple(seat for seat, chips in wins[0].shares.items() if chips) if wins else ()
    amount = sum(win.amount for win in wins)
    return _board(state, number, cards, amount, {}, winners, words)


def _board(
    state: GameState,
    number: int,
    cards: tuple[str, ...],
    amount: int,
    parts: Mapping[int, Fraction],
    winners: tuple[int, ...],
    words: Words,
) -> BoardPicture:
    shown = (*state.shown[winners[0]], *cards) if winners else ()
    return BoardPicture(
        number=number,
        cards=cards,
        amount=amount,
        parts=parts,
        winners=winners,
        hand=hand_name(shown, words) if shown else "",
        winning=best_cards(shown) if shown else (),
    )
