"""The statistics of Poker Face: rounds as they were judged last."""

from __future__ import annotations

from tests.engine.games.poker_face.books import HIGH, LOW, Book

from carteado.engine.games.poker_face.statistics import sections
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOpened, TableOptions
from carteado.engine.tables.statistics import TableStatistics


def noted(book: Book) -> TableStatistics:
    statistics = TableStatistics()
    statistics.note(
        TableOpened(
            table="t",
            title="",
            game="poker-face",
            rules="poker_face/1",
            options=to_plain(book.state.options),
            settings=TableOptions(),
        )
    )
    for event in book.events:
        statistics.note(event)
    return statistics


def counted(book: Book) -> dict[str, dict[str, int]]:
    statistics = noted(book)
    return {
        statistics.book.names[key]: {
            name: tally.counts[name] for name in ("rounds", "played", "won", "money")
        }
        for key, tally in statistics.book.tallies.items()
    }


def test_a_corrected_round_counts_as_it_was_judged_last() -> None:
    book = Book(money=1000)
    book.enter(50, f"Ana 100 {HIGH}", f"Bia 100 {LOW}")
    assert counted(book) == {
        "Ana": {"rounds": 1, "played": 1, "won": 1, "money": 150},
        "Bia": {"rounds": 1, "played": 1, "won": 0, "money": -150},
    }
    book.enter(50, f"Ana 200 {HIGH}", f"Bia 200 {LOW}")
    book.correct(1, 50, f"Ana 100 {LOW}", f"Bia 100 {HIGH}")
    assert counted(book) == {
        "Ana": {"rounds": 2, "played": 2, "won": 1, "money": 100},
        "Bia": {"rounds": 2, "played": 2, "won": 1, "money": -100},
    }
    assert book.state.money == (1100, 900)


def test_the_best_winning_hand_is_the_strongest_that_won() -> None:
    book = Book(money=1000)
    flush, pair = "1P 3P 5P 7P 9P", "2E 2C 5O 7E 9C"
    for hand in (pair, flush, pair):
        book.enter(50, f"Ana 100 {hand}", "Bia 100 2O 4C 6O 8E 9E")
    tallies = noted(book).book.tallies
    assert {tally.best[1] for tally in tallies.values() if tally.best} == {"a flush"}
    (winner,) = (tally for tally in tallies.values() if tally.best)
    results, _ = sections(winner, False, str)
    assert [figure.word for figure in results.figures if figure.name == "best"] == ["a flush"]
