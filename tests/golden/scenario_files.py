"""The golden scenarios of each game."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import yaml

__all__ = ["FOLDER", "changed_scenario", "golden_scenarios"]

FOLDER = Path(__file__).parent / "scenarios"


def golden_scenarios(name: str) -> list[dict[str, Any]]:
    """The scenarios of a file in `FOLDER`, by its name without ``.yaml``."""
    # Parametrised tests read them before the first one starts: in C that takes a tenth of the time.
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: list[dict[str, Any]] = yaml.load((FOLDER / f"{name}.yaml").read_bytes(), Loader=loader)
    return found


def changed_scenario(scenario: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    """A copy of a scenario with another value at a path."""
    data = copy.deepcopy(scenario)
    place: Any = data
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = to
    return data
