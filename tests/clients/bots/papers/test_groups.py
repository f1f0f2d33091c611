"""The paper's starting groups: every one of the 169 hands in its place, with and without slips."""

from __future__ import annotations

from collections import Counter

import pytest

from carteado.bots.papers.groups import LAST, groups
from carteado.bots.preflop import starting_hand
from carteado.engine.cards import parse_cards
from carteado.odds import starting_hands

GROUPS = {
    1: "AA KK",
    2: "QQ JJ AKs AKo",
    3: "TT 99 AQs AQo",
    4: "88 77 AJs KQs",
    5: "66 55 AJo ATs ATo KQo KJs",
    6: "44 33 22 A9s A8s A7s A6s A5s A4s A3s A2s KJo KTs QJs QTs JTs",
    7: "A9o A8o A7o A6o A5o A4o A3o A2o KTo QJo QTo JTo T9s 98s 87s 76s 65s 54s",
    8: "K9s K9o K8s K8o Q9s Q8s J9s T9o T8s 98o 97s 87o 86s 76o 75s 64s",
}
SLIPS = {"A9s", "A9o", "A2s", "A2o", "64s"}
MEANT = {hand: group for group, hands in GROUPS.items() for hand in hands.split()}


def combinations(hand: str) -> int:
    """In how many ways two cards are a starting hand."""
    return 6 if len(hand) == 2 else 4 if hand[2] == "s" else 12


@pytest.mark.parametrize("hand", starting_hands())
def test_every_starting_hand_is_in_its_group(hand: str) -> None:
    assert groups(slips=False).get(hand, LAST) == MEANT.get(hand, 9)
    expected = 9 if hand in SLIPS else MEANT.get(hand, 9)
    assert groups(slips=True).get(hand, LAST) == expected


def test_each_group_has_as_many_hands_as_in_the_paper() -> None:
    sizes = Counter(groups(slips=False).get(hand, LAST) for hand in starting_hands())
    assert [sizes[group] for group in range(1, 10)] == [2, 4, 4, 4, 7, 16, 18, 16, 98]
    last = sum(combinations(hand) for hand in starting_hands() if hand not in MEANT)
    assert last == 1326 - sum(combinations(hand) for hand in MEANT)


@pytest.mark.parametrize(
    ("cards", "name"), [("2cAs", "A2o"), ("AsKs", "AKs"), ("KsAs", "AKs"), ("7h7c", "77")]
)
def test_name_of_two_cards(cards: str, name: str) -> None:
    assert starting_hand(parse_cards(cards)) == name
