"""Bots in any language: a process that speaks the line dialect."""

from __future__ import annotations

import asyncio
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from tests.clients.small_host import SmallHost
from tests.clocks import PATIENCE_S

from carteado.bots.brain import BrainGone
from carteado.bots.player import Player
from carteado.bots.process import start_process
from carteado.client import Client, InputError


def script(text: str) -> list[str]:
    return [sys.executable, "-uc", textwrap.dedent(text)]


async def play(
    host: SmallHost, text: str, *, hands: int | None = 1, views: bool = False
) -> tuple[Any, list[str]]:
    reports: list[str] = []
    client = Client(host.url, name="process", kind="bot", hear=True)
    brain = await start_process(script(text), views=views)
    playing = Player(client, brain, hands=hands, report=reports.append)
    return await asyncio.wait_for(playing.play(), PATIENCE_S), reports


ANSWERING = """
    import sys
    for line in sys.stdin:
        words = line.split()
        if words[0] == "prompt":
            print({answer})
"""


async def test_a_process_plays_by_lines() -> None:
    answer = '"check" if "check=true" in words else "call"'
    async with SmallHost(options={"format": "cash"}) as host:
        tally, reports = await play(host, ANSWERING.format(answer=answer), hands=3)
        assert (tally.hands, tally.late, tally.failed, tally.illegal) == (3, 0, 0, 0)
        assert reports == []


async def test_a_process_that_asks_for_views_is_shown_the_table_with_each_prompt() -> None:
    text = """
        import json, sys
        for line in sys.stdin:
            if line.startswith("view "):
                word, table, decision, view = line.split(" ", 3)
                view = json.loads(view)
                cards = view["state"]["hands"]
                own = view["turn"]
                seen = "??" not in cards[own] and all(
                    card == "??" for at, hand in enumerate(cards) if at != own for card in hand
                )
                print(f"!{decision}", "fold" if seen and view["show"] else "garbage")
        """
    async with SmallHost() as host:
        tally, reports = await play(host, text, views=True)
        assert (tally.failed, reports) == (0, [])
        assert host.acts[0].action == {"type": "fold"}


async def test_an_answer_may_name_its_decision() -> None:
    async with SmallHost() as host:
        tally, _ = await play(host, ANSWERING.format(answer='f"!{words[2]} fold"'))
        assert tally.failed == 0
        assert host.acts[0].action == {"type": "fold"}


async def test_an_answer_to_another_decision_does_not_count() -> None:
    answer = '"!1 all-in\\n" + f"!{words[2]} fold"'
    async with SmallHost() as host:
        tally, _ = await play(host, ANSWERING.format(answer=answer))
        assert host.acts[0].action == {"type": "fold"}
        assert tally.failed == 0


@pytest.mark.parametrize("answer", ['"jump"', '"raise"', '"tables"', '"x" * 100000', '"\\\\x00"'])
async def test_garbage_is_counted_and_the_default_sent(answer: str) -> None:
    async with SmallHost() as host:
        tally, reports = await play(host, ANSWERING.format(answer=answer))
        assert tally.failed == tally.decisions > 0
        assert {act.action["type"] for act in host.acts} <= {"check", "fold"}
        assert "instead" in reports[0]
        assert "\\n" not in reports[0]


async def test_silence_is_late() -> None:
    async with SmallHost(decision_ms=300) as host:
        tally, reports = await play(host, "import sys\nfor line in sys.stdin: pass")
        assert tally.late == tally.decisions > 0
        assert "no answer in time" in reports[0]


async def test_a_process_that_dies_gives_up_the_seat() -> None:
    text = """
        import sys
        for line in sys.stdin:
            if line.startswith("prompt"):
                sys.exit(3)
    """
    async with SmallHost() as host:
        with pytest.raises(BrainGone, match="ended with status 3"):
            await play(host, text, hands=None)
        assert {act.action["type"] for act in host.acts} <= {"check", "fold"}
        assert host.table.state.names[1] is None


async def test_no_token_reaches_the_process() -> None:
    text = """
        import sys
        for line in sys.stdin:
            if "token=" in line and "token=?" not in line:
                sys.exit(9)
            if line.startswith("prompt"):
                print("fold")
    """
    async with SmallHost() as host:
        tally, _ = await play(host, text)
        assert tally.failed == 0


async def test_a_process_that_does_not_end_is_ended() -> None:
    text = """
        import signal, sys, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for line in sys.stdin:
            if line.startswith("prompt"):
                print("fold")
        time.sleep(600)
    """
    async with SmallHost() as host:
        tally, _ = await play(host, text)
        assert tally.hands == 1


@pytest.mark.parametrize("leaving", [False, True])
async def test_child_processes_do_not_delay_the_end_of_a_process(
    leaving: bool, tmp_path: Path
) -> None:
    door = tmp_path / "door"
    os.mkfifo(door)
    brain = await start_process(
        script(f"""
            import os, signal
            if os.fork() == 0:
                {leaving} and os.setsid()
                signal.alarm({PATIENCE_S})
                open({str(door)!r}).read()
            """)
    )
    async with asyncio.timeout(PATIENCE_S):
        await brain.close()
    # A child that left its group is ended by nobody: it goes through the door. Opened in both
    # directions, the door does not wait for a child that was ended before it left.
    os.close(os.open(door, os.O_RDWR))


async def test_a_command_that_cannot_be_started() -> None:
    with pytest.raises(InputError, match="there is no command 'no-such-command'"):
        await start_process(["no-such-command"])
