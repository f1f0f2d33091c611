"""Owning a table over real sockets: the owner's actions, the guests' requests, and all notices."""

from __future__ import annotations

from typing import Any

import pytest
from tests.clocks import until

from carteado.client.lobby import list_tables
from carteado.engine.controls import CONTROL_EVENTS, Controls
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Happened
from carteado.scene.refusals import refusal_text
from carteado.scene.words import words_of
from carteado.server.lobby.abandoned import OWNER_GONE_MS
from carteado.server.lobby.leases import LEASE_MS

from .players import Guest, asked_first
from .server_clock import ServerClock

CASH = {"format": "cash", "seats": 4, "stack": 400}

OF_THE_OWNER: list[tuple[type, dict[str, Any]]] = [
    (wire.Rename, {"title": "Mine now"}),
    (wire.Lock, {}),
    (wire.Unlock, {}),
    (wire.SetCode, {"code": "sesame"}),
    (wire.Admit, {"knock": 1}),
    (wire.TurnAway, {"knock": 1}),
    (wire.Pause, {}),
    (wire.Resume, {}),
    (wire.Remove, {"seat": 0}),
    (wire.Ban, {"seat": 0}),
    (wire.Unban, {"name": "Ana"}),
    (wire.Configure, {"options": {"big_blind": 40}}),
    (wire.Correct, {"seat": 1, "amount": 500, "reason": "a gift"}),
    (wire.HandOver, {"seat": 1}),
    (wire.Mute, {"name": "Ana"}),
    (wire.CloseTable, {}),
]


async def seated(*guests: Guest) -> None:
    """The first opens a cash table, and all of them sit down in order."""
    table = await guests[0].open(options=CASH, title="Friday")
    for guest in guests:
        guest.table = table
        await guest.ask(wire.Join)


async def paused_between_hands(owner: Guest, *others: Guest) -> None:
    """The owner pauses, and everybody folds until the hand that is played is over."""
    await asked_first(owner, *others)
    await owner.ask(wire.Pause)
    hands = len(owner.happened("hand_ended"))
    while len(owner.happened("hand_ended")) == hands:
        asked = await asked_first(owner, *others)
        await asked.act("fold")
        await owner.ask(wire.Ping)


async def test_the_owners_actions_are_refused_to_others(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana, rui)
        for cls, fields in OF_THE_OWNER:
            error = await rui.refusal(cls, **fields)
            assert error.code in ("table/not_owner", "seat/not_opener"), cls
            assert "owner" in error.message or "opened" in error.message
        assert not [one for one in rui.heard(Happened) if type(one.event) in CONTROL_EVENTS]
        assert ana.view.opened.title == "Friday"
        assert ana.view.controls == Controls()


async def test_a_title_is_changed_and_no_two_tables_have_one(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana, rui)
        await ana.ask(wire.Rename, title="Saturday")
        assert (await rui.saw("table_renamed")).title == "Saturday"
        assert [one.title for one in await list_tables(rui.client)] == ["Saturday"]
        other = await rui.open(options=CASH, title="Saturday")
        titles = {one.table: one.title for one in await list_tables(rui.client)}
        assert titles[other] == "Saturday 2"
        rui.table = other
        error = await rui.refusal(wire.Rename, title="saturday")
        assert "saturday 3" in error.message


async def test_guests_knock_at_a_locked_table_and_the_owner_answers(fresh_url: str) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva") as eva,
    ):
        await seated(ana)
        await ana.ask(wire.Lock)
        for guest, number in ((rui, 1), (eva, 2)):
            guest.table = ana.table
            error = await guest.refusal(wire.Join)
            assert (error.code, "knock" in error.message) == ("table/locked", True)
            assert (await guest.ask(wire.Knock)).result == number
            await guest.ask(wire.Watch)
        assert (await rui.refusal(wire.Knock)).code == "table/knocked"
        knocked = await ana.saw("knocked", 2)
        assert (knocked.name, knocked.knock, knocked.key) == ("Eva", 2, "")
        assert ana.view.controls.knock_names == ("Rui", "Eva")
        await ana.ask(wire.Admit, knock=1)
        await ana.ask(wire.TurnAway, knock=2)
        assert (await eva.saw("knock_answered", 2)).admitted is False
        assert (await rui.ask(wire.Join)).result == 1
        assert (await eva.refusal(wire.Join)).code == "table/locked"
        assert "no knock 2" in (await ana.refusal(wire.Admit, knock=2)).message
        await ana.ask(wire.Unlock)
        assert (await eva.ask(wire.Join)).result == 2


async def test_a_table_with_a_code_seats_only_players_with_it_and_keeps_it_secret(
    fresh_url: str,
) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana)
        await ana.ask(wire.SetCode, code="sesame7")
        rui.table = ana.table
        await rui.ask(wire.Watch)
        for fields in ({}, {"code": "barley77"}):
            error = await rui.refusal(wire.Join, **fields)
            assert (error.code, "code" in error.message) == ("table/code", True)
        assert (await rui.ask(wire.Join, code="sesame7")).result == 1
        for guest in (ana, rui):
            history = (await guest.ask(wire.History)).result["events"]
            (lines,) = [one for one in history if one["type"] == "code_set"]
            assert lines["protected"]
            assert "sesame7" not in str(history)
            assert not lines.get("digest")
        await ana.ask(wire.SetCode)
        assert not ana.view.controls.protected


async def test_a_pause_stops_clock_and_dealing_until_the_owner_resumes(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana, rui)
        first = await asked_first(ana, rui)
        other = rui if first is ana else ana
        deal = ana.view.committed.deal
        await ana.ask(wire.Pause)
        assert (await rui.saw("table_paused")).reason == "owner"
        server_clock.pass_time(600)
        # The players of the hand may act, and no clock did it for them.
        await first.act("call")
        await other.act("fold" if not (await other.prompted()).legal.check else "check")
        assert not ana.happened("timed_out")
        assert (await ana.refusal(wire.Pause)).code == "table/unchanged"
        await ana.ask(wire.Resume)
        assert (await rui.saw("table_paused", 2)).reason is None
        while rui.view.committed.deal == deal:
            asked = await asked_first(ana, rui)
            await asked.act("fold")
            await until(lambda: rui.view.committed.deal > deal or rui.view.state.in_hand)
        # Between two hands nothing is dealt while the table is paused.
        await paused_between_hands(ana, rui)
        deal = rui.view.committed.deal
        server_clock.pass_time(600)
        assert (await ana.ask(wire.Ping)) is not None
        assert rui.view.committed.deal == deal
        await ana.ask(wire.Resume)
        await until(lambda: rui.view.committed.deal == deal + 1)


async def test_a_player_is_sent_away_for_an_hour_and_a_banned_one_for_good(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva") as eva,
    ):
        await seated(ana, rui, eva)
        await paused_between_hands(ana, rui, eva)
        assert (await ana.refusal(wire.Ban, seat=0)).code == "seat/own"
        await ana.ask(wire.Remove, seat=1)
        await until(lambda: ana.view.state.names[1] is None)
        error = await rui.refusal(wire.Join)
        assert "removed" in error.message
        await ana.ask(wire.Ban, seat=2)
        event = await rui.saw("player_banned")
        assert (event.name, event.key) == ("Eva", "")
        server_clock.pass_time(3_700)
        assert (await rui.ask(wire.Join)).result == 1
        assert (await eva.refusal(wire.Join)).code == "seat/banned"
        error = await ana.refusal(wire.Unban, name="Ewa")
        assert "Eva" in error.message
        await ana.ask(wire.Unban, name="Eva")
        assert (await eva.ask(wire.Join)).result == 2


async def test_blinds_buy_ins_and_clocks_change_with_the_next_hand(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana, rui)
        first = await asked_first(ana, rui)
        options = {"small_blind": 20, "big_blind": 40, "buy_in_min": 200, "buy_in_max": 1_000}
        await ana.ask(wire.Configure, options=options, settings={"decision_ms": 45_000})
        assert (await rui.saw("options_planned")).options == options
        assert rui.view.options.big_blind == 20
        await first.act("fold")
        await rui.saw("options_changed")
        asked = await asked_first(ana, rui)
        assert (await asked.prompted()).time_ms > 30_000
        await until(lambda: sorted(rui.view.state.bets) == [0, 0, 20, 40])
        async with Guest(fresh_url, "Eva", table=ana.table) as eva:
            for credit in (199, 1_001):
                assert "200 to 1,000" in (await eva.refusal(wire.Join, credit=credit)).message
            await eva.ask(wire.Join, credit=1_000)
        error = await ana.refusal(wire.Configure, options={"seats": 9})
        assert (error.code, "seats" in error.message) == ("options/unknown", True)
        error = await ana.refusal(wire.Configure, options={"buy_in_min": -1})
        assert error.message == "buy_in_min: -1 is not from 1 to 9007199254740991"
        assert refusal_text(error, words_of("de")) == (
            "Kleinster Buy-in: −1 liegt nicht im Bereich von 1 bis 9.007.199.254.740.991"
        )
        assert refusal_text(error, words_of("pt_BR")) == (
            "Menor buy-in: −1 não está no intervalo de 1 a 9.007.199.254.740.991"
        )


async def test_chips_are_given_and_taken_with_a_reason_that_all_see_and_the_ledger_counts(
    fresh_url: str,
) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva", kind="viewer") as rail,
    ):
        await seated(ana, rui)
        rail.table = ana.table
        await rail.ask(wire.Watch)
        await asked_first(ana, rui)
        error = await ana.refusal(wire.Correct, seat=1, amount=50, reason="too early")
        assert error.code == "table/hand_running"
        await paused_between_hands(ana, rui)
        before = ana.view.state.stacks[1]
        await ana.ask(wire.Correct, seat=1, amount=50, reason="paid the pizza")
        await ana.ask(wire.Correct, seat=0, amount=-30, reason="misdeal")
        for guest in (rui, rail):
            await guest.saw("chips_corrected", 2)
            given, taken = guest.happened("chips_corrected")
            assert (given.seat, given.amount, given.reason) == (1, 50, "paid the pizza")
            assert given.stack == before + 50
            assert (taken.amount, taken.reason) == (-30, "misdeal")
        error = await ana.refusal(wire.Correct, seat=1, amount=-9_999, reason="all")
        assert f"Take at most {before + 50}" in error.message
        book = (await rui.ask(wire.Ledger)).result
        found = {one["name"]: one["corrections"] for one in book["players"]}
        assert found == {"Ana": -30, "Rui": 50}


@pytest.mark.exhaustive  # the bot is a process of its own
async def test_bots_are_seated_play_and_are_sent_away(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana:
        await seated(ana)
        error = await ana.refusal(wire.AddBot, bot="equty")
        assert "equity" in error.message
        seat = (await ana.ask(wire.AddBot, bot="caller")).result
        await until(lambda: ana.view.state.bots[seat])
        asked = await ana.prompted()
        await ana.act("check" if asked.legal.check else "call")
        await until(lambda: ana.followed.prompt not in (None, asked))  # the bot has acted
        await ana.ask(wire.RemoveBot, seat=seat)
        await ana.act("fold")
        await until(lambda: ana.view.state.names[seat] is None)


async def test_a_closed_table_is_announced_to_all_and_its_log_stays(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await seated(ana, rui)
        await asked_first(ana, rui)
        assert (await ana.refusal(wire.CloseTable)).code == "table/hand_running"
        await paused_between_hands(ana, rui)
        await ana.ask(wire.CloseTable)
        assert "owner" in (await rui.saw("table_closed")).reason
        await until(lambda: rui.view.closed)
        assert await list_tables(rui.client) == ()
        assert (await rui.ask(wire.Ledger)).result["title"] == "Friday"
        assert (await rui.refusal(wire.Join)).code in ("table/closed", "table/unknown")


async def test_the_table_is_handed_over_and_passes_to_the_longest_seated_person(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with Guest(fresh_url, "Eva") as eva, Guest(fresh_url, "Rui") as rui:
        async with Guest(fresh_url, "Ana") as ana:
            await seated(ana)
            rui.table = eva.table = ana.table
            await rui.ask(wire.Join, seat=3)
            server_clock.pass_time(1)
            await eva.ask(wire.Join, seat=1)
            await ana.ask(wire.HandOver, seat=1)
            event = await rui.saw("owner_changed")
            assert (event.seat, event.name, event.reason) == (1, "Eva", "handed_over")
            assert (await ana.refusal(wire.Lock)).code == "table/not_owner"
            await eva.ask(wire.HandOver, seat=0)
            await ana.ask(wire.Lock)
        # Ana is gone. Rui sat down before Eva did.
        while not rui.happened("owner_changed")[2:]:
            server_clock.pass_time(max(OWNER_GONE_MS, LEASE_MS) // 1000)
            await rui.ask(wire.Ping)
        event = rui.happened("owner_changed")[-1]
        assert (event.seat, event.name, event.reason) == (3, "Rui", "owner_gone")
        await rui.ask(wire.Unlock)
