"""Checks a table's log with the user's commands: export, log verify, verify, replay."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import carteado

__all__ = ["Audit", "audit"]

_COMMAND_S = 60


@dataclass
class Audit:
    """The findings in one table's log.

    Attributes:
        events: in the whole log.
        deals: whose decks were derived again.
        rail: the table as the rail may see it at the event that is asked for, plain data.
        problems: what is wrong, a sentence each.
    """

    events: int = 0
    deals: int = 0
    rail: Mapping[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def audit(store: str, table: str, file: Path, environment: Mapping[str, str], *, at: int) -> Audit:
    """Export a log, and check the file: bytes and chain, fold, commands, decks.

    Args:
        store: URL of the store.
        table: whose log.
        file: where the export goes.
        environment: of the commands.
        at: event at which the rail is asked for.
    """
    found = Audit()
    name = str(file)
    _run(found, environment, "log", "export", table, name, "--store", store)
    for whole in _run(found, environment, "log", "verify", name, "--json"):
        found.events = whole["events"]
    checked = _run(found, environment, "verify", name, "--json")
    if not checked:
        return found
    found.deals = sum(deal["finished"] for deal in checked["deals"])
    for one in (*checked["checks"], *checked["deals"]):
        if not one["ok"]:
            found.problems.append(f"{table}: {one.get('message') or one['problems']}")
    # The set has to contain all three: a check that was skipped must not pass for a success.
    if {one["name"] for one in checked["checks"]} < {"bytes", "fold", "rules"}:
        found.problems.append(f"{table}: not everything was checked")
    end = ["--as", "rail", "--at", str(at), "--json"]
    found.rail = _run(found, environment, "replay", name, *end)["view"]
    return found


def _run(found: Audit, environment: Mapping[str, str], *words: str) -> Any:
    """The JSON output of a command, () where it prints none; a failure is a problem."""
    done = subprocess.run(
        carteado(*words), env=environment, capture_output=True, text=True, timeout=_COMMAND_S
    )
    # 7: not everything is checked, such as the deal that was being played when the server ended.
    if done.returncode != 0 and not (words[0] == "verify" and done.returncode == 7):
        found.problems.append(f"carteado {' '.join(words)}: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout) if done.stdout.strip() else ()
