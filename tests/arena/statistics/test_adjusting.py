"""All-in equity: what the cards of the run-out decided is taken out, and nothing else."""

from __future__ import annotations

import statistics

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.entropy import deck_seed
from carteado.arena.matches.match import Ring
from carteado.engine.cards import PACK
from carteado.engine.deal import shuffle
from carteado.odds import showdown_odds


def played(*entrants, sets, **fields):
    one = contest(entrants, **fields)
    ring = Ring(one, resolve(one.entrants, one.game))
    return [match for matches in ring.play_sets(range(sets)) for match in matches]


def test_two_players_all_in_before_the_flop_have_their_equity():
    for match in played("jammer", "jammer", sets=5, seed=3):
        deck = shuffle(PACK, deck_seed(3, match.set, 0))
        one, other = showdown_odds([f"{deck[0]}{deck[2]}", f"{deck[1]}{deck[3]}"])
        assert abs(match.net[0]) in (0, 1500)
        expected = sorted(float(3000 * odds.equity - 1500) for odds in (one, other))
        assert sorted(match.adjusted) == expected
        assert match.adjusted[0] == -match.adjusted[1]


def test_a_hand_without_all_ins_is_left_as_it_is():
    for match in played("caller", "parity", sets=5):
        assert match.adjusted == match.net


def test_side_pots_and_uncalled_chips():
    bots = ("jammer", "caller", "jammer", "parity")
    matches = played(*bots, preset="four-player", sets=3, given={"stacks": "300/900/1500/2000"})
    assert any(match.adjusted != match.net for match in matches)
    for match in matches:
        assert abs(sum(match.adjusted)) < 1e-6
        assert match.adjusted[0] >= -300


def test_the_mean_stays_and_the_deviation_falls():
    matches = played("jammer", "caller", sets=60, seed=8)
    raw = [match.net[0] for match in matches]
    adjusted = [match.adjusted[0] for match in matches]
    assert statistics.stdev(adjusted) < 0.7 * statistics.stdev(raw)
    difference = [a - b for a, b in zip(raw, adjusted, strict=True)]
    bound = 4 * statistics.stdev(difference) / len(difference) ** 0.5
    assert abs(statistics.mean(difference)) < bound


def test_other_games_are_not_adjusted():
    for match in played("caller", "random", sets=1, game="buraco"):
        assert match.adjusted is None
