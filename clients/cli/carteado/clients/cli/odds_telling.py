"""The odds of Hold'em in lines."""

from __future__ import annotations

from typing import Any

from carteado.engine.cards import show_cards
from carteado.engine.words import counted

__all__ = ["board_lines", "odds_lines"]

_COLUMNS = 5
"""Hands beside one another in 80 columns."""


def odds_lines(data: dict[str, Any]) -> list[str]:
    """The answer of `carteado odds holdem` in lines.

    Args:
        data: the same as plain data.
    """
    lines = [f"{show_cards(tuple(data['hand']))} against {_met(data)}{_on(data)}"]
    lines += _result_lines(data)
    if "ranges" in data:
        return [*lines, *_method_lines(data), *_board_alone_lines(data)]
    for held, other in zip(data["versus"], data.get("others", ()), strict=False):
        lines.append(f"{show_cards(tuple(held))}: equity {_percent(other['equity'])}")
    lines += ["", _counted_over(data), *_category_lines(data), ""]
    improve = data["improve"]
    lines.append(f"improves {_share(improve)}: ends in a higher category than now")
    if "now" in data:
        lines += _now_lines(data)
    lines += _board_alone_lines(data)
    if data.get("outs"):
        lines.append(f"{counted(len(data['outs']), 'out')}: {show_cards(tuple(data['outs']))}")
        lines.append(f"  as the next card, {_out_for(data)}")
    return lines


def _method_lines(data: dict[str, Any]) -> list[str]:
    """The method for the odds against several ranges."""
    if data["exact"]:
        return ["counted over every deal of the ranges' hands and every board"]
    error = data["standard_error"]
    return [
        f"sampled from {data['total']:,} deals: standard error of the equity {_percent(error)}, "
        f"95% interval +- {_percent(1.96 * error)}"
    ]


def _board_alone_lines(data: dict[str, Any]) -> list[str]:
    """The categories of every two cards, by the board alone."""
    if "board_alone" not in data:
        return []
    total = data["board_alone"]["total"]
    title = f"now by the board alone, over {total:,} holdings, own cards not left out:"
    return ["", title, *_holding_lines(data), ""]


def board_lines(data: dict[str, Any]) -> list[str]:
    """Categories of any two cards on a board, in lines.

    Args:
        data: ``board`` and ``board_alone``, as for `odds_lines`.
    """
    total = data["board_alone"]["total"]
    board = show_cards(tuple(data["board"]))
    return [f"Any two cards on {board}, over {total:,} holdings:", *_holding_lines(data)]


def _holding_lines(data: dict[str, Any]) -> list[str]:
    alone = data["board_alone"]
    return [
        f"{name.replace('_', ' '):<17}{count:>12,}{_percent(count / alone['total']):>12}"
        for name, count in reversed(alone["categories"].items())
    ]


def _counted_over(data: dict[str, Any]) -> str:
    """The base of the categories' shares."""
    if "others" in data:
        return "Over every board that can come; no card of an open hand can:"
    if data["versus"] == "random":
        whose = "theirs" if data["opponents"] == 1 else "any one of theirs"
        return f"Over every board and hand of {whose} from the unseen cards:"
    weighed = ", by weight" if ":" in data["versus"] else ""
    return f"Over every board with every hand of the range that can be held{weighed}:"


def _out_for(data: dict[str, Any]) -> str:
    if "others" in data:
        return "it puts this hand ahead"
    return "it makes a category above the own and the board's"


def _now_lines(data: dict[str, Any]) -> list[str]:
    now, as_high = data["now"], data["as_high_now"]
    # Weighted hands are counted as often as they weigh.
    hands = "weighted hands" if ":" in data["versus"] else "hands"
    return [
        f"now ahead of {now['ahead']:,} of {now['total']:,} {hands}, tied with {now['tied']:,}, "
        f"behind {now['behind']:,}",
        f"of this hand's category or higher now: {as_high['count']:,} of {as_high['total']:,} "
        f"{hands} ({_share(as_high)})",
    ]


def _category_lines(data: dict[str, Any]) -> list[str]:
    """The hand at the end, the others', and from the flop on what a closed one is now."""
    found = {"own": data["own_final"]}
    if "others" in data:
        pairs = zip(data["versus"], data["others"], strict=True)
        found |= {show_cards(tuple(held)): other["final"] for held, other in pairs}
    else:
        found["theirs"] = data["opponent_final"]
    if "opponent_now" in data:
        found["theirs now"] = data["opponent_now"]
    lines: list[str] = []
    # More hands than fit go into a further block below.
    for first in range(0, len(found), _COLUMNS):
        titles = list(found)[first : first + _COLUMNS]
        lines.append(f"{'at the end':<17}" + "".join(f"{title:>12}" for title in titles))
        # The best category first.
        for name in reversed(data["own_final"]):
            shares = [_percent(found[title][name] / sum(found[title].values())) for title in titles]
            row = "".join(f"{text:>12}" for text in shares)
            lines.append(f"{name.replace('_', ' '):<17}{row}")
    return lines


def _met(data: dict[str, Any]) -> str:
    if isinstance(data["versus"], list):
        return " and ".join(show_cards(tuple(held)) for held in data["versus"])
    if data["versus"] == "random":
        many = data["opponents"]
        return "a random hand" if many == 1 else f"{many} random hands"
    return str(data["versus"])


def _on(data: dict[str, Any]) -> str:
    return f" on {show_cards(tuple(data['board']))}" if data["board"] else " before the flop"


def _result_lines(data: dict[str, Any]) -> list[str]:
    total = data["total"]
    # A column for the usual totals, and wider for the huge ones of weighted ranges.
    width = max(20, len(f"{total:,}"))
    lines = [f"equity {_percent(data['equity'])}"]
    for name in ("win", "tie", "lose"):
        lines.append(
            f"{name:<5}{data[name]:>{width},} of {total:,} ({_percent(data[name] / total)})"
        )
    return lines


def _share(chance: dict[str, int]) -> str:
    return _percent(chance["count"] / chance["total"])


def _percent(part: float) -> str:
    # Four places: two hands may differ by less than a hundredth of a percent.
    return f"{part:.4%}"
