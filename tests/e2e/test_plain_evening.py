"""An evening at the plain client: a host and guests who type, over real sockets."""

from __future__ import annotations

import pytest
from tests.clients.commands import Typist, typist

pytestmark = pytest.mark.exhaustive  # each of them is a process of its own


async def at(url: str, name: str) -> Typist:
    user = await typist("play", url, "--name", name, "--no-plain")
    await user.until("? for help")
    return user


async def type_and_read(user: Typist, typed: str, text: str) -> str:
    """Type a line; the next line that holds a text."""
    user.type(typed)
    return await user.until(text)


async def test_a_host_runs_an_evening_and_guests_see_the_command_to_type(fresh_url: str) -> None:
    ana = await at(fresh_url, "Ana")
    await type_and_read(ana, "rename Early", "you are not at a table")
    await type_and_read(ana, "open holdem stak=3", "did you mean 'stack'?")
    ana.type('open holdem format=cash seats=3 stack=400 decision=10m pause=2s title="Friday night"')
    await ana.until("Friday night: holdem")
    await ana.until("seat 0: Ana, 400 chips")
    await type_and_read(ana, "code ses", "4 to 32 visible characters")
    await type_and_read(ana, "code sesame", "A code is needed to sit down.")

    rui, eva = await at(fresh_url, "Rui"), await at(fresh_url, "Eva")
    await type_and_read(eva, "watch friday", "Friday night: holdem")
    await eva.until("seat 1: free")
    await type_and_read(eva, "join friday", "this table asks for a code")
    # A refused join leaves the guest where she watches.
    await type_and_read(eva, "say hello from the rail", "<rail, Eva> hello from the rail")
    await type_and_read(rui, "join friday night code=sesame", "seat 1: Rui, 400 chips")
    await ana.until("Your turn", "Ana posts")

    await type_and_read(ana, "code", "No code is needed")
    await type_and_read(ana, "lock", "The table is locked")
    await type_and_read(eva, "join friday", "the table is locked: knock")
    await type_and_read(eva, "knock friday", "You knocked. When the owner admits you, type: join")
    await ana.until("Eva knocks: the owner types admit 1 or turnaway 1.")
    await type_and_read(ana, "admit Eve", "waiting: 1 Eva")
    await type_and_read(ana, "admit", "The owner admits Eva.")
    await type_and_read(eva, "join friday", "You have a seat. The table as it stands:")
    await eva.until("seat 2: Eva, 400 chips, waits for the big blind")

    said = await type_and_read(ana, "set big-blind=40 decision=45s", "From the next deal on")
    assert said == "From the next deal on: big blind 40, decision 45 s."
    await type_and_read(ana, "set seats=9", "'seats' cannot be changed")
    await type_and_read(ana, "handover Rui", "Rui is the owner of the table now.")
    await type_and_read(ana, "pause", "only the owner of the table may do this")
    await type_and_read(rui, "pause", "The owner paused the table.")
    await type_and_read(rui, "kick Eva", "The owner removes Eva, who gets up")
    await eva.until("Eva leaves with 400.")
    await type_and_read(
        eva, "join friday", "The owner of this table removed you. You can sit down again"
    )
    await type_and_read(rui, "mute Eva", "The owner mutes Eva.")
    await type_and_read(eva, "say still here", "The owner of this table muted you.")
    await type_and_read(rui, "chips Ana", "write chips PLAYER AMOUNT REASON")
    await type_and_read(rui, "ledger", "Ana")
    await type_and_read(rui, "leave", "type leave yes to leave the table")
    for user in (ana, rui, eva):
        assert (await user.end()).status == 0


async def test_the_owner_pauses_corrects_seats_bots_bans_and_closes(fresh_url: str) -> None:
    """The table is paused at first, so that no hand is dealt meanwhile."""
    ana = await at(fresh_url, "Ana")
    ana.type("open holdem format=cash seats=3 stack=400 title=Night")
    await ana.until("seat 0: Ana, 400 chips")
    await type_and_read(ana, "pause", "The owner paused the table.")
    eva, rui = await at(fresh_url, "Eva"), await at(fresh_url, "Rui")
    await type_and_read(eva, "watch night", "seat 0: Ana, 400 chips")
    ana.type("chips Ana 1,000 second buy-in")
    for user in (ana, eva):  # everybody sees the reason
        assert "1000" in (await user.until("second buy-in")).replace(",", "")
    await type_and_read(ana, "chips Ana -9000 too much", "!")
    await type_and_read(ana, "bot callr", "did you mean 'caller'?")
    ana.type("bot caller")
    await eva.until("caller sits down on seat 1.")
    await type_and_read(ana, "removebot 1", "caller leaves")
    await type_and_read(rui, "join night", "seat 1: Rui, 400 chips")
    await eva.until("Rui sits down on seat 1.")

    await type_and_read(eva, "react clap", "<rail, Eva>")
    await ana.until("(clap)")
    await type_and_read(ana, "block Rui", "You hear nothing more of Rui.")
    await type_and_read(rui, "say blocked words", "blocked words")
    await eva.until("blocked words")
    await type_and_read(ana, "unblock Rui", "You hear Rui again.")
    await type_and_read(rui, "say heard again", "heard again")
    await ana.until("heard again")
    assert not any("blocked words" in line for line in ana.read)

    await type_and_read(ana, "ban Rui", "The owner bans Rui.")
    await rui.until("Rui leaves with 400.")
    await type_and_read(rui, "join night", "owner banned you from this table")
    await type_and_read(ana, "unban Rui", "The owner lifts the ban of Rui.")
    await type_and_read(ana, "lock", "The table is locked")
    await type_and_read(rui, "knock night", "You knocked.")
    await ana.until("Rui knocks: the owner types admit")
    await type_and_read(ana, "turnaway", "The owner turns away Rui.")
    await type_and_read(ana, "unlock", "The table is unlocked.")
    await type_and_read(ana, "resume", "The table continues.")
    await type_and_read(eva, "close", "only the owner of the table may do this")
    await type_and_read(ana, "close", "The table is closed: its owner closed it.")
    await eva.until("The table is closed: its owner closed it.")
    for user in (ana, rui, eva):
        assert (await user.end()).status == 0
