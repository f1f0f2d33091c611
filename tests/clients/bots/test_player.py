"""What the SDK does around a bot's function."""

from __future__ import annotations

import asyncio
import threading
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.clients.small_host import TABLE, SmallHost
from tests.clocks import PATIENCE_S, until

from carteado.bots import Bot, Player, Tally, View, bot
from carteado.bots.decisions import budget_ms
from carteado.bots.library import caller, random
from carteado.client import Client, CommandRefused, InputError
from carteado.protocol.messages import Hello, Join, Leave, Rematch


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What some game says may be done."""

    check: bool
    get: int


class Reports(list[str]):
    """What a bot reported."""


def player(
    host: SmallHost, tested: Bot, *, hands: int | None = 1, **fields: Any
) -> tuple[Player, Reports]:
    reports = Reports()
    client = Client(host.url, name=tested.name, kind="bot", token=fields.pop("token", None))
    brain = tested.brain()
    return Player(client, brain, hands=hands, report=reports.append, **fields), reports


async def play(host: SmallHost, function: Callable[[View], Any], **fields: Any) -> Any:
    playing, reports = player(host, Bot(function, "tested"), **fields)
    tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
    return tally, reports


def all_in(view: View) -> str:
    return "all-in"


def check_or_fold(view: View) -> str:
    return "check" if view.legal.check else "fold"


@pytest.mark.parametrize("tested", [caller, random])
async def test_a_bot_plays_its_number_of_hands_and_leaves(tested: Bot) -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        playing, reports = player(host, tested, hands=5)
        tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
        assert tally.hands == 5
        assert (tally.late, tally.failed, tally.illegal) == (0, 0, 0)
        assert tally.decisions == len(host.acts) > 0
        assert reports == []
        assert isinstance(host.heard[-1], Leave)


async def test_a_bot_sees_its_seats_view() -> None:
    seen: list[View] = []

    def look(view: View) -> str:
        seen.append(view)
        return "fold"

    async with SmallHost(decision_ms=10_000, bank_ms=7) as host:
        await play(host, look)
    view = seen[0]
    assert view.seat == 1
    assert view.game == "holdem"
    assert view.legal.fold is True
    assert view.legal.no_such_thing is None
    assert view.state.no_such_thing is None
    assert len(view.state.hands[1]) == 2
    assert set(view.state.hands[0]) == {"??"}
    assert 0 < view.time_left <= 9_800
    assert view.bank_ms == 7
    assert view.default["type"] in ("check", "fold")
    with pytest.raises(AttributeError):
        view.legal.fold = False


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        ("fold", {"type": "fold"}),
        ("all-in", {"type": "all_in"}),
        ({"type": "fold"}, {"type": "fold"}),
        ("raise 60", {"type": "raise", "to": 60}),
    ],
)
async def test_forms_of_an_answer(answer: Any, sent: dict[str, Any]) -> None:
    async with SmallHost() as host:
        playing, reports = player(host, Bot(lambda view: answer, "tested"), hands=None)
        task = asyncio.create_task(playing.play())
        await host.until(lambda: bool(host.acts))
        task.cancel()
        assert host.acts[0].action == sent
        assert reports == []


async def test_an_action_of_the_game_is_an_answer() -> None:
    async with SmallHost() as host:
        tally, _ = await play(host, lambda view: view.pick(0))
        assert host.acts[0].action == {"type": "fold"}
        assert tally.failed == 0


async def test_an_amount_below_nothing_is_for_the_table_to_refuse() -> None:
    async with SmallHost() as host:
        tally, _ = await play(host, lambda view: "raise -5")
        assert host.acts[0].action == {"type": "raise", "to": -5}
        assert tally.illegal == tally.decisions > 0


async def test_an_asynchronous_function_is_a_bot_too() -> None:
    async def think(view: View) -> str:
        await asyncio.sleep(0)
        return "fold"

    async with SmallHost() as host:
        tally, _ = await play(host, think)
        assert tally.failed == 0
        assert host.acts[0].action == {"type": "fold"}


@pytest.mark.parametrize(
    ("answer", "report"),
    [
        ("jump", "'jump' is not an action; the actions of holdem are fold"),
        ("raise", "'raise' is not raise to"),
        ("raise much", "is not a whole number"),
        ({"type": "raise"}, "to"),
        (None, "None is not an action"),
        (42, "42 is not an action"),
        ("", "is not an action"),
    ],
)
async def test_nonsense_is_counted_and_the_default_sent(answer: Any, report: str) -> None:
    async with SmallHost() as host:
        tally, reports = await play(host, lambda view: answer)
        assert tally.failed == tally.decisions == len(host.acts) > 0
        assert {act.action["type"] for act in host.acts} <= {"check", "fold"}
        assert report in reports[0]
        assert "instead" in reports[0]


async def test_an_exception_is_reported_with_its_line_and_the_default_sent() -> None:
    def broken(view: View) -> str:
        raise ZeroDivisionError("oh")

    async with SmallHost() as host:
        tally, reports = await play(host, broken)
        assert tally.failed == tally.decisions
        assert "ZeroDivisionError: oh" in reports[0]
        assert "test_player.py:" in reports[0]


async def test_a_function_that_wants_to_exit_does_not() -> None:
    def leaving(view: View) -> str:
        raise SystemExit(3)

    async with SmallHost() as host:
        tally, _ = await play(host, leaving)
        assert tally.failed == tally.decisions


async def test_an_illegal_action_is_counted_and_the_default_sent() -> None:
    async with SmallHost() as host:
        tally, reports = await play(host, lambda view: "raise 1")
        assert tally.illegal == tally.decisions > 0
        assert [act.action["type"] for act in host.acts[:2]] == [
            "raise",
            host.acts[1].action["type"],
        ]
        assert host.acts[1].action["type"] in ("check", "fold")
        assert "raise 1 refused: " in reports[0]
        assert "[action/below_minimum]" in reports[0]


async def test_a_late_answer_is_counted_and_the_default_sent_before_the_deadline() -> None:
    stop = threading.Event()

    def slow(view: View) -> str:
        stop.wait(PATIENCE_S)
        return "all-in"

    async with SmallHost(decision_ms=300) as host:
        tally, reports = await play(host, slow)
        stop.set()
        assert tally.late == tally.decisions > 0
        assert {act.action["type"] for act in host.acts} <= {"check", "fold"}
        assert "no answer in time" in reports[0]


async def test_an_answer_after_the_tables_clock_is_late() -> None:
    asked: list[int] = []
    loop, thinking, stop = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def slow_once(view: View) -> str:
        asked.append(view.decision)
        if len(asked) == 1:
            loop.call_soon_threadsafe(thinking.set)
            stop.wait(PATIENCE_S)
        return check_or_fold(view)

    async with SmallHost(options={"format": "cash"}) as host:
        playing, _ = player(host, Bot(slow_once, "tested"), hands=3)
        task = asyncio.create_task(playing.play())
        await thinking.wait()
        await host.expire()
        await until(lambda: playing.tally.late)  # before that, the bot may answer in time
        stop.set()
        tally = await asyncio.wait_for(task, PATIENCE_S)
        assert (tally.late, tally.hands) == (1, 3)
        assert tally.decisions == len(asked) == len(host.acts) + 1


@pytest.mark.parametrize("quick", [False, True])
async def test_an_answer_that_comes_to_the_table_too_late_is_counted_once(quick: bool) -> None:
    """A quick bot has answered the next decision before the refusal comes."""
    asked: list[int] = []

    async with SmallHost(options={"format": "cash"}) as host:

        def overtaken_once(view: View) -> str:
            asked.append(view.decision)
            if len(asked) == 1:
                host.deaf = True
            return check_or_fold(view)

        playing, _ = player(host, Bot(overtaken_once, "tested", quick=quick), hands=3)
        tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
        assert (tally.late, tally.hands) == (1, 3)
        assert tally.decisions == len(asked) == len(host.acts)


async def test_late_decisions_are_counted_once_each_though_refused_when_the_next_is_late() -> None:
    def slow(view: View) -> str:
        while view.time_left:
            pass
        host.deaf = len(host.acts) < 2
        return "all-in"

    async with SmallHost(decision_ms=100, options={"format": "cash"}) as host:
        playing, _ = player(host, Bot(slow, "tested", quick=True), hands=3)
        tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
        assert tally.late == tally.decisions == len(host.acts)


async def test_a_quick_bot_is_asked_on_the_event_loop_and_others_are_not() -> None:
    threads: list[threading.Thread] = []

    def look(view: View) -> str:
        threads.append(threading.current_thread())
        return "fold"

    for quick in (True, False):
        async with SmallHost() as host:
            playing, reports = player(host, Bot(look, "tested", quick=quick))
            tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
            assert tally.decisions == len(host.acts) > 0
            assert reports == []
    assert [thread is threading.main_thread() for thread in threads] == [True, False]


@pytest.mark.parametrize("answer", ["jump", "raise 1", SystemExit(3), None])
async def test_a_quick_bots_nonsense_is_counted_and_the_default_sent(answer: Any) -> None:
    def nonsense(view: View) -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    async with SmallHost() as host:
        playing, reports = player(host, Bot(nonsense, "tested", quick=True))
        tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
        assert tally.failed + tally.illegal == tally.decisions > 0
        assert host.acts[-1].action["type"] in ("check", "fold")
        assert "instead" in reports[0]


async def test_a_quick_bot_that_was_not_quick_is_late() -> None:
    def slow(view: View) -> str:
        while view.time_left:
            pass
        return "all-in"

    async with SmallHost(decision_ms=100) as host:
        playing, reports = player(host, Bot(slow, "tested", quick=True))
        tally = await asyncio.wait_for(playing.play(), PATIENCE_S)
        assert tally.late == tally.decisions > 0
        assert {act.action["type"] for act in host.acts} <= {"check", "fold"}
        assert "no answer in time" in reports[0]


async def test_a_bot_that_blocks_stays_connected_and_plays_on() -> None:
    stop = threading.Event()
    calls = []

    def blocks_once(view: View) -> str:
        calls.append(view.decision)
        if len(calls) == 1:
            host.decision_ms = 30_000  # however slow the machine, only this answer is late
            stop.wait(PATIENCE_S)
        return check_or_fold(view)

    async with SmallHost(decision_ms=300, options={"format": "cash"}) as host:
        playing, _ = player(host, Bot(blocks_once, "tested"), hands=4)
        task = asyncio.create_task(playing.play())
        await host.until(lambda: len(host.acts) == 1)
        stop.set()
        tally = await asyncio.wait_for(task, PATIENCE_S)
        assert tally.late == 1
        assert tally.hands == 4
        assert sum(isinstance(message, Hello) for message in host.heard) == 1


async def test_a_lost_connection_is_taken_up_where_it_was() -> None:
    release = threading.Event()

    def waits(view: View) -> str:
        release.wait(PATIENCE_S)
        return "fold"

    async with SmallHost() as host:
        playing, _ = player(host, Bot(waits, "tested"))
        task = asyncio.create_task(playing.play())
        await host.until(lambda: any(isinstance(message, Join) for message in host.heard))
        next(iter(host._clients)).break_off()
        await host.until(lambda: sum(isinstance(message, Hello) for message in host.heard) == 2)
        release.set()
        tally = await asyncio.wait_for(task, PATIENCE_S)
        assert tally.decisions == len({act.decision for act in host.acts})
        assert tally.late == 0
        assert sum(isinstance(message, Join) for message in host.heard) == 1


async def test_a_bot_whose_seat_is_not_given_back_says_so_and_ends() -> None:
    asked, release = threading.Event(), threading.Event()

    def waits(view: View) -> str:
        asked.set()
        release.wait(PATIENCE_S)
        return "fold"

    async with SmallHost() as host:
        playing, reports = player(host, Bot(waits, "tested"))
        task = asyncio.create_task(playing.play())
        await until(asked.is_set)
        host._holders.clear()  # as a server that comes back and has forgotten the bot
        next(iter(host._clients)).break_off()
        await asyncio.wait_for(task, PATIENCE_S)
        release.set()
        assert reports[-1] == "the seat is gone: No seat is free. [table/full]"
        assert sum(isinstance(message, Join) for message in host.heard) == 2


async def test_a_seat_that_is_held_already_is_taken_up_again() -> None:
    async with SmallHost(options={"format": "cash"}) as host:
        first, _ = player(host, caller, hands=None)
        task = asyncio.create_task(first.play())
        await host.until(lambda: len(host.acts) > 0)
        token = first._client.welcome.token
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        again, _ = player(host, caller, hands=1, token=token)
        await asyncio.wait_for(again.play(), PATIENCE_S)
        assert sum(isinstance(message, Join) for message in host.heard) == 1


async def test_a_finished_game_is_played_again() -> None:
    async with SmallHost(house=False) as host:
        bots = [player(host, Bot(all_in, f"b{n}"), hands=6)[0] for n in range(2)]
        tallies = await asyncio.wait_for(asyncio.gather(*(one.play() for one in bots)), PATIENCE_S)
        assert all(isinstance(tally, Tally) for tally in tallies)
        assert max(tally.hands for tally in tallies) == 6
        assert any(event.type == "game_restarted" for event in host._log)


async def test_a_table_that_starts_again_by_itself_is_not_asked_for_a_rematch() -> None:
    async with SmallHost(house=False, auto_restart=True) as host:
        bots = [player(host, Bot(all_in, f"b{n}"), hands=6)[0] for n in range(2)]
        await asyncio.wait_for(asyncio.gather(*(one.play() for one in bots)), PATIENCE_S)
        assert any(event.type == "game_restarted" for event in host._log)
        assert not any(isinstance(message, Rematch) for message in host.heard)


async def test_a_bot_without_chips_buys_in_again_where_it_may() -> None:
    async with SmallHost(house=False, options={"format": "cash"}) as host:
        bots = [player(host, Bot(all_in, f"b{n}"), hands=8)[0] for n in range(2)]
        await asyncio.wait_for(asyncio.gather(*(one.play() for one in bots)), PATIENCE_S)
        bought = [event for event in host._log if event.type == "topped_up"]
        assert bought
        assert all(event.amount == 1500 for event in bought)


async def test_a_table_by_its_beginning_and_a_seat_by_number() -> None:
    async with SmallHost(seats=4, options={"format": "cash"}) as host:
        await play(host, caller, table="t", seat=3)
        join = next(message for message in host.heard if isinstance(message, Join))
        assert (join.table, join.seat) == (TABLE, 3)


async def test_an_unknown_table_names_those_there_are() -> None:
    async with SmallHost() as host:
        with pytest.raises(InputError, match=r"no table 'x'; there are: Kitchen .t-1."):
            await play(host, caller, table="x")


async def test_a_bot_without_a_free_seat_ends_with_an_error() -> None:
    async with SmallHost() as host:
        playing, _ = player(host, caller, hands=None)
        task = asyncio.create_task(playing.play())
        await host.until(lambda: any(isinstance(message, Join) for message in host.heard))
        with pytest.raises(InputError, match="no table has a free seat"):
            await play(host, caller)
        with pytest.raises(CommandRefused, match="table/full"):
            await play(host, caller, table=TABLE)
        task.cancel()


@pytest.mark.parametrize(
    ("time_ms", "bank_ms", "budget"),
    [
        (30_000, 60_000, 29_800),
        (2_000, 0, 1_800),
        (1_000, 0, 900),
        (100, 5_000, 90),
        (0, 5_000, 4_800),
        (0, 0, 0),
    ],
)
def test_a_margin_is_kept_back_of_every_decision(time_ms: int, bank_ms: int, budget: int) -> None:
    assert budget_ms(time_ms, bank_ms) == budget


def test_a_decorated_function_is_still_a_function() -> None:
    @bot
    def careful(view: View) -> str:
        """Folds.

        Always.
        """
        return "fold"

    @bot(name="bold")
    def other(view: View) -> str:
        return "all-in"

    assert careful(View.example()) == "fold"
    assert (careful.name, careful.text, other.name) == ("careful", "Folds.", "bold")
    assert careful.__doc__ is not None


def test_missing_fields_of_a_constructed_view_read_as_none() -> None:
    view = View.example(legal={"check": True}, seat=3)
    assert view.legal.check is True
    assert view.legal.call is None
    assert view.state.board is None
    assert (view.seat, view.game) == (3, "")
    assert view.pick(5) == view.default
    assert caller(view) == "check"
    assert caller(View.example(legal={"call": 10})) == "call"
    assert caller(View.example(legal={"draw": True})) == {"type": "fold"}


@pytest.mark.parametrize(
    "legal",
    [
        {"check": True, "get": 7, "call": None},
        types.SimpleNamespace(check=True, get=7),
        Offer(check=True, get=7),
    ],
)
def test_a_view_reads_any_kind_of_value_and_cannot_be_changed(legal: Any) -> None:
    view = View.example(legal=legal)
    assert (view.legal.check, view.legal.get, view.legal.call) == (True, 7, None)
    assert repr(view.legal) == repr(legal)
    with pytest.raises(AttributeError):
        view.legal.check = False
    assert not hasattr(view.legal, "__missing__")
