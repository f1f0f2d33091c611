"""``carteado gui``: the table in a window."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from carteado.client import InputError, check_name
from carteado.client.address import login_name

if TYPE_CHECKING:
    from carteado.scene.control.app import App
    from carteado.scene.film import Film
    from carteado.scene.ui import Settings

__all__ = ["gui"]

Theme = Literal["dark", "light", "contrast"]

# Smaller windows scale the compact class below legible sizes; larger than 8K no screen is.
MIN_SIZE = (480, 320)
MAX_SIZE = (7680, 4320)


class WrongPygame(Exception):
    """The classic pygame is installed in place of pygame-ce."""

    exit_status = 2


def gui(
    url: str | None = None,
    /,
    *,
    name: str | None = None,
    table: str | None = None,
    watch: bool = False,
    replay: Path | None = None,
    eyes: str = "rail",
    size: str = "1280x800",
    theme: Theme | None = None,
    language: Annotated[str | None, Parameter(name=("--language", "--lang"))] = None,
) -> None:
    """Open the table in a window.

    For example: carteado gui 192.168.1.7 --name Ana

    Args:
        url: The server: host, host:port or ws://host:port, or the link of an invitation; without
            it the window asks.
        name: Your name at the table.
        table: Sit down at this table.
        watch: Watch the table instead.
        replay: Show a log that `carteado log export` wrote, with a timeline.
        eyes: The view of the log: rail, all or the number of a seat.
        size: Width and height of the window.
        theme: Colours of the window.
        language: The language: en, pt_BR or de; by default the one that you used last.
    """
    # Before pygame is imported: the import prints a greeting.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    width, height = _size(size)
    # Before anything is read or started: the message is the only thing that helps here.
    _check_pygame()
    from carteado.client.background import in_background
    from carteado.clients.pygame.window import Window
    from carteado.scene.control.broken import Broken, sentences

    settings = _settings(name, theme, language)
    film = _film(replay, eyes, settings) if replay is not None else None
    app = _app(settings)
    in_background(_load_games)  # the first table need not wait for their code
    window = Window(app, (width, height))
    # A log needs no server, so it wins over an address.
    if film is not None:
        app.show(film, alone=True)
    elif url is not None:
        app.connect(url, table, watch=watch)
    try:
        window.run()
    except Exception as error:
        said = sentences(app, error, app.words("The window was closed by a bug."))
        raise Broken(" ".join(said)) from None
    finally:
        # Whatever ends it must not leave a session open or a server of this window running.
        window.close()


def _settings(name: str | None, theme: Theme | None, language: str | None) -> Settings:
    """The kept settings with those of the command line."""
    from carteado.scene.control.settings_file import load_settings
    from carteado.scene.words import language_of

    settings = load_settings(language=language_of(os.environ))
    # A stored name may come from an older release with other rules.
    settings = replace(settings, name=check_name(name or settings.name or login_name()))
    if theme is not None:
        settings = replace(settings, theme=theme)
    if language is not None:
        settings = replace(settings, language=_language(language))
    return settings


def _film(replay: Path, eyes: str, settings: Settings) -> Film:
    from carteado.scene.control.films import read_film
    from carteado.scene.words import words_of

    return read_film(replay, eyes, words_of(settings.language, big_blinds=settings.big_blinds))


def _app(settings: Settings) -> App:
    """The window's state; its threads may only wake the window, to which pygame belongs."""
    from carteado.clients.pygame.window import wake
    from carteado.scene.control.app import App
    from carteado.scene.control.settings_file import save_settings
    from carteado.scene.control.stays import stays_file

    app = App.on_threads(settings, save_settings, wake)
    app.stays.keep_in(stays_file())
    return app


def _load_games() -> None:
    from carteado.engine.registry import games

    games()


def _check_pygame() -> None:
    import pygame

    # Both packages install a module called `pygame`; only pygame-ce has this attribute.
    if not getattr(pygame, "IS_CE", False):
        raise WrongPygame(
            "the window needs pygame-ce, and the classic pygame is installed: "
            "pip uninstall pygame, then pip install pygame-ce"
        )


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InputError(f"{text!r:.40} is not a size: write width and height, such as 1280x800")
    # Six digits exceed every limit; `int` raises on thousands of digits.
    found = int(width[:6]), int(height[:6])
    for value, low, high in zip(found, MIN_SIZE, MAX_SIZE, strict=True):
        if not low <= value <= high:
            raise InputError(f"{text:.40} is not a size: {value} is not from {low} to {high}")
    return found


def _language(text: str) -> str:
    from carteado.engine.tables.options import did_you_mean
    from carteado.scene.words import LANGUAGES

    for known in LANGUAGES:
        if known.lower() == text.lower().replace("-", "_"):
            return known
    raise InputError(f"{text!r:.20} is not a language; {did_you_mean(text, tuple(LANGUAGES))}")
