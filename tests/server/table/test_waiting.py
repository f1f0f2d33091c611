"""The waiting list of a table: offers of a free seat, their time, and the public part."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.host_driver import Client, HostDriver, done, refused

from carteado.engine.table import evolve_all, observer_of, open_table, redact_table
from carteado.engine.visibility import RAIL, redact
from carteado.engine.waiting import WaitingBegun
from carteado.protocol import messages as wire
from carteado.server.table.waiting import MAX_WAITING

CASH = {"format": "cash", "seats": 2}


def full(**settings: Any) -> tuple[HostDriver, list[Client]]:
    """A cash table whose two seats are taken, and where no hand is played."""
    driver = HostDriver(options=CASH, **settings)
    players = [driver.client(name) for name in ("opener", "Bob")]
    done(players[0].say(wire.Pause))
    for player in players:
        done(player.say(wire.Join))
    return driver, players


def test_the_first_waiting_player_is_offered_the_free_seat_and_nobody_else_may_take_it() -> None:
    driver, players = full()
    cid, dan, eve = (driver.client(name) for name in ("Cid", "Dan", "Eve"))
    assert (done(cid.say(wire.Wait)).result, done(dan.say(wire.Wait)).result) == (1, 2)
    done(players[1].say(wire.Leave))
    assert driver.table.controls.waiting_seats == (1, None)
    assert refused(eve.say(wire.Join)) == "table/full"
    assert refused(eve.say(wire.Join, seat=1)) == "table/full"
    assert refused(dan.say(wire.Join)) == "table/full"
    assert refused(players[0].say(wire.AddBot, bot="caller")) == "table/full"
    assert done(cid.say(wire.Join)).result == 1
    assert driver.table.controls.waiting_names == ("Dan",)


def test_an_offer_that_is_not_taken_in_time_goes_to_the_next() -> None:
    driver, players = full(offer_ms=5_000)
    cid, dan = driver.client("Cid"), driver.client("Dan")
    done(cid.say(wire.Wait))
    done(dan.say(wire.Wait))
    done(players[1].say(wire.Leave))
    driver.wait(4_999)
    assert driver.table.controls.waiting_seats == (1, None)
    driver.wait(1)
    assert driver.table.controls.waiting_names == ("Dan",)
    assert driver.table.controls.waiting_seats == (1,)
    assert refused(cid.say(wire.Join)) == "table/full"
    done(dan.say(wire.StopWaiting))
    assert done(cid.say(wire.Join)).result == 1


def test_a_restart_keeps_the_list_and_gives_an_offer_its_full_time_again() -> None:
    driver, players = full(offer_ms=5_000)
    cid = driver.client("Cid")
    done(cid.say(wire.Wait))
    done(players[1].say(wire.Leave))
    driver.wait(4_000)
    driver.host.table = evolve_all(open_table(driver.opened), driver.log[1:])
    driver.host.offers.__init__()
    driver.host.start(driver.now)
    driver.wait(4_999)
    assert driver.table.controls.waiting_seats == (1,)
    driver.wait(1)
    assert driver.table.controls.waiting == ()


def test_a_running_freezeout_offers_its_free_seat_when_the_game_is_over() -> None:
    driver = HostDriver("four-player")
    players = [driver.client(name) for name in ("opener", "Bob", "Cid", "Dan")]
    for player in players:
        done(player.say(wire.Join))
    eve = driver.client("Eve")
    assert done(eve.say(wire.Wait)).result == 1
    done(players[3].say(wire.Leave))
    assert driver.table.controls.waiting_seats == (None,)  # nobody sits down in the middle of it


@pytest.mark.parametrize(
    "what", ["twice", "seated", "not full", "busy", "not waiting", "banned", "removed"]
)
def test_a_refused_request_does_not_change_the_waiting_list(what: str) -> None:
    driver, players = full()
    cid = driver.client("Cid")
    if what == "twice":
        done(cid.say(wire.Wait))
        code, reply = "table/waiting", lambda: cid.say(wire.Wait)
    elif what == "seated":
        code, reply = "seat/already", lambda: players[0].say(wire.Wait)
    elif what == "not full":
        done(players[1].say(wire.Leave))
        code, reply = "table/not_full", lambda: cid.say(wire.Wait)
    elif what == "busy":
        for number in range(MAX_WAITING):
            done(driver.client(f"guest {number}").say(wire.Wait))
        code, reply = "table/busy", lambda: cid.say(wire.Wait)
    elif what == "banned":
        done(players[0].say(wire.Ban, seat=1))
        driver.wait(100_000)
        done(driver.client("Dan").say(wire.Join))
        code, reply = "seat/banned", lambda: players[1].say(wire.Wait)
    elif what == "removed":
        done(players[0].say(wire.Remove, seat=1))
        driver.wait(100_000)
        done(driver.client("Dan").say(wire.Join))
        code, reply = "seat/removed", lambda: players[1].say(wire.Wait)
    else:
        code, reply = "table/not_waiting", lambda: cid.say(wire.StopWaiting)
    mark = len(driver.log)
    assert refused(reply()) == code
    assert len(driver.log) == mark


def test_a_locked_or_protected_table_has_the_same_conditions_for_its_waiting_list() -> None:
    driver, players = full()
    cid, dan = driver.client("Cid"), driver.client("Dan")
    done(players[0].say(wire.SetCode, code="sesame"))
    assert refused(cid.say(wire.Wait)) == "table/code"
    assert refused(cid.say(wire.Wait, code="wrong")) == "table/code"
    done(cid.say(wire.Wait, code="sesame"))
    done(players[0].say(wire.Lock))
    assert refused(dan.say(wire.Wait)) == "table/locked"
    done(players[1].say(wire.Leave))
    assert done(cid.say(wire.Join)).result == 1


def test_everybody_sees_names_and_places_and_nobody_the_keys() -> None:
    driver, players = full()
    done(players[0].say(wire.Watch))
    done(driver.client("Cid").say(wire.Wait))
    done(players[1].say(wire.Leave))
    begun = next(event for event in driver.log if type(event) is WaitingBegun)
    assert begun.key
    assert not redact(begun, RAIL).key
    for seat in (None, 0):
        view = redact_table(driver.table, observer_of(driver.table, seat)).controls
        assert (view.waiting_names, view.waiting_seats) == (("Cid",), (1,))
        assert not any(view.waiting_keys)
        folded = open_table(driver.opened)
        for event in driver.log[1:]:
            folded = evolve_all(folded, [redact(event, observer_of(folded, seat))])
        assert folded.controls.waiting_names == ("Cid",)
