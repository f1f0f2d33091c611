"""A bot's answers as plain data of an action."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from carteado.engine.errors import PlainError
from carteado.engine.game import Action, Game
from carteado.engine.plain import from_plain, tag_of, to_plain

__all__ = ["BadAnswer", "action_from", "meant"]


class BadAnswer(ValueError):
    """An answer that is not an action; the message says what would be one."""


def action_from(answer: Any, game: Game[Any] | None) -> dict[str, Any]:
    """Plain data of the action that a bot's function meant.

    Args:
        answer: one of the game's actions, its plain data, or its text: the tag, then the values of
            its fields in order, such as ``"check"`` or ``"raise 60"``.
        game: the game, None where its code is not installed; then the server alone judges.

    Raises:
        BadAnswer: the answer is not one of these. Whether the action is legal is not looked at.
    """
    plain = _plain_of(answer, game)
    if game is not None:
        _checked(plain, game)
    return plain


def meant(answer: Any, game: Game[Any]) -> Action:
    """The action that a bot's function meant.

    Args:
        answer: as in `action_from`.
        game: the game.

    Raises:
        BadAnswer: as in `action_from`.
    """
    return _checked(_plain_of(answer, game), game)


def _plain_of(answer: Any, game: Game[Any] | None) -> dict[str, Any]:
    if isinstance(answer, str):
        return _from_text(answer, game)
    if dataclasses.is_dataclass(answer) and not isinstance(answer, type):
        plain: dict[str, Any] = to_plain(answer)
        return plain
    if isinstance(answer, Mapping):
        return dict(answer)
    raise BadAnswer(f"{answer!r:.60} is not an action; {_allowed(game)}")


def _checked(plain: dict[str, Any], game: Game[Any]) -> Action:
    try:
        action: Action = from_plain(_action_type(game, plain.get("type")), plain)
    except PlainError as error:
        raise BadAnswer(str(error)) from None
    return action


def _from_text(text: str, game: Game[Any] | None) -> dict[str, Any]:
    # No action has so many fields; the rest of a long text is not looked at.
    tag, *values = text.split()[:8] or [""]
    tag = tag.replace("-", "_")
    if game is None:
        if values:
            raise BadAnswer(f"{text!r:.60}: amounts need the game's code")
        return {"type": tag}
    cls = _action_type(game, tag)
    names = [item.name for item in dataclasses.fields(cls) if item.name != "type"]
    # Fields with a default must be written, too: a bot's slip should not become another bet.
    if len(values) != len(names):
        raise BadAnswer(f"{text!r:.60} is not {' '.join((tag, *names))}")
    return {"type": tag, **{name: _value(value) for name, value in zip(names, values, strict=True)}}


def _value(text: str) -> Any:
    digits = text.removeprefix("-")
    # Far longer than any amount, and far shorter than what Python refuses to convert.
    return int(text) if digits.isascii() and digits.isdecimal() and len(text) < 17 else text


def _action_type(game: Game[Any], tag: Any) -> Any:
    for cls in game.actions:
        if tag_of(cls) == tag:
            return cls
    raise BadAnswer(f"{tag!r:.60} is not an action; {_allowed(game)}")


def _allowed(game: Game[Any] | None) -> str:
    if game is None:
        return "an action is a mapping with a type"
    tags = (tag_of(cls) for cls in game.actions)
    return f"the actions of {game.id} are {', '.join(tags)}"
