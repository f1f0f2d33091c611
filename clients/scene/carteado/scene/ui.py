"""What a client itself keeps: what is chosen, typed, open or scrolled. No server knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Notice", "Settings", "Sound", "Ui"]

Sound = Literal["all", "turn", "off"]
"""Which events make a sound; ``turn`` is the own turn only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a player sets once.

    Attributes:
        theme: ``dark``, ``light`` or ``contrast``.
        deck: ``fourColour``, ``classic`` or ``colourBlind``.
        language: a key of `words.LANGUAGES`.
        text: text scale, 1 to 2.
        big_blinds: show stacks in big blinds.
        reduced: reduced motion.
        sound: ``all``, ``turn`` or ``off``.
        volume: 0 to 100.
        confirm_dirty: ask before a clean canastra becomes dirty.
        name: of the player.
        recent: addresses of servers, the last first.
    """

    theme: str = "dark"
    deck: str = "fourColour"
    language: str = "en"
    text: float = 1.0
    big_blinds: bool = False
    reduced: bool = False
    sound: Sound = "all"
    volume: int = 70
    confirm_dirty: bool = True
    name: str = ""
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A sentence that the client shows for a while, or until it is dismissed.

    Attributes:
        text: what is wrong and what to do next.
        kind: ``error`` or ``info``.
        until_ms: when it goes by itself; None for never.
    """

    text: str
    kind: Literal["error", "info"] = "info"
    until_ms: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """The state of the screen.

    Attributes:
        amount: chosen for a bet, raise or stake; None for the lowest.
        focus: key of the target with the keyboard's focus, '' for none.
        hover: key of the target under the pointer, '' for none.
        editing: key of the text field that takes what is typed, '' for none.
        texts: what was typed, by field.
        drawer: page of the drawer that is open: ``log``, ``hands``, ``players`` or ''.
        sheet: dialog over the table, '' for none.
        scroll: lines scrolled up, by list.
        notice: a sentence to show.
        covered: the own cards lie face down until their player asks.
        lost_ms: when the connection was lost, on the client's clock; None while it is there.
        server: address of the server.
        unread: chat messages that came while the drawer was closed.
        more: what a game's own screen keeps, such as staged plays.
        coach: whether the coach's panel is open.
        film: a log is shown, in which nothing can be done.
        shared: two people play at this screen; while covered, nothing private of either is shown.
        hints: letters that were typed while every place to click shows a key; None while none does.
        advice: the coach's answer to the decision at hand, None while there is none.
    """

    amount: int | None = None
    focus: str = ""
    hover: str = ""
    editing: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    drawer: str = "log"
    sheet: str = ""
    scroll: Mapping[str, int] = field(default_factory=dict)
    notice: Notice | None = None
    covered: bool = False
    lost_ms: float | None = None
    server: str = ""
    unread: int = 0
    more: Any = None
    coach: bool = False
    film: bool = False
    shared: bool = False
    hints: str | None = None
    advice: Any = None
