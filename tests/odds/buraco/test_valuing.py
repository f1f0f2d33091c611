"""What plays leave on the table: all that fits laid, and what the study's player makes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.engine.games.buraco.positions import CLEAN, position
from tests.odds.buraco.views import seen

from carteado.bots.buraco import deciding
from carteado.bots.buraco.deciding import studied_play
from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.games.buraco.actions import Discard, Draw, Extend, TakePile
from carteado.engine.games.buraco.runs import extended
from carteado.engine.games.buraco.scoring import run_points
from carteado.odds.buraco.adviser import rate_draw
from carteado.odds.buraco.locations import Locations, locations_of
from carteado.odds.buraco.outlook import outlooks
from carteado.odds.buraco.trials import Compared, Interval, Rated, Work
from carteado.odds.buraco.valuing import ChainValues

SIX = [CLEAN[:6], ["3H", "4H", "5H", "6H", "7H", "8H"]]
JUNK = "KC QD 9D"


def law(profile: str = "mineiro", **given: Any) -> Locations:
    return locations_of(seen(position(profile, **given), 0), 0)


def with_one_card_laid(found: Locations) -> Fraction:
    """The mean points of the runs once a card is drawn and laid where it scores most."""
    rules, runs = found.knowledge.state.options, found.knowledge.state.runs[0]
    lies, total = sum(run_points(run, rules) for run in runs), 0
    for face, copies in found.copies.items():
        gains = [
            run_points(longer, rules) - run_points(run, rules)
            for run in runs
            if (longer := extended(run, (face,), None, rules)) is not None
        ]
        total += copies * (lies + max(gains, default=0))
    return Fraction(total, found.total)


@pytest.mark.parametrize("profile", ["mineiro", "aberto", "italiano"])
def test_a_card_that_is_drawn_is_laid_and_counts_by_its_chance(profile: str) -> None:
    """With no turns left after this one the runs are worth what lies."""
    found = law(profile, hand=JUNK, melds={"A": SIX})
    value = ChainValues(found, 0).behind((Draw(),))
    assert value == pytest.approx(float(with_one_card_laid(found)))


PAIR = {"hand": f"4D 5D {JUNK}", "melds": {"A": SIX[:1]}}


@pytest.mark.parametrize(
    ("profile", "given", "points"),
    [
        # 9S and TS on the run: a clean canastra of eight cards.
        ("mineiro", {"hand": JUNK, "lixo": "9S TS", "melds": {"A": SIX[:1]}}, 255),
        # Of the morto that is taken up then nobody has seen a card.
        ("mineiro", {"hand": "9S TS", "lixo": "JS", "melds": {"A": SIX[:1]}, "mortos": 2}, 265),
        # 4D 5D 6D with the top card, then 9S on the run.
        ("internazionale", {"lixo": "9S 6D", **PAIR}, 15 + 245),
        # 9S on top, then 4D 5D 6D with the card below it.
        ("internazionale", {"lixo": "6D 9S", **PAIR}, 15 + 245),
        ("stbl", {"lixo": "6D", **PAIR}, 15 + 35),
        ("fechado", {"lixo": "9S", **PAIR}, 245),
    ],
)
def test_with_the_pile_all_that_fits_is_laid(profile: str, given: Any, points: int) -> None:
    state = position(profile, **given)
    advice = rate_draw(seen(state, 0), 0, playouts=20, horizon=0)
    assert advice.by_runs[1] == points


def test_a_pile_that_cannot_be_taken_has_no_value() -> None:
    state = position("stbl", hand=JUNK, lixo="7H", melds={"A": SIX[:1]})
    stock, pile = rate_draw(seen(state, 0), 0, playouts=20, horizon=0).by_runs
    assert stock is not None
    assert pile is None


def test_the_covered_part_of_a_closed_pile_is_imagined_and_not_seen() -> None:
    """Of what lies there only how much it is counts: 4D 5D 6D for sure, and what may fit."""
    values = set()
    for covered in ("9S 2C 9H 4C", "AC QC TD TC"):
        found = law("stbl", **(PAIR | {"lixo": f"{covered} 6D", "melds": {"A": SIX}}))
        assert found.knowledge.pile.count(UNKNOWN) == 4
        values.add(ChainValues(found, 0).behind((TakePile(cards=(Card("4D"), Card("5D"))),)))
    (value,) = values
    assert 15 + 2 * 35 + 20 < value < 15 + 2 * 255
    assert value % 5  # of one deal it would be whole points


def test_an_arrangement_counts_only_the_cards_that_it_lays() -> None:
    found = law(phase="play", hand="9S 9H KC", melds={"A": SIX})
    values = ChainValues(found, 0)
    nine, king = Extend(meld=0, cards=(Card("9S"),)), Discard(card=Card("KC"))
    assert values.left_by((nine, king)) == values.behind((nine, king)) == 245 + 35
    assert values.left_by((king,)) == 2 * 35


def test_runs_are_worth_what_may_become_of_them() -> None:
    found = law(phase="play", hand="9S 9H KC", melds={"A": SIX})
    nine, king = Extend(meld=0, cards=(Card("9S"),)), Discard(card=Card("KC"))
    now = found.knowledge.state.runs[0]
    longer = extended(now[0], nine.cards, None, found.knowledge.state.options)
    assert longer is not None
    for plan, runs in (((king,), now), ((nine, king), (longer, now[1]))):
        expected = [one.expected for one in outlooks(found, runs, 4)]
        assert None not in expected
        assert ChainValues(found, 4).left_by(plan) == pytest.approx(sum(filter(None, expected)))
        assert ChainValues(found, 4).left_by(plan) > ChainValues(found, 0).left_by(plan)


# The study's player


def alike(knowledge: Any, plans: Any, **given: Any) -> Compared:
    """Deals that tell nothing: all plays have the same points, and no turns are left."""
    wide, none = Interval(mean=0.0, low=-500.0, high=500.0), Interval(mean=0.0, low=0.0, high=0.0)
    rated = [
        Rated(
            plays=plan,
            points=wide,
            behind=none if plan == plans[0] else wide,
            out=none,
            out_against=none,
            morto=None,
            clean=0.0,
            dirty=0.0,
            turns={0: 1.0},
            deals=10,
        )
        for plan in plans
    ]
    return Compared(
        plays=tuple(rated), work=Work(deals=10, playouts=10, turns=10, effective=10.0, seed=0)
    )


def test_the_chain_decides_between_plays_that_deals_cannot_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four runs wait for a seventh card; the policy takes three cards that fit nothing."""
    monkeypatch.setattr(deciding, "compare", alike)
    runs = [[f"{rank}{suit}" for rank in "345678"] for suit in "SHDC"]
    given: Any = {"hand": JUNK, "lixo": "KH KD QC", "mortos": 1}
    waiting, done = (
        seen(position(melds={"A": melds}, **given), 0)
        for melds in (runs, [[f"{rank}C" for rank in "345678"]])
    )
    assert studied_play(waiting, 0, playouts=40) == Draw()
    assert studied_play(done, 0, playouts=40) == TakePile()
