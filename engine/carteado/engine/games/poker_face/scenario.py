"""Scenarios of Poker Face: the text of a file, and the output that it must give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from carteado.engine.errors import Refusal
from carteado.engine.games.poker_face.judge import Judge, RoundsError
from carteado.engine.games.poker_face.options import Checks, OddChips
from carteado.engine.tables.scenario import ScenarioError, check_keys

__all__ = ["KIND", "JudgeScenarios"]


class JudgeScenarios:
    """The interface for `scenario.run_scenario`. The position is the output of the whole file.

    An input with an error gives no output but ``error: `` with the line and the reason.
    """

    keys: tuple[str, ...] = ("kind", "input", "checks", "expect")
    expects: tuple[str, ...] = ("expect",)
    verbs: Mapping[str, Mapping[str, bool]] = {}
    facts: tuple[str, ...] = ()

    def begin(self, data: Mapping[str, Any]) -> str:
        """The output of the file that ``input`` is.

        Raises:
            ScenarioError: a key is missing or says what cannot be.
        """
        if data.get("kind") != "judge":
            raise ScenarioError("the kind is judge", "kind")
        for key in ("given", "steps", "then"):
            if key in data:
                raise ScenarioError(f"a file that is judged has no {key}", key)
        for key in ("input", "expect"):
            if not isinstance(data.get(key), str):
                raise ScenarioError(f"{key} is a block of text", key)
        rules = data.get("rules") or {}
        check_keys(rules, ("odd_chips",), "rules")
        # The same words as the options, so that a file can be judged as a table would judge it.
        checks = _word(data.get("checks", "standard"), get_args(Checks), "checks")
        odd = _word(rules.get("odd_chips", "discard"), get_args(OddChips), "rules", "odd_chips")
        try:
            judge = Judge(data["input"].splitlines(), checks=checks, odd_chips=odd)
            # Rounds judged before an error are dropped: the file counts as a whole.
            output = "".join([ruled.text for ruled in judge]) + judge.text
        except RoundsError as error:
            output = f"error: {error}\n"
        # YAML's block style ("|" or "|-") decides whether the expected text ends with a newline.
        return output if data["expect"].endswith("\n") else output.rstrip("\n")

    def turn(self, state: str) -> int | None:
        """Nobody is to act."""
        return None

    def step(self, state: str, seat: int | None, data: Mapping[str, Any]) -> str | Refusal:
        """There are no steps.

        Raises:
            ScenarioError: always.
        """
        raise ScenarioError("a file that is judged has no steps")

    def legal(self, state: str, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nothing is offered.

        Raises:
            ScenarioError: always.
        """
        raise ScenarioError("a file that is judged has no steps")

    def fact(self, state: str, name: str) -> str:
        """The output, for ``expect``."""
        return state


KIND = JudgeScenarios()
"""What `scenario.run_scenario` asks for."""


def _word(value: Any, words: tuple[str, ...], *path: str) -> Any:
    if value not in words:
        raise ScenarioError(f"{value!r:.40} is not one of {', '.join(words)}", *path)
    return value
