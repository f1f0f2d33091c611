"""What every registered game promises about its log: what is written can be read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from tests.contract.play import GAMES, RandomTable, every_variant, play
from tests.engine.games.poker_face.books import HIGH, LOW, Book

from carteado.engine.events import event_from_plain, event_to_plain, versioned
from carteado.engine.game import Decided, Event, Game
from carteado.engine.plain import check_type
from carteado.engine.registry import game_of
from carteado.engine.table import TABLE_EVENTS
from carteado.protocol.log import (
    Cause,
    Chain,
    Commit,
    LogError,
    chain_hash,
    decode_commit,
    encode_commit,
    pack_commit,
)
from carteado.server.table.step import record

STEPS = 150


def commit(
    game: Game[Any], events: tuple[Event, ...], first: int, previous: str, cause: Any = None
) -> Commit:
    """The commit of some events, as a table's owner makes it."""
    return Commit(
        table="t1",
        first=first,
        epoch=7,
        # random bytes of every kind, the one that begins a packed fraction among them
        owner="cb" * 8,
        batch="0b" * 16,
        at=1_700_000_000_000,
        previous=previous,
        salt="cb0c" * 8,
        events=versioned(game, map(event_to_plain, events)),
        cause=cause,
    )


def commits(table: RandomTable) -> Iterator[Commit]:
    first, previous = 1, ""
    for step in table.steps:
        if step.events:
            done = [] if step.command is None else [step.command]
            cause = Cause(by="cb" * 32, id=first, do=record(done))
            made = commit(table.game, step.events, first, previous, cause)
            yield made
            first, previous = made.last + 1, chain_hash(pack_commit(made))


@every_variant
def test_packed_commits_are_the_checked_ones_and_readable(name: str) -> None:
    table = play(name, 3, STEPS)
    bodies, chain = [], Chain("t1")
    for made in commits(table):
        body = pack_commit(made)
        assert body == encode_commit(made)
        assert encode_commit(decode_commit(body)) == body
        bodies.append(body)
        chain.add(body)
    assert chain.events == len(table.events)
    read = [
        event_from_plain(table.game, data, version)
        for body in bodies
        for version, data in decode_commit(body).events
    ]
    assert read == table.events


def test_a_kept_book_is_packed_as_it_is_checked() -> None:
    book = Book()
    for hands in ((HIGH, LOW), (LOW, HIGH)):
        entries = [f"{name} 100 {hand}" for name, hand in zip(("Ana", "Bia"), hands, strict=True)]
        assert isinstance(book.enter(50, *entries), Decided)
    assert len(book.events) > 2
    made = commit(game_of("poker-face"), tuple(book.events), 1, "")
    assert pack_commit(made) == encode_commit(made)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_declared_event_can_be_written_and_read(game: Game[Any]) -> None:
    for cls in (*TABLE_EVENTS, *game.events):
        check_type(cls)


@every_variant
def test_a_fraction_in_an_event_is_never_written(name: str) -> None:
    """Of every kind of event that play brings, with a fraction instead of each number."""
    tried = 0
    seen: set[type] = set()
    table = play(name, 4, STEPS)
    for event in table.events:
        if type(event) in seen:
            continue
        seen.add(type(event))
        for field in dataclasses.fields(event):
            value = getattr(event, field.name)
            for wrong in _with_fractions(value):
                changed = commit(
                    table.game, (dataclasses.replace(event, **{field.name: wrong}),), 1, ""
                )
                with pytest.raises(LogError, match=f"1 \\({event.type}\\) is not plain data"):
                    pack_commit(changed)
                tried += 1
    assert tried > 20


def _with_fractions(value: Any) -> Iterator[Any]:
    """A value with a fraction instead of a whole number."""
    if type(value) is int:
        yield value + 0.5
        yield float(value)
    elif type(value) is tuple and value and type(value[-1]) is int:
        yield (*value[:-1], value[-1] / 2)
