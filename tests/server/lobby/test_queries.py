"""What players ask about the past: histories, proofs and lists, in slices and within limits."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.leak_checks import cards_in
from tests.server.lobby.guests import CASH, FAST, code, play_hand, seated, table

from carteado.engine.deal import Opening, check_opening, nonce_commitment
from carteado.protocol import messages as wire
from carteado.protocol.log import Commit
from carteado.protocol.views import merged
from carteado.server.lobby import directory, queries
from carteado.server.lobby import lobby as lobby_module
from carteado.server.lobby.directory import describe
from carteado.server.lobby.history import AT_ONCE, PAGE
from carteado.server.ops import slices
from carteado.server.store.memory import MemoryStore
from carteado.server.table.ended_deals import EndedDeals
from carteado.server.table.recent_events import CHUNK


async def test_history_is_the_log_as_the_seat_saw_it(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, guests)
    ana = guests[0]
    reply = await ana.ask(wire.History, table=table_id, limit=7)
    assert (reply.result["first"], len(reply.result["events"]), reply.result["more"]) == (
        1,
        7,
        True,
    )
    events: list[Any] = []
    while True:
        result = (await ana.ask(wire.History, table=table_id, after=len(events), limit=7)).result
        events += result["events"]
        if not result["more"]:
            break
    assert events[0]["type"] == "table_opened"
    hand = next(event for event in events if event["type"] == "hand_started")
    assert "??" not in hand["hands"][0]
    assert hand["hands"][1] == ("??", "??")
    rail = (await server.guest("rail").ask(wire.History, table=table_id, limit=1000)).result[
        "events"
    ]
    hand = next(event for event in rail if event["type"] == "hand_started")
    assert set(cards_in(hand)) == set()
    nothing = (await ana.ask(wire.History, table=table_id, after=10**9)).result
    assert (nothing["events"], nothing["more"]) == ((), False)


async def test_a_deal_can_be_seen_again_as_the_seat_saw_it(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, guests)
    ana, rui = guests
    deal = server.lobby.tables[table_id].host.table.committed.deal
    frames: list[tuple[Any, Any]] = []
    view: Any = None
    after = 0
    while True:
        asked = {"table": table_id, "deal": deal, "views": True, "after": after, "limit": 5}
        result = (await ana.ask(wire.History, **asked)).result
        view = None
        for event, one in zip(result["events"], result["views"], strict=True):
            view = one if view is None else merged(view, one)
            frames.append((event, view))
        after = result["first"] + len(result["events"]) - 1
        if not result["more"]:
            break
    kinds = [event["type"] for event, _ in frames]
    assert kinds[0] == "deck_committed"
    assert kinds.count("hand_started") == 1
    hands = dict(frames[kinds.index("hand_started")][1]["state"])["hands"]
    assert "??" not in hands[0]
    assert list(hands[1]) == ["??", "??"]
    rail = await server.guest("rail").ask(wire.History, table=table_id, deal=deal, views=True)
    for event, patch in zip(rail.result["events"], rail.result["views"], strict=True):
        view = patch if event["type"] == "deck_committed" else merged(view, patch)
        if event["type"] == "hand_started":
            assert {card for hand in view["state"]["hands"] for card in hand} == {"??"}
    nothing = (await rui.ask(wire.History, table=table_id, deal=10**6, views=True)).result
    assert (nothing["events"], nothing["views"], nothing["more"]) == ((), (), False)


async def test_every_card_that_was_seen_is_proved_and_no_other(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)
    host = server.lobby.tables[table_id].host
    await until(lambda: host.table.state.in_hand)
    deal = host.table.committed.deal
    await play_hand(server, table_id, guests)
    await until(lambda: host.table.committed.deal > deal)
    for guest, seat in ((guests[0], 0), (server.guest("rail"), None)):
        proved = await guest.ask(wire.Proofs, table=table_id, deal=deal)
        assert isinstance(proved, wire.ProofsOpened)
        before, _ = host.end_of(deal)
        assert proved.root == before.committed.root
        state = before.state
        own = state.hands[seat] if seat is not None else ()
        shown = {card for hand in state.shown for card in hand}
        assert {p.card for p in proved.proofs} == {*state.board, *own, *shown}
        for proof in proved.proofs:
            opening = Opening(
                position=proof.position, card=proof.card, nonce=proof.nonce, path=proof.path
            )
            assert check_opening(proved.root, proved.size, opening)
    host._ended_deals = EndedDeals()  # an older deal's end is folded from the log
    again = await guests[0].ask(wire.Proofs, table=table_id, deal=deal)
    first = await guests[0].ask(wire.Proofs, table=table_id, deal=deal)
    assert again.proofs == first.proofs


async def test_a_wish_for_a_new_game_during_a_deal_takes_none_of_its_proofs_away(server):
    guests = [server.guest(name) for name in ("Ana", "Rui", "Eva", "Ivo")]
    asked = {"game": "quick-holdem", "preset": "standard", "settings": FAST}
    found = (await guests[0].ask(wire.Open, **asked)).table
    for guest in guests:
        assert code(await guest.ask(wire.Join, table=found)) == "ok"
    host = server.lobby.tables[found].host
    clock = await until(lambda: host.open_decision)
    deal = host.table.committed.deal
    assert code(await guests[0].ask(wire.Rematch, table=found)) == "ok"
    while host.table.committed.deal == deal and host.table.state.in_hand:
        guest = next(g for g in guests if host.seat_held(g.session.player) == clock.seat)
        reply = await guest.ask(
            wire.Act, table=found, decision=clock.decision, action={"type": "play"}
        )
        assert code(reply) == "ok"
        clock = host.open_decision
    await until(lambda: host.table.committed.deal > deal)
    proved = await server.guest("rail").ask(wire.Proofs, table=found, deal=deal)
    assert len(proved.proofs) == 13  # the four hands and the board
    host._ended_deals = EndedDeals()  # an older deal's end is folded from the log
    again = await server.guest("another").ask(wire.Proofs, table=found, deal=deal)
    assert again.proofs == proved.proofs


async def test_a_deal_that_is_not_there_or_not_cut_is_not_proved(server):
    ana = server.guest("Ana")
    opened = await ana.ask(wire.Open, game="holdem", settings={"nonce_ms": 10_000})
    found = opened.table
    assert code(await ana.ask(wire.Proofs, table=found, deal=1)) == "proofs/unknown"
    await ana.ask(wire.Join, table=found, commitment=nonce_commitment("ab" * 16))
    await server.guest("Rui").ask(wire.Join, table=found)
    host = server.lobby.tables[found].host
    await until(lambda: host.table.committed is not None)
    assert host.table.nonces is None
    assert code(await ana.ask(wire.Proofs, table=found, deal=1)) == "proofs/unknown"
    assert code(await ana.ask(wire.Proofs, table=found, deal=2)) == "proofs/unknown"


async def test_a_new_holder_reads_nothing_of_the_former_in_history_and_proofs(server):
    table_id, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    host = server.lobby.tables[table_id].host
    await until(lambda: host.table.state.in_hand)
    deal = host.table.committed.deal
    saw = set(host.table.state.hands[0])
    assert code(await ana.ask(wire.Leave, table=table_id)) == "ok"
    if host.table.state.in_hand:
        clock = await until(lambda: host.open_decision)
        await rui.ask(wire.Act, table=table_id, decision=clock.decision, action={"type": "fold"})
    await until(lambda: host.table.state.names[0] is None)
    eva = server.guest("Eva")
    assert (await eva.ask(wire.Join, table=table_id, seat=0)).result == 0
    history = (await eva.ask(wire.History, table=table_id, limit=1000)).result["events"]
    old = next(event for event in history if event["type"] == "hand_started")
    assert set(cards_in(old)) == set()
    proved = await eva.ask(wire.Proofs, table=table_id, deal=deal)
    assert not {proof.card for proof in proved.proofs} & saw


async def test_questions_about_the_past_have_a_limit(server):
    table_id, (ana, _) = await seated(server, "Ana", "Rui")
    mark = len(ana.messages)
    for _ in range(lobby_module.READING + 3):
        ana.tell(wire.History, table=table_id)
    await until(lambda: len([m for m in ana.messages[mark:] if m.type in ("ok", "refused")]) >= 19)
    refused = [m.code for m in ana.messages[mark:] if isinstance(m, wire.Refused)]
    assert refused == ["limit/rate"] * 3
    assert ana.session.reading == 0


class SlowStore(MemoryStore):
    """Logs take their time to be read.

    Attributes:
        reading: how many are being read.
        most: how many were at once, at most.
    """

    reading = most = 0

    async def read(
        self, table: str, after: int = 0, limit: int | None = None
    ) -> AsyncGenerator[Commit, None]:
        self.reading += 1
        self.most = max(self.most, self.reading)
        try:
            async for commit in super().read(table, after, limit):
                await asyncio.sleep(0)
                yield commit
        finally:
            self.reading -= 1


async def test_many_players_who_ask_about_the_past_wait_for_one_another():
    store = SlowStore()
    server = LobbyServer(store)
    table_id, _ = await seated(server, "Ana", "Rui")
    crowd = [server.guest(f"P{number}") for number in range(20)]
    for guest in crowd:
        guest.tell(wire.History, table=table_id)
    await until(lambda: all(guest.of(wire.Ok) for guest in crowd))
    assert store.most == AT_ONCE
    await server.lobby.tables.close()


async def test_a_deal_that_has_not_been_is_not_looked_for_in_the_log():
    store = SlowStore()
    server = LobbyServer(store)
    table_id, (ana, _) = await seated(server, "Ana", "Rui")
    for deal in (0xFFFF, wire.LARGEST):
        assert code(await ana.ask(wire.Proofs, table=table_id, deal=deal)) == "proofs/unknown"
    assert store.most == 0
    await server.lobby.tables.close()


async def test_a_client_that_does_not_read_gets_no_history(server):
    table_id, (ana, rui) = await seated(server, "Ana", "Rui")
    ana.unread = queries.UNREAD + 1
    ana.tell(wire.History, table=table_id)
    asked = ana.ids
    assert code(await rui.ask(wire.History, table=table_id)) == "ok"
    assert not [m for m in ana.messages if getattr(m, "id", None) == asked]
    ana.unread = 0
    await until(lambda: [m for m in ana.messages if getattr(m, "id", None) == asked])


def a_slice_passes_at_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "perf_counter", itertools.count(0, slices.ALONE_S).__next__)


async def test_a_long_answer_lets_everybody_else_have_their_turn(server, monkeypatch):
    table_id, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, [ana, rui])
    a_slice_passes_at_each_step(monkeypatch)
    ana.tell(wire.History, table=table_id, limit=1000)
    asked, turns = ana.ids, 0
    while not [m for m in ana.messages[-3:] if getattr(m, "id", None) == asked]:
        await asyncio.sleep(0)
        turns += 1
    assert turns > 5


async def a_long_history(server: LobbyServer) -> tuple[str, Guest, wire.Position]:
    """A table with some hundred events, its only player, and its first position."""
    table_id, (ana,) = await seated(server, "Ana")
    audience = server.lobby.tables[table_id].host.audience
    while audience.seq < 12 * CHUNK:
        await ana.ask(wire.SitOut, table=table_id)
        await ana.ask(wire.SitIn, table=table_id)
    return table_id, ana, wire.Position(epoch=audience.epoch, seq=1)


def event_numbers(guest: Guest) -> list[int]:
    return [m.first + at for m in guest.of(wire.Events) for at in range(len(m.events))]


async def test_many_missed_events_are_sent_in_slices_and_in_order(server, monkeypatch):
    found, ana, first = await a_long_history(server)
    a_slice_passes_at_each_step(monkeypatch)
    rail = server.guest("Eva")
    watch = rail.tell(wire.Watch, table=found, after=first)
    chat = rail.tell(wire.Chat, table=found, text="hello")
    assert rail.of(wire.Events) == []
    turns = 0
    while not rail.of(wire.Live):
        ana.tell(wire.SitOut, table=found)
        ana.tell(wire.SitIn, table=found)
        turns += 1
        await asyncio.sleep(0)
    assert turns > 5  # of the loop, in each of which something happened at the table
    await until(lambda: rail.of(wire.ChatSaid))
    assert rail.of(wire.Snapshot) == []
    assert all(len(message.events) <= CHUNK for message in rail.of(wire.Events))
    numbers = event_numbers(rail)
    assert numbers == list(range(2, 2 + len(numbers)))
    replies = [m.id for m in rail.messages if isinstance(m, wire.Ok)]
    assert replies == [watch, chat]
    assert max(cpu_s for kind, cpu_s in rail.charged if kind == "watch") > 0


async def test_much_of_the_past_comes_in_pages(server):
    found, ana, _ = await a_long_history(server)
    seq = server.lobby.tables[found].host.audience.seq
    events: list[Any] = []
    while len(events) < seq:
        page = (await ana.ask(wire.History, table=found, after=len(events), limit=1000)).result
        assert 0 < len(page["events"]) <= PAGE
        events += page["events"]
        assert page["more"] is (len(events) < seq)
    assert ana.charged[-1][0] == "history"


async def test_a_watch_from_far_back_gets_every_event_again_in_order(server):
    found, ana, first = await a_long_history(server)
    rail = server.guest("Eva")
    await rail.ask(wire.Watch, table=found)
    rail.messages.clear()
    rail.tell(wire.Watch, table=found, after=first)
    while not rail.of(wire.Live):
        ana.tell(wire.SitOut, table=found)
        ana.tell(wire.SitIn, table=found)
        await asyncio.sleep(0)
    numbers = event_numbers(rail)
    assert numbers == list(range(2, 2 + len(numbers)))


async def test_a_player_who_sits_down_while_events_are_sent_gets_a_view_of_the_seat(server):
    found, _, first = await a_long_history(server)
    rail = server.guest("Eva")
    rail.tell(wire.Watch, table=found, after=first)
    joined = rail.tell(wire.Join, table=found)
    await until(lambda: any(getattr(m, "id", None) == joined for m in rail.messages))
    snapshot = await until(lambda: rail.of(wire.Snapshot))
    assert (snapshot[-1].seat, snapshot[-1].reason) == (1, "reseated")
    numbers = event_numbers(rail)
    assert numbers == list(range(2, 2 + len(numbers)))


async def test_a_client_that_leaves_while_events_are_sent_gets_no_more(server):
    found, _, first = await a_long_history(server)
    rail = server.guest("Eva")
    rail.tell(wire.Watch, table=found, after=first)
    rail.leave()
    back = server.guest("Eva", token=rail.welcome.token)
    await back.ask(wire.Watch, table=found, after=first)
    assert len(rail.of(wire.Events)) <= 1
    assert back.of(wire.Live)


async def test_a_list_of_many_changed_tables_is_made_in_slices(server, monkeypatch):
    guests = [server.guest(f"g{number}") for number in range(3)]
    opened = [await table(server, guests[number % 3]) for number in range(30)]
    described = 0

    def slow(runner: Any) -> Any:
        nonlocal described
        described += 1
        time.sleep(0.001)
        return describe(runner)

    monkeypatch.setattr(directory, "describe", slow)
    asked = guests[0].tell(wire.ListTables)
    most = before = 0
    while not any(getattr(m, "id", None) == asked for m in guests[0].messages):
        before = described
        await asyncio.sleep(0)
        most = max(most, described - before)
    assert described == 30
    assert most <= 2
    (reply,) = (m for m in guests[0].messages if getattr(m, "id", None) == asked)
    assert {info["table"] for info in reply.result} == set(opened)
    assert guests[0].charged[-1][0] == "list"


async def test_the_ledger_shows_winnings_also_of_a_closed_table(server):
    table_id, guests = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, guests)
    viewer = server.guest("rail", kind="viewer")
    book = (await viewer.ask(wire.Ledger, table=table_id, points=True)).result
    assert [player["name"] for player in book["players"]] == ["Ana", "Rui"]
    results = [player["result"] for player in book["players"]]
    assert sum(results) == 0
    (payment,) = book["payments"]
    assert payment["amount"] == max(results)
    assert book["points"][-1]["results"] == results
    assert "key" not in repr(book)
    assert code(await viewer.ask(wire.Ledger, table="no-such")) == "table/unknown"
    server.lobby.tables[table_id].end("test")
    await until(lambda: table_id not in server.lobby.tables)
    closed = (await viewer.ask(wire.Ledger, table=table_id)).result
    assert [player["name"] for player in closed["players"]] == ["Ana", "Rui"]
