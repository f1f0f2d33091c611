"""The check of a table's last deal over the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from tests.contract.play import RandomTable, play

from carteado.client import Client, proving
from carteado.client.proving import HistoryError, last_deal_proved
from carteado.engine import deal as chance
from carteado.engine.checking import OpenDeal, deals_of, is_finished
from carteado.engine.events import event_to_plain
from carteado.engine.replay import steps
from carteado.engine.table import observer_of
from carteado.engine.visibility import redact
from carteado.protocol.messages import History, Ok, OpeningProof, Proofs, ProofsOpened


@pytest.fixture(scope="module")
def table() -> RandomTable:
    """A log of several finished deals."""
    played = play("holdem:four-player", 21, 120)
    while played.game.turn(played.table.state) is not None:
        played.go_on()
    return played


def last_finished(events: Sequence[Any]) -> OpenDeal:
    """The last deck that decided a hand, and not the button of the next game."""
    return [one for one in deals_of(steps(events)) if one.played and is_finished(one)][-1]


class Answering:
    """A client whose server gives pages of a log, and proofs of what seat 0 saw in it."""

    def __init__(self, table: RandomTable, *, page: int = 50) -> None:
        self.page, self.asked = page, list[Any]()
        observer = observer_of(table.table, 0)
        seen = [redact(event, observer) for event in table.events]
        self.events = [event_to_plain(event) for event in seen]
        self.deal, self.view = (last_finished(events) for events in (table.events, seen))
        self.wrong = False

    async def request(self, cls: type[Any], **fields: Any) -> Any:
        self.asked.append(cls)
        if cls is History:
            after = fields["after"]
            page = self.events[after : after + self.page]
            more = after + len(page) < len(self.events)
            return Ok(id=1, result={"events": page, "more": more})
        assert cls is Proofs
        assert fields["deal"] == self.deal.committed.deal
        committed, nonces = self.deal.committed, self.deal.nonces or ()
        made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
        order = chance.cut(len(committed.pack), made.root, nonces)
        shown = sorted(self.view.known)
        opened = {at: chance.opening(made, order[at]) for at in shown}
        if self.wrong:
            opened[shown[0]] = opened[shown[1]]
        return ProofsOpened(
            id=2,
            table=fields["table"],
            deal=committed.deal,
            root=made.root,
            size=len(committed.pack),
            nonces=nonces,
            proofs=tuple(
                OpeningProof(
                    dealt=at,
                    position=one.position,
                    card=one.card,
                    nonce=one.nonce,
                    path=tuple(one.path),
                )
                for at, one in opened.items()
            ),
        )


async def checked(client: Answering, table: RandomTable) -> Any:
    return await last_deal_proved(cast(Client, client), "t-1", table.game)


async def test_the_last_finished_deal_is_proved_from_the_seats_own_view(table: RandomTable) -> None:
    client = Answering(table)
    found = await checked(client, table)
    assert found.result == "ok"
    assert dict(found.cards) == client.view.known
    assert client.asked.count(History) > 2


async def test_a_wrong_proof_is_cheating(table: RandomTable) -> None:
    client = Answering(table)
    client.wrong = True
    assert (await checked(client, table)).result == "cheated"


async def test_a_table_without_a_finished_deal_has_nothing_to_check(table: RandomTable) -> None:
    client = Answering(table)
    del client.events[3:]
    assert await checked(client, table) is None


async def test_a_history_that_never_ends_is_refused(table: RandomTable) -> None:
    client = Answering(table, page=0)
    with pytest.raises(HistoryError, match="stops at event 0"):
        await checked(client, table)


async def test_a_history_that_is_longer_than_any_table_is_refused(
    table: RandomTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "MOST", 20)
    with pytest.raises(HistoryError, match="more than 20 events"):
        await checked(Answering(table), table)
