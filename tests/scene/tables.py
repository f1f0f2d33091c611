"""A table played by the engine, and the readers on its seats."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from carteado.engine import game as commands
from carteado.engine.errors import Refusal
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.table import (
    Table,
    TableOpened,
    TableOptions,
    evolve,
    observer_of,
    open_table,
    redact_table,
)
from carteado.engine.visibility import redact
from carteado.protocol.received import action_from_plain
from carteado.protocol.session_events import Happened, LiveNow, Prompted, PromptGone, Snapped
from carteado.scene.reader import Reader
from carteado.scene.words import words_of

NAMES = ("Marta", "Rui", "Bia", "Jonas", "Ana", "Tight bot", "Otto", "Sebastião", "Clara", "Kofi")


class SceneTable:
    """A table, and readers on some of its seats (None: the rail)."""

    def __init__(
        self,
        game: str = "holdem",
        *,
        readers: Sequence[int | None] = (0,),
        people: int | None = None,
        seed: int = 1,
        language: str = "en",
        big_blinds: bool = False,
        settings: Mapping[str, Any] | None = None,
        names: Sequence[str] = NAMES,
        **options: Any,
    ) -> None:
        found = game_of(game)
        event = TableOpened(
            table="t-1",
            title="Friday table",
            game=found.id,
            rules=found.rules,
            options=to_plain(found.options_type(**options)),
            settings=TableOptions(**(settings or {})),
        )
        self.table: Table = open_table(event)
        self.now_ms = 0.0
        self.seq = 1
        self.decision = 0
        self._chance = random.Random(seed)
        self.readers: dict[int | None, Reader] = {}
        self.heard: dict[int | None, list[Any]] = {seat: [] for seat in readers}
        for seat in readers:
            reader = Reader(id="t-1", words=words_of(language, big_blinds=big_blinds))
            view = redact_table(self.table, observer_of(self.table, seat))
            snapped = Snapped(
                table="t-1", epoch=1, seq=1, seat=seat, reason="asked", before=None, after=view
            )
            self.readers[seat] = reader.take(snapped, 0).take(
                LiveNow(table="t-1", epoch=1, seq=1, seat=seat), 0
            )
        for seat in range(people if people is not None else self.table.seats):
            self.do(commands.Sit(seat=seat, name=names[seat], bot="bot" in names[seat]))

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def turn(self) -> int | None:
        return self.table.game.turn(self.state)

    def reader(self, seat: int | None = 0) -> Reader:
        return self.readers[seat]

    def do(self, command: Any) -> None:
        """Carry out a command, which the rules must accept."""
        answer = self.table.game.decide(self.state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer.events:
            self._publish(event)
        self._prompt()

    def note(self, event: Any) -> None:
        """Something happened beside the decision, such as a pause by the owner."""
        self._publish(event, decided=False)

    def deal(self, deck: Sequence[str] | None = None) -> None:
        """Deal: a given deck, or a shuffled one."""
        pack = self.table.game.pack(self.state)
        assert pack is not None
        cards = list(deck or ())
        rest = list(pack)
        for card in cards:
            rest.remove(card)
        self._chance.shuffle(rest)
        self.do(commands.Deal(deck=(*cards, *rest)))

    def deal_buraco(self, hand: str, draw: str = "") -> None:
        """Deal eleven cards and the first draw to the seat that begins, the others at random."""
        pack = self.table.game.pack(self.state)
        assert pack is not None
        cards, rest = hand.split(), list(pack)
        for card in (*cards, *draw.split()):
            rest.remove(card)
        self._chance.shuffle(rest)
        # One card to each of the four seats in turn; then come both mortos, and the stock.
        dealt = [card for one in cards for card in (one, *(rest.pop() for _ in range(3)))]
        self.deal([*dealt, *(rest.pop() for _ in range(22)), *draw.split()])

    def act(self, tag: str, /, **fields: Any) -> None:
        """The seat to act does something."""
        assert self.turn is not None
        action = action_from_plain(self.table.game, {"type": tag, **fields})
        self.do(commands.Act(seat=self.turn, action=action))

    def default(self) -> None:
        """The seat to act does what the clock would do."""
        assert self.turn is not None
        action = self.table.game.default(self.state, self.turn)
        self.do(commands.Act(seat=self.turn, action=action))

    def random_act(self) -> None:
        """The seat to act does something legal by chance."""
        assert self.turn is not None
        game = self.table.game
        legal = game.legal(self.state, self.turn)
        action = game.pick(legal, self._chance.randrange(1 << 30))
        self.do(commands.Act(seat=self.turn, action=action))

    def tell(self, session_event: Any) -> None:
        """Give every reader a session event."""
        for seat, reader in self.readers.items():
            self.readers[seat] = reader.take(session_event, self.now_ms)

    def _publish(self, event: Any, *, decided: bool = True) -> None:
        before, after = self.table, evolve(self.table, event)
        self.table, self.seq = after, self.seq + 1
        for seat, reader in self.readers.items():
            observer = observer_of(before, seat)
            seen = reader.table
            assert seen is not None
            scene_table = redact(event, observer)
            happened = Happened(
                table="t-1",
                epoch=1,
                seq=self.seq,
                event=scene_table,
                before=seen,
                after=evolve(seen, scene_table),
            )
            self.heard[seat].append(happened)
            if decided and reader.prompt is not None:
                gone = PromptGone(table="t-1", decision=reader.prompt.decision)
                reader = reader.take(gone, self.now_ms)
            self.readers[seat] = reader.take(happened, self.now_ms)

    def _prompt(self) -> None:
        turn = self.turn
        if turn is None or turn not in self.readers:
            return
        self.decision += 1
        prompt = Prompted(
            table="t-1",
            decision=self.decision,
            seat=turn,
            legal=self.table.game.legal(self.state, turn),
            default=self.table.game.default(self.state, turn),
            time_ms=30_000,
            bank_ms=60_000,
            now_ms=0,
        )
        self.readers[turn] = self.readers[turn].take(prompt, self.now_ms)


class KeptTable(SceneTable):
    """A table whose events are kept."""

    def __init__(self, game: str = "holdem", **options: Any) -> None:
        self.events: list[Any] = []
        super().__init__(game, **options)
        self.events.insert(0, self.table.opened)

    def _publish(self, event: Any) -> None:
        self.events.append(event)
        super()._publish(event)
