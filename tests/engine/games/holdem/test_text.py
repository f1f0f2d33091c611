"""The game in words, for the view of every seat."""

from __future__ import annotations

from tests.engine.games.holdem.tables import Played, draw, hand, seated

from carteado.engine.game import RematchAgreed, Returned, SatOut, SeatTaken, ToppedUp
from carteado.engine.games.holdem import GAME
from carteado.engine.games.holdem import events as ev
from carteado.engine.games.holdem.options import Options
from carteado.engine.visibility import RAIL, redact, seat_observer

BOARD = "2c 7h 9s Tc 3d"


def lines_of(table: Played, seat: int | None = None) -> list[str]:
    """Lines of the last command, for views as they stood before each event."""
    observer = RAIL if seat is None else seat_observer(seat)
    view = table.before[observer]
    lines = []
    for event in table.events:
        seen = redact(event, observer)
        lines.append(GAME.line(seen, view))
        view = GAME.evolve(view, seen)
    return [line for line in lines if line]


def test_a_deal_shows_each_seat_only_its_own_cards() -> None:
    table = hand([500, 500, 500], hands={0: "AsAd", 1: "KsKd"})
    assert lines_of(table, 0) == [
        "Hand 1: button p0. Your cards: As Ad.",
        "p1 posts the small blind 10, p2 posts the big blind 20.",
    ]
    assert "Your cards: Ks Kd." in lines_of(table, 1)[0]
    assert lines_of(table)[0] == "Hand 1: button p0."


def test_antes_and_a_blind_to_come_in() -> None:
    table = hand([500, 500], ante=5)
    assert lines_of(table)[1] == (
        "p1 antes 5, p1 posts the big blind 20, p0 antes 5, p0 posts the small blind 10."
    )
    dead = hand([500, 500], ante=20, ante_kind="big_blind")
    assert "p1 posts the big blind 20 and an ante of 20 for the table" in lines_of(dead)[1]


def test_the_course_of_a_hand_is_described_in_sentences() -> None:
    table = hand([500, 500, 100], hands={0: "AsAd", 1: "KsKd", 2: "QsQd"}, board=BOARD)
    assert lines_of(table.act("to 60")) == ["p0 raises to 60."]
    assert lines_of(table.act("call")) == ["p1 calls 50."]
    assert lines_of(table.act("all_in")) == ["p2 raises to 100 and is all-in."]
    assert lines_of(table.act("call")) == ["p0 calls 40."]
    assert lines_of(table.act("call")) == ["p1 calls 40.", "Flop: 2c 7h 9s."]
    assert lines_of(table.act("check")) == ["p1 checks."]
    assert lines_of(table.act("to 50")) == ["p0 bets 50."]
    assert lines_of(table.act("fold")) == [
        "p1 folds.",
        "50 uncalled goes back to p0.",
        "All in, hands open: p2 Qs Qd, p0 As Ad.",
        "Turn: Tc.",
        "River: 3d.",
        "p0 wins 300 from the pot with a pair of aces.",
        "p2 is out, place 3.",
    ]


def test_a_showdown_and_the_events_after_it() -> None:
    table = hand([500, 500], hands={1: "AsAd", 0: "KsKd"}, board=BOARD, reveal="hand").run_out()
    assert lines_of(table)[-4:] == [
        "p1 shows As Ad: pair of aces.",
        "p0 mucks.",
        "p1 wins 40 from the pot with a pair of aces.",
        "All cards: p0 Ks Kd, p1 As Ad.",
    ]


def test_the_draw_and_the_seats() -> None:
    table = draw(seated(Options()), 1)
    assert lines_of(table) == ["Drawn for the button: p0 2c, p1 As. p1 has it."]
    view = table.state
    lines = [
        GAME.line(event, view)
        for event in (
            SeatTaken(seat=0, name="Ana", bot=False, stack=5),
            SatOut(seat=0, away=False),
            Returned(seat=0),
            ToppedUp(seat=0, amount=5, stack=10),
            RematchAgreed(seat=0),
            ev.PostAgreed(seat=0),
            ev.CardsShown(seat=0, cards=()),
            ev.KnockedOut(seat=0, place=2),
            ev.GameWon(seat=1, stack=10),
            ev.GameRestarted(stacks=(5, 5)),
        )
    ]
    assert all(lines)
    assert lines[0] == "Ana sits down on seat 0."
    assert GAME.line(object(), view) == ""


def test_seats_of_one_name_are_shown_with_their_numbers() -> None:
    table = Played(Options(seats=3, stacks=(500, 500, 500)))
    for seat, name in enumerate(("caller", "Ana", "caller")):
        table.sit(seat, name)
    assert lines_of(draw(table, 2)) == [
        "Drawn for the button: caller (seat 0) 2c, Ana 2d, caller (seat 2) As. "
        "caller (seat 2) has it."
    ]
    assert lines_of(table.deal().act("fold")) == ["caller (seat 2) folds."]
    assert "  seat 2: caller (button), 500 chips, ?? ??, folded" in GAME.show(table.views[RAIL])


def test_leaving_is_described_with_the_chips_of_the_player() -> None:
    table = hand([500, 500, 500])
    table.leave(1)
    assert lines_of(table) == ["p1 is leaving."]
    between = Played(Options())
    between.sit(0, "Ana")
    between.leave(0)
    assert lines_of(between) == ["Ana leaves with 1,500."]


def test_the_table_as_each_sees_it() -> None:
    table = hand([500, 500, 100], hands={0: "AsAd", 1: "KsKd"}, board=BOARD)
    table.act("to 60", "call", "all_in").act("fold")
    own = GAME.show(table.views[seat_observer(1)])
    assert own[0] == "Hand 1, preflop, blinds 10/20."
    assert own[1] == "Board -   pot 220"
    assert "  seat 0: p0 (button), 440 chips, bet 60, ?? ??, folded" in own
    assert "> seat 1: p1, 440 chips, bet 60, Ks Kd" in own
    assert "  seat 2: p2, 0 chips, bet 100, ?? ??, all-in" in own
    assert not any("Ks" in line for line in GAME.show(table.views[RAIL]))


def test_a_table_is_shown_before_and_after_its_game() -> None:
    table = Played(Options(seats=2, stack=20))
    assert GAME.show(table.state) == (
        "No hand has been dealt yet.",
        "  seat 0: free",
        "  seat 1: free",
    )
    table.sit(0)
    table.sit(1)
    draw(table, 0).deal({0: "AsAd", 1: "KsKd"}, BOARD).act("call")
    assert GAME.show(table.state)[0] == "p0 has won the game."


def test_amounts_have_commas_between_thousands() -> None:
    table = hand([5000, 5000], ante=1000)
    assert "p1 antes 1,000" in lines_of(table)[1]
    assert lines_of(table.act("to 2500")) == ["p0 raises to 2,500."]
    shown = "\n".join(GAME.show(table.before[RAIL]))
    assert "ante 1,000" in shown
    assert "4,000 chips" in shown or "3,980 chips" in shown
