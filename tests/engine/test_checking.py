"""Checks of a log by its contents."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from tests.contract.play import RandomTable, play

from carteado.engine import deal as chance
from carteado.engine.checking import check_deals, check_opened, deals_of, is_finished
from carteado.engine.decider import Decider, command_from_plain
from carteado.engine.errors import PlainError
from carteado.engine.game import Act, Deal, Event, SeatLeft
from carteado.engine.plain import to_plain
from carteado.engine.registry import game_of
from carteado.engine.replay import steps
from carteado.engine.table import DeckCommitted, DeckCut, NonceCommitted, TableClosed, observer_of
from carteado.engine.visibility import RAIL, Observer, redact

NAME = "holdem:four-player"


@pytest.fixture(scope="module")
def table() -> RandomTable:
    """A log of several finished deals."""
    played = play(NAME, 21, 120)
    while played.game.turn(played.table.state) is not None:
        played.go_on()
    return played


def test_every_card_of_an_honest_log_is_found(table: RandomTable) -> None:
    checks = list(check_deals(steps(table.events)))
    assert len(checks) > 5
    assert any(check.nonces for check in checks)
    for check in checks:
        assert check.ok, check.problems
        assert len(check.cards) == 52
        assert check.finished


def test_a_deck_that_was_cut_and_not_dealt_is_found(table: RandomTable) -> None:
    """Getting up between cut and deal could prevent a deal that an accomplice dislikes."""
    committed, cut = next_deal(table)
    left = SeatLeft(seat=0, at_once=True, stack=0)
    assert problems_of([*table.events, committed, cut, left]) == {
        committed.deal: ("its deck was cut and not dealt",)
    }
    assert problems_of([*table.events, committed, left, cut]) == {
        committed.deal: ("the game went on between the commitment and the cut",)
    }
    other = dataclasses.replace(committed, root="ab" * 32, deal=committed.deal + 1, cutters=())
    assert problems_of([*table.events, committed, cut, other]) == {
        committed.deal: ("another deck was committed before it was dealt",)
    }


def test_a_log_of_an_older_release_is_not_checked_where_it_cannot_tell(table: RandomTable) -> None:
    """Version 1 of the commitment names no cutters, and its tables passed decks over."""
    committed, cut = (dataclasses.replace(next_deal(table)[0], cutters=None), next_deal(table)[1])
    left = SeatLeft(seat=0, at_once=True, stack=0)
    nonce = "00" * 16
    late = NonceCommitted(seat=3, commitment=chance.nonce_commitment(nonce))
    unbound = NonceCommitted(seat=3, commitment=None)
    given = dataclasses.replace(cut, nonces=(None, None, None, nonce))
    other = dataclasses.replace(committed, root="ab" * 32, deal=committed.deal + 1)
    for more, doubt in (
        ((committed, cut, left), "its deck was cut and not dealt"),
        ((committed, left, cut), "the game went on between the commitment and the cut"),
        ((committed, cut, other), "another deck was committed before it was dealt"),
        ((unbound, committed, late, given), "the nonce of Player 3 (seat 3) is not the one"),
    ):
        check = list(check_deals(steps([*table.events, *more])))
        (found,) = (one for one in check if one.deal == committed.deal)
        assert found.result == "not_checked"
        assert doubt in str(found.doubts[0])


def test_a_deck_is_dealt_once_and_after_its_cut(table: RandomTable) -> None:
    deal = next(event for event in reversed(table.events) if hasattr(event, "deck"))
    committed, cut = next_deal(table)
    number = committed.deal
    assert problems_of([*table.events, deal]) == {number - 1: ("its deck was dealt twice",)}
    problems = problems_of([*table.events, committed, deal, cut])[number]
    assert problems[0] == "its deck was dealt before it was cut"
    first = next(n for n, event in enumerate(table.events) if isinstance(event, DeckCommitted))
    headless = list(table.events[:first])
    assert problems_of([*headless, cut])[number] == ("it was cut before it was committed",)
    assert problems_of([*headless, deal])[0] == ("it was dealt without a committed deck",)


def test_the_seats_that_cut_are_those_that_were_bound(table: RandomTable) -> None:
    committed, cut = next_deal(table)
    other = dataclasses.replace(committed, cutters=(*committed.cutters[1:], 7))
    problems = ("the seats named to cut it are not those that were bound to a nonce",)
    assert problems_of([*table.events, other, cut]) == {committed.deal: problems}


def test_a_table_that_was_closed_before_the_deal_has_nothing_to_prove(table: RandomTable) -> None:
    committed, _ = next_deal(table)
    *_, check = check_deals(steps([*table.events, committed, TableClosed(reason="over")]))
    assert (check.result, check.finished) == ("ok", False)
    *_, check = check_deals(steps([*table.events, committed]))
    assert (check.result, check.finished) == ("not_checked", False)


def next_deal(table: RandomTable) -> tuple[DeckCommitted, DeckCut]:
    """What another deal begins with after a log."""
    last = [event for event in table.events if isinstance(event, DeckCommitted)][-1]
    seed = bytes(range(32))
    root = chance.commit(last.pack, seed).root
    committed = DeckCommitted(
        deal=last.deal + 1,
        pack=last.pack,
        root=root,
        seed=seed.hex(),
        cutters=table.table.bound,
    )
    nobody = (None,) * table.table.seats
    return committed, DeckCut(deal=committed.deal, nonces=nobody, commitments=nobody)


def problems_of(events: list[Event]) -> dict[int, tuple[str, ...]]:
    """What is wrong with each deal of a log, and of the rail's view of it, by their numbers."""
    log = deals_of(steps(events))
    whole = {deal.number: tuple(map(str, deal.problems)) for deal in log if deal.problems}
    view = deals_of(steps(redact(event, RAIL) for event in events))
    seen = {deal.number: tuple(map(str, deal.problems)) for deal in view if deal.problems}
    assert seen == whole
    return whole


def test_a_deck_that_another_takes_the_place_of_is_found(table: RandomTable) -> None:
    """With the nonces of a cut one could look at it, and commit to a deck that fits them."""
    committed, cut = next_deal(table)
    other = dataclasses.replace(committed, root="ab" * 32, deal=committed.deal + 1)
    problems = ("another deck was committed before it was dealt",)
    assert problems_of([*table.events, committed, other]) == {committed.deal: problems}
    assert problems_of([*table.events, committed]) == {}
    problems = problems_of([*table.events, committed, cut, cut])
    assert problems == {committed.deal: ("its deck was cut twice",)}


def test_a_deck_that_is_dealt_again_is_found(table: RandomTable) -> None:
    """A player who has seen cards of the first deck would know them in the second."""
    committed, cut = next_deal(table)
    first = next(event for event in table.events if isinstance(event, DeckCommitted))
    again = dataclasses.replace(committed, root=first.root, seed=first.seed)
    problems = ("its deck is that of deal 1 once more",)
    assert problems_of([*table.events, again, cut]) == {committed.deal: problems}


def test_deals_are_numbered_one_by_one(table: RandomTable) -> None:
    committed, cut = next_deal(table)
    number = committed.deal
    skipped = dataclasses.replace(committed, deal=number + 1)
    assert problems_of([*table.events, skipped, cut]) == {
        number + 1: (
            f"it is number {number} of the table's deals",
            f"its cut says that it is of deal {number}",
        )
    }


def test_a_card_that_was_exchanged_is_named(table: RandomTable) -> None:
    events = table.events
    at = max(n for n, event in enumerate(events) if hasattr(event, "deck"))
    deck = events[at].deck
    events[at] = dataclasses.replace(events[at], deck=(*deck[:50], deck[51], deck[50]))
    *_, check = check_deals(steps(events))
    assert tuple(map(str, check.problems)) == (
        f"{deck[51]} was dealt at place 51, the deck has {deck[50]} there",
        f"{deck[50]} was dealt at place 52, the deck has {deck[51]} there",
    )


def test_a_seed_that_does_not_fit_the_root_is_found(table: RandomTable) -> None:
    events = table.events
    at = max(n for n, event in enumerate(events) if isinstance(event, DeckCommitted))
    events[at] = dataclasses.replace(events[at], seed="00" * 32)
    *_, check = check_deals(steps(events))
    assert "the seed does not give the root that was published" in map(str, check.problems)
    events[at] = dataclasses.replace(events[at], seed="xy")
    *_, check = check_deals(steps(events))
    assert "cannot be computed" in str(check.problems[0])


def test_an_invalid_seed_gives_no_deck(table: RandomTable) -> None:
    log = commits(table)
    for _, events in log:
        for at, event in enumerate(events):
            if isinstance(event, DeckCommitted):
                events[at] = dataclasses.replace(event, seed="xy")
    assert problem_of(log) == "the seed is not hexadecimal"


def test_a_deck_of_another_pack_than_the_games_is_found(table: RandomTable) -> None:
    """A table that commits to three aces of spades must name them, or shows an extra one."""
    events = table.events
    at = max(n for n, event in enumerate(events) if isinstance(event, DeckCommitted))
    honest = events[at]
    assert isinstance(honest, DeckCommitted)
    pack = ("As", "As", *honest.pack[2:])
    events[at] = dataclasses.replace(honest, pack=pack)
    problem = "the deck was made of another pack than the game's"
    *_, check = check_deals(steps(events))
    assert problem in map(str, check.problems)
    seen, whole, proofs = opened(events, RAIL)
    check = check_opened(seen, honest.root, 52, whole.nonces, proofs)
    assert problem in map(str, check.problems)


def test_a_card_that_was_shown_twice_is_found_though_each_is_proved(table: RandomTable) -> None:
    seen, whole, _ = opened(table.events, RAIL)
    honest = seen.committed
    made = chance.commit(("As", *honest.pack[1:]), bytes(range(32)))
    order = chance.cut(52, made.root, whole.nonces or ())
    seen.committed = dataclasses.replace(honest, root=made.root)
    deck = chance.dealt(made.cards, order)
    places = [at for at, card in enumerate(deck) if card == "As"]
    seen.seen = {(at, "As") for at in places}
    proofs = [(at, chance.opening(made, order[at])) for at in places]
    check = check_opened(seen, made.root, 52, whole.nonces or (), proofs)
    assert tuple(map(str, check.problems)) == ("As was shown more often than the pack has it",)


def test_a_nonce_that_nobody_was_bound_to_is_found(table: RandomTable) -> None:
    events = table.events
    at = max(n for n, event in enumerate(events) if isinstance(event, DeckCut))
    events[at] = dataclasses.replace(events[at], nonces=("00" * 16, None, None, None))
    *_, check = check_deals(steps(events))
    assert str(check.problems[0]) == (
        "the nonce of Player 0 (seat 0) is not the one that the seat was bound to"
    )


def test_the_deal_that_is_being_played_stays_closed() -> None:
    played = play(NAME, 22, 60)
    while played.game.turn(played.table.state) is None:
        played.go_on()
    *_, check = check_deals(steps(played.events))
    assert (check.finished, check.ok, check.cards) == (False, True, {})


# Over the wire


def opened(events: list[Event], observer: Observer) -> tuple[Any, Any, list[Any]]:
    """The last deal as an observer saw it, the deal itself, and proofs of what they saw."""
    whole = list(deals_of(steps(events)))[-1]
    seen = list(deals_of(steps(redact(event, observer) for event in events)))[-1]
    made = chance.commit(whole.committed.pack, bytes.fromhex(whole.committed.seed))
    order = chance.cut(52, whole.committed.root, whole.nonces or ())
    return seen, whole, [(at, chance.opening(made, order[at])) for at in sorted(seen.known)]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_proofs_of_all_seen_cards_hold(table: RandomTable, seat: int | None) -> None:
    seen, whole, proofs = opened(table.events, observer_of(table.table, seat))
    assert is_finished(seen)
    check = check_opened(seen, whole.committed.root, 52, whole.nonces, proofs)
    assert check.ok, check.problems
    assert dict(check.cards) == seen.known
    assert check.unproved == {}


def test_proofs_that_do_not_fit_are_named(table: RandomTable) -> None:
    seen, whole, proofs = opened(table.events, observer_of(table.table, 1))
    root, nonces = whole.committed.root, whole.nonces
    (at, first), *rest = proofs
    card = seen.known[at]

    def problems(proofs: Any, root: str = root, size: int = 52, nonces: Any = nonces) -> str:
        return "; ".join(map(str, check_opened(seen, root, size, nonces, proofs).problems))

    assert problems(proofs) == ""
    assert problems(rest) == f"{card} at place {at + 1} has no proof"
    other = dataclasses.replace(first, card="2c" if card != "2c" else "2d")
    assert problems([(at, other), *rest]).startswith(
        f"{card} was dealt at place {at + 1}, the proof"
    )
    wrong = dataclasses.replace(first, nonce="00" * 16)
    assert problems([(at, wrong), *rest]) == f"the proof of {card} at place {at + 1} does not hold"
    moved = dataclasses.replace(first, position=(first.position + 1) % 52)
    assert "is of another place of the deck" in problems([(at, moved), *rest])
    assert "is of another place of the deck" in problems([(99, first), *proofs])
    assert "another commitment" in problems(proofs, root="00" * 32)
    assert "another commitment" in problems(proofs, size=51)
    assert "another cut" in problems(proofs, nonces=(None,) * 4)
    seen.seen.add((at, other.card))
    assert problems(proofs).startswith("two cards were shown at one place of the deck")


def test_an_invalid_root_is_reported(table: RandomTable) -> None:
    seen, _, proofs = opened(table.events, RAIL)
    seen.committed = dataclasses.replace(seen.committed, root="nonsense")
    check = check_opened(seen, "nonsense", 52, seen.nonces, proofs)
    assert "the cut cannot be computed" in str(check.problems[-1])


# The rules


def commits(table: RandomTable) -> list[tuple[list[Any], list[Event]]]:
    """The log as a server records it: what was asked, without the deck, and what happened."""
    found = []
    for step in table.steps:
        plain = [] if step.command is None else [to_plain(step.command)]
        done = [{"type": "deal"} if isinstance(step.command, Deal) else p for p in plain]
        found.append((done, list(step.events)))
    return found


def problem_of(log: list[tuple[list[Any], list[Event]]]) -> str | None:
    decider = Decider()
    for done, events in log:
        if problem := decider.check(done, events):
            return problem
    return None


@pytest.mark.parametrize("name", ["holdem:heads-up", "holdem:cash at six seats"])
def test_recorded_commands_give_the_recorded_events(name: str) -> None:
    table = play(name, 23, 150)
    assert problem_of(commits(table)) is None
    decider = Decider()
    for done, events in commits(table):
        decider.check(done, events)
    assert decider.table == table.table


def test_a_log_that_the_rules_do_not_give_is_found(table: RandomTable) -> None:
    log = commits(table)
    at = max(n for n, (done, _) in enumerate(log) if done and done[0]["type"] == "act")
    done, events = log[at]

    def other(done: Any, events: Any) -> str | None:
        return problem_of([*log[:at], (done, events), *log[at + 1 :]])

    seat = done[0]["seat"]
    assert "out of" not in str(other(done, events))
    refused = [{**done[0], "seat": (seat + 1) % 4}]
    assert str(other(refused, events)).startswith("the rules refuse the recorded act")
    assert str(other([], events)).startswith("no recorded command causes")
    assert other([*done, *done], events) == "the events of 1 recorded command are missing"
    assert other([*done, *done, *done], events) == "the events of 2 recorded commands are missing"
    assert other(done, events[:-1]) == "1 event that the rules give is missing"
    assert other(done, events[:-2]) == "2 events that the rules give are missing"
    assert "the rules give another" in str(other(done, [*events[1:], events[0]]))
    assert "is not a command" in str(other([{"type": "cheat"}], events))
    assert "is not an action" in str(other([{**done[0], "action": {"type": "cheat"}}], events))


def test_a_log_begins_with_its_table(table: RandomTable) -> None:
    assert Decider().check([], table.events[1:2]) == f"the log begins with {table.events[1].type}"


def test_a_deal_needs_its_deck() -> None:
    game = game_of("holdem")
    with pytest.raises(PlainError, match="without a deck"):
        command_from_plain(game, {"type": "deal"}, None)
    act = command_from_plain(game, {"type": "act", "seat": 1, "action": {"type": "fold"}}, None)
    assert act == Act(seat=1, action=game.actions[0]())
