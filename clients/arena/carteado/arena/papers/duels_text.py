"""What is said about the heads-up paper's duels."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from carteado.arena.effective import win_chance
from carteado.arena.intervals import Interval, wilson
from carteado.arena.papers.section import Findings, Section, paragraph, table
from carteado.arena.papers.words import Z95, percent, percents, signed, within
from carteado.arena.report import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["section"]

EARLIER: Mapping[tuple[str, str], float] = {
    ("tight", "aggressive"): 0.541,
    ("tight", "mixed"): 0.550,
    ("aggressive", "mixed"): 0.510,
    ("tight", "mfs"): 0.651,
    ("aggressive", "mfs"): 0.600,
    ("mixed", "mfs"): 0.578,
}
"""Shares that another implementation of the same bots won, before this one was written."""

EARLIER_GAMES = 2_000

EARLIER_RATES: Mapping[tuple[str, str], tuple[float, float]] = {
    ("tight", "aggressive"): (5.3, 4.5),
    ("tight", "mfs"): (104.0, 10.0),
    ("aggressive", "mfs"): (114.0, 12.0),
}
"""What it won in single deals, bb/100, with half-widths; of other pairs nothing is known."""

PROGRAM: Mapping[tuple[str, str], tuple[int, int]] = {
    ("tight", "mfs"): (19, 8),
    ("aggressive", "mfs"): (35, 28),
}
"""Freezeouts won and lost by the paper's own program, run unchanged."""

LUCK = 0.05
"""Chance below which differences are taken for more than luck."""

REACH = 0.03
"""As near as the shares should come to the earlier ones."""

Row = Mapping[str, Any]


def section(found: Findings) -> Section:
    """The section, with one plot."""
    variants: Sequence[Row] = found["variants"]
    lines = [*_what(found)]
    for variant in variants:
        lines += ["", f"### Freezeouts, {_said(variant)}", "", *_freezeouts(variant)]
    lines += ["", *paragraph(_fits(variants)), "", *_columns()]
    lines += ["", "### Beside the paper", "", *_paper(variants)]
    lines += ["", "### Foretold from single deals", "", *_foretold(found)]
    return Section(
        lines=tuple(lines), drawings={"duels-prediction": functools.partial(_drawing, found)}
    )


def _what(found: Findings) -> list[str]:
    least = min(pair["games"] for variant in found["variants"] for pair in variant["pairs"])
    return [
        *paragraph(
            "Bicho and Shirley (*Heads-Up Texas Hold'em*, 2017) let four bots meet in games to "
            f"their end: {found['stack']:,} chips each, blinds of 10 and 20. `tight` is their "
            "certo, `aggressive` agressivo, `mixed` misto, `mfs` the formula MFS. Each plays *as "
            "intended*, as the paper says, and *as coded*, with what its program does otherwise. "
            "All decks are played from both sides."
        ),
        "",
        "```",
        "carteado arena papers duels",
        "```",
        "",
        *paragraph(
            f"Seed {found['seed']}. At full scale a pair plays {found['full']:,} freezeouts; here "
            f"every pair has played at least {least:,}. {_faults(found)}"
        ),
    ]


def _faults(found: Findings) -> str:
    wrong = sum(sum(variant["faults"]) for variant in found["variants"])
    if not wrong:
        return "No bot made a fault: nothing was refused, late or failed."
    faults = "fault" if wrong == 1 else "faults"
    return f"The bots made {wrong:,} {faults}; the default was played instead."


def _said(variant: Row) -> str:
    return str(variant["variant"]).replace("-", " ")


def _freezeouts(variant: Row) -> list[str]:
    rows = []
    for pair in variant["pairs"]:
        key = (pair["row"], pair["column"])
        earlier = EARLIER[key]
        rows.append(
            (
                f"{key[0]} - {key[1]}",
                f"{pair['games']:,}",
                percent(pair["share"]),
                percents(pair["wilson"]),
                percents(pair["by_sets"]["interval"]),
                *_adjusted(pair),
                f"{pair['deals'] / pair['games']:.1f}",
                percent(earlier),
                _difference(pair, earlier),
                within(_told(pair)[1], earlier, REACH),
            )
        )
    head = (
        "pair",
        "games",
        "won, %",
        "Wilson",
        "by sets",
        "adjusted, %",
        "saves",
        "hands a game",
        "earlier, %",
        "difference",
        "within 3",
    )
    return [
        *table(head, rows),
        "",
        *paragraph(_together(variant)),
    ]


def _columns() -> list[str]:
    """What the columns of the tables of freezeouts mean."""
    return paragraph(
        "*Won* is the share of the first named. *Adjusted* is the same with the luck after all-ins "
        "taken out, by sets; *saves* says how many times more games the share as it was won takes "
        "for such an interval. *Earlier* is what another implementation of the same bots measured "
        f"over {EARLIER_GAMES:,} freezeouts a pair; the half-width of the difference counts both "
        "errors. *Within 3* says whether the whole of an interval lies within 3 points of the "
        "earlier figure (yes), nothing of it (no), or whether too little was played to tell "
        "(open). Difference, *within 3* and all that is concluded go by the adjusted share where "
        "there is one, and else by the share as it was won and Wilson's interval."
    )


def _told(pair: Row) -> tuple[float, Row]:
    """The share that conclusions go by, with its interval: the adjusted one where there is one."""
    adjusted = pair.get("adjusted")  # which earlier findings do not have
    if adjusted is None or adjusted["interval"] is None:
        return pair["share"], pair["wilson"]
    return adjusted["value"], adjusted["interval"]


def _adjusted(pair: Row) -> tuple[str, str]:
    """The adjusted share with its interval, and what it saves; dashes where there is none."""
    adjusted, saves = pair.get("adjusted"), pair.get("saves")
    if adjusted is None:
        return "-", "-"
    share = f"{percent(adjusted['value'])} {percents(adjusted['interval'])}"
    return share, "-" if saves is None else f"{saves:.1f}x"


def _together(variant: Row) -> str:
    """Whether all differences together can be luck."""
    total, chance = _chi_squared(variant)
    verdict = "may be luck" if chance >= LUCK else "are more than luck"
    said = f"of {chance:.1%}" if chance >= 0.001 else "below 0.1%"
    return (
        "All differences together, in their errors and squared, make "
        f"{total:.1f}; as much or more comes by luck with a chance {said}: they {verdict}."
    )


def _fits(variants: Sequence[Row]) -> str:
    """Which variant the earlier figures can be of."""
    fits = [_said(variant) for variant in variants if _chi_squared(variant)[1] >= LUCK]
    text = "The earlier figures do not say which variant they are of. "
    if len(fits) == 1:
        return f"{text}They fit the bots {fits[0]}, and not the others."
    return f"{text}{'They fit both.' if fits else 'They fit neither.'}"


def _chi_squared(variant: Row) -> tuple[float, float]:
    """The sum of all differences' squares in errors, and the chance of as much by luck."""
    pairs = variant["pairs"]
    errors = [_error(pair, EARLIER[pair["row"], pair["column"]]) for pair in pairs]
    total = math.fsum((gap / error) ** 2 for gap, error in errors)
    return total, even_chi_squared(total, len(pairs))


def even_chi_squared(value: float, degrees: int) -> float:
    """Chance that chi-squared with an even number of degrees of freedom is at least so large."""
    half = value / 2
    terms = [half**power / math.factorial(power) for power in range(degrees // 2)]
    return math.exp(-half) * math.fsum(terms)


def _error(pair: Row, earlier: float) -> tuple[float, float]:
    """How far a share lies from the earlier one, and the standard error of that."""
    share, interval = _told(pair)
    if interval is pair["wilson"]:
        games = pair["games"]
        # Two won and two lost more (Agresti and Coull 1998), so that no error is nothing.
        fair = (share * games + 2) / (games + 4)
        variance = fair * (1 - fair) / games
    else:
        variance = pair["adjusted"]["error"] ** 2
    return share - earlier, math.sqrt(variance + earlier * (1 - earlier) / EARLIER_GAMES)


def _difference(pair: Row, earlier: float) -> str:
    gap, error = _error(pair, earlier)
    return f"{signed(100 * gap, 1)} ±{100 * Z95 * error:.1f}"


def _paper(variants: Sequence[Row]) -> list[str]:
    rows = []
    for key, (won, lost) in PROGRAM.items():
        interval = wilson(won, won + lost)
        assert interval is not None
        ours = [_pair(variant, key)["share"] for variant in variants]
        rows.append(
            (
                f"{key[0]} - {key[1]}",
                f"{won}-{lost}",
                percent(won / (won + lost)),
                percents(plain(interval)),
                *[percent(share) for share in ours],
                "yes" if all(share in interval for share in ours) else "no",
            )
        )
    head = ("pair", "games", "won, %", "Wilson", *map(_said, variants), "both in the interval")
    return [
        "The paper's own program, run unchanged, won and lost so many freezeouts:",
        "",
        *table(head, rows),
        "",
        'The paper concludes that its bots have "no clear advantage" over one another.',
        *[line for variant in variants for line in _concluded(variant)],
    ]


def _pair(variant: Row, key: tuple[str, str]) -> Row:
    found: Row = next(one for one in variant["pairs"] if (one["row"], one["column"]) == key)
    return found


def _concluded(variant: Row) -> list[str]:
    """Whether the measurement agrees, in sentences that follow from the figures."""
    rules = [pair for pair in variant["pairs"] if pair["column"] != "mfs"]
    formula = [pair for pair in variant["pairs"] if pair["column"] == "mfs"]
    text = f"Played {_said(variant)}: {_among(rules)} {_against(formula)}"
    return ["", *paragraph(text)]


def _among(rules: Sequence[Row]) -> str:
    clear = [pair for pair in rules if 0.5 not in Interval(**_told(pair)[1])]
    if not clear:
        return "among the three that play by rules no advantage is shown, which agrees."
    most = max(abs(_told(pair)[0] - 0.5) for pair in rules)
    named = [f"{pair['row']} - {pair['column']} {percent(_told(pair)[0])}%" for pair in clear]
    return (
        f"among the three that play by rules {len(clear)} of {len(rules)} pairs have an advantage "
        f"that is no luck ({', '.join(named)}), none of them above {percent(most)} points: more "
        "than nothing, and less than a few dozen games can show."
    )


def _against(formula: Sequence[Row]) -> str:
    ahead = [pair for pair in formula if _told(pair)[1]["low"] > 0.5]
    if len(ahead) == len(formula):
        return "All three beat `mfs`, the weakest of the four: there the conclusion fails."
    return f"{len(ahead)} of {len(formula)} are shown to beat `mfs`."


def _foretold(found: Findings) -> list[str]:
    rows = []
    for variant in found["variants"]:
        for told in variant["predictions"]:
            rows.append(
                (
                    f"{told['row']} - {told['column']}",
                    _said(variant),
                    f"{told['deals']:,}",
                    _rate(told["rate"]),
                    _earlier_rate(told),
                    f"{told['sd']:.1f}",
                    percent(told["chance"]),
                    percents(told["interval"]),
                    percent(told["measured"]),
                    percents(told["wilson"]),
                    "yes" if _meet(told) else "no",
                )
            )
    head = (
        "pair",
        "played",
        "deals",
        "won, bb/100",
        "earlier",
        "sd, bb",
        "foretold, %",
        "interval",
        "measured, %",
        "Wilson",
        "intervals meet",
    )
    stack = found["stack"] // 20
    return [
        *paragraph(
            "Single deals with other cards, stacks reset after each, say what a deal is worth: "
            f"mean m and deviation s. With winnings as a Brownian motion and {stack} big blinds "
            f"each, a freezeout is won with 1 / (1 + exp(-{2 * stack} m / s²))."
        ),
        "",
        *table(head, rows, left=2),
        "",
        "![Freezeouts won against m / s², as foretold](experiments/duels-prediction.svg)",
        "",
        *paragraph(
            "The winnings are adjusted for the luck after all-ins. The formula takes a deal at "
            "every depth for one at the depth of the start, which is wrong by as much as the bots "
            "play otherwise when they are short."
        ),
    ]


def _earlier_rate(told: Row) -> str:
    known = EARLIER_RATES.get((told["row"], told["column"]))
    return "-" if known is None else f"{signed(known[0], 1)} ±{known[1]:.1f}"


def _rate(rate: Row) -> str:
    interval = rate["interval"]
    if interval is None:
        return signed(100 * rate["value"], 1)
    return f"{signed(100 * rate['value'], 1)} ±{50 * (interval['high'] - interval['low']):.1f}"


def _meet(told: Row) -> bool:
    one, two = told["interval"], told["wilson"]
    if one is None:
        return bool(two["low"] <= told["chance"] <= two["high"])
    return bool(one["low"] <= two["high"] and two["low"] <= one["high"])


def _drawing(found: Findings) -> Figure:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(7.0, 4.2), layout="constrained")
    axes = drawn.subplots()
    stack = found["stack"] / 20
    for number, variant in enumerate(found["variants"]):
        _points(axes, variant, f"C{number}", "os"[number % 2])
    low, high = axes.get_xlim()
    low, high = min(low, 0.0), max(high, 0.0)
    grid = [low + (high - low) * step / 100 for step in range(101)]
    shares = [100 * win_chance(x, 1.0, stack) for x in grid]
    axes.plot(grid, shares, color="0.4", linewidth=1.0, label="foretold", zorder=1)
    axes.axhline(50, color="0.8", linewidth=0.8, zorder=0)
    axes.set_xlabel("m / s², 1 / bb")
    axes.set_ylabel("freezeouts won, %")
    axes.legend(frameon=False)
    return drawn


def _points(axes: Axes, variant: Row, colour: str, marker: str) -> None:
    told = variant["predictions"]
    x = [one["mean"] / one["sd"] ** 2 for one in told]
    y = [100 * one["measured"] for one in told]
    reach = [
        [y_ - 100 * one["wilson"]["low"] for y_, one in zip(y, told, strict=True)],
        [100 * one["wilson"]["high"] - y_ for y_, one in zip(y, told, strict=True)],
    ]
    axes.errorbar(
        x, y, yerr=reach, fmt=marker, color=colour, markersize=4, linewidth=1, label=_said(variant)
    )
    for at, one in enumerate(told):
        name = f"{one['row']} - {one['column']}"
        axes.annotate(name, (x[at], y[at]), xytext=(4, 3), textcoords="offset points", fontsize=6)
