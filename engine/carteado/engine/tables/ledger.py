"""The chips that each player brought to a table and took away, and the payments that settle them.

A `Ledger` is a fold of a table's log, like any other projection: read again, the log gives the same
ledger. Chips are whole numbers, and the results of all players of a table add up to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from carteado.engine.controls import ChipsCorrected
from carteado.engine.game import Event, Scored, SeatLeft, SeatTaken, ToppedUp
from carteado.engine.table import DeckCommitted, SeatKeyed, Table

__all__ = [
    "EXACT",
    "FIGURES",
    "Account",
    "Ledger",
    "Payment",
    "move",
    "new_key",
    "settle",
    "since",
    "together",
]

EXACT = 14
"""Maximum number of players with a result for whom `settle` finds the fewest payments."""

MAX_POINTS = 1000
"""Maximum number of deals whose results a ledger keeps; then every second one is dropped."""

# A tag, not a class: each poker game has its own event class with this tag.
_RESTARTED = "game_restarted"


@dataclass(slots=True, kw_only=True)
class Account:
    """The chips of one player at one table.

    Attributes:
        name: of the player, as last known.
        buy_ins: chips brought when sitting down, and of each new game.
        top_ups: chips added later.
        corrections: chips that the owner gave; below zero for chips taken away.
        cash_outs: chips taken away when leaving, and those left after each finished game.
        in_play: chips at the table now, with what was put into the pot of the present hand.
    """

    name: str
    buy_ins: int = 0
    top_ups: int = 0
    corrections: int = 0
    cash_outs: int = 0
    in_play: int = 0

    @property
    def result(self) -> int:
        """Chips won; below zero for chips lost."""
        brought = self.buy_ins + self.top_ups + self.corrections
        return self.cash_outs + self.in_play - brought


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One player pays another."""

    payer: str
    payee: str
    amount: int


@dataclass(slots=True)
class Ledger:
    """The accounts of one table.

    Attributes:
        accounts: by the key of the player; by the name where the key is hidden.
        points: the results of all players after each deal, with the number of its deck; every
            second one is left out, again and again, where there are too many.
        stacks: every player's chips in play at each of these points.
        counts: `played` at each of these points.
        played: deals begun so far as players count them, over all games of the table.
    """

    accounts: dict[str, Account] = field(default_factory=dict)
    points: list[tuple[int, dict[str, int]]] = field(default_factory=list)
    stacks: list[dict[str, int]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    played: int = 0
    _in_game: int = 0

    def note(self, before: Table, event: Event) -> None:
        """Take in an event.

        Args:
            before: the table before it.
            event: what happened.
        """
        # Games without chips (Buraco, Poker Face) have no stacks and keep an empty ledger.
        stacks = getattr(before.state, "stacks", None)
        if stacks is None:
            return
        booking = _BOOKINGS.get(type(event))
        if booking is not None:
            booking(self, before, event)
        elif event.type == _RESTARTED:
            self.count(before)
            restarted: Any = event  # each game has a class of its own for it
            for seat in range(before.seats):
                if before.state.names[seat] is not None:
                    # A restart pays everybody out and in again, so results carry over from game
                    # to game.
                    account = self._account(before, seat)
                    account.cash_outs += stacks[seat]
                    account.buy_ins += restarted.stacks[seat]

    def look(self, table: Table) -> None:
        """Note every player's chips in play."""
        # Players who have left keep their account, with nothing in play.
        for account in self.accounts.values():
            account.in_play = 0
        state = table.state
        stacks: Sequence[int] | None = getattr(state, "stacks", None)
        if stacks is None:
            return
        # Between hands `paid` still holds the last one, and its chips are back in the stacks.
        paid = state.paid if state.in_hand else (0,) * len(stacks)
        for seat, name in enumerate(state.names):
            if name is not None:
                self._account(table, seat).in_play = stacks[seat] + paid[seat]

    def finish(self, table: Table) -> None:
        """Note the present chips, and the results after the last deal."""
        self.look(table)
        self.count(table)
        if table.committed is not None:
            self._point(table.committed.deal)

    def count(self, table: Table) -> None:
        """Count the deals that have begun; a draw for the button is none."""
        game, committed = table.game, table.committed
        if isinstance(game, Scored):
            in_game = game.deals(table.state)
        else:
            in_game = committed.deal if committed is not None else 0
        # A new game of the table begins at 0 again.
        self.played += max(0, in_game - self._in_game)
        self._in_game = in_game

    def results(self) -> dict[str, int]:
        """The result of each player, by the key of the account."""
        return {key: account.result for key, account in self.accounts.items()}

    def _account(self, table: Table, seat: int, name: str | None = None) -> Account:
        called = name or table.state.names[seat] or ""
        # Redacted logs have no keys; there the name identifies the player.
        account = self.accounts.setdefault(table.keys[seat] or called, Account(name=called))
        account.name = called
        return account

    def _taken(self, before: Table, event: SeatTaken) -> None:
        self._account(before, event.seat, event.name).buy_ins += event.stack

    def _topped_up(self, before: Table, event: ToppedUp) -> None:
        self._account(before, event.seat).top_ups += event.amount

    def _corrected(self, before: Table, event: ChipsCorrected) -> None:
        self._account(before, event.seat).corrections += event.amount

    def _keyed(self, before: Table, event: SeatKeyed) -> None:
        if keys := new_key(before, event):
            move(self.accounts, *keys)
            for kept in (*(results for _, results in self.points), *self.stacks):
                # A player with a new token is the same player, in the earlier points too.
                if keys[0] in kept:
                    kept[keys[1]] = kept.get(keys[1], 0) + kept.pop(keys[0])

    def _left(self, before: Table, event: SeatLeft) -> None:
        # A seat that leaves later has another event for the moment when it is free.
        if event.at_once:
            self._account(before, event.seat).cash_outs += event.stack

    def _dealt(self, before: Table, event: DeckCommitted) -> None:
        self.look(before)
        # Results are whole only between deals, so a point is the end of the one before.
        self.count(before)
        self._point(event.deal - 1)
        if len(self.points) > MAX_POINTS:
            # The first point stays; each time the early deals grow sparser than the late ones.
            del self.points[1::2]
            del self.stacks[1::2]
            del self.counts[1::2]

    def _point(self, deal: int) -> None:
        self.points.append((deal, self.results()))
        self.counts.append(self.played)
        self.stacks.append({key: account.in_play for key, account in self.accounts.items()})


_BOOKINGS: Mapping[type, Callable[[Ledger, Table, Any], None]] = {
    SeatTaken: Ledger._taken,
    ToppedUp: Ledger._topped_up,
    ChipsCorrected: Ledger._corrected,
    SeatKeyed: Ledger._keyed,
    SeatLeft: Ledger._left,
    DeckCommitted: Ledger._dealt,
}


def new_key(before: Table, event: SeatKeyed) -> tuple[str, str] | None:
    """The old and the new key of a player who got another one, None for anything else."""
    old = before.keys[event.seat]
    if not old or not event.key or before.state.names[event.seat] is None:
        return None
    return old, event.key


def move(accounts: dict[str, Account], old: str, new: str) -> None:
    """Merge the account of a key into that of another key of the same player."""
    account = accounts.pop(old, None)
    if account is not None:
        # The other account first, so that the name of the moved one is the last and counts.
        both = [(new, one) for one in (accounts.get(new), account) if one is not None]
        accounts[new] = together(both)[new]


FIGURES = ("buy_ins", "top_ups", "corrections", "cash_outs", "in_play")
"""The amounts of an account, besides its name and its result."""


def since(before: Account | None, after: Account) -> Account:
    """The changes of an account between two points in time.

    Args:
        before: the account at the first point, None for a new account; chips in play then count as
            brought.
        after: the account at the second point.
    """
    if before is None:
        return replace(after)
    # Chips in play at the first moment count as brought, so the result is that of the span only.
    return replace(
        after,
        buy_ins=after.buy_ins - before.buy_ins + before.in_play,
        top_ups=after.top_ups - before.top_ups,
        corrections=after.corrections - before.corrections,
        cash_outs=after.cash_outs - before.cash_outs,
    )


def together(accounts: Iterable[tuple[str, Account]]) -> dict[str, Account]:
    """Accounts of several tables added up, by the key of the player; the last name counts."""
    total: dict[str, Account] = {}
    for key, account in accounts:
        sum_ = total.setdefault(key, Account(name=account.name))
        sum_.name = account.name
        for figure in FIGURES:
            setattr(sum_, figure, getattr(sum_, figure) + getattr(account, figure))
    return total


def settle(results: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments that settle all results.

    Up to `EXACT` players with a result other than zero there are the fewest payments; with more,
    the largest debts are paid to the largest winners first, which may take some payments more.

    Args:
        results: chips won by each player, below zero for chips lost; together zero.

    Raises:
        ValueError: the results do not add up to zero.
    """
    if sum(results.values()):
        raise ValueError(f"the results add up to {sum(results.values())}, not to 0")
    open_ = sorted((amount, name) for name, amount in results.items() if amount)
    # 2^14 sets of 14 players take well under a second; each further player doubles that.
    groups = _groups(open_) if len(open_) <= EXACT else [open_]
    return tuple(payment for group in groups for payment in _chain(group))


def _groups(open_: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The most groups into which players can be split so that each group adds up to zero.

    A group of n players needs n - 1 payments, so the most groups need the fewest payments. `best`
    holds for each set of players, as bits, how many such groups its members can be put into one
    after the other, and `last` which player to take out first to get there.
    """
    # A dynamic program over sets: each entry follows from sets with one player fewer.
    count = len(open_)
    sums = [0] * (1 << count)
    best = [0] * (1 << count)
    last = [0] * (1 << count)
    for chosen in range(1, 1 << count):
        low = (chosen & -chosen).bit_length() - 1
        # The set without its lowest player has a smaller number, so its sum is known.
        sums[chosen] = sums[chosen & (chosen - 1)] + open_[low][0]
        # Below every real value, so the first player is always accepted.
        found = -1
        for one in range(count):
            if chosen >> one & 1 and best[chosen ^ 1 << one] > found:
                found, last[chosen] = best[chosen ^ 1 << one], one
        # A set whose sum is zero closes one more group behind the best order of its other players.
        best[chosen] = found + (sums[chosen] == 0)
    groups: list[list[tuple[int, str]]] = []
    left = (1 << count) - 1
    while left:
        # The whole set adds up to zero, so this opens a group before any player is placed.
        if not sums[left]:
            groups.append([])
        groups[-1].append(open_[last[left]])
        left ^= 1 << last[left]
    return groups


def _chain(group: list[tuple[int, str]]) -> list[Payment]:
    """Settle a group: the largest debtor pays the largest winner, until all is paid."""
    open_ = {name: amount for amount, name in group}
    payments = []
    # Each payment clears at least one of two players, hence at most n - 1 payments for n players.
    while any(open_.values()):
        # The name breaks ties: the same results always give the same payments.
        payer = min(open_, key=lambda name: (open_[name], name))
        payee = max(open_, key=lambda name: (open_[name], name))
        amount = min(-open_[payer], open_[payee])
        open_[payer] += amount
        open_[payee] -= amount
        payments.append(Payment(payer=payer, payee=payee, amount=amount))
    return payments
