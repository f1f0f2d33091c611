"""What the owner of a table may do, and what guests see and may not see of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver, done

from carteado.engine import controls as ev
from carteado.engine.table import (
    evolve_all,
    observer_of,
    open_table,
    redact_table,
    restore,
    snapshot,
)
from carteado.engine.visibility import RAIL, redact
from carteado.protocol import messages as wire
from carteado.server.table.admission import TRIES, TRIES_EACH_TABLE, TRIES_MS

CASH = {"format": "cash", "seats": 3}


def cash(count: int = 3, **settings: Any) -> tuple[HostDriver, list[Client]]:
    """A cash table of three on which the owner and others play a hand."""
    driver = HostDriver(options=CASH, pause_ms=1000, **settings)
    players = [driver.client(name) for name in ("opener", "Bob", "Cid")[:count]]
    for player in players:
        assert isinstance(player.say(wire.Join), wire.Ok)
    driver.wait(1000)
    return driver, players


def play_out(driver: HostDriver, players: list[Client]) -> None:
    for _ in players:
        if (turn := driver.table.game.turn(driver.state)) is not None:
            players[turn].act("fold")


REQUESTS: list[tuple[type, dict[str, Any]]] = [
    (wire.Rename, {"title": "Friday"}),
    (wire.Lock, {}),
    (wire.Unlock, {}),
    (wire.SetCode, {"code": "sesame"}),
    (wire.Pause, {}),
    (wire.Resume, {}),
    (wire.Ban, {"seat": 2}),
    (wire.Unban, {"name": "Cid"}),
    (wire.CloseTable, {}),
    (wire.Configure, {"options": {"big_blind": 40}}),
    (wire.Correct, {"seat": 2, "amount": 5, "reason": "gift"}),
    (wire.HandOver, {"seat": 2}),
    (wire.Admit, {"knock": 1}),
    (wire.TurnAway, {"knock": 1}),
]


@pytest.mark.parametrize(("cls", "fields"), REQUESTS)
def test_only_the_owner_may(cls: type, fields: dict[str, Any]) -> None:
    driver, (_, bob, _) = cash()
    before = len(driver.log)
    assert bob.say(cls, **fields).code == "table/not_owner"
    assert len(driver.log) == before


def test_the_owner_renames_locks_and_admits() -> None:
    driver, (owner, bob) = cash(2)
    done(owner.say(wire.Rename, title="Friday"))
    assert driver.table.opened.title == "Friday"
    done(owner.say(wire.Lock))
    assert owner.say(wire.Lock).code == "table/unchanged"
    dan, eve = driver.client("Dan"), driver.client("Eve")
    assert dan.say(wire.Join).code == "table/locked"
    assert done(dan.say(wire.Knock)).result == 1
    assert dan.say(wire.Knock).code == "table/knocked"
    assert done(eve.say(wire.Knock)).result == 2
    assert {"knock": 1, "name": "Dan"}.items() <= owner.events()[-2].items()
    assert owner.events()[-2]["key"] == ""
    done(owner.say(wire.TurnAway, knock=2))
    assert eve.say(wire.Join).code == "table/locked"
    assert owner.say(wire.Admit, knock=2).code == "table/no_knock"
    done(owner.say(wire.Admit, knock=1))
    done(dan.say(wire.Join))
    done(owner.say(wire.Unlock))
    assert bob.say(wire.Knock).code == "table/not_locked"


def test_a_code_is_asked_for_and_only_its_hash_is_kept() -> None:
    driver, (owner, _) = cash(2)
    done(owner.say(wire.SetCode, code="s3cret"))
    assert "s3cret" not in repr(driver.log)
    event = owner.events()[-1]
    assert event["type"] == "code_set"
    assert not event["digest"]
    assert not event["salt"]
    dan, eve = driver.client("Dan"), driver.client("Eve")
    assert dan.say(wire.Join).code == "table/code"
    for _ in range(TRIES):
        assert dan.say(wire.Join, code="guess").code == "table/code"
    driver.now += 1_000
    tired = dan.say(wire.Join, code="s3cret")
    assert tired.code == "table/code_tries"
    assert tired.details["retry_ms"] == TRIES_MS - 1_000
    done(eve.say(wire.Join, code="s3cret"))
    done(eve.say(wire.Leave))
    driver.now += TRIES_MS - 1_000
    done(dan.say(wire.Join, code="s3cret"))
    done(owner.say(wire.SetCode))
    assert owner.say(wire.SetCode).code == "table/unchanged"


def test_many_guesses_of_a_code_wait_until_the_first_guess_is_forgotten() -> None:
    driver, (owner, _) = cash(2)
    done(owner.say(wire.SetCode, code="s3cret"))
    for number in range(TRIES_EACH_TABLE):
        driver.now += 1_000
        guesser = driver.client(f"guesser {number}")
        assert guesser.say(wire.Join, code="guess").code == "table/code"
    tired = guesser.say(wire.Join, code="s3cret")
    assert tired.code == "table/code_tries"
    assert tired.details["retry_ms"] == TRIES_MS - (TRIES_EACH_TABLE - 1) * 1_000


def test_a_pause_stops_the_clock_and_the_deals() -> None:
    driver, players = cash(2, decision_ms=10_000, bank_ms=5_000)
    owner = players[0]
    turn = driver.table.game.turn(driver.state)
    assert turn is not None
    driver.wait(12_000)  # two seconds of the bank
    done(owner.say(wire.Pause))
    driver.wait(3_600_000)
    assert driver.table.game.turn(driver.state) == turn
    done(owner.say(wire.Resume))
    prompt = players[turn].prompt()
    assert prompt is not None
    assert (prompt.time_ms, prompt.bank_ms) == (0, 3_000)
    players[turn].act("call")
    assert driver.table.banks[turn] == 3_000
    done(owner.say(wire.Pause))
    play_out(driver, players)
    deal = driver.table.committed.deal
    driver.wait(60_000)
    assert driver.table.committed.deal == deal
    done(owner.say(wire.Resume))
    driver.wait(1_000)
    assert driver.table.committed.deal == deal + 1


def test_a_banned_player_gets_up_and_never_sits_down_again() -> None:
    driver, players = cash()
    owner, bob, _ = players
    assert owner.say(wire.Ban, seat=0).code == "seat/own"
    done(owner.say(wire.Ban, seat=1))
    play_out(driver, players)
    assert driver.state.names[1] is None
    driver.now += 10 * 3_600_000
    assert bob.say(wire.Join).code == "seat/banned"
    assert owner.say(wire.Unban, name="Bop").code == "table/not_banned"
    done(owner.say(wire.Unban, name="Bob"))
    done(bob.say(wire.Join))


def test_options_change_from_the_next_deal_on() -> None:
    driver, players = cash(2)
    owner = players[0]
    assert owner.say(wire.Configure, options={"seats": 4}).code == "options/unknown"
    assert owner.say(wire.Configure, settings={"advice": "everyone"}).code == "options/unknown"
    refused = owner.say(wire.Configure, options={"big_blind": 0})
    assert refused.code == "options/invalid"
    assert refused.details == {
        "key": "blinds",
        "problem": "{value} is not from {low} to {high}",
        "value": 0,
        "low": 1,
        "high": 2**53 - 1,
    }
    assert owner.say(wire.Configure).code == "options/invalid"
    done(owner.say(wire.Configure, options={"small_blind": 20, "big_blind": 40}))
    done(owner.say(wire.Configure, settings={"decision_ms": 45_000, "bank_ms": 7_000}))
    assert driver.table.options.big_blind == 20
    play_out(driver, players)
    driver.wait(1_000)
    assert driver.table.options.big_blind == 40
    assert sorted(driver.state.bets)[1:] == [20, 40]
    assert driver.table.banks[0] == 7_000
    prompts = [player.prompt() for player in players]
    assert 45_000 in [prompt.time_ms for prompt in prompts if prompt]


def test_chips_are_given_between_deals_with_a_reason() -> None:
    driver, players = cash(2)
    owner = players[0]
    say = {"seat": 1, "amount": 100, "reason": "lost a bet"}
    assert owner.say(wire.Correct, **say).code == "table/hand_running"
    done(owner.say(wire.Pause))
    play_out(driver, players)
    before = driver.state.stacks
    assert owner.say(wire.Correct, seat=1, amount=-9_999, reason="all").code == "seat/credit"
    assert owner.say(wire.Correct, seat=2, amount=5, reason="free").code == "seat/free"
    done(owner.say(wire.Correct, **say))
    assert driver.state.stacks[1] == before[1] + 100
    assert players[1].events()[-1]["reason"] == "lost a bet"


def test_ownership_is_handed_over_and_the_table_closed() -> None:
    driver, players = cash(2)
    owner, bob = players
    assert owner.say(wire.HandOver, seat=2).code == "seat/free"
    done(owner.say(wire.HandOver, seat=1))
    assert owner.say(wire.Pause).code == "table/not_owner"
    done(bob.say(wire.Pause))
    assert bob.say(wire.CloseTable).code == "table/hand_running"
    play_out(driver, players)
    done(bob.say(wire.CloseTable))
    assert driver.table.closed


def test_every_view_is_the_fold_of_its_observers_events() -> None:
    """All control events in one log: views, snapshots, and folds of many events at once agree."""
    driver, players = cash(2)
    owner = players[0]
    guests = [driver.client(name) for name in ("Dan", "Eve", "Fay")]
    done(owner.say(wire.Lock))
    for guest in guests:
        done(guest.say(wire.Knock))
    done(owner.say(wire.Admit, knock=1))
    done(owner.say(wire.TurnAway, knock=3))
    done(owner.say(wire.SetCode, code="s3cret"))
    done(owner.say(wire.Configure, options={"ante": 1}, settings={"bank_ms": 1}))
    done(owner.say(wire.Ban, seat=1))
    done(owner.say(wire.Pause))
    play_out(driver, players)
    done(owner.say(wire.Correct, seat=0, amount=7, reason="found"))
    done(owner.say(wire.Configure, options={"big_blind": 25}))
    done(owner.say(wire.Rename, title="Late"))
    done(guests[0].say(wire.Join))
    done(owner.say(wire.HandOver, seat=1))
    done(guests[0].say(wire.Unlock))
    done(guests[0].say(wire.SetCode))
    done(guests[0].say(wire.Mute, name="opener"))
    gus, hal = driver.client("Gus"), driver.client("Hal")
    done(gus.say(wire.Join))
    done(hal.say(wire.Wait))
    done(gus.say(wire.Leave))
    done(hal.say(wire.StopWaiting))
    done(guests[0].say(wire.Resume))
    driver.wait(1_000)
    table = driver.table
    assert {type(event) for event in driver.log} >= set(ev.CONTROL_EVENTS)
    assert evolve_all(open_table(driver.opened), driver.log[1:]) == table
    assert restore(snapshot(table)) == table
    for observer in (RAIL, observer_of(table, 0), observer_of(table, 1)):
        seen = [redact(event, observer) for event in driver.log[1:]]
        assert evolve_all(open_table(driver.opened), seen) == redact_table(table, observer)
        assert "key of" not in repr(redact_table(table, observer)) + repr(seen)
