"""`carteado odds`: its answers, its refusals, and positions from a log."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.clients.logs import between_deals, in_a_deal, segment

from carteado.client import InputError
from carteado.clients.cli.main import run
from carteado.clients.cli.odds import view_lines
from carteado.engine.cards import PACK, show_cards
from carteado.engine.games.holdem.events import Folded
from carteado.engine.table import observer_of, redact_table
from carteado.odds import showdown_odds, versus_random, versus_ranges, versus_several


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(["odds", "holdem", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_random_hand_is_counted_over_all_showdowns(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "AsKd", "vs", "random", "--board", "Ah7d2c")
    assert (found["win"], found["tie"], found["lose"]) == (947856, 6837, 115497)
    assert found["total"] == 1070190
    assert found["equity"] == pytest.approx((947856 + 6837 / 2) / 1070190)
    assert found["own_final"]["two_pair"] == 405
    assert sum(found["opponent_final"].values()) == 1070190
    assert found["now"] == {"ahead": 1047, "tied": 6, "behind": 28, "total": 1081}
    assert len(found["outs"]) == 11
    assert found["as_high_now"] == {"count": 397, "total": 1081}


@pytest.mark.parametrize(
    "words",
    [
        ["AsKd", "vs", "random", "--board", "Ah7d2c"],
        ["As Kd", "vs", "random", "--board", "Ah 7d 2c"],
        ["As", "Kd", "vs", "random", "--board", "Ah,7d,2c"],
        ["as,kd", "VS", "Random", "--board", "AH, 7D 2C"],
        ["AsKd vs random ", "--board", "Ah7d2c"],
        ["As,Kd,", "vs", "random,", "--board", "Ah,7d,2c,"],
    ],
)
def test_cards_may_be_written_in_several_ways(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(capsys, *words)
    assert (found["hand"], found["board"]) == (["As", "Kd"], ["Ah", "7d", "2c"])
    assert found["win"] == 947856


def test_open_hands_are_counted_together(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "AsKs", "vs", "QdQh")
    assert (found["win"], found["tie"], found["total"]) == (787966, 6732, 1712304)
    three = printed(capsys, "AsKs", "vs", "QdQh", "7c 7d")
    odds = showdown_odds(["AsKs", "QdQh", "7c7d"])
    assert [three["win"], *(other["win"] for other in three["others"])] == [o.win for o in odds]


def test_final_hands_of_open_hands(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "AsKd", "vs", "AhAc", "KsKh", "--board", "Qh7d2c4s")
    assert found["own_final"] == {**found["own_final"], "pair": 14, "high_card": 28}
    assert found["improve"] == {"count": 14, "total": 42}
    assert found["others"][0]["final"]["three_of_a_kind"] == 1
    assert found["others"][1]["final"]["three_of_a_kind"] == 1
    assert found["outs"] == []
    # A jack makes a straight for two of them, the best one for the first hand.
    jacks = printed(capsys, "AsKd", "vs", "7h7c", "2h2c", "--board", "QsTs8d")
    assert {"Jc", "Jd", "Jh", "Js"} <= set(jacks["outs"])


def test_a_range_is_counted_hand_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "AsKd", "vs", "QQ+,", "AKs", "--board", "Ah7d2c")
    assert (found["win"], found["tie"], found["total"]) == (8262, 945, 10890)
    one_or_other = printed(capsys, "AsKd", "vs", "QhQc,JhJc", "--board", "Ah7d2c")
    assert one_or_other["total"] == 2 * 990
    for blanks in ("Qh Qc, Jh Jc", "qh qc , Jh  Jc:1"):
        assert (
            printed(capsys, "AsKd", "vs", blanks, "--board", "Ah7d2c")["win"] == one_or_other["win"]
        )
    beside = printed(capsys, "AsKd", "vs", "QQ+, Kh Qh:0.5", "--board", "Ah7d2c")
    assert beside["versus"] == "QQ+,KhQh:0.5"
    assert printed(capsys, "AsKd", "vs", "random , QQ", "--board", "Ah7d2c")["total"] == 1081 * 990


def test_hands_of_a_range_are_weighed_now_and_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = printed(capsys, "AsKd", "vs", "QQ+,KQo:0.5", "--board", "Ah7d2c")
    # Six of queens, three of kings, one of aces, each twice, and nine of a king and a queen.
    assert found["opponent_now"]["pair"] == 2 * 9
    assert found["opponent_now"]["high_card"] == 9
    assert found["now"] == {"ahead": 27, "tied": 0, "behind": 2, "total": 29}
    assert found["as_high_now"] == {"count": 20, "total": 29}
    assert sum(found["own_final"].values()) == sum(found["opponent_final"].values())
    assert found["improve"]["total"] == found["total"] == 29 * 990
    assert found["outs"] == ["2d", "2h", "2s", "7c", "7h", "7s", "Kc", "Kh", "Ks", "Ac", "Ad"]
    # A player who certainly has the king of hearts leaves it to nobody else.
    sure = printed(capsys, "AsKd", "vs", "KhQh,KhJh", "--board", "Ah7d2c")
    assert sure["outs"] == ["2d", "2h", "2s", "7c", "7h", "7s", "Kc", "Ks", "Ac", "Ad"]
    before = printed(capsys, "AsKd", "vs", "QQ+")
    assert before["own_final"]["high_card"] > 0
    assert not {"now", "outs", "as_high_now"} & before.keys()


def test_several_random_hands_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    two = printed(capsys, "AsKd", "vs", "random", "--opponents", "2", "--board", "Ah7d2c4s")
    assert two["win"] == versus_several("AsKd", 2, "Ah7d2c4s").win
    nine = printed(capsys, "AsKd", "vs", "random", "--opponents", "9", "--board", "Ah7d2c4s")
    odds = versus_several("AsKd", 9, "Ah7d2c4s")
    assert (nine["win"], nine["tie"], nine["lose"]) == (odds.win, odds.tie, odds.lose)
    assert nine["total"] == odds.total > 2**64
    assert nine["equity_exact"] == [odds.equity.numerator, odds.equity.denominator]


def test_each_of_several_opponents_has_a_range(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["AsKd", "vs", "QQ+,", "AKs", "vs", "22+", "--board", "Ah7d2c4s"]
    found = printed(capsys, *words)
    odds = versus_ranges("AsKd", ["QQ+,AKs", "22+"], "Ah7d2c4s")
    assert (found["win"], found["tie"], found["total"]) == (odds.win, odds.tie, odds.total)
    assert found["ranges"] == ["QQ+,AKs", "22+"]
    assert (found["exact"], found["standard_error"]) == (True, None)
    assert found["equity_exact"] == [odds.equity.numerator, odds.equity.denominator]
    assert printed(capsys, "AsKd VS QQ+,AKs vs. 22+", "--board", "Ah7d2c4s") == found
    sampled = printed(capsys, "AsKd", "vs", "QQ+", "vs", "random")
    assert sampled["exact"] is False
    assert sampled["total"] == 200_000
    assert 0 < sampled["standard_error"] < 0.002


def test_the_possible_hands_of_an_opponent_follow_from_the_board_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for board, holdings in (("AhKhQh", 1176), ("AhKhQh2c", 1128), ("AhKhQh2c2d", 1081)):
        for others in ("random", "QQ+", "QQ+ vs AK"):
            alone = printed(capsys, "9s9d", "vs", *others.split(), "--board", board)["board_alone"]
            assert alone["total"] == sum(alone["categories"].values()) == holdings
            assert alone["categories"]["royal_flush"] == 1
    assert "board_alone" not in printed(capsys, "9s9d", "vs", "random")
    assert "board_alone" not in printed(capsys, "9s9d", "vs", "KcKd", "--board", "AhKhQh")


def test_a_board_without_a_hand_gives_the_chances_of_two_random_cards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = printed(capsys, "--board", "AhKhQh")
    with_hand = printed(capsys, "9s9d", "vs", "random", "--board", "AhKhQh")
    assert found == {name: with_hand[name] for name in ("board", "board_alone")}
    assert run(["odds", "holdem", "--board", "Ah7d2c"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Any two cards on Ah 7d 2c, over 1,176 holdings:\nroyal flush ")
    assert re.search(r"pair +420 +35\.7143%\n", out)
    for words in (["--board", "Ah7d"], ["--board", "AhAh7d"], ["--board", "", "--opponents", "2"]):
        assert run(["odds", "holdem", *words]) == 2
    assert run(["odds", "holdem", "--board", "Ah7d2c", "--opponents", "2"]) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("AsKd vs QhQc", "equity 42.8352%"),
        ("AsKd vs random --board Ah7d2c", "now ahead of 1,047 of 1,081 hands, tied with 6, "),
        ("AsKd vs random --board Ah7d2c", "two pair             37.4653%    18.8260%     1.9426%"),
        ("AsKd vs QhQc --board Qd7d2c4d", "8 outs: 3d 5d 6d 8d 9d Td Jd Ad"),
        ("AsKd vs QhQc --board Qd7d2c4d", "Over every board that can come; no card of an open"),
        ("AsKd vs QhQc --board Qd7d2c4d", "as the next card, it puts this hand ahead"),
        ("AsKd vs QhQc --board Qd7d2c4d", "at the end                own       Qh Qc\n"),
        ("AsKd vs QhQc 7h7c", "improves 82.0486%: ends in a higher category than now"),
        ("AsKd vs QQ+ --board Ah7d2c4s", "of the range that can be held:\n"),
        ("AsKd vs QQ+:0.5,AKs --board Ah7d2c4s", " weighted hands, tied with "),
        ("AsKd vs random --board Ah7d2c", "or higher now: 397 of 1,081 hands (36.7253%)"),
        ("AsKd vs random --opponents 2 --board Ah7d2c", "hand of any one of theirs from the"),
        ("7h7c vs AsKd --board Ah8d2c", "2 outs: 7d 7s"),
        ("AsKd vs random --opponents 9", " of 45,"),
        ("AsKd vs random --opponents 9 --board Ah7d2c4s5h", " of 21,"),
        ("AsKd vs QQ+ --board Ah7d2c4sTs", "As Kd against QQ+ on Ah 7d 2c 4s Ts"),
        ("AsKd vs QhQc 7h7c", "7h 7c: equity"),
        ("AsKd vs random --board 2c3c4c5c6c", " 100.0000%   100.0000%   100.0000%\n"),
        ("AsKd vs QQ+ vs 22+ --board Ah7d2c", "As Kd against QQ+ vs 22+ on Ah 7d 2c\n"),
        ("AsKd vs QQ+ vs 22+ --board Ah7d2c", "equity 66.0415%"),
        ("AsKd vs QQ+ vs 22+ --board Ah7d2c", "counted over every deal of the ranges' hands"),
        ("AsKd vs QQ+ vs 22+", "sampled from 200,000 deals: standard error of the equity 0."),
        ("9s9d vs random --board AhKhQh", "over 1,176 holdings, own cards not left out:\n"),
        ("9s9d vs random --board AhKhQh", "royal flush                 1     0.0850%\n"),
        ("AsKd vs random --board ,", "As Kd against a random hand before the flop"),
    ],
)
def test_answers_in_words(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "holdem", *words.split()]) == 0
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        "AsKd vs random --board Ah7d2c",
        "AsKd vs random --opponents 3 --board Ah7d2c",
        "AsKd vs QQ+:0.5,22+,K2+ --board Ah7d2c",
        "AsKd vs 3h3d 4h4d 5h5d 6h6d 7h7c 8h8d 9h9d ThTd --board Ah7d2c",
    ],
)
def test_final_hands_fit_a_terminal(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "holdem", *words.split()]) == 0
    _, rest = capsys.readouterr().out.split("\n\n", 1)
    assert max(map(len, rest.splitlines())) <= 80


def test_every_open_hand_has_a_column(capsys: pytest.CaptureFixture[str]) -> None:
    others = "3h3d 4h4d 5h5d 6h6d 7h7c 8h8d 9h9d ThTd"
    assert run(["odds", "holdem", *f"AsKd vs {others} --board Ah7d2c".split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.partition("at the end")[2].split() for line in lines if "at the end" in line]
    assert heads[0][0] == "own"
    assert "".join(itertools.chain(heads[0][1:], *heads[1:])) == others.replace(" ", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("AsAs vs random", "As appears twice in 'AsAs'"),
        ("AsKd vs AsQd", "As is in two hands"),
        ("AsKd vs random --board AhKd2c", "Kd is on the board and in a hand"),
        ("AsXd vs random", "'Xd', card 2 of 'AsXd', is not a card"),
        ("AsKd7c vs random", "a hand is two cards, not 3"),
        ("AsKd vs QhQ", "is not a card"),
        ("AsKd vs QhQc7d", "a hand is two cards"),
        ("AsKd vs random --board Ah7d", "a board is 0, 3, 4 or 5 cards, not 2"),
        ("AsKd vs random --board 2c3c4c5c6c7c", "not 6"),
        ("AsKd vs QQ+,AKx", "'AKx' at character 5 of the range"),
        ("AsKd vs AsAd,AsKd", "every hand of the range"),
        ("AsKd vs QQ+, Qh Qh", "'QhQh' at character 5 of the range 'QQ+,QhQh': one card twice"),
        ("AsKd vs random --opponents 10", "1 to 9 opponents"),
        ("AsKd vs QhQc --opponents 2", "--opponents is for random hands"),
        ("AsKd vs random QhQc", "random hands are met alone"),
        ("AsKd vs random random", "random hands are met alone"),
        ("AsKd", "write a hand, vs and its opponents"),
        ("AsKd vs", "write a hand, vs and its opponents"),
        ("AsKd vs QQ+ vs", "write a hand, vs and its opponents"),
        ("AsKd vs vs QQ+", "write a hand, vs and its opponents"),
        ("AsKd vs QQ+,AKs 22+", "between hands of one range (AKs,22+) or vs before each opponent"),
        ("AsKd vs QQ+ vs 22+ 33", "of one range (22+,33) or vs before each opponent (22+ vs 33)"),
        ("AsKd vs QQ+ vs 22+ --opponents 2", "write vs before each opponent"),
        ("AsKd vs AcAd vs AcAd vs 22+", "cannot all hold hands of their ranges"),
        ("AsKd vs QQ+ vs XX", "XX"),
        ("AsKd vs random --seat 1", "belong to --table"),
        ("AsKd vs random --table t --seat 1", "leave them out"),
        ("--table t", "--table needs --seat"),
    ],
)
def test_impossible_input_is_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", "holdem", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert err.count("\n") == 1


def test_weights_whose_common_denominator_cannot_be_written_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pairs = list(itertools.combinations(PACK, 2))
    fractions = [f"{''.join(pair)}:1/{10**9 - at}" for at, pair in enumerate(pairs, 1)]
    assert run(["odds", "holdem", "AsKd", "vs", ",".join(fractions), "--board", "Ah7d2c4s"]) == 2
    _, err = capsys.readouterr()
    assert "too many different denominators: write decimals" in err
    assert err.count("\n") == 1


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "table.log"
    path.write_bytes(segment(between_deals("holdem:heads-up", 31, 120)))
    return path


def views(log: Path, seat: int, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What a seat saw after each event of the log."""
    assert run(["replay", str(log), "--as", str(seat), "--json", "--step"]) == 0
    return [json.loads(line)["view"]["state"] for line in capsys.readouterr().out.splitlines()]


def test_a_position_from_a_log_is_the_view_of_the_seat(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = 0
    for seq, view in enumerate(views(log, 1, capsys), 1):
        hand, board = view["hands"][1], view["board"]
        if sorted(view["live"]) != [0, 1] or len(hand) != 2 or len(board) < 3 or "??" in hand:
            continue
        found = printed(capsys, "--table", str(log), "--at", str(seq), "--seat", "1")
        assert (found["hand"], found["board"]) == (hand, board)
        if view["shown"][0]:
            assert found["versus"] == [view["shown"][0]]
        else:
            assert found["versus"] == "random"
            assert found["win"] == versus_random(hand, board).win
        asked += 1
    assert asked > 5


def test_between_two_shown_hands_there_is_no_answer() -> None:
    """A hand that lies open is not a random one, and no other can hold its cards."""
    table = in_a_deal("holdem:four-player", 3, 2).table
    assert len(table.state.live) > 2
    seat, other, *closed = table.state.live
    view = redact_table(table, observer_of(table, seat)).state
    shown = [table.state.hands[at] if at == other else () for at in range(4)]
    with pytest.raises(InputError, match=r"have shown their hands there and others have not$"):
        view_lines(replace(view, shown=tuple(shown)), seat)
    alone = replace(view, shown=tuple(shown), live=(seat, other))
    assert view_lines(alone, seat)[0].startswith(f"{show_cards(view.hands[seat])} against")
    assert closed


def test_a_folded_seat_is_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = between_deals("holdem:four-player", 31, 20)
    at, seat = next((at, e.seat) for at, e in enumerate(table.events, 1) if isinstance(e, Folded))
    path = tmp_path / "folded.log"
    path.write_bytes(segment(table))
    where = ["--table", str(path), "--at", str(at), "--seat", str(seat)]
    assert run(["odds", "holdem", *where]) == 2
    sentence = f"Player {seat} has folded there; choose another event with --at"
    assert sentence in capsys.readouterr().err


def test_a_hand_that_is_being_played_stays_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "running.log"
    path.write_bytes(segment(in_a_deal("holdem:heads-up", 32, 90)))
    assert run(["odds", "holdem", "--table", str(path), "--seat", "0"]) == 2
    assert "Player 0 has no hand there that it may see" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["--seat", "7"], 2, "carteado: there is no seat 7: there are seats 0 to 1"),
        (["--seat=-1"], 2, "carteado: there is no seat -1: there are seats 0 to 1"),
        (["--seat", "1", "--at", "999999"], 2, "the log has events 1 to"),
        (["--seat", "1", "--at", "0"], 2, "the log has events 1 to"),
        (["--seat", "1", "--at", "1"], 2, "there that it may see; choose another event with --at"),
    ],
)
def test_a_position_that_is_not_there(
    log: Path,
    words: list[str],
    status: int,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["odds", "holdem", "--table", str(log), *words]) == status
    assert sentence in capsys.readouterr().err


def test_a_log_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.log"
    assert run(["odds", "holdem", "--table", str(missing), "--seat", "1"]) == 6
    assert "there is no file" in capsys.readouterr().err
