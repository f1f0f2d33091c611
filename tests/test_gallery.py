"""The gallery of positions: every one holds, and its page is current."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.gallery import FOLDER, README, gallery, readme

from carteado.engine.tables.scenario import Result, run_scenario, run_scenarios

POSITIONS = [item for positions in gallery().values() for item in positions]


@pytest.mark.parametrize("data", POSITIONS, ids=[item["id"] for item in POSITIONS])
def test_a_position_has_the_solution_that_it_tells(data: dict[str, Any]) -> None:
    assert run_scenario(data) == Result(id=data["id"], ok=True)
    assert data.keys() & {"then", "expect"}, "nothing is said to hold"
    assert data["title"].endswith("?")
    assert data["why"]


@pytest.mark.parametrize("name", gallery())
def test_a_file_can_be_run_as_it_is(name: str) -> None:
    results = run_scenarios(gallery()[name])
    assert results
    assert all(result.ok for result in results)


def test_there_are_enough_positions_and_each_has_a_name_of_its_own() -> None:
    assert len(POSITIONS) >= 30
    twice = [name for name, times in Counter(item["id"] for item in POSITIONS).items() if times > 1]
    assert not twice


def test_every_file_of_the_folder_is_in_the_gallery() -> None:
    assert {path.name for path in FOLDER.glob("*.yaml")} == set(gallery())


def test_the_page_is_current() -> None:
    assert README.read_text("utf-8") == readme(), "run python -m tests.gallery"
