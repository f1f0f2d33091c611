"""Files of rounds: accepted ones, and the line of each error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engine.games.poker_face.books import HIGH, LOW, judged, output

from carteado.engine.games.poker_face.judge import Judge, RoundsError
from carteado.engine.games.poker_face.reading import MAX_LINE, RoundsReader

TEXT = f"2 1000\n2 50\nAna Maria 50 {HIGH}\nBia 50 {LOW}\n1 50\nBia 50 {LOW}\n"


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.rstrip("\n"),
        "\n\n" + TEXT.replace("\n", "\n\n \t\n") + "\n",
        TEXT.replace(" ", "   \t"),
        TEXT.replace("\n", "  \n  "),
    ],
    ids=["CR LF", "no final newline", "blank lines", "wide blanks", "blanks at the ends"],
)
def test_the_file_may_be_written_in_other_ways(text: str) -> None:
    assert judged(text)[0] == judged(TEXT)[0]


def test_lines_after_the_last_round_are_not_read() -> None:
    def lines() -> Iterator[str]:
        yield from TEXT.splitlines()
        raise AssertionError("read on")

    judge = Judge(lines(), checks="standard", odd_chips="discard")
    assert len(list(judge)) == 2


def test_a_round_is_judged_as_soon_as_its_last_line_is_read() -> None:
    seen: list[str] = []

    def lines() -> Iterator[str]:
        for line in TEXT.splitlines():
            seen.append(line)
            yield line

    judge = Judge(lines(), checks="standard", odd_chips="discard")
    assert len(seen) == 1
    next(iter(judge))
    assert len(seen) == 4


def test_the_bet_is_the_first_word_from_the_right_that_five_cards_follow() -> None:
    text = TEXT.replace("Ana Maria", "Ana  Maria da   Luz")
    assert output(text)[1] == "Ana Maria da Luz"


WRONG = [
    ("", 0, "the file ends here, the number of rounds and the money is missing"),
    ("\n\n", 2, "the file ends here, the number of rounds and the money is missing"),
    ("2", 1, "'2' is not ROUNDS MONEY"),
    ("2 1000 5", 1, "'2 1000 5' is not ROUNDS MONEY"),
    ("two 1000", 1, "'two' is not a whole number up to 9007199254740991"),
    ("2 1e3", 1, "'1e3' is not a whole number up to 9007199254740991"),
    ("2 1000.0", 1, "'1000.0' is not a whole number up to 9007199254740991"),
    ("2 1_000", 1, "'1_000' is not a whole number up to 9007199254740991"),
    ("2 +5", 1, "'+5' is not a whole number up to 9007199254740991"),
    ("2 ٣", 1, "'٣' is not a whole number up to 9007199254740991"),
    ("-1 1000", 1, "-1 is not a number of rounds"),
    ("1 -1", 1, "money goes from 0 to 900719925474099, not -1"),
    ("1 900719925474100", 1, "money goes from 0 to 900719925474099, not 900719925474100"),
    (f"1 {'9' * 5000}", 1, "is not a whole number up to"),
    ("1 1000", 1, "the file ends here, round 1 of 1 is missing"),
    ("1 1000\n2", 2, "'2' is not PLAYERS ANTE"),
    ("1 1000\n2 x", 2, "'x' is not a whole number up to"),
    ("1 1000\n1 50", 2, "a match has 2 to 10 players, not 1"),
    ("1 1000\n11 50", 2, "a match has 2 to 10 players, not 11"),
    (TEXT.replace("1 50\n", "0 50\n"), 5, "a round has at least one player, not 0"),
    (TEXT.replace("1 50\n", "-1 50\n"), 5, "a round has at least one player, not -1"),
    ("1 1000\n2 50\n", 2, "the file ends here, player 1 of 2 in round 1 is missing"),
    (f"1 1000\n2 50\nA 50 {HIGH}\n\n", 4, "the file ends here, player 2 of 2 in round 1"),
    (f"2 1000\n2 50\nA 50 {HIGH}\nB 50 {LOW}", 4, "the file ends here, round 2 of 2 is missing"),
    (TEXT.replace("Bia 50 2E", "Bia 5x 2E", 1), 4, "'5x' is not a bet"),
    (TEXT.replace("Bia 50 2E", "Bia 5.0 2E", 1), 4, "'5.0' is not a bet"),
    (TEXT.replace("Bia 50 2E", f"Bia {2**53} 2E", 1), 4, f"'{2**53}' is not a bet"),
    (TEXT.replace("Bia 50 2E", "Bia 2E", 1), 4, "is not an entry. Type: NAME BET CARD"),
    (TEXT.replace("Bia 50 2E", "Bia Lu 2E", 1), 4, "'Lu' is not a bet"),
    (TEXT.replace("Bia 50 2E", "50 2E", 1), 4, "is not an entry"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 4C", 1), 4, "The hand of 'Bia' has 4"),
    (TEXT.replace("Bia 50 2E", "Bia 50 2E 3P", 1), 4, "The hand of 'Bia' has 6"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 2E 14C", 1), 4, "There is no card '14C'"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 2E 0C", 1), 4, "There is no card '0C'"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 2E 4c", 1), 4, "There is no card '4c'"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 2E 04C", 1), 4, "There is no card '04C'"),
    (TEXT.replace("Bia 50 2E 4C", "Bia 50 2E 11", 1), 4, "There is no card '11'"),
    (TEXT.replace("1 50\nBia", "1 50\nZoe"), 6, "Zoe is not a player in this match"),
    (TEXT.replace("Bia 50", "Ana Maria 50", 1), 4, "Ana Maria appears twice in this round"),
    (TEXT.replace("1 50\n", f"2 50\nBia 50 {LOW}\n"), 7, "Bia appears twice in this round"),
    (TEXT.replace("1 50\n", "5 50\n"), 6, "the file ends here, player 2 of 5 in round 2"),
    (TEXT.replace("Ana Maria", "Ana 7"), 3, "'Ana 7' is not a name. Use only letters and spaces"),
    (TEXT.replace("Ana Maria", "An4"), 3, "'An4' is not a name"),
    (TEXT.replace("Ana Maria", "A\x1b[2J"), 3, r"'A\x1b[2J' is not a name"),
    (TEXT.replace("Ana Maria", "A\udcff"), 3, r"'A\udcff' is not a name"),
    (
        TEXT.replace("Ana Maria", "A" * 65),
        3,
        "is not a name. Use only letters and spaces, at most 64",
    ),
    (TEXT.replace("Ana Maria", "A" * MAX_LINE), 3, "a line has less than 8192 characters"),
    (TEXT.replace("1 50\nBia", "1 50\nB1a"), 6, "'B1a' is not a name"),
]


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_an_error_of_the_file_names_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RoundsError) as wrong:
        judged(text)
    assert wrong.value.line == line
    assert reason in wrong.value.reason
    assert str(wrong.value) == f"line {line}: {wrong.value.reason}"
    assert wrong.value.reason.isprintable()


def test_a_round_of_more_players_than_there_are_is_not_read_to_its_end() -> None:
    def lines() -> Iterator[str]:
        yield from TEXT.replace("1 50\n", "1000000000 50\n").splitlines()
        yield f"Ana Maria 50 {HIGH}"
        yield f"Bia 50 {LOW}"
        raise AssertionError("read on")

    with pytest.raises(RoundsError, match="line 8: Bia appears twice"):
        list(Judge(lines(), checks="standard", odd_chips="discard"))


def test_letters_may_have_marks_of_their_own() -> None:
    name = "Jose\u0301 A\u0301lvaro"
    assert output(TEXT.replace("Ana Maria", name))[1] == name
    with pytest.raises(RoundsError, match="is not a name"):
        output(TEXT.replace("Ana Maria", "\u0301Ana"))


def test_a_reader_gets_the_lines_of_every_round() -> None:
    found = list(RoundsReader(("\n" + TEXT).splitlines()))
    assert [lines for _, _, lines in found] == [(3, 4, 5), (6, 7)]
    assert [ante for ante, _, _ in found] == [50, 50]
    assert found[1][1] == (f"Bia 50 {LOW}",)


def test_blanks_in_any_number_do_not_make_an_entry_longer() -> None:
    wide = TEXT.replace("Bia 50", "Bia" + " " * 500 + "50")
    entries = next(iter(RoundsReader(wide.splitlines())))[1]
    assert entries[1] == f"Bia 50 {LOW}"
