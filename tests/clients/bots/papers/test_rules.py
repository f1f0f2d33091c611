"""The tables of the heads-up paper and of the bully, row by row, on both sides of every boundary.

The rows stand here a second time, in the order of the paper's tables, so that the rule files are
checked against something: a move for each of the nine groups, or a line for each limit.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from carteado.bots.papers.rulebook import Move, RulesError, decide, read_rules, rules_of

BOOKS = {"c": "tight", "a": "aggressive"}

USUAL = {
    "stack": 75.0,
    "call": 0.0,
    "group": 9,
    "W": 50.0,
    "worse": 100.0,
    "improve": 0.0,
    "odds": 0.0,
    "button": True,
    "as_coded": False,
}
"""A deep stack and a hand of which nothing speaks for a bet."""


def moves(book: str, section: str, **quantities: Any) -> str:
    """What a rulebook does, as the rule files write it."""
    spot: Any = SimpleNamespace(**{**USUAL, **quantities})
    return said(decide(rules_of(book)[section], spot))


def said(move: Move) -> str:
    """A move as it is written."""
    return {"times": f"{move.size}x"}.get(
        move.kind, f"{move.kind} {move.size}" if move.size else move.kind
    )


PREFLOP = """
c | preflop, button    | stack=12    | +6 +6 +6 +6 +6 +3 +3 +3 fold
a | preflop, button    | stack=12    | +10 +10 +10 +10 +10 +10 +5 +5 fold
c | preflop, big blind | stack=12    | +8 +8 +8 +8 +4 +4 +4 check check
a | preflop, big blind | stack=12    | +12 +12 +12 +12 +12 +8 +8 +8 check
c | preflop, button    | stack=11.9  | jam jam jam jam jam jam jam jam fold
a | preflop, button    | stack=11.9  | jam jam jam jam jam jam jam jam fold
c | preflop, big blind | stack=11.9  | jam jam jam jam jam jam jam check check
a | preflop, big blind | stack=11.9  | jam jam jam jam jam jam jam jam check
c | preflop, button    | stack=8     | jam jam jam jam jam jam jam jam fold
c | preflop, big blind | stack=8     | jam jam jam jam jam jam jam check check
c | preflop, button    | stack=7.9   | jam jam jam jam jam jam jam jam jam
a | preflop, button    | stack=7.9   | jam jam jam jam jam jam jam jam jam
c | preflop, big blind | stack=7.9   | jam jam jam jam jam jam jam jam jam
a | preflop, big blind | stack=7.9   | jam jam jam jam jam jam jam jam jam
c | preflop, raised    | call=3      | 4x 4x 4x 4x 4x call call fold fold
c | preflop, raised    | call=3.1    | 4x 4x 2x 2x call call fold fold fold
c | preflop, raised    | call=6      | 4x 4x 2x 2x call call fold fold fold
c | preflop, raised    | call=6.1    | 4x 4x 2x call call fold fold fold fold
c | preflop, raised    | call=12     | 4x 4x 2x call call fold fold fold fold
c | preflop, raised    | call=12.1   | 4x 4x 2x call fold fold fold fold fold
a | preflop, raised    | call=5      | 5x 5x 5x 5x 5x 5x call call fold
a | preflop, raised    | call=5.1    | 6x 6x 6x 3x 3x call call fold fold
a | preflop, raised    | call=10     | 6x 6x 6x 3x 3x call call fold fold
a | preflop, raised    | call=10.1   | 4x 4x 4x 2x 2x call fold fold fold
a | preflop, raised    | call=15     | 4x 4x 4x 2x 2x call fold fold fold
a | preflop, raised    | call=15.1   | 5x 5x 5x 5x 3x call fold fold fold
c | preflop, raised    | stack=12 call=3   | 4x 4x 4x 4x 4x call call fold fold
c | preflop, raised    | stack=11.9 call=3 | jam jam jam jam jam jam fold fold fold
a | preflop, raised    | stack=11.9 call=3 | jam jam jam jam jam jam jam fold fold
c | preflop, raised    | stack=4 call=3    | jam jam jam jam jam jam fold fold fold
c | preflop, raised    | stack=3.9 call=3  | jam jam jam jam jam jam jam fold fold
a | preflop, raised    | stack=3.9 call=3  | jam jam jam jam jam jam jam jam fold
c | preflop, raised    | stack=2 call=2    | jam jam jam jam jam jam jam fold fold
c | preflop, raised    | stack=1.9 call=2  | call call call call call call call call call
a | preflop, raised    | stack=1.9 call=2  | call call call call call call call call call
"""

POSTFLOP = """
c a | flop and turn, no bet | W=49.9 stack=5              | check
c a | flop and turn, no bet | stack=7.9                   | jam
c | flop and turn, no bet | stack=8 improve=70.1          | +5
a | flop and turn, no bet | stack=8 improve=60.1          | +7
c | flop and turn, no bet | stack=8 improve=70.1 as_coded=1 | jam
a | flop and turn, no bet | stack=8 improve=60.1 as_coded=1 | jam
c | flop and turn, no bet | stack=8 improve=70            | check
a | flop and turn, no bet | stack=8 improve=60            | check
c | flop and turn, no bet | stack=11.9 worse=39.9         | jam
a | flop and turn, no bet | stack=11.9 worse=49.9         | jam
c | flop and turn, no bet | stack=11.9 worse=40           | check
a | flop and turn, no bet | stack=11.9 worse=50           | check
c | flop and turn, no bet | stack=12 worse=19.9           | +12
c | flop and turn, no bet | stack=12 worse=20             | +8
c | flop and turn, no bet | stack=12 worse=39.9           | +8
c | flop and turn, no bet | stack=12 worse=40             | check
c | flop and turn, no bet | improve=80.1                  | +8
c | flop and turn, no bet | improve=80                    | check
a | flop and turn, no bet | stack=12 worse=39.9           | +12
a | flop and turn, no bet | stack=12 worse=40             | +8
a | flop and turn, no bet | stack=12 worse=59.9           | +8
a | flop and turn, no bet | stack=12 worse=60             | check
a | flop and turn, no bet | improve=70.1                  | +10
a | flop and turn, no bet | improve=70                    | check

c a | flop and turn, bet | W=49.9 stack=3                 | fold
c a | flop and turn, bet | W=60 odds=60.1 stack=3         | fold
c a | flop and turn, bet | W=60 odds=60 stack=3.9 worse=60 improve=40 | call
c | flop and turn, bet | stack=3.9 worse=49.9             | jam
c | flop and turn, bet | stack=3.9 worse=50               | call
c | flop and turn, bet | stack=3.9 improve=50.1           | jam
c | flop and turn, bet | stack=3.9 improve=50             | call
a | flop and turn, bet | stack=3.9 worse=59.9             | jam
a | flop and turn, bet | stack=3.9 improve=40.1           | jam
c | flop and turn, bet | stack=4 W=60.1                   | jam
c | flop and turn, bet | stack=4 W=60                     | call
c | flop and turn, bet | stack=7.9 worse=39.9             | jam
c | flop and turn, bet | stack=7.9 worse=40               | call
c | flop and turn, bet | stack=7.9 improve=60.1           | jam
c | flop and turn, bet | stack=7.9 improve=60             | call
a | flop and turn, bet | stack=4 W=50.1                   | jam
a | flop and turn, bet | stack=4 W=50                     | call
a | flop and turn, bet | stack=7.9 worse=49.9             | jam
a | flop and turn, bet | stack=7.9 improve=50.1           | jam
a | flop and turn, bet | stack=7.9 worse=50 improve=50    | call
c | flop and turn, bet | stack=8 W=75.1                   | jam
c | flop and turn, bet | stack=8 W=75                     | 2x
c | flop and turn, bet | stack=14.9 W=65.1                | 2x
c | flop and turn, bet | stack=14.9 W=65                  | call
c | flop and turn, bet | stack=8 worse=34.9               | jam
c | flop and turn, bet | stack=8 worse=35                 | 2x
c | flop and turn, bet | stack=8 worse=40                 | call
c | flop and turn, bet | stack=8 improve=75.1             | jam
c | flop and turn, bet | stack=8 improve=75               | 2x
c | flop and turn, bet | stack=8 improve=70               | call
a | flop and turn, bet | stack=8 W=70.1                   | jam
a | flop and turn, bet | stack=8 W=70                     | 3x
a | flop and turn, bet | stack=14.9 W=55.1                | 3x
a | flop and turn, bet | stack=14.9 W=55                  | call
a | flop and turn, bet | stack=8 worse=39.9               | jam
a | flop and turn, bet | stack=8 worse=40                 | 3x
a | flop and turn, bet | stack=8 worse=50                 | call
a | flop and turn, bet | stack=8 improve=70.1             | jam
a | flop and turn, bet | stack=8 improve=70               | 3x
a | flop and turn, bet | stack=8 improve=60               | call

c | flop and turn, bet | stack=15 call=5 W=75.1           | 4x
c | flop and turn, bet | call=5 worse=34.9                | 4x
c | flop and turn, bet | call=5 worse=35 W=75             | 2x
c | flop and turn, bet | call=5 W=60.1                    | 2x
c | flop and turn, bet | call=5 W=60 improve=60.1         | call
c | flop and turn, bet | call=5 W=60 improve=60           | fold
c | flop and turn, bet | call=5.1 W=75.1 worse=34.9       | 4x
c | flop and turn, bet | call=5.1 W=75.1 worse=35         | 2x
c | flop and turn, bet | call=5.1 W=75 worse=34.9         | 2x
c | flop and turn, bet | call=5.1 W=65                    | fold
c | flop and turn, bet | call=5.1 W=65 improve=80.1       | call
c | flop and turn, bet | call=5.1 W=65 improve=80         | fold
c | flop and turn, bet | button=0 call=5 W=80.1           | 4x
c | flop and turn, bet | button=0 call=5 worse=29.9       | 4x
c | flop and turn, bet | button=0 call=5 W=80 worse=30    | 2x
c | flop and turn, bet | button=0 call=5 W=65.1           | 2x
c | flop and turn, bet | button=0 call=5 W=65 improve=65.1 | call
c | flop and turn, bet | button=0 call=5 W=65 improve=65  | fold
c | flop and turn, bet | button=0 call=5.1 W=80.1 worse=29.9 | 4x
c | flop and turn, bet | button=0 call=5.1 W=80.1 worse=30 | 2x
c | flop and turn, bet | button=0 call=5.1 W=75.1         | 2x
c | flop and turn, bet | button=0 call=5.1 W=75           | fold
c | flop and turn, bet | button=0 call=5.1 W=75 improve=85.1 | call
c | flop and turn, bet | button=0 call=5.1 W=75 improve=85 | fold
a | flop and turn, bet | stack=15 call=7 W=65.1           | 5x
a | flop and turn, bet | call=7 worse=44.9                | 5x
a | flop and turn, bet | call=7 W=65 worse=45             | 2x
a | flop and turn, bet | call=7 W=50.1                    | 2x
a | flop and turn, bet | call=7 W=50 improve=50.1         | call
a | flop and turn, bet | call=7 W=50 improve=50           | fold
a | flop and turn, bet | call=7.1 W=65.1 worse=44.9       | 5x
a | flop and turn, bet | call=7.1 W=65.1 worse=45         | 2x
a | flop and turn, bet | call=7.1 W=65 worse=44.9         | fold
a | flop and turn, bet | call=7.1 W=65 improve=60.1       | call
a | flop and turn, bet | button=0 call=7 W=70.1           | 5x
a | flop and turn, bet | button=0 call=7 worse=39.9       | 5x
a | flop and turn, bet | button=0 call=7 W=70 worse=40    | 3x
a | flop and turn, bet | button=0 call=7 W=55.1           | 3x
a | flop and turn, bet | button=0 call=7 W=55 improve=55.1 | call
a | flop and turn, bet | button=0 call=7 W=55 improve=55  | fold
a | flop and turn, bet | button=0 call=7.1 W=70.1 worse=39.9 | 5x
a | flop and turn, bet | button=0 call=7.1 W=70.1 worse=40 | 3x
a | flop and turn, bet | button=0 call=7.1 W=65.1         | 3x
a | flop and turn, bet | button=0 call=7.1 W=65           | fold
a | flop and turn, bet | button=0 call=7.1 W=65 improve=70.1 | call
a | flop and turn, bet | button=0 call=7.1 W=65 improve=70 | fold

c a | river, no bet | W=49.9 stack=5                      | check
c a | river, no bet | W=50 stack=7.9                      | jam
c | river, no bet | stack=8 W=70.1                        | jam
c | river, no bet | stack=11.9 W=70                       | check
a | river, no bet | stack=8 W=60.1                        | jam
a | river, no bet | stack=11.9 W=60                       | check
c | river, no bet | stack=12 W=80.1                       | +12
c | river, no bet | stack=12 W=80                         | +8
c | river, no bet | W=70.1                                | +8
c | river, no bet | W=70                                  | check
a | river, no bet | stack=12 W=70.1                       | +12
a | river, no bet | stack=12 W=70                         | +8
a | river, no bet | W=60                                  | check
c a | river, bet | W=49.9                                 | fold
c a | river, bet | W=60 odds=60.1                         | fold
c | river, bet | stack=3.9 W=60.1                         | jam
c | river, bet | stack=3.9 W=60                           | call
a | river, bet | stack=3.9 W=50                           | jam
c | river, bet | stack=4 W=70.1                           | jam
c | river, bet | stack=7.9 W=70                           | call
a | river, bet | stack=4 W=60.1                           | jam
a | river, bet | stack=7.9 W=60                           | call
c | river, bet | stack=8 W=75.1                           | jam
c | river, bet | stack=14.9 W=75                          | call
a | river, bet | stack=8 W=60.1                           | jam
a | river, bet | stack=14.9 W=60                          | call
c | river, bet | stack=15 call=5 W=85.1                   | 4x
c | river, bet | stack=15 call=5 W=85                     | call
c | river, bet | call=5 W=50                              | call
c | river, bet | call=5.1 W=95.1                          | jam
c | river, bet | call=5.1 W=95                            | 4x
c | river, bet | call=5.1 W=90                            | 3x
c | river, bet | call=5.1 W=80                            | call
c | river, bet | call=5.1 W=70                            | fold
a | river, bet | stack=15 call=8 W=75.1                   | 6x
a | river, bet | call=8 W=75                              | call
a | river, bet | call=8 W=50                              | call
a | river, bet | call=8.1 W=85.1                          | jam
a | river, bet | call=8.1 W=85                            | 6x
a | river, bet | call=8.1 W=80                            | 4x
a | river, bet | call=8.1 W=70                            | call
a | river, bet | call=8.1 W=50                            | fold
"""

FORMULA = """
m | only fold or call | V=5         | fold
m | only fold or call | V=5.01      | call
m | bet               | V=0         | fold
m | bet               | V=0.01      | call
m | bet               | V=1         | call
m | bet               | V=1.01      | over 1
m | bet               | V=2         | over 1
m | bet               | V=2.01      | add pot
m | bet               | V=5         | add pot
m | bet               | V=5.01      | add pot + extra
m | bet               | V=10        | add pot + extra
m | bet               | V=10.01     | jam
m | no bet            | W=55        | check
m | no bet            | W=55.1      | +1
m | no bet            | W=65        | +1
m | no bet            | W=65.1      | add pot
m | no bet            | W=75        | add pot
m | no bet            | W=75.1      | add pot + extra
m | no bet            | W=85        | add pot + extra
m | no bet            | W=85.1      | jam
"""

BULLY_PREFLOP = """
b | preflop, button    | stack=7.9 W=50.1 | jam jam jam jam jam jam jam jam jam
b | preflop, button    | stack=7.9 W=50   | fold fold fold fold fold fold fold fold fold
b | preflop, button    | stack=8          | o1 o1 o1 o1 o1 o1 o1 o1 o1
b | preflop, big blind | stack=2          | o2 o2 o2 o2 o2 o2 o2 o2 o2
b | preflop, raised    | call=8 W=55      | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=8 W=55.1    | 3x 3x call call call call call call call
b | preflop, raised    | call=6 W=47.1    | 3x 3x call call call call call call call
b | preflop, raised    | call=6.1 W=47.1  | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=6 W=47      | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=5 W=42.1    | 3x 3x call call call call call call call
b | preflop, raised    | call=5.1 W=42.1  | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=3 W=40.1    | 3x 3x call call call call call call call
b | preflop, raised    | call=3 W=40      | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=8.1 W=60 stack=12   | 3x 3x call fold fold fold fold fold fold
b | preflop, raised    | call=9 W=60.1 stack=11.9 | 3x 3x jam jam jam jam jam jam jam
b | preflop, raised    | call=9 W=60 stack=11.9   | 3x 3x call fold fold fold fold fold fold
"""

BULLY_POSTFLOP = """
b | flop and turn, no bet | W=85.1       | add pot
b | flop and turn, no bet | W=85         | +1
b | flop and turn, bet    | call=20 W=85.1 | 3x
b | flop and turn, bet    | call=20 W=85 | call
b | flop and turn, bet    | call=20 W=70 | fold
b | flop and turn, bet    | call=2 W=45.1 | call
b | flop and turn, bet    | call=2 W=45  | fold
b | flop and turn, bet    | call=1 W=30.1 | call
b | flop and turn, bet    | call=1 W=30  | fold
b | flop and turn, bet    | call=1.1 W=45 | fold
b | river, no bet         | W=85.1       | add pot
b | river, no bet         | W=85         | +1
b | river, bet            | call=20 W=95.1 | 3x
b | river, bet            | call=20 W=95 | call
b | river, bet            | call=20 W=75 | fold
b | river, bet            | call=2 W=50.1 | call
b | river, bet            | call=2 W=50  | fold
b | river, bet            | call=2.1 W=75 | fold
"""

EVERYTHING = PREFLOP + POSTFLOP + FORMULA + BULLY_PREFLOP + BULLY_POSTFLOP


def rows(text: str) -> list[tuple[str, str, str, str]]:
    """Book, section, quantities and what is expected, a row for each book that is named."""
    books = {**BOOKS, "m": "mfs", "b": "bully"}
    found = []
    for line in filter(None, text.splitlines()):
        letters, section, quantities, expected = (part.strip() for part in line.split("|"))
        found += [(books[letter], section, quantities, expected) for letter in letters.split()]
    return found


def given(text: str) -> dict[str, float]:
    """Quantities from a row."""
    pairs = (part.split("=") for part in text.split())
    return {name: float(value) for name, value in pairs}


def written(text: str) -> str:
    """A short form of this file as the rule files write it."""
    short = {"+": "add ", "o": "over "}
    if text == "jam":
        return "all-in"
    return short[text[0]] + text[1:] if text[0] in short and text[1:].isdigit() else text


@pytest.mark.parametrize(
    ("book", "section", "quantities", "expected"), rows(PREFLOP + BULLY_PREFLOP)
)
def test_each_group_has_its_move_before_the_flop(
    book: str, section: str, quantities: str, expected: str
) -> None:
    found = [moves(book, section, **given(quantities), group=group) for group in range(1, 10)]
    assert found == [written(word) for word in expected.split()]


@pytest.mark.parametrize(
    ("book", "section", "quantities", "expected"), rows(POSTFLOP + FORMULA + BULLY_POSTFLOP)
)
def test_each_side_of_a_limit_has_its_move(
    book: str, section: str, quantities: str, expected: str
) -> None:
    assert moves(book, section, **given(quantities)) == written(expected)


def test_every_line_of_every_rulebook_is_reached_by_a_row() -> None:
    reached = set()
    for book, section, quantities, _ in rows(EVERYTHING):
        for group in range(1, 10):
            spot: Any = SimpleNamespace(**{**USUAL, "group": group, **given(quantities)})
            rule = next(rule for rule in rules_of(book)[section] if rule.holds(spot))
            reached.add((book, section, rule.text))
    lines = {
        (book, section, rule.text)
        for book in ("tight", "aggressive", "mfs", "bully")
        for section, rules in rules_of(book).items()
        for rule in rules
    }
    assert reached == lines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("always: fold", "line 1: 'always: fold' stands in no section"),
        ("[a]\nW > 5: fold", "[a] does not end with a rule that always holds"),
        ("[a]\nW > 5 fold\nalways: fold", "line 2: 'W > 5 fold': has no ':'"),
        ("[a]\nalways: limp", "'limp' is nothing that can be done"),
        ("[a]\nX > 5: fold", "'X > 5' is not a condition"),
        ("[a]\nW = 5: fold", "'W = 5' is not a condition"),
        ("[a]\nW > five: fold", "'five' is neither a number nor a quantity"),
    ],
)
def test_a_text_that_is_not_a_rule_is_refused(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_rules(text)
    assert words in str(caught.value)
