"""A folder to start a bot from."""

from __future__ import annotations

import importlib.resources
import re
from pathlib import Path

from carteado.client.errors import InputError

__all__ = ["write_template"]

# A bot's name is at most 24 characters long, and the folder has to be a module as well.
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,23}")
_FILES = {
    # Stored as text, so that checks and tests of this project do not run them.
    "bot.py.txt": "{module}.py",
    "test_bot.py.txt": "test_{module}.py",
    "README.md.txt": "README.md",
    "ci.yml.txt": ".github/workflows/test.yml",
}
"""Target of each file of the template."""


def write_template(name: str, into: Path) -> Path:
    """Write a new bot's folder.

    Args:
        name: of the bot: small letters, digits, ``-`` and ``_``.
        into: where the folder goes.

    Returns:
        The folder.

    Raises:
        InputError: the name cannot be one, the folder is there already or cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{name!r:.60} is not a name for a bot: 1 to 24 of a-z, 0-9, - and _, a letter first"
        )
    folder = into / name
    if folder.exists():
        raise InputError(f"{folder} is there already")
    module = name.replace("-", "_")
    source = importlib.resources.files("carteado.bots") / "template_files"
    try:
        for file, target in _FILES.items():
            text = (source / file).read_text(encoding="utf-8")
            path = folder / target.format(module=module)
            path.parent.mkdir(parents=True, exist_ok=True)
            # Not `format`: the templates are full of braces.
            path.write_text(text.replace("@MODULE@", module).replace("@NAME@", name), "utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}") from None
    return folder
