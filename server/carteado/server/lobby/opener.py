"""Opens tables: each with a title of its own, within the server's limits.

A table that is being opened waits for its lease and for its first commit. Its title and its place
count from the beginning, so that simultaneous commands cannot exceed a limit.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from carteado.engine.events import event_to_plain, versioned
from carteado.engine.game import Game
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import SeatKeyed, TableOpened, evolve, open_table
from carteado.engine.tables.options import did_you_mean
from carteado.protocol import messages as wire
from carteado.protocol.log import Cause
from carteado.server.bots.launcher import BOTS, Launcher, bots_for
from carteado.server.lobby.leases import Leases
from carteado.server.lobby.opening import companions_of, game_and_options, settings_of
from carteado.server.lobby.quotas import Quotas
from carteado.server.lobby.runner import TableRunner
from carteado.server.ops.config import Settings
from carteado.server.ops.logs import log
from carteado.server.ops.timing import wall_ms
from carteado.server.store.base import Appended, Duplicate, Lease, Store
from carteado.server.store.errors import StoreError
from carteado.server.table.answers import Answers
from carteado.server.table.audience import Audience
from carteado.server.table.host import TableHost
from carteado.server.table.owners import OPERATOR, Owners
from carteado.server.table.step import Denied, Player, deny

__all__ = ["Opener"]

# Without letters that are mistaken for digits: an id is read out and typed.
_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


class Opener:
    """Opens the tables of one server.

    Args:
        running: the tables that run, by id.
        store: where the logs lie.
        leases: of the tables.
        quotas: what each player may have.
        launcher: starts the host's bots.
        settings: the host's settings.
        entropy: gives so many fresh random bytes.
        seat_key: by table, the keys of the seats that are kept for bots of the host.
        starting: the refusal while the tables of the store are being restored, else None.
        run: starts a table whose first commit is written.
    """

    def __init__(
        self,
        running: Mapping[str, TableRunner],
        store: Store,
        leases: Leases,
        quotas: Quotas,
        launcher: Launcher,
        settings: Settings,
        entropy: Callable[[int], bytes],
        seat_key: Callable[[str], Callable[[int], str]],
        starting: Callable[[], Denied | None],
        run: Callable[[TableHost, Lease], TableRunner],
    ) -> None:
        self._running = running
        self._store = store
        self._leases = leases
        self._quotas = quotas
        self._launcher = launcher
        self._max_tables, self._max_bots = settings.max_tables, settings.max_bots
        self._entropy = entropy
        self._seat_key = seat_key
        self._starting = starting
        self._run = run
        # Tables that are being opened, and their titles: both count before the tables run.
        self._opening = 0
        self._titles_taken: list[str] = []

    async def open(
        self, player: Player, message: wire.Open, table_id: str | None = None
    ) -> TableRunner:
        """Open a table; a repeated command returns the table that was opened before.

        Args:
            player: the asking player.
            message: what for.
            table_id: the id to give it where that is free, a random one when absent.

        Raises:
            Denied: what is asked for cannot be had.
            StoreError: its log cannot be written.
        """
        for runner in self._running.values():
            if runner.host.opened_by(player.key, message.id):
                return runner
        if player.key != OPERATOR and (starting := self._starting()) is not None:
            raise starting  # an earlier copy of this command may have opened the table
        game, options = game_and_options(message)
        settings = settings_of(message)
        companions = companions_of(game, options, message)
        for bot in companions.values():
            self.check_bot(bot, game)
        if len(self._running) + self._opening >= self._max_tables:
            text = f"This server has {self._max_tables} tables, its maximum. Try again later."
            raise deny("limit/tables", text)
        title = self.free_title(message.title or game.title)
        # Counted before the first `await`, so that simultaneous commands cannot exceed the limit.
        self._opening += 1
        self._titles_taken.append(title.casefold())
        try:
            # The host's own tables count for nobody's quota.
            free = player.key == OPERATOR
            with self._quotas.opening(player.key, bots=len(companions), free=free):
                lease = await self._leases.take_new(table_id, self._new_id)
                event = TableOpened(
                    table=lease.table,
                    title=title,
                    game=game.id,
                    rules=game.rules,
                    options=to_plain(options),
                    settings=settings,
                )
                kept = self._kept_for(companions, lease.table)
                return await self._write_table(player, message, (event, *kept), lease)
        finally:
            self._opening -= 1
            self._titles_taken.remove(title.casefold())

    def titled(self, title: str) -> TableRunner | None:
        """The open table with a title, in upper or lower case; None for none."""
        for runner in self._running.values():
            if runner.host.table.opened.title.casefold() == title.casefold():
                return runner
        return None

    def free_title(self, title: str) -> str:
        """A title, with a number appended if an open table has it already."""
        # Collected once: otherwise each attempt would compare the title with all tables.
        taken = {runner.host.table.opened.title.casefold() for runner in self._running.values()}
        taken.update(self._titles_taken)
        number, free = 2, title
        while free.casefold() in taken:
            behind = f" {number}"
            free, number = title[: 60 - len(behind)] + behind, number + 1
        return free

    def check_title(self, runner: TableRunner, title: str) -> None:
        """Refuse the title of another open table.

        Raises:
            Denied: so it is.
        """
        other = self.titled(title)
        if other is not None and other is not runner:
            free = self.free_title(title)
            text = f"Table {other.id} is called {title!r}. Try {free!r}."
            raise deny("table/title", text, free=free)

    def check_bot(self, bot: str, game: Game[Any]) -> None:
        """Refuse a bot that the host cannot seat at a table of a game.

        Raises:
            Denied: there is no such bot, it cannot play the game, or as many run as may.
        """
        if bot not in BOTS:
            raise deny(
                "seat/bot",
                f"This server has no bot {bot!r}; {did_you_mean(bot, BOTS)}.",
                bots=BOTS,
            )
        # It would end at once, and be started again and again, while the table waits for it.
        if not game.adjudicator and bot not in (able := bots_for(game)):
            text = f"{bot!r} does not play {game.title}; {did_you_mean(bot, able)}."
            raise deny("seat/bot", text, bots=able)
        if self._launcher.full():
            most = self._max_bots
            raise deny("seat/bot", f"This server already runs {most} bots, its maximum.")

    def _kept_for(self, bots: Mapping[int, str], table_id: str) -> Iterator[SeatKeyed]:
        """The seats that are kept for bots from the start."""
        seat_key = self._seat_key(table_id)
        for seat, bot in bots.items():
            yield SeatKeyed(seat=seat, key=seat_key(seat), label=bot)

    async def _write_table(
        self,
        player: Player,
        message: wire.Open,
        events: tuple[TableOpened, *tuple[SeatKeyed, ...]],
        lease: Lease,
    ) -> TableRunner:
        event, *kept = events
        cause = Cause(by=player.key, id=message.id)
        plain = versioned(game_of(event.game), [event_to_plain(each) for each in events])
        commit = lease.commit(plain, cause=cause, at=wall_ms(), deal=0, rules=event.rules)
        outcome = await self._store.append(lease, commit)
        if not isinstance(outcome, Appended | Duplicate):
            raise StoreError(f"the table's log cannot be written: {type(outcome).__name__}")
        audience = Audience(event.table, lease.epoch)
        # Nobody watches yet, so the first events need no messages.
        audience.load(events, lease.epoch)
        answers = Answers()
        # Remembered, so that the command gets the same reply if it is repeated after a lost
        # connection.
        answers.put(player.key, wire.Ok(id=message.id, table=event.table, seq=1))
        seat_key = self._seat_key(event.table)
        table = open_table(event)
        for one in kept:
            table = evolve(table, one)
        owners = Owners()
        owners.note(events, player.key)
        host = TableHost(table, audience, self._entropy, seat_key, answers, owners=owners)
        log.info("table opened", table=event.table, game=event.game)
        return self._run(host, lease)

    def _new_id(self) -> str:
        while True:
            table_id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
            if table_id not in self._running:
                return table_id
