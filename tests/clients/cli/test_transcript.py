"""A hand in lines, word for word: what programs and screen readers depend on."""

from __future__ import annotations

import re
from pathlib import Path

from tests.clients.commands import typist
from tests.clients.small_host import SmallHost

GOLDEN = Path(__file__).parent / "golden" / "hand.txt"

CASH = {"format": "cash", "buy_in_max": 4000}

_CHANGING = re.compile(r'\b(time|now|token|server|view)=("[^"]*"|\S+)')
"""Times and secrets, and the view with all options there are."""


def _steady(lines: list[str]) -> list[str]:
    """The lines without what differs from run to run."""
    return [_CHANGING.sub(r"\1=*", line) for line in lines]


async def test_a_hand_in_lines_reads_as_it_always_did() -> None:
    async with SmallHost(options=CASH) as host:
        user = await typist("play", host.url, "--name", "Ana", "--table", "t-1")
        await user.until("prompt t-1 ")
        user.type("call")
        while "hand_ended" not in await user.until("prompt t-1 ", "hand_ended"):
            user.type("check")
        result = await user.end()
    assert result.status == 0
    transcript = "\n".join(_steady(user.read)) + "\n"
    assert transcript == GOLDEN.read_text(encoding="utf-8"), transcript
