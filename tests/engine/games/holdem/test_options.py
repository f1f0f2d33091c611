"""House rules: what can be chosen, and what cannot be combined."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.engine.errors import OptionsError, PlainError
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.options import MAX_CHIPS, MAX_LEVELS, Level, Options
from carteado.engine.plain import from_plain, to_plain
from carteado.engine.tables.options import options_from_text

LEVEL = Level(hand=2, small_blind=1, big_blind=2)


def test_presets_have_the_promised_options() -> None:
    heads_up, four = GAME.presets["heads-up"], GAME.presets["four-player"]
    assert list(GAME.presets)[:2] == ["heads-up", "four-player"]
    assert heads_up.open_hands == four.open_hands == "never"
    assert (heads_up.seats, heads_up.stack) == (2, 1500)
    assert (heads_up.small_blind, heads_up.big_blind) == (10, 20)
    assert (four.seats, four.format) == (4, "freezeout")
    assert GAME.seats(four) == 4
    assert GAME.team(four, 0) is None


def test_the_eleven_pairings_of_the_heads_up_paper_lie_open_to_spectators() -> None:
    pairings = list(GAME.presets)[2:]
    assert pairings == [
        *("person-person", "person-tight", "person-aggressive", "person-mixed", "person-mfs"),
        *("tight-aggressive", "tight-mixed", "tight-mfs"),
        *("aggressive-mixed", "aggressive-mfs", "mixed-mfs"),
    ]
    assert all(GAME.presets[name] == Options(open_hands="rail") for name in pairings)
    for name in pairings:
        first, second = name.split("-")
        if first != "person":
            assert GAME.exhibitions[name] == (first, second)
        elif second != "person":
            assert GAME.companions[name] == (second,)
    assert len(GAME.exhibitions) == 6
    assert len(GAME.companions) == 4


@pytest.mark.parametrize(
    "given",
    [
        {"seats": 10, "stack": 1},
        {"seats": 3, "stacks": (1, 0, 1)},
        {"small_blind": 0, "big_blind": 1},
        {"small_blind": 20, "big_blind": 20},
        {"ante": 5, "ante_kind": "big_blind"},
        {"max_bet": 1},
        {"schedule": (LEVEL, Level(hand=3, small_blind=2, big_blind=4, ante=1))},
        {"format": "cash", "buy_in_min": 1500, "buy_in_max": 1500},
        {"reveal": "hand", "showdown": "ask"},
        {"stack": MAX_CHIPS // 2},
    ],
)
def test_options_that_can_be(given: dict[str, Any]) -> None:
    options = Options(**given)
    assert from_plain(Options, to_plain(options)) == options
    assert GAME.new(options).stacks == (0,) * options.seats


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("seats", {"seats": 1}),
        ("seats", {"seats": 11}),
        ("seats", {"seats": True}),
        ("seats", {"seats": "2"}),
        ("seats", {"seats": 2.0}),
        ("format", {"format": "ring"}),
        ("format", {"format": None}),
        ("stack", {"stack": 0}),
        ("stack", {"stack": -1}),
        ("stack", {"stack": 1.5}),
        ("stack", {"stack": MAX_CHIPS}),
        ("stack", {"stack": 1 << 20_000}),
        ("stacks", {"stacks": (1, 2, 3)}),
        ("stacks", {"stacks": (1, True)}),
        ("stacks", {"stacks": (1, 0)}),
        ("stacks", {"stacks": (1, -1)}),
        ("stacks", {"stacks": [1, 2]}),
        ("blinds", {"big_blind": 0}),
        ("blinds", {"small_blind": -1}),
        ("blinds", {"small_blind": 30}),
        ("blinds", {"small_blind": False}),
        ("ante", {"ante": -1}),
        ("ante", {"ante": True}),
        ("ante_kind", {"ante_kind": "button"}),
        ("max_bet", {"max_bet": 0}),
        ("max_bet", {"max_bet": "none"}),
        ("reveal", {"reveal": "always"}),
        ("showdown", {"showdown": True}),
        ("schedule", {"schedule": [LEVEL]}),
        ("schedule", {"schedule": (LEVEL, LEVEL)}),
        ("schedule", {"schedule": ({"hand": 2},)}),
        (
            "schedule",
            {
                "schedule": tuple(
                    Level(hand=at, small_blind=1, big_blind=2) for at in range(2, MAX_LEVELS + 3)
                )
            },
        ),
        ("buy_in_min", {"buy_in_min": 100}),
        ("buy_in_max", {"buy_in_max": 100}),
        ("buy_in_max", {"format": "cash", "buy_in_min": 20, "buy_in_max": 10}),
        ("buy_in_min", {"format": "cash", "buy_in_min": 0}),
        ("stack", {"format": "cash", "buy_in_max": 1499}),
        ("stack", {"format": "cash", "stacks": (100, 3000), "buy_in_min": 200}),
    ],
)
def test_options_that_cannot_be(key: str, given: dict[str, Any]) -> None:
    with pytest.raises(OptionsError) as caught:
        Options(**given)
    assert caught.value.key == key


@pytest.mark.parametrize("hand", [0, 1, -3, True, "2"])
def test_a_level_begins_after_the_first_hand(hand: Any) -> None:
    with pytest.raises(OptionsError, match="schedule"):
        Level(hand=hand, small_blind=1, big_blind=2)


def test_options_are_read_as_a_person_types_them() -> None:
    base = GAME.presets["four-player"]
    typed = {"stack": "5k", "blinds": "25/50", "max-bet": "500", "schedule": "11/50/100/0"}
    options = options_from_text(Options, base, typed)
    assert (options.seats, options.stack, options.max_bet) == (4, 5000, 500)
    assert options.blinds_at(10) == (25, 50, 0)
    assert options.blinds_at(11) == (50, 100, 0)


def test_unknown_fields_of_a_log_are_refused() -> None:
    with pytest.raises(PlainError, match="straddle"):
        from_plain(Options, {"straddle": 40})


@pytest.mark.parametrize(
    ("given", "most"),
    [
        ({}, None),  # a freezeout has no buy-in
        ({"format": "cash"}, 4000),
        ({"format": "cash", "small_blind": 1, "big_blind": 2}, 1500),  # what every seat brings
        ({"format": "cash", "buy_in_min": 9000, "stack": 9000}, 9000),
        ({"format": "cash", "buy_in_max": None}, None),
        ({"format": "cash", "buy_in_max": 2000}, 2000),
    ],
)
def test_a_cash_seat_brings_200_big_blinds_at_most_unless_said_otherwise(given, most):
    assert Options(**given).buy_in_max == most


def test_an_old_log_without_a_limit_keeps_none():
    plain = to_plain(Options(format="cash", buy_in_max=None))
    assert from_plain(Options, plain).buy_in_max is None
