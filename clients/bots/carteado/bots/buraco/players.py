"""The four players, each a function from its seat's view to a play, and their options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from carteado.bots.bot import Bot, bot
from carteado.bots.view import View
from carteado.engine.errors import OptionsError

__all__ = ["BURACO", "greedy", "prepare", "random", "search", "study"]

_GAMES = ("buraco",)

# A bound, so that a slip with the zeros does not become a decision that never ends.
_MOST_BUDGET = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Options of the bot that searches.

    Attributes:
        budget: imagined deals played on for a decision, 0 to 100,000; with very few of them it
            plays greedily.

    Raises:
        OptionsError: the budget is out of range.
    """

    budget: int = 600

    def __post_init__(self) -> None:
        # Not `isinstance`, for which True would be a number.
        if type(self.budget) is not int or not 0 <= self.budget <= _MOST_BUDGET:
            raise OptionsError("budget", f"is a whole number from 0 to {_MOST_BUDGET}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions(SearchOptions):
    """The same for the bot that plays by the study: its steps need fewer deals to tell apart."""

    budget: int = 60


def prepare() -> None:
    """Load what thinking needs, so that the first decision does not wait for it."""
    from carteado.bots.buraco import deciding

    # Importing the module has loaded everything; the name only marks it as used.
    assert deciding


def prepare_study() -> None:
    """The same with the chain, which needs NumPy.

    Raises:
        ImportError: NumPy is not installed.
    """
    from carteado.odds.buraco import chain_values

    prepare()
    # Any chances do: the call imports NumPy.
    chain_values([0.25] * 15, 1)


@bot(name="buraco-random", games=_GAMES)
def random(view: View) -> Any:
    """Buraco: any legal play, evenly by kind and then among those of the kind."""
    return view.pick(view.random.getrandbits(48))


@bot(name="buraco-greedy", games=_GAMES, prepare=prepare)
def greedy(view: View) -> Any:
    """Buraco: melds what it can, takes a morto early, discards what fits nobody."""
    if view.table is None:
        return view.default
    from carteado.bots.buraco.deciding import greedy_play

    return greedy_play(view.table.state, view.seat)


@bot(name="buraco-study", options=StudyOptions(), games=_GAMES, prepare=prepare_study)
def study(view: View, options: StudyOptions) -> Any:
    """Buraco: stock or pile, the hand, the discard by expected points (UFMG 2023, corrected)."""
    from carteado.bots.buraco.deciding import studied_play

    return _thought(view, studied_play, options.budget)


@bot(name="buraco-search", options=SearchOptions(), games=_GAMES, prepare=prepare)
def search(view: View, options: SearchOptions) -> Any:
    """Buraco: compares whole turns in imagined deals, and considers its partner."""
    from carteado.bots.buraco.deciding import searched_play

    return _thought(view, searched_play, options.budget)


def _thought(view: View, think: Callable[..., Any], budget: int) -> Any:
    """The chosen play. The caller counts failures."""
    if view.table is None:
        return view.default
    # The seed comes from the bot's own chance, so that `--seed` repeats the playouts as well.
    return think(view.table.state, view.seat, playouts=budget, seed=view.random.getrandbits(32))


BURACO: tuple[Bot, ...] = (random, greedy, study, search)
"""The built-in ones."""
