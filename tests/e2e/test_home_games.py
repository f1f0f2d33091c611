"""Straddles, bomb pots and the bounty for seven and deuce over real sockets, from both sides."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.clocks import until

from carteado.protocol import messages as wire
from carteado.server.app import running
from carteado.server.ops.config import Settings

from .players import Guest, asked_first
from .server_clock import ServerClock

PAUSE_S = 60
"""Between two hands, on a clock that stands still until the test moves it."""

Table = list[Guest]


@contextlib.asynccontextmanager
async def table(
    clock: ServerClock, names: str = "Ana Rui Eva", seed: int = 1, **options: Any
) -> AsyncIterator[Table]:
    """A cash table at which all these people sit, and one watches from the rail, last."""
    settings = Settings(host="127.0.0.1", port=0, store="memory:", tables=False, announce=False)
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            running(settings, entropy=random.Random(seed).randbytes)
        )
        url = f"ws://127.0.0.1:{server.port}"
        guests = [Guest(url, name, cuts=False) for name in names.split()]
        guests.append(Guest(url, "Rail", kind="viewer"))
        for guest in guests:
            await stack.enter_async_context(guest)
        chosen = {"format": "cash", "seats": len(guests) - 1, "stack": 400, **options}
        await guests[0].open(options=chosen, settings={"pause_ms": PAUSE_S * 1000})
        for guest in guests:
            guest.table = guests[0].table
            await guest.ask(wire.Watch if guest is guests[-1] else wire.Join)
        await next_hand(clock, guests)
        yield guests


async def next_hand(clock: ServerClock, guests: Table) -> Guest:
    """Wait for the next hand; the first seat to act."""
    hands = [len(one.happened("hand_started")) for one in guests]
    clock.pass_time(PAUSE_S)
    for guest, before in zip(guests, hands, strict=True):
        await guest.saw("hand_started", before + 1)
    return await asked_first(*guests[:-1])


async def fold_out(guests: Table, *staying: Guest) -> None:
    """Everybody else folds until the hand is over."""
    ended = [len(one.happened("hand_ended")) for one in guests]
    while len(guests[0].happened("hand_ended")) == ended[0]:
        asked = await asked_first(*guests[:-1])
        legal = (await asked.prompted()).legal
        stays = "check" if legal.check else "call"
        await asked.act(stays if asked in staying else "fold")
        await guests[0].ask(wire.Ping)
    for guest, before in zip(guests, ended, strict=True):
        await guest.saw("hand_ended", before + 1)


async def test_a_straddle_is_wished_posted_and_seen_by_all(server_clock: ServerClock) -> None:
    async with table(server_clock, straddle=True) as guests:
        await fold_out(guests)
        error = await guests[3].refusal(wire.Act, decision=0, action={"type": "straddle"})
        assert error.code == "session/viewer"
        for guest in guests[:3]:
            await guest.unasked("straddle")
        error = await guests[0].refusal(wire.Act, decision=0, action={"type": "straddle"})
        assert error.code.startswith("action/")
        first = await next_hand(server_clock, guests)
        for guest in guests:
            (posted,) = guest.happened("straddle_posted")
            state = guest.view.state
            assert (posted.amount, posted.seat) == (40, state.button)  # under the gun of three
            assert (state.current_bet, state.house.straddler) == (40, posted.seat)
        assert first.followed.seat != posted.seat
        assert (await first.prompted()).legal.raise_to[0] == 80
        await first.act("call")
        await (await asked_first(*guests[:3])).act("call")
        last = await asked_first(*guests[:3])
        assert last.followed.seat == posted.seat
        assert (await last.prompted()).legal.check


async def test_a_bomb_pot_is_dealt_regularly_and_by_vote(
    server_clock: ServerClock,
) -> None:
    async with table(server_clock, bomb_every=3, bomb_vote=True, bomb_ante=25) as guests:
        ana, rui, eva, rail = guests
        called = []
        for hand in range(1, 4):
            while guests[0].view.state.hand < hand:
                await next_hand(server_clock, guests)
            called.append(len(rail.happened("bomb_pot_called")))
            await fold_out(guests)
        assert called == [0, 0, 1]
        (bomb,) = rail.happened("bomb_pot_called")
        assert (bomb.ante, bomb.voted) == (25, False)
        # Two of three are more than half; one is not.
        await ana.unasked("bomb_pot")
        error = await ana.refusal(wire.Act, decision=0, action={"type": "bomb_pot"})
        assert error.code.startswith("action/")
        await next_hand(server_clock, guests)
        assert len(rail.happened("bomb_pot_called")) == 1
        await fold_out(guests)
        await rui.unasked("bomb_pot")
        await next_hand(server_clock, guests)
        assert rail.happened("bomb_pot_called")[-1].voted
        for guest in guests:
            state = guest.view.state
            assert (state.street, state.pot, len(state.board)) == ("flop", 75, 3)
        assert eva.happened("bomb_pot_voted")[-1].seat == 1


async def test_a_shown_win_with_seven_and_deuce_is_paid_by_the_others(
    server_clock: ServerClock,
) -> None:
    async with table(server_clock, "Ana Rui", seed=SEED, seven_deuce=25) as guests:
        winner = next(one for one in guests[:2] if holds_seven_deuce(one))
        loser = next(one for one in guests[:2] if one is not winner)
        if guests[0].view.game.turn(guests[0].view.state) == winner.followed.seat:
            await winner.act("call")
        await fold_out(guests, winner)
        assert not guests[2].happened("bounty_paid")
        await loser.unasked("show")  # which earns nothing
        await winner.unasked("show")
        for guest in guests:
            paid = await guest.saw("bounty_paid")
            assert (paid.seat, paid.amount) == (winner.followed.seat, 25)
            assert paid.paid[loser.followed.seat] == 25
        stacks = guests[2].view.state.stacks
        assert sum(stacks) == 800
        await until(lambda: winner.view.state.stacks == stacks)


SEED = 30
"""Deals seven and deuce of two suits to one of two in the first hand."""


def holds_seven_deuce(guest: Guest) -> bool:
    cards = guest.view.state.hands[guest.followed.seat or 0]
    return {card[0] for card in cards} == {"7", "2"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seven_deuce": 25, "format": "freezeout"}, "format=cash"),
        ({"bomb_every": -1}, "from 0 to"),
        ({"straddle": "yes"}, "straddle"),
        ({"missed_blinds": "none"}, "'big', 'both'"),
    ],
)
async def test_invalid_house_rules_are_refused_with_the_valid_values(
    fresh_url: str, options: dict[str, Any], says: str
) -> None:
    async with Guest(fresh_url, "Ana") as ana:
        error = await ana.refusal(wire.Open, game="holdem", options=options)
        assert says in error.message, error.message
