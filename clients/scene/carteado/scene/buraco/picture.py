"""A Buraco table as a client shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carteado.engine.registry import extra_of
from carteado.engine.table import Table
from carteado.scene.buraco.lines import won_text
from carteado.scene.buraco.story import BuracoStory
from carteado.scene.cards import card_text
from carteado.scene.game_types import GameState, ScoreSheet, ShownRun
from carteado.scene.words import Words

__all__ = [
    "BuracoPicture",
    "BuracoSeat",
    "RunPicture",
    "pair_text",
    "picture_of",
    "points_on_table",
    "run_picture",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoSeat:
    """One of the three other seats.

    Attributes:
        seat: its number.
        name: '' for a free seat.
        mark: its number behind a name that other seats have too, as in the log; else ''.
        partner: whether it plays with the reader.
        side: in words: ``partner`` or ``opponent``, for a watcher with whom it plays.
        cards: how many it holds.
        last: what it did last.
        turn: whether the table waits for it.
        bot: whether a bot sits there.
        away: whether it sits out.
        connected: None where that is not known.
        hand: its cards, unknown ones where they are not seen.
        agreed: whether it wants a new match.
        leaving: whether its player has left and the table plays it to the end.
    """

    seat: int
    name: str
    mark: str
    partner: bool
    side: str
    cards: int
    last: str
    turn: bool
    bot: bool
    away: bool
    connected: bool | None = None
    hand: tuple[str, ...] = ()
    agreed: bool = False
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPicture:
    """A run or set.

    Attributes:
        number: in its pair's area, from 0.
        cards: faces in the order in which they lie.
        stands: for each card the rank that it stands for, '' for itself.
        points: bonus included.
        clean: without a wild.
        canastra: ``none``, ``clean``, ``dirty``, ``half_real``, ``real`` or ``semi_clean``.
        title: such as ``6–9♠``.
    """

    number: int
    cards: tuple[str, ...]
    stands: tuple[str, ...]
    points: int
    clean: bool
    canastra: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuracoPicture:
    """The table.

    Attributes:
        title: name of the table.
        subtitle: game and deal.
        own: the reader's seat, or seat 0 for a spectator.
        playing: whether the reader holds it.
        seats: by number.
        turn: the seat that decides.
        hand: handles of the reader's hand, in the order in which they came; unknown for a
            spectator.
        new: handles that have just come.
        aside: cards of a morto that the reader may not see yet.
        pairs: what the pairs are called: ``Us`` and ``Them``, or their players for a watcher.
        areas: titles of their runs.
        ours: runs of the reader's pair.
        theirs: runs of the other pair.
        stock: cards to draw.
        mortos: cards of each morto on the table.
        took: who took a morto, of the reader's and the other pair; '' for nobody.
        pile: faces on the pile, the oldest first; unknown below the top where it is closed.
        open_pile: whether all of it is seen.
        totals: points of the match: ours, theirs.
        target: points at which the match ends.
        deal: number of the deal.
        drawing: whether the turn begins with a card.
        last_turn: whether this turn is the last.
        sheets: score sheets of the last deal, ours first; empty while one is played.
        left: cards left in each hand at the end of the last deal, and the points that they cost,
            by seat; empty where that is not known.
        over: whether a pair has won.
        ended: the sentence about that pair, '' before the end of the match.
        in_deal: whether a deal is played.
        round: the last lines.
        advice: whether the table allows advice.
    """

    title: str
    subtitle: str
    own: int
    playing: bool
    seats: tuple[BuracoSeat, ...]
    turn: int | None
    hand: tuple[str, ...]
    new: frozenset[str]
    aside: int
    pairs: tuple[str, str]
    areas: tuple[str, str]
    ours: tuple[RunPicture, ...]
    theirs: tuple[RunPicture, ...]
    stock: int
    mortos: tuple[int, ...]
    took: tuple[str, str]
    pile: tuple[str, ...]
    open_pile: bool
    totals: tuple[int, int]
    target: int
    deal: int
    drawing: bool
    last_turn: bool
    sheets: tuple[ScoreSheet, ...]
    left: tuple[tuple[tuple[str, ...], int], ...]
    over: bool
    ended: str
    in_deal: bool
    round: tuple[str, ...]
    advice: bool


def picture_of(
    table: Table,
    seat: int | None,
    story: BuracoStory,
    words: Words,
    connected: Sequence[bool] = (),
) -> BuracoPicture:
    """The picture of a Buraco table; the arguments are those of `Renderer.picture`."""
    state, own = table.state, seat if seat is not None else 0
    # Partners sit opposite each other: 0 and 2 against 1 and 3.
    team = own % 2
    hand = tuple(state.hands[own])
    # `fresh` counts the newest cards of the acting seat, at the end of its hand.
    fresh = state.fresh if state.to_act == own else 0
    reader = team if seat is not None else None
    seats = tuple(_seat(state, at, reader, story, words, connected) for at in range(4))
    pairs, areas = (words("Us"), words("Them")), (words("Our runs"), words("Their runs"))
    if seat is None:
        pairs = areas = pair_text(state.names, 0, words), pair_text(state.names, 1, words)
    return BuracoPicture(
        title=table.opened.title or table.id,
        subtitle=_subtitle(table, words),
        own=own,
        playing=seat is not None,
        seats=seats,
        turn=state.to_act if state.in_deal else None,
        hand=hand,
        new=frozenset(hand[len(hand) - fresh :]) if fresh and seat is not None else frozenset(),
        aside=len(state.aside[own]),
        pairs=pairs,
        areas=areas,
        ours=_runs(table, team),
        theirs=_runs(table, 1 - team),
        stock=len(state.stock),
        mortos=tuple(len(morto) for morto in state.mortos),
        took=(story.took.get(team, ""), story.took.get(1 - team, "")),
        pile=tuple(state.pile),
        open_pile=table.options.pile_visibility == "open",
        totals=(state.totals[team], state.totals[1 - team]),
        target=table.options.target,
        deal=state.deal,
        drawing=state.phase == "draw",
        last_turn=state.last_turn,
        sheets=(state.sheets[team], state.sheets[1 - team]) if state.sheets else (),
        left=_left(table),
        over=state.winner is not None,
        ended="" if state.winner is None else won_text(state, state.winner, words),
        in_deal=state.in_deal,
        round=tuple(line.text for line in story.round),
        advice=table.settings.advice != "off",
    )


def _seat(
    state: GameState,
    at: int,
    reader: int | None,
    story: BuracoStory,
    words: Words,
    connected: Sequence[bool],
) -> BuracoSeat:
    """The seat `at`, for a reader of the pair `reader`, None for a watcher."""
    return BuracoSeat(
        seat=at,
        name=state.names[at] or "",
        mark=f" ({at})" if state.names[at] and state.names.count(state.names[at]) > 1 else "",
        partner=at % 2 == (reader or 0),
        side=_side(state.names, reader, at, words),
        # A morto that lies aside counts: the seat has not gone out.
        cards=len(state.hands[at]) + len(state.aside[at]),
        last=story.last[at].text(words) if at in story.last else "",
        turn=state.to_act == at and state.in_deal,
        bot=state.bots[at],
        away=state.away[at],
        connected=connected[at] if at < len(connected) else None,
        hand=tuple(state.hands[at]),
        agreed=state.agreed[at],
        leaving=state.leaving[at],
    )


def pair_text(names: Sequence[str | None], team: int, words: Words) -> str:
    """Both players of a pair; their seats where names are missing or say nothing.

    Args:
        names: of all four seats, None for a free one.
        team: number of the pair, 0 or 1.
        words: of the reader.
    """
    # A team's number is that of its first seat.
    seats = team, team + 2
    if None in names or len(set(names)) < len(names):
        return " & ".join(words("seat {number}", number=at) for at in seats)
    return " & ".join(str(names[at]) for at in seats)


def _side(names: Sequence[str | None], reader: int | None, seat: int, words: Words) -> str:
    if reader is not None:
        return words("partner") if seat % 2 == reader else words("opponent")
    return words("with {name}", name=words.player(names, (seat + 2) % 4))


def _left(table: Table) -> tuple[tuple[tuple[str, ...], int], ...]:
    module = extra_of(table.game, "shown")
    hands = module.hands_left(table.state) if module is not None else ()
    return tuple((hand.cards, hand.points) for hand in hands)


def _runs(table: Table, team: int) -> tuple[RunPicture, ...]:
    module = extra_of(table.game, "shown")
    shown = module.runs_shown(table.state, team) if module is not None else ()
    return tuple(run_picture(number, run) for number, run in enumerate(shown))


def run_picture(number: int, run: ShownRun) -> RunPicture:
    """A run as the engine or a server shows it.

    Args:
        number: in its pair's area.
        run: as the engine or a server shows it.
    """
    return RunPicture(
        number=number,
        cards=run.cards,
        stands=run.stands,
        points=run.points,
        clean=run.clean,
        canastra=run.canastra,
        # The same title names the run in tiles, in the log and for the coach.
        title=_title(run),
    )


def points_on_table(table: Table, team: int) -> int:
    """The points of a pair's runs."""
    return sum(run.points for run in _runs(table, team))


def _title(run: ShownRun) -> str:
    # A wild at the end shows the rank that it stands for; the suit sign is cut off.
    first = run.stands[0] or card_text(run.cards[0])[:-1]
    last = run.stands[-1] or card_text(run.cards[-1])[:-1]
    # Sets have no suit: a count and a rank.
    if not run.suit:
        return f"{len(run.cards)}×{last or first}"
    suit = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[run.suit]
    return f"{_ten(first)}–{_ten(last)}{suit}"


def _ten(rank: str) -> str:
    return "10" if rank == "T" else rank


def _subtitle(table: Table, words: Words) -> str:
    # A house game that matches no preset has only the game's name.
    names = [name for name, options in table.game.presets.items() if options == table.options]
    parts = [f"{table.game.title} {names[0]}" if names else table.game.title]
    if table.state.deal:
        parts.append(words("deal {number}", number=table.state.deal))
    return " · ".join(parts)
