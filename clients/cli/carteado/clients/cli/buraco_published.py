"""``carteado odds buraco --published``: the study's own chain and formulas beside what is right."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import carteado.odds.buraco as odds
from carteado.client import InputError
from carteado.engine.cards import Card
from carteado.engine.words import counted
from carteado.odds.buraco.locations import all_somewhere, somewhere

__all__ = ["published_lines"]

_UNKNOWN, _STOCK, _HAND = 93, 38, 11
"""Cards of an opening: those that a seat has not seen, and of them in the stock and in a hand."""


def published_lines(
    run: str, chance: float, round_number: int, *, matrix: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """The study's chain about a run with its defects and its formulas, and the correct ones.

    Args:
        run: one of the study's labels.
        chance: of every card in a round.
        round_number: from which 13 - n rounds are left.
        matrix: show the block of its matrix for the 20 longest clean runs too.

    Returns:
        Plain data, and the same in lines.

    Raises:
        OddsError: there is no such label.
        InputError: the chance or the round is out of range.
    """
    from carteado.odds.buraco import published

    left = published.published_horizon(round_number)
    if not 0 <= round_number <= published.ROUNDS:
        raise InputError(f"--round {round_number}: the study has rounds 0 to {published.ROUNDS}")
    if not 0 <= chance <= 1:
        raise InputError(f"--chance {chance:g}: a chance is from 0 to 1")
    chances = dict.fromkeys("A23456789TJQKC", chance)
    wrong = published.defect(chances)
    worth = published.played_out(chances, run, left)
    right = _corrected(run, chance, left)
    printed, years = published.published_search_years()
    data: dict[str, Any] = {
        "run": run,
        "chance": chance,
        "rounds": left,
        "labels": len(published.LABELS),
        "different_labels": len(set(published.LABELS)),
        "entries": wrong.entries,
        "row_sums": {
            "lowest": wrong.lowest,
            "highest": wrong.highest,
            "right": wrong.right,
            "rows": wrong.rows,
        },
        "published": worth,
        "normalised": _normalised(chances, run, left),
        "most_of_any_run": max(map(published.label_points, published.LABELS)),
        "corrected": right,
        "formulas": _formulas(),
        "going_out": _going_out(),
        "ways_to_cut_14_cards": published.compositions(),
        "search_years": {"published": printed, "corrected": years},
    }
    lines = _published_text(data)
    if matrix:
        data["matrix"] = _block(chances)
        lines += ["", *_block_lines(data["matrix"])]
    else:
        lines.append("--matrix shows the part of its matrix that it prints, beside the exact one.")
    return data, lines


def _published_text(data: Mapping[str, Any]) -> list[str]:
    sums, years = data["row_sums"], data["search_years"]
    return [
        f"The study's chain: {data['labels']} labels, {data['different_labels']} different, "
        f"{data['entries']:,} entries that are not 0.",
        f"Its rows sum to {sums['lowest']:.3f} to {sums['highest']:.4f}; {sums['right']} of "
        f"{sums['rows']} to 1.",
        f"Run {data['run']}, every card with chance {data['chance']:g}, "
        f"{counted(data['rounds'], 'round')} (13 - n):",
        f"  as published        {data['published']:>14,.1f} points",
        f"  rows normalised     {_normalised_text(data['normalised'])}",
        f"  the most of any run {data['most_of_any_run']:>14,.1f}",
        f"  corrected chain     {_corrected_text(data['corrected'])}",
        "",
        f"{'Where a face is at the opening, by its formulas':<48}{'published':>10}{'exact':>10}",
        *[
            f"  {one['where']:<46}{one['published']:>10.4f}{one['exact']:>10.4f}"
            for one in data["formulas"]
        ],
        "",
        "Going out: the needed cards are with the partner, or next. The study multiplies their",
        f"{'chances, one card after another:':<38}{'published':>10}{'product':>10}{'exact':>10}",
        *[
            f"  {counted(one['needed'], 'needed card'):<36}{one['published']:>10.4f}"
            f"{one['product']:>10.4f}{one['exact']:>10.4f}"
            for one in data["going_out"]
        ],
        "  Published: of its own chances. Product: of exact ones. Exact: the joint distribution.",
        "  All leave out the clean canastra and the morto, which going out needs as well.",
        "",
        f"Ways to cut a row of 14 cards into runs, as it says: {data['ways_to_cut_14_cards']}.",
        f"Its full search: {years['published']:.4g} years, {years['corrected']:.4g} with "
        "its seconds as seconds.",
    ]


def _going_out() -> list[dict[str, Any]]:
    """The study's example of going out at the opening, beside the same with right chances.

    Its list of products, the first card, the first two and so on, with its own chance of each card;
    the same products with the exact chance of each card; and the joint distribution of all of them.
    """
    from carteado.odds.buraco import published

    slots = _HAND + 1
    own = published.published_going_out([_gain()] * 3)
    right = published.published_going_out([somewhere(2, slots, _UNKNOWN)] * 3)
    return [
        {
            "needed": needed,
            "published": float(own[needed - 1]),
            "product": float(right[needed - 1]),
            "exact": float(all_somewhere(needed, 2, slots, _UNKNOWN)),
        }
        for needed in (1, 2, 3)
    ]


def _gain() -> Fraction:
    """The study's chance that a face comes at the opening: partner, next card or a discard."""
    from carteado.odds.buraco import published

    partner = published.published_stock(2, _HAND, _UNKNOWN)
    return published.published_gain(partner, Fraction(2, _UNKNOWN), _UNKNOWN)


def _block(chances: Mapping[str, float]) -> list[dict[str, Any]]:
    """The entries of the study's block that are not 0, beside those of the corrected chain."""
    from carteado.odds.buraco import published

    wrong = published.published_matrix(chances)
    right = odds.transition_matrix([chances["A"]] * 15, wilds="forced")
    at = {one: published.LABELS.index(one) for one in published.BLOCK}
    spot = {one: odds.STATES.index(_clean_state(one)) for one in published.BLOCK}
    return [
        {
            "from": one,
            "to": other,
            "published": float(wrong[at[one], at[other]]),
            "exact": float(right[spot[one], spot[other]]),
        }
        for one in published.BLOCK
        for other in published.BLOCK
        if wrong[at[one], at[other]] or right[spot[one], spot[other]]
    ]


def _clean_state(label: str) -> odds.RunState:
    low = "A23456789TJQKA".index(label) + 1
    # The study's labels name their cards one by one, and the chain the ends of the run.
    return odds.RunState(low, low + len(label) - 1)


def _block_lines(block: list[dict[str, Any]]) -> list[str]:
    """The block, one entry a line."""
    return [
        f"{'Its matrix, the 20 longest clean runs':<40}{'published':>12}{'exact':>12}",
        *[
            f"  {one['from']:<14} to {one['to']:<14}      "
            f"{one['published']:>12.6f}{one['exact']:>12.6f}"
            for one in block
        ],
        "Exact: wilds forced. What its rows lack to 1 are runs with a wild.",
    ]


def _normalised(chances: Mapping[str, float], run: str, rounds: int) -> float | None:
    """The value with rows that are divided by their sums; None where one of them sums to 0."""
    from carteado.odds.buraco import published

    # A row of zeros cannot be divided by its sum.
    if not published.defect(chances).lowest:
        return None
    return published.played_out(chances, run, rounds, normalised=True)


def _normalised_text(value: float | None) -> str:
    return f"{'none':>14}: a row sums to 0" if value is None else f"{value:>14,.2f}"


def _corrected(run: str, chance: float, rounds: int) -> dict[str, float] | None:
    """The value of the same run in the corrected chain; None for the label that is not a run."""
    if run.count("C") > 1:
        return None
    # The study writes a wild as C and names no suit; a 2 of another suit is always wild.
    cards = [("2H" if card == "C" else card + "S") for card in run]
    numbers = list(odds.states_of([Card(card) for card in cards]))
    found: dict[str, float] = {}
    ways: tuple[odds.Wilds, ...] = ("option", "forced")
    for wilds in ways:
        values = odds.chain_values([chance] * 15, rounds, wilds=wilds)
        found[wilds] = float(max(values[numbers]))
    return found


def _corrected_text(values: dict[str, float] | None) -> str:
    if values is None:
        return f"{'none':>14}: two wilds are not a run"
    return f"{values['option']:>14,.1f}, wilds forced {values['forced']:,.1f}"


def _formulas() -> list[dict[str, Any]]:
    """Chances of a face's places at the opening, both copies unknown, by each formula."""
    from carteado.odds.buraco import published

    stock = published.published_stock(2, _STOCK, _UNKNOWN)
    prose = published.published_stock(2, _STOCK, _UNKNOWN, as_in_prose=True)
    partner = published.published_stock(2, _HAND, _UNKNOWN)
    rows = [
        ("in the stock", stock, _STOCK),
        ("in the stock, as the prose has it", prose, _STOCK),
        ("with the partner", partner, _HAND),
        ("with the partner, as its program has it", published.published_partner(2, _HAND), _HAND),
        ("with the partner, or the next card", _gain(), _HAND + 1),
    ]
    return [
        {"where": where, "published": float(data), "exact": float(somewhere(2, slots, _UNKNOWN))}
        for where, data, slots in rows
    ]
