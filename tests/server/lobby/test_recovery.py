"""From the log to the same table, decision and answers."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
from tests.server.host_driver import Client, HostDriver

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


class LoggedDriver(HostDriver):
    """A driver that keeps its log as commits."""

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


def back(driver: HostDriver, client: Client) -> Client:
    """The client on a new connection to the new process."""
    again = Client(driver, client.player.name)
    again.ids = client.ids
    again.say(wire.Watch)
    return again


async def test_the_table_and_its_decision_are_the_same_and_the_clock_is_full_again():
    driver = LoggedDriver(decision_ms=10_000, bank_ms=3_000)
    clients = driver.seated(2)
    clients[driver.turn].act("call")
    driver.now += 9_000
    before, decision = state_hash(driver.table), clients[driver.turn].prompt()
    assert decision is not None
    host = await driver.restart()
    assert state_hash(host.table) == before
    assert host.due == driver.now + 13_000 + LATE_MS
    again = back(driver, clients[driver.turn])
    prompt = again.prompt()
    assert prompt is not None
    assert (prompt.decision, prompt.time_ms) == (decision.decision, 10_000)
    assert prompt.legal == decision.legal
    assert isinstance(again.act("check", decision=decision.decision), wire.Ok)


@pytest.mark.parametrize("seed", range(6))
async def test_the_decision_has_the_same_number_at_every_place_of_a_game(seed):
    chance = random.Random(seed)
    driver = LoggedDriver("four-player", seed=seed, options={"format": "cash", "stack": 200})
    clients = driver.seated(4)
    for _ in range(60):
        if driver.table.game.turn(driver.state) is None:
            break
        client = clients[driver.turn]
        game, table = driver.table.game, driver.table
        action = game.pick(game.legal(table.state, driver.turn), chance.randrange(1 << 30))
        client.act({f: getattr(action, f) for f in action.__dataclass_fields__})
        other = clients[chance.randrange(4)]
        for cls in (wire.SitOut, wire.SitIn):
            if chance.random() < 0.3:
                other.say(cls)
        other.act("post_blind", decision=0)
        clock = driver.host.open_decision
        live = driver.host
        host = await driver.restart()
        again = host.open_decision
        assert (clock and (clock.seat, clock.decision)) == (again and (again.seat, again.decision))
        driver.host = live


async def test_a_repeated_command_gets_its_first_answer_after_a_restart():
    driver = LoggedDriver()
    clients = driver.seated(2)
    client = clients[driver.turn]
    prompt = client.prompt()
    assert prompt is not None
    first = client.act("call")
    joined = next(m for m in client.screen.of(wire.Ok) if m.id == 1)
    await driver.restart()
    seq = driver.host.audience.seq
    again = back(driver, client)
    fields = {"decision": prompt.decision, "action": {"type": "call"}}
    assert again.say(wire.Act, again=first.id, **fields) == first
    assert again.say(wire.Join, again=1) == joined
    assert driver.host.audience.seq == seq
    assert joined.result == clients.index(client)


async def test_an_up_to_date_client_misses_nothing_and_gets_nothing_twice():
    driver = LoggedDriver()
    clients = driver.seated(2)
    seq = driver.host.audience.seq
    await driver.restart()
    again = Client(driver, clients[0].player.name)
    again.ids = clients[0].ids
    again.say(wire.Watch, after=wire.Position(epoch=7, seq=seq))
    assert not again.screen.of(wire.Snapshot)
    assert not again.screen.of(wire.Events)
    (live,) = again.screen.of(wire.Live)
    assert (live.epoch, live.seq, live.seat) == (7, seq, 0)


async def test_events_after_a_restart_have_the_new_epoch():
    driver = LoggedDriver()
    clients = driver.seated(2)
    await driver.restart()
    again = back(driver, clients[driver.turn])
    again.act("call")
    assert [message.epoch for message in again.screen.of(wire.Events)] == [8]


async def test_a_deal_that_waited_for_its_cut_goes_on():
    driver = LoggedDriver(nonce_ms=1000, pause_ms=10)
    nonce = "ab" * 16
    ana, rui = driver.client("Ana"), driver.client("Rui")
    ana.say(wire.Join, commitment=nonce_commitment(nonce))
    rui.say(wire.Join)
    assert driver.table.nonces is None
    await driver.restart()
    assert driver.host.due == driver.now + 1000
    again = back(driver, ana)
    driver.deliver(again, wire.Nonce(table="rig", deal=1, nonce=nonce, next=None))
    assert driver.table.nonces == (nonce, None)
    assert driver.state.drawn


async def test_a_pause_between_hands_starts_again():
    driver = LoggedDriver(pause_ms=1500)
    clients = driver.seated(2)
    clients[driver.turn].act("fold")
    driver.now += 1400
    await driver.restart()
    assert driver.host.due == driver.now + 1500


async def test_a_log_that_cannot_be_folded_is_refused_with_a_reason():
    driver = LoggedDriver()

    async def nothing() -> AsyncIterator[Commit]:
        for commit in ():
            yield commit

    async def restart() -> None:
        await driver.restart()

    with pytest.raises(ReplayError, match="is empty"):
        await recover("rig", nothing(), 8, bytes, str)
    opened = driver.commits[0]
    driver.commits = []
    driver.commit(7, [{"type": "deck_cut"}], None)
    with pytest.raises(ReplayError, match="begins with 'deck_cut'"):
        await restart()
    driver.commits = [opened]
    driver.commit(7, [{"type": "moon_landing"}], None)
    with pytest.raises(ReplayError, match="'moon_landing' is unknown"):
        await restart()
    driver.commits = []
    driver.commit(7, [{**opened.events[0][1], "game": "solitaire"}], None)
    with pytest.raises(UnknownGame, match="solitaire"):
        await restart()
    driver.commits = []
    driver.commit(7, [{**opened.events[0][1], "table": "neighbour"}], None)
    with pytest.raises(ReplayError, match="opens another table"):
        await restart()


async def test_a_damaged_log_is_called_damaged_although_an_event_of_it_makes_no_sense():
    driver = LoggedDriver()
    driver.commit(7, [{"type": "moon_landing"}], None)
    driver.commit(7, [{"type": "deck_cut"}], None)

    async def damaged() -> AsyncIterator[Commit]:
        *intact, last = driver.commits
        for commit in intact:
            yield commit
        raise LogError("the chain is broken", table="rig", commit=last.first)

    with pytest.raises(LogError, match="the chain is broken"):
        await recover("rig", damaged(), 8, bytes, str)
