"""What every registered game promises as a decider."""

from __future__ import annotations

from typing import Any

import pytest
from tests.contract.play import (
    RandomTable,
    bare_kinds,
    every_variant,
    offered,
    play,
    probes,
    variant,
)

from carteado.engine.cards import UNKNOWN
from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Deal,
    Decided,
    Leave,
    Rematch,
    Return,
    SeatLeft,
    SeatTaken,
    Sit,
    SitOut,
    ToppedUp,
    TopUp,
)
from carteado.engine.table import Table, snapshot

SEEDS = (1, pytest.param(2, marks=pytest.mark.exhaustive))
STEPS = 250

pytestmark = every_variant
seeded = pytest.mark.parametrize("seed", SEEDS)


def refused(table: Table, *given: Any) -> list[Refusal]:
    """See that commands are refused, each with its reason, and change nothing."""
    before = snapshot(table)
    answers = []
    for command in given:
        answer = table.game.decide(table.state, command)
        assert isinstance(answer, Refusal), f"{command} was accepted"
        assert "/" in answer.code
        assert answer.message
        answers.append(answer)
    assert snapshot(table) == before
    return answers


@seeded
def test_the_same_inputs_give_the_same_bytes(name: str, seed: int) -> None:
    one, other = play(name, seed, STEPS), play(name, seed, STEPS)
    assert repr(one.events) == repr(other.events)
    assert repr(one.table) == repr(other.table)


@seeded
def test_an_answer_holds_the_fold_of_its_events(name: str, seed: int) -> None:
    for step in play(name, seed, STEPS).steps:
        if step.command is None:
            continue
        assert step.events
        state = step.before.state
        for event in step.events:
            state = step.before.game.evolve(state, event)
        assert state == step.after.state


@seeded
def test_every_legal_action_is_accepted(name: str, seed: int) -> None:
    game, _ = variant(name)
    for step in play(name, seed, STEPS).steps:
        state = step.after.state
        for seat in range(step.after.seats):
            legal = game.legal(state, seat)
            for action in game.corners(legal):
                assert isinstance(game.decide(state, Act(seat=seat, action=action)), Decided)
            if game.corners(legal):
                action = game.pick(legal, seed * 7919 + len(step.events))
                assert isinstance(game.decide(state, Act(seat=seat, action=action)), Decided)
        turn = game.turn(state)
        if turn is not None:
            default = game.default(state, turn)
            assert isinstance(game.decide(state, Act(seat=turn, action=default)), Decided)


@seeded
def test_illegal_actions_are_refused(name: str, seed: int) -> None:
    game, _ = variant(name)
    for step in play(name, seed, STEPS).steps[::3]:
        for seat in range(step.after.seats):
            wrong = probes(game, game.legal(step.after.state, seat))
            refused(step.after, *(Act(seat=seat, action=action) for action in wrong))


@seeded
def test_an_action_out_of_turn_is_refused(name: str, seed: int) -> None:
    game, _ = variant(name)
    seen: dict[type, Any] = {}
    for step in play(name, seed, STEPS).steps[::2]:
        if isinstance(step.command, Act):
            seen[type(step.command.action)] = step.command.action
        for seat in range(step.after.seats):
            if seat == game.turn(step.after.state):
                continue
            kinds = offered(game, game.legal(step.after.state, seat))
            wrong = [action for kind, action in seen.items() if kind not in kinds]
            refused(step.after, *(Act(seat=seat, action=action) for action in wrong))
    assert seen


@seeded
def test_a_random_seat_command_that_is_refused_changes_nothing(name: str, seed: int) -> None:
    table = play(name, seed, STEPS)
    assert table.refused
    for before, command, refusal in table.refused:
        assert refused(before, command) == [refusal]


def test_an_invalid_seat_is_refused(name: str) -> None:
    table = play(name, 5, 40).table
    action = bare_kinds(table.game)[0]()
    for seat in (-1, table.seats, True, "0", None, 1.0):
        wrong: Any = seat
        refused(table, Act(seat=wrong, action=action), Sit(seat=wrong, name="Somebody"))
        refused(table, Leave(seat=wrong), SitOut(seat=wrong), Return(seat=wrong))
        refused(table, TopUp(seat=wrong, amount=10))
        if seat is not None:
            refused(table, Rematch(seat=wrong))


def test_invalid_actions_and_commands_are_refused(name: str) -> None:
    table = play(name, 6, 40).table
    for thing in (None, "fold", {"type": "fold"}, object(), 7):
        refused(table, Act(seat=0, action=thing))
        refused(table, thing)


def test_a_deck_that_is_not_the_pack_is_refused(name: str) -> None:
    game, options = variant(name)
    table = RandomTable(game, options, 3)
    table._fill()
    pack = game.pack(table.table.state)
    assert pack is not None
    short, twice, hidden = pack[1:], (pack[1], *pack[1:]), (UNKNOWN, *pack[1:])
    for deck in ((), short, (*pack, pack[0]), twice, hidden, list(pack), None):
        wrong: Any = deck
        refused(table.table, Deal(deck=wrong))
    assert isinstance(game.decide(table.table.state, Deal(deck=pack)), Decided)


def test_nobody_deals_while_a_decision_is_open_or_the_game_is_over(name: str) -> None:
    table = play(name, 4, STEPS)
    pack = next(step.command.deck for step in table.steps if isinstance(step.command, Deal))
    for step in table.steps:
        if step.after.game.pack(step.after.state) is None:
            refused(step.after, Deal(deck=pack))


@seeded
def test_chips_and_points_are_conserved_by_every_event(name: str, seed: int) -> None:
    game, _ = variant(name)
    for step in play(name, seed, STEPS).steps:
        if step.command is None:
            continue
        state = step.before.state
        for event in step.events:
            brought = 0
            if isinstance(event, SeatTaken):
                brought = event.stack
            elif isinstance(event, ToppedUp):
                brought = event.amount
            elif isinstance(event, SeatLeft) and event.at_once:
                brought = -event.stack
            after = game.evolve(state, event)
            # A new game gives everybody the chips of the start.
            again = event.type == "game_restarted"
            assert again or game.total(after) - game.total(state) == brought, event
            state = after


@seeded
def test_a_deal_ends(name: str, seed: int) -> None:
    """Whoever decides, a deal is over after a bounded number of decisions."""
    game, _ = variant(name)
    decisions = 0
    for step in play(name, seed, 2 * STEPS).steps:
        if game.turn(step.before.state) is not None:
            decisions += isinstance(step.command, Act)
        else:
            decisions = 0
        assert decisions < 400


def test_the_clock_alone_ends_a_deal(name: str) -> None:
    game, options = variant(name)
    table = RandomTable(game, options, 9)
    table._fill()
    for _ in range(6):
        if game.pack(table.table.state) is None:
            break
        table.deal()
        for _ in range(400):
            turn = game.turn(table.table.state)
            if turn is None:
                break
            answer = table.give(Act(seat=turn, action=game.default(table.table.state, turn)))
            assert isinstance(answer, Decided)
        else:
            pytest.fail("the default actions never end the deal")


def test_random_play_sees_the_game(name: str) -> None:
    """The tests above would prove little if random play never came far."""
    table = play(name, 1, STEPS)
    # A deal of some games takes hundreds of decisions.
    for _ in range(8):
        if sum(isinstance(step.command, Deal) for step in table.steps) > 3:
            break
        for _ in range(STEPS):
            table.go_on()
    assert sum(isinstance(step.command, Deal) for step in table.steps) > 3
    kinds = {type(step.command.action) for step in table.steps if isinstance(step.command, Act)}
    assert len(kinds) > 1
