"""Random play over all options: chips are conserved, nothing gets stuck, all contracts hold."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.games.holdem.tables import Played, seated

from carteado.engine.cards import PACK
from carteado.engine.errors import Refusal
from carteado.engine.game import (
    Act,
    Command,
    Deal,
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
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import PostBlind, Show
from carteado.engine.games.holdem.options import Level, Options

AMOUNTS = st.integers(1, 60)


@st.composite
def all_options(draw: st.DrawFn, form: Literal["freezeout", "cash"]) -> Options:
    seats = draw(st.integers(2, 10))
    big = draw(st.integers(1, 12))
    levels = draw(st.lists(st.integers(2, 12), unique=True, max_size=3))
    return Options(
        seats=seats,
        format=form,
        stack=draw(AMOUNTS),
        stacks=tuple(draw(st.lists(AMOUNTS, min_size=seats, max_size=seats))),
        small_blind=draw(st.integers(0, big)),
        big_blind=big,
        ante=draw(st.integers(0, 4)),
        ante_kind=draw(st.sampled_from(["each", "big_blind"])),
        schedule=tuple(
            Level(hand=at, small_blind=at, big_blind=2 * at, ante=at % 3) for at in sorted(levels)
        ),
        max_bet=draw(st.none() | st.integers(1, 40)),
        reveal=draw(st.sampled_from(["never", "hand"])),
        showdown=draw(st.sampled_from(["auto", "ask"])),
    )


def deal(table: Played, chance: random.Random) -> None:
    deck = list(PACK)
    chance.shuffle(deck)
    table.send(Deal(deck=tuple(deck)))


def move(table: Played, chance: random.Random) -> None:
    """The seat to act does something that it is offered; all that is offered is accepted."""
    seat = GAME.turn(table.state)
    assert seat is not None
    legal = GAME.legal(table.state, seat)
    corners = GAME.corners(legal)
    assert GAME.default(table.state, seat) in corners
    for action in corners:
        assert not isinstance(GAME.decide(table.state, Act(seat=seat, action=action)), Refusal)
    table.send(Act(seat=seat, action=GAME.pick(legal, chance.randrange(10**6))))


def check_middle(table: Played) -> None:
    """What always holds of a table, whatever happened."""
    state = table.state
    assert min(state.stacks) >= 0
    assert state.in_hand == (GAME.turn(state) is not None)
    assert state.pot == sum(state.paid) + state.dead - sum(state.pots)
    if not state.in_hand:
        assert state.pot == 0
        if state.hand and not state.running:
            assert state.options.is_cash or state.winner is not None
    for view in table.views.values():
        for at, card in GAME.exposed(view).items():
            assert state.deck[at] == card


seeded = pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(1, 4))]
)


@seeded
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(options=all_options("freezeout"), number=st.integers(0, 10**6))
def test_a_freezeout_conserves_its_chips_and_ends(seed: int, options: Options, number: int) -> None:
    chance = random.Random(number * 4 + seed)
    table = seated(options)
    chips = GAME.total(table.state)
    assert chips == sum(options.stacks)
    last_big = None
    for _ in range(120):
        if GAME.over(table.state):
            break
        if GAME.turn(table.state) is None:
            assert GAME.pack(table.state) == PACK
            deal(table, chance)
            if table.state.hand and not table.state.drawn:
                assert table.state.big != last_big
                last_big = table.state.big
        else:
            move(table, chance)
        assert GAME.total(table.state) == chips
        check_middle(table)
    if GAME.over(table.state):
        winner = table.state.winner
        assert winner is not None
        assert table.state.stacks[winner] == chips
        for seat, name in enumerate(table.state.names):
            if name is None:
                table.sit(seat)
        table.send(Rematch(seat=None))
        assert GAME.total(table.state) == chips
        assert GAME.pack(table.state) == PACK


def something_happens(table: Played, chance: random.Random) -> None:
    """Somebody comes, goes, pauses, returns, adds chips, posts or shows, if that is allowed."""
    seat = chance.randrange(len(table.state.names))
    commands: list[Command] = [
        Sit(seat=seat, name="new", credit=chance.choice([None, 30])),
        Sit(seat=seat, name="bot", bot=True),
        Leave(seat=seat),
        SitOut(seat=seat),
        Return(seat=seat),
        Return(seat=seat),
        TopUp(seat=seat, amount=chance.randint(1, 30)),
        Act(seat=seat, action=PostBlind()),
        Act(seat=seat, action=Show()),
    ]
    table.try_(chance.choice(commands))


def brought_and_taken(table: Played) -> int:
    """Chips that came to the table with the last command, less those that left it."""
    taken = [event.stack for event in table.happened(SeatLeft) if event.at_once]
    brought = [event.stack for event in table.happened(SeatTaken)]
    added = [event.amount for event in table.happened(ToppedUp)]
    return sum(brought) + sum(added) - sum(taken)


@seeded
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(options=all_options("cash"), number=st.integers(0, 10**6))
def test_a_cash_table_conserves_its_chips_while_people_come_and_go(
    seed: int, options: Options, number: int
) -> None:
    chance = random.Random(number * 4 + seed)
    table = Played(options)
    chips, last_big = 0, None
    for _ in range(200):
        table.events = []
        if chance.random() < 0.3:
            something_happens(table, chance)
        elif GAME.turn(table.state) is not None:
            move(table, chance)
        elif GAME.pack(table.state) is not None:
            deal(table, chance)
            state = table.state
            if not state.drawn:
                assert state.big is not None
                assert state.big != last_big
                assert state.small != state.big
                assert len(set(state.order)) == len(state.order) >= 2
                last_big = state.big
        chips += brought_and_taken(table)
        assert GAME.total(table.state) == chips
        check_middle(table)
