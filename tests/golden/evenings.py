"""The games of the golden logs: every game and format, with every kind of event that is written.

The names, presets, house rules, orders and seeds of released logs do not change: what stands here
tells how they were played.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.clients.honest_logs import Kind, Order

from carteado.protocol import messages as wire

__all__ = ["GAMES", "Evening"]

Evening = tuple[str, Kind | str]
"""A game and how it is played; a preset for a book of rounds played with real cards."""

_CASH = {"format": "cash", "stack": 200, "seats": 4}
_FREEZEOUT = {"stack": 300}
_HOUSE = {
    **{"format": "cash", "stack": 200, "seats": 4, "missed_blinds": "both", "bomb_every": 6},
    **{"straddle": True, "run_it_twice": True, "bomb_vote": True, "seven_deuce": 5},
    **{"rabbit_hunt": True, "show_one": True},
}
_WISHES = ("straddle", "rabbit", "show_card 1", "bomb_pot", "show", "post_blind")

_OWNED = (
    Order(1, 0, wire.Rename, {"title": "Friday"}),
    Order(1, 0, wire.Lock),
    Order(1, "Dan", wire.Knock),
    Order(1, "Eve", wire.Knock),
    Order(1, 0, wire.TurnAway, {"knock": 2}),
    Order(1, 0, wire.Admit, {"knock": 1}),
    Order(1, 0, wire.Unlock),
    Order(1, 0, wire.SetCode, {"code": "sesame"}),
    Order(1, 0, wire.SetCode),
    Order(1, "Fay", wire.Wait),
    Order(1, "Gus", wire.Wait),
    Order(1, 0, wire.Mute, {"name": "player 1"}),
    Order(1, 0, wire.Unmute, {"name": "player 1"}),
    Order(2, 1, wire.Leave, idle=True),
    Order(2, "Fay", wire.Join, idle=True),
    Order(2, "Gus", wire.StopWaiting),
    Order(2, 0, wire.Configure, {"options": {"small_blind": 4, "big_blind": 8}}),
    Order(2, 0, wire.Configure, {"settings": {"bank_ms": 700}}),
    Order(3, 0, wire.Ban, {"seat": 2}),
    Order(4, 0, wire.Unban, {"name": "player 2"}, idle=True),
    Order(4, 0, wire.Pause),
    Order(4, 0, wire.Correct, {"seat": 0, "amount": 55, "reason": "a lost bet"}, idle=True),
    Order(4, 0, wire.Resume),
    Order(5, 0, wire.Remove, {"seat": 1}),
    Order(6, 0, wire.HandOver, {"seat": 2}, idle=True),
)
"""An evening with everything that the owner of a cash table of three may do."""

_OWNED_CASH = {**_CASH, "seats": 3, "small_blind": 5, "big_blind": 10, "missed_blinds": "both"}
_SHOWDOWNS = {
    **{"format": "cash", "stack": 400, "seats": 3, "showdown": "ask", "reveal": "hand"},
    **{"seven_deuce": 20, "open_hands": "rail", "max_bet": 60},
}
_REFILLED = {"refill_ms": 100, "refill_deals": 2, "absent_ms": 60_000}
_TOTAL = {"clock": "total", "bank_ms": 60_000, "increment_ms": 500, "grace_ms": 0}
_SLOW = {**_TOTAL, "pause_ms": 40_000}
_MINUTES = {
    **{"seats": 3, "stack": 120, "schedule_by": "minutes", "ante_kind": "big_blind"},
    "schedule": [
        {"hand": 2, "small_blind": 15, "big_blind": 30, "ante": 5},
        {"hand": 4, "small_blind": 20, "big_blind": 40, "ante": 10},
    ],
}
_MISSED = (
    Order(2, 2, wire.SitOut),
    Order(5, 2, wire.SitIn, idle=True),
    Order(5, 2, wire.Act, {"decision": 0, "action": {"type": "post_blind"}}, idle=True),
)
_PAUSED = (
    Order(1, 0, wire.Pause),
    Order(1, 0, wire.Resume),
    Order(1, 0, wire.Mute, {"name": "player 1"}),
)
"""Actions that the owner of any table may take during a deal."""

GAMES: Mapping[str, Evening] = {
    "holdem-freezeout": ("holdem", Kind("heads-up", _FREEZEOUT, 2, 8, calm=True)),
    "holdem-freezeout-2": ("holdem", Kind("heads-up", _FREEZEOUT, 2, 5, calm=True)),
    "holdem-cash": ("holdem", Kind("heads-up", _CASH, 3, 7)),
    "holdem-house": ("holdem", Kind("heads-up", _HOUSE, 4, 30, wishes=_WISHES)),
    "holdem-owned": ("holdem", Kind("heads-up", _OWNED_CASH, 3, 8, orders=_OWNED)),
    "holdem-owned-2": ("holdem", Kind("heads-up", _OWNED_CASH, 3, 8, orders=_OWNED)),
    "holdem-showdowns": (
        "holdem",
        Kind(
            "heads-up",
            _SHOWDOWNS,
            3,
            9,
            wishes=("show",),
            settings=_REFILLED,
            orders=_PAUSED,
            seed=37,
        ),
    ),
    "holdem-missed-blinds": (
        "holdem",
        Kind(
            "heads-up",
            {**_CASH, "max_bet": 20, "missed_blinds": "both"},
            4,
            7,
            calm=True,
            orders=_MISSED,
            seed=2,
        ),
    ),
    "holdem-minutes": (
        "holdem",
        Kind("four-player", _MINUTES, 3, 12, settings=_SLOW, orders=_PAUSED),
    ),
    "quick-holdem": ("quick-holdem", Kind("standard", {}, 5, 5)),
    "quick-holdem-family": (
        "quick-holdem",
        Kind("family", {"credit": 150, "reveal": "hand"}, 4, 20, calm=True, orders=_PAUSED, seed=3),
    ),
    "buraco-mineiro": ("buraco", Kind("mineiro", {}, 4, 1)),
    "buraco-fechado": ("buraco", Kind("fechado", {}, 4, 1)),
    "buraco-aberto": ("buraco", Kind("aberto", {}, 4, 1, settings=_TOTAL, orders=_PAUSED)),
    "buraco-stbl": ("buraco", Kind("stbl", {}, 4, 1, calm=True)),
    "buraco-italiano": (
        "buraco",
        Kind("italiano", {"indirect_morto_hidden": True}, 4, 1, calm=True),
    ),
    "buraco-internazionale": ("buraco", Kind("internazionale", {}, 4, 1, calm=True, seed=2)),
    "buraco-rematch": ("buraco", Kind("mineiro", {"target": 1}, 4, 2, seed=2)),
    "poker-face-books": ("poker-face", "standard"),
    "poker-face-lenient": ("poker-face", "lenient"),
}
