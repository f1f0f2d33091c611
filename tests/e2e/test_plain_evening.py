"""An evening at the plain client: a host and guests who type, over real sockets."""

from __future__ import annotations

import pytest
from tests.clients.commands import Typist, typist

pytestmark = pytest.mark.exhaustive  # each of them is a process of its own


async def at(url: str, name: str) -> Typist:
    user = await typist("play", url, "--name", name, "--no-plain")
    await user.until("? for help")
    return user


async def says(user: Typist, typed: str, text: str) -> str:
    """Type a line; the next line that holds a text."""
    user.type(typed)
    return await user.until(text)


async def test_a_host_runs_an_evening_and_guests_see_the_command_to_type(fresh_url: str) -> None:
    ana = await at(fresh_url, "Ana")
    await says(ana, "rename Early", "you are not at a table")
    await says(ana, "open holdem stak=3", "did you mean 'stack'?")
    ana.type('open holdem format=cash seats=3 stack=400 decision=10m pause=2s title="Friday night"')
    await ana.until("Friday night: holdem")
    await ana.until("seat 0: Ana, 400 chips")
    await says(ana, "code ses", "4 to 32 visible characters")
    await says(ana, "code sesame", "A code is needed to sit down.")

    rui, eva = await at(fresh_url, "Rui"), await at(fresh_url, "Eva")
    await says(eva, "watch friday", "Friday night: holdem")
    await eva.until("seat 1: free")
    await says(eva, "join friday", "this table asks for a code")
    # A refused join leaves the guest where she watches.
    await says(eva, "say hello from the rail", "<rail, Eva> hello from the rail")
    await says(rui, "join friday night code=sesame", "seat 1: Rui, 400 chips")
    await ana.until("Your turn", "Ana posts")

    await says(ana, "code", "No code is needed")
    await says(ana, "lock", "The table is locked")
    await says(eva, "join friday", "the table is locked: knock")
    await says(eva, "knock friday", "You knocked. When the owner admits you, type: join")
    await ana.until("Eva knocks: the owner types admit 1 or turnaway 1.")
    await says(ana, "admit Eve", "waiting: 1 Eva")
    await says(ana, "admit", "The owner admits Eva.")
    await says(eva, "join friday", "You have a seat. The table as it stands:")
    await eva.until("seat 2: Eva, 400 chips, waits for the big blind")

    said = await says(ana, "set big-blind=40 decision=45s", "From the next deal on")
    assert said == "From the next deal on: big blind 40, decision 45 s."
    await says(ana, "set seats=9", "'seats' cannot be changed")
    await says(ana, "handover Rui", "Rui is the owner of the table now.")
    await says(ana, "pause", "only the owner of the table may do this")
    await says(rui, "pause", "The owner paused the table.")
    await says(rui, "kick Eva", "The owner removes Eva, who gets up")
    await eva.until("Eva leaves with 400.")
    await says(eva, "join friday", "The owner of this table removed you. You can sit down again")
    await says(rui, "mute Eva", "The owner mutes Eva.")
    await says(eva, "say still here", "The owner of this table muted you.")
    await says(rui, "chips Ana", "write chips PLAYER AMOUNT REASON")
    await says(rui, "ledger", "Ana")
    await says(rui, "leave", "type leave yes to leave the table")
    for user in (ana, rui, eva):
        assert (await user.end()).status == 0


async def test_the_owner_pauses_corrects_seats_bots_bans_and_closes(fresh_url: str) -> None:
    """The table is paused at first, so that no hand is dealt meanwhile."""
    ana = await at(fresh_url, "Ana")
    ana.type("open holdem format=cash seats=3 stack=400 title=Night")
    await ana.until("seat 0: Ana, 400 chips")
    await says(ana, "pause", "The owner paused the table.")
    eva, rui = await at(fresh_url, "Eva"), await at(fresh_url, "Rui")
    await says(eva, "watch night", "seat 0: Ana, 400 chips")
    ana.type("chips Ana 1,000 second buy-in")
    for user in (ana, eva):  # everybody sees the reason
        assert "1000" in (await user.until("second buy-in")).replace(",", "")
    await says(ana, "chips Ana -9000 too much", "!")
    await says(ana, "bot callr", "did you mean 'caller'?")
    ana.type("bot caller")
    await eva.until("caller sits down on seat 1.")
    await says(ana, "removebot 1", "caller leaves")
    await says(rui, "join night", "seat 1: Rui, 400 chips")
    await eva.until("Rui sits down on seat 1.")

    await says(eva, "react clap", "<rail, Eva>")
    await ana.until("(clap)")
    await says(ana, "block Rui", "You hear nothing more of Rui.")
    await says(rui, "say blocked words", "blocked words")
    await eva.until("blocked words")
    await says(ana, "unblock Rui", "You hear Rui again.")
    await says(rui, "say heard again", "heard again")
    await ana.until("heard again")
    assert not any("blocked words" in line for line in ana.read)

    await says(ana, "ban Rui", "The owner bans Rui.")
    await rui.until("Rui leaves with 400.")
    await says(rui, "join night", "owner banned you from this table")
    await says(ana, "unban Rui", "The owner lifts the ban of Rui.")
    await says(ana, "lock", "The table is locked")
    await says(rui, "knock night", "You knocked.")
    await ana.until("Rui knocks: the owner types admit")
    await says(ana, "turnaway", "The owner turns away Rui.")
    await says(ana, "unlock", "The table is unlocked.")
    await says(ana, "resume", "The table continues.")
    await says(eva, "close", "only the owner of the table may do this")
    await says(ana, "close", "The table is closed: its owner closed it.")
    await eva.until("The table is closed: its owner closed it.")
    for user in (ana, rui, eva):
        assert (await user.end()).status == 0
