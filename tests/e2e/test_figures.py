"""The figures of players over real sockets: every one that is promised, each with its sample."""

from __future__ import annotations

from typing import Any

from tests.clocks import until

from carteado.protocol import messages as wire

from .players import Caller, Guest, asked_first, open_table

HOLDEM = {
    "results": {"hands", "win_rate", "chips", "bb_100", "all_in_bb_100", "luck", "games", "best"},
    "style": {"vpip", "pfr", "three_bet", "aggression", "aggression_rate", "wtsd", "wsd"},
    "positions": {"button", "big_blind"},
    "most_played": None,
    "most_won": None,
    "head_to_head": None,
}
"""Sections of a Hold'em player, each with its figures; None for names that depend on the cards."""


def by_section(player: Any) -> dict[str, dict[str, Any]]:
    return {
        section["name"]: {figure["name"]: figure for figure in section["figures"]}
        for section in player["sections"]
    }


async def test_every_figure_of_holdem_has_its_sample(fresh_url: str) -> None:
    table = await open_table(fresh_url, options={"stack": 400})
    ana, rui = Caller(fresh_url, "Ana", all_in=True), Caller(fresh_url, "Rui")
    players = {"Ana": ana, "Rui": rui}
    seated = {await player.sit(table): name for name, player in players.items()}
    await until(ana.over.is_set)
    hands = ana.hands
    (won,) = (event for event in ana.session_events.values() if event.type == "game_won")
    winner, loser = seated[won.seat], seated[1 - won.seat]  # whoever lost may have won no hand
    reply = await players[winner].client.request(wire.Statistics, own=True)
    (own,) = reply.result["players"]
    assert (own["name"], own["own"], own["game"]) == (winner, True, "holdem")
    found = by_section(own)
    for name, figures in HOLDEM.items():
        assert found[name], name
        if figures is not None:
            assert set(found[name]) == figures
        for figure in found[name].values():
            assert figure["of"] >= 0
            assert figure["title"]
    assert found["results"]["hands"]["count"] == hands
    assert found["results"]["bb_100"]["error"] is not None
    rival = found["head_to_head"][loser]
    assert (rival["count"], rival["of"]) == (found["results"]["chips"]["count"], hands)
    assert found["results"]["luck"]["of"] >= 1  # all-ins with cards to come
    asked = players[winner].client.request(wire.Statistics, player=loser.lower())
    (other,) = (await asked).result["players"]
    assert not other["own"]
    chips = by_section(other)["results"]["chips"]
    assert chips["count"] == -found["results"]["chips"]["count"]
    for player in (ana, rui):
        await player.end()


async def test_results_of_quick_holdem_are_shown(fresh_url: str) -> None:
    async with Guest(fresh_url, "Ana") as ana, Guest(fresh_url, "Rui") as rui:
        await ana.open(game="quick-holdem", options={"seats": 2, "credit": 50})
        rui.table = ana.table
        for guest in (ana, rui):
            await guest.ask(wire.Join)
        while not ana.happened("game_won"):
            asked = await asked_first(ana, rui)
            legal = (await asked.prompted()).legal
            if legal.stake:
                await asked.act("stake", amount=legal.stake[1])
            else:
                await asked.act("play")
            await ana.ask(wire.Ping)
        for guest in (ana, rui):
            (own,) = (await guest.ask(wire.Statistics, own=True)).result["players"]
            assert own["game"] == "quick-holdem"
            results = by_section(own)["results"]
            hands = results["hands"]["count"]
            assert hands == len(ana.happened("hand_started"))
            assert {"hands", "chips", "games"} <= set(results)
            assert all(figure["of"] <= max(hands, 1) for figure in results.values())
        chips = by_section(own)["results"]["chips"]["count"]
        assert abs(chips) == 50
        rival = by_section(own)["head_to_head"]["Ana"]
        assert (rival["count"], rival["of"]) == (chips, hands)


async def test_the_ledger_shows_results_stacks_over_time_and_payments(fresh_url: str) -> None:
    async with (
        Guest(fresh_url, "Ana") as ana,
        Guest(fresh_url, "Rui") as rui,
        Guest(fresh_url, "Eva") as eva,
    ):
        tables = []
        for credits in ((100, 300), (200, 200)):
            await ana.open(options={"format": "cash", "seats": 2, "stack": 200})
            tables.append(ana.table)
            await ana.ask(wire.Pause)
            for guest, credit in zip((ana, rui), credits, strict=True):
                guest.table = ana.table
                await guest.ask(wire.Join, credit=credit)
            await ana.ask(wire.TopUp, amount=50)
            await ana.ask(wire.Correct, seat=1, amount=40, reason="found under the table")
            await rui.ask(wire.Leave)
        book = (await eva.ask(wire.Ledger, table=tables[0], points=True)).result
        found = {one["name"]: one for one in book["players"]}
        assert (found["Ana"]["buy_ins"], found["Ana"]["top_ups"]) == (100, 50)
        assert (found["Rui"]["corrections"], found["Rui"]["cash_outs"]) == (40, 340)
        assert found["Rui"]["result"] + found["Ana"]["result"] in (0, 40)
        assert isinstance(book["points"], list)
        evening = (await eva.ask(wire.Evening)).result
        assert set(tables) <= {one["table"] for one in evening["tables"]}
        both = {one["name"]: one for one in evening["players"]}
        assert both["Ana"]["buy_ins"] == 300
        assert both["Rui"]["cash_outs"] == 340 + 240
