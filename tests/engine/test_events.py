"""Events as plain data: tags, versions, and refusals."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from carteado.engine import events
from carteado.engine.cards import PACK
from carteado.engine.errors import ReplayError
from carteado.engine.events import (
    event_from_plain,
    event_to_plain,
    event_types,
    seen_plain,
    versioned,
)
from carteado.engine.game import SeatLeft, SeatTaken
from carteado.engine.games.holdem.events import ButtonDrawn, HandStarted
from carteado.engine.registry import check_versions, game_of, games
from carteado.engine.table import SeatKeyed, TableOpened, TableOptions, TimedOut
from carteado.engine.visibility import AUDITOR, OPEN_RAIL, RAIL, Observer, redact, seat_observer

GAME = game_of("holdem")

STARTED = HandStarted(
    hand=1,
    button=0,
    small_at=0,
    small=0,
    big=1,
    order=(1, 0),
    posters=(),
    small_blind=10,
    big_blind=20,
    ante=0,
    hands=(PACK[1:3], PACK[3:5]),
    deck=PACK,
)

TAKEN = {"seat": 1, "name": "Ana", "bot": False, "stack": 50, "type": "seat_taken"}


def test_an_event_is_its_fields_with_a_tag() -> None:
    event = SeatTaken(seat=1, name="Ana", bot=False, stack=50)
    assert event_to_plain(event) == TAKEN
    assert event_from_plain(GAME, TAKEN) == event


def test_records_within_an_event_are_plain_too() -> None:
    event = TableOpened(
        table="t", title="", game="holdem", rules="x", options={}, settings=TableOptions()
    )
    plain = event_to_plain(event)
    assert plain["settings"]["decision_ms"] == 30_000
    assert event_from_plain(GAME, plain) == event


@pytest.mark.parametrize("observer", [seat_observer(0), seat_observer(1), RAIL, OPEN_RAIL, AUDITOR])
@pytest.mark.parametrize(
    "event",
    [
        ButtonDrawn(seats=(0, 1), cards=PACK[:2], button=0, deck=PACK),
        SeatKeyed(seat=1, key="ab", label=None),
        SeatKeyed(seat=1, key=None, label="caller"),
        STARTED,
        SeatTaken(seat=1, name="Ana", bot=False, stack=50),
    ],
)
def test_the_visible_part_of_an_event_is_as_plain_as_the_redacted_event(
    event: Any, observer: Observer
) -> None:
    seen = seen_plain(event, event_to_plain(event), observer)
    assert seen == event_to_plain(redact(event, observer))
    assert list(seen) == list(event_to_plain(event))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "seat_stolen"}, "event 'seat_stolen' is unknown to holdem/1"),
        ({}, "event None is unknown"),
        ({"type": 7}, "event 7 is unknown"),
        ({**TAKEN, "stack": "50"}, "event 'seat_taken': .*stack"),
        ({**TAKEN, "seat": True}, "event 'seat_taken': .*seat"),
        ({**TAKEN, "colour": "red"}, "event 'seat_taken': .*unknown field 'colour'"),
        ({"type": "seat_taken"}, "event 'seat_taken': .*missing"),
    ],
)
def test_an_invalid_event_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        event_from_plain(GAME, data)


def test_a_newer_version_is_refused_by_name() -> None:
    with pytest.raises(ReplayError, match="'seat_taken' has version 3, this release knows 2"):
        event_from_plain(GAME, TAKEN, 3)


@pytest.mark.parametrize("settings", [True, "text", [1], None, 7])
def test_data_that_only_claims_an_older_version_is_refused(settings: Any) -> None:
    with pytest.raises(ReplayError, match="'table_opened' is not of version 1"):
        event_from_plain(GAME, {"type": "table_opened", "settings": settings})
    with pytest.raises(ReplayError, match="'table_opened' is not of version 1"):
        event_from_plain(GAME, {"type": "table_opened"})


def test_an_older_version_of_a_shared_event_is_upcast_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def second(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "name": data["nick"]}

    def third(data: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in data.items() if name != "nick"}

    monkeypatch.setattr(events, "TABLE_EVENT_VERSIONS", {"seat_taken": 3})
    monkeypatch.setattr(
        events, "TABLE_UPCASTERS", {("seat_taken", 1): second, ("seat_taken", 2): third}
    )
    old = {"seat": 1, "nick": "Ana", "bot": False, "stack": 50, "type": "seat_taken"}
    for game in games().values():
        # A new object of the game, because what is known of the versions is kept by object.
        assert event_from_plain(type(game)(), old, 1) == SeatTaken(
            seat=1, name="Ana", bot=False, stack=50
        )


def test_each_game_versions_its_own_events_even_where_two_use_one_tag() -> None:
    quick = game_of("quick-holdem")
    assert "hand_started" in event_types(GAME)
    assert "hand_started" in event_types(quick)

    def with_ante(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "ante": 0}

    class Newer(type(GAME)):
        event_versions: ClassVar = {"hand_started": 2}
        upcasters: ClassVar = {("hand_started", 1): with_ante}

    newer = Newer()
    check_versions(newer)
    now = event_to_plain(STARTED)
    before = {name: value for name, value in now.items() if name != "ante"}
    assert event_from_plain(newer, before, 1) == STARTED
    assert versioned(newer, [now, TAKEN]) == ((2, now), (1, TAKEN))
    # The other game, and the events that all games share, stay at their versions.
    assert versioned(quick, [{"type": "hand_started"}]) == ((1, {"type": "hand_started"}),)
    with pytest.raises(ReplayError, match="'hand_started' has version 2, this release knows 1"):
        event_from_plain(quick, now, 2)


@pytest.mark.parametrize(
    ("versions", "upcasters", "message"),
    [
        ({"hand_begun": 2}, {}, "'hand_begun', which is not an event of this game"),
        ({"seat_taken": 2}, {}, "'seat_taken', which is not an event of this game"),
        ({"hand_started": 0}, {}, "version of event 'hand_started' must be 1 or higher, not 0"),
        ({"hand_started": 2}, {}, "no upcaster takes event 'hand_started' from version 1 to 2"),
        ({}, {("hand_started", 1): dict}, "'hand_started' from version 1 is never used"),
    ],
)
def test_versions_that_could_not_be_read_are_refused(
    versions: Any, upcasters: Any, message: str
) -> None:
    class Wrong(type(GAME)):
        pass

    Wrong.event_versions, Wrong.upcasters = versions, upcasters
    with pytest.raises(TypeError, match=message):
        check_versions(Wrong())


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_every_built_in_game_reads_all_versions_of_its_events(game: Any) -> None:
    check_versions(game)


def test_tags_are_unique_over_a_game_and_the_table() -> None:
    assert event_types(GAME)["timed_out"] is TimedOut

    class Twice:
        id = "twice"
        event_versions: ClassVar = {}
        upcasters: ClassVar = {}
        events = (SeatLeft, type("Other", (), {"__dataclass_fields__": _tagged("seat_left")}))

    twice: Any = Twice
    with pytest.raises(TypeError, match="twice: two events are tagged 'seat_left'"):
        event_types(twice)


def _tagged(tag: str) -> dict[str, Any]:
    return {"type": type("Field", (), {"default": tag})}
