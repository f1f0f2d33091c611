"""From the log to the same table, decision and answers."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
from tests.server.rig import Client, Rig

from carteado.engine.deal import nonce_commitment
from carteado.engine.errors import ReplayError, UnknownGame
from carteado.engine.events import event_to_plain
from carteado.engine.replay import state_hash
from carteado.protocol import messages as wire
from carteado.protocol.log import Commit, LogError
from carteado.server.lobby.recovery import recover
from carteado.server.table.clock import LATE_MS
from carteado.server.table.host import TableHost
from carteado.server.table.step import Step


class LoggedRig(Rig):
    """A rig that keeps its log as commits."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self.commits: list[Commit] = []
        super().__init__(*args, **kwargs)
        self.commit(7, [event_to_plain(self.opened)], None)

    def commit(self, epoch: int, events: list[dict[str, object]], cause: object) -> None:
        first = self.commits[-1].last + 1 if self.commits else 1
        self.commits.append(
            Commit(
                table="rig",
                first=first,
                epoch=epoch,
                owner="00" * 8,
                batch=f"{first:032x}",
                at=0,
                previous="",
                salt="00" * 16,
                events=tuple((1, event) for event in events),
                cause=cause,
            )
        )

    def run(self, step: Step) -> None:
        if step.events:
            plain = [event_to_plain(event) for event in step.events]
            self.commit(self.host.audience.epoch, plain, step.cause)
        super().run(step)

    async def restart(self) -> TableHost:
        """The same table in a new process; nobody is connected."""
        host, self.all_ins = await recover(
            "rig", self.read(), 8, random.Random(9).randbytes, lambda seat: f"bot key {seat}"
        )
        self.host = host
        host.start(self.now)
        return host

    async def read(self) -> AsyncIterator[Commit]:
        for commit in self.commits:
            yield commit


def back(rig: Rig, client: Client) -> Client:
    """The client on a new connection to the new process."""
    again = Client(rig, client.player.name)
    again.ids = client.ids
    again.say(wire.Watch)
    return again


async def test_the_table_and_its_decision_are_the_same_and_the_clock_is_full_again():
    rig = LoggedRig(decision_ms=10_000, bank_ms=3_000)
    clients = rig.seated(2)
    clients[rig.turn].act("call")
    rig.now += 9_000
    before, decision = state_hash(rig.host.table), clients[rig.turn].prompt()
    assert decision is not None
    host = await rig.restart()
    assert state_hash(host.table) == before
    assert host.due == rig.now + 13_000 + LATE_MS
    again = back(rig, clients[rig.turn])
    prompt = again.prompt()
    assert prompt is not None
    assert (prompt.decision, prompt.time_ms) == (decision.decision, 10_000)
    assert prompt.legal == decision.legal
    assert isinstance(again.act("check", decision=decision.decision), wire.Ok)


@pytest.mark.parametrize("seed", range(6))
async def test_the_decision_has_the_same_number_at_every_place_of_a_game(seed):
    chance = random.Random(seed)
    rig = LoggedRig("four-player", seed=seed, options={"format": "cash", "stack": 200})
    clients = rig.seated(4)
    for _ in range(60):
        if rig.host.table.game.turn(rig.host.table.state) is None:
            break
        client = clients[rig.turn]
        game, table = rig.host.table.game, rig.host.table
        action = game.pick(game.legal(table.state, rig.turn), chance.randrange(1 << 30))
        client.act({f: getattr(action, f) for f in action.__dataclass_fields__})
        other = clients[chance.randrange(4)]
        for cls in (wire.SitOut, wire.SitIn):
            if chance.random() < 0.3:
                other.say(cls)
        other.act("post_blind", decision=0)
        clock = rig.host.open_decision
        live = rig.host
        host = await rig.restart()
        again = host.open_decision
        assert (clock and (clock.seat, clock.decision)) == (again and (again.seat, again.decision))
        rig.host = live


async def test_a_repeated_command_gets_its_first_answer_after_a_restart():
    rig = LoggedRig()
    clients = rig.seated(2)
    client = clients[rig.turn]
    prompt = client.prompt()
    assert prompt is not None
    first = client.act("call")
    joined = next(m for m in client.screen.of(wire.Ok) if m.id == 1)
    await rig.restart()
    seq = rig.host.audience.seq
    again = back(rig, client)
    fields = {"decision": prompt.decision, "action": {"type": "call"}}
    assert again.say(wire.Act, again=first.id, **fields) == first
    assert again.say(wire.Join, again=1) == joined
    assert rig.host.audience.seq == seq
    assert joined.result == clients.index(client)


async def test_an_up_to_date_client_misses_nothing_and_gets_nothing_twice():
    rig = LoggedRig()
    clients = rig.seated(2)
    seq = rig.host.audience.seq
    await rig.restart()
    again = Client(rig, clients[0].player.name)
    again.ids = clients[0].ids
    again.say(wire.Watch, after=wire.Position(epoch=7, seq=seq))
    assert not again.screen.of(wire.Snapshot)
    assert not again.screen.of(wire.Events)
    (live,) = again.screen.of(wire.Live)
    assert (live.epoch, live.seq, live.seat) == (7, seq, 0)


async def test_events_after_a_restart_have_the_new_epoch():
    rig = LoggedRig()
    clients = rig.seated(2)
    await rig.restart()
    again = back(rig, clients[rig.turn])
    again.act("call")
    assert [message.epoch for message in again.screen.of(wire.Events)] == [8]


async def test_a_deal_that_waited_for_its_cut_goes_on():
    rig = LoggedRig(nonce_ms=1000, pause_ms=10)
    nonce = "ab" * 16
    ana, rui = rig.client("Ana"), rig.client("Rui")
    ana.say(wire.Join, commitment=nonce_commitment(nonce))
    rui.say(wire.Join)
    assert rig.host.table.nonces is None
    await rig.restart()
    assert rig.host.due == rig.now + 1000
    again = back(rig, ana)
    rig.deliver(again, wire.Nonce(table="rig", deal=1, nonce=nonce, next=None))
    assert rig.host.table.nonces == (nonce, None)
    assert rig.host.table.state.drawn


async def test_a_pause_between_hands_starts_again():
    rig = LoggedRig(pause_ms=1500)
    clients = rig.seated(2)
    clients[rig.turn].act("fold")
    rig.now += 1400
    await rig.restart()
    assert rig.host.due == rig.now + 1500


async def test_a_log_that_cannot_be_folded_is_refused_with_a_reason():
    rig = LoggedRig()

    async def nothing() -> AsyncIterator[Commit]:
        for commit in ():
            yield commit

    async def restart() -> None:
        await rig.restart()

    with pytest.raises(ReplayError, match="is empty"):
        await recover("rig", nothing(), 8, bytes, str)
    opened = rig.commits[0]
    rig.commits = []
    rig.commit(7, [{"type": "deck_cut"}], None)
    with pytest.raises(ReplayError, match="begins with 'deck_cut'"):
        await restart()
    rig.commits = [opened]
    rig.commit(7, [{"type": "moon_landing"}], None)
    with pytest.raises(ReplayError, match="'moon_landing' is unknown"):
        await restart()
    rig.commits = []
    rig.commit(7, [{**opened.events[0][1], "game": "solitaire"}], None)
    with pytest.raises(UnknownGame, match="solitaire"):
        await restart()
    rig.commits = []
    rig.commit(7, [{**opened.events[0][1], "table": "neighbour"}], None)
    with pytest.raises(ReplayError, match="opens another table"):
        await restart()


async def test_a_damaged_log_is_called_damaged_although_an_event_of_it_makes_no_sense():
    rig = LoggedRig()
    rig.commit(7, [{"type": "moon_landing"}], None)
    rig.commit(7, [{"type": "deck_cut"}], None)

    async def damaged() -> AsyncIterator[Commit]:
        *intact, last = rig.commits
        for commit in intact:
            yield commit
        raise LogError("the chain is broken", table="rig", commit=last.first)

    with pytest.raises(LogError, match="the chain is broken"):
        await recover("rig", damaged(), 8, bytes, str)
