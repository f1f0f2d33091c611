"""Counting hands at the tables of a contest."""

from __future__ import annotations

from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import resolve
from carteado.arena.matches.match import Ring
from research.hand_counts import FIELDS, HandCounts, added


def counted(*entrants, sets=3, **named):
    duel = contest(entrants, seed=4, **named)
    counts = HandCounts(len(entrants))
    ring = Ring(duel, resolve(duel.entrants, duel.game), tap=counts)
    matches = [match for found in ring.play_sets(range(sets)) for match in found]
    return matches, counts.counts


def total(counts, field):
    return sum(figures[FIELDS.index(field)] for figures in counts.values())


def test_counts_equal_the_records():
    given = {"stack": "200"}
    matches, counts = counted("random", "caller", freezeout=True, given=given)
    deals = sum(match.deals for match in matches)
    for who in range(2):
        net = sum(match.net[match.seats.index(who)] for match in matches)
        assert total(counts[who], "dealt") == deals
        assert total(counts[who], "net") == net


def test_a_call_before_the_flop_is_a_hand_played():
    matches, counts = counted("caller", "caller", sets=20)
    # The button calls in every deal; the big blind may check, which is not a play.
    assert sum(total(one, "played") for one in counts) == len(matches)


def test_bets_after_the_flop_do_not_count_as_play():
    _, counts = counted("caller", "tests.research.test_hand_counts:late", sets=20)
    assert total(counts[1], "played") == 20  # its calls on the button


def late(view):
    """Checks or calls before the flop and bets all it has behind it."""
    if view.state.board and view.legal.raise_to:
        return f"raise {view.legal.raise_to[1]}"
    return "check" if view.legal.check else "call"


def test_a_fold_on_the_button_plays_nothing_and_wins_nothing():
    _, counts = counted("caller", "tests.research.test_hand_counts:folder", sets=10)
    assert (total(counts[1], "played"), total(counts[1], "won")) == (0, 0)
    assert total(counts[1], "net") < 0


def folder(view):
    """Folds what it can."""
    return "fold" if view.legal.fold else view.default


def test_the_same_deals_from_both_sides():
    _, counts = counted("caller", "caller", sets=10)
    assert counts[0] == counts[1]


def test_blocks_add_up():
    one, two = [{"AA": [1, 1, 1, 5, 25]}, {}], [{"AA": [2, 0, 0, -5, 25]}, {"KK": [1, 0, 0, 0, 0]}]
    assert added([one, two]) == [{"AA": [3, 1, 1, 0, 50]}, {"KK": [1, 0, 0, 0, 0]}]
    assert one == [{"AA": [1, 1, 1, 5, 25]}, {}]
    assert added([]) == []
