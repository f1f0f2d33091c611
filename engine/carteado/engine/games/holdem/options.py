"""House rules of a Hold'em table."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from carteado.engine.errors import OptionsError
from carteado.engine.sentences import said
from carteado.engine.tables.option_checks import MAX_CHIPS, check_stacks, check_whole, check_word
from carteado.engine.visibility import Public

__all__ = ["CHALLENGES", "DUELS", "MAX_CHIPS", "PRESETS", "Level", "Options"]

# Bounds the size of the event that opens a table, whose options every client receives.
MAX_LEVELS = 100

BUY_IN_BLINDS = 200
"""Default of `Options.buy_in_max`, in big blinds."""

_UNCHOSEN = 0
"""Default of `buy_in_max`, replaced by a computed value; never in a log or message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One step of the blind schedule.

    Attributes:
        hand: number of the first hand at this level, from 2; with ``schedule_by=minutes``, the
            minute of the game from which the level holds.
        small_blind: chips.
        big_blind: chips.
        ante: chips; `Options.ante_kind` says who pays it.

    Raises:
        OptionsError: an amount is out of range.
    """

    hand: Public[int]
    small_blind: Public[int]
    big_blind: Public[int]
    ante: Public[int] = 0

    def __post_init__(self) -> None:
        check_whole("schedule", self.hand, 2, MAX_CHIPS)
        _check_blinds("schedule", self.small_blind, self.big_blind, self.ante)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a table, visible to all before they sit down.

    Attributes:
        seats: seats of the table, 2 to 10.
        format: ``freezeout`` (a seat without chips is out, the last one wins everything) or
            ``cash`` (join, leave and top up between hands).
        stack: chips of every seat at the start; default buy-in of a cash table.
        stacks: chips of each seat at the start if they differ; empty for `stack` each. A seat with
            0 chips takes no part.
        small_blind: chips; 0 for none.
        big_blind: chips; the smallest bet.
        ante: chips; 0 for none.
        ante_kind: ``each`` (every player pays it) or ``big_blind`` (that seat pays one for all).
        schedule: later blind levels, sorted by the hand or minute at which each begins.
        schedule_by: ``hands`` or ``minutes``. The table's clock counts minutes from the first hand,
            without pauses; a new level applies from the next hand.
        max_bet: maximum increase of a bet in chips, never below the big blind; None for no limit.
        reveal: ``never`` (mucked and folded cards stay closed for ever) or ``hand`` (all hole cards
            are opened after each hand).
        open_hands: ``never`` (only its seat sees a hand) or ``rail`` (spectators see all hole cards
            as they are dealt; anybody may watch. Seats still see only their own).
        showdown: ``auto`` (a hand that cannot win is mucked unseen) or ``ask`` (the seat is asked).
        buy_in_min: minimum buy-in at a cash table; None for one chip.
        buy_in_max: maximum buy-in and top-up at a cash table; None for no limit. The default is 200
            big blinds, or more if `stack`, `stacks` or `buy_in_min` need more.
        straddle: whether the seat under the gun may straddle (`Straddle`): it posts two big blinds
            before the cards and acts last before the flop. Not heads-up; one straddle per hand.
        run_it_twice: whether people who are all-in before the river are asked to deal the rest of
            the board twice, each board for half of every pot.
        bomb_every: number of hands from one bomb pot to the next, 0 for none. In a bomb pot all
            players ante, there are no blinds, and the betting begins on the flop.
        bomb_vote: whether a bomb pot is also dealt when more than half of the people vote for it.
        bomb_ante: chips of each seat in a bomb pot; None for two big blinds.
        seven_deuce: bounty in chips for winning with seven and deuce and showing it, from each
            other seat that was dealt in; 0 for none. Cash tables only.
        rabbit_hunt: whether a seat that was dealt in may ask, after a hand that ended before the
            river, for the common cards that would have come.
        show_one: whether a seat may show one of its two cards, after a hand or in place of mucking.
        missed_blinds: ``big`` (a player who missed a hand waits for the big blind or posts one) or
            ``both`` (a player who missed blinds waits for the big blind or posts all of them, a
            missed small blind as dead money; others play at once). Cash tables only.

    Raises:
        OptionsError: an option is out of range, has the wrong type, or excludes another.
    """

    SHORTHANDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "blinds": ("small_blind", "big_blind"),
    }

    DERIVED: ClassVar[tuple[str, ...]] = ("buy_in_max",)
    """Options whose default depends on others; it is computed again for a changed preset."""

    seats: Public[int] = 2
    format: Public[Literal["freezeout", "cash"]] = "freezeout"
    stack: Public[int] = 1500
    stacks: Public[tuple[int, ...]] = ()
    small_blind: Public[int] = 10
    big_blind: Public[int] = 20
    ante: Public[int] = 0
    ante_kind: Public[Literal["each", "big_blind"]] = "each"
    schedule: Public[tuple[Level, ...]] = ()
    max_bet: Public[int | None] = None
    reveal: Public[Literal["never", "hand"]] = "never"
    open_hands: Public[Literal["never", "rail"]] = "never"
    showdown: Public[Literal["auto", "ask"]] = "auto"
    buy_in_min: Public[int | None] = None
    buy_in_max: Public[int | None] = _UNCHOSEN
    schedule_by: Public[Literal["hands", "minutes"]] = "hands"
    straddle: Public[bool] = False
    run_it_twice: Public[bool] = False
    bomb_every: Public[int] = 0
    bomb_vote: Public[bool] = False
    bomb_ante: Public[int | None] = None
    seven_deuce: Public[int] = 0
    rabbit_hunt: Public[bool] = False
    show_one: Public[bool] = False
    missed_blinds: Public[Literal["big", "both"]] = "big"

    def __post_init__(self) -> None:
        check_whole("seats", self.seats, 2, 10)
        check_word("format", self.format, ("freezeout", "cash"))
        _check_blinds("blinds", self.small_blind, self.big_blind, self.ante)
        check_word("ante_kind", self.ante_kind, ("each", "big_blind"))
        check_word("reveal", self.reveal, ("never", "hand"))
        check_word("open_hands", self.open_hands, ("never", "rail"))
        check_word("showdown", self.showdown, ("auto", "ask"))
        if self.max_bet is not None:
            check_whole("max_bet", self.max_bet, 1, MAX_CHIPS)
        check_stacks(("stack", "stacks"), self.stack, self.stacks, self.seats)
        self._check_schedule()
        # The type is checked too: False == 0, and it has to be refused below.
        if self.buy_in_max == _UNCHOSEN and type(self.buy_in_max) is int:
            # The default depends on other fields; __setattr__ of a frozen class would refuse it.
            object.__setattr__(self, "buy_in_max", self._usual_buy_in_max())
        self._check_buy_in()
        self._check_house()

    def stack_of(self, seat: int) -> int:
        """Chips of a seat at the start."""
        return self.stacks[seat] if self.stacks else self.stack

    @property
    def is_cash(self) -> bool:
        """Whether seats come and go with their chips."""
        return self.format == "cash"

    @property
    def buy_in(self) -> tuple[int, int]:
        """Minimum and maximum buy-in at a cash table."""
        # None stands for no bound, and 0 is not an allowed value.
        return self.buy_in_min or 1, self.buy_in_max or MAX_CHIPS

    def blinds_at(self, hand: int, minutes: int = 0) -> tuple[int, int, int]:
        """Small blind, big blind and ante of a hand.

        Args:
            hand: its number, from 1.
            minutes: minutes of the game before that hand.
        """
        found = (self.small_blind, self.big_blind, self.ante)
        reached = hand if self.schedule_by == "hands" else minutes
        for level in self.schedule:
            # Levels are sorted, so the first one that is not reached ends the search.
            if level.hand > reached:
                break
            found = (level.small_blind, level.big_blind, level.ante)
        return found

    def bomb_ante_at(self, big_blind: int) -> int:
        """Ante of each seat in a bomb pot, in chips, at a level with that big blind."""
        return 2 * big_blind if self.bomb_ante is None else self.bomb_ante

    def _check_house(self) -> None:
        check_word("schedule_by", self.schedule_by, ("hands", "minutes"))
        check_word("missed_blinds", self.missed_blinds, ("big", "both"))
        for key in ("straddle", "run_it_twice", "bomb_vote", "rabbit_hunt", "show_one"):
            # 1 is not True and 0 is not False, although Python calls them equal.
            if type(getattr(self, key)) is not bool:
                raise OptionsError(key, said("is neither yes nor no"))
        check_whole("bomb_every", self.bomb_every, 0, MAX_CHIPS)
        check_whole("seven_deuce", self.seven_deuce, 0, MAX_CHIPS)
        if self.bomb_ante is not None:
            check_whole("bomb_ante", self.bomb_ante, 1, MAX_CHIPS)
        for key, chosen in (
            ("seven_deuce", self.seven_deuce > 0),
            # In a freezeout nobody leaves and returns, so no blind can be missed.
            ("missed_blinds", self.missed_blinds != "big"),
        ):
            if chosen and not self.is_cash:
                raise OptionsError(key, said("is an option of cash tables: format=cash"))

    def _check_schedule(self) -> None:
        if type(self.schedule) is not tuple or not all(
            type(level) is Level for level in self.schedule
        ):
            raise OptionsError("schedule", said("must be a list of levels"))
        if len(self.schedule) > MAX_LEVELS:
            raise OptionsError("schedule", said("has more than {n} levels", n=MAX_LEVELS))
        hands = [level.hand for level in self.schedule]
        # The set also refuses two levels that begin with the same hand.
        if hands != sorted(set(hands)):
            raise OptionsError("schedule", said("levels must begin at rising numbers of the hand"))

    def _usual_buy_in_max(self) -> int | None:
        """The default of `buy_in_max`; None if seats do not buy in."""
        if not self.is_cash:
            return None
        # The next check reports a wrong type.
        least = self.buy_in_min if type(self.buy_in_min) is int else 1
        # A preset changed to larger stacks must not become invalid by its own default.
        asked = (self.stack, *self.stacks, least)
        return min(MAX_CHIPS, max(BUY_IN_BLINDS * self.big_blind, *asked))

    def _check_buy_in(self) -> None:
        for key, value in (("buy_in_min", self.buy_in_min), ("buy_in_max", self.buy_in_max)):
            if value is None:
                continue
            if not self.is_cash:
                raise OptionsError(key, said("is an option of cash tables: format=cash"))
            check_whole(key, value, 1, MAX_CHIPS)
        low, high = self.buy_in
        if low > high:
            raise OptionsError(
                "buy_in_max", said("{high} is less than buy_in_min {low}", high=high, low=low)
            )
        if self.is_cash:
            for stack in self.stacks or (self.stack,):
                if not low <= stack <= high:
                    text = said(
                        "{n} is not a buy-in from {low} to {high}", n=stack, low=low, high=high
                    )
                    raise OptionsError("stack", text)


def _check_blinds(key: str, small: int, big: int, ante: int) -> None:
    check_whole(key, big, 1, MAX_CHIPS)
    check_whole(key, small, 0, MAX_CHIPS)
    # An error names what the owner wrote: the ante of the table, or the schedule.
    check_whole("ante" if key == "blinds" else key, ante, 0, MAX_CHIPS)
    if small > big:
        text = said("small blind {small} is more than big blind {big}", small=small, big=big)
        raise OptionsError(key, text)


PAPER_BOTS = ("tight", "aggressive", "mixed", "mfs")
"""The players of the heads-up paper (Bicho and Shirley, 2017) besides people."""

DUELS: Mapping[str, tuple[str, str]] = {
    f"{one}-{other}": (one, other) for one, other in itertools.combinations(PAPER_BOTS, 2)
}
"""The paper's duels of two bots: the bots on seats 0 and 1, by the name of the preset."""

CHALLENGES: Mapping[str, tuple[str]] = {f"person-{one}": (one,) for one in PAPER_BOTS}
"""A person on seat 0 against each of the paper's bots."""

PRESETS: Mapping[str, Options] = {
    "heads-up": Options(),
    "four-player": Options(seats=4),
    **dict.fromkeys(("person-person", *CHALLENGES, *DUELS), Options(open_hands="rail")),
}
"""Tables by name: the default first, then the eleven pairings of the heads-up paper."""
