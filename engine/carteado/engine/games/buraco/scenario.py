"""Scenarios of Buraco: single melds, positions of play, score sheets and ends of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carteado.engine.cards import Card
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action, Decided
from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    Redraw,
    TakePile,
)
from carteado.engine.games.buraco.buraco import GAME
from carteado.engine.games.buraco.cards import FACE_OF, faces_of
from carteado.engine.games.buraco.legal import legal
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.position import position_of, put_down
from carteado.engine.games.buraco.starting import placed
from carteado.engine.games.buraco.state import SEATS, State
from carteado.engine.games.buraco.verdicts import FINDERS
from carteado.engine.tables.options import did_you_mean
from carteado.engine.tables.scenario import ScenarioError, check_keys
from carteado.engine.tables.scenario_values import options_given

__all__ = ["KIND", "BuracoScenarios", "Scene"]

_TEAMS = "AB"
_KEYS: Mapping[str, tuple[str, ...]] = {
    "meld": ("cards", "legal", "status", "canastra", "points"),
    "extend": ("meld", "add", "legal", "status", "canastra", "points"),
    "play": (),
    "score": ("A", "B", "expect"),
    "match": ("target", "before", "deal", "winner"),
}
_EXPECTS = ("legal", "status", "canastra", "points", "expect", "winner")
_KINDS_OF_LEGAL = ("draw", "take", "redraw", "meld", "extend", "discard", "decline")


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A scenario on its way.

    Attributes:
        facts: results of a scenario without play, by name.
        state: the position of one with play.
        mover: who moved last.
        then: what it asks for in the end; the hand it asks about is that of the seat in ``turn``.
    """

    facts: Mapping[str, Any]
    state: State | None = None
    mover: int = 0
    then: Mapping[str, Any]


class BuracoScenarios:
    """Buraco's part of its scenarios; see `scenario.ScenarioKind`."""

    keys: tuple[str, ...] = ("kind", *dict.fromkeys(key for keys in _KEYS.values() for key in keys))
    verbs: Mapping[str, Mapping[str, bool]] = {
        "draw": {},
        "take": {"with": False, "meld": False},
        "redraw": {},
        "meld": {"cards": True},
        "extend": {"team": False, "meld": True, "cards": True},
        "discard": {"cards": False, "card": False},
        "decline": {},
    }
    facts: tuple[str, ...] = (
        *("turn", "phase", "over", "out", "took", "mortos", "stock_size", "stock_top", "lixo"),
        *("hand", "hand_has", "hand_lacks", "hand_size", "melds_A", "melds_B", "last_turn"),
        *(f"hand_size_{seat}" for seat in range(SEATS)),
    )
    expects: tuple[str, ...] = _EXPECTS

    def begin(self, data: Mapping[str, Any]) -> Scene:
        """The position, or the results of a scenario without play.

        Raises:
            ScenarioError: it makes no sense.
        """
        kind: Any = data.get("kind")
        if not isinstance(kind, str) or kind not in _KEYS:
            raise ScenarioError(f"a kind is one of {', '.join(_KEYS)}", "kind")
        # A key of another kind would be ignored silently, and the scenario would prove less.
        wrong = [key for keys in _KEYS.values() for key in keys if key not in _KEYS[kind]]
        for key in wrong:
            if key in data:
                raise ScenarioError(f"a scenario of kind {kind} has no {key}", key)
        if kind != "play" and (data.get("steps") or data.get("then") or data.get("given")):
            raise ScenarioError("only a scenario of kind play has given, steps and then", "kind")
        rules = _rules(data.get("rules"))
        then = data.get("then") or {}
        if kind == "play":
            state = placed(data.get("given") or {}, rules)
            # Steps without a seat are made by the last mover when no seat is to act.
            return Scene(facts={}, state=state, mover=state.to_act or 0, then=then)
        return Scene(facts=FINDERS[kind](data, rules), then=then)

    def turn(self, state: Scene) -> int | None:
        """The seat to act."""
        return state.state.to_act if state.state is not None else None

    def step(self, state: Scene, seat: int | None, data: Mapping[str, Any]) -> Scene | Refusal:
        """The position after a step, or why it is refused."""
        if state.state is None:
            raise ScenarioError("only a scenario of kind play has steps", "do")
        actor = state.mover if seat is None else seat
        answer = GAME.decide(state.state, Act(seat=actor, action=_action(state.state, actor, data)))
        if not isinstance(answer, Decided):
            return answer
        return Scene(facts={}, state=answer.state, mover=actor, then=state.then)

    def legal(self, state: Scene, seat: int, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """The kinds of action that a seat is offered: true or false for each.

        Raises:
            ScenarioError: there is no such kind.
        """
        check_keys(asked, _KINDS_OF_LEGAL, "legal")
        assert state.state is not None
        offered = legal(state.state, seat)
        return {key: getattr(offered, key) for key in asked}

    def fact(self, state: Scene, name: str) -> Any:
        """One of `facts` about a position, or a result of a scenario without play."""
        if state.state is None:
            return state.facts.get(name)
        if name.startswith("hand_size_"):
            return _size(state.state, int(name[-1]))
        return _FACTS[name](state)


KIND = BuracoScenarios()
"""What `scenario.run_scenario` asks for."""


def _rules(given: Any) -> Options:
    """House rules: a profile, options by name, or both (``profile`` among them).

    Raises:
        ScenarioError: there is no such profile or option.
    """
    profile = next(iter(PRESETS))
    if isinstance(given, str):
        given = {"profile": given}
    if isinstance(given, Mapping):
        given = dict(given)
        profile = str(given.pop("profile", profile))
    if profile not in PRESETS:
        known = did_you_mean(profile, tuple(PRESETS))
        raise ScenarioError(f"there is no profile {profile!r:.40}; {known}", "rules", "profile")
    return options_given(PRESETS[profile], ("rules", given))


# Steps


def _action(state: State, seat: int, step: Mapping[str, Any]) -> Action:
    do = step["do"]
    if do in _BARE:
        return _BARE[do]
    if do == "take":
        return _take(state, seat, step)
    if do == "discard":
        return Discard(card=_held(state, seat, _one(step)))
    cards = _all_held(state, seat, step["cards"])
    if do == "meld":
        return Meld(cards=cards)
    team = step.get("team")
    side: Any = _TEAMS.index(team) if team in ("A", "B") else team  # the rules refuse all others
    return Extend(meld=step["meld"], cards=cards, team=side)


_BARE: Mapping[str, Action] = {"draw": Draw(), "redraw": Redraw(), "decline": Decline()}


def _one(step: Mapping[str, Any]) -> Any:
    value = step.get("card", step.get("cards"))
    if isinstance(value, list | tuple):
        if len(value) != 1:
            raise ScenarioError("a discard is one card", "cards")
        return value[0]
    if value is None:
        raise ScenarioError("discard says cards", "do")
    return value


def _take(state: State, seat: int, step: Mapping[str, Any]) -> Action:
    """A take of the pile; the cards that go with its top may name that one too.

    Where no run is named they are a new one, or else an addition to the first run that they fit.
    """
    cards: Any = step.get("with", ())
    if not isinstance(cards, list | tuple):
        raise ScenarioError("cards are a list", "with")
    if state.options.pile_take == "free" or not state.pile or not cards:
        return TakePile(cards=tuple(cards), meld=step.get("meld"))
    position = position_of(state, seat) if state.phase == "draw" else None
    named = _all_held(state, seat, cards)
    without_top = _less(named, state.pile[-1])
    targets = [step["meld"]] if "meld" in step else [None, *range(len(state.runs[seat % 2]))]
    # The first reading that the rules accept; if none is, the last line gives the usual refusal.
    for some in (named, without_top):
        for meld in targets:
            if position is None or some is None:
                continue
            if not isinstance(put_down(position, some, meld), Refusal):
                return TakePile(cards=some, meld=meld)
    return TakePile(cards=named if without_top is None else without_top, meld=targets[0])


def _less(cards: Sequence[Card], face: Card) -> tuple[Card, ...] | None:
    """Cards without one of a face, None where there is none."""
    for at, card in enumerate(cards):
        if FACE_OF.get(card) == face:
            return (*cards[:at], *cards[at + 1 :])
    return None


def _all_held(state: State, seat: int, cards: Any) -> tuple[Card, ...]:
    if not isinstance(cards, list | tuple):
        raise ScenarioError("cards are a list", "cards")
    return tuple([_held(state, seat, card) for card in cards])


def _held(state: State, seat: int, card: Any) -> Card:
    """A card as its owner names it: a copy that has another letter in this hand by its face."""
    name, sign, place = str(card).partition("=")
    # Letters follow from the order in which cards came, which a scenario need not know.
    if 0 <= seat < SEATS and name not in state.hands[seat]:
        name = FACE_OF.get(name, Card(name))
    return Card(name + sign + place)


# Facts of play


def _asked_seat(scene: Scene) -> int:
    turn = scene.then.get("turn")
    return turn if type(turn) is int and 0 <= turn < SEATS else scene.mover


def _hand(scene: Scene) -> tuple[Card, ...]:
    assert scene.state is not None
    return faces_of(scene.state.hands[_asked_seat(scene)])


def _as_faces(value: Any) -> tuple[str, ...]:
    cards = value if isinstance(value, list | tuple) else [value]
    return tuple([FACE_OF.get(str(card), str(card)) for card in cards])


def _size(state: State, seat: int) -> int:
    # A hidden morto counts as cards in hand.
    return len(state.hands[seat]) + len(state.aside[seat])


def _agreeing(scene: Scene, name: str, agrees: bool, found: Sequence[Any]) -> Any:
    """The expected value where it holds, so that order and letters do not matter."""
    return scene.then[name] if agrees and name in scene.then else list(found)


def _hand_fact(scene: Scene) -> Any:
    hand = _hand(scene)
    asked = _as_faces(scene.then.get("hand", ()))
    return _agreeing(scene, "hand", Counter(hand) == Counter(asked), hand)


def _has_fact(scene: Scene) -> Any:
    hand = _hand(scene)
    asked = Counter(_as_faces(scene.then.get("hand_has", ())))
    asked.subtract(map(str, hand))
    return _agreeing(scene, "hand_has", max(asked.values(), default=0) <= 0, hand)


def _lacks_fact(scene: Scene) -> Any:
    hand = _hand(scene)
    asked = _as_faces(scene.then.get("hand_lacks", ()))
    return _agreeing(scene, "hand_lacks", not set(asked) & set(hand), hand)


def _lixo_fact(scene: Scene) -> Any:
    assert scene.state is not None
    pile = scene.state.buried or scene.state.pile
    return _agreeing(scene, "lixo", _as_faces(scene.then.get("lixo", ())) == pile, pile)


def _top_fact(scene: Scene) -> Any:
    state = scene.state
    assert state is not None
    top = [state.deck[at] for at in state.stock[:1]]
    asked = scene.then.get("stock_top")
    return asked if top and _as_faces(asked) == tuple(top) else (top[0] if top else None)


def _of_state(tell: Callable[[State], Any]) -> Callable[[Scene], Any]:
    def fact(scene: Scene) -> Any:
        assert scene.state is not None
        return tell(scene.state)

    return fact


_FACTS: Mapping[str, Callable[[Scene], Any]] = {
    "turn": _of_state(lambda state: state.to_act if state.in_deal else None),
    "phase": _of_state(lambda state: state.phase if state.in_deal else "over"),
    "over": _of_state(lambda state: not state.in_deal),
    "out": _of_state(lambda state: None if state.out is None else _TEAMS[state.out]),
    "took": _of_state(lambda state: state.took),
    "mortos": _of_state(lambda state: len(state.mortos)),
    "stock_size": _of_state(lambda state: len(state.stock)),
    "stock_top": _top_fact,
    "lixo": _lixo_fact,
    "hand": _hand_fact,
    "hand_has": _has_fact,
    "hand_lacks": _lacks_fact,
    "hand_size": lambda scene: _size(scene.state, _asked_seat(scene)) if scene.state else None,
    "melds_A": _of_state(lambda state: len(state.runs[0])),
    "melds_B": _of_state(lambda state: len(state.runs[1])),
    "last_turn": _of_state(lambda state: state.last_turn),
}
