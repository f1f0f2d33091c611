"""What a view shows beside cards and chips."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from carteado.engine.poker.made import lying_pots


def view(**more: Any) -> SimpleNamespace:
    """A hand of three seats: one is all-in for 60, the bets of this street lie before the seats."""
    hand = {
        "in_hand": True,
        "paid": (100, 60, 140),
        "bets": (0, 0, 40),
        "live": (1, 2, 0),
        "dead": 0,
    }
    return SimpleNamespace(**{**hand, **more})


def test_pots_of_the_streets_before_are_layered_by_what_was_paid() -> None:
    pots = lying_pots(view())
    assert [(pot.amount, pot.seats) for pot in pots] == [(180, (1, 2, 0)), (80, (2, 0))]


def test_bets_of_the_first_street_lie_in_no_pot() -> None:
    assert lying_pots(view(paid=(0, 10, 20), bets=(0, 10, 20))) == ()


def test_dead_chips_lie_in_the_main_pot() -> None:
    (pot,) = lying_pots(view(paid=(0, 10, 20), bets=(0, 10, 20), dead=20))
    assert pot.amount == 20


def test_after_the_hand_the_pots_are_those_that_were_awarded() -> None:
    assert [pot.amount for pot in lying_pots(view(in_hand=False, pots=(180, 80)))] == [180, 80]


def test_a_game_without_streets_leaves_all_chips_before_the_seats() -> None:
    hand = view()
    del hand.bets
    assert lying_pots(hand) == ()
