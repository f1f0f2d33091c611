"""Accounts over the wire: identity, permissions, and the delay after wrong passwords."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.clocks import until
from tests.server.fakes import Guest, LobbyServer
from tests.server.lobby.guests import CASH, code, play_hand, seated, table

from carteado.protocol import messages as wire
from carteado.server.bots.launcher import key_of
from carteado.server.lobby import accounts as accounts_module
from carteado.server.lobby.accounts import FORMER, NAME
from carteado.server.lobby.guesses import FREE, LONGEST_MS, Guesses
from carteado.server.ops.backuptool import backup
from carteado.server.store import open_store
from carteado.server.store.memory import MemoryStore
from carteado.server.table.step import Denied

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2id with little memory: what it costs is not looked at here."""
    import argon2

    real = argon2.PasswordHasher
    monkeypatch.setattr(
        argon2, "PasswordHasher", lambda: real(time_cost=1, memory_cost=8, parallelism=1)
    )


async def account(server: LobbyServer, name: str = "Ana") -> Guest:
    guest = server.guest(name)
    assert code(await guest.ask(wire.CreateAccount, password=PASSWORD)) == "ok"
    return guest


def device(server: LobbyServer, name: str, token: str, **hello: Any) -> Guest:
    """Another program of a player, with its own range of command ids."""
    guest = server.guest(name, token=token, **hello)
    guest.ids = 1000
    return guest


async def login(guest: Guest, name: str = "Ana", password: str = PASSWORD, **fields: Any) -> Any:
    return await guest.ask(wire.Login, name=name, password=password, **fields)


async def test_a_guest_becomes_an_account_with_its_seats_and_comes_back_from_any_device(
    server: LobbyServer,
) -> None:
    table_id, (ana, _) = await seated(server, "Ana", "Rui", options=CASH)
    reply = await ana.ask(wire.CreateAccount, password=PASSWORD)
    assert [(one["kind"], one["label"]) for one in reply.result["credentials"]] == [
        ("device", "first")
    ]
    ana.leave()
    again = server.guest("Ana", token=ana.welcome.token)
    assert again.welcome.resumed
    stranger = server.guest("phone", kind="viewer")
    token = (await login(stranger, device="phone")).result["token"]
    phone = device(server, "Ana", token)
    assert [(seat.table, seat.seat) for seat in phone.welcome.seats] == [(table_id, 0)]
    assert again.closed == ["session/replaced"]
    assert code(await phone.ask(wire.Join, table=table_id)) == "seat/already"


async def test_nobody_else_may_use_the_name_of_an_account(server: LobbyServer) -> None:
    ana = await account(server)
    ana.leave()
    messages: list[Any] = []

    class Line:
        source = None

        def send(self, message: Any) -> None:
            messages.append(message)

        def close(self, code: str, message: str) -> None:
            messages.append(code)

    assert server.lobby.greeting.hello(Line(), wire.Hello(name="Ana")) is None
    assert messages[0].details["free"] == "Ana 2"
    other = server.guest("Eva")
    assert code(await other.ask(wire.CreateAccount, password=PASSWORD)) == "ok"
    assert code(await other.ask(wire.CreateAccount, password=PASSWORD)) == "account/exists"


async def test_a_revoked_device_is_a_guest_at_once(server: LobbyServer) -> None:
    ana = await account(server)
    token = (await login(server.guest("v", kind="viewer"), device="phone")).result["token"]
    phone = device(server, "Ana", token)
    listed = (await phone.ask(wire.Account)).result["credentials"]
    by_label = {one["label"]: one["id"] for one in listed}
    desk = server.guest("w", kind="viewer")
    await login(desk)
    assert code(await desk.ask(wire.Revoke, credential=by_label["phone"])) == "ok"
    assert phone.closed == ["session/replaced"]
    later = server.guest("Someone", token=token)
    assert not later.welcome.resumed
    assert later.welcome.token != token
    assert code(await later.ask(wire.Account)) == "account/none"
    # The first device had the token whose hash is the account's own key: it is closed as well.
    assert code(await desk.ask(wire.Revoke, credential=by_label["first"])) == "ok"
    assert not server.guest("Other", token=ana.welcome.token).welcome.resumed
    assert code(await desk.ask(wire.Revoke, credential="nosuch")) == "account/unknown_token"


async def test_the_revoked_token_of_an_adopted_guest_is_never_valid_again(
    server: LobbyServer,
) -> None:
    ana, old = await account(server), server.guest("Anita")
    assert code(await ana.ask(wire.Adopt, token=old.welcome.token)) == "ok"

    async def revoke_the_last() -> None:
        credentials = (await ana.ask(wire.Account)).result["credentials"]
        assert code(await ana.ask(wire.Revoke, credential=credentials[-1]["id"])) == "ok"

    await revoke_the_last()
    for number in range(accounts_module.CREDENTIALS):
        await ana.ask(wire.CreateToken, label=f"{number}")
        await revoke_the_last()
    later = server.guest("Someone", token=old.welcome.token)
    assert not later.welcome.resumed
    assert later.session.player.key != old.session.player.key


async def test_api_tokens_play_as_the_account_and_are_shown_once(server: LobbyServer) -> None:
    ana = await account(server)
    made = (await ana.ask(wire.CreateToken, label="script")).result
    assert set(made) == {"token"}
    program = server.guest("Ana", token=made["token"], kind="bot")
    assert program.session.player.key == ana.session.player.key
    stored = b"".join(
        value for part in await server.store.projection(NAME) for value in part.values.values()
    )
    for secret in (made["token"], ana.welcome.token, PASSWORD):
        assert secret.encode() not in stored
    assert b"$argon2id$" in stored


async def test_a_password_is_changed_with_the_one_before(server: LobbyServer) -> None:
    ana = await account(server)
    wrong = await ana.ask(wire.SetPassword, password="not the one", new="another one")
    assert code(wrong) == "account/password"
    assert code(await ana.ask(wire.SetPassword, password=PASSWORD, new="another one")) == "ok"
    guest = server.guest("v", kind="viewer")
    assert code(await login(guest)) == "account/password"
    assert code(await login(guest, password="another one")) == "ok"
    assert code(await server.guest("w").ask(wire.Account)) == "account/none"


async def test_guessing_is_slowed_and_says_how_long(server: LobbyServer) -> None:
    await account(server)
    thief = server.guest("thief", kind="viewer")
    for _ in range(FREE):
        assert code(await login(thief, password="guess guess")) == "account/password"
    slowed = await login(thief, password=PASSWORD)
    assert code(slowed) == "account/wait"
    assert 0 < slowed.details["retry_ms"] <= 1000
    # An unknown name is answered as a wrong password is, and counts for the address.
    other = server.guest("other", kind="viewer")
    assert code(await login(other, name="Nobody")) in ("account/wait", "account/password")


def test_each_further_guess_waits_longer() -> None:
    guesses, now, waits = Guesses(), 0, []
    for _ in range(FREE + 12):
        waits.append(guesses.wait_ms("ana", now))
        now += waits[-1]
        guesses.wrong("ana", now)
    assert waits[: FREE - 1] == [0] * (FREE - 1)
    assert waits[FREE : FREE + 3] == [1000, 2000, 4000]
    assert waits[-1] == LONGEST_MS
    guesses.right("ana")
    assert guesses.wait_ms("ana", now) == 0


async def test_an_adopted_guests_seats_and_history_are_the_accounts(server: LobbyServer) -> None:
    table_id, (guest, rui) = await seated(server, "Phone", "Rui", options=CASH)
    await play_hand(server, table_id, [guest, rui])
    ana = await account(server)
    assert code(await ana.ask(wire.Adopt, token=guest.welcome.token)) == "ok"
    assert guest.closed == ["session/replaced"]
    host = server.lobby.tables[table_id].host
    await until(lambda: host.table.keys[0] == ana.session.player.key)
    assert host.owners.opener == ana.session.player.key
    assert code(await ana.ask(wire.Watch, table=table_id)) == "ok"
    await play_hand(server, table_id, [ana, rui])
    players = (await ana.ask(wire.Statistics, own=True)).result["players"]
    assert [(one["name"], one["own"]) for one in players] == [("Ana", True)]
    results = next(s for s in players[0]["sections"] if s["name"] == "results")
    assert results["figures"][0]["count"] >= 2
    # What the seat saw before is the account's to read.
    history = await ana.ask(wire.History, table=table_id, limit=100)
    started = next(e for e in history.result["events"] if e["type"] == "hand_started")
    assert "??" not in started["hands"][0]
    assert "??" in started["hands"][1]
    # The guest's device is one of the account's now.
    phone = device(server, "Ana", guest.welcome.token)
    assert phone.session.player.key == ana.session.player.key
    assert code(await phone.ask(wire.Adopt, token=guest.welcome.token)) == "account/adopted"


async def test_two_at_one_table_cannot_become_one(server: LobbyServer) -> None:
    _, (ana, guest) = await seated(server, "Ana", "Phone", options=CASH)
    await ana.ask(wire.CreateAccount, password=PASSWORD)
    reply = await ana.ask(wire.Adopt, token=guest.welcome.token)
    assert code(reply) == "account/seated"
    assert guest.closed == []


async def test_a_forgotten_player_has_no_name_in_statistics_and_ledgers(
    server: LobbyServer,
) -> None:
    table_id, (ana, rui) = await seated(server, "Ana", "Rui", options=CASH)
    await play_hand(server, table_id, [ana, rui])
    await ana.ask(wire.CreateAccount, password=PASSWORD)
    assert code(await ana.ask(wire.ForgetMe, password="wrong wrong")) == "account/password"
    assert code(await ana.ask(wire.ForgetMe, password=PASSWORD)) == "ok"
    players = (await rui.ask(wire.Statistics)).result["players"]
    assert {one["name"] for one in players} == {FORMER, "Rui"}
    ledger = (await rui.ask(wire.Ledger, table=table_id)).result
    assert {one["name"] for one in ledger["players"]} == {FORMER, "Rui"}
    assert "Ana" not in str(players)
    ana.leave()
    assert not server.guest("Eva", token=ana.welcome.token).welcome.resumed
    guest = server.guest("v", kind="viewer")
    assert code(await login(guest)) == "account/password"


async def test_accounts_outlive_the_server_and_are_shared_by_its_store(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'data.db'}"
    async with await open_store(url) as store:
        server = LobbyServer(store)
        ana = await account(server)
        await server.lobby.tables.close()
    assert (tmp_path / "data.db").stat().st_mode & 0o077 == 0
    async with await open_store(url) as store:
        server = LobbyServer(store)
        await server.lobby.accounts.load()
        again = server.guest("Ana", token=ana.welcome.token)
        assert again.session.player.key == key_of(ana.welcome.token)
        assert (await again.ask(wire.Account)).result["name"] == "Ana"
        await server.lobby.tables.close()


async def test_the_operator_sets_a_new_password_for_a_player(server: LobbyServer) -> None:
    await account(server)
    operator = server.lobby.operator
    (listed,) = await operator.carry_out(wire.Admin(id=1, action="accounts"))
    assert (listed["name"], listed["credentials"]) == ("Ana", 1)
    found = await operator.carry_out(wire.Admin(id=2, action="password", name="Ana"))
    guest = server.guest("v", kind="viewer")
    assert code(await login(guest)) == "account/password"
    assert code(await login(guest, password=found["password"])) == "ok"
    with pytest.raises(Denied, match="Ana"):
        await operator.carry_out(wire.Admin(id=3, action="password", name="Anna"))


async def test_accounts_lie_in_redis_as_well(redis_url: str) -> None:
    async with await open_store(redis_url) as store, await open_store(redis_url) as other:
        one, two = LobbyServer(store), LobbyServer(other)
        ana = await account(one)
        assert code(await login(two.guest("v", kind="viewer"))) == "ok"
        made = await ana.ask(wire.CreateToken, label="script")
        await two.lobby.settle()
        there = device(two, "Ana", made.result["token"])
        assert there.session.player.key == ana.session.player.key
        assert len((await there.ask(wire.Account)).result["credentials"]) == 2
        for server in (one, two):
            await server.lobby.tables.close()


async def test_a_backup_takes_the_accounts_along(redis_url: str, tmp_path: Path) -> None:
    async with await open_store(redis_url) as store:
        server = LobbyServer(store)
        ana = await account(server)
        await server.lobby.tables.close()
    copy = tmp_path / "copy.db"
    assert await asyncio.to_thread(backup, copy, store=redis_url) == 0
    async with await open_store(f"sqlite:{copy}") as store:
        server = LobbyServer(store)
        await server.lobby.accounts.load()
        assert server.guest("Ana", token=ana.welcome.token).welcome.resumed
        await server.lobby.tables.close()


async def test_two_servers_of_one_store_do_not_lose_each_others_changes() -> None:
    store = MemoryStore()
    one, two = LobbyServer(store), LobbyServer(store)
    ana = await account(one)
    eva = await account(two, "Eva")
    for _ in range(2):
        assert code(await ana.ask(wire.CreateToken, label="a")) == "ok"
        assert code(await eva.ask(wire.CreateToken, label="b")) == "ok"
    for guest in (ana, eva):
        assert len((await guest.ask(wire.Account)).result["credentials"]) == 3
    assert code(await login(two.guest("v", kind="viewer"))) == "ok"
    for server in (one, two):
        await server.lobby.tables.close()


async def test_an_account_has_a_bounded_number_of_tokens(
    server: LobbyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "CREDENTIALS", 2)
    ana = await account(server)
    assert code(await ana.ask(wire.CreateToken, label="a")) == "ok"
    assert code(await ana.ask(wire.CreateToken, label="b")) == "account/full"
    assert await table(server, ana, options=CASH)
