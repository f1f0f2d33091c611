"""A host of one table, made of the engine and a fake server: enough for clients to play.

Seat 0 is played by the house with the default action unless a client takes it. Packs come from a
seed, so every run is the same.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any

from tests.clients.fake_server import Conversation, FakeServer, welcome
from tests.clocks import PATIENCE_S
from websockets.exceptions import ConnectionClosed

from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.events import event_to_plain
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import (
    Table,
    TableOpened,
    TableOptions,
    TimedOut,
    evolve,
    observer_of,
    open_table,
    redact_table,
    snapshot,
)
from carteado.engine.visibility import redact
from carteado.protocol import messages as wire
from carteado.protocol.received import action_from_plain

TABLE = "t-1"


class SmallHost:
    def __init__(
        self,
        *,
        game: str = "holdem",
        seats: int = 2,
        house: bool = True,
        decision_ms: int = 30_000,
        bank_ms: int = 0,
        seed: int = 1,
        auto_restart: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.server = FakeServer()
        self.decision_ms = decision_ms
        self.bank_ms = bank_ms
        self.acts: list[wire.Act] = []
        self.heard: list[Any] = []
        self.deals = 0
        self.deaf = False
        """The next action comes when the table's clock has just decided."""
        self._chance = random.Random(seed)
        self._house = house
        self._log: list[Any] = []
        self._clients: dict[Conversation, int | None] = {}
        self._holders: dict[str, int] = {}
        self._keys: dict[Conversation, str] = {}
        self._names: dict[Conversation, str] = {}
        self._decision = 0
        self._task: asyncio.Task[None] | None = None
        self._talks: list[asyncio.Task[None]] = []
        self._moved = asyncio.Condition()
        self._one_at_a_time = asyncio.Lock()
        found = game_of(game)
        chosen = {"seats": seats, **(options or {})}
        event = TableOpened(
            table=TABLE,
            title="Kitchen",
            game=found.id,
            rules=found.rules,
            options=to_plain(found.options_type(**chosen)),
            settings=TableOptions(auto_restart=auto_restart),
        )
        self.table: Table = open_table(event)
        self._log.append(event)

    @property
    def url(self) -> str:
        return self.server.url

    async def __aenter__(self) -> SmallHost:
        await self.server.start()
        self._task = asyncio.create_task(self._accept())
        if self._house:
            await self._do(commands.Sit(seat=0, name="House", bot=True))
        return self

    async def __aexit__(self, *problem: object) -> None:
        for task in (self._task, *self._talks):
            assert task is not None
            task.cancel()
        results = await asyncio.gather(*self._talks, return_exceptions=True)
        await self.server.stop()
        for result in results:
            if isinstance(result, AssertionError | TypeError | KeyError):
                raise result

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds; checked after every command."""
        async with asyncio.timeout(PATIENCE_S), self._moved:
            await self._moved.wait_for(condition)

    async def tell(self, message: Any) -> None:
        """Send a message to everybody at the table."""
        for client in list(self._clients):
            await client.send(message)

    async def expire(self) -> None:
        """Let the table's clock decide for the seat that is asked."""
        turn = self._turn()
        assert turn is not None
        await self._publish([TimedOut(seat=turn, bank_ms=0, in_a_row=1)])
        action = self.table.game.default(self.table.state, turn)
        await self._do(commands.Act(seat=turn, action=action))

    async def pause(self, seat: int) -> None:
        """Let a seat sit out, as the clock does if its player does not answer."""
        await self._do(commands.SitOut(seat=seat))

    # The network

    async def _accept(self) -> None:
        while True:
            conversation = await self.server._arrived.get()
            self._talks.append(asyncio.create_task(self._talk(conversation)))

    async def _talk(self, conversation: Conversation) -> None:
        hello = await conversation.expect(wire.Hello)
        token = hello.token or f"{hello.name.encode().hex():x<43}"[:43]
        seat = self._holders.get(token)
        held = [] if seat is None else [wire.Holding(table=TABLE, seat=seat)]
        self._keys[conversation], self._names[conversation] = token, hello.name
        self.heard.append(hello)
        await conversation.send(welcome(hello, token=token, resumed=bool(hello.token), seats=held))
        await self._tell_moved()
        try:
            while True:
                frame = await conversation.socket.recv()
                message: Any = conversation.session.receive(frame, 0)
                self.heard.append(message)
                async with self._one_at_a_time:
                    await _ANSWERS[type(message)](self, conversation, message)
                await self._tell_moved()
        except ConnectionClosed:
            self._clients.pop(conversation, None)

    async def _tell_moved(self) -> None:
        async with self._moved:
            self._moved.notify_all()

    async def _list(self, conversation: Conversation, message: Any) -> None:
        state = self.table.state
        seats = tuple(
            wire.SeatInfo(name=name, bot=bot, stack=stack, connected=True)
            for name, bot, stack in zip(state.names, state.bots, state.stacks, strict=True)
        )
        info = wire.TableInfo(
            table=TABLE,
            title="Kitchen",
            game=self.table.opened.game,
            options=to_plain(self.table.options),
            settings={},
            seats=seats,
            deals=self.deals,
            over=False,
            watching=0,
        )
        await conversation.send(wire.Ok(id=message.id, result=[to_plain(info)]))

    async def _join(self, conversation: Conversation, message: Any) -> None:
        free = [seat for seat, name in enumerate(self.table.state.names) if name is None]
        if not free:
            await _refuse(conversation, message, "table/full", "No seat is free.")
            return
        seat = free[0] if message.seat is None else message.seat
        self._holders[self._keys[conversation]] = seat
        await conversation.send(wire.Ok(id=message.id, table=TABLE, result=seat))
        await self._watch_from(conversation, seat)
        await self._do(commands.Sit(seat=seat, name=self._names[conversation]))

    async def _watch(self, conversation: Conversation, message: Any) -> None:
        await conversation.send(wire.Ok(id=message.id, table=TABLE))
        await self._watch_from(conversation, self._holders.get(self._keys[conversation]))
        if self._turn() == self._clients[conversation] is not None:
            await conversation.send(self._prompt(self._turn()))

    async def _watch_from(self, conversation: Conversation, seat: int | None) -> None:
        self._clients[conversation] = seat
        view = snapshot(redact_table(self.table, observer_of(self.table, seat)))
        seq = len(self._log)
        await conversation.send(
            wire.Snapshot(table=TABLE, epoch=1, seq=seq, seat=seat, reason="asked", view=view),
            wire.Live(table=TABLE, epoch=1, seq=seq, seat=seat),
        )

    async def _unwatch(self, conversation: Conversation, message: Any) -> None:
        self._clients.pop(conversation, None)
        await conversation.send(wire.Ok(id=message.id, table=TABLE))

    async def _act(self, conversation: Conversation, message: Any) -> None:
        self.acts.append(message)
        seat = self._clients[conversation]
        assert seat is not None
        if self.deaf:
            self.deaf = False
            await self.expire()
        if message.decision not in (0, self._decision):
            await _refuse(conversation, message, "action/stale_decision", "Too late.")
            return
        action = action_from_plain(self.table.game, message.action)
        await self._command(conversation, message, commands.Act(seat=seat, action=action))

    async def _leave(self, conversation: Conversation, message: Any) -> None:
        seat = self._holders.pop(self._keys[conversation])
        await self._command(conversation, message, commands.Leave(seat=seat))

    async def _rematch(self, conversation: Conversation, message: Any) -> None:
        seat = self._clients[conversation]
        await self._command(conversation, message, commands.Rematch(seat=seat))

    async def _top_up(self, conversation: Conversation, message: Any) -> None:
        seat = self._clients[conversation]
        assert seat is not None
        await self._command(conversation, message, commands.TopUp(seat=seat, amount=message.amount))

    async def _remove_bot(self, conversation: Conversation, message: Any) -> None:
        await self._command(conversation, message, commands.Leave(seat=message.seat))

    async def _sit_out(self, conversation: Conversation, message: Any) -> None:
        seat = self._clients[conversation]
        assert seat is not None
        await self._command(conversation, message, commands.SitOut(seat=seat))

    async def _sit_in(self, conversation: Conversation, message: Any) -> None:
        seat = self._clients[conversation]
        assert seat is not None
        await self._command(conversation, message, commands.Return(seat=seat))

    async def _chat(self, conversation: Conversation, message: Any) -> None:
        await conversation.send(wire.Ok(id=message.id, table=TABLE))
        said = wire.ChatSaid(
            table=TABLE,
            seat=self._clients[conversation],
            name=self._names[conversation],
            text=message.text,
        )
        for client in self._clients:
            await client.send(said)

    async def _ping(self, conversation: Conversation, message: Any) -> None:
        await conversation.send(wire.Pong(id=message.id, now_ms=0))

    async def _bind(self, conversation: Conversation, message: Any) -> None:
        """Packs come from a seed here: nobody's nonce counts."""

    async def _command(self, conversation: Conversation, message: Any, command: Any) -> None:
        answer = self.table.game.decide(self.table.state, command)
        if isinstance(answer, Refusal):
            await _refuse(conversation, message, answer.code, answer.message)
            return
        await conversation.send(wire.Ok(id=message.id, table=TABLE))
        await self._do(command)

    # The table

    def _turn(self) -> int | None:
        turn: int | None = self.table.game.turn(self.table.state)
        return turn

    async def _do(self, command: Any) -> None:
        """Carry out a command and the reactions of the house and the dealer."""
        todo: list[Any] = [command]
        while todo:
            command, asked = todo.pop(0), self._turn()
            answer = self.table.game.decide(self.table.state, command)
            assert not isinstance(answer, Refusal), answer
            await self._publish(answer.events)
            game, state = self.table.game, self.table.state
            turn = game.turn(state)
            if turn is None:
                pack = game.pack(state)
                if game.over(state) and self.table.settings.auto_restart:
                    todo.append(commands.Rematch(seat=None))
                elif pack is not None:
                    self.deals += 1
                    todo.append(commands.Deal(deck=self._shuffled(pack)))
            elif turn not in self._clients.values():
                todo.append(commands.Act(seat=turn, action=game.default(state, turn)))
            else:
                # As at every host: an answer under way still names the decision that is open.
                if turn != asked or isinstance(command, commands.Act):
                    self._decision = len(self._log)
                for client, seat in list(self._clients.items()):
                    if seat == turn:
                        await client.send(self._prompt(turn))

    def _shuffled(self, pack: Any) -> Any:
        return tuple(self._chance.sample(pack, len(pack)))

    async def _publish(self, events: Any) -> None:
        first = len(self._log) + 1
        for event in events:
            self._log.append(event)
            self.table = evolve(self.table, event)
        for client, seat in list(self._clients.items()):
            observer = observer_of(self.table, seat)
            plain = tuple(event_to_plain(redact(event, observer)) for event in events)
            await client.send(wire.Events(table=TABLE, epoch=1, first=first, events=plain))

    def _prompt(self, seat: int | None) -> wire.Prompt:
        assert seat is not None
        game, state = self.table.game, self.table.state
        return wire.Prompt(
            table=TABLE,
            decision=self._decision,
            seat=seat,
            legal=to_plain(game.legal(state, seat)),
            default=to_plain(game.default(state, seat)),
            time_ms=self.decision_ms,
            bank_ms=self.bank_ms,
            now_ms=0,
        )


async def _refuse(conversation: Conversation, message: Any, code: str, text: str) -> None:
    await conversation.send(wire.Refused(id=message.id, code=code, message=text))


_ANSWERS: Mapping[type, Any] = {
    wire.ListTables: SmallHost._list,
    wire.Join: SmallHost._join,
    wire.Watch: SmallHost._watch,
    wire.Unwatch: SmallHost._unwatch,
    wire.Act: SmallHost._act,
    wire.Leave: SmallHost._leave,
    wire.Rematch: SmallHost._rematch,
    wire.TopUp: SmallHost._top_up,
    wire.SitIn: SmallHost._sit_in,
    wire.SitOut: SmallHost._sit_out,
    wire.Remove: SmallHost._remove_bot,
    wire.RemoveBot: SmallHost._remove_bot,
    wire.Chat: SmallHost._chat,
    wire.Ping: SmallHost._ping,
    wire.BindNonce: SmallHost._bind,
}
