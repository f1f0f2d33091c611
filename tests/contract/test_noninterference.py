"""Deals that differ only in what an observer may not see look the same to that observer.

A deal is played at random. Then the cards that the observer does not know at some point of it are
put in any other order, and the same commands are given again: up to that point every event, legal
list, line, prompt and refusal of the observer has to be the same to the byte. It is compared up to
the reveal: the first command after which cards of somebody else lie open that lay closed, because
from there on the course of the deal may follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contract.play import VARIANTS, RandomTable, every_variant, observers, probes, variant

from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Command, Deal, Game
from carteado.engine.table import Table, observer_of, with_state
from carteado.engine.visibility import RAIL, Observer, redact
from carteado.protocol.views import view_of

LONG = [name for name in VARIANTS if hasattr(variant(name)[0], "placed")]
"""Games in which cards wander: their deals have hundreds of commands."""


@dataclass(frozen=True)
class Played:
    """A deal: the state before it and the commands up to the reveal, the deal itself first."""

    game: Game[Any]
    before: Any
    table: Table
    commands: tuple[Command, ...]


def played(name: str, seed: int, deals: int) -> Played:
    """The last of so many deals of a random table."""
    game, options = variant(name)
    table = RandomTable(game, options, seed)
    while True:
        last = table.steps[-1]
        if isinstance(last.command, Deal) and game.turn(last.after.state) is not None:
            deals -= 1
            if deals <= 0:
                break
        table.go_on()
    start = len(table.steps) - 1
    while game.turn(table.table.state) is not None:
        table.go_on()
    commands: list[Command] = []
    for step in table.steps[start:]:
        if step.command is None:
            continue
        if commands and _reveals(game, step.before, step.after, step.command):
            break
        commands.append(step.command)
    before = table.steps[start].before
    return Played(game, before.state, before, tuple(commands))


def _reveals(game: Game[Any], before: Any, after: Any, command: Command) -> bool:
    """Whether a command opens a card that somebody else held closed."""
    known = set(game.exposed(redact(before.state, RAIL)))
    opened = set(game.exposed(redact(after.state, RAIL))) - known
    if not opened:
        return False
    actor = getattr(command, "seat", None)
    held: set[int] = set()
    for seat, observer in enumerate(observers(before)[: before.seats]):
        if seat != actor:
            held |= set(game.exposed(redact(before.state, observer))) - known
    return bool(opened & held)


def stream(
    deal: Played, deck: tuple[Any, ...], observer: Observer, upto: int, asked: int
) -> list[Any]:
    """Everything that an observer is sent while the commands are given.

    Of the last `asked` commands also what is told in words, and what a seat learns by asking and
    by trying.
    """
    game, state = deal.game, deal.before
    sent: list[Any] = []
    for number, command in enumerate(deal.commands[:upto]):
        answer = game.decide(state, Deal(deck=deck) if isinstance(command, Deal) else command)
        if isinstance(answer, Refusal):
            sent.append(answer)
            break
        if number < upto - asked:
            sent += [redact(event, observer) for event in answer.events]
            state = answer.state
            continue
        view = redact(state, observer)
        for event in answer.events:
            seen = redact(event, observer)
            sent += seen, game.line(seen, view)
            view = game.evolve(view, seen)
        state = answer.state
        sent += view, game.turn(state), game.show(view)
        if observer.seat is not None:
            sent += _asked(game, state, observer.seat)
    sent.append(view_of(with_state(deal.table, redact(state, observer))))
    return sent


def _asked(game: Game[Any], state: Any, seat: int) -> list[Any]:
    """What a seat learns by looking at its prompt and by trying what is not legal."""
    legal = game.legal(state, seat)
    answers = [legal]
    if game.turn(state) == seat:
        answers.append(game.default(state, seat))
    tries = [Act(seat=seat, action=action) for action in probes(game, legal)]
    return answers + [game.decide(state, command) for command in tries]


@every_variant
def test_hidden_cards_change_nothing_for_an_observer(name: str) -> None:
    """Of long deals the end is looked at closely; where that is differs between examples."""
    _differ_in_nothing_that_is_seen(name, examples=20 if name in LONG else 40, asked=40)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", LONG)
def test_hidden_cards_change_nothing_anywhere_in_a_long_deal(name: str) -> None:
    """As many examples as of the short games, looked at closely from the first command on."""
    _differ_in_nothing_that_is_seen(name, examples=40, asked=1000)


def _differ_in_nothing_that_is_seen(name: str, *, examples: int, asked: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        _differ_in_what_is_hidden(name, data, asked)

    check()


def _differ_in_what_is_hidden(name: str, data: st.DataObject, asked: int) -> None:
    deal = played(name, data.draw(st.integers(0, 9999)), data.draw(st.integers(1, 4)))
    first = deal.commands[0]
    assert isinstance(first, Deal)
    upto = data.draw(st.integers(1, len(deal.commands)))
    table = RandomTable(*variant(name), 0).table
    seat = data.draw(st.one_of(st.none(), st.integers(0, table.seats - 1)))
    observer = observer_of(table, seat)
    # In some games a card lies open without its place in the deck: the place cannot be changed
    # without changing what everybody saw, though nobody is told it.
    placed = getattr(deal.game, "placed", lambda state: {})
    state = deal.before
    known: dict[int, Any] = {}
    for command in deal.commands[:upto]:
        answer: Any = deal.game.decide(state, command)
        state = answer.state
        # What was known once stays known, though a later deal or a leaving seat forgets it.
        known.update(deal.game.exposed(redact(state, observer)))
        known.update(placed(state))
    hidden = [at for at in range(len(first.deck)) if at not in known]
    order = data.draw(st.permutations(hidden))
    deck = list(first.deck)
    for at, source in zip(hidden, order, strict=True):
        deck[at] = first.deck[source]
    expected = stream(deal, first.deck, observer, upto, asked)
    found = stream(deal, tuple(deck), observer, upto, asked)
    assert repr(found) == repr(expected)
