"""The bots with bets that are not of the paper: the jammer, equity and the bully."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.bots import View
from carteado.bots.betting import all_in, put_in
from carteado.bots.chances import share
from carteado.bots.poker import bully, equity, jammer
from carteado.engine.cards import parse_cards
from carteado.odds import versus_several


def view(
    hand: str,
    board: str = "",
    *,
    call: int | None = None,
    raise_to: tuple[int, int] | None = (40, 1500),
    pot: int = 60,
    opponents: int = 1,
    stack: int = 1500,
    bet: int | None = None,
) -> View:
    """A decision of seat 0, which has nothing in front of it; the others have bet the call."""
    seats = range(opponents + 1)
    bet = call or 0 if bet is None else bet
    state = {
        "big_blind": 20,
        "hands": (parse_cards(hand), *(("??", "??"),) * opponents),
        "board": parse_cards(board),
        "stacks": (stack, *(1500 - bet,) * opponents),
        "bets": (0, *(bet,) * opponents),
        "current_bet": bet,
        "pot": pot,
        "live": (*seats[1:], 0),
        "order": (*seats[1:], 0),
        "big": 1,
    }
    legal = {"fold": True, "check": call is None, "call": call, "raise_to": raise_to}
    return View.example(legal=legal, state=state)


def test_the_jammer_jams_and_calls_a_bet_that_cannot_be_raised() -> None:
    assert jammer(view("7c2d")) == "raise 1500"
    assert jammer(view("7c2d", call=1500, raise_to=None)) == "call"


def test_amounts_are_within_the_limits_of_the_table() -> None:
    capped = view("7c2d", raise_to=(40, 200))
    assert put_in(capped, 30) == "raise 40"
    assert put_in(capped, 77) == "raise 77"
    assert put_in(capped, 900) == "raise 200"
    assert all_in(capped) == "raise 200"
    assert put_in(view("7c2d", raise_to=(100, 100), stack=100), 30) == "raise 100"
    assert put_in(view("7c2d", call=100, raise_to=None), 300) == "call"


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (view("7c2d", pot=60), "check"),
        # 34.6% of a pot that would be 100: a call of 34 pays, one of 36 does not.
        (view("7c2d", call=34, pot=66), "call"),
        (view("7c2d", call=36, pot=64), "fold"),
        # A share of exactly 31 in 330: the price comes back.
        (view("9c6d", "Kh5hJd3h7c", call=31, pot=299), "call"),
        (view("9c6d", "Kh5hJd3h7c", call=32, pot=299), "fold"),
        # Of a bet beyond the bot's stack only the stack can be won: 34.6% of 100 or of 98.
        (view("7c2d", call=34, pot=1532, bet=1500, stack=34, raise_to=None), "call"),
        (view("7c2d", call=34, pot=1530, bet=1500, stack=34, raise_to=None), "fold"),
        # More than three quarters against one: half the pot more.
        (view("AsAh", call=20, pot=60), "raise 60"),
        (view("AsAh", pot=60), "raise 40"),
        (view("8s8h", call=20, pot=60), "call"),
        # The same two aces are worth less against more.
        (view("AsAh", call=20, pot=60, opponents=9), "call"),
        (view("8s8h", "8d7c2s", call=20, pot=60, opponents=3), "raise 60"),
    ],
)
def test_equity_compares_its_share_with_the_price(decision: View, answer: str) -> None:
    assert equity(decision) == answer


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        # One big blind into any flop that nobody has bet at, the pot with a strong hand.
        (view("7c2d", "Kc9d3s", raise_to=(20, 1500)), "raise 20"),
        (view("KdKh", "Kc9d3s", raise_to=(20, 1500)), "raise 60"),
        # It gives up against a bet, or makes three times of it.
        (view("7c2d", "Kc9d3s", call=100, raise_to=(200, 1500)), "fold"),
        (view("KdKh", "Kc9d3s", call=100, raise_to=(200, 1500)), "raise 300"),
        (view("7c2d", call=60, raise_to=(120, 1500)), "fold"),
        (view("AsAh", call=60, raise_to=(120, 1500)), "raise 180"),
    ],
)
def test_the_bully_bets_little_and_gives_up(decision: View, answer: str) -> None:
    assert bully(decision) == answer


@pytest.mark.parametrize(
    ("opponents", "common"),
    [(1, ""), (9, ""), (1, "Kc7d2s"), (5, "Kc7d2s"), (5, "Kc7d2s7s"), (9, "Kc7d2s7s2d")],
)
def test_the_share_is_that_of_the_odds(opponents: int, common: str) -> None:
    hand, board = parse_cards("AsKd"), parse_cards(common)
    assert share(hand, board, opponents) == versus_several(hand, opponents, board).equity


@pytest.mark.parametrize("bot", [jammer, equity, bully])
def test_decisions_other_than_bets_get_the_default(bot: Any) -> None:
    asked = View.example(legal={"show": True, "muck": True}, default={"type": "muck"})
    assert bot(asked) == {"type": "muck"}
