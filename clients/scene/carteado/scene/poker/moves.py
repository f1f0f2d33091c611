"""The movements between two pictures of a poker table."""

from __future__ import annotations

from collections.abc import Iterator

from carteado.scene.moves import Movement
from carteado.scene.poker.picture import PokerPicture

__all__ = ["movements"]


def movements(before: PokerPicture, after: PokerPicture) -> tuple[Movement, ...]:
    """The movements that lead from one picture to the next, in their order."""
    # Pictures of different tables: nothing can be said to have moved.
    if len(before.seats) != len(after.seats):
        return ()
    return (
        *_dealt(before, after),
        *_bet(before, after),
        *_collected(before, after),
        *_turned(before, after),
        *_second(before, after),
        *_shown(before, after),
        *_won(before, after),
    )


def _dealt(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    """Hole cards, one round after the other from the left of the button."""
    if before.hand == after.hand:
        return
    count = len(after.seats)
    # Real dealing order, so that the animation ends with the button.
    button = next((one.seat for one in after.seats if one.button), 0)
    order = [(button + step) % count for step in range(1, count + 1)]
    number = 0
    for place in range(2):
        for seat in order:
            cards = after.seats[seat].cards
            # Seats without cards are skipped, and leave no pause in the order.
            if place < len(cards):
                yield Movement(
                    kind="card",
                    source="deck",
                    target=f"hand:{seat}:{place}",
                    card=cards[place],
                    order=number,
                )
                number += 1


def _bet(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    for was, now in zip(before.seats, after.seats, strict=True):
        # In a new hand the bets of the one before do not count.
        added = now.bet - (was.bet if before.hand == after.hand else 0)
        if added > 0 and now.bet:
            yield Movement(
                kind="chips",
                source=f"stack:{now.seat}",
                target=f"bet:{now.seat}",
                amount=added,
            )


def _collected(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    if before.hand != after.hand:
        return
    for was, now in zip(before.seats, after.seats, strict=True):
        if was.bet and now.bet < was.bet:
            yield Movement(kind="chips", source=f"bet:{was.seat}", target="pot", amount=was.bet)


def _turned(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    known = len(before.board) if before.hand == after.hand else 0
    for place in range(known, len(after.board)):
        card = after.board[place]
        # Quick Hold'em's cards lie there already and are turned; others come from the deck.
        if before.hidden_board and before.hand == after.hand:
            yield Movement(kind="flip", source=f"board:{place}", target=f"board:{place}", card=card)
        else:
            yield Movement(
                kind="card",
                source="deck",
                target=f"board:{place}",
                card=card,
                order=place - known,
            )


def _second(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    """Cards of the second board; those that both boards share lie there at once."""
    if len(after.boards) < 2 or len(before.boards) < 2:
        return
    known, cards = len(before.boards[1].cards), after.boards[1].cards
    for place in range(known, len(cards)):
        yield Movement(
            kind="card",
            source="deck",
            target=f"second:{place}",
            card=cards[place],
            order=place - known,
        )


def _shown(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    for was, now in zip(before.seats, after.seats, strict=True):
        if now.open and not was.open and before.hand == after.hand:
            for place, card in enumerate(now.cards):
                where = f"hand:{now.seat}:{place}"
                yield Movement(kind="flip", source=where, target=where, card=card)


def _won(before: PokerPicture, after: PokerPicture) -> Iterator[Movement]:
    if after.result is None or before.result is not None or before.hand != after.hand:
        return
    for seat in after.result.winners:
        yield Movement(
            kind="chips", source="pot", target=f"stack:{seat}", amount=after.seats[seat].won
        )
