"""What a client makes of a server that sends texts which are not cards."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from tests.golden.write_logs import LOGS

from carteado.clients.cli.sources import load_log
from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.events import event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import (
    Table,
    TableOpened,
    TableOptions,
    evolve,
    observer_of,
    open_table,
    redact_table,
    snapshot,
)
from carteado.engine.visibility import redact
from carteado.protocol.following import ATTEMPTS, Followed
from carteado.protocol.messages import Events, Prompt, Snapshot
from carteado.protocol.received import MOST, NoCard, check_cards, check_state
from carteado.protocol.session_events import SessionEvent, Unreadable

GAMES = ("holdem", "quick-holdem", "buraco")


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.carteado")), ids=lambda path: path.stem)
def test_every_state_of_a_played_log_can_be_one_of_its_game(path: Path) -> None:
    table: Table | None = None
    for event in load_log(str(path), None).events:
        if table is None:
            assert isinstance(event, TableOpened)
            table = open_table(event)
            continue
        for seat in (None, *range(table.seats)):
            seen = redact(event, observer_of(table, seat))
            check_cards(table.game, type(seen), seen)
            view = redact_table(table, observer_of(table, seat))
            check_cards(table.game, type(view.state), view.state)
            check_state(view)
        table = evolve(table, event)


class Played:
    """A table of a game in the middle of a deal, and what a server tells seat 0 of it."""

    def __init__(self, game: str) -> None:
        found = game_of(game)
        options = to_plain(found.options_type())
        event = TableOpened(
            table="t1",
            title="T",
            game=game,
            rules=found.rules,
            options=options,
            settings=TableOptions(),
        )
        self.table = open_table(event)
        self.before = self.table
        self.events: list[Any] = []
        for seat in range(self.table.seats):
            self.do(commands.Sit(seat=seat, name=f"P{seat}"))
        pack = found.pack(self.table.state)
        assert pack is not None
        self.do(commands.Deal(deck=pack))

    def do(self, command: Any) -> None:
        answer = self.table.game.decide(self.table.state, command)
        assert not isinstance(answer, Refusal)
        self.before, self.events = self.table, []
        for event in answer.events:
            self.events.append(event_to_plain(redact(event, observer_of(self.table, 0))))
            self.table = evolve(self.table, event)

    def snapshot(self, table: Table) -> Snapshot:
        view = snapshot(redact_table(table, observer_of(table, 0)))
        return Snapshot(table="t1", epoch=1, seq=9, seat=0, reason="asked", view=view)

    def follower(self) -> Followed:
        followed = Followed(id="t1")
        followed.take_snapshot(self.snapshot(self.before))
        return followed


def spoiled(value: Any, card: str) -> Any:
    """Plain data whose first visible card is another text; the same object where there is none."""
    if isinstance(value, dict):
        for key, item in value.items():
            if (changed := spoiled(item, card)) is not item:
                return {**value, key: changed}
        return value
    if isinstance(value, list | tuple):
        for place, item in enumerate(value):
            if (changed := spoiled(item, card)) is not item:
                return [*value[:place], changed, *value[place + 1 :]]
        return value
    is_card = isinstance(value, str) and len(value) in (2, 3) and value[:1] in "23456789TJQKA"
    return card if is_card and value[1:2] in "cdhsCDHS" else value


def unreadable(session_events: list[SessionEvent]) -> Unreadable:
    (found,) = session_events
    assert isinstance(found, Unreadable), found
    return found


@pytest.mark.parametrize("card", ["Zx", "", "A", "1s", "asd", "\x1b[2J", "A♠"])
@pytest.mark.parametrize("game", GAMES)
def test_an_event_with_an_invalid_card_is_unreadable(game: str, card: str) -> None:
    played = Played(game)
    followed = played.follower()
    events = spoiled(played.events, card)
    assert events is not played.events
    message = Events(table="t1", epoch=1, first=10, events=tuple(events))
    found = unreadable(followed.take_events(message)[-1:])
    assert found.card == card.replace("\x1b", "?")
    assert f"{found.card!r} is not a card" in found.problem
    assert not found.final


@pytest.mark.parametrize("game", GAMES)
def test_a_table_whose_snapshots_stay_wrong_is_given_up(game: str) -> None:
    played = Played(game)
    followed = played.follower()
    honest = played.snapshot(played.table)
    view = {**honest.view, "state": spoiled(honest.view["state"], "Zx")}
    wrong = dataclasses.replace(honest, view=view)
    found = []
    for _ in range(ATTEMPTS + 1):
        found.append(unreadable(followed.take_snapshot(wrong)))
        # The client has asked again, and the server says that this is all.
        followed.wants = followed.asked = False
    assert [one.card for one in found] == ["Zx"] * (ATTEMPTS + 1)
    assert [one.final for one in found] == [False] * ATTEMPTS + [True]


@pytest.mark.parametrize(
    ("game", "field", "value", "problem"),
    [
        ("holdem", "stacks", [1], "state.stacks has not"),
        ("holdem", "to_act", 9, "state.to_act: 9 is not 0 to"),
        ("holdem", "button", -1, "state.button: -1 is not 0 to"),
        ("holdem", "live", [0, 7], "state.live: 7 is not 0 to"),
        ("holdem", "board", ["Ah"] * 6, "state.board has more than 5"),
        ("holdem", "board", ["Ah", "Kd", "Ah"], "state.board has a card twice"),
        ("holdem", "shown", [["Ah", "Ah"], []], "state.shown has a card twice"),
        ("holdem", "shown", [["Ah", "Kd", "2c"], []], "state.shown has more than 2 cards"),
        ("quick-holdem", "board", ["Ah", "Ah"], "state.board has a card twice"),
        ("quick-holdem", "names", [], "state.names has not"),
        ("quick-holdem", "leader", 99, "state.leader: 99 is not 0 to"),
        ("buraco", "hands", [[], []], "state.hands has not 4 elements"),
        ("buraco", "winner", 2, "state.winner: 2 is not 0 to 1"),
        ("buraco", "unplayed", [None, 4], "state.unplayed: 4 is not 0 to 3"),
        ("buraco", "opened", [[]], "state.opened has 1 elements"),
    ],
)
def test_a_state_that_the_game_cannot_have_is_unreadable(
    game: str, field: str, value: Any, problem: str
) -> None:
    played = Played(game)
    honest = played.snapshot(played.table)
    view = {**honest.view, "state": {**honest.view["state"], field: value}}
    found = unreadable(Followed(id="t1").take_snapshot(dataclasses.replace(honest, view=view)))
    assert f"snapshot: {problem}" in found.problem


def test_a_table_that_grows_without_end_is_unreadable() -> None:
    followed = Played("holdem").follower()
    ban = {"type": "player_banned", "name": "x" * 30_000, "key": "", "banned": True}
    found: list[SessionEvent] = []
    while not any(isinstance(one, Unreadable) for one in found):
        message = Events(table="t1", epoch=1, first=followed.seq + 1, events=(ban,))
        found = followed.take_events(message)
        assert followed.table is not None
        assert len(followed.table.controls.banned) < 1000
    assert f"the table has more than {MOST:,}" in unreadable(found).problem


@pytest.mark.parametrize("field", ["keys", "labels", "commitments", "expiries", "banks"])
def test_a_table_without_an_element_for_each_seat_is_unreadable(field: str) -> None:
    played = Played("holdem")
    honest = played.snapshot(played.table)
    view = {**honest.view, field: honest.view[field][1:]}
    found = unreadable(Followed(id="t1").take_snapshot(dataclasses.replace(honest, view=view)))
    assert f"{field} has 1 elements for 2 seats" in found.problem


def test_a_state_with_other_options_than_its_table_is_unreadable() -> None:
    played = Played("holdem")
    honest = played.snapshot(played.table)
    state = honest.view["state"]
    view = {**honest.view, "state": {**state, "options": {**state["options"], "seats": 9}}}
    found = unreadable(Followed(id="t1").take_snapshot(dataclasses.replace(honest, view=view)))
    assert "state.options are not the table's" in found.problem


OTHER = TableOpened(
    table="t1",
    title="T",
    game="buraco",
    rules=game_of("buraco").rules,
    options=to_plain(game_of("buraco").options_type()),
    settings=TableOptions(),
)


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ({"type": "hand_ended", "hand": 1, "stacks": [1]}, "state.stacks has not 2 elements"),
        ({"type": "folded", "seat": 0, "to_act": 8}, "state.to_act: 8 is not 0 to 1"),
        ({"type": "time_banks_refilled", "banks": [1]}, "banks has 1 elements for 2 seats"),
        ({"type": "options_changed", "options": {"seats": 9}, "settings": {}}, "for 9 seats"),
        (event_to_plain(OTHER), "the table cannot become another one"),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_an_event_after_which_the_table_would_make_no_sense_is_unreadable(
    event: dict[str, Any], problem: str
) -> None:
    played = Played("holdem")
    followed = Followed(id="t1")
    followed.take_snapshot(played.snapshot(played.table))
    known = followed.table
    message = Events(table="t1", epoch=1, first=10, events=(event,))
    assert problem in unreadable(followed.take_events(message)).problem
    assert followed.table is known


@pytest.mark.parametrize("card", ["??", "4Ha", "JKRb"])
def test_a_run_with_a_hidden_card_or_a_card_of_a_hand_is_unreadable(card: str) -> None:
    played = Played("buraco")
    honest = played.snapshot(played.table)
    runs = [[{"cards": [card, "5H", "6H"], "wild_at": None, "marred": False}], []]
    view = {**honest.view, "state": {**honest.view["state"], "runs": runs}}
    found = unreadable(Followed(id="t1").take_snapshot(dataclasses.replace(honest, view=view)))
    assert f"{card!r} is not a face of a card in a run" in found.problem


def test_a_decision_about_an_invalid_card_is_unreadable() -> None:
    played = Played("buraco")
    followed = played.follower()
    followed.take_snapshot(played.snapshot(played.table))
    turn = played.table.game.turn(played.table.state)
    assert turn is not None
    legal = to_plain(played.table.game.legal(played.table.state, turn))
    prompt = Prompt(
        table="t1",
        decision=1,
        seat=turn,
        legal=legal,
        default={"type": "discard", "card": "Zx"},
        time_ms=1,
        bank_ms=1,
        now_ms=1,
    )
    assert unreadable(followed.take_prompt(prompt)).card == "Zx"


def test_a_game_that_does_not_name_its_cards_takes_every_text() -> None:
    played = Played("holdem")
    event_type = type(played.table.state)
    with pytest.raises(NoCard, match="'Zx' is not a card"):
        check_cards(played.table.game, event_type, spoiled_state(played))
    check_cards(_Unnamed(), event_type, spoiled_state(played))  # type: ignore[arg-type]


class _Unnamed:
    """A game of another package that was written before games named their cards."""


def spoiled_state(played: Played) -> Any:
    state = played.table.state
    return dataclasses.replace(state, hands=(("Zx", "Zx"), *state.hands[1:]))
