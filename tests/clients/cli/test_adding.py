"""``topup`` in lines: chips that are asked for during a hand are added when it is over."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clients.commands import Typist, run, typist
from tests.clients.small_host import SmallHost

from carteado.client import CommandRefused
from carteado.clients.cli.adding import Adding
from carteado.clients.cli.screen import Screen
from carteado.protocol.messages import TopUp

CASH = {"format": "cash", "buy_in_max": 4000}
WAITS = "* 500 chips are added when this hand is over; topup 0 takes that back."


class Held:
    """A client at a table where a hand is played, or not."""

    def __init__(self) -> None:
        self.online = True
        self.in_hand = True
        self.asked: list[int] = []
        self.seat: int | None = 0

    @property
    def tables(self) -> dict[str, Any]:
        table = SimpleNamespace(id="t-1", state=SimpleNamespace(in_hand=self.in_hand))
        return {"t-1": SimpleNamespace(table=table, seat=self.seat)}

    async def request(self, cls: type, *, table: str, amount: int) -> None:
        self.asked.append(amount)
        if self.in_hand:
            raise CommandRefused("seat/in_hand", "Ana is still in this hand.", {})
        if amount > 4000:
            raise CommandRefused("seat/too_much", "At most 4,000.", {})


def adding(client: Held) -> Adding:
    held: Any = client
    return Adding(held, Screen(terminal=False, colour=False))


async def settled(wishes: Adding) -> None:
    wishes.happened()
    await asyncio.gather(*wishes._jobs)


async def asked_for_chips(host: SmallHost) -> Typist:
    """A player in a hand who has asked for chips."""
    user = await typist("play", host.url, "--lines", "--name", "Ana", "--table", "t-1")
    await user.until("Your turn")
    user.type("topup 500")
    await user.until(WAITS)
    return user


async def test_chips_are_added_when_the_hand_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    client = Held()
    wishes = adding(client)
    await wishes.ask("t-1", 400)
    await wishes.ask("t-1", 500)
    assert capsys.readouterr().out.splitlines()[-1] == WAITS
    await settled(wishes)
    assert client.asked == [400, 500]
    client.in_hand = False
    # A lost connection may come back in the next hand.
    client.online = False
    await settled(wishes)
    assert client.asked == [400, 500]
    client.online = True
    await settled(wishes)
    await settled(wishes)
    assert client.asked == [400, 500, 500]
    assert capsys.readouterr().out == ""


async def test_chips_that_are_asked_for_too_late_wait_for_the_next_pause(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client = Held()
    wishes = adding(client)
    await wishes.ask("t-1", 500)
    client.in_hand = False
    wishes.happened()
    client.in_hand = True
    await asyncio.gather(*wishes._jobs)
    client.in_hand = False
    await settled(wishes)
    assert client.asked == [500, 500, 500]
    assert capsys.readouterr().out == f"{WAITS}\n"


async def test_a_refusal_of_the_table_is_shown_and_ends_the_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client = Held()
    wishes = adding(client)
    await wishes.ask("t-1", 5000)
    client.in_hand = False
    await settled(wishes)
    assert capsys.readouterr().out.splitlines()[-1] == "! At most 4,000."
    assert wishes.waiting("t-1") is None


async def test_a_player_who_gets_up_adds_no_chips() -> None:
    client = Held()
    wishes = adding(client)
    await wishes.ask("t-1", 500)
    client.seat, client.in_hand = None, False
    await settled(wishes)
    assert client.asked == [500]
    assert wishes.waiting("t-1") is None


async def test_a_leaving_player_learns_that_chips_wait() -> None:
    async with SmallHost(options=CASH) as host:
        user = await asked_for_chips(host)
        user.type("leave")
        await user.until("chips in play, and 500 that wait will not be added; type leave yes")
        user.type("quit")
        await user.until("if you go now, 500 chips will not be added after this hand")
        user.type("quit")
        assert (await user.end()).status == 0


async def test_requested_chips_are_taken_back() -> None:
    async with SmallHost(options=CASH) as host:
        user = await asked_for_chips(host)
        user.type("topup 0")
        await user.until("* No chips are added.")
        user.type("fold")
        await user.until("Hand 2:")
        user.type("quit")
        assert (await user.end()).status == 0
    assert sum(isinstance(message, TopUp) for message in host.heard) == 1


async def test_a_pipe_gets_the_refusal() -> None:
    async with SmallHost(options=CASH) as host:
        typed = "join t-1\n7 topup 500\n"
        result = await run("play", host.url, "--name", "Ana", typed=typed)
    assert "refused 7 seat/in_hand" in result.out
