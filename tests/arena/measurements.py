"""Records of measurements that were never played, with a truth that the tests know."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from carteado.arena.matches.records import Faults, Match, Unit

BB = Unit(name="chips", size=20, word="bb")
STAKES = Unit(name="chips", size=100, word="stakes")
POINTS = Unit(name="points", size=1, word="points")


def duel_sets(
    sets: int,
    *,
    seed: int = 1,
    edge: float = 10.0,
    luck: float = 300.0,
    noise: float = 100.0,
    late: float = 0.0,
    pair: tuple[int, int] = (0, 1),
    first: int = 0,
) -> list[Match]:
    """Heads-up duplicate sets: the first of the pair wins `edge` chips a deal in the long run.

    The luck of the cards is the same whichever bot sits in seat 0; `late` luck comes after all-ins,
    differs between the seatings, and is left out of the adjusted winnings.
    """
    draw = random.Random(seed)
    found = []
    for number in range(first, first + sets):
        cards = draw.gauss(0, luck)
        for seating, seats in enumerate((pair, pair[::-1])):
            own = edge if seats[0] == pair[0] else -edge
            known = cards + own + draw.gauss(0, noise)
            won = round(known + (draw.gauss(0, late) if late else 0.0))
            found.append(
                Match(
                    set=number,
                    seating=seating,
                    seats=seats,
                    net=(won, -won),
                    adjusted=(known, -known) if late else None,
                    decisions=4,
                    faults=(Faults(late=1), Faults()) if number % 50 == 0 else (),
                )
            )
    return found


def table_sets(sets: int, strengths: Sequence[float], *, seed: int = 1) -> list[Match]:
    """Sets of all rotations of a table, one deal each, zero-sum."""
    draw = random.Random(seed)
    seats = range(len(strengths))
    found = []
    for number in range(sets):
        cards = [draw.gauss(0, 80) for _ in seats]
        for turn in seats:
            who = tuple((seat + turn) % len(strengths) for seat in seats)
            raw = [cards[seat] + strengths[who[seat]] + draw.gauss(0, 20) for seat in seats]
            centre = sum(raw) / len(raw)
            net = [round(value - centre) for value in raw]
            net[0] -= sum(net)
            found.append(Match(set=number, seating=turn, seats=who, net=tuple(net)))
    return found


def games(
    wins: Iterable[tuple[int, int, int]], *, draws: Iterable[tuple[int, int, int]] = ()
) -> list[Match]:
    """Games to their end, each a set of its own: (winner, loser, how often)."""
    found: list[Match] = []
    for results, places in ((wins, (1, 2)), (draws, (1, 1))):
        for first, second, times in results:
            for _ in range(times):
                found.append(
                    Match(
                        set=len(found),
                        seating=0,
                        seats=(first, second),
                        net=(1500, -1500) if places == (1, 2) else (0, 0),
                        place=places,
                        deals=40,
                    )
                )
    return found
