"""Properties of every Poker Face match: conserved money, order, corrections, replay."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.games.poker_face.books import Book

from carteado.engine.events import event_from_plain, event_to_plain
from carteado.engine.game import Decided
from carteado.engine.games.poker_face import GAME
from carteado.engine.games.poker_face.actions import ACTIONS
from carteado.engine.games.poker_face.events import RemainderDiscarded, RoundJudged
from carteado.engine.games.poker_face.hands import PACK
from carteado.engine.games.poker_face.options import MAX_MONEY
from carteado.engine.games.poker_face.state import total
from carteado.engine.plain import from_plain, to_plain

NAMES = ("Ana", "Bia", "Caio", "Davi")

CARDS = st.lists(st.sampled_from(PACK), min_size=5, max_size=5)

AMOUNTS = st.sampled_from([0, 1, 25, 50, 51, 77, 100, 150, 500, 1000])

ENTRIES = st.builds(lambda bet, cards: f"{bet} {' '.join(cards)}", AMOUNTS, CARDS)


def rounds(names: Any) -> st.SearchStrategy[tuple[int, tuple[str, ...]]]:
    """Antes and entries of rounds in which `names` take part, in that order."""

    def with_entries(chosen: Any) -> Any:
        entries = st.lists(ENTRIES, min_size=len(chosen), max_size=len(chosen))
        pairs = entries.map(lambda e: tuple(f"{n} {x}" for n, x in zip(chosen, e, strict=True)))
        return st.tuples(AMOUNTS, pairs)

    return names.flatmap(with_entries)


FIRST = rounds(st.permutations(NAMES))

LATER = rounds(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))

OPTIONS = st.fixed_dictionaries(
    {
        "checks": st.sampled_from(["standard", "lenient", "strict"]),
        "odd_chips": st.sampled_from(["discard", "first"]),
        "history": st.integers(0, 4),
        "money": st.sampled_from([0, 100, 1000, MAX_MONEY]),
    }
)

MATCHES = st.tuples(OPTIONS, FIRST, st.lists(LATER, max_size=5))


def played(match: Any) -> Book:
    options, first, later = match
    book = Book(**options)
    for ante, entries in (first, *later):
        assert isinstance(book.enter(ante, *entries), Decided)
    return book


@given(MATCHES)
def test_money_is_conserved_by_every_event(match: Any) -> None:
    book = played(match)
    state = GAME.new(book.state.options)
    whole = 4 * state.options.money
    for event in book.events:
        state = GAME.evolve(state, event)
        assert GAME.total(state) == (whole if state.players else 0)
        assert all(money >= 0 for money in state.money)
        if type(event) is RoundJudged and event.problem:
            assert (event.winners, event.amount, event.rest, event.code) == ((), 0, 0, "I")
    assert state == book.state
    gone = sum(e.amount for e in book.events if type(e) is RemainderDiscarded)
    assert state.discarded == gone
    assert state.undivided == 0
    assert not gone or state.options.odd_chips == "discard"
    assert sum(state.money) + gone == whole


@given(MATCHES, st.randoms(use_true_random=False))
def test_the_order_of_players_and_of_cards_changes_nothing(match: Any, chance: Any) -> None:
    options, first, later = match

    def turned(entered: Any) -> Any:
        ante, entries = entered
        shuffled = []
        for entry in entries:
            *start, a, b, c, d, e = entry.split()
            shuffled.append(" ".join([*start, *chance.sample([a, b, c, d, e], 5)]))
        return ante, tuple(chance.sample(shuffled, len(shuffled)))

    one, other = played(match), played((options, turned(first), [turned(x) for x in later]))
    assert one.money() == other.money()
    for ours, theirs in zip(judged(one), judged(other), strict=True):
        assert named(one, ours.winners) == named(other, theirs.winners)
        assert (ours.code, ours.amount, ours.problem) == (
            theirs.code,
            theirs.amount,
            theirs.problem,
        )
        assert set(ours.twice) == set(theirs.twice)


def judged(book: Book) -> list[RoundJudged]:
    return [event for event in book.events if type(event) is RoundJudged]


def named(book: Book, places: tuple[int, ...]) -> list[str]:
    return [book.state.players[place] for place in places]


@given(MATCHES, st.data())
def test_a_correction_gives_the_match_that_would_have_been(match: Any, data: Any) -> None:
    options, first, later = match
    options = {**options, "history": 10}
    number = data.draw(st.integers(1, 1 + len(later)))
    right = data.draw(FIRST if number == 1 else LATER)
    wrong = played((options, first, later))
    assert isinstance(wrong.correct(number, right[0], *right[1]), Decided)
    assert total(wrong.state) == 4 * options["money"]
    every = [first, *later]
    every[number - 1] = right
    assert wrong.state == played((options, every[0], every[1:])).state


@given(MATCHES)
def test_a_log_of_plain_data_folds_to_the_same_match(match: Any) -> None:
    book = played(match)
    state = GAME.new(book.state.options)
    for event in book.events:
        state = GAME.evolve(state, event_from_plain(GAME, event_to_plain(event)))
    assert state == book.state
    assert from_plain(GAME.state_type, to_plain(state)) == state


def test_events_that_are_not_known_change_nothing() -> None:
    state = Book().state
    assert GAME.evolve(state, object()) is state
    assert GAME.line(object(), state) == ""
    assert {cls.__dataclass_fields__["type"].default for cls in ACTIONS} == {
        "enter_round",
        "correct_round",
    }
