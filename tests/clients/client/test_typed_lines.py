"""Tables that a typed line names."""

from __future__ import annotations

import pytest

from carteado.client.typed_lines import Tables
from carteado.protocol.messages import TableInfo
from carteado.protocol.notation import LineError


def listed(count: int) -> list[TableInfo]:
    return [
        TableInfo(
            table=f"t{number}",
            title="",
            game="holdem",
            options={},
            settings={},
            seats=(),
            deals=0,
            over=False,
            watching=0,
        )
        for number in range(1, count + 1)
    ]


def test_a_number_names_the_table_at_that_place_of_the_list() -> None:
    tables = listed(1_300)
    assert Tables(tables, tables).id_of("1") == "t1"
    assert Tables(tables, tables).id_of("1300") == "t1300"


@pytest.mark.parametrize("text", ["0", "1301", "12345"])
def test_a_number_beyond_the_list_may_be_an_id_and_is_never_cut(text: str) -> None:
    tables = listed(1_300)
    assert Tables(tables, tables).id_of(text) == text


def test_thousands_of_digits_are_refused() -> None:
    tables = listed(3)
    with pytest.raises(LineError):
        Tables(tables, tables).id_of("1" * 5_000)
