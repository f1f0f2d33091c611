"""A cheating operator edits a log and computes its chain again: what `carteado verify` finds.

Every field of every event, and of every commit, of a log of each game is forged. A forgery is
found where the result is not ``ok``; a field in which one is not found has to be listed in
``docs/fairness.md``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clients.honest_logs import Commits, as_stored, honest_log
from tests.clients.logs import chained

from carteado.clients.cli.sources import LogProblem, WholeLog, load_log, reading
from carteado.clients.cli.verifying import check_log
from carteado.engine.registry import games
from carteado.engine.table_events import NAMING_TAGS
from carteado.protocol.log import Cause, LogError

GAMES = tuple(games())

_DOCUMENT = Path(__file__).parents[3] / "docs" / "fairness.md"


@dataclass(frozen=True)
class Forgery:
    """A log that an operator changed in one place.

    Attributes:
        name: the field, as ``docs/fairness.md`` calls it.
        commits: cause and events of each commit.
        number: index of the commit whose record is changed as well, by `changes`.
        changes: fields of its record.
    """

    name: str
    commits: Commits
    number: int = -1
    changes: Mapping[str, Any] | None = None


def version_of(event: Mapping[str, Any]) -> int:
    """The version in which an event stands in a log here."""
    nameless = event["type"] in NAMING_TAGS and "name" not in event
    return 2 if nameless or event["type"] == "deck_committed" else 1


def written(forgery: Forgery, file: Path) -> Path:
    """The log as a segment file whose chain is whole."""
    commits = []
    for number, (cause, events) in enumerate(forgery.commits):
        versions = [version_of(event) for event in events]
        commits.append(
            {
                "cause": cause,
                "deal": 1,
                "rules": None if number else "x/1",
                "events": tuple(zip(versions, events, strict=True)),
            }
        )
        if number == forgery.number and forgery.changes is not None:
            commits[-1] |= forgery.changes
    file.write_bytes(chained("rig", commits))
    return file


def result_of(forgery: Forgery, file: Path) -> str:
    """What `carteado verify` says of a log; ``unreadable`` where it cannot be read at all."""
    try:
        log: WholeLog = load_log(str(written(forgery, file)), None)
        with reading("forged", log.events):
            return check_log(log).result
    except (LogProblem, LogError):
        return "unreadable"


def logged(game: str) -> Commits:
    """An honest log as it is stored: with ids of players and no names."""
    stored = as_stored(game, honest_log(game))
    return [(cause, [event for _, event in events]) for cause, events in stored]


# What can be forged


def others(value: Any) -> Iterator[Any]:
    """Values that an operator could put instead of one; of its kind where that is possible."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield max(0, value - 1)
    elif isinstance(value, str):
        yield value[:-1] + ("1" if value.endswith("0") else "0")
        yield {"As": "Kd"}.get(value, "As")
    elif value is None:
        yield 7
        yield "0" * 64
    elif isinstance(value, Mapping):
        for key, item in value.items():
            for other in others(item):
                yield {**value, key: other}
    else:
        yield from _other_lists(tuple(value))


def _other_lists(items: tuple[Any, ...]) -> Iterator[Any]:
    if not items:
        yield ("As",)
        yield (0,)
        return
    yield items[:-1]
    for at in (0, len(items) - 1):
        for other in others(items[at]):
            yield (*items[:at], other, *items[at + 1 :])
    different = [at for at, item in enumerate(items) if item != items[0]]
    if different:  # a pot moved to another seat, hole cards swapped
        at = different[0]
        yield (items[at], *items[1:at], items[0], *items[at + 1 :])


def with_event(commits: Commits, number: int, place: int, key: str, value: Any) -> Commits:
    """A log with another value in one field of one event."""
    forged = list(commits)
    cause, events = forged[number]
    events = list(events)
    events[place] = {**events[place], key: value}
    forged[number] = (cause, events)
    return forged


def event_fields(commits: Commits) -> dict[str, list[tuple[int, int]]]:
    """Where each field of each type of event stands in a log: commit and place in it."""
    found: dict[str, list[tuple[int, int]]] = {}
    for number, (_, events) in enumerate(commits):
        for place, event in enumerate(events):
            for key in event:
                if key != "type":
                    found.setdefault(f"{event['type']}.{key}", []).append((number, place))
    return found


def forged_events(commits: Commits) -> Iterator[Forgery]:
    """Each field of each type of event, forged where it stands first and last."""
    for name, places in event_fields(commits).items():
        key = name.partition(".")[2]
        for (number, place), most in {places[-1]: 1, places[0]: 2}.items():
            value = commits[number][1][place][key]
            for other in _few(others(value), value)[-most:]:
                yield Forgery(name, with_event(commits, number, place, key, other))


def _few(values: Iterator[Any], value: Any) -> list[Any]:
    """Three values at most that differ from a field's own."""
    found: list[Any] = []
    for other in values:
        if other != value and other not in found:
            found.append(other)
    return found if len(found) < 4 else [found[0], found[len(found) // 2], found[-1]]


def forged_records(commits: Commits) -> Iterator[Forgery]:
    """Each field of a commit, forged inside the log and at its end."""
    changes: dict[str, Any] = {
        "table": "other",
        "epoch": 3,
        "owner": "01" * 8,
        "batch": "ff" * 16,
        "at": 5,
        "deal": 7,
        "rules": "y/2",
        "salt": "22" * 16,
    }
    for number in (len(commits) // 2, len(commits) - 1):
        for key, value in changes.items():
            yield Forgery(f"commit.{key}", commits, number, {key: value})
        yield Forgery("commit.first", commits, number, {"first": 99_999})
        cause = commits[number][0]
        for key in ("by", "id", "result"):
            for other in _few(others(getattr(cause, key)), getattr(cause, key)):
                yield Forgery(
                    f"cause.{key}", _with_cause(commits, number, replace(cause, **{key: other}))
                )


def _with_cause(commits: Commits, number: int, cause: Cause) -> Commits:
    forged = list(commits)
    forged[number] = (cause, forged[number][1])
    return forged


def forged_commands(commits: Commits) -> Iterator[Forgery]:
    """Each field of each kind of command, forged without its events."""
    seen = set()
    for number, (cause, _) in enumerate(commits):
        for place, command in enumerate(cause.do):
            for key, value in command.items():
                if (command["type"], key) in seen:
                    continue
                seen.add((command["type"], key))
                for other in _few(others(value), value):
                    done = list(cause.do)
                    done[place] = {**command, key: other}
                    forged = _with_cause(commits, number, replace(cause, do=done))
                    yield Forgery(f"{command['type']} command: {key}", forged)


def rewritten(commits: Commits) -> Forgery:
    """A log in which a player has another id wherever it stands."""

    def renamed(value: Any, old: str) -> Any:
        if isinstance(value, Cause):
            return replace(value, do=renamed(value.do, old), result=renamed(value.result, old))
        if isinstance(value, Mapping):
            return {key: renamed(item, old) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(renamed(item, old) for item in value)
        return "Mallory" if value == old else value

    taken = next(e for _, events in commits for e in events if e["type"] == "seat_taken")
    return Forgery("cause.do", renamed(copy.deepcopy(commits), taken["player"]))


def fields_not_covered(game: str, folder: Path) -> frozenset[str]:
    """The fields of a game's log in which a forgery is not found."""
    commits = logged(game)
    forgeries = (
        *forged_events(commits),
        *forged_records(commits),
        *forged_commands(commits),
        rewritten(commits),
    )
    assert len(forgeries) > 50
    file = folder / f"{game}.log"
    return frozenset(one.name for one in forgeries if result_of(one, file) == "ok")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forged")


def _listed() -> frozenset[str]:
    text = _DOCUMENT.read_text(encoding="utf-8")
    section = text.partition("## What `verify` does not cover")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return frozenset(name for cell in cells for name in re.findall(r"`([^`]+)`", cell))


LISTED = _listed()
"""The fields that the document lists as not covered."""


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_log_is_ok(game: str, folder: Path) -> None:
    assert result_of(Forgery("nothing", logged(game)), folder / "honest.log") == "ok"


@pytest.mark.exhaustive
def test_every_forged_field_is_found_or_listed(folder: Path) -> None:
    """In one test, for the list is of all games together."""
    escaped = {game: fields_not_covered(game, folder) for game in GAMES}
    assert {game: fields - LISTED for game, fields in escaped.items() if fields - LISTED} == {}
    assert frozenset().union(*escaped.values()) == LISTED


@pytest.mark.exhaustive
@settings(max_examples=60, deadline=None)
@given(game=st.sampled_from(GAMES), data=st.data())
def test_a_field_forged_anywhere_is_found_or_listed(
    game: str, data: st.DataObject, folder: Path
) -> None:
    commits = logged(game)
    fields = event_fields(commits)
    name = data.draw(st.sampled_from(sorted(set(fields) - LISTED)))
    number, place = data.draw(st.sampled_from(fields[name]))
    key = name.partition(".")[2]
    value = commits[number][1][place][key]
    choices = [other for other in others(value) if other != value]
    other = data.draw(st.sampled_from(choices))
    forgery = Forgery(name, with_event(commits, number, place, key, other))
    assert result_of(forgery, folder / "drawn.log") != "ok"
