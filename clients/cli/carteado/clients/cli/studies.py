"""``carteado phh`` and ``carteado scenario``: recorded hands and rule disputes, played again."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

from cyclopts import App, Parameter

from carteado.client import InputError
from carteado.client.commandline import AsJson
from carteado.clients.cli.analysis import seen_log
from carteado.clients.cli.sources import LogProblem, load_log, reading
from carteado.engine.registry import module_with
from carteado.engine.replay import steps
from carteado.engine.tables.options import did_you_mean
from carteado.engine.tables.scenario import ScenarioError, played, run_scenarios
from carteado.protocol.notation import escape

__all__ = ["phh", "played_scenario", "scenario"]


MOST_BYTES = 64 * 2**20
"""Largest file of hands or scenarios that is read; a file may be a device without an end."""


class _Unreadable(Exception):
    """A file that cannot be read; the sentence names it and the line."""

    exit_status = 2


phh = App(name="phh", help="Check and write poker hand histories (PHH).")


@phh.command(name="check")
def check(*files: Path, as_json: AsJson = False) -> int:
    """Replay recorded hands and compare the final stacks.

    Prints one line for each file, or for each hand of a file with several. An unreadable file
    counts as a failure; the others are still checked. The exit status is 1 if anything failed.

    Args:
        files: PHH files.
        as_json: Print a JSON list.
    """
    if not files:
        raise _Unreadable("name at least one PHH file")
    notation = _notation()
    rows = [row for file in files for row in _checked(notation, file)]
    if as_json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print(escape(f"{'ok  ' if row['ok'] else 'FAIL'}  {row['file']}: {row['message']}"))
    return 0 if all(row["ok"] for row in rows) else 1


def _checked(notation: ModuleType, file: Path) -> Iterator[dict[str, Any]]:
    try:
        records = notation.parse_phh(_text(file))
    except (_Unreadable, notation.PhhError) as error:
        yield _failure(file, str(error))
    else:
        for number, record in enumerate(records, 1):
            name = str(file) if len(records) == 1 else f"{file}[{number}]"
            try:
                found = notation.replay_record(record)
            except notation.PhhError as error:
                yield _failure(name, str(error))
            else:
                yield {"file": name, "ok": found.ok, "message": found.message}


def _failure(file: Path | str, message: str) -> dict[str, Any]:
    return {"file": str(file), "ok": False, "message": message}


@phh.command(name="export")
def export(
    what: str,
    /,
    *,
    out: Path | None = None,
    eyes: Annotated[str, Parameter(name="--as")] = "rail",
    store: str | None = None,
) -> None:
    """Write the finished hands of a log as PHH.

    Without --out the hands are printed, several as numbered TOML tables.

    Args:
        what: A file that `carteado log export` wrote, or the id of a table.
        out: A folder for one file per hand. It is created if necessary; existing files are not
            replaced.
        eyes: The view: rail (cards that were never shown stay hidden), a seat's number, or all.
        store: The store to read, as in `carteado serve`.
    """
    notation = _notation()
    log = load_log(what, store)
    events = seen_log(log, eyes)
    with reading(what, events):
        # Redacted events give redacted states, so the hidden cards never reach the file.
        states = ((event, table.state) for _, event, table in steps(events))
        records = list(notation.record_hands(states, {"table": log.table}))
    if not records:
        raise LogProblem(f"{what}: no hand of this log is finished")
    if out is not None:
        _write_each(notation, records, out, log.table)
    elif len(records) == 1:
        print(notation.write_phh(records[0]), end="")
    else:
        texts = (f"[{n}]\n{notation.write_phh(record)}" for n, record in enumerate(records, 1))
        print("\n".join(texts), end="")


def _write_each(notation: ModuleType, records: list[Any], out: Path, table: str) -> None:
    # The number in the log, because a game that starts again counts its hands from 1 again.
    paths = [out / f"{table}-{number}.phh" for number in range(1, len(records) + 1)]
    # Two passes, so that an existing file is noticed before the first one is written.
    for path in paths:
        if path.exists():
            raise LogProblem(f"{path} is there already")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for path, record in zip(paths, records, strict=True):
            path.write_text(notation.write_phh(record), encoding="utf-8")
            print(path)
    except OSError as error:
        raise LogProblem(f"{error.filename} cannot be written: {error.strerror}") from None


def _notation() -> ModuleType:
    module = module_with("phh")
    if module is None:
        raise _Unreadable("no installed game has hand histories in PHH")
    return module


def scenario(*files: Path, as_json: AsJson = False) -> int:
    """Run scenarios: positions, moves, and what must hold.

    Args:
        files: YAML files.
        as_json: Print a JSON list of id, ok and message.
    """
    if not files:
        raise _Unreadable("name at least one file of scenarios")
    rows: list[dict[str, Any]] = []
    for file in files:
        data, lines = _yaml(file)
        try:
            results = run_scenarios(data)
        except ScenarioError as error:
            raise _wrong_at(file, lines, error) from None
        rows += [{"id": found.id, "ok": found.ok, "message": found.message} for found in results]
    if as_json:
        print(json.dumps(rows))
    else:
        for row in rows:
            detail = f": {row['message']}" if row["message"] else ""
            print(escape(f"{'ok  ' if row['ok'] else 'FAIL'}  {row['id']}{detail}"))
    return 0 if all(row["ok"] for row in rows) else 1


def played_scenario(
    file: Path, name: str | None, steps: int | None, *, what: str, is_one: Callable[[Any], bool]
) -> tuple[Any, Any]:
    """A scenario of a file, and its position.

    Args:
        file: YAML.
        name: its id; None for the only one that is asked for.
        steps: how many of its steps are played; all of them when absent.
        what: what one that is asked for is called.
        is_one: whether a scenario is one; it may be anything that stands in a list.

    Raises:
        InputError: the file cannot be read, holds no list, no such scenario or, where none is
            named, several; or the scenario makes no sense.
    """
    try:
        data, lines = _yaml(file)
        if not isinstance(data, list) or not data:
            raise _Unreadable(f"{file}: a file of scenarios holds a list")
        number = _place(file, data, name, what, is_one)
        try:
            return data[number], played(data[number], data, steps)
        except ScenarioError as error:
            raise _wrong_at(file, lines, error.within(number)) from None
    except _Unreadable as error:
        raise InputError(str(error)) from None


def _place(
    file: Path, data: list[Any], name: str | None, what: str, is_one: Callable[[Any], bool]
) -> int:
    """Index in the file of the scenario for `played_scenario`."""
    ids = [one.get("id") if isinstance(one, dict) else None for one in data]
    if name is not None and name in ids:
        return ids.index(name)
    # By the position it takes over, since a scenario that is `like` another has none of its own.
    every = [number for number, one in enumerate(data) if is_one(_position_of(one, data, ids))]
    known = tuple(str(ids[number]) for number in every)
    if name is not None:
        hint = did_you_mean(name, known)
        raise _Unreadable(f"{file} does not have the scenario {name!r:.60}; {hint}")
    if not every:
        raise _Unreadable(f"{file} has no {what}")
    if len(every) > 1:
        hint = did_you_mean("", known)
        raise _Unreadable(f"{file} has more than one {what}: name one with --id; {hint}")
    return every[0]


def _position_of(scenario: Any, data: list[Any], ids: list[Any]) -> Any:
    """The scenario whose position it has: itself, or the one that it names by ``like``."""
    like = scenario.get("like") if isinstance(scenario, dict) else None
    return data[ids.index(like)] if like is not None and like in ids else scenario


_Lines = Mapping[tuple[Any, ...], int]


def _yaml(file: Path) -> tuple[Any, _Lines]:
    """The plain data of a YAML file, and the line of every place in it."""
    import yaml

    try:
        text = _text(file)
    except _Unreadable as error:
        raise _Unreadable(f"{file} {error}") from None
    try:
        # The safe loader: a scenario may come from anywhere, and must not construct objects.
        loader = yaml.SafeLoader(text)
        try:
            # Nodes instead of data, because only nodes know their lines.
            node = loader.get_single_node()
            lines: dict[tuple[Any, ...], int] = {}
            if node is not None:
                _note(loader, node, (), lines, {})
            return (None if node is None else loader.construct_document(node)), lines
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise _Unreadable(f"{file}, line {line}: not YAML: {error.problem}") from None
    # Python's recursion limit is what stops a bomb of brackets here.
    except RecursionError:
        raise _Unreadable(f"{file}: lists and maps are nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:
        raise _Unreadable(f"{file}: not YAML: {' '.join(str(error).split())}") from None


def _note(
    loader: Any,
    node: Any,
    path: tuple[Any, ...],
    lines: dict[tuple[Any, ...], int],
    begun: dict[int, bool],
) -> None:
    """Note the line of a node and of everything in it; refuse a key that is given twice.

    `begun` holds the nodes met so far: True while what is in them is being noted.
    """
    import yaml

    if path in lines:
        what = f"{path[-1]!r:.40} is given twice"
        raise yaml.MarkedYAMLError(problem=what, problem_mark=node.start_mark)
    lines[path] = node.start_mark.line + 1
    if begun.get(id(node)):
        what = "an alias stands inside what it names"
        raise yaml.MarkedYAMLError(problem=what, problem_mark=node.start_mark)
    if id(node) in begun:
        return  # an alias: a few of them inside one another would never end
    begun[id(node)] = True
    if isinstance(node, yaml.SequenceNode):
        for number, item in enumerate(node.value):
            _note(loader, item, (*path, number), lines, begun)
    elif isinstance(node, yaml.MappingNode):
        for key, item in node.value:
            # Constructed and not read as text, because `1` and `"1"` are different keys.
            name = loader.construct_object(key, deep=True)
            if not isinstance(name, str | int):
                what = f"{name!r:.40} cannot be a key"
                raise yaml.MarkedYAMLError(problem=what, problem_mark=key.start_mark)
            _note(loader, item, (*path, name), lines, begun)
    begun[id(node)] = False


def _wrong_at(file: Path, lines: _Lines, error: ScenarioError) -> _Unreadable:
    """The problem of a scenario, and its line, without the number of the scenario."""
    # The line says already which scenario it is.
    problem = ScenarioError(error.reason, *error.path[1:])
    return _Unreadable(f"{file}, line {_line_of(lines, error.path)}: {problem}")


def _line_of(lines: _Lines, path: tuple[str | int, ...]) -> int:
    """Line of a place, or of the innermost thing around it that stands in the file."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _text(file: Path) -> str:
    """The text of a file.

    Raises:
        _Unreadable: the part of the sentence behind the file's name.
    """
    try:
        with file.open("rb") as source:
            data = source.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise _Unreadable(f"is larger than {MOST_BYTES >> 20} MiB; split it")
        # Every end of a line as one letter, as in any other text.
        return io.StringIO(data.decode(), newline=None).read()
    except OSError as error:
        raise _Unreadable(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _Unreadable(f"is not a text in UTF-8: byte {error.start}") from None
