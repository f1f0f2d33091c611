"""The odds of a Buraco position, as plain data and as lines of text."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import carteado.odds.buraco as odds
from carteado.client import InputError
from carteado.engine.words import counted, seat_name
from carteado.protocol.notation import escape

__all__ = ["advice_lines", "advice_of"]

_DRAWS = (1, 2, 3, 5)
"""Numbers of draws for which the data has what comes to the pair, and what goes out."""

_TO_PAIR, _OUT = 2, 3
"""Those of which the lines tell, where no other number is asked for."""

_SHOWN = 12
"""Plays, and faces of each row, that are shown in lines; the data has all."""


def advice_of(
    state: Any,
    seat: int,
    *,
    proposed: Sequence[str] = (),
    playouts: int = 400,
    seed: int = 0,
    turns: int | None = None,
    draws: int | None = None,
    weigh: Any = None,
) -> dict[str, Any]:
    """All advice to a seat about a position, as plain data.

    Args:
        state: the seat's own view.
        seat: whose.
        proposed: arrangements to compare.
        playouts: deals to play for each question.
        seed: of the imagined deals.
        turns: own turns that are left; from the playouts when absent.
        draws: number of draws for the extra chances: cards that the pair gets, and going out.
        weigh: how much an imagined deal counts, None for all alike.

    Raises:
        CardError: it is no such view, an arrangement cannot be, or the work is out of bounds.
        InputError: arrangements are proposed by a seat that is not to act, or the turns, draws or
            playouts are out of range.
    """
    _check_numbers(turns, draws, playouts)
    found = odds.locations_of(state, seat)
    within = sorted({*_DRAWS} if draws is None else {*_DRAWS, draws})
    mine = state.to_act == seat
    advice: dict[str, Any] = {
        "seat": seat,
        "to_act": state.to_act,
        "phase": state.phase,
        "unknown": found.total,
        "stock": found.knowledge.stock,
        "draws": draws,
        "cards": [_face(found, one, within) for one in found.every()],
        "any_wild": {str(draws): _exact(found.to_pair(found.wilds, draws)) for draws in within},
        "going_out": _going_out(odds.going_out(found), within),
        "plays_read": weigh is not None,
    }
    if proposed and not mine:
        raise InputError(_not_acting(state, seat))
    best = None
    if mine:
        # Before the horizon, because the playouts of the plays also give the number of turns left.
        best = _turn(advice, state, seat, proposed, playouts, seed, weigh, turns)
    horizon: Any = turns
    if horizon is None:
        # The number of turns needs far fewer deals than a comparison of plays.
        few = min(max(playouts, 2), 100)
        horizon = best or odds.turns_left(state, seat, playouts=few, seed=seed)
    advice["turns_left"] = sum(number * chance for number, chance in _spread(horizon).items())
    runs = odds.outlooks(found, state.runs[seat % 2], horizon)
    advice["runs"] = [_run_row(one) for one in runs]
    return advice


def _check_numbers(turns: int | None, draws: int | None, playouts: int) -> None:
    if turns is not None and not 0 <= turns <= 100:
        raise InputError(f"--turns {turns}: own turns that are left are 0 to 100")
    if draws is not None and not 1 <= draws <= 99:
        raise InputError(f"--draws {draws}: draws within which a card comes are 1 to 99")
    # One deal has no spread, so it gives no interval.
    if playouts < 2:
        raise InputError(f"--playouts {playouts}: two deals are the least that tell anything")


def _run_row(outlook: Any) -> dict[str, Any]:
    """The chances of one run, as plain data."""
    return {
        "cards": list(outlook.run.cards),
        "points": outlook.points,
        "expected": outlook.expected,
        "canastra": outlook.canastra,
        "clean": outlook.clean,
    }


def _not_acting(state: Any, seat: int) -> str:
    acting = seat_name(state.names, state.to_act)
    return (
        f"{acting} is to act, not {seat_name(state.names, seat)}: only the acting player arranges "
        f"cards; type --seat {state.to_act}"
    )


def _last_turn(last: odds.LastTurn | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "play": odds.plan_text(last.plan),
        "points": float(last.points),
        "exact": last.exact,
        "why": last.why,
        "work": last.work,
    }


def _spread(horizon: Any) -> Mapping[int, float]:
    return {horizon: 1.0} if isinstance(horizon, int) else horizon


def _turn(
    advice: dict[str, Any],
    state: Any,
    seat: int,
    proposed: Sequence[str],
    playouts: int,
    seed: int,
    weigh: Any,
    turns: int | None,
) -> Mapping[int, float]:
    """Tell what the seat to act may do; the turns that are left are the answer."""
    work: Any = {"playouts": playouts, "seed": seed, "weigh": weigh}
    if proposed:
        shown, compared = odds.rate_arrangements(state, seat, proposed, horizon=turns, **work)
        advice["arrangements"] = [_arranged(one) for one in shown]
    elif state.phase == "draw":
        draw = odds.rate_draw(state, seat, horizon=turns, **work)
        compared = draw.compared
        stock, pile = draw.by_runs
        advice["draw"] = {"runs_with_stock": stock, "runs_with_pile": pile}
        advice["plays"] = [_rated(one) for one in compared.plays]
    else:
        compared = odds.rate_plays(state, seat, **work)
        advice["plays"] = [_rated(one) for one in compared.plays]
        # Arrangements are compared on their own, and so have their own count of work.
        shown, others = odds.rate_arrangements(state, seat, horizon=turns, **work)
        advice["arrangements"] = [_arranged(one) for one in shown]
        advice["arrangements_work"] = dataclasses.asdict(others.work)
    advice["work"] = dataclasses.asdict(compared.work)
    advice["last_turn"] = _last_turn(compared.last_turn)
    return compared.plays[0].turns


def _face(found: odds.Locations, face: odds.FaceChances, within: Sequence[int]) -> dict[str, Any]:
    # Partners sit opposite, so the opponents are the seats of the other parity.
    others = [seat for seat in range(4) if seat % 2 != found.seat % 2]
    return {
        "card": face.face,
        "unknown": face.unknown,
        "stock": _exact(face.stock),
        "next": _exact(face.next),
        "partner": _exact(face.hands[found.partner]),
        "opponents": {str(seat): _exact(face.hands[seat]) for seat in others},
        "mortos": [_exact(chance) for chance in face.mortos],
        "elsewhere": _exact(face.elsewhere),
        "to_pair": {str(draws): _exact(found.to_pair([face.face], draws)) for draws in within},
    }


def _exact(chance: Fraction) -> dict[str, Any]:
    # JSON has no fractions; the pair lets a program compute on without rounding.
    return {"chance": float(chance), "exact": [chance.numerator, chance.denominator]}


def _going_out(going: odds.GoingOut, within: Sequence[int] = _DRAWS) -> dict[str, Any]:
    return {
        "right": going.right,
        "now": going.now,
        "with_pile": going.with_pile,
        "outs": dict(going.outs),
        "next_draw": _exact(going.next_draw),
        "within": {str(draws): _exact(going.within(draws)) for draws in within},
        "unsure": list(going.unsure),
    }


def _rated(rated: odds.Rated) -> dict[str, Any]:
    return {
        "play": odds.plan_text(rated.plays),
        "points": _interval(rated.points),
        "behind": _interval(rated.behind),
        "out": _interval(rated.out),
        "out_against": _interval(rated.out_against),
        "morto": None if rated.morto is None else _interval(rated.morto),
        "clean": rated.clean,
        "dirty": rated.dirty,
        "deals": rated.deals,
    }


def _interval(interval: odds.Interval) -> list[float]:
    return [interval.mean, interval.low, interval.high]


def _arranged(arranged: odds.Arranged) -> dict[str, Any]:
    out = None if arranged.going_out is None else _going_out(arranged.going_out)
    return _rated(arranged.rated) | {"going_out": out, "runs": arranged.by_runs}


# Lines


def advice_lines(advice: Mapping[str, Any]) -> list[str]:
    """The odds of a position in lines: what to do first, then why."""
    lines: list[str] = []
    if "plays" in advice:
        lines += _play_lines("plays", advice["plays"], advice["work"])
    if "draw" in advice:
        lines += _draw_lines(advice["draw"])
    if "arrangements" in advice:
        work = advice.get("arrangements_work", advice["work"])
        lines += _play_lines("arrangements", advice["arrangements"], work)
        lines.append(f"{'then':<40}{'runs one at a time':>20}{'out next turn':>17}")
        for one in advice["arrangements"]:
            lines += _row(one["play"], 38, f"{one['runs']:>20.0f}{_out_chance(one):>17}")
        lines.append("")
    lines += _last_turn_lines(advice.get("last_turn"))
    lines += _out_lines(advice["going_out"], advice["draws"])
    lines += _morto_lines(advice.get("plays") or advice.get("arrangements") or [])
    lines += _run_lines(advice["runs"], advice["turns_left"])
    lines += _card_lines(advice)
    return [escape(line) for line in lines]


def _last_turn_lines(last: Mapping[str, Any] | None) -> list[str]:
    if last is None:
        return []
    how = "exact: no play of it is worth more" if last["exact"] else f"not exact: {last['why']}"
    found = f"{last['points']:+.0f} points with {last['play']}"
    return ["Last turn", *_folded(found), *_folded(f"{how}; {counted(last['work'], 'step')}"), ""]


def _play_lines(
    title: str, plays: Sequence[Mapping[str, Any]], work: Mapping[str, Any]
) -> list[str]:
    head = f"{title:<33}{'points':>7}{'95% interval':>16}{'behind':>8}{'out':>7}{'deals':>6}"
    lines = [head]
    for one in plays[:_SHOWN]:
        mean, low, high = one["points"]
        span = f"{low:+.0f} to {high:+.0f}"
        numbers = f"{mean:>+7.0f}{span:>16}{one['behind'][0]:>8.0f}{one['out'][0]:>7.0%}"
        lines += _row(one["play"], 31, f"{numbers}{one['deals']:>6}")
    if len(plays) > _SHOWN:
        lines.append(f"  and {len(plays) - _SHOWN} more that were left aside earlier")
    done = (
        f"{counted(work['playouts'], 'playout')} of {counted(work['deals'], 'imagined deal')}, "
        f"{counted(work['turns'], 'turn')}"
    )
    # Weighted deals say less than as many equal ones; half a deal is a matter of rounding.
    if work["effective"] < work["deals"] - 0.5:
        done += f", worth {counted(round(work['effective']), 'deal')} counted alike"
    return [*lines, *_folded(f"{done}, seed {work['seed']}"), ""]


def _draw_lines(draw: Mapping[str, float | None]) -> list[str]:
    ways = (
        ("stock", draw["runs_with_stock"], "no card to draw"),
        ("pile", draw["runs_with_pile"], "no pile to take"),
    )
    parts = [f"{name} {value:.0f}" for name, value, _ in ways if value is not None]
    if not parts:
        return []
    why = "".join(f" ({why})" for _, value, why in ways if value is None)
    return [f"Runs one at a time, all that fits laid: {', '.join(parts)} points{why}", ""]


def _out_chance(arranged: Mapping[str, Any]) -> str:
    out = arranged["going_out"]
    return "?" if out is None else "now" if out["now"] else f"{out['next_draw']['chance']:.1%}"


def _row(name: str, width: int, numbers: str) -> list[str]:
    """A name and its numbers, which go on the next line where the name is longer than its place."""
    if len(name) <= width:
        return [f"  {name:<{width}}{numbers}"]
    return [*_folded(name), f"{'':{width + 2}}{numbers}"]


def _folded(text: str) -> list[str]:
    return textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="  ")


def _out_lines(out: Mapping[str, Any], draws: int | None) -> list[str]:
    if out["now"]:
        return ["Going out: the hand goes out now.", ""]
    if out["with_pile"]:
        return ["Going out: the hand goes out with the pile.", ""]
    unsure = _folded(f"not found out of {' '.join(out['unsure'])}") if out["unsure"] else []
    later = out["within"][str(draws or _OUT)]["chance"]
    if not later:
        why = "canastra or morto is missing" if not out["right"] else "no single card does it"
        if out["outs"]:
            why = "the stock has no card to draw"
        return [f"Going out with the next draw: no ({why}).", *unsure, ""]
    name = counted(draws, "draw") if draws else "three draws"
    chance = f"{out['next_draw']['chance']:.1%}, within {name} {later:.1%}"
    advice = [*_folded(f"with {' '.join(out['outs'])}"), *unsure]
    return [f"Going out with the next draw: {chance}", *advice, ""]


def _morto_lines(plays: Sequence[Mapping[str, Any]]) -> list[str]:
    """The chance that the best play brings the pair a morto soon."""
    if not plays or plays[0]["morto"] is None:
        return []
    turns = counted(odds.MORTO_TURNS, "turn")
    return [f"Morto within the pair's next {turns}, best play: {plays[0]['morto'][0]:.1%}", ""]


def _run_lines(runs: Sequence[Mapping[str, Any]], turns: float) -> list[str]:
    if not runs:
        return []
    lines = [f"{f'own runs, {turns:.1f} turns left':<44}{'now':>6}{'end':>7}{'canastra':>10}"]
    lines[0] += f"{'clean':>8}"
    unsaid = False
    for one in runs:
        asked = (one["expected"], one["canastra"], one["clean"])
        unsaid = unsaid or None in asked
        numbers = "".join(
            f"{'-':>{wide}}" if value is None else f"{value:>{wide}{kind}}"
            for value, wide, kind in zip(asked, (7, 10, 8), (".0f", ".0%", ".0%"), strict=True)
        )
        lines.append(f"  {' '.join(one['cards']):<42}{one['points']:>6}{numbers}")
    if unsaid:
        lines.append("  -: not known; sets, and a 2 laid beside its own place, are not followed")
    return [*lines, ""]


def _card_lines(advice: Mapping[str, Any]) -> list[str]:
    """The cards that come soonest, and how the chances of all others are."""
    seats = [seat for seat in range(4) if seat % 2 != advice["seat"] % 2]
    title = counted(advice["unknown"], "unknown card")
    head = f"{title:<22}{'next':>8}{'stock':>8}{'partner':>9}"
    draws = advice["draws"] or _TO_PAIR
    head += "".join(f"{f'seat {seat}':>8}" for seat in seats)
    head += f"pair, {counted(draws, 'draw')}".rjust(15)
    rows: dict[str, list[str]] = {}
    for one in advice["cards"]:
        chances = [one[name]["chance"] for name in ("next", "stock", "partner")]
        chances += [one["opponents"][str(seat)]["chance"] for seat in seats]
        chances.append(one["to_pair"][str(draws)]["chance"])
        widths = (8, 8, 9, 8, 8, 15)
        text = "".join(f"{part:>{wide}.1%}" for part, wide in zip(chances, widths, strict=True))
        # Faces with the same chances share one row: with few known cards most faces are alike.
        rows.setdefault(text, []).append(one["card"])
    lines = [head]
    for text, cards in rows.items():
        first, *rest = _rows_of(cards)
        lines.append(f"  {first:<20}{text}")
        lines += [f"  {row}" for row in rest]
    wild = advice["any_wild"][str(draws)]["chance"]
    return [*lines, f"  {'any wild':<20}{'':41}{wild:>15.1%}"]


def _rows_of(cards: Iterable[str]) -> list[str]:
    every = list(cards)
    return [" ".join(every[at : at + 6]) for at in range(0, len(every), 6)]
