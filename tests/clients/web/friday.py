"""The table of the designed pictures, as the server would show it to one of its players."""

from __future__ import annotations

from typing import Any

__all__ = ["friday", "odds", "ten_seats"]

NAMES = ["Marta", "Rui", "Bia", "Jonas", "Ana", "Tight bot"]
HIDDEN = ["??", "??"]


def friday(situation: str = "turn") -> dict[str, Any]:
    """What the page knows of the table at ``turn``, ``waiting``, ``allin`` or ``over``."""
    state = {
        "names": NAMES,
        "bots": [False] * 5 + [True],
        "away": [False] * 6,
        "leaving": [False] * 6,
        "stacks": [1360, 1080, 0, 680, 870, 1265],
        "running": True,
        "hand": 42,
        "phase": "betting",
        "street": "flop",
        "small_blind": 5,
        "big_blind": 10,
        "button": 0,
        "order": [1, 2, 3, 4, 5, 0],
        "live": [0, 1, 2, 3],
        "to_act": 0,
        "bets": [0, 120, 0, 120, 0, 0],
        "paid": [140, 260, 85, 260, 0, 0],
        "dead": 0,
        "pot": 745,
        "current_bet": 120,
        "board": ["Qh", "8h", "3c"],
        "hands": [["Ah", "Jh"], HIDDEN, HIDDEN, HIDDEN, [], []],
        "shown": [[]] * 6,
        "pots": [],
        "agreed": [False] * 6,
    }
    story = _story()
    prompt: dict[str, Any] | None = {
        "decision": 7,
        "legal": {
            "fold": True,
            "check": False,
            "call": 120,
            "raise_to": [240, 1360],
            "all_in": 1360,
        },
    }
    turn: int | None = 0
    if situation == "waiting":
        state |= {"bets": [0] * 6, "paid": [140, 140, 85, 140, 0, 0], "pot": 505}
        state |= {"current_bet": 0, "to_act": 1}
        story["last"] = {at: story["last"][at] for at in "245"}
        prompt, turn = None, 1
    elif situation in ("allin", "over"):
        prompt = turn = None
        _all_in(situation, state, story)
    table = _table(state, story, prompt, turn)
    table["view"]["made"] = _made(situation)
    return table


def _story() -> dict[str, Any]:
    return {
        "last": {
            "1": {"kind": "bet", "amount": 120},
            "3": {"kind": "call", "amount": 120},
            "2": {"kind": "all_in", "amount": 85},
            "4": {"kind": "fold", "amount": 0},
            "5": {"kind": "fold", "amount": 0},
        },
        "wins": [],
        "returned": {},
        "odds": {},
        "out": {},
        "bet": 120,
    }


def _all_in(situation: str, state: dict[str, Any], story: dict[str, Any]) -> None:
    """Change the table to an all-in, or to the end of its hand."""
    state |= {
        "stacks": [0 if situation == "allin" else 3185, 0, 0, 680, 870, 1265],
        "live": [0, 1, 2],
        "bets": [0] * 6,
        "paid": [1340, 1340, 85, 260, 0, 0],
        "pot": 3025,
        "shown": [["Ah", "Jh"], ["Ks", "Qd"], ["Ts", "9s"], [], [], []],
        "to_act": None,
    }
    state["hands"] = state["shown"]
    story["last"]["3"] = {"kind": "fold", "amount": 0}
    if situation == "allin":
        story["odds"] = {"Qh 8h 3c": odds()}
    else:
        state |= {"phase": "between", "board": ["Qh", "8h", "3c", "5d", "2h"]}
        state["pots"] = [340, 2685]
        story["wins"] = [
            {"pot": 0, "amount": 340, "hand": "flush, ace high", "shares": {"0": 340}},
            {"pot": 1, "amount": 2685, "hand": "flush, ace high", "shares": {"0": 2685}},
        ]
        story["returned"] = {"0": 160}


def _made(situation: str) -> dict[str, Any]:
    """What the open hands make and which pots there are, as the server says it."""
    return {**_hands(situation), "pots": _pots(situation)}


def _pots(situation: str) -> list[dict[str, Any]]:
    amounts = (340, 2685) if situation in ("allin", "over") else (340, 165)
    players = ([0, 1, 2, 3], [0, 1, 3]) if situation in ("turn", "waiting") else ([0, 1, 2], [0, 1])
    return [
        {"amount": amount, "seats": [] if situation == "over" else seats}
        for amount, seats in zip(amounts, players, strict=True)
    ]


def _hands(situation: str) -> dict[str, Any]:
    ace_high = {"category": "high_card", "ranks": ["A", "Q", "J", "8", "3"]}
    if situation != "over":
        return {"0": {**ace_high, "cards": ["Ah", "Qh", "Jh", "8h", "3c"]}}
    return {
        "0": {
            "category": "flush",
            "ranks": ["A", "Q", "J", "8", "2"],
            "cards": ["Ah", "Qh", "Jh", "8h", "2h"],
        },
        "1": {
            "category": "pair",
            "ranks": ["Q", "Q", "K", "8", "5"],
            "cards": ["Qd", "Qh", "Ks", "8h", "5d"],
        },
        "2": {
            "category": "high_card",
            "ranks": ["Q", "T", "9", "8", "5"],
            "cards": ["Qh", "Ts", "9s", "8h", "5d"],
        },
    }


def odds() -> list[dict[str, Any]]:
    """The chances of the three open hands, of which two play for the side pot."""
    main, side = [(0, 283), (1, 637), (2, 70)], [(0, 283), (1, 707)]
    return [
        {
            "amount": amount,
            "total": 990,
            "seats": [
                {"seat": seat, "win": win, "tie": 0, "share": win, "whole": 990}
                for seat, win in seats
            ],
        }
        for amount, seats in ((340, main), (2685, side))
    ]


def ten_seats() -> dict[str, Any]:
    """The same hand at a full table."""
    table = friday()
    state = table["view"]["state"]
    more = ["Otto", "Clara", "Kofi", "Sebastião"]
    names = [
        "Marta",
        "Rui",
        "Bia",
        "Otto",
        "Jonas",
        "Ana",
        "Sebastião",
        "Tight bot",
        "Clara",
        "Kofi",
    ]
    was = {name: at for at, name in enumerate(NAMES)}

    def spread(values: list[Any], other: Any) -> list[Any]:
        return [values[was[name]] if name in was else other for name in names]

    stacks = dict(zip(more, (1510, 1000, 2210, 12450), strict=True))
    state["stacks"] = [
        state["stacks"][was[name]] if name in was else stacks[name] for name in names
    ]
    for name, other in (
        ("bots", False), ("away", False), ("leaving", False), ("bets", 0), ("paid", 0),
        ("hands", []), ("shown", []), ("agreed", False),
    ):  # fmt: skip
        state[name] = spread(state[name], other)
    state["names"] = names
    state["away"][8] = True
    moved = {str(was[name]): str(at) for at, name in enumerate(names) if name in was}
    table["story"]["last"] = {moved[at]: one for at, one in table["story"]["last"].items()}
    for at, name in enumerate(names):
        if name in more and name != "Clara":
            table["story"]["last"][str(at)] = {"kind": "fold", "amount": 0}
    state["live"] = sorted(int(moved[str(at)]) for at in state["live"])
    state["order"] = [at for at in range(10) if at != 8]
    table["view"]["banks"] = [40000] * 10
    table["presence"] = [at != 9 for at in range(10)]
    return table


def _table(
    state: dict[str, Any], story: dict[str, Any], prompt: Any, turn: int | None
) -> dict[str, Any]:
    view = {
        "opened": {
            "table": "kite",
            "title": "Friday table",
            "game": "holdem",
            "options": {"small_blind": 5, "big_blind": 10, "format": "cash"},
            "settings": {"decision_ms": 30000, "bank_ms": 60000},
        },
        "state": state,
        "banks": [40000] * 6,
        "closed": False,
    }
    if turn is not None:
        view["turn"] = turn
    clock = None if turn is None else {"seat": turn, "since": -12000, "time": 30000, "bank": 40000}
    lines = [
        {"text": "Hand 42", "kind": "heading", "note": "blinds 5 / 10"},
        {"text": "Rui posts 5, Bia posts 10", "kind": "line"},
        {"text": "Jonas raises to 30", "kind": "line"},
        {"text": "Bia is all-in for 85", "kind": "line"},
        {"text": "Flop Q♥ 8♥ 3♣", "kind": "heading", "note": "pot 505"},
        {"text": "Rui bets 120", "kind": "line"},
        {"text": "Jonas calls 120", "kind": "line"},
    ]
    return {
        "id": "kite",
        "turn_of": turn,
        "view": view,
        "seat": 0,
        "position": {"epoch": 1, "seq": 9},
        "live": True,
        "prompt": prompt,
        "clock": clock,
        "presence": [True] * 6,
        "watching": 2,
        "waiting": None,
        "closed": None,
        "story": story,
        "lines": lines,
        "chat": [
            {"seat": 1, "name": "Rui", "text": "last one before pizza"},
            {"seat": 2, "name": "Bia", "text": "you said that at nine"},
            {"seat": 3, "name": "Jonas", "text": "nice hand"},
        ],
        "unread": 3,
        "dropped": 0,
        "past": None,
        "warning": None,
        "owner": True,
        "place": None,
        "reactions": {},
    }
