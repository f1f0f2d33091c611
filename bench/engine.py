"""Whole Hold'em hands beside PokerKit and RLCard: every seat checks or calls to the showdown.

Each engine shuffles, deals, plays and pays in its own way; ours also makes all events. The
engines take turns in short rounds and CPU time is counted, so that a machine that slows down slows
all of them; ratios are taken within a round, and the median is reported.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import random
import statistics
import time
from collections.abc import Callable

from pokerkit import Automation, Mode, NoLimitTexasHoldem
from rlcard.games.nolimitholdem import Game as RLCardGame
from rlcard.games.nolimitholdem.round import Action as RLCardAction

from carteado.engine.cards import PACK
from carteado.engine.deal import shuffle
from carteado.engine.game import Deal, Decided, Sit, act
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import Call, Check
from carteado.engine.games.holdem.options import Options

STACK, SMALL_BLIND, BIG_BLIND = 10_000, 50, 100
POKERKIT_TARGET = 10.0
RLCARD_TARGET = 1.0
CHECK, CALL = Check(), Call()


def carteado_hands(seats: int, hands: int, seed: int) -> None:
    """Play hands at one table that goes on, shuffling from 32 random bytes as the server does."""
    chance = random.Random(seed)
    # Stacks are so deep that nobody is ever out: the other engines fill them up for every hand.
    stack = STACK * hands * 10
    state = GAME.new(
        Options(seats=seats, stack=stack, small_blind=SMALL_BLIND, big_blind=BIG_BLIND)
    )
    for seat in range(seats):
        state = answer(state, Sit(seat=seat, name=f"p{seat}"))
    # The first deal only draws for the button.
    state = answer(state, Deal(deck=shuffle(PACK, chance.randbytes(32))))
    for _ in range(hands):
        state = answer(state, Deal(deck=shuffle(PACK, chance.randbytes(32))))
        while (seat := state.to_act) is not None:
            action = CHECK if state.bets[seat] == state.current_bet else CALL
            state = answer(state, act(seat=seat, action=action))


def answer(state, command):
    decided = GAME.decide(state, command)
    if not isinstance(decided, Decided):
        raise RuntimeError(f"{command} was refused: {decided}")
    return decided.state


def pokerkit_hands(seats: int, hands: int, seed: int) -> None:
    random.seed(seed)
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation),
            True,
            0,
            (SMALL_BLIND, BIG_BLIND),
            BIG_BLIND,
            STACK,
            seats,
            mode=Mode.TOURNAMENT,
        )
        while state.status:
            state.check_or_call()


def rlcard_hands(seats: int, hands: int, seed: int) -> None:
    game = RLCardGame(num_players=seats)
    game.configure({"game_num_players": seats, "chips_for_each": STACK, "dealer_id": 0})
    game.np_random.seed(seed)
    for _ in range(hands):
        game.init_game()
        while not game.is_over():
            game.step(RLCardAction.CHECK_CALL)
        game.get_payoffs()


def rate(play: Callable[[int, int, int], None], seats: int, hands: int, seed: int) -> float:
    """Hands per CPU second."""
    start = time.process_time()
    play(seats, hands, seed)
    return hands / (time.process_time() - start)


def compare(seats: int, rounds: int, scale: int) -> bool:
    """Print one table of figures; whether both targets are met."""
    # Numbers of hands chosen so that a round takes each engine about as long.
    engines = (
        ("carteado", carteado_hands, 40 * scale),
        ("pokerkit", pokerkit_hands, 4 * scale),
        ("rlcard", rlcard_hands, 30 * scale),
    )
    rates: dict[str, list[float]] = {name: [] for name, _, _ in engines}
    for number in range(rounds):
        for name, play, hands in engines:
            rates[name].append(rate(play, seats, hands, number))
    print(f"{seats} seats, hands per CPU second, median of {rounds} rounds")
    for name, _, _ in engines:
        version = importlib.metadata.version(name)
        print(f"  {name + ' ' + version:<20}{statistics.median(rates[name]):10.0f}")
    met = True
    for peer, target in (("pokerkit", POKERKIT_TARGET), ("rlcard", RLCARD_TARGET)):
        pairs = zip(rates["carteado"], rates[peer], strict=True)
        ratio = statistics.median(ours / theirs for ours, theirs in pairs)
        print(f"  carteado / {peer:<9}{ratio:10.2f}x (target {target})")
        met = met and ratio >= target
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="alternating rounds (default 7)")
    parser.add_argument("--scale", type=int, default=10, help="length of a round (default 10)")
    args = parser.parse_args()
    if args.rounds < 1 or args.scale < 1:
        parser.error("--rounds and --scale are at least 1")
    # All engines warm up before the first round is counted.
    for play in (carteado_hands, pokerkit_hands, rlcard_hands):
        play(2, 2, 0)
    met = [compare(seats, args.rounds, args.scale) for seats in (2, 4)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
