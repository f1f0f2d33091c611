"""Amounts as people say them, in the line dialect; the clients' grammar reads the same words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import hand

from carteado.engine.games.holdem import GAME
from carteado.engine.registry import game_of
from carteado.protocol.amounts import Amounts, amounts_of
from carteado.protocol.choices import choices_line, choices_of
from carteado.protocol.errors import LineError
from carteado.protocol.lines import Command, Context, parse_line

# Preflop at 10/20 with four seats: 30 in the pot, 20 to call, raises from 40 to 1500.
PLAYED = hand((1500,) * 4)
LEGAL = PLAYED.legal
AMOUNTS = amounts_of(LEGAL, PLAYED.state)

SAID = [
    ("60", 60),
    ("1,000", 1000),
    ("1k", 1000),
    ("1.2k", 1200),
    ("min", 40),
    ("max", 1500),
    ("all-in", 1500),
    ("allin", 1500),
    ("pot", 70),
    ("half", 45),
    ("3bb", 60),
    ("2.5bb", 50),
    ("MIN", 40),
]


CHOICES = choices_of(LEGAL, GAME.actions)
HERE = Context(table="t", decision=5, actions=GAME.actions, choices=CHOICES, amounts=AMOUNTS)


@pytest.mark.parametrize(("text", "to"), SAID)
@pytest.mark.parametrize(
    "said", ["raise {}", "raise to {}", "r {}", "r to {}", "raise to={}", "7 @t !5 raise {}"]
)
def test_every_way_to_say_an_amount_is_read(said: str, text: str, to: int) -> None:
    line = parse_line(said.format(text), HERE)
    assert isinstance(line, Command)
    assert line.fields["action"] == {"type": "raise", "to": to}


@pytest.mark.parametrize(("text", "to"), SAID)
@pytest.mark.parametrize("said", ["raise {}", "raise to {}"])
def test_a_program_without_a_prompt_says_the_same(said: str, text: str, to: int) -> None:
    context = Context(table="t", decision=5, actions=GAME.actions, amounts=AMOUNTS)
    line = parse_line(said.format(text), context)
    assert isinstance(line, Command)
    assert line.fields["action"] == {"type": "raise", "to": to}


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1,2k", 1200), ("1.000", 1000), ("1 000", 1000), ("1\u202f000", 1000), ("1,5bb", 30)],
)
def test_points_commas_and_blanks_are_read_as_people_write_them(text: str, amount: int) -> None:
    assert AMOUNTS.read(text) == amount


@pytest.mark.parametrize(
    "text", ["", "lots", "3bbb", "2.33bb", "pots", "1e3", "1.5", "1.2.3", "５0"]
)
def test_an_invalid_amount_is_answered_with_valid_ones(text: str) -> None:
    with pytest.raises(LineError, match=r"raise and 40 to 1,500\. Or: min, half, pot, max, 3bb"):
        parse_line(f"raise {text}", HERE)
    with pytest.raises(LineError):
        parse_line(f"raise {text}", Context(table="t", actions=GAME.actions, amounts=AMOUNTS))


def test_the_server_decides_about_an_amount_out_of_range() -> None:
    for text, to in (("raise 1bb", 20), ("raise 30", 30)):
        line = parse_line(text, HERE)
        assert isinstance(line, Command)
        assert line.fields["action"] == {"type": "raise", "to": to}


def test_a_raise_is_offered_as_a_total() -> None:
    assert "[r]aise to 40 to 1,500, [a]ll-in 1,500" in choices_line(choices_of(LEGAL, GAME.actions))


def test_a_part_of_the_pot_comes_on_top_of_the_bet() -> None:
    played = hand((1500,) * 4).act("to 100")
    # 130 in the pot and 100 to call.
    found = amounts_of(played.legal, played.state)
    assert (found.read("pot"), found.read("half")) == (330, 215)


def test_behind_the_flop_a_pot_is_a_bet_of_the_pot() -> None:
    played = hand((1500,) * 2).act("call", "check")
    found = amounts_of(played.legal, played.state)
    assert (found.read("pot"), found.read("half"), found.read("min")) == (40, 20, 20)


def test_without_a_prompt_only_numbers_mean_something() -> None:
    nothing = amounts_of({}, None)
    assert nothing == Amounts()
    assert [nothing.read(word) for word in ("min", "max", "pot", "half", "3bb")] == [None] * 5
    assert nothing.read("60") == 60


def test_a_stake_has_a_least_a_most_and_a_half() -> None:
    game: Any = game_of("quick-holdem")
    names = {field for field in game.legal_type.__dataclass_fields__ if field == "stake"}
    assert names
    found = amounts_of({"stake": (1, 301)}, game.new(game.presets["standard"]))
    assert (found.read("min"), found.read("half"), found.read("max")) == (1, 150, 301)
    assert found.read("pot") is None


def test_without_a_bet_a_part_of_the_pot_is_counted_from_nothing() -> None:
    found = Amounts(low=10, high=100, pot=40)
    assert (found.read("half"), found.read("pot")) == (20, 40)


@pytest.mark.parametrize(
    "text", ["\N{MINUS SIGN}500", "\N{EN DASH}500", "-500", "5\N{VULGAR FRACTION ONE HALF}"]
)
def test_no_sign_that_changes_an_amount_is_passed_over(text: str) -> None:
    assert AMOUNTS.read(text) is None


@pytest.mark.parametrize("text", ["500²", "€500", "$500", "1\N{NARROW NO-BREAK SPACE}500"])
def test_signs_that_keyboards_type_beside_digits_are_passed_over(text: str) -> None:
    assert AMOUNTS.read(text) in (500, 1500)
