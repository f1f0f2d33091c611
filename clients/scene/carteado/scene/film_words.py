"""Where a replay stands, in words: the hand or deal, and its game where the log has several."""

from __future__ import annotations

from carteado.scene.film import Film
from carteado.scene.poker.picture import PokerPicture

__all__ = ["no_deal_text", "place_text"]


def place_text(film: Film) -> str:
    """The hand or deal that is shown, '' before the first one."""
    words = film.shown.words
    game, number = film.place
    poker = isinstance(film.shown.picture(), PokerPicture)
    if len(film.games) == 1:
        if not number:
            return ""
        return (
            words("hand {number}", number=number)
            if poker
            else words("deal {number}", number=number)
        )
    if not number:
        return words("game {game}", game=game) if poker else words("match {game}", game=game)
    if poker:
        return words("game {game}, hand {number}", game=game, number=number)
    return words("match {game}, deal {number}", game=game, number=number)


def no_deal_text(film: Film, game: int | None) -> str:
    """The sentence about a hand or deal that the replay does not have.

    Args:
        film: the replay.
        game: that was asked for; None for the one that is shown.
    """
    words = film.shown.words
    asked = film.place[0] if game is None else game
    poker = isinstance(film.shown.picture(), PokerPicture)
    if len(film.games) == 1:
        return words("The replay has hands 1 to {count}.", count=len(film.deals))
    if asked > len(film.games) or asked < 1:
        count = len(film.games)
        if poker:
            return words("The replay has games 1 to {count}.", count=count)
        return words("The replay has matches 1 to {count}.", count=count)
    count = len(film.dealt_in(asked))
    if poker:
        return words("Game {game} has hands 1 to {count}.", game=asked, count=count)
    return words("Match {game} has deals 1 to {count}.", game=asked, count=count)
