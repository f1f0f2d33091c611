"""Matches in process: what a seed repeats, what a set pairs, what becomes of bad bots."""

from __future__ import annotations

import itertools

import pytest
from tests.arena import strange_bots

from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import Entrant, resolve
from carteado.arena.matches.match import SIDE_BY_SIDE, Ring
from carteado.arena.matches.records import Faults

STRANGE = "tests.arena.strange_bots"
LOOKER = f"{STRANGE}:looker"


def ring(*entrants, **fields):
    one = contest(entrants, **fields)
    return Ring(one, resolve(one.entrants, one.game))


def test_the_same_seed_gives_the_same_records():
    first = [ring(LOOKER, "random", seed=11).play_sets([number])[0] for number in range(20)]
    again = ring(LOOKER, "random", seed=11)
    assert again.play_sets(range(19, -1, -1)) == first[::-1]
    other = ring(LOOKER, "random", seed=12)
    assert other.play_sets(range(20)) != first


@pytest.mark.parametrize(
    ("entrants", "fields"),
    [
        (("random", "tight", "caller"), {}),
        (("random", "caller"), {"freezeout": True, "max_deals": 3}),
        pytest.param(("aggressive", "caller"), {"freezeout": True}, marks=pytest.mark.exhaustive),
        pytest.param(
            ("buraco-random", "buraco-greedy"), {"game": "buraco"}, marks=pytest.mark.exhaustive
        ),
    ],
)
def test_matches_side_by_side_are_those_that_are_played_alone(entrants, fields):
    sets = SIDE_BY_SIDE * 2 // 3  # of two matches each: some begin while others go on
    together = ring(*entrants, seed=11, **fields).play_sets(range(sets))
    alone = ring(*entrants, seed=11, **fields)
    assert [alone.play_sets([number])[0] for number in reversed(range(sets))] == together[::-1]
    assert [(one.set, one.seating) for one in together[7]] == [(7, 0), (7, 1)]


def test_bots_that_may_remember_play_one_match_after_the_other():
    seen = []
    one = contest(["random", "caller"], seed=3)
    ours = Ring(one, resolve(one.entrants, one.game))
    ours.play_sets([0])  # whoever looks may come later
    ours.tap = lambda seats, events: seen.append(seats)
    ours.play_sets(range(3))
    assert [seats for seats, _ in itertools.groupby(seen)] == 3 * [(0, 1), (1, 0)]


def test_a_bot_wins_nothing_against_itself_with_the_seats_swapped():
    ours = ring("random", "random", seed=5)
    for one, other in ours.play_sets(range(30)):
        assert one.net == other.net  # by seat: cards, position and luck belong to the seat
        assert (one.seats, other.seats) == ((0, 1), (1, 0))


@pytest.mark.parametrize(
    ("game", "preset", "entrants", "seatings"),
    [
        ("holdem", "heads-up", ("random", "caller"), 2),
        ("holdem", "four-player", ("random", "caller", "parity", "random"), 4),
        ("quick-holdem", "family", ("parity", "always", "high-card", "random"), 4),
        ("buraco", "mineiro", ("random", "caller"), 2),
    ],
)
def test_every_game_with_a_score_is_played(game, preset, entrants, seatings):
    (matches,) = ring(*entrants, game=game, preset=preset, seed=2).play_sets([3])
    assert len(matches) == seatings
    for match in matches:
        assert sum(match.net) == 0
        assert match.deals == 1
        assert match.decisions > 0
        assert match.place is None
    seats = list(zip(*[match.seats for match in matches], strict=True))
    assert all(set(seat) == set(range(seatings)) for seat in seats[:2])


def test_partners_are_one_entrant():
    ((one, other),) = ring("random", "caller", game="buraco", seed=2).play_sets([0])
    assert (one.seats, other.seats) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert one.net[0] == one.net[2] == -one.net[1]


def test_four_bots_sit_in_all_24_orders():
    bots = ("caller", "parity", "always", "high-card")
    (matches,) = ring(*bots, game="quick-holdem", all_orders=True).play_sets([0])
    assert len({match.seats for match in matches}) == 24


def test_a_freezeout_is_played_to_its_end():
    ((one, other),) = ring(LOOKER, "caller", freezeout=True, seed=1).play_sets([0])
    for match in (one, other):
        assert sorted(match.net) == [-1500, 1500]
        assert match.place == tuple(1 if net > 0 else 2 for net in match.net)
        assert sum(stretch.hands for stretch in match.stretches) == match.deals > 1
        assert match.net[0] == sum(stretch.net[0] for stretch in match.stretches)


def test_a_game_that_does_not_end_is_stopped():
    ours = ring(f"{STRANGE}:plain", f"{STRANGE}:plain", freezeout=True, max_deals=7)
    ((one, _),) = ours.play_sets([0])
    assert one.deals == 7
    assert abs(one.net[0]) == 10  # seven blinds went to and fro
    assert sorted(one.place or ()) == [1, 2]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("leaver", "failed"),
        ("babbler", "failed"),
        ("vandal", "failed"),
        ("cheat", "refused"),
        ("raiser", "failed"),
    ],
)
def test_faults_are_counted_and_the_default_is_played(name, fault):
    ours = ring(f"{STRANGE}:{name}", "caller", seed=4)
    matches = itertools.chain(*ours.play_sets(range(5)))
    found = 0
    for match in matches:
        if match.faults:
            mine = match.seats.index(0)
            assert match.faults[1 - mine] == Faults()
            found += getattr(match.faults[mine], fault)
    assert found > 0


@pytest.mark.parametrize(
    "name",
    [
        "sleeper",
        *(
            pytest.param(name, marks=pytest.mark.exhaustive)
            for name in ("looper", "stuck", "stopper")
        ),
    ],
)
def test_a_bot_that_does_not_answer_is_late(name):
    ours = ring(f"{STRANGE}:{name}", "caller", given={"decision": "300ms"}, seed=4)
    ((one, _),) = ours.play_sets([0])
    assert one.faults[0].late > 0
    assert one.faults[1] == Faults()
    assert sum(ours.clocks[0].counts) >= one.faults[0].late
    assert one.net[0] <= 0


def test_a_view_that_is_read_after_the_match_says_what_it_said_at_the_decision():
    strange_bots.KEPT.clear()
    strange_bots.SEEN.clear()
    one = contest(["keeper", "caller"], seed=6)
    (caller,) = resolve(["caller"], one.game)
    for asked in (strange_bots.keeper, strange_bots.teller):
        Ring(one, [Entrant(label="here", bot=asked), caller]).play_sets([0])
    assert len(strange_bots.SEEN) > 4
    assert [strange_bots.seen_cards(view) for view in strange_bots.KEPT] == strange_bots.SEEN


def test_decision_times_are_counted_by_entrant():
    ours = ring("caller", "random")
    (matches,) = ours.play_sets([0])
    counted = sum(sum(clock.counts) for clock in ours.clocks)
    assert counted == sum(match.decisions for match in matches)


def test_a_process_plays_over_the_network_only():
    with pytest.raises(ArenaError, match="over the network only"):
        ring("exec:cat", "caller")


def test_an_asynchronous_function_plays_as_another_does():
    ours = ring(f"{STRANGE}:slow_caller", "random", seed=3)
    assert ours.play_sets([0]) == ring("caller", "random", seed=3).play_sets([0])
