"""The conversion of a state to a kernel, and the score of a kernel's deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carteado.engine.cards import Card
from carteado.engine.games.buraco.kernel.faces import ACES, CARD, ID, JOKER_ID, TWOS, each_suit
from carteado.engine.games.buraco.kernel.kernel import NO_CARD, NOBODY, Kernel
from carteado.engine.games.buraco.scoring import NO_MORTO, OUT_BONUS, Sheet, morto_counts, score
from carteado.engine.games.buraco.state import SEATS, State

__all__ = ["from_state", "hand_points", "points", "public_part", "score_sheets"]

# Card points of the rules: 3 to 7 count 5, 8 to king 10, an ace 15 (shared rules, buraco.md).
_FIVES, _TENS = each_suit(0b11111 << 3), each_suit(0b111111 << 8)


def from_state(state: State) -> Kernel:
    """The kernel of a complete state.

    Raises:
        ValueError: no deal is being played, or cards of it are hidden: then a kernel has to be
            imagined, by `knowledge.determinise`.
    """
    kernel = public_part(state)
    deck = state.deck
    for seat in range(SEATS):
        kernel.give(seat, _ids(state.hands[seat]))
        kernel.aside[seat] = _ids([deck[at] for at in state.aside[seat]])
    # The engine's stock begins with the next card, the kernel's ends with it.
    kernel.stock = [*reversed(_ids([deck[at] for at in state.stock]))]
    kernel.mortos = tuple([_ids([deck[at] for at in morto]) for morto in state.mortos])
    # Under top_only the open pile has blanks, and `buried` has the faces.
    kernel.pile = list(_ids(state.buried or state.pile))
    if state.offer and state.to_act is not None:
        kernel.card = ID[state.hands[state.to_act][-1]]
    for held, barred in zip(state.hands, state.barred, strict=True):
        if barred in held:
            kernel.barred = ID[barred]
    return kernel


def _ids(cards: Iterable[Card]) -> tuple[int, ...]:
    try:
        return tuple([ID[card] for card in cards])
    except KeyError:
        raise ValueError(
            "the state hides cards: a kernel of a view comes from knowledge.determinise"
        ) from None


def public_part(state: State) -> Kernel:
    """A kernel with the public part of a state: of the cards only those on the table.

    Raises:
        ValueError: no deal is being played.
    """
    if not state.in_deal or state.to_act is None:
        raise ValueError("no deal is being played: a kernel starts in the middle of one")
    kernel = Kernel(state.options)
    for team in (0, 1):
        kernel.runs[team] = [kernel.melds.node(run) for run in state.runs[team]]
        kernel.look(team)
    kernel.took = list(state.took)
    kernel.converted = state.converted
    kernel.unplayed = [NOBODY if seat is None else seat for seat in state.unplayed]
    kernel.swaps = state.swaps
    kernel.seat, kernel.drawn = state.to_act, state.phase == "play"
    kernel.first, kernel.offer = state.first, state.offer
    kernel.last_turn = state.last_turn
    kernel.card = kernel.barred = NO_CARD
    return kernel


def score_sheets(kernel: Kernel) -> tuple[Sheet, Sheet]:
    """The score sheets of the teams, as the engine writes them at the end of the deal.

    For a deal that is not over: as if it ended now, and nobody had gone out.
    """
    return _sheet(kernel, 0), _sheet(kernel, 1)


def _sheet(kernel: Kernel, team: int) -> Sheet:
    morto, counted = _morto_and_hands(kernel, team)
    hands = [[CARD[face] for face in _left(kernel, seat)] for seat in counted]
    runs = [node.run for node in kernel.runs[team]]
    return score(runs, hands, kernel.rules, out=kernel.out == team, morto=morto)


def _morto_and_hands(kernel: Kernel, team: int) -> tuple[bool, Sequence[int]]:
    """Whether a team pays nothing for its morto, and the seats whose cards are deducted."""
    rules, unplayed, hands = kernel.rules, kernel.unplayed[team], [team, team + 2]
    if unplayed != NOBODY and rules.unused_morto_counts_as_not_taken:
        hands.remove(unplayed)
    morto = morto_counts(
        rules,
        took=kernel.took[team],
        unplayed=unplayed != NOBODY,
        lost=kernel.converted > 0 and not kernel.mortos,
    )
    return morto, hands


def _left(kernel: Kernel, seat: int) -> list[int]:
    return kernel.hand(seat) + list(kernel.aside[seat])


def points(kernel: Kernel) -> tuple[int, int]:
    """The totals of `score_sheets`, in a tenth of the time."""
    return _total(kernel, 0), _total(kernel, 1)


def _total(kernel: Kernel, team: int) -> int:
    rules = kernel.rules
    runs = kernel.runs[team]
    total = 0
    for node in runs:
        total += node.value
    # The same steps as `scoring.score`, on integers; a test holds both against each other.
    if rules.no_clean_forfeits and not any(node.canastra and node.clean for node in runs):
        total = 0
    if kernel.out == team:
        total += OUT_BONUS
    morto, counted = _morto_and_hands(kernel, team)
    if not morto:
        total += NO_MORTO
    if rules.hand_penalty:
        for seat in counted:
            total -= hand_points(kernel, seat)
    return total


def hand_points(kernel: Kernel, seat: int) -> int:
    """Card points of a hand, and of a morto laid aside for it."""
    rules = kernel.rules
    total = kernel.jokers[seat] * rules.joker_value
    for mask in (kernel.one[seat], kernel.two[seat]):
        if mask:
            total += 5 * (mask & _FIVES).bit_count() + 10 * (mask & _TENS).bit_count()
            total += 15 * (mask & ACES).bit_count() + rules.two_value * (mask & TWOS).bit_count()
    for face in kernel.aside[seat]:
        if face == JOKER_ID:
            total += rules.joker_value
        else:
            bit = 1 << face
            total += (
                15 if bit & ACES else 5 if bit & _FIVES else 10 if bit & _TENS else rules.two_value
            )
    return total
