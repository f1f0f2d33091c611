"""Translations for browsers: the catalogues of the rich clients.

The server does not import these clients: it finds the files by the name of their package, like
those of the page. Without them it answers in English.
"""

from __future__ import annotations

import functools
import gettext
import importlib.util
from pathlib import Path

__all__ = ["PACKAGE", "catalogue_of"]

PACKAGE = "carteado.scene"
"""The package with the catalogues."""

_LANGUAGES = {"en": ("", ","), "pt-BR": ("pt_BR", "."), "de": ("de", ".")}
"""For each language of the page its catalogue and its thousands separator."""


def catalogue_of(language: str) -> tuple[gettext.NullTranslations, str]:
    """The translations of a language of the page, and its thousands separator.

    Args:
        language: as the page names it, such as ``pt-BR``; English for any other.
    """
    folder, mark = _LANGUAGES.get(language, _LANGUAGES["en"])
    return _catalogue(PACKAGE, folder), mark


@functools.cache
def _catalogue(package: str, folder: str) -> gettext.NullTranslations:
    try:
        spec = importlib.util.find_spec(package)
    # A server that was installed without the rich clients.
    except ModuleNotFoundError:
        spec = None
    for place in (spec.submodule_search_locations or ()) if spec is not None and folder else ():
        path = Path(place) / "locale" / folder / "LC_MESSAGES" / "carteado.mo"
        if path.is_file():
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
    return gettext.NullTranslations()
