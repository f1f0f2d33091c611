"""A client's own state: choices, typed texts, open panels, scrolling. No server knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from carteado.scene.buraco.advice import BuracoAdvice
    from carteado.scene.film import Film
    from carteado.scene.poker.advice import Advice
    from carteado.scene.reader import Reader

__all__ = ["Notice", "Settings", "Sound", "Ui"]

Sound = Literal["all", "turn", "off"]
"""The events that make a sound; ``turn`` is the player's own turn only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A player's settings.

    Attributes:
        theme: ``dark``, ``light`` or ``contrast``.
        deck: ``fourColour``, ``classic`` or ``colourBlind``.
        language: a key of `words.LANGUAGES`.
        cards: ``letters`` or ``words``, as printed lines name them.
        text: text scale, 1 to 2.
        big_blinds: show chips in big blinds, at tables with blinds.
        reduced: reduced motion.
        sound: ``all``, ``turn`` or ``off``.
        volume: 0 to 100.
        name: of the player.
        recent: addresses of servers, the last first.
    """

    theme: str = "dark"
    deck: str = "fourColour"
    language: str = "en"
    cards: str = "letters"
    text: float = 1.0
    big_blinds: bool = False
    reduced: bool = False
    sound: Sound = "all"
    volume: int = 70
    name: str = ""
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A sentence that the client shows for a while, or until it is dismissed.

    Attributes:
        text: what is wrong and what to do next.
        kind: ``error`` or ``info``.
        until_ms: when it goes by itself; None for never.
        field: key of the text field that it is about, and beside which it stands; '' for none.
    """

    text: str
    kind: Literal["error", "info"] = "info"
    until_ms: float | None = None
    field: str = ""


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
        covered: the reader's cards lie face down until their player asks.
        lost_ms: when the connection was lost, on the client's clock; None while it is there.
        server: address of the server.
        latency_ms: how long the server took to answer the last ping; None before the first one.
        unread: chat messages that came while the drawer was closed.
        more: what a game's own screen keeps, such as staged plays.
        coach: whether the coach's panel is open.
        film: the replay that is shown, which offers no actions; None without one.
        shared: two people play at this screen; while covered, nothing private of either is shown.
        hints: letters that were typed while every place to click shows a key; None while none does.
        advice: the coach's answer to the current decision, None while there is none; in a replay a
            sentence may say why.
        adding: chips that are added when the current hand is over, None for none.
        ended: the table at the end of the deal before the current one; None before the first one
            has ended.
        again: whether a finished hand can be shown again.
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
    latency_ms: int | None = None
    unread: int = 0
    more: object = None
    coach: bool = False
    film: Film | None = None
    shared: bool = False
    hints: str | None = None
    advice: Advice | BuracoAdvice | str | None = None
    adding: int | None = None
    ended: Reader | None = None
    again: bool = True
