"""Tables set up for a match: all seats are taken, and the next deal is the first that counts.

The first events of the log are the same for all matches of a seating. So a match does not open a
new table: the table host returns to the state in which all seats were taken.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import Contest, scored
from carteado.arena.matches.entropy import Decks
from carteado.engine.cards import Card
from carteado.engine.deal import Committed, shuffle
from carteado.engine.plain import from_plain
from carteado.engine.table import TableOpened, TableOptions, open_table
from carteado.protocol import messages as wire
from carteado.server.table.audience import Audience
from carteado.server.table.dealing import Dealing
from carteado.server.table.host import Mark, TableHost
from carteado.server.table.step import Player, Request, Step
from carteado.server.table.watcher import Watcher

__all__ = ["TableSetup", "seat_names", "set_up"]

# Fixed, because the id and the epoch are in the log, which has to be the same in every run.
TABLE = "arena"
EPOCH = 1


@functools.lru_cache(maxsize=256)  # the seatings of a set deal the same decks
def _commit(pack: tuple[Card, ...], seed: bytes) -> Committed:
    """The deck of a seed without a commitment, because no player has to be convinced."""
    return Committed(cards=shuffle(pack, seed), nonces=(), root=_NO_ROOT, levels=())


_NO_ROOT = "0" * 64


@dataclass(frozen=True, kw_only=True)
class TableSetup:
    """A table before its first deal that counts.

    Attributes:
        mark: where it stands then.
        openings: number of deals before it, such as the draw for the button.
        host: of the table, in the state of the current match.
        decks: the entropy of its decks.
    """

    mark: Mark
    openings: int
    host: TableHost
    decks: Decks

    def begin(self, set_: int) -> None:
        """Return to this state, and continue with the cards of a set."""
        self.decks.turn_to(set_)
        self.host.rewind(self.mark)


def seat_names(seats: Sequence[int], labels: Sequence[str]) -> tuple[str, ...]:
    """The names of a table's players: those of the entrants, numbered where two would be equal.

    One entrant may have two seats, and long labels may differ only after the maximum length of a
    name.
    """
    found: list[str] = []
    for entrant in seats:
        # Cut to the wire's maximum, so that bots see the same names in process.
        name, number = labels[entrant][:24], 1
        while name in found:
            number += 1
            # Two characters less, for the number.
            name = f"{labels[entrant][:22]}/{number}"
        found.append(name)
    return tuple(found)


def set_up(contest: Contest, names: Sequence[str]) -> TableSetup:
    """Open a table, seat everybody, and deal what comes before the first hand.

    Args:
        contest: says which table.
        names: of the players by seat.

    Raises:
        ArenaError: an entrant cannot sit there, or no hand is dealt.
    """
    settings: TableOptions = from_plain(TableOptions, contest.settings)
    opened = TableOpened(
        table=TABLE,
        title="Arena",
        game=contest.game,
        rules=contest.rules,
        options=contest.options,
        settings=settings,
    )
    audience = Audience(TABLE, EPOCH, tail=0)  # no client asks for earlier events
    audience.load([opened], EPOCH)
    decks = Decks(contest.seed)
    dealing = Dealing(decks, _commit)
    host = TableHost(open_table(opened), audience, decks, _no_seat_key, dealing=dealing)
    # Time begins at 0, not at the machine's clock, so that all runs are equal.
    host.start(0)
    players = tuple([Player(key=f"seat {n}", name=name, bot=True) for n, name in enumerate(names)])
    for seat, player in enumerate(players):
        join = wire.Join(id=1, table=TABLE, seat=seat)
        # Without a connection, so the host's messages are dropped.
        watcher = Watcher(None)
        step = host.receive(Request(player=player, watcher=watcher, message=join), 0)
        if not step.events:
            raise ArenaError(f"{player.name} cannot sit on seat {seat}: {_refusal(step)}")
        host.applied(step, 0)
        host.gone(watcher)  # bots are called directly and receive no messages
    openings = 0
    game = scored(contest.rulebook)
    while True:
        due, mark = host.due, host.mark()
        next_step = None if due is None else host.tick(due)
        if next_step is None or next_step.table is None:
            raise ArenaError(f"{contest.game}: nothing is dealt, though everybody sits")
        # This step is never applied: every match returns to the mark and deals its own cards.
        if game.deals(next_step.table.state):
            return TableSetup(mark=mark, openings=openings, host=host, decks=decks)
        host.applied(next_step, 0)
        openings += 1


def _refusal(step: Step) -> str:
    return next((str(getattr(reply, "message", reply)) for _, reply in step.replies), "no reason")


def _no_seat_key(seat: int) -> str:
    raise RuntimeError(f"no host's bot is seated in the arena, on seat {seat} or any other")
