"""What a client notices at once about the decks of a table."""

from __future__ import annotations

from typing import Any

import pytest

from carteado.engine.deal import nonce_commitment
from carteado.protocol.cutting import Cutting
from carteado.protocol.deck_watch import DeckWatch
from carteado.protocol.following import Followed
from carteado.protocol.messages import Events, Nonce
from carteado.protocol.session_events import DealFlawed
from carteado.protocol.session_messages import message_of, tell

NONCE = "0" * 31 + "1"
BOUND = nonce_commitment(NONCE)


def committed(deal: int, root: str = "", cutters: Any = (0,)) -> dict[str, Any]:
    root = root or f"{deal:064x}"
    return {"type": "deck_committed", "deal": deal, "root": root, "seed": "", "cutters": cutters}


def cut(deal: int, nonces: Any = (NONCE, None)) -> dict[str, Any]:
    return {"type": "deck_cut", "deal": deal, "nonces": nonces, "commitments": (BOUND, None)}


def deals() -> dict[str, Any]:
    return {"type": "hand_started", "hand": 1, "deck": ()}


BEGINNING = [{"type": "nonce_committed", "seat": 0, "commitment": BOUND}]
HONEST = [committed(7), cut(7), deals(), {"type": "folded", "seat": 0}]
LEFT = {"type": "seat_left", "seat": 1, "at_once": True, "stack": 5}


def flaws(*events: dict[str, Any]) -> list[tuple[str, int]]:
    watch = DeckWatch()
    return [
        (flaw.kind, flaw.deal) for event in (*BEGINNING, *events) for flaw in watch.see_event(event)
    ]


def test_an_honest_table_is_not_warned_of() -> None:
    more = [committed(8), {"type": "seat_keyed", "seat": 1, "key": "", "label": None}, cut(8)]
    again = [LEFT, *more, deals(), {"type": "clock_set", "seat": 0, "bank_ms": 1}]
    assert flaws(*HONEST, *again, committed(9)) == []


@pytest.mark.parametrize(
    ("events", "kind", "deal"),
    [
        ([committed(8), committed(8, "ab" * 32)], "redealt", 8),
        ([committed(8), cut(8), committed(8, "ab" * 32)], "redealt", 8),
        ([committed(7, "ab" * 32)], "redealt", 7),
        ([committed(8), committed(9)], "skipped", 8),
        ([committed(8), cut(8), committed(9)], "skipped", 8),
        ([committed(9)], "skipped", 9),
        ([committed(8), LEFT], "changed", 8),
        ([committed(8), cut(8), LEFT], "not_dealt", 8),
        ([committed(8), deals()], "no_deck", 8),
        ([deals()], "no_deck", 7),
        ([committed(8), cut(9)], "recut", 8),
        ([committed(8), cut(8), cut(8)], "recut", 8),
        ([committed(8, f"{7:064x}")], "repeated", 8),
        ([committed(8, cutters=(0, 1))], "cutters", 8),
        ([committed(8), cut(8, ("f" * 32, None))], "nonce", 8),
        ([committed(8), cut(8, (None, NONCE))], "nonce", 8),
    ],
)
def test_a_deck_that_is_not_committed_cut_and_dealt_in_order_is_warned_of(
    events: list[dict[str, Any]], kind: str, deal: int
) -> None:
    assert flaws(*HONEST, *events)[0] == (kind, deal)


def test_another_deck_in_events_that_are_known_already_is_warned_of() -> None:
    watch = DeckWatch()
    for event in HONEST:
        watch.see_event(event)
        assert watch.see_again(event) == []
    assert [flaw.kind for flaw in watch.see_again(committed(7, "ab" * 32))] == ["redealt"]
    assert watch.see_again(committed(8)) == []
    followed = Followed(id="t1")
    first = Events(table="t1", epoch=1, first=1, events=(LEFT, committed(7)))
    other = Events(table="t1", epoch=1, first=2, events=(committed(7, "ab" * 32),))
    followed.take_events(first)
    assert [type(message) for message in followed.take_events(other)] == [DealFlawed]


def view(deal: int, root: str = "", nonces: Any = None, **more: Any) -> dict[str, Any]:
    return {
        "commitments": (BOUND, None),
        "committed": {**committed(deal, root), **more},
        "nonces": nonces,
    }


def test_another_deck_for_the_same_deal_is_warned_of_after_a_snapshot() -> None:
    """A server may say that its log was cut back, and it may have been; the player has to know."""
    watch = DeckWatch()
    assert watch.see_view(view(8)) == []
    assert watch.see_view(view(8)) == []
    assert watch.see_view(view(8, nonces=(NONCE, None))) == []
    assert watch.see_event(deals())[0].kind == "no_deck"
    (flaw,) = watch.see_view(view(8, "ab" * 32))
    assert (flaw.kind, flaw.deal) == ("redealt", 8)
    assert watch.see_event(cut(8)) == []
    assert watch.see_event(deals()) == []
    assert [flaw.kind for flaw in watch.see_view(view(9, cutters=(0, 3)))] == ["cutters"]
    assert DeckWatch().see_view({"commitments": (), "committed": None}) == []


@pytest.mark.parametrize(
    "event",
    [
        {"type": "deck_committed"},
        {"type": "deck_committed", "deal": None, "root": "x", "cutters": ["a", None]},
        {"type": "deck_cut", "nonces": 5, "commitments": {}},
        {"type": "deck_cut", "nonces": [5, {}], "commitments": [5]},
        {"type": "nonce_committed", "seat": 10**9, "commitment": 5},
        {"type": []},
        {},
    ],
)
def test_nonsense_is_passed_over(event: dict[str, Any]) -> None:
    watch = DeckWatch()
    for one in (*BEGINNING, *HONEST, event, *HONEST):
        watch.see_event(one)
    watch.see_view(event)
    watch.see_view({"commitments": 5, "committed": event, "nonces": 7})


# The own nonce


def opened() -> tuple[Cutting, str]:
    """A seat that has given its nonce for deal 8, and the nonce."""
    cutting = Cutting("t1", lambda: NONCE)
    commitment = cutting.commitment()
    cutting.see_event({"type": "nonce_committed", "seat": 0, "commitment": commitment})
    cutting.see_event(committed(8))
    message = cutting.due(0)
    assert isinstance(message, Nonce)
    return cutting, message.nonce


def test_a_nonce_that_the_cut_leaves_out_is_warned_of() -> None:
    for nonces in ((None, None), (), "nonsense", ("f" * 32, None)):
        cutting, _ = opened()
        (flaw,) = cutting.see_event(cut(8, nonces))
        assert (flaw.kind, flaw.deal) == ("dropped", 8)
    cutting, nonce = opened()
    assert cutting.see_event(cut(8, (nonce, None))) == []
    assert cutting.see_event(cut(8, (None, None))) == []


def test_a_nonce_that_a_broken_connection_may_have_lost_is_not_missed() -> None:
    cutting, _ = opened()
    cutting.reconnected()
    assert cutting.see_event(cut(8, (None, None))) == []


def test_a_seat_that_is_bound_after_the_commitment_cuts_from_the_next_deck_on() -> None:
    for cutters in ((1,), None):
        cutting = Cutting("t1", lambda: NONCE)
        commitment = cutting.commitment()
        cutting.see_event(committed(8, cutters=cutters))
        cutting.see_event({"type": "nonce_committed", "seat": 0, "commitment": commitment})
        assert cutting.due(0) is None
        cutting.see_event({**cut(8, (None, None)), "commitments": (commitment, None)})
        cutting.see_event(committed(9))
        assert isinstance(cutting.due(0), Nonce)
    cutting = Cutting("t1", lambda: NONCE)
    joined = {**view(8, cutters=(1,)), "commitments": (cutting.commitment(), BOUND)}
    cutting.see_view(joined)
    assert cutting.due(0) is None


def test_a_warning_has_a_sentence() -> None:
    flawed = DealFlawed(table="t1", deal=8, kind="redealt", message="another deck\nwas committed")
    assert message_of(flawed) is None
    assert tell(flawed) == ("# WARNING: table t1, deal 8: another deck\\u000awas committed",)
