"""The player's settings, kept between runs in the platform's state folder."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from pathlib import Path
from typing import Any

from carteado.client import InputError, check_name
from carteado.client.atomic_file import write_atomically
from carteado.client.tokens import state_folder
from carteado.scene.tokens import DECKS, THEMES
from carteado.scene.ui import Settings
from carteado.scene.words import LANGUAGES

__all__ = ["CHOICES", "is_setting", "load_settings", "save_settings", "settings_file"]

MOST_BYTES = 1 << 20
"""How much of the file is read, many times what is written."""

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": THEMES,
    "deck": DECKS,
    "language": tuple(LANGUAGES),
    "cards": ("letters", "words"),
    "sound": ("all", "turn", "off"),
}
"""The values of settings that are chosen from a list."""


def settings_file() -> Path:
    """Path of the settings."""
    return state_folder() / "window.json"


def load_settings(path: Path | None = None, *, language: str = "en") -> Settings:
    """The settings of the last run; what is missing or makes no sense is the default.

    Args:
        path: of the file; the usual one where it is not given.
        language: the default of the first run.
    """
    data: Any = {}
    # A damaged file must not keep the window from opening.
    with contextlib.suppress(OSError, ValueError, RecursionError):
        file = path or settings_file()
        # A pipe would wait for somebody who writes, and a device has no end.
        if file.is_file():
            with file.open("rb") as source:
                data = json.loads(source.read(MOST_BYTES))
    found = Settings(language=language)
    changes: dict[str, Any] = {}
    if not isinstance(data, dict):
        return found
    for field in dataclasses.fields(Settings):
        value: Any = data.get(field.name)
        if field.name == "recent" and isinstance(value, list):
            # People edit the file, so sizes are bounded here too.
            value = tuple(str(one)[:120] for one in value[:6])
        if is_setting(field.name, value):
            changes[field.name] = value
    return dataclasses.replace(found, **changes)


def is_setting(name: str, value: Any) -> bool:
    """Whether a value is one of a setting's.

    Args:
        name: of a field of `Settings`.
        value: of any type.
    """
    # Not `isinstance`: true in the file must not pass for the number 1.
    if type(value) is not type(getattr(Settings(), name)):
        return False
    if name == "name":
        return _is_name(value)
    if name == "text":
        return bool(1 <= value <= 2)
    if name == "volume":
        return bool(0 <= value <= 100)
    return value in CHOICES.get(name, (value,))


def _is_name(value: str) -> bool:
    try:
        return check_name(value) == value
    except InputError:
        return False


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Keep the settings for the next run.

    Raises:
        OSError: the file cannot be written; it names the file.
    """
    file = path or settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Two windows may save at the same moment; the file is never half written.
        write_atomically(file, json.dumps(dataclasses.asdict(settings), indent=1))
    except OSError as error:
        # Not the folder or the file beside it, of which nobody has heard.
        raise OSError(error.errno, error.strerror, str(file)) from None
