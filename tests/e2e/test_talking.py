"""Chat of seats and rail, spectators, their delay, and the waiting list, over real sockets."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import pytest
from tests.clocks import until

from carteado.client.lobby import list_tables
from carteado.protocol import messages as wire
from carteado.protocol.phrases import PHRASES
from carteado.protocol.session_events import (
    ChatHeard,
    Happened,
    PlaceChanged,
    PresenceChanged,
    ReactionSeen,
)

from .players import Guest, asked_first
from .server_clock import ServerClock


@contextlib.asynccontextmanager
async def evening(url: str, **settings: int) -> AsyncIterator[tuple[Guest, Guest, Guest]]:
    """Two who play a hand at the first one's table, and one who watches from the rail."""
    async with Guest(url, "Ana") as ana, Guest(url, "Rui") as rui, Guest(url, "Eva") as eva:
        await ana.open(options={"format": "cash", "seats": 2, "stack": 400}, settings=settings)
        rui.table = eva.table = ana.table
        await eva.ask(wire.Watch)
        for guest in (ana, rui):
            await guest.ask(wire.Join)
        await asked_first(ana, rui)
        yield ana, rui, eva


def texts(guest: Guest) -> list[tuple[str, str, str]]:
    return [(one.name, one.channel, one.text) for one in guest.heard(ChatHeard)]


def watching(guest: Guest) -> int | None:
    """Spectators as somebody was told last, None where that has not been yet."""
    result = guest.heard(PresenceChanged)
    return result[-1].watching if result else None


async def test_spectators_are_counted_for_all_at_the_table_and_in_the_list(fresh_url: str) -> None:
    async with evening(fresh_url) as (ana, rui, _):
        await until(lambda: watching(rui) == 1)
        async with Guest(fresh_url, "Leo", kind="viewer", table=ana.table) as leo:
            await leo.ask(wire.Watch)
            await until(lambda: watching(rui) == 2)
            (listed,) = await list_tables(leo.client)
            assert listed.watching == 2
        await until(lambda: watching(rui) == 1)
        await until(lambda: rui.heard(PresenceChanged)[-1].connected == (True, True))


async def test_the_rail_sees_a_hand_only_after_the_delay_that_the_table_sets(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with evening(fresh_url, delay_ms=60_000) as (ana, rui, eva):
        first = await asked_first(ana, rui)
        await first.act("call")
        await rui.saw("called")
        await ana.ask(wire.Chat, text="nice hand")
        await eva.ask(wire.Ping)
        assert not eva.happened("hand_started")
        assert not eva.heard(ChatHeard)
        (listed,) = await list_tables(eva.client)
        assert listed.deals == 0
        async with Guest(fresh_url, "Leo", kind="viewer", table=ana.table) as late:
            await late.ask(wire.Watch)
            await until(lambda: late.followed.live)
            assert not late.view.state.in_hand
            server_clock.pass_time(61)
            for rail in (eva, late):
                await rail.saw("called")
                await until(lambda rail=rail: rail.heard(ChatHeard))
                # It saw the same, without a gap, and no hole card.
                seats = {one.seq: one.event.type for one in rui.heard(Happened)}
                seen = {one.seq: one.event.type for one in rail.heard(Happened)}
                assert list(seen) == list(range(min(seen), max(seen) + 1))
                assert {seq: seen[seq] for seq in seen if seq in seats}.items() <= seats.items()
                assert {card for hand in rail.view.state.hands for card in hand} == {"??"}


async def test_the_rail_talks_apart_while_a_hand_is_played_and_is_marked(fresh_url: str) -> None:
    async with evening(fresh_url) as (ana, rui, eva):
        await rui.ask(wire.Chat, text="good luck")
        await until(lambda: texts(eva) == [("Rui", "seats", "good luck")])
        async with Guest(fresh_url, "Leo", kind="viewer", table=ana.table) as leo:
            await leo.ask(wire.Watch)
            await eva.ask(wire.Chat, text="he bluffs")
            await until(lambda: ("Eva", "rail", "he bluffs") in texts(leo))
        assert leo.heard(ChatHeard)[-1].seat is None
        await ana.ask(wire.Ping)
        assert "he bluffs" not in str(texts(ana) + texts(rui))
        await ana.ask(wire.Pause)
        await (await asked_first(ana, rui)).act("fold")
        await eva.saw("hand_ended")
        await eva.ask(wire.Chat, text="well played")
        await until(lambda: texts(ana)[-1] == ("Eva", "rail", "well played"))


async def test_a_muted_player_says_nothing_until_the_owner_lifts_it(fresh_url: str) -> None:
    async with evening(fresh_url) as (ana, rui, eva):
        await ana.ask(wire.Mute, name="rui")
        event = await eva.saw("player_muted")
        assert (event.name, event.key, event.muted) == ("Rui", "", True)
        for cls, fields in (
            (wire.Chat, {"text": "hey"}),
            (wire.Phrase, {"phrase": "hello"}),
            (wire.React, {"reaction": "clap"}),
        ):
            assert (await rui.refusal(cls, **fields)).code == "chat/muted"
        assert "Rui" in (await ana.refusal(wire.Mute, name="Ruy")).message
        assert (await rui.refusal(wire.Unmute, name="Rui")).code == "table/not_owner"
        await ana.ask(wire.Unmute, name="Rui")
        await rui.ask(wire.Chat, text="hey")
        await until(lambda: texts(eva) == [("Rui", "seats", "hey")])


async def test_only_the_blocking_player_hears_nothing_more_of_the_blocked_one(
    fresh_url: str,
) -> None:
    async with evening(fresh_url) as (ana, rui, eva):
        await ana.ask(wire.Block, name="Rui")
        await rui.ask(wire.Chat, text="can you hear me")
        await rui.ask(wire.React, reaction="clap")
        await until(lambda: texts(eva) and eva.heard(ReactionSeen))
        await ana.ask(wire.Ping)
        assert not texts(ana)
        assert not ana.heard(ReactionSeen)
        assert (await ana.refusal(wire.Block, name="Ana")).code == "seat/own"
        assert "Rui" in (await ana.refusal(wire.Unblock, name="Ruy")).message
        await ana.ask(wire.Unblock, name="Rui")
        await rui.ask(wire.Chat, text="and now")
        await until(lambda: texts(ana) == [("Rui", "seats", "and now")])


async def test_phrases_and_reactions_travel_as_words_that_the_welcome_lists(fresh_url: str) -> None:
    async with evening(fresh_url) as (ana, rui, eva):
        assert ana.client.welcome.phrases == PHRASES
        phrase, reaction = next(iter(PHRASES)), next(iter(ana.client.welcome.reactions))
        await ana.ask(wire.Phrase, phrase=phrase)
        await ana.ask(wire.React, reaction=reaction)
        for guest in (rui, eva):
            await until(lambda guest=guest: guest.heard(ChatHeard) and guest.heard(ReactionSeen))
            (said,), (shown,) = guest.heard(ChatHeard), guest.heard(ReactionSeen)
            assert (said.phrase, said.text, said.seat) == (phrase, PHRASES[phrase], 0)
            assert (shown.reaction, shown.name, shown.seat) == (reaction, "Ana", 0)
        error = await ana.refusal(wire.React, reaction="klap")
        assert "clap" in error.message


async def test_partners_say_phrases_alone_while_a_deal_is_played(fresh_url: str) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva") as eva,
        Guest(fresh_url, "Leo") as leo,
    ):
        guests = (ana, rui, eva, leo)
        await ana.open(game="buraco")
        for guest in guests:
            guest.table = ana.table
            await guest.ask(wire.Join)
        await asked_first(*guests)
        error = await rui.refusal(wire.Chat, text="I need sevens")
        assert (error.code, PHRASES["hello"] in error.message) == ("chat/phrases_only", True)
        assert (await rui.refusal(wire.React, reaction="clap")).code == "chat/phrases_only"
        await rui.ask(wire.Phrase, phrase="hello")
        await until(lambda: texts(leo) == [("Rui", "seats", PHRASES["hello"])])


def places(guest: Guest) -> list[tuple[int | None, int, int | None, str | None]]:
    changes = [one.message for one in guest.heard(PlaceChanged)]
    return [(one.place, one.waiting, one.seat, one.reason) for one in changes]


@pytest.mark.parametrize("answer", ["joins", "declines", "lets the time pass"])
async def test_a_free_seat_is_offered_to_the_first_waiting_player(
    fresh_url: str, server_clock: ServerClock, answer: str
) -> None:
    async with evening(fresh_url) as (ana, rui, eva), Guest(fresh_url, "Leo") as leo:
        leo.table = ana.table
        assert (await eva.refusal(wire.Join)).code == "table/full"
        assert (await eva.ask(wire.Wait)).result == 1
        assert (await leo.ask(wire.Wait)).result == 2
        assert (await eva.refusal(wire.Wait)).code == "table/waiting"
        await until(lambda: places(leo)[-1:] == [(2, 2, None, None)])
        await ana.ask(wire.Pause)
        await (await asked_first(ana, rui)).act("fold")
        await rui.ask(wire.Leave)
        await until(lambda: places(eva)[-1:] == [(1, 2, 1, None)])
        # The seat is kept: neither who waits behind nor anybody else has it.
        assert (await leo.refusal(wire.Join)).code == "table/full"
        if answer == "joins":
            assert (await eva.ask(wire.Join)).result == 1
            await until(lambda: places(leo)[-1] == (1, 1, None, None))
            return
        if answer == "declines":
            await eva.ask(wire.StopWaiting)
        else:
            server_clock.pass_time(61)
        why = "left" if answer == "declines" else "expired"
        await until(lambda: places(eva)[-1] == (None, 1, None, why))
        await until(lambda: places(leo)[-1] == (1, 1, 1, None))
        assert (await leo.ask(wire.Join)).result == 1
