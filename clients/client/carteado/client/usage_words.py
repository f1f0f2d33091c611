"""Sentences about mistakes on a command line: what is wrong, where, and what would be right.

Cyclopts finds the mistakes; its own sentences are written for the programmer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from cyclopts import (
    Argument,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    RepeatArgumentError,
    UnknownOptionError,
    ValidationError,
)
from cyclopts.validators import Number

__all__ = ["mistake"]

_KINDS = {int: "a whole number", float: "a number"}


def mistake(error: CycloptsError) -> str:
    """The sentence about a mistake, without a full stop at its end."""
    argument = error.argument
    if isinstance(error, UnknownOptionError):
        return _unknown_option(error)
    if isinstance(error, MissingArgumentError) and argument is not None:
        return _missing(error, argument)
    if isinstance(error, RepeatArgumentError):
        return f"{error.token.keyword} is given twice; give it once"
    if isinstance(error, CoercionError | ValidationError) and argument is not None:
        wanted = _wanted(argument)
        if wanted:
            return f"{_given(error, argument)}: must be {wanted}"
    return " ".join(str(error).split()).rstrip(".")


def _unknown_option(error: UnknownOptionError) -> str:
    # Not at the top: every start of every command would pay for a mistake.
    from carteado.engine.tables.options import did_you_mean

    word = error.token.keyword or error.token.value
    arguments = [argument for argument in error.argument_collection if argument.show]
    known = [name for argument in arguments for name in argument.names if name.startswith("--")]
    return f"there is no option {word:.60}; {did_you_mean(word, tuple(known))}"


def _missing(error: MissingArgumentError, argument: Argument) -> str:
    name = error.keyword or argument.name
    choices = _choices(argument)
    what = f": {choices}" if choices else _about(error, argument.name)
    if error.keyword:
        return f"{name} needs a value{what}"
    return f"{' '.join(error.command_chain or ())} needs {name}{what}".lstrip()


def _about(error: MissingArgumentError, name: str) -> str:
    """The first sentence of the help of an argument, behind a colon."""
    # The arguments of an error come without their help.
    told = error.app.assemble_argument_collection(parse_docstring=True) if error.app else ()
    helps = [argument.parameter.help for argument in told if argument.name == name]
    first = " ".join(" ".join(filter(None, helps)).split()).partition(". ")[0].rstrip(".")
    # "PHH" stays as it is.
    if first[1:2].islower() or first.startswith("A "):
        first = first[:1].lower() + first[1:]
    return f": {first}" if first else ""


def _given(error: CoercionError | ValidationError, argument: Argument) -> str:
    """What was written, as on the command line."""
    token = getattr(error, "token", None) or next(iter(argument.tokens), None)
    name = (token.keyword if token is not None else None) or argument.name
    value = token.value if token is not None else str(argument.value)
    if isinstance(error, ValidationError) and len(argument.tokens) > 1:
        # Only the validator of an item knows which of several values is wrong.
        one = isinstance(error.value, int | float | str)
        value = str(error.value) if one else " ".join(given.value for given in argument.tokens)
    return f"{name} {value:.60}" if value and value.isprintable() else f"{name} {value!r:.60}"


def _wanted(argument: Argument) -> str:
    """What an argument takes, '' where only Cyclopts knows."""
    choices = _choices(argument)
    if choices:
        return choices
    kinds = {one for one in _parts(argument.hint) if isinstance(one, type)}
    if kinds == {bool}:
        return "yes or no"
    number = next((_KINDS[one] for one in (float, int) if one in kinds), "")
    return f"{number}{_range(argument)}" if number else _file(kinds)


def _choices(argument: Argument) -> str:
    """The words that an argument may be, '' for an argument without choices."""
    found = [one for one in _parts(argument.hint) if isinstance(one, str)]
    return " or ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _parts(kind: Any) -> Iterator[Any]:
    """The types and the allowed words of a type such as ``tuple[int, ...] | None``."""
    inside = get_args(kind)
    for one in inside:
        yield from _parts(one)
    if not inside and kind not in (type(None), ...):
        yield kind


def _file(kinds: set[Any]) -> str:
    from pathlib import Path

    return "the name of a file" if Path in kinds else ""


def _range(argument: Argument) -> str:
    """The range of a number, from the validator of its option or of the items of a list."""
    items = [one for one in _parts(argument.hint) if isinstance(one, Parameter)]
    for parameter in (argument.parameter, *items):
        one = next((one for one in _validators(parameter) if isinstance(one, Number)), None)
        if one is None:
            continue
        if one.gte is not None and one.lte is not None:
            return f" from {one.gte:,} to {one.lte:,}"
        parts = ((" of at least", one.gte), (" above", one.gt), (" of at most", one.lte))
        found = [f"{words} {bound:,}" for words, bound in parts if bound is not None]
        return " and".join(found)
    return ""


def _validators(parameter: Parameter) -> tuple[Any, ...]:
    found = parameter.validator
    return found if isinstance(found, tuple) else (found,)
