"""Options from typed words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Literal

import pytest

from carteado.engine.errors import OptionsError
from carteado.engine.table import TableOptions
from carteado.engine.tables.options import (
    did_you_mean,
    options_difference,
    options_from_text,
    options_keys,
)


class Format(Enum):
    FREEZEOUT = "freezeout"
    CASH = "cash"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    small: int
    big: int
    hands: int
    ante: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    SHORTHANDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"blinds": ("small_blind", "big_blind")}

    stack: int = 1500
    stacks: tuple[int, ...] = ()
    small_blind: int = 10
    big_blind: int = 20
    pair: tuple[int, int] = (1, 2)
    max_bet: int | None = None
    format: Format = Format.FREEZEOUT
    ante: Literal["none-at-all", "each", "big_blind"] = "each"
    limit: Literal["pot"] | int = "pot"
    levels: tuple[Level, ...] = ()
    rebuy: bool = False
    title: str = ""
    extra: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.stack < 1:
            raise OptionsError("stack", f"{self.stack} is not at least 1")


def house(**given: str) -> House:
    return options_from_text(House, House(), given)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1500", 1500),
        ("1,500", 1500),
        ("1_500", 1500),
        ("12,345,678", 12_345_678),
        ("5k", 5000),
        ("1.5K", 1500),
        ("2m", 2_000_000),
        (" 7 ", 7),
    ],
)
def test_a_whole_number_is_read_as_people_write_it(text: str, value: int) -> None:
    assert house(stack=text).stack == value


@pytest.mark.parametrize(
    "text", ["", "1.5", "1.2345k", "1,50", "0x10", "1e3", "ten", "٣", "9" * 40, "--5", "1,,000"]
)
def test_text_that_is_not_a_whole_number_is_refused(text: str) -> None:
    with pytest.raises(OptionsError, match=r"stack: .*is not a whole number") as caught:
        house(stack=text)
    assert caught.value.key == "stack"


def test_a_negative_number_reaches_the_options_own_check() -> None:
    with pytest.raises(OptionsError, match="-5 is not at least 1"):
        house(stack="-5")


@pytest.mark.parametrize(
    ("given", "changes"),
    [
        ({"blinds": "10/20"}, {}),
        ({"blinds": "50/1,00"}, None),
        ({"blinds": "50/1,000"}, {"small_blind": 50, "big_blind": 1000}),
        ({"blinds": "1, 2"}, {"small_blind": 1, "big_blind": 2}),
        ({"blinds": "10"}, None),
        ({"big-blind": "40"}, {"big_blind": 40}),
        ({"BIG_Blind": "40"}, {"big_blind": 40}),
        ({"max_bet": "1k"}, {"max_bet": 1000}),
        ({"max-bet": "none"}, {}),
        ({"format": "Cash"}, {"format": "cash"}),
        ({"format": "cahs"}, None),
        ({"ante": "big-blind"}, {"ante": "big_blind"}),
        ({"limit": "pot"}, {}),
        ({"limit": "40"}, {"limit": 40}),
        ({"limit": "pott"}, None),
        ({"stacks": "1500/2k/1,000"}, {"stacks": (1500, 2000, 1000)}),
        ({"stacks": "100,200"}, {"stacks": (100, 200)}),
        ({"stacks": "none"}, {}),
        ({"stacks": "100,x"}, None),
        ({"pair": "3/4"}, {"pair": (3, 4)}),
        ({"pair": "3/4/5"}, None),
        (
            {"levels": "10/20/5, 20/40/5/4"},
            {
                "levels": (
                    {"small": 10, "big": 20, "hands": 5, "ante": 0},
                    {"small": 20, "big": 40, "hands": 5, "ante": 4},
                )
            },
        ),
        ({"levels": "10/20"}, None),
        ({"levels": "10/20/5/0/0"}, None),
        ({"rebuy": "on"}, {"rebuy": True}),
        ({"rebuy": "off"}, {}),
        ({"rebuy": "maybe"}, None),
        ({"title": "Friday"}, {"title": "Friday"}),
        ({"extra": "a"}, None),
        ({"extra": "none"}, {}),
        ({"blinds": "10/40", "big-blind": "20"}, None),
    ],
)
def test_a_value_is_read_by_the_type_of_its_option(
    given: dict[str, str], changes: dict[str, Any] | None
) -> None:
    if changes is None:
        with pytest.raises(OptionsError):
            house(**given)
    else:
        assert options_difference(House(), house(**given)) == changes


@pytest.mark.parametrize(
    ("text", "advice"),
    [("on", "everyone"), ("yes", "everyone"), ("True", "everyone"), ("no", "off"), ("off", "off")],
)
def test_off_and_its_opposite_are_a_switch_too(text: str, advice: str) -> None:
    read = options_from_text(TableOptions, TableOptions(), {"advice": text})
    assert read.advice == advice


def test_an_invalid_switch_is_refused_with_the_valid_values() -> None:
    with pytest.raises(OptionsError, match="'maybe' is neither yes nor no; write on or off, yes"):
        house(rebuy="maybe")


def test_an_unknown_choice_names_the_nearest() -> None:
    with pytest.raises(OptionsError, match="did you mean 'cash'\\? there are: freezeout, cash"):
        house(format="cahs")


def test_an_unknown_key_names_the_nearest_and_all() -> None:
    with pytest.raises(OptionsError, match=r"stakc: .*did you mean 'stack'\? there are: blinds, "):
        house(stakc="5")


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("decision", "30s", 30_000),
        ("decision", "500ms", 500),
        ("decision", "2min", 120_000),
        ("decision", "1m", 60_000),
        ("decision", "1.5s", 1_500),
        ("decision_ms", "250", 250),
        ("decision-ms", "20s", 20_000),
        ("bank", "0", 0),
        ("bank", "1h", 3_600_000),
    ],
)
def test_a_time_is_read_with_its_unit(key: str, text: str, value: int) -> None:
    options = options_from_text(TableOptions, TableOptions(), {key: text})
    assert value in (options.decision_ms, options.bank_ms)


@pytest.mark.parametrize(
    ("key", "text"),
    [("decision", "30"), ("decision", "soon"), ("decision", "1.0005ms"), ("decision_ms", "-5")],
)
def test_an_invalid_time_is_refused(key: str, text: str) -> None:
    with pytest.raises(OptionsError):
        options_from_text(TableOptions, TableOptions(), {key: text})


def test_keys_are_listed_as_people_write_them() -> None:
    assert options_keys(TableOptions)[:3] == ("decision", "bank", "pause")
    assert options_keys(House)[0] == "blinds"


def test_a_long_list_ends_with_the_number_of_further_items() -> None:
    tables = tuple(f"table-{number}" for number in range(100))
    said = did_you_mean("tabel-7", tables)
    assert said.startswith("did you mean 'table-7'? there are: table-0, ")
    assert said.endswith("table-39 and 60 more")
    assert did_you_mean("x", ()) == "there are: none"
