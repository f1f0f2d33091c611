"""The end of a poker hand: one sentence, the winning cards, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.scene.game_types import GameState
from carteado.scene.poker.boards import BoardPicture, board_name, pot_name
from carteado.scene.poker.hands import best_cards, win_text
from carteado.scene.poker.story import PokerStory
from carteado.scene.words import Words

__all__ = ["Result", "credit_notes", "result_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The end of the last hand.

    Attributes:
        text: one sentence: ``Marta wins 3,025 with a flush, ace high``.
        winners: seats that won chips.
        cards: the five cards of the main pot's winner, of each board where there are two; none
            where nobody had to show.
        winning: these, and those of everybody who shares the main pot.
        notes: what else there is to say: pots, uncalled chips.
    """

    text: str
    winners: tuple[int, ...]
    cards: tuple[str, ...]
    winning: frozenset[str]
    notes: tuple[str, ...]


def result_of(
    state: GameState, story: PokerStory, boards: Sequence[BoardPicture], words: Words
) -> Result | None:
    """The end of the last hand; None where none was played."""
    if not story.wins:
        return None
    totals: dict[int, int] = {}
    for win in story.wins:
        for seat, chips in win.shares.items():
            totals[seat] = totals.get(seat, 0) + chips
    first = story.wins[0]
    # The winners of a pot have hands of equal rank, so any of them names it.
    leader = next(iter(first.shares))
    shown = tuple(state.shown[leader])
    # Without a showdown the winner's hand stays secret, even if this reader knows it.
    made = (*shown, *state.board) if first.hand and shown else ()
    cards = best_cards(made)
    # Two boards have a hand each, so none names the whole result.
    if boards:
        made, cards = (), tuple(card for board in boards for card in board.winning)
    notes = [_board_note(state, board, words) for board in boards] or _pot_notes(story, words)
    notes += [
        words(
            "{amount} went back to {name}",
            amount=words.chips(amount),
            name=words.player(state.names, seat),
        )
        for seat, amount in story.returned.items()
    ]
    text = _result_text(state, totals, made, words)
    winning = set(cards)
    if first.hand and not boards:
        hands = (state.shown[seat] for seat in first.shares)
        winning.update(*(best_cards((*hand, *state.board)) for hand in hands if hand))
    return Result(
        text=text,
        winners=tuple(totals),
        cards=cards,
        winning=frozenset(winning),
        notes=tuple(notes),
    )


def credit_notes(state: GameState, own: int | None, words: Words) -> tuple[str, ...]:
    """What the last hand of Quick Hold'em cost the reader or brought it, and all credits."""
    notes = []
    if own is not None and own in state.order:
        gained = state.stacks[own] - state.started[own]
        amount = words.chips(abs(gained))
        if gained < 0:
            notes.append(words("You lose {amount}", amount=amount))
        elif gained > 0:
            notes.append(words("You gain {amount}", amount=amount))
    seats = zip(state.names, state.stacks, strict=True)
    parts = ", ".join(f"{name} {words.chips(stack)}" for name, stack in seats if name)
    return (*notes, words("Credit now: {parts}", parts=parts))


def _pot_notes(story: PokerStory, words: Words) -> list[str]:
    # A single pot is what the sentence already says.
    if len(story.wins) < 2:
        return []
    count = len(story.wins)
    return [f"{pot_name(win.pot, count, words)} {words.chips(win.amount)}" for win in story.wins]


def _board_note(state: GameState, board: BoardPicture, words: Words) -> str:
    """``First board 800: Marta, flush, king high``."""
    names = ", ".join(words.player(state.names, seat) for seat in board.winners)
    hand = words.inside(board.hand)
    return f"{board_name(board.number, words)} {words.chips(board.amount)}: {names}, {hand}"


def _result_text(
    state: GameState, totals: dict[int, int], made: Sequence[str], words: Words
) -> str:
    if len(totals) == 1:
        ((seat, chips),) = totals.items()
        return win_text(words.player(state.names, seat), chips, made, words)
    # Several winners: amounts say more than hands.
    parts = [
        f"{words.player(state.names, seat)} {words.chips(chips)}" for seat, chips in totals.items()
    ]
    return words("Split: {parts}", parts=", ".join(parts))
