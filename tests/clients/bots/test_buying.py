"""When a bot without chips asks for some; test_player checks that it gets them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from tests.clocks import until

from carteado.bots import buying
from carteado.bots.buying import BuyIn
from carteado.client import CommandRefused


class Refusing:
    """A client whose seat has no chips, and whose server gives it none."""

    def __init__(self, code: str) -> None:
        self.tables: dict[str, Any] = {}
        self.asked = 0
        self._code = code

    def happen(self) -> None:
        """Something changes at the table, where nobody decides."""
        game = SimpleNamespace(over=lambda state: False, turn=lambda state: None)
        state, options = SimpleNamespace(stacks=(0,), names=("b",)), SimpleNamespace(stack=1500)
        table = SimpleNamespace(game=game, state=state, options=options)
        self.tables["t"] = SimpleNamespace(table=table, seat=0)

    async def request(self, *message: Any, **fields: Any) -> None:
        self.asked += 1
        raise CommandRefused(self._code, "no", {})


@pytest.mark.parametrize("code", ["table/freezeout", "table/no_chips"])
async def test_a_table_that_never_gives_chips_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(buying, "FIRST_S", 0)
    client: Any = Refusing(code)
    buyer = BuyIn(client, "t")
    for _ in range(3):
        client.happen()
        buyer.see()
        for _ in range(5):  # turns of the loop, in each of which it could ask
            await asyncio.sleep(0)
    assert client.asked == 1
    buyer.close()


async def test_a_table_in_the_middle_of_a_deal_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buying, "FIRST_S", 0)
    client: Any = Refusing("seat/in_hand")
    buyer = BuyIn(client, "t")
    client.happen()
    buyer.see()
    await until(lambda: client.asked >= 2)
    buyer.close()
