"""Kind defaults over real sockets: absence, return, pauses, new games, titles, leaving, amounts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.clients.commands import typist
from tests.clocks import until

from carteado.protocol import messages as wire
from carteado.protocol.session_events import PresenceChanged

from .players import Guest, asked_first, open_table
from .server_clock import ServerClock

CASH = {"format": "cash", "seats": 4, "stack": 400, "missed_blinds": "both"}


async def in_turn(*guests: Guest, until_done: Callable[[], object]) -> None:
    """Let the acting player fold until something holds."""
    while not until_done():
        asked = next((one for one in guests if one.followed.prompt), None)
        if asked is None:
            await asyncio.sleep(0.001)
            continue
        await asked.act("fold")


async def test_a_doorbell_costs_no_game_and_missed_blinds_are_posted_on_return(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva") as eva,
        Guest(fresh_url, "Leo") as leo,
    ):
        guests = (ana, rui, eva, leo)
        await ana.open(options=CASH, settings={"decision_ms": 30_000, "bank_ms": 0})
        for guest in guests:
            guest.table = ana.table
            await guest.ask(wire.Join)
        away = await asked_first(*guests)
        others = tuple(one for one in guests if one is not away)
        seat = away.followed.seat
        assert seat is not None
        # The doorbell rings. Behind the time for the decision a person among people has grace.
        server_clock.pass_time(35)
        await ana.ask(wire.Ping)
        assert not ana.happened("timed_out")
        server_clock.pass_time(20)
        timed_out = await others[0].saw("timed_out")
        assert timed_out.seat == seat
        assert (await others[0].saw("sat_out")).seat == seat

        # The others continue without waiting for the seat, which then owes its blinds.
        def owes() -> bool:
            owed = ana.view.state.house.owed
            return bool(owed) and owed[seat] == 3  # the big blind and the small one

        await in_turn(*others, until_done=owes)
        await away.ask(wire.SitIn)
        await away.unasked("post_blind")
        await in_turn(*guests, until_done=lambda: ana.happened("missed_blinds_posted"))
        (posted,) = ana.happened("missed_blinds_posted")
        assert (posted.seats, posted.dead) == ((seat,), 10)
        await until(lambda: ana.view.state.paid[seat] == 20 or ana.view.state.bets[seat] == 20)


@pytest.mark.exhaustive  # the bot is a process of its own
async def test_a_table_of_one_person_and_bots_waits_while_the_person_is_away(
    fresh_url: str,
) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Eva", kind="viewer") as rail:
        await ana.open(options={"format": "cash", "stack": 400})
        await ana.ask(wire.Join)
        await ana.ask(wire.AddBot, bot="caller")
        rail.table = ana.table
        await rail.ask(wire.Watch)
        await ana.prompted()
        token = ana.client.welcome.token
        await ana.client.close()
        assert (await rail.saw("table_paused")).reason == "away"
        deal = rail.view.committed.deal
        async with Guest(fresh_url, "Ana", token=token, table=ana.table) as again:
            await again.ask(wire.Watch)
            assert (await rail.saw("table_paused", 2)).reason is None
            assert rail.view.committed.deal == deal
            await again.act("fold")
            await until(lambda: rail.view.committed.deal > deal)


async def test_a_game_between_people_starts_again_only_when_all_agree(
    fresh_url: str, server_clock: ServerClock
) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await ana.open(options={"stack": 40}, settings={"auto_restart": True})
        rui.table = ana.table
        for guest in (ana, rui):
            await guest.ask(wire.Join)
        while not ana.happened("game_won"):
            asked = next((one for one in (ana, rui) if one.followed.prompt), None)
            if asked is None:
                await asyncio.sleep(0.001)
                continue
            legal = (await asked.prompted()).legal
            await asked.act("all_in" if legal.all_in else "call" if legal.call else "check")
        hands = len(ana.happened("hand_started"))
        server_clock.pass_time(600)
        await ana.ask(wire.Ping)
        await ana.ask(wire.Rematch)
        server_clock.pass_time(600)
        await ana.ask(wire.Ping)
        assert len(ana.happened("hand_started")) == hands
        await rui.ask(wire.Rematch)
        await ana.saw("hand_started", hands + 1)


async def test_a_lost_opponent_and_the_return_are_shown_at_once(fresh_url: str) -> None:
    table = await open_table(fresh_url, options={"format": "cash", "stack": 400})
    ana = await typist("play", fresh_url, "--table", table, "--name", "Ana", "--no-plain")
    async with Guest(fresh_url, "Rui", table=table) as rui:
        await rui.ask(wire.Join)
        await until(lambda: rui.heard(PresenceChanged))
        await ana.until("Rui")
        token = rui.client.welcome.token
    await ana.until("* Rui lost the connection.")
    async with Guest(fresh_url, "Rui", table=table, token=token):
        await ana.until("* Rui is back.")
    assert (await ana.end()).status == 0


async def test_join_takes_part_of_a_title_and_leave_asks_and_names_the_amount(
    fresh_url: str,
) -> None:
    for title in ("Friday night", "Friday at home"):
        await open_table(fresh_url, title=title, options={"format": "cash", "stack": 400})
    ana = await typist("play", fresh_url, "--name", "Ana", "--no-plain")
    await ana.until("Friday at home")
    ana.type("join night of games")
    assert "there is no table 'night of games'" in await ana.until("! ")
    ana.type("join friday")
    line = await ana.until("! ")
    assert "Friday night" in line
    assert "Friday at home" in line
    ana.type("join friday night 1")
    await ana.until("seat 1: Ana, 400 chips")
    ana.type("leave")
    assert "you have 400 chips in play; type leave yes" in await ana.until("! ")
    ana.type("leave yes")
    assert await ana.until("Ana leaves", "seat 1") == "Ana leaves with 400."
    assert await ana.until("Tables:", "seat 1") == "Tables:"
    ana.type("join HOME")
    await ana.until("seat 0: Ana, 400 chips")
    ana.type("join 1")
    assert "type leave first" in await ana.until("! ")
    ana.type("jion friday")
    assert "did you mean 'join'? Type ? for help" in await ana.until("! ")
    assert (await ana.end()).status == 0


async def test_the_line_dialect_takes_titles_and_names_and_the_words_of_the_terminal(
    fresh_url: str,
) -> None:
    for title in ("Friday night", "Friday at home"):
        await open_table(fresh_url, title=title, options={"format": "cash", "stack": 400})
    ana = await typist("play", fresh_url, "--name", "Ana", "--plain")
    ana.type("join night of games", "join friday", "join nowhere")
    assert "there is no table 'night of games'; there are: " in await ana.until("refused")
    assert "Friday night" in await ana.until("refused")
    assert "table/unknown" in await ana.until("refused")
    ana.type("join night", "say hello there", "evening")
    assert (await ana.until("live ")).split()[3] == "0"
    assert '"hello there"' in await ana.until("chat ")
    assert "payments" in await ana.until("since_ms", "refused")
    async with Guest(fresh_url, "Rui", table=ana.read[-1].split()[1]) as rui:
        listed = (await rui.ask(wire.ListTables)).result
        rui.table = next(one["table"] for one in listed if one["title"] == "Friday night")
        await rui.ask(wire.Join)
        await ana.until("seat_taken")
        ana.type("kick Ruy", "kick Rui")
        assert "did you mean Rui?" in await ana.until("refused")
        # Ana does not own the table: it is the seat of Rui that was understood.
        assert "seat/not_opener" in await ana.until("refused")
    assert (await ana.end()).status == 0


@pytest.mark.parametrize(
    ("typed", "total"),
    [("raise to 60", 60), ("raise 3bb", 60), ("r min", 40), ("raise half", 40), ("raise pot", 60)],
)
async def test_words_for_amounts_are_totals_at_the_plain_client(
    fresh_url: str, typed: str, total: int
) -> None:
    table = await open_table(fresh_url, options={"stack": 1500})
    ana = await typist("play", fresh_url, "--table", table, "--name", "Ana", "--no-plain")
    await ana.until("seat 0: Ana")
    async with Guest(fresh_url, "Rui", table=table) as rui:
        await rui.ask(wire.Join)
        # The hand has begun before it is known who acts first.
        await until(lambda: rui.view.state.to_act is not None)
        if rui.view.state.to_act == 1:  # the button of the next hand is Ana's
            await rui.act("fold")
        assert "[r]aise to 40 to " in await ana.until("Your turn")
        ana.type("raise to a lot")
        assert "min, half, pot" in await ana.until("! ")
        ana.type(typed)
        assert (await rui.saw("raised")).to == total
        assert await ana.until("Ana raises") == f"Ana raises to {total}."
    assert (await ana.end()).status == 0
