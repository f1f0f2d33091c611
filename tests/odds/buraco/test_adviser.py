"""What a seat may ask about its turn; and that it sees its own view alone."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import dealt, states_of
from tests.engine.games.buraco.positions import CLEAN, DIRTY, DRAW, OUT, TAKE, play, position
from tests.odds.buraco.views import seen

from carteado.engine.games.buraco.actions import Discard, Draw, Extend, Meld, TakePile
from carteado.engine.games.buraco.kernel import Kernel, apply, determinise, legal
from carteado.engine.games.buraco.kernel.faces import ID
from carteado.engine.games.buraco.options import PRESETS
from carteado.engine.games.buraco.state import State
from carteado.odds.buraco import outs
from carteado.odds.buraco.adviser import rate_arrangements, rate_draw, rate_plays, turns_left
from carteado.odds.buraco.candidates import candidates, plan_text, read_plan
from carteado.odds.buraco.locations import locations_of
from carteado.odds.buraco.outlook import outlooks, suit_chances
from carteado.odds.buraco.outs import going_out
from carteado.odds.results import OddsError


def middle(number: int, skip: int = 60, phase: str = "play") -> State:
    """A state during a deal between greedy players."""
    found = [state for state in states_of(PRESETS["mineiro"], number) if state.phase == phase]
    return found[min(skip, len(found) - 1)]


def disturbed(state: State, seat: int) -> State:
    """The same deal for a seat, with all cards that it does not see dealt again."""
    chance = random.Random(5)
    deck = list(state.deck)
    chance.shuffle(deck)
    hands = tuple(
        hand if who == seat else tuple(chance.sample(["3Sa", "4Ha", "KDa", "TCb"] * 8, len(hand)))
        for who, hand in enumerate(state.hands)
    )
    return replace(state, deck=tuple(deck), hands=hands)


@pytest.mark.parametrize("number", [1, 2])
def test_hidden_cards_change_nothing(number: int):
    """The answer to a seat does not depend on the hidden hands or the stock."""
    state = middle(number)
    seat = state.to_act
    assert seat is not None
    other = disturbed(state, seat)
    assert other.hands != state.hands
    assert other.deck != state.deck
    one, two = seen(state, seat), seen(other, seat)
    assert rate_plays(one, seat, playouts=60) == rate_plays(two, seat, playouts=60)
    assert locations_of(one, seat).every() == locations_of(two, seat).every()
    assert going_out(locations_of(one, seat)) == going_out(locations_of(two, seat))


@pytest.mark.parametrize("ask", [rate_plays, rate_draw, rate_arrangements, turns_left])
def test_a_whole_state_is_refused(ask: Any):
    with pytest.raises(OddsError, match="does not see"):
        ask(middle(1), middle(1).to_act)


def test_the_same_seed_and_work_give_the_same_answer():
    state = middle(3)
    seat = state.to_act
    assert seat is not None
    view = seen(state, seat)
    first = rate_plays(view, seat, playouts=80, seed=4)
    assert first == rate_plays(view, seat, playouts=80, seed=4)
    assert first.plays != rate_plays(view, seat, playouts=80, seed=5).plays
    assert first.work.playouts <= 80
    assert first.work.playouts == sum(play.deals for play in first.plays)
    assert first.work.effective == pytest.approx(first.work.deals)


def test_plays_are_the_best_first_and_compared_in_the_same_deals():
    state = middle(4)
    seat = state.to_act
    assert seat is not None
    rated = rate_plays(seen(state, seat), seat, playouts=200).plays
    assert rated[0].behind.mean == rated[0].behind.low == rated[0].behind.high == 0
    for one in rated:
        assert one.points.low <= one.points.mean <= one.points.high
        assert one.out.mean + one.out_against.mean <= 1 + 1e-9
        assert sum(one.turns.values()) == pytest.approx(1)
        assert one.deals <= rated[0].deals


def test_a_seat_is_advised_in_its_turn_only():
    state = middle(1)
    assert state.to_act is not None
    other = (state.to_act + 1) % 4
    with pytest.raises(OddsError, match="is to act"):
        rate_plays(seen(state, other), other, playouts=60)


@pytest.mark.parametrize("playouts", [0, 1, -5, 10**9])
def test_work_has_bounds(playouts: int):
    state = middle(1)
    assert state.to_act is not None
    with pytest.raises(OddsError, match="playouts"):
        rate_plays(seen(state, state.to_act), state.to_act, playouts=playouts)


# Before the draw


def test_stock_or_pile_is_compared_with_all_that_is_legal():
    state = middle(2, skip=30, phase="draw")
    seat = state.to_act
    assert seat is not None
    assert state.pile
    advice = rate_draw(seen(state, seat), seat, playouts=60)
    assert {play.plays for play in advice.compared.plays} == {(Draw(),), (TakePile(),)}
    assert all(play.deals == 30 for play in advice.compared.plays)
    assert all(value is not None and value >= 0 for value in advice.by_runs)


def test_a_pile_that_completes_a_canastra_is_worth_taking():
    state = position(
        lixo="TS KH 4D",
        melds={"A": [["4S", "5S", "6S", "7S", "8S", "9S"]]},
        hand="3D 5D 9H QC 7H 8C JD",
    )
    advice = rate_draw(seen(state, 0), 0, playouts=200)
    assert advice.compared.plays[0].plays == (TakePile(),)
    stock, pile = advice.by_runs
    assert stock is not None
    assert pile is not None
    assert pile > stock


def test_after_the_draw_there_is_no_question_of_stock_or_pile():
    state = play(position(), DRAW)
    with pytest.raises(OddsError, match="is drawn"):
        rate_draw(seen(state, 0), 0, playouts=60)


# Arrangements


def arranged_position() -> State:
    return position(
        phase="play",
        hand="4S 5S 6S 7S KD 9H 2C",
        melds={"A": [["8H", "TH", "JH", "2D"]]},
    )


def test_arrangements_are_compared():
    view = seen(arranged_position(), 0)
    advice, compared = rate_arrangements(
        view, 0, ["4S 5S 6S 7S | 0+ 9H | - KD", "- KD"], playouts=100
    )
    assert [len(one.rated.plays) for one in advice] in ([3, 1], [1, 3])
    assert compared.work.playouts == 100
    laid = next(one for one in advice if len(one.rated.plays) == 3)
    kept = next(one for one in advice if len(one.rated.plays) == 1)
    assert laid.by_runs > kept.by_runs


@pytest.mark.parametrize(
    ("given", "text", "expected"),
    [
        ({"hand": "QH KH 4C", "lixo": "9D 8D"}, "take | - 4C", True),
        ({"hand": "QH KH 4C", "lixo": "9D 8D"}, "draw | - 4C", False),
        ({"hand": "QH KH AH", "phase": "play", "mortos": 1}, "QH KH AH", False),
        ({"hand": "QH KH", "phase": "play"}, "- QH", True),
    ],
)
def test_cards_that_go_out_are_told_of_a_hand_that_is_seen(
    given: dict[str, Any], text: str, expected: bool
):
    """What is drawn or lies in a morto is imagined, and no base of an exact chance."""
    took = [False, True] if "mortos" in given else [True, True]
    state = position(**{**OUT, "took": took, "melds": {"A": [CLEAN]}, **given})
    (found,), _ = rate_arrangements(seen(state, 0), 0, [text], playouts=20)
    assert (found.going_out is not None) == expected


def test_the_best_arrangements_are_found():
    advice, compared = rate_arrangements(seen(arranged_position(), 0), 0, playouts=200)
    assert 2 <= len(advice) <= 5
    assert compared.plays[0] == advice[0].rated
    assert all(isinstance(one.rated.plays[-1], Discard) for one in advice)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("4S 5S KD", "one suit"),
        ("0+ KD", "cannot add KD to 8H 2D TH JH: from your hand, 9H fits"),
        ("3+ 9H", "run"),
        ("4S 5S 6S | - 4S", "no 4S"),
        ("- KD | - 9H", "turn is over"),
        ("4S 5S XX", "no card"),
        ("x+ 9H", "number of a run"),
        ("- KD 9H", "one card"),
        ("4S 5S 6S |  | - KD", "empty"),
        ("take", "take is not legal now, but meld, extend, discard"),
        ("draw | - KD", "draw is not legal now, but meld"),
        ("- QD", "no QD"),
    ],
)
def test_an_arrangement_that_cannot_be_is_refused_in_words(text: str, word: str):
    with pytest.raises(OddsError, match=word):
        rate_arrangements(seen(arranged_position(), 0), 0, [text], playouts=20)


def test_plans_are_read_as_they_are_written():
    known = locations_of(seen(arranged_position(), 0), 0).knowledge
    plan = read_plan("6S 5S 4S, 7S | 0+9H | -KD", known)
    assert plan == (
        Meld(cards=("6S", "5S", "4S", "7S")),
        Extend(meld=0, cards=("9H",)),
        Discard(card="KD"),
    )
    assert plan_text(plan) == "4S 5S 6S 7S | 0+ 9H | - KD"


CLOSED: Any = {
    "rules": {"pile_take": "must_meld_top", "pile_visibility": "top_only", "last_turn": "none"},
    "hand": "4S 5S 7H 2D KC QC",
    "melds": {"A": [["4H", "5H", "6H"]]},
}


@pytest.mark.parametrize(
    ("top", "text", "read"),
    [
        ("6S", "take with 4S 5S | 0+ 7H | - KC", "take with 4S 5S | 0+ 7H | - KC"),
        ("6S", "take 5S 4S", "take with 5S 4S"),
        ("3H", "take with 0+ | - KC", "take with 0+ | - KC"),
        ("8H", "Take with 0+ 7H", "take with 0+ 7H"),
    ],
)
def test_a_pile_is_taken_with_cards_in_an_arrangement(top: str, text: str, read: str):
    """As the plays that are compared are written, too."""
    state = position(lixo=["9C", top], **CLOSED)
    known = locations_of(seen(state, 0), 0).knowledge
    assert plan_text(read_plan(text, known)) == read
    advice, _ = rate_arrangements(seen(state, 0), 0, [read, "draw | - KC"], playouts=20)
    assert len(advice) == 2
    for one in rate_draw(seen(state, 0), 0, playouts=20).compared.plays:
        assert read_plan(plan_text(one.plays), known) == one.plays


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("take", "melded at once: write take with"),
        ("take with 4S 7H", "one suit"),
        ("take with 4S 9S", "no 9S"),
        ("take with 4S 5S | 1+ 6S", "no 6S"),
        ("take with - KC", "cards of a meld"),
        ("take with", "empty"),
    ],
)
def test_a_pile_that_is_not_taken_so_is_refused_in_words(text: str, word: str):
    state = position(lixo=["9C", "6S"], **CLOSED)
    with pytest.raises(OddsError, match=word):
        rate_arrangements(seen(state, 0), 0, [text], playouts=20)


def test_a_pile_that_is_free_is_taken_without_cards():
    state = position(hand="4S 5S KD 9H", lixo="6S")
    with pytest.raises(OddsError, match="write take, and after a bar what is laid"):
        rate_arrangements(seen(state, 0), 0, ["take with 4S 5S"], playouts=20)
    with pytest.raises(OddsError, match="redraw is not legal now, but draw, take"):
        rate_arrangements(seen(state, 0), 0, ["redraw"], playouts=20)
    advice, _ = rate_arrangements(seen(state, 0), 0, ["take | 4S 5S 6S | - KD"], playouts=20)
    assert len(advice) == 1


def test_cards_that_are_drawn_cannot_be_planned_with():
    state = position(hand="4S 5S KD 9H")
    with pytest.raises(OddsError, match="that is known"):
        rate_arrangements(seen(state, 0), 0, ["draw | 4S 5S 6S"], playouts=20)
    advice, _ = rate_arrangements(seen(state, 0), 0, ["draw | - KD", "draw | - 9H"], playouts=20)
    assert len(advice) == 2


def test_a_wild_is_rated_in_each_of_its_places():
    state = position(profile="italiano", phase="play", hand="5S 6S 2H 9D JD KC")
    found = locations_of(seen(state, 0), 0).knowledge
    texts = [plan_text(plan) for plan in candidates(found, 20)]
    assert "5S 6S 2H" in texts
    assert "5S 6S 2H=7S" in texts
    rated = rate_plays(seen(state, 0), 0, playouts=80).plays
    assert {plan_text(one.plays) for one in rated} == set(texts)


def test_a_place_of_a_wild_may_be_proposed():
    state = position(profile="italiano", phase="play", hand="5S 6S 2H 9D JD KC")
    found = locations_of(seen(state, 0), 0).knowledge
    plan = read_plan("5s 6s 2h=7s | - KC", found)
    assert plan_text(plan) == "5S 6S 2H=7S | - KC"
    with pytest.raises(OddsError, match="is no card"):
        read_plan("5S 6S 2H=ZS", found)
    with pytest.raises(OddsError, match="part 1"):
        read_plan("5S 6S 2H=KS", found)


# Going out


def test_outs_are_the_cards_with_which_the_hand_goes_out():
    state = position(**OUT, melds={"A": [CLEAN]}, hand="QH KH")
    found = locations_of(seen(state, 0), 0)
    advice = going_out(found)
    assert advice.right
    assert advice.now is False
    # JH or AH make a run; TS and 2S fit the canastra, but leave a card that fits nothing.
    assert {"JH", "AH"} <= set(advice.outs)
    assert "TS" not in advice.outs
    assert not advice.unsure
    copies = sum(found.copies[face] for face in advice.outs)
    assert advice.next_draw * found.total == copies
    assert advice.within(1) == advice.next_draw
    assert advice.within(3) > advice.within(2) > advice.within(1)


def test_one_card_goes_out_with_any_other_by_its_discard():
    """One card that fits and one to discard."""
    state = position(**OUT, melds={"A": [CLEAN]}, hand="TS")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert advice.next_draw == 1


def test_a_card_goes_out_where_a_wild_is_given_another_place():
    """With the king of hearts: the 2 laid for the queen, the king behind it, 6S discarded."""
    run = ["6H", "7H", "8H", "9H", "TH", "JH"]
    state = position("italiano", **OUT, melds={"A": [run, ["4C", "5C", "6C"]]}, hand="6S 2H")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert "KH" in advice.outs


def test_nothing_goes_out_before_the_card_of_the_turn():
    """The last card could be discarded now, but a turn begins with another one."""
    given = {**OUT, "melds": {"A": [CLEAN]}, "hand": "TS"}
    assert going_out(locations_of(seen(position(**given), 0), 0)).now is False
    assert going_out(locations_of(seen(position(phase="play", **given), 0), 0)).now is True
    kept = position(phase="play", **{**given, "hand": "TS KD"})
    found = locations_of(seen(kept, 0), 0)
    assert going_out(found).now is True
    assert going_out(found, read_plan("- KD", found.knowledge)).now is False


def test_without_a_clean_canastra_nothing_goes_out():
    state = position(**OUT, melds={"A": [DIRTY]}, hand="QH KH")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert not advice.right
    assert not advice.outs


def test_without_a_morto_taken_nothing_goes_out():
    state = position(mortos=0, took=[False, False], melds={"A": [CLEAN]}, hand="TS")
    assert going_out(locations_of(seen(state, 0), 0)).next_draw == 0


def test_the_pile_may_bring_the_end():
    state = position(**OUT, melds={"A": [CLEAN]}, hand="QH KH", lixo="JH")
    advice = going_out(locations_of(seen(state, 0), 0))
    assert advice.with_pile is True


@pytest.mark.parametrize(
    ("rules", "pile", "out"),
    [
        # JH is laid with QH KH, and one card below it thrown; 9H on top fits nothing.
        ({"pile_take": "must_meld_top"}, "JH", True),
        ({"pile_take": "must_meld_top"}, "5D JH", True),
        ({"pile_take": "must_meld_top"}, "5D 6C JH", False),
        ({"pile_take": "must_meld_top"}, "JH 9H", None),
        # Of a closed pile the top card alone is seen: whatever may lie there, nothing is told.
        ({"pile_visibility": "top_only", "last_turn": "none"}, "JH", True),
        ({"pile_visibility": "top_only", "last_turn": "none"}, "5D JH", None),
        ({"pile_visibility": "top_only", "last_turn": "none"}, "5D 6C JH", None),
    ],
)
def test_the_pile_brings_the_end_where_it_is_seen(rules: Any, pile: str, out: bool | None):
    state = position(rules=rules, **OUT, melds={"A": [CLEAN]}, hand="QH KH", lixo=pile)
    assert going_out(locations_of(seen(state, 0), 0)).with_pile is out


def test_a_pile_that_brings_a_morto_does_not_bring_the_end():
    rules = {"pile_take": "must_meld_top"}
    state = position(rules=rules, mortos=1, melds={"A": [CLEAN]}, hand="QH KH", lixo="JH")
    assert going_out(locations_of(seen(state, 0), 0)).with_pile is False


@pytest.mark.parametrize(("hand", "out"), [("TS", "8D"), ("8D", "TS")])
def test_a_pile_that_another_seat_took_bars_nobody_else(hand: str, out: Any):
    """Seat 1 may not throw the card back that it took; seat 0 may throw its own copy."""
    given: Any = {**OUT, "melds": {"A": [CLEAN]}, "hand_0": hand, "hand_1": "JH 6D 5D"}
    state = play(position(**given, turn=1, lixo="8D"), TAKE)
    for seat in (0, 2, 3):
        assert going_out(locations_of(seen(state, seat), seat)).now is False
    assert out in going_out(locations_of(seen(state, 0), 0)).outs


def test_no_card_goes_out_while_a_morto_lies_aside():
    """The hand is empty, but its eleven cards are taken up before the next card is drawn."""
    given: Any = {"hand": "KC", "melds": {"A": [CLEAN]}, "mortos": 1, "took": [False, True]}
    before = position("italiano", phase="play", **given)
    after = play(before, Discard(card="KC"))
    assert after.aside[0]
    advice = going_out(locations_of(seen(after, 0), 0))
    assert advice.right
    assert not advice.outs
    assert advice.next_draw == 0
    planned = locations_of(seen(before, 0), 0)
    assert going_out(planned, read_plan("- KC", planned.knowledge)).next_draw == 0


SETS: Any = {
    "profile": "italiano",
    "phase": "play",
    "mortos": 0,
    "took": [True, True],
    "hand": "AS 3S 4S 5S JS AH AH 5H 7H QH KH 3D 7D 5C 6C 9C QC",
    "melds": {
        "A": [
            ["2C", "JD", "JD", "JH"],
            ["2D", "QD", "QH", "QS", "QS"],
            ["2S", "6C", "6D", "6S"],
            ["JKR", "TC", "TD", "TH"],
            CLEAN,
        ]
    },
}
WILDS: Any = {
    "profile": "fechado",
    "phase": "play",
    "mortos": 0,
    "took": [True, True],
    "hand": "2S 4S 5S QS 2H 2H 3H 4H 7H TH JH AD 2D 8D 4C 4C 8C",
    "melds": {"A": [CLEAN, ["2C", "AC", "AS", "AH", "AH"], ["4H", "JKR", "6H"]]},
}


def test_a_hand_with_many_sets_is_searched_to_the_end():
    advice = going_out(locations_of(seen(position(**SETS), 0), 0))
    assert advice.now is False
    assert not advice.unsure


@pytest.mark.parametrize("given", [SETS, WILDS])
def test_the_search_for_outs_is_bounded(given: Any, monkeypatch: pytest.MonkeyPatch):
    looked = 0

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal looked
        for action in plays(*args, **options):
            looked += 1
            yield action

    plays = outs.plays
    monkeypatch.setattr(outs, "plays", counted)
    going_out(locations_of(seen(position(**given), 0), 0))
    assert 0 < looked < 12_000


@pytest.mark.parametrize("profile", ["mineiro", "italiano", "fechado"])
def test_outs_are_those_that_trying_everything_finds(profile: str):
    """Small hands of deals between greedy players, with each card that may come."""
    tried = found = 0
    for number in range(6):
        for state in states_of(PRESETS[profile], number):
            seat = state.to_act
            assert seat is not None
            if state.phase != "draw" or not state.took[seat % 2] or len(state.hands[seat]) > 4:
                continue
            locations = locations_of(seen(state, seat), seat)
            advice = going_out(locations)
            deal = determinise(locations.knowledge, 0)
            deal.drawn = True
            for face in list(locations.copies)[:: 1 + number]:
                held = deal.copy()
                held.give(seat, [ID[face]])
                assert face not in advice.unsure
                assert (face in advice.outs) == ends(held, set())
                tried, found = tried + 1, found + (face in advice.outs)
    assert tried > found > 5


def ends(deal: Kernel, seen_before: set[Any]) -> bool:
    """Whether some way of playing on ends the deal in this turn, by trying all."""
    seat = deal.seat
    key = (deal.one[seat], deal.two[seat], deal.jokers[seat], *map(id, deal.runs[seat % 2]))
    if key in seen_before:
        return False
    seen_before.add(key)
    for action in legal(deal):
        if isinstance(action, Discard) and deal.size[seat] > 1:
            continue
        after = deal.copy()
        apply(after, action)
        if after.over or (after.drawn and ends(after, seen_before)):
            return True
    return False


# Runs


def test_runs_are_worth_more_the_longer_the_deal_lasts():
    state = position(melds={"A": [["5S", "6S", "7S"], DIRTY]})
    found = locations_of(seen(state, 0), 0)
    short, long = (outlooks(found, state.runs[0], rounds) for rounds in (1, 10))
    assert short[0].points == 15
    assert short[0].points < short[0].expected < long[0].expected <= 325
    assert 0 <= long[0].clean < long[0].canastra < 1
    assert long[1].canastra == 1
    assert outlooks(found, state.runs[0], 0)[0].expected == 15


def test_a_held_card_comes_at_once_and_a_gone_one_never():
    state = position(hand="8S 9H", melds={"A": [["5S", "6S", "7S"]], "B": [["4S", "5S", "6S"]]})
    chances = suit_chances(locations_of(seen(state, 0), 0), "S", 4)
    assert chances.shape == (4, 15)
    assert (chances[:, 7] == 1).all()
    assert ((chances >= 0) & (chances <= 1)).all()
    assert (chances[:, 4] == 0).all()  # both fives of spades lie on the table


def test_candidates_are_bounded():
    state = arranged_position()
    known = locations_of(seen(state, 0), 0).knowledge
    assert len(candidates(known, 5)) == 5
    assert len(set(candidates(known, 24))) == len(candidates(known, 24))


def test_the_first_player_may_be_advised_at_once():
    state = dealt(PRESETS["mineiro"], random.Random(2))
    assert state.to_act is not None
    advice = turns_left(seen(state, state.to_act), state.to_act, playouts=50)
    assert 8 < sum(turns * chance for turns, chance in advice.items()) < 22


@pytest.mark.parametrize("profile", PRESETS)
def test_every_profile_is_advised(profile: str):
    for number, state in enumerate(states_of(PRESETS[profile], 11)):
        if number % 40:
            continue
        seat = state.to_act
        assert seat is not None
        view = seen(state, seat)
        advice = rate_plays(view, seat, playouts=20, most=5)
        assert advice.work.playouts <= 20
        found = locations_of(view, seat)
        assert 0 <= going_out(found).next_draw <= 1
        assert len(outlooks(found, state.runs[seat % 2], 3)) == len(state.runs[seat % 2])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_is_told_of_its_runs_while_another_one_keeps_one_card(seat: int):
    """Seat 3 may go out with a natural card, so in no imagined deal it is left with a wild."""
    given: Any = {
        "melds": {"B": [["3S", "4S", "5S", "6S", "7S", "8S", "JKR"]]},
        "took": [True, True],
        "hand": "9H",
    }
    state = position("italiano", turn=3, phase="play", **given)
    assert sum(turns_left(seen(state, seat), seat, playouts=100).values()) == pytest.approx(1)
