"""The last turn of a deal of Buraco: points that players lose against every way to play it.

    python -m bench.buraco_last_turns

Sixty last turns of played deals, ten of each profile, which a brute-force oracle has enumerated
(`tests/odds/buraco/last_turns.py`). For each player: points lost in all, positions not played to
the best end, and CPU time of a whole turn, 95% and longest.
"""

from __future__ import annotations

import time

from tests.engine.games.buraco.kernel.deals import accepted
from tests.odds.buraco.last_turns import CHOSEN, position_at
from tests.odds.buraco.views import seen

from carteado.bots.buraco.deciding import greedy_play, searched_play, studied_play
from carteado.engine.game import Act
from carteado.odds.buraco.adviser import rate_arrangements, rate_plays


def advised(view, seat):
    """The first action of the best arrangement, or before the draw of the best play."""
    if view.phase == "draw":
        return rate_plays(view, seat).plays[0].plays[0]
    return rate_arrangements(view, seat)[0][0].rated.plays[0]


PLAYERS = {
    "adviser": advised,
    "search": lambda view, seat: searched_play(view, seat, playouts=600),
    "study": lambda view, seat: studied_play(view, seat, playouts=60),
    "greedy": greedy_play,
}


def lost(think, turn, state):
    """Points that a player loses in a last turn."""
    seat = state.to_act
    while state.in_deal:
        state = accepted(state, Act(seat=seat, action=think(seen(state, seat), seat)))
    sheets = state.sheets
    # Best reachable lead of the seat's pair, less the lead that the player reached.
    return turn.best - (sheets[seat % 2].total - sheets[1 - seat % 2].total)


def main():
    turns = [(turn, position_at(turn)) for turn in CHOSEN]
    print(f"{'player':10}{'lost':>8}{'positions':>11}{'95% ms':>9}{'longest':>9}")
    for name, think in PLAYERS.items():
        losses, times = [], []
        for turn, state in turns:
            began = time.process_time()
            losses.append(lost(think, turn, state))
            times.append(1000 * (time.process_time() - began))
        times.sort()
        high = times[int(0.95 * len(times))]
        missed = sum(one > 0 for one in losses)
        print(f"{name:10}{sum(losses):8}{missed:11}{high:9.1f}{times[-1]:9.1f}")


if __name__ == "__main__":
    main()
