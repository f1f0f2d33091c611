"""Numbers in place of a page's sentences, so that a browser loads those of one language only.

Modules write their sentences in English: ``t("Call {amount}", values)``,
``t.several("one card", "{n} cards", count)`` and ``N_("Fold")``, which marks a sentence that is
translated elsewhere. ``data/words-names.js`` lists all of them, and ``data/words-LANGUAGE.js`` has
a line for each of its lines. A sentence's number is that of its line, from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

__all__ = ["NAMES", "numbered"]

NAMES = "data/words-names.js"
"""The module that lists the sentences, two forms of one parted by a tab."""

_TEXT = r'"(?:[^"\\]|\\.)*"'
_ONE = re.compile(rf"\bt\(\s*({_TEXT})")
_MARKED = re.compile(rf"\bN_\(\s*({_TEXT})\s*\)")
_SEVERAL = re.compile(rf"\bt\.several\(\s*({_TEXT}),\s*({_TEXT})")


def numbered(modules: Mapping[str, str]) -> dict[str, str]:
    """The modules with numbers for the sentences that the page lists.

    Args:
        modules: their texts by their paths; without a list of sentences they stay as they are.
    """
    if NAMES not in modules:
        return dict(modules)
    head, names, end = modules[NAMES].split("`")
    lines = names.split("\n")
    numbers = {line: number for number, line in enumerate(lines, 1)}
    used: set[int] = set()

    def number(*texts: str) -> str | None:
        found = numbers.get("\t".join(json.loads(text) for text in texts))
        if found is not None:
            used.add(found)
        return None if found is None else str(found)

    def one(found: re.Match[str]) -> str:
        return f"t({number(found[1]) or found[1]}"

    def marked(found: re.Match[str]) -> str:
        return number(found[1]) or found[0]

    def several(found: re.Match[str]) -> str:
        place = number(found[1], found[2])
        return found[0] if place is None else f't.several({place},""'

    def module(text: str) -> str:
        return _SEVERAL.sub(several, _MARKED.sub(marked, _ONE.sub(one, text)))

    made = {name: text if name == NAMES else module(text) for name, text in modules.items()}
    kept = "\n".join("" if at in used else line for at, line in enumerate(lines, 1))
    return made | {NAMES: f"{head}`{kept}`{end}"}
