"""Cards of folded hands cannot come in a run-out, although no player knows them."""

from __future__ import annotations

import pytest

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entropy import deck_seed
from carteado.arena.matches.network import network_player
from carteado.arena.matches.play import chunk_player
from carteado.engine.cards import PACK
from carteado.engine.deal import shuffle
from carteado.odds import pot_equities, showdown_odds

SEED = 21
SETS = 3
SEATS = 4


def folds(view):
    return "fold" if view.legal.fold else "check"


def measured(player):
    folding = f"{__name__}:folds"
    one = contest(["jammer", "jammer", folding, folding], preset="four-player", seed=SEED)
    return [match for matches in player(one, 0, SETS).sets for match in matches]


def hand(deck, button, seat):
    """Two cards each, one by one from the left of the button."""
    first = (seat - button - 1) % SEATS
    return deck[first], deck[first + SEATS]


@pytest.mark.parametrize("player", [chunk_player, network_player])
@pytest.mark.exhaustive
def test_two_all_in_with_two_folded_hands_have_their_share_of_the_other_boards(player):
    """The seed draws one button for all sets, so one and the same explains all of them."""
    buttons = set(range(SEATS))
    moved = 0
    for match in measured(player):
        one, other = (seat for seat, who in enumerate(match.seats) if who < 2)
        deck = shuffle(PACK, deck_seed(SEED, match.set, 0))
        folded = -sum(match.net[seat] for seat in range(SEATS) if seat not in (one, other))
        for button in tuple(buttons):
            hands = {seat: hand(deck, button, seat) for seat in range(SEATS)}
            (shares,) = pot_equities(hands, (), [(one, other)])
            if match.adjusted[one] != pytest.approx(float((3000 + folded) * shares[one] - 1500)):
                buttons.remove(button)
            moved += shares[one] != showdown_odds([hands[one], hands[other]])[0].equity
        assert sum(match.adjusted) == pytest.approx(0)
    assert len(buttons) == 1
    assert moved
