"""The odds of Hold'em in lines."""

from __future__ import annotations

from typing import Any

from carteado.engine.cards import show_cards
from carteado.engine.words import counted

__all__ = ["odds_lines"]

_COLUMNS = 5
"""Hands beside one another in 80 columns."""


def odds_lines(told: dict[str, Any]) -> list[str]:
    """The answer of `carteado odds holdem` in lines.

    Args:
        told: the same as plain data.
    """
    lines = [f"{show_cards(tuple(told['hand']))} against {_met(told)}{_on(told)}"]
    lines += _result_lines(told)
    if "ranges" in told:
        return [*lines, *_method_lines(told), *_board_alone_lines(told)]
    for held, other in zip(told["versus"], told.get("others", ()), strict=False):
        lines.append(f"{show_cards(tuple(held))}: equity {_percent(other['equity'])}")
    lines += ["", _counted_over(told), *_category_lines(told), ""]
    improve = told["improve"]
    lines.append(f"improves {_share(improve)}: ends in a higher category than now")
    if "now" in told:
        lines += _now_lines(told)
    lines += _board_alone_lines(told)
    if told.get("outs"):
        lines.append(f"{counted(len(told['outs']), 'out')}: {show_cards(tuple(told['outs']))}")
        lines.append(f"  as the next card, {_out_for(told)}")
    return lines


def _method_lines(told: dict[str, Any]) -> list[str]:
    """How the odds against several ranges were found."""
    if told["exact"]:
        return ["counted over every deal of the ranges' hands and every board"]
    error = told["standard_error"]
    return [
        f"sampled from {told['total']:,} deals: standard error of the equity {_percent(error)}, "
        f"95% interval +- {_percent(1.96 * error)}"
    ]


def _board_alone_lines(told: dict[str, Any]) -> list[str]:
    """The categories of every two cards, by the board alone."""
    alone = told.get("board_alone")
    if alone is None:
        return []
    total = alone["total"]
    return [
        "",
        f"now by the board alone, over {total:,} holdings, own cards not left out:",
        *[
            f"{name.replace('_', ' '):<17}{count:>12,}{_percent(count / total):>12}"
            for name, count in reversed(alone["categories"].items())
        ],
        "",
    ]


def _counted_over(told: dict[str, Any]) -> str:
    """What the shares of the categories are shares of."""
    if "others" in told:
        return "Over every board that can come; no card of an open hand can:"
    if told["versus"] == "random":
        whose = "theirs" if told["opponents"] == 1 else "any one of theirs"
        return f"Over every board and hand of {whose} from the unseen cards:"
    weighed = ", by weight" if ":" in told["versus"] else ""
    return f"Over every board with every hand of the range that can be held{weighed}:"


def _out_for(told: dict[str, Any]) -> str:
    if "others" in told:
        return "it puts this hand ahead"
    return "it makes a category above the own and the board's"


def _now_lines(told: dict[str, Any]) -> list[str]:
    now, as_high = told["now"], told["as_high_now"]
    # Weighted hands are counted as often as they weigh.
    hands = "weighted hands" if ":" in told["versus"] else "hands"
    return [
        f"now ahead of {now['ahead']:,} of {now['total']:,} {hands}, tied with {now['tied']:,}, "
        f"behind {now['behind']:,}",
        f"of this hand's category or higher now: {as_high['count']:,} of {as_high['total']:,} "
        f"{hands} ({_share(as_high)})",
    ]


def _category_lines(told: dict[str, Any]) -> list[str]:
    """The own hand at the end, the others', and from the flop on what a closed one is now."""
    found = {"own": told["own_final"]}
    if "others" in told:
        pairs = zip(told["versus"], told["others"], strict=True)
        found |= {show_cards(tuple(held)): other["final"] for held, other in pairs}
    else:
        found["theirs"] = told["opponent_final"]
    if "opponent_now" in told:
        found["theirs now"] = told["opponent_now"]
    lines: list[str] = []
    for first in range(0, len(found), _COLUMNS):
        titles = list(found)[first : first + _COLUMNS]
        lines.append(f"{'at the end':<17}" + "".join(f"{title:>12}" for title in titles))
        for name in reversed(told["own_final"]):
            shares = [_percent(found[title][name] / sum(found[title].values())) for title in titles]
            row = "".join(f"{text:>12}" for text in shares)
            lines.append(f"{name.replace('_', ' '):<17}{row}")
    return lines


def _met(told: dict[str, Any]) -> str:
    if isinstance(told["versus"], list):
        return " and ".join(show_cards(tuple(held)) for held in told["versus"])
    if told["versus"] == "random":
        many = told["opponents"]
        return "a random hand" if many == 1 else f"{many} random hands"
    return str(told["versus"])


def _on(told: dict[str, Any]) -> str:
    return f" on {show_cards(tuple(told['board']))}" if told["board"] else " before the flop"


def _result_lines(told: dict[str, Any]) -> list[str]:
    total = told["total"]
    width = max(20, len(f"{total:,}"))
    lines = [f"equity {_percent(told['equity'])}"]
    for name in ("win", "tie", "lose"):
        lines.append(
            f"{name:<5}{told[name]:>{width},} of {total:,} ({_percent(told[name] / total)})"
        )
    return lines


def _share(chance: dict[str, int]) -> str:
    return _percent(chance["count"] / chance["total"])


def _percent(part: float) -> str:
    return f"{part:.4%}"
