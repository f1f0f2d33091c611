"""``carteado odds``: what a hand is worth, counted over everything that can follow."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from cyclopts import App

import carteado.odds as counting
from carteado.client import InputError
from carteado.client.commandline import AsJson
from carteado.clients.cli.analysis import seen_log
from carteado.clients.cli.odds_telling import board_lines, odds_lines
from carteado.clients.cli.sources import folded, load_log
from carteado.engine.cards import PACK, UNKNOWN, Card, parse_cards, show_cards
from carteado.engine.errors import CardError
from carteado.engine.words import seat_name
from carteado.protocol.notation import escape

__all__ = ["holdem", "odds", "view_lines"]

_VS = " vs "
"""Between the ranges of several opponents."""

_LONGEST = 10**4000
"""Python writes no whole numbers of more than 4,300 digits."""

_TWO_CARDS = re.compile(r"(?<![^\s,])([2-9TJQKA][cdhs])\s+([2-9TJQKA][cdhs])(?![^\s,:])", re.I)
"""A hand of a range that is written as two cards with blanks between them."""

odds = App(name="odds", help="Compute the exact odds of a hand.")

odds.command(
    "carteado.clients.cli.buraco_odds:buraco",
    name="buraco",
    help="Count the odds of a Buraco position, as one seat sees it.",
)


@odds.command(name="holdem")
def holdem(
    *words: str,
    board: str = "",
    opponents: int = 1,
    table: str | None = None,
    at: int | None = None,
    seat: int | None = None,
    as_json: AsJson = False,
    store: str | None = None,
) -> None:
    """Count the odds of a Hold'em hand: `AsKd vs random`, `AsKd vs QQ+,AKs`, `AsKd vs QhQc`.

    All possible showdowns are counted. Against several ranges, as in `AsKd vs QQ+ vs 22+`, deals
    are sampled if there are too many; the answer says so. With `--board` alone: how often two
    random cards make each category of hand on that board.

    Args:
        words: The hand, `vs`, and its opponents: random, a range, or one or more open hands. For
            several ranges, put `vs` before each.
        board: The common cards, such as AhKd2c.
        opponents: Number of random hands, 1 to 9.
        table: Take the cards from this table's log instead: its id, or a file that
            `carteado log export` wrote. A hand that is still being played stays closed.
        at: Number of the event after which the cards are taken; by default the last.
        seat: The seat whose cards are rated: what it saw, and nothing else.
        as_json: Print JSON, with whole numbers.
        store: The store to read, as in `carteado serve`.
    """
    if table is None:
        if at is not None or seat is not None or store is not None:
            raise InputError("--at, --seat and --store belong to --table")
        if board and not words:
            _print_board(board, opponents, as_json=as_json)
            return
        hand, others = _read_words(words)
    else:
        if words or board or opponents != 1:
            raise InputError("--table takes hand, board and opponents from the log: leave them out")
        hand, others, board, opponents = _from_log(table, at, seat, store)
    try:
        data = _odds_data(hand, others, board, opponents)
    except CardError as error:
        _refuse(error)
    print(json.dumps(data) if as_json else "\n".join(odds_lines(data)))


def _print_board(board: str, opponents: int, *, as_json: bool) -> None:
    """Print the categories that a board makes with any hand."""
    if opponents != 1:
        raise InputError("--opponents is for random hands: write a hand, vs and random too")
    try:
        data = {"board": list(parse_cards(board)), "board_alone": _of_board(board)}
    except CardError as error:
        _refuse(error)
    print(json.dumps(data) if as_json else "\n".join(board_lines(data)))


def _refuse(error: Exception) -> NoReturn:
    raise InputError(str(error)) from None


# Reading the question


def _read_words(words: Sequence[str]) -> tuple[str, str]:
    """The hand and its opponents, each as one text."""
    said = " ".join(words).split()
    # A blank in front lets the pattern find a "vs" that comes first, whose hand is missing.
    hand, *others = re.split(r" (?:vs|vs\.)(?= |$)", " ".join(["", *said]), flags=re.IGNORECASE)
    parts = [part.strip() for part in (hand, *others)]
    if not others or not all(parts):
        raise InputError("write a hand, vs and its opponents, such as: AsKd vs random")
    return parts[0], _VS.join(parts[1:])


def _from_log(
    what: str, at: int | None, seat: int | None, store: str | None
) -> tuple[str, str, str, int]:
    """The question that a seat had at a table: its hand, open hands or random ones, the board."""
    if seat is None:
        raise InputError("--table needs --seat: the seat whose cards are rated")
    # As the seat saw it, so that the answer cannot give away what was hidden.
    events = seen_log(load_log(what, store), str(seat))
    state = folded(what, events, at).state
    if not all(hasattr(state, name) for name in ("hands", "shown", "board", "order", "live")):
        raise InputError(f"{what} is not a table with hole cards and a board")
    return _seen_cards(state, seat, "; choose another event with --at")


def view_lines(state: Any, seat: int) -> list[str]:
    """The odds of a seat's hand in lines, from its own view of a table with hole cards.

    Raises:
        InputError: the seat has folded or has no hand that it may see, or meets nobody.
    """
    return odds_lines(_odds_data(*_seen_cards(state, seat)))


def _seen_cards(state: Any, seat: int, hint: str = "") -> tuple[str, str, str, int]:
    """A seat's cards, opponents and board in a view; a refusal ends with the hint."""
    who = seat_name(state.names, seat)
    if seat in state.order and seat not in state.live:
        raise InputError(f"{who} has folded there{hint}")
    own = tuple(state.hands[seat])
    if seat not in state.live or len(own) != 2 or UNKNOWN in own:
        raise InputError(f"{who} has no hand there that it may see{hint}")
    others = [_open_cards(state, other) for other in state.live if other != seat]
    if not others:
        raise InputError(f"{who} has no opponent there: all others have folded{hint}")
    board = show_cards(tuple(state.board))
    # The odds know either open or random hands, not a mixture of both.
    if any(others) and not all(others):
        raise InputError(
            f"some opponents of {who} have shown their hands there and others have not{hint}"
        )
    if all(others):
        return show_cards(own), " ".join(show_cards(other) for other in others), board, 1
    return show_cards(own), "random", board, len(others)


def _open_cards(state: Any, seat: int) -> tuple[Card, ...]:
    """The cards of another seat where this view knows both, else none."""
    # Shown cards stay visible after the hands of a deal are gone.
    cards = tuple(state.shown[seat] or state.hands[seat])
    return cards if len(cards) == 2 and UNKNOWN not in cards else ()


# Answering it


def _odds_data(hand: str, others: str, board: str, opponents: int) -> dict[str, Any]:
    """The answer as plain data."""
    own = parse_cards(hand)
    data: dict[str, Any] = {"hand": list(own), "board": list(parse_cards(board))}
    # Asked first: a text with several opponents is never one range.
    if _VS in others:
        return data | _against_ranges(hand, others.split(_VS), board, opponents)
    if others.lower().strip(", ") == "random":
        data |= {"versus": "random", "opponents": opponents}
        data |= _numbers(counting.versus_several(hand, opponents, board))
        return data | _against_random(hand, board)
    if opponents != 1:
        raise InputError("--opponents is for random hands")
    # Tried before a range, in which two cards may be written as well.
    open_hands = _open_hands(others)
    other_hands = [part.split() for part in others.lower().split(",")]
    if open_hands is None and any("random" in part and len(part) > 1 for part in other_hands):
        raise InputError(
            "random hands are met alone: write random and --opponents N, or a range with commas"
        )
    if open_hands is None:
        held = _one_range(others)
        data |= {"versus": held} | _numbers(counting.versus_range(hand, held, board))
        # Before printing: a whole number of more digits would raise an error there.
        _require_short(data)
        return data | _against_range(hand, held, board)
    data["versus"] = [list(other) for other in open_hands]
    return data | _against_open(hand, open_hands, board)


def _one_range(text: str) -> str:
    """A range with commas alone between its parts.

    Raises:
        InputError: two parts have only a blank between them, which may mean two opponents.
    """
    parts = [part.split() for part in _TWO_CARDS.sub(r"\1\2", text).split(",")]
    for part in parts:
        if len(part) > 1:
            one, other = escape(part[0]), escape(part[1])
            raise InputError(
                f"write a comma between hands of one range ({one},{other}) "
                f"or vs before each opponent ({one} vs {other})"
            )
    return ",".join(part[0] for part in parts if part)


def _require_short(data: dict[str, Any]) -> None:
    if data["total"] > _LONGEST:
        raise InputError(
            "the weights of the range have too many different denominators: write decimals"
        )


def _against_ranges(hand: str, others: list[str], board: str, opponents: int) -> dict[str, Any]:
    """The odds against several opponents, each with a range of its own."""
    if opponents != 1:
        raise InputError("--opponents is for random hands alone: write vs before each opponent")
    ranges = [_one_range(one) for one in others]
    found = counting.versus_ranges(hand, ranges, board)
    data: dict[str, Any] = {"versus": _VS.join(ranges), "ranges": ranges} | _numbers(found)
    data |= {"exact": found.exact, "standard_error": found.standard_error}
    _require_short(data)
    return data | _board_alone(board)


def _board_alone(board: str) -> dict[str, Any]:
    """Categories of any two cards with the board as it lies, the hand's own cards included."""
    return {"board_alone": _of_board(board)} if _dealt(board) else {}


def _of_board(board: str) -> dict[str, Any]:
    held = counting.board_holdings(board)
    return {"total": sum(held.values()), "categories": _by_name(held)}


def _open_hands(text: str) -> list[tuple[Card, ...]] | None:
    """Open hands, two cards each; None where the text is a range.

    With a comma between two hands, as in ``QhQc,JhJc``, it is a range: one hand or the other.
    """
    letters = text.replace(",", " ").replace(" ", "")
    # Every second letter of cards is a suit, and of a range hardly ever.
    if not letters or any(letter not in "cdhsCDHS" for letter in letters[1::2]):
        return None
    parts = [part for part in text.split(",") if part.strip()]
    if len(parts) > 1 and all(len(part.replace(" ", "")) == 4 for part in parts):
        return None
    cards = parse_cards(text)
    if len(cards) % 2:
        raise InputError(f"a hand is two cards: {text!r:.80} is {len(cards)}")
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def _numbers(found: counting.Odds | counting.RangesOdds) -> dict[str, Any]:
    return {
        "win": found.win,
        "tie": found.tie,
        "lose": found.lose,
        "total": found.total,
        "equity": float(found.equity),
        "equity_exact": list(found.equity.as_integer_ratio()),
    }


def _against_random(hand: str, board: str) -> dict[str, Any]:
    """Final categories of both hands, against an unknown one."""
    data: dict[str, Any] = {
        "own_final": _by_name(counting.own_categories(hand, board)),
        "opponent_final": _by_name(counting.opponent_categories(hand, board)),
        "improve": _chance(counting.improvement(hand, board)),
    }
    if _dealt(board):
        now = counting.standing(hand, board)
        data |= _now(hand, board, now, counting.holdings_now(hand, board)) | _board_alone(board)
    # With five cards nothing is to come, and before the flop nearly every card helps.
    if _dealt(board) in (3, 4):
        data["outs"] = list(counting.outs(hand, board).cards)
    return data


def _against_range(hand: str, held: str, board: str) -> dict[str, Any]:
    """Final categories of both hands, with each hand of the range by its weight."""
    own, theirs = counting.range_categories(hand, held, board)
    data: dict[str, Any] = {
        "own_final": _by_name(own),
        "opponent_final": _by_name(theirs),
        "improve": _chance(counting.improvement(hand, board, final=own)),
    }
    if _dealt(board):
        data |= _now(hand, board, *counting.range_standing(hand, held, board))
        data |= _board_alone(board)
    if _dealt(board) in (3, 4):
        data["outs"] = _outs_against(hand, held, board)
    return data


def _outs_against(hand: str, held: str, board: str) -> list[Card]:
    """The outs, without those that every hand of the range has: they cannot come."""
    seen = {PACK.index(card) for card in (*parse_cards(hand), *parse_cards(board))}
    weights = counting.parse_range(held).items()
    holdings = [one for one, weight in weights if weight and not seen & {*one}]
    # A card in every hand of the range is with the opponent for certain.
    needed = set.intersection(*(set(one) for one in holdings))
    found = counting.outs(hand, board).cards
    return [card for card in found if PACK.index(card) not in needed]


def _against_open(hand: str, others: Sequence[tuple[Card, ...]], board: str) -> dict[str, Any]:
    """Odds and final categories of open hands."""
    found = counting.showdown_odds([hand, *others], board)
    own, *finals = counting.final_categories([hand, *others], board)
    data = _numbers(found[0]) | {"own_final": _by_name(own)}
    data["improve"] = _chance(counting.improvement(hand, board, final=own))
    data["others"] = [
        _numbers(odds) | {"final": _by_name(final)}
        for odds, final in zip(found[1:], finals, strict=True)
    ]
    if _dealt(board) in (3, 4):
        data["outs"] = list(counting.outs(hand, board, *others).cards)
    return data


def _dealt(board: str) -> int:
    return len(parse_cards(board))


def _now(hand: str, board: str, now: counting.Odds, held: Any) -> dict[str, Any]:
    """The hand's standing against an unknown one, with the board as it lies."""
    as_high = counting.at_least_as_high(hand, board, held=held)
    return {
        "now": {"ahead": now.win, "tied": now.tie, "behind": now.lose, "total": now.total},
        "opponent_now": _by_name(held),
        "as_high_now": _chance(as_high),
    }


def _chance(found: counting.Chance) -> dict[str, int]:
    return {"count": found.count, "total": found.total}


def _by_name(found: Any) -> dict[str, int]:
    return {category.name.lower(): count for category, count in found.items()}
