"""Seats, the match over several deals, leaving and rematch."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.engine.games.buraco.kernel.deals import accepted
from tests.engine.games.buraco.positions import position

from carteado.engine.deal import shuffle
from carteado.engine.errors import Refusal
from carteado.engine.game import Act, Deal, Decided, Leave, Rematch, Return, Sit, SitOut, TopUp
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.events import DealScored, MatchWon
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.state import State
from carteado.engine.visibility import RAIL, redact, seat_observer


def table(options: Options | None = None, bots: tuple[int, ...] = ()) -> State:
    state = GAME.new(options or Options())
    for seat in range(4):
        state = accepted(state, Sit(seat=seat, name=f"p{seat}", bot=seat in bots))
    return state


def deal(state: State, seed: int = 0) -> Deal:
    return Deal(deck=shuffle(GAME.pack(state) or (), bytes([seed]) * 32))


def refusal(state: State, command: Any) -> str:
    answer = GAME.decide(state, command)
    assert isinstance(answer, Refusal), command
    return answer.code


def clocked(state: State) -> State:
    """The deal as the clock alone plays it."""
    while (seat := GAME.turn(state)) is not None:
        state = accepted(state, Act(seat=seat, action=GAME.default(state, seat)))
    return state


def test_partners_sit_opposite() -> None:
    assert [GAME.team(Options(), seat) for seat in range(4)] == [0, 1, 0, 1]


def test_a_match_is_played_over_deals_to_its_target() -> None:
    chance = random.Random(3)
    state, scored, won = table(Options(target=1500)), 0, 0
    for number in range(200):
        if GAME.over(state):
            break
        state = accepted(state, deal(state, number))
        while (seat := GAME.turn(state)) is not None:
            action = GAME.pick(GAME.legal(state, seat), chance.randrange(1 << 30))
            answer = GAME.decide(state, Act(seat=seat, action=action))
            assert isinstance(answer, Decided)
            state = answer.state
            for event in answer.events:
                if isinstance(event, DealScored):
                    scored += 1
                    lines = [sum(line.points for line in one.lines) for one in event.sheets]
                    assert lines == [one.total for one in event.sheets]
                won += isinstance(event, MatchWon)
    assert scored > 1
    assert won == 1
    assert state.winner is not None
    assert state.totals[state.winner] >= 1500
    assert GAME.pack(state) is None


def test_a_departed_seat_is_played_and_reveals_nothing() -> None:
    state = accepted(table(), deal(table()))
    state = accepted(state, Leave(seat=1))
    state = accepted(state, Act(seat=0, action=GAME.default(state, 0)))
    state = accepted(state, Act(seat=0, action=GAME.default(state, 0)))
    assert state.to_act == 2
    # It keeps the hand that it was dealt: what it drew lies on the pile.
    assert state.hands[1] == accepted(table(), deal(table())).hands[1]
    assert state.pile[1:] == (state.dealt[1][-1],)
    assert refusal(state, Leave(seat=1)) == "seat/leaving"
    assert GAME.turn(clocked(state)) is None


def test_a_pair_that_has_left_has_lost() -> None:
    state = accepted(accepted(table(), deal(table())), Leave(seat=1))
    state = accepted(state, Leave(seat=3))
    assert state.winner == 0
    assert state.names == ("p0", None, "p2", None)
    assert not state.in_deal


def test_a_new_player_of_a_seat_finds_no_cards() -> None:
    state = accepted(accepted(table(), deal(table())), Leave(seat=1))
    state = accepted(accepted(state, Leave(seat=3)), Sit(seat=1, name="new"))
    view = redact(state, seat_observer(1, 1))
    assert (view.hands[1], view.dealt[1]) == ((), ())
    assert GAME.exposed(view) == GAME.exposed(redact(state, RAIL))


def test_a_rematch_needs_all_people_and_begins_with_no_points() -> None:
    state = accepted(accepted(table(bots=(2,)), deal(table())), Leave(seat=1))
    state = accepted(state, Leave(seat=3))
    assert refusal(table(), Rematch(seat=0)) == "table/not_over"
    said = GAME.decide(table(), Rematch(seat=0))
    assert isinstance(said, Refusal)
    assert said.message == "The match is not over. Agree to a rematch when it is."
    again = accepted(state, Rematch(seat=0))
    assert again.winner is None
    assert again.totals == (0, 0)
    assert GAME.pack(again) is None
    by_table = accepted(state, Rematch(seat=None))
    assert by_table.winner is None


def test_a_seat_agrees_to_a_rematch_once() -> None:
    state = accepted(accepted(table(), deal(table())), Leave(seat=1))
    state = accepted(accepted(state, Leave(seat=3)), Rematch(seat=0))
    assert refusal(state, Rematch(seat=0)) == "seat/agreed"
    assert accepted(state, Rematch(seat=2)).winner is None


def test_nobody_joins_a_match_and_nobody_has_chips() -> None:
    state = accepted(table(), deal(table()))
    assert refusal(state, Sit(seat=0, name="late")) == "seat/taken"
    assert refusal(state, TopUp(seat=0, amount=5)) == "table/no_chips"
    assert refusal(GAME.new(Options()), Sit(seat=0, name="rich", credit=100)) == "table/no_chips"
    assert refusal(state, deal(table())) == "table/hand_running"
    assert refusal(GAME.new(Options()), deal(table())) == "table/not_ready"


def test_a_table_without_anybody_there_waits() -> None:
    state = table()
    for seat in range(4):
        state = accepted(state, SitOut(seat=seat))
    assert GAME.pack(state) is None
    assert GAME.pack(accepted(state, Return(seat=2))) is not None


@pytest.mark.parametrize("laid", [{}, {"B": [["6H", "7H", "8H"]]}, {"A": [["6H", "7H", "8H"]]}])
@pytest.mark.parametrize("wild", ["2C", "JKR"])
def test_the_clock_discards_a_wild_last(laid: dict[str, Any], wild: str) -> None:
    state = position(rules={"jokers": 2}, phase="play", hand=f"{wild} 9H", melds=laid)
    assert GAME.default(state, 0).card == "9H"


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("3D 9S AD KC 2S", "AD"),  # the most expensive of the cards that fit no run
        ("3D 9S KD", "9S"),  # of equally expensive ones the first by its face
        ("AC KD 9H", "KD"),  # what fits nobody before what fits
        ("AC 9H", "AC"),  # its pair's card before the opponents'
    ],
)
def test_the_clock_discards_the_most_expensive_of_the_safest_cards(hand: str, thrown: str) -> None:
    melds = {"B": [["6H", "7H", "8H"]], "A": [["JC", "QC", "KC"]]}
    state = position(phase="play", hand=hand, melds=melds)
    assert GAME.default(state, 0).card == thrown


def test_the_clock_draws_and_discards_a_safe_card() -> None:
    given: dict[str, Any] = {"phase": "play", "hand": "9H KC 3D 2S"}
    state = position(melds={"B": [["6H", "7H", "8H"]], "A": [["TC", "JC", "QC"]]}, **given)
    assert GAME.default(state, 0).card == "3D"
