"""A compact, mutable deal of Buraco for search and playouts.

All cards are open here: a kernel is a real deal, or one that a seat imagines
(`knowledge.determinise`). It holds everything that decides the rest of the deal and its score. It
does not hold names, the match, deck positions, or who saw which card.

The rules come from the game: `nodes` asks them what a play makes of a run, and `asking` which plays
are legal. Only the course of a turn is implemented a second time here. Tests compare it with the
engine, action by action. Plays name faces, because equal cards are interchangeable; each play is
one action of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from carteado.engine.games.buraco.actions import (
    Decline,
    Discard,
    Draw,
    Extend,
    Meld,
    Redraw,
    SingleAction,
)
from carteado.engine.games.buraco.actions import TakePile as Take
from carteado.engine.games.buraco.kernel.faces import BIT, CARD, JOKER_ID, ids_in
from carteado.engine.games.buraco.kernel.nodes import Melds, Node, melds_for
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.standing import claims

__all__ = ["NOBODY", "NO_CARD", "Kernel"]

# -1 instead of None keeps the fields plain integers, which are faster to compare in playouts.
NOBODY = -1
NO_CARD = -1


class Kernel:
    """A deal in progress. Lists "by seat" have four elements, "by team" two.

    The methods that play (`draw`, `take`, `lay`, ...) are for policies: they do not check that a
    play is legal, which `asking.apply` does. Faces are numbers as in `faces`.

    Attributes:
        rules: of the house.
        melds: every run and set under these rules.
        one: faces in hand as bits, by seat; jokers apart.
        two: faces of which the hand has both copies, as bits.
        jokers: in hand, by seat.
        size: cards in hand, by seat.
        aside: a morto that its owner may not see before the next turn, by seat.
        stock: faces to draw, the next one last.
        mortos: faces of the mortos on the table, the next one first.
        pile: faces on the pile, the oldest first.
        runs: melds on the table, by team.
        wants: faces that fit a run of a team without making it dirty, as bits.
        ready: whether a team has the canastra that going out needs.
        took: whether the pair took a morto.
        converted: mortos that became stock.
        unplayed: the seat that took a morto by a discard and has had no turn since, by team.
        swaps: takes of a pile of one card since somebody melded or drew.
        seat: the seat to act.
        drawn: whether the card of the turn is drawn.
        card: the face last drawn.
        offer: whether that card may be exchanged for another.
        first: whether nobody has ended a turn yet.
        last_turn: whether this is the extra turn after the end of the stock.
        barred: the face of which one copy may not be discarded in this turn, -1 for none.
        over: whether the deal has ended.
        out: the team that went out, -1 for none.
        turns: turns ended since the kernel was made.
        log: a list that receives the plays as actions of the engine, None for none.
    """

    # Slots instead of a dict: a playout copies and reads a kernel many thousands of times.
    __slots__ = (
        "aside",
        "barred",
        "card",
        "converted",
        "drawn",
        "first",
        "jokers",
        "last_turn",
        "log",
        "melds",
        "mortos",
        "offer",
        "one",
        "out",
        "over",
        "pile",
        "ready",
        "rules",
        "runs",
        "seat",
        "size",
        "stock",
        "swaps",
        "took",
        "turns",
        "two",
        "unplayed",
        "wants",
    )

    def __init__(self, rules: Options) -> None:
        self.rules = rules
        # Shared by all kernels with the same rules; it only grows and is never copied.
        self.melds: Melds = melds_for(rules)
        self.one = [0, 0, 0, 0]
        self.two = [0, 0, 0, 0]
        self.jokers = [0, 0, 0, 0]
        self.size = [0, 0, 0, 0]
        self.aside: list[tuple[int, ...]] = [(), (), (), ()]
        self.stock: list[int] = []
        self.mortos: tuple[tuple[int, ...], ...] = ()
        self.pile: list[int] = []
        self.runs: list[list[Node]] = [[], []]
        self.wants = [0, 0]
        self.ready = [False, False]
        self.took = [False, False]
        self.converted = 0
        self.unplayed = [NOBODY, NOBODY]
        self.swaps = 0
        self.seat = 0
        self.drawn = False
        self.card = NO_CARD
        self.offer = False
        self.first = True
        self.last_turn = False
        self.barred = NO_CARD
        self.over = False
        self.out = NOBODY
        self.turns = 0
        self.log: list[SingleAction] | None = None

    def copy(self) -> Kernel:
        """An independent copy of the deal, without a log."""
        # Skips `__init__`, which would build lists that are replaced at once.
        new = object.__new__(Kernel)
        new.rules = self.rules
        new.melds = self.melds
        new.one = self.one[:]
        new.two = self.two[:]
        # Lists are copied. Tuples and nodes never change, so they are shared.
        new.jokers = self.jokers[:]
        new.size = self.size[:]
        new.aside = self.aside[:]
        new.stock = self.stock[:]
        new.mortos = self.mortos
        new.pile = self.pile[:]
        new.runs = [self.runs[0][:], self.runs[1][:]]
        new.wants = self.wants[:]
        new.ready = self.ready[:]
        new.took = self.took[:]
        new.converted = self.converted
        new.unplayed = self.unplayed[:]
        new.swaps = self.swaps
        new.seat = self.seat
        new.drawn = self.drawn
        new.card = self.card
        new.offer = self.offer
        new.first = self.first
        new.last_turn = self.last_turn
        new.barred = self.barred
        new.over = self.over
        new.out = self.out
        new.turns = self.turns
        new.log = None
        return new

    # Cards and runs

    def hand(self, seat: int) -> list[int]:
        """Faces in hand, in ascending order, jokers last."""
        found = sorted(ids_in(self.one[seat]) + ids_in(self.two[seat]))
        return found + [JOKER_ID] * self.jokers[seat]

    def give(self, seat: int, faces: Sequence[int]) -> None:
        """Put cards into a hand."""
        one, two = self.one[seat], self.two[seat]
        for face in faces:
            bit = BIT[face]
            if not bit:
                self.jokers[seat] += 1
            elif one & bit:
                two |= bit
            else:
                one |= bit
        self.one[seat], self.two[seat] = one, two
        self.size[seat] += len(faces)

    def _remove(self, seat: int, face: int) -> None:
        # The second copy goes first, so `one` always has every face of the hand.
        bit = BIT[face]
        if not bit:
            self.jokers[seat] -= 1
        elif self.two[seat] & bit:
            self.two[seat] ^= bit
        else:
            self.one[seat] ^= bit
        self.size[seat] -= 1

    def look(self, team: int) -> None:
        """Compute `wants` and `ready` again from the runs of a team."""
        wants, ready, needs_clean = 0, False, self.rules.going_out_requires == "clean"
        for node in self.runs[team]:
            wants |= node.natural
            if node.canastra and (node.clean or not needs_clean):
                ready = True
        self.wants[team], self.ready[team] = wants, ready

    # The card of the turn

    # The extra last turn has no draw: the stock is used up.
    def may_draw(self) -> bool:
        """Whether the stock has a card for the seat to act."""
        return not self.last_turn and len(self.stock) > self.rules.stock_reserve

    # A pile of one card could pass round for ever, so the house limits such takes while cards can
    # be drawn.
    def may_take(self) -> bool:
        """Whether the pile may be taken, provided that its top card can be melded."""
        pile = len(self.pile)
        return pile > 1 or (
            pile == 1 and (self.swaps < self.rules.stall_limit or not self.may_draw())
        )

    def draw(self) -> None:
        """Draw from the stock."""
        if self.log is not None:
            self.log.append(Draw())
        seat, face = self.seat, self.stock.pop()
        bit = BIT[face]
        if not bit:
            self.jokers[seat] += 1
        elif self.one[seat] & bit:
            self.two[seat] |= bit
        else:
            self.one[seat] |= bit
        self.size[seat] += 1
        # A draw breaks a sequence of single-card takes.
        self.card, self.drawn, self.swaps = face, True, 0
        # Only the first turn of a deal has the exchange, and only if another card can be drawn.
        if self.first and self.rules.first_turn_redraw:
            self.offer = len(self.stock) > self.rules.stock_reserve

    def redraw(self) -> None:
        """Discard the card just drawn, and draw another."""
        if self.log is not None:
            self.log.append(Redraw())
        seat = self.seat
        self._remove(seat, self.card)
        self.pile.append(self.card)
        self.card = self.stock.pop()
        self.give(seat, (self.card,))
        self.offer = False

    def take(self) -> None:
        """Take the pile under the rule ``free``."""
        if self.log is not None:
            self.log.append(Take())
        pile = self.pile
        self.give(self.seat, pile)
        if len(pile) == 1:
            self.swaps += 1
            # Otherwise taking and returning one card would be a way to pass.
            if not self.rules.single_card_return:
                self.barred = pile[0]
        self.pile, self.drawn = [], True

    def take_with(self, faces: Sequence[int], at: int | None, place: str | None = None) -> None:
        """Take the pile and meld its top card at once.

        Args:
            faces: cards of the hand to meld with it.
            at: number of the run to extend, None for a new meld.
            place: as in `lay`.
        """
        if self.log is not None:
            # The top card is implied by the action, so the log lists the hand's cards only.
            self.log.append(Take(cards=tuple([CARD[face] for face in faces]), meld=at))
        # `pop` changes the same list, so `pile` is what lay under the top card.
        pile, top = self.pile, self.pile.pop()
        self.give(self.seat, pile)
        self.pile, self.drawn = [], True
        # The top card joins the hand first, so that `lay` serves both cases.
        self.give(self.seat, (top,))
        self._lay((*faces, top), at, place)

    def decline(self) -> None:
        """Decline the last turn."""
        if self.log is not None:
            self.log.append(Decline())
        self._end_turn(self.seat)

    # The plays of the turn

    def lay(self, faces: Sequence[int], at: int | None, place: str | None = None) -> None:
        """Lay a new meld, or add to a run of the pair.

        Args:
            faces: cards of the hand that make a meld.
            at: number of the run to extend, None for a new meld.
            place: the face that the wild stands for, None to leave it to the rules; not logged.
        """
        # The common case has a faster path without tuples.
        if at is not None and len(faces) == 1 and place is None:
            self.add(faces[0], at)
            return
        if self.log is not None:
            cards = tuple([CARD[face] for face in faces])
            self.log.append(Meld(cards=cards) if at is None else Extend(meld=at, cards=cards))
        self._lay(faces, at, place)

    def add(self, face: int, at: int) -> None:
        """Add one card to a run of the pair, as `lay` does; most plays are this one."""
        if self.log is not None:
            self.log.append(Extend(meld=at, cards=(CARD[face],)))
        seat = self.seat
        team = seat & 1
        runs = self.runs[team]
        node = runs[at]
        # A dictionary look-up replaces the rules for every combination met before.
        after = node.plus.get(face) or self.melds.added(node, face)
        assert after is not None, "a kernel was asked to add cards that do not fit"
        runs[at] = after
        # Below seven cards a run decides nothing about going out, so `ready` stays as it is.
        if after.canastra:
            self.look(team)
        else:
            wants = 0
            for node in runs:
                wants |= node.natural
            self.wants[team] = wants
        self._remove(seat, face)
        if face == self.barred:
            self.barred = NO_CARD
        # Any play other than the exchange accepts the drawn card.
        self.offer = False
        self.swaps = 0
        if not self.size[seat]:
            self._empty_hand(seat, direct=True)

    def _lay(self, faces: Sequence[int], at: int | None, place: str | None) -> None:
        seat = self.seat
        team = seat & 1
        runs = self.runs[team]
        if at is None:
            node = self.melds.laid(faces, place)
            assert node is not None, "a kernel was asked to lay cards that make no meld"
            runs.append(node)
            self.wants[team] |= node.natural
            if node.canastra:
                # A new meld adds to `wants`; only a finished canastra changes `ready`.
                self.look(team)
        else:
            after = self.melds.all_added(runs[at], faces, place)
            assert after is not None, "a kernel was asked to add cards that do not fit"
            runs[at] = after
            self.look(team)
        # The melds change before the hand, so that the hand's emptiness is judged at the end.
        for face in faces:
            self._remove(seat, face)
            if face == self.barred:
                self.barred = NO_CARD
        self.offer = False
        self.swaps = 0
        if not self.size[seat]:
            self._empty_hand(seat, direct=True)

    def discard(self, face: int) -> None:
        """Lay a card on the pile, which ends the turn."""
        if self.log is not None:
            self.log.append(Discard(card=CARD[face]))
        seat = self.seat
        self._remove(seat, face)
        self.pile.append(face)
        # `first` stays False for the rest of the deal after one ended turn.
        self.first = self.offer = self.drawn = False
        self.barred = NO_CARD
        if not self.size[seat]:
            self._empty_hand(seat, direct=False)
            if self.over:
                return
        self._end_turn(seat)

    # Consequences of a play

    def _empty_hand(self, seat: int, *, direct: bool) -> None:
        """Give an empty hand a morto, or end the deal by going out."""
        team = seat & 1
        # No morto to claim: the pair goes out and the deal ends.
        if not claims(took=self.took[team], mortos=bool(self.mortos)):
            self.turns += 1
            self._end(team)
            return
        morto, self.mortos = self.mortos[0], self.mortos[1:]
        self.took[team] = True
        # By discard (indirect): the cards may be used only from the next turn on.
        if not direct:
            self.unplayed[team] = seat
            if self.rules.indirect_morto_hidden:
                self.aside[seat] = morto
                return
        self.give(seat, morto)

    def _end_turn(self, seat: int) -> None:
        self.turns += 1
        # Seats 0 to 3 in turn; `& 3` wraps and `& 1` is the team.
        after = (seat + 1) & 3
        used_up = self.last_turn or len(self.stock) <= self.rules.stock_reserve
        if used_up and not self._goes_on(after & 1):
            self._end(NOBODY)
            return
        self.seat, self.drawn = after, False
        # Its owner has a turn with the morto now, whether it saw the cards before or not.
        if self.unplayed[after & 1] == after:
            self.unplayed[after & 1] = NOBODY
            if self.aside[after]:
                self.give(after, self.aside[after])
                self.aside[after] = ()

    def _goes_on(self, team: int) -> bool:
        """Whether this team has another turn although the stock is used up."""
        if self.last_turn:
            return False
        if self.mortos and self.rules.morto_exhaustion == "convert":
            # The next card is the last of the list: what is left of the stock comes first.
            self.stock = [*reversed(self.mortos[0]), *self.stock]
            self.mortos = self.mortos[1:]
            self.converted += 1
            return True
        self.last_turn = self._has_last_turn(team)
        return self.last_turn

    def _has_last_turn(self, team: int) -> bool:
        """Whether the pile gives the next seat a turn after the last card (rules 1.1, end 2)."""
        rules = self.rules
        if rules.last_turn == "none" or not self.pile:
            return False
        if rules.last_turn == "always":
            return True
        faces = self.pile[-1:] if rules.encartada_scope == "top" else self.pile
        runs = self.runs[team]
        return any(node.takes(face) for node in runs for face in faces)

    def _end(self, out: int) -> None:
        self.over, self.out = True, out
        self.drawn = self.offer = self.last_turn = False
        self.barred = NO_CARD
