"""Where a replay stands, in words: the hand or deal, and its game where the log has several."""

from __future__ import annotations

from carteado.scene.buraco.picture import BuracoPicture
from carteado.scene.film import Film
from carteado.scene.poker.picture import PokerPicture
from carteado.scene.reader import Reader
from carteado.scene.story import Line

__all__ = ["no_deal_text", "place_text", "turn_text"]


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


def turn_text(film: Film) -> str:
    """The shown turn of Buraco and what has just happened in it, '' between deals."""
    words, shown, before = film.shown.words, film.shown, film.steps[max(0, film.at - 1)]
    (at, count), picture, earlier = film.turns, shown.picture(), before.picture()
    if not isinstance(picture, BuracoPicture) or not (picture.in_deal or earlier.in_deal):
        return ""
    line = _last_line(shown)
    # An event without a line leaves the last one as it was, and the turn is still to be played.
    if line is not None and line is not _last_line(before):
        if line.kind == "result":
            return line.text
        return words("Turn {at} of {count}: {text}", at=at, count=count, text=line.text)
    if picture.turn is None:
        return ""
    acting = picture.seats[picture.turn]
    text = words("{name}'s turn", name=acting.name + acting.mark)
    return words("Turn {at} of {count}: {text}", at=at, count=count, text=text)


def _last_line(step: Reader) -> Line | None:
    """The last line of the log at a step."""
    lines = step.story.log.lines if step.story is not None else ()
    return lines[-1] if lines else None


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
