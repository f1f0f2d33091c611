"""Scenarios: a position, moves in it, and what must hold afterwards.

A scenario is plain data (`docs/scenarios.md`); the caller decides where it comes from. The game
defines positions and moves: it offers a `ScenarioKind` under the name ``scenario``
(`registry.extra_of`). This module has the common part: ids, unknown keys, steps that must be legal
or be refused without effect, and the comparison with the expected result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol, TypeVar

from carteado.engine.errors import EngineError, Refusal, UnknownGame
from carteado.engine.registry import extra_of, game_of
from carteado.engine.tables.options import did_you_mean
from carteado.engine.words import counted

__all__ = [
    "Result",
    "ScenarioError",
    "ScenarioKind",
    "as_text",
    "check_keys",
    "played",
    "run_scenario",
    "run_scenarios",
]

S = TypeVar("S")

_COMMON = ("id", "title", "game", "rules", "given", "steps", "then", "why", "note", "setup_note")
_END = "(nothing)"
_STEP = ("seat", "do", "illegal", "code", "legal")


class ScenarioError(EngineError):
    """An invalid scenario: a key is unknown or missing, or a value has a wrong type.

    Attributes:
        reason: what is wrong, without the place.
        path: where in the data, such as ``(0, "steps", 2, "do")``; for the line in its file.
    """

    def __init__(self, reason: str, *path: str | int) -> None:
        where = ".".join(str(part) for part in path)
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.path = path

    # Each level adds its own part of the path, so inner functions need not know where they are.
    def within(self, *outer: str | int) -> ScenarioError:
        """The same error, with the path as seen from outside."""
        return ScenarioError(self.reason, *outer, *self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a scenario.

    Attributes:
        id: the scenario's id.
        ok: whether all checks passed.
        message: the first failed check, '' for none.
    """

    id: str
    ok: bool
    message: str = ""


class ScenarioKind(Protocol[S]):
    """A game's part of its scenarios.

    Attributes:
        keys: keys of a scenario besides the common ones.
        verbs: for each word of ``do`` the further keys of such a step, and whether it needs them.
        facts: what ``then`` may ask for.

    A kind may have a further attribute ``expects``: those of its `keys` that say, beside ``then``,
    what must hold, each the name of a fact.
    """

    keys: tuple[str, ...]
    verbs: Mapping[str, Mapping[str, bool]]
    facts: tuple[str, ...]

    def begin(self, data: Mapping[str, Any]) -> S:
        """The position that ``given`` and ``rules`` describe.

        Raises:
            ScenarioError: they do not describe one.
        """
        ...

    def turn(self, state: S) -> int | None:
        """The seat to act."""
        ...

    def step(self, state: S, seat: int | None, data: Mapping[str, Any]) -> S | Refusal:
        """The position after a step, or why it is refused; no seat where nobody is to act.

        Raises:
            ScenarioError: a value of the step is of a wrong kind.
        """
        ...

    def legal(self, state: S, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """The actions that a seat is offered, for the requested keys, in the words of scenarios.

        Raises:
            ScenarioError: there is no such key.
        """
        ...

    def fact(self, state: S, name: str) -> Any:
        """One of `facts` about a position, in the words of scenarios."""
        ...


def check_keys(data: Any, known: Iterable[str], *path: str | int) -> None:
    """Refuse values that are not mappings, and unknown keys.

    Raises:
        ScenarioError: with the nearest known key.
    """
    if not isinstance(data, Mapping):
        raise ScenarioError(f"{data!r:.60} is not a mapping", *path)
    words = tuple(known)
    for key in data:
        if key not in words:
            hint = did_you_mean(str(key), words)
            raise ScenarioError(f"there is no key {key!r:.40} here; {hint}", *path, key)


def as_text(value: Any) -> str:
    """House rules from a file as `options.options_from_text` reads them."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    # Lists and records are written back with the separators of `options`, then parsed again.
    if isinstance(value, list | tuple):
        records = any(isinstance(item, list | tuple) for item in value)
        return ("," if records else "/").join(map(as_text, value))
    return str(value)


def run_scenarios(data: Any) -> list[Result]:
    """The results of a list of scenarios.

    Raises:
        ScenarioError: one makes no sense, or two have one id.
    """
    # A text is a sequence of characters, and would otherwise give a confusing error.
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise ScenarioError("a file of scenarios holds a list")
    results: list[Result] = []
    seen: set[str] = set()
    for number, item in enumerate(data):
        try:
            result = run_scenario(_like(item, data))
        except ScenarioError as error:
            raise error.within(number) from None
        if result.id in seen:
            raise ScenarioError(f"the id {result.id!r:.60} is given twice", number, "id")
        seen.add(result.id)
        results.append(result)
    return results


def _like(item: Any, every: Sequence[Any]) -> Any:
    """A scenario with the position of the scenario that ``like`` names, under its own rules."""
    if not isinstance(item, Mapping) or "like" not in item:
        return item
    name = item["like"]
    other = next((one for one in every if isinstance(one, Mapping) and one.get("id") == name), None)
    # One step only: a chain of `like` could go in a circle.
    if other is None or other is item or "like" in other:
        raise ScenarioError(f"there is no scenario {name!r:.60} with a position of its own", "like")
    kind = _kind_of(other.get("game"))
    # Everything else that the kind knows belongs to the position, such as keys of its own.
    own = {*_COMMON, *getattr(kind, "expects", ())} - {"game", "given"}
    position = {key: value for key, value in other.items() if key not in own}
    return {**position, **{key: value for key, value in item.items() if key != "like"}}


def run_scenario(data: Any) -> Result:
    """The result of one scenario.

    Raises:
        ScenarioError: it makes no sense.
    """
    # A misspelt key or verb must not pass as a scenario that proves nothing.
    kind = _checked(data)
    state = kind.begin(data)
    for number, step in enumerate(data.get("steps") or ()):
        try:
            state = _take(kind, state, step)
        except _Failed as problem:
            return Result(id=data["id"], ok=False, message=f"step {number + 1}: {problem}")
        except ScenarioError as error:
            raise error.within("steps", number) from None
    # `expects` lets a kind state its result outside "then", as a block of text.
    own = {name: data[name] for name in getattr(kind, "expects", ()) if name in data}
    expected = {**own, **(data.get("then") or {})}
    wrong = _differences(expected, {name: kind.fact(state, name) for name in expected})
    return Result(id=data["id"], ok=not wrong, message=wrong)


def played(data: Any, every: Sequence[Any] = (), steps: int | None = None) -> Any:
    """The position of a scenario, as its kind holds it.

    Args:
        data: the scenario.
        every: those of its file, where it names another one by ``like``.
        steps: how many of its steps are played; all of them when absent.

    Raises:
        ScenarioError: it makes no sense, or one of these steps goes otherwise than it says.
    """
    data = _like(data, every)
    kind = _checked(data)
    state = kind.begin(data)
    given = data.get("steps") or ()
    if steps is not None and not 0 <= steps <= len(given):
        raise ScenarioError(f"the scenario has {counted(len(given), 'step')}, not {steps}", "steps")
    for number, step in enumerate(given[:steps]):
        try:
            state = _take(kind, state, step)
        except _Failed as problem:
            raise ScenarioError(str(problem), "steps", number) from None
        except ScenarioError as error:
            raise error.within("steps", number) from None
    return state


def _checked(data: Any) -> ScenarioKind[Any]:
    """The kind of a scenario, after everything that can be checked without running it."""
    if not isinstance(data, Mapping):
        raise ScenarioError("a scenario is a mapping")
    if not isinstance(data.get("id"), str) or not data["id"]:
        raise ScenarioError("a scenario has an id, a text")
    kind = _kind_of(data.get("game"))
    check_keys(data, (*_COMMON, *kind.keys))
    steps = data.get("steps") or ()
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        raise ScenarioError("steps are a list", "steps")
    for number, step in enumerate(steps):
        try:
            _check_step(kind, step)
        except ScenarioError as error:
            raise error.within("steps", number) from None
    check_keys(data.get("then") or {}, kind.facts, "then")
    return kind


def _kind_of(name: Any) -> ScenarioKind[Any]:
    if not isinstance(name, str):
        raise ScenarioError("a scenario says its game", "game")
    try:
        module = extra_of(game_of(name), "scenario")
    except UnknownGame as error:
        raise ScenarioError(str(error), "game") from None
    if module is None:
        raise ScenarioError(f"{name} has no scenarios", "game")
    kind: ScenarioKind[Any] = module.KIND
    return kind


def _check_step(kind: ScenarioKind[Any], step: Any) -> None:
    # First against the keys of all verbs, for a better hint; then against those of this one.
    every = {key for keys in kind.verbs.values() for key in keys}
    check_keys(step, (*_STEP, *sorted(every)))
    verb = step.get("do")
    if verb is None:
        if "legal" not in step:
            raise ScenarioError("a step has do, legal, or both")
        check_keys(step, ("seat", "legal"))
    elif not isinstance(verb, str) or verb not in kind.verbs:
        hint = did_you_mean(str(verb), tuple(kind.verbs))
        raise ScenarioError(f"there is no move {verb!r:.40}; {hint}", "do")
    else:
        check_keys(step, (*_STEP, *kind.verbs[verb]))
        missing = [key for key, needed in kind.verbs[verb].items() if needed and key not in step]
        if missing:
            raise ScenarioError(f"{verb} says {' and '.join(missing)}", "do")
    if type(step.get("illegal", False)) is not bool:
        raise ScenarioError("illegal is true or false", "illegal")
    # A code without effect would let a wrong one stay in a file.
    if "code" in step and not step.get("illegal"):
        raise ScenarioError("a code names the refusal of a step that is illegal", "code")
    if type(step.get("seat", 0)) is not int:
        raise ScenarioError(f"{step['seat']!r:.40} is not a seat", "seat")


class _Failed(Exception):
    """A check of a scenario failed."""


def _take(kind: ScenarioKind[Any], state: Any, step: Mapping[str, Any]) -> Any:
    """The position after a step.

    Raises:
        _Failed: the result differs from the scenario.
    """
    # Without a seat the step is made by the seat to act, as in a written hand history.
    seat = step.get("seat", kind.turn(state))
    if "legal" in step:
        if seat is None:
            raise _Failed("nobody is to act")
        asked = step["legal"]
        # Legal actions are compared before the move, since the move changes them.
        if wrong := _differences(asked, kind.legal(state, seat, asked)):
            raise _Failed(wrong)
    if "do" not in step:
        return state
    # A mutated state would still equal itself, so its text from before is compared.
    before = repr(state)
    answer = kind.step(state, seat, step)
    if not step.get("illegal"):
        if isinstance(answer, Refusal):
            raise _Failed(f"refused, {answer.message} [{answer.code}]")
        return answer
    if not isinstance(answer, Refusal):
        raise _Failed("accepted, should be refused")
    if repr(state) != before:
        raise _Failed("refused, and yet the state has changed")
    if step.get("code", answer.code) != answer.code:
        raise _Failed(f"refused with {answer.code}, should be with {step['code']}")
    return state


def _differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    parts = [
        _difference(name, found[name], value)
        for name, value in expected.items()
        if not _same(found[name], value)
    ]
    return "; ".join(parts)


def _difference(name: str, found: Any, value: Any) -> str:
    """The difference in words; for a text of several lines, the first line that differs."""
    if isinstance(found, str) and isinstance(value, str) and "\n" in found + value:
        pairs = zip_longest(found.splitlines(), value.splitlines(), fillvalue=_END)
        for number, (one, other) in enumerate(pairs, 1):
            if one != other:
                return (
                    f"line {number} of {name} is {_value_text(one)}, should be {_value_text(other)}"
                )
    return f"{name} is {_value_text(found)}, should be {_value_text(value)}"


def _same(found: Any, value: Any) -> bool:
    """Whether two plain values are alike: lists and tuples are, ``none`` is None, 1 is not true."""
    # YAML has no word None, so scenario files write "none".
    if isinstance(value, str) and value.lower() == "none":
        value = None
    if isinstance(found, Mapping) and isinstance(value, Mapping):
        # A subset: a scenario names only the entries that matter to it.
        return all(key in found and _same(found[key], value[key]) for key in value)
    if isinstance(found, list | tuple) and isinstance(value, Mapping):
        # By seat, without seats that have no entry.
        return {n: item for n, item in enumerate(found) if item} == {
            n: item for n, item in value.items() if item
        }
    if isinstance(found, list | tuple) and isinstance(value, list | tuple):
        return len(found) == len(value) and all(map(_same, found, value))
    # True == 1 in Python, and a scenario means one of the two.
    return type(found) is type(value) and bool(found == value)


def _value_text(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_value_text(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value_text, value))}]"
    return f"{value!s:.60}"
