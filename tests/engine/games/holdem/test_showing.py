"""After a hand: seven and deuce, the cards that would have come, and one card shown of two."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.games.holdem.tables import Played, hand

from carteado.engine.cards import UNKNOWN
from carteado.engine.errors import OptionsError
from carteado.engine.game import Act, Leave
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem.actions import ShowCard
from carteado.engine.games.holdem.events import BountyPaid, CardShown, HandMucked, RabbitShown
from carteado.engine.games.holdem.options import Options
from carteado.engine.visibility import RAIL, seat_observer

# Seven and deuce


def deuce(stacks: tuple[int, ...] = (500,) * 4, **options: Any) -> Played:
    """Seat 3 is under the gun with seven and deuce."""
    given: dict[str, Any] = {"format": "cash", "seven_deuce": 25, **options}
    return hand(stacks, hands={3: "7s 2d", 1: "As Kd"}, board="7c 7d 9h Js 4c", **given)


def test_a_winner_who_shows_seven_and_deuce_collects_from_everybody_dealt_in() -> None:
    played = deuce().act("to 60", "fold", "fold", "fold")
    assert not played.happened(BountyPaid)
    assert played.state.stacks == (500, 490, 480, 530)
    played.wish(3, "show")
    (paid,) = played.happened(BountyPaid)
    assert (paid.seat, paid.amount, paid.paid) == (3, 75, (25, 25, 25, 0))
    assert played.state.stacks == (475, 465, 455, 605)


def test_a_winner_who_does_not_show_collects_nothing() -> None:
    played = deuce().act("to 60", "fold", "fold", "fold").deal()
    assert not played.happened(BountyPaid)
    assert sum(played.state.stacks) + played.state.pot == 2000


def test_at_a_showdown_it_is_paid_at_once() -> None:
    played = deuce().act("to 60", "fold", "call", "fold")
    played.run_out()
    (paid,) = played.happened(BountyPaid)
    assert paid.amount == 75
    assert played.state.stacks == (475, 415, 455, 655)
    assert played.refuses("show", 3).code == "action/nothing_to_show"


def test_a_bounty_is_at_most_the_stack() -> None:
    played = deuce((500, 500, 25, 500)).act("to 60", "fold", "fold", "fold")
    played.wish(3, "show")
    assert played.state.stacks == (475, 465, 0, 585)


def test_a_departed_player_pays_nothing() -> None:
    played = deuce().act("to 60", "fold", "fold", "fold")
    played.send(Leave(seat=0))
    played.sit(0, "Other")
    played.wish(3, "show")
    assert played.happened(BountyPaid)[0].paid == (0, 25, 25, 0)


def test_a_loser_with_seven_and_deuce_collects_nothing() -> None:
    played = hand(
        (500,) * 3,
        hands={0: "7s 2d", 1: "As Ad"},
        board="Kc Kd 9h Js 4c",
        format="cash",
        seven_deuce=25,
    ).act("call", "call", "check")
    played.run_out()
    played.wish(0, "show")
    assert not played.happened(BountyPaid)


@pytest.mark.parametrize("cards", ["7s 3d", "2s 2d", "7s 7h"])
def test_another_hand_collects_nothing(cards: str) -> None:
    played = hand((500,) * 3, hands={0: cards}, format="cash", seven_deuce=25)
    played.act("to 60", "fold", "fold")
    played.wish(0, "show")
    assert not played.happened(BountyPaid)


def test_without_the_option_nothing_is_collected() -> None:
    played = deuce(seven_deuce=0).act("to 60", "fold", "fold", "fold")
    played.wish(3, "show")
    assert not played.happened(BountyPaid)


def test_a_hand_that_the_table_opens_is_shown() -> None:
    played = deuce(reveal="hand").act("to 60", "fold", "fold", "fold")
    assert played.happened(BountyPaid)


def test_one_card_after_the_other_is_shown_in_the_end() -> None:
    played = deuce(show_one=True).act("to 60", "fold", "fold", "fold")
    played.wish(3, "first card")
    assert not played.happened(BountyPaid)
    played.wish(3, "second card")
    assert played.happened(BountyPaid)


def test_a_freezeout_has_no_bounty() -> None:
    with pytest.raises(OptionsError, match="cash tables"):
        Options(seven_deuce=25)


# The cards that would have come


def folded(**options: Any) -> Played:
    """Three seats; the hand ends on the flop."""
    given = {"rabbit_hunt": True, **options}
    played = hand((500,) * 3, board="2c 3d 4h 7s 9c", **given).act("call", "call", "check")
    return played.act("to 20", "fold", "fold")


def test_the_cards_that_would_have_come_lie_open_for_all() -> None:
    played = folded()
    assert GAME.legal(played.state, 0).rabbit
    assert played.wish(0, "rabbit") == [RabbitShown(seat=0, cards=("7s", "9c"))]
    for view in played.views.values():
        assert view.house.rabbit == ("7s", "9c")
    known = GAME.exposed(played.views[RAIL])
    assert {at: card for at, card in known.items() if card in ("7s", "9c")} == {
        11: "7s",
        13: "9c",
    }
    assert all(played.state.deck[at] == card for at, card in known.items())


def test_nobody_learns_hole_cards_by_it() -> None:
    played = folded()
    played.wish(0, "rabbit")
    assert len(GAME.exposed(played.views[RAIL])) == 5
    assert len(GAME.exposed(played.views[seat_observer(1)])) == 7


def test_before_the_flop_all_five_would_have_come() -> None:
    played = hand((500,) * 3, board="2c 3d 4h 7s 9c", rabbit_hunt=True).act("fold", "fold")
    assert played.wish(1, "rabbit") == [RabbitShown(seat=1, cards=("2c", "3d", "4h", "7s", "9c"))]


def test_showing_is_asked_once_between_two_hands() -> None:
    played = folded()
    played.wish(1, "rabbit")
    assert played.refuses("rabbit", 0).code == "action/nothing_to_hunt"
    played.deal()
    assert played.state.house.rabbit == ()
    assert played.refuses("rabbit").code == "action/nothing_to_hunt"
    assert played.refuses("rabbit", 2).code == "action/not_your_turn"


def test_a_complete_board_leaves_nothing_to_hunt() -> None:
    played = hand((500,) * 3, rabbit_hunt=True).act("call", "call", "check").run_out()
    assert not GAME.legal(played.state, 0).rabbit
    assert played.refuses("rabbit", 0).code == "action/nothing_to_hunt"


def test_without_the_option_nobody_hunts() -> None:
    played = folded(rabbit_hunt=False)
    assert not GAME.legal(played.state, 0).rabbit
    assert played.refuses("rabbit", 0).code == "action/no_rabbit"


def test_a_player_who_was_not_dealt_in_cannot_ask() -> None:
    played = folded(format="cash")
    played.send(Leave(seat=2))
    played.sit(2, "Other")
    assert played.refuses("rabbit", 2).code == "action/nothing_to_hunt"


# One card


def test_a_winner_shows_one_card_and_then_the_other() -> None:
    played = hand((500,) * 3, hands={0: "As Kd"}, show_one=True).act("to 60", "fold", "fold")
    assert GAME.legal(played.state, 0).show_card == (1, 2)
    (shown,) = played.wish(0, "second card")
    assert shown == CardShown(seat=0, card=2, face="Kd", cards=(UNKNOWN, "Kd"))
    rail = played.views[RAIL]
    assert rail.house.bared[0] == (UNKNOWN, "Kd")
    assert rail.hands[0] == (UNKNOWN, UNKNOWN)
    assert "?? Kd" in "\n".join(GAME.show(rail))
    assert GAME.exposed(rail) == {5: "Kd"}
    assert GAME.legal(played.state, 0).show_card == (1, 1)
    assert played.refuses("second card", 0).code == "action/no_such_card"
    played.wish(0, "first card")
    assert played.views[RAIL].shown[0] == ("As", "Kd")
    assert GAME.legal(played.state, 0).show_card is None


def test_a_losing_hand_shows_one_card_in_place_of_mucking() -> None:
    played = hand(
        (500,) * 2,
        hands={0: "Ks Kd", 1: "As Ad"},
        board="2c 3d 4h 7s 9c",
        showdown="ask",
        show_one=True,
    ).act("call", *["check"] * 5, "to 20", "call")
    assert played.state.phase == "showdown"
    assert played.legal.show_card == (1, 2)
    played.act("first card")
    assert played.happened(CardShown)[0].face == "Ks"
    assert len(played.happened(HandMucked)) == 1
    assert played.views[RAIL].house.bared[0] == ("Ks", UNKNOWN)
    assert played.views[RAIL].shown[0] == ()


def test_a_folded_hand_shows_a_card_when_the_hand_is_over() -> None:
    played = hand((500,) * 3, hands={1: "As Kd"}, show_one=True).act("call", "fold")
    assert played.refuses("first card", 1).code == "action/not_your_turn"
    played.act("check").run_out()
    played.wish(1, "first card")
    assert played.views[RAIL].house.bared[1] == ("As", UNKNOWN)


def test_without_the_option_cards_are_shown_together() -> None:
    played = hand((500,) * 3).act("fold", "fold")
    assert GAME.legal(played.state, 2).show_card is None
    assert played.refuses("first card", 2).code == "action/show_both"
    played.wish(2, "show")


@pytest.mark.parametrize("card", [0, 3, -1, True, "1", None, 1.0])
def test_there_are_two_cards_to_show(card: Any) -> None:
    played = hand((500,) * 3, show_one=True).act("fold", "fold")
    refusal = played.refused(Act(seat=2, action=ShowCard(card=card)))
    assert refusal.code == "action/no_such_card"
    assert "show-card 1" in refusal.message
