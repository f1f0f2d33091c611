"""Chat at a table: seats and rail, muted and blocked players, phrases and reactions."""

from __future__ import annotations

from functools import partial

import pytest
from tests.server.host_driver import Client, HostDriver, done, refused, unchanged

from carteado.protocol import messages as wire
from carteado.protocol.phrases import PHRASES


def party() -> tuple[HostDriver, Client, Client, Client, Client]:
    """The owner and Bob play a hand; Rae and Roy watch."""
    driver = HostDriver()
    owner, bob, rae, roy = (driver.client(name) for name in ("opener", "Bob", "Rae", "Roy"))
    done(owner.say(wire.Join))
    done(bob.say(wire.Join))
    done(rae.say(wire.Watch))
    done(roy.say(wire.Watch))
    assert driver.table.game.turn(driver.state) is not None
    return driver, owner, bob, rae, roy


def said(client: Client) -> list[tuple[str, str, str]]:
    return [(one.channel, one.name, one.text) for one in client.screen.of(wire.ChatSaid)]


def test_the_rail_speaks_to_the_rail_while_a_hand_is_played_and_to_all_between_hands() -> None:
    driver, owner, bob, rae, roy = party()
    done(rae.say(wire.Chat, text="fold it!"))
    assert said(roy) == said(rae) == [("rail", "Rae", "fold it!")]
    assert not said(owner)
    assert not said(bob)
    done(owner.say(wire.Chat, text="hi"))
    assert said(roy)[-1] == ("seats", "opener", "hi")
    done(owner.say(wire.Pause))
    turn = driver.table.game.turn(driver.state)
    [owner, bob][turn].act("fold")
    done(rae.say(wire.Chat, text="nice hand"))
    assert said(owner)[-1] == ("rail", "Rae", "nice hand")


def test_a_muted_player_says_nothing_until_the_owner_lifts_it() -> None:
    driver, owner, bob, rae, roy = party()
    assert refused(bob.say(wire.Mute, name="Rae")) == "table/not_owner"
    assert refused(owner.say(wire.Mute, name="Rae")) == "chat/unknown"  # she has not spoken yet
    done(rae.say(wire.Chat, text="spam"))
    done(owner.say(wire.Mute, name="rae"))
    done(owner.say(wire.Mute, name="Bob"))
    for client in (rae, bob):
        assert refused(client.say(wire.Chat, text="more")) == "chat/muted"
        assert refused(client.say(wire.React, reaction="clap")) == "chat/muted"
    assert refused(owner.say(wire.Mute, name="Bob")) == "table/unchanged"
    assert refused(owner.say(wire.Mute, name="opener")) == "seat/own"
    assert driver.table.controls.muted == ("Rae", "Bob")
    done(owner.say(wire.Unmute, name="Rae"))
    done(rae.say(wire.Chat, text="thanks"))
    assert refused(owner.say(wire.Unmute, name="Rae")) == "chat/unknown"
    assert roy.events()[-1]["type"] == "player_muted"
    assert not roy.events()[-1]["key"]


def test_a_blocked_player_is_neither_heard_nor_seen() -> None:
    _, owner, bob, _, roy = party()
    done(owner.say(wire.Block, name="bob"))
    done(bob.say(wire.Chat, text="hello?"))
    done(bob.say(wire.React, reaction="laugh"))
    assert not said(owner)
    assert not owner.screen.of(wire.Reacted)
    assert said(roy) == [("seats", "Bob", "hello?")]
    done(owner.say(wire.Unblock, name="Bob"))
    done(bob.say(wire.Chat, text="again"))
    assert said(owner) == [("seats", "Bob", "again")]
    assert refused(owner.say(wire.Block, name="opener")) == "seat/own"
    assert refused(owner.say(wire.Block, name="Nobody")) == "chat/unknown"
    assert refused(owner.say(wire.Unblock, name="Bob")) == "chat/unknown"


def test_phrases_and_reactions_travel_as_words() -> None:
    _, owner, bob, rae, _ = party()
    done(bob.say(wire.Phrase, phrase="well-played"))
    message = owner.screen.of(wire.ChatSaid)[-1]
    assert (message.phrase, message.text, message.seat) == ("well_played", "Well played!", 1)
    done(rae.say(wire.Chat, text="good luck"))
    assert rae.screen.of(wire.ChatSaid)[-1].phrase == "good_luck"
    done(bob.say(wire.React, reaction="clap"))
    shown = rae.screen.of(wire.Reacted)[-1]
    assert (shown.name, shown.seat, shown.reaction, shown.channel) == ("Bob", 1, "clap", "seats")
    for reply in (bob.say(wire.Phrase, phrase="helo"), bob.say(wire.React, reaction="clapp")):
        assert refused(reply) == "chat/unknown"
    assert "hello" in bob.screen.of(wire.Refused)[0].message
    assert "clap" in bob.screen.of(wire.Refused)[1].message


def test_partners_say_phrases_and_show_no_reactions_during_a_deal() -> None:
    driver = HostDriver("mineiro", game="buraco")
    players = [driver.client(f"p{number}") for number in range(4)]
    for player in players:
        done(player.say(wire.Join))
    assert refused(players[0].say(wire.Chat, text="play spades")) == "chat/phrases_only"
    assert refused(players[0].say(wire.React, reaction="fire")) == "chat/phrases_only"
    done(players[0].say(wire.Phrase, phrase="sorry"))
    assert players[1].screen.of(wire.ChatSaid)[-1].text == PHRASES["sorry"]


@pytest.mark.parametrize("cls", [wire.Chat, wire.Phrase, wire.React])
def test_a_client_that_does_not_watch_cannot_chat(cls: type) -> None:
    driver, *_ = party()
    words = {wire.Chat: {"text": "x"}, wire.Phrase: {"phrase": "hello"}}
    stranger = driver.client("Stranger")
    reply = stranger.say(cls, **words.get(cls, {"reaction": "clap"}))
    assert refused(reply) == "table/not_watching"


def test_chat_reaches_all_watchers_and_nobody_else():
    driver = HostDriver()
    ana, rui = driver.seated(2)
    rail = driver.client("rail")
    rail.say(wire.Watch)
    ana.say(wire.Chat, text="hello")
    for client in (ana, rui, rail):
        (said,) = client.screen.of(wire.ChatSaid)
        assert (said.seat, said.name, said.text) == (0, "player 0", "hello")
    stranger = driver.client("stranger")
    assert unchanged(driver, lambda: stranger.say(wire.Chat, text="x")).code == "table/not_watching"


def test_partners_say_only_phrases_while_a_deal_is_played():
    """Nor does the rail, which may be somebody's friend, and which the seats hear after it."""
    driver = HostDriver("mineiro", game="buraco")
    clients = [driver.client(f"player {number}") for number in range(4)]
    clients[0].say(wire.Join)
    assert isinstance(clients[0].say(wire.Chat, text="anybody for a match?"), wire.Ok)
    for client in clients[1:]:
        client.say(wire.Join)
    driver.wait(0)
    rail = driver.client("rail")
    rail.say(wire.Watch)
    for client in (clients[2], rail):
        refusal = unchanged(driver, partial(client.say, wire.Chat, text="keep the spades"))
        assert refusal.code == "chat/phrases_only"
        assert "Well played!" in refusal.details["phrases"]
        assert isinstance(client.say(wire.Chat, text="well played"), wire.Ok)
    heard = [(said.channel, said.text) for said in clients[0].screen.of(wire.ChatSaid)]
    assert heard == [("seats", "anybody for a match?"), ("seats", "Well played!")]
    heard = [(said.channel, said.text) for said in rail.screen.of(wire.ChatSaid)]
    assert heard == [("seats", "Well played!"), ("rail", "Well played!")]
