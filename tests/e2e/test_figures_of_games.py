"""Figures of Buraco and Poker Face over real sockets, against what everybody saw happen."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.clocks import until

from carteado.bots.buraco.deciding import greedy_play
from carteado.engine.plain import to_plain
from carteado.protocol import messages as wire
from carteado.protocol.session_events import Happened, Prompted

from .players import Caller, Guest, open_table
from .test_figures import by_section

NAMES = ("Ana", "Rui", "Eva", "Gil")


class Greedy(Caller):
    """Plays Buraco as the greedy bot does."""

    def _answer(self, prompted: Prompted) -> None:
        action = to_plain(greedy_play(self.view.state, prompted.seat))
        self.client.command(wire.Act, table=self.table, decision=prompted.decision, action=action)

    def _note(self, happened: Happened) -> None:
        super()._note(happened)
        if happened.event.type == "match_won":
            self.over.set()


def counted(events: list[Any]) -> tuple[list[int], dict[int, Counter[str]]]:
    """The points of the first pair in each deal, and what each seat did, from the events alone."""
    points: list[int] = []
    seats: dict[int, Counter[str]] = {seat: Counter() for seat in range(4)}
    turn = None
    for event in events:
        if event.type == "turn_started":
            turn = event.seat
        elif event.type in ("pile_taken", "morto_taken"):
            seats[event.seat]["piles" if event.type == "pile_taken" else "mortos"] += 1
        elif event.type == "deal_scored":
            points.append(event.sheets[0].total)
            for seat, done in seats.items():
                done["out"] += event.out is not None and turn == seat
                for line in event.sheets[seat % 2].lines:
                    if line.name in ("clean", "dirty"):
                        done[line.name] += line.count
    return points, seats


async def test_statistics_of_buraco_have_points_canastras_batidas_mortos_and_piles(
    fresh_url: str,
) -> None:
    table = await open_table(fresh_url, game="buraco", options={"target": 1})
    players = [Greedy(fresh_url, name) for name in NAMES]
    for player in players:
        await player.sit(table)
    await until(players[0].over.is_set)
    points, seats = counted(list(players[0].session_events.values()))
    assert sum(map(Counter.total, seats.values())) > 0  # there is something to compare
    for seat, player in enumerate(players):
        reply = await player.client.request(wire.Statistics, own=True)
        (figures,) = reply.result["players"]
        found = by_section(figures)
        results, play = found["results"], found["play"]
        assert results["deals"]["count"] == results["points"]["of"] == len(points)
        if seat % 2 == 0:
            assert results["points"]["milli"] == round(1000 * sum(points) / len(points))
        for name in ("clean", "dirty", "mortos", "piles", "out"):
            assert play[name]["count"] == seats[seat][name], (NAMES[seat], name)
            assert play[name]["of"] == len(points)
        (partner,) = found["together"].values()
        assert partner["name"] == NAMES[(seat + 2) % 4]
        assert len(found["against"]) == 2
    for player in players:
        await player.end()


async def test_statistics_of_poker_face_have_results_and_head_to_head(fresh_url: str) -> None:
    rounds = (
        (
            "Alice 100 6O 3P 10E 11O 1O",
            "Bob 200 3P 4E 3E 13C 13O",
            "Eva Maria 300 12E 10C 11C 9C 13E",  # a straight: 150 of Alice, 250 of Bob
        ),
        (
            "Bob 200 2P 13E 9E 12C 2O",  # a pair: 400 of Eva Maria, the ante of Alice
            "Eva Maria 350 11P 9P 2E 6E 4P",
        ),
    )
    async with Guest(fresh_url, "Rita") as rita:
        await rita.open(game="poker-face", options={"money": 1000})
        await rita.ask(wire.Join)
        for entries in rounds:
            await rita.unasked("enter_round", ante=50, entries=entries)
        found = {
            name: by_section((await rita.ask(wire.Statistics, player=name)).result["players"][0])
            for name in ("alice", "bob", "eva maria")
        }
    results = {name: sections["results"] for name, sections in found.items()}
    assert {
        name: (one["rounds"]["count"], one["played"]["count"]) for name, one in results.items()
    } == {
        "alice": (2, 1),
        "bob": (2, 2),
        "eva maria": (2, 2),
    }
    assert {name: one["money"]["count"] for name, one in results.items()} == {
        "alice": -200,
        "bob": 200,
        "eva maria": 0,
    }
    assert (results["bob"]["win_rate"]["count"], results["bob"]["win_rate"]["of"]) == (1, 2)
    assert results["bob"]["money_100"]["milli"] == 100 * 1000 * 100
    best = results["eva maria"]["best"]
    assert (best["word"], best["of"]) == ("a straight", 1)
    met = {
        name: {other: (one["count"], one["of"]) for other, one in sections["head_to_head"].items()}
        for name, sections in found.items()
    }
    assert met == {
        "alice": {"Bob": (-50, 2), "Eva Maria": (-150, 2)},
        "bob": {"Alice": (50, 2), "Eva Maria": (150, 2)},
        "eva maria": {"Alice": (150, 2), "Bob": (-150, 2)},
    }
