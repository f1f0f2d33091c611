"""A local best response: what it does where the best answer is known, and how it is asked for."""

from __future__ import annotations

import json
import random
import time

import pytest
from tests.engine.games.holdem.tables import hand

from carteado.arena.best_response.model import Model
from carteado.arena.best_response.response import LocalBestResponse
from carteado.arena.commands import arena
from carteado.arena.errors import ArenaError
from carteado.arena.matches.contest import contest
from carteado.arena.matches.entrants import Entrant, Response, resolve
from carteado.arena.matches.match import Ring
from carteado.arena.matches.network import network_player
from carteado.arena.matches.play import play
from carteado.bots import View, bot
from carteado.bots.library import BOTS
from carteado.bots.view import facts
from carteado.client.commandline import run_app
from carteado.engine.games.holdem import GAME
from carteado.engine.plain import to_plain
from carteado.engine.table import TableOpened, TableOptions, open_table, with_state
from carteado.engine.visibility import seat_observer

STRANGE = "tests.arena.strange_bots"


@bot
def folder(view: View):
    """Folds whatever it holds, also where checking is free."""
    return "fold"


@bot
def teller(view: View):
    """Tells what it holds: it raises with two aces, and calls with everything else."""
    aces = [card for card in view.state.hands[view.seat] if card[0] == "A"]
    if len(aces) == 2 and view.legal.raise_to:
        return f"raise {view.legal.raise_to[0]}"
    return "check" if view.legal.check else "call"


@bot
def caller_with_aces(view: View):
    """Calls a bet with an ace, and folds everything else to it."""
    if view.legal.check:
        return "check"
    return "call" if any(card[0] == "A" for card in view.state.hands[view.seat]) else "fold"


@bot
def bugged(view: View):
    """Has a bug, so that the table's default is played for it: it checks or folds."""
    raise ValueError("a bug")


def seen(table, seat: int, luck: int = 1) -> View:
    """What a seat is given at a table of the engine's tests."""
    opened = TableOpened(
        table="t",
        title="",
        game="holdem",
        rules=GAME.rules,
        options=to_plain(table.state.options),
        settings=TableOptions(),
    )
    state = table.views[seat_observer(seat)]
    legal = GAME.legal(state, seat)
    return View(
        seat=seat,
        legal=facts(legal),
        default=to_plain(GAME.default(state, seat)),
        state=facts(state),
        table=with_state(open_table(opened), state),
        decision=1,
        bank_ms=0,
        deadline=time.monotonic() + 60,
        random=random.Random(luck),
        legal_value=legal,
    )


def said(player: LocalBestResponse, table, seat: int) -> str:
    """What it answers there, in words."""
    plain = to_plain(player(seen(table, seat)))
    return " ".join(map(str, plain.values())) if "to" not in plain else f"raise {plain['to']}"


def winnings(opponent, sets: int, *, first: int = 0) -> list[int]:
    """Chips that the response wins of each set, in duplicate and 20 the big blind."""
    duel = contest(["caller", "caller"], given={"stack": "400"}, seed=4)
    response = Response(to=opponent, bets_from="preflop")
    entrants = [Entrant(label="lbr", response=response), Entrant(label="bot", bot=opponent)]
    matches = Ring(duel, entrants).play_sets(range(first, first + sets))
    return [sum(match.net[match.seats.index(0)] for match in one) for one in matches]


class TestTheBestAnswer:
    """Where it is known what is best, that is what it does."""

    def test_a_bot_that_always_folds_loses_three_quarters_of_a_blind_a_hand(self) -> None:
        assert winnings(folder, 5) == [30] * 5

    def test_a_bot_that_fails_counts_as_one_that_folds(self) -> None:
        # Its big blind is won by a bet, its small blind without one.
        assert winnings(bugged, 5) == [30] * 5

    def test_before_its_street_it_does_not_bet(self) -> None:
        table = hand([400, 400], button=0, hands={0: "AsAh"})
        for street, answer in (("preflop", "raise 400"), ("flop", "call")):
            player = LocalBestResponse(Model(BOTS["caller"]), street)
            assert said(player, table, 0) == answer

    def test_cards_are_shown_or_mucked_as_the_table_does_by_default(self) -> None:
        hands = {1: "AsAd", 0: "KsKd"}
        table = hand([400, 400], hands=hands, board="Qd Jh 7s 4c 2d", showdown="ask").run_out()
        assert said(LocalBestResponse(Model(BOTS["caller"])), table, 0) == "muck"

    def test_against_a_caller_it_bets_hands_ahead_and_checks_hands_behind(self) -> None:
        for own, answer in (("AhKd", "raise 380"), ("3h2d", "check")):
            board = "Qh Jc Ts 9h 8c" if own == "AhKd" else "Ah Kc Qs 9h 8c"
            table = hand([400, 400], button=0, hands={0: own, 1: "5c4d"}, board=board)
            table.act("call", *["check"] * 6)
            player = LocalBestResponse(Model(BOTS["caller"]))
            assert table.state.street == "river"
            assert said(player, table, 0) == answer

    @pytest.mark.parametrize(
        ("own", "answer"), [("AsAh", "call"), ("9s9h", "call"), ("7c2d", "fold")]
    )
    def test_an_all_in_is_called_with_what_wins_against_any_hand(self, own, answer) -> None:
        table = hand([400, 400], button=0, hands={1: own}).act("all_in")
        assert said(LocalBestResponse(Model(BOTS["jammer"])), table, 1) == answer

    def test_chips_that_cannot_be_lost_are_not_counted_as_won(self) -> None:
        table = hand([400, 100], button=0, hands={1: "7c2d"}).act("all_in")
        # A third of 200 chips is too little for 80; of all 500 it would be enough.
        assert said(LocalBestResponse(Model(BOTS["jammer"])), table, 1) == "fold"

    def test_chips_that_come_back_are_not_counted_as_paid(self) -> None:
        table = hand([400, 2], button=0, blinds=(1, 20), hands={0: "7c2d"})
        # Of the 19 that a call adds, 18 come back: the big blind is all-in for 2.
        assert said(LocalBestResponse(Model(BOTS["caller"])), table, 0) == "call"

    def test_a_bet_is_no_larger_than_can_be_called(self) -> None:
        table = hand([400, 100], button=0, hands={0: "AsAh"})
        assert said(LocalBestResponse(Model(BOTS["caller"])), table, 0) == "raise 100"

    def test_a_hand_ahead_is_checked_when_only_better_hands_call(self) -> None:
        table = hand([400, 400], button=0, hands={0: "KdKs"}, board="2h 2c 2d 2s 3h")
        table.act("call", *["check"] * 6)
        assert table.state.street == "river"
        assert said(LocalBestResponse(Model(caller_with_aces)), table, 0) == "check"


class TestBeliefs:
    def test_a_raise_that_only_aces_make_is_answered_by_folding(self) -> None:
        table = hand([400, 400], button=0, hands={0: "5c4d", 1: "KsKh"})
        assert said(LocalBestResponse(Model(teller)), table.act("to 40"), 1) == "fold"

    def test_a_raise_of_another_size_is_nearer_to_a_raise_than_to_a_call(self) -> None:
        table = hand([400, 400], button=0, hands={0: "5c4d", 1: "KsKh"})
        assert said(LocalBestResponse(Model(teller)), table.act("to 60"), 1) == "fold"

    def test_of_a_call_that_no_aces_make_it_takes_its_advantage(self) -> None:
        table = hand([400, 400], button=0, hands={0: "AcAd", 1: "KsKh"})
        assert said(LocalBestResponse(Model(teller)), table.act("call"), 1) == "raise 400"

    def test_the_opponents_cards_are_not_seen(self) -> None:
        answers = set()
        for theirs in ("AcAd", "7c2d", "KcKd"):
            table = hand([400, 400], button=0, hands={0: theirs, 1: "KsKh"}, board="Ah 9c 4d")
            table.act("call", "check")
            player = LocalBestResponse(Model(BOTS["equity"]))
            answers.add(said(player, table, 1))
        assert len(answers) == 1

    def test_a_hand_is_remembered_until_the_next(self) -> None:
        player = LocalBestResponse(Model(teller))
        table = hand([400, 400], button=0, hands={0: "5c4d", 1: "QsQh"}, board="9c 8d 2h")
        assert said(player, table.act("to 40"), 1) == "fold"
        # The same cards, and now an opponent that has shown no aces.
        table = hand([400, 400], button=0, hands={0: "5c4d", 1: "QsQh"}, board="9c 8d 2h")
        assert said(player, table.act("call"), 1) == "raise 400"

    def test_an_impossible_belief_is_replaced_by_any_hand(self, monkeypatch) -> None:
        monkeypatch.setattr("carteado.arena.best_response.response.LEAST", 0.0)
        player = LocalBestResponse(Model(teller), "flop")
        table = hand([400, 400], button=0, hands={0: "5c4d", 1: "KsKh"}, board="Ah Ad Ac")
        assert said(player, table.act("to 40"), 1) == "fold"
        # Were it made to call, three of the aces that it believes in would lie open.
        assert said(player, table.act("call"), 1).startswith("raise")

    def test_draws_follow_from_the_seed_of_the_seat(self) -> None:
        def drawn(luck: int) -> list[float]:
            found: list[float] = []

            @bot
            def drawer(view: View):
                found.append(view.random.random())
                return "call"

            table = hand([400, 400], button=0, hands={0: "AsAh"})
            LocalBestResponse(Model(drawer))(seen(table, 0, luck))
            return found

        assert drawn(1) == drawn(1) != drawn(2)

    def test_an_action_taken_on_its_behalf_does_not_stop_it(self) -> None:
        player = LocalBestResponse(Model(BOTS["caller"]), "flop")
        table = hand([400, 400], button=0, hands={0: "AsAh", 1: "5c4d"}, board="Ad Ac 9h 8c 2d")
        assert said(player, table, 0) == "call"
        table.act("to 60", "call", "check")  # the clock, or whoever, did something else
        assert said(player, table, 0) == "raise 340"


@pytest.mark.exhaustive
def test_a_match_does_not_hang_on_those_played_beside_it() -> None:
    equity = BOTS["equity"]
    assert winnings(equity, 3) == [winnings(equity, 1, first=at)[0] for at in range(3)]


@pytest.mark.parametrize(("opponent", "jobs"), [("mixed", 2), (f"{STRANGE}:looker", 1)])
@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_records_in_process_and_over_sockets(opponent, jobs) -> None:
    one = contest([f"lbr@flop:{opponent}", opponent], seed=6, given={"decision": "60s"})
    found = play(one, rounds=1, jobs=jobs).matches
    assert play(one, rounds=1, player=network_player).matches == found
    assert not any(faults for match in found for faults in match.faults)


class TestNames:
    def test_its_default_street_is_the_first_one(self) -> None:
        plain, late = resolve(["lbr:mfs:variant=as-coded", "lbr@river:tight"], "holdem")
        assert plain.response is not None
        assert late.response is not None
        assert (plain.label, plain.response.bets_from) == ("lbr:mfs:variant=as-coded", "preflop")
        assert late.response.bets_from == "river"

    @pytest.mark.parametrize(
        ("spec", "sentence"),
        [
            ("lbr", "to whom"),
            ("lbr:", "to whom"),
            ("lbr@turn", "to whom"),
            ("lbr@showdown:tight", "'showdown' is not one of preflop, flop, turn, river"),
            ("lbr:tihgt", "did you mean 'tight'"),
            ("lbr:exec:cat", "only a bot's function"),
            ("lbr:lbr:tight", "only a bot's function"),
            ("lbr:buraco-greedy", "plays buraco"),
        ],
    )
    def test_an_opponent_that_cannot_be_modelled_is_refused(self, spec, sentence) -> None:
        with pytest.raises(ArenaError, match=sentence):
            resolve([spec], "holdem")

    def test_only_heads_up_is_accepted(self) -> None:
        with pytest.raises(ArenaError, match="holdem"):
            resolve(["lbr:random"], "buraco")
        with pytest.raises(ArenaError, match="heads-up"):
            contest(["lbr:random", *["random"] * 3], preset="four-player")


def run(*words) -> int:
    return run_app(arena, ["lbr", *[str(word) for word in words]])


class TestTheCommand:
    def test_the_table_has_a_row_for_every_street_and_a_column_for_every_depth(
        self, capsys
    ) -> None:
        assert run("caller", "jammer", "--depth", 5, "--depth", 8.5, "--sets", 3) == 0
        lines = capsys.readouterr().out.splitlines()
        assert "It bets on every street" in lines
        at = lines.index("It bets on every street")
        assert lines[at + 1].split() == ["5", "bb", "8.5", "bb"]
        assert [line.split()[0] for line in lines[at + 2 : at + 4]] == ["caller", "jammer"]

    def test_each_response_has_a_table_of_its_own(self, capsys) -> None:
        streets = ("--bets-from", "preflop", "--bets-from", "river")
        assert run("caller", "--depth", 5, "--sets", 2, *streets) == 0
        updated = capsys.readouterr().out
        shown = dict(part.split("\n", 1) for part in updated.split("\nIt ")[1:])
        assert list(shown) == ["bets on every street", "bets from the river on"]
        assert run("caller", "--depth", 5, "--sets", 2, *streets, "--json") == 0
        bounds = json.loads(capsys.readouterr().out)["bounds"]
        for table, bound in zip(shown.values(), bounds, strict=True):
            (row,) = table.strip().splitlines()[1:]
            assert row.split()[:2] == ["caller", f"{1000 * bound['rate']['value']:+.0f}"]

    @pytest.mark.exhaustive
    def test_the_same_seed_gives_the_same_json(self, capsys, tmp_path) -> None:
        journals = ("--journal-dir", tmp_path / "journals")
        found = []
        for words in ((), journals, (*journals, "--resume"), ("--jobs", 2)):
            assert run("mfs", "--sets", 3, "--depth", 10, "--json", *words) == 0
            found.append(json.loads(capsys.readouterr().out))
        assert found[0] == found[1] == found[2] == found[3]
        (bound,) = found[0]["bounds"]
        assert (bound["bot"], bound["depth"], bound["bets_from"]) == ("mfs", 10, "preflop")
        assert (bound["sets"], bound["deals"], bound["faults"]) == (3, 6, 0)

    @pytest.mark.exhaustive
    def test_the_bound_equals_the_result_of_the_match(self, capsys) -> None:
        assert run("tight", "--sets", 4, "--seed", 3, "--bets-from", "river", "--json") == 0
        (bound,) = json.loads(capsys.readouterr().out)["bounds"]
        words = ("lbr@river:tight", "tight", "--sets", 4, "--seed", 3, "--json")
        assert run_app(arena, [str(word) for word in words]) == 0
        (cell,) = json.loads(capsys.readouterr().out)["result"]["cells"]
        assert bound["rate"] == cell["adjusted"]

    @pytest.mark.exhaustive  # draws with Matplotlib
    def test_depths_are_drawn_as_bars_and_training_as_lines(self, capsys, tmp_path) -> None:
        plots = ("--plots", tmp_path / "drawn", "--plots-as", "png", "--draw")
        trained = ("--trained", 30, "--trained", 3)
        assert run("jammer", "caller", "--sets", 2, "--depth", 5, *trained, *plots) == 0
        updated = capsys.readouterr().out
        rest = updated.partition("What each wins of jammer, mbb/h\n")[2].splitlines()
        assert [line.split()[0] for line in rest[: rest.index("")]] == ["5", "caller"]
        assert "Lost at least, mbb/h: 5 bb, bets on every street" in updated
        names = {path.name for path in (tmp_path / "drawn").iterdir()}
        assert names == {"lbr-by-depth.png", "lbr-by-training.png"}
        assert run("caller", "--sets", 1, "--depth", 5, "--plots", tmp_path / "bars") == 0
        assert {path.name for path in (tmp_path / "bars").iterdir()} == {"lbr-by-depth.svg"}

    def test_an_interrupted_run_says_how_to_go_on(self, capsys, monkeypatch, tmp_path) -> None:
        def stop(*args, **kwargs):
            raise KeyboardInterrupt

        monkeypatch.setattr("carteado.arena.matches.runs.play", stop)
        assert run("caller", "--sets", 2) == 130
        assert "--journal-dir DIR" in capsys.readouterr().err
        assert run("caller", "--sets", 2, "--journal-dir", tmp_path / "a b") == 130
        assert "a b' --resume" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            ((), "name at least one bot"),
            (("nobody",), "no bot 'nobody'"),
            (("tight", "--depth", "7.03"), "not a whole number of chips"),
            (
                ("tight", "--depth", "75", "--depth", "0.5"),
                "--depth 0.5: must be a number from 1 to 10,000",
            ),
            (("tight", "--trained", "inf"), "--trained inf: must be a number above 0 and"),
            (("tight", "--resume"), "--journal-dir"),
            (("tight", "--plots-as", "png"), "--plots FOLDER"),
            (("tight", "--draw", "--json"), "nothing but JSON"),
            (("tight", "--against", "mfs"), "--trained"),
            (("tight", "mfs", "--trained", "3"), "2 bots and 1 time"),
            (("tight", "tight", "--trained", "3", "--trained", "4"), "1 bot and 2 times"),
            (("tight", "--trained", "3", "--against", "nobody"), "no bot 'nobody'"),
            (("exec:cat",), "only a bot's function"),
        ],
    )
    def test_bad_input_is_refused_in_one_line(self, words, sentence, capsys) -> None:
        assert run(*words) == 2
        updated = capsys.readouterr()
        assert not updated.out
        assert sentence in updated.err
        assert len(updated.err.strip().splitlines()) == 1
