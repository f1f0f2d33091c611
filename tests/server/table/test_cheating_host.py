"""A server that cheats: it discards decks until an accomplice at the table holds a pair.

Before the players of a committed deck were fixed this attack gave an accomplice a pair in every
hand, and the log verified. Each form of it has to be found in the log, and by the honest player's
client in the very deal, over many deals.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.engine import deal as chance
from carteado.engine.checking import check_deals, deals_of
from carteado.engine.game import Deal, Returned, SatOut
from carteado.engine.replay import steps
from carteado.engine.table import DeckCommitted, DeckCut, Table, observer_of, open_table
from carteado.engine.visibility import redact
from carteado.protocol import messages as wire
from carteado.protocol.session import ClientSession
from carteado.protocol.session_events import DealFlawed, Prompted
from carteado.server.table.audience import Audience
from carteado.server.table.host import TableHost
from carteado.server.table.step import Step

DEALS = 60
CASH = {"format": "cash", "stack": 1000}
ACCOMPLICE = 1

Cheat = Callable[["CheatingHost", Step], Step]


class CheatingHost(TableHost):
    """A host that looks at the cut before it deals.

    Attributes:
        cheat: what it does with a deal that it dislikes; None for an honest host.
        disliked: numbers of the deals in which it cheated.
    """

    cheat: Cheat | None = None
    disliked: frozenset[int] = frozenset()

    def __post(self, step: Step | None) -> Any:
        if step is None or self.cheat is None or not _deals_a_hand(step):
            return step
        if _has_pair(step.table):
            return step
        self.disliked |= {step.table.committed.deal}
        return self.cheat(self, step)

    def receive(self, request: Any, now_ms: int) -> Step:
        return self.__post(super().receive(request, now_ms))

    def tick(self, now_ms: int) -> Step | None:
        return self.__post(super().tick(now_ms))

    def committed(self, table: Table) -> DeckCommitted:
        """Another deck for a table."""
        pack = table.game.pack(table.state)
        assert pack is not None
        return self.dealing.commit(table, pack)


def _deals_a_hand(step: Step) -> bool:
    return any(event.type == "hand_started" for event in step.events)


def _has_pair(table: Table) -> bool:
    first, second = table.state.hands[ACCOMPLICE]
    return bool(first[0] == second[0])


def _wanted(host: CheatingHost, table: Table, nonces: Any) -> DeckCommitted:
    """A deck that gives the accomplice a pair with nonces that are known already."""
    while True:
        event = host.committed(table)
        made = chance.commit(event.pack, bytes.fromhex(event.seed))
        deck = chance.dealt(made.cards, chance.cut(52, made.root, nonces))
        answer = table.game.decide(table.state, Deal(deck=deck))
        if _has_pair(replace(table, state=answer.state)):
            return event


def _cut_of(step: Step) -> DeckCut:
    return next(event for event in step.events if type(event) is DeckCut)


def _recommit(host: CheatingHost, step: Step, number: int) -> Step:
    """Commit to a deck that fits the nonces, cut it by them and deal it."""
    nonces, cut = _cut_of(step).nonces, _cut_of(step)
    other = Step(step.before)
    event = replace(_wanted(host, step.before, nonces), deal=number)
    other.add(event)
    other.add(replace(cut, deal=number))
    made = chance.commit(event.pack, bytes.fromhex(event.seed))
    other.decide(Deal(deck=chance.dealt(made.cards, chance.cut(52, made.root, nonces))))
    return other


def take_another_number(host: CheatingHost, step: Step) -> Step:
    """Another deck, as the next deal."""
    return _recommit(host, step, step.before.committed.deal + 1)


def take_the_same_number(host: CheatingHost, step: Step) -> Step:
    """Another deck for the same deal."""
    return _recommit(host, step, step.before.committed.deal)


def pass_the_deck_over(host: CheatingHost, step: Step) -> Step:
    """The accomplice is away for a moment, so the deck is cut and not dealt."""
    other = Step(step.before)
    other.add(_cut_of(step))
    other.add(SatOut(seat=ACCOMPLICE, away=False))
    other.add(Returned(seat=ACCOMPLICE))
    other.add(host.committed(other.table))
    return other


def change_before_the_cut(host: CheatingHost, step: Step) -> Step:
    """The accomplice is away and back while the deck waits for its cut, and then another comes."""
    other = Step(step.before)
    other.add(SatOut(seat=ACCOMPLICE, away=False))
    other.add(Returned(seat=ACCOMPLICE))
    return _joined(other, _recommit(host, step, step.before.committed.deal + 1))


def _joined(first: Step, second: Step) -> Step:
    for event in second.events:
        first.add(event)
    first.done = second.done
    return first


def drop_the_honest_nonce(host: CheatingHost, step: Step) -> Step:
    """The cut without the honest player's nonce may be luckier."""
    cut = _cut_of(step)
    other = Step(step.before)
    mine = tuple(n if seat == ACCOMPLICE else None for seat, n in enumerate(cut.nonces))
    event = replace(cut, nonces=mine)
    committed = step.before.committed
    other.add(event)
    made = chance.commit(committed.pack, bytes.fromhex(committed.seed))
    other.decide(Deal(deck=chance.dealt(made.cards, chance.cut(52, made.root, mine))))
    return other


class CheatingDriver(HostDriver):
    """A table of such a host."""

    host: CheatingHost

    def make_host(self) -> TableHost:
        return CheatingHost(open_table(self.opened), Audience("rig", 7), self.random.randbytes, str)


class Player(Client):
    """A player with the project's own client, which always passes or folds."""

    def __init__(self, driver: HostDriver, name: str) -> None:
        super().__init__(driver, name)
        seeds = random.Random(name)
        self.session = ClientSession(name, entropy=lambda: seeds.randbytes(16).hex())
        self.session_events: list[DealFlawed] = []
        self.prompted: Prompted | None = None
        self.session.receive([WELCOME])
        self.driver.deliver(self, self.session.command(wire.Join, table="rig"))

    def pump(self) -> bool:
        """Read the new messages and answer; whether anything happened."""
        messages = self.screen.take()
        for session_event in self.session.receive(messages):
            if isinstance(session_event, DealFlawed):
                self.session_events.append(session_event)
            elif isinstance(session_event, Prompted):
                self.prompted = session_event
        sent = self.session.outgoing()
        for message in sent:
            self.driver.deliver(self, message)
        return bool(messages or sent)

    def act(self) -> None:
        """Take the default action of an open decision."""
        prompt, self.prompted = self.prompted, None
        clock = self.driver.host.open_decision
        if prompt is not None and clock is not None and clock.decision == prompt.decision:
            action = {"type": prompt.default.type}
            fields = {"table": "rig", "decision": prompt.decision, "action": action}
            self.driver.deliver(self, self.session.command(wire.Act, **fields))


WELCOME = wire.Welcome(
    token="t",
    name="anybody",
    resumed=False,
    seats=(),
    server="cheating",
    time_ms=0,
    games=(),
    bots=(),
    limits={},
)


def played(cheat: Cheat | None) -> tuple[CheatingDriver, Player]:
    """A table after many deals, and its honest player."""
    driver = CheatingDriver(options=CASH, nonce_ms=1000, pause_ms=10, seed=17)
    honest, accomplice = Player(driver, "honest"), Player(driver, "accomplice")
    driver.host.cheat = cheat
    for _ in range(100_000):
        if honest.pump() | accomplice.pump():
            continue
        table, decision = driver.table, driver.host.open_decision
        if table.committed.deal > DEALS and decision is None and not table.cutting:
            return driver, honest
        if decision is not None:
            honest.act()
            accomplice.act()
        else:
            driver.wait(max(0, driver.host.due - driver.now))
    raise AssertionError("the table does not go on")


def pairs(driver: CheatingDriver) -> float:
    hands = [event.hands[ACCOMPLICE] for event in driver.log if event.type == "hand_started"]
    return sum(first[0] == second[0] for first, second in hands) / len(hands)


@pytest.mark.exhaustive
def test_an_honest_host_is_not_suspected() -> None:
    driver, honest = played(None)
    checks = list(check_deals(steps(driver.log)))
    assert len(checks) > DEALS
    assert {check.result for check in checks} == {"ok"}
    assert all(len(check.nonces) == 2 for check in checks)
    assert honest.session_events == []
    assert pairs(driver) < 0.2


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("cheat", "kinds"),
    [
        (take_another_number, {"skipped"}),
        (take_the_same_number, {"redealt"}),
        (pass_the_deck_over, {"not_dealt"}),
        (change_before_the_cut, {"changed"}),
    ],
)
def test_a_host_that_discards_decks_is_caught_in_every_deal(cheat: Cheat, kinds: set[str]) -> None:
    driver, honest = played(cheat)
    assert pairs(driver) == 1
    bad = {check.deal for check in check_deals(steps(driver.log)) if check.result == "cheated"}
    seen = observer_of(driver.table, 0)
    view = deals_of(steps(redact(event, seen) for event in driver.log))
    assert {deal.number for deal in view if deal.problems} == bad
    assert len(driver.host.disliked) >= DEALS / 2 - 1
    assert driver.host.disliked <= bad
    assert kinds <= {flawed.kind for flawed in honest.session_events}
    assert {flawed.deal for flawed in honest.session_events} == bad


@pytest.mark.exhaustive
def test_a_host_that_drops_nonces_is_noticed_in_every_deal() -> None:
    driver, honest = played(drop_the_honest_nonce)
    dropped = [event.deal for event in driver.log if type(event) is DeckCut and not event.nonces[0]]
    assert len(dropped) > DEALS / 2
    assert set(dropped) == driver.host.disliked
    assert [flawed.deal for flawed in honest.session_events if flawed.kind == "dropped"] == dropped
