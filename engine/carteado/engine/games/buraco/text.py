"""The game in words: a line for an event, and the table as a view sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.game import Event, RematchAgreed, Returned, SatOut, SeatLeft, SeatTaken
from carteado.engine.games.buraco import events as ev
from carteado.engine.games.buraco.cards import JOKER, SUITS, arranged_hand, faces_of
from carteado.engine.games.buraco.runs import Run, canastra, is_clean
from carteado.engine.games.buraco.scoring import Line, Sheet, run_points
from carteado.engine.games.buraco.shown import hands_left
from carteado.engine.games.buraco.state import SEATS, State, team_of
from carteado.engine.words import counted, seat_name

__all__ = ["line", "sheet", "show"]

_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
FEW = 3
"""Hand size from which the others are warned."""


def line(event: Event, view: State) -> str:
    """One line about an event, for the view before it; '' for no line."""
    tell = _LINES.get(type(event))
    return "" if tell is None else tell(event, view)


def show(view: State) -> tuple[str, ...]:
    """The table in plain lines: match, runs of both pairs, pile and counts, the own hand."""
    own = _own_seat(view)
    # A player sees the own pair first.
    first = 0 if own is None else team_of(own)
    lines = _headline(view)
    for team in (first, 1 - first):
        lines += _area(view, team, own)
    if view.deal:
        lines.append(_middle(view))
    lines += [_seat_line(view, seat) for seat in range(SEATS)]
    lines += _open_hands(view) if own is None else _hand_lines(view, own)
    lines += _sheets(view)
    return tuple(lines)


def sheet(view: State) -> tuple[str, ...]:
    """The score of the match, and the score sheets of the last deal."""
    return (*_headline(view), *_sheets(view))


def _sheets(view: State) -> list[str]:
    lines = [line for team, one in enumerate(view.sheets) for line in _sheet_lines(view, team, one)]
    return lines + _left_lines(view)


def _own_seat(view: State) -> int | None:
    """The one seat whose cards the view knows."""
    # `dealt` is redacted like the hand, but is not empty when the hand is.
    known = [seat for seat, hand in enumerate(view.dealt) if hand and UNKNOWN not in hand]
    return known[0] if len(known) == 1 else None


def _headline(view: State) -> list[str]:
    score = f"{_pair(view, 0)} {view.totals[0]:,}, {_pair(view, 1)} {view.totals[1]:,}"
    if view.winner is not None:
        return [f"{_pair(view, view.winner)} have won the match: {score}."]
    if not view.deal:
        return ["No deal has been played yet."]
    last = ", last turn" if view.last_turn else ""
    return [f"Deal {view.deal}{last}. {score}; to {view.options.target:,}."]


def _area(view: State, team: int, own: int | None) -> list[str]:
    """The runs of a pair, one a line, and whether it has its morto."""
    runs = view.runs[team]
    title = _pair(view, team)
    if own is not None:
        title = f"{'Our' if team == team_of(own) else 'Their'} runs ({title})"
    morto = ", morto taken" if view.took[team] else ""
    if not runs:
        return [f"{title}: none{morto}"] if view.deal else []
    lines = [f"{title}{morto}:"]
    for at, run in enumerate(runs):
        # Numbered, since an addition names its run by that number.
        lines.append(f"  {at}: {' '.join(run.cards)}  {_quality(view, run)}")
    return lines


def _quality(view: State, run: Run) -> str:
    kind = canastra(run, view.options)
    if kind == "none":
        words = "clean" if is_clean(run) else "dirty"
    elif kind in ("clean", "dirty"):
        words = f"{kind} canastra"
    else:
        words = f"{kind.replace('_', '-')} canastra"
    return f"[{words}, {run_points(run, view.options):,}]"


def _middle(view: State) -> str:
    # An observer of everything sees the covered cards; others have UNKNOWN in `buried`.
    pile = view.pile if UNKNOWN in view.buried else view.buried or view.pile
    seen = [card for card in pile if card != UNKNOWN]
    hidden = len(pile) - len(seen)
    under = f"{hidden} closed, then " if hidden else ""
    cards = " ".join(seen) if seen else "empty"
    return f"Pile: {under}{cards}   stock {len(view.stock)}   mortos {len(view.mortos)}"


def _seat_line(view: State, seat: int) -> str:
    if view.names[seat] is None:
        return f"  seat {seat}: free"
    mark = ">" if view.phase != "turned" and view.to_act == seat else " "
    parts = [f"{mark} seat {seat}: {view.names[seat]}"]
    if view.deal:
        # A morto that lies aside is in the hand for everybody else.
        count = len(view.hands[seat]) + len(view.aside[seat])
        parts.append(f"{_cards(count)}{_few(view, count)}")
        if view.in_deal and view.known[seat]:
            parts.append(f"holds {' '.join(arranged_hand(view.known[seat]))} from the pile")
    if view.leaving[seat]:
        parts.append("leaving")
    elif view.away[seat]:
        parts.append("sits out")
    return ", ".join(parts)


def _cards(count: int) -> str:
    return counted(count, "card")


def _few(view: State, count: int) -> str:
    return " (!)" if view.in_deal and count <= FEW else ""


def _hand_lines(view: State, seat: int) -> list[str]:
    """The hand by suit; equal cards by their handles, so that each can be named."""
    if not view.hands[seat]:
        return [f"Your hand: {'a morto, seen with your next turn' if view.aside[seat] else 'none'}"]
    hand = arranged_hand(view.hands[seat])
    faces = faces_of(hand)
    texts = [
        # Handles only where needed: most cards in a hand are single.
        held if faces.count(face) > 1 else face
        for held, face in zip(hand, faces, strict=True)
    ]
    lines = ["Your hand:"]
    for suit in SUITS:
        row = [text for text, face in zip(texts, faces, strict=True) if face[1:] == suit]
        if row:
            lines.append(f"  {_SUIT_NAMES[suit]}: {' '.join(row)}")
    if jokers := [text for text, face in zip(texts, faces, strict=True) if face == JOKER]:
        lines.append(f"  jokers: {' '.join(jokers)}")
    return lines


def _open_hands(view: State) -> list[str]:
    """A line for each hand, for a view that knows them all; a morto that lies aside is in it."""
    hands = [
        faces_of(hand) + tuple([view.deck[at] for at in aside])
        for hand, aside in zip(view.hands, view.aside, strict=True)
    ]
    texts = [(seat, cards) for seat, hand in enumerate(hands) if (cards := _cards_text(hand))]
    return [f"Hand of {_name(view, seat)}: {cards}" for seat, cards in texts]


def _sheet_lines(view: State, team: int, sheet: Sheet) -> list[str]:
    """The score sheet of a pair, a line each."""
    rows = [(_row_name(row), row.points) for row in sheet.lines]
    rows += [(f"deal {view.deal}", sheet.total), ("match", view.totals[team])]
    texts = [f"  {name:<18}{points:>7,}" for name, points in rows]
    return [f"Score of {_pair(view, team)}:", *texts]


def _left_lines(view: State) -> list[str]:
    """The cards left in the hands and their cost, a line for each seat with cards."""
    left = [(_name(view, seat), hand) for seat, hand in enumerate(hands_left(view)) if hand.cards]
    # As wide as the score above it, where names are not longer.
    width = max([18, *(len(name) for name, _ in left)])
    lines = [
        f"  {name:<{width}}{hand.points:>7,}  {' '.join(arranged_hand(hand.cards))}"
        for name, hand in left
    ]
    return ["Cards left in hands:", *lines] if lines else []


def _name(view: State, seat: int) -> str:
    return seat_name(view.names, seat)


def _pair(view: State, team: int) -> str:
    return f"{_name(view, team)} and {_name(view, team + 2)}"


def _says(words: str) -> Callable[[Any, State], str]:
    """A line that only needs the name of the event's seat ``{0}`` and the event itself ``{1}``."""
    return lambda event, view: words.format(_name(view, event.seat), event)


def _cards_text(cards: Sequence[Card]) -> str:
    """Cards as a view knows them, '' where it knows none."""
    seen = faces_of(cards)
    return "" if not seen or UNKNOWN in seen else " ".join(arranged_hand(seen))


def _deal_started(event: ev.DealStarted, view: State) -> str:
    # A player's view has one known hand, that of the rail after a deal perhaps several.
    known = [(seat, cards) for seat, hand in enumerate(event.hands) if (cards := _cards_text(hand))]
    texts = "".join([f" Your cards: {cards}." for _, cards in known])
    if len(known) > 1:
        texts = f" Hands: {'; '.join([f'{_name(view, seat)} {cards}' for seat, cards in known])}."
    return f"Deal {event.deal}: {_name(view, event.starter)} begins.{texts}"


def _turn_started(event: ev.TurnStarted, view: State) -> str:
    return f"Last turn: {_name(view, event.seat)}." if event.last else ""


def _drawn(event: ev.CardDrawn, view: State) -> str:
    card = _cards_text((event.held,))
    offer = ", and may throw it for another" if event.offer else ""
    return f"{_name(view, event.seat)} draws{f' {card}' if card else ''}{offer}."


def _redrawn(event: ev.CardRedrawn, view: State) -> str:
    card = _cards_text((event.held,))
    new = card or "another card"
    return f"{_name(view, event.seat)} throws {event.card} and draws {new}."


def _pile_taken(event: ev.PileTaken, view: State) -> str:
    who, cards = _name(view, event.seat), _cards_text(event.held) or _cards_text(event.cards)
    if event.top is not None:
        more = f", with {cards or _cards(len(event.cards))} below it" if event.cards else ""
        return f"{who} takes the pile for {event.top}{more}."
    return f"{who} takes the pile: {cards or _cards(len(event.cards))}."


def _laid(event: ev.MeldLaid, view: State) -> str:
    return f"{_name(view, event.seat)} lays {' '.join(event.run.cards)}{_becomes(event, view)}."


def _added(event: ev.MeldExtended, view: State) -> str:
    who, cards = _name(view, event.seat), " ".join(event.cards)
    return f"{who} adds {cards}: {' '.join(event.run.cards)}{_becomes(event, view)}."


def _becomes(event: ev.MeldLaid | ev.MeldExtended, view: State) -> str:
    runs = view.runs[event.team]
    # A new run has no predecessor in the view, which stands before the event.
    before = canastra(runs[event.meld], view.options) if event.meld < len(runs) else "none"
    now = canastra(event.run, view.options)
    return f", a {now.replace('_', '-')} canastra" if now not in (before, "none") else ""


def _morto_taken(event: ev.MortoTaken, view: State) -> str:
    how = "and plays on" if event.direct else "for the next turn"
    cards = _cards_text(event.held)
    return f"{_name(view, event.seat)} takes a morto {how}{f': {cards}' if cards else ''}."


def _morto_opened(event: ev.MortoOpened, view: State) -> str:
    cards = _cards_text(event.held)
    return f"{_name(view, event.seat)} takes up the morto{f': {cards}' if cards else ''}."


def _scored(event: ev.DealScored, view: State) -> str:
    out = f" {_pair(view, event.out)} go out." if event.out is not None else ""
    sheets = "; ".join(
        f"{_pair(view, team)}: {_sheet(sheet)}, {event.totals[team]:,} in all"
        for team, sheet in enumerate(event.sheets)
    )
    return f"Deal {event.deal} is over.{out} {sheets}."


def _sheet(sheet: Sheet) -> str:
    parts = [f"{_row_name(row)} {row.points:+,}" for row in sheet.lines]
    return f"{', '.join(parts)} = {sheet.total:,}"


def _row_name(row: Line) -> str:
    return _LINE_NAMES[row.name].format(row.count, _cards(row.count))


_LINE_NAMES = {
    "cards": "{1} laid",
    "clean": "{} clean",
    "dirty": "{} dirty",
    "semi_clean": "{} semi-clean",
    "half_real": "{} half-real",
    "real": "{} real",
    "forfeit": "no clean canastra",
    "out": "batida",
    "no_morto": "no morto",
    "hands": "{1} in hand",
}


def _won(event: ev.MatchWon, view: State) -> str:
    ours, others = event.totals[event.team], event.totals[1 - event.team]
    return f"{_pair(view, event.team)} win the match, {ours:,} to {others:,}."


def _left(event: SeatLeft, view: State) -> str:
    return f"{_name(view, event.seat)} {'leaves' if event.at_once else 'is leaving'}."


_LINES: Mapping[type, Callable[[Any, State], str]] = {
    SeatTaken: lambda event, view: f"{event.name} sits down on seat {event.seat}.",
    SeatLeft: _left,
    SatOut: _says("{0} sits out."),
    Returned: _says("{0} is back."),
    RematchAgreed: _says("{0} wants a rematch."),
    ev.DealStarted: _deal_started,
    ev.TurnStarted: _turn_started,
    ev.CardDrawn: _drawn,
    ev.CardRedrawn: _redrawn,
    ev.PileTaken: _pile_taken,
    ev.MeldLaid: _laid,
    ev.MeldExtended: _added,
    ev.CardDiscarded: _says("{0} discards {1.card}."),
    ev.TurnDeclined: _says("{0} declines the last turn."),
    ev.MortoTaken: _morto_taken,
    ev.MortoOpened: _morto_opened,
    ev.MortoConverted: lambda event, view: "The stock is used up: a morto becomes the stock.",
    ev.DealScored: _scored,
    ev.MatchWon: _won,
    ev.MatchRestarted: lambda event, view: "A new match begins.",
}
