"""The screens of the poker games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.clients.pygame.driver import Driver
from tests.scene.screens.making import SCREENS, advised, named, sit
from tests.scene.tables import SceneTable

from carteado.client.notices import Lost
from carteado.engine import game as commands
from carteado.engine.controls import TablePaused
from carteado.engine.poker.runouts import runouts
from carteado.odds import runout_odds
from carteado.protocol.allin import odds_message
from carteado.protocol.received import action_from_plain
from carteado.protocol.session_events import OddsReceived

# Poker


def hand(seats: int, street: str = "flop", seed: int = 3, **options: Any) -> SceneTable:
    """A hand in which somebody raised, up to a bet on a street."""
    table = SceneTable(
        seats=seats, readers=tuple(range(seats)), seed=seed, small_blind=5, big_blind=10, **options
    )
    table.deal()
    table.deal()
    table.act("raise", to=30)
    if seats > 2:
        table.act("fold")
    while table.state.street != street:
        table.act("call" if table.table.game.legal(table.state, table.turn).call else "check")
    if street != "preflop":
        table.act("raise", to=120)
        if seats > 4:
            table.act("fold")
    return table


def _hands() -> None:
    for seats in (2, 6, 10):
        for street in ("preflop", "flop", "turn", "river"):
            named(f"poker-{seats}-{street}")(
                lambda driver, seats=seats, street=street: sit(driver, hand(seats, street))
            )


_hands()


__all__ = ["SCREENS"]


@named("poker-waiting")
def waiting(driver: Driver) -> None:
    table = hand(6)
    assert table.turn is not None
    after = next(
        seat for seat in table.reader(table.turn).picture().next_after if seat != table.turn
    )
    sit(driver, table, after)
    driver.key("F2")


@named("poker-raised-slider")
def raised(driver: Driver) -> None:
    sit(driver, hand(6))
    driver.key("2")


@named("poker-free-seats")
def free(driver: Driver) -> None:
    table = SceneTable(seats=6, people=1, readers=(0,))
    sit(driver, table, 0)


@named("poker-paused")
def paused(driver: Driver) -> None:
    table = hand(6)
    table.note(TablePaused(reason="owner"))
    sit(driver, table)


def from_the_rail(driver: Driver, people: int) -> None:
    table = SceneTable(seats=6, people=people, readers=(None,), format="cash")
    table.deal()
    table.deal()
    # The screens know the reader of a seat; this one has none.
    table.readers[0] = table.reader(None)
    sit(driver, table, 0)


@named("poker-watching")
def watching(driver: Driver) -> None:
    from_the_rail(driver, 5)


@named("poker-watching-full")
def watching_full(driver: Driver) -> None:
    from_the_rail(driver, 6)


@named("poker-away")
def away(driver: Driver) -> None:
    table = hand(6)
    table.note(commands.SatOut(seat=table.turn, away=True))
    table.note(TablePaused(reason="away"))
    sit(driver, table)


def run_out(table: SceneTable, tag: str, until: int) -> None:
    """The seat to act does something after which the board runs out, seen up to an event."""
    game, before = table.table.game, table.state
    assert table.turn is not None
    act = commands.Act(seat=table.turn, action=action_from_plain(game, {"type": tag}))
    answer = game.decide(before, act)
    events = list(answer.events)[:until] if until else list(answer.events)
    at = dict(runouts(game, before, answer.events))
    for place, event in enumerate(events):
        table._publish(event)
        found = at.get(place)
        if found is not None:
            odds = runout_odds(found)
            table.tell(
                OddsReceived(
                    table="t-1",
                    epoch=1,
                    seq=table.seq,
                    board=found.board,
                    pots=odds_message("t-1", 1, table.seq, found, odds).pots,
                    run=found.run,
                )
            )


def _legal(table: SceneTable) -> Any:
    assert table.turn is not None
    return table.table.game.legal(table.state, table.turn)


def side_pots(**options: Any) -> SceneTable:
    """Three all-ins of different stacks: the third decides, and ends the betting."""
    table = SceneTable(seats=3, readers=(0, 1, 2), seed=8, **options)
    table.deal()
    table.deal()
    table.act("raise", to=400)
    table.act("call")
    table.act("fold")
    while table.turn is not None:
        table.act("call" if _legal(table).call else "check")
    table.deal()
    table.act("all_in")
    table.act("all_in")
    return table


@named("poker-all-in")
def odds(driver: Driver) -> None:
    table = side_pots()
    run_out(table, "all_in", 3)
    sit(driver, table, 0)


@named("poker-result")
def result(driver: Driver) -> None:
    table = side_pots()
    run_out(table, "all_in", 0)
    sit(driver, table, 0)


@named("poker-result-fold")
def folded(driver: Driver) -> None:
    table = hand(6)
    while table.turn is not None:
        table.act("fold")
    sit(driver, table, 0)


def twice() -> SceneTable:
    table = SceneTable(seats=2, readers=(0, 1), stack=800, run_it_twice=True, seed=5)
    table.deal()
    table.deal()
    table.act("raise", to=60)
    table.act("call")
    table.act("all_in")
    table.act("call")
    return table


@named("poker-twice-asked")
def twice_asked(driver: Driver) -> None:
    sit(driver, twice())


@named("poker-twice-first")
def twice_first(driver: Driver) -> None:
    table = twice()
    table.act("run_twice")
    run_out(table, "run_twice", 1)
    sit(driver, table, 0)


@named("poker-twice-second")
def twice_second(driver: Driver) -> None:
    table = twice()
    table.act("run_twice")
    run_out(table, "run_twice", 4)
    sit(driver, table, 0)


@named("poker-twice-result")
def twice_result(driver: Driver) -> None:
    table = twice()
    table.act("run_twice")
    run_out(table, "run_twice", 0)
    sit(driver, table, 0)


@named("poker-replaying")
def replaying(driver: Driver) -> None:
    table = hand(6)
    # A decision of the reader's seat would end the replay.
    sit(driver, table, next(seat for seat in range(6) if seat != table.turn))
    driver.app.at_table.current.replaying = True
    # Its first step stays on the screen.
    driver.app.at_table.current._until_ms = 1e9


@named("poker-reconnecting")
def reconnecting(driver: Driver) -> None:
    sit(driver, hand(6))
    driver.tell(Lost(reason="gone", retry_ms=1, attempt=1))
    driver.now_ms += 4_000


@named("poker-coach")
def coach(driver: Driver) -> None:
    table = SceneTable(seats=3, readers=(0, 1, 2), settings={"advice": "everyone"}, seed=4)
    table.deal()
    table.deal()
    for action in ("call", "call", "check"):
        table.act(action)
    table.act("raise", to=60)
    advised(driver, table)


# Quick Hold'em


def quick(seats: int = 4, steps: Sequence[str] = (), **options: Any) -> SceneTable:
    table = SceneTable("quick-holdem", seats=seats, readers=tuple(range(seats)), seed=6, **options)
    table.deal()
    for step in steps:
        table.act(step)
    return table


@named("quick-stake")
def quick_stake(driver: Driver) -> None:
    sit(driver, quick())


@named("quick-turn")
def quick_turn(driver: Driver) -> None:
    table = quick()
    table.act("stake", amount=300)
    table.act("play")
    sit(driver, table)


@named("quick-waiting")
def quick_waiting(driver: Driver) -> None:
    table = quick()
    sit(driver, table, ((table.turn or 0) + 1) % 4)


@named("quick-result")
def quick_result(driver: Driver) -> None:
    table = quick()
    table.act("stake", amount=300)
    table.act("play")
    table.act("fold")
    table.act("play")
    sit(driver, table, 0)


@named("quick-over")
def quick_over(driver: Driver) -> None:
    table = quick(2, credit=50)
    while table.state.winner is None:
        if table.turn is None:
            table.deal()
        else:
            legal = table.table.game.legal(table.state, table.turn)
            table.act("play") if getattr(legal, "play", None) else table.random_act()
    sit(driver, table, 0)
