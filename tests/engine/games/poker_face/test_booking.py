"""The bookkeeper's actions: entering, correcting and passing on the books; refusals; words."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from tests.engine.games.poker_face.books import HIGH, LOW, Book

from carteado.engine.cards import PACK as HOLDEM
from carteado.engine.errors import OptionsError, Refusal
from carteado.engine.events import event_to_plain
from carteado.engine.game import Act, Deal, Decided, Leave, Rematch, Return, Sit, SitOut, TopUp
from carteado.engine.games.poker_face import GAME
from carteado.engine.games.poker_face.actions import EnterRound
from carteado.engine.games.poker_face.events import MatchStarted, RoundCorrected, RoundJudged
from carteado.engine.games.poker_face.options import MAX_MONEY, Options
from carteado.engine.games.poker_face.state import total
from carteado.engine.plain import to_plain
from carteado.engine.visibility import AUDITOR, RAIL, hidden_fields, redact, seat_observer
from carteado.protocol.codec import MAX_OUTBOUND
from carteado.protocol.log import MAX_BODY, MAX_EVENTS

A, B = f"Ana 100 {HIGH}", f"Bia 200 {LOW}"


def refused(book: Book, answer: Any, code: str, **details: Any) -> Refusal:
    """See that an answer is a refusal with a code and details."""
    assert isinstance(answer, Refusal), answer
    assert answer.code == code
    assert answer.message
    assert {key: answer.details[key] for key in details} == details
    return answer


def begun(**options: Any) -> Book:
    """A book with one round, which Ana won: she has 1250, Bia 750."""
    book = Book(**options)
    assert isinstance(book.enter(50, A, B), Decided)
    assert book.money() == {"Ana": 1250, "Bia": 750}
    return book


# Entering


def test_the_first_round_starts_the_match() -> None:
    book = begun()
    _, started, judged = book.events
    assert started == MatchStarted(players=("Ana", "Bia"), money=(1000, 1000))
    assert judged == RoundJudged(
        number=1,
        ante=50,
        players=(0, 1),
        bets=(100, 200),
        hands=(tuple(HIGH.split()), tuple(LOW.split())),
        twice=(),
        problem="",
        winners=(0,),
        code="HC",
        pot=400,
        amount=400,
        odd=(),
        rest=0,
        money=(1250, 750),
    )


def test_entries_may_come_word_by_word() -> None:
    words = f"Ana Maria 100 {HIGH} Bia 200 {LOW}".split()
    one, other = Book(), Book()
    one.enter(50, *words)
    other.enter(50, f"Ana Maria 100 {HIGH}", B)
    assert one.events == other.events


@pytest.mark.parametrize(
    ("words", "code", "entry"),
    [
        (f"Ana 100 {HIGH} Bia 200 2E 4C", "round/not_five_cards", 1),
        (f"Ana 100 {HIGH} Bia", "round/bad_entry", 1),
        (f"Ana 100 {HIGH} 200 {LOW}", "round/bad_name", 0),
        ("Ana", "round/bad_entry", 0),
        (f"Ana 100 2P {HIGH} Bia 200 {LOW}", "round/not_five_cards", 0),
        (f"Ana 100 {HIGH} Bia 200 14C 4C 5O 7E 9C", "round/no_such_card", 1),
        (f"Ana 100 {HIGH} Bia 200 {LOW} x", "round/bad_entry", 2),
    ],
)
def test_words_that_make_no_entries_are_refused(words: str, code: str, entry: int) -> None:
    book = Book()
    refused(book, book.enter(50, *words.split()), code, entry=entry)


@pytest.mark.parametrize(
    ("ante", "entries", "code"),
    [
        ("50", (A, B), "round/bad_number"),
        (True, (A, B), "round/bad_number"),
        (2**80, (A, B), "round/bad_number"),
        (50, (A,), "round/players"),
        (50, (), "round/players"),
        (50, (A, 5), "round/bad_entry"),
        (50, (A, A), "round/name_twice"),
    ],
)
def test_an_invalid_first_round_is_refused(ante: Any, entries: Any, code: str) -> None:
    book = Book()
    before = book.state
    refused(book, book.enter(ante, *entries), code)
    assert book.state == before


def test_entries_that_are_not_a_list_are_refused() -> None:
    book = Book()
    wrong: Any = EnterRound(ante=50, entries=A)
    refused(book, book.give(Act(seat=0, action=wrong)), "round/bad_entry")


def test_a_later_round_has_players_of_the_match() -> None:
    book = begun()
    refused(book, book.enter(50, A, f"Zoe 50 {LOW}"), "round/unknown_name", entry=1, name="Zoe")
    refused(book, book.enter(50), "round/no_player")


# Correcting


def test_a_correction_is_an_event_and_the_log_keeps_the_mistake() -> None:
    book = begun()
    book.enter(50, A, B)
    before = tuple(book.events)
    assert isinstance(book.correct(1, 50, f"Ana 100 {LOW}", f"Bia 200 {HIGH}"), Decided)
    assert tuple(book.events[: len(before)]) == before
    corrected, first, second = book.events[len(before) :]
    assert corrected == RoundCorrected(
        number=1, last=2, players=("Ana", "Bia"), money=(1000, 1000), discarded=0
    )
    assert (first.number, first.winners, first.money) == (1, (1,), (850, 1150))
    assert (second.number, second.winners, second.money) == (2, (0,), (1100, 900))
    assert book.money() == {"Ana": 1100, "Bia": 900}


def test_a_correction_judges_the_rounds_after_it_with_the_money_that_is_then_there() -> None:
    book = begun()
    book.enter(50, f"Ana 1200 {HIGH}", f"Bia 50 {LOW}")
    assert book.events[-1].problem == ""
    book.correct(1, 50, f"Ana 100 {LOW}", f"Bia 200 {HIGH}")
    assert book.events[-1].problem == "money"
    assert book.money() == {"Ana": 850, "Bia": 1150}
    book.correct(1, 50, A, B)
    assert book.events[-1].problem == ""


def test_a_corrected_match_is_the_match_that_was_entered_right_at_once() -> None:
    wrong, right = begun(), begun()
    wrong.enter(51, B, A.replace("7P", "9C"))
    wrong.enter(50, A)
    wrong.correct(2, 50, B, A)
    right.enter(50, B, A)
    right.enter(50, A)
    assert wrong.state == right.state


def test_a_correction_of_the_first_round_may_change_who_plays() -> None:
    book = begun()
    answer = book.correct(1, 50, f"Bia 200 {LOW}", f"Anna 100 {HIGH}", f"Caio 50 {LOW}")
    assert isinstance(answer, Decided)
    assert book.money() == {"Bia": 750, "Anna": 1350, "Caio": 900}
    book.enter(50, f"Caio 50 {HIGH}")
    assert book.events[-1].players == (2,)


def test_players_of_later_rounds_keep_their_names_when_the_first_round_changes() -> None:
    book = begun()
    book.enter(50, f"Bia 50 {LOW}")
    book.correct(1, 50, B, f"Caio 100 {HIGH}", A)
    assert book.state.players == ("Bia", "Caio", "Ana")
    assert book.events[-1].players == (0,)


def test_a_correction_that_would_strand_a_player_of_a_later_round_is_refused() -> None:
    book = begun()
    book.enter(50, A)
    answer = book.correct(1, 50, B, f"Caio 100 {HIGH}")
    refused(book, answer, "round/strands_a_player", name="Ana", number=2)


@pytest.mark.parametrize("number", [0, 3, -1, True, "1", None, 2**80])
def test_only_an_existing_round_can_be_corrected(number: Any) -> None:
    book = begun()
    book.enter(50, A)
    refused(book, book.correct(number, 50, A, B), "round/not_kept", min=1, max=2)


def test_nothing_can_be_corrected_before_the_first_round() -> None:
    book = Book()
    refused(book, book.correct(1, 50, A, B), "round/nothing_to_correct")


def test_a_wrong_correction_is_refused_and_changes_nothing() -> None:
    book = begun()
    before = book.state
    refused(book, book.correct(1, 50, A, f"Bia 200 {LOW} 3P"), "round/not_five_cards", entry=1)
    assert book.state == before


def test_as_many_rounds_as_the_table_keeps_can_be_corrected() -> None:
    book = begun(history=2, odd_chips="discard")
    for _ in range(3):
        book.enter(51, A.replace("100", "50"), B.replace("200", "50").replace(LOW, HIGH))
    assert [one.number for one in book.state.rounds] == [3, 4]
    assert GAME.legal(book.state, 0).correct_round == (3, 4)
    refused(book, book.correct(2, 50, A, B), "round/not_kept", min=3, max=4)
    book.correct(3, 50, A, B)
    rewound = next(event for event in book.events if type(event) is RoundCorrected)
    assert rewound.money == next(e for e in book.events if getattr(e, "number", 0) == 2).money


def test_discards_before_a_corrected_round_stay_discarded() -> None:
    tie = (f"Ana 50 {HIGH}", f"Bia 50 {HIGH}", f"Caio 50 {LOW}")
    book = Book(history=1)
    for _ in range(3):
        book.enter(51, *tie)
    assert book.state.discarded == 3
    book.correct(3, 50, *tie)
    assert book.state.discarded == 2
    assert total(book.state) == 3000


def test_the_longest_correction_fits_a_record_of_the_log_and_the_table_a_frame() -> None:
    names = [chr(0x10400 + at) * 64 for at in range(10)]
    suits = ("13P 12E 11C 10O 13C", "13E 12P 11E 10C 13O")
    entries = [f"{name} 100000000000 {suits[at % 2]}" for at, name in enumerate(names)]
    book = Book(history=500, money=MAX_MONEY)
    for _ in range(500):
        book.enter(10**10 + 7, *entries)
    before = len(book.events)
    assert isinstance(book.correct(1, 10**10 + 7, *entries[1:], entries[0]), Decided)
    events = [event_to_plain(event) for event in book.events[before:]]
    assert len(events) > 500
    assert len(events) <= MAX_EVENTS
    assert len(msgpack.packb(events)) < MAX_BODY * 9 // 10
    assert len(json.dumps(to_plain(book.state))) < MAX_OUTBOUND * 9 // 10


# The table


def test_the_bookkeeper_alone_enters_rounds() -> None:
    book = Book()
    action = EnterRound(ante=50, entries=(A, B))
    for seat in (1, -1, True, None, "0"):
        wrong: Any = seat
        refused(book, book.give(Act(seat=wrong, action=action)), "seat/unknown")
    book.give(Leave(seat=0))
    refused(book, book.give(Act(seat=0, action=action)), "seat/free", seat=0)


def test_the_books_pass_on() -> None:
    book = begun()
    refused(book, book.give(Sit(seat=0, name="Paul")), "seat/taken")
    assert isinstance(book.give(Leave(seat=0)), Decided)
    assert isinstance(book.give(Sit(seat=0, name="Paul")), Decided)
    assert book.state.names == ("Paul",)
    assert isinstance(book.enter(50, A, B), Decided)


def test_the_bookkeeper_pauses_and_comes_back() -> None:
    book = Book()
    refused(book, book.give(Return(seat=0)), "seat/not_away")
    assert isinstance(book.give(SitOut(seat=0)), Decided)
    refused(book, book.give(SitOut(seat=0)), "seat/away")
    assert book.state.away == (True,)
    assert isinstance(book.give(Return(seat=0)), Decided)
    assert book.state.away == (False,)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Sit(seat=1, name="Paul"), "seat/unknown"),
        (Sit(seat=0, name=" "), "seat/bad_name"),
        (Sit(seat=0, name="Paul", bot=True), "seat/no_bots"),
        (Sit(seat=0, name="Paul", credit=5), "table/no_chips"),
        (SitOut(seat=0), "seat/free"),
        (Return(seat=0), "seat/free"),
        (Leave(seat=0), "seat/free"),
        (TopUp(seat=0, amount=5), "table/no_chips"),
        (Rematch(seat=None), "table/no_rematch"),
        (Deal(deck=HOLDEM), "table/no_deal"),
        ("deal", "table/unknown_command"),
    ],
)
def test_commands_that_do_not_fit_this_table_are_refused(command: Any, code: str) -> None:
    book = Book()
    book.give(Leave(seat=0))
    refused(book, book.give(command), code)


def test_an_invalid_action_is_refused() -> None:
    book = Book()
    refused(book, book.give(Act(seat=0, action={"type": "enter_round"})), "action/unknown")


def test_the_game_declares_itself_an_adjudicator() -> None:
    book = begun()
    state = book.state
    assert GAME.adjudicator
    assert GAME.turn(state) is None
    assert GAME.pack(state) is None
    assert not GAME.over(state)
    assert GAME.exposed(state) == {}
    assert GAME.seats(state.options) == 1
    assert GAME.team(state.options, 0) is None
    legal = GAME.legal(state, 0)
    assert legal.enter_round
    assert GAME.corners(legal) == ()
    for ask in (lambda: GAME.pick(legal, 0), lambda: GAME.default(state, 0)):
        with pytest.raises(ValueError, match="adjudicator"):
            ask()


def test_nobody_but_the_bookkeeper_is_offered_anything() -> None:
    assert not GAME.legal(begun().state, 1).enter_round
    assert GAME.legal(Book().state, 0).correct_round is None
    assert not GAME.legal(GAME.new(Options()), 0).enter_round


def test_everybody_sees_everything() -> None:
    book = begun()
    for cls in (*GAME.events, GAME.state_type):
        assert hidden_fields(cls) == ()
    for observer in (RAIL, AUDITOR, seat_observer(0)):
        assert redact(book.state, observer) is book.state


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("money", -1),
        ("money", MAX_MONEY + 1),
        ("money", "5"),
        ("checks", "hard"),
        ("odd_chips", True),
        ("history", 501),
        ("history", -1),
    ],
)
def test_house_rules_that_cannot_be_are_refused(key: str, value: Any) -> None:
    with pytest.raises(OptionsError) as wrong:
        Options(**{key: value})
    assert wrong.value.key == key


# In words


def lines_of(book: Book) -> list[str]:
    """The line of every event."""
    state = GAME.new(book.state.options)
    lines = []
    for event in book.events:
        lines.append(GAME.line(event, state))
        state = GAME.evolve(state, event)
    return lines


def test_the_match_is_shown_in_words() -> None:
    book = Book(odd_chips="first")
    assert GAME.show(book.state)[0] == "No rounds so far. The books: Rita."
    book.enter(51, f"Ana 50 {HIGH}", f"Bia 50 {HIGH}", f"Caio 50 {LOW}")
    book.enter(5, f"Ana 50 {HIGH}")
    book.give(SitOut(seat=0))
    assert lines_of(book) == [
        "Rita keeps the books.",
        "The match begins: Ana, Bia and Caio, with 1,000 each.",
        "Round 1: Ana and Bia win each 151 with high card, Ana one more. "
        "Seen twice: 1P 13E 11C 9O 7P. Money: Ana 1,051, Bia 1,050, Caio 899.",
        "Round 2 is invalid, the ante is below the minimum of 50: no money moves. "
        "Money: Ana 1,051, Bia 1,050, Caio 899.",
        "Rita pauses.",
    ]
    assert GAME.show(book.state) == (
        "2 rounds so far. The books: Rita, who pauses.",
        "Round 1: Ana and Bia win each 151 with high card, Ana one more. "
        "Seen twice: 1P 13E 11C 9O 7P.",
        "Round 2 is invalid, the ante is below the minimum of 50: no money moves.",
        "  Ana: 1,051",
        "  Bia: 1,050",
        "  Caio: 899",
        "The bookkeeper types enter-round or correct-round; help enter-round shows how.",
    )


def test_a_correction_and_a_remainder_are_described_in_words() -> None:
    book = begun()
    book.correct(1, 50, A, B)
    assert lines_of(book)[3] == "Round 1 was entered wrongly and is judged again."
    tie = (f"Ana 50 {HIGH}", f"Bia 50 {HIGH}")
    book.correct(1, 50, *tie, f"Caio 51 {LOW}")
    assert book.events[-1].problem == "bet"
    book.correct(1, 51, *tie, f"Caio 50 {LOW}")
    assert lines_of(book)[-1] == "1 of round 1 cannot be shared and is discarded."
    book.enter(50, *tie)
    book.correct(1, 50, *tie, f"Caio 50 {LOW}")
    assert "Round 1 was entered wrongly: rounds 1 to 2 are judged again." in lines_of(book)
    book.give(Leave(seat=0))
    assert lines_of(book)[-1] == "Rita hands over the books."
    assert GAME.show(book.state)[0] == "2 rounds so far. The books: nobody."


def test_discards_are_shown() -> None:
    book = Book()
    book.enter(51, f"Ana 50 {HIGH}", f"Bia 50 {HIGH}", f"Caio 50 {LOW}")
    assert GAME.show(book.state)[-2] == "  discarded: 1"
    assert GAME.show(book.state)[0] == "1 round so far. The books: Rita."
