"""Freezeouts: taking the luck after all-ins out moves no mean, whatever the next deals are like."""

from __future__ import annotations

import itertools
import statistics
from dataclasses import replace

import numpy as np
import pytest
from tests.arena.measurements import BB, games

from carteado.arena.errors import ArenaError
from carteado.arena.matches import setup
from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import Entrant, resolve
from carteado.arena.matches.entropy import deck_seed
from carteado.arena.matches.journal import Journal, JournalError
from carteado.arena.matches.match import Ring
from carteado.arena.reports.report_lines import report_lines
from carteado.arena.reports.summary import summarise
from carteado.arena.statistics.cross import cross_table
from carteado.arena.statistics.rates import Figure, game_scores
from carteado.arena.statistics.stopping import Stop
from carteado.arena.statistics.tally import tally
from carteado.bots import bot
from carteado.bots.betting import all_in, bets_here
from carteado.engine.cards import PACK, parse_cards
from carteado.engine.deal import Committed, shuffle
from carteado.engine.games.holdem.starting import deck_with
from carteado.odds import showdown_odds

HANDS = ("As Ah", "Kd Qd", "7c 7h", "9s 2c")
BOARD = "Kc 7d 3d Ts"
SEED = 5


@bot
def late(view):
    """Calls until one card is to come, and puts in everything then."""
    if len(view.state.board) < 4:
        return "check" if view.legal.check else "call"
    return all_in(view) if bets_here(view) else view.default


@bot
def quitter(view):
    """Folds to an all-in, with its cards known to nobody."""
    if view.legal.check:
        return "check"
    return "fold" if view.state.board else "call"


def decks(seats):
    """A deck for each card that may come last."""
    hands = {seat: parse_cards(HANDS[seat]) for seat in range(seats)}
    board = parse_cards(BOARD)
    gone = {*board, *itertools.chain(*hands.values())}
    rivers = [card for card in PACK if card not in gone]
    return [deck_with(hands, (*board, river), tuple(range(seats))) for river in rivers]


def run_outs(monkeypatch, bots, stacks, deals):
    """Every game that can come of up to so many run-outs: its record and how likely it is."""
    made = decks(len(bots))
    numbers = list(itertools.product(range(len(made)), repeat=deals))
    known = {
        deck_seed(SEED, set_, deal): made[at]
        for set_, ats in enumerate(numbers)
        for deal, at in enumerate(ats)
    }

    def committed(pack, seed):
        return Committed(cards=known.get(seed, PACK), nonces=(), root=64 * "0", levels=())

    monkeypatch.setattr(setup, "_commit", committed)
    one = contest(
        ["caller"] * len(bots),
        preset="four-player",
        given={"seats": str(len(bots)), "stacks": stacks},
        freezeout=True,
        max_deals=deals,
        seed=SEED,
    )
    ring = Ring(one, [Entrant(label=f"{at}", bot=bot) for at, bot in enumerate(bots)])
    found = {}
    for set_, ats in enumerate(numbers):
        begun = [ats[:length] for length in range(1, deals)]
        if not any(part in found for part in begun):
            match = ring.play(set_, 0, tuple(range(len(bots))))
            found[ats[: match.deals]] = match
    return [(match, len(made) ** -len(ats)) for ats, match in found.items()]


@pytest.mark.parametrize(
    ("bots", "stacks", "deals"),
    [
        ((late, late), "300/100", 2),
        ((late, late, late, quitter), "100/200/400/300", 1),
    ],
    ids=["two deals", "side pots and a folded hand"],
)
def test_over_all_run_outs_the_mean_is_exactly_the_same(monkeypatch, bots, stacks, deals):
    found = run_outs(monkeypatch, bots, stacks, deals)
    weights = np.array([weight for _, weight in found])
    assert weights.sum() == pytest.approx(1)
    matches = [replace(match, set=number) for number, (match, _) in enumerate(found)]
    (group,) = tally(matches).groups
    for row, column in itertools.combinations(range(len(bots)), 2):
        raw = game_scores(group, row, column)[:, 0]
        fair = game_scores(group, row, column, Figure.ADJUSTED)[:, 0]
        assert weights @ fair == pytest.approx(weights @ raw, abs=1e-12)
        if len(bots) == 2:
            assert 0.05 < weights @ raw < 0.95
            spread = weights @ (fair - weights @ fair) ** 2
            assert spread < (weights @ raw) * (1 - weights @ raw) / 2
    won, adjusted = weights @ group.net[:, 0], weights @ group.adjusted[:, 0]
    assert adjusted == pytest.approx(won, abs=1e-9)


def test_one_all_in_of_everything_is_worth_its_equity(monkeypatch):
    """Whatever comes, the game counts as the share of the pot at the moment of the all-in."""
    found = run_outs(monkeypatch, (late, late), "200/200", 1)
    (group,) = tally([replace(match, set=n) for n, (match, _) in enumerate(found)]).groups
    assert set(game_scores(group, 0, 1).ravel()) == {0.0, 1.0}
    fair = game_scores(group, 0, 1, Figure.ADJUSTED)
    aces, _ = showdown_odds([parse_cards(hand) for hand in HANDS[:2]], parse_cards(BOARD))
    assert fair == pytest.approx(np.full(fair.shape, float(aces.equity)))


def played(*entrants, sets, **fields):
    one = contest(entrants, freezeout=True, **fields)
    ring = Ring(one, resolve(one.entrants, one.game))
    return [match for matches in ring.play_sets(range(sets)) for match in matches]


def test_the_mean_stays_and_the_deviation_falls():
    matches = played("jammer", "equity", sets=40, seed=8, given={"stack": "400"})
    (cell,) = cross_table(tally(matches), BB, seed=1, resamples=0)
    assert cell.games is not None
    assert cell.games.adjusted is not None
    assert cell.games.adjusted.sd < 0.8 * cell.games.by_sets.sd
    assert cell.adjusted.sd < 0.8 * cell.duplicate.sd
    assert cell.games.gain > 1.5
    (group,) = tally(matches).groups
    moved = (game_scores(group, 0, 1) - game_scores(group, 0, 1, Figure.ADJUSTED)).mean(axis=1)
    assert abs(moved.mean()) < 4 * statistics.stdev(moved) / len(moved) ** 0.5


def test_a_game_without_all_ins_is_left_as_it_is():
    for match in played("caller", "parity", sets=2, max_deals=6):
        assert match.adjusted == match.net
        assert match.chips == 3000
    assert all(
        match.chips is match.adjusted is None
        for match in played("caller", "random", sets=1, game="buraco", max_deals=2)
    )


def test_a_stack_that_the_blinds_take_needs_no_decision():
    table = {"preset": "four-player", "given": {"seats": "2", "stacks": "10/200"}}
    for match in played("caller", "caller", sets=3, seed=SEED, max_deals=1, **table):
        deck = shuffle(PACK, deck_seed(SEED, match.set, 0))
        odds = showdown_odds([(deck[0], deck[2]), (deck[1], deck[3])])
        assert match.decisions == 0
        assert sorted(match.adjusted) == pytest.approx(sorted(20 * o.equity - 10 for o in odds))


def adjusted_games(wins, luck):
    """Games of which the winner of each had so many chips by luck."""
    return [
        replace(match, adjusted=(match.net[0] - luck, match.net[1] + luck), chips=3000)
        for match in games(wins)
    ]


def test_luck_is_taken_out_of_the_shares_of_the_cross_table():
    """A thousand chips of 3,000 by luck are a third of a game."""
    (cell,) = cross_table(
        tally(adjusted_games([(0, 1, 30), (1, 0, 20)], 1000)), BB, seed=1, resamples=0
    )
    found = cell.games
    assert (found.share, found.by_sets.value) == (0.6, 0.6)
    assert found.adjusted.value == pytest.approx((30 * 2 / 3 + 20 * 1 / 3) / 50)
    assert found.best == found.adjusted
    assert found.headline == (found.adjusted.value, found.adjusted.interval)
    other = cell.turned().games
    assert other.adjusted.value == pytest.approx(1 - found.adjusted.value)
    assert other.adjusted.interval.low == pytest.approx(1 - found.adjusted.interval.high)
    assert found.gain == other.gain
    assert cell.needed[0].sets < 0.3 * 0.24 * (1.96 / cell.needed[0].half_width) ** 2


def test_an_interval_ends_at_0_and_1_though_the_share_does_not():
    matches = adjusted_games([(0, 1, 30)], -300)
    matches += [replace(match, set=match.set + 30) for match in adjusted_games([(0, 1, 10)], -600)]
    (cell,) = cross_table(tally(matches), BB, seed=1, resamples=0)
    assert cell.games.adjusted.value > 1
    assert cell.games.adjusted.interval.high == 1


def test_records_that_do_not_tell_all_chips_have_no_adjusted_share():
    matches = adjusted_games([(0, 1, 3), (1, 0, 3)], 100)
    matches[4] = replace(matches[4], chips=None)
    (cell,) = cross_table(tally(matches), BB, seed=1, resamples=0)
    assert cell.games.adjusted is None
    assert cell.games.headline == (cell.games.share, cell.games.wilson)
    assert cell.adjusted is not None
    with pytest.raises(ArenaError, match="one chip"):
        tally([replace(matches[0], chips=0)])


def test_the_rule_of_the_end_judges_the_finest():
    rule = Stop(half_width=0.05, unit=BB, least=100)
    plain = [
        replace(match, set=number, seats=(number % 2, 1 - number % 2))
        for number, match in enumerate(games([(0, 1, 800)]))
    ]
    fine = [
        replace(match, adjusted=(match.net[0] - 1000, match.net[1] + 1000), chips=3000)
        for match in plain
    ]
    assert rule.standing(plain).sets > 2 * rule.standing(fine).sets
    assert rule.standing(fine).reached


def test_the_report_says_both():
    report = summarise(["a", "b"], BB, adjusted_games([(0, 1, 30), (1, 0, 20)], 1000))
    lines = report_lines(report)
    text = "\n".join(lines)
    assert "53.3%" in lines[next(at for at, line in enumerate(lines) if "Cross" in line) + 2]
    assert "adjusted  saves" in text
    assert "60.0%" in text
    assert any("share of all chips" in note for note in report.notes)
    (cell,) = report.result()["cells"]
    assert cell["games"]["adjusted"]["value"] == pytest.approx(0.5333333333)


def test_a_journal_of_another_release_is_refused(tmp_path):
    one = contest(["caller", "jammer"], freezeout=True)
    path = tmp_path / "run.jsonl"
    Journal(path, one).__exit__(None, None, None)
    path.write_text(path.read_text().replace("carteado-arena/2", "carteado-arena/1"))
    with pytest.raises(JournalError, match=r"another release .* counts otherwise: begin a new"):
        Journal(path, one, resume=True)
