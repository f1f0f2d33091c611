"""The game as the rest of the system sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from carteado.engine.cards import UNKNOWN, Card
from carteado.engine.game import Act, Action, Deal, Leave, Rematch, Return, Sit, SitOut, TopUp
from carteado.engine.games.buraco import cards, hints, picking, playing, seats, shown, state, text
from carteado.engine.games.buraco import legal as moves
from carteado.engine.games.buraco.actions import ACTIONS, Extend, Meld
from carteado.engine.games.buraco.cards import FACE_OF
from carteado.engine.games.buraco.codes import CODES
from carteado.engine.games.buraco.dealing import deal, is_ready
from carteado.engine.games.buraco.events import EVENTS
from carteado.engine.games.buraco.folding import FOLDS
from carteado.engine.games.buraco.legal import Legal
from carteado.engine.games.buraco.options import PRESETS, Options
from carteado.engine.games.buraco.state import SEATS, State
from carteado.engine.tables.base_game import BaseGame, Rule
from carteado.engine.tables.shape import StateShape

__all__ = ["GAME", "Buraco"]


class Buraco(BaseGame[State]):
    """Buraco for two pairs, as a decider. Contract: `game.Game`."""

    id: ClassVar[str] = "buraco"
    title: ClassVar[str] = "Buraco"
    rules: ClassVar[str] = "buraco/1"
    options_type: ClassVar[type] = Options
    state_type: ClassVar[type] = State
    legal_type: ClassVar[type] = Legal
    actions: ClassVar[tuple[type, ...]] = ACTIONS
    events: ClassVar[tuple[type, ...]] = EVENTS
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    bots: ClassVar[tuple[str, ...]] = (
        "buraco-random",
        "buraco-greedy",
        "buraco-study",
        "buraco-search",
    )
    codes: ClassVar[Mapping[str, str]] = CODES
    cards: ClassVar[frozenset[str]] = frozenset(FACE_OF)
    commands: ClassVar[Mapping[type, Rule]] = {
        Act: playing.act,
        Deal: deal,
        Sit: seats.sit,
        Leave: seats.leave,
        SitOut: seats.sit_out,
        Return: seats.return_,
        TopUp: seats.top_up,
        Rematch: seats.rematch,
    }
    folds = FOLDS
    shape = StateShape(
        as_long={"sheets": "totals", "opened": "names"},
        places={
            **dict.fromkeys(("to_act", "starter", "unplayed"), "names"),
            **dict.fromkeys(("winner", "out"), "totals"),
        },
    )
    extras: ClassVar[Mapping[str, str]] = {
        "explanation": "carteado.engine.games.buraco.explanation",
        "kernel": "carteado.engine.games.buraco.kernel",
        "scenario": "carteado.engine.games.buraco.scenario",
        "statistics": "carteado.engine.games.buraco.statistics",
        "shown": "carteado.engine.games.buraco.shown",
        "staged": "carteado.engine.games.buraco.staged",
    }

    def new(self, options: Options) -> State:
        """The empty table."""
        return state.new_state(options)

    def made(self, view: State) -> Mapping[str, Any]:
        """The runs on the table, with their points, marks and what fits, and the cost of hands."""
        return shown.made_plain(view)

    def ways(
        self, view: State, seat: int, action: Any
    ) -> Sequence[tuple[Action, Mapping[str, Any]]]:
        """The places in which the wild of a meld or an addition may stand, with the run of each."""
        return shown.ways_to_lay(view, seat, action) if type(action) in (Meld, Extend) else ()

    def turn(self, state: State) -> int | None:
        """The seat whose decision the deal waits for."""
        # No seat acts in `turned`; only the events of the same command see that phase.
        return None if state.phase == "turned" else state.to_act

    # Without a wrapper: these are called at every decision of every playout.
    legal = staticmethod(moves.legal)
    default = staticmethod(hints.default)

    def pack(self, state: State) -> tuple[Card, ...] | None:
        """Two packs and the table's jokers while a deal may begin."""
        return cards.pack(state.options.jokers) if is_ready(state) else None

    def over(self, state: State) -> bool:
        """Whether a pair has won the match."""
        return state.winner is not None

    def exposed(self, view: State) -> Mapping[int, Card]:
        """Cards of the current deal that this view knows, by position in the dealt deck.

        A seat knows where its own cards come from. The position of a card that another seat played
        would reveal when it was drawn, so it is opened at the end of the deal.
        """
        # The whole state knows the deck; in a view all of it is unknown and falls out below.
        known = dict(enumerate(view.deck))
        if view.thrown is not None and view.thrown_at is not None:
            known[view.thrown_at] = view.thrown
        for places, mine, opened in zip(
            view.dealt_at, view.dealt, view.opened or view.dealt, strict=True
        ):
            known.update(zip(places, mine, strict=True))
            if view.opened:
                known.update(zip(places, opened, strict=False))
        return {at: card for at, card in known.items() if card != UNKNOWN}

    def placed(self, state: State) -> Mapping[int, Card]:
        """Cards in the whole state that everybody has seen, even if not their origin.

        By position in the dealt deck, for callers that sample hidden cards: of
        equal cards all of them.
        """
        # By face: of two equal cards both are left out of the sampling, although one may be
        # hidden.
        seen = {card for runs in state.runs for run in runs for card in run.cards}
        seen.update(state.buried or state.pile, *state.known)
        return {at: card for at, card in enumerate(state.deck) if card in seen}

    def team(self, options: Options, seat: int) -> int | None:
        """Partners sit opposite: 0 for seats 0 and 2, 1 for seats 1 and 3."""
        return state.team_of(seat)

    def seats(self, options: Options) -> int:
        """Always four."""
        return SEATS

    total = staticmethod(state.total)

    def unit(self, options: Options) -> tuple[str, int, str]:
        """Points, compared as they are."""
        return "points", 1, "points"

    def deals(self, state: State) -> int:
        """Deals begun so far in the match."""
        return state.deal

    def score(self, state: State) -> tuple[int, ...]:
        """By how many points each seat's pair leads; negative where it is behind."""
        ours, theirs = state.totals
        # A lead, so that the scores of all seats add up to zero.
        lead = (ours - theirs, theirs - ours)
        return tuple([lead[seat % 2] for seat in range(SEATS)])

    def corners(self, legal: Legal) -> tuple[Action, ...]:
        """The different legal actions; of a draw of many melds a few."""
        return moves.corners(legal)

    def pick(self, legal: Legal, number: int) -> Action:
        """A legal action by a number: evenly by kind, then among those of the kind."""
        return picking.pick(legal, number)

    line = staticmethod(text.line)
    show = staticmethod(text.show)
    sheet = staticmethod(text.sheet)


GAME = Buraco()
"""The game's one instance."""
