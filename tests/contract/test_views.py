"""What every registered game promises about who sees what."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, get_args, get_origin, get_type_hints

import msgpack
import pytest
from tests.contract.play import GAMES, every_variant, observers, play, variant

from carteado.engine.events import event_from_plain, event_to_plain, event_types
from carteado.engine.game import Deal, Game
from carteado.engine.replay import replay, state_hash, steps
from carteado.engine.table import TABLE_EVENTS, TableOpened, evolve, redact_table, restore, snapshot
from carteado.engine.visibility import Audience, hidden_fields, redact

STEPS = 150

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_every_field_says_who_sees_it(game: Game[Any]) -> None:
    for cls in (*TABLE_EVENTS, *game.events, game.state_type):
        hints = get_type_hints(cls, include_extras=True)
        for field in dataclasses.fields(cls):
            if field.name == "type":
                continue
            marks = get_args(hints[field.name])[1:]
            declared = [mark for mark in marks if isinstance(mark, Audience)]
            assert len(declared) == 1, f"{cls.__name__}.{field.name} declares no audience"
        assert isinstance(hidden_fields(cls), tuple)


@every_game
def test_every_event_is_frozen_slotted_and_tagged_once(game: Game[Any]) -> None:
    tags = []
    for cls in (*TABLE_EVENTS, *game.events):
        tags.append(cls.__dataclass_fields__["type"].default)
        assert cls.__dataclass_params__.frozen
        assert hasattr(cls, "__slots__")
        assert get_origin(get_type_hints(cls)["type"]) is not None
    assert len(set(tags)) == len(tags)
    assert set(event_types(game)) == set(tags)


@every_variant
@pytest.mark.parametrize("seed", [11, 12])
def test_a_view_is_the_fold_of_what_its_observer_was_sent(name: str, seed: int) -> None:
    table = play(name, seed, STEPS)
    for observer in observers(table.table):
        view = redact_table(table.steps[0].after, observer)
        for step in table.steps[1:]:
            for event in step.events:
                view = evolve(view, redact(event, observer))
            assert view == redact_table(step.after, observer)


@every_variant
def test_a_replay_of_the_log_is_the_live_table(name: str) -> None:
    table = play(name, 13, STEPS)
    again = replay(table.events)
    assert again == table.table
    assert state_hash(again) == state_hash(table.table)
    for observer in observers(table.table):
        *_, (seq, _, view) = steps(redact(event, observer) for event in table.events)
        assert seq == len(table.events)
        assert view == redact_table(table.table, observer)


@every_variant
def test_a_snapshot_is_the_table(name: str) -> None:
    for step in play(name, 14, STEPS).steps[::5]:
        for observer in observers(step.after):
            view = redact_table(step.after, observer)
            assert restore(snapshot(view)) == view
            # JSON has no tuples, which shows where an option of any type holds one.
            from_json = restore(json.loads(json.dumps(snapshot(view))))
            assert from_json.state == view.state
            assert state_hash(from_json) == state_hash(view)


@every_variant
def test_events_survive_the_log_and_the_wire(name: str) -> None:
    table = play(name, 15, STEPS)
    for event in table.events:
        for observer in observers(table.table):
            seen = redact(event, observer)
            plain = event_to_plain(seen)
            packed = msgpack.unpackb(msgpack.packb(plain), use_list=False)
            assert event_from_plain(table.game, packed) == seen
            again = event_from_plain(table.game, json.loads(json.dumps(plain)))
            assert again == seen or isinstance(event, TableOpened)
            assert json.dumps(event_to_plain(again)) == json.dumps(plain)


@every_variant
def test_legal_actions_follow_from_what_the_seat_sees(name: str) -> None:
    """Legal lists and the clock's choice are derived from views, so they cannot tell more."""
    game, _ = variant(name)
    for step in play(name, 16, STEPS).steps:
        for seat, observer in enumerate(observers(step.after)[: step.after.seats]):
            view = redact(step.after.state, observer)
            assert game.turn(view) == game.turn(step.after.state)
            assert game.legal(view, seat) == game.legal(step.after.state, seat)
            if game.turn(view) == seat:
                assert game.default(view, seat) == game.default(step.after.state, seat)


@every_variant
def test_exposed_cards_are_those_of_the_deck(name: str) -> None:
    """What a view knows of the deck is true, and only the auditor knows all of it."""
    game, _ = variant(name)
    deck: tuple[Any, ...] = ()
    for step in play(name, 17, STEPS).steps:
        if isinstance(step.command, Deal):
            deck = step.command.deck
        for observer in observers(step.after):
            known = game.exposed(redact(step.after.state, observer))
            assert all(deck[at] == card for at, card in known.items())
            if deck and not observer.auditor:
                assert len(known) < len(deck)


@every_variant
def test_every_view_can_be_put_into_words(name: str) -> None:
    game, _ = variant(name)
    count = 0
    for step in play(name, 18, STEPS).steps:
        if step.command is None:
            continue
        for observer in observers(step.after):
            view = redact(step.before.state, observer)
            for event in step.events:
                seen = redact(event, observer)
                text = game.line(seen, view)
                assert text.isprintable()
                count += bool(text)
                view = game.evolve(view, seen)
            assert all(line.isprintable() for line in game.show(view))
    assert count
