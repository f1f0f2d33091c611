"""The paper's tight and aggressive bots once more: a plain reading of their tables.

It shares nothing with the bots under test: no rulebook, no menu, no lifting of bets. Amounts are
chips, stacks and calls are measured in big blinds, chances in percent.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Facts", "group_of", "second_answer"]


class Facts(NamedTuple):
    """What a player sees of a decision, heads-up.

    Attributes:
        hand: starting hand, such as AKs.
        street: 0 before the flop, then 1, 2 and 3.
        on_button: whether the player has the button, and so the small blind.
        own: chips behind.
        rival: chips behind of the opponent.
        own_bet: chips bet on this street.
        rival_bet: the same of the opponent.
        pot: all chips in the middle.
        blind: the big blind.
        least_raise: the smallest legal raise, as a total of the street.
        win: chance to win against one random hand.
        worse: chance that a random holding has at least the hand's category.
        improve: chance to end with a higher category.
    """

    hand: str
    street: int
    on_button: bool
    own: int
    rival: int
    own_bet: int
    rival_bet: int
    pot: int
    blind: int
    least_raise: int
    win: float
    worse: float
    improve: float


_GROUPS = """
AA KK
QQ JJ AKs AKo
TT 99 AQs AQo
88 77 AJs KQs
66 55 AJo ATs ATo KQo KJs
44 33 22 A9s A8s A7s A6s A5s A4s A3s A2s KJo KTs QJs QTs JTs
A9o A8o A7o A6o A5o A4o A3o A2o KTo QJo QTo JTo T9s 98s 87s 76s 65s 54s
K9s K9o K8s K8o Q9s Q8s J9s T9o T8s 98o 97s 87o 86s 76o 75s 64s
"""


def group_of(hand: str) -> int:
    """The group of a starting hand, 1 to 9."""
    for number, row in enumerate(_GROUPS.strip().splitlines(), 1):
        if hand in row.split():
            return number
    return 9


def second_answer(tight: bool, facts: Facts) -> str:
    """What the tight bot or the aggressive one does, in the words of the table."""
    price = max(facts.rival_bet - facts.own_bet, 0)
    word = _word(tight, facts, price)
    if word in ("fold", "check"):
        return "fold" if price else "check"
    paid_in_blinds = 0 if facts.street else facts.blind if facts.on_button else facts.blind // 2
    only_call = price and (facts.rival == 0 or facts.own <= facts.rival_bet - paid_in_blinds)
    if word == "call" or only_call or facts.rival == 0 or facts.own <= price:
        return "call" if price else "check"
    top = facts.own_bet + facts.own
    if word == "all-in":
        return f"raise {top}"
    sized, number = word.split()
    chips = int(number) * (facts.blind if sized == "add" else price)
    if chips >= facts.own:
        return f"raise {top}"
    return f"raise {min(max(facts.own_bet + chips, facts.least_raise), top)}"


def _word(tight: bool, facts: Facts, price: int) -> str:
    stack = min(facts.own, facts.rival + price) / facts.blind
    call = price / facts.blind
    if not facts.street:
        group = group_of(facts.hand)
        if call > 1:
            return _raised(tight, group, stack, call)
        return _first(tight, group, stack, facts.on_button)
    if not price:
        return (_river_free if facts.street == 3 else _free)(tight, facts, stack)
    cost = min(price, facts.own)
    if facts.win < 50 or facts.win < 100 * cost / (facts.pot + cost):
        return "fold"
    if facts.street == 3:
        return _river_bet(tight, facts.win, stack, call)
    return _bet(tight, facts, stack, call)


def _first(tight: bool, group: int, stack: float, button: bool) -> str:
    nothing = "fold" if button else "check"
    if stack < 8:
        return "all-in"
    if stack < 12:
        last = 7 if tight and not button else 8
        return "all-in" if group <= last else nothing
    big, small, to_big, to_small = {
        (True, True): (6, 3, 5, 8),
        (False, True): (10, 5, 6, 8),
        (True, False): (8, 4, 4, 7),
        (False, False): (12, 8, 5, 8),
    }[tight, button]
    return f"add {big}" if group <= to_big else f"add {small}" if group <= to_small else nothing


def _raised(tight: bool, group: int, stack: float, call: float) -> str:
    if stack < 12:
        if stack < 2:
            return "call"
        last = (7 if stack < 4 else 6) + (not tight)
        return "all-in" if group <= last else "fold"
    # By amount to call: pairs of a last group and what it does.
    rows: list[tuple[float, list[tuple[int, str]]]] = (
        [
            (3, [(5, "times 4"), (7, "call")]),
            (6, [(2, "times 4"), (4, "times 2"), (6, "call")]),
            (12, [(2, "times 4"), (3, "times 2"), (5, "call")]),
            (10**9, [(2, "times 4"), (3, "times 2"), (4, "call")]),
        ]
        if tight
        else [
            (5, [(6, "times 5"), (8, "call")]),
            (10, [(3, "times 6"), (5, "times 3"), (7, "call")]),
            (15, [(3, "times 4"), (5, "times 2"), (6, "call")]),
            (10**9, [(4, "times 5"), (5, "times 3"), (6, "call")]),
        ]
    )
    choices = next(row for most, row in rows if call <= most)
    return next((what for last, what in choices if group <= last), "fold")


def _free(tight: bool, f: Facts, stack: float) -> str:
    if f.win < 50:
        return "check"
    if stack < 8:
        return "all-in"
    if stack < 12:
        if f.improve > (70 if tight else 60):
            return "add 5" if tight else "add 7"
        return "all-in" if f.worse < (40 if tight else 50) else "check"
    if f.worse < (20 if tight else 40):
        return "add 12"
    if f.worse < (40 if tight else 60):
        return "add 8"
    if f.improve > (80 if tight else 70):
        return "add 8" if tight else "add 10"
    return "check"


def _bet(tight: bool, f: Facts, stack: float, call: float) -> str:
    w, worse, improve = f.win, f.worse, f.improve
    if stack < 4:
        strong = worse < 50 or improve > 50 if tight else worse < 60 or improve > 40
        return "all-in" if strong else "call"
    if stack < 8:
        strong = (
            w > 60 or worse < 40 or improve > 60 if tight else w > 50 or worse < 50 or improve > 50
        )
        return "all-in" if strong else "call"
    if stack < 15:
        if tight:
            jam = w > 75 or worse < 35 or improve > 75
            more = w > 65 or worse < 40 or improve > 70
        else:
            jam = w > 70 or worse < 40 or improve > 70
            more = w > 55 or worse < 50 or improve > 60
        return "all-in" if jam else f"times {2 if tight else 3}" if more else "call"
    # The columns: W, worse, W for the smaller raise, its size, improve for a call.
    column = {
        (True, True, True): (75, 35, 60, 2, 60),
        (True, True, False): (80, 30, 65, 2, 65),
        (True, False, True): (75, 35, 65, 2, 80),
        (True, False, False): (80, 30, 75, 2, 85),
        (False, True, True): (65, 45, 50, 2, 50),
        (False, True, False): (70, 40, 55, 3, 55),
        (False, False, True): (65, 45, 65, 2, 60),
        (False, False, False): (70, 40, 65, 3, 70),
    }
    small = call <= (5 if tight else 7)
    high, low, next_high, size, hope = column[tight, small, f.on_button]
    strong = w > high or worse < low if small else w > high and worse < low
    if strong:
        return "times 4" if tight else "times 5"
    if w > next_high:
        return f"times {size}"
    return "call" if improve > hope else "fold"


def _river_free(tight: bool, f: Facts, stack: float) -> str:
    if f.win < 50:
        return "check"
    if stack < 8:
        return "all-in"
    if stack < 12:
        return "all-in" if f.win > (70 if tight else 60) else "check"
    if f.win > (80 if tight else 70):
        return "add 12"
    return "add 8" if f.win > (70 if tight else 60) else "check"


def _river_bet(tight: bool, w: float, stack: float, call: float) -> str:
    if stack < 4:
        return "all-in" if w > 60 or not tight else "call"
    if stack < 8:
        return "all-in" if w > (70 if tight else 60) else "call"
    if stack < 15:
        return "all-in" if w > (75 if tight else 60) else "call"
    if tight:
        if call <= 5:
            return "times 4" if w > 85 else "call"
        steps = [(95, "all-in"), (90, "times 4"), (80, "times 3"), (70, "call")]
    else:
        if call <= 8:
            return "times 6" if w > 75 else "call"
        steps = [(85, "all-in"), (80, "times 6"), (70, "times 4"), (50, "call")]
    return next((what for limit, what in steps if w > limit), "fold")
