"""What a seat, its partner, the opponents and the rail may see."""

from __future__ import annotations

from typing import Any

from tests.engine.games.buraco.positions import (
    DRAW,
    OUT,
    REDRAW,
    TAKE,
    cards,
    discard,
    extend,
    meld,
    play,
    position,
    refused,
)

from carteado.engine.cards import UNKNOWN
from carteado.engine.game import Act, Deal, Decided, Sit
from carteado.engine.games.buraco import GAME
from carteado.engine.games.buraco.actions import PlayTurn, TakePile
from carteado.engine.games.buraco.cards import pack
from carteado.engine.games.buraco.options import Options
from carteado.engine.games.buraco.state import State
from carteado.engine.visibility import RAIL, redact, seat_observer

OTHERS = [seat_observer(seat, seat % 2) for seat in (1, 2, 3)] + [RAIL]


def seen(state: State, action: Any, who: Any) -> list[Any]:
    """What an observer gets of an action: the events, and their lines."""
    assert state.to_act is not None
    answer = GAME.decide(state, Act(seat=state.to_act, action=action))
    assert isinstance(answer, Decided)
    found: list[Any] = []
    view = redact(state, who)
    for event in answer.events:
        blank = redact(event, who)
        found += [blank, GAME.line(blank, view)]
        view = GAME.evolve(view, blank)
    assert view == redact(answer.state, who)
    return [*found, view, GAME.show(view)]


def test_a_drawn_card_is_its_owners_alone() -> None:
    state = position(hand="5H KC", stock="JKR 3C", first=True)
    assert "JKR" in repr(seen(state, DRAW, seat_observer(0, 0)))
    for who in OTHERS:
        assert "JKR" not in repr(seen(state, DRAW, who))


def test_only_drawn_cards_of_the_acting_seat_are_new() -> None:
    state = position(hand="5H KC", stock="JKR 3C", first=True)
    assert state.fresh == 0
    drawn = play(state, DRAW)
    assert drawn.fresh == 1
    assert play(drawn, REDRAW).fresh == 1


def test_no_card_is_new_when_a_deal_begins() -> None:
    state = GAME.new(Options())
    for seat in range(4):
        answer = GAME.decide(state, Sit(seat=seat, name=f"p{seat}", bot=False))
        assert isinstance(answer, Decided)
        state = answer.state
    answer = GAME.decide(state, Deal(deck=pack(Options().jokers)))
    assert isinstance(answer, Decided)
    assert answer.state.fresh == 0


def test_a_card_drawn_for_the_first_one_is_closed_and_the_first_one_open() -> None:
    state = play(position(hand="5H KC", stock="QD JKR 3C", first=True), DRAW)
    for who in OTHERS:
        visible = repr(seen(state, REDRAW, who))
        assert "QD" in visible
        assert "JKR" not in visible


def test_a_morto_is_its_owners_alone() -> None:
    state = position(phase="play", hand="KC", morto_next=["JKR"] * 11)
    assert "JKR" in repr(seen(state, discard("KC"), seat_observer(0, 0)))
    for who in OTHERS:
        assert "JKR" not in repr(seen(state, discard("KC"), who))


def test_a_whole_turn_reveals_nothing_of_a_morto_before_it_is_taken() -> None:
    """Otherwise a player who may empty the hand could probe the morto card by card."""
    laid = meld("5H 6H 7H")
    for behind in (discard("9S"), discard("3C"), meld("9S KC"), meld("9S TS JS"), extend(0, "8H")):
        lines = []
        for morto in ("9S TS JS 8H", "3C 4D KC QD"):
            state = position(phase="play", hand="5H 6H 7H", morto_next=morto)
            lines.append(refused(state, PlayTurn(plays=(laid, behind))))
        assert lines[0] == lines[1], behind


def test_a_hidden_morto_is_hidden_from_its_owner_too() -> None:
    rules = {"indirect_morto_hidden": True}
    state = position(rules=rules, phase="play", hand="KC", morto_next=["JKR"] * 11)
    assert "JKR" not in repr(seen(state, discard("KC"), seat_observer(0, 0)))


def test_cards_of_the_open_pile_stay_known_until_they_are_played() -> None:
    state = position(hand="5H KC 4D", lixo="7H 6H 9S QC")
    for who in OTHERS:
        view = redact(play(state, TAKE), who)
        assert sorted(view.known[0]) == ["6H", "7H", "9S", "QC"]
        assert view.hands[0] == (UNKNOWN,) * 7
        view = redact(play(state, TAKE, meld("5H 6H 7H"), discard("9S")), who)
        assert view.known[0] == ("QC",)


def test_the_twin_of_the_card_melded_from_the_top_stays_known() -> None:
    rules = {"pile_take": "must_meld_top"}
    state = position(rules=rules, hand="7H 8H KC 4D", lixo="6H 9S 6H")
    taken = play(state, TakePile(cards=cards("7H 8H")))
    for who in OTHERS:
        assert sorted(redact(taken, who).known[0]) == ["6H", "9S"]


def test_a_closed_pile_shows_its_top_alone() -> None:
    rules = {"pile_visibility": "top_only", "last_turn": "none"}
    state = position(rules=rules, hand="5H KC", lixo="JKR 9S")
    for who in OTHERS:
        view = redact(state, who)
        assert view.pile == (UNKNOWN, "9S")
        visible = repr(seen(state, TAKE, who))
        assert "JKR" not in visible
        assert redact(play(state, TAKE), who).known[0] == ("9S",)
        covered = redact(play(state, DRAW, discard("5H")), who)
        assert covered.pile == (UNKNOWN, UNKNOWN, "5H")
    assert "JKR" in repr(seen(state, TAKE, seat_observer(0, 0)))


def test_a_handle_reveals_nothing_about_a_cards_former_place() -> None:
    """What two seats call two equal cards follows from their own hands alone."""
    state = position(hand="9S KC QC", lixo="9S", hand_1="5D 6D")
    taken = play(state, TAKE)
    assert taken.hands[0] == ("9Sa", "KCa", "QCa", "9Sb")
    passed = play(taken, discard("9Sa"), TAKE)
    assert passed.hands[1] == ("5Da", "6Da", "9Sa")
    for who in OTHERS[1:]:
        for event in seen(taken, discard("9Sa"), who):
            assert "9Sa" not in repr(event)
            assert "9Sb" not in repr(event)


def test_the_end_of_the_deal_opens_all_dealt_cards() -> None:
    state = position(hand="KC QD", stock="4C", **OUT)
    after = play(state, DRAW, discard("4C"))
    assert redact(after, RAIL).opened == after.dealt


def test_the_table_is_shown_in_words_as_the_seat_sees_it() -> None:
    state = position(
        hand="KC 9S 9S 2H JKR",
        lixo="7H 9D",
        melds={"A": [["3S", "4S", "5S"]], "B": [["6H", "7H", "8H"]]},
    )
    text = "\n".join(GAME.show(redact(state, seat_observer(0, 0))))
    for line in (
        *("Our runs (A1 and A2):", "  0: 3S 4S 5S  [clean, 15]", "Their runs (B1 and B2):"),
        *("Pile: 7H 9D   stock 20   mortos 2", "> seat 0: A1, 5 cards"),
        *("  spades: 9Sa 9Sb", "  hearts: 2H", "  clubs: KC", "  jokers: JKR"),
    ):
        assert line in text
    rail = "\n".join(GAME.show(redact(state, RAIL)))
    assert "Your hand" not in rail


def test_a_hand_of_three_cards_is_warned_of() -> None:
    state = position(hand="KC", hand_1="9H TD", hand_2="3C 4C 5C", hand_3="6C 7C 8C 9C")
    lines = [line.strip() for line in GAME.show(redact(state, RAIL)) if "seat" in line]
    assert lines == [
        *("> seat 0: A1, 1 card (!)", "seat 1: B1, 2 cards (!)"),
        *("seat 2: A2, 3 cards (!)", "seat 3: B2, 4 cards"),
    ]


def test_cards_taken_from_the_open_pile_are_shown_at_their_seat() -> None:
    taken = play(position(hand="KC QD", lixo="7H 3S"), TAKE, discard("KC"))
    for who in (*OTHERS, seat_observer(0, 0)):
        assert "  seat 0: A1, 3 cards (!), holds 3S 7H from the pile" in GAME.show(
            redact(taken, who)
        )


def test_the_last_turn_is_shown_over_the_table() -> None:
    state = position(rules={"last_turn": "always"}, hand="KC QD", stock="4C", **OUT)
    visible = seen(play(state, DRAW), discard("4C"), RAIL)
    assert "Last turn: B1." in visible
    assert visible[-1][0] == "Deal 1, last turn. A1 and A2 0, B1 and B2 0; to 3,000."


def test_a_canastra_is_announced_once() -> None:
    six = [rank + "S" for rank in "345678"]
    state = position(phase="play", hand="9S TS 2H KC QD", melds={"A": [six]})
    seventh = seen(state, extend(0, "9S"), RAIL)
    assert seventh[1] == "A1 adds 9S: 3S 4S 5S 6S 7S 8S 9S, a clean canastra."
    state = play(state, extend(0, "9S"))
    assert seen(state, extend(0, "TS"), RAIL)[1].endswith("9S TS.")
    assert seen(state, extend(0, "2H"), RAIL)[1].endswith("9S, a dirty canastra.")


def test_the_auditor_is_shown_every_card_in_play() -> None:
    rules = {"pile_visibility": "top_only", "last_turn": "none", "indirect_morto_hidden": True}
    given = {"hand": "KC", "hand_1": "9S 2H 9S JKR", "hand_2": "AH 3H", "hand_3": "4D"}
    state = position(rules=rules, phase="play", lixo="7H 9D", morto_next="8C 8S", **given)
    state = play(state, discard("KC"))
    shown_lines = GAME.show(state)
    assert shown_lines[-4:] == (
        *("Hand of A1: 8S 8C", "Hand of B1: 9S 9S 2H JKR"),
        *("Hand of A2: AH 3H", "Hand of B2: 4D"),
    )
    assert any(line.startswith("Pile: 7H 9D KC ") for line in shown_lines)
    for who in (*OTHERS, seat_observer(0, 0)):
        lines = GAME.show(redact(state, who))
        assert not any(line.startswith("Hand of") for line in lines)
        assert any(line.startswith("Pile: 2 closed, then KC ") for line in lines)


def test_a_deal_begins_with_the_hands_that_a_view_knows() -> None:
    state = GAME.new(Options())
    for seat, name in enumerate(("Ana", "Bia", "Caio", "Davi")):
        state = decided(state, Sit(seat=seat, name=name)).state
    started = decided(state, Deal(deck=pack(0))).events[0]
    assert "begins. Hands: Ana AS 5S 9S KS 4H 8H QH 3D 7D JD 2C; Bia 2S" in GAME.line(
        started, state
    )
    own = seat_observer(1, 1)
    line = GAME.line(redact(started, own), redact(state, own))
    assert line.endswith("begins. Your cards: 2S 6S TS AH 5H 9H KH 4D 8D QD 3C.")
    assert GAME.line(redact(started, RAIL), redact(state, RAIL)) == "Deal 1: Ana begins."


def decided(state: State, command: Any) -> Decided[State]:
    answer = GAME.decide(state, command)
    assert isinstance(answer, Decided)
    return answer


def test_a_morto_is_announced_once_for_its_pair() -> None:
    took = {"mortos": 1, "took": [False, True], "melds": {"A": [], "B": [["6H", "7H", "8H"]]}}
    lines = GAME.show(redact(position(hand="KC 9S", **took), seat_observer(0, 0)))
    assert [line for line in lines if "morto taken" in line] == [
        "Their runs (B1 and B2), morto taken:"
    ]
    with_none = GAME.show(redact(position(hand="KC 9S", **OUT), RAIL))
    assert [line for line in with_none if "morto taken" in line] == [
        "A1 and A2: none, morto taken",
        "B1 and B2: none, morto taken",
    ]


def test_one_card_is_in_the_singular() -> None:
    given = {"hand": "5H 6H KC", "lixo": "9C 7H"}
    take = TakePile(cards=cards("5H 6H"))
    assert "with 1 card below it" in repr(seen(position("stbl", **given), take, OTHERS[0]))
    ending = position(hand="KC", hand_1="QD", hand_2="AH 3H", hand_3="4D", stock="4C", **OUT)
    visible = seen(play(ending, DRAW), discard("4C"), RAIL)
    assert "0 cards laid +0, 3 cards in hand -30 = -30" in repr(visible)
    assert "2 cards in hand -15" in repr(visible)


def test_the_score_sheets_stand_at_the_table_until_the_next_deal() -> None:
    ending = position(hand="KC", hand_1="QD", hand_2="AH 3H", hand_3="4D", stock="4C", **OUT)
    after = play(ending, DRAW, discard("4C"))
    lines = [" ".join(line.split()) for line in GAME.show(redact(after, RAIL))]
    first = lines.index("Score of A1 and A2:")
    assert lines[first + 1 : first + 5] == [
        *("0 cards laid 0", "3 cards in hand -30", "deal 1 -30", "match -30"),
    ]
    assert "Score of B1 and B2:" in lines
    answer = GAME.decide(after, Deal(deck=pack(0)))
    assert isinstance(answer, Decided)
    assert "Score of" not in repr(GAME.show(redact(answer.state, RAIL)))
