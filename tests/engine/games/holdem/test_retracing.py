"""What the opponent did, as a seat can tell from two of its views, is what it did."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.games.holdem.tables import hand

from carteado.engine.cards import PACK
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Action, Command, Deal
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import AllIn, Call, Check, Fold, Raise, Show
from carteado.engine.games.holdem.legal import Legal, legal, pick
from carteado.engine.games.holdem.options import Options
from carteado.engine.games.holdem.retracing import as_seen, holding, retrace, starts
from carteado.engine.games.holdem.starting import seated
from carteado.engine.games.holdem.state import State
from carteado.engine.state import changed
from carteado.engine.visibility import redact, seat_observer


def after(state: State, command: Command) -> State:
    answer = GAME.decide(state, command)
    assert not isinstance(answer, Refusal), answer.message
    return answer.state


def view_of(state: State, seat: int) -> State:
    return redact(state, seat_observer(seat))


def chosen(state: State, chance: random.Random) -> Action:
    """A legal action, rarely a fold or an all-in, so that hands continue."""
    assert state.to_act is not None
    offered = legal(state, state.to_act)
    found: Action = Fold()
    for _ in range(4):
        found = pick(offered, chance.randrange(1 << 20))
        if not isinstance(found, Fold | AllIn):
            return found
    if offered.all_in is None or not isinstance(found, AllIn):
        return found
    # What it comes to, for that is all that can be seen of it.
    return Raise(to=offered.all_in) if offered.all_in > state.current_bet else Call()


def play(state: State, chance: random.Random) -> int:
    """A hand; returns how many decisions were found again, each compared with what happened."""
    state = after(state, Deal(deck=tuple(chance.sample(PACK, len(PACK)))))
    last: dict[int, tuple[State, Action]] = {}
    happened: dict[int, list[tuple[State, Action]]] = {seat: [] for seat in state.order}
    compared = 0
    while (seat := state.to_act) is not None and state.phase == "betting":
        view = view_of(state, seat)
        assert starts(view) == (seat not in last)
        found = retrace(last.get(seat), view)
        assert list(found) == [(view_of(whole, seat), did) for whole, did in happened[seat]]
        for (then, did), (whole, _) in zip(found, happened[seat], strict=True):
            other = whole.to_act
            assert other is not None
            assert holding(then, other, whole.hands[other]) == view_of(whole, other)
            assert as_seen(legal(whole, other), did) == did
        compared += len(found)
        action = chosen(state, chance)
        last[seat], happened[seat] = (view, action), []
        for other in happened.keys() - {seat}:
            happened[other].append((state, action))
        state = after(state, Act(seat=seat, action=action))
    return compared


@st.composite
def tables(draw: st.DrawFn) -> State:
    """Two seats, whatever the blinds, antes, limits and stacks; sometimes at a larger table."""
    big = draw(st.integers(1, 12))
    stacks = draw(st.lists(st.integers(1, 400), min_size=2, max_size=2))
    seats = draw(st.sampled_from([2, 2, 4]))
    options = Options(
        seats=seats,
        format="cash" if seats > 2 else draw(st.sampled_from(["freezeout", "cash"])),
        stack=400,
        small_blind=draw(st.integers(0, big)),
        big_blind=big,
        ante=draw(st.integers(0, 4)),
        ante_kind=draw(st.sampled_from(["each", "big_blind"])),
        max_bet=draw(st.none() | st.integers(1, 40)),
    )
    return seated(options, (*stacks, *(0,) * (seats - 2)), button=draw(st.sampled_from([0, 1])))


@given(tables(), st.integers(0, 1 << 32))
def test_every_decision_is_found_again_as_it_was(table: State, seed: int) -> None:
    play(table, random.Random(seed))


def test_random_hands_have_much_to_find_again() -> None:
    options = Options(stack=1500, small_blind=10, big_blind=20)
    table = seated(options, (1500, 1500), button=0)
    assert sum(play(table, random.Random(seed)) for seed in range(50)) > 100


class TestAnAction:
    """An action as an observer sees it, by what the seat may do."""

    def offered(self, *words: str) -> Legal:
        table = hand([300, 100], button=0).act(*words)
        assert table.state.to_act is not None
        return legal(table.state, table.state.to_act)

    def test_all_in_is_a_raise_or_a_call(self) -> None:
        assert as_seen(self.offered(), AllIn()) == Raise(to=300)
        assert as_seen(self.offered("call"), AllIn()) == Raise(to=100)
        assert as_seen(self.offered("all_in"), AllIn()) == Call()

    def test_a_refused_action_cannot_be_retraced(self) -> None:
        before = self.offered()
        assert as_seen(before, Check()) is None
        assert as_seen(before, Show()) is None
        assert as_seen(before, Raise(to=1)) is None
        assert as_seen(before, Raise(to=301)) is None
        assert as_seen(self.offered("call"), Call()) is None
        assert as_seen(self.offered("all_in"), Raise(to=300)) is None

    def test_a_legal_action_is_retraced_as_itself(self) -> None:
        before = self.offered()
        low, high = before.raise_to or (0, 0)
        for action in (Fold(), Call(), Raise(to=low), Raise(to=high)):
            assert as_seen(before, action) == action
        assert as_seen(self.offered("call"), Check()) == Check()


class TestImpossibleViews:
    def test_a_view_with_more_than_two_hands_is_refused(self) -> None:
        table = hand([300, 300, 300], button=0)
        with pytest.raises(ValueError, match="of two"):
            retrace(None, view_of(table.state, 0))

    def test_a_third_hand_that_has_folded(self) -> None:
        table = hand([300, 300, 300], button=0)
        first = view_of(table.state, 0)
        table.act("call", "fold", "check", "check")
        assert table.state.live == (2, 0)
        with pytest.raises(ValueError, match="of two"):
            retrace((first, Call()), view_of(table.state, 0))

    def test_whether_to_show(self) -> None:
        board = "Qd Jh 7s 4c 2d"
        table = hand([300, 300], hands={1: "AsAd", 0: "KsKd"}, board=board, showdown="ask")
        table.run_out()
        assert table.state.phase == "showdown"
        with pytest.raises(ValueError, match="in the betting"):
            retrace(None, view_of(table.state, 0))

    def test_retracing_must_begin_with_the_first_decision(self) -> None:
        table = hand([300, 300], button=0).act("call", "check", "to 30")
        with pytest.raises(ValueError, match="the first decision"):
            retrace(None, view_of(table.state, 0))

    def test_a_view_without_a_seat_to_act_is_refused(self) -> None:
        table = hand([300, 300], button=0).act("fold")
        with pytest.raises(ValueError, match="of two"):
            retrace(None, view_of(table.state, 0))

    def test_a_view_that_does_not_follow(self) -> None:
        table = hand([300, 300], button=0)
        first = view_of(table.state, 0)
        table.act("call", "check", "check")
        later = view_of(table.state, 0)
        assert retrace((first, Call()), later)
        with pytest.raises(ValueError, match="does not follow"):
            retrace((first, Call()), changed(later, pot=later.pot + 1))
        with pytest.raises(ValueError, match="does not follow"):
            retrace((first, Fold()), later)
