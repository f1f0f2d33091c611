"""The ledger of a table, and the fewest payments."""

from __future__ import annotations

import itertools
import random

import pytest
from tests.server.host_driver import HostDriver

from carteado.engine.table import Table, evolve, open_table
from carteado.engine.tables.ledger import EXACT, Ledger, settle
from carteado.protocol import messages as wire


def book_of(driver: HostDriver) -> tuple[Ledger, Table]:
    """The ledger, folded from the log alone."""
    book, table = Ledger(), open_table(driver.opened)
    for event in driver.log[1:]:
        book.note(table, event)
        table = evolve(table, event)
        if not table.state.in_hand or table.game.turn(table.state) is not None:
            book.look(table)
            assert sum(account.result for account in book.accounts.values()) == 0, event
    book.finish(table)
    return book, table


def act(driver: HostDriver, players: list, word: str) -> None:
    turn = driver.table.game.turn(driver.state)
    if turn is not None:
        players[turn].act(word)


def test_a_cash_table_is_booked_from_its_log() -> None:
    driver = HostDriver(options={"format": "cash", "seats": 3}, pause_ms=1000)
    ana, bob, cid = players = [driver.client(name) for name in ("opener", "Bob", "Cid")]
    for player in players:
        player.say(wire.Join, credit=1000)
    driver.wait(1000)
    for _ in range(3):
        act(driver, players, "fold")
    ana.say(wire.Pause)
    assert isinstance(bob.say(wire.TopUp, amount=500), wire.Ok)
    assert isinstance(ana.say(wire.Correct, seat=2, amount=-100, reason="lent"), wire.Ok)
    cid.say(wire.Leave)
    book, table = book_of(driver)
    accounts = book.accounts
    assert accounts["key of Bob"].top_ups == 500
    assert accounts["key of Cid"].corrections == -100
    assert accounts["key of Cid"].cash_outs == 900 + accounts["key of Cid"].result
    assert accounts["key of Cid"].in_play == 0
    assert accounts["key of opener"].in_play == table.state.stacks[0]
    assert sorted(book.results().values()) != [0, 0, 0]
    assert book.points[-1] == (1, book.results()) or book.points[-1][0] >= 1


def test_a_freezeout_is_booked_game_by_game() -> None:
    driver = HostDriver(options={"stack": 60}, pause_ms=1000)
    players = driver.seated(2)
    for game in range(2):
        for _ in range(60):
            if driver.table.game.over(driver.state):
                break
            act(driver, players, "all_in")
            act(driver, players, "call")
            driver.wait(1000)
        winner = driver.state.winner
        assert winner is not None
        if not game:
            for player in players:
                player.say(wire.Rematch)
    book, _ = book_of(driver)
    # Hands are counted over both games, and the draws for the button are none.
    hands = sum(event.type == "hand_started" for event in driver.log)
    assert sorted(set(book.counts)) == list(range(hands + 1))
    assert book.played == hands
    assert {account.buy_ins for account in book.accounts.values()} == {120}
    assert set(book.results().values()) <= {120, -120, 0}


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ({}, 0),
        ({"a": 5, "b": -5}, 1),
        ({"a": 5, "b": -5, "c": 0}, 1),
        ({"a": 5, "b": 3, "c": -8}, 2),
        ({"a": 5, "b": 3, "c": -5, "d": -3}, 2),
        ({"a": 9, "b": 2, "c": 1, "d": -8, "e": -4}, 4),
        ({"a": 7, "b": 2, "c": 1, "d": -3, "e": -7}, 3),
    ],
)
def test_the_payments_are_as_few_as_possible(results: dict[str, int], count: int) -> None:
    assert len(settle(results)) == count


def fewest(amounts: list[int]) -> int:
    """By trying every way to split the players into groups that add up to zero."""
    if not amounts:
        return 0
    best = len(amounts)
    first, rest = amounts[0], amounts[1:]
    for size in range(len(rest) + 1):
        for chosen in itertools.combinations(range(len(rest)), size):
            if first + sum(rest[at] for at in chosen) == 0:
                left = [one for at, one in enumerate(rest) if at not in chosen]
                best = min(best, size + fewest(left))
    return best


def test_random_settlements_balance_and_are_the_fewest() -> None:
    chance = random.Random(20)
    for _ in range(60):
        amounts = [chance.randint(-4, 4) for _ in range(chance.randint(1, 6))]
        amounts.append(-sum(amounts))
        results = {f"p{at}": amount for at, amount in enumerate(amounts)}
        payments = settle(results)
        for one in payments:
            assert one.amount > 0
            results[one.payer] += one.amount
            results[one.payee] -= one.amount
        assert not any(results.values())
        assert len(payments) == fewest([amount for amount in amounts if amount])


def test_many_players_are_settled_too_and_a_wrong_sum_is_refused() -> None:
    results = {f"p{at}": at + 1 for at in range(EXACT + 6)}
    results["bank"] = -sum(results.values())
    assert len(settle(results)) == EXACT + 6
    with pytest.raises(ValueError, match="add up to 1"):
        settle({"a": 1})
