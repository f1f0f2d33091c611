"""Exact chances at a step of a replay: of open hands against one another, or of one known hand."""

from __future__ import annotations

import functools
from dataclasses import replace

from carteado.engine.poker.pots import Pot, side_pots
from carteado.engine.poker.runout import Runout
from carteado.engine.poker.runouts import runout_of
from carteado.engine.table import Table, observer_of, redact_table
from carteado.protocol.allin import odds_message
from carteado.protocol.messages import PotOdds
from carteado.scene.buraco.advice import BuracoQuestion
from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.cards import is_known
from carteado.scene.film import Film
from carteado.scene.game_types import GameState
from carteado.scene.poker.advice import Question
from carteado.scene.poker.picture import PokerPicture, SeatPicture
from carteado.scene.reader import Reader

__all__ = ["chance_question", "counted_at", "with_chances"]


def with_chances(reader: Reader) -> Reader:
    """The reader with each live hand's exact share of the pots, where all of them are seen."""
    table = reader.table
    runout = _position(table) if table is not None else None
    pots = _shares(runout) if runout is not None else ()
    if runout is None or not pots:
        return reader
    return replace(reader, story=replace(reader.story, odds={(runout.run, runout.board): pots}))


def counted_at(film: Film) -> tuple[Reader, Question | BuracoQuestion | None]:
    """The shown step as the counted seat sees it, and the question to the coach.

    There is no question about a running hand of a table without advice.
    """
    reader = with_chances(film.shown)
    table = reader.table
    if table is None or (film.running and table.settings.advice == "off"):
        return reader, None
    if getattr(reader.picture(), "chances", ()):
        return reader, None  # the open hands are counted already
    question = chance_question(reader)
    if isinstance(question, BuracoQuestion):
        # Its pair's runs and hand are those of the reader.
        reader = replace(reader, seat=question.seat)
    return reader, question


def chance_question(reader: Reader) -> Question | BuracoQuestion | None:
    """The coach's figures about a step: for the reader's seat, or for the acting one.

    It uses only what that seat could see. None if its cards are hidden.
    """
    table, picture = reader.table, reader.picture()
    if isinstance(picture, PokerPicture) and picture.in_hand:
        own = picture.seats[picture.own]
        others = [one for one in picture.seats if one.seat != own.seat and not _out(one)]
        if not picture.playing or _out(own) or not others or picture.hidden_board:
            return None
        # The rail sees no hole cards.
        if len(own.cards) != 2 or not all(map(is_known, own.cards)):
            return None
        return Question(hand=own.cards, board=picture.board, opponents=len(others))
    if isinstance(picture, BuracoPicture) and table is not None and picture.turn is not None:
        if not all(map(is_known, table.state.hands[picture.turn])):
            return None
        # The replay may show all hands; the coach counts only with what that seat saw.
        view = redact_table(table, observer_of(table, picture.turn))
        return BuracoQuestion(game=table.opened.game, view=view.state, seat=picture.turn)
    return None


def _out(seat: SeatPicture) -> bool:
    return seat.state not in ("playing", "all_in")


def _position(table: Table) -> Runout | None:
    """The live hands, where all of them are seen and there are at least two."""
    state = table.state
    if not getattr(state, "in_hand", False) or not hasattr(state, "shown"):
        return None
    find = runout_of(table.game)
    # A real all-in; otherwise, below, the result if nobody bet again.
    found = find(state) if find is not None else None
    if found is not None:
        return found
    # Shown cards come first: the rail does not see the hand itself.
    hands = tuple((seat, state.shown[seat] or state.hands[seat]) for seat in state.live)
    if len(hands) < 2 or not all(cards and all(map(is_known, cards)) for _, cards in hands):
        return None
    return Runout(hands=hands, board=tuple(state.board), pots=_pots(state))


def _pots(state: GameState) -> tuple[Pot, ...]:
    """The pots of the live hands: seats that are not all-in count as if they had called."""
    # The largest payment is what a caller would have to match.
    most = max(state.paid[seat] for seat in state.live)
    paid = [
        most if seat in state.live and state.stacks[seat] else put
        for seat, put in enumerate(state.paid)
    ]
    pots = side_pots(paid, state.live, getattr(state, "dead", 0))
    # A pot of one seat is a refund, not a chance.
    return tuple(pot for pot in pots if len(pot.seats) > 1)


@functools.lru_cache(maxsize=256)
def _shares(runout: Runout) -> tuple[PotOdds, ...]:
    """The shares by pot; none without NumPy."""
    try:
        from carteado import odds

        return odds_message("", 0, 0, runout, odds.runout_odds(runout)).pots
    # NumPy is an extra; without it the replay shows no chances.
    except (ImportError, ValueError):
        return ()
