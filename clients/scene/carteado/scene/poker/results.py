"""How a hand of poker ended: one sentence, the winning cards, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from carteado.scene.poker.boards import BoardPicture, board_name, pot_name
from carteado.scene.poker.hands import best_cards, hand_name
from carteado.scene.poker.story import PokerStory
from carteado.scene.words import Words

__all__ = ["Result", "result_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How the last hand ended.

    Attributes:
        text: one sentence: ``Marta wins 3,025 with a flush, ace high``.
        winners: seats that won chips.
        cards: the five cards of the main pot's winner, of each board where there are two; none
            where nobody had to show.
        notes: what else there is to say: pots, uncalled chips.
    """

    text: str
    winners: tuple[int, ...]
    cards: tuple[str, ...]
    notes: tuple[str, ...]


def result_of(
    state: Any, story: PokerStory, boards: Sequence[BoardPicture], words: Words
) -> Result | None:
    """How the last hand ended; None where none was played."""
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
    made = hand_name((*shown, *state.board), words) if first.hand and shown else ""
    cards = best_cards((*shown, *state.board)) if first.hand else ()
    if boards:
        made, cards = "", tuple(card for board in boards for card in board.winning)
    notes = [_board_note(state, board, words) for board in boards] or _pot_notes(story, words)
    notes += [
        words("{amount} went back to {name}", amount=amount, name=state.names[seat] or "")
        for seat, amount in story.returned.items()
    ]
    text = _result_text(state, totals, made, words)
    return Result(text=text, winners=tuple(totals), cards=cards, notes=tuple(notes))


def _pot_notes(story: PokerStory, words: Words) -> list[str]:
    if len(story.wins) < 2:
        return []
    count = len(story.wins)
    return [f"{pot_name(win.pot, count, words)} {words.number(win.amount)}" for win in story.wins]


def _board_note(state: Any, board: BoardPicture, words: Words) -> str:
    """``First board 800: Marta, flush, king high``."""
    names = ", ".join(state.names[seat] or "" for seat in board.winners)
    hand = words.inside(board.hand)
    return f"{board_name(board.number, words)} {words.number(board.amount)}: {names}, {hand}"


def _result_text(state: Any, totals: dict[int, int], made: str, words: Words) -> str:
    if len(totals) == 1:
        ((seat, chips),) = totals.items()
        name = state.names[seat] or words("seat {number}", number=seat)
        if made:
            hand = words.inside(made)
            return words("{name} wins {amount} with {hand}", name=name, amount=chips, hand=hand)
        return words("{name} wins {amount}", name=name, amount=chips)
    parts = [f"{state.names[seat]} {words.number(chips)}" for seat, chips in totals.items()]
    return words("Split: {parts}", parts=", ".join(parts))
