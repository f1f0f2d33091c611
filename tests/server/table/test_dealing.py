"""The cut of the deck: commitments, waiting for nonces, and the dealt cards."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver

from carteado.engine import game as commands
from carteado.engine.deal import commit, cut, dealt, nonce_commitment
from carteado.engine.table import DeckCommitted, DeckCut
from carteado.protocol import messages as wire
from carteado.server.table.dealing import Dealing
from carteado.server.table.deferred import _OF_THE_GAME, MAX_HELD_EACH
from carteado.server.table.handlers import HANDLERS
from carteado.server.table.naming import Called
from carteado.server.table.seating import Rekey
from carteado.server.table.step import Denied, Step

CASH = {"format": "cash", "stack": 200}


def nonce(name: str, number: int) -> str:
    return f"{name.encode().hex():0<24}{number:08x}"


def bound(name: str, number: int) -> str:
    return nonce_commitment(nonce(name, number))


class Cutter(Client):
    """A client that takes part in the cuts on request."""

    def __init__(self, driver: HostDriver, name: str) -> None:
        super().__init__(driver, name)
        self.number = 1

    def join(self) -> None:
        name = self.player.name
        reply = self.say(wire.Join, commitment=bound(name, 1))
        assert isinstance(reply, wire.Ok)

    def give(self, deal: int, **fields: Any) -> None:
        """Open the nonce that the seat is bound to."""
        name = self.player.name
        nonces = {"nonce": nonce(name, self.number), "next": bound(name, self.number + 1), **fields}
        self.driver.deliver(self, wire.Nonce(table="rig", deal=deal, **nonces))
        self.number += 1


def two_cutters() -> tuple[HostDriver, Cutter, Cutter]:
    driver = HostDriver(options=CASH, nonce_ms=1000, pause_ms=10)
    ana, rui = Cutter(driver, "ana"), Cutter(driver, "rui")
    ana.join()
    rui.join()
    return driver, ana, rui


def last(driver: HostDriver, kind: type) -> Any:
    return [event for event in driver.log if type(event) is kind][-1]


def check_deal(driver: HostDriver) -> None:
    """The hand was dealt from the committed deck, cut by the nonces in the log."""
    committed, made = last(driver, DeckCommitted), last(driver, DeckCut)
    deck = commit(committed.pack, bytes.fromhex(committed.seed))
    assert deck.root == committed.root
    order = cut(len(deck.cards), committed.root, made.nonces)
    assert driver.state.deck == dealt(deck.cards, order)


def test_the_deck_is_committed_first_and_cut_when_all_nonces_are_here():
    driver, ana, rui = two_cutters()
    assert driver.table.committed is not None
    assert driver.table.nonces is None
    assert not driver.state.deck
    ana.give(1)
    assert driver.table.nonces is None
    rui.give(1)
    assert last(driver, DeckCut).nonces == (nonce("ana", 1), nonce("rui", 1))
    assert last(driver, DeckCut).commitments == (bound("ana", 2), bound("rui", 2))
    check_deal(driver)


@pytest.mark.parametrize("pack", [None, ("As", "Kd", "Qh")])
def test_a_deck_that_is_made_ahead_is_the_one_that_would_have_been_made(pack: Any):
    made = []
    for ahead in (True, False):
        table = two_cutters()[0].host.table
        seeds = random.Random(5)
        dealing = Dealing(seeds.randbytes)
        for _ in range(3):
            if ahead:
                dealing.prepare(table)
                dealing.prepare(table)
            made.append(dealing.commit(table, pack or table.committed.pack))
        assert (
            dealing.cut(replace(table, committed=made[-1]))[1]
            == commit(made[-1].pack, bytes.fromhex(made[-1].seed)).cards
        )
    assert made[:3] == made[3:]


def test_a_deck_is_not_older_than_the_commitment_of_a_seat():
    table = two_cutters()[0].host.table
    seeds = [b"1" * 32, b"2" * 32]
    dealing = Dealing(lambda size: seeds.pop(0))
    dealing.prepare(table)
    bound = replace(table, commitments=("ab" * 32, *table.commitments[1:]))
    assert dealing.commit(bound, table.committed.pack).seed == (b"2" * 32).hex()
    assert seeds == []


def test_nothing_is_made_ahead_while_no_decision_is_open():
    driver, ana, rui = two_cutters()
    state = driver.random.getstate()
    driver.host.prepare()
    assert driver.random.getstate() == state
    ana.give(1)
    rui.give(1)
    driver.wait(10)  # from the draw for the button to the first hand
    ana.give(2)
    rui.give(2)
    assert driver.host.open_decision is not None
    state = driver.random.getstate()
    driver.host.prepare()
    assert driver.random.getstate() != state


def test_the_seed_is_never_sent():
    driver, ana, rui = two_cutters()
    ana.give(1)
    rui.give(1)
    seed = last(driver, DeckCommitted).seed
    assert len(seed) == 64
    assert seed not in repr(ana.screen.messages) + repr(rui.screen.messages)


@pytest.mark.parametrize(
    ("deal", "fields"),
    [
        (1, {"nonce": "00" * 16}),
        (2, {}),
        (0, {}),
    ],
    ids=["wrong", "next deal", "no deal"],
)
def test_a_nonce_that_does_not_fit_is_passed_over_and_the_right_one_still_counts(deal, fields):
    driver, ana, rui = two_cutters()
    ana.give(deal, **fields)
    rui.give(1)
    assert driver.table.nonces is None
    ana.number = 1
    ana.give(1)
    assert last(driver, DeckCut).nonces == (nonce("ana", 1), nonce("rui", 1))


def test_a_nonce_is_given_once():
    driver, ana, rui = two_cutters()
    ana.give(1)
    ana.number = 1
    ana.give(1, next=bound("other", 9))
    rui.give(1)
    assert last(driver, DeckCut).commitments[0] == bound("ana", 2)


def test_a_missing_nonce_counts_as_none_and_the_seat_is_bound_to_nothing():
    driver, _ana, rui = two_cutters()
    rui.give(1)
    driver.wait(999)
    assert driver.table.nonces is None
    driver.wait(1)
    assert last(driver, DeckCut).nonces == (None, nonce("rui", 1))
    assert driver.table.commitments == (None, bound("rui", 2))
    check_deal(driver)


def test_a_seat_that_lost_its_nonce_binds_itself_again_for_the_next_deal():
    driver, ana, rui = two_cutters()
    rui.give(1)
    driver.wait(1000)
    for number in (5, 6):  # the second one comes too often
        driver.deliver(ana, wire.BindNonce(table="rig", commitment=bound("ana", number)))
    assert driver.table.commitments == (bound("ana", 5), bound("rui", 2))
    driver.wait(10)
    ana.number = 5
    ana.give(2)
    rui.give(2)
    assert last(driver, DeckCut).nonces == (nonce("ana", 5), nonce("rui", 2))


def test_no_seat_binds_itself_while_a_deck_waits_for_its_cut():
    driver, ana, rui = two_cutters()
    driver.deliver(ana, wire.BindNonce(table="rig", commitment=bound("ana", 5)))
    assert driver.table.commitments == (bound("ana", 1), bound("rui", 1))
    ana.give(1)
    rui.give(1)
    assert last(driver, DeckCut).nonces == (nonce("ana", 1), nonce("rui", 1))


def test_a_late_nonce_changes_nothing():
    driver, ana, rui = two_cutters()
    rui.give(1)
    driver.wait(1000)
    seq = driver.host.audience.seq
    ana.give(1)
    assert driver.host.audience.seq == seq


def test_a_seat_without_a_next_nonce_takes_no_further_part():
    driver, ana, rui = two_cutters()
    ana.give(1, next=None)
    rui.give(1)
    assert driver.table.commitments == (None, bound("rui", 2))
    driver.wait(10)
    assert driver.table.committed is not None
    assert driver.table.committed.deal == 2
    rui.give(2)
    assert last(driver, DeckCut).nonces == (None, nonce("rui", 2))


def test_the_cut_does_not_wait_for_a_disconnected_player():
    driver, ana, rui = two_cutters()
    ana.give(1)
    rui.give(1)
    for watcher, message in driver.host.gone(ana.watcher):
        watcher.to.send(message)
    driver.wait(10)
    rui.give(2)
    assert last(driver, DeckCut).nonces == (None, nonce("rui", 2))
    assert driver.now == 1_000_010


def test_a_table_without_nonces_deals_at_once_in_one_commit():
    driver = HostDriver(pause_ms=10)
    driver.seated(2)
    check_deal(driver)
    dealing = [cause for cause in driver.causes if {"type": "deal"} in cause.do]
    assert len(dealing) == 2
    assert last(driver, DeckCut).nonces == (None, None)


def three() -> tuple[HostDriver, Cutter, Cutter, Cutter]:
    """Two players whose deck waits for its cut, and a third without a seat."""
    driver = HostDriver(options={**CASH, "seats": 3}, nonce_ms=1000, pause_ms=10)
    ana, rui, eva = (Cutter(driver, name) for name in ("ana", "rui", "eva"))
    ana.join()
    rui.join()  # both are waited for from here on
    return driver, ana, rui, eva


@pytest.mark.parametrize("message", [wire.Leave, wire.SitOut])
def test_a_deck_is_dealt_to_the_players_it_was_committed_for(message: Any):
    """Else a server with an accomplice at the table could look at the cut and take another deck."""
    driver, ana, rui = two_cutters()
    ana.give(1)
    seq = driver.host.audience.seq
    assert ana.say(message) is None
    assert driver.host.audience.seq == seq
    rui.give(1)
    assert driver.state.drawn
    assert last(driver, DeckCut).nonces == (nonce("ana", 1), nonce("rui", 1))
    assert [type(reply) for reply in ana.screen.of(wire.Ok)] == [wire.Ok, wire.Ok]
    types = [event.type for event in driver.log]
    assert types.index("button_drawn") < max(
        types.index(kind) for kind in types if kind in ("seat_left", "sat_out")
    )


def test_a_deck_whose_players_all_leave_is_dealt_all_the_same():
    driver, ana, rui = two_cutters()
    ana.say(wire.Leave)
    rui.say(wire.Leave)
    driver.wait(1000)
    assert [reply.id for reply in (*ana.screen.of(wire.Ok), *rui.screen.of(wire.Ok))] == [1, 2] * 2
    assert driver.state.drawn
    assert driver.state.names == (None, None)
    assert last(driver, DeckCut).nonces == (None, None)


def test_a_player_who_joins_before_the_cut_plays_from_the_next_deck_on():
    driver, ana, rui, eva = three()
    assert eva.say(wire.Join, commitment=bound("eva", 1)) is None
    eva.give(1)  # it holds no seat yet
    assert last(driver, DeckCommitted).cutters == (0, 1)
    ana.give(1)
    rui.give(1)
    assert isinstance(eva.screen.of(wire.Ok)[-1], wire.Ok)
    assert last(driver, DeckCut).nonces == (nonce("ana", 1), nonce("rui", 1), None)
    driver.wait(10)
    assert last(driver, DeckCommitted).cutters == (0, 1, 2)
    eva.number = 1
    for client in (ana, rui, eva):
        client.give(2)
    assert last(driver, DeckCut).nonces == (nonce("ana", 2), nonce("rui", 2), nonce("eva", 1))


def test_a_seat_that_was_not_bound_at_the_commitment_gives_no_nonce():
    """A log of this release cannot hold it, but an older one that is gone on from can."""
    driver, _ana, _rui, _eva = three()
    table = driver.table
    late = replace(table, commitments=(*table.commitments[:2], bound("eva", 1)))
    driver.host.table = replace(late, committed=replace(table.committed, cutters=(0, 1)))
    dealing = driver.host.dealing
    message = wire.Nonce(table="rig", deal=1, nonce=nonce("eva", 1), next=None)
    assert not dealing.nonce(driver.table, 2, message)
    assert dealing.nonce(
        replace(late, committed=replace(table.committed, cutters=None)), 2, message
    )


def test_commands_that_wait_for_the_cut_are_carried_out_in_order_and_once():
    driver, ana, _rui, _eva = three()
    assert ana.say(wire.Leave) is None
    assert ana.say(wire.Join, commitment=bound("ana", 7)) is None
    assert ana.say(wire.Watch, after=None) is None
    for _ in range(40):  # the same command again, as after a reconnect
        ana.say(wire.Leave, again=2)
    assert ana.say(wire.Chat, text="hello") is None
    driver.wait(1000)
    assert [m.id for m in ana.screen.messages if type(m) is wire.Ok] == [1, 2, 3, 4, 5]
    assert driver.state.names == ("ana", "rui", None)


def test_every_command_of_a_game_waits_for_the_cut():
    without = {wire.AddBot, wire.Watch, wire.Unwatch, wire.Chat, wire.Nonce, wire.BindNonce}
    without |= {wire.Rename, wire.Lock, wire.Unlock, wire.SetCode, wire.Pause, wire.Resume}
    without |= {wire.Unban, wire.Configure, wire.HandOver, wire.Knock, wire.Admit, wire.TurnAway}
    without |= {wire.Wait, wire.StopWaiting, wire.Phrase, wire.React, wire.Mute, wire.Unmute}
    without |= {wire.Block, wire.Unblock, wire.Ways, Rekey, Called}  # `ways` changes nothing
    assert set(HANDLERS) - without == _OF_THE_GAME


def test_a_limited_number_of_commands_waits_for_the_cut():
    driver, ana, _rui, _eva = three()
    replies = [ana.say(wire.SitOut) for _ in range(MAX_HELD_EACH + 1)]
    assert replies[:-1] == [None] * MAX_HELD_EACH
    assert replies[-1].code == "table/busy"
    driver.wait(1000)
    assert driver.state.away[0]


def test_a_connection_that_is_over_follows_nothing_after_the_cut():
    driver, _ana, _rui, eva = three()
    eva.say(wire.Join)
    driver.host.gone(eva.watcher)
    driver.wait(1000)
    assert eva.watcher not in driver.host.audience.watchers
    assert driver.state.names == ("ana", "rui", None)


def test_a_closing_table_answers_the_commands_that_waited_for_the_cut():
    driver, _ana, _rui, eva = three()
    eva.say(wire.Join)
    driver.run(driver.host.end("test"))
    driver.tick()
    assert eva.screen.of(wire.Refused)[-1].code == "table/closed"


def test_nothing_happens_in_a_game_while_a_deck_waits_for_its_cut():
    driver, _, _ = two_cutters()
    with pytest.raises(Denied) as denied:
        Step(driver.table).decide(commands.Leave(seat=0))
    assert denied.value.refusal.code == "table/dealing"


def test_a_nonce_needs_a_seat():
    driver, _, _ = two_cutters()
    rail = Cutter(driver, "rail")
    rail.give(1)
    assert driver.table.nonces is None
    assert not rail.screen.messages


def test_decks_differ_from_deal_to_deal():
    driver = HostDriver(pause_ms=0)
    driver.seated(2)
    seeds = [event.seed for event in driver.log if type(event) is DeckCommitted]
    assert len(seeds) == len(set(seeds)) == 2
