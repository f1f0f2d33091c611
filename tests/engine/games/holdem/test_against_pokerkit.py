"""Random hands played by PokerKit as well: the same offers, the same chips.

Where PokerKit departs from the rules (short blinds, limpers and checkers who face a short all-in,
odd chips of a pot, a stack short of blind and big-blind ante, equal blinds heads-up) its
difference is asserted.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, draw, hand, seated
from tests.lazy import Lazy

from carteado.engine.cards import PACK
from carteado.engine.game import Deal
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.events import PotAwarded
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.state import State

pokerkit: Any = Lazy("pokerkit")

BY_HAND = ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")


def automatic() -> tuple[Any, ...]:
    return tuple(step for step in pokerkit.Automation if step.name not in BY_HAND)


class Peer:
    """PokerKit at the same hand. Its players are the dealt-in seats from the left of the button."""

    def __init__(self, state: State) -> None:
        self.order = state.order
        self.deck = list(state.deck)
        count = len(self.order)
        ante = state.ante
        each = state.options.ante_kind == "each"
        self.game: Any = pokerkit.NoLimitTexasHoldem.create_state(
            automatic(),
            each,  # an ante for all is a contribution, a big-blind ante dead money
            ante if each else {1: ante},
            (state.small_blind, state.big_blind),
            state.big_blind,
            tuple(state.started[seat] for seat in self.order),
            count,
            mode=pokerkit.Mode.TOURNAMENT,
        )
        for card in self._next(2 * count):
            self.game.deal_hole(card)

    def _next(self, count: int) -> list[str]:
        cards, self.deck = self.deck[:count], self.deck[count:]
        return [str(card) for card in cards]

    def deal_streets(self) -> None:
        """Burn and deal the streets that are due.

        PokerKit asks a seat that covers everybody else, who is all-in, for a call of nothing.
        """
        while self.game.can_burn_card() or self.asks_for_nothing():
            if self.asks_for_nothing():
                self.game.check_or_call()
                continue
            self.game.burn_card(self._next(1)[0])
            self.game.deal_board("".join(self._next(3 if self.game.street_index == 1 else 1)))

    def asks_for_nothing(self) -> bool:
        return (
            self.game.actor_index is not None
            and not self.call
            and self.raise_to is None
            and not any(
                self.game.stacks[other]
                for other in self.game.player_indices
                if other != self.game.actor_index and self.game.statuses[other]
            )
        )

    @property
    def turn(self) -> int | None:
        actor = self.game.actor_index
        return None if actor is None else self.order[actor]

    @property
    def call(self) -> int:
        return int(self.game.checking_or_calling_amount)

    @property
    def raise_to(self) -> tuple[int, int] | None:
        if not self.game.can_complete_bet_or_raise_to():
            return None
        return (
            self.game.min_completion_betting_or_raising_to_amount,
            self.game.max_completion_betting_or_raising_to_amount,
        )

    def do(self, deed: str) -> None:
        if deed == "fold":
            self.game.fold()
        elif deed in ("check", "call"):
            self.game.check_or_call()
        else:
            self.game.complete_bet_or_raise_to(int(deed.split()[1]))
        self.deal_streets()

    def stack(self, seat: int) -> int:
        return int(self.game.stacks[self.order.index(seat)])


def started(chance: random.Random, stacks: list[int], **options: Any) -> tuple[Played, Peer]:
    """A hand with a shuffled deck, and PokerKit at the same hand."""
    chosen = Options(seats=len(stacks), stacks=tuple(stacks), **options)
    table = draw(seated(chosen), chance.randrange(len(stacks)))
    deck = list(PACK)
    chance.shuffle(deck)
    table.send(Deal(deck=tuple(deck)))
    return table, Peer(table.state)


def fully_blinded(
    chance: random.Random, seats: int, sizes: tuple[int, ...], options: dict[str, Any]
) -> tuple[Played, Peer]:
    """A hand in which the big blind could pay everything; PokerKit plays short ones otherwise."""
    while True:
        stacks = [chance.choice(sizes) + chance.randrange(9) for _ in range(seats)]
        table, peer = started(chance, stacks, **options)
        state = table.state
        assert state.big is not None
        ante = state.options.ante if state.options.ante_kind == "big_blind" else 0
        if state.bets[state.big] == state.big_blind and state.dead == ante:
            peer.deal_streets()
            return table, peer


def random_deed(chance: random.Random, table: Played, peer: Peer) -> str:
    """Something that both offer; PokerKit refuses to fold where checking is free."""
    legal = table.legal
    deeds = ["check"] if legal.check else ["call", "fold"]
    if legal.raise_to is not None and peer.raise_to is not None:
        low, high = legal.raise_to
        deeds.append(f"to {chance.choice([low, high, chance.randint(low, high)])}")
    return chance.choice(deeds)


def is_limper_facing_a_short_all_in(state: State) -> bool:
    """Decisions in which PokerKit gives a right to raise that the rules do not give."""
    assert state.to_act is not None
    owed = state.current_bet - state.bets[state.to_act]
    return state.acted[state.to_act] and 0 < owed < state.last_full


def same_chips(table: Played, peer: Peer) -> bool:
    return all(table.state.stacks[seat] == peer.stack(seat) for seat in peer.order)


DEEP = (60, 75, 130, 400, 1000)
SHORT = (3, 8, 12, 25, 60, 200)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="blinds"),
        pytest.param({"ante": 5}, id="ante-each"),
        pytest.param({"ante": 20, "ante_kind": "big_blind"}, id="big-blind-ante"),
    ],
)
@pytest.mark.parametrize("sizes", [DEEP, SHORT], ids=["deep", "short"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_random_hands_agree_with_pokerkit_but_for_limpers_and_odd_chips(
    seats: int, sizes: tuple[int, ...], options: dict[str, Any]
) -> None:
    chance = random.Random(f"{seats} {sizes} {options}")
    limpers = odd = 0
    for _ in range(25):
        table, peer = fully_blinded(chance, seats, sizes, options)
        pots: list[PotAwarded] = table.happened(PotAwarded)
        while (seat := GAME.turn(table.state)) is not None:
            assert peer.turn == seat
            legal = table.legal
            assert (legal.call or 0) == peer.call
            if is_limper_facing_a_short_all_in(table.state):
                assert legal.raise_to is None
                limpers += peer.raise_to is not None
            else:
                assert legal.raise_to == peer.raise_to
            deed = random_deed(chance, table, peer)
            table.act(deed)
            peer.do(deed)
            pots += table.happened(PotAwarded)
        assert not peer.game.status
        if any(len(set(pot.shares)) > 1 for pot in pots):
            odd += 1
        else:
            assert same_chips(table, peer)
        assert sum(table.state.stacks) == sum(peer.game.stacks)
    # What random play did not meet is asserted on its own below.
    assert limpers + odd < 25


def test_pokerkit_shrinks_a_call_to_a_short_big_blind() -> None:
    table = hand([500, 500, 12], button=0)
    peer = Peer(table.state)
    assert (table.legal.call, table.legal.raise_to) == (20, (40, 500))
    assert (peer.call, peer.raise_to) == (12, (32, 500))


def test_pokerkit_lets_a_limper_raise_again_after_a_short_all_in() -> None:
    table = hand([500, 500, 500, 30], button=3, blinds=(10, 20))
    peer = Peer(table.state)
    for deed in ("call", "to 30", "call", "call"):
        assert GAME.turn(table.state) == peer.turn
        table.act(deed)
        peer.do(deed)
    assert GAME.turn(table.state) == peer.turn == 2
    assert (table.legal.call, table.legal.raise_to) == (10, None)
    assert (peer.call, peer.raise_to) == (10, (50, 500))


def test_pokerkit_gives_all_odd_chips_of_a_pot_to_one_player() -> None:
    table = hand(
        [101, 101, 101, 103],
        button=3,
        blinds=(1, 2),
        hands={0: "AsKs", 1: "AhKh", 2: "AdKd", 3: "3c4d"},
        board="2c 7h 9s Tc Jd",
    )
    peer = Peer(table.state)
    for deed in ("to 101", "call", "call", "call"):
        assert GAME.turn(table.state) == peer.turn
        table.act(deed)
        peer.do(deed)
    assert table.state.stacks == (135, 135, 134, 2)
    assert [peer.stack(seat) for seat in range(4)] == [136, 134, 134, 2]


def test_pokerkit_posts_a_big_blind_ante_before_the_blind() -> None:
    table = hand([500, 500, 30], button=0, ante=15, ante_kind="big_blind")
    peer = Peer(table.state)
    assert (table.state.bets[2], table.state.dead) == (20, 10)
    assert peer.game.bets[1] == 15


def test_pokerkit_lets_the_big_blind_begin_where_both_blinds_are_equal_heads_up() -> None:
    table = hand([500, 500], button=0, blinds=(20, 20))
    peer = Peer(table.state)
    assert (GAME.turn(table.state), peer.turn) == (0, 1)
