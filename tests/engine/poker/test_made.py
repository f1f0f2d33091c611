"""What a view shows beside cards and chips."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from carteado.engine.poker.made import lying_pots, made_hands


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


def test_pots_of_earlier_streets_are_layered_by_payments() -> None:
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


def shown(board: str, second: str = "", **more: Any) -> SimpleNamespace:
    """Two seats whose cards are seen, one whose are not, and the cards on the table."""
    hands = (("As", "Ah"), ("Ks", "Qs"), ("??", "??"))
    house = SimpleNamespace(second=tuple(second.split()))
    shown = ((), (), ())
    seats = {"names": ("Ana", "Bia", "Caio"), "hands": hands, "shown": shown, "house": house}
    return SimpleNamespace(**{**seats, "board": tuple(board.split()), **more})


def test_a_hand_is_made_of_the_known_cards_and_the_board() -> None:
    made = made_hands(shown("2s 7s Ad 9s 3c"))
    assert {seat: one["category"] for seat, one in made.items()} == {
        "0": "three_of_a_kind",
        "1": "flush",
    }
    assert set(made["1"]["cards"]) == {"Ks", "Qs", "2s", "7s", "9s"}
    assert "second" not in made["0"]


def test_there_is_a_hand_for_each_of_two_boards() -> None:
    made = made_hands(shown("2s 7s Ad 9s 3c", "2s 7s Ad Qc Qd"))
    assert made["1"]["category"] == "flush"
    assert made["1"]["second"]["category"] == "three_of_a_kind"
    assert made["0"]["second"]["category"] == "full_house"
    assert set(made["0"]["second"]["cards"]) == {"As", "Ah", "Ad", "Qc", "Qd"}


def test_before_the_board_a_pair_or_the_higher_card_counts() -> None:
    made = made_hands(shown(""))
    assert made == {
        "0": {"category": "pair", "ranks": ["A"]},
        "1": {"category": "high_card", "ranks": ["K", "Q"]},
    }
